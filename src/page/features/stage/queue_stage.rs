//! The scheduler's queue as the scene: at moments that are about it, with the hints of the worker.

use std::rc::Rc;

use page_state::selectors::queue_hints::hint_query;
use protocol::Answer;
use scene::queue_model::QueueScene;

use crate::view::View;

/// The queue, if the moment is about it. A first visit shows nodes only.
pub fn find_queue(view: &View) -> Option<Rc<QueueScene>> {
    let store = &view.store;
    if store.is_intro() {
        return None;
    }
    let trace = &store.run.view.trace;
    // Until the answer is there, the hints of the moment before are shown, if they are about the same event.
    let answer = hint_query(store).and_then(|query| store.answer_cache.get_nearby(&query).cloned());
    let hints = match answer.as_deref() {
        Some(Answer::Hints(hints)) => Some(&hints[..]),
        _ => None,
    };
    QueueScene::at_moment(trace.events(), &view.frame, view.moment, hints)
}

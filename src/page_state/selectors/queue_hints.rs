//! The question which hints decided about the pods in the queue, at moments that are about the queue.

use protocol::{Query, Question};
use scene::{queue_model::QueueScene, stage_model::MAX_CARDS};

use crate::{inspector::query_at, store::Store};

/// The query for the hints of the current moment; `None` if no event meets pods in the queue, or if the cluster is too large for a picture of the
/// queue.
pub fn hint_query(store: &Store) -> Option<Query> {
    let moment = store.moment()?;
    let events = store.run.view.trace.events();
    if store.is_intro() || !QueueScene::may_have_event(events, moment) {
        return None;
    }
    let frame = store.run.view.trace.frame_at(moment.events);
    if frame.nodes.len() > MAX_CARDS {
        return None;
    }
    QueueScene::at_moment(events, &frame, moment, None)?.event.as_ref()?;
    Some(query_at(&store.run, store.player.moment, Question::Hints))
}

//! Runs of a text: how one begins, and how the playhead goes to one of its moments.

use std::rc::Rc;

use crate::app::player::Wanted;
use crate::app::store::{Effect, Page, Status, Store};

/// A new text, or a new release: forks of the old one mean nothing any more.
pub fn run(store: &mut Store, wanted: Option<Wanted>) -> Vec<Effect> {
    store.branches.clear();
    (store.branch, store.beside) = (0, None);
    start(store, wanted)
}

/// Lets the worker run what stands in the editor, and go to a moment.
pub fn start(store: &mut Store, wanted: Option<Wanted>) -> Vec<Effect> {
    // Branches can be looked at again, and the picture of the run before stays for a while.
    let shown = store.branches.iter().map(|branch| branch.run()).chain([store.trace.run]);
    let keep = shown.filter(|run| *run > 0).collect();
    store.run += 1;
    (store.stale, store.coming) = (false, None);
    store.ran = Rc::clone(&store.text);
    store.status = Status::Working;
    store.problems = Rc::default();
    store.trace = Rc::default();
    store.loaded = Rc::default();
    store.playing = false;
    (store.question, store.what_helps, store.copies) = (None, None, None);
    store.reads_log = false;
    store.at = 0;
    let at_start = wanted.is_none();
    store.wanted = wanted;
    let (run, text, release) = (store.run, Rc::clone(&store.text), store.release);
    let mut effects = vec![Effect::Run { run, text, release, keep }];
    if at_start {
        (store.pod, store.node) = (None, None);
        store.page = Page::Now;
        effects.push(Effect::Unlink);
    }
    effects
}

/// Runs an edited text, with the playhead where it is.
pub fn rerun(store: &mut Store) -> Vec<Effect> {
    let mut effects = again(store);
    effects.push(Effect::Unlink);
    effects
}

/// Runs the text anew, to where the playhead is or was to go.
pub fn again(store: &mut Store) -> Vec<Effect> {
    let wanted = store.wanted.clone().unwrap_or(Wanted::Moment(store.at));
    keeping(store, Some(wanted))
}

/// Runs the text. The picture of the run before stays until the new one is there.
pub fn keeping(store: &mut Store, wanted: Option<Wanted>) -> Vec<Effect> {
    let before = (Rc::clone(&store.trace), Rc::clone(&store.loaded), store.at);
    let effects = run(store, wanted.clone());
    (store.trace, store.loaded, store.at) = before;
    (store.stale, store.wanted) = (true, wanted.or(Some(Wanted::Moment(0))));
    effects
}

/// To a moment; playing ends.
pub fn seek(store: &mut Store, at: usize) -> Vec<Effect> {
    store.at = at.min(store.last());
    store.wanted = None;
    store.playing = false;
    Vec::new()
}

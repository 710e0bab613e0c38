//! How a run begins: nearly every part of the page begins anew with it.

use std::rc::Rc;

use crate::care;
use crate::panes::Page;
use crate::player::Wanted;
use crate::run::Status;
use crate::store::{Effect, Store};

/// A new text, or a new release: forks of the old one mean nothing any more.
pub fn run(store: &mut Store, wanted: Option<Wanted>) -> Vec<Effect> {
    store.branches.all.clear();
    (store.branches.shown, store.branches.beside, store.inspector.asked) = (0, None, None);
    start(store, wanted)
}

/// Lets the worker run what stands in the editor, and go to a moment.
pub fn start(store: &mut Store, wanted: Option<Wanted>) -> Vec<Effect> {
    // Branches can be looked at again, and the picture of the run before stays for a while.
    let shown = store.branches.all.iter().map(|branch| branch.run()).chain([store.run.trace.run]);
    let keep = shown.filter(|run| *run > 0).collect();
    store.run.number += 1;
    (store.run.stale, store.run.coming) = (false, None);
    store.run.text = Rc::clone(&store.builder.text);
    store.run.status = Status::Working;
    store.run.problems = Rc::default();
    store.run.trace = Rc::default();
    store.run.loaded = Rc::default();
    store.player.playing = false;
    (store.console.copies, store.console.reads_log) = (None, false);
    store.player.at = 0;
    let at_start = wanted.is_none();
    store.player.wanted = wanted;
    let (run, text, release) = (store.run.number, Rc::clone(&store.builder.text), store.run.release);
    let mut effects = vec![Effect::Run { run, text, release, keep }];
    if at_start {
        (store.selection.pod, store.selection.node, store.selection.around) = (None, None, None);
        store.inspector.page = Page::Now;
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
    let wanted = store.player.wanted.clone().unwrap_or(Wanted::Moment(store.player.at));
    keeping(store, Some(wanted))
}

/// Runs the text. The picture of the run before stays until the new one is there.
pub fn keeping(store: &mut Store, wanted: Option<Wanted>) -> Vec<Effect> {
    let before = (Rc::clone(&store.run.trace), Rc::clone(&store.run.loaded), store.player.at);
    let effects = run(store, wanted.clone());
    (store.run.trace, store.run.loaded, store.player.at) = before;
    (store.run.stale, store.player.wanted) = (true, wanted.or(Some(Wanted::Moment(0))));
    effects
}

/// Another text is about to take the place of the present one, which is kept if it was edited.
pub fn replace(store: &mut Store) -> Vec<Effect> {
    care::update::replace(&mut store.care, &store.builder.text, false).into_iter().collect()
}

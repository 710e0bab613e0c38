//! What is drawn of files while they are read, and until their run begins: the nodes and pods that were found so far.
//!
//! It is no run: nothing is scheduled in it, so all that moves a playhead is off.

use std::rc::Rc;

use crate::run::Status;
use crate::shown::Shown;
use crate::store::Store;
use crate::view::View;
use api::Millis;
use api::dump::Seen;
use record::{Event, What};
use trace::steps::{Moment, Step};

use super::Reading;

impl Reading {
    /// Adds what was found.
    pub(super) fn draw(&mut self, seen: Vec<Seen>) {
        if seen.is_empty() {
            return;
        }
        let mut trace = self.sketch.take().map_or_else(Default::default, |sketch| Rc::unwrap_or_clone(sketch).trace);
        trace.extend(seen.into_iter().map(|seen| {
            let what = match seen {
                Seen::Node(node) => What::NodeAdded(node),
                Seen::Pod(pod) => What::PodCreated { pod, by: "".into() },
            };
            Event { at: Millis::ZERO, what }
        }));
        let moment = Moment { events: trace.events().len(), step: Step::Start, dwell: 0 };
        self.sketch = Some(Rc::new(Shown { trace, moments: vec![moment], sketch: true, ..Shown::default() }));
    }
}

/// What is to be drawn in the place of the run: only where files are opened, and nothing of their run is there.
fn shown(store: &Store) -> Option<&Rc<Shown>> {
    let sketch = store.reading.sketch.as_ref()?;
    let reads = store.reading.now.as_ref().is_some_and(|now| !now.add);
    let prepares = || store.run.status == Status::Working && store.run.trace.moments.is_empty();
    (reads || store.reading.now.is_none() && prepares()).then_some(sketch)
}

/// Whether the picture is that of files which are read, not of a run.
pub fn stands(store: &Store) -> bool {
    shown(store).is_some()
}

/// The state to draw while files are read.
pub fn state(store: &Store) -> Option<Store> {
    let sketch = Rc::clone(shown(store)?);
    let mut state = store.clone();
    state.run.trace = sketch;
    (state.player.at, state.branches.beside, state.front.welcomes, state.player.playing) = (0, None, false, false);
    (state.selection.pod, state.selection.node, state.front.menu) = (None, None, None);
    state.run.loaded = Rc::default();
    state.course.taken = None;
    Some(state)
}

/// Says what it is.
pub fn told(view: &mut View) {
    let (nodes, pods) = (view.frame.nodes.len(), view.frame.pods.len());
    let lang = view.store.lang;
    let text = match &view.store.reading.now {
        Some(_) => lang.sketched(nodes, pods),
        None => lang.care().sketch_ready.to_owned(),
    };
    view.story = (lang.care().sketch.to_owned(), text).into();
    view.around = [None, None];
}

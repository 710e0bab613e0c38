//! A preview of files while they are read, until their run begins: the nodes and pods found so far.
//!
//! It is no run: nothing is scheduled in it, so all that moves a playhead is off.

use std::rc::Rc;

use api::Millis;
use imports::dump::PreviewObject;
use runlog::{Event, EventKind};
use trace::steps::{Moment, Step};

use super::ImportState;
use crate::{run::Status, run_view::RunView, store::Store};

impl ImportState {
    /// Adds what was found.
    pub fn add_to_preview(&mut self, objects: Vec<PreviewObject>) {
        if objects.is_empty() {
            return;
        }
        let mut trace = self.preview.take().map_or_else(Default::default, |sketch| Rc::unwrap_or_clone(sketch).trace);
        trace.extend(objects.into_iter().map(|objects| {
            let event_kind = match objects {
                PreviewObject::Node(node) => EventKind::NodeAdded(node),
                PreviewObject::Pod(pod) => EventKind::PodCreated { pod, by: "".into(), dropped_group: None },
            };
            Event { at: Millis::ZERO, what: event_kind }
        }));
        let moment = Moment { events: trace.events().len(), step: Step::Start, dwell: 0 };
        self.preview = Some(Rc::new(RunView { trace, moments: vec![moment], is_preview: true, ..RunView::default() }));
    }
}

/// What is to be drawn in the place of the run: only where files are opened, and nothing of their run is there.
fn preview_to_draw(store: &Store) -> Option<&Rc<RunView>> {
    let sketch = store.import.preview.as_ref()?;
    let reads = store.import.current.as_ref().is_some_and(|current_import| !current_import.is_append);
    let prepares = || store.run.status == Status::Working && store.run.view.moments.is_empty();
    (reads || store.import.current.is_none() && prepares()).then_some(sketch)
}

/// Whether the picture is that of files which are read, not of a run.
pub fn is_preview(store: &Store) -> bool {
    preview_to_draw(store).is_some()
}

/// The state to draw while files are read.
pub fn preview_store(store: &Store) -> Option<Store> {
    let sketch = Rc::clone(preview_to_draw(store)?);
    let mut state = store.clone();
    state.run.view = sketch;
    (state.player.moment, state.branches.compared, state.overlays.is_welcome_open, state.player.is_playing) =
        (0, None, false, false);
    (state.selection.pod, state.selection.node, state.overlays.menu) = (None, None, None);
    state.run.manifest_summary = Rc::default();
    state.lesson.current = None;
    Some(state)
}

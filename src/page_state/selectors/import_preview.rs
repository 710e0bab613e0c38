//! What is drawn in the place of the run while files are read.

use std::rc::Rc;

use crate::{run::Status, run_view::RunView, store::Store};

/// What is to be drawn in the place of the run: only where files are opened, and nothing of their run is there.
fn preview_to_draw(store: &Store) -> Option<&Rc<RunView>> {
    let sketch = store.import.preview.as_ref()?;
    let reads = store.import.is_replacing();
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

//! The preview that replaces the run during an import.

use std::rc::Rc;

use crate::{run::Status, run_view::RunView, store::Store};

/// The preview to draw instead of the run: during an import that replaces the manifest, until its run has events.
fn preview_to_draw(store: &Store) -> Option<&Rc<RunView>> {
    let sketch = store.import.preview.as_ref()?;
    let reads = store.import.is_replacing();
    let prepares = || store.run.status == Status::Working && store.run.view.moments.is_empty();
    (reads || store.import.current.is_none() && prepares()).then_some(sketch)
}

/// Whether the page shows the preview of an import instead of a run.
pub fn is_preview(store: &Store) -> bool {
    preview_to_draw(store).is_some()
}

/// The state to draw during an import.
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

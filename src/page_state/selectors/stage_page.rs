//! Pages of the inspector whose picture has the place of the stage's.

use crate::{panels::InspectorPage, selectors::spoiler_guard, store::Store};

/// Whether the open page has a picture of its own in place of the stage's. Of two compared runs only the river shows both.
pub fn replaces_stage(store: &Store) -> bool {
    let is_single = store.branches.compared.is_none();
    match store.inspector.page {
        InspectorPage::Field | InspectorPage::River => is_single && !spoiler_guard::has_open_question(store),
        _ => false,
    }
}

/// Whether the stage shows the river of two compared runs.
pub fn compares_rivers(store: &Store) -> bool {
    store.inspector.page == InspectorPage::River && store.branches.compared.is_some()
}

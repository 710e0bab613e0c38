//! When a chunk is needed: its place on the page is seen, or is going to be.

use stage::scene::stage_model::MAX_CARDS;

use crate::{
    chunk::Chunk,
    inspector::chunk_need,
    lesson::{prediction, task},
    panes::InspectorPage,
    recovery::PageNotice,
    run::Status,
    store::Store,
};

/// Whether a chunk is needed now.
pub fn is_needed(store: &Store, chunk: Chunk) -> bool {
    match chunk {
        Chunk::Building => {
            let unread = store.recovery.notices.iter().any(|notice| matches!(notice, PageNotice::UnreadableFiles(..)));
            is_editing(store) || store.overlays.menu.is_some() || task::is_count_needed(store) || unread
        }
        Chunk::Configuring => is_editing(store) && store.builder.has_config_form(),
        Chunk::Sharing => {
            let codes = store.overlays.is_presenting && !store.share.is_embedded && prediction::is_unanswered(store);
            let away = store.share.is_embedded && is_idle(store);
            store.share.is_open || store.share.is_handout_open || codes || away
        }
        Chunk::Source => is_page_open(store, InspectorPage::Source),
        Chunk::Supposing => is_page_open(store, InspectorPage::WhatIf),
        Chunk::Commanding => store.overlays.is_command_search_open,
        // It reads lessons, marks terms, and draws what there is to open.
        Chunk::Teaching => {
            is_idle(store)
                || store.gallery.is_open
                || store.lesson.loading_name.is_some()
                || store.lesson.current.is_some()
                || prediction::shown_question(store).is_some()
        }
        Chunk::Inspecting => is_idle(store) || chunk_need::is_inspecting_needed(store),
        Chunk::Devices => store.run.manifest_summary.claims,
        Chunk::Mapping => has_many_nodes(store),
        // The language changes when it is there: see `chunks::load_chinese`.
        Chunk::Chinese => false,
    }
}

/// Whether the nodes of a run, or of files that are read, are ever too many for cards.
fn has_many_nodes(store: &Store) -> bool {
    let branches = store.branches.branches.iter().map(|branch| &branch.view);
    let mut shown = branches.chain(&store.import.preview).chain([&store.run.view]);
    shown.any(|run_view| run_view.trace.most_nodes() > MAX_CARDS)
}

/// Whether the text or a form is seen.
fn is_editing(store: &Store) -> bool {
    (store.overlays.is_editor_open && !store.overlays.is_presenting) || store.is_editing()
}

/// Whether a page of the inspector is seen.
fn is_page_open(store: &Store, page: InspectorPage) -> bool {
    store.inspector.page == page && !store.inspector.is_folded && !store.overlays.is_presenting
}

/// Once the page and the run are there some chunks come by themselves. Inside of another page they wait until nothing plays.
fn is_idle(store: &Store) -> bool {
    store.overlays.is_revealed
        && store.run.status == Status::Done
        && !(store.share.is_embedded && store.player.is_playing)
}

#[cfg(test)]
mod tests {
    use super::{Chunk, Status, Store, is_needed};
    use crate::{overlays::OverlayMsg, store::Action, update::reduce};

    #[test]
    fn what_comes_by_itself_waits_until_the_page_is_seen() {
        let mut store = Store::default();
        store.inspector.is_folded = true;
        store.run.status = Status::Done;
        let by_itself = [Chunk::Teaching, Chunk::Inspecting];
        assert!(by_itself.iter().all(|chunk| !is_needed(&store, *chunk)));
        let (revealed_store, _) = reduce(&store, Action::Overlays(OverlayMsg::PageRevealed));
        assert!(by_itself.iter().all(|chunk| is_needed(&revealed_store, *chunk)));
        assert!(!is_needed(&Store { run: crate::run::RunState::default(), ..revealed_store }, Chunk::Teaching));
    }
}

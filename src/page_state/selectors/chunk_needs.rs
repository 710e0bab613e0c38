//! Decides when a chunk is needed: when a part of the page that it draws is or will be visible.

use scene::stage_model::MAX_CARDS;
use trace::steps::Step;

use crate::{
    actions::recovery::PageNotice,
    chunk::Chunk,
    panels::InspectorPage,
    run::Status,
    selectors::{lessons, predictions, stage_page},
    store::Store,
};

/// Whether the chunk `Editing` is needed now.
pub fn is_editing_needed(store: &Store) -> bool {
    let has_unreadable = store.recovery.notices.iter().any(|notice| matches!(notice, PageNotice::UnreadableFiles(..)));
    is_panel_needed(store, Chunk::Editing)
        || store.overlays.is_editor_open && !store.overlays.is_presenting
        || store.overlays.menu.is_some()
        || lessons::is_count_needed(store)
        || has_unreadable
        || store.share.is_open
        || store.share.is_handout_open
        || store.classroom.page.is_some()
        || store.live_cluster.is_visible()
        || store.classroom.has_saved_course
        || store.classroom.saved.course.is_some()
        || is_at_lesson_end(store)
}

/// Whether the chunk `Study` is needed now. It is always fetched once the page and the run are complete.
pub fn is_study_needed(store: &Store) -> bool {
    is_idle(store)
        || store.overlays.is_command_search_open
        || store.overlays.is_help_open
        || store.gallery.is_open
        || store.lesson.loading_name.is_some()
        || store.lesson.current.is_some()
        || predictions::shown_question(store).is_some()
        || is_inspecting_needed(store)
        || stage_page::replaces_stage(store)
        || is_scoring_shown(store)
        || store.run.manifest_summary.claims
        || store.run.manifest_summary.gangs == Some(true)
        || !store.branches.branches.is_empty()
        || has_many_nodes(store)
}

/// Whether any visible run or preview has too many nodes for cards at some point.
pub fn has_many_nodes(store: &Store) -> bool {
    let branches = store.branches.branches.iter().map(|branch| &branch.view);
    let mut shown = branches.chain(&store.import.preview).chain([&store.run.view]);
    shown.any(|run_view| run_view.trace.most_nodes() > MAX_CARDS)
}

/// Whether the stage shows scores, which the chunk `Study` draws.
pub fn is_scoring_shown(store: &Store) -> bool {
    store.moment().is_some_and(|moment| matches!(moment.step, Step::Score(_) | Step::Select))
}

/// Whether a lesson is finished, so that its result can be submitted.
fn is_at_lesson_end(store: &Store) -> bool {
    store.lesson.current.as_ref().is_some_and(|progress| progress.current_step().is_none())
}

/// Whether the inspector, the console or a comparison needs the chunk `Study`.
pub fn is_inspecting_needed(store: &Store) -> bool {
    is_panel_needed(store, Chunk::Study)
        || is_attempt_step_shown(store)
        || store.console.is_open && !store.overlays.is_presenting
        || store.branches.compared.is_some()
}

/// Whether the inspector shows a page of this chunk.
fn is_panel_needed(store: &Store, chunk: Chunk) -> bool {
    is_inspector_shown(store) && store.inspector.page.panel().chunk == Some(chunk)
}

fn is_inspector_shown(store: &Store) -> bool {
    !store.inspector.is_folded && !store.overlays.is_presenting
}

/// Whether the page `Now` shows a step of an attempt, which the chunk `Study` draws.
fn is_attempt_step_shown(store: &Store) -> bool {
    let is_event = |step: Step| matches!(step, Step::Start | Step::Event | Step::Point(_));
    is_inspector_shown(store)
        && store.inspector.page == InspectorPage::Now
        && store.moment().is_some_and(|moment| !is_event(moment.step))
}

/// Whether the page and the run are complete, so that chunks can be prefetched. An embedded page waits until playback stops.
fn is_idle(store: &Store) -> bool {
    store.overlays.is_revealed
        && store.run.status == Status::Done
        && !(store.share.is_embedded && store.player.is_playing)
}

#[cfg(test)]
mod tests {
    use super::{Status, Store, is_editing_needed, is_study_needed};
    use crate::{actions::Action, overlays::OverlayMsg, update::reduce};

    #[test]
    fn prefetching_waits_until_the_page_is_revealed() {
        let mut store = Store::with_all_chunks();
        store.inspector.is_folded = true;
        store.run.status = Status::Done;
        assert!(!is_study_needed(&store));
        let (revealed_store, _) = reduce(&store, Action::Overlays(OverlayMsg::PageRevealed));
        assert!(is_study_needed(&revealed_store) && !is_editing_needed(&revealed_store));
        assert!(!is_study_needed(&Store { run: crate::run::RunState::default(), ..revealed_store }));
    }
}

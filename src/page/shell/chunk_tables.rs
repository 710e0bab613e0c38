//! The entry points of each chunk. Only the split points of the program (`src/web/page.rs`) and native programs may name these tables: any other
//! reference would link the chunk into the initial download.

use std::rc::Rc;

use page_state::{
    panels::InspectorPage,
    update::chunks::{EDITING_UPDATES, STUDY_UPDATES},
};
use scene::group_model::GroupScene;
use stage::{
    devices::rack,
    draw::{group_band, queue_scene, ruling, scores, zones},
};
use trace::compare;
use wasm_bindgen_futures::spawn_local;
use yew::html;

pub use crate::view::{Editing, Study};
use crate::{
    effects::{classroom, cluster_requests, files, folder, text_link},
    features::{
        classroom::{hand_in, sheet},
        commands::{help, view::CommandSearch},
        comparison::{
            fork_line::{self, ForkLine},
            side_by_side,
        },
        console::view::{Console, console_slices},
        editor,
        field::{self, view::FieldView},
        gallery::Gallery,
        inspector::{self, activity},
        intro_loop::IntroLoop,
        lesson::{question, terms, view as lesson},
        live_cluster::{note, sheet::ClusterSheet},
        player::drain_clock::DrainClock,
        presenter::Presenter,
        river::{self, view::RiverView},
        share::{embed_exit::EmbedExit, handout, share_options, view::ShareSheet},
        stage::{
            group_body, group_phases, node_map,
            phase_strip::{self, PhaseStrip},
            queue_stage,
        },
        stage_editor::{edit_page, invitation, menu::ContextMenu},
        timeline::lanes,
    },
    view::{Props, dirty, memo_view},
};

/// The entry points for editing manifests and for sharing.
pub static EDITING: Editing = Editing {
    updates: &EDITING_UPDATES,
    draw_editor: |view, dispatch| {
        memo_view(editor::view::draw_editor, editor::view::editor_slices(&view.store), view, dispatch)
    },
    draw_edit_page: edit_page::draw_edit_page,
    draw_invitation: invitation::draw_invitation,
    draw_menu: |view, dispatch| html! { <ContextMenu view={Rc::clone(view)} dispatch={dispatch.clone()} /> },
    draw_unreadable: editor::view::draw_unreadable,
    draw_share_sheet: |view, dispatch| html! { <ShareSheet ..Props::with_slices(dirty::ALL, view, dispatch) /> },
    draw_handout: handout::draw_handout,
    import_folders: |entries, is_append, dispatch| {
        let dispatch = dispatch.clone();
        spawn_local(async move { files::import_files(folder::collect_files(entries).await, is_append, &dispatch) });
    },
    open_files: files::open_files,
    copy_text_link: text_link::copy_link,
    draw_classroom: sheet::draw_classroom,
    draw_hand_in: hand_in::draw_hand_in,
    run_classroom_effect: classroom::run_classroom_effect,
    draw_cluster_sheet: |view, dispatch| {
        html! { <ClusterSheet ..Props::with_slices(dirty::ALL, view, dispatch) /> }
    },
    draw_cluster_note: note::draw_note,
    run_cluster_effect: cluster_requests::run_cluster_effect,
    open_text_link: text_link::open_link,
};

/// The entry points for analyzing a run and for lessons.
pub static STUDY: Study = Study {
    updates: &STUDY_UPDATES,
    draw_lesson: lesson::draw_teacher,
    draw_question: question::draw_prediction,
    draw_term: terms::draw_definition,
    mark_terms: terms::mark_terms,
    draw_gallery: |view, dispatch| html! { <Gallery ..Props::with_slices(dirty::ALL, view, dispatch) /> },
    draw_lanes: lanes::draw_lanes,
    draw_activity: |view, dispatch| activity::draw_activity(view, dispatch),
    draw_console: |view, dispatch| {
        html! { <Console ..Props::with_slices(console_slices(&view.store), view, dispatch) /> }
    },
    draw_fork_line: |view, dispatch| {
        html! { <ForkLine ..Props::with_slices(fork_line::SLICES, view, dispatch) /> }
    },
    draw_side_by_side: side_by_side::draw_compared_stages,
    draw_inspector_page: inspector::draw_page,
    draw_stage_page: |view, dispatch| match view.store.inspector.page {
        InspectorPage::River => html! { <RiverView ..Props::with_slices(river::view::SLICES, view, dispatch) /> },
        _ => html! { <FieldView ..Props::with_slices(field::view::SLICES, view, dispatch) /> },
    },
    draw_field_narration: field::narration::draw_narration,
    draw_commands: |view, dispatch| html! { <CommandSearch ..Props::with_slices(dirty::ALL, view, dispatch) /> },
    draw_help: help::draw_help,
    draw_phases: |view, dispatch| {
        let strip = || html! { <PhaseStrip ..Props::with_slices(phase_strip::SLICES, view, dispatch) /> };
        group_phases::draw_group_phases(view).unwrap_or_else(strip)
    },
    draw_presenter: |view, dispatch| html! { <Presenter ..Props::with_slices(dirty::ALL, view, dispatch) /> },
    draw_intro_loop: |view, dispatch| html! { <IntroLoop ..Props::with_slices(dirty::ALL, view, dispatch) /> },
    draw_drain_clock: |view, dispatch| html! { <DrainClock ..Props::with_slices(dirty::ALL, view, dispatch) /> },
    draw_map: |view, dispatch| {
        html! { <node_map::NodeMap ..Props::with_slices(node_map::SLICES, view, dispatch) /> }
    },
    draw_quiz_code: share_options::draw_quiz_code,
    draw_embed_exit: |view, dispatch| html! { <EmbedExit ..Props::with_slices(dirty::ALL, view, dispatch) /> },
    draw_devices: rack::draw_rack,
    draw_ruling: ruling::draw_ruling,
    draw_scores: scores::draw_scores,
    draw_group: group_band::draw_group,
    draw_queue: queue_scene::draw_queue,
    find_queue: queue_stage::find_queue,
    draw_zones: zones::draw_zones,
    find_group: GroupScene::at_moment,
    list_groups: group_body::list_groups,
    pair_views: side_by_side::pair_views,
    diff_clusters: compare::diff_clusters,
};

/// All chunks, for native programs.
#[cfg(any(test, feature = "prerender"))]
pub(crate) const ALL: crate::view::LoadedChunks =
    crate::view::LoadedChunks { editing: Some(&EDITING), study: Some(&STUDY) };

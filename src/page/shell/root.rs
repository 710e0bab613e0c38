//! The root component: the whole page from its parts.

use std::rc::Rc;

use page_state::{
    actions::{Action, gallery::GalleryMsg, live_cluster::ClusterMsg, share::ShareMsg},
    overlays::{OverlayMsg, Toast},
    selectors::{field_case::is_field_shown, predictions, spoiler_guard, stage_page},
    store::Store,
};
use scene::stage_model::StageModel;
use ui::{callback::on_action, memo::ByIdentity};
use yew::{Callback, Html, classes, component, html, use_memo};

use crate::{
    features::{
        console::line::{self as console_line, ConsoleLine},
        import::{drop_zones, note as reading},
        inspector::view as inspector,
        player::{narrator, view as player},
        recovery::view as recovery,
        share::embed_exit,
        stage::{queues, stage_picture, stage_view},
        stage_editor::menu,
        welcome,
    },
    page_metadata,
    shell::header,
    view::{
        PagePiece, Props, View,
        chunk_views::{LoadingFrame, draw_editing, draw_study},
        memo_view,
    },
};

/// The page. At the start it has only some of its pieces.
#[component]
pub(crate) fn Root(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props.clone();
    let store = &view.store;
    let class = classes!(
        "page",
        (store.overlays.is_editor_open && !store.overlays.is_presenting).then_some("with-editor"),
        store.inspector.is_folded.then_some("folded"),
        store.console.is_open.then_some("with-console"),
        store.overlays.is_group_sheet_open.then_some("with-group"),
        (store.run.manifest_summary.gangs == Some(true)).then_some("with-gangs"),
        store.overlays.is_presenting.then_some("presents"),
        view.compared.is_some().then_some("compares"),
        store.lesson.current.is_some().then_some("taught"),
        spoiler_guard::has_open_question(store).then_some("asks"),
        predictions::shown_question(store).is_some().then_some("asked"),
        store.share.is_handout_open.then_some("hands-out"),
        store.run.view.is_preview.then_some("sketched"),
        spoiler_guard::is_hiding(store).then_some("predicts"),
        store.is_intro().then_some("intro"),
    );
    // Of the selection, only the resource changes the model. A group is included once the chunk that finds it is loaded.
    let missing_parts =
        (ByIdentity(view.frame.clone()), ByIdentity(view.profile.clone()), view.attempt.clone().map(ByIdentity));
    let single = view.compared.is_none() && view.has_piece(PagePiece::Model);
    let has_study = view.chunks.study.is_some();
    let hints = store.answer_cache.latest_hints().cloned();
    let dependencies =
        (view.moment, view.step, single, missing_parts, store.selection.measure.clone(), has_study, hints);
    // Two compared runs build their own models.
    let stage = use_memo(
        dependencies,
        |(_, _, single, ..)| if *single { stage_picture::stage_model(&view) } else { StageModel::default() },
    );
    let (view, dispatch) = (&view, &dispatch);
    html! {
        <div {class}>
            <a class="skip" href="#player">{ view.words.skip }</a>
            if view.has_piece(PagePiece::Header) { { memo_view(header::draw_header, header::SLICES, view, dispatch) } }
            if view.has_piece(PagePiece::Narration) { { draw_narration(view, dispatch) } }
            if store.share.is_embedded { { draw_embed_exit(view, dispatch) } }
            if store.overlays.is_editor_open && !store.overlays.is_presenting && view.has_piece(PagePiece::Overlays) { { draw_editing(view, dispatch, LoadingFrame::Editor, |editing| (editing.draw_editor)(view, dispatch)) } }
            <main id="stage" aria-label={store.share.is_embedded.then(|| view.title().to_owned())} inert={store.run.view.is_preview} class={if store.is_fast() { "stage quick" } else { "stage" }} oncontextmenu={(!store.share.is_embedded).then(|| menu::on_context_menu(dispatch))}>
                if view.compared.is_some() {
                    { draw_study(view, dispatch, LoadingFrame::Bare, |study| (study.draw_side_by_side)(view, dispatch)) }
                } else {
                    <div class="centre">
                        if view.has_piece(PagePiece::StageBar) {
                            <div class="above">{ draw_phases(view, dispatch) }{ draw_study(view, dispatch, LoadingFrame::Hidden, |study| (study.draw_fork_line)(view, dispatch)) }{ stage_view::draw_measure_choice(view, dispatch) }</div>
                            { menu::draw_menu_button(view, dispatch) }
                            { menu::draw_class_targets(view) }
                        }
                        if stage_page::replaces_stage(store) { { draw_study(view, dispatch, LoadingFrame::Bare, |study| (study.draw_stage_page)(view, dispatch)) } }
                        else if view.has_piece(PagePiece::Scene) { { stage_view::draw_stage_view(&stage_view::StageProps { view: view.clone(), stage: stage.clone(), dispatch: dispatch.clone(), slices: stage_view::SLICES }) } }
                    </div>
                    // It comes after the stage, although it is beside it on a large screen: below the stage on a small screen, nothing moves while
                    // the user reads.
                    <div class="side">
                        if view.has_piece(PagePiece::SidePanel) {
                            <queues::Queues {view} {dispatch} stage={stage.clone()} slices={queues::SLICES} />
                            { stage_view::draw_budgets(view, &stage, dispatch) }
                            { stage_view::draw_zones(view, &stage, dispatch) }
                        }
                    </div>
                }
            </main>
            if !store.overlays.is_presenting && view.has_piece(PagePiece::Inspector) { { memo_view(inspector::draw_inspector, inspector::inspector_slices(store), view, dispatch) } }
            if is_cluster_visible(store) { { draw_editing(view, dispatch, LoadingFrame::Hidden, |editing| (editing.draw_cluster_note)(view, dispatch)) } }
            if view.has_piece(PagePiece::Player) { <player::Player ..Props::with_slices(player::SLICES, view, dispatch) /> }
            if view.has_piece(PagePiece::Overlays) { { draw_overlays(view, dispatch) } }
        </div>
    }
}

/// Whether a cluster is being read, or one is open.
fn is_cluster_visible(store: &Store) -> bool {
    let is_open = store.live_cluster.opened.is_some() && !store.run.view.is_preview && !store.overlays.is_presenting;
    store.import.current.as_ref().map_or(is_open, |import| import.is_cluster)
}

/// The phases of a cycle: plain text, or buttons once the chunk is loaded.
fn draw_phases(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    match view.chunks.study {
        Some(study) => (study.draw_phases)(view, dispatch),
        None => queues::draw_phases(view),
    }
}

/// The narrator, or a lesson or question in its place.
fn draw_narration(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let store = &view.store;
    if store.lesson.current.is_some() {
        draw_study(view, dispatch, LoadingFrame::Narrator, |study| (study.draw_lesson)(view, dispatch))
    } else if predictions::shown_question(store).is_some() {
        draw_study(view, dispatch, LoadingFrame::Narrator, |study| (study.draw_question)(view, dispatch))
    } else if is_field_shown(store) {
        draw_study(view, dispatch, LoadingFrame::Narrator, |study| (study.draw_field_narration)(view, dispatch))
    } else if store.overlays.is_welcome_open {
        welcome::draw_welcome(view, dispatch)
    } else {
        html! { <narrator::Narrator ..Props::with_slices(narrator::SLICES, view, dispatch) /> }
    }
}

/// Everything that opens above or beside the page. A link may open the sheet for teachers before the page is in the document, where browsers open
/// no dialog: it waits until the page is visible.
fn draw_overlays(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let store = &view.store;
    html! {
        <>
            if !store.overlays.is_presenting && !spoiler_guard::has_open_question(store) { { draw_console(view, dispatch) } }
            { draw_toast(view) }
            if store.overlays.menu.is_some() { { draw_editing(view, dispatch, LoadingFrame::Menu, |editing| (editing.draw_menu)(view, dispatch)) } }
            if store.lesson.open_term.is_some() { { draw_study(view, dispatch, LoadingFrame::Hidden, |study| (study.draw_term)(view, dispatch)) } }
            { recovery::draw_notices(view, dispatch, reading::draw_import_note(view, dispatch)) }
            { drop_zones::draw_drop_zones(view) }
            if store.overlays.is_help_open { { draw_study(view, dispatch, LoadingFrame::Dialog(view.words.keys, on_action(dispatch, Action::Overlays(OverlayMsg::SetHelpOpen(false)))), |study| (study.draw_help)(view, dispatch)) } }
            if store.player.is_playing { { draw_study(view, dispatch, LoadingFrame::Hidden, |study| (study.draw_drain_clock)(view, dispatch)) } }
            if store.overlays.is_presenting && !store.share.is_embedded { { draw_study(view, dispatch, LoadingFrame::Hidden, |study| (study.draw_presenter)(view, dispatch)) } }
            if store.overlays.is_command_search_open { { draw_study(view, dispatch, LoadingFrame::Dialog(view.words.all_commands, on_action(dispatch, Action::Overlays(OverlayMsg::SetCommandsOpen(false)))), |study| (study.draw_commands)(view, dispatch)) } }
            if store.overlays.is_revealed && (store.classroom.page.is_some() || store.classroom.saved.course.is_some()) { { draw_editing(view, dispatch, LoadingFrame::Hidden, |editing| (editing.draw_classroom)(view, dispatch)) } }
            if store.overlays.is_revealed && store.live_cluster.is_open { { draw_editing(view, dispatch, LoadingFrame::Dialog(view.words.examples, on_action(dispatch, Action::from(ClusterMsg::Close))), |editing| (editing.draw_cluster_sheet)(view, dispatch)) } }
            if store.share.is_handout_open { { draw_editing(view, dispatch, LoadingFrame::Bare, |editing| (editing.draw_handout)(view, dispatch)) } }
            if store.share.is_open { { draw_editing(view, dispatch, LoadingFrame::Dialog(store.lang.share_labels().title, on_action(dispatch, Action::Share(ShareMsg::SetSheetOpen(false)))), |editing| (editing.draw_share_sheet)(view, dispatch)) } }
            if store.gallery.is_open { { draw_study(view, dispatch, LoadingFrame::Dialog(view.words.examples, on_action(dispatch, Action::Gallery(GalleryMsg::SetOpen(false)))), |study| (study.draw_gallery)(view, dispatch)) } }
        </>
    }
}

/// The console; while it is closed, its line needs no chunk.
fn draw_console(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    if view.chunks.study.is_none() && !view.store.console.is_open {
        return html! { <ConsoleLine ..Props::with_slices(console_line::SLICES, view, dispatch) /> };
    }
    draw_study(view, dispatch, LoadingFrame::Console, |study| (study.draw_console)(view, dispatch))
}

/// The link out of an embedded page; while the chunk isn't loaded, it leads to the site's start.
fn draw_embed_exit(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    match view.chunks.study {
        Some(study) => (study.draw_embed_exit)(view, dispatch),
        None => embed_exit::draw_exit(view, page_metadata::file_address("")),
    }
}

fn draw_toast(view: &View) -> Html {
    let (labels, timeline_labels) = (view.words, view.store.lang.timeline_labels());
    let text = view.store.overlays.toast.map_or("", |toast| match toast {
        Toast::LinkCopied => labels.copied,
        Toast::ResultLinkCopied => labels.result_link_copied,
        Toast::TextCopied => timeline_labels.text_copied,
        Toast::ClipboardRefused => timeline_labels.refused,
        Toast::TextTooLong => labels.too_long,
        Toast::OwnedByWorkload => view.store.lang.stage_edit_labels().of_workload,
        Toast::NoNamesReplaced => view.store.lang.share_labels().no_names,
        Toast::PictureUnsupported => view.store.lang.share_labels().no_picture,
        Toast::StillReading => view.store.lang.notice_labels().still_reading,
        Toast::NotInText => view.store.lang.stage_edit_labels().not_in_text,
        Toast::LanguageFailed => labels.no_language,
        Toast::PredictionsOn => view.store.lang.lesson_labels().predicts,
        Toast::NothingToPredict => view.store.lang.lesson_labels().nothing_to_predict,
    });
    let class = if text.is_empty() { "toast" } else { "toast shown" };
    html! { <div {class} role="status">{ text }</div> }
}

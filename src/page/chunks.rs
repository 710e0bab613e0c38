//! Chunks: parts of the program that are fetched when they are first needed. The page starts without them.
//!
//! A chunk is a split point in `src/web/page.rs`: whatever only it can reach is linked into a file of its own. So nothing outside of
//! this file may call what belongs to a chunk: it is requested by an action or by a place on the page. Until a chunk is loaded, an
//! action waits for it, and its place says that it is loading.
//!
//! The page has eleven chunks. `building` is all that reads and changes texts: builder, editor, building on the stage,
//! and with them the YAML reader. `configuring` has the forms of documents about the scheduler; it comes when one of
//! them is chosen, and `building` makes the edits. `sharing` is what the share sheet holds: the QR code, all files that
//! are made in the page, and links that hold a text, there and back. `source` tells of the scheduler's functions.
//! `teaching` reads and draws lessons, and draws questions, terms, the gallery and the lanes of the timeline.
//! `inspecting` looks closer at a run: the inspector's pages behind the filters, the open console, two runs side by
//! side. These two come by themselves once a run is there. `supposing` tries what would have happened. `commanding`
//! searches all commands. `chinese` is all that the page says in 中文 without other chunks: the language changes when it
//! is there, and a page that comes up in it waits for it (`i18n::hold_language`). `devices` shows devices and claims for them,
//! and comes with a text that has any; `mapping` shows more nodes than the stage has room for. `page/chunks` is the only
//! way to them, by an action or by a place on the page. An action of a chunk waits until it is loaded; its place
//! says that it is loading, or that it did not, with a way to try again.

use std::{cell::Cell, future::Future, pin::Pin, rc::Rc};

use gloo::timers::future::TimeoutFuture;
use i18n::table::Language;
use stage::{
    devices::rack,
    draw::{
        draw_ctx::{DrawDevices, DrawRuling, LateDrawings},
        picture, ruling,
    },
};
use ui::callback::on_action;
use wasm_bindgen_futures::spawn_local;
use yew::{Callback, Html, MouseEvent, html};

pub use crate::chunk::Chunk;
use crate::{
    builder::{
        self, BuilderMsg,
        config_form::{ConfigEditRequest, ConfigEditResult, config_edit, config_view as form},
        files,
    },
    chunk::{ChunkMsg, LoadState},
    chunk_needs,
    commands::view::CommandSearch,
    comparison::{branches, side_by_side, what_if},
    console,
    devices::device_search,
    dirty, editor,
    followup::Followup,
    gallery::view as gallery,
    import::folder::{self, FileSystemEntry},
    inspector::{activity, pages, questions, source},
    lang::Lang,
    lesson::{LessonMsg, lesson_json, question, task, terms, view as lesson},
    overlays::OverlayMsg,
    recovery::{PageNotice, RecoveryMsg},
    settings::SettingsMsg,
    share::{ShareMsg, embed_exit, file_export, handout, handout_pictures, share_options, text_link, view as sheet},
    shared_actions::{BranchMsg, GalleryMsg},
    site,
    slot::ChunkSlot,
    stage::node_map,
    stage_edit::StageEdit,
    stage_editor::{self, menu},
    store::{Action, DeferredAction, Effect, Store},
    timeline::{lanes, ruler::TimelineCtx},
    view::{Props, View, memo_view},
};

/// What a chunk is asked for.
pub struct ChunkRequest<'a>(RequestKind<'a>);

enum RequestKind<'a> {
    Draw(ChunkSlot, &'a Rc<View>, &'a Callback<Action>),
    Lanes(&'a Rc<View>, &'a Callback<Action>, &'a Rc<TimelineCtx>),
    ApplyAction(&'a mut Store, Action),
    EditConfig(ConfigEditRequest<'a>),
    WalkFolders(Vec<FileSystemEntry>, bool, &'a Callback<Action>),
    CopyTextLink(&'a Store, &'a Callback<Action>),
    UnpackLink(&'a str, bool, &'a Callback<Action>),
    LoadLanguage,
    DrawDevices,
    DrawRulings,
}

/// What it answers.
pub struct ChunkResponse(ResponseKind);

enum ResponseKind {
    Drawing(Html),
    Lanes([Html; 2]),
    Followups(Vec<Followup>),
    Configuration(ConfigEditResult),
    Language(&'static dyn Language),
    DrawDevices(DrawDevices),
    DrawRulings(DrawRuling),
    /// It is not what this chunk is asked for.
    Nothing,
}

/// The chunk that reads and changes texts: the builder, the editor, building on the stage with its menus.
pub fn building(request: ChunkRequest<'_>) -> ChunkResponse {
    ChunkResponse(match request.0 {
        RequestKind::Draw(ChunkSlot::Editor, view, dispatch) => ResponseKind::Drawing(memo_view(
            editor::view::draw_editor,
            editor::view::editor_slices(&view.store),
            view,
            dispatch,
        )),
        RequestKind::Draw(ChunkSlot::Form, view, dispatch) => {
            ResponseKind::Drawing(stage_editor::edit_page::draw_edit_page(view, dispatch))
        }
        RequestKind::Draw(ChunkSlot::Menu, view, dispatch) => {
            ResponseKind::Drawing(html! { <menu::ContextMenu view={Rc::clone(view)} dispatch={dispatch.clone()} /> })
        }
        RequestKind::Draw(ChunkSlot::Unreadable(at), view, _) => {
            ResponseKind::Drawing(editor::view::draw_unreadable(view, at))
        }
        RequestKind::ApplyAction(Store { builder, lesson: course, run, player, .. }, action) => {
            ResponseKind::Followups(match action {
                Action::Builder(BuilderMsg::EditConfig(id, change)) => {
                    builder::object_edits::edit_config(builder, run, &id, change, apply_config_edit)
                }
                Action::Builder(build) => builder::object_edits::edit_objects(builder, run, build),
                Action::Stage(edit) => {
                    stage_editor::update::edit_stage(builder, run, run.events_at(player.moment), edit)
                }
                Action::Branches(BranchMsg::CompareConfiguration(label, text)) => {
                    vec![Followup::CompareText(label, branches::with_configuration(&run.text, &text))]
                }
                Action::Lesson(LessonMsg::CountChanges) => {
                    task::count_changes(course, run);
                    Vec::new()
                }
                _ => Vec::new(),
            })
        }
        RequestKind::WalkFolders(entries, add, dispatch) => {
            let dispatch = dispatch.clone();
            spawn_local(async move { files::import_files(folder::collect_files(entries).await, add, &dispatch) });
            ResponseKind::Followups(Vec::new())
        }
        _ => ResponseKind::Nothing,
    })
}

/// The chunk that has the forms of documents about the scheduler. The chunk `building` draws them within its own form, and makes the edits.
pub fn configuring(request: ChunkRequest<'_>) -> ChunkResponse {
    ChunkResponse(match request.0 {
        RequestKind::EditConfig(request) => ResponseKind::Configuration(config_edit::apply_config_edit(request)),
        RequestKind::Draw(_, view, dispatch) => ResponseKind::Drawing(form::draw_config_form(view, dispatch)),
        _ => ResponseKind::Nothing,
    })
}

/// The chunk that makes of what is seen what can be taken away, and opens links that hold a text.
pub fn sharing(request: ChunkRequest<'_>) -> ChunkResponse {
    ChunkResponse(match request.0 {
        RequestKind::Draw(ChunkSlot::QuizCode, view, dispatch) => {
            ResponseKind::Drawing(share_options::draw_quiz_code(view, dispatch))
        }
        RequestKind::Draw(ChunkSlot::HandOut, view, dispatch) => {
            ResponseKind::Drawing(handout::draw_handout(view, dispatch))
        }
        RequestKind::Draw(ChunkSlot::EmbedExit, view, dispatch) => {
            ResponseKind::Drawing(html! { <embed_exit::EmbedExit ..Props::with_slices(dirty::ALL, view, dispatch) /> })
        }
        RequestKind::CopyTextLink(store, dispatch) => {
            text_link::copy_link(store, dispatch);
            ResponseKind::Nothing
        }
        RequestKind::UnpackLink(link, or_first, dispatch) => {
            text_link::open_link(link, or_first, dispatch);
            ResponseKind::Nothing
        }
        RequestKind::Draw(_, view, dispatch) => {
            ResponseKind::Drawing(html! { <sheet::ShareSheet ..Props::with_slices(dirty::ALL, view, dispatch) /> })
        }
        RequestKind::ApplyAction(store, Action::Share(ShareMsg::SetHandoutOpen(true))) => {
            ResponseKind::Followups(handout_pictures::request_details(store))
        }
        RequestKind::ApplyAction(Store { share, run, lang, builder, .. }, Action::Share(share_msg)) => {
            ResponseKind::Followups(file_export::update_export(share, run, *lang, &builder.text, share_msg))
        }
        _ => ResponseKind::Nothing,
    })
}

/// The chunk that tells of the scheduler's functions.
pub fn source(request: ChunkRequest<'_>) -> ChunkResponse {
    ChunkResponse(match request.0 {
        RequestKind::Draw(_, view, dispatch) => ResponseKind::Drawing(source::draw_source(view, dispatch)),
        _ => ResponseKind::Nothing,
    })
}

/// The chunk that teaches: lessons, questions, terms of the glossary, the lanes of the timeline with the steps of an attempt, and what goes on
/// at a moment; and all that there is to open.
pub fn teaching(request: ChunkRequest<'_>) -> ChunkResponse {
    ChunkResponse(match request.0 {
        RequestKind::Draw(ChunkSlot::Lesson, view, dispatch) => {
            ResponseKind::Drawing(lesson::draw_teacher(view, dispatch))
        }
        RequestKind::Draw(ChunkSlot::Question, view, dispatch) => {
            ResponseKind::Drawing(question::draw_prediction(view, dispatch))
        }
        RequestKind::Draw(ChunkSlot::Activity, view, dispatch) => {
            ResponseKind::Drawing(activity::draw_activity(view, dispatch))
        }
        RequestKind::Draw(ChunkSlot::Gallery, view, dispatch) => {
            ResponseKind::Drawing(html! { <gallery::Gallery ..Props::with_slices(dirty::ALL, view, dispatch) /> })
        }
        RequestKind::Lanes(view, dispatch, ruler) => ResponseKind::Lanes(lanes::draw_lanes(view, dispatch, ruler)),
        RequestKind::Draw(_, view, dispatch) => ResponseKind::Drawing(terms::draw_definition(view, dispatch)),
        RequestKind::ApplyAction(Store { gallery, .. }, Action::Gallery(GalleryMsg::EntriesFetched(json))) => {
            crate::gallery::set_entries(gallery, &json);
            ResponseKind::Followups(Vec::new())
        }
        RequestKind::ApplyAction(Store { lesson: course, run, builder, .. }, Action::Lesson(lesson_msg)) => {
            ResponseKind::Followups(lesson_json::parse_lesson_json(course, run, &builder.text, lesson_msg))
        }
        _ => ResponseKind::Nothing,
    })
}

/// The chunk that looks closer at a run: what the inspector knows of an attempt, a pod and a node, the console, two runs side by side.
pub fn inspecting(request: ChunkRequest<'_>) -> ChunkResponse {
    ChunkResponse(match request.0 {
        RequestKind::Draw(ChunkSlot::Console, view, dispatch) => ResponseKind::Drawing(
            html! { <console::view::Console ..Props::with_slices(console::view::SLICES, view, dispatch) /> },
        ),
        RequestKind::Draw(ChunkSlot::SideBySide, view, dispatch) => {
            ResponseKind::Drawing(side_by_side::draw_compared_stages(view, dispatch))
        }
        RequestKind::Draw(ChunkSlot::RunQuestions, view, dispatch) => {
            ResponseKind::Drawing(questions::draw_run_questions(view, dispatch))
        }
        RequestKind::Draw(ChunkSlot::InspectorPage(page), view, dispatch) => {
            ResponseKind::Drawing(pages::draw_page(page, view, dispatch))
        }
        RequestKind::DrawRulings => ResponseKind::DrawRulings(ruling::draw_ruling),
        _ => ResponseKind::Nothing,
    })
}

/// The chunk that tries what would have happened.
pub fn supposing(request: ChunkRequest<'_>) -> ChunkResponse {
    ChunkResponse(match request.0 {
        RequestKind::Draw(_, view, dispatch) => ResponseKind::Drawing(what_if::draw_what_if(view, dispatch)),
        _ => ResponseKind::Nothing,
    })
}

/// The chunk that searches all commands.
pub fn commanding(request: ChunkRequest<'_>) -> ChunkResponse {
    ChunkResponse(match request.0 {
        RequestKind::Draw(_, view, dispatch) => {
            ResponseKind::Drawing(html! { <CommandSearch ..Props::with_slices(dirty::ALL, view, dispatch) /> })
        }
        _ => ResponseKind::Nothing,
    })
}

/// The chunk that speaks 中文.
pub fn chinese(request: ChunkRequest<'_>) -> ChunkResponse {
    ChunkResponse(match request.0 {
        RequestKind::LoadLanguage => ResponseKind::Language(i18n::chinese()),
        _ => ResponseKind::Nothing,
    })
}

/// The chunk that shows devices and claims for them.
pub fn devices(request: ChunkRequest<'_>) -> ChunkResponse {
    ChunkResponse(match request.0 {
        RequestKind::Draw(_, view, _) => ResponseKind::Drawing(device_search::draw_searches(view)),
        RequestKind::DrawDevices => ResponseKind::DrawDevices(rack::draw_rack),
        _ => ResponseKind::Nothing,
    })
}

/// The chunk that shows many nodes as a map.
pub fn mapping(request: ChunkRequest<'_>) -> ChunkResponse {
    ChunkResponse(match request.0 {
        RequestKind::Draw(_, view, dispatch) => ResponseKind::Drawing(
            html! { <node_map::NodeMap ..Props::with_slices(node_map::SLICES, view, dispatch) /> },
        ),
        _ => ResponseKind::Nothing,
    })
}

/// How the program gets at a chunk: the two ends of a split point.
#[derive(Clone, Copy)]
pub struct ChunkHandle {
    /// Fetches it, and tells whether it is there.
    pub fetch: fn() -> Pin<Box<dyn Future<Output = bool>>>,
    /// Asks it. It is there.
    pub request: fn(ChunkRequest<'_>) -> ChunkResponse,
}

thread_local! {
    static CHUNK_HANDLES: Cell<[Option<ChunkHandle>; Chunk::ALL.len()]> = const { Cell::new(INITIAL_HANDLES) };
}

/// Natively the program is one. In the page, naming the chunks here would link them in.
#[cfg(not(target_family = "wasm"))]
const INITIAL_HANDLES: [Option<ChunkHandle>; Chunk::ALL.len()] = [
    Some(linked_chunk(building)),
    Some(linked_chunk(configuring)),
    Some(linked_chunk(sharing)),
    Some(linked_chunk(source)),
    Some(linked_chunk(teaching)),
    Some(linked_chunk(inspecting)),
    Some(linked_chunk(supposing)),
    Some(linked_chunk(commanding)),
    Some(linked_chunk(chinese)),
    Some(linked_chunk(devices)),
    Some(linked_chunk(mapping)),
];
#[cfg(target_family = "wasm")]
const INITIAL_HANDLES: [Option<ChunkHandle>; Chunk::ALL.len()] = [None; Chunk::ALL.len()];

#[cfg(not(target_family = "wasm"))]
const fn linked_chunk(handle_request: fn(ChunkRequest<'_>) -> ChunkResponse) -> ChunkHandle {
    ChunkHandle { fetch: || Box::pin(async { true }), request: handle_request }
}

/// Registers the handle of a chunk.
pub fn provide_chunk(chunk: Chunk, reached: ChunkHandle) {
    let mut chunks = CHUNK_HANDLES.get();
    chunks[chunk as usize] = Some(reached);
    CHUNK_HANDLES.set(chunks);
}

fn chunk_handle(chunk: Chunk) -> Option<ChunkHandle> {
    CHUNK_HANDLES.get()[chunk as usize]
}

fn request_from(chunk: Chunk, request: ChunkRequest<'_>) -> Option<ResponseKind> {
    chunk_handle(chunk).map(|reached| (reached.request)(request).0)
}

/// Applies an action of a chunk, now or when it is loaded.
pub fn apply_or_fetch(store: &mut Store, chunk: Chunk, action: Action) -> Vec<Followup> {
    if store.load_state(chunk) == LoadState::Ready {
        return match request_from(chunk, ChunkRequest(RequestKind::ApplyAction(store, action))) {
            Some(ResponseKind::Followups(followups)) => followups,
            _ => Vec::new(),
        };
    }
    store.chunks[chunk as usize] = LoadState::Loading;
    vec![Effect::FetchChunk(chunk, Some(DeferredAction(Rc::new(action)))).into()]
}

/// What a document about the scheduler is after a change. Nothing where the chunk that knows is not there.
fn apply_config_edit(request: ConfigEditRequest<'_>) -> Option<ConfigEditResult> {
    match request_from(Chunk::Configuring, ChunkRequest(RequestKind::EditConfig(request))) {
        Some(ResponseKind::Configuration(configured)) => Some(configured),
        _ => None,
    }
}

/// Fetches the chunks that are needed.
pub fn fetch_needed(store: &mut Store, effects: &mut Vec<Effect>) {
    for chunk in Chunk::ALL {
        if store.load_state(chunk) == LoadState::NotNeeded && chunk_needs::is_needed(store, chunk) {
            store.chunks[chunk as usize] = LoadState::Loading;
            effects.push(Effect::FetchChunk(chunk, None));
        }
    }
}

/// Leaves the language as it was until the chunk that speaks the new one is there.
pub fn hold_language(previous_store: &Store, store: &mut Store, effects: &mut Vec<Effect>) {
    let load_state = store.load_state(Chunk::Chinese);
    if (previous_store.lang, store.lang) == (Lang::En, Lang::Zh) && load_state != LoadState::Ready {
        store.lang = previous_store.lang;
        if load_state != LoadState::Loading {
            store.chunks[Chunk::Chinese as usize] = LoadState::Loading;
            let again = DeferredAction(Rc::new(Action::Settings(SettingsMsg::SetLang(Lang::Zh))));
            effects.push(Effect::FetchChunk(Chunk::Chinese, Some(again)));
        }
    }
}

/// Fetches what speaks 中文, and tells whether it is there: the page comes up in that language.
pub(crate) async fn load_chinese() -> bool {
    let Some(reached) = chunk_handle(Chunk::Chinese) else { return false };
    let is_loaded = (reached.fetch)().await;
    if is_loaded
        && let Some(ResponseKind::Language(chinese)) =
            request_from(Chunk::Chinese, ChunkRequest(RequestKind::LoadLanguage))
    {
        i18n::set_chinese(chinese);
    }
    is_loaded
}

/// What loaded chunks draw in the picture.
pub(crate) fn late_drawings(store: &Store) -> LateDrawings {
    let devices = match store.load_state(Chunk::Devices) {
        LoadState::Ready => request_from(Chunk::Devices, ChunkRequest(RequestKind::DrawDevices)),
        _ => None,
    };
    let ruling = match store.load_state(Chunk::Inspecting) {
        LoadState::Ready => request_from(Chunk::Inspecting, ChunkRequest(RequestKind::DrawRulings)),
        LoadState::Failed => Some(ResponseKind::DrawRulings(picture::draw_missing_ruling)),
        _ => None,
    };
    LateDrawings {
        devices: if let Some(ResponseKind::DrawDevices(draw)) = devices { Some(draw) } else { None },
        ruling: if let Some(ResponseKind::DrawRulings(draw)) = ruling { Some(draw) } else { None },
    }
}

/// Fetches a chunk, then does what waits for it.
pub fn fetch_chunk(dispatch: &Callback<Action>, chunk: Chunk, deferred_action: Option<DeferredAction>) {
    fetch_chunk_then(dispatch, chunk, move |dispatch, is_loaded| match deferred_action {
        Some(DeferredAction(action)) if is_loaded => dispatch.emit((*action).clone()),
        // The language says so itself.
        Some(_) if chunk != Chunk::Chinese => lacks_part(dispatch),
        _ => {}
    });
}

/// Says that what was asked for cannot be done, as its chunk did not come.
fn lacks_part(dispatch: &Callback<Action>) {
    dispatch.emit(Action::Recovery(RecoveryMsg::AddNotice(PageNotice::PartNotFetched)));
}

/// Fetches a chunk for something that is not in the page's state; it is told whether the chunk is there.
fn fetch_chunk_then(
    dispatch: &Callback<Action>,
    chunk: Chunk,
    on_done: impl FnOnce(&Callback<Action>, bool) + 'static,
) {
    let Some(reached) = chunk_handle(chunk) else { return };
    let dispatch = dispatch.clone();
    spawn_local(async move {
        // Asking for a dozen files keeps a phone busy: each chunk has a task of its own.
        TimeoutFuture::new(0).await;
        let is_loaded = if chunk == Chunk::Chinese { load_chinese().await } else { (reached.fetch)().await };
        dispatch.emit(Action::Chunks(ChunkMsg::Loaded(chunk, is_loaded)));
        on_done(&dispatch, is_loaded);
    });
}

/// Opens what is in folders that were dropped, or adds it to the text, once the chunk that walks through them is there.
pub fn import_folders(dispatch: &Callback<Action>, entries: Vec<FileSystemEntry>, add: bool) {
    fetch_chunk_then(dispatch, Chunk::Building, move |dispatch, is_loaded| {
        if is_loaded {
            request_from(Chunk::Building, ChunkRequest(RequestKind::WalkFolders(entries, add, dispatch)));
        } else {
            lacks_part(dispatch);
        }
    });
}

/// Copies a link to what is shown, once the chunk that makes it is there.
pub fn copy_share_link(dispatch: &Callback<Action>, store: &Rc<Store>) {
    let store = Rc::clone(store);
    fetch_chunk_then(dispatch, Chunk::Sharing, move |dispatch, is_loaded| {
        if is_loaded {
            request_from(Chunk::Sharing, ChunkRequest(RequestKind::CopyTextLink(&store, dispatch)));
        } else {
            lacks_part(dispatch);
        }
    });
}

/// Opens the text that a link holds, once the chunk that unpacks it is there.
pub fn open_text_link(dispatch: &Callback<Action>, link: Rc<str>, or_first: bool) {
    fetch_chunk_then(dispatch, Chunk::Sharing, move |dispatch, is_loaded| {
        if is_loaded {
            request_from(Chunk::Sharing, ChunkRequest(RequestKind::UnpackLink(&link, or_first, dispatch)));
        } else {
            text_link::report_bad_link(PageNotice::LinkChunkFailed, or_first, dispatch);
        }
    });
}

/// The lanes below the axis of time, and what stands for them in the player.
pub(crate) fn draw_lanes(view: &Rc<View>, dispatch: &Callback<Action>, ruler: &Rc<TimelineCtx>) -> [Html; 2] {
    if view.store.load_state(ChunkSlot::Lanes.chunk()) == LoadState::Ready
        && let Some(ResponseKind::Lanes(lanes)) =
            request_from(ChunkSlot::Lanes.chunk(), ChunkRequest(RequestKind::Lanes(view, dispatch, ruler)))
    {
        return lanes;
    }
    // The axis stays.
    [
        html! { <div class="lanes">{ ruler.axis_html.clone() }{ draw_slot(ChunkSlot::Lanes, view, dispatch) }</div> },
        Html::default(),
    ]
}

/// A dialog that has only this to say yet; a click closes it.
fn draw_dialog(label: &'static str, close: Callback<MouseEvent>, html: Html) -> Html {
    html! { <div class="veil" onclick={close}><div class="dialog" role="dialog" aria-label={label}>{ html }</div></div> }
}

/// A place of a chunk, or what stands there until it has come.
pub fn draw_slot(slot: ChunkSlot, view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let (lang, chunk) = (view.store.lang, slot.chunk());
    let load_state = view.store.load_state(chunk);
    if load_state == LoadState::Ready {
        return match request_from(chunk, ChunkRequest(RequestKind::Draw(slot, view, dispatch))) {
            Some(ResponseKind::Drawing(drawn_html)) => drawn_html,
            _ => Html::default(),
        };
    }
    let failed = load_state == LoadState::Failed;
    let (loaded_text, did_not) = match chunk {
        Chunk::Building | Chunk::Configuring => (lang.notice_labels().part_comes, lang.notice_labels().part_failed),
        Chunk::Sharing => (lang.share_labels().comes, lang.share_labels().failed),
        Chunk::Source => (view.words.source_comes, view.words.source_failed),
        Chunk::Inspecting
        | Chunk::Teaching
        | Chunk::Supposing
        | Chunk::Commanding
        | Chunk::Chinese
        | Chunk::Devices
        | Chunk::Mapping => (lang.inspector_labels().part_comes, lang.inspector_labels().part_failed),
    };
    let again = {
        let dispatch = dispatch.clone();
        move |event: MouseEvent| {
            // A click on the veil around it would close what is waited for.
            event.stop_propagation();
            dispatch.emit(Action::Chunks(ChunkMsg::Retry(chunk)));
        }
    };
    let html = html! {
        <div class="coming" role="status">
            <p>{ if failed { did_not } else { loaded_text } }</p>
            if failed {
                <button type="button" class="plain" onclick={again}>{ lang.notice_labels().try_again }</button>
            }
        </div>
    };
    match slot {
        ChunkSlot::Console if !view.store.console.is_open => {
            html! { <console::line::ConsoleLine ..Props::with_slices(console::line::SLICES, view, dispatch) /> }
        }
        ChunkSlot::Console => {
            html! { <section class="console" aria-label={lang.timeline_labels().console}>{ html }</section> }
        }
        ChunkSlot::Editor => html! { <aside class="editor" aria-label={view.words.editor}>{ html }</aside> },
        ChunkSlot::Lesson | ChunkSlot::Question => {
            html! { <section id="narrator" class="story course">{ html }</section> }
        }
        ChunkSlot::Commands => draw_dialog(
            view.words.all_commands,
            on_action(dispatch, Action::Overlays(OverlayMsg::SetCommandsOpen(false))),
            html,
        ),
        ChunkSlot::Gallery => {
            draw_dialog(view.words.examples, on_action(dispatch, Action::Gallery(GalleryMsg::SetOpen(false))), html)
        }
        ChunkSlot::Sheet => draw_dialog(
            lang.share_labels().title,
            on_action(dispatch, Action::Share(ShareMsg::SetSheetOpen(false))),
            html,
        ),
        ChunkSlot::Menu => {
            html! { <div class="menu-veil" onclick={on_action(dispatch, Action::Stage(StageEdit::SetMenu(None)))}><div class="menu">{ html }</div></div> }
        }
        ChunkSlot::Form
        | ChunkSlot::ConfigForm
        | ChunkSlot::WhatIf
        | ChunkSlot::Source
        | ChunkSlot::HandOut
        | ChunkSlot::Lanes
        | ChunkSlot::Map
        | ChunkSlot::SideBySide
        | ChunkSlot::InspectorPage(_)
        | ChunkSlot::RunQuestions
        | ChunkSlot::DeviceSearches
        | ChunkSlot::Unreadable(_) => html,
        ChunkSlot::EmbedExit => embed_exit::draw_exit(view, site::file_address("")),
        // The question can be answered without it, without its chunk no term is open, and the narrator says what matters most.
        ChunkSlot::QuizCode | ChunkSlot::Term | ChunkSlot::Activity => Html::default(),
    }
}

//! Runs the effects: requests to the worker, timers, the address, the clipboard, storage.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use gloo::{
    timers::callback::Timeout,
    utils::{document, window},
};
use i18n::Lang;
use page_state::{
    actions::{
        Action, StudyAction,
        bookmarks::BookmarkMsg,
        lesson::{LessonFile, LessonMsg},
        player::PlayerMsg,
        recovery::{EngineMsg, FailureKind, PageNotice, RecoveryMsg},
    },
    bookmarks,
    chunk::{Chunk, LoadState},
    effects::{Effect, LessonEffect, StorageEffect, WorkerEffect},
    gallery,
    lesson::{self, lesson_draft},
    open_target::OpenTarget,
    overlays::{OverlayMsg, Overlays, Toast},
    recovery::fingerprint_of,
    selectors::{lessons, share_link::scenario_fragment, spoiler_guard},
    settings::Theme,
    store::Store,
    worker_protocol,
};
use protocol::Reply;
use ui::download::save_text;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::PopStateEvent;
use yew::Callback;

use crate::{
    effects::{
        address,
        chunk_loader::{ChunkLoader, PageSplitPoints},
        clipboard::copy_text,
        custom_lesson, embed,
        fetch::{fetch_file, fetch_lesson, fetch_scenario, open_scenario},
        report, service_worker,
        storage::{self, BrowserStorage, recall_value},
        text_link,
        worker_link::{WorkerEvent, WorkerLink},
    },
    page_metadata,
    view::LoadedChunks,
};

/// The attribute of the document's root while the speaker notes are open.
pub(crate) const NOTES_MARK: &str = "data-notes";

/// Milliseconds that the worker has to stop after a request to cancel, before it is terminated.
const STOP_TIMEOUT: u32 = 150;

/// Runs effects, and owns what they need: the worker, timers, storage and chunks.
pub struct EffectRunner {
    dispatch: Callback<Action>,
    worker: RefCell<Option<WorkerLink>>,
    chunks: Rc<ChunkLoader>,
    storage: Rc<BrowserStorage>,
    /// Set while the worker is expected to stop.
    stop_timer: Rc<Cell<Option<Timeout>>>,
    tick_timer: Cell<Option<Timeout>>,
    toast_timer: Cell<Option<Timeout>>,
    applied_appearance: RefCell<Option<(Lang, Theme)>>,
    /// The document's title that was set last; empty before the first one.
    applied_title: RefCell<String>,
}

impl EffectRunner {
    /// Creates the runner and starts the worker.
    pub fn new(dispatch: Callback<Action>, split_points: PageSplitPoints) -> Self {
        let effect_runner = Self {
            storage: Rc::new(BrowserStorage::new(dispatch.clone())),
            chunks: ChunkLoader::new(split_points, dispatch.clone()),
            dispatch,
            worker: RefCell::default(),
            stop_timer: Rc::default(),
            tick_timer: Cell::default(),
            toast_timer: Cell::default(),
            applied_appearance: RefCell::default(),
            applied_title: RefCell::default(),
        };
        effect_runner.start_worker();
        effect_runner
    }

    /// The chunks that are loaded.
    pub fn loaded_chunks(&self) -> LoadedChunks {
        self.chunks.loaded_chunks()
    }

    /// Starts a worker, replacing the current one.
    fn start_worker(&self) {
        // The current worker is terminated first: two engines at once are too much for some devices.
        self.worker.take();
        self.stop_timer.take();
        let (dispatch, stopping) = (self.dispatch.clone(), Rc::clone(&self.stop_timer));
        let worker = WorkerLink::start_worker(move |worker_event| match worker_event {
            WorkerEvent::Reply(reply) => match *reply {
                Reply::Canceled => drop(stopping.take()),
                reply => worker_protocol::to_action(reply).into_iter().for_each(|action| dispatch.emit(action)),
            },
            WorkerEvent::Failed(failure_kind, text) => {
                dispatch.emit(Action::Engine(EngineMsg::Failed(failure_kind, text)));
            }
        });
        match worker {
            Ok(worker) => drop(self.worker.replace(Some(worker))),
            Err(error) => {
                self.dispatch.emit(Action::Engine(EngineMsg::Failed(FailureKind::Start, format!("{error:?}"))));
            }
        }
    }

    /// The language that the page starts in.
    pub fn initial_language() -> Lang {
        recall_value("schedscope.lang").unwrap_or_else(|| {
            let code = document().document_element().and_then(|root| root.get_attribute("lang"));
            code.and_then(|code| Lang::from_code(&code)).unwrap_or_default()
        })
    }

    /// A state in this language, with the preferences of the last visit.
    pub fn restore_store(lang: Lang) -> Store {
        let mut chunks = Store::default().chunks;
        if Chunk::of_language(lang).is_some() {
            chunks.chinese = LoadState::Ready(&());
        }
        let theme = recall_value("schedscope.theme").unwrap_or_default();
        if let Some((share, theme)) = embed::embed_options() {
            let front = Overlays { is_presenting: true, ..Overlays::default() };
            return Store { lang, theme, overlays: front, chunks, share, ..Store::default() };
        }
        // Drawers are open or closed as they were at the last visit; on a first visit they are closed.
        let mut store = Store { lang, theme, chunks, ..Store::default() };
        (
            store.overlays.is_editor_open,
            store.inspector.is_folded,
            store.console.is_open,
            store.overlays.has_lanes_open,
        ) = recall_value("schedscope.drawers").unwrap_or_default();
        // On a narrow screen it would push the content of a link out of the window.
        store.overlays.is_editor_open &= !page_metadata::is_narrow();
        store.gallery.finished = Rc::new(recall_value("schedscope.finished").unwrap_or_default());
        store.selection.measure = recall_value("schedscope.measure").unwrap_or_default();
        store.classroom.has_saved_course = storage::has_saved_course();
        store.lesson.predictions.is_on = recall_value("schedscope.predict").unwrap_or_default();
        store
    }

    /// Opens what the address refers to, or the first scenario.
    pub fn open_first(&self) {
        if page_metadata::is_embedded() {
            address::open_current(&self.dispatch, true);
        } else {
            self.resume_draft();
        }
        let dispatch = self.dispatch.clone();
        gloo::events::EventListener::new(&window(), "popstate", move |event| {
            let state = event.dyn_ref::<PopStateEvent>().and_then(|event| event.state().as_string());
            match state.filter(|_| !address::has_lesson()) {
                Some(link) if link.starts_with('#') => address::open_fragment(&dispatch, &link, false),
                Some(text) => dispatch.emit(Action::Open(OpenTarget::Text(text.into()))),
                None => address::open_current(&dispatch, false),
            }
        })
        .forget();
        // Leaving full screen by the browser's own key ends the presentation, too: some browsers don't pass that key to the page.
        let dispatch = self.dispatch.clone();
        gloo::events::EventListener::new(&document(), "fullscreenchange", move |_| {
            // The browser leaves full screen by itself when the speaker notes open.
            let has_notes = document().document_element().is_some_and(|root| root.has_attribute(NOTES_MARK));
            if document().fullscreen_element().is_none() && !has_notes {
                dispatch.emit(Action::Overlays(OverlayMsg::SetPresenting(false)));
            }
        })
        .forget();
    }

    /// Restores the draft of this tab, and opens what the address refers to, or the first scenario.
    fn resume_draft(&self) {
        let (dispatch, browser_storage) = (self.dispatch.clone(), Rc::clone(&self.storage));
        spawn_local(async move {
            // An empty draft is ignored.
            let draft = browser_storage.claim_draft().await.filter(|text| !text.trim().is_empty());
            let (crash_counts, crashed) = storage::deaths();
            if !crash_counts.is_empty() {
                dispatch.emit(Action::Recovery(RecoveryMsg::RestoreCrashes(crash_counts, crashed)));
            }
            // The draft is opened before the address, so that the address replaces it in the same way as it would later.
            let (has_draft, names) = (draft.is_some(), address::has_target());
            if let Some(text) = draft {
                dispatch.emit(if names {
                    Action::Recovery(RecoveryMsg::RestoreDraft(text))
                } else {
                    Action::Open(OpenTarget::Draft(text))
                });
            }
            if names || !has_draft || address::has_look() {
                address::open_current(&dispatch, !has_draft);
            }
            browser_storage.publish_all().await;
        });
    }

    pub fn run_effect(&self, store: &Rc<Store>, effect: Effect) {
        match effect {
            Effect::Worker(worker_effect) => self.send_request(store, &worker_effect),
            Effect::Storage(storage_effect) => self.run_storage_effect(store, &storage_effect),
            Effect::WalkFolders(entries, is_append) => {
                self.chunks
                    .with_editing(move |editing, dispatch| (editing.import_folders)(entries, is_append, dispatch));
            }
            Effect::OpenImport(opened_files, is_append) => {
                self.chunks.with_editing(move |editing, dispatch| {
                    (editing.open_files)(opened_files, is_append, dispatch);
                });
            }
            Effect::RestartWorker => self.start_worker(),
            Effect::ReloadPage => drop(window().location().reload()),
            Effect::CopyReport => {
                let text = report::build_report(store);
                copy_text(&self.dispatch, &text, Toast::TextCopied, Some(PageNotice::CopyByHand(text.as_str().into())));
            }
            Effect::SaveFile(text, name) => save_text(&text, name),
            Effect::SaveLesson { text, file_name } => save_text(&text, &file_name),
            Effect::CopyText(text) => copy_text(&self.dispatch, &text, Toast::TextCopied, None),
            Effect::Tick { beat, after } => {
                let dispatch = self.dispatch.clone();
                self.tick_timer
                    .set(Some(Timeout::new(after, move || dispatch.emit(Action::Player(PlayerMsg::Tick(beat))))));
            }
            Effect::FetchScenario(number, step) => {
                open_scenario(
                    &self.dispatch,
                    number,
                    if step { OpenTarget::ScenarioVisit } else { OpenTarget::Scenario },
                );
            }
            Effect::FetchIntro => open_scenario(&self.dispatch, gallery::first_scenario(), OpenTarget::Intro),
            Effect::FetchEntries => {
                let dispatch = self.dispatch.clone();
                spawn_local(async move {
                    if let Some(json) = fetch_file(gallery::SCENARIO_INDEX).await {
                        dispatch.emit(Action::Study(StudyAction::ScenarioEntries(json.into())));
                    }
                });
            }
            Effect::FetchChunk(chunk, deferred_action) => self.chunks.fetch_chunk(chunk, deferred_action),
            Effect::Lesson(errand) => self.run_lesson_effect(store, errand),
            Effect::Classroom(classroom_effect) => {
                let store = Rc::clone(store);
                self.chunks.with_editing(move |editing, dispatch| {
                    (editing.run_classroom_effect)(&store, classroom_effect, dispatch);
                });
            }
            Effect::Cluster(cluster_effect) => {
                self.chunks.with_editing(move |editing, dispatch| {
                    (editing.run_cluster_effect)(cluster_effect, dispatch);
                });
            }
            Effect::KeepOffline => service_worker::register_service_worker(&self.dispatch),
            Effect::SetFullScreen(fill) => {
                // If the browser denies full screen, the presentation is shown in the window.
                if fill {
                    let _ = document().document_element().map(|root| root.request_fullscreen());
                } else if document().fullscreen_element().is_some() {
                    document().exit_fullscreen();
                }
            }
            Effect::DownloadText => save_text(&store.builder.text, "scenario.yaml"),
            Effect::CopyLink => {
                let store = Rc::clone(store);
                self.chunks.with_editing(move |editing, dispatch| (editing.copy_text_link)(&store, dispatch));
            }
            Effect::OpenTextLink(link, is_page_empty) => {
                let dispatch = self.dispatch.clone();
                self.chunks.with_editing_or(
                    move |editing, dispatch| (editing.open_text_link)(&link, is_page_empty, dispatch),
                    move |_| text_link::report_bad_link(PageNotice::LinkChunkFailed, is_page_empty, &dispatch),
                );
            }
            Effect::ScheduleToastEnd => {
                let dispatch = self.dispatch.clone();
                self.toast_timer
                    .set(Some(Timeout::new(4000, move || dispatch.emit(Action::Overlays(OverlayMsg::SetToast(None))))));
            }
            Effect::PushScenario { previous_text } => address::push_scenario(store, &previous_text),
            Effect::ClearAddress => address::clear_fragment(store),
        }
    }

    /// Runs an effect of the browser's storage.
    fn run_storage_effect(&self, store: &Store, storage_effect: &StorageEffect) {
        match storage_effect {
            StorageEffect::KeepCrashes => self.storage.save_crashes(&store.recovery.crash.crashes),
            StorageEffect::KeepLang => self.storage.save_value("schedscope.lang", &store.lang),
            StorageEffect::KeepTheme => self.storage.save_value("schedscope.theme", &store.theme),
            StorageEffect::KeepPredicting => {
                self.storage.save_value("schedscope.predict", &store.lesson.predictions.is_on);
            }
            StorageEffect::KeepMeasure => self.storage.save_value("schedscope.measure", &store.selection.measure),
            StorageEffect::KeepFinished => self.storage.save_value("schedscope.finished", &*store.gallery.finished),
            StorageEffect::KeepDrawers => {
                let drawers = (
                    store.overlays.is_editor_open,
                    store.inspector.is_folded,
                    store.console.is_open,
                    store.overlays.has_lanes_open,
                );
                self.storage.save_value("schedscope.drawers", &drawers);
            }
            StorageEffect::SaveDraft => {
                let (prefix, changed) = lessons::draft_prefix(store);
                self.storage.save_draft(prefix, &store.builder.text, changed);
            }
            StorageEffect::SetDraftAside => self.storage.set_draft_aside(),
            StorageEffect::OpenDraft(tab) => self.storage.open_draft(tab),
            StorageEffect::ForgetDraft(tab) => self.storage.forget_draft(tab),
            StorageEffect::ForgetAll => self.storage.forget_all(),
            StorageEffect::ExportAll => {
                self.storage.save_all(&store.builder.text, |text| save_text(text, "schedscope.json"));
            }
            StorageEffect::KeepScenarios => self.storage.save_scenarios(&store.builder.saved_scenarios),
            StorageEffect::KeepBookmarks if store.bookmarks.is_empty() => {
                storage::forget_value(&bookmarks::update::storage_key(&store.run));
            }
            StorageEffect::KeepBookmarks => {
                self.storage.save_value(&bookmarks::update::storage_key(&store.run), &store.bookmarks);
            }
            StorageEffect::RestoreBookmarks => {
                let bookmarks = recall_value(&bookmarks::update::storage_key(&store.run)).unwrap_or_default();
                self.dispatch.emit(Action::Bookmarks(BookmarkMsg::Restore(bookmarks)));
            }
            StorageEffect::ClearRunning => storage::clear_running(),
        }
    }

    /// Runs an effect of lessons.
    fn run_lesson_effect(&self, store: &Store, errand: LessonEffect) {
        let dispatch = self.dispatch.clone();
        match errand {
            LessonEffect::FetchList => spawn_local(async move {
                if let Some(json) = fetch_file(lesson::LESSON_INDEX).await {
                    dispatch.emit(Action::Study(StudyAction::LessonFile(LessonFile::List(json.into()))));
                }
            }),
            LessonEffect::FetchGlossary => spawn_local(async move {
                if let Some(json) = fetch_file(lesson::GLOSSARY_FILE).await {
                    dispatch.emit(Action::Study(StudyAction::LessonFile(LessonFile::Glossary(json.into()))));
                }
            }),
            LessonEffect::FetchLesson { name, step, is_visit } => {
                fetch_lesson(&dispatch, name, step, is_visit, store.run.text.is_empty());
            }
            LessonEffect::KeepAnswers => {
                if let Some(progress) = &store.lesson.current {
                    storage::keep_answers(&progress.lesson.entry.name, &lesson_draft::answers_line(progress));
                }
            }
            LessonEffect::RecallAnswers => {
                let name = store.lesson.current.as_ref().map(|progress| &progress.lesson.entry.name);
                if let Some(line) = name.and_then(|name| storage::recall_answers(name)) {
                    dispatch.emit(Action::Lesson(LessonMsg::AnswersRecalled(line)));
                }
            }
            LessonEffect::CompileCustom { text, scenario: None } if scenario_of_lesson(&text).is_some() => {
                let number = scenario_of_lesson(&text).unwrap_or_default();
                fetch_scenario(&dispatch, number, move |_, scenario| {
                    Action::Lesson(LessonMsg::ReadCustom { text, scenario: Some(scenario) })
                });
            }
            LessonEffect::CompileCustom { text, scenario } => {
                // If the lesson of a visit's link is invalid, the visit starts with a scenario.
                let is_page_empty = store.run.text.is_empty();
                custom_lesson::read_lesson(&dispatch, store.lang, &text, scenario.as_deref(), is_page_empty);
            }
            LessonEffect::ReadClock => {
                dispatch.emit(Action::Lesson(LessonMsg::ClockRead(storage::now_millis())));
            }
            LessonEffect::SetAddress => {
                if let Some(progress) = &store.lesson.current {
                    address::replace_step(store, progress);
                }
            }
            LessonEffect::RestoreAddress { scenario } if scenario.is_empty() => address::replace_fragment(""),
            LessonEffect::RestoreAddress { scenario } => {
                address::replace_fragment(&scenario_fragment(&scenario, store.run.fallback_release));
            }
            LessonEffect::PushAddress { previous_text } => {
                if let Some(progress) = &store.lesson.current {
                    address::push_lesson(store, progress, &previous_text);
                }
            }
        }
    }

    /// Sends a request to the worker. A worker that doesn't stop in time is terminated.
    fn send_request(&self, store: &Store, worker_effect: &WorkerEffect) {
        let worker = self.worker.borrow();
        let Some(worker) = &*worker else { return };
        let files = match worker_effect {
            WorkerEffect::ReadFiles { files, .. } => &files[..],
            WorkerEffect::ReadPage { page: file, .. } | WorkerEffect::ReadWatch { part: file, .. } => {
                std::slice::from_ref(file)
            }
            _ => &[],
        };
        worker.send_request(&worker_protocol::to_request(store, worker_effect), files);
        match worker_effect {
            WorkerEffect::RunManifest { text, .. } => storage::mark_running(fingerprint_of(text)),
            WorkerEffect::CancelRun => {
                let dispatch = self.dispatch.clone();
                let late = Timeout::new(STOP_TIMEOUT, move || {
                    dispatch.emit(Action::Engine(EngineMsg::Unresponsive));
                });
                self.stop_timer.set(Some(late));
            }
            _ => {}
        }
    }

    /// Sets the document's title to that of the scenario or lesson. While a question is open that the title would answer, it is only the name of
    /// the site.
    fn set_title(&self, store: &Store) {
        let name = store.title();
        let hides = spoiler_guard::is_hiding(store);
        let mut applied_title = self.applied_title.borrow_mut();
        // Before the first run, the title from the server is kept.
        if name.is_empty() && applied_title.is_empty() && !hides {
            return;
        }
        let title = if hides || name.is_empty() { "Schedscope".to_owned() } else { [name, " · Schedscope"].concat() };
        if *applied_title != title {
            document().set_title(&title);
            *applied_title = title;
        }
    }

    /// Sets the document's title, language and theme.
    pub(crate) fn apply_appearance(&self, store: &Store) {
        self.set_title(store);
        let appearance = (store.lang, store.theme);
        if self.applied_appearance.replace(Some(appearance)) == Some(appearance) {
            return;
        }
        let Some(root) = document().document_element() else { return };
        let theme = match store.theme {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        };
        // Setting these attributes can't fail.
        let _ = root.set_attribute("lang", store.lang.code());
        let _ = root.set_attribute("data-theme", theme);
    }
}

/// The built-in scenario that a custom lesson names.
fn scenario_of_lesson(text: &str) -> Option<usize> {
    gallery::scenario_number(custom_lesson::named_scenario(text)?)
}

/// Whether the system uses a dark color scheme.
pub(crate) fn is_system_dark() -> bool {
    window().match_media("(prefers-color-scheme: dark)").ok().flatten().is_some_and(|query| query.matches())
}

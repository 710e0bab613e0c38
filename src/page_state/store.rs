//! The store: the whole state of the page, the actions that change it, and the effects that it asks for. `update` leads from one state to
//! the next.

use std::{fmt, rc::Rc};

use api::{Millis, Str};
use findings::Finding;
use i18n::Lang;
use imports::files::OpenedFiles;
use manifest::Caption;
use protocol::{Answer, AnswerProgress, EncodedValue, Export, Query, RunNumber};
use releases::{Release, ReleaseChoice};
use trace::steps::Moment;

use crate::{
    bookmarks::{Bookmark, BookmarkMsg},
    browser_handle::BrowserHandle,
    builder::{Builder, BuilderMsg, ObjectMsg},
    chunk::{Chunk, LoadState},
    classroom::{Classroom, ClassroomEffect, ClassroomMsg},
    comparison::BranchList,
    console::{Console, ConsoleMsg},
    gallery::Gallery,
    import::{ChosenFile, ImportMsg, ImportState},
    inspector::Inspector,
    lesson::{LessonEffect, LessonFile, LessonMsg, LessonRunMsg, LessonState, PredictionMsg, QuestionNeed},
    open_target::OpenTarget,
    overlays::{OverlayMsg, Overlays},
    panes::InspectorPage,
    player::{MIN_GLIDE_MILLIS, Player, pace::Pace},
    recovery::{EngineMsg, Recovery, RecoveryMsg},
    run::{RunMsg, RunState, is_same_text},
    selection::{Selection, SelectionMsg},
    settings::{SettingsMsg, Theme},
    share::{ExportMsg, ShareMsg, ShareState},
    shared_actions::{BranchMsg, GalleryMsg, InspectorMsg, PlayerMsg},
    stage_edit::StageEdit,
    worker_cache::{AnswerCache, CacheMsg, DetailCache},
};

/// All that the page knows: language and theme, and what belongs to a feature as that feature's own part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Store {
    /// Language.
    pub lang: Lang,
    /// Theme.
    pub theme: Theme,
    /// The run.
    pub run: RunState,
    /// Runs to come back to.
    pub branches: BranchList,
    /// The playhead.
    pub player: Player,
    /// What a person has chosen to look at.
    pub selection: Selection,
    /// The inspector.
    pub inspector: Inspector,
    /// The console.
    pub console: Console,
    /// What stands in front of the rest, or in its place.
    pub overlays: Overlays,
    /// The built-in scenarios.
    pub gallery: Gallery,
    /// Details of attempts.
    pub detail_cache: DetailCache,
    /// Answers of the worker.
    pub answer_cache: AnswerCache,
    /// Lessons.
    pub lesson: LessonState,
    /// Moments to come back to, in order.
    pub bookmarks: Vec<Bookmark>,
    /// The text, and what is done to it.
    pub builder: Builder,
    /// What keeps people's work.
    pub recovery: Recovery,
    /// The chunks, and how far the loading of each is.
    pub chunks: Chunks,
    /// Large files that are being read.
    pub import: ImportState,
    /// Links.
    pub share: ShareState,
    /// Lessons that are written, courses, results.
    pub classroom: Classroom,
}

/// An action that waits for a chunk. It equals only itself.
#[derive(Clone, Debug)]
pub struct DeferredAction(pub Rc<Action>);

impl PartialEq for DeferredAction {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// What a person does, or what arrives. An action names the feature that it is about; what it says stands with that feature.
#[derive(Clone, Debug)]
pub enum Action {
    /// Another text or scenario takes the place of the present one.
    Open(OpenTarget),
    /// The run.
    Run(RunMsg),
    /// Runs to come back to.
    Branches(BranchMsg),
    /// The playhead.
    Player(PlayerMsg),
    /// What is looked at.
    Selection(SelectionMsg),
    /// The inspector.
    Inspector(InspectorMsg),
    /// The console.
    Console(ConsoleMsg),
    /// What stands in front of the rest, or in its place.
    Overlays(OverlayMsg),
    /// The built-in scenarios.
    Gallery(GalleryMsg),
    /// What the worker says about runs.
    Cache(CacheMsg),
    /// Lessons.
    Lesson(LessonMsg),
    /// The run of the lesson that is taken.
    LessonRun(LessonRunMsg),
    /// Decisions that are predicted outside of lessons.
    Prediction(PredictionMsg),
    /// Moments to come back to.
    Bookmarks(BookmarkMsg),
    /// The text, and what is done to it.
    Builder(BuilderMsg),
    /// What keeps people's work.
    Recovery(RecoveryMsg),
    /// The engine: whether it runs.
    Engine(EngineMsg),
    /// Parts of the program.
    Chunks(ChunkMsg),
    /// Large files.
    Import(ImportMsg),
    /// Links and files of what is shown.
    Share(ShareMsg),
    /// Language and theme.
    Settings(SettingsMsg),
    /// The chunk `Editing` applies this, now or when it is loaded.
    Editing(EditingAction),
    /// The chunk `Study` applies this, now or when it is loaded.
    Study(StudyAction),
}

impl Action {
    /// Whether it moves a playhead, or has something at the moment shown.
    pub fn is_playhead_move(&self) -> bool {
        match self {
            Self::Player(player_msg) => player_msg.is_navigation(),
            Self::Bookmarks(_)
            | Self::Editing(EditingAction::Stage(_))
            | Self::Overlays(OverlayMsg::SetMenu(_))
            | Self::Branches(BranchMsg::Fork(_) | BranchMsg::TryFork { .. }) => true,
            _ => false,
        }
    }
}

/// What the page has to do outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Let the worker do something.
    Worker(WorkerEffect),
    /// Keep something for later visits, or forget it.
    Storage(StorageEffect),
    /// Walk through folders that were dropped, and open what is in them, or add it.
    WalkFolders(Vec<BrowserHandle>, bool),
    /// Open what was found in files, or add it.
    OpenImport(OpenedFiles, bool),
    /// Save a text as a file of this name.
    SaveFile(String, &'static str),
    /// Save a lesson as a file.
    SaveLesson { text: String, file_name: String },
    /// Put a text into the clipboard.
    CopyText(String),
    /// Send `Tick` in so many milliseconds.
    Tick { beat: u32, after: u32 },
    /// Fetch a built-in scenario; whether it is opened as a step that Back takes back.
    FetchScenario(usize, bool),
    /// Fetch the scenario of a first visit, to be watched.
    FetchIntro,
    /// Fetch what the gallery tells.
    FetchEntries,
    /// Fetch a chunk, then do what waits for it.
    FetchChunk(Chunk, Option<DeferredAction>),
    /// What lessons ask for.
    Lesson(LessonEffect),
    /// What a class asks for.
    Classroom(ClassroomEffect),
    /// Fill the screen, or no more.
    SetFullScreen(bool),
    /// End the worker and start another.
    RestartWorker,
    /// Load the page anew.
    ReloadPage,
    /// Copy a report of what happened.
    CopyReport,
    /// Save the text as a file.
    DownloadText,
    /// Make a link and copy it.
    CopyLink,
    /// Open the text that a link holds, or the first scenario, where nothing else is shown.
    OpenTextLink(Rc<str>, bool),
    /// Take the toast away later.
    ScheduleToastEnd,
    /// The address names a moment that is no longer shown.
    ClearAddress,
    /// The address names the scenario; Back leads to this text again.
    PushScenario { previous_text: Rc<str> },
}

/// What the worker has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkerEffect {
    /// Run a text.
    RunManifest { run: RunNumber, text: Rc<str>, release: ReleaseChoice, keep: Vec<RunNumber> },
    /// Stop the run.
    CancelRun,
    /// Find out what is wrong with the text.
    CheckManifest { number: usize },
    /// Read files.
    ReadFiles { number: u32, files: Vec<ChosenFile> },
    /// Stop reading them.
    StopImport,
    /// Send the details of attempts.
    RequestDetails { run: RunNumber, attempts: Vec<usize> },
    /// Answer a question.
    SendQuery(Query),
    /// Drop a question that is not answered yet.
    CancelQuery(Query),
    /// Make a file of the run.
    ExportRun(Export),
}

/// What is kept for later visits, or forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorageEffect {
    /// Keep the language that somebody chose.
    KeepLang,
    /// Keep the theme that somebody chose.
    KeepTheme,
    /// Keep whether decisions are predicted.
    KeepPredicting,
    /// Keep which drawers are open.
    KeepDrawers,
    /// Remember what heights stand for.
    KeepMeasure,
    /// Keep the text for the next visit.
    SaveDraft,
    /// Another text takes the place of the draft, which stays.
    SetDraftAside,
    /// Open a draft, by its tab.
    OpenDraft(Str),
    /// Forget a draft, by its tab.
    ForgetDraft(Str),
    /// Forget everything on this device.
    ForgetAll,
    /// Save all own scenarios and drafts as a file.
    ExportAll,
    /// The worker is at no text any more.
    ClearRunning,
    /// Keep how often texts ended the engine.
    KeepCrashes,
    /// Keep the own scenarios.
    KeepScenarios,
    /// Keep the bookmarks of this run.
    KeepBookmarks,
    /// Recall the bookmarks of a run that was not shown before.
    RestoreBookmarks,
}

/// What an update answers besides the next state: what has to be done outside, and what is to happen next in the state.
#[derive(Clone, Debug, Default)]
pub struct UpdateOutcome {
    /// For the world outside.
    pub effects: Vec<Effect>,
    /// For other features, one after the other. The effects of these come after the ones above.
    pub followups: Vec<Action>,
}

impl UpdateOutcome {
    /// Whether nothing follows.
    pub fn is_empty(&self) -> bool {
        self.effects.is_empty() && self.followups.is_empty()
    }

    /// The same, and then an action.
    #[must_use]
    pub fn then(mut self, followup: impl Into<Action>) -> Self {
        self.followups.push(followup.into());
        self
    }

    /// The same, and then all that follows from something else.
    #[must_use]
    pub fn join(mut self, other: Self) -> Self {
        self.effects.extend(other.effects);
        self.followups.extend(other.followups);
        self
    }
}

impl From<Effect> for UpdateOutcome {
    fn from(effect: Effect) -> Self {
        vec![effect].into()
    }
}

impl From<Vec<Effect>> for UpdateOutcome {
    fn from(effects: Vec<Effect>) -> Self {
        Self { effects, followups: Vec::new() }
    }
}

impl From<Option<Effect>> for UpdateOutcome {
    fn from(effect: Option<Effect>) -> Self {
        Vec::from_iter(effect).into()
    }
}

impl From<Action> for UpdateOutcome {
    fn from(followup: Action) -> Self {
        Self { effects: Vec::new(), followups: vec![followup] }
    }
}

/// The chunks, and how far the loading of each is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chunks {
    /// Reading and changing manifests.
    pub editing: LoadState<EditingUpdates>,
    /// Looking closer.
    pub study: LoadState<StudyUpdates>,
    /// Texts in Chinese.
    pub chinese: LoadState<()>,
}

impl Chunks {
    /// Whether one could not be fetched.
    pub fn has_failure(&self) -> bool {
        self.editing.has_failed() || self.study.has_failed() || self.chinese.has_failed()
    }
}

/// What the chunk `Editing` does to the state.
pub struct EditingUpdates {
    /// Applies an action that changes the manifest.
    pub edit_manifest: fn(&mut Builder, &RunState, ObjectMsg) -> UpdateOutcome,
    /// Applies a change made on the stage, after so many events of the run.
    pub edit_stage: fn(&mut Builder, &RunState, usize, StageEdit) -> UpdateOutcome,
    /// The manifest with another scheduler configuration.
    pub with_configuration: fn(&str, &str) -> Rc<str>,
    /// The manifest with the feature gates of pod groups on or off.
    pub with_gangs: fn(&str, bool) -> Rc<str>,
    /// Counts how far the manifest that runs is from the lesson's.
    pub count_task_changes: fn(&mut LessonState, &RunState),
    /// Asks for the details that the pictures of a handout need.
    pub request_handout_details: fn(&Store) -> UpdateOutcome,
    /// Applies an action that makes a file.
    pub update_export: fn(&mut ShareState, &RunState, Lang, &str, ExportMsg) -> UpdateOutcome,
    /// Decodes what the worker has read in files.
    pub decode_files: fn(&EncodedValue<OpenedFiles>) -> OpenedFiles,
    /// Applies an action of a class.
    pub update_classroom: fn(&mut Classroom, ClassroomMsg) -> UpdateOutcome,
    /// Keeps what was answered in a lesson with its course: the state of lessons before, and now.
    pub record_answers: fn(&mut Classroom, &LessonState, &LessonState) -> UpdateOutcome,
}

/// What the chunk `Study` does to the state.
pub struct StudyUpdates {
    /// Reads what the gallery says of the built-in scenarios, from JSON.
    pub set_scenario_entries: fn(&mut Gallery, &str),
    /// Reads a file of the lessons.
    pub parse_lesson_json: fn(&mut LessonState, LessonFile) -> UpdateOutcome,
    /// Finds out what the question at the moment shown needs.
    pub question_need: fn(&Store) -> Option<QuestionNeed>,
    /// Decodes an answer of the worker.
    pub decode_answer: fn(&EncodedValue<Answer>) -> Answer,
    /// The run beside the one shown, at the moment that belongs to the one shown.
    pub find_compared: fn(&Store) -> Option<Store>,
}

/// An action that the chunk `Editing` applies.
#[derive(Clone, Debug)]
pub enum EditingAction {
    /// Changes the objects of the text.
    Objects(ObjectMsg),
    /// Changes what the stage shows.
    Stage(StageEdit),
    /// Runs the scenario under another scheduler configuration, with a name for it.
    CompareConfiguration(String, String),
    /// Runs the same text with the feature gates of pod groups the other way.
    CompareGangs,
    /// Makes a file.
    Export(ExportMsg),
    /// Asks for the details that the pictures of a handout need.
    RequestHandoutDetails,
    /// The worker has read files, for the import of this number.
    OpenFiles(u32, EncodedValue<OpenedFiles>),
    /// Writes a lesson, puts a course together, reads results.
    Classroom(ClassroomMsg),
}

/// An action that the chunk `Study` applies.
#[derive(Clone, Debug)]
pub enum StudyAction {
    /// What the gallery says of the built-in scenarios was fetched, as JSON.
    ScenarioEntries(Rc<str>),
    /// A file of the lessons was fetched.
    LessonFile(LessonFile),
    /// The worker has answered a question.
    Answer(Query, EncodedValue<Answer>),
    /// How far an answer is, and what of it is known so far.
    AnswerProgress(Query, AnswerProgress, Option<EncodedValue<Answer>>),
}

/// A chunk that was loaded, with what it does to the state.
#[derive(Clone, Copy)]
pub enum LoadedChunk {
    Editing(&'static EditingUpdates),
    Study(&'static StudyUpdates),
    Chinese,
}

impl LoadedChunk {
    /// Which one it is.
    pub fn chunk(&self) -> Chunk {
        match self {
            Self::Editing(_) => Chunk::Editing,
            Self::Study(_) => Chunk::Study,
            Self::Chinese => Chunk::Chinese,
        }
    }
}

impl fmt::Debug for LoadedChunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chunk().fmt(f)
    }
}

/// What happens to chunks.
#[derive(Clone, Debug)]
pub enum ChunkMsg {
    /// One was loaded.
    Loaded(LoadedChunk),
    /// One could not be fetched.
    Failed(Chunk),
    /// One is to be fetched again.
    Retry(Chunk),
    /// Those that could not be fetched are fetched again when they are needed.
    RetryFailed,
}

impl Store {
    /// The moment shown.
    pub fn moment(&self) -> Option<Moment> {
        self.run.view.moments.get(self.player.moment).copied()
    }

    /// What decides how long a moment is looked at.
    pub fn pace(&self) -> Pace<'_> {
        Pace { run: &self.run, details: &self.detail_cache, lang: self.lang }
    }

    /// How long the moment shown is looked at while playing, in milliseconds.
    pub fn current_pause(&self) -> u32 {
        self.pace().current_pause(&self.player)
    }

    /// Whether it plays so fast that a change is over before it could be seen to glide.
    pub fn is_fast(&self) -> bool {
        self.player.is_playing && self.current_pause() < MIN_GLIDE_MILLIS
    }

    /// Whether the text in the editor is the one that runs.
    pub fn is_text_running(&self) -> bool {
        is_same_text(&self.builder.text, &self.run.text)
    }

    /// What is wrong with the text as it stands now. Decoded where it is drawn: only the chunk `Editing` may ask.
    pub fn current_problems(&self) -> &[Finding] {
        let problems = if self.is_text_running() { &self.run.problems } else { &self.builder.problems };
        problems.items()
    }

    /// Whether the inspector shows the form of what is chosen.
    pub fn is_editing(&self) -> bool {
        self.inspector.page == InspectorPage::EditForm && !self.inspector.is_folded && !self.overlays.is_presenting
    }

    /// Virtual time at the moment shown.
    pub fn current_time(&self) -> Millis {
        let events = self.run.view.trace.events();
        let event = self.moment().and_then(|moment| events.get(moment.events.wrapping_sub(1)));
        event.map_or(Millis::ZERO, |event| event.at)
    }

    /// The first and the last moment to which the playhead goes: those of the run, unless a part of it is walked.
    pub fn playable_range(&self) -> (usize, usize) {
        self.share.bounds(self.run.view.run, self.run.last_moment())
    }

    /// The release that is chosen: while a file is read that is to be opened, the one that it is going to get.
    pub fn chosen_release(&self) -> Release {
        self.import.chosen_release().unwrap_or(self.run.shown_release())
    }

    /// The title of the lesson that is open, or else of the scenario; empty if it has none.
    pub fn title(&self) -> &str {
        let lesson = self.lesson.current.as_ref().map(|progress| &progress.lesson.entry.title);
        self.lang.pick(lesson.unwrap_or(&self.run.manifest_summary.title))
    }

    /// Decisions of the run shown that were predicted right at the first try, and all that were asked for; nothing before the first.
    pub fn prediction_score(&self) -> Option<(usize, usize)> {
        let predict = &self.lesson.predictions;
        Some(predict.score(self.run.view.run)).filter(|(_, all)| predict.is_on && *all > 0)
    }

    /// The caption shown, and whether this is its very moment.
    pub fn current_caption(&self) -> Option<(&Caption, bool)> {
        self.run.view.caption_at(self.player.moment)
    }
}

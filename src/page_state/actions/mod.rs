//! Actions: everything that a person does or that arrives. Each feature has an enum of its own, in a file of its own here, with the data
//! that its actions carry. They stand below the features, because a feature returns actions of others.

pub mod bookmarks;
pub mod builder;
pub mod classroom;
pub mod comparison;
pub mod console;
pub mod gallery;
pub mod import;
pub mod inspector;
pub mod lesson;
pub mod player;
pub mod recovery;
pub mod selection;
pub mod share;
pub mod worker_cache;

use std::rc::Rc;

use imports::files::OpenedFiles;
use protocol::{Answer, AnswerProgress, EncodedValue, Query};

use crate::{
    actions::{
        bookmarks::BookmarkMsg,
        builder::{BuilderMsg, ObjectMsg},
        classroom::ClassroomMsg,
        comparison::BranchMsg,
        console::ConsoleMsg,
        gallery::GalleryMsg,
        import::ImportMsg,
        inspector::InspectorMsg,
        lesson::{LessonFile, LessonMsg, LessonRunMsg, PredictionMsg},
        player::PlayerMsg,
        recovery::{EngineMsg, RecoveryMsg},
        selection::SelectionMsg,
        share::{ExportMsg, ShareMsg},
        worker_cache::CacheMsg,
    },
    chunk::ChunkMsg,
    open_target::OpenTarget,
    overlays::OverlayMsg,
    run::RunMsg,
    settings::SettingsMsg,
    stage_edit::StageEdit,
};

/// What a person does, or what arrives: the feature that it is about, and the action of that feature.
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

impl From<EditingAction> for Action {
    fn from(action: EditingAction) -> Self {
        Self::Editing(action)
    }
}

impl From<ClassroomMsg> for Action {
    fn from(classroom_msg: ClassroomMsg) -> Self {
        Self::Editing(EditingAction::Classroom(classroom_msg))
    }
}

impl From<ObjectMsg> for Action {
    fn from(object_msg: ObjectMsg) -> Self {
        Self::Editing(EditingAction::Objects(object_msg))
    }
}

impl From<StageEdit> for Action {
    fn from(edit: StageEdit) -> Self {
        Self::Editing(EditingAction::Stage(edit))
    }
}

impl From<StudyAction> for Action {
    fn from(action: StudyAction) -> Self {
        Self::Study(action)
    }
}

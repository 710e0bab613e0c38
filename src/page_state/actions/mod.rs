//! Actions: user input, and messages that arrive from the worker or the browser. Each feature has its enum in a file here, with the data
//! that its actions carry. They are below the features, because a feature returns actions of others. `slice_table` lists the enums.

pub mod bookmarks;
pub mod builder;
pub mod classroom;
pub mod comparison;
pub mod console;
pub mod gallery;
pub mod import;
pub mod inspector;
pub mod lesson;
pub mod live_cluster;
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
        builder::ObjectMsg, classroom::ClassroomMsg, comparison::BranchMsg, lesson::LessonFile,
        live_cluster::ClusterMsg, share::ExportMsg,
    },
    overlays::OverlayMsg,
    stage_edit::StageEdit,
};

macro_rules! action {
    ($($(#[$note:meta])* $action:ident($message:ty) = $update:expr;)*) => {
        /// All actions, by feature.
        #[derive(Clone, Debug)]
        pub enum Action { $($(#[$note])* $action($message),)* }
    };
}

slice_table!(actions action!);

impl Action {
    /// Whether the action moves the playhead or refers to the current moment.
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
    /// Changes the objects of the manifest.
    Objects(ObjectMsg),
    /// Edits an object from the stage.
    Stage(StageEdit),
    /// Runs the scenario under another scheduler configuration, as (name, YAML), for comparison.
    CompareConfiguration(String, String),
    /// Runs the same manifest with the feature gates of pod groups toggled, for comparison.
    CompareGangs,
    /// Creates a file.
    Export(ExportMsg),
    /// Requests the attempt details that the pictures of a handout need.
    RequestHandoutDetails,
    /// The worker read files for the import with this number.
    OpenFiles(u32, EncodedValue<OpenedFiles>),
    /// Edits lessons and courses, and evaluates results.
    Classroom(ClassroomMsg),
    /// Reads the cluster beside the page.
    Cluster(ClusterMsg),
}

/// An action that the chunk `Study` applies.
#[derive(Clone, Debug)]
pub enum StudyAction {
    /// The entries of the gallery were fetched, as JSON.
    ScenarioEntries(Rc<str>),
    /// A file of the lessons was fetched.
    LessonFile(LessonFile),
    /// The worker answered a query.
    Answer(Query, EncodedValue<Answer>),
    /// The progress of a query, and its partial answer.
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

impl From<ClusterMsg> for Action {
    fn from(cluster_msg: ClusterMsg) -> Self {
        Self::Editing(EditingAction::Cluster(cluster_msg))
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

//! What an action does to files that are being read. `post_update` acts on it.

use imports::anonymize::is_name_table;

use crate::{
    actions::{
        Action, EditingAction, StudyAction,
        builder::BuilderMsg,
        comparison::BranchMsg,
        inspector::InspectorMsg,
        lesson::{LessonMsg, PredictionMsg},
        recovery::{EngineMsg, RecoveryMsg},
        share::ExportMsg,
    },
    open_target::OpenTarget,
    run::RunMsg,
};

/// What an action means for files that are being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportImpact {
    /// It opens something else: what is chosen last is what is wanted.
    OpensOther,
    /// It starts from what is shown, which is about to go.
    UsesShown,
    /// It leads nowhere but where one is: it only looks, types, or comes by itself.
    Harmless,
    /// Whether it starts from what is shown follows from what it leads to.
    Undecided,
}

impl ImportImpact {
    /// Whoever adds an action need not think of it here: what is not named waits if it changes or runs the text.
    pub fn of_action(action: &Action) -> Self {
        match action {
            // What is typed can be had back with Undo.
            Action::Builder(BuilderMsg::EditText(_))
            | Action::Import(_)
            | Action::Lesson(LessonMsg::ClockRead(_) | LessonMsg::AnswersRecalled(_))
            | Action::Editing(EditingAction::OpenFiles(..) | EditingAction::Classroom(_))
            | Action::Run(RunMsg::EventsArrived(..))
            | Action::Branches(BranchMsg::SwitchBranch(_) | BranchMsg::ReturnToOriginal)
            | Action::Engine(EngineMsg::Failed(..))
            | Action::Recovery(RecoveryMsg::RestoreDraft(_)) => Self::Harmless,
            // The names of a table are put back into the text that is there.
            Action::Open(OpenTarget::Text(text)) if is_name_table(text) => Self::UsesShown,
            Action::Share(share_msg) if share_msg.is_start() => Self::UsesShown,
            Action::Inspector(InspectorMsg::SetQuestion(_))
            | Action::Branches(BranchMsg::Fork(_) | BranchMsg::TryFork { .. })
            | Action::Editing(EditingAction::Stage(_) | EditingAction::Export(ExportMsg::StartMarkdown)) => {
                Self::UsesShown
            }
            // It begins to ask, and starts nothing.
            Action::Prediction(PredictionMsg::SetOn(_)) => Self::Undecided,
            Action::Open(_)
            | Action::Lesson(_)
            | Action::LessonRun(_)
            | Action::Prediction(_)
            | Action::Study(StudyAction::LessonFile(_))
            | Action::Recovery(RecoveryMsg::RestoreReplaced(_))
            | Action::Engine(EngineMsg::Restart | EngineMsg::Unresponsive) => Self::OpensOther,
            _ => Self::Undecided,
        }
    }
}

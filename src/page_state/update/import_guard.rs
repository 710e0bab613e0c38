//! The effect of an action on a running import; `post_update` applies it.

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

/// The effect of an action on a running import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportImpact {
    /// Opens something else, which cancels the import if it changes the manifest.
    OpensOther,
    /// Refers to the current manifest or run, which the import is about to replace.
    UsesShown,
    /// Doesn't conflict with the import: typing, navigation, or an event that arrives by itself.
    Harmless,
    /// Conflicts only if it turns out to change or run the manifest.
    Undecided,
}

impl ImportImpact {
    /// Actions that aren't listed are `Undecided`: rejected only if they change or run the manifest.
    pub fn of_action(action: &Action) -> Self {
        match action {
            // Undo brings the typed text back.
            Action::Builder(BuilderMsg::EditText(_))
            | Action::Import(_)
            | Action::Lesson(LessonMsg::ClockRead(_) | LessonMsg::AnswersRecalled(_))
            | Action::Editing(EditingAction::OpenFiles(..) | EditingAction::Classroom(_) | EditingAction::Cluster(_))
            | Action::Run(RunMsg::EventsArrived(..))
            | Action::Branches(BranchMsg::SwitchBranch(_) | BranchMsg::ReturnToOriginal)
            | Action::Engine(EngineMsg::Failed(..))
            | Action::Recovery(RecoveryMsg::RestoreDraft(_)) => Self::Harmless,
            // A table of pseudonyms restores names in the current manifest.
            Action::Open(OpenTarget::Text(text)) if is_name_table(text) => Self::UsesShown,
            Action::Share(share_msg) if share_msg.is_start() => Self::UsesShown,
            Action::Inspector(InspectorMsg::SetQuestion(_))
            | Action::Branches(BranchMsg::Fork(_) | BranchMsg::TryFork { .. })
            | Action::Editing(EditingAction::Stage(_) | EditingAction::Export(ExportMsg::StartMarkdown)) => {
                Self::UsesShown
            }
            // Turning predictions on starts no run.
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

//! Replaces an action that has another meaning in the current state, such as a click that answers a question.
use scene::objects::{Guardrail, ObjectRef};

use crate::{
    actions::{
        Action,
        lesson::{LessonMsg, PredictionMsg},
        player::PlayerMsg,
        selection::SelectionMsg,
    },
    classroom::update::remap_in_classroom,
    lesson::update::is_lesson_run,
    panels::InspectorPage,
    selectors::predictions,
    stage_edit::StageEdit,
    store::Store,
};

/// The action to apply instead of this one; in most cases the same.
pub fn remap_action(store: &Store, action: Action) -> Action {
    // A click may answer an open question.
    let action = remap_in_lesson(store, &action).unwrap_or(action);
    if let Some(classroom_msg) = remap_in_classroom(&store.classroom, &action) {
        return classroom_msg.into();
    }
    // While a form is open, a click opens the form of the clicked object.
    match action {
        Action::Selection(SelectionMsg::PickPod(Some(pod))) if store.inspector.page == InspectorPage::EditForm => {
            StageEdit::OpenForm(ObjectRef::Pod(pod)).into()
        }
        Action::Selection(SelectionMsg::OpenNode(node)) if store.inspector.page == InspectorPage::EditForm => {
            StageEdit::OpenForm(ObjectRef::Node(node)).into()
        }
        Action::Selection(SelectionMsg::OpenGuardrail(Guardrail::Budget(key)))
            if store.inspector.page == InspectorPage::EditForm =>
        {
            StageEdit::OpenForm(ObjectRef::Budget(key)).into()
        }
        action => action,
    }
}

/// The meaning of an action during a question or a lesson, if it differs: a click on the stage answers, and the caption keys go from step
/// to step.
pub fn remap_in_lesson(store: &Store, action: &Action) -> Option<Action> {
    let clicked = match action {
        Action::Selection(SelectionMsg::PickPod(Some(pod))) => Some(pod.as_text()),
        Action::Selection(SelectionMsg::OpenNode(node)) => Some(node),
        _ => None,
    };
    let Some(progress) = store.lesson.current.as_ref() else {
        let choice = predictions::clicked_choice(store, clicked?)?;
        return Some(Action::Prediction(PredictionMsg::Answer(choice)));
    };
    match action {
        Action::Player(PlayerMsg::StepByCaption(forward)) => {
            return Some(Action::Lesson(LessonMsg::GoToStep(*forward)));
        }
        Action::Open(_) => return None,
        _ if !progress.has_open_question() || !is_lesson_run(&store.run, progress) => return None,
        // The playhead stays until the question is answered, because the next moments reveal the answer.
        Action::Player(
            PlayerMsg::Toggle
            | PlayerMsg::Seek(_)
            | PlayerMsg::StepByEvent(_)
            | PlayerMsg::Home
            | PlayerMsg::End
            | PlayerMsg::StepBy(_)
            | PlayerMsg::Step(_)
            | PlayerMsg::SeekLandmark(_)
            | PlayerMsg::SeekEvents(_),
        ) => return Some(Action::Lesson(LessonMsg::ReturnToStep)),
        _ => {}
    }
    let choice = progress.question()?.0.choice_about(clicked?)?;
    Some(Action::Lesson(LessonMsg::AnswerQuestion(choice)))
}

//! Remaps an action to what it means in the present state, such as a click that answers a question.
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

/// What is done in the place of an action; mostly the action itself.
pub fn remap_action(store: &Store, action: Action) -> Action {
    // While something is asked or a lesson is taken, a click may answer.
    let action = remap_in_lesson(store, &action).unwrap_or(action);
    if let Some(classroom_msg) = remap_in_classroom(&store.classroom, &action) {
        return classroom_msg.into();
    }
    // Whoever builds goes from form to form.
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

/// What another action means while something is asked or a lesson is taken, if it means something else then: a click on the stage answers,
/// and the keys of captions go from step to step.
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
        // The run stands still until the question is answered: the next moments tell the answer.
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

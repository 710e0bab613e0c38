//! Applies the actions on predictions; the questions depend on the whole state.

use crate::{
    actions::{Action, lesson::PredictionMsg},
    effects::{Effect, StorageEffect},
    outcome::UpdateOutcome,
    overlays::{OverlayMsg, Toast},
    run::Status,
    selectors::predictions,
    store::Store,
};

/// Applies an action on predictions.
pub fn update_predictions(store: &mut Store, prediction_msg: PredictionMsg) -> UpdateOutcome {
    match prediction_msg {
        PredictionMsg::SetOn(is_on) => return set_predicting(store, is_on),
        PredictionMsg::Answer(choice) => answer_question(store, Some(choice)),
        PredictionMsg::Reveal => answer_question(store, None),
    }
    UpdateOutcome::default()
}

/// Answers the question at the current moment; `None` reveals the answer.
fn answer_question(store: &mut Store, choice: Option<usize>) {
    if let Some(answers) = predictions::answer_question(store, choice) {
        store.lesson.predictions.record_answer(store.run.view.run, store.player.moment, answers);
    }
}

/// Turns predictions on or off. If no decision is left to predict, the run restarts.
fn set_predicting(store: &mut Store, is_on: bool) -> UpdateOutcome {
    (store.lesson.predictions.is_on, store.overlays.is_welcome_open) = (is_on, false);
    if is_on && predictions::is_active(store) && !predictions::is_hiding(store) && store.run.status == Status::Done {
        store.player.seek(&store.run, 0);
    }
    let outcome = UpdateOutcome::from(Effect::Storage(StorageEffect::KeepPredicting));
    // If no question appears at once, a toast confirms the change.
    if is_on && predictions::is_active(store) && !predictions::is_unanswered(store) && store.run.status == Status::Done
    {
        let toast = if predictions::is_hiding(store) { Toast::PredictionsOn } else { Toast::NothingToPredict };
        return outcome.then(Action::Overlays(OverlayMsg::SetToast(Some(toast))));
    }
    outcome
}

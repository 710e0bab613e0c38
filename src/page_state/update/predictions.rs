//! Applies the actions of predictions: what is asked depends on the whole page.

use crate::{
    actions::{Action, lesson::PredictionMsg},
    effects::{Effect, StorageEffect},
    outcome::UpdateOutcome,
    overlays::{OverlayMsg, Toast},
    run::Status,
    selectors::predictions,
    store::Store,
};

/// Does it.
pub fn update_predictions(store: &mut Store, prediction_msg: PredictionMsg) -> UpdateOutcome {
    match prediction_msg {
        PredictionMsg::SetOn(is_on) => return set_predicting(store, is_on),
        PredictionMsg::Answer(choice) => answer_question(store, Some(choice)),
        PredictionMsg::Reveal => answer_question(store, None),
    }
    UpdateOutcome::default()
}

/// Answers the question at the moment shown; without a choice its answer is shown.
fn answer_question(store: &mut Store, choice: Option<usize>) {
    if let Some(answers) = predictions::answer_question(store, choice) {
        store.lesson.predictions.record_answer(store.run.view.run, store.player.moment, answers);
    }
}

/// Begins to ask for decisions, or stops. Where nothing is left to ask, the run begins anew.
fn set_predicting(store: &mut Store, is_on: bool) -> UpdateOutcome {
    (store.lesson.predictions.is_on, store.overlays.is_welcome_open) = (is_on, false);
    if is_on && predictions::is_active(store) && !predictions::is_hiding(store) && store.run.status == Status::Done {
        store.player.seek(&store.run, 0);
    }
    let outcome = UpdateOutcome::from(Effect::Storage(StorageEffect::KeepPredicting));
    // Where no question comes up at once, there is nothing else to see of it.
    if is_on && predictions::is_active(store) && !predictions::is_unanswered(store) && store.run.status == Status::Done
    {
        let toast = if predictions::is_hiding(store) { Toast::PredictionsOn } else { Toast::NothingToPredict };
        return outcome.then(Action::Overlays(OverlayMsg::SetToast(Some(toast))));
    }
    outcome
}

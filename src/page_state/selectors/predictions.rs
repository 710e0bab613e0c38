//! Predictions: at each decision of a run the playhead stops, and the user predicts the outcome before it is shown. Questions are like
//! those of lessons, and answers are checked against the attempt's detail.

use std::rc::Rc;

use protocol::LessonQuestion;
use trace::{choices, decisions::Decision};

use crate::{
    lesson::{QuestionAnswers, QuestionNeed},
    store::Store,
};

/// Whether predictions are asked in the current run. Not during lessons, which have their own questions, and not during comparisons,
/// which reveal the answers.
pub fn is_active(store: &Store) -> bool {
    let is_single_run = store.lesson.current.is_none() && store.branches.compared.is_none();
    store.lesson.predictions.is_on && is_single_run && !store.run.is_stale && !store.overlays.is_welcome_open
}

/// The first unpredicted decision at or after a moment.
fn next_decision(store: &Store, at: usize) -> Option<Decision> {
    let decisions = &store.run.view.decisions;
    let later = &decisions[decisions.partition_point(|decision| decision.before < at)..];
    let is_unanswered =
        |decision: &&Decision| !store.lesson.predictions.answers_at(store.run.view.run, decision.before).is_done;
    later.iter().find(is_unanswered).copied().filter(|_| is_active(store))
}

/// The decision at the current moment, if predictions are active.
fn current_decision(store: &Store) -> Option<Decision> {
    store
        .run
        .view
        .decisions
        .iter()
        .find(|decision| decision.before == store.player.moment)
        .copied()
        .filter(|_| is_active(store))
}

/// The next unpredicted decision, now or later: nothing after it is shown.
pub fn decision_ahead(store: &Store) -> Option<Decision> {
    next_decision(store, store.player.moment)
}

/// Whether a later decision is still unpredicted, so that a part of the run is hidden.
pub fn is_hiding(store: &Store) -> bool {
    decision_ahead(store).is_some()
}

/// Whether the decision at the current moment is unpredicted.
pub fn is_unanswered(store: &Store) -> bool {
    next_decision(store, store.player.moment).is_some_and(|decision| decision.before == store.player.moment)
}

/// The question at the current moment, which may still be loading, and its answers.
pub fn shown_question(store: &Store) -> Option<(Option<&Rc<LessonQuestion>>, QuestionAnswers)> {
    let decision = current_decision(store)?;
    let (predict, run_number) = (&store.lesson.predictions, store.run.view.run);
    Some((predict.question_at(run_number, decision.before), predict.answers_at(run_number, decision.before)))
}

/// The moment before the decision that the current moment belongs to; before the first decision, the moment of the first.
pub fn moment_before_decision(store: &Store) -> Option<usize> {
    let decisions = &store.run.view.decisions;
    let begun = decisions.partition_point(|decision| decision.before <= store.player.moment);
    decisions.get(begun.saturating_sub(1)).map(|decision| decision.before)
}

/// The answers after the choice at this index, or after revealing the answer if `None`.
pub fn answer_question(store: &Store, choice: Option<usize>) -> Option<QuestionAnswers> {
    let (question, answers) = shown_question(store).filter(|_| is_unanswered(store))?;
    match choice {
        Some(choice) => answers.with_choice(question?, choice),
        None => question.map(|_| answers.with_reveal()),
    }
}

/// The choice that a click on a pod or node selects, if the open question has one.
pub fn clicked_choice(store: &Store, subject: &str) -> Option<usize> {
    let (question, _) = shown_question(store).filter(|_| is_unanswered(store))?;
    question?.choice_about(subject)
}

/// The moment at which the playhead has to stop: the first unpredicted decision between two states.
pub fn holding_moment(previous_store: &Store, store: &Store) -> Option<usize> {
    // Opening a moment or starting another run isn't limited.
    let goes_on = previous_store.run.view.run == store.run.view.run
        && previous_store.player.target.is_none()
        && store.player.moment > previous_store.player.moment;
    let ahead = next_decision(store, previous_store.player.moment)
        .filter(|decision| goes_on && decision.before <= store.player.moment);
    ahead.map(|decision| decision.before)
}

/// What the question at the current moment still needs; `None` without a decision, or if the question is known.
pub fn question_need(store: &Store) -> Option<QuestionNeed> {
    let decision = current_decision(store)?;
    let run_view = &store.run.view;
    if store.lesson.predictions.question_at(run_view.run, store.player.moment).is_some() {
        return None;
    }
    if decision.is_of_group() {
        let frame = run_view.trace.frame_at(store.run.events_at(store.player.moment));
        let summary = decision.group_summary(run_view.trace.events());
        let question =
            summary.and_then(|summary| choices::group_questions::question_about_group(decision.kind, summary, &frame));
        return Some(question.map_or(QuestionNeed::NoChoices, |question| {
            QuestionNeed::NeedsQuestion(i18n::lesson_question::lesson_question(question))
        }));
    }
    let Some(attempt) = store.detail_cache.get(run_view.run, decision.attempt) else {
        return Some(QuestionNeed::NeedsDetail(decision.attempt));
    };
    let frame = run_view.trace.frame_at(store.run.events_at(store.player.moment));
    let question = choices::question_about(decision.kind, attempt, &frame);
    Some(question.map_or(QuestionNeed::NoChoices, |question| {
        QuestionNeed::NeedsQuestion(i18n::lesson_question::lesson_question(question))
    }))
}

#[cfg(test)]
mod tests {
    use trace::steps::Step;

    use super::*;
    use crate::{
        actions::{Action, lesson::PredictionMsg, player::PlayerMsg, selection::SelectionMsg},
        landmarks::Landmark,
        overlays::Toast,
        testing::InlineWorker,
        update::reduce,
    };

    const TEXT: &str = include_str!("../../../www/scenarios/reprieve.yaml");

    struct PredictionPage(Store, InlineWorker);

    impl PredictionPage {
        fn new() -> Self {
            Self::of(TEXT)
        }

        fn of(text: &str) -> Self {
            let mut worker = InlineWorker::default();
            let store = worker.open_text(text);
            Self(store, worker)
        }

        fn dispatch(&mut self, action: Action) {
            let (store, effects) = reduce(&self.0, action);
            self.0 = self.1.run_effects(store, effects);
        }

        fn predict(&mut self, prediction_msg: PredictionMsg) {
            self.dispatch(Action::Prediction(prediction_msg));
        }

        fn ask(&self) -> Rc<LessonQuestion> {
            let (question, _) = shown_question(&self.0).expect("a question");
            Rc::clone(question.expect("it is there"))
        }

        fn step(&self) -> Option<Step> {
            self.0.moment().map(|moment| moment.step)
        }

        /// Answers correctly, and returns the names of the choices.
        fn right(&mut self) -> Vec<String> {
            let question = self.ask();
            let single: Vec<usize> = (0..question.choices.len()).filter(|at| question.choices[*at].is_right).collect();
            let right_choices = if question.order.is_empty() { single } else { question.order.clone() };
            for choice in &right_choices {
                self.predict(PredictionMsg::Answer(*choice));
            }
            right_choices.iter().map(|at| question.choices[*at].name.en.clone()).collect()
        }
    }

    #[test]
    fn playback_and_seeking_stop_before_an_unpredicted_decision() {
        let mut page = PredictionPage::new();
        page.dispatch(Action::Player(PlayerMsg::Home));
        page.dispatch(Action::Prediction(PredictionMsg::SetOn(true)));
        assert!(is_hiding(&page.0) && !is_unanswered(&page.0));
        assert_eq!(page.0.overlays.toast, Some(Toast::PredictionsOn), "no question tells of it yet");
        let first = page.0.run.view.decisions[0].before;
        for ahead in [
            Action::Player(PlayerMsg::End),
            Action::Player(PlayerMsg::Seek(usize::MAX)),
            Action::Player(PlayerMsg::SeekLandmark(Landmark::Preemption)),
            Action::Player(PlayerMsg::StepByCaption(true)),
            Action::Selection(SelectionMsg::GoToEvidence(usize::MAX, Step::Failed)),
        ] {
            let mut page = PredictionPage(page.0.clone(), InlineWorker::default());
            page.dispatch(ahead);
            assert!(page.0.player.moment <= first, "{} is behind {first}", page.0.player.moment);
        }
        page.dispatch(Action::Player(PlayerMsg::Toggle));
        while page.0.player.is_playing {
            page.dispatch(Action::Player(PlayerMsg::Tick(page.0.player.tick_id)));
        }
        assert_eq!((page.0.player.moment, is_unanswered(&page.0)), (first, true), "playing ends before the decision");
        page.dispatch(Action::Player(PlayerMsg::Toggle));
        page.dispatch(Action::Player(PlayerMsg::Tick(page.0.player.tick_id)));
        assert_eq!((page.0.player.moment, page.0.player.is_playing), (first, false));
    }

    #[test]
    fn a_run_without_decisions_has_nothing_to_predict() {
        let mut page = PredictionPage::of(
            "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}\n",
        );
        page.dispatch(Action::Prediction(PredictionMsg::SetOn(true)));
        assert_eq!(page.0.overlays.toast, Some(Toast::NothingToPredict));
    }

    #[test]
    fn answers_are_checked_against_the_attempt() {
        let mut page = PredictionPage::new();
        page.dispatch(Action::Prediction(PredictionMsg::SetOn(true)));
        assert_eq!(page.0.player.moment, 0, "all is told already: it begins anew");
        let mut texts = Vec::new();
        while is_hiding(&page.0) {
            page.dispatch(Action::Player(PlayerMsg::End));
            if page.step() == Some(Step::Potential) {
                // First a wrong answer, then the right ones, one after the other.
                let question = page.ask();
                let wrong_choice =
                    (0..question.choices.len()).find(|at| !question.choices[*at].is_right).expect("a wrong one");
                page.predict(PredictionMsg::Answer(wrong_choice));
                assert!(is_unanswered(&page.0));
            }
            texts.push(page.right());
            assert!(!is_unanswered(&page.0));
        }
        page.dispatch(Action::Player(PlayerMsg::End));
        assert_eq!(page.0.player.moment, page.0.run.last_moment());
        let victims = page
            .0
            .run
            .view
            .attempt_summary(0)
            .and_then(|attempt_summary| attempt_summary.preemption.clone()?.room)
            .expect("a preemption");
        assert_eq!(texts[0], [victims.node.to_string()]);
        let names: Vec<String> = victims.victims.iter().map(|victim| i18n::short_pod_name(victim).to_owned()).collect();
        assert_eq!(texts[1], names);
        assert_eq!(page.0.prediction_score(), Some((texts.len() - 1, texts.len())));
    }

    #[test]
    fn a_click_on_the_stage_answers_and_reveal_ends_the_question() {
        let mut page = PredictionPage::new();
        page.dispatch(Action::Prediction(PredictionMsg::SetOn(true)));
        page.dispatch(Action::Player(PlayerMsg::End));
        let question = page.ask();
        let right = question.choices.iter().find(|choice| choice.is_right).expect("a right one");
        let mut clicks = PredictionPage(page.0.clone(), InlineWorker::default());
        clicks.dispatch(Action::Selection(SelectionMsg::OpenNode(right.subject.clone())));
        assert_eq!((clicks.0.prediction_score(), clicks.0.selection.node.as_deref()), (Some((1, 1)), None));
        page.predict(PredictionMsg::Reveal);
        assert_eq!((page.0.prediction_score(), is_unanswered(&page.0)), (Some((0, 1)), false));
        // An answered question isn't asked again, and turning predictions off hides nothing.
        page.predict(PredictionMsg::Answer(0));
        assert_eq!(page.0.prediction_score(), Some((0, 1)));
        page.dispatch(Action::Prediction(PredictionMsg::SetOn(false)));
        assert!(!is_hiding(&page.0) && shown_question(&page.0).is_none());
    }
}

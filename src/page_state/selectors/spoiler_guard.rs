//! Hides the future while a question is open: shows the run up to there, and nothing of what comes.
//!
//! A frame is the fold of a prefix of the log, so whoever draws a run that ends where the question stands can tell no more than that:
//! timeline, console, marks, titles of the next step, names for assistive technology. What is not of the run and may tell the answer
//! is left out here as well: captions and title of the scenario, answers of the worker, other branches.

use std::rc::Rc;

use i18n::Lang;
use protocol::Bilingual;
use runlog::{Attempt, PreemptionRecord};
use trace::decisions::DecisionKind;

use crate::{lesson::update::is_lesson_run, run_view::RunView, selectors::predictions, store::Store};

/// The run up to a question, kept until another one is asked.
#[derive(Default)]
pub struct HiddenRun {
    full: Rc<RunView>,
    moment: usize,
    visible: Rc<RunView>,
}

/// Whether a question of the lesson that is taken is open, in the lesson's own run.
pub fn has_open_lesson_question(store: &Store) -> bool {
    store
        .lesson
        .current
        .as_ref()
        .is_some_and(|progress| progress.has_open_question() && is_lesson_run(&store.run, progress))
}

/// Whether the lesson that is taken still asks something of its own run, in whatever step: how that run ends may be the answer. Whoever is
/// at its end without answers has read them.
pub fn has_unanswered_lesson_question(store: &Store) -> bool {
    store.lesson.current.as_ref().is_some_and(|progress| {
        let mut steps = progress.lesson.steps.iter().zip(&progress.answers);
        progress.current_step().is_some()
            && steps.any(|(step, answers)| step.ask.is_some() && !answers.is_done)
            && is_lesson_run(&store.run, progress)
    })
}

/// Whether a question stands open at the moment shown, of a lesson or of a prediction.
pub fn has_open_question(store: &Store) -> bool {
    predictions::is_unanswered(store) || has_open_lesson_question(store)
}

/// Whether something of the run is not shown yet, as it is asked now or later.
pub fn is_hiding(store: &Store) -> bool {
    predictions::is_hiding(store) || has_open_lesson_question(store)
}

/// The last moment that is shown; nothing where all of them are.
fn last_visible_moment(store: &Store) -> Option<usize> {
    match has_open_lesson_question(store) {
        true => Some(store.player.moment),
        false => predictions::decision_ahead(store).map(|decision| decision.before),
    }
}

impl HiddenRun {
    /// The state without what is still to be answered; the same one where nothing is.
    pub fn hide_future(&mut self, store: Rc<Store>) -> Rc<Store> {
        let Some(at) = last_visible_moment(&store).filter(|at| *at < store.run.view.moments.len()) else {
            return store;
        };
        if !Rc::ptr_eq(&self.full, &store.run.view) || self.moment != at {
            let until = Rc::new(store.run.view.cut_at(at));
            *self = Self { full: Rc::clone(&store.run.view), moment: at, visible: until };
        }
        let mut hidden = Store::clone(&store);
        hidden.run.view = Rc::clone(&self.visible);
        let summary = &mut Rc::make_mut(&mut hidden.run.manifest_summary).summary;
        (summary.title, summary.description) = (neutral_title(&store), Bilingual::default());
        (hidden.branches, hidden.answer_cache) = Default::default();
        (hidden.inspector.query, hidden.console.is_full_log_needed) = (None, false);
        // Of the attempt that is looked at the question of victims leaves open what preemption comes to.
        if let Some(decision) =
            predictions::decision_ahead(&store).filter(|decision_ahead| decision_ahead.kind == DecisionKind::Victims)
            && let Some(attempt) = store.detail_cache.get(store.run.view.run, decision.attempt)
        {
            hidden.detail_cache.insert(store.run.view.run, decision.attempt, Rc::new(strip_victims(attempt)));
        }
        Rc::new(hidden)
    }
}

/// What stands in the place of the scenario's title, which may tell what it is there to show.
fn neutral_title(store: &Store) -> Bilingual {
    match &store.lesson.current {
        Some(progress) => progress.lesson.entry.title.clone(),
        None => Bilingual { en: Lang::En.lesson_labels().predict.into(), zh: Lang::Zh.lesson_labels().predict.into() },
    }
}

/// An attempt before its dry runs.
fn strip_victims(attempt: &Attempt) -> Attempt {
    let before = |record: &PreemptionRecord| PreemptionRecord {
        ineligible: record.ineligible,
        potential: record.potential.clone(),
        offset: record.offset,
        ..PreemptionRecord::default()
    };
    Attempt { preemption: attempt.preemption.as_ref().map(before), ..attempt.clone() }
}

#[cfg(test)]
mod tests {
    use protocol::{Lesson, LessonChoice, LessonQuestion, LessonStep, Question};
    use runlog::EventKind;
    use trace::steps::Step;

    use super::*;
    use crate::{
        actions::{
            Action,
            inspector::InspectorMsg,
            lesson::{LessonMsg, PredictionMsg},
            player::PlayerMsg,
        },
        open_target::OpenTarget,
        testing::InlineWorker,
        worker_cache::AnswerCache,
    };

    fn dispatch(store: &Store, worker: &mut InlineWorker, action: Action) -> Store {
        worker.apply_action(store, action)
    }

    #[test]
    fn a_lesson_asks_until_its_last_question_is_answered() {
        let choice = LessonChoice { right: true, ..LessonChoice::default() };
        let question = LessonQuestion { choices: vec![choice], then: 5, ..LessonQuestion::default() };
        let steps = vec![LessonStep::default(), LessonStep { at: 4, ask: Some(question), ..LessonStep::default() }];
        let text = include_str!("../../../www/scenarios/rung-priority.yaml").into();
        let lesson = Lesson { text, scenario: "rung-priority".into(), steps, ..Lesson::default() };
        let parsed = LessonMsg::LessonParsed { lesson: Rc::new(lesson), step: 0, visit: false };
        let mut worker = InlineWorker::default();
        let store = dispatch(&Store::with_all_chunks(), &mut worker, Action::Lesson(parsed));
        assert!(!is_hiding(&store) && has_unanswered_lesson_question(&store), "it is asked in a later step");
        let store = dispatch(&store, &mut worker, Action::Lesson(LessonMsg::GoToStep(true)));
        assert!(is_hiding(&store) && has_unanswered_lesson_question(&store));
        let end = dispatch(&store, &mut worker, Action::Lesson(LessonMsg::GoToStep(true)));
        assert!(!has_unanswered_lesson_question(&end), "nothing comes after the end");
        let store = dispatch(&store, &mut worker, Action::Lesson(LessonMsg::AnswerQuestion(0)));
        assert!(!is_hiding(&store) && !has_unanswered_lesson_question(&store));
    }

    #[test]
    fn a_run_that_is_asked_about_ends_at_the_question() {
        let text = include_str!("../../../www/scenarios/rung-priority.yaml");
        let mut worker = InlineWorker::default();
        let mut store = dispatch(&Store::with_all_chunks(), &mut worker, Action::Open(OpenTarget::Text(text.into())));
        let all = store.run.view.clone();
        let unasked = Rc::new(store.clone());
        assert!(
            Rc::ptr_eq(&HiddenRun::default().hide_future(Rc::clone(&unasked)), &unasked),
            "nothing is hidden where nothing is asked"
        );
        store = dispatch(&store, &mut worker, Action::Prediction(PredictionMsg::SetOn(true)));
        store = dispatch(&store, &mut worker, Action::Player(PlayerMsg::End));
        store = dispatch(&store, &mut worker, Action::Inspector(InspectorMsg::SetQuestion(Some(Question::Rebalance))));
        let (mut hidden, mut steps_asked) = (HiddenRun::default(), Vec::new());
        while has_open_question(&store) {
            let at = store.player.moment;
            let visible = hidden.hide_future(Rc::new(store.clone()));
            assert!(
                Rc::ptr_eq(&visible.run.view, &hidden.hide_future(Rc::new(store.clone())).run.view),
                "it is made once"
            );
            let run_view = &visible.run.view;
            assert_eq!((run_view.moments.len(), visible.run.last_moment()), (at + 1, at));
            assert_eq!(run_view.trace.events().len(), all.moments[at].events);
            assert!(run_view.captions.is_empty() && visible.branches.branches.is_empty());
            assert!(
                !visible.run.manifest_summary.title.en.contains("Rule")
                    && visible.run.manifest_summary.description.en.is_empty()
            );
            assert_eq!((visible.inspector.query.clone(), visible.answer_cache == AnswerCache::default()), (None, true));
            // The question is still there, as its decision is known.
            assert!(
                predictions::is_unanswered(&visible)
                    && predictions::shown_question(&visible).is_some_and(|(question, _)| question.is_some())
            );
            let step = all.moments[at].step;
            if step == Step::Potential {
                let Some(EventKind::Attempted(attempt_summary)) =
                    run_view.trace.events().last().map(|event| &event.what)
                else {
                    panic!()
                };
                assert_eq!((attempt_summary.room(), &attempt_summary.end), (None, &runlog::AttemptEnd::Open));
                let detail = visible
                    .detail_cache
                    .get(run_view.run, attempt_summary.number)
                    .and_then(|detail_cache| detail_cache.preemption.clone())
                    .expect("one");
                assert!(detail.dry_runs.is_empty() && detail.ladder.is_empty() && detail.chosen.is_none());
            }
            steps_asked.push(step);
            store = dispatch(&store, &mut worker, Action::Prediction(PredictionMsg::Reveal));
            store = dispatch(&store, &mut worker, Action::Player(PlayerMsg::End));
        }
        assert_eq!(steps_asked, [Step::Event, Step::Potential, Step::Event]);
        let finished = Rc::new(store.clone());
        assert!(Rc::ptr_eq(&hidden.hide_future(Rc::clone(&finished)), &finished), "all is told");
    }
}

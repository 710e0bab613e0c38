//! Hides the future while a question is open: shows the run only up to the question.
//!
//! A frame is the fold of a prefix of the log, so a view of a run that ends at the question can't reveal more: timeline, console,
//! bookmarks, titles of the next step, accessible names. Other data that may reveal the answer is removed here as well: captions and
//! title of the scenario, answers of the worker, other branches.

use std::rc::Rc;

use i18n::Lang;
use protocol::Bilingual;
use runlog::{Attempt, PreemptionRecord};
use trace::decisions::DecisionKind;

use crate::{lesson::update::is_lesson_run, run_view::RunView, selectors::predictions, store::Store};

/// The run up to the open question, cached until the next question.
#[derive(Default)]
pub struct HiddenRun {
    full: Rc<RunView>,
    moment: usize,
    visible: Rc<RunView>,
}

/// Whether a question of the current lesson is open, in the lesson's own run.
pub fn has_open_lesson_question(store: &Store) -> bool {
    store
        .lesson
        .current
        .as_ref()
        .is_some_and(|progress| progress.has_open_question() && is_lesson_run(&store.run, progress))
}

/// Whether the current lesson has an unanswered question about its own run in any step, because the end of that run may be the answer. At
/// the end of the lesson the answers have been shown.
pub fn has_unanswered_lesson_question(store: &Store) -> bool {
    store.lesson.current.as_ref().is_some_and(|progress| {
        let mut steps = progress.lesson.steps.iter().zip(&progress.answers);
        progress.current_step().is_some()
            && steps.any(|(step, answers)| step.ask.is_some() && !answers.is_done)
            && is_lesson_run(&store.run, progress)
    })
}

/// Whether a question of a lesson or a prediction is open at the current moment.
pub fn has_open_question(store: &Store) -> bool {
    predictions::is_unanswered(store) || has_open_lesson_question(store)
}

/// Whether a part of the run is hidden because of an open or later question.
pub fn is_hiding(store: &Store) -> bool {
    predictions::is_hiding(store) || has_open_lesson_question(store)
}

/// The last visible moment; `None` if all are visible.
fn last_visible_moment(store: &Store) -> Option<usize> {
    match has_open_lesson_question(store) {
        true => Some(store.player.moment),
        false => predictions::decision_ahead(store).map(|decision| decision.before),
    }
}

impl HiddenRun {
    /// The state without the hidden part of the run; the same `Rc` if nothing is hidden.
    pub fn hide_future(&mut self, store: Rc<Store>) -> Rc<Store> {
        let Some(at) = last_visible_moment(&store).filter(|at| *at < store.run.view.moments.len()) else {
            return store;
        };
        let Some(updates) = store.chunks.study.ready() else {
            // A question that could not be fetched has nothing to hide.
            if store.chunks.study.has_failed() {
                return store;
            }
            // While it is fetched, nothing is shown.
            let mut unread = Store::clone(&store);
            (unread.run.view, unread.player.moment) = Default::default();
            return Rc::new(unread);
        };
        let is_known = Rc::ptr_eq(&self.full, &store.run.view) && self.moment == at;
        let hidden = (updates.hide_after)(&store, at, is_known.then(|| Rc::clone(&self.visible)));
        *self = Self { full: Rc::clone(&store.run.view), moment: at, visible: Rc::clone(&hidden.run.view) };
        Rc::new(hidden)
    }
}

/// The state without what happens after a moment. `visible` is the run up to it, if it is known.
pub(crate) fn hide_after(store: &Store, at: usize, visible: Option<Rc<RunView>>) -> Store {
    let mut hidden = store.clone();
    hidden.run.view = visible.unwrap_or_else(|| Rc::new(store.run.view.cut_at(at)));
    let summary = &mut Rc::make_mut(&mut hidden.run.manifest_summary).summary;
    (summary.title, summary.description) = (neutral_title(store), Bilingual::default());
    (hidden.branches, hidden.answer_cache) = Default::default();
    (hidden.inspector.query, hidden.console.is_full_log_needed) = (None, false);
    // A question about victims needs the attempt, but without the result of preemption.
    if let Some(decision) =
        predictions::decision_ahead(store).filter(|decision_ahead| decision_ahead.kind == DecisionKind::Victims)
        && let Some(attempt) = store.detail_cache.get(store.run.view.run, decision.attempt)
    {
        hidden.detail_cache.insert(store.run.view.run, decision.attempt, Rc::new(strip_victims(attempt)));
    }
    hidden
}

/// Replaces the title of the scenario, which may reveal its point.
fn neutral_title(store: &Store) -> Bilingual {
    match &store.lesson.current {
        Some(progress) => progress.lesson.entry.title.clone(),
        None => Bilingual { en: Lang::En.lesson_labels().predict.into(), zh: Lang::Zh.lesson_labels().predict.into() },
    }
}

/// An attempt without its dry runs.
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
        chunk::LoadState,
        open_target::OpenTarget,
        testing::InlineWorker,
        worker_cache::AnswerCache,
    };

    fn dispatch(store: &Store, worker: &mut InlineWorker, action: Action) -> Store {
        worker.apply_action(store, action)
    }

    #[test]
    fn the_end_is_guarded_until_the_last_question_is_answered() {
        let choice = LessonChoice { is_right: true, ..LessonChoice::default() };
        let question = LessonQuestion { choices: vec![choice], then: 5, ..LessonQuestion::default() };
        let steps = vec![LessonStep::default(), LessonStep { at: 4, ask: Some(question), ..LessonStep::default() }];
        let text = include_str!("../../../www/scenarios/rung-priority.yaml").into();
        let lesson = Lesson { text, scenario: "rung-priority".into(), steps, ..Lesson::default() };
        let parsed = LessonMsg::LessonParsed { lesson: Rc::new(lesson), step: 0, is_visit: false };
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
    fn the_visible_run_ends_at_the_open_question() {
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
        let (mut hidden, mut steps_asked, all_asked) = (HiddenRun::default(), Vec::new(), store.clone());
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
            // The question remains, because its decision is cached.
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
        // Before the chunk with the questions is there, nothing is shown; if it can't be fetched, nothing is hidden.
        let mut waiting = all_asked.clone();
        waiting.chunks.study = LoadState::Loading;
        let visible = HiddenRun::default().hide_future(Rc::new(waiting.clone()));
        assert_eq!((visible.run.view.moments.len(), visible.player.moment), (0, 0));
        waiting.chunks.study = LoadState::Failed;
        let failed = Rc::new(waiting);
        assert!(Rc::ptr_eq(&HiddenRun::default().hide_future(Rc::clone(&failed)), &failed));
        let finished = Rc::new(store.clone());
        assert!(Rc::ptr_eq(&hidden.hide_future(Rc::clone(&finished)), &finished), "all is told");
    }
}

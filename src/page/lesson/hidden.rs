//! What is shown while something is asked: the run up to there, and nothing of what comes.
//!
//! A frame is the fold of a prefix of the log, so whoever draws a run that ends where the question stands can tell no more than that:
//! timeline, console, marks, titles of the next step, names for assistive technology. What is not of the run and may tell the answer
//! is left out here as well: captions and title of the scenario, answers of the worker, other branches.

use std::rc::Rc;

use crate::lesson::predict;
use crate::lesson::update::runs;
use crate::shown::Shown;
use crate::store::Store;
use record::{Attempt, PreemptionRecord};
use trace::decisions::Decides;
use wire::{Bilingual, Loaded};
use words::Lang;

/// The run up to a question, kept until another one is asked.
#[derive(Default)]
pub struct Hidden {
    of: Rc<Shown>,
    at: usize,
    until: Rc<Shown>,
}

/// Whether a question of the lesson that is taken is open, in the lesson's own run.
pub(crate) fn lesson_asks(store: &Store) -> bool {
    store.course.taken.as_ref().is_some_and(|taken| taken.asks() && runs(&store.run, taken))
}

/// Whether a question stands open at the moment shown, of a lesson or of a prediction.
pub fn asks(store: &Store) -> bool {
    predict::asks(store) || lesson_asks(store)
}

/// Whether something of the run is not shown yet, as it is asked now or later.
pub fn hides(store: &Store) -> bool {
    predict::hides(store) || lesson_asks(store)
}

/// The last moment that is shown; nothing where all of them are.
fn horizon(store: &Store) -> Option<usize> {
    match lesson_asks(store) {
        true => Some(store.player.at),
        false => predict::ahead(store).map(|decision| decision.before),
    }
}

impl Hidden {
    /// The state without what is still to be answered; the same one where nothing is.
    pub fn of(&mut self, store: Rc<Store>) -> Rc<Store> {
        let Some(at) = horizon(&store).filter(|at| *at < store.run.trace.moments.len()) else { return store };
        if !Rc::ptr_eq(&self.of, &store.run.trace) || self.at != at {
            let until = Rc::new(store.run.trace.until(at));
            *self = Self { of: Rc::clone(&store.run.trace), at, until };
        }
        let mut shown = Store::clone(&store);
        shown.run.trace = Rc::clone(&self.until);
        shown.run.loaded = Rc::new(Loaded {
            title: title(&store),
            description: Bilingual::default(),
            ..Loaded::clone(&store.run.loaded)
        });
        (shown.branches, shown.answers) = Default::default();
        (shown.inspector.asked, shown.console.reads_log) = (None, false);
        // Of the attempt that is looked at the question of victims leaves open what preemption comes to.
        if let Some(decision) = predict::ahead(&store).filter(|it| it.what == Decides::Victims)
            && let Some(attempt) = store.details.get(store.run.trace.run, decision.attempt)
        {
            shown.details.keep(store.run.trace.run, decision.attempt, Rc::new(without_victims(attempt)));
        }
        Rc::new(shown)
    }
}

/// What stands in the place of the scenario's title, which may tell what it is there to show.
fn title(store: &Store) -> Bilingual {
    match &store.course.taken {
        Some(taken) => taken.lesson.entry.title.clone(),
        None => Bilingual { en: Lang::En.lesson().predict.into(), zh: Lang::Zh.lesson().predict.into() },
    }
}

/// An attempt before its dry runs.
fn without_victims(attempt: &Attempt) -> Attempt {
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
    use super::*;
    use crate::acts::{Inspecting, Playing};
    use crate::known::Answers;
    use crate::lesson::Learning;
    use crate::opening::Opening;
    use crate::store::Action;
    use crate::testing::Worker;
    use crate::update::reduce;
    use record::What;
    use trace::steps::Step;
    use wire::Question;

    fn act(store: &Store, worker: &mut Worker, action: Action) -> Store {
        let (store, effects) = reduce(store, action);
        worker.serve(store, effects)
    }

    #[test]
    fn a_run_that_is_asked_about_ends_at_the_question() {
        let text = include_str!("../../../www/scenarios/rung-priority.yaml");
        let mut worker = Worker::default();
        let mut store = act(&Store::default(), &mut worker, Action::Open(Opening::Text(text.into())));
        let all = store.run.trace.clone();
        let unasked = Rc::new(store.clone());
        assert!(
            Rc::ptr_eq(&Hidden::default().of(Rc::clone(&unasked)), &unasked),
            "nothing is hidden where nothing is asked"
        );
        store = act(&store, &mut worker, Action::Lesson(Learning::Predict(true)));
        store = act(&store, &mut worker, Action::Player(Playing::End));
        store = act(&store, &mut worker, Action::Inspector(Inspecting::Ask(Some(Question::Rebalance))));
        let (mut hidden, mut asked) = (Hidden::default(), Vec::new());
        while asks(&store) {
            let at = store.player.at;
            let shown = hidden.of(Rc::new(store.clone()));
            assert!(Rc::ptr_eq(&shown.run.trace, &hidden.of(Rc::new(store.clone())).run.trace), "it is made once");
            let run = &shown.run.trace;
            assert_eq!((run.moments.len(), shown.run.last()), (at + 1, at));
            assert_eq!(run.trace.events().len(), all.moments[at].events);
            assert!(run.captions.is_empty() && shown.branches.all.is_empty());
            assert!(!shown.run.loaded.title.en.contains("Rule") && shown.run.loaded.description.en.is_empty());
            assert_eq!((shown.inspector.asked.clone(), shown.answers == Answers::default()), (None, true));
            // The question is still there, as its decision is known.
            assert!(predict::asks(&shown) && predict::shown(&shown).is_some_and(|(ask, _)| ask.is_some()));
            let step = all.moments[at].step;
            if step == Step::Potential {
                let Some(What::Attempted(tried)) = run.trace.events().last().map(|event| &event.what) else { panic!() };
                assert_eq!((tried.room(), &tried.end), (None, &record::TriedEnd::Open));
                let detail =
                    shown.details.get(run.run, tried.number).and_then(|it| it.preemption.clone()).expect("one");
                assert!(detail.dry_runs.is_empty() && detail.ladder.is_empty() && detail.chosen.is_none());
            }
            asked.push(step);
            store = act(&store, &mut worker, Action::Lesson(Learning::Reveal));
            store = act(&store, &mut worker, Action::Player(Playing::End));
        }
        assert_eq!(asked, [Step::Event, Step::Potential, Step::Event]);
        let done = Rc::new(store.clone());
        assert!(Rc::ptr_eq(&hidden.of(Rc::clone(&done)), &done), "all is told");
    }
}

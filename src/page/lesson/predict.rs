//! Predict, then reveal: at each decision of a run the playhead stops, and its outcome is asked for before it is shown. A question is the
//! same as in a lesson; what the attempt found judges it.

use std::rc::Rc;

use crate::lesson::Given;
use crate::store::Store;
use trace::choices;
use trace::decisions::Decision;
use wire::Ask;

/// Whether decisions are asked for in the run that is shown. A lesson has questions of its own, and a run beside it tells the answers.
pub fn active(store: &Store) -> bool {
    let alone = store.course.taken.is_none() && store.branches.beside.is_none();
    store.course.predict.on && alone && !store.run.stale && !store.front.welcomes
}

/// The first decision from a moment on that was not predicted yet.
fn next(store: &Store, at: usize) -> Option<Decision> {
    let decisions = &store.run.trace.decisions;
    let later = &decisions[decisions.partition_point(|it| it.before < at)..];
    let open = |it: &&Decision| !store.course.predict.given(store.run.trace.run, it.before).done;
    later.iter().find(open).copied().filter(|_| active(store))
}

/// The decision at the moment shown, if there is one to be asked about.
fn here(store: &Store) -> Option<Decision> {
    store.run.trace.decisions.iter().find(|it| it.before == store.player.at).copied().filter(|_| active(store))
}

/// The decision that is to be predicted next, here or later: nothing of what comes after it is shown.
pub fn ahead(store: &Store) -> Option<Decision> {
    next(store, store.player.at)
}

/// Whether something is still to be predicted.
pub fn hides(store: &Store) -> bool {
    ahead(store).is_some()
}

/// Whether the decision at the moment shown is still to be predicted.
pub fn asks(store: &Store) -> bool {
    next(store, store.player.at).is_some_and(|it| it.before == store.player.at)
}

/// The question at the moment shown, which may still be on its way, and what was answered.
pub fn shown(store: &Store) -> Option<(Option<&Rc<Ask>>, Given)> {
    let decision = here(store)?;
    let (predict, run) = (&store.course.predict, store.run.trace.run);
    Some((predict.question(run, decision.before), predict.given(run, decision.before)))
}

/// The moment before the decision that the moment shown belongs to; before the first decision, that of the first one.
pub(crate) fn eve(store: &Store) -> Option<usize> {
    let decisions = &store.run.trace.decisions;
    let begun = decisions.partition_point(|it| it.before <= store.player.at);
    decisions.get(begun.saturating_sub(1)).map(|it| it.before)
}

/// What is given to the question at the moment shown with an answer, by the number of the choice; without one the answer is shown.
pub fn answer(store: &Store, choice: Option<usize>) -> Option<Given> {
    let (ask, given) = shown(store).filter(|_| asks(store))?;
    match choice {
        Some(choice) => given.after(ask?, choice),
        None => ask.map(|_| given.gave_up()),
    }
}

/// The answer that a click on a pod or a node gives, if the question at the moment shown has such an answer.
pub fn clicked(store: &Store, subject: &str) -> Option<usize> {
    let (ask, _) = shown(store).filter(|_| asks(store))?;
    ask?.about(subject)
}

/// Where the playhead is held back on its way from one state to the next: before what is to be predicted.
pub fn holds(before: &Store, store: &Store) -> Option<usize> {
    // Whoever opens a moment wants to be there, and another run is a new beginning.
    let goes_on = before.run.trace.run == store.run.trace.run
        && before.player.wanted.is_none()
        && store.player.at > before.player.at;
    let ahead = next(store, before.player.at).filter(|it| goes_on && it.before <= store.player.at);
    ahead.map(|decision| decision.before)
}

/// What is to be done so that the decision at the moment shown can be asked for.
pub enum Asking {
    /// Get the detail of this attempt.
    Detail(usize),
    /// Ask this.
    Ask(Ask),
    /// Nothing can be chosen from.
    Nothing,
}

/// The same, for the moment shown; nothing where no decision is, and where its question is known.
pub fn asking(store: &Store) -> Option<Asking> {
    let decision = here(store)?;
    let run = &store.run.trace;
    if store.course.predict.question(run.run, store.player.at).is_some() {
        return None;
    }
    let Some(attempt) = store.details.get(run.run, decision.attempt) else {
        return Some(Asking::Detail(decision.attempt));
    };
    let frame = run.trace.frame(store.run.events_at(store.player.at));
    let question = choices::question(decision.what, attempt, &frame);
    Some(question.map_or(Asking::Nothing, |question| Asking::Ask(words::asked::ask(question))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::acts::Playing;
    use crate::front::Toast;
    use crate::lesson::Learning;
    use crate::opening::Opening;
    use crate::player::Landmark;
    use crate::selection::Look;
    use crate::store::Action;
    use crate::testing::Worker;
    use crate::update::reduce;
    use trace::steps::Step;

    const TEXT: &str = include_str!("../../../www/scenarios/reprieve.yaml");

    struct Page(Store, Worker);

    impl Page {
        fn new() -> Self {
            Self::of(TEXT)
        }

        fn of(text: &str) -> Self {
            let (store, effects) = reduce(&Store::default(), Action::Open(Opening::Text(text.into())));
            let mut worker = Worker::default();
            let store = worker.serve(store, effects);
            Self(store, worker)
        }

        fn act(&mut self, action: Action) {
            let (store, effects) = reduce(&self.0, action);
            self.0 = self.1.serve(store, effects);
        }

        fn learn(&mut self, learning: Learning) {
            self.act(Action::Lesson(learning));
        }

        fn ask(&self) -> Rc<Ask> {
            let (ask, _) = shown(&self.0).expect("a question");
            Rc::clone(ask.expect("it is there"))
        }

        fn step(&self) -> Option<Step> {
            self.0.moment().map(|moment| moment.step)
        }

        /// Answers right, and gives the names of the answers.
        fn right(&mut self) -> Vec<String> {
            let ask = self.ask();
            let single: Vec<usize> = (0..ask.choices.len()).filter(|at| ask.choices[*at].right).collect();
            let wanted = if ask.order.is_empty() { single } else { ask.order.clone() };
            for choice in &wanted {
                self.learn(Learning::Answer(*choice));
            }
            wanted.iter().map(|at| ask.choices[*at].name.en.clone()).collect()
        }
    }

    #[test]
    fn nothing_that_is_to_be_predicted_is_shown() {
        let mut page = Page::new();
        page.act(Action::Player(Playing::Home));
        page.act(Action::Lesson(Learning::Predict(true)));
        assert!(hides(&page.0) && !asks(&page.0));
        assert_eq!(page.0.front.toast, Some(Toast::Predicts), "no question tells of it yet");
        let first = page.0.run.trace.decisions[0].before;
        for ahead in [
            Action::Player(Playing::End),
            Action::Player(Playing::Seek(usize::MAX)),
            Action::Player(Playing::Next(Landmark::Preemption)),
            Action::Player(Playing::StepCaption(true)),
            Action::Selection(Look::At(usize::MAX, Step::Failed)),
        ] {
            let mut page = Page(page.0.clone(), Worker::default());
            page.act(ahead);
            assert!(page.0.player.at <= first, "{} is behind {first}", page.0.player.at);
        }
        page.act(Action::Player(Playing::Toggle));
        while page.0.player.playing {
            page.act(Action::Player(Playing::Tick(page.0.player.beat)));
        }
        assert_eq!((page.0.player.at, asks(&page.0)), (first, true), "playing ends before the decision");
        page.act(Action::Player(Playing::Toggle));
        page.act(Action::Player(Playing::Tick(page.0.player.beat)));
        assert_eq!((page.0.player.at, page.0.player.playing), (first, false));
    }

    #[test]
    fn a_run_without_decisions_says_that_there_is_nothing_to_predict() {
        let mut page =
            Page::of("kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}\n");
        page.act(Action::Lesson(Learning::Predict(true)));
        assert_eq!(page.0.front.toast, Some(Toast::NothingToPredict));
    }

    #[test]
    fn answers_are_judged_by_what_the_attempt_found() {
        let mut page = Page::new();
        page.act(Action::Lesson(Learning::Predict(true)));
        assert_eq!(page.0.player.at, 0, "all is told already: it begins anew");
        let mut told = Vec::new();
        while hides(&page.0) {
            page.act(Action::Player(Playing::End));
            if page.step() == Some(Step::Potential) {
                // Wrong, then right: one is wanted after the other.
                let ask = page.ask();
                let wrong = (0..ask.choices.len()).find(|at| !ask.choices[*at].right).expect("a wrong one");
                page.learn(Learning::Answer(wrong));
                assert!(asks(&page.0));
            }
            told.push(page.right());
            assert!(!asks(&page.0));
        }
        page.act(Action::Player(Playing::End));
        assert_eq!(page.0.player.at, page.0.run.last());
        let victims = page.0.run.trace.tried(0).and_then(|it| it.preemption.clone()?.room).expect("a preemption");
        assert_eq!(told[0], [victims.node.to_string()]);
        let names: Vec<String> = victims.victims.iter().map(|it| words::short(it).to_owned()).collect();
        assert_eq!(told[1], names);
        assert_eq!(page.0.predicted(), Some((told.len() - 1, told.len())));
    }

    #[test]
    fn a_click_on_the_stage_answers_and_who_gives_up_is_told() {
        let mut page = Page::new();
        page.act(Action::Lesson(Learning::Predict(true)));
        page.act(Action::Player(Playing::End));
        let ask = page.ask();
        let right = ask.choices.iter().find(|choice| choice.right).expect("a right one");
        let mut clicks = Page(page.0.clone(), Worker::default());
        clicks.act(Action::Selection(Look::Open(right.subject.clone())));
        assert_eq!((clicks.0.predicted(), clicks.0.selection.node.as_deref()), (Some((1, 1)), None));
        page.learn(Learning::Reveal);
        assert_eq!((page.0.predicted(), asks(&page.0)), (Some((0, 1)), false));
        // What is known is not asked again, and what is not asked for at all is not hidden.
        page.learn(Learning::Answer(0));
        assert_eq!(page.0.predicted(), Some((0, 1)));
        page.act(Action::Lesson(Learning::Predict(false)));
        assert!(!hides(&page.0) && shown(&page.0).is_none());
    }
}

//! What a person does with a lesson. How its run is shown is the page's (`page::update::learning`).

use std::rc::Rc;

use crate::acts::Playing;
use crate::care;
use crate::lesson::{Course, Errand, Given, Learning, Taken, place, predict};
use crate::opening::Opening;
use crate::run::Run;
use crate::selection::Look;
use crate::store::{Action, Effect, Store};
use crate::wish::Wish;
use wire::is_lesson;

/// Does it. `text` is the one in the editor.
pub fn change(course: &mut Course, run: &Run, text: &Rc<str>, learning: Learning) -> Vec<Wish> {
    match learning {
        Learning::Take { name, step, visit } => return errand(Errand::Fetch { name, step, visit }),
        Learning::Taken { lesson, step, visit } => {
            let left = Rc::clone(text);
            let given = vec![Given::default(); lesson.steps.len()];
            // A link may name a step that is no longer there.
            let step = step.min(lesson.steps.len().saturating_sub(1));
            course.wanted = None;
            course.taken = Some(Taken { lesson, step, given, source: None, counted: None });
            let mut wishes = vec![Wish::CloseGallery, Wish::Stand];
            wishes.extend(errand(if visit { Errand::Visit { left } } else { Errand::Address }));
            wishes.extend(list(course));
            return wishes;
        }
        Learning::Open { text, scenario } => return errand(Errand::Read { text, scenario }),
        Learning::Own { lesson, source } => {
            let (file, place) = place::split(&source);
            let source = Some(file.into());
            let mut taken =
                Taken { step: 0, given: vec![Given::default(); lesson.steps.len()], source, counted: None, lesson };
            let changed = place.as_ref().map(|place| place.text).filter(|text| !text.is_empty());
            if let Some(place) = &place {
                place.restore(&mut taken);
            }
            let shows = changed.map_or(Wish::Stand, |text| Wish::Resume(Rc::clone(&taken.lesson), text.into()));
            course.taken = Some(taken);
            // Nothing else holds it: a reload goes on with it.
            let kept = [Effect::Learn(Errand::Address), Effect::Draft].map(Wish::from);
            return [shows, Wish::CloseGallery].into_iter().chain(kept).chain(list(course)).collect();
        }
        Learning::Leave => {
            let Some(taken) = course.taken.take() else { return Vec::new() };
            // What is no built-in scenario, or one no longer, is kept as a draft.
            return match runs(run, &taken) && !taken.lesson.scenario.is_empty() {
                true => errand(Errand::Leave { scenario: taken.lesson.scenario.clone() }),
                false => vec![Effect::Learn(Errand::Leave { scenario: String::new() }).into(), Effect::Draft.into()],
            };
        }
        Learning::Step(forward) => return change_taken(course, |taken| step(taken, forward)),
        Learning::Answer(choice) => return change_taken(course, |taken| answer(taken, choice)),
        Learning::Here => return change_taken(course, |_| true),
        Learning::Define(defined) => course.defined = defined,
        Learning::Comes(name) => course.wanted = Some(name),
        // What is predicted is no lesson's (`predict`), and what does the others is fetched later.
        Learning::Predict(_)
        | Learning::Reveal
        | Learning::Count
        | Learning::Course(_)
        | Learning::Terms(_)
        | Learning::Fetched { .. }
        | Learning::Made { .. } => {}
    }
    Vec::new()
}

fn errand(errand: Errand) -> Vec<Wish> {
    vec![Effect::Learn(errand).into()]
}

/// Whoever takes a lesson sees the list of all.
fn list(course: &Course) -> Option<Wish> {
    course.entries.is_empty().then(|| Effect::Learn(Errand::Course).into())
}

/// The page's language is another one now: what is wrong with somebody's own lesson is told in it.
pub(crate) fn told_again(store: &Store) -> Vec<Effect> {
    let wrong = store.care.troubles.iter().filter_map(|trouble| match trouble {
        care::Trouble::Lesson { source, .. } => Some(Rc::clone(source)),
        _ => None,
    });
    wrong.map(|text| Effect::Learn(Errand::Read { text, scenario: None })).collect()
}

/// Whether the run shown is the lesson's: its moments are numbers of that run.
pub fn runs(run: &Run, taken: &Taken) -> bool {
    *run.text == *taken.lesson.text && run.shown_release() == taken.lesson.release && !run.stale
}

/// Changes the lesson that is taken, and goes to where it stands then.
fn change_taken(course: &mut Course, change: impl FnOnce(&mut Taken) -> bool) -> Vec<Wish> {
    let Some(taken) = course.taken.as_mut() else { return Vec::new() };
    if !change(taken) {
        return Vec::new();
    }
    let mut wishes = vec![Wish::Stand, Effect::Learn(Errand::Address).into()];
    // Its place is kept with it.
    wishes.extend(taken.source.is_some().then(|| Effect::Draft.into()));
    wishes
}

fn step(taken: &mut Taken, forward: bool) -> bool {
    let to = if forward { (taken.step + 1).min(taken.lesson.steps.len()) } else { taken.step.saturating_sub(1) };
    std::mem::replace(&mut taken.step, to) != to
}

fn answer(taken: &mut Taken, choice: usize) -> bool {
    let Some((ask, given)) = taken.ask().filter(|_| taken.asks()) else { return false };
    let Some(given) = given.after(ask, choice) else { return false };
    let step = taken.step;
    taken.given[step] = given;
    true
}

/// What another action means while something is asked or a lesson is taken, if it means something else then: a click on the stage answers, and the
/// keys of captions go from step to step.
pub fn meant(store: &Store, action: &Action) -> Option<Learning> {
    let clicked = match action {
        Action::Selection(Look::Pick(Some(pod))) => Some(pod),
        Action::Selection(Look::Open(node)) => Some(node),
        _ => None,
    };
    let Some(taken) = store.course.taken.as_ref() else {
        return predict::clicked(store, clicked?).map(Learning::Answer);
    };
    match action {
        Action::Player(Playing::StepCaption(forward)) => return Some(Learning::Step(*forward)),
        Action::Open(_) => return None,
        _ if !taken.asks() || !runs(&store.run, taken) => return None,
        // The run stands still until the question is answered: the next moments tell the answer.
        Action::Player(
            Playing::Toggle
            | Playing::Seek(_)
            | Playing::StepEvent(_)
            | Playing::Home
            | Playing::End
            | Playing::StepBy(_)
            | Playing::Step(_)
            | Playing::Next(_)
            | Playing::SeekEvents(_),
        ) => return Some(Learning::Here),
        _ => {}
    }
    taken.ask()?.0.about(clicked?).map(Learning::Answer)
}

/// Whether whoever opens this leaves the lesson.
pub fn leaves(opening: &Opening) -> bool {
    // Another lesson takes the place of this one once it is read, if nothing is wrong with it.
    !matches!(opening, Opening::Text(text) if is_lesson(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::acts::Branching;
    use crate::builder::Build;
    use crate::lesson::task;
    use crate::player::Wanted;
    use crate::run::Running;
    use crate::settings::Setting;
    use crate::testing::Worker;
    use crate::update::reduce;
    use releases::Release;
    use wire::{Ask, Goal, Lesson, LessonChoice, LessonStep};

    const TEXT: &str = include_str!("../../../www/scenarios/first-pod.yaml");

    fn choice(subject: &str, right: bool) -> LessonChoice {
        LessonChoice { subject: subject.into(), right, ..LessonChoice::default() }
    }

    /// A step, a question and a task on a run of the first scenario.
    fn lesson() -> Rc<Lesson> {
        let choices = vec![choice("node-a", false), choice("node-c", true), choice("", false)];
        let ask = Ask { choices, then: 9, ..Ask::default() };
        let goal = Goal {
            bound: vec!["default/web".into()],
            gone: vec!["default/queue".into()],
            changes: Some(2),
            ..Goal::default()
        };
        let steps = vec![
            LessonStep { at: 3, look: "default/web".into(), ..LessonStep::default() },
            LessonStep { at: 5, ask: Some(ask), ..LessonStep::default() },
            LessonStep { at: 1, look: "node-a".into(), task: Some(goal), ..LessonStep::default() },
        ];
        Rc::new(Lesson { text: TEXT.into(), scenario: "first-pod".into(), steps, ..Lesson::default() })
    }

    /// A page on which the lesson was just opened.
    fn opened(worker: &mut Worker, step: usize) -> Store {
        let taken = Learning::Taken { lesson: lesson(), step, visit: false };
        let (store, effects) = reduce(&Store::default(), Action::Lesson(taken));
        assert!(effects.contains(&Effect::Learn(Errand::Address)) && effects.contains(&Effect::Learn(Errand::Course)));
        worker.serve(store, effects)
    }

    fn learn(store: &Store, learning: Learning) -> Store {
        reduce(store, Action::Lesson(learning)).0
    }

    fn score(store: &Store) -> Option<(usize, usize)> {
        store.course.taken.as_ref().map(Taken::score)
    }

    #[test]
    fn steps_go_to_their_moments() {
        let mut store = opened(&mut Worker::default(), 0);
        assert_eq!((store.player.at, store.selection.pod.as_deref()), (3, Some("default/web")));
        assert!(store.gallery.scenario.is_some());
        let mut seen = Vec::new();
        for forward in [true, true, true, true, false, false, false, false] {
            // The keys of captions do the same.
            store = reduce(&store, Action::Player(Playing::StepCaption(forward))).0;
            let step = store.course.taken.as_ref().map_or(9, |taken| taken.step);
            seen.push((step, store.player.at, store.selection.node.as_deref() == Some("node-a")));
        }
        let end = (3, 1, true);
        assert_eq!(
            seen,
            [(1, 5, false), (2, 1, true), end, end, (2, 1, true), (1, 5, false), (0, 3, false), (0, 3, false)]
        );
        // Whoever stepped elsewhere comes back.
        let away = reduce(&store, Action::Player(Playing::Seek(7))).0;
        assert_eq!(learn(&away, Learning::Here).player.at, 3);
        // A link may name a step that is no more.
        assert_eq!(opened(&mut Worker::default(), 40).player.at, 1);
    }

    #[test]
    fn a_question_is_open_until_it_is_answered_right() {
        let store = opened(&mut Worker::default(), 1);
        assert_eq!((store.player.at, score(&store)), (5, Some((0, 1))));
        // A click on the stage answers; one on what is no answer chooses, as ever.
        let wrong = reduce(&store, Action::Selection(Look::Open("node-a".into()))).0;
        assert_eq!((wrong.player.at, wrong.selection.node.as_deref(), score(&wrong)), (5, None, Some((0, 1))));
        for ahead in [
            Action::Player(Playing::Step(true)),
            Action::Player(Playing::Toggle),
            Action::Player(Playing::End),
            Action::Player(Playing::Seek(9)),
        ] {
            let waits = reduce(&store, ahead).0;
            assert_eq!((waits.player.at, waits.player.playing), (5, false), "what comes next tells the answer");
        }
        let other = reduce(&store, Action::Selection(Look::Open("node-b".into()))).0;
        assert_eq!(other.selection.node.as_deref(), Some("node-b"));
        let late = learn(&wrong, Learning::Answer(1));
        assert_eq!((late.player.at, score(&late)), (9, Some((0, 1))));
        let right = learn(&store, Learning::Answer(1));
        assert_eq!((right.player.at, score(&right)), (9, Some((1, 1))));
        // What is answered stays so.
        let again = learn(&right, Learning::Answer(0));
        assert_eq!((again.player.at, score(&again)), (9, Some((1, 1))));
        assert_eq!(learn(&learn(&again, Learning::Step(true)), Learning::Step(false)).player.at, 9);
        let nothing = learn(&store, Learning::Answer(7));
        assert!(nothing.course.taken.is_some_and(|taken| taken.asks()));
    }

    #[test]
    fn a_task_is_judged_by_the_run_that_is_shown() {
        let mut worker = Worker::default();
        let store = opened(&mut worker, 2);
        let judged = |store: &Store| {
            store.course.taken.as_ref().map(|taken| (runs(&store.run, taken), task::reached(store, taken)))
        };
        assert_eq!(judged(&store), Some((true, Some(false))));
        let (before, after) = TEXT.split_once("metadata: {name: queue}").expect("the pod");
        let changed = format!("{before}metadata: {{name: other}}{after}");
        let (edited, _) = reduce(&store, Action::Builder(Build::Edit(changed.as_str().into())));
        let (edited, effects) = reduce(&edited, Action::Run(Running::Start));
        assert_eq!(judged(&edited), Some((false, None)), "it is still on its way");
        let edited = worker.serve(edited, effects);
        assert_eq!(judged(&edited), Some((false, Some(true))));
        // The change is counted, as the task says how many there may be.
        let counted = edited.course.taken.as_ref().and_then(|taken| taken.counted.clone()).expect("a count");
        assert_eq!(counted.changes.len(), 2, "an object went, and another one came");
        assert!(edited.course.taken.as_ref().is_some_and(task::is_solved));
        // The lesson goes on with its own text; what was made is set aside.
        let (back, effects) = reduce(&edited, Action::Lesson(Learning::Step(false)));
        assert!(effects.contains(&Effect::SetAside));
        let back = worker.serve(back, effects);
        assert_eq!((&*back.run.text, back.player.at), (TEXT, 5));
        // What was solved stays so, though the lesson's own run does not come to it.
        let (again, effects) = reduce(&back, Action::Lesson(Learning::Step(true)));
        let again = worker.serve(again, effects);
        assert_eq!(judged(&again), Some((true, Some(false))));
        assert!(again.course.taken.as_ref().is_some_and(task::is_solved));
    }

    #[test]
    fn a_task_is_solved_in_whatever_way() {
        let delete = || "delete: {namespace: default, name: queue}".to_owned();
        let script = "\n---\nkind: Script\nscript:\n- at: 30s\n  delete: {namespace: default, name: queue}\n";
        let (before, after) = TEXT.split_once("metadata: {name: queue}").expect("the pod");
        let ways: [(&str, Vec<Action>); 4] = [
            ("what if", vec![Action::Branches(Branching::Fork { label: "f".into(), entries: vec![delete()] })]),
            (
                "tried",
                vec![Action::Branches(Branching::Try {
                    label: "f".into(),
                    entries: vec![delete()],
                    about: "default/queue".into(),
                })],
            ),
            (
                "a script",
                vec![
                    Action::Builder(Build::Edit(format!("{TEXT}{script}").as_str().into())),
                    Action::Run(Running::Start),
                ],
            ),
            (
                "undone and done again",
                vec![
                    Action::Builder(Build::Edit(format!("{before}metadata: {{name: other}}{after}").as_str().into())),
                    Action::Builder(Build::Undo),
                    Action::Builder(Build::Redo),
                    Action::Run(Running::Start),
                ],
            ),
        ];
        for (way, actions) in ways {
            let mut worker = Worker::default();
            let mut store = opened(&mut worker, 2);
            assert!(!store.course.taken.as_ref().is_some_and(task::is_solved), "{way}");
            for action in actions {
                let (next, effects) = reduce(&store, action);
                store = worker.serve(next, effects);
            }
            assert!(store.course.taken.as_ref().is_some_and(task::is_solved), "{way}");
        }
    }

    #[test]
    fn an_own_lesson_is_its_file() {
        let mut worker = Worker::default();
        let own = Learning::Own { lesson: lesson(), source: "---\n".into() };
        let (store, effects) = reduce(&Store::default(), Action::Lesson(own));
        let store = worker.serve(store, effects.clone());
        let taken = store.course.taken.as_ref().expect("it is taken");
        assert_eq!((crate::lesson::fragment(taken).as_str(), store.player.at), ("", 3));
        let saved = reduce(&store, Action::Care(care::Caring::Save)).1;
        assert_eq!(saved, [Effect::Save("---\n".into(), "lesson.md")]);
        assert_eq!(learn(&store, Learning::Step(true)).player.at, 5);
        // Its file is what is kept for a reload.
        assert!(effects.contains(&Effect::Draft));
        let (frame, changed) = place::kept(&store);
        assert!(frame.starts_with("---\n") && !changed);
        assert_eq!(place::kept(&learn(&store, Learning::Leave)), (String::new(), true));
    }

    #[test]
    fn an_own_lesson_goes_on_where_it_was() {
        let mut worker = Worker::default();
        let own = |source: &str| Action::Lesson(Learning::Own { lesson: lesson(), source: source.into() });
        let (store, effects) = reduce(&Store::default(), own("---\n"));
        let store = worker.serve(store, effects);
        let (there, effects) = reduce(&store, Action::Lesson(Learning::Step(true)));
        assert!(effects.contains(&Effect::Draft), "its place is kept too");
        let answered = learn(&learn(&there, Learning::Answer(0)), Learning::Answer(1));
        let changed = TEXT.replace("metadata: {name: queue}", "metadata: {name: other}");
        let edited = reduce(&answered, Action::Builder(Build::Edit(changed.as_str().into()))).0;
        for (before, text) in [(&answered, TEXT), (&edited, changed.as_str())] {
            let (frame, differs) = place::kept(before);
            assert_eq!(differs, text != TEXT);
            let kept = if differs { format!("{frame}{text}") } else { frame };
            let (again, effects) = reduce(&Store::default(), own(&kept));
            let mut worker = Worker::default();
            let again = worker.serve(again, effects);
            assert_eq!((&*again.builder.text, &*again.run.text), (text, text));
            let (was, is) = (before.course.taken.as_ref().expect("one"), again.course.taken.as_ref().expect("one"));
            assert_eq!((was.step, &was.given, &was.source), (is.step, &is.given, &is.source));
            assert_eq!(is.score(), (0, 1));
            assert_eq!(runs(&again.run, is), !differs);
            if !differs {
                assert_eq!(again.player.at, 9, "it stands where the question was answered");
            }
        }
        // A place in a lesson that has other steps now is none.
        let (frame, _) = place::kept(&learn(&answered, Learning::Step(true)));
        let short = Rc::new(Lesson { steps: lesson().steps[..1].to_vec(), ..Lesson::clone(&lesson()) });
        let own = Learning::Own { lesson: short, source: frame.into() };
        let again = reduce(&Store::default(), Action::Lesson(own)).0.course.taken.expect("a lesson");
        assert_eq!((again.step, again.given.len()), (0, 1));
    }

    #[test]
    fn what_is_wrong_with_an_own_lesson_is_told_again_in_another_language() {
        let wrong = care::Trouble::Lesson { said: "line 1".into(), source: "---\n".into() };
        let (store, _) = reduce(&Store::default(), Action::Care(care::Caring::Trouble(wrong)));
        let (_, effects) = reduce(&store, Action::Settings(Setting::Lang(crate::lang::Lang::Zh)));
        assert!(effects.contains(&Effect::Learn(Errand::Read { text: "---\n".into(), scenario: None })));
    }

    #[test]
    fn a_lesson_is_left_with_its_scenario() {
        let store = opened(&mut Worker::default(), 0);
        let (left, effects) = reduce(&store, Action::Lesson(Learning::Leave));
        assert_eq!(effects[0], Effect::Learn(Errand::Leave { scenario: "first-pod".into() }));
        assert_eq!((left.player.at, &*left.run.text, left.course.taken), (3, TEXT, None));
        assert_eq!(reduce(&store, Action::Open(Opening::Text("kind: Node".into()))).0.course.taken, None);
        // One of no built-in scenario leaves its text as a draft.
        let own = Rc::new(Lesson { scenario: String::new(), ..Lesson::clone(&lesson()) });
        let taken = Action::Lesson(Learning::Taken { lesson: own, step: 0, visit: false });
        let (store, effects) = reduce(&Store::default(), taken);
        let (_, effects) = reduce(&Worker::default().serve(store, effects), Action::Lesson(Learning::Leave));
        assert_eq!(effects, [Effect::Learn(Errand::Leave { scenario: String::new() }), Effect::Draft]);
    }

    #[test]
    fn a_lesson_takes_the_place_of_what_was_typed_and_runs_under_its_own_release() {
        let release = Release::ALL[0];
        assert_ne!(release, Release::default());
        let (store, effects) = reduce(&Store::default(), Action::Open(Opening::Text(TEXT.into())));
        let store = Worker::default().serve(store, effects);
        let typed = ["kind: Pod # m", "kind: Pod # mine"]
            .into_iter()
            .fold(store, |store, text| reduce(&store, Action::Builder(Build::Edit(text.into()))).0);
        let lesson = Rc::new(Lesson { release, ..Lesson::clone(&lesson()) });
        let (begun, _) = reduce(&typed, Action::Lesson(Learning::Taken { lesson, step: 0, visit: false }));
        assert_eq!((&*begun.builder.text, begun.run.shown_release()), (TEXT, release));
        assert_eq!(&*reduce(&begun, Action::Builder(Build::Undo)).0.builder.text, "kind: Pod # mine");
        // A step that the run has not come to is waited for, and nothing plays meanwhile.
        let mut plays = begun;
        plays.player.playing = true;
        let waits = learn(&plays, Learning::Step(true)).player;
        assert_eq!((waits.wanted, waits.playing), (Some(Wanted::Moment(5)), false));
    }
}

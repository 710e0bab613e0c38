//! Applies the actions of lessons. `crate::update::lesson_run` runs their manifests.

use std::rc::Rc;

use protocol::{Lesson, is_lesson};

use crate::{
    actions::{
        Action,
        gallery::GalleryMsg,
        lesson::{LessonMsg, LessonRunMsg},
        recovery::RecoveryMsg,
    },
    effects::{Effect, LessonEffect, StorageEffect},
    lesson::{LessonProgress, LessonState, QuestionAnswers, lesson_draft},
    open_target::OpenTarget,
    outcome::UpdateOutcome,
    run::RunState,
};

/// Applies an action of lessons. `text` is the manifest in the editor.
pub fn update_lesson(
    course: &mut LessonState,
    run_state: &RunState,
    text: &Rc<str>,
    lesson_msg: LessonMsg,
) -> UpdateOutcome {
    match lesson_msg {
        LessonMsg::TakeLesson { name, step, is_visit } => {
            return lesson_effect(LessonEffect::FetchLesson { name, step, is_visit });
        }
        LessonMsg::LessonParsed { lesson, step, is_visit } => {
            return begin_lesson(course, text, lesson, step, is_visit);
        }
        LessonMsg::ReadCustom { text, scenario } => {
            return lesson_effect(LessonEffect::CompileCustom { text, scenario });
        }
        LessonMsg::CustomParsed { lesson, source } => {
            let (file, bookmark) = lesson_draft::split_draft(&source);
            let source = Some(file.into());
            let mut progress = LessonProgress {
                step: 0,
                answers: vec![QuestionAnswers::default(); lesson.steps.len()],
                custom_source: source,
                change_count: None,
                question_clock: None,
                lesson,
            };
            let edited_text = bookmark.as_ref().map(|bookmark| bookmark.text).filter(|text| !text.is_empty());
            if let Some(bookmark) = &bookmark {
                bookmark.restore_progress(&mut progress);
            }
            let run_msg = edited_text.map_or(LessonRunMsg::GoToMoment, |text| {
                LessonRunMsg::RunChanged(Rc::clone(&progress.lesson), text.into())
            });
            course.current = Some(progress);
            // A custom lesson is stored only in the draft, for a reload.
            let effects = vec![Effect::Lesson(LessonEffect::SetAddress), Effect::Storage(StorageEffect::SaveDraft)];
            return UpdateOutcome::from(effects)
                .join(lesson_effect(LessonEffect::ReadClock))
                .join(fetch_list_if_needed(course).into())
                .then(Action::LessonRun(run_msg))
                .then(Action::Gallery(GalleryMsg::SetOpen(false)));
        }
        LessonMsg::LeaveLesson => {
            let Some(progress) = course.current.take() else { return UpdateOutcome::default() };
            // A manifest that isn't, or is no longer, a built-in scenario is saved as a draft.
            return match is_lesson_run(run_state, &progress) && !progress.lesson.scenario.is_empty() {
                true => lesson_effect(LessonEffect::RestoreAddress { scenario: progress.lesson.scenario.clone() }),
                false => vec![
                    Effect::Lesson(LessonEffect::RestoreAddress { scenario: String::new() }),
                    Effect::Storage(StorageEffect::SaveDraft),
                ]
                .into(),
            };
        }
        LessonMsg::GoToStep(forward) => return change_progress(course, |progress| move_step(progress, forward)),
        LessonMsg::AnswerQuestion(choice) => {
            return change_progress(course, |progress| record_choice(progress, choice));
        }
        LessonMsg::ClockRead(now) => {
            let Some(progress) = course.current.as_mut() else { return UpdateOutcome::default() };
            // The duration is stored with the answers.
            let keep = match progress.custom_source {
                Some(_) => Effect::Storage(StorageEffect::SaveDraft),
                None => Effect::Lesson(LessonEffect::KeepAnswers),
            };
            return progress.read_clock(now).then_some(keep).into();
        }
        LessonMsg::AnswersRecalled(line) => {
            // A changed manifest keeps running.
            if let Some(progress) = course.current.as_mut().filter(|progress| *progress.lesson.text != **text) {
                lesson_draft::restore_answers(progress, &line);
                return UpdateOutcome::default();
            }
            return change_progress(course, |progress| {
                lesson_draft::restore_answers(progress, &line);
                true
            });
        }
        LessonMsg::ReturnToStep => return change_progress(course, |_| true),
        LessonMsg::SetOpenTerm(defined) => course.open_term = defined,
        LessonMsg::FetchStarted(name) => {
            course.loading_name = Some(name);
            return Action::Recovery(RecoveryMsg::ForgetMissingLesson).into();
        }
    }
    UpdateOutcome::default()
}

/// Starts a lesson, or resumes it after a reload. `text` is the manifest in the editor.
fn begin_lesson(
    course: &mut LessonState,
    text: &Rc<str>,
    lesson: Rc<Lesson>,
    step: usize,
    is_visit: bool,
) -> UpdateOutcome {
    let previous_text = Rc::clone(text);
    let answers = vec![QuestionAnswers::default(); lesson.steps.len()];
    // A link may name a step that no longer exists.
    let step = step.min(lesson.steps.len().saturating_sub(1));
    course.loading_name = None;
    // The draft after a reload, unless something else was opened or typed since.
    let resumed_text = course.resumed_text.take().filter(|resumed| !is_visit && resumed == text);
    let resumed_run = resumed_text
        .filter(|resumed| **resumed != *lesson.text)
        .map(|resumed| LessonRunMsg::RunChanged(Rc::clone(&lesson), resumed));
    course.current =
        Some(LessonProgress { lesson, step, answers, custom_source: None, change_count: None, question_clock: None });
    if let Some(run_msg) = resumed_run {
        // The draft names the lesson; the address would open the lesson's own manifest.
        return UpdateOutcome::from(Effect::Storage(StorageEffect::SaveDraft))
            .join(lesson_effect(LessonEffect::RecallAnswers))
            .join(lesson_effect(LessonEffect::ReadClock))
            .join(fetch_list_if_needed(course).into())
            .then(Action::LessonRun(run_msg));
    }
    let address = if is_visit { LessonEffect::PushAddress { previous_text } } else { LessonEffect::SetAddress };
    // Choosing a lesson restarts it; a reload resumes it.
    let recall = (!is_visit).then_some(Effect::Lesson(LessonEffect::RecallAnswers));
    lesson_effect(address)
        .join(recall.into())
        .join(lesson_effect(LessonEffect::ReadClock))
        .join(fetch_list_if_needed(course).into())
        .then(Action::Gallery(GalleryMsg::SetOpen(false)))
        .then(Action::LessonRun(LessonRunMsg::GoToMoment))
}

fn lesson_effect(errand: LessonEffect) -> UpdateOutcome {
    Effect::Lesson(errand).into()
}

/// The list of lessons, for the navigation of the open lesson.
fn fetch_list_if_needed(course: &LessonState) -> Option<Effect> {
    course.entries.is_empty().then(|| Effect::Lesson(LessonEffect::FetchList))
}

/// Whether the current run is the lesson's own, so that the steps' moments apply.
pub fn is_lesson_run(run_state: &RunState, progress: &LessonProgress) -> bool {
    *run_state.text == *progress.lesson.text
        && run_state.shown_release() == progress.lesson.release
        && !run_state.is_stale
}

/// Changes the progress of the open lesson and seeks to its moment. `change` returns whether it changed anything.
fn change_progress(course: &mut LessonState, change: impl FnOnce(&mut LessonProgress) -> bool) -> UpdateOutcome {
    let Some(progress) = course.current.as_mut() else { return UpdateOutcome::default() };
    if !change(progress) {
        return UpdateOutcome::default();
    }
    // The draft stores the progress of a custom lesson.
    let draft = progress.custom_source.is_some().then_some(Effect::Storage(StorageEffect::SaveDraft));
    lesson_effect(LessonEffect::SetAddress)
        .join(draft.into())
        .join(lesson_effect(LessonEffect::ReadClock))
        .then(Action::LessonRun(LessonRunMsg::GoToMoment))
}

fn move_step(progress: &mut LessonProgress, forward: bool) -> bool {
    let target_index =
        if forward { (progress.step + 1).min(progress.lesson.steps.len()) } else { progress.step.saturating_sub(1) };
    std::mem::replace(&mut progress.step, target_index) != target_index
}

fn record_choice(progress: &mut LessonProgress, choice: usize) -> bool {
    let Some((question, answers)) = progress.question().filter(|_| progress.has_open_question()) else { return false };
    let Some(answers) = answers.with_choice(question, choice) else { return false };
    let step = progress.step;
    progress.answers[step] = answers;
    true
}

/// Whether opening this target closes the current lesson.
pub fn is_leaving_lesson(open_target: &OpenTarget) -> bool {
    // Another lesson replaces the current one only once it is compiled without errors.
    !matches!(open_target, OpenTarget::Text(text) if is_lesson(text))
}

#[cfg(test)]
mod tests {
    use manifest::ScriptCommand;
    use protocol::{Goal, Lesson, LessonChoice, LessonQuestion, LessonStep};
    use releases::Release;

    use super::*;
    use crate::{
        actions::{
            builder::{BuilderMsg, ObjectMsg},
            comparison::{BranchMsg, Fork},
            player::PlayerMsg,
            recovery::PageNotice,
            selection::SelectionMsg,
        },
        lesson::task,
        player::PlayheadTarget,
        run::RunMsg,
        selectors::lessons::{self, is_at_step},
        settings::SettingsMsg,
        store::Store,
        testing::InlineWorker,
        update::reduce,
    };

    const TEXT: &str = include_str!("../../../www/scenarios/first-pod.yaml");

    fn choice(subject: &str, is_right: bool) -> LessonChoice {
        LessonChoice { subject: subject.into(), is_right, ..LessonChoice::default() }
    }

    /// A lesson on the first scenario with a plain step, a question and a task.
    fn lesson() -> Rc<Lesson> {
        let choices = vec![choice("node-a", false), choice("node-c", true), choice("", false)];
        let question = LessonQuestion { choices, then: 9, ..LessonQuestion::default() };
        let goal = Goal {
            bound: vec!["default/web".into()],
            gone: vec!["default/queue".into()],
            changes: Some(2),
            ..Goal::default()
        };
        let steps = vec![
            LessonStep { at: 3, look: "default/web".into(), ..LessonStep::default() },
            LessonStep { at: 5, ask: Some(question), ..LessonStep::default() },
            LessonStep { at: 1, look: "node-a".into(), task: Some(goal), ..LessonStep::default() },
        ];
        Rc::new(Lesson { text: TEXT.into(), scenario: "first-pod".into(), steps, ..Lesson::default() })
    }

    /// A page with the lesson just opened.
    fn open_lesson(worker: &mut InlineWorker, step: usize) -> Store {
        let parsed = LessonMsg::LessonParsed { lesson: lesson(), step, is_visit: false };
        let (store, effects) = reduce(&Store::with_all_chunks(), Action::Lesson(parsed));
        assert!(
            effects.contains(&Effect::Lesson(LessonEffect::SetAddress))
                && effects.contains(&Effect::Lesson(LessonEffect::FetchList))
        );
        worker.run_effects(store, effects)
    }

    fn learn(store: &Store, lesson_msg: LessonMsg) -> Store {
        reduce(store, Action::Lesson(lesson_msg)).0
    }

    fn score(store: &Store) -> Option<(usize, usize)> {
        store.lesson.current.as_ref().map(LessonProgress::score)
    }

    #[test]
    fn an_open_lesson_gives_the_page_its_title() {
        let mut store = open_lesson(&mut InlineWorker::default(), 0);
        let scenario_title = store.run.manifest_summary.title.en.clone();
        let progress = store.lesson.current.as_mut().unwrap();
        let mut lesson = Lesson::clone(&progress.lesson);
        lesson.entry.title.en = "All or nothing".into();
        progress.lesson = Rc::new(lesson);
        assert_eq!(store.title(), "All or nothing");
        store.lesson.current = None;
        assert_eq!(store.title(), scenario_title);
    }

    #[test]
    fn steps_seek_to_their_moments() {
        let mut store = open_lesson(&mut InlineWorker::default(), 0);
        assert_eq!((store.player.moment, store.selection.pod.as_deref()), (3, Some("default/web")));
        assert!(store.gallery.scenario.is_some());
        let mut places = Vec::new();
        for forward in [true, true, true, true, false, false, false, false] {
            // The caption keys change the step.
            store = reduce(&store, Action::Player(PlayerMsg::StepByCaption(forward))).0;
            let step = store.lesson.current.as_ref().map_or(9, |progress| progress.step);
            places.push((step, store.player.moment, store.selection.node.as_deref() == Some("node-a")));
        }
        let end = (3, 1, true);
        assert_eq!(
            places,
            [(1, 5, false), (2, 1, true), end, end, (2, 1, true), (1, 5, false), (0, 3, false), (0, 3, false)]
        );
        // After navigating away, the user can return to the step.
        assert!(is_at_step(&store));
        let away = reduce(&store, Action::Player(PlayerMsg::Seek(7))).0;
        assert!(!is_at_step(&away));
        assert_eq!(learn(&away, LessonMsg::ReturnToStep).player.moment, 3);
        // A link may name a step that no longer exists.
        assert_eq!(open_lesson(&mut InlineWorker::default(), 40).player.moment, 1);
    }

    #[test]
    fn a_question_is_open_until_the_right_answer() {
        let store = open_lesson(&mut InlineWorker::default(), 1);
        assert_eq!((store.player.moment, score(&store)), (5, Some((0, 1))));
        // A click on a choice answers; any other click selects.
        let store_after_error = reduce(&store, Action::Selection(SelectionMsg::OpenNode("node-a".into()))).0;
        assert_eq!(
            (store_after_error.player.moment, store_after_error.selection.node.as_deref(), score(&store_after_error)),
            (5, None, Some((0, 1)))
        );
        for ahead in [
            Action::Player(PlayerMsg::Step(true)),
            Action::Player(PlayerMsg::Toggle),
            Action::Player(PlayerMsg::End),
            Action::Player(PlayerMsg::Seek(9)),
        ] {
            let waiting_store = reduce(&store, ahead).0;
            assert_eq!(
                (waiting_store.player.moment, waiting_store.player.is_playing),
                (5, false),
                "what comes next tells the answer"
            );
        }
        let other = reduce(&store, Action::Selection(SelectionMsg::OpenNode("node-b".into()))).0;
        assert_eq!(other.selection.node.as_deref(), Some("node-b"));
        let late = learn(&store_after_error, LessonMsg::AnswerQuestion(1));
        assert_eq!((late.player.moment, score(&late)), (9, Some((0, 1))));
        let right = learn(&store, LessonMsg::AnswerQuestion(1));
        assert_eq!((right.player.moment, score(&right)), (9, Some((1, 1))));
        // An answered question stays answered.
        let again = learn(&right, LessonMsg::AnswerQuestion(0));
        assert_eq!((again.player.moment, score(&again)), (9, Some((1, 1))));
        assert_eq!(learn(&learn(&again, LessonMsg::GoToStep(true)), LessonMsg::GoToStep(false)).player.moment, 9);
        let nothing = learn(&store, LessonMsg::AnswerQuestion(7));
        assert!(nothing.lesson.current.is_some_and(|progress| progress.has_open_question()));
    }

    #[test]
    fn a_task_is_checked_against_the_current_run() {
        let mut worker = InlineWorker::default();
        let store = open_lesson(&mut worker, 2);
        let judged = |store: &Store| {
            store
                .lesson
                .current
                .as_ref()
                .map(|progress| (is_lesson_run(&store.run, progress), lessons::is_task_reached(store, progress)))
        };
        assert_eq!(judged(&store), Some((true, Some(false))));
        let (text_before, text_after) = TEXT.split_once("metadata: {name: queue}").expect("the pod");
        let changed = format!("{text_before}metadata: {{name: other}}{text_after}");
        let (edited_store, _) = reduce(&store, Action::Builder(BuilderMsg::EditText(changed.as_str().into())));
        let (edited_store, effects) = reduce(&edited_store, Action::Run(RunMsg::Start));
        assert_eq!(judged(&edited_store), Some((false, None)), "it is still on its way");
        let edited_store = worker.run_effects(edited_store, effects);
        assert_eq!(judged(&edited_store), Some((false, Some(true))));
        // Changes are counted because the task limits them.
        let counted =
            edited_store.lesson.current.as_ref().and_then(|progress| progress.change_count.clone()).expect("a count");
        assert_eq!(counted.changes.len(), 2, "an object went, and another one came");
        assert!(edited_store.lesson.current.as_ref().is_some_and(task::is_solved));
        // The lesson continues with its own manifest; the edited one is saved as a draft.
        let (restored_store, effects) = reduce(&edited_store, Action::Lesson(LessonMsg::GoToStep(false)));
        assert!(effects.contains(&Effect::Storage(StorageEffect::SetDraftAside)));
        let restored_store = worker.run_effects(restored_store, effects);
        assert_eq!((&*restored_store.run.text, restored_store.player.moment), (TEXT, 5));
        // A solved task stays solved, although the lesson's own run doesn't reach the goal.
        let again = worker.apply_action(&restored_store, Action::Lesson(LessonMsg::GoToStep(true)));
        assert_eq!(judged(&again), Some((true, Some(false))));
        assert!(again.lesson.current.as_ref().is_some_and(task::is_solved));
    }

    #[test]
    fn each_run_of_a_changed_manifest_counts_as_a_try() {
        let mut worker = InlineWorker::default();
        let mut store = open_lesson(&mut worker, 2);
        let tries = |store: &Store| store.lesson.current.as_ref().map(|progress| progress.answers[2].tries);
        assert_eq!(tries(&store), Some(0), "the lesson's own run is none");
        for (name, wanted_tries) in [("unchanged", 1), ("other", 2), ("another", 2)] {
            let solves = name != "unchanged";
            let changed = match solves {
                true => TEXT.replace("metadata: {name: queue}", &format!("metadata: {{name: {name}}}")),
                false => format!("{TEXT}# nothing else\n"),
            };
            let (edited_store, _) = reduce(&store, Action::Builder(BuilderMsg::EditText(changed.as_str().into())));
            let (started_store, effects) = reduce(&edited_store, Action::Run(RunMsg::Start));
            store = worker.run_effects(started_store, effects);
            assert_eq!(tries(&store), Some(wanted_tries), "{name}: what is solved is tried no more");
            assert_eq!(store.lesson.current.as_ref().is_some_and(task::is_solved), solves, "{name}");
            // Moving the playhead doesn't count.
            store = reduce(&store, Action::Player(PlayerMsg::Seek(2))).0;
            assert_eq!(tries(&store), Some(wanted_tries), "{name}");
        }
        let progress = store.lesson.current.as_ref().expect("a lesson");
        let result = crate::classroom::results::result_of(progress, "");
        assert_eq!(result.answers.last().map(|answer| answer.tries), Some(2));
    }

    #[test]
    fn a_task_can_be_solved_with_forks_scripts_and_edits() {
        let delete = || Fork { label: "f".into(), commands: vec![ScriptCommand::DeletePod("default/queue".into())] };
        let script = "\n---\nkind: Script\nscript:\n- at: 30s\n  delete: {namespace: default, name: queue}\n";
        let (text_before, text_after) = TEXT.split_once("metadata: {name: queue}").expect("the pod");
        let ways: [(&str, Vec<Action>); 4] = [
            ("what if", vec![Action::Branches(BranchMsg::Fork(delete()))]),
            ("tried", vec![Action::Branches(BranchMsg::TryFork { fork: delete(), about: "default/queue".into() })]),
            (
                "a script",
                vec![
                    Action::Builder(BuilderMsg::EditText(format!("{TEXT}{script}").as_str().into())),
                    Action::Run(RunMsg::Start),
                ],
            ),
            (
                "undone and done again",
                vec![
                    Action::Builder(BuilderMsg::EditText(
                        format!("{text_before}metadata: {{name: other}}{text_after}").as_str().into(),
                    )),
                    Action::from(ObjectMsg::Undo),
                    Action::from(ObjectMsg::Redo),
                    Action::Run(RunMsg::Start),
                ],
            ),
        ];
        for (way, actions) in ways {
            let mut worker = InlineWorker::default();
            let mut store = open_lesson(&mut worker, 2);
            assert!(!store.lesson.current.as_ref().is_some_and(task::is_solved), "{way}");
            for action in actions {
                store = worker.apply_action(&store, action);
            }
            assert!(store.lesson.current.as_ref().is_some_and(task::is_solved), "{way}");
        }
    }

    #[test]
    fn a_custom_lesson_is_saved_as_its_source() {
        let mut worker = InlineWorker::default();
        let lesson_msg = LessonMsg::CustomParsed { lesson: lesson(), source: "---\n".into() };
        let (store, effects) = reduce(&Store::with_all_chunks(), Action::Lesson(lesson_msg));
        let store = worker.run_effects(store, effects.clone());
        let progress = store.lesson.current.as_ref().expect("it is taken");
        assert_eq!((crate::lesson::step_fragment(progress).as_str(), store.player.moment), ("", 3));
        let saved = reduce(&store, Action::Recovery(RecoveryMsg::SaveText)).1;
        assert_eq!(saved, [Effect::SaveLesson { text: "---\n".into(), file_name: "lesson.md".into() }]);
        for (title, name) in [
            ("Who goes first?", "who-goes-first.md"),
            (" `a`/b \u{2013} c ", "a-b-c.md"),
            ("抢占：节点上谁会被驱逐", "抢占-节点上谁会被驱逐.md"),
            ("?!", "lesson.md"),
        ] {
            assert_eq!(crate::lesson::lesson_file_name(title), name);
        }
        assert_eq!(crate::lesson::lesson_file_name(&"ab ".repeat(99)).len(), "-ab".len() * 20 - 1 + ".md".len());
        assert_eq!(learn(&store, LessonMsg::GoToStep(true)).player.moment, 5);
        // The source is stored for a reload.
        assert!(effects.contains(&Effect::Storage(StorageEffect::SaveDraft)));
        let (frame, changed) = lessons::draft_prefix(&store);
        assert!(frame.starts_with("---\n") && !changed);
        assert_eq!(lessons::draft_prefix(&learn(&store, LessonMsg::LeaveLesson)), (String::new(), true));
    }

    #[test]
    fn a_custom_lesson_resumes_at_its_step() {
        let mut worker = InlineWorker::default();
        let custom_lesson =
            |source: &str| Action::Lesson(LessonMsg::CustomParsed { lesson: lesson(), source: source.into() });
        let store = worker.apply_action(&Store::with_all_chunks(), custom_lesson("---\n"));
        let (second_step, effects) = reduce(&store, Action::Lesson(LessonMsg::GoToStep(true)));
        assert!(effects.contains(&Effect::Storage(StorageEffect::SaveDraft)), "its place is kept too");
        let answered = learn(&learn(&second_step, LessonMsg::AnswerQuestion(0)), LessonMsg::AnswerQuestion(1));
        let changed = TEXT.replace("metadata: {name: queue}", "metadata: {name: other}");
        let edited_store = reduce(&answered, Action::Builder(BuilderMsg::EditText(changed.as_str().into()))).0;
        for (previous_store, text) in [(&answered, TEXT), (&edited_store, changed.as_str())] {
            let (frame, differs) = lessons::draft_prefix(previous_store);
            assert_eq!(differs, text != TEXT);
            let draft = if differs { format!("{frame}{text}") } else { frame };
            let mut worker = InlineWorker::default();
            let again = worker.apply_action(&Store::with_all_chunks(), custom_lesson(&draft));
            assert_eq!((&**again.builder.text, &*again.run.text), (text, text));
            let (was, is) =
                (previous_store.lesson.current.as_ref().expect("one"), again.lesson.current.as_ref().expect("one"));
            assert_eq!((was.step, &was.answers, &was.custom_source), (is.step, &is.answers, &is.custom_source));
            assert_eq!(is.score(), (0, 1));
            assert_eq!(is_lesson_run(&again.run, is), !differs);
            if !differs {
                assert_eq!(again.player.moment, 9, "it stands where the question was answered");
            }
        }
        // The progress of a lesson whose number of steps changed is ignored.
        let (frame, _) = lessons::draft_prefix(&learn(&answered, LessonMsg::GoToStep(true)));
        let short = Rc::new(Lesson { steps: lesson().steps[..1].to_vec(), ..Lesson::clone(&lesson()) });
        let lesson_msg = LessonMsg::CustomParsed { lesson: short, source: frame.into() };
        let again = reduce(&Store::with_all_chunks(), Action::Lesson(lesson_msg)).0.lesson.current.expect("a lesson");
        assert_eq!((again.step, again.answers.len()), (0, 1));
    }

    #[test]
    fn a_task_resumes_with_its_changed_text() {
        let mut worker = InlineWorker::default();
        let open_draft = |worker: &mut InlineWorker, draft: &str| {
            let (store, effects) = reduce(&Store::with_all_chunks(), Action::Open(OpenTarget::Draft(draft.into())));
            let lesson_fetch = effects.iter().find_map(|effect| match effect {
                Effect::Lesson(LessonEffect::FetchLesson { step, is_visit, .. }) => Some((*step, *is_visit)),
                _ => None,
            });
            assert!(!effects.contains(&Effect::Storage(StorageEffect::SaveDraft)) || lesson_fetch.is_none());
            (worker.run_effects(store, effects), lesson_fetch)
        };
        let store = open_lesson(&mut worker, 2);
        assert_eq!(lessons::draft_prefix(&store), (String::new(), true), "the address names it");
        let changed_text = TEXT.replace("metadata: {name: queue}", "metadata: {name: other}");
        let edited_store = reduce(&store, Action::Builder(BuilderMsg::EditText(changed_text.as_str().into()))).0;
        let draft = lessons::draft_prefix(&edited_store).0 + &changed_text;
        let (opened_store, lesson_fetch) = open_draft(&mut worker, &draft);
        // The manifest is open even if the lesson can't be fetched.
        assert_eq!((&*opened_store.run.text, lesson_fetch), (changed_text.as_str(), Some((2, false))));
        let parsed = LessonMsg::LessonParsed { lesson: lesson(), step: 2, is_visit: false };
        let (resumed_store, effects) = reduce(&opened_store, Action::Lesson(parsed.clone()));
        assert!(effects.contains(&Effect::Storage(StorageEffect::SaveDraft)));
        assert!(effects.contains(&Effect::Lesson(LessonEffect::RecallAnswers)));
        for other in [Effect::Lesson(LessonEffect::SetAddress), Effect::Storage(StorageEffect::SetDraftAside)] {
            assert!(!effects.contains(&other), "{other:?}");
        }
        let resumed_store = worker.run_effects(resumed_store, effects);
        let line = lesson_draft::answers_line(edited_store.lesson.current.as_ref().expect("a lesson"));
        let resumed_store = worker.apply_action(&resumed_store, Action::Lesson(LessonMsg::AnswersRecalled(line)));
        assert_eq!(
            (&**resumed_store.builder.text, &*resumed_store.run.text),
            (changed_text.as_str(), changed_text.as_str())
        );
        assert_eq!(resumed_store.lesson.current.as_ref().map(|progress| progress.step), Some(2));
        assert_eq!(lessons::draft_prefix(&resumed_store), lessons::draft_prefix(&edited_store));
        // If the user has edited the text or opened another one meanwhile, the lesson's own run starts and the text is saved as a draft.
        let typed_store = reduce(&opened_store, Action::Builder(BuilderMsg::EditText("kind: Node\n".into()))).0;
        let (own_run, effects) = reduce(&typed_store, Action::Lesson(parsed));
        assert_eq!(&*own_run.run.text, TEXT);
        assert!(effects.contains(&Effect::Storage(StorageEffect::SetDraftAside)));
        // Other comments aren't lesson names.
        assert!(open_draft(&mut worker, "# schedscope\nkind: Node\n").1.is_none());
    }

    #[test]
    fn answers_are_restored_after_a_reload() {
        let store = open_lesson(&mut InlineWorker::default(), 1);
        let store = learn(&store, LessonMsg::ClockRead(1_000));
        let answered = learn(&learn(&store, LessonMsg::AnswerQuestion(0)), LessonMsg::AnswerQuestion(1));
        let (answered, effects) = reduce(&answered, Action::Lesson(LessonMsg::ClockRead(4_000)));
        assert!(effects.contains(&Effect::Lesson(LessonEffect::KeepAnswers)));
        let line = lesson_draft::answers_line(answered.lesson.current.as_ref().expect("a lesson"));
        let parsed = |is_visit| Action::Lesson(LessonMsg::LessonParsed { lesson: lesson(), step: 1, is_visit });
        let (again, effects) = reduce(&Store::with_all_chunks(), parsed(false));
        assert!(effects.contains(&Effect::Lesson(LessonEffect::RecallAnswers)));
        assert!(!reduce(&again, parsed(true)).1.contains(&Effect::Lesson(LessonEffect::RecallAnswers)));
        let recalled = learn(&again, LessonMsg::AnswersRecalled(line));
        let answers = |store: &Store| store.lesson.current.as_ref().map(|progress| progress.answers.clone());
        assert_eq!(answers(&recalled), answers(&answered));
        assert_eq!(answers(&learn(&again, LessonMsg::AnswersRecalled("of another lesson".into()))), answers(&again));
    }

    #[test]
    fn the_duration_counts_while_a_question_is_open() {
        let mut store = open_lesson(&mut InlineWorker::default(), 0);
        // Each step and each answer reads the clock.
        for (msg, now) in [
            (None, 1_000),
            (Some(LessonMsg::GoToStep(true)), 5_000),
            (Some(LessonMsg::AnswerQuestion(0)), 12_000),
            (Some(LessonMsg::GoToStep(false)), 14_000),
            (Some(LessonMsg::GoToStep(true)), 60_000),
            (Some(LessonMsg::AnswerQuestion(1)), 61_500),
            (Some(LessonMsg::GoToStep(true)), 90_000),
        ] {
            if let Some(msg) = msg {
                let (next_store, effects) = reduce(&store, Action::Lesson(msg));
                assert!(effects.contains(&Effect::Lesson(LessonEffect::ReadClock)));
                store = next_store;
            }
            store = learn(&store, LessonMsg::ClockRead(now));
        }
        let progress = store.lesson.current.as_ref().expect("a lesson");
        let question = progress.answers[1];
        assert_eq!((question.tries, question.open_millis, progress.answers[0].open_millis), (2, 10_500, 0));
        // The task is open now. A clock that was set back subtracts nothing.
        let back = learn(&store, LessonMsg::ClockRead(80_000)).lesson.current.expect("a lesson");
        assert_eq!((back.answers[2].open_millis, back.answers[1].open_millis), (0, 10_500));
    }

    #[test]
    fn an_invalid_custom_lesson_is_recompiled_in_another_language() {
        let notice = PageNotice::LessonInvalid { message: "line 1".into(), source: "---\n".into() };
        let (store, _) = reduce(&Store::with_all_chunks(), Action::Recovery(RecoveryMsg::AddNotice(notice)));
        let (_, effects) = reduce(&store, Action::Settings(SettingsMsg::SetLang(i18n::Lang::Zh)));
        assert!(
            effects.contains(&Effect::Lesson(LessonEffect::CompileCustom { text: "---\n".into(), scenario: None }))
        );
    }

    #[test]
    fn leaving_a_lesson_keeps_its_scenario() {
        let store = open_lesson(&mut InlineWorker::default(), 0);
        let (store_after, effects) = reduce(&store, Action::Lesson(LessonMsg::LeaveLesson));
        assert_eq!(effects[0], Effect::Lesson(LessonEffect::RestoreAddress { scenario: "first-pod".into() }));
        assert_eq!((store_after.player.moment, &*store_after.run.text, store_after.lesson.current), (3, TEXT, None));
        assert_eq!(reduce(&store, Action::Open(OpenTarget::Text("kind: Node".into()))).0.lesson.current, None);
        // Without a built-in scenario, the manifest is saved as a draft.
        let lesson_alone = Rc::new(Lesson { scenario: String::new(), ..Lesson::clone(&lesson()) });
        let parsed = Action::Lesson(LessonMsg::LessonParsed { lesson: lesson_alone, step: 0, is_visit: false });
        let (store, effects) = reduce(&Store::with_all_chunks(), parsed);
        let (_, effects) =
            reduce(&InlineWorker::default().run_effects(store, effects), Action::Lesson(LessonMsg::LeaveLesson));
        assert_eq!(
            effects,
            [
                Effect::Lesson(LessonEffect::RestoreAddress { scenario: String::new() }),
                Effect::Storage(StorageEffect::SaveDraft)
            ]
        );
    }

    #[test]
    fn a_lesson_replaces_typed_text_and_runs_under_its_own_release() {
        let release = Release::ALL[0];
        assert_ne!(release, Release::default());
        let store = InlineWorker::default().open_text(TEXT);
        let typed_store = ["kind: Pod # m", "kind: Pod # mine"]
            .into_iter()
            .fold(store, |store, text| reduce(&store, Action::Builder(BuilderMsg::EditText(text.into()))).0);
        let lesson = Rc::new(Lesson { release, ..Lesson::clone(&lesson()) });
        let (begun, _) =
            reduce(&typed_store, Action::Lesson(LessonMsg::LessonParsed { lesson, step: 0, is_visit: false }));
        assert_eq!((&**begun.builder.text, begun.run.shown_release()), (TEXT, release));
        assert_eq!(&**reduce(&begun, Action::from(ObjectMsg::Undo)).0.builder.text, "kind: Pod # mine");
        // A step beyond the current end of the run becomes the target, and playback stops.
        let mut playing_store = begun;
        playing_store.player.is_playing = true;
        let waiting_player = learn(&playing_store, LessonMsg::GoToStep(true)).player;
        assert_eq!((waiting_player.target, waiting_player.is_playing), (Some(PlayheadTarget::Moment(5)), false));
    }
}

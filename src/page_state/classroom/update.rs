//! Applies the actions of the classroom.

use std::rc::Rc;

use links::class_link::Course;
use protocol::Lesson;

use super::{Classroom, course, draft::DraftWarnings};
use crate::{
    actions::{
        Action,
        classroom::{ClassroomMsg, ClassroomPage, CourseProgress, DraftProblem, ItemAnswers, SavedClassroom},
    },
    effects::{ClassroomEffect, Effect},
    open_target::OpenTarget,
    outcome::UpdateOutcome,
};

/// Applies an action.
pub fn update_classroom(classroom: &mut Classroom, msg: ClassroomMsg) -> UpdateOutcome {
    let saved = &mut classroom.saved;
    match msg {
        ClassroomMsg::ShowPage(page) => {
            classroom.page = page;
            return match page {
                Some(ClassroomPage::Lesson) => check_draft(classroom),
                // The course page compares its lessons with a valid draft.
                Some(ClassroomPage::Course) if classroom.check == super::DraftCheck::default() => {
                    check_draft(classroom)
                }
                _ => UpdateOutcome::default(),
            };
        }
        ClassroomMsg::Restore(earlier) => {
            // The chunk may be reported as loaded twice.
            if classroom.is_restored {
                return UpdateOutcome::default();
            }
            *saved = merge_saved(*earlier, saved);
            (classroom.has_saved_course, classroom.is_restored) = (false, true);
            let is_written = classroom.page == Some(ClassroomPage::Lesson);
            return if is_written { check_draft(classroom).join(keep_saved()) } else { keep_saved() };
        }
        ClassroomMsg::EditDraft(text) => {
            saved.draft = text;
            return check_draft(classroom).join(keep_saved());
        }
        ClassroomMsg::ReplaceDraft(text) => {
            if !saved.draft.trim().is_empty() && saved.draft != text {
                saved.replaced_draft = Rc::clone(&saved.draft);
            }
            saved.draft = text;
            return check_draft(classroom).join(keep_saved());
        }
        ClassroomMsg::RestoreDraft => {
            std::mem::swap(&mut saved.draft, &mut saved.replaced_draft);
            return check_draft(classroom).join(keep_saved());
        }
        ClassroomMsg::CheckDraft => return check_draft(classroom),
        ClassroomMsg::DraftChecked { text, verdict } => {
            // If the text has changed since, the next check replaces this result.
            if text == saved.draft {
                apply_verdict(classroom, verdict);
            }
            return UpdateOutcome::default();
        }
        ClassroomMsg::TakeDraft => {
            let text = Rc::clone(&saved.draft);
            classroom.page = None;
            return Action::Open(OpenTarget::Text(text)).into();
        }
        ClassroomMsg::EditResults(text) => saved.results = text,
        ClassroomMsg::AddResults(text) => {
            let before = saved.results.trim_end();
            let gap = if before.is_empty() { "" } else { "\n" };
            saved.results = format!("{before}{gap}{}\n", text.trim()).into();
            classroom.page = Some(ClassroomPage::Results);
        }
        ClassroomMsg::SetStudent(name) => saved.student = name,
        ClassroomMsg::SetPlanTitle(title) => Rc::make_mut(&mut saved.plan).title = title,
        ClassroomMsg::AddPlanItem(item) => {
            if saved.plan.items.len() < course::MAX_ITEMS {
                Rc::make_mut(&mut saved.plan).items.push(item);
            }
        }
        ClassroomMsg::ReplacePlanItem { at, item } => {
            if let Some(plan_item) = Rc::make_mut(&mut saved.plan).items.get_mut(at) {
                *plan_item = item;
            }
        }
        ClassroomMsg::MovePlanItem { item, is_forward } => {
            course::move_item(Rc::make_mut(&mut saved.plan), item, is_forward);
        }
        ClassroomMsg::RemovePlanItem(item) => {
            if item < saved.plan.items.len() {
                Rc::make_mut(&mut saved.plan).items.remove(item);
            }
        }
        ClassroomMsg::TakeCourse(new_course) => {
            classroom.page = None;
            let first = new_course.items.first().map(|item| course::action_to_open(item, false));
            let answers = answers_of_same_course(&new_course, saved.course.take());
            saved.course = Some(CourseProgress { course: Rc::new(new_course), item: 0, answers });
            return first.map_or_else(UpdateOutcome::default, UpdateOutcome::from).join(keep_saved());
        }
        ClassroomMsg::GoToCourseItem(item) => {
            let Some(progress) = &mut saved.course else { return UpdateOutcome::default() };
            let Some(item_action) = progress.course.items.get(item).map(|item| course::action_to_open(item, true))
            else {
                return UpdateOutcome::default();
            };
            progress.item = item;
            return UpdateOutcome::from(item_action).join(keep_saved());
        }
        ClassroomMsg::LeaveCourse => saved.course = None,
    }
    keep_saved()
}

fn keep_saved() -> UpdateOutcome {
    Effect::Classroom(ClassroomEffect::Keep).into()
}

/// Merges the stored state with changes made before it was loaded.
fn merge_saved(earlier: SavedClassroom, newer: &SavedClassroom) -> SavedClassroom {
    let newer_or = |newer: &Rc<str>, earlier: Rc<str>| if newer.is_empty() { earlier } else { Rc::clone(newer) };
    let is_replaced = !newer.draft.is_empty() && !earlier.draft.is_empty() && newer.draft != earlier.draft;
    let results = match (earlier.results.trim_end(), &*newer.results) {
        ("", newer) => newer.into(),
        (_, "") => earlier.results,
        (earlier, newer) => format!("{earlier}\n{newer}").into(),
    };
    SavedClassroom {
        replaced_draft: if is_replaced {
            Rc::clone(&earlier.draft)
        } else {
            newer_or(&newer.replaced_draft, earlier.replaced_draft)
        },
        draft: newer_or(&newer.draft, earlier.draft),
        plan: if newer.plan.items.is_empty() { earlier.plan } else { Rc::clone(&newer.plan) },
        results,
        student: newer_or(&newer.student, earlier.student),
        course: match newer.course.clone() {
            Some(course) if course.answers.is_empty() => {
                Some(CourseProgress { answers: answers_of_same_course(&course.course, earlier.course), ..course })
            }
            newer => newer.or(earlier.course),
        },
    }
}

/// The answers of an earlier course, if it is the same one.
fn answers_of_same_course(course: &Course, earlier: Option<CourseProgress>) -> Vec<ItemAnswers> {
    earlier.filter(|earlier| *earlier.course == *course).map(|earlier| earlier.answers).unwrap_or_default()
}

/// Requests a check of the draft, if there is one.
fn check_draft(classroom: &mut Classroom) -> UpdateOutcome {
    if classroom.saved.draft.trim().is_empty() {
        classroom.check = super::DraftCheck::default();
        return UpdateOutcome::default();
    }
    classroom.check.is_checking = true;
    Effect::Classroom(ClassroomEffect::CheckDraft).into()
}

fn apply_verdict(classroom: &mut Classroom, verdict: Result<Rc<str>, Vec<DraftProblem>>) {
    let check = &mut classroom.check;
    check.is_checking = false;
    let lesson = verdict.and_then(|json| {
        let lesson = serde_json::from_str::<Lesson>(&json)
            .map_err(|error| vec![DraftProblem { message: error.to_string().into(), ..DraftProblem::default() }])?;
        Ok((lesson, serde_json::from_str::<DraftWarnings>(&json).unwrap_or_default().warnings))
    });
    (check.problems, check.warnings) = match lesson {
        Ok((lesson, warnings)) => {
            check.preview = Some(Rc::new(lesson));
            (Vec::new(), warnings)
        }
        // The last valid version stays as the preview.
        Err(problems) => problems.into_iter().partition(|problem| !problem.is_warning()),
    };
}

/// Whether a text looks like a lesson, even if it is invalid.
fn is_like_lesson(text: &str) -> bool {
    protocol::is_lesson(text) || text.starts_with("---") && text.lines().any(|line| line.starts_with("## "))
}

/// Remaps an action: a lesson that is opened while the lesson editor is open replaces the draft.
pub fn remap_in_classroom(classroom: &Classroom, action: &Action) -> Option<ClassroomMsg> {
    match action {
        Action::Open(OpenTarget::Text(text))
            if classroom.page == Some(ClassroomPage::Lesson) && is_like_lesson(text) =>
        {
            Some(ClassroomMsg::ReplaceDraft(Rc::clone(text)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use links::class_link::CourseItem;
    use protocol::{Bilingual, LessonStep};

    use super::*;
    use crate::{actions::EditingAction, effects::LessonEffect, store::Store, update::reduce};

    const LESSON: &str = "---\ntitle: A\n---\n\n## One\n```step\nlook: a\n```\n";

    fn dispatch(store: &Store, msg: ClassroomMsg) -> (Store, Vec<Effect>) {
        reduce(store, Action::Editing(EditingAction::Classroom(msg)))
    }

    fn restore_classroom(saved: SavedClassroom) -> Store {
        dispatch(&Store::with_all_chunks(), ClassroomMsg::Restore(Box::new(saved))).0
    }

    fn is_kept(effects: &[Effect]) -> bool {
        effects.contains(&Effect::Classroom(ClassroomEffect::Keep))
    }

    #[test]
    fn a_draft_is_checked_after_each_edit() {
        let store = restore_classroom(SavedClassroom::default());
        let (store, effects) = dispatch(&store, ClassroomMsg::EditDraft(LESSON.into()));
        assert!(is_kept(&effects) && effects.contains(&Effect::Classroom(ClassroomEffect::CheckDraft)));
        assert!(store.classroom.check.is_checking);
        let problems = [5, 9].map(|line| DraftProblem {
            line: Some(line),
            message: format!("line {line}: …").into(),
            ..DraftProblem::default()
        });
        let problems = problems.to_vec();
        let verdict = |text: &str, verdict| ClassroomMsg::DraftChecked { text: text.into(), verdict };
        let (wrong, _) = dispatch(&store, verdict(LESSON, Err(problems.clone())));
        assert_eq!((&wrong.classroom.check.problems, wrong.classroom.check.is_checking), (&problems, false));
        let warning = DraftProblem { code: "Call.LessonWarning".into(), ..problems[0].clone() };
        let mixed = [problems.as_slice(), std::slice::from_ref(&warning)].concat();
        let (both, _) = dispatch(&store, verdict(LESSON, Err(mixed)));
        assert_eq!((&both.classroom.check.problems, &both.classroom.check.warnings), (&problems, &vec![warning]));
        // A result for an earlier text doesn't apply to this one.
        let (stale, _) = dispatch(&store, verdict("---\n", Err(problems.clone())));
        assert!(stale.classroom.check.is_checking && stale.classroom.check.problems.is_empty());
        let title = Bilingual { en: "One".into(), zh: "One".into() };
        let lesson = Lesson { steps: vec![LessonStep { title, ..LessonStep::default() }], ..Lesson::default() };
        let json = serde_json::to_string(&lesson).expect("JSON");
        let (right, _) = dispatch(&wrong, verdict(LESSON, Ok(json.as_str().into())));
        assert_eq!(right.classroom.check.preview.as_deref(), Some(&lesson));
        assert!(right.classroom.check.problems.is_empty() && right.classroom.check.warnings.is_empty());
        let warning = r#"{"warnings":[{"line":7,"message":"not translated","code":"Call.Lesson"}],"#;
        let (warned, _) = dispatch(&wrong, verdict(LESSON, Ok(format!("{warning}{}", &json[1..]).into())));
        let check = &warned.classroom.check;
        assert_eq!((check.warnings[0].line, check.preview.as_deref()), (Some(7), Some(&lesson)));
        // The last valid version stays visible while the text is invalid.
        let (again, _) = dispatch(&right, verdict(LESSON, Err(problems)));
        assert!(again.classroom.check.preview.is_some() && !again.classroom.check.problems.is_empty());
        let (broken, _) = dispatch(&right, verdict(LESSON, Ok("{".into())));
        assert!(!broken.classroom.check.problems.is_empty(), "what cannot be read is told");
        let (empty, effects) = dispatch(&again, ClassroomMsg::EditDraft(" \n".into()));
        assert_eq!(empty.classroom.check, super::super::DraftCheck::default());
        assert!(!effects.contains(&Effect::Classroom(ClassroomEffect::CheckDraft)));
    }

    #[test]
    fn a_replaced_draft_can_be_restored() {
        let store = restore_classroom(SavedClassroom { draft: "mine".into(), ..SavedClassroom::default() });
        let (replaced, _) = dispatch(&store, ClassroomMsg::ReplaceDraft(LESSON.into()));
        let texts = |store: &Store| {
            let saved = &store.classroom.saved;
            (saved.draft.to_string(), saved.replaced_draft.to_string())
        };
        assert_eq!(texts(&replaced), (LESSON.into(), "mine".into()));
        let (back, effects) = dispatch(&replaced, ClassroomMsg::RestoreDraft);
        assert_eq!(texts(&back), ("mine".into(), LESSON.into()));
        assert!(is_kept(&effects));
    }

    #[test]
    fn a_lesson_dropped_on_the_editor_replaces_the_draft() {
        let open = || Action::Open(OpenTarget::Text(LESSON.into()));
        let store = restore_classroom(SavedClassroom::default());
        let (opened, effects) = reduce(&store, open());
        assert!(opened.classroom.saved.draft.is_empty());
        assert!(effects.iter().any(|effect| matches!(effect, Effect::Lesson(LessonEffect::CompileCustom { .. }))));
        let (writing, _) = dispatch(&store, ClassroomMsg::ShowPage(Some(ClassroomPage::Lesson)));
        let (opened, effects) = reduce(&writing, open());
        assert_eq!(&*opened.classroom.saved.draft, LESSON);
        assert!(!effects.iter().any(|effect| matches!(effect, Effect::Lesson(_))));
        // Opening the draft as a student closes the dialog.
        let (taken, effects) = dispatch(&opened, ClassroomMsg::TakeDraft);
        assert!(taken.classroom.page.is_none());
        assert!(effects.iter().any(|effect| matches!(effect, Effect::Lesson(LessonEffect::CompileCustom { .. }))));
    }

    #[test]
    fn changes_made_before_the_storage_is_read_are_kept() {
        let store = Store::with_all_chunks();
        let (store, effects) = dispatch(&store, ClassroomMsg::AddResults("r1:new".into()));
        assert!(is_kept(&effects) && !store.classroom.is_restored, "the page keeps nothing before it has recalled");
        let kept = SavedClassroom {
            draft: "mine".into(),
            results: "r1:old\n".into(),
            student: "Ada".into(),
            ..SavedClassroom::default()
        };
        let (store, effects) = dispatch(&store, ClassroomMsg::Restore(Box::new(kept)));
        let saved = &store.classroom.saved;
        assert_eq!((&*saved.draft, &*saved.results, &*saved.student), ("mine", "r1:old\nr1:new\n", "Ada"));
        assert!(is_kept(&effects) && store.classroom.page == Some(ClassroomPage::Results));
    }

    #[test]
    fn a_course_is_assembled_and_taken() {
        let lesson = |name: &str| CourseItem::Lesson(name.into());
        let mut store = restore_classroom(SavedClassroom::default());
        for msg in [
            ClassroomMsg::SetPlanTitle("Week one".into()),
            ClassroomMsg::AddPlanItem(lesson("taints")),
            ClassroomMsg::AddPlanItem(CourseItem::Scenario("ladder".into())),
            ClassroomMsg::AddPlanItem(lesson("spread")),
            ClassroomMsg::MovePlanItem { item: 2, is_forward: false },
            ClassroomMsg::RemovePlanItem(0),
            ClassroomMsg::RemovePlanItem(7),
            ClassroomMsg::ReplacePlanItem { at: 1, item: CourseItem::Scenario("first-pod".into()) },
            ClassroomMsg::ReplacePlanItem { at: 1, item: CourseItem::Scenario("ladder".into()) },
            ClassroomMsg::ReplacePlanItem { at: 7, item: lesson("taints") },
        ] {
            store = dispatch(&store, msg).0;
        }
        let plan = Course::clone(&store.classroom.saved.plan);
        assert_eq!(
            plan,
            Course { title: "Week one".into(), items: vec![lesson("spread"), CourseItem::Scenario("ladder".into())] }
        );
        let (store, effects) = dispatch(&store, ClassroomMsg::TakeCourse(plan));
        let fetch = LessonEffect::FetchLesson { name: "spread".into(), step: 0, is_visit: false };
        assert!(effects.contains(&Effect::Lesson(fetch)) && is_kept(&effects));
        let (store, effects) = dispatch(&store, ClassroomMsg::GoToCourseItem(1));
        assert!(effects.iter().any(|effect| matches!(effect, Effect::FetchScenario(_, true))));
        assert_eq!(store.classroom.saved.course.as_ref().map(|course| course.item), Some(1));
        let (same, effects) = dispatch(&store, ClassroomMsg::GoToCourseItem(2));
        assert!(effects.is_empty() && same.classroom.saved.course == store.classroom.saved.course, "there is no third");
        assert!(dispatch(&store, ClassroomMsg::LeaveCourse).0.classroom.saved.course.is_none());
        // An item of a course may no longer exist.
        let gone = Course { items: vec![CourseItem::Scenario("no-such-thing".into())], ..Course::default() };
        assert!(!dispatch(&store, ClassroomMsg::TakeCourse(gone)).0.recovery.notices.is_empty());
    }
}

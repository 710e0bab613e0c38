//! The student's answers in the lessons of a course, stored with the course so that one code contains all of them.

use std::rc::Rc;

use links::{
    class_link::{Course, CourseItem},
    result_code::LessonResult,
};

use super::{Classroom, results};
use crate::{
    actions::{Action, classroom::ItemAnswers, lesson::LessonMsg},
    effects::{ClassroomEffect, Effect},
    lesson::{LessonProgress, LessonState, lesson_draft},
    outcome::UpdateOutcome,
};

/// Stores the answers to a lesson of the current course. Returning to a lesson restores the earlier answers.
pub fn record_answers(classroom: &mut Classroom, before: &LessonState, lesson: &LessonState) -> UpdateOutcome {
    let (Some(course), Some(progress)) = (&mut classroom.saved.course, &lesson.current) else {
        return UpdateOutcome::default();
    };
    let Some(item) = item_of_lesson(&course.course, progress) else { return UpdateOutcome::default() };
    let place = course.answers.binary_search_by_key(&item, |answers| answers.item);
    if !results::has_answers(progress) {
        let is_begun = before.current.as_ref().is_none_or(|before| !Rc::ptr_eq(&before.lesson, &progress.lesson));
        let earlier_line = place.ok().filter(|_| is_begun).map(|at| course.answers[at].line.clone());
        return earlier_line
            .map_or_else(UpdateOutcome::default, |line| Action::Lesson(LessonMsg::AnswersRecalled(line)).into());
    }
    let answers =
        ItemAnswers { item, result: results::result_of(progress, ""), line: lesson_draft::answers_line(progress) };
    match place {
        Ok(at) if course.answers[at] == answers => return UpdateOutcome::default(),
        Ok(at) => course.answers[at] = answers,
        Err(at) => course.answers.insert(at, answers),
    }
    Effect::Classroom(ClassroomEffect::Keep).into()
}

/// The results to submit: those of all lessons of the course or, in a lesson outside the course, that of the lesson.
pub fn results_to_hand_in(classroom: &Classroom, lesson: &LessonState) -> Vec<LessonResult> {
    let (saved, progress) = (&classroom.saved, lesson.current.as_ref());
    let item = |progress| saved.course.as_ref().and_then(|course| item_of_lesson(&course.course, progress));
    let current = progress.filter(|progress| item(progress).is_none());
    let mut results: Vec<LessonResult> = match (current, &saved.course) {
        (None, Some(course)) => course.answers.iter().map(|answers| answers.result.clone()).collect(),
        _ => current
            .filter(|progress| results::has_answers(progress))
            .map(|progress| results::result_of(progress, ""))
            .into_iter()
            .collect(),
    };
    for result in &mut results {
        saved.student.trim().clone_into(&mut result.student);
    }
    results
}

/// The index of a lesson in the course.
fn item_of_lesson(course: &Course, progress: &LessonProgress) -> Option<usize> {
    course.items.iter().position(|item| match (item, &progress.custom_source) {
        (CourseItem::Lesson(name), None) => *name == progress.lesson.entry.name,
        (CourseItem::LessonText { text, .. }, Some(source)) => **text == **source,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use links::result_code::{Outcome, decode_results, encode_results};
    use protocol::{Lesson, LessonChoice, LessonEntry, LessonQuestion, LessonStep};

    use super::*;
    use crate::{
        actions::classroom::{ClassroomMsg, SavedClassroom},
        classroom::result_table::read_results,
        store::Store,
        update::reduce,
    };

    const OWN_LESSON: &str = "---\ntitle: Mine\n---\n";

    fn lesson(name: &str, title: &str) -> Rc<Lesson> {
        let choices = vec![LessonChoice { is_right: true, ..LessonChoice::default() }, LessonChoice::default()];
        let question = LessonQuestion { choices, ..LessonQuestion::default() };
        let mut entry = LessonEntry { name: name.into(), ..LessonEntry::default() };
        entry.title.en = title.into();
        let steps = vec![LessonStep { ask: Some(question), ..LessonStep::default() }, LessonStep::default()];
        Rc::new(Lesson { entry, text: title.into(), steps, ..Lesson::default() })
    }

    fn parsed(name: &str) -> LessonMsg {
        LessonMsg::LessonParsed { lesson: lesson(name, name), step: 0, is_visit: true }
    }

    fn learn(store: &Store, msgs: impl IntoIterator<Item = LessonMsg>) -> Store {
        msgs.into_iter().fold(store.clone(), |store, msg| reduce(&store, Action::Lesson(msg)).0)
    }

    fn names_and_outcomes(store: &Store) -> Vec<(String, Outcome)> {
        let results = results_to_hand_in(&store.classroom, &store.lesson);
        results.into_iter().map(|result| (result.lesson, result.answers[0].outcome)).collect()
    }

    fn begin_course() -> (Store, Course) {
        let items = vec![
            CourseItem::Lesson("taints".into()),
            CourseItem::Scenario("ladder".into()),
            CourseItem::LessonText { title: "Mine".into(), text: OWN_LESSON.into() },
        ];
        let course = Course { title: "Week one".into(), items };
        let saved = SavedClassroom { student: " Ada ".into(), ..SavedClassroom::default() };
        let store = Store::with_all_chunks();
        let store = reduce(&store, ClassroomMsg::Restore(Box::new(saved)).into()).0;
        (reduce(&store, ClassroomMsg::TakeCourse(course.clone()).into()).0, course)
    }

    #[test]
    fn one_code_contains_every_lesson_of_a_course() {
        let (store, _) = begin_course();
        assert!(names_and_outcomes(&store).is_empty());
        let own = LessonMsg::CustomParsed { lesson: lesson("", "Mine"), source: OWN_LESSON.into() };
        // The custom lesson is answered first, but the code has the order of the course.
        let store = learn(&store, [own, LessonMsg::AnswerQuestion(1)]);
        let store = learn(&store, [LessonMsg::LeaveLesson, parsed("taints"), LessonMsg::AnswerQuestion(0)]);
        let store = learn(&store, [LessonMsg::LeaveLesson]);
        let expected = [("taints".to_owned(), Outcome::RightAtFirst), ("Mine".to_owned(), Outcome::Wrong)];
        assert_eq!(names_and_outcomes(&store), expected);
        let code = encode_results(&results_to_hand_in(&store.classroom, &store.lesson));
        let students = decode_results(&code).expect("results").into_iter().map(|result| result.student);
        assert!(students.eq(["Ada", "Ada"]) && code.starts_with("r3:"), "{code}");
        let table = read_results(&code);
        assert_eq!((table.results.len(), table.problems.len()), (2, 0), "a row names its lesson");
        // A lesson outside the course has its own code.
        let other = learn(&store, [parsed("balance"), LessonMsg::AnswerQuestion(0)]);
        assert_eq!(names_and_outcomes(&other), [("balance".to_owned(), Outcome::RightAtFirst)]);
        let left = reduce(&other, ClassroomMsg::LeaveCourse.into()).0;
        assert!(names_and_outcomes(&learn(&left, [LessonMsg::LeaveLesson])).is_empty());
    }

    #[test]
    fn returning_to_a_lesson_restores_its_answers() {
        let (store, course) = begin_course();
        let store = learn(&store, [parsed("taints"), LessonMsg::AnswerQuestion(1)]);
        let again = learn(&store, [LessonMsg::LeaveLesson, parsed("taints")]);
        let answers = again.lesson.current.as_ref().map(|progress| progress.answers[0]);
        assert_eq!(answers.and_then(|answers| answers.first_correct), Some(false));
        let (finished, effects) = reduce(&again, Action::Lesson(LessonMsg::AnswerQuestion(0)));
        assert_eq!(names_and_outcomes(&finished), [("taints".to_owned(), Outcome::RightLater)]);
        assert!(effects.contains(&Effect::Classroom(ClassroomEffect::Keep)), "a reload goes on with them");
        // Opening the same course again keeps the answers; another course starts without.
        let take = |course: &Course| reduce(&finished, ClassroomMsg::TakeCourse(course.clone()).into()).0;
        let answer_count = |store: &Store| store.classroom.saved.course.as_ref().map(|course| course.answers.len());
        let other = Course { title: "Week two".into(), ..course.clone() };
        assert_eq!((answer_count(&take(&course)), answer_count(&take(&other))), (Some(1), Some(0)));
        // The link may be opened before the storage is read.
        let fresh = reduce(&Store::with_all_chunks(), ClassroomMsg::TakeCourse(course).into()).0;
        let saved = finished.classroom.saved.clone();
        let restored = reduce(&fresh, ClassroomMsg::Restore(Box::new(saved)).into()).0;
        assert_eq!(answer_count(&restored), Some(1));
    }
}

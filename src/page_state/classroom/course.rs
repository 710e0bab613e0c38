//! A course: a sequence of lessons and scenarios.

use links::class_link::{Course, CourseItem};

use crate::{
    actions::{
        Action,
        gallery::GalleryMsg,
        lesson::LessonMsg,
        recovery::{PageNotice, RecoveryMsg},
    },
    gallery,
    open_target::OpenTarget,
};

/// The limit of items of a course.
pub const MAX_ITEMS: usize = 40;

/// Whether the page may be able to open the item; unknown lessons are detected only when fetched.
pub fn can_open(item: &CourseItem) -> bool {
    !matches!(item, CourseItem::Scenario(name) if gallery::scenario_number(name).is_none())
}

/// The action that opens an item; as a visit it adds an entry to the browser's history.
pub fn action_to_open(item: &CourseItem, is_visit: bool) -> Action {
    match item {
        CourseItem::Lesson(name) => Action::Lesson(LessonMsg::TakeLesson { name: name.clone(), step: 0, is_visit }),
        CourseItem::Scenario(name) => match gallery::scenario_number(name) {
            Some(number) => Action::Gallery(GalleryMsg::FetchScenario(number, is_visit)),
            None => Action::Recovery(RecoveryMsg::AddNotice(PageNotice::UnknownScenario(api::shorten(name)))),
        },
        CourseItem::LessonText { text, .. } | CourseItem::ScenarioText { text, .. } => {
            Action::Open(OpenTarget::Text(text.as_str().into()))
        }
    }
}

/// Moves an item forward or back by one place.
pub fn move_item(course: &mut Course, item: usize, is_forward: bool) {
    let target = if is_forward { item.checked_add(1) } else { item.checked_sub(1) };
    if let Some(target) = target.filter(|target| (*target).max(item) < course.items.len()) {
        course.items.swap(item, target);
    }
}

/// The title of an item as the course has it: the name of a built-in one, or the author's title.
pub fn item_name(item: &CourseItem) -> &str {
    match item {
        CourseItem::Lesson(name) | CourseItem::Scenario(name) => name,
        CourseItem::LessonText { title, .. } | CourseItem::ScenarioText { title, .. } => title,
    }
}

/// Whether an item is an earlier version of a lesson: it has the same title and another text.
pub fn is_earlier_version(item: &CourseItem, draft: &CourseItem) -> bool {
    match (item, draft) {
        (CourseItem::LessonText { title, text }, CourseItem::LessonText { title: draft_title, text: draft_text }) => {
            title == draft_title && text != draft_text
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::actions::classroom::CourseProgress;

    #[test]
    fn a_lesson_of_the_same_title_is_an_earlier_version() {
        let lesson = |title: &str, text: &str| CourseItem::LessonText { title: title.into(), text: text.into() };
        let draft = lesson("A", "new");
        assert!(is_earlier_version(&lesson("A", "old"), &draft));
        let scenario = CourseItem::ScenarioText { title: "A".into(), text: "old".into() };
        for item in [draft.clone(), lesson("B", "old"), scenario, CourseItem::Lesson("A".into())] {
            assert!(!is_earlier_version(&item, &draft), "{item:?}");
        }
    }

    #[test]
    fn items_move_within_the_course() {
        let lesson = |name: &str| CourseItem::Lesson(name.into());
        let mut course = Course { title: String::new(), items: vec![lesson("a"), lesson("b"), lesson("c")] };
        for (item, is_forward, order) in [
            (0, false, "abc"),
            (0, true, "bac"),
            (2, true, "bac"),
            (2, false, "bca"),
            (9, false, "bca"),
            (9, true, "bca"),
        ] {
            move_item(&mut course, item, is_forward);
            assert_eq!(course.items.iter().map(item_name).collect::<String>(), order);
        }
        let progress = |item| CourseProgress { course: Rc::new(course.clone()), item, answers: Vec::new() };
        assert_eq!(progress(0).neighbors(), [None, Some(1)]);
        assert_eq!(progress(2).neighbors(), [Some(1), None]);
    }
}

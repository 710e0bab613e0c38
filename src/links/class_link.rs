//! Links for classes: `l1:` contains a lesson, `c1:` a course, each as base64url of raw deflate, with a checksum at the end.
//!
//! Both use a compression dictionary of their own, which is a lesson as the manual describes it. It never changes: with a better dictionary, the
//! prefixes would be `l2:` and `c2:`.

use serde::{Deserialize, Serialize};

use super::{
    link_payload::LinkError,
    packing::{pack_bytes, unpack_bytes},
    result_code::{self, LessonResult},
};

const LESSON_PREFIX: &str = "l1:";
const COURSE_PREFIX: &str = "c1:";

/// The dictionary: a lesson with every element, the most common ones last. It never changes.
const DICTIONARY: &[u8] = include_bytes!("lesson_dictionary.md");

/// A sequence of lessons and scenarios.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    pub title: String,
    pub items: Vec<CourseItem>,
}

/// An item of a course. Links refer to variants by number: add new ones at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CourseItem {
    /// A built-in lesson, by name.
    Lesson(String),
    /// A built-in scenario, by name.
    Scenario(String),
    /// The text of a custom lesson.
    LessonText { title: String, text: String },
    /// The text of a custom scenario.
    ScenarioText { title: String, text: String },
}

/// The content of a link for a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassLink {
    /// A lesson, as its author wrote it.
    Lesson(String),
    Course(Course),
    /// A student's results, one for each lesson.
    Results(Vec<LessonResult>),
}

/// The fragment for a lesson, without `#`.
#[must_use]
pub fn encode_lesson(text: &str) -> String {
    format!("{LESSON_PREFIX}{}", pack_bytes(DICTIONARY, text.as_bytes()))
}

/// The fragment for a course, without `#`.
#[must_use]
pub fn encode_course(course: &Course) -> String {
    // Encoding strings and variants never fails.
    let bytes = postcard::to_allocvec(course).unwrap_or_default();
    format!("{COURSE_PREFIX}{}", pack_bytes(DICTIONARY, &bytes))
}

/// Decodes a fragment for a class, with or without `#`; `None` if it is another kind of fragment. The part after a `&` sets the appearance of the
/// page and is ignored here.
#[must_use]
pub fn open_class_link(fragment: &str) -> Option<Result<ClassLink, LinkError>> {
    let fragment = fragment.trim().trim_start_matches('#');
    let fragment = fragment.split_once('&').map_or(fragment, |(content, _)| content);
    if let Some(data) = fragment.strip_prefix(LESSON_PREFIX) {
        let text = unpack_bytes(DICTIONARY, data);
        return Some(
            text.and_then(|bytes| String::from_utf8(bytes).map(ClassLink::Lesson).map_err(|_| LinkError::Damaged)),
        );
    }
    if let Some(data) = fragment.strip_prefix(COURSE_PREFIX) {
        let bytes = unpack_bytes(DICTIONARY, data);
        return Some(
            bytes.and_then(|bytes| postcard::from_bytes(&bytes).map(ClassLink::Course).map_err(|_| LinkError::Damaged)),
        );
    }
    if !has_class_version(fragment) {
        return None;
    }
    Some(if fragment.starts_with('r') {
        result_code::decode_results(fragment).map(ClassLink::Results)
    } else {
        Err(LinkError::UnknownVersion)
    })
}

/// Whether a fragment without `#` has a prefix for classes.
pub(super) fn has_class_version(fragment: &str) -> bool {
    let version = fragment.strip_prefix(['l', 'c', 'r']).and_then(|rest| rest.split_once(':'));
    version.is_some_and(|(version, _)| !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FRAGMENTATION: &str = include_str!("../../www/lessons/fragmentation.md");

    fn arbitrary_item() -> impl Strategy<Value = CourseItem> {
        prop_oneof![
            any::<String>().prop_map(CourseItem::Lesson),
            any::<String>().prop_map(CourseItem::Scenario),
            any::<(String, String)>().prop_map(|(title, text)| CourseItem::LessonText { title, text }),
            any::<(String, String)>().prop_map(|(title, text)| CourseItem::ScenarioText { title, text }),
        ]
    }

    proptest! {
        #[test]
        fn lesson_and_course_links_round_trip(
            text in any::<String>(), title in any::<String>(), items in prop::collection::vec(arbitrary_item(), 0..6),
        ) {
            let lesson = encode_lesson(&text);
            prop_assert_eq!(open_class_link(&format!("{lesson}&lang=zh&present")), Some(Ok(ClassLink::Lesson(text.clone()))));
            prop_assert_eq!(open_class_link(&lesson), Some(Ok(ClassLink::Lesson(text))));
            let course = Course { title, items };
            prop_assert_eq!(open_class_link(&format!("#{}", encode_course(&course))), Some(Ok(ClassLink::Course(course))));
        }

        #[test]
        fn nothing_panics(data in any::<String>()) {
            for kind in ["l1:", "c1:", "r1:", "r2:", "r3:", ""] {
                let _ = open_class_link(&format!("{kind}{data}"));
            }
        }

        #[test]
        fn a_damaged_link_does_not_open(place in any::<prop::sample::Index>(), other in "[A-Za-z0-9_-]") {
            let course = Course { title: "A course".into(), items: vec![CourseItem::Lesson("taints".into())] };
            for link in [encode_lesson(FRAGMENTATION), encode_course(&course)] {
                let at = 3 + place.index(link.len() - 3);
                let changed = format!("{}{other}{}", &link[..at], &link[at + 1..]);
                prop_assert!(changed == link || open_class_link(&changed) == Some(Err(LinkError::Damaged)));
                prop_assert_eq!(open_class_link(&link[..at]), Some(Err(LinkError::Damaged)));
            }
        }
    }

    #[test]
    fn class_links_reject_unknown_kinds_and_versions() {
        for (fragment, expected) in [
            ("s2:abc", None),
            ("scenario=ladder", None),
            ("lesson=taints", None),
            ("", None),
            ("l2:abc", Some(Err(LinkError::UnknownVersion))),
            ("c17:abc", Some(Err(LinkError::UnknownVersion))),
            ("r2:abc", Some(Err(LinkError::Damaged))),
            ("r3:abc", Some(Err(LinkError::Damaged))),
            ("r4:abc", Some(Err(LinkError::UnknownVersion))),
            ("l1:", Some(Err(LinkError::Damaged))),
            ("c1:AAAA", Some(Err(LinkError::Damaged))),
        ] {
            assert_eq!(open_class_link(fragment), expected, "{fragment}");
        }
    }

    /// Links that must keep working. This list only grows.
    #[test]
    fn recorded_links_open() {
        for line in include_str!("class_links.txt").lines() {
            let (link, words) = line.split_once(' ').expect("a link and what is in it");
            let opened = format!("{:?}", open_class_link(link).expect("one for a class").expect("it opens"));
            assert!(opened.contains(words), "{words}: {opened}");
        }
    }

    #[test]
    fn a_short_lesson_is_short_enough_for_a_code() {
        let (head, steps) = FRAGMENTATION.split_once("## ").expect("steps");
        let first_step = steps.split("\n## ").next().expect("a step");
        let length = encode_lesson(&format!("{head}## {first_step}")).len();
        assert!(length < 1100, "{length}");
    }
}

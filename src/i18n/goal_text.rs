//! Texts of lesson tasks, and of glossary terms.
//!
//! Only the chunk with lessons needs these texts, so they are not part of [`Language`](super::table::Language).

use manifest::TextChange;
use protocol::GoalPart;

use super::{Lang, short_pod_name, table::goal_text::TeachSentences};

lazy_catalog!(TeachSentences);

/// The text of a part of a goal.
pub fn goal_part_text(lang: Lang, goal_part: GoalPart<'_>) -> String {
    let (sentences, pods) = (words(lang), short_pod_name(goal_part.pods()));
    match goal_part {
        GoalPart::Bound(_) => sentences.wants_bound(pods),
        GoalPart::On(_, node) => sentences.wants_on(pods, node),
        GoalPart::Evicted(_) => sentences.wants_evicted(pods),
        GoalPart::Gone(_) => sentences.wants_gone(pods),
    }
}

/// The text of a change of the manifest.
pub fn change_text(lang: Lang, change: &TextChange) -> String {
    match change.path.as_str() {
        "" => words(lang).whole_object(&change.object),
        path => format!("{}: {path}", change.object),
    }
}

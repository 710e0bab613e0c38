//! Tasks of lessons, and terms of the glossary.
//!
//! Only the part of the page that teaches has these words: they are no part of [`Language`](super::table::Language).

use super::table::teach::TeachSentences;
use super::{Lang, short};
use api::manifest::Changed;
use wire::Wish;

apart!(TeachSentences);

/// A part of a goal.
pub fn wish(lang: Lang, wish: Wish<'_>) -> String {
    let (words, pods) = (words(lang), short(wish.pods()));
    match wish {
        Wish::Bound(_) => words.wants_bound(pods),
        Wish::On(_, node) => words.wants_on(pods, node),
        Wish::Evicted(_) => words.wants_evicted(pods),
        Wish::Gone(_) => words.wants_gone(pods),
    }
}

/// A change of a text.
pub fn changed(lang: Lang, change: &Changed) -> String {
    match change.path.as_str() {
        "" => words(lang).whole_object(&change.object),
        path => format!("{}: {path}", change.object),
    }
}

//! What changed in the scheduler's decisions from one minor release to the next.
//!
//! Only the part of the page that shows texts has these words: they are no part of [`Language`](super::catalogue::Language).

use super::catalogue::minors::Sentences;
use super::{Lang, en, zh};

/// The words of a language.
pub fn words(lang: Lang) -> &'static dyn Sentences {
    match lang {
        Lang::En => &en::En,
        Lang::Zh => &zh::Zh,
        #[cfg(test)]
        Lang::Pseudo => &super::pseudo::Pseudo,
    }
}

//! The words of the form of a scheduler's configuration.
//!
//! Only the part of the page that builds has these words: they are no part of [`Language`](super::catalogue::Language).

use super::catalogue::configuring::Sentences;
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

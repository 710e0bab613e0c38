//! Which words are loaded: English always, other languages when the page has fetched them.

use std::{cell::Cell, ops::Deref};

use protocol::Bilingual;

#[cfg(test)]
use crate::languages::Pseudo;
use crate::{
    languages::{En, Lang, Zh},
    table::Language,
};

/// The words of each language that is loaded, by its number.
type LoadedWords = [Cell<Option<&'static dyn Language>>; Lang::ALL.len()];

thread_local! {
    /// The page fetches languages as chunks of their own, so nothing but a function like [`chinese`] may name their words there.
    static LOADED: LoadedWords = const { initially_loaded() };
}

#[cfg(not(target_family = "wasm"))]
macro_rules! words_of_all {
    ({} $($(#[$about:meta])* $language:ident $row:tt)*) => {
        [$(Cell::new(Some(&crate::languages::$language)),)*]
    };
}

#[cfg(not(target_family = "wasm"))]
const fn initially_loaded() -> LoadedWords {
    language_table!(words_of_all! {})
}

#[cfg(target_family = "wasm")]
const fn initially_loaded() -> LoadedWords {
    [const { Cell::new(None) }; Lang::ALL.len()]
}

/// The words of 中文.
pub fn chinese() -> &'static dyn Language {
    &Zh
}

/// From here on the words of 中文 are loaded. Before that, its texts are English.
pub fn set_chinese(chinese: &'static dyn Language) {
    LOADED.with(|loaded| loaded[Lang::Zh as usize].set(Some(chinese)));
}

impl Deref for Lang {
    type Target = dyn Language;

    fn deref(&self) -> &Self::Target {
        #[cfg(test)]
        if *self == Self::Pseudo {
            return &Pseudo;
        }
        LOADED.with(|loaded| loaded[*self as usize].get()).unwrap_or(&En)
    }
}

impl Lang {
    /// The text in this language, or in English if it has none in this language.
    pub fn pick(self, text: &Bilingual) -> &str {
        if self == Self::Zh && !text.zh.is_empty() { &text.zh } else { &text.en }
    }
}

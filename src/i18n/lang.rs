//! The loaded languages: English always, others once the page has fetched them.

use std::{cell::Cell, ops::Deref};

use protocol::Bilingual;

#[cfg(test)]
use crate::languages::Pseudo;
use crate::{
    languages::{En, Lang, Zh},
    table::Language,
};

/// The loaded texts of each language, by its index.
type LoadedWords = [Cell<Option<&'static dyn Language>>; Lang::ALL.len()];

thread_local! {
    /// The page fetches languages as separate chunks, so only a function like [`chinese`] may reference their texts.
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

/// The Chinese texts.
pub fn chinese() -> &'static dyn Language {
    &Zh
}

/// Loads the Chinese texts. Before that, English is used instead.
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
    /// The text in this language, or in English if it is missing.
    pub fn pick(self, text: &Bilingual) -> &str {
        if self == Self::Zh && !text.zh.is_empty() { &text.zh } else { &text.en }
    }
}

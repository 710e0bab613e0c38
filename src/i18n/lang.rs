//! The loaded languages: English always, others once the page has fetched them.

use std::{cell::Cell, ops::Deref};

use manifest::Caption;
use protocol::Bilingual;

#[cfg(not(target_family = "wasm"))]
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
        #[cfg(not(target_family = "wasm"))]
        if *self == Self::Pseudo {
            return &Pseudo;
        }
        LOADED.with(|loaded| loaded[*self as usize].get()).unwrap_or(&En)
    }
}

impl Lang {
    /// The language with this name in links.
    pub fn from_folder(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|lang| lang.folder() == name)
    }

    /// The language with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|lang| lang.code() == code)
    }

    /// All other languages.
    pub fn others(self) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |lang| *lang != self)
    }

    /// The language in which scenarios, lessons, glossary, manual and essay are shown. They are written in English and Chinese; any other
    /// language shows them in English.
    #[must_use]
    pub const fn content(self) -> Self {
        match self {
            Self::Zh => Self::Zh,
            _ => Self::En,
        }
    }

    /// Whether scenarios, lessons, glossary, manual and essay are written in it.
    pub fn has_content(self) -> bool {
        self.content() == self
    }

    /// The one of two translations that is shown.
    pub fn pick_of<T>(self, en: T, zh: T) -> T {
        if self.content() == Self::Zh { zh } else { en }
    }

    /// The text in this language, or in English if it is missing.
    pub fn pick(self, text: &Bilingual) -> &str {
        self.pick_or_english(&text.en, &text.zh)
    }

    /// The sentence of a caption in this language, or in English if it is missing.
    pub fn pick_caption(self, caption: &Caption) -> &str {
        self.pick_or_english(&caption.text, &caption.zh)
    }

    fn pick_or_english<'t>(self, en: &'t str, zh: &'t str) -> &'t str {
        match self.pick_of(en, zh) {
            "" => en,
            text => text,
        }
    }

    /// What separates a label and its value.
    pub const fn label_separator(self) -> &'static str {
        self.punctuation().label
    }
}

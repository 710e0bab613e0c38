//! The languages.

use std::{cell::Cell, ops::Deref};

use protocol::Bilingual;
use serde::{Deserialize, Serialize};

#[cfg(test)]
use crate::languages::Pseudo;
use crate::{
    languages::{En, Zh},
    table::Language,
};

/// The language of all text. It derefs to what it can say: `lang.node_added("node-a")`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// 中文.
    Zh,
    /// Every English text in ⟦…⟧.
    #[cfg(test)]
    Pseudo,
}

thread_local! {
    /// Who speaks 中文. The page fetches this as a part of its own, so nothing but [`chinese`] may name it.
    static CHINESE: Cell<Option<&'static dyn Language>> = const { Cell::new(INITIAL_CHINESE) };
}

#[cfg(not(target_family = "wasm"))]
const INITIAL_CHINESE: Option<&'static dyn Language> = Some(&Zh);
#[cfg(target_family = "wasm")]
const INITIAL_CHINESE: Option<&'static dyn Language> = None;

/// What speaks 中文.
pub fn chinese() -> &'static dyn Language {
    &Zh
}

/// From here on 中文 can be spoken. Before that, English is.
pub fn set_chinese(chinese: &'static dyn Language) {
    CHINESE.set(Some(chinese));
}

impl Deref for Lang {
    type Target = dyn Language;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::En => &En,
            Self::Zh => CHINESE.get().unwrap_or(&En),
            #[cfg(test)]
            Self::Pseudo => &Pseudo,
        }
    }
}

impl Lang {
    /// A text that stands in both languages: this one's, or the one that there is.
    pub fn pick(self, text: &Bilingual) -> &str {
        if self == Self::Zh && !text.zh.is_empty() { &text.zh } else { &text.en }
    }
}

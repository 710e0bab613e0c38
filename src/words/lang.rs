//! The languages.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::wire::Bilingual;
use crate::words::catalogue::Language;
#[cfg(test)]
use crate::words::pseudo;
use crate::words::{en, zh};

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

impl Deref for Lang {
    type Target = dyn Language;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::En => &en::En,
            Self::Zh => &zh::Zh,
            #[cfg(test)]
            Self::Pseudo => &pseudo::Pseudo,
        }
    }
}

impl Bilingual {
    /// The text in a language, or the one that there is.
    pub fn read(&self, lang: Lang) -> &str {
        if lang == Lang::Zh && !self.zh.is_empty() { &self.zh } else { &self.en }
    }
}

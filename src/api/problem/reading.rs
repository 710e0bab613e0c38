//! A text that cannot be read.

use serde::{Deserialize, Serialize};

use crate::api::Str;

/// Why a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reading {
    /// More bytes than are read.
    TooLarge {
        /// How many there are.
        bytes: usize,
        /// How many are read.
        limit: usize,
    },
    /// The bytes are no UTF-8.
    NotUtf8,
    /// The parser refuses it.
    NotYaml {
        /// The parser's own words.
        words: Str,
    },
    /// An alias stands inside the value that it names.
    AliasInItself,
    /// Values are nested too deep.
    TooDeep {
        /// How deep they may be.
        limit: usize,
    },
    /// More values than are read, aliases counted each time.
    TooMany {
        /// How many are read.
        limit: usize,
    },
    /// A key that is a list or a mapping.
    KeyNotText,
    /// A key that its mapping has already.
    RepeatedKey {
        /// The key.
        key: Str,
    },
}

//! Values that are not what their fields want.

use api::Str;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Why a value is not what its field wants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum ObjectProblem {
    /// Something else stands where an object should.
    NotAnObject {
        /// What stands there.
        actual: FoundValue,
    },
    /// An object without a kind.
    NoKind {
        /// The kind that its fields are those of.
        near: Option<Str>,
    },
    /// No kind has this name.
    NoSuchKind {
        /// The name.
        kind: Str,
        /// The version that the object names; may be empty.
        version: Str,
        /// The kind that is meant.
        near: Str,
    },
    /// The API server never had the kind in this version.
    NoSuchVersion {
        /// The kind.
        kind: Str,
        /// The version that the object names.
        version: Str,
        /// Those that there are, the current one first.
        known: Vec<Str>,
    },
    /// A table, as the API server prints it for people.
    Table,
    /// An answer of the API server in place of what was asked for.
    Answer {
        /// What it says.
        message: Str,
    },
    /// A value of another type.
    Misfit {
        /// What the field wants.
        wanted: ExpectedValue,
        /// What stands there.
        actual: FoundValue,
    },
    /// A number or truth value where text should be: it needs quotes.
    Unquoted {
        /// What stands there.
        text: Str,
    },
    /// Refused by a decoder that has words of its own.
    Refused {
        /// The decoder's words.
        words: Str,
    },
    /// A key that its mapping has already: `key "a" already set in map`.
    RepeatedKey { key: Str },
}

/// What a field wants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExpectedValue {
    Text,
    /// `true` or `false`.
    Flag,
    /// A whole number within bounds.
    Whole {
        /// The least.
        low: i64,
        /// The greatest.
        high: i64,
    },
    /// A whole number, or text such as `50%`.
    WholeOrPercentage,
    /// A quantity such as `500m`.
    Quantity,
    /// A time such as `2024-03-01T12:00:00Z`.
    Time,
    /// One of these words.
    Word {
        /// The words.
        known: Vec<Str>,
    },
    List,
    Mapping,
}

/// What stands in a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FoundValue {
    Nothing,
    /// A scalar, as it is written but without quotes.
    Scalar(Str),
    List,
    Mapping,
}

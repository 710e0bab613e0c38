//! Values that do not have the type or form that their fields require.

use api::Str;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Why a value cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum ObjectProblem {
    /// A document or list item is not an object.
    NotAnObject { actual: FoundValue },
    /// An object has no `kind`.
    NoKind {
        /// The kind that its fields suggest.
        near: Option<Str>,
    },
    /// The kind is unknown, but similar to a known one.
    NoSuchKind {
        kind: Str,
        /// The object's `apiVersion`; may be empty.
        version: Str,
        /// The most similar known kind.
        near: Str,
    },
    /// The kind never existed in this API version.
    NoSuchVersion {
        kind: Str,
        /// The object's `apiVersion`.
        version: Str,
        /// The kind's versions, the current one first.
        known: Vec<Str>,
    },
    /// A `Table`, which the API server returns for display.
    Table,
    /// A `Status`, which the API server returns instead of the requested object.
    Answer { message: Str },
    /// A value has the wrong type.
    Misfit {
        /// The type that the field requires.
        wanted: ExpectedValue,
        actual: FoundValue,
    },
    /// A number or boolean where a string is required. It needs quotes.
    Unquoted {
        /// The value as written.
        text: Str,
    },
    /// A decoder rejected the value with a message of its own.
    Refused {
        /// The decoder's message.
        words: Str,
    },
}

/// The type or form that a field requires.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExpectedValue {
    Text,
    /// `true` or `false`.
    Flag,
    /// A whole number within bounds.
    Whole {
        /// The minimum.
        low: i64,
        /// The maximum.
        high: i64,
    },
    /// A whole number or a percentage, such as `50%`.
    WholeOrPercentage,
    /// A quantity such as `500m`.
    Quantity,
    /// A time such as `2024-03-01T12:00:00Z`.
    Time,
    /// One of these words.
    Word {
        known: Vec<Str>,
    },
    List,
    Mapping,
}

/// A value as it occurs in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FoundValue {
    Nothing,
    /// A scalar as written, without quotes.
    Scalar(Str),
    List,
    Mapping,
}

//! Values that do not have the type of their fields.

use api::Str;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Why a value is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum ObjectProblem {
    /// A document or item is not an object.
    NotAnObject {
        /// The actual value.
        actual: FoundValue,
    },
    /// An object has no `kind`.
    NoKind {
        /// The kind to which its fields belong.
        near: Option<Str>,
    },
    /// The kind does not exist.
    NoSuchKind {
        kind: Str,
        /// The `apiVersion` of the object; may be empty.
        version: Str,
        /// The most similar kind.
        near: Str,
    },
    /// The kind has never existed in this version.
    NoSuchVersion {
        kind: Str,
        /// The `apiVersion` of the object.
        version: Str,
        /// The versions of the kind, the current one first.
        known: Vec<Str>,
    },
    /// An API object of kind `Table`, which is for display.
    Table,
    /// An API object of kind `Status`, which is an error response.
    Answer {
        /// The message of the response.
        message: Str,
    },
    /// A value has the wrong type.
    Misfit {
        /// The expected type.
        wanted: ExpectedValue,
        /// The actual value.
        actual: FoundValue,
    },
    /// A number or boolean is given for a string, so it needs quotes.
    Unquoted {
        /// The value as written.
        text: Str,
    },
    /// A decoder with its own messages rejects the value.
    Refused {
        /// The decoder's message.
        words: Str,
    },
    /// A key that its mapping has already: `key "a" already set in map`.
    RepeatedKey { key: Str },
}

/// The expected type of a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExpectedValue {
    Text,
    /// A boolean.
    Flag,
    /// An integer within bounds.
    Whole {
        /// The smallest valid number.
        low: i64,
        /// The largest valid number.
        high: i64,
    },
    /// An integer, or a percentage such as `50%`.
    WholeOrPercentage,
    /// A quantity such as `500m`.
    Quantity,
    /// A time such as `2024-03-01T12:00:00Z`.
    Time,
    /// A value of an enumeration.
    Word {
        /// The valid values.
        known: Vec<Str>,
    },
    List,
    Mapping,
}

/// An actual value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FoundValue {
    Nothing,
    /// A scalar as it is written, without quotes.
    Scalar(Str),
    List,
    Mapping,
}

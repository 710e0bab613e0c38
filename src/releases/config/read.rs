//! Reads documents strictly: every wrong name or value is told with its path.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::api::manifest::nearest;

/// What is wrong with a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Where, as in `profiles[0].plugins.score`.
    pub path: String,
    /// What.
    pub text: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.text)
    }
}

/// A value and the way to it.
pub(super) struct At<'v> {
    pub path: String,
    value: &'v Value,
}

impl<'v> At<'v> {
    pub fn new(value: &'v Value) -> Self {
        Self { path: String::new(), value }
    }

    pub fn wrong(&self, text: impl Into<String>) -> Wrong {
        let path = if self.path.is_empty() { "document".into() } else { self.path.clone() };
        Wrong { path, text: text.into() }
    }

    /// The fields of an object, none of which may have another name than these.
    pub fn fields(&self, known: &[&str]) -> Result<&'v Map<String, Value>, Wrong> {
        let Value::Object(fields) = self.value else { return Err(self.wrong("must be an object")) };
        match fields.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(self.wrong(unknown("field", name, known))),
            None => Ok(fields),
        }
    }

    /// A field; `None` where it is missing or null.
    pub fn field(&self, name: &str) -> Option<At<'v>> {
        let value = self.value.get(name).filter(|value| !value.is_null())?;
        let path = if self.path.is_empty() { name.into() } else { format!("{}.{name}", self.path) };
        Some(At { path, value })
    }

    /// The elements of a list.
    pub fn list(&self) -> Result<Vec<At<'v>>, Wrong> {
        let Value::Array(list) = self.value else { return Err(self.wrong("must be a list")) };
        let at = |(at, value)| At { path: format!("{}[{at}]", self.path), value };
        Ok(list.iter().enumerate().map(at).collect())
    }

    /// The elements of a list that may be missing.
    pub fn elements(&self, name: &str) -> Result<Vec<At<'v>>, Wrong> {
        self.field(name).map_or(Ok(Vec::new()), |list| list.list())
    }

    pub fn text(&self) -> Result<&'v str, Wrong> {
        self.value.as_str().ok_or_else(|| self.wrong("must be a text"))
    }

    /// One of a few names.
    pub fn one_of(&self, kind: &str, known: &[&str]) -> Result<&'v str, Wrong> {
        let name = self.text()?;
        if known.contains(&name) { Ok(name) } else { Err(self.wrong(unknown(kind, name, known))) }
    }

    pub fn flag(&self) -> Result<bool, Wrong> {
        self.value.as_bool().ok_or_else(|| self.wrong("must be true or false"))
    }

    /// A whole number from `low` to `high`.
    pub fn number(&self, low: i64, high: i64) -> Result<i64, Wrong> {
        let number = self.value.as_i64().filter(|number| (low..=high).contains(number));
        number.ok_or_else(|| self.wrong(format!("must be a whole number from {low} to {high}")))
    }

    /// An object that the API knows.
    pub fn object<T: DeserializeOwned>(&self) -> Result<T, Wrong> {
        serde_json::from_value(self.value.clone()).map_err(|error| self.wrong(error.to_string()))
    }
}

/// Says that a name is unknown, and which right one is nearest.
pub(super) fn unknown(kind: &str, name: &str, known: &[&str]) -> String {
    match nearest(name, known.iter().copied()) {
        Some(nearest) => format!("unknown {kind} \"{name}\"; did you mean \"{nearest}\"?"),
        None => format!("unknown {kind} \"{name}\"; there are {}", known.join(", ")),
    }
}

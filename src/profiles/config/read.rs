//! Reads documents strictly: every wrong name or value is told with its path.

use std::ops::Deref;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use api::problem::{Configuration, Found, Noun, Object, Problem, Wanted};
use api::{Str, nearest};

/// What is wrong with a configuration: in a box, since the reader of every field hands it on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong(pub Box<Mistake>);

/// A mistake in a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where, as in `profiles[0].plugins.score`; empty for the document itself.
    pub path: String,
    /// What.
    pub problem: Problem,
    /// What upstream says of it, where that is a text of its own rather than one of Go's libraries.
    pub text: Option<String>,
    scope: Scope,
}

impl Deref for Wrong {
    type Target = Mistake;

    fn deref(&self) -> &Mistake {
        &self.0
    }
}

impl Wrong {
    pub(super) fn new(path: String, problem: impl Into<Problem>) -> Self {
        Self(Box::new(Mistake { path, problem: problem.into(), text: None, scope: Scope::Document }))
    }

    /// Upstream says this, whatever was noted before.
    pub(super) fn quoting(mut self, text: String) -> Self {
        (self.0.text, self.0.scope) = (Some(text), Scope::Document);
        self
    }

    /// Upstream says this of a profile.
    pub(super) fn said(self, text: &str) -> Self {
        self.says(text, Scope::Profile)
    }

    /// Upstream says this of the profiles together.
    pub(super) fn said_of_profiles(self, text: &str) -> Self {
        self.says(text, Scope::Profiles)
    }

    /// Upstream says this of the document.
    pub(super) fn said_of_all(self, text: &str) -> Self {
        self.says(text, Scope::Document)
    }

    /// What was said first stays.
    fn says(mut self, text: &str, scope: Scope) -> Self {
        if self.text.is_none() {
            (self.0.text, self.0.scope) = (Some(text.into()), scope);
        }
        self
    }

    /// Puts these words before upstream's text.
    pub(super) fn before(mut self, words: &str) -> Self {
        if let Some(text) = &mut self.0.text {
            text.insert_str(0, words);
        }
        self
    }

    /// Puts upstream's words about where it was before a text about a profile, or about the profiles together.
    pub(super) fn while_in(self, profile: &str, profiles: &str) -> Self {
        match self.scope {
            Scope::Profile => self.before(profile),
            Scope::Profiles => self.before(profiles),
            Scope::Document => self,
        }
    }
}

/// What upstream's words are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Document,
    Profiles,
    Profile,
}

/// A value and the way to it.
pub(super) struct At<'v> {
    pub path: String,
    value: &'v Value,
}

impl<'v> At<'v> {
    pub(super) fn new(value: &'v Value) -> Self {
        Self { path: String::new(), value }
    }

    pub(super) fn wrong(&self, problem: impl Into<Problem>) -> Wrong {
        Wrong::new(self.path.clone(), problem)
    }

    fn misfit(&self, wanted: Wanted) -> Wrong {
        let found = match self.value {
            Value::Null => Found::Nothing,
            Value::String(text) => Found::Scalar(text.as_str().into()),
            Value::Array(_) => Found::List,
            Value::Object(_) => Found::Mapping,
            other => Found::Scalar(other.to_string().into()),
        };
        self.wrong(Object::Misfit { wanted, found })
    }

    fn unknown(&self, noun: Noun, name: &str, known: &[&str]) -> Wrong {
        let near = nearest(name, known.iter().copied()).map(Str::from);
        let known = known.iter().map(|name| Str::from(*name)).collect();
        self.wrong(Configuration::Unknown { noun, name: name.into(), known, near })
    }

    /// The fields of an object, none of which may have another name than these.
    pub(super) fn fields(&self, known: &[&str]) -> Result<&'v Map<String, Value>, Wrong> {
        let Value::Object(fields) = self.value else { return Err(self.misfit(Wanted::Mapping)) };
        match fields.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(self.unknown(Noun::Field, name, known)),
            None => Ok(fields),
        }
    }

    /// Whether it is a mapping; fields of other names are ignored.
    pub(super) fn mapping(&self) -> Result<(), Wrong> {
        if self.value.is_object() { Ok(()) } else { Err(self.misfit(Wanted::Mapping)) }
    }

    /// A field; `None` where it is missing or null.
    pub(super) fn field(&self, name: &str) -> Option<At<'v>> {
        let value = self.value.get(name).filter(|value| !value.is_null())?;
        let path = if self.path.is_empty() { name.into() } else { format!("{}.{name}", self.path) };
        Some(At { path, value })
    }

    /// A field that must be there.
    pub(super) fn needed(&self, name: &str) -> Result<At<'v>, Wrong> {
        self.field(name).ok_or_else(|| self.wrong(Configuration::Missing { field: name.into() }))
    }

    /// The elements of a list.
    pub(super) fn list(&self) -> Result<Vec<At<'v>>, Wrong> {
        let Value::Array(list) = self.value else { return Err(self.misfit(Wanted::List)) };
        let at = |(at, value)| At { path: format!("{}[{at}]", self.path), value };
        Ok(list.iter().enumerate().map(at).collect())
    }

    /// The elements of a list that may be missing.
    pub(super) fn elements(&self, name: &str) -> Result<Vec<At<'v>>, Wrong> {
        self.field(name).map_or(Ok(Vec::new()), |list| list.list())
    }

    pub(super) fn text(&self) -> Result<&'v str, Wrong> {
        self.value.as_str().ok_or_else(|| self.misfit(Wanted::Text))
    }

    /// One of a few names.
    pub(super) fn one_of(&self, noun: Noun, known: &[&str]) -> Result<&'v str, Wrong> {
        let name = self.text()?;
        if known.contains(&name) { Ok(name) } else { Err(self.unknown(noun, name, known)) }
    }

    pub(super) fn flag(&self) -> Result<bool, Wrong> {
        self.value.as_bool().ok_or_else(|| self.misfit(Wanted::Flag))
    }

    /// A whole number from `low` to `high`.
    pub(super) fn number(&self, low: i64, high: i64) -> Result<i64, Wrong> {
        let number = self.value.as_i64().filter(|number| (low..=high).contains(number));
        number.ok_or_else(|| self.misfit(Wanted::Whole { low, high }))
    }

    /// The value as JSON has it.
    pub(super) fn shown(&self) -> String {
        self.value.to_string()
    }

    /// The number is not in this range.
    pub(super) fn outside(&self, low: i64, high: i64) -> Wrong {
        self.misfit(Wanted::Whole { low, high })
    }

    /// A number in a range, or upstream's words about the field of this name.
    pub(super) fn in_range(&self, name: &str, low: i64, high: i64) -> Result<i64, Wrong> {
        let text = || format!("{name}: Invalid value: {}: not in valid range [{low}-{high}]", self.value);
        self.number(low, high).map_err(|wrong| wrong.said(&text()))
    }

    /// An object that the API knows.
    pub(super) fn object<T: DeserializeOwned>(&self) -> Result<T, Wrong> {
        serde_json::from_value(self.value.clone())
            .map_err(|error| self.wrong(Object::Refused { words: error.to_string().into() }))
    }
}

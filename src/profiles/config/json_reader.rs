//! Reads documents strictly: every wrong name or value is reported with its path.

use std::ops::Deref;

use api::{Str, nearest_name};
use findings::{ConfigurationProblem, ExpectedValue, FoundValue, Noun, ObjectProblem, Problem};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// An error in a configuration. Boxed, because the reader of every field returns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError(pub Box<ConfigErrorDetails>);

/// The details of an error in a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigErrorDetails {
    /// The path of the value, such as `profiles[0].plugins.score`; empty for the document itself.
    pub path: String,
    /// The problem.
    pub problem: Problem,
    /// Upstream's message, if it is upstream's own and not one of Go's libraries.
    pub text: Option<String>,
    scope: MessageScope,
}

impl Deref for ConfigError {
    type Target = ConfigErrorDetails;

    fn deref(&self) -> &ConfigErrorDetails {
        &self.0
    }
}

impl ConfigError {
    pub(super) fn new(path: String, problem: impl Into<Problem>) -> Self {
        Self(Box::new(ConfigErrorDetails { path, problem: problem.into(), text: None, scope: MessageScope::Document }))
    }

    /// Sets upstream's message, replacing an earlier one.
    pub(super) fn with_upstream_text(mut self, text: String) -> Self {
        (self.0.text, self.0.scope) = (Some(text), MessageScope::Document);
        self
    }

    /// Sets upstream's message about a profile, unless there is one.
    pub(super) fn with_profile_text(self, text: &str) -> Self {
        self.with_text(text, MessageScope::Profile)
    }

    /// Sets upstream's message about the profiles as a whole, unless there is one.
    pub(super) fn with_profiles_text(self, text: &str) -> Self {
        self.with_text(text, MessageScope::Profiles)
    }

    /// Sets upstream's message about the document, unless there is one.
    pub(super) fn with_document_text(self, text: &str) -> Self {
        self.with_text(text, MessageScope::Document)
    }

    /// Sets upstream's message; the first one wins.
    fn with_text(mut self, text: &str, scope: MessageScope) -> Self {
        if self.text.is_none() {
            (self.0.text, self.0.scope) = (Some(text.into()), scope);
        }
        self
    }

    /// Inserts a prefix into upstream's message.
    pub(super) fn with_prefix(mut self, words: &str) -> Self {
        if let Some(text) = &mut self.0.text {
            text.insert_str(0, words);
        }
        self
    }

    /// Inserts upstream's context into a message about a profile (`profile`), or about the profiles as a whole
    /// (`profiles`).
    pub(super) fn with_profile_context(self, profile: &str, profiles: &str) -> Self {
        match self.scope {
            MessageScope::Profile => self.with_prefix(profile),
            MessageScope::Profiles => self.with_prefix(profiles),
            MessageScope::Document => self,
        }
    }
}

/// What upstream's message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MessageScope {
    Document,
    Profiles,
    Profile,
}

/// A JSON value with its path in the document.
pub(super) struct JsonAt<'v> {
    pub path: String,
    value: &'v Value,
}

impl<'v> JsonAt<'v> {
    pub(super) fn new(value: &'v Value) -> Self {
        Self { path: String::new(), value }
    }

    pub(super) fn error(&self, problem: impl Into<Problem>) -> ConfigError {
        ConfigError::new(self.path.clone(), problem)
    }

    fn misfit_error(&self, expected: ExpectedValue) -> ConfigError {
        let found_value = match self.value {
            Value::Null => FoundValue::Nothing,
            Value::String(text) => FoundValue::Scalar(text.as_str().into()),
            Value::Array(_) => FoundValue::List,
            Value::Object(_) => FoundValue::Mapping,
            other => FoundValue::Scalar(other.to_string().into()),
        };
        self.error(ObjectProblem::Misfit { wanted: expected, actual: found_value })
    }

    fn unknown_word_error(&self, noun: Noun, name: &str, known_words: &[&str]) -> ConfigError {
        let nearest = nearest_name(name, known_words.iter().copied()).map(Str::from);
        let known_words = known_words.iter().map(|name| Str::from(*name)).collect();
        self.error(ConfigurationProblem::Unknown { noun, name: name.into(), known: known_words, near: nearest })
    }

    /// Returns the fields of an object.
    ///
    /// # Errors
    /// The value is not an object, or has a field with another name.
    pub(super) fn known_fields(&self, field_names: &[&str]) -> Result<&'v Map<String, Value>, ConfigError> {
        let Value::Object(fields) = self.value else { return Err(self.misfit_error(ExpectedValue::Mapping)) };
        match fields.keys().find(|name| !field_names.contains(&name.as_str())) {
            Some(name) => Err(self.unknown_word_error(Noun::Field, name, field_names)),
            None => Ok(fields),
        }
    }

    /// Checks that the value is an object; unknown fields are ignored.
    pub(super) fn check_mapping(&self) -> Result<(), ConfigError> {
        if self.value.is_object() { Ok(()) } else { Err(self.misfit_error(ExpectedValue::Mapping)) }
    }

    /// Returns a field; `None` if it is missing or null.
    pub(super) fn field(&self, name: &str) -> Option<JsonAt<'v>> {
        let value = self.value.get(name).filter(|value| !value.is_null())?;
        let path = if self.path.is_empty() { name.into() } else { format!("{}.{name}", self.path) };
        Some(JsonAt { path, value })
    }

    /// Returns a required field.
    pub(super) fn required_field(&self, name: &str) -> Result<JsonAt<'v>, ConfigError> {
        self.field(name).ok_or_else(|| self.error(ConfigurationProblem::Missing { field: name.into() }))
    }

    /// Returns the elements of a list.
    pub(super) fn list(&self) -> Result<Vec<JsonAt<'v>>, ConfigError> {
        let Value::Array(list) = self.value else { return Err(self.misfit_error(ExpectedValue::List)) };
        let at = |(at, value)| JsonAt { path: format!("{}[{at}]", self.path), value };
        Ok(list.iter().enumerate().map(at).collect())
    }

    /// Returns the elements of an optional list.
    pub(super) fn elements(&self, name: &str) -> Result<Vec<JsonAt<'v>>, ConfigError> {
        self.field(name).map_or(Ok(Vec::new()), |list| list.list())
    }

    pub(super) fn text(&self) -> Result<&'v str, ConfigError> {
        self.value.as_str().ok_or_else(|| self.misfit_error(ExpectedValue::Text))
    }

    /// Returns one of a few allowed words.
    pub(super) fn one_of(&self, noun: Noun, allowed_words: &[&str]) -> Result<&'v str, ConfigError> {
        let name = self.text()?;
        if allowed_words.contains(&name) { Ok(name) } else { Err(self.unknown_word_error(noun, name, allowed_words)) }
    }

    pub(super) fn flag(&self) -> Result<bool, ConfigError> {
        self.value.as_bool().ok_or_else(|| self.misfit_error(ExpectedValue::Flag))
    }

    /// Returns an integer from `low` to `high`.
    pub(super) fn number(&self, low: i64, high: i64) -> Result<i64, ConfigError> {
        let number = self.value.as_i64().filter(|number| (low..=high).contains(number));
        number.ok_or_else(|| self.misfit_error(ExpectedValue::Whole { low, high }))
    }

    /// Returns the value as JSON text.
    pub(super) fn to_json_text(&self) -> String {
        self.value.to_string()
    }

    /// Returns an error about a number outside of this range.
    pub(super) fn out_of_range(&self, low: i64, high: i64) -> ConfigError {
        self.misfit_error(ExpectedValue::Whole { low, high })
    }

    /// Returns an integer in a range, or an error with upstream's message about the field `name`.
    pub(super) fn in_range(&self, name: &str, low: i64, high: i64) -> Result<i64, ConfigError> {
        let text = || format!("{name}: Invalid value: {}: not in valid range [{low}-{high}]", self.value);
        self.number(low, high).map_err(|error| error.with_profile_text(&text()))
    }

    /// Decodes an API object.
    pub(super) fn decode_object<T: DeserializeOwned>(&self) -> Result<T, ConfigError> {
        serde_json::from_value(self.value.clone())
            .map_err(|error| self.error(ObjectProblem::Refused { words: error.to_string().into() }))
    }
}

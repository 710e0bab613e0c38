//! Errors of fields, listed and printed as upstream does. Upstream: `field.Error`, `utilerrors.Aggregate`.

use serde_json::Value;

/// Why the scheduler refuses a document: the path of the value, and upstream's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StartupRefusal {
    pub path: String,
    pub text: String,
}

/// Errors in the order in which they were found.
#[derive(Default)]
pub(super) struct ValidationErrors(Vec<(String, String)>);

impl ValidationErrors {
    fn push(&mut self, path: &str, what: &str, why: &str) {
        let colon = if why.is_empty() { "" } else { ": " };
        self.0.push((path.into(), format!("{path}: {what}{colon}{why}")));
    }

    pub(super) fn invalid(&mut self, path: &str, value: &Value, why: &str) {
        self.invalid_as(path, &value.to_string(), why);
    }

    /// Like [`invalid`](Self::invalid), for a value that is already printed.
    pub(super) fn invalid_as(&mut self, path: &str, value: &str, why: &str) {
        self.push(path, &format!("Invalid value: {value}"), why);
    }

    pub(super) fn push_required(&mut self, path: &str, why: &str) {
        self.push(path, "Required value", why);
    }

    pub(super) fn push_forbidden(&mut self, path: &str, why: &str) {
        self.push(path, "Forbidden", why);
    }

    pub(super) fn push_duplicate(&mut self, path: &str, value: &Value) {
        self.push(path, &format!("Duplicate value: {value}"), "");
    }

    pub(super) fn push_unsupported(&mut self, path: &str, value: &Value, supported: &[&str]) {
        let supported: Vec<String> = supported.iter().map(|name| format!("{name:?}")).collect();
        let why = format!("supported values: {}", supported.join(", "));
        self.push(path, &format!("Unsupported value: {value}"), &why);
    }

    /// Joins the errors: a single one as it is, several in brackets, without duplicates. The errors' paths are relative
    /// to `place`.
    pub(super) fn into_refusal(self, place: &str) -> Option<StartupRefusal> {
        let path = self.0.first()?.0.clone();
        let mut texts: Vec<String> = Vec::new();
        for (_, text) in self.0 {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        let text = if texts.len() == 1 { texts.remove(0) } else { format!("[{}]", texts.join(", ")) };
        let path = if place.is_empty() { path } else { format!("{place}.{path}") };
        Some(StartupRefusal { path, text })
    }
}

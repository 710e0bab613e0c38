//! Selectors: questions about labels.

use serde::{Deserialize, Serialize};

use super::{Labels, Operator, Str};

/// `metav1.LabelSelector`: `matchLabels` and `matchExpressions`, all of which must hold. `{}` selects everything;
/// an absent selector (`None` where it stands) selects nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LabelSelector {
    /// Each key must have this value.
    pub match_labels: Labels,
    /// Further demands.
    pub match_expressions: Vec<Requirement>,
}

/// `metav1.LabelSelectorRequirement` and `v1.NodeSelectorRequirement`, which have the same shape.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Requirement {
    /// The label.
    pub key: Str,
    /// What is demanded of the label.
    pub operator: Operator,
    /// What `In`, `NotIn`, `Gt` and `Lt` compare with.
    pub values: Vec<Str>,
}

/// `v1.NodeSelector`: one of the terms must match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NodeSelector {
    /// Alternatives; none of them matches nothing.
    pub node_selector_terms: Vec<NodeSelectorTerm>,
}

/// `v1.NodeSelectorTerm`: all requirements must hold; an empty term matches nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NodeSelectorTerm {
    /// About labels.
    pub match_expressions: Vec<Requirement>,
    /// About fields; upstream knows `metadata.name` only.
    pub match_fields: Vec<Requirement>,
}

impl LabelSelector {
    /// Whether there is no demand at all (which selects everything).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.match_labels.is_empty() && self.match_expressions.is_empty()
    }

    /// The selector as Go prints it in upstream's messages (`LabelSelector.String`).
    #[must_use]
    pub fn go_string(&self) -> String {
        let labels: Vec<String> = self.match_labels.iter().map(|(key, value)| format!("{key}: {value},")).collect();
        let labels = labels.concat();
        let requirement = |requirement: &Requirement| {
            let values: Vec<&str> = requirement.values.iter().map(Str::as_str).collect();
            format!(
                "LabelSelectorRequirement{{Key:{},Operator:{},Values:[{}],}},",
                requirement.key,
                requirement.operator,
                values.join(" ")
            )
        };
        let expressions: Vec<String> = self.match_expressions.iter().map(requirement).collect();
        let expressions = expressions.concat();
        format!(
            "&LabelSelector{{MatchLabels:map[string]string{{{labels}}},MatchExpressions:[]LabelSelectorRequirement{{{expressions}}},}}"
        )
    }

    /// Whether `labels` satisfy every demand. An unknown operator is never satisfied.
    #[must_use]
    pub fn matches(&self, labels: &Labels) -> bool {
        self.match_labels.iter().all(|(key, value)| labels.get(key) == Some(value))
            && self.match_expressions.iter().all(|requirement| requirement.matches(labels))
    }
}

impl Requirement {
    /// Whether `labels` satisfy this demand, upstream's `labels.Requirement.Matches`. `NotIn` and `DoesNotExist`
    /// hold where the key is absent; `Gt` and `Lt` want both sides to be base-10 integers of 64 bits.
    #[must_use]
    pub fn matches(&self, labels: &Labels) -> bool {
        let value = labels.get(&self.key);
        match &self.operator {
            Operator::In => value.is_some_and(|value| self.values.contains(value)),
            Operator::NotIn => value.is_none_or(|value| !self.values.contains(value)),
            Operator::Exists => value.is_some(),
            Operator::DoesNotExist => value.is_none(),
            Operator::Gt | Operator::Lt => {
                let integer = |text: &Str| text.parse::<i64>().ok();
                match (value.and_then(integer), self.values.first().and_then(integer)) {
                    (Some(value), Some(bound)) if self.operator == Operator::Gt => value > bound,
                    (Some(value), Some(bound)) => value < bound,
                    _ => false,
                }
            }
            Operator::Unset | Operator::Other(_) => false,
        }
    }

    /// Why upstream's `labels.NewRequirement` would refuse this demand, if it would.
    ///
    /// # Errors
    /// The offending value, where a value is no label value; otherwise a short word on what is wrong.
    pub fn validate(&self) -> Result<(), InvalidRequirement> {
        let invalid = match &self.operator {
            Operator::In | Operator::NotIn => self.values.is_empty(),
            Operator::Exists | Operator::DoesNotExist => !self.values.is_empty(),
            Operator::Gt | Operator::Lt => self.values.len() != 1,
            Operator::Unset | Operator::Other(_) => true,
        };
        if invalid {
            return Err(InvalidRequirement::Shape);
        }
        match self.values.iter().find(|value| !is_label_value(value)) {
            Some(value) => Err(InvalidRequirement::Value { key: self.key.clone(), value: value.clone() }),
            None if matches!(self.operator, Operator::Gt | Operator::Lt) && self.values[0].parse::<i64>().is_err() => {
                Err(InvalidRequirement::Shape)
            }
            None => Ok(()),
        }
    }
}

/// What is wrong with a requirement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InvalidRequirement {
    /// Unknown operator, or the wrong number or kind of values for it.
    Shape,
    /// A value that is no label value.
    Value {
        /// Key of the requirement.
        key: Str,
        value: Str,
    },
}

impl NodeSelectorTerm {
    /// Whether the term demands anything; one that does not matches nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.match_expressions.is_empty() && self.match_fields.is_empty()
    }

    /// Whether the term can match at all: it demands something, and nothing invalid.
    #[must_use]
    pub(crate) fn is_valid(&self) -> bool {
        !self.is_empty() && self.match_expressions.iter().all(|r| r.validate().is_ok())
    }

    /// Whether a node of this name and these labels satisfies every requirement of a valid term.
    #[must_use]
    pub fn holds(&self, name: &Str, labels: &Labels) -> bool {
        self.match_expressions.iter().all(|r| r.matches(labels))
            && self.match_fields.iter().all(|r| r.matches_name(name))
    }
}

impl Requirement {
    /// Whether a node of this name satisfies the demand as one of `matchFields`: `metadata.name` only, `In` or
    /// `NotIn` only, with exactly one value.
    #[must_use]
    pub fn matches_name(&self, name: &Str) -> bool {
        self.key == "metadata.name"
            && match (&self.operator, self.values.as_slice()) {
                (Operator::In, [value]) => value == name,
                (Operator::NotIn, [value]) => value != name,
                _ => false,
            }
    }
}

/// Whether `value` may be a label's value: empty, or up to 63 letters, digits, `-`, `_`, `.` with a letter or digit
/// at both ends.
#[must_use]
pub fn is_label_value(value: &str) -> bool {
    let edge = |c: Option<u8>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    value.is_empty()
        || value.len() <= 63
            && edge(value.bytes().next())
            && edge(value.bytes().next_back())
            && value.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.'))
}

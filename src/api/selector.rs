//! Selectors of labels and nodes.

use serde::{Deserialize, Serialize};

use super::{Labels, Operator, Str};

/// `metav1.LabelSelector`: `matchLabels` and `matchExpressions`, which all have to match. `{}` selects everything, an absent selector nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LabelSelector {
    /// Labels with the values that they have to have.
    pub match_labels: Labels,
    pub match_expressions: Vec<Requirement>,
}

/// `metav1.LabelSelectorRequirement` and `v1.NodeSelectorRequirement`, which have the same shape.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Requirement {
    pub key: Str,
    pub operator: Operator,
    /// The operands of `In`, `NotIn`, `Gt` and `Lt`.
    pub values: Vec<Str>,
}

/// `v1.NodeSelector`: one of the terms has to match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NodeSelector {
    /// Alternatives; an empty list matches nothing.
    pub node_selector_terms: Vec<NodeSelectorTerm>,
}

/// `v1.NodeSelectorTerm`: all requirements have to match; an empty term matches nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NodeSelectorTerm {
    /// Requirements for labels.
    pub match_expressions: Vec<Requirement>,
    /// Requirements for fields; upstream supports `metadata.name` only.
    pub match_fields: Vec<Requirement>,
}

impl LabelSelector {
    /// Whether it has no requirement, so that it selects everything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.match_labels.is_empty() && self.match_expressions.is_empty()
    }

    /// The selector as Go formats it in upstream's messages (`LabelSelector.String`).
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

    /// Whether labels match all requirements. An unknown operator never matches.
    #[must_use]
    pub fn matches(&self, labels: &Labels) -> bool {
        labels.contains_all(&self.match_labels)
            && self.match_expressions.iter().all(|requirement| requirement.matches(labels))
    }
}

impl Requirement {
    /// Whether labels match. `NotIn` and `DoesNotExist` also match if the key is absent; `Gt` and `Lt` require decimal 64-bit integers on both sides.
    /// Upstream: `labels.Requirement.Matches`.
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

    /// Validates a requirement as upstream's `labels.NewRequirement` does.
    ///
    /// # Errors
    /// The invalid value, or that operator and values do not fit.
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

/// Why a requirement is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InvalidRequirement {
    /// An unknown operator, or the wrong number or kind of values for it.
    Shape,
    /// A value that is not a valid label value.
    Value {
        /// The key of the requirement.
        key: Str,
        value: Str,
    },
}

impl NodeSelectorTerm {
    /// Whether the term has no requirement, so that it matches nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.match_expressions.is_empty() && self.match_fields.is_empty()
    }

    /// Whether the term is neither empty nor has an invalid requirement.
    #[must_use]
    pub(crate) fn is_valid(&self) -> bool {
        !self.is_empty() && self.match_expressions.iter().all(|r| r.validate().is_ok())
    }

    /// Whether a node with this name and these labels matches all requirements of a valid term.
    #[must_use]
    pub fn holds(&self, name: &Str, labels: &Labels) -> bool {
        self.match_expressions.iter().all(|r| r.matches(labels))
            && self.match_fields.iter().all(|r| r.matches_name(name))
    }
}

impl Requirement {
    /// Whether a node's name matches a requirement of `matchFields`: only `metadata.name`, and only `In` or `NotIn` with exactly one value.
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

/// Whether a string is a valid label value: empty, or at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends.
#[must_use]
pub fn is_label_value(value: &str) -> bool {
    let edge = |c: Option<u8>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    value.is_empty()
        || value.len() <= 63
            && edge(value.bytes().next())
            && edge(value.bytes().next_back())
            && value.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.'))
}

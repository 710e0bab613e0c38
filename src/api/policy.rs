//! Priority classes and disruption budgets.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{LabelSelector, ObjectMeta, Str};

/// `scheduling.k8s.io/v1.PriorityClass`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PriorityClass {
    /// Name of the class.
    pub metadata: ObjectMeta,
    /// The priority of its pods.
    pub value: i32,
    /// Whether pods without a class get this one.
    pub global_default: bool,
    /// Copied to its pods.
    pub preemption_policy: Option<Str>,
    /// For people.
    pub description: Str,
}

/// `policy/v1.PodDisruptionBudget`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodDisruptionBudget {
    /// Name and namespace.
    pub metadata: ObjectMeta,
    /// Which pods, and how many must stay.
    pub spec: PodDisruptionBudgetSpec,
    /// What the disruption controller found last.
    pub status: PodDisruptionBudgetStatus,
}

/// `policy/v1.PodDisruptionBudgetSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodDisruptionBudgetSpec {
    /// Which pods it protects.
    pub selector: Option<LabelSelector>,
    /// How many must stay available.
    pub min_available: Option<IntOrString>,
    /// How many may be away.
    pub max_unavailable: Option<IntOrString>,
}

/// A number, or a percentage such as `"50%"`.
#[derive(Clone, Debug, PartialEq)]
pub enum IntOrString {
    /// As it is.
    Int(i32),
    /// A percentage of the pods expected, rounded up.
    String(Str),
}

/// As people write it: one or the other, told apart by its look.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Int(i32),
    String(Str),
}

/// In formats that do not say what follows.
#[derive(Serialize, Deserialize)]
enum Tagged {
    Int(i32),
    String(Str),
}

impl Serialize for IntOrString {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self, serializer.is_human_readable()) {
            (Self::Int(number), true) => Written::Int(*number).serialize(serializer),
            (Self::Int(number), false) => Tagged::Int(*number).serialize(serializer),
            (Self::String(text), true) => Written::String(text.clone()).serialize(serializer),
            (Self::String(text), false) => Tagged::String(text.clone()).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for IntOrString {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(if deserializer.is_human_readable() {
            match Written::deserialize(deserializer)? {
                Written::Int(number) => Self::Int(number),
                Written::String(text) => Self::String(text),
            }
        } else {
            match Tagged::deserialize(deserializer)? {
                Tagged::Int(number) => Self::Int(number),
                Tagged::String(text) => Self::String(text),
            }
        })
    }
}

impl IntOrString {
    /// A number as it is, a percentage of `whole` rounded up.
    #[must_use]
    pub fn of_up(&self, whole: i32) -> i32 {
        self.of(whole, 99)
    }

    /// The same, rounded down.
    #[must_use]
    pub fn of_down(&self, whole: i32) -> i32 {
        self.of(whole, 0)
    }

    fn of(&self, whole: i32, round: i64) -> i32 {
        match self {
            Self::Int(number) => *number,
            Self::String(text) => {
                let percent: i64 = text.trim_end_matches('%').parse().unwrap_or(0);
                i32::try_from((i64::from(whole) * percent + round) / 100).unwrap_or(i32::MAX)
            }
        }
    }
}

/// `policy/v1.PodDisruptionBudgetStatus`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodDisruptionBudgetStatus {
    /// How many more pods may go now.
    pub disruptions_allowed: i32,
    /// Healthy pods.
    pub current_healthy: i32,
    /// Healthy pods wanted.
    pub desired_healthy: i32,
    /// Pods that the budget counts.
    pub expected_pods: i32,
    /// Pods whose eviction is already under way, by name, with the time of it.
    pub disrupted_pods: BTreeMap<Str, Str>,
}

//! Priority classes and disruption budgets.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Unexpected};

use super::{Condition, LabelSelector, ObjectMeta, PreemptionPolicy, Str, Table, UnhealthyPodEviction};

/// `scheduling.k8s.io/v1.PriorityClass`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PriorityClass {
    pub metadata: ObjectMeta,
    /// The priority of the class's pods.
    pub value: i32,
    /// Whether pods without a class get this one.
    pub global_default: bool,
    /// Copied to the class's pods.
    pub preemption_policy: Option<PreemptionPolicy>,
    pub description: Str,
}

/// `policy/v1.PodDisruptionBudget`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodDisruptionBudget {
    pub metadata: ObjectMeta,
    pub spec: PodDisruptionBudgetSpec,
    pub status: PodDisruptionBudgetStatus,
}

/// `policy/v1.PodDisruptionBudgetSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodDisruptionBudgetSpec {
    pub selector: Option<LabelSelector>,
    /// How many pods must stay available.
    pub min_available: Option<IntOrString>,
    /// How many pods may be unavailable.
    pub max_unavailable: Option<IntOrString>,
    /// Whether pods that are not ready can always be evicted.
    pub unhealthy_pod_eviction_policy: UnhealthyPodEviction,
}

/// A number, or a percentage such as `"50%"`. In manifests it is written as such; formats that are not self-describing contain the variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub enum IntOrString {
    Int(i32),
    /// A percentage of a total that depends on the field.
    String(Str),
}

impl Serialize for IntOrString {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            _ if !serializer.is_human_readable() => Self::serialize(self, serializer),
            Self::Int(number) => number.serialize(serializer),
            Self::String(text) => text.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for IntOrString {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = IntOrString;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number or a percentage")
            }
            fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<IntOrString, D::Error> {
                deserializer.deserialize_any(self)
            }
            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<IntOrString, E> {
                let fits = |_| E::invalid_value(Unexpected::Signed(number), &self);
                i32::try_from(number).map(IntOrString::Int).map_err(fits)
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<IntOrString, E> {
                self.visit_i64(i64::try_from(number).unwrap_or(i64::MAX))
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<IntOrString, E> {
                Ok(IntOrString::String(text.into()))
            }
        }
        match deserializer.is_human_readable() {
            true => deserializer.deserialize_newtype_struct("IntOrString", Visitor),
            false => Self::deserialize(deserializer),
        }
    }
}

impl fmt::Display for IntOrString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => number.fmt(f),
            Self::String(text) => text.fmt(f),
        }
    }
}

impl IntOrString {
    /// The number, or the percentage of `total` rounded up.
    #[must_use]
    pub fn round_up_of(&self, total: i32) -> i32 {
        self.resolve_percentage(total, 99)
    }

    /// The number, or the percentage of `total` rounded down.
    #[must_use]
    pub fn round_down_of(&self, total: i32) -> i32 {
        self.resolve_percentage(total, 0)
    }

    fn resolve_percentage(&self, total: i32, round: i64) -> i32 {
        match self {
            Self::Int(number) => *number,
            Self::String(text) => {
                let percent: i64 = text.trim_end_matches('%').parse().unwrap_or(0);
                let of_whole = (i128::from(total) * i128::from(percent) + i128::from(round)) / 100;
                i32::try_from(of_whole).unwrap_or(if of_whole < 0 { i32::MIN } else { i32::MAX })
            }
        }
    }
}

/// `policy/v1.PodDisruptionBudgetStatus`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodDisruptionBudgetStatus {
    /// How many more pods may be disrupted now.
    pub disruptions_allowed: i32,
    /// The number of healthy pods.
    pub current_healthy: i32,
    /// The number of healthy pods that the budget requires.
    pub desired_healthy: i32,
    /// The number of pods from which percentages and `maxUnavailable` are computed.
    pub expected_pods: i32,
    /// Pods whose eviction was granted but not observed yet, by name, with the time.
    pub disrupted_pods: Table<Str, Str>,
    /// `DisruptionAllowed`, with the reason `SufficientPods`, `InsufficientPods` or `SyncFailed`.
    pub conditions: Vec<Condition>,
}

#[cfg(test)]
mod tests {
    use super::IntOrString;

    #[test]
    fn percentages_round_and_saturate() {
        let text = |text: &str| IntOrString::String(text.into());
        for (value, whole, up, down) in [
            (IntOrString::Int(-3), 10, -3, -3),
            (text("50%"), 3, 2, 1),
            (text("100%"), 7, 7, 7),
            (text("0%"), 7, 0, 0),
            (text("1%"), 100, 1, 1),
            (text("1%"), 101, 2, 1),
            (text("9000000000%"), i32::MAX, i32::MAX, i32::MAX),
            (text("-9000000000%"), i32::MAX, i32::MIN, i32::MIN),
            (text("many"), 7, 0, 0),
        ] {
            assert_eq!((value.round_up_of(whole), value.round_down_of(whole)), (up, down), "{value:?} of {whole}");
        }
    }
}

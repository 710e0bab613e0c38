//! Documents of kind `Plugin`: a scheduler plugin of one's own, as data.
//!
//! A profile of a `KubeSchedulerConfiguration` enables it by its name, as any plugin. What it does at `Filter`, `Score` and `Permit` are tables
//! and rules like those of an extender: the table counts first, then the first rule that is about pod and node.

use serde::Deserialize;

use super::extender_doc::{Choice, FilterRule, ScoreRule};
use crate::{Millis, ObjectMeta, Str, Table};

/// A plugin: it extends the points that it says something about.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PluginDoc {
    api_version: Str,
    kind: Str,
    /// The name by which a profile enables it.
    pub metadata: ObjectMeta,
    /// Which nodes will not do.
    pub filter: Option<FilterRules>,
    /// How good the others are.
    pub score: Option<ScoreRules>,
    /// Whether a pod that has its node may be bound.
    pub permit: Option<PermitRules>,
}

/// `Filter`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FilterRules {
    /// Nodes that will not do, with a message.
    pub failed: Table<Str, Str>,
    /// The same where preemption cannot help.
    pub failed_and_unresolvable: Table<Str, Str>,
    /// Rules about all other nodes; one that no rule is about will do.
    pub rules: Vec<FilterRule>,
}

/// `Score` and `NormalizeScore`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScoreRules {
    /// Scores of nodes, 0 to 100; up to 1,000,000 where they are normalized.
    pub scores: Table<Str, i64>,
    /// Rules about all other nodes; one that no rule is about gets 0.
    pub rules: Vec<ScoreRule>,
    /// What becomes of raw scores.
    pub normalize: Normalize,
}

/// What becomes of raw scores. Upstream: `DefaultNormalizeScore`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Normalize {
    /// They stay as they are.
    #[default]
    No,
    /// The highest becomes 100, the others their share of it.
    HighestBest,
    /// The same, then taken from 100.
    LowestBest,
}

/// `Permit`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PermitRules {
    /// The first one about pod and node counts; without one the pod is allowed.
    pub rules: Vec<PermitAnswer>,
}

/// What happens to pods in `Permit`: allowed, made to wait, or rejected, at once or after the wait.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PermitAnswer {
    /// What it is about.
    pub r#for: Choice,
    /// How long the pod waits, in milliseconds; absent if it is answered at once.
    pub wait_millis: Option<Millis>,
    /// After how long it is rejected if it was not answered; 15 minutes, if absent.
    pub timeout_millis: Option<Millis>,
    /// Why it is rejected; absent if it is allowed.
    pub reject: Option<Str>,
    /// How often in the life of a pod; it is allowed after that. Always, if absent.
    pub times: Option<u32>,
}

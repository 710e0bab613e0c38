//! Documents of kind `Plugin`, which define a scheduler plugin as data.
//!
//! A profile of a `KubeSchedulerConfiguration` enables the plugin by its name, like any other. Its behavior at `Filter`, `Score` and `Permit` is
//! defined by tables, which take precedence, and rules, of which the first one that matches pod and node applies, as for an extender.

use serde::Deserialize;

use super::extender_doc::{FilterRule, RuleScope, ScoreRule};
use crate::{Millis, ObjectMeta, Str, Table};

/// A plugin, which extends the points that are set.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PluginDoc {
    api_version: Str,
    kind: Str,
    /// The name by which profiles enable the plugin.
    pub metadata: ObjectMeta,
    pub filter: Option<FilterRules>,
    pub score: Option<ScoreRules>,
    pub permit: Option<PermitRules>,
}

/// Behavior at `Filter`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FilterRules {
    /// Nodes that are rejected, with a message.
    pub failed: Table<Str, Str>,
    /// Nodes that are rejected and that preemption cannot help, with a message.
    pub failed_and_unresolvable: Table<Str, Str>,
    /// Rules for all other nodes. A node to which no rule applies passes.
    pub rules: Vec<FilterRule>,
}

/// Behavior at `Score` and `NormalizeScore`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScoreRules {
    /// Scores of nodes, from 0 to 100, or up to 1,000,000 if they are normalized.
    pub scores: Table<Str, i64>,
    /// Rules for all other nodes. A node to which no rule applies gets 0.
    pub rules: Vec<ScoreRule>,
    pub normalize: Normalize,
}

/// How raw scores are normalized. Upstream: `DefaultNormalizeScore`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Normalize {
    /// Scores stay as they are.
    #[default]
    No,
    /// The highest score becomes 100, and the others are scaled accordingly.
    HighestBest,
    /// Scores are scaled like that, then subtracted from 100.
    LowestBest,
}

/// Behavior at `Permit`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PermitRules {
    /// The first rule that matches pod and node applies; without one the pod is allowed.
    pub rules: Vec<PermitRuleDoc>,
}

/// A rule for pods in `Permit`: they are allowed or rejected, at once or after a wait.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PermitRuleDoc {
    pub r#for: RuleScope,
    /// How long the pod waits, in milliseconds; it does not wait if absent.
    pub wait_millis: Option<Millis>,
    /// After how long a wait ends with a rejection, in milliseconds; 15 minutes if absent.
    pub timeout_millis: Option<Millis>,
    /// The message of the rejection; the pod is allowed if absent.
    pub reject: Option<Str>,
    /// How many times the rule applies to a pod before it is allowed; always if absent.
    pub times: Option<u32>,
}

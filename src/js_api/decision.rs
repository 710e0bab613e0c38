//! The arguments and the result of a scheduling decision.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tsify::Tsify;

use super::shapes::{Problem, Release};

/// A cluster and the pod that is to be scheduled, as Kubernetes objects (as `kubectl get -o json` prints them).
#[derive(Clone, Debug, Default, Tsify, Serialize, Deserialize)]
pub struct Cluster {
    /// Nodes. `apiVersion` and `kind` may be omitted.
    #[tsify(type = "object[]")]
    pub nodes: Vec<Value>,
    /// Existing pods. One without `spec.nodeName` counts only if it is nominated to a node; `pod` itself may be among them.
    #[serde(default)]
    #[tsify(type = "object[]")]
    pub pods: Vec<Value>,
    /// The pod that is to be scheduled.
    #[tsify(type = "object")]
    pub pod: Value,
    /// All other relevant objects: priority classes, budgets, services, claims, volumes, a `KubeSchedulerConfiguration`. Each needs its `kind`.
    #[serde(default)]
    #[tsify(type = "object[]")]
    pub objects: Vec<Value>,
}

/// The scheduler's decision about a pod.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct Decision {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// The release whose scheduler decided.
    pub release: Release,
    /// The node that the pod is placed on. Of equal nodes it is the first one, where Kubernetes draws at random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// Kubernetes' message if no node is feasible: `0/3 nodes are available: …`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// All nodes with the verdicts of all plugins, in the order in which the scheduler visits them.
    pub nodes: Vec<NodeVerdict>,
    /// The scores of the score plugins; empty unless two or more nodes are feasible.
    pub scores: Vec<PluginScores>,
    /// The total of each scored node, the highest first.
    pub totals: Vec<NodeTotal>,
    /// All nodes that share the highest total.
    pub ties: Vec<String>,
    /// The record of preemption, if it ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preemption: Option<Preemption>,
    /// What was ignored or assumed about the objects.
    pub notices: Vec<Problem>,
}

/// The result of filtering a node.
#[derive(Clone, Debug, PartialEq, Tsify, Serialize)]
pub struct NodeVerdict {
    /// The name of the node.
    pub node: String,
    /// Whether it is feasible.
    pub verdict: Judged,
    /// The verdict of each filter plugin of the profile, in order.
    pub plugins: Vec<PluginVerdict>,
}

/// Whether a node is feasible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify, Serialize)]
pub enum Judged {
    /// It passed all filters.
    #[serde(rename = "passed")]
    Passed,
    /// A filter rejected it.
    #[serde(rename = "failed")]
    Failed,
    /// It was not checked: enough feasible nodes had been found, or it was excluded before the filters.
    #[serde(rename = "notChecked")]
    NotChecked,
}

/// The verdict of a filter plugin on a node.
#[derive(Clone, Debug, PartialEq, Tsify, Serialize)]
pub struct PluginVerdict {
    /// The plugin (v1.16: the predicate).
    pub plugin: String,
    pub verdict: Cell,
    /// Kubernetes' reasons, in the wording of its message.
    pub reasons: Vec<String>,
    /// An explanation with numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Whether evicting pods could help.
    #[serde(rename = "preemptionMayHelp", skip_serializing_if = "Option::is_none")]
    pub(crate) preemption_may_help: Option<bool>,
}

/// The verdict of a plugin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify, Serialize)]
pub enum Cell {
    /// The node passed.
    #[serde(rename = "passed")]
    Passed,
    /// The node was rejected.
    #[serde(rename = "failed")]
    Failed,
    /// The plugin skipped itself, because the pod doesn't use what it checks.
    #[serde(rename = "skipped")]
    Skipped,
    /// The plugin did not run, because an earlier one had rejected the node.
    #[serde(rename = "notAsked")]
    NotAsked,
}

/// The scores of a plugin.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct PluginScores {
    /// The plugin (v1.16: the priority function).
    pub plugin: String,
    /// The weight with which its scores are multiplied.
    pub weight: f64,
    /// Its score of each node.
    pub nodes: Vec<NodeScore>,
}

/// The score of a node.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct NodeScore {
    /// The name of the node.
    pub node: String,
    /// The score before normalization.
    pub raw: f64,
    /// The score on the scale of the release (0–100, v1.16: 0–10).
    pub normalized: f64,
    /// The score that is added to the total: normalized × weight.
    pub weighted: f64,
    /// How the plugin computed the score.
    pub why: Vec<String>,
}

/// The sum of a node's scores.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct NodeTotal {
    /// The name of the node.
    pub node: String,
    /// The sum of the weighted scores of all plugins and extenders.
    pub total: f64,
}

/// The record of preemption.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct Preemption {
    /// Why the pod may not preempt, if it may not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ineligible: Option<String>,
    /// Nodes on which evicting pods might help.
    pub potential: Vec<String>,
    /// Candidates, each with the pods that would be evicted.
    pub candidates: Vec<Candidate>,
    /// The rules that chose one of them, in order.
    pub rules: Vec<RuleApplied>,
    /// The node that was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The pods that are evicted.
    pub victims: Vec<String>,
}

/// A node on which preemption would help.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct Candidate {
    /// The name of the node.
    pub node: String,
    /// The pods that would be evicted, in order.
    pub victims: Vec<String>,
    /// The number of victims whose eviction violates a budget.
    pub violations: usize,
}

/// A rule by which candidates were compared.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct RuleApplied {
    /// What the rule compares.
    pub rule: String,
    /// The value of each candidate; those with the smallest one remain.
    pub values: Vec<RuleValue>,
    /// The candidates that remain.
    pub kept: Vec<String>,
}

/// The value of a candidate.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct RuleValue {
    /// The name of the node.
    pub node: String,
    /// The value that the rule compares.
    pub value: f64,
}

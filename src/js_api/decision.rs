//! What is asked of a decision, and all that it has.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tsify::Tsify;

use super::shapes::{Problem, Release};

/// A cluster and the pod that is to be placed, as Kubernetes objects (what `kubectl get -o json` gives).
#[derive(Clone, Debug, Default, Tsify, Serialize, Deserialize)]
pub struct Cluster {
    /// Nodes. `apiVersion` and `kind` may be left out.
    #[tsify(type = "object[]")]
    pub nodes: Vec<Value>,
    /// Pods that are there. One without `spec.nodeName` counts only if it is nominated to a node; `pod` itself may be among them.
    #[serde(default)]
    #[tsify(type = "object[]")]
    pub pods: Vec<Value>,
    /// The pod that is to be placed.
    #[tsify(type = "object")]
    pub pod: Value,
    /// All else that matters: priority classes, budgets, services, claims, volumes, a `KubeSchedulerConfiguration`. Each needs its kind.
    #[serde(default)]
    #[tsify(type = "object[]")]
    pub objects: Vec<Value>,
}

/// What the scheduler decides for one pod.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct Decision {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// Whose decision it is.
    pub release: Release,
    /// The node that the pod gets. Among equals it is the first, where Kubernetes draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// Kubernetes' message where no node will do: `0/3 nodes are available: …`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Every node, with what each plugin says of it, in the order in which the scheduler goes through them.
    pub nodes: Vec<NodeVerdict>,
    /// What the score plugins gave; nothing unless two or more nodes passed.
    pub scores: Vec<PluginScores>,
    /// The total of each node that was scored, the highest first.
    pub totals: Vec<NodeTotal>,
    /// All nodes that share the highest total.
    pub ties: Vec<String>,
    /// What preemption found, if it ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preemption: Option<Preemption>,
    /// What was left out of the objects or assumed.
    pub notices: Vec<Problem>,
}

/// What became of a node.
#[derive(Clone, Debug, PartialEq, Tsify, Serialize)]
pub struct NodeVerdict {
    /// The node.
    pub node: String,
    /// What became of it.
    pub verdict: Judged,
    /// Every filter plugin of the profile, in order.
    pub plugins: Vec<PluginVerdict>,
}

/// What became of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify, Serialize)]
pub enum Judged {
    /// It passed every filter.
    #[serde(rename = "passed")]
    Passed,
    /// A filter rejected it.
    #[serde(rename = "failed")]
    Failed,
    /// It was not looked at: enough others had been found, or it was ruled out before the filters.
    #[serde(rename = "notChecked")]
    NotChecked,
}

/// What a filter plugin says of a node.
#[derive(Clone, Debug, PartialEq, Tsify, Serialize)]
pub struct PluginVerdict {
    /// The plugin (v1.16: the predicate).
    pub plugin: String,
    /// Its verdict.
    pub verdict: Cell,
    /// Kubernetes' reasons, as they stand in the message.
    pub reasons: Vec<String>,
    /// Why, with the numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Whether evicting pods could help.
    #[serde(rename = "preemptionMayHelp", skip_serializing_if = "Option::is_none")]
    pub(crate) preemption_may_help: Option<bool>,
}

/// A verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify, Serialize)]
pub enum Cell {
    /// The node passed.
    #[serde(rename = "passed")]
    Passed,
    /// The node did not pass.
    #[serde(rename = "failed")]
    Failed,
    /// The pod does not use what the plugin looks at.
    #[serde(rename = "skipped")]
    Skipped,
    /// It was not asked: a plugin before it had failed.
    #[serde(rename = "notAsked")]
    NotAsked,
}

/// What a score plugin gave.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct PluginScores {
    /// The plugin (v1.16: the priority function).
    pub plugin: String,
    /// What its scores are multiplied with.
    pub weight: f64,
    /// Its score of each node.
    pub nodes: Vec<NodeScore>,
}

/// A score of a node.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct NodeScore {
    /// The node.
    pub node: String,
    /// The plugin's own number.
    pub raw: f64,
    /// The number on the scale of the release (0–100, v1.16: 0–10).
    pub normalized: f64,
    /// What counts: normalized × weight.
    pub weighted: f64,
    /// How the plugin came to its number.
    pub why: Vec<String>,
}

/// The sum of a node's scores.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct NodeTotal {
    /// The node.
    pub node: String,
    /// What all plugins and extenders gave it.
    pub total: f64,
}

/// What preemption found.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct Preemption {
    /// Why the pod may not preempt, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ineligible: Option<String>,
    /// Nodes on which evicting pods might help.
    pub potential: Vec<String>,
    /// Candidates, each with those who would be evicted.
    pub candidates: Vec<Candidate>,
    /// The rules that chose among them, in order.
    pub rules: Vec<RuleApplied>,
    /// The node on which room is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// Pods that are evicted.
    pub victims: Vec<String>,
}

/// A node on which preemption would help.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct Candidate {
    /// The node.
    pub node: String,
    /// Who would be evicted, in order.
    pub victims: Vec<String>,
    /// How many of them violate a budget.
    pub violations: usize,
}

/// A rule that candidates were compared by.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct RuleApplied {
    /// What it asks for.
    pub rule: String,
    /// The number of each candidate; the smallest stays.
    pub values: Vec<RuleValue>,
    /// Candidates that stay.
    pub kept: Vec<String>,
}

/// A candidate's number.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct RuleValue {
    /// The node.
    pub node: String,
    /// The number.
    pub value: f64,
}

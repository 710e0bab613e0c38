//! Documents of kind `Extender`, which define an extender's responses as data.
//!
//! Upstream's scheduler calls an extender over HTTP. Here the document whose host is that of the `urlPrefix` defines the response: a table for single
//! nodes, which takes precedence, and rules, of which the first one that matches a node applies.

use serde::Deserialize;

use crate::{Labels, Millis, ObjectMeta, ResourceList, Str, Table};

/// An extender's responses.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ExtenderDoc {
    api_version: Str,
    kind: Str,
    /// Its name is the host unless `host` is set.
    pub metadata: ObjectMeta,
    /// The host of the `urlPrefix` for which the document responds.
    pub host: Str,
    /// How long a response takes, in milliseconds. The scheduler waits, at most for the `httpTimeout`, and schedules no other pod meanwhile.
    pub delay_millis: Millis,
    /// Responses to the filter verb.
    pub filter: FilterAnswers,
    /// Responses to the prioritize verb.
    pub prioritize: PrioritizeAnswers,
    /// Responses to the preempt verb.
    pub preempt: PreemptAnswers,
}

impl ExtenderDoc {
    /// The host for which the document responds.
    #[must_use]
    pub fn host(&self) -> &str {
        if self.host.is_empty() { &self.metadata.name } else { &self.host }
    }
}

/// A failed request.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RequestFailure {
    /// An HTTP status other than 200.
    pub status: Option<u16>,
    /// A response that only has this error.
    pub error: Option<Str>,
    /// Only requests for pods with these labels fail; all if empty.
    pub pod_labels: Labels,
}

/// The nodes and pods to which a rule applies.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RuleScope {
    /// Names of nodes; all if empty.
    pub nodes: Vec<Str>,
    /// Labels that a node must have.
    pub node_labels: Labels,
    /// A node must have less than this free of at least one of these resources.
    pub free_below: ResourceList,
    /// Labels that the pod must have.
    pub pod_labels: Labels,
}

/// Responses to the filter verb.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FilterAnswers {
    /// The request fails.
    pub failing: Option<RequestFailure>,
    /// Nodes that are rejected, with a message.
    pub failed: Table<Str, Str>,
    /// Nodes that are rejected and that preemption cannot help, with a message.
    pub failed_and_unresolvable: Table<Str, Str>,
    /// Nodes that are missing in the response, without a message.
    pub dropped: Vec<Str>,
    /// Nodes that the response contains although they were not in the request.
    #[serde(rename = "claims")]
    pub added_nodes: Vec<Str>,
    /// Rules for all other nodes.
    pub rules: Vec<FilterRule>,
}

/// A rule that rejects or keeps nodes.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FilterRule {
    pub r#for: RuleScope,
    /// Keeps the nodes, whatever later rules say.
    pub keep: bool,
    /// The message; without one, nodes are missing in the response.
    pub message: Option<Str>,
    /// Whether preemption cannot help.
    pub unresolvable: bool,
}

/// Responses to the prioritize verb.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PrioritizeAnswers {
    /// The request fails.
    pub failing: Option<RequestFailure>,
    /// Scores of nodes, from 0 to 10.
    pub scores: Table<Str, i64>,
    /// Rules for all other nodes. A node to which no rule applies is missing in the response.
    pub rules: Vec<ScoreRule>,
}

/// A rule that scores nodes.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScoreRule {
    pub r#for: RuleScope,
    pub score: i64,
}

/// Responses to the preempt verb.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PreemptAnswers {
    /// The request fails.
    pub failing: Option<RequestFailure>,
    /// The victims on each node.
    pub nodes: Table<Str, VictimsDoc>,
    /// Rules for all other nodes. A node to which no rule applies is unchanged.
    pub rules: Vec<PreemptRule>,
}

/// The victims on a node.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct VictimsDoc {
    /// Pods as `namespace/name`, or by name in the namespace `default`.
    pub victims: Vec<Str>,
    /// The number of victims whose eviction violates a budget.
    pub pdb_violations: i64,
}

/// A rule for candidate nodes.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PreemptRule {
    /// Labels and resources of nodes are ignored, because the extender only receives names.
    pub r#for: RuleScope,
    /// Removes the node from the candidates.
    pub drop: bool,
    /// Keeps only this many of the victims, the first ones.
    pub keep_victims: Option<usize>,
}

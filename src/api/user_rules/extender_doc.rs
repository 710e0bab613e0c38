//! Documents of kind `Extender`: what an extender answers in a run, as data.
//!
//! Upstream's scheduler asks an extender over HTTP. Here a document answers, which is found by the host of the `urlPrefix`. It is a
//! table of answers for single nodes, and rules that make such a table: the table counts first, then the first rule that says
//! something about a node.

use serde::Deserialize;

use crate::{Labels, Millis, ObjectMeta, ResourceList, Str, Table};

/// An extender's answers.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ExtenderDoc {
    api_version: Str,
    kind: Str,
    /// Its name is the host, unless `host` says otherwise.
    pub metadata: ObjectMeta,
    /// The host of the `urlPrefix` that it answers for.
    pub host: Str,
    /// How long an answer takes, in milliseconds. The scheduler waits, at most for the `httpTimeout`, and takes no other pod meanwhile.
    pub delay_millis: Millis,
    /// To the filter verb.
    pub filter: FilterAnswers,
    /// To the prioritize verb.
    pub prioritize: PrioritizeAnswers,
    /// To the preempt verb.
    pub preempt: PreemptAnswers,
}

impl ExtenderDoc {
    /// The host that it answers for.
    #[must_use]
    pub fn host(&self) -> &str {
        if self.host.is_empty() { &self.metadata.name } else { &self.host }
    }
}

/// How a request goes wrong.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Failing {
    /// An HTTP status other than 200.
    pub status: Option<u16>,
    /// Nothing but an error in these words.
    pub error: Option<Str>,
    /// Only for pods with these labels; all, if empty.
    pub pod_labels: Labels,
}

/// Which nodes and pods a rule is about.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Choice {
    /// Nodes by name; all, if empty.
    pub nodes: Vec<Str>,
    /// Nodes with these labels.
    pub node_labels: Labels,
    /// Nodes with less than this free of any of these resources.
    pub free_below: ResourceList,
    /// Pods with these labels.
    pub pod_labels: Labels,
}

/// Answers to `filter`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FilterAnswers {
    /// The request goes wrong.
    pub failing: Option<Failing>,
    /// Nodes that will not do, with a message.
    pub failed: Table<Str, Str>,
    /// The same where preemption cannot help.
    pub failed_and_unresolvable: Table<Str, Str>,
    /// Nodes that are left out without a message.
    pub dropped: Vec<Str>,
    /// Names in the answer that the extender was not asked about.
    pub claims: Vec<Str>,
    /// Rules about all other nodes.
    pub rules: Vec<FilterRule>,
}

/// A rule about nodes that will not do.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FilterRule {
    /// What it is about.
    pub r#for: Choice,
    /// They are kept after all, whatever later rules say.
    pub keep: bool,
    /// The message; none leaves them out without a word.
    pub message: Option<Str>,
    /// Preemption cannot help.
    pub unresolvable: bool,
}

/// Answers to `prioritize`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PrioritizeAnswers {
    /// The request goes wrong.
    pub failing: Option<Failing>,
    /// Scores of nodes, 0 to 10.
    pub scores: Table<Str, i64>,
    /// Rules about all other nodes; one that no rule is about is missing from the answer.
    pub rules: Vec<ScoreRule>,
}

/// A rule about scores.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScoreRule {
    /// What it is about.
    pub r#for: Choice,
    pub score: i64,
}

/// Answers to `preempt`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PreemptAnswers {
    /// The request goes wrong.
    pub failing: Option<Failing>,
    /// The victims of each node.
    pub nodes: Table<Str, VictimsDoc>,
    /// Rules about all other nodes; one that no rule is about stays as it is.
    pub rules: Vec<PreemptRule>,
}

/// The victims of a node.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct VictimsDoc {
    /// Pods, `namespace/name` or names in the namespace `default`.
    pub victims: Vec<Str>,
    /// How many of them violate a budget.
    pub pdb_violations: i64,
}

/// A rule about candidates.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PreemptRule {
    /// What it is about. Labels and resources of nodes play no part: the extender is sent names.
    pub r#for: Choice,
    /// The node is no candidate any more.
    pub drop: bool,
    /// Only so many of the victims have to go, the first ones.
    pub keep_victims: Option<usize>,
}

//! The full record of one scheduling attempt, which the inspector shows column by column, and the trait that records it.

use api::{NamespacedName, Str};
use serde::{Deserialize, Serialize};

use super::{Code, DeviceSearch, ExtenderAnswer, ExtenderRecord, Failure, PreemptionRecord, Reason, RowId, Verdict};
use crate::NodeIx;

/// The full record of one scheduling attempt. Nodes are indices into `nodes`, rows are named by the identities
/// that they have in the profile, pods are `namespace/name`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    pub pod: NamespacedName,
    /// The profile that it was scheduled with: an index into the run's [`ProfileSummary`](super::ProfileSummary)s.
    pub profile: usize,
    /// Names of all nodes of the snapshot, in the order in which a cycle goes through them.
    pub nodes: Vec<Str>,
    /// What `PreFilter` found.
    pub pre_filter: PreFilterRecord,
    /// What `Filter` found, in the order of evaluation; nodes that were not looked at have no entry.
    pub filter: Vec<NodeRecord>,
    /// The node at which the next search begins.
    pub next: Option<NodeIx>,
    /// The pod's own nominated node, where it was tried first and would not do.
    #[serde(rename = "tried")]
    pub nominated_record: Option<NodeRecord>,
    /// Whether the pod's own nominated node passed, so that no other node was looked at.
    pub nominated_shortcut: bool,
    /// What `Score` found; empty unless two or more nodes are feasible.
    pub scores: ScoreRecord,
    /// How one of the nodes with the best total is taken, where there are several: by chance, or by their order alone.
    pub host: HostChoice,
    /// Where the pod goes, or why it does not.
    pub outcome: AttemptOutcome,
    /// What the `PostFilter` plugins said, if they ran.
    pub post_filter: Option<PostFilterRecord>,
    /// What preemption found, if it was one of them.
    pub preemption: Option<PreemptionRecord>,
    /// What extenders were asked after the filters, in order.
    pub extenders: Vec<ExtenderRecord>,
    /// How devices were looked for, node by node; only where somebody looks at this very attempt.
    pub searches: Vec<DeviceSearch>,
}

/// Results of the `PreFilter` plugins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PreFilterRecord {
    /// Filter rows that left themselves out.
    pub skipped: Vec<RowId>,
    /// The row that rejected the pod for all nodes, and why.
    pub rejected: Option<(RowId, Failure)>,
    /// The nodes that can do at all, by name and sorted, where plugins named them.
    pub node_set: Option<Vec<Str>>,
}

/// Results of the filters for one node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NodeRecord {
    pub node: NodeIx,
    /// Rows that failed, each with its reasons; none if the node is feasible. More than one only where a release
    /// checks all predicates.
    pub failed: Vec<(RowId, Failure)>,
    /// Nominated pods that were assumed to be on the node in a first pass.
    pub nominated: Vec<NamespacedName>,
    /// The pass that failed, or the last one: 1 with the nominated pods, 2 without; 1 where there is one pass only.
    pub pass: u8,
    /// The status of a node outside the node set, which no plugin owns.
    #[serde(rename = "outside")]
    pub outside_node_set: Option<Failure>,
    /// Why an extender took the node away afterwards.
    #[serde(rename = "refused")]
    pub extender_rejection: Option<Failure>,
}

/// Results of the `Score` plugins: a table with a column for each feasible node.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ScoreRecord {
    /// Feasible nodes.
    pub nodes: Vec<NodeIx>,
    /// Score rows that did not leave themselves out; then a row for each extender that was asked.
    pub rows: Vec<ScoreRowRecord>,
    /// Sum of the weighted scores of each node.
    pub totals: Vec<i64>,
    /// What extenders were asked: the last rows are theirs.
    pub extenders: Vec<ExtenderRecord>,
}

/// One plugin's scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreRowRecord {
    /// The score row.
    pub id: RowId,
    pub weight: i64,
    /// As scored.
    pub raw: Vec<i64>,
    /// After `NormalizeScore`.
    pub normalized: Vec<i64>,
    /// The arithmetic behind each raw score.
    pub evidence: Vec<super::Evidence>,
}

/// How an attempt ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum AttemptOutcome {
    /// Not known yet.
    #[default]
    Open,
    /// A node was found.
    Scheduled {
        node: NodeIx,
        /// All nodes that share the best total.
        ties: Vec<NodeIx>,
    },
    /// No node was found.
    Failed {
        /// Upstream's message.
        message: Str,
        /// Whether some plugin rejected the pod (upstream's `FitError`), rather than an error.
        fit_error: bool,
        /// Rows that rejected the pod on some node.
        rows: Vec<RowId>,
    },
}

/// The result of one `PostFilter` plugin.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PostFilterRecord {
    /// Rows that ran, and what each said; nothing if it made room.
    pub rows: Vec<(RowId, Str)>,
    /// What they add to the message.
    pub message: Str,
}

/// Where a cycle records its attempt, if it does. A cycle is generic over it; [`Silent`] costs nothing.
pub trait Recorder {
    /// Whether anything is recorded. Costly evidence is only gathered if this is true.
    const RECORDS: bool;
    /// The record to fill; `None` if nothing is recorded.
    fn attempt(&mut self) -> Option<&mut Attempt>;
}

/// Records nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Recorder for Silent {
    const RECORDS: bool = false;
    fn attempt(&mut self) -> Option<&mut Attempt> {
        None
    }
}

impl Recorder for Attempt {
    const RECORDS: bool = true;
    fn attempt(&mut self) -> Option<&mut Attempt> {
        Some(self)
    }
}

impl NodeRecord {
    /// The record of a node with one pass of the filters, in which these rows failed.
    #[must_use]
    pub fn new(node: NodeIx, failed: Vec<(RowId, Failure)>) -> Self {
        Self { node, failed, nominated: Vec::new(), pass: 1, outside_node_set: None, extender_rejection: None }
    }

    /// Whether the node is feasible.
    #[must_use]
    pub fn is_feasible(&self) -> bool {
        self.passes_filters() && self.extender_rejection.is_none()
    }

    /// Whether the filters let the node through, whatever extenders say of it afterwards.
    #[must_use]
    pub fn passes_filters(&self) -> bool {
        self.failed.is_empty() && self.outside_node_set.is_none()
    }

    /// The filter that refuses the node, or the first of several.
    #[must_use]
    pub fn refusing_row(&self) -> Option<&RowId> {
        self.failed.first().map(|(row, _)| row)
    }

    /// Whether the filters ran a second time, without the nominated pods.
    #[must_use]
    pub fn has_second_pass(&self) -> bool {
        self.pass == 2 && !self.nominated.is_empty()
    }

    /// The verdict of filters and extenders.
    ///
    /// # Errors
    /// Why the node will not do.
    pub fn verdict(&self) -> Verdict {
        self.extender_rejection.clone().map_or_else(|| self.filter_verdict(), Err)
    }

    /// The verdict of the filters.
    ///
    /// # Errors
    /// The reasons of all failing rows, with the worst code.
    pub fn filter_verdict(&self) -> Verdict {
        let mut result = self.outside_node_set.clone().map_or(Ok(()), Err);
        for (_, failure) in &self.failed {
            super::add_failure(&mut result, Err(failure.clone()));
        }
        result
    }
}

impl Attempt {
    /// Which request took a node away, and why; of the first `request_count` requests, the last one about the node counts.
    #[must_use]
    pub fn extender_refusal(&self, node: NodeIx, request_count: usize) -> Option<(usize, Failure)> {
        let requests = self.extenders.iter().enumerate().take(request_count).rev();
        let (at, extender, failed) =
            requests.filter(|(_, request)| request.requested_nodes.contains(&node)).find_map(|(at, request)| {
                match &request.answer {
                    ExtenderAnswer::Filtered { failed, .. } => Some((at, &request.extender, failed)),
                    _ => None,
                }
            })?;
        let (_, message, code) = failed.iter().find(|(ix, ..)| *ix == node)?;
        let message = message.clone().unwrap_or_default();
        let reasons = vec![Reason::Extender { extender: extender.clone(), message }];
        Some((at, Failure { code: *code, reasons }))
    }
}

impl Attempt {
    /// How devices were looked for on a node.
    #[must_use]
    pub fn device_search(&self, node: NodeIx) -> Option<&DeviceSearch> {
        self.searches.iter().find(|search| search.node == node)
    }
}

impl ScoreRecord {
    /// What an extender was asked, if the row is one's.
    #[must_use]
    pub fn extender_of_row(&self, row: usize) -> Option<&ExtenderRecord> {
        let plugin_rows = self.rows.len().checked_sub(self.extenders.len())?;
        self.extenders.get(row.checked_sub(plugin_rows)?)
    }
}

/// The status of a node that the `PreFilter` plugins excluded, so that no filter ran on it.
#[must_use]
pub fn outside_node_set_failure(plugins: Vec<Str>) -> Failure {
    Failure { code: Code::UnschedulableAndUnresolvable, reasons: vec![Reason::OutsideNodeSet { plugins }] }
}

/// Which of the nodes with the best total is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostChoice {
    /// Any of them, by chance.
    #[default]
    Drawn,
    /// The one that comes to the top of a binary heap of the feasible nodes, in which nodes change places only for a higher
    /// total. Nothing is drawn, unless there are extenders (`Profile::host`).
    TopOfHeap,
}

#[cfg(test)]
mod tests {
    use api::Millis;

    use super::*;
    fn extender_exchange(extender: &str, asked: &[NodeIx], answer: ExtenderAnswer) -> ExtenderRecord {
        ExtenderRecord {
            extender: extender.into(),
            url: Str::default(),
            requested_nodes: asked.to_vec(),
            took: Millis::ZERO,
            answer,
        }
    }

    #[test]
    fn the_last_request_about_a_node_counts() {
        let failed = |ix, message: Option<&str>| (ix, message.map(Str::from), Code::Unschedulable);
        let filtered = |numbers: &[NodeIx], failed: Vec<_>| ExtenderAnswer::Filtered {
            feasible: numbers.to_vec(),
            failed,
            bare: false,
        };
        let trouble = ExtenderAnswer::Failed { text: "500".into(), ignored: true };
        let attempt = Attempt {
            extenders: vec![
                extender_exchange("a", &[0], filtered(&[], vec![failed(0, Some("busy"))])),
                extender_exchange("a", &[0, 1, 2], filtered(&[0, 2], vec![failed(1, None)])),
                extender_exchange("b", &[0, 2], trouble),
                extender_exchange("c", &[0, 2], filtered(&[0], vec![failed(2, Some("old"))])),
            ],
            ..Attempt::default()
        };
        let why = |node, request_count| {
            let (at, failure) = attempt.extender_refusal(node, request_count)?;
            let Reason::Extender { extender, message } = failure.reasons[0].clone() else {
                panic!("an extender's words")
            };
            Some((at, extender.to_string(), message.to_string()))
        };
        assert_eq!(why(0, 1), Some((0, "a".into(), "busy".into())));
        assert_eq!((why(0, 4), why(2, 3)), (None, None));
        assert_eq!(why(1, 4), Some((1, "a".into(), String::new())));
        assert_eq!(why(2, 4), Some((3, "c".into(), "old".into())));
    }

    #[test]
    fn the_last_rows_of_scores_are_those_of_extenders() {
        let row = |id: &str| ScoreRowRecord {
            id: id.into(),
            weight: 1,
            raw: Vec::new(),
            normalized: Vec::new(),
            evidence: Vec::new(),
        };
        let scored = ExtenderAnswer::Scored { scores: Vec::new(), factor: 1 };
        let scores = ScoreRecord {
            rows: vec![row("Plugin"), row("a"), row("b")],
            extenders: vec![extender_exchange("a", &[], scored.clone()), extender_exchange("b", &[], scored)],
            ..ScoreRecord::default()
        };
        let of = |row| scores.extender_of_row(row).map(|request| request.extender.as_str());
        assert_eq!([of(0), of(1), of(2), of(3)], [None, Some("a"), Some("b"), None]);
    }
}

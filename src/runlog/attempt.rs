//! The full record of one scheduling attempt, which the inspector shows column by column, and the trait that records
//! it.

use api::{NamespacedName, Str};
use serde::{Deserialize, Serialize};

use super::{Code, DeviceSearch, ExtenderAnswer, ExtenderRecord, Failure, PreemptionRecord, Reason, RowId, Verdict};
use crate::NodeIx;

/// The full record of one scheduling attempt. Nodes are indices into `nodes`, rows are identified by their ids in the
/// profile, pods are `namespace/name`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    pub pod: NamespacedName,
    /// Index of the profile among the run's [`ProfileSummary`](super::ProfileSummary)s.
    pub profile: usize,
    /// Names of all nodes of the snapshot, in its order.
    pub nodes: Vec<Str>,
    /// The results of `PreFilter`.
    pub pre_filter: PreFilterRecord,
    /// The results of the filters, in the order of evaluation; nodes that were not evaluated have no entry.
    pub filter: Vec<NodeRecord>,
    /// The node at which the next search for feasible nodes begins.
    pub next: Option<NodeIx>,
    /// The result of the pod's own nominated node, if it was tried first and failed.
    #[serde(rename = "tried")]
    pub nominated_record: Option<NodeRecord>,
    /// Whether the pod's own nominated node passed the filters, so that no other node was evaluated.
    #[serde(rename = "nominated_shortcut")]
    pub is_nominated_node_taken: bool,
    /// The scores; empty unless two or more nodes are feasible.
    pub scores: ScoreRecord,
    /// How one of several nodes with the best total is chosen.
    pub host: HostChoice,
    /// The chosen node, or why there is none.
    pub outcome: AttemptOutcome,
    /// The results of the `PostFilter` plugins, if they ran.
    pub post_filter: Option<PostFilterRecord>,
    /// The record of preemption, if it ran.
    pub preemption: Option<PreemptionRecord>,
    /// The requests to extenders after the filters, in order.
    pub extenders: Vec<ExtenderRecord>,
    /// How devices were searched, node by node; recorded only for an attempt that is inspected.
    pub searches: Vec<DeviceSearch>,
}

/// The results of the `PreFilter` plugins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PreFilterRecord {
    /// Filter rows that skipped the pod.
    pub skipped: Vec<RowId>,
    /// The row that rejected the pod for all nodes, with its failure.
    pub rejected: Option<(RowId, Failure)>,
    /// The nodes to which plugins restricted the filters, by name and sorted; `None` if none did.
    pub node_set: Option<Vec<Str>>,
}

/// The results of the filters for one node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NodeRecord {
    pub node: NodeIx,
    /// The failed rows with their failures; empty if the node passed. More than one only if a release checks all
    /// predicates.
    pub failed: Vec<(RowId, Failure)>,
    /// Nominated pods that were added to the node in a first pass.
    pub nominated: Vec<NamespacedName>,
    /// The last pass that ran: with nominated pods, 1 includes them and 2 does not; 1 if there is only one pass.
    pub pass: u8,
    /// The failure of a node outside the node set, which has no row.
    #[serde(rename = "outside")]
    pub outside_node_set: Option<Failure>,
    /// Why an extender rejected the node after the filters.
    #[serde(rename = "refused")]
    pub extender_rejection: Option<Failure>,
}

/// The scores: a table with a column for each feasible node.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ScoreRecord {
    /// The feasible nodes.
    pub nodes: Vec<NodeIx>,
    /// The score rows that did not skip the pod; then a row for each extender that was called.
    pub rows: Vec<ScoreRowRecord>,
    /// The sum of the weighted scores of each node.
    pub totals: Vec<i64>,
    /// The requests to extenders; the last rows are theirs.
    pub extenders: Vec<ExtenderRecord>,
}

/// The scores of one plugin or extender.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreRowRecord {
    pub id: RowId,
    pub weight: i64,
    /// The score of each node before `NormalizeScore`.
    pub raw: Vec<i64>,
    /// The score of each node after `NormalizeScore`.
    pub normalized: Vec<i64>,
    /// The components of each raw score; empty if not recorded.
    pub evidence: Vec<super::Evidence>,
}

/// The outcome of an attempt.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum AttemptOutcome {
    /// Not decided yet.
    #[default]
    Open,
    /// A node was chosen.
    Scheduled {
        node: NodeIx,
        /// All nodes with the best total.
        ties: Vec<NodeIx>,
    },
    /// No node was chosen.
    Failed {
        /// Upstream's message.
        message: Str,
        /// Whether plugins rejected the pod (upstream's `FitError`); otherwise it failed by an error.
        #[serde(rename = "fit_error")]
        is_fit_error: bool,
        /// The rows that rejected the pod on at least one node.
        rows: Vec<RowId>,
    },
}

/// The results of the `PostFilter` plugins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PostFilterRecord {
    /// The rows that ran, with their messages; the message is empty if the plugin made room.
    pub rows: Vec<(RowId, Str)>,
    /// The plugins' part of the attempt's message.
    pub message: Str,
}

/// Where a cycle records its attempt. A cycle is generic over it, so that [`Silent`] costs nothing.
pub trait Recorder {
    /// Whether anything is recorded. Evidence is computed only if this is true.
    const RECORDS: bool;
    /// Returns the record to fill; `None` if nothing is recorded.
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
    /// Creates the record of a node with one pass of the filters, in which these rows failed.
    #[must_use]
    pub fn new(node: NodeIx, failed: Vec<(RowId, Failure)>) -> Self {
        Self { node, failed, nominated: Vec::new(), pass: 1, outside_node_set: None, extender_rejection: None }
    }

    /// Whether the node is feasible.
    #[must_use]
    pub fn is_feasible(&self) -> bool {
        self.passes_filters() && self.extender_rejection.is_none()
    }

    /// Whether the filters admitted the node, whatever extenders do with it.
    #[must_use]
    pub fn passes_filters(&self) -> bool {
        self.failed.is_empty() && self.outside_node_set.is_none()
    }

    /// Returns the first filter that rejects the node.
    #[must_use]
    pub fn refusing_row(&self) -> Option<&RowId> {
        self.failed.first().map(|(row, _)| row)
    }

    /// Whether the filters ran a second time, without the nominated pods.
    #[must_use]
    pub fn has_second_pass(&self) -> bool {
        self.pass == 2 && !self.nominated.is_empty()
    }

    /// Returns the verdict of filters and extenders.
    ///
    /// # Errors
    /// The reasons why the node is not feasible.
    pub fn verdict(&self) -> Verdict {
        self.extender_rejection.clone().map_or_else(|| self.filter_verdict(), Err)
    }

    /// Returns the verdict of the filters.
    ///
    /// # Errors
    /// The reasons of all failed rows, with the most severe code.
    pub fn filter_verdict(&self) -> Verdict {
        let mut result = self.outside_node_set.clone().map_or(Ok(()), Err);
        for (_, failure) in &self.failed {
            super::add_failure(&mut result, Err(failure.clone()));
        }
        result
    }
}

impl Attempt {
    /// Returns the index of the request in which an extender rejected the node, with the failure. Only the last request
    /// about the node among the first `request_count` counts.
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
    /// Returns how devices were searched on a node, if recorded.
    #[must_use]
    pub fn device_search(&self, node: NodeIx) -> Option<&DeviceSearch> {
        self.searches.iter().find(|search| search.node == node)
    }
}

impl ScoreRecord {
    /// Returns the request to the extender whose scores a row holds; `None` if the row is a plugin's.
    #[must_use]
    pub fn extender_of_row(&self, row: usize) -> Option<&ExtenderRecord> {
        let plugin_rows = self.rows.len().checked_sub(self.extenders.len())?;
        self.extenders.get(row.checked_sub(plugin_rows)?)
    }
}

/// Returns the failure of a node that `PreFilter` plugins excluded, so that no filter ran on it.
#[must_use]
pub fn outside_node_set_failure(plugins: Vec<Str>) -> Failure {
    Failure { code: Code::UnschedulableAndUnresolvable, reasons: vec![Reason::OutsideNodeSet { plugins }] }
}

/// How one of the nodes with the best total is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostChoice {
    /// At random.
    #[default]
    Drawn,
    /// The one on top of a binary heap of the feasible nodes, in which nodes are swapped only for a higher total.
    /// Nothing is random, unless there are extenders (`Profile::host_choice`).
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
            is_bare: false,
        };
        let trouble = ExtenderAnswer::Failed { text: "500".into(), is_ignored: true };
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

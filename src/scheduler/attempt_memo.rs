//! Caches rejections of pods between their attempts.
//!
//! In a long run, pods for which no node is feasible are retried whenever anything changes. Nearly all nodes are then
//! unchanged since the last attempt, and most rejections depend on pod and node alone. With the memo, filters run only
//! on the other nodes; `PostFilter` and the message are those of any attempt. It is used where a copy of a run is
//! followed, and does not change the result (`cached_rejections_do_not_change_answers` in `tests/engine`).

use std::rc::Rc;

use api::PodSpec;
use runlog::{Code, Failure, FailureCount, NodeIx, RowId, Silent};

use super::{
    context::Context,
    cycle::{ScheduleResult, fail_with_codes},
    framework::{Chooser, FailedRows, Filters, JudgeFork, merge_failures},
};
use crate::cluster::{NodeInfo, PodInfo, PodSums};

/// Filters whose verdict depends only on the pod and the node with its pods.
const LOCAL_FILTERS: [&str; 8] = [
    "NodeUnschedulable",
    "NodeName",
    "TaintToleration",
    "NodeAffinity",
    "NodePorts",
    "NodeResourcesFit",
    "CheckNodeUnschedulable",
    "GeneralPredicates",
];

/// Maximum number of cached rejections of all pods, of one byte each.
const MAX_REJECTIONS: usize = 8_000_000;

/// Maximum number of differently worded failures of one pod.
const MAX_CLASSES: usize = 64;

/// A cache of failed attempts.
pub trait AttemptMemo {
    /// Returns the result of an attempt if it fails in the same way as an earlier one.
    fn recall(&mut self, context: &Context<'_>, chooser: &mut dyn Chooser) -> Option<ScheduleResult>;

    /// Caches the result of an attempt.
    fn note(&mut self, context: &Context<'_>, result: &ScheduleResult);
}

/// Failures of nodes that have the same code and row, and read alike.
struct RejectionClass {
    row: RowId,
    failure: Failure,
    /// Number of nodes that reject the pod in this way.
    nodes: usize,
}

/// The rejections of equal pods by all nodes.
struct KnownRejections {
    spec: PodSpec,
    sums: PodSums,
    /// The number of the last change of a node that the rejections take into account.
    last_change: u64,
    /// By node in the order of the snapshot: the index of its class.
    class_of: Vec<u8>,
    classes: Vec<RejectionClass>,
}

/// The nodes as of the last attempt, and when each of them changed.
#[derive(Default)]
struct NodeChanges {
    nodes: Vec<Rc<NodeInfo>>,
    /// By node: the number of its last change.
    changed_at: Vec<u64>,
    last_change: u64,
}

impl NodeChanges {
    /// Finds the nodes that have changed. Returns `false` if their number has changed; then all count as changed.
    fn update(&mut self, nodes: &[Rc<NodeInfo>]) -> bool {
        self.last_change += 1;
        if nodes.len() != self.nodes.len() {
            self.nodes = nodes.to_vec();
            self.changed_at = vec![self.last_change; nodes.len()];
            return false;
        }
        for (ix, node) in nodes.iter().enumerate() {
            if !Rc::ptr_eq(node, &self.nodes[ix]) {
                self.nodes[ix] = Rc::clone(node);
                self.changed_at[ix] = self.last_change;
            }
        }
        true
    }
}

/// Caches rejections by `LOCAL_FILTERS`.
#[derive(Default)]
pub struct RejectionMemo {
    changes: NodeChanges,
    entries: Vec<KnownRejections>,
}

impl RejectionMemo {
    /// Finds the changed nodes.
    fn update_nodes(&mut self, context: &Context<'_>) {
        if !self.changes.update(context.snapshot.nodes()) {
            self.entries.clear();
        }
    }

    fn find(&self, context: &Context<'_>) -> Option<usize> {
        let pod = context.pod;
        self.entries.iter().position(|entry| entry.sums == *pod.sums() && is_same_spec(&entry.spec, pod))
    }
}

impl AttemptMemo for RejectionMemo {
    fn recall(&mut self, context: &Context<'_>, chooser: &mut dyn Chooser) -> Option<ScheduleResult> {
        if !is_plain(context) {
            return None;
        }
        self.update_nodes(context);
        let at = self.find(context)?;
        let filters = context.profile.prepare(&context.cycle_ctx()).ok().filter(|filters| filters.is_plain())?;
        let entry = &mut self.entries[at];
        if !entry.update(context, &filters, &self.changes) {
            self.entries.remove(at);
            return None;
        }
        let classes = || entry.classes.iter().filter(|class| class.nodes > 0);
        let is_failing = |id: &&RowId| classes().any(|class| class.row == **id);
        let rows = context.profile.filters.iter().map(|row| &row.id).filter(is_failing).cloned().collect();
        let failures: Vec<FailureCount<'_>> =
            classes().map(|class| FailureCount { failure: &class.failure, nodes: class.nodes }).collect();
        let code_of = |class: &u8| Some(entry.classes[usize::from(*class)].failure.code);
        let codes: Vec<Option<Code>> = entry.class_of.iter().map(code_of).collect();
        Some(fail_with_codes(context, &filters, &codes, &failures, rows, chooser, &mut Silent))
    }

    fn note(&mut self, context: &Context<'_>, result: &ScheduleResult) {
        let ScheduleResult::Failed(failure) = result else { return };
        if !failure.is_fit_error || !is_plain(context) {
            return;
        }
        self.update_nodes(context);
        let node_count = context.snapshot.nodes().len();
        if self.find(context).is_some() || node_count == 0 {
            return;
        }
        let Ok(filters) = context.profile.prepare(&context.cycle_ctx()) else { return };
        if !filters.is_plain() {
            return;
        }
        let mut entry = KnownRejections {
            spec: context.pod.pod.spec.clone(),
            sums: *context.pod.sums(),
            last_change: self.changes.last_change,
            class_of: Vec::with_capacity(node_count),
            classes: Vec::new(),
        };
        for ix in 0..node_count {
            let Some(class) = entry.judge(context, &filters, ix) else { return };
            entry.classes[usize::from(class)].nodes += 1;
            entry.class_of.push(class);
        }
        self.entries.push(entry);
        while self.entries.len() > 1 && self.entries.len().saturating_mul(node_count) > MAX_REJECTIONS {
            self.entries.remove(0);
        }
    }
}

impl KnownRejections {
    /// Runs the filters on changed nodes. Returns whether all nodes still reject the pod, as far as the memo can know.
    fn update(&mut self, context: &Context<'_>, filters: &Filters<'_>, changes: &NodeChanges) -> bool {
        if context.order.is_some_and(|order| order.len() != self.class_of.len()) {
            return false;
        }
        for ix in 0..self.class_of.len() {
            if changes.changed_at[ix] > self.last_change {
                let Some(class) = self.judge(context, filters, ix) else { return false };
                let before = std::mem::replace(&mut self.class_of[ix], class);
                self.classes[usize::from(before)].nodes -= 1;
                self.classes[usize::from(class)].nodes += 1;
            }
        }
        self.last_change = changes.last_change;
        true
    }

    /// Returns the class of a node's rejection of the pod, if that depends on the two alone.
    fn judge(&mut self, context: &Context<'_>, filters: &Filters<'_>, ix: NodeIx) -> Option<u8> {
        let node = &context.snapshot.nodes()[ix];
        let failed_rows: FailedRows = filters.judge_node(ix, node, &JudgeFork::default());
        let [(row, _)] = failed_rows.as_slice() else { return None };
        let row = row.clone();
        let rows = context.profile.filters.iter().map(|row| &row.id);
        if !rows.take_while(|id| **id != row).chain([&row]).all(|id| LOCAL_FILTERS.contains(&id.as_str())) {
            return None;
        }
        // A filter that fails with an error ends the cycle.
        let failure = merge_failures(failed_rows).filter(|failure| failure.code != Code::Error)?;
        let wording = context.profile.wording;
        let reads_alike = |class: &RejectionClass| {
            let (known, new) = (&class.failure, &failure);
            class.row == row
                && known.code == new.code
                && known.reasons.len() == new.reasons.len()
                && known.reasons.iter().zip(&new.reasons).all(|(a, b)| wording.has_same_text(a, b))
        };
        let class = self.classes.iter().position(reads_alike).unwrap_or_else(|| {
            self.classes.push(RejectionClass { row, failure, nodes: 0 });
            self.classes.len() - 1
        });
        u8::try_from(class).ok().filter(|_| class < MAX_CLASSES)
    }
}

fn is_same_spec(spec: &PodSpec, pod: &PodInfo) -> bool {
    *spec == pod.pod.spec
}

/// Whether the attempt depends on filters only: no extenders, nominations and claims.
fn is_plain(context: &Context<'_>) -> bool {
    context.profile.extenders.is_none()
        && context.nominator.is_empty()
        && context.nominated_node.is_none()
        && context.objects.claims.is_none()
}

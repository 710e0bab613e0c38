//! Caches rejections of pods between their attempts.
//!
//! In a long run, pods for which no node is feasible are retried whenever anything changes. Nearly all nodes are then
//! unchanged since the last attempt, and most rejections depend on pod and node alone. With the memo, filters run only
//! on the other nodes; `PostFilter` and the message are those of any attempt. It is used where a copy of a run is
//! followed, and does not change the result (`cached_rejections_do_not_change_answers` in `tests/engine`).

use std::rc::Rc;

use api::PodSpec;
use runlog::{Code, Failure, NodeIx, RowId, Silent};

use super::{
    context::Context,
    cycle::{ScheduleResult, fail_with_statuses},
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

/// Maximum number of cached rejections of all pods.
const MAX_REJECTIONS: usize = 200_000;

/// Maximum number of differently worded failures of one pod.
const MAX_CLASSES: usize = 64;

/// A cache of failed attempts.
pub trait AttemptMemo {
    /// Returns the result of an attempt if it fails in the same way as an earlier one.
    fn recall(&mut self, context: &Context<'_>, chooser: &mut dyn Chooser) -> Option<ScheduleResult>;

    /// Caches the result of an attempt.
    fn note(&mut self, context: &Context<'_>, result: &ScheduleResult);
}

/// Why a node rejects a pod.
struct Rejection {
    /// The node's state when it rejected the pod.
    node: Rc<NodeInfo>,
    row: RowId,
    /// Index into `classes` of a failure with the same wording.
    class: usize,
}

/// The rejections of equal pods by all nodes.
struct KnownRejections {
    spec: PodSpec,
    sums: PodSums,
    /// By node, in the order of the snapshot.
    rejections: Vec<Rejection>,
    /// Number of nodes that each row rejects.
    rows: Vec<(RowId, usize)>,
    /// The failure of each node, as `PostFilter` gets it.
    statuses: Vec<Option<Failure>>,
    /// One failure for each wording.
    classes: Vec<Failure>,
}

/// Caches rejections by `LOCAL_FILTERS`.
#[derive(Default)]
pub struct RejectionMemo {
    entries: Vec<KnownRejections>,
}

impl RejectionMemo {
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
        let at = self.find(context)?;
        let filters = context.profile.prepare(&context.cycle_ctx()).ok().filter(|filters| filters.is_plain())?;
        let entry = &mut self.entries[at];
        if !entry.update(context, &filters) {
            self.entries.remove(at);
            return None;
        }
        let is_failing = |id: &&RowId| entry.rows.iter().any(|(row, nodes)| row == *id && *nodes > 0);
        let rows = context.profile.filters.iter().map(|row| &row.id).filter(is_failing).cloned().collect();
        let failures: Vec<&Failure> =
            entry.rejections.iter().map(|rejection| &entry.classes[rejection.class]).collect();
        Some(fail_with_statuses(context, &filters, &entry.statuses, &failures, rows, chooser, &mut Silent))
    }

    fn note(&mut self, context: &Context<'_>, result: &ScheduleResult) {
        let ScheduleResult::Failed(failure) = result else { return };
        if !failure.is_fit_error || !is_plain(context) || self.find(context).is_some() {
            return;
        }
        let node_count = context.snapshot.nodes().len();
        let Ok(filters) = context.profile.prepare(&context.cycle_ctx()) else { return };
        if !filters.is_plain() {
            return;
        }
        let (spec, sums) = (context.pod.pod.spec.clone(), *context.pod.sums());
        let (rejections, statuses) = (Vec::with_capacity(node_count), Vec::with_capacity(node_count));
        let mut entry = KnownRejections { spec, sums, rejections, rows: Vec::new(), statuses, classes: Vec::new() };
        for ix in 0..node_count {
            let Some((rejection, status)) = entry.judge(context, &filters, ix) else { return };
            *entry.count_of(&rejection.row) += 1;
            entry.rejections.push(rejection);
            entry.statuses.push(Some(status));
        }
        self.entries.push(entry);
        while self.entries.len() > 1 && self.entries.len() * node_count > MAX_REJECTIONS {
            self.entries.remove(0);
        }
    }
}

impl KnownRejections {
    /// Runs the filters on changed nodes. Returns whether all nodes still reject the pod, as far as the memo can know.
    fn update(&mut self, context: &Context<'_>, filters: &Filters<'_>) -> bool {
        let nodes = context.snapshot.nodes();
        if nodes.len() != self.rejections.len() || context.order.is_some_and(|order| order.len() != nodes.len()) {
            return false;
        }
        for (ix, node) in nodes.iter().enumerate() {
            if Rc::ptr_eq(node, &self.rejections[ix].node) {
                continue;
            }
            match self.judge(context, filters, ix) {
                Some((rejection, status)) => {
                    *self.count_of(&rejection.row) += 1;
                    let before = std::mem::replace(&mut self.rejections[ix], rejection);
                    *self.count_of(&before.row) -= 1;
                    self.statuses[ix] = Some(status);
                }
                None => return false,
            }
        }
        true
    }

    /// Returns why a node rejects the pod, if that depends on the two alone.
    fn judge(&mut self, context: &Context<'_>, filters: &Filters<'_>, ix: NodeIx) -> Option<(Rejection, Failure)> {
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
        let reads_alike = |class: &Failure| {
            class.reasons.len() == failure.reasons.len()
                && class.reasons.iter().zip(&failure.reasons).all(|(a, b)| wording.has_same_text(a, b))
        };
        let class = self.classes.iter().position(reads_alike).unwrap_or_else(|| {
            self.classes.push(failure.clone());
            self.classes.len() - 1
        });
        (self.classes.len() <= MAX_CLASSES).then(|| (Rejection { node: Rc::clone(node), row, class }, failure))
    }

    fn count_of(&mut self, row: &RowId) -> &mut usize {
        let at = self.rows.iter().position(|(other, _)| other == row).unwrap_or_else(|| {
            self.rows.push((row.clone(), 0));
            self.rows.len() - 1
        });
        &mut self.rows[at].1
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

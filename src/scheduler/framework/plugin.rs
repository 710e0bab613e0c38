//! The extension points of the scheduling cycle as traits.
//!
//! A plugin is prepared once a cycle and returns an object that is then called node by node. Its fields are what
//! upstream keeps in a string-keyed `CycleState`.

use std::rc::Rc;

use api::Str;
use runlog::{Code, DeviceSearch, Evidence, Failure, NodeIx, PluginId, Reason, RowId, Verdict};

use super::ClusterEvent;
use crate::cluster::{NodeInfo, NodeState, Objects, PlainRequest, PlainScore, PodInfo, Snapshot};

/// What a plugin can access in a cycle.
#[derive(Clone, Copy)]
pub struct CycleCtx<'c> {
    /// The pod that is being scheduled.
    pub pod: &'c PodInfo,
    /// The nodes with their pods.
    pub snapshot: &'c Snapshot,
    /// Other objects, such as services, namespaces and storage.
    pub objects: &'c Objects,
    /// The order in which the cycle visits the nodes; `None` for the snapshot's order.
    pub order: Option<&'c [NodeIx]>,
}

impl<'c> CycleCtx<'c> {
    /// Returns the nodes in the cycle's order.
    pub fn nodes(&self) -> impl Iterator<Item = &'c NodeInfo> + use<'c> {
        let (nodes, order) = (self.snapshot.nodes(), self.order);
        let count = order.map_or(nodes.len(), <[_]>::len);
        (0..count).map(move |at| &*nodes[order.map_or(at, |order| order[at])])
    }
}

/// `PreFilter` and `Filter`: decides whether a pod can run on a node. In v1.16 a predicate with its metadata.
pub trait Filter {
    /// `PreFilter`: evaluates pod and cluster once per cycle.
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c>;

    /// `Filter` if a configuration disables the plugin's `PreFilter`: most plugins then miss its state, which ends the
    /// cycle with an error. Others compute it themselves. `None` admits every node.
    fn prepare_without_pre_filter<'c>(&'c self, cycle: &CycleCtx<'c>) -> Option<Box<dyn Judge<'c> + 'c>> {
        match self.prepare(cycle) {
            PreFilterOutcome::Skip => None,
            PreFilterOutcome::Reject(failure) => Some(Box::new(SameVerdictJudge(failure))),
            PreFilterOutcome::Error(text) => Some(Box::new(SameVerdictJudge(Failure::error(text)))),
            PreFilterOutcome::Judge(judge) | PreFilterOutcome::JudgeWithin(_, judge) => Some(judge),
        }
    }

    /// Whether the event may help a pod that this plugin rejected; `None` if the plugin is not registered for such
    /// events. Not used by early releases. Upstream: `EventsToRegister` with its `QueueingHintFn`.
    fn queueing_hint(&self, cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        let _ = (cycle, cluster_event);
        None
    }
}

/// A judge that rejects every node with the same failure.
pub struct SameVerdictJudge(pub Failure);

impl SameVerdictJudge {
    /// Returns a judge that fails because the state that `PreFilter` stores under `key` is missing.
    #[must_use]
    pub fn state_missing<'c>(key: &'static str) -> Option<Box<dyn Judge<'c> + 'c>> {
        Some(Box::new(Self(Failure { code: Code::Error, reasons: vec![Reason::StateMissing { key: key.into() }] })))
    }
}

impl Judge<'_> for SameVerdictJudge {
    fn judge(&self, _: NodeIx, _: &NodeState) -> Verdict {
        Err(self.0.clone())
    }

    fn is_node_only(&self) -> bool {
        true
    }
}

/// The result of `PreFilter`.
pub enum PreFilterOutcome<'c> {
    /// The plugin does not concern this pod and is skipped in this cycle.
    Skip,
    /// No node is feasible.
    Reject(Failure),
    /// The cycle ends in an error, with upstream's message.
    Error(Str),
    /// The judge decides for each node.
    Judge(Box<dyn Judge<'c> + 'c>),
    /// Only the nodes with these names can be feasible; the judge decides for each of them.
    JudgeWithin(Vec<Str>, Box<dyn Judge<'c> + 'c>),
}

/// `Filter` for a prepared pod, and `PreFilterExtensions` for dry runs.
pub trait Judge<'c> {
    /// Decides whether the pod can run on this node.
    ///
    /// # Errors
    /// The reasons against it.
    fn judge(&self, node_ix: NodeIx, node: &NodeState) -> Verdict;

    /// Whether [`Judge::judge`] succeeds, without building reasons.
    fn admits(&self, node_ix: NodeIx, node: &NodeState) -> bool {
        self.judge(node_ix, node).is_ok()
    }

    /// Returns which of the judge's possible reasons and codes apply to a node that it rejects, a bit for each: the
    /// failures of two nodes with the same flags differ at most in amounts. `None` if that cannot be said without the
    /// reasons, or if the judge fails with an error.
    fn reason_flags(&self, node_ix: NodeIx, node: &NodeState) -> Option<u64> {
        let _ = (node_ix, node);
        None
    }

    /// Returns the details of the device search on a node; `None` for judges without one.
    fn search(&self, node_ix: NodeIx, node: &NodeState) -> Option<DeviceSearch> {
        let _ = (node_ix, node);
        None
    }

    /// Whether the verdict depends only on the node object, so that it stays the same when pods are added or removed.
    fn is_node_only(&self) -> bool {
        false
    }

    /// Returns the amounts that the pod needs, if the judge compares nothing else: then it admits the nodes that have
    /// room for them.
    fn plain_request(&self) -> Option<PlainRequest> {
        None
    }

    /// Whether every node of the cycle passes, even if pods are added or removed, so that a search over thousands of
    /// nodes can skip the judge.
    fn admits_every_node(&self) -> bool {
        false
    }

    /// `AddPod`: updates the judge's state as if `pod` were on `node`, whose sums already include it. If
    /// `is_nominated`, the pod is only nominated to the node, not bound to it.
    fn pod_added(&mut self, pod: &PodInfo, node_ix: NodeIx, node: &NodeState, is_nominated: bool) {
        let _ = (pod, node_ix, node, is_nominated);
    }

    /// `RemovePod`: updates the judge's state as if `pod` were not on `node`, whose sums no longer include it.
    fn pod_removed(&mut self, pod: &PodInfo, node_ix: NodeIx, node: &NodeState) {
        let _ = (pod, node_ix, node);
    }

    /// Whether adding or removing any of these pods changes the judge's own state (other than the [`NodeState`]).
    fn is_affected_by(&self, pods: &[&Rc<PodInfo>]) -> bool {
        let _ = pods;
        false
    }

    /// Returns a copy for dry runs; `None` for a judge that does not depend on pods and can be shared.
    fn fork(&self) -> Option<Box<dyn Judge<'c> + 'c>> {
        None
    }
}

/// `PreScore`, `Score` and `NormalizeScore`: rates the feasible nodes. In v1.16 a priority function.
pub trait Score {
    /// `PreScore`: evaluates pod, cluster and feasible nodes once per cycle. `None` skips the plugin in this cycle.
    ///
    /// # Errors
    /// Upstream's message of an error that ends the cycle.
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>, feasible: &'c [NodeIx])
    -> Result<Option<Box<dyn Scorer + 'c>>, Str>;

    /// `Score` if a configuration disables the plugin's `PreScore`.
    ///
    /// # Errors
    /// The key of the missing `PreScore` state, if the plugin needs it.
    fn prepare_without_pre_score<'c>(
        &'c self,
        cycle: &CycleCtx<'c>,
        feasible: &'c [NodeIx],
    ) -> Result<Option<Box<dyn Scorer + 'c>>, ScoreError> {
        self.prepare(cycle, feasible).map_err(ScoreError::Error)
    }
}

/// Why a plugin cannot score without its `PreScore`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoreError {
    /// The state that `PreScore` stores under this key is missing.
    Missing(&'static str),
    /// Another error, with upstream's message.
    Error(Str),
}

/// `Score` and `NormalizeScore` for a prepared pod.
pub trait Scorer {
    /// Returns the raw score of a feasible node.
    fn score(&self, node_ix: NodeIx, node: &NodeInfo) -> i64;

    /// Returns the raw score of every feasible node, if all have the same; then [`normalize`](Self::normalize) may be
    /// called with one score for all.
    fn constant_score(&self) -> Option<i64> {
        None
    }

    /// Returns the amounts that decide the score, if nothing else does and [`normalize`](Self::normalize) keeps it.
    fn plain_score(&self) -> Option<PlainScore> {
        None
    }

    /// Normalizes raw scores, in the order of the feasible nodes, to 0 to 100 (v1.16: 0 to 10). By default it keeps
    /// them.
    fn normalize(&self, scores: &mut [i64]) {
        let _ = scores;
    }

    /// Returns the components of [`Scorer::score`]: `explain(n).total() == score(n)`.
    fn explain(&self, node_ix: NodeIx, node: &NodeInfo) -> Evidence;
}

/// Scores every node 0: used for a plugin that does not concern the pod but cannot be skipped.
pub struct ZeroScorer;

impl Scorer for ZeroScorer {
    fn score(&self, _: NodeIx, _: &NodeInfo) -> i64 {
        0
    }

    fn constant_score(&self) -> Option<i64> {
        Some(0)
    }

    fn explain(&self, _: NodeIx, _: &NodeInfo) -> Evidence {
        Evidence::Sum(Vec::new())
    }
}

/// A row of a profile: a filter, or several filters that act as one.
pub struct FilterRow {
    pub id: RowId,
    pub plugin: PluginId,
    /// The filters of the row, usually one. All of them are called, and their reasons are collected.
    pub parts: Vec<(PluginId, Box<dyn Filter>)>,
    /// Which of its extension points are enabled.
    pub enabled: EnabledPoints,
}

/// Which extension points a configuration enables for a plugin that has both `PreFilter` and `Filter`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnabledPoints {
    /// Both, or `Filter` if the plugin has no `PreFilter`.
    #[default]
    Both,
    PreFilterOnly,
    FilterOnly,
}

/// A row of a profile at an extension point after the filters.
pub struct PointRow<P: ?Sized> {
    pub id: RowId,
    pub plugin: PluginId,
    pub implementation: Box<P>,
}

impl<P: ?Sized> PointRow<P> {
    #[must_use]
    pub fn new(plugin: PluginId, name: &str, implementation: Box<P>) -> Self {
        Self { id: name.into(), plugin, implementation }
    }
}

/// A row of a profile: a score and its weight.
pub struct ScoreRow {
    pub id: RowId,
    pub plugin: PluginId,
    /// The factor by which its normalized score is multiplied.
    pub weight: i64,
    pub score: Box<dyn Score>,
    /// Whether its `PreScore` is enabled.
    pub runs_pre_score: bool,
}
impl FilterRow {
    /// Creates a row with one filter.
    #[must_use]
    pub fn from_filter(plugin: PluginId, name: &str, filter: impl Filter + 'static) -> Self {
        Self { id: name.into(), plugin, parts: vec![(plugin, Box::new(filter))], enabled: EnabledPoints::Both }
    }
}

impl ScoreRow {
    #[must_use]
    pub fn new(plugin: PluginId, name: &str, weight: i64, score: impl Score + 'static) -> Self {
        Self { id: name.into(), plugin, weight, score: Box::new(score), runs_pre_score: true }
    }
}

//! The extension points as traits.
//!
//! A plugin is prepared once a cycle and gives back an object that then answers node by node. What upstream keeps in
//! a string-keyed `CycleState` is the fields of that object.

use std::rc::Rc;

use api::Str;
use runlog::{Code, DeviceSearch, Evidence, Failure, NodeIx, PluginId, Reason, RowId, Verdict};

use super::ClusterEvent;
use crate::cluster::{NodeInfo, NodeState, Objects, PodInfo, Snapshot};

/// What a plugin may look at.
#[derive(Clone, Copy)]
pub struct CycleCtx<'c> {
    /// The pod that looks for a place.
    pub pod: &'c PodInfo,
    /// Nodes and the pods on them.
    pub snapshot: &'c Snapshot,
    /// Services, namespaces, …
    pub objects: &'c Objects,
    /// The order in which the cycle goes through the nodes, if not the snapshot's.
    pub order: Option<&'c [NodeIx]>,
}

impl<'c> CycleCtx<'c> {
    /// The nodes in the cycle's order.
    pub fn nodes(&self) -> impl Iterator<Item = &'c NodeInfo> + use<'c> {
        let (nodes, order) = (self.snapshot.nodes(), self.order);
        let count = order.map_or(nodes.len(), <[_]>::len);
        (0..count).map(move |at| &*nodes[order.map_or(at, |order| order[at])])
    }
}

/// `PreFilter` and `Filter`: says whether the pod may go to a node. In v1.16 a predicate with its metadata.
pub trait Filter {
    /// `PreFilter`: looks at pod and cluster once.
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c>;

    /// `Filter` where a configuration leaves the plugin's `PreFilter` out: most plugins then miss what it would have kept, which
    /// ends the cycle in an error. Others find it themselves. `None` lets every node pass.
    fn prepare_without_pre_filter<'c>(&'c self, cycle: &CycleCtx<'c>) -> Option<Box<dyn Judge<'c> + 'c>> {
        match self.prepare(cycle) {
            PreFilterOutcome::Skip => None,
            PreFilterOutcome::Reject(failure) => Some(Box::new(SameVerdictJudge(failure))),
            PreFilterOutcome::Error(text) => Some(Box::new(SameVerdictJudge(Failure::error(text)))),
            PreFilterOutcome::Judge(judge) | PreFilterOutcome::JudgeWithin(_, judge) => Some(judge),
        }
    }

    /// `EventsToRegister` with its `QueueingHintFn`: whether the event may help a pod that this plugin rejected. `None`
    /// where the plugin does not hear of events of that kind. Early releases do not ask.
    fn queueing_hint(&self, cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        let _ = (cycle, cluster_event);
        None
    }
}

/// A judge that says the same of every node.
pub struct SameVerdictJudge(pub Failure);

impl SameVerdictJudge {
    /// What `PreFilter` would have kept under this key is not there.
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

/// What comes out of `PreFilter`.
pub enum PreFilterOutcome<'c> {
    /// The plugin has nothing to say about this pod; it is left out for the rest of the cycle.
    Skip,
    /// No node will do.
    Reject(Failure),
    /// The cycle ends in an error, with upstream's text.
    Error(Str),
    /// Ask me about each node.
    Judge(Box<dyn Judge<'c> + 'c>),
    /// Only these nodes (by name) can do; ask me about each of them.
    JudgeWithin(Vec<Str>, Box<dyn Judge<'c> + 'c>),
}

/// `Filter`, and `PreFilterExtensions` for what-if questions.
pub trait Judge<'c> {
    /// Whether the pod may go to this node.
    ///
    /// # Errors
    /// Why not.
    fn judge(&self, node_ix: NodeIx, node: &NodeState) -> Verdict;

    /// Whether there is no failure. The same answer as [`Judge::judge`], for those who need no reasons.
    fn admits(&self, node_ix: NodeIx, node: &NodeState) -> bool {
        self.judge(node_ix, node).is_ok()
    }

    /// How devices are looked for on a node, for those who look at it; nothing of a judge that looks for none.
    fn search(&self, node_ix: NodeIx, node: &NodeState) -> Option<DeviceSearch> {
        let _ = (node_ix, node);
        None
    }

    /// Whether the verdict depends only on the node itself, so that it stays the same when pods come and go there.
    fn is_node_only(&self) -> bool {
        false
    }

    /// Whether every node of the cycle passes, whatever pods come or go. A search over thousands of nodes then leaves the judge out.
    fn admits_every_node(&self) -> bool {
        false
    }

    /// `AddPod`: pretends that `pod` were on `node` (which counts it already). `nominated` pods are not bound there.
    fn pod_added(&mut self, pod: &PodInfo, node_ix: NodeIx, node: &NodeState, nominated: bool) {
        let _ = (pod, node_ix, node, nominated);
    }

    /// `RemovePod`: pretends that `pod` were not on `node` (which does not count it any more).
    fn pod_removed(&mut self, pod: &PodInfo, node_ix: NodeIx, node: &NodeState) {
        let _ = (pod, node_ix, node);
    }

    /// Whether the coming or going of any of these pods changes what the judge keeps (beyond the [`NodeState`], which
    /// counts for itself).
    fn is_affected_by(&self, pods: &[&Rc<PodInfo>]) -> bool {
        let _ = pods;
        false
    }

    /// A copy for dry runs with pods that change the verdict; a judge that depends on no pod is shared.
    fn fork(&self) -> Option<Box<dyn Judge<'c> + 'c>> {
        None
    }
}

/// `PreScore`, `Score`, `NormalizeScore`: says how good a feasible node is. In v1.16 a priority function.
pub trait Score {
    /// `PreScore`: looks at pod, cluster and feasible nodes once. `None` leaves the plugin out of this cycle.
    ///
    /// # Errors
    /// Upstream's text of an error that ends the cycle.
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>, feasible: &'c [NodeIx])
    -> Result<Option<Box<dyn Scorer + 'c>>, Str>;

    /// `Score` where a configuration leaves the plugin's `PreScore` out.
    ///
    /// # Errors
    /// The key of what `PreScore` would have kept, if the plugin cannot do without.
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
    /// What `PreScore` would have kept under this key is not there.
    Missing(&'static str),
    /// Upstream's text of another error.
    Error(Str),
}

/// `Score` and `NormalizeScore`.
pub trait Scorer {
    /// The raw score of the feasible node at `ix`.
    fn score(&self, node_ix: NodeIx, node: &NodeInfo) -> i64;

    /// The raw score of every feasible node, if all have the same; then [`normalize`](Self::normalize) may get one score for all.
    fn constant_score(&self) -> Option<i64> {
        None
    }

    /// Turns raw scores, in the order of the feasible nodes, into 0 to 100 (v1.16: 0 to 10).
    fn normalize(&self, scores: &mut [i64]) {
        let _ = scores;
    }

    /// The arithmetic behind [`Scorer::score`]: `explain(n).total() == score(n)`.
    fn explain(&self, node_ix: NodeIx, node: &NodeInfo) -> Evidence;
}

/// A scorer that gives every node 0: of a plugin that has nothing to say about the pod and nothing that leaves it out.
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

/// A row of a profile: a filter, or several that answer as one and collect all reasons.
pub struct FilterRow {
    pub id: RowId,
    pub plugin: PluginId,
    /// The parts, usually one. Of several, all are asked and their reasons are collected.
    pub parts: Vec<(PluginId, Box<dyn Filter>)>,
    /// Which of its points are enabled.
    pub enabled: EnabledPoints,
}

/// Which of its two points a configuration enables of a plugin that extends both: `PreFilter` and `Filter`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnabledPoints {
    /// Both, or the plugin extends `Filter` alone.
    #[default]
    Both,
    /// `PreFilter` alone.
    PreFilterOnly,
    /// `Filter` alone.
    FilterOnly,
}

/// A row of a profile at a point after the filters: a plugin and its identity.
pub struct PointRow<P: ?Sized> {
    pub id: RowId,
    pub plugin: PluginId,
    /// What it does.
    pub implementation: Box<P>,
}

impl<P: ?Sized> PointRow<P> {
    /// A row.
    #[must_use]
    pub fn new(plugin: PluginId, name: &str, implementation: Box<P>) -> Self {
        Self { id: name.into(), plugin, implementation }
    }
}

/// A row of a profile: a score and its weight.
pub struct ScoreRow {
    pub id: RowId,
    pub plugin: PluginId,
    /// What its normalized score is multiplied with.
    pub weight: i64,
    /// The plugin.
    pub score: Box<dyn Score>,
    /// Whether its `PreScore` runs, if it has one.
    pub runs_pre_score: bool,
}
impl FilterRow {
    /// A row of one filter.
    #[must_use]
    pub fn from_filter(plugin: PluginId, name: &str, filter: impl Filter + 'static) -> Self {
        Self { id: name.into(), plugin, parts: vec![(plugin, Box::new(filter))], enabled: EnabledPoints::Both }
    }
}

impl ScoreRow {
    /// A row of one score.
    #[must_use]
    pub fn new(plugin: PluginId, name: &str, weight: i64, score: impl Score + 'static) -> Self {
        Self { id: name.into(), plugin, weight, score: Box::new(score), runs_pre_score: true }
    }
}

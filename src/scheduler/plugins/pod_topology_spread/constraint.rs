//! A constraint as it counts: which pods it selects, and on which nodes.

use std::rc::Rc;

use api::{
    InclusionPolicy, LabelSelector, Labels, Pod, RequiredNodeAffinity, Str, TopologySpreadConstraint,
    UnsatisfiableAction, find_untolerated_taint,
};
use runlog::NodeIx;

use crate::cluster::{NodeState, Snapshot, TopologyDomains};

/// Which nodes and pods are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountingRule {
    /// Domains are those of the nodes that the pod's node selector and affinity allow. The filter then counts the pods on
    /// *every* node of these domains, the score those on allowed nodes.
    AllowedDomains,
    /// Each constraint says whether node affinity (yes, unless said otherwise) and taints (no, unless said otherwise)
    /// exclude nodes; `minDomains` and `matchLabelKeys` are honored. A selector `{}` counts no pods, although it does
    /// match the incoming pod: a bug of upstream's, in `countPodsMatchSelector`. Test: `counts_and_skew`.
    Policies,
}

pub(super) const HOSTNAME: &str = "kubernetes.io/hostname";
pub(super) const ZONE: &str = "topology.kubernetes.io/zone";
pub(super) const HARD: UnsatisfiableAction = UnsatisfiableAction::DoNotSchedule;
pub(super) const SOFT: UnsatisfiableAction = UnsatisfiableAction::ScheduleAnyway;

/// A constraint, ready to count with.
pub(super) struct SpreadConstraint<'c> {
    pub key: Str,
    pub max_skew: i64,
    /// Fewer domains than this count as a minimum of 0.
    pub min_domains: i64,
    pub selection: PodSelection<'c>,
    pub(crate) honours_affinity: bool,
    pub(crate) honours_taints: bool,
    /// A selection that demands nothing counts nothing.
    pub(crate) empty_counts_none: bool,
}

/// Pods that several demands select together.
#[derive(Clone, Default)]
pub(super) struct PodSelection<'c> {
    pub selectors: Vec<&'c LabelSelector>,
    pub labels: Vec<(&'c Str, &'c Str)>,
    /// Selects no pod at all.
    pub selects_nothing: bool,
}

impl PodSelection<'_> {
    pub(super) fn is_empty(&self) -> bool {
        !self.selects_nothing && self.labels.is_empty() && self.selectors.iter().all(|selector| selector.is_empty())
    }

    pub(super) fn matches(&self, labels: &Labels) -> bool {
        !self.selects_nothing
            && self.labels.iter().all(|(key, value)| labels.get(key) == Some(value))
            && self.selectors.iter().all(|selector| selector.matches(labels))
    }
}

impl<'c> SpreadConstraint<'c> {
    pub(super) fn new(spec: &TopologySpreadConstraint, selection: PodSelection<'c>, counting: CountingRule) -> Self {
        let policies = counting == CountingRule::Policies;
        Self {
            key: spec.topology_key.clone(),
            max_skew: i64::from(spec.max_skew),
            min_domains: if policies { i64::from(spec.min_domains.unwrap_or(1)) } else { 0 },
            selection,
            honours_affinity: !policies
                || spec.node_affinity_policy.as_ref().is_none_or(|policy| *policy == InclusionPolicy::Honor),
            honours_taints: policies && spec.node_taints_policy == Some(InclusionPolicy::Honor),
            empty_counts_none: policies,
        }
    }

    /// Whether there can be nodes whose pods are not counted, so that each has to be asked.
    pub(super) fn excludes_nodes(&self, affinity: &RequiredNodeAffinity) -> bool {
        self.honours_taints || self.honours_affinity && !affinity.is_unrestricted()
    }

    /// Whether pods on this node are counted.
    pub(super) fn is_node_included(&self, pod: &Pod, affinity: &RequiredNodeAffinity, node: &NodeState) -> bool {
        let tolerates =
            || !node.tainted || find_untolerated_taint(&node.node.spec.taints, &pod.spec.tolerations).is_none();
        (!self.honours_affinity || affinity.matches(&node.node)) && (!self.honours_taints || tolerates())
    }

    /// Visits the nodes with pods that count, and how many these are.
    pub(super) fn visit_counts(&self, snapshot: &Snapshot, namespace: &Str, mut visit: impl FnMut(NodeIx, i64)) {
        if self.selection.selects_nothing || self.empty_counts_none && self.selection.is_empty() {
            return;
        }
        for pods in snapshot.pods_in_namespace(namespace) {
            if self.selection.matches(pods.example().labels()) {
                for on_node in pods.by_node() {
                    visit(on_node.node_ix, i64::from(on_node.active));
                }
            }
        }
    }
}

/// The topology domains of some constraints, in their order.
pub(super) struct ConstraintDomains(pub Vec<Rc<TopologyDomains>>);

impl ConstraintDomains {
    pub(super) fn new(snapshot: &Snapshot, constraints: &[SpreadConstraint<'_>]) -> Self {
        Self(constraints.iter().map(|constraint| snapshot.topology_domains(&constraint.key)).collect())
    }

    /// Whether a node has the topology keys of all constraints.
    pub(super) fn has_all_keys(&self, node_ix: NodeIx) -> bool {
        self.0.iter().all(|domains| domains.of_node(node_ix).is_some())
    }
}

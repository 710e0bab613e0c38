//! A prepared topology spread constraint: which pods it counts, and on which nodes.

use std::rc::Rc;

use api::{
    InclusionPolicy, LabelSelector, Labels, Pod, RequiredNodeAffinity, Str, TopologySpreadConstraint,
    UnsatisfiableAction, find_untolerated_taint,
};
use runlog::NodeIx;

use crate::cluster::{NodeState, Snapshot, TopologyDomains};

/// Which nodes and pods a constraint counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountingRule {
    /// The domains are those of the nodes that the pod's node selector and affinity admit. The filter counts the pods
    /// on *every* node of these domains, the score only those on admitted nodes.
    AllowedDomains,
    /// `nodeAffinityPolicy` (default: Honor) and `nodeTaintsPolicy` (default: Ignore) of each constraint determine
    /// which nodes are excluded; `minDomains` and `matchLabelKeys` are honored. A selector `{}` counts no pods,
    /// although it does match the incoming pod: an upstream bug in `countPodsMatchSelector`. Test: `counts_and_skew`.
    Policies,
}

pub(super) const HOSTNAME: &str = "kubernetes.io/hostname";
pub(super) const ZONE: &str = "topology.kubernetes.io/zone";
pub(super) const HARD: UnsatisfiableAction = UnsatisfiableAction::DoNotSchedule;
pub(super) const SOFT: UnsatisfiableAction = UnsatisfiableAction::ScheduleAnyway;

/// A constraint with its defaults resolved for a release and a pod.
pub(super) struct SpreadConstraint<'c> {
    pub key: Str,
    pub max_skew: i64,
    /// If there are fewer domains than this, the global minimum is 0.
    pub min_domains: i64,
    pub selection: PodSelection<'c>,
    pub(crate) honors_affinity: bool,
    pub(crate) honors_taints: bool,
    /// Whether an empty selection counts no pods instead of all.
    pub(crate) empty_counts_none: bool,
}

/// A conjunction of selectors and labels that selects pods.
#[derive(Clone, Default)]
pub(super) struct PodSelection<'c> {
    pub selectors: Vec<&'c LabelSelector>,
    pub labels: Vec<(&'c Str, &'c Str)>,
    /// Whether it selects no pod at all.
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
            honors_affinity: !policies
                || spec.node_affinity_policy.as_ref().is_none_or(|policy| *policy == InclusionPolicy::Honor),
            honors_taints: policies && spec.node_taints_policy == Some(InclusionPolicy::Honor),
            empty_counts_none: policies,
        }
    }

    /// Whether pods on some nodes may not count, so that [`is_node_included`](Self::is_node_included) has to be called
    /// for each node.
    pub(super) fn excludes_nodes(&self, affinity: &RequiredNodeAffinity) -> bool {
        self.honors_taints || self.honors_affinity && !affinity.is_unrestricted()
    }

    /// Whether pods on this node count.
    pub(super) fn is_node_included(&self, pod: &Pod, affinity: &RequiredNodeAffinity, node: &NodeState) -> bool {
        let tolerates =
            || !node.is_tainted || find_untolerated_taint(&node.node.spec.taints, &pod.spec.tolerations).is_none();
        (!self.honors_affinity || affinity.matches(&node.node)) && (!self.honors_taints || tolerates())
    }

    /// Calls `visit` for each node with pods that count, and their number.
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

/// The topology domains of each constraint, in the order of the constraints.
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

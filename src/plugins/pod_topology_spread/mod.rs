//! `PodTopologySpread`: keeps the numbers of like pods in topology domains close together.
//!
//! A constraint names a *topology key* (nodes with the same value of that label are one domain), a selector for the pods
//! to be counted (in the pod's own namespace, terminating ones left out), and `maxSkew`, how far counts may differ. With
//! `whenUnsatisfiable: DoNotSchedule` it is a demand on the node (the filter), with `ScheduleAnyway` a preference (the
//! score). A pod without constraints gets defaults: those of the system are preferences about host names and zones, with
//! a selector put together from the services and workloads that the pod belongs to.
//!
//! Upstream: `podtopologyspread.Filter` and `Score`. v1.16 has it behind a feature gate that is off.

mod defaults;
mod filter;
mod ln;
mod score;

use crate::api::{LabelSelector, Labels, Pod, RequiredNodeAffinity, Str, TopologySpreadConstraint, untolerated};
use crate::cluster::{NodeInfo, NodeState, PodInfo};
use crate::framework::Cycle;

/// The plugin.
#[derive(Clone, Debug)]
pub struct PodTopologySpread {
    /// Constraints of pods that have none.
    pub defaults: Defaults,
    /// Which services and workloads a default constraint takes its selector from.
    pub owners: Owners,
    /// Which nodes and pods are counted.
    pub counting: Counting,
    /// Under the system's defaults, nodes without one of the keys take part in the score.
    pub lenient_defaults: bool,
    /// The score is rounded instead of cut down to an integer.
    pub rounds: bool,
    /// A pod without constraints leaves the plugin out; otherwise every node passes and scores the maximum.
    pub skips: bool,
    /// Nominated pods count like bound ones where an event may help a pod that was rejected.
    pub hears_nominated: bool,
}

/// Constraints of pods that have none.
#[derive(Clone, Debug, PartialEq)]
pub enum Defaults {
    /// `ScheduleAnyway` over host names (`maxSkew` 3) and zones (`maxSkew` 5).
    System,
    /// `defaultConstraints` of the scheduler's configuration.
    List(Vec<TopologySpreadConstraint>),
}

/// Where default constraints take their selector from, beside the services that select the pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owners {
    /// All replication controllers, replica sets and stateful sets that select the pod.
    Selecting,
    /// The one that controls the pod.
    Controller,
}

/// Which nodes and pods are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Domains are those of the nodes that the pod's node selector and affinity allow. The filter then counts the pods on
    /// *every* node of these domains, the score those on allowed nodes.
    AllowedDomains,
    /// Each constraint says whether node affinity (yes, unless said otherwise) and taints (no, unless said otherwise)
    /// exclude nodes; `minDomains` and `matchLabelKeys` are honoured. A selector `{}` counts no pods, although it does
    /// match the incoming pod.
    Policies,
}

const HOSTNAME: &str = "kubernetes.io/hostname";
const ZONE: &str = "topology.kubernetes.io/zone";

/// A constraint, ready to count with.
struct Constraint<'c> {
    key: Str,
    max_skew: i64,
    /// Fewer domains than this count as a minimum of 0.
    min_domains: i64,
    selection: Selection<'c>,
    honours_affinity: bool,
    honours_taints: bool,
    /// A selection that demands nothing counts nothing.
    empty_counts_none: bool,
}

/// Pods that several demands select together.
#[derive(Clone, Default)]
struct Selection<'c> {
    selectors: Vec<&'c LabelSelector>,
    labels: Vec<(&'c Str, &'c Str)>,
    /// Selects no pod at all.
    nothing: bool,
}

impl Selection<'_> {
    fn is_empty(&self) -> bool {
        !self.nothing && self.labels.is_empty() && self.selectors.iter().all(|selector| selector.is_empty())
    }

    fn matches(&self, labels: &Labels) -> bool {
        !self.nothing
            && self.labels.iter().all(|(key, value)| labels.get(key) == Some(value))
            && self.selectors.iter().all(|selector| selector.matches(labels))
    }
}

impl<'c> Constraint<'c> {
    fn new(spec: &TopologySpreadConstraint, selection: Selection<'c>, counting: Counting) -> Self {
        let policies = counting == Counting::Policies;
        Self {
            key: spec.topology_key.clone(),
            max_skew: i64::from(spec.max_skew),
            min_domains: if policies { i64::from(spec.min_domains.unwrap_or(1)) } else { 0 },
            selection,
            honours_affinity: !policies || spec.node_affinity_policy.as_ref().is_none_or(|policy| policy == "Honor"),
            honours_taints: policies && spec.node_taints_policy.as_ref().is_some_and(|policy| policy == "Honor"),
            empty_counts_none: policies,
        }
    }

    /// Whether pods on this node are counted.
    fn includes(&self, pod: &Pod, affinity: &RequiredNodeAffinity, node: &NodeState) -> bool {
        let tolerates = || untolerated(&node.node.spec.taints, &pod.spec.tolerations).is_none();
        (!self.honours_affinity || affinity.allows(&node.node)) && (!self.honours_taints || tolerates())
    }

    /// Pods on the node that count.
    fn count(&self, namespace: &Str, node: &NodeInfo) -> i64 {
        if self.selection.nothing || self.empty_counts_none && self.selection.is_empty() {
            return 0;
        }
        let counts = |pod: &PodInfo| {
            pod.namespace() == namespace && !pod.pod.is_terminating() && self.selection.matches(pod.labels())
        };
        i64::try_from(node.pods().iter().filter(|pod| counts(pod)).count()).unwrap_or(i64::MAX)
    }
}

fn has_all_keys(node: &NodeState, constraints: &[Constraint]) -> bool {
    constraints.iter().all(|constraint| node.labels().contains(&constraint.key))
}

impl PodTopologySpread {
    /// The pod's constraints of this kind (`whenUnsatisfiable`), or the defaults if it has none of any kind.
    fn constraints<'c>(&'c self, cycle: &Cycle<'c>, kind: &str) -> Vec<Constraint<'c>> {
        let own = &cycle.pod.pod.spec.topology_spread_constraints;
        let of_kind = |constraint: &&TopologySpreadConstraint| constraint.when_unsatisfiable == kind;
        if !own.is_empty() {
            let ready = |spec| Constraint::new(spec, self.selection(spec, cycle.pod), self.counting);
            return own.iter().filter(of_kind).map(ready).collect();
        }
        let system;
        let defaults = match &self.defaults {
            Defaults::System if kind == SOFT => {
                system = system_defaults();
                &system[..]
            }
            Defaults::System => &[],
            Defaults::List(list) => &list[..],
        };
        let mut defaults = defaults.iter().filter(of_kind).peekable();
        if defaults.peek().is_none() {
            return Vec::new();
        }
        let selection = defaults::selection(cycle, self.owners);
        if selection.is_empty() {
            return Vec::new();
        }
        defaults.map(|spec| Constraint::new(spec, selection.clone(), self.counting)).collect()
    }

    fn selection<'c>(&self, spec: &'c TopologySpreadConstraint, pod: &'c PodInfo) -> Selection<'c> {
        let keys = if self.counting == Counting::Policies { &spec.match_label_keys[..] } else { &[] };
        Selection {
            selectors: spec.label_selector.iter().collect(),
            labels: keys.iter().filter_map(|key| Some((key, pod.labels().get(key)?))).collect(),
            nothing: spec.label_selector.is_none(),
        }
    }
}

const HARD: &str = "DoNotSchedule";
const SOFT: &str = "ScheduleAnyway";

fn system_defaults() -> [TopologySpreadConstraint; 2] {
    [(HOSTNAME, 3), (ZONE, 5)].map(|(key, max_skew)| TopologySpreadConstraint {
        max_skew,
        topology_key: key.into(),
        when_unsatisfiable: SOFT.into(),
        ..TopologySpreadConstraint::default()
    })
}

#[cfg(test)]
const EARLY: PodTopologySpread = PodTopologySpread {
    defaults: Defaults::System,
    owners: Owners::Selecting,
    counting: Counting::AllowedDomains,
    lenient_defaults: false,
    rounds: false,
    skips: false,
    hears_nominated: false,
};

#[cfg(test)]
const LATEST: PodTopologySpread = PodTopologySpread {
    defaults: Defaults::System,
    owners: Owners::Controller,
    counting: Counting::Policies,
    lenient_defaults: true,
    rounds: true,
    skips: true,
    hears_nominated: false,
};

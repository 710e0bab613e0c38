//! `PodTopologySpread`: keeps the numbers of like pods in topology domains close together.
//!
//! A constraint names a *topology key* (nodes with the same value of that label are one domain), a selector for the pods
//! to be counted (in the pod's own namespace, terminating ones left out), and `maxSkew`, how far counts may differ. With
//! `whenUnsatisfiable: DoNotSchedule` it is a demand on the node (the filter), with `ScheduleAnyway` a preference (the
//! score). A pod without constraints gets defaults: those of the system are preferences about host names and zones, with
//! a selector put together from the services and workloads that the pod belongs to.
//!
//! Upstream: `podtopologyspread.Filter` and `Score`. v1.16 has it behind a feature gate that is off.

mod constraint;
mod defaults;
mod filter;
mod ln;
mod score;

use api::{TopologySpreadConstraint, UnsatisfiableAction};
pub use constraint::CountingRule;
use constraint::{PodSelection, SOFT, SpreadConstraint};
use defaults::system_defaults;
pub use defaults::{DefaultConstraints, SelectorSources};

use crate::{cluster::PodInfo, framework::CycleCtx};

/// The plugin.
#[derive(Clone, Debug)]
pub struct PodTopologySpread {
    /// Constraints of pods that have none.
    pub defaults: DefaultConstraints,
    /// Which services and workloads a default constraint takes its selector from.
    pub owners: SelectorSources,
    /// Which nodes and pods are counted.
    pub counting: CountingRule,
    /// Under the system's defaults, nodes without one of the keys take part in the score.
    pub lenient_defaults: bool,
    /// The score is rounded instead of cut down to an integer.
    pub rounds: bool,
    /// A pod without constraints leaves the plugin out; otherwise every node passes and scores the maximum.
    pub can_skip: bool,
    /// Nominated pods count like bound ones where an event may help a pod that was rejected.
    pub hints_count_nominated: bool,
}

impl PodTopologySpread {
    /// The pod's constraints of this kind (`whenUnsatisfiable`), or the defaults if it has none of any kind.
    fn constraints<'c>(&'c self, cycle: &CycleCtx<'c>, kind: &UnsatisfiableAction) -> Vec<SpreadConstraint<'c>> {
        let constraints = &cycle.pod.pod.spec.topology_spread_constraints;
        let of_kind = |constraint: &&TopologySpreadConstraint| constraint.when_unsatisfiable == *kind;
        if !constraints.is_empty() {
            let ready = |spec| SpreadConstraint::new(spec, self.selection(spec, cycle.pod), self.counting);
            return constraints.iter().filter(of_kind).map(ready).collect();
        }
        let system;
        let defaults = match &self.defaults {
            DefaultConstraints::System if *kind == SOFT => {
                system = system_defaults();
                &system[..]
            }
            DefaultConstraints::System => &[],
            DefaultConstraints::List(list) => &list[..],
        };
        let mut defaults = defaults.iter().filter(of_kind).peekable();
        if defaults.peek().is_none() {
            return Vec::new();
        }
        let selection = defaults::default_selection(cycle, self.owners);
        if selection.is_empty() {
            return Vec::new();
        }
        defaults.map(|spec| SpreadConstraint::new(spec, selection.clone(), self.counting)).collect()
    }

    fn selection<'c>(&self, spec: &'c TopologySpreadConstraint, pod: &'c PodInfo) -> PodSelection<'c> {
        let keys = if self.counting == CountingRule::Policies { &spec.match_label_keys[..] } else { &[] };
        PodSelection {
            selectors: spec.label_selector.iter().collect(),
            labels: keys.iter().filter_map(|key| Some((key, pod.labels().get(key)?))).collect(),
            selects_nothing: spec.label_selector.is_none(),
        }
    }
}

#[cfg(test)]
const EARLY: PodTopologySpread = PodTopologySpread {
    defaults: DefaultConstraints::System,
    owners: SelectorSources::Selecting,
    counting: CountingRule::AllowedDomains,
    lenient_defaults: false,
    rounds: false,
    can_skip: false,
    hints_count_nominated: false,
};

#[cfg(test)]
const LATEST: PodTopologySpread = PodTopologySpread {
    defaults: DefaultConstraints::System,
    owners: SelectorSources::Controller,
    counting: CountingRule::Policies,
    lenient_defaults: true,
    rounds: true,
    can_skip: true,
    hints_count_nominated: false,
};

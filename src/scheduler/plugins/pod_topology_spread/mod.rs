//! `PodTopologySpread`: spreads matching pods evenly over topology domains.
//!
//! A constraint names a *topology key* (nodes with the same value of that label form one domain), a selector for the
//! pods to be counted (in the pod's own namespace, except terminating ones), and `maxSkew`, by how much the counts may
//! differ. With `whenUnsatisfiable: DoNotSchedule` it is a requirement (the filter), with `ScheduleAnyway` a preference
//! (the score). A pod without constraints gets default ones: those of the system are preferences for host names and
//! zones, with a selector derived from the services and workloads that the pod belongs to.
//!
//! Upstream: `podtopologyspread.Filter` and `Score`. In v1.16 its feature gate is off.

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

#[derive(Clone, Debug)]
pub struct PodTopologySpread {
    /// The constraints of pods that define none.
    pub defaults: DefaultConstraints,
    /// Which workloads contribute to the selector of default constraints.
    pub selector_sources: SelectorSources,
    /// Which nodes and pods are counted.
    pub counting: CountingRule,
    /// Whether nodes that lack one of the keys are still scored under the system's default constraints.
    pub scores_nodes_without_default_keys: bool,
    /// Whether the score is rounded instead of truncated.
    pub rounds_score: bool,
    /// Whether a pod without constraints skips the plugin; otherwise every node passes and scores the maximum.
    pub can_skip: bool,
    /// Whether queueing hints treat nominated pods like bound ones.
    pub hints_count_nominated: bool,
}

impl PodTopologySpread {
    /// Returns the pod's constraints of this kind (`whenUnsatisfiable`), or the default ones if it has none of any
    /// kind.
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
        let selection = defaults::default_selection(cycle, self.selector_sources);
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
    selector_sources: SelectorSources::Selecting,
    counting: CountingRule::AllowedDomains,
    scores_nodes_without_default_keys: false,
    rounds_score: false,
    can_skip: false,
    hints_count_nominated: false,
};

#[cfg(test)]
const LATEST: PodTopologySpread = PodTopologySpread {
    defaults: DefaultConstraints::System,
    selector_sources: SelectorSources::Controller,
    counting: CountingRule::Policies,
    scores_nodes_without_default_keys: true,
    rounds_score: true,
    can_skip: true,
    hints_count_nominated: false,
};

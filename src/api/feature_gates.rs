//! The feature gates that are modeled, with their dependencies.

use crate::Str;

/// The state of each gate. Which gates a release has, and their defaults, are in `releases::feature_gates`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeatureGates {
    /// `GenericWorkload`: pods can belong to pod groups, and a group is scheduled in one cycle.
    pub generic_workload: bool,
    /// `GangScheduling`: a minimum number of a group's pods is scheduled together, or none.
    pub gang_scheduling: bool,
    /// `WorkloadAwarePreemption`: preemption makes room for a whole group.
    pub workload_aware_preemption: bool,
    /// `TopologyAwareWorkloadScheduling`: the pods of a group stay in one topology domain.
    pub topology_aware_workload_scheduling: bool,
    /// `WorkloadWithJob`: the Job controller creates pod groups.
    pub workload_with_job: bool,
}

/// The names of the gates, each with the gates that it depends on.
pub const FEATURE_GATES: [(&str, &[&str]); 5] = [
    ("GenericWorkload", &[]),
    ("GangScheduling", &["GenericWorkload"]),
    ("WorkloadAwarePreemption", &["GangScheduling"]),
    ("TopologyAwareWorkloadScheduling", &["GenericWorkload"]),
    ("WorkloadWithJob", &["GenericWorkload"]),
];

impl FeatureGates {
    /// The gate with this name, if it is modeled.
    pub fn gate_mut(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "GenericWorkload" => &mut self.generic_workload,
            "GangScheduling" => &mut self.gang_scheduling,
            "WorkloadAwarePreemption" => &mut self.workload_aware_preemption,
            "TopologyAwareWorkloadScheduling" => &mut self.topology_aware_workload_scheduling,
            "WorkloadWithJob" => &mut self.workload_with_job,
            _ => return None,
        })
    }

    fn is_on(mut self, name: &str) -> bool {
        self.gate_mut(name).is_some_and(|gate| *gate)
    }

    /// The error about the first enabled gate with a disabled dependency, in upstream's words.
    #[must_use]
    pub fn missing_dependency(self) -> Option<Str> {
        FEATURE_GATES.iter().filter(|(name, _)| self.is_on(name)).find_map(|(name, needs)| {
            let missing: Vec<&str> = needs.iter().filter(|name| !self.is_on(name)).copied().collect();
            let text = || {
                let missing = missing.join(" ");
                format!("{name} is enabled, but depends on features that are disabled: [{missing}]")
            };
            (!missing.is_empty()).then(|| text().into())
        })
    }
}

//! Feature gates of a cluster: those that change what is played here, and what each of them needs.

use crate::Str;

/// Which feature gates are on. Which of them a release has, and what is on by default, says `releases::feature_gates`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeatureGates {
    /// `GenericWorkload`: pods belong to groups, and a group is scheduled in one cycle.
    pub generic_workload: bool,
    /// `GangScheduling`: so many pods of a group start together, or none.
    pub gang_scheduling: bool,
    /// `WorkloadAwarePreemption`: room is made for a group as a whole.
    pub workload_aware_preemption: bool,
    /// `TopologyAwareWorkloadScheduling`: the pods of a group stay in one domain of a topology.
    pub topology_aware_workload_scheduling: bool,
    /// `WorkloadWithJob`: the Job controller makes groups.
    pub workload_with_job: bool,
}

/// The names of the gates, each with those that it needs.
pub const FEATURE_GATES: [(&str, &[&str]); 5] = [
    ("GenericWorkload", &[]),
    ("GangScheduling", &["GenericWorkload"]),
    ("WorkloadAwarePreemption", &["GangScheduling"]),
    ("TopologyAwareWorkloadScheduling", &["GenericWorkload"]),
    ("WorkloadWithJob", &["GenericWorkload"]),
];

impl FeatureGates {
    /// The gate of this name, if it is one of these.
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

    /// A gate that is on without one that it needs, in upstream's words.
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

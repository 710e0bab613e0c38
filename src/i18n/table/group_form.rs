//! Texts of pod groups in the builder: actions, the outcome in the run, and feature gates.

use api::Millis;

use crate::{format_clock, languages::Speaker, messages::group_form as messages, table::grammar::Grammar};

message_struct! {
    /// Labels of views about pod groups in the builder.
    pub struct GroupFormLabels from group_form;
}

/// Sentences about pod groups in the builder.
pub trait GroupFormSentences: Grammar {
    /// The fixed labels.
    fn group_form_labels(&self) -> &'static GroupFormLabels {
        GroupFormLabels::of(self)
    }

    /// The effect of a feature gate; empty for one that is not modeled.
    fn gate_hint(&self, gate: &str) -> &'static str {
        let labels = GroupFormLabels::of(self);
        match gate {
            "GenericWorkload" => labels.generic_workload,
            "GangScheduling" => labels.gang_scheduling,
            "WorkloadAwarePreemption" => labels.workload_aware_preemption,
            "TopologyAwareWorkloadScheduling" => labels.topology_aware_workload_scheduling,
            "WorkloadWithJob" => labels.workload_with_job,
            _ => "",
        }
    }

    /// Gates that an object needs and that are off.
    fn gates_off(&self, gates: &[&str]) -> String {
        let names = gates.join(", ");
        messages::GatesOff { gate_count: gates.len(), names }.text(self.language())
    }

    /// Fields behind a gate.
    fn fields_behind(&self, fields: &str, gate: &str) -> String {
        messages::FieldsBehind { fields, gate }.text(self.language())
    }

    /// The release of the run has no groups.
    fn release_without_groups(&self, release: &str) -> String {
        messages::ReleaseWithoutGroups { release }.text(self.language())
    }

    /// A gang with fewer members than its minimum is not tried.
    fn gang_too_small(&self, members: usize, minimum: usize) -> String {
        messages::GangTooSmall { members, minimum }.text(self.language())
    }

    /// The run has no cycle of the group.
    fn group_not_tried(&self) -> String {
        messages::group_not_tried(self.language()).to_owned()
    }

    /// Members that fit are bound.
    fn group_fits(&self, placed: usize, members: usize, at: Millis) -> String {
        let clock = format_clock(at);
        messages::GroupFits { all_fit: placed == members, members, clock, placed }.text(self.language())
    }

    /// Pods have to be evicted before any member is bound.
    fn group_waits(&self, placed: usize, members: usize, at: Millis) -> String {
        let clock = format_clock(at);
        messages::GroupWaits { clock, placed, members }.text(self.language())
    }

    /// Too few members fit.
    fn group_does_not_fit(&self, placed: usize, members: usize, at: Millis) -> String {
        let clock = format_clock(at);
        messages::GroupDoesNotFit { placed, clock, members }.text(self.language())
    }

    /// The cycle ended with an error.
    fn group_failed(&self, at: Millis) -> String {
        let clock = format_clock(at);
        messages::GroupFailed { clock }.text(self.language())
    }
}

impl<T: Speaker> GroupFormSentences for T {}

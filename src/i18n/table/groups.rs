//! Texts about pod groups.

use api::Condition;
use runlog::{EventKind, GroupAttemptSummary, GroupPreemptionSummary, GroupStatus, PermitCode};

use crate::{
    languages::Speaker,
    messages::groups as messages,
    short_pod_name,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

/// Sentences about pod groups.
pub trait GroupSentences: Grammar {
    /// An event about a group.
    fn group_event(&self, event_kind: &EventKind) -> TitleAndText {
        match event_kind {
            EventKind::PodGroupUpdated(group) => {
                let name = &group.metadata.name;
                match (group.scheduled_condition(), group.min_count()) {
                    (Some(Condition { status, reason, message, .. }), _) if message.is_empty() => title_and_text(
                        messages::GroupEventPodGroupUpdatedTitle { reason }.text(self.language()),
                        messages::GroupEventPodGroupScheduled { name, status }.text(self.language()),
                    ),
                    (Some(condition), _) => title_and_text(
                        messages::GroupEventPodGroupUpdatedTitle { reason: &condition.reason }.text(self.language()),
                        messages::GroupEventPodGroupUpdated { name, message: &condition.message }.text(self.language()),
                    ),
                    (None, Some(min_count)) => title_and_text(
                        messages::group_event_pod_group_updated_none_title(self.language()),
                        messages::GroupEventPodGroupUpdatedNone { name, min_count }.text(self.language()),
                    ),
                    (None, None) => title_and_text(
                        messages::group_event_pod_group_updated_none_none_title(self.language()),
                        messages::GroupEventPodGroupUpdatedNoneNone { name }.text(self.language()),
                    ),
                }
            }
            EventKind::PodGroupRemoved(group) => {
                let name = short_pod_name(group);
                title_and_text(
                    messages::group_event_pod_group_removed_title(self.language()),
                    messages::GroupEventPodGroupRemoved { name }.text(self.language()),
                )
            }
            EventKind::HeldBack { pod, plugin, text } => {
                let pod = short_pod_name(pod);
                title_and_text(
                    messages::GroupEventHeldBackTitle { plugin }.text(self.language()),
                    messages::GroupEventHeldBack { plugin, pod, text }.text(self.language()),
                )
            }
            EventKind::GroupPopped { group, members, .. } => {
                let (name, count) = (short_pod_name(group), members.len());
                title_and_text(
                    messages::group_event_group_popped_title(self.language()),
                    messages::GroupEventGroupPopped { count, name }.text(self.language()),
                )
            }
            EventKind::GroupAttempted(summary) => self.group_attempted(summary),
            EventKind::GroupHeld(group) => {
                let name = short_pod_name(group);
                title_and_text(
                    messages::group_event_group_held_title(self.language()),
                    messages::GroupEventGroupHeld { name }.text(self.language()),
                )
            }
            _ => title_and_text("", String::new()),
        }
    }

    /// The outcome of a group's cycle.
    fn group_attempted(&self, summary: &GroupAttemptSummary) -> TitleAndText {
        let name = short_pod_name(&summary.group);
        let with_node = summary.members.iter().filter(|member| member.node.is_some()).count();
        let permitted = summary.members.iter().filter(|member| member.permit == Some(PermitCode::Success)).count();
        let count = summary.members.len();
        let preemption =
            summary.preemption.as_ref().map_or_else(String::new, |preemption| self.group_preemption(preemption));
        match &summary.status {
            GroupStatus::Success => title_and_text(
                messages::group_attempted_success_title(self.language()),
                messages::GroupAttemptedSuccess { with_node, count, name }.text(self.language()),
            ),
            status if summary.is_waiting => title_and_text(
                messages::group_attempted_title(self.language()),
                messages::GroupAttempted { name, preemption, message: status.message() }.text(self.language()),
            ),
            GroupStatus::Unschedulable(message) => title_and_text(
                messages::group_attempted_unschedulable_title(self.language()),
                messages::GroupAttemptedUnschedulable { with_node, count, name, permitted, message, preemption }
                    .text(self.language()),
            ),
            GroupStatus::Error(message) => title_and_text(
                messages::group_attempted_error_title(self.language()),
                messages::GroupAttemptedError { name, message }.text(self.language()),
            ),
        }
    }

    /// A pod names a group in a cluster without groups.
    fn dropped_group(&self, group: &str) -> String {
        messages::DroppedGroup { group }.text(self.language())
    }

    /// Adds to a text that the new pod names a group in a cluster without groups.
    fn with_dropped_group(&self, text: &str, group: &str) -> String {
        let sentence = self.dropped_group(group);
        messages::WithDroppedGroup { text, sentence }.text(self.language())
    }

    /// The outcome of preemption for a whole group.
    fn group_preemption(&self, summary: &GroupPreemptionSummary) -> String {
        let (units, victims) = (summary.potential.len(), summary.victims.len());
        if units == 0 {
            return String::new();
        }
        messages::GroupPreemption { units, victims }.text(self.language())
    }
}

impl<T: Speaker> GroupSentences for T {}

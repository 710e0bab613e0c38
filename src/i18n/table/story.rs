//! Texts of the story.

use runlog::{Deletion, EVENT_LIMIT, Ending, Point, StopReason};

use crate::{
    languages::Speaker,
    messages::story as messages,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

/// The texts of the story. Pods are named without the namespace `default`, times are formatted.
pub trait StorySentences: Grammar {
    fn run_start(&self, nodes: usize, pods: usize) -> TitleAndText {
        title_and_text(
            messages::run_start_title(self.language()),
            messages::RunStart { nodes, pods }.text(self.language()),
        )
    }

    /// The outcome of a run: the numbers of pods with a node, pending, preempted, and removed for other reasons.
    fn run_summary(&self, [on, pending, preempted, gone]: [usize; 4]) -> String {
        let mut counts = Vec::new();
        if on > 0 {
            counts.push(messages::SummaryOnNodes { pods: on }.text(self.language()));
        }
        if pending > 0 {
            counts.push(messages::SummaryPending { pods: pending }.text(self.language()));
        }
        if preempted > 0 {
            counts.push(messages::SummaryPreempted { pods: preempted }.text(self.language()));
        }
        if gone > 0 {
            counts.push(messages::SummaryGone { pods: gone }.text(self.language()));
        }
        messages::RunSummary { counts: counts.join(self.language().punctuation().comma) }.text(self.language())
    }

    fn node_added(&self, node: &str) -> TitleAndText {
        title_and_text(messages::node_added_title(self.language()), messages::NodeAdded { node }.text(self.language()))
    }

    fn node_updated(&self, node: &str) -> TitleAndText {
        title_and_text(
            messages::node_updated_title(self.language()),
            messages::NodeUpdated { node }.text(self.language()),
        )
    }

    fn node_changed(&self, node: &str, changes: &[&str]) -> TitleAndText {
        let changes = self.list(changes);
        title_and_text(
            messages::node_changed_title(self.language()),
            messages::NodeChanged { node, changes }.text(self.language()),
        )
    }

    fn cordon_changed(&self, is_cordoned: bool) -> &'static str {
        match is_cordoned {
            true => messages::cordon_changed_cordoned(self.language()),
            false => messages::cordon_changed_not_cordoned(self.language()),
        }
    }

    fn taint_added(&self, taint: &str) -> String {
        messages::TaintAdded { taint }.text(self.language())
    }

    fn taint_removed(&self, taint: &str) -> String {
        messages::TaintRemoved { taint }.text(self.language())
    }

    fn condition_changed(&self, condition: &str, former: Option<&str>, status: &str) -> String {
        let change = former.map_or_else(|| status.to_owned(), |former| format!("{former} → {status}"));
        messages::ConditionChanged { condition, change }.text(self.language())
    }

    fn node_labels_changed(&self) -> &'static str {
        messages::node_labels_changed(self.language())
    }

    fn node_resources_changed(&self) -> &'static str {
        messages::node_resources_changed(self.language())
    }

    fn node_removed(&self, node: &str) -> TitleAndText {
        title_and_text(
            messages::node_removed_title(self.language()),
            messages::NodeRemoved { node }.text(self.language()),
        )
    }

    fn budget_updated(&self, budget: &str, healthy: i32, desired: i32, allowed: i32) -> TitleAndText {
        let allowed = usize::try_from(allowed).unwrap_or(0);
        title_and_text(
            messages::budget_updated_title(self.language()),
            messages::BudgetUpdated { budget, healthy, desired, allowed }.text(self.language()),
        )
    }

    fn budget_removed(&self, budget: &str) -> TitleAndText {
        title_and_text(
            messages::budget_removed_title(self.language()),
            messages::BudgetRemoved { budget }.text(self.language()),
        )
    }

    fn class_removed(&self, class: &str) -> TitleAndText {
        title_and_text(
            messages::class_removed_title(self.language()),
            messages::ClassRemoved { class }.text(self.language()),
        )
    }

    fn pod_created(&self, pod: &str) -> TitleAndText {
        title_and_text(messages::pod_created_title(self.language()), messages::PodCreated { pod }.text(self.language()))
    }

    fn pod_created_on(&self, pod: &str, node: &str) -> TitleAndText {
        title_and_text(
            messages::pod_created_on_title(self.language()),
            messages::PodCreatedOn { pod, node }.text(self.language()),
        )
    }

    fn pod_created_by(&self, pod: &str, owner: &str) -> TitleAndText {
        title_and_text(
            messages::pod_created_by_title(self.language()),
            messages::PodCreatedBy { owner, pod }.text(self.language()),
        )
    }

    fn pod_updated(&self, pod: &str) -> TitleAndText {
        title_and_text(messages::pod_updated_title(self.language()), messages::PodUpdated { pod }.text(self.language()))
    }

    /// A resize of a pod is pending: `why` is the kubelet's reason.
    fn resize_pending(&self, pod: &str, is_infeasible: bool, why: &str) -> TitleAndText {
        if is_infeasible {
            title_and_text(
                messages::resize_pending_title(self.language()),
                messages::ResizePending { pod, why }.text(self.language()),
            )
        } else {
            title_and_text(
                messages::resize_pending_otherwise_title(self.language()),
                messages::ResizePendingOtherwise { pod, why }.text(self.language()),
            )
        }
    }

    fn pod_removed(&self, pod: &str) -> TitleAndText {
        title_and_text(messages::pod_removed_title(self.language()), messages::PodRemoved { pod }.text(self.language()))
    }

    fn queued_new(&self, pod: &str, queue: &str) -> TitleAndText {
        title_and_text(
            messages::QueuedNewTitle { queue }.text(self.language()),
            messages::QueuedNew { pod, queue }.text(self.language()),
        )
    }

    fn queued_unschedulable(&self, pod: &str, queue: &str, backoff: &str) -> TitleAndText {
        title_and_text(
            messages::QueuedUnschedulableTitle { queue }.text(self.language()),
            messages::QueuedUnschedulable { pod, backoff }.text(self.language()),
        )
    }

    fn queued_after_failure(&self, pod: &str, queue: &str, is_backing_off: bool, backoff: &str) -> TitleAndText {
        title_and_text(
            messages::QueuedAfterFailureTitle { queue }.text(self.language()),
            messages::QueuedAfterFailure { pod, is_backing_off, backoff }.text(self.language()),
        )
    }

    fn queued_backoff_over(&self, pod: &str, queue: &str) -> TitleAndText {
        title_and_text(
            messages::QueuedBackoffOverTitle { queue }.text(self.language()),
            messages::QueuedBackoffOver { pod }.text(self.language()),
        )
    }

    fn queued_by(&self, pod: &str, queue: &str, queue_event: &str, backoff: &str) -> TitleAndText {
        title_and_text(
            messages::QueuedByTitle { queue }.text(self.language()),
            messages::QueuedBy { queue_event, pod, backoff }.text(self.language()),
        )
    }

    /// What is left of a backoff of whole seconds that ends earlier, with a full second.
    fn shortened_backoff(&self, backoff: &str, wait: &str) -> String {
        messages::ShortenedBackoff { backoff, wait }.text(self.language())
    }

    fn remaining_backoff(&self, wait: &str) -> String {
        messages::RemainingBackoff { wait }.text(self.language())
    }

    fn pod_popped(&self, pod: &str, attempt: u32) -> TitleAndText {
        title_and_text(
            messages::pod_popped_title(self.language()),
            messages::PodPopped { pod, attempt }.text(self.language()),
        )
    }

    /// The pod is popped before its backoff ends, because the scheduler is idle.
    fn pod_popped_early(&self, pod: &str, attempt: u32, remaining_backoff: &str) -> TitleAndText {
        title_and_text(
            messages::pod_popped_early_title(self.language()),
            messages::PodPoppedEarly { pod, remaining_backoff, attempt }.text(self.language()),
        )
    }

    fn pod_nominated(&self, pod: &str, node: &str) -> TitleAndText {
        title_and_text(
            messages::pod_nominated_title(self.language()),
            messages::PodNominated { pod, node }.text(self.language()),
        )
    }

    fn node_expected(&self, pod: &str, node: &str) -> TitleAndText {
        title_and_text(
            messages::node_expected_title(self.language()),
            messages::NodeExpected { pod, node }.text(self.language()),
        )
    }

    fn nomination_cleared(&self, pod: &str) -> TitleAndText {
        title_and_text(
            messages::nomination_cleared_title(self.language()),
            messages::NominationCleared { pod }.text(self.language()),
        )
    }

    fn nomination_lost(&self, pod: &str, preemptor: &str) -> TitleAndText {
        title_and_text(
            messages::nomination_lost_title(self.language()),
            messages::NominationLost { preemptor, pod }.text(self.language()),
        )
    }

    fn pod_assumed(&self, pod: &str, node: &str) -> TitleAndText {
        title_and_text(
            messages::pod_assumed_title(self.language()),
            messages::PodAssumed { pod, node }.text(self.language()),
        )
    }

    fn pod_bound(&self, pod: &str, node: &str) -> TitleAndText {
        title_and_text(
            messages::pod_bound_title(self.language()),
            messages::PodBound { pod, node }.text(self.language()),
        )
    }

    fn binding_failed(&self, pod: &str, node: &str) -> TitleAndText {
        title_and_text(
            messages::binding_failed_title(self.language()),
            messages::BindingFailed { pod, node }.text(self.language()),
        )
    }

    fn pod_waits_in_permit(&self, pod: &str, node: &str, plugins: &[&str], at_most: &str) -> TitleAndText {
        title_and_text(
            messages::pod_waits_in_permit_title(self.language()),
            messages::PodWaitsInPermit { plugins: self.list(plugins), pod, node, at_most }.text(self.language()),
        )
    }

    fn permit_allowed(&self, pod: &str, node: &str) -> TitleAndText {
        title_and_text(
            messages::permit_allowed_title(self.language()),
            messages::PermitAllowed { pod, node }.text(self.language()),
        )
    }

    /// `PreBind` plugins prepare the node for a duration, `takes`.
    fn pod_pre_binding(&self, pod: &str, node: &str, takes: &str) -> TitleAndText {
        title_and_text(
            messages::pod_pre_binding_title(self.language()),
            messages::PodPreBinding { node, pod, takes }.text(self.language()),
        )
    }

    /// `PreBind` waits for volumes; `gives_up` is the time at which it ends with an error.
    fn binding_volumes(&self, pod: &str, claims: &[&str], gives_up: &str) -> TitleAndText {
        title_and_text(
            messages::binding_volumes_title(self.language()),
            messages::BindingVolumes { pod, claim_count: claims.len(), claims: self.list(claims), gives_up }
                .text(self.language()),
        )
    }

    fn pod_unreserved(&self, pod: &str, node: &str, at: Point) -> TitleAndText {
        title_and_text(
            messages::PodUnreservedTitle { at: format_args!("{at:?}") }.text(self.language()),
            messages::PodUnreserved { pod, node }.text(self.language()),
        )
    }

    fn containers_creating(&self, pod: &str) -> TitleAndText {
        title_and_text(
            messages::containers_creating_title(self.language()),
            messages::ContainersCreating { pod }.text(self.language()),
        )
    }

    fn pod_running(&self, pod: &str) -> TitleAndText {
        title_and_text(messages::pod_running_title(self.language()), messages::PodRunning { pod }.text(self.language()))
    }

    fn pod_failed(&self, pod: &str, reason: &str) -> TitleAndText {
        let reason = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
        title_and_text(
            messages::pod_failed_title(self.language()),
            messages::PodFailed { pod, reason }.text(self.language()),
        )
    }
    fn pod_succeeded(&self, pod: &str) -> TitleAndText {
        title_and_text(
            messages::pod_succeeded_title(self.language()),
            messages::PodSucceeded { pod }.text(self.language()),
        )
    }

    fn pod_terminating(&self, pod: &str, grace_period: &str, reason: &Deletion) -> TitleAndText {
        let cause = match reason {
            Deletion::Preempted { by } => {
                messages::PodPreempted { pod, preemptor: crate::short_pod_name(by) }.text(self.language())
            }
            Deletion::PreemptedForGroup { group } => {
                messages::PodPreemptedForGroup { pod, group: crate::short_pod_name(group) }.text(self.language())
            }
            Deletion::Deleted => messages::PodDeleted { pod }.text(self.language()),
            Deletion::ScaledDown => messages::PodScaledDown { pod }.text(self.language()),
            Deletion::Drained => messages::PodDrained { pod }.text(self.language()),
            Deletion::Evicted => messages::PodEvicted { pod }.text(self.language()),
            Deletion::Updated => messages::PodOfOlderTemplate { pod }.text(self.language()),
            Deletion::Ended => messages::PodEnded { pod }.text(self.language()),
            Deletion::Unwanted => messages::PodUnwanted { pod }.text(self.language()),
            Deletion::Collected => messages::PodCollected { pod }.text(self.language()),
            Deletion::Orphaned => messages::PodOrphaned { pod }.text(self.language()),
            Deletion::NamespaceDeleted => messages::PodNamespaceDeleted { pod }.text(self.language()),
            Deletion::DeviceTainted => messages::PodDeviceTainted { pod }.text(self.language()),
            Deletion::Tainted => messages::PodTainted { pod }.text(self.language()),
        };
        let title = match reason {
            Deletion::Preempted { .. } | Deletion::PreemptedForGroup { .. } => {
                messages::victim_terminating_title(self.language())
            }
            _ => messages::pod_terminating_title(self.language()),
        };
        title_and_text(title, messages::PodTerminating { cause, grace_period }.text(self.language()))
    }

    fn script_action(&self, action: &str, is_by_kubectl: bool) -> TitleAndText {
        let action = if is_by_kubectl { format!("kubectl {action}") } else { action.to_owned() };
        title_and_text(
            messages::script_action_title(self.language()),
            messages::ScriptAction { action: &action }.text(self.language()),
        )
    }

    /// The title is also shown above a caption, so it doesn't announce a quotation.
    fn kubectl_output(&self, output: &str) -> TitleAndText {
        title_and_text(
            messages::kubectl_output_title(self.language()),
            messages::KubectlOutput { output }.text(self.language()),
        )
    }

    fn object_changed(&self) -> TitleAndText {
        title_and_text(messages::object_changed_title(self.language()), "")
    }

    fn run_ended(&self, run_ending: Ending) -> TitleAndText {
        let reason = match run_ending {
            Ending::Quiet => messages::run_is_quiet(self.language()).to_owned(),
            Ending::Duration => messages::run_duration_over(self.language()).to_owned(),
            Ending::Stopped(StopReason::TooManyEvents) => {
                messages::TooManyEvents { limit: EVENT_LIMIT }.text(self.language())
            }
            Ending::Stopped(StopReason::EndlessRejections) => messages::endless_rejections(self.language()).to_owned(),
        };
        let title = if run_ending.is_end_of_run() {
            messages::run_ended_title(self.language())
        } else {
            messages::run_stopped_title(self.language())
        };
        title_and_text(title, reason)
    }

    fn point_description(&self, point: Point, pod: &str, node: &str) -> String {
        match point {
            Point::Reserve => messages::PointDescriptionReserve { pod, node }.text(self.language()),
            Point::Permit => messages::PointDescriptionPermit { pod }.text(self.language()),
            Point::PreBind => messages::PointDescriptionPreBind { node, pod }.text(self.language()),
            Point::Bind => messages::PointDescriptionBind { pod, node }.text(self.language()),
            _ => messages::PointDescription { pod }.text(self.language()),
        }
    }
}

impl<T: Speaker> StorySentences for T {}

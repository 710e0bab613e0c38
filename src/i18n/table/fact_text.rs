//! Texts of findings.

use api::Millis;
use protocol::{Change, Fact, GroupOutcome, HelpfulChange, PodConstraint, RunOutcome, TrialDecision};
use runlog::{Deletion, PluginId};

use crate::{
    format_amount, format_clock,
    languages::Speaker,
    messages::fact_text as messages,
    short_pod_name,
    table::{
        compare::pod_names,
        extender::ExtenderSentences,
        grammar::Grammar,
        group_facts::{GroupFactSentences, victims_leaving},
        labels::PageLabels,
        reason::{ReasonSentences, format_rule_value},
        rollout::RolloutSentences,
    },
};

/// Sentences about why a pod is where it is.
pub trait WhySentences: GroupFactSentences + RolloutSentences + ReasonSentences + ExtenderSentences {
    /// The text of a finding; `wakes` names the events that make the pod schedulable again.
    fn fact_text(&self, fact: &Fact, now: Millis, wakes: &str) -> String {
        match fact {
            Fact::CameBound(node) => messages::FactCameBound { node }.text(self.language()),
            Fact::NeverTried => messages::fact_never_tried(self.language()).into(),
            Fact::Feasible(some, looked, all) => messages::FactFeasible { some, looked, all }.text(self.language()),
            Fact::NominatedFirst(node) => messages::FactNominatedFirst { node }.text(self.language()),
            Fact::OnlyNode(node) => messages::FactOnlyNode { node }.text(self.language()),
            Fact::Best(node, total, None) => messages::FactBestNone { node, total }.text(self.language()),
            Fact::Best(node, total, Some((second, points))) => {
                messages::FactBest { node, total, second, points }.text(self.language())
            }
            Fact::Drawn(nodes) => messages::FactDrawn { nodes: pod_names(self, nodes) }.text(self.language()),
            Fact::TopOfHeap(nodes) => messages::FactTopOfHeap { nodes: pod_names(self, nodes) }.text(self.language()),
            Fact::MadeBy(plugin, points) => messages::FactMadeBy { plugin, points }.text(self.language()),
            Fact::RoomMade(node, victims) => {
                messages::FactRoomMade { node, victims: pod_names(self, victims) }.text(self.language())
            }
            Fact::IsThere(node) => messages::FactIsThere { node }.text(self.language()),
            Fact::NoSuchNode(node) => messages::FactNoSuchNode { node }.text(self.language()),
            Fact::NotLooked(node) => messages::FactNotLooked { node }.text(self.language()),
            Fact::RejectedEverywhere(plugin, failure) => {
                messages::FactRejectedEverywhere { plugin, failure: self.failure_text(failure) }.text(self.language())
            }
            Fact::Rejected(node, plugin, failure) => messages::FactRejected {
                node,
                has_plugin: !plugin.is_empty(),
                plugin,
                failure: self.failure_text(failure),
                code: self.code_text(failure.code),
            }
            .text(self.language()),
            Fact::Outscored(node, total, winner, best) => {
                messages::FactOutscored { node, total, winner, best }.text(self.language())
            }
            Fact::LostBy(plugin, points) => messages::FactLostBy { plugin, points }.text(self.language()),
            Fact::NotPotential(node) => messages::FactNotPotential { node }.text(self.language()),
            Fact::Withdrawn(extender, node) => self.extender_withdrew_candidate(extender, node),
            Fact::NotTried(node) => messages::FactNotTried { node }.text(self.language()),
            Fact::NoCandidate(node, failure) => {
                messages::FactNoCandidate { node, failure: self.failure_text(failure) }.text(self.language())
            }
            Fact::Dropped(node, rule, (value, pods), (best, others)) => {
                let (text, best) =
                    (format_rule_value(*rule, *value, *pods).0, format_rule_value(*rule, *best, *others).0);
                messages::FactDropped { node, rule: self.rule_text(*rule).0, text, best }.text(self.language())
            }
            Fact::EqualNode(node, chosen) => messages::FactEqualNode { node, chosen }.text(self.language()),
            Fact::ChosenNode(node, victims) => {
                messages::FactChosenNode { node, victims: *victims }.text(self.language())
            }
            Fact::OnlyCandidate(node) => messages::FactOnlyCandidate { node }.text(self.language()),
            Fact::DecidedBy(node, rule, of) => {
                messages::FactDecidedBy { rule: self.rule_text(*rule).0, node, of: *of }.text(self.language())
            }
            Fact::Gated => messages::fact_gated(self.language()).into(),
            Fact::InCycle => messages::fact_in_cycle(self.language()).into(),
            Fact::AttemptFailed => messages::fact_attempt_failed(self.language()).into(),
            Fact::RejectedFor { words, nodes } => {
                let names = pod_names(self, nodes);
                messages::FactRejectedFor { words, names }.text(self.language())
            }
            Fact::Message(message) => messages::FactMessage { message }.text(self.language()),
            Fact::WaitsFor(node, victims) if victims.is_empty() => {
                messages::FactWaitsForNoVictims { node }.text(self.language())
            }
            Fact::WaitsFor(node, victims) => {
                messages::FactWaitsFor { node, victims_leaving: victims_leaving(self, victims, now) }
                    .text(self.language())
            }
            Fact::Waits(queue, until) => {
                let queue = PageLabels::of(self).queue_name(*queue);
                match until.filter(|until| *until > now) {
                    Some(until) => {
                        messages::FactWaitsUntil { queue, remaining_time: format_clock(until.saturating_since(now)) }
                            .text(self.language())
                    }
                    None => messages::FactWaitsNone { queue }.text(self.language()),
                }
            }
            Fact::RejectedBy { .. } => wakes.to_owned(),
            Fact::MovedBy(by, queue, at) => {
                messages::FactMovedBy { by, queue: PageLabels::of(self).queue_name(*queue), at: format_clock(*at) }
                    .text(self.language())
            }
            Fact::TriedAgain(at) => messages::FactTriedAgain { at: format_clock(*at) }.text(self.language()),
            Fact::NeverMoved => messages::fact_never_moved(self.language()).into(),
            Fact::NotMovedUntil(at) => messages::FactNotMovedUntil { at: format_clock(*at) }.text(self.language()),
            Fact::RolloutWaits(rollout) => self.rollout(rollout, now),
            Fact::GroupWaits(group, wait) => self.group_wait(short_pod_name(group), wait, now),
            Fact::NoUnitReprieve(group, others, violates) => {
                self.unit_not_spared(short_pod_name(group), others, *violates)
            }
            Fact::PreemptedBy(by, node) => {
                messages::FactPreemptedBy { by: short_pod_name(by), node }.text(self.language())
            }
            Fact::NoReprieve(by, plugin, failure, violates) => messages::FactNoReprieve {
                preemptor: short_pod_name(by),
                plugin,
                reason: self.failure_text(failure),
                has_budgets: !violates.is_empty(),
                budgets: pod_names(self, violates),
            }
            .text(self.language()),
            Fact::Gone(reason) => deletion_text(self, reason),
            Fact::GoneUnbound => messages::fact_gone_unbound(self.language()).into(),
            Fact::Spared(by, node) => messages::FactSpared { node, by: short_pod_name(by) }.text(self.language()),
            Fact::NotLower(priority, by, other) => {
                messages::FactNotLower { priority, other, by: short_pod_name(by) }.text(self.language())
            }
            Fact::OtherNode(node, chosen) => messages::FactOtherNode { node, chosen }.text(self.language()),
        }
    }

    /// The text of a change that would help, and its outcome.
    fn helpful_change(&self, answer: &HelpfulChange) -> String {
        let effect = match &answer.decision {
            TrialDecision::Fits(node) => messages::HelpfulChangeEffectFits { node }.text(self.language()),
            TrialDecision::Preempts { node, victims } => {
                messages::HelpfulChangeEffectPreempts { victims: pod_names(self, victims), node }.text(self.language())
            }
        };
        let change = match &answer.change {
            None => messages::helpful_change_change_none(self.language()).into(),
            Some(Change::MoreRoom { node, resource, by }) => messages::HelpfulChangeChangeMoreRoom {
                by: format_amount(resource, *by),
                resource,
                name: &node.metadata.name,
            }
            .text(self.language()),
            Some(Change::SmallerRequest { resource, by, .. }) => {
                messages::HelpfulChangeChangeSmallerRequest { by: format_amount(resource, *by), resource }
                    .text(self.language())
            }
            Some(Change::NoTaint { node, key }) => {
                messages::HelpfulChangeChangeNoTaint { key, node }.text(self.language())
            }
            Some(Change::Uncordon(node)) => messages::HelpfulChangeChangeUncordon { node }.text(self.language()),
            Some(Change::NodeLabels { node, edits }) => {
                let edits: Vec<String> = edits.iter().map(ToString::to_string).collect();
                let (node, edits) = (&node.metadata.name, edits.join(" "));
                messages::HelpfulChangeChangeNodeLabels { node, edits }.text(self.language())
            }
            Some(Change::WithoutConstraint { constraint, .. }) => self.given_up_constraint(constraint),
            Some(Change::OneFewer { pod, node }) => {
                messages::HelpfulChangeChangeOneFewer { pod: short_pod_name(pod), node }.text(self.language())
            }
            Some(Change::HigherPriority(pod)) => {
                messages::HelpfulChangeChangeHigherPriority { priority: pod.priority() }.text(self.language())
            }
            Some(Change::MoreDevices { slice, like, count }) => {
                messages::HelpfulChangeChangeMoreDevices { count, like, name: &slice.metadata.name }
                    .text(self.language())
            }
            Some(Change::NoDeviceTaint { slice, device, key }) => {
                messages::HelpfulChangeChangeNoDeviceTaint { key, device, name: &slice.metadata.name }
                    .text(self.language())
            }
            Some(Change::AnotherNode(node)) => {
                messages::HelpfulChangeChangeAnotherNode { node: node.metadata.name.trim_end_matches("-copy") }
                    .text(self.language())
            }
            Some(Change::LowerMinimum { group, min_count }) => {
                messages::HelpfulChangeChangeLowerMinimum { group: short_pod_name(group), min_count }
                    .text(self.language())
            }
            Some(Change::HigherClass { group, class, value }) => {
                messages::HelpfulChangeChangeHigherClass { group: short_pod_name(group), class, value }
                    .text(self.language())
            }
            Some(Change::GatesOff) => messages::helpful_change_change_gates_off(self.language()).to_owned(),
        };
        if let (Some(group), RunOutcome::Bound { node, after }) = (answer.group, &answer.outcome) {
            return self.group_change(&change, group, node, *after);
        }

        let fits_on = answer.decision.node();
        let after = |wait: Millis| match wait.seconds() {
            0 => String::new(),
            _ => {
                messages::ChangeAfter { time: format_clock(wait.round_down_to(Millis::new(100))) }.text(self.language())
            }
        };
        match &answer.outcome {
            RunOutcome::Bound { node, after: wait } if node == fits_on => {
                messages::ChangeBinds { change: &change, effect: &effect, after: after(*wait) }.text(self.language())
            }
            RunOutcome::Bound { node, after: wait } => {
                messages::ChangeBindsElsewhere { change: &change, fits_on, node, after: after(*wait) }
                    .text(self.language())
            }
            RunOutcome::Pending { first: Some(first), .. } => {
                messages::ChangeLetsOtherFirst { change: &change, fits_on, other: short_pod_name(first) }
                    .text(self.language())
            }
            RunOutcome::Pending { first: None, is_tried: true } => {
                messages::ChangeIsTriedInVain { change: &change, fits_on }.text(self.language())
            }
            RunOutcome::Pending { first: None, is_tried: false } => {
                messages::ChangeIsNotTried { change: &change, fits_on }.text(self.language())
            }
            RunOutcome::NotSeen(time) => {
                messages::ChangeNotSeen { change: &change, fits_on, time: format_clock(*time) }.text(self.language())
            }
        }
    }

    /// The constraint that the pod would have to drop.
    fn given_up_constraint(&self, constraint: &PodConstraint) -> String {
        match constraint {
            PodConstraint::NodeSelector(key) => messages::GivenUpConstraintNodeSelector { key }.text(self.language()),
            PodConstraint::NodeAffinity => messages::given_up_constraint_node_affinity(self.language()).into(),
            PodConstraint::PodAffinity(key) => messages::GivenUpConstraintPodAffinity { key }.text(self.language()),
            PodConstraint::PodAntiAffinity(key) => {
                messages::GivenUpConstraintPodAntiAffinity { key }.text(self.language())
            }
            PodConstraint::TopologySpread(key) => {
                messages::GivenUpConstraintTopologySpread { key }.text(self.language())
            }
            PodConstraint::Label(key) => messages::GivenUpConstraintLabel { key }.text(self.language()),
        }
    }

    /// The effect of a change on a pod and its group.
    fn group_change(&self, change: &str, group: GroupOutcome, node: &str, after: Millis) -> String {
        let GroupOutcome { bound, members, is_from_start } = group;
        let clock = format_clock(after.round_down_to(Millis::new(100)));

        let when = match (is_from_start, after.seconds()) {
            (true, _) => messages::GroupChangeFromStart { clock }.text(self.language()),
            (false, 0) => String::new(),
            (false, _) => messages::GroupChangeAfter { clock }.text(self.language()),
        };
        messages::GroupChange { change, node, when, bound, members }.text(self.language())
    }

    fn wakes_on_any_change(&self, latest: &str) -> String {
        messages::WakesOnAnyChange { latest }.text(self.language())
    }

    fn wakes_after(&self, latest: &str) -> String {
        messages::WakesAfter { latest }.text(self.language())
    }

    fn wakes_on(&self, changes: &[&str], latest: &str) -> String {
        messages::WakesOn { changes: changes.join(self.language().punctuation().clause), latest }.text(self.language())
    }

    /// The events that a plugin registers for, roughly; its queueing hints have the exact conditions.
    fn plugin_wake_event(&self, plugin: PluginId) -> Option<&'static str> {
        let change = match plugin {
            PluginId::NodeResourcesFit | PluginId::GeneralPredicates => {
                messages::plugin_wake_event_change_node_resources_fit(self.language())
            }
            PluginId::NodeUnschedulable => messages::plugin_wake_event_change_node_unschedulable(self.language()),
            PluginId::NodeName => messages::plugin_wake_event_change_node_name(self.language()),
            PluginId::TaintToleration => messages::plugin_wake_event_change_taint_toleration(self.language()),
            PluginId::NodeAffinity => messages::plugin_wake_event_change_node_affinity(self.language()),
            PluginId::NodePorts => messages::plugin_wake_event_change_node_ports(self.language()),
            PluginId::InterPodAffinity => messages::plugin_wake_event_change_inter_pod_affinity(self.language()),
            PluginId::PodTopologySpread => messages::plugin_wake_event_change_pod_topology_spread(self.language()),
            _ => return None,
        };
        Some(change)
    }
}

impl<T: Speaker> WhySentences for T {}

fn deletion_text(lang: &(impl Grammar + ?Sized), reason: &Deletion) -> String {
    match reason {
        Deletion::Preempted { by } => messages::DeletionPreempted { by: short_pod_name(by) }.text(lang.language()),
        Deletion::PreemptedForGroup { group } => {
            messages::DeletionPreemptedForGroup { group: short_pod_name(group) }.text(lang.language())
        }
        Deletion::Deleted => messages::deletion_deleted(lang.language()).into(),
        Deletion::ScaledDown => messages::deletion_scaled_down(lang.language()).into(),
        Deletion::Updated => messages::deletion_updated(lang.language()).into(),
        Deletion::Ended => messages::deletion_ended(lang.language()).into(),
        Deletion::Unwanted => messages::deletion_unwanted(lang.language()).into(),
        Deletion::Drained => messages::deletion_drained(lang.language()).into(),
        Deletion::Evicted => messages::deletion_evicted(lang.language()).into(),
        Deletion::Collected => messages::deletion_collected(lang.language()).into(),
        Deletion::NamespaceDeleted => messages::deletion_namespace_deleted(lang.language()).into(),
        Deletion::DeviceTainted => messages::deletion_device_tainted(lang.language()).into(),
        Deletion::Orphaned => messages::deletion_orphaned(lang.language()).into(),
        Deletion::Tainted => messages::deletion_tainted(lang.language()).into(),
    }
}

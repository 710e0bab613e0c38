//! The context of a moment: the node or pod of its step or event, the resource that heights show, and the pending victims.

use std::rc::Rc;

use api::{Millis, NamespacedName, Pod, Set, Str, Table, resources::Resource};
use runlog::{Attempt, AttemptEnd, AttemptSummary, EventKind, Failure, PluginRow, Reason};
use trace::{
    Frame, Trace,
    ruling::Ruling,
    steps::{Moment, Step},
    volumes,
};

use crate::{group_model::GroupScene, queue_model::QueueScene};

/// The input for a picture.
pub struct MomentCtx<'a> {
    /// The cluster at the moment.
    pub frame: &'a Frame,
    /// The last event.
    pub event: Option<&'a EventKind>,
    /// The step within the event.
    pub step: Step,
    /// The attempt of the step, or else the last one before.
    pub attempt: Option<&'a Rc<Attempt>>,
    /// The resource that the user chose for heights.
    pub chosen_resource: Option<&'a Str>,
    /// The filters of the attempt's profile, in order of execution.
    pub filters: &'a [PluginRow],
    /// Victims of preemption that still exist, each with its preemptor.
    pub pending_victims: Table<NamespacedName, NamespacedName>,
    /// The node of a pod that the event removes.
    pub last_node: Option<Str>,
    /// Pods for which some attempt of the run finds no node, before or after the moment.
    pub failed_pods: Vec<Rc<Pod>>,
    /// The group whose cycle the moment belongs to.
    pub group: Option<GroupScene>,
    /// The queue, if the moment is about it.
    pub queue: Option<Rc<QueueScene>>,
}

/// The subject of a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MomentSubject {
    Node(Str),
    /// A pod without a node.
    Pod(NamespacedName),
    /// A PodDisruptionBudget.
    Budget(NamespacedName),
    /// The cluster as a whole.
    All,
}

impl<'a> MomentCtx<'a> {
    /// The context of a moment of a run: the cluster, and the detail of its attempt or the last one before.
    pub fn of_moment(trace: &'a Trace, frame: &'a Frame, moment: Moment, attempt: Option<&'a Rc<Attempt>>) -> Self {
        let past = &trace.events()[..moment.events.min(trace.events().len())];
        let ended_attempts = past.iter().enumerate().filter_map(|(at, event)| match &event.what {
            EventKind::Attempted(summary) => Some((at + 1, &**summary)),
            _ => None,
        });
        let profile = frame.profiles.get(attempt.map_or(0, |attempt| attempt.profile));
        Self {
            frame,
            event: past.last().map(|event| &event.what),
            step: moment.step,
            attempt,
            chosen_resource: None,
            filters: profile.map_or(&[], |profile| &profile.filters),
            pending_victims: list_pending_victims(ended_attempts, trace, frame, moment),
            last_node: node_before_exit(trace, moment.events),
            failed_pods: list_failed_pods(trace),
            group: GroupScene::at_moment(trace.events(), frame, moment),
            queue: QueueScene::at_moment(trace.events(), frame, moment, None),
        }
    }

    /// Whether the step belongs to an attempt.
    pub fn is_in_attempt(&self) -> bool {
        self.step.is_in_attempt()
    }

    /// The subject of a moment outside an attempt.
    pub fn subject(&self) -> MomentSubject {
        let of_pod = |key: &NamespacedName| match self.frame.pods.get(key).and_then(|pod| pod.node.clone()) {
            Some(node) => MomentSubject::Node(node),
            None => MomentSubject::Pod(key.clone()),
        };
        match self.event.filter(|_| self.step != Step::Start) {
            Some(EventKind::NodeAdded(node) | EventKind::NodeUpdated(node)) => {
                MomentSubject::Node(node.metadata.name.clone())
            }
            Some(
                EventKind::Nominated { node, .. }
                | EventKind::VolumesReserved { node, .. }
                | EventKind::Expected { node, .. }
                | EventKind::Assumed { node, .. }
                | EventKind::Bound { node, .. }
                | EventKind::Waits { node, .. }
                | EventKind::Allowed { node, .. }
                | EventKind::PreBinding { node, .. }
                | EventKind::Unreserved { node, .. },
            ) => MomentSubject::Node(node.clone()),
            Some(
                EventKind::Creating(pod)
                | EventKind::Running { pod, .. }
                | EventKind::Succeeded(pod)
                | EventKind::Failed { pod, .. }
                | EventKind::Terminating { pod, .. }
                | EventKind::Queued { pod, .. }
                | EventKind::Popped { pod, .. }
                | EventKind::NominationCleared { pod, .. },
            ) => of_pod(pod),
            Some(EventKind::PodCreated { pod, .. } | EventKind::PodUpdated(pod)) => of_pod(&pod.key()),
            Some(
                EventKind::Provisioning { claim, .. }
                | EventKind::Provisioned { claim, .. }
                | EventKind::ProvisioningFailed { claim }
                | EventKind::ClaimBound { claim, .. },
            ) => volumes::pod_using_claim(self.frame, claim).map_or(MomentSubject::All, |pod| of_pod(&pod)),
            Some(EventKind::PodRemoved(_)) => self.last_node.clone().map_or(MomentSubject::All, MomentSubject::Node),
            Some(EventKind::BudgetCounted(count)) => MomentSubject::Budget(count.budget.clone()),
            Some(EventKind::EvictionAnswered(eviction)) => of_pod(&eviction.pod),
            Some(EventKind::BudgetUpdated(budget)) => MomentSubject::Budget(NamespacedName::of(&budget.metadata)),
            _ => MomentSubject::All,
        }
    }

    /// Whether a pod is on its way to its node, from `Reserve` until it runs.
    pub fn is_arrival(&self) -> bool {
        matches!(
            self.event.filter(|_| self.step != Step::Start),
            Some(
                EventKind::VolumesReserved { .. }
                    | EventKind::Expected { .. }
                    | EventKind::Assumed { .. }
                    | EventKind::Waits { .. }
                    | EventKind::Allowed { .. }
                    | EventKind::PreBinding { .. }
                    | EventKind::Bound { .. }
                    | EventKind::Creating(_)
                    | EventKind::Running { .. }
            )
        )
    }

    /// The decision outside the scheduler at this moment.
    pub fn ruling(&self) -> Option<Ruling> {
        Ruling::from_event(self.event.filter(|_| self.step == Step::Event)?, self.frame)
    }

    /// The pod of the event.
    pub fn event_pod(&self) -> Option<NamespacedName> {
        match self.event? {
            EventKind::Nominated { pod, .. }
            | EventKind::VolumesReserved { pod, .. }
            | EventKind::Expected { pod, .. }
            | EventKind::Assumed { pod, .. }
            | EventKind::Bound { pod, .. }
            | EventKind::Waits { pod, .. }
            | EventKind::Allowed { pod, .. }
            | EventKind::PreBinding { pod, .. }
            | EventKind::Creating(pod)
            | EventKind::Running { pod, .. }
            | EventKind::Succeeded(pod)
            | EventKind::Failed { pod, .. }
            | EventKind::Queued { pod, .. }
            | EventKind::Popped { pod, .. }
            | EventKind::NominationCleared { pod, .. }
            | EventKind::Terminating { pod, .. } => Some(pod.clone()),
            EventKind::PodCreated { pod, .. } | EventKind::PodUpdated(pod) => Some(pod.key()),
            EventKind::EvictionAnswered(eviction) => Some(eviction.pod.clone()),
            // The event of a claim belongs to the pod that uses it.
            EventKind::Provisioning { claim, .. }
            | EventKind::Provisioned { claim, .. }
            | EventKind::ProvisioningFailed { claim }
            | EventKind::ClaimBound { claim, .. } => volumes::pod_using_claim(self.frame, claim),
            _ => None,
        }
    }

    /// The resource that heights show: the chosen one, the one that the attempt lacks, otherwise CPU, or memory if no pod requests CPU.
    pub fn resource(&self) -> Resource {
        let has_resource =
            |resource: &Resource| self.frame.nodes.values().take(200).any(|node| node.allocatable_amount(resource) > 0);
        let chosen_resource = self.chosen_resource.map(|name| Resource::from(name.clone()));
        if let Some(chosen_resource) = chosen_resource.filter(has_resource) {
            return chosen_resource;
        }
        let requests_resource = |resource: &Resource| {
            has_resource(resource) && self.frame.pods.values().take(2000).any(|pod| pod.amount_of(resource) > 0)
        };
        self.attempt.and_then(|attempt| short_resource(attempt)).unwrap_or_else(|| {
            let shows_memory = !requests_resource(&Resource::Cpu) && requests_resource(&Resource::Memory);
            if shows_memory { Resource::Memory } else { Resource::Cpu }
        })
    }
}

/// The resource that an attempt lacks, preferably CPU.
fn short_resource(attempt: &Attempt) -> Option<Resource> {
    let filters = attempt.filter.iter().flat_map(|record| record.failed.iter().map(|(_, failure)| failure));
    let runs = attempt.preemption.iter().flat_map(|record| &record.dry_runs);
    let dry = runs.flat_map(|dry_run| {
        let reprieve_failures =
            dry_run.reprieves.iter().filter_map(|reprieve| reprieve.failure.as_ref().map(|(_, failure)| failure));
        dry_run.failure.iter().map(|(_, failure)| failure).chain(reprieve_failures)
    });
    let of = |failure: &Failure| -> Vec<Resource> {
        let resource = |reason: &Reason| match reason {
            Reason::Insufficient { resource, .. } => Some(resource.clone()),
            Reason::TooManyPods { .. } => Some(Resource::pods()),
            _ => None,
        };
        failure.reasons.iter().filter_map(resource).collect()
    };
    let resources: Vec<Resource> = filters.chain(dry).take(400).flat_map(of).collect();
    resources
        .iter()
        .find(|resource| **resource == Resource::Cpu)
        .or(resources.iter().find(|resource| !resource.is_pods()))
        .or(resources.first())
        .cloned()
}

/// The victims chosen up to a moment that still exist, each with its preemptor.
pub fn list_pending_victims<'t>(
    attempts: impl Iterator<Item = (usize, &'t AttemptSummary)>,
    trace: &Trace,
    frame: &Frame,
    moment: Moment,
) -> Table<NamespacedName, NamespacedName> {
    let mut victims = Table::new();
    for (events, attempt) in attempts {
        // No node is chosen before the step `Choose`.
        if events == moment.events && !matches!(moment.step, Step::Choose | Step::Failed) {
            continue;
        }
        let Some(room) = attempt.preemption.as_ref().and_then(|preemption| preemption.room.as_ref()) else { continue };
        let since = trace.events().get(events - 1).map_or(Millis::ZERO, |event| event.at);
        // A later pod with the same name is another one, and a victim that waited in Permit isn't one any more after its rejection.
        let is_still_there = |victim: &&NamespacedName| {
            frame.pods.get(*victim).is_some_and(|pod| pod.created <= since && pod.node.as_ref() == Some(&room.node))
        };
        for victim in room.victims.iter().filter(is_still_there) {
            victims.insert(victim.clone(), attempt.pod.clone());
        }
    }
    victims
}

/// The pods for which an attempt of the run finds no node.
pub fn list_failed_pods(trace: &Trace) -> Vec<Rc<Pod>> {
    // Limits the search, which is repeated at each moment.
    const MAX_EVENTS: usize = 5000;
    let events = || trace.events().iter().take(MAX_EVENTS);
    let failed_keys: Set<&NamespacedName> = events()
        .filter_map(|event| match &event.what {
            EventKind::Attempted(summary) if matches!(summary.end, AttemptEnd::Failed { .. }) => Some(&summary.pod),
            _ => None,
        })
        .collect();
    if failed_keys.is_empty() {
        return Vec::new();
    }
    let failed_pods = events().filter_map(|event| match &event.what {
        EventKind::PodCreated { pod, .. } if failed_keys.contains(&pod.key()) => Some(Rc::clone(pod)),
        _ => None,
    });
    failed_pods.collect()
}

/// The last node of a pod that the event removes.
pub fn node_before_exit(trace: &Trace, events: usize) -> Option<Str> {
    let (last, earlier_events) = trace.events()[..events.min(trace.events().len())].split_last()?;
    let EventKind::PodRemoved(removed_pod) = &last.what else { return None };
    earlier_events.iter().rev().find_map(|event| match &event.what {
        EventKind::Bound { pod, node } | EventKind::Assumed { pod, node } if pod == removed_pod => {
            Some(Some(node.clone()))
        }
        EventKind::PodCreated { pod, .. } if pod.key() == **removed_pod => {
            Some(Some(pod.spec.node_name.clone()).filter(|node| !node.is_empty()))
        }
        _ => None,
    })?
}

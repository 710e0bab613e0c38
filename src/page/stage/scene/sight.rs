//! What a moment is about: the node or the pod that its step or event concerns, the resource that counts, and who has to go.

use std::rc::Rc;

use api::{Millis, Str, Table};
use record::What;
use record::{Attempt, Failure, Reason, Sheet, Tried};
use trace::ruling::Ruling;
use trace::steps::{Moment, Step};
use trace::{Frame, NodeView, Trace, volumes};

/// Everything that a picture is made from.
pub struct Sight<'a> {
    /// The cluster.
    pub frame: &'a Frame,
    /// What happened last.
    pub event: Option<&'a What>,
    /// The step within it.
    pub step: Step,
    /// The attempt whose step it is, or the last one before.
    pub attempt: Option<&'a Rc<Attempt>>,
    /// The resource that a person wants heights to stand for.
    pub wanted: Option<&'a Str>,
    /// Names of the profile that the attempt belongs to.
    pub sheet: &'a Sheet,
    /// Pods that a preemption chose and that are still there, each with the pod that needs their room.
    pub(crate) doomed: Table<Str, Str>,
    /// The node that the pod of the event was on, if the pod is gone.
    pub left: Option<Str>,
}

/// What a moment is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// One node.
    Node(Str),
    /// A pod that is on no node.
    Pod(Str),
    /// A disruption budget.
    Budget(Str),
    /// The cluster.
    All,
}

impl Sight<'_> {
    /// Whether the step is one of an attempt.
    pub fn live(&self) -> bool {
        !matches!(self.step, Step::Start | Step::Event | Step::Point(_))
    }

    /// What the moment is about, if it is no step of an attempt.
    pub fn concerned(&self) -> Subject {
        let of_pod = |key: &Str| match self.frame.pods.get(key).and_then(|pod| pod.node.clone()) {
            Some(node) => Subject::Node(node),
            None => Subject::Pod(key.clone()),
        };
        match self.event.filter(|_| self.step != Step::Start) {
            Some(What::NodeAdded(node) | What::NodeUpdated(node)) => Subject::Node(node.metadata.name.clone()),
            Some(
                What::Nominated { node, .. }
                | What::VolumesReserved { node, .. }
                | What::Expected { node, .. }
                | What::Assumed { node, .. }
                | What::Bound { node, .. }
                | What::Waits { node, .. }
                | What::Allowed { node, .. }
                | What::PreBinding { node, .. }
                | What::Unreserved { node, .. },
            ) => Subject::Node(node.clone()),
            Some(
                What::Creating(pod)
                | What::Running { pod, .. }
                | What::Succeeded(pod)
                | What::Terminating { pod, .. }
                | What::Queued { pod, .. }
                | What::Popped { pod, .. }
                | What::NominationCleared { pod, .. },
            ) => of_pod(pod),
            Some(What::PodCreated { pod, .. } | What::PodUpdated(pod)) => of_pod(&pod.key().into()),
            Some(
                What::Provisioning { claim, .. }
                | What::Provisioned { claim, .. }
                | What::ProvisioningFailed { claim }
                | What::ClaimBound { claim, .. },
            ) => volumes::user(self.frame, claim).map_or(Subject::All, |pod| of_pod(&pod)),
            Some(What::PodRemoved(_)) => self.left.clone().map_or(Subject::All, Subject::Node),
            Some(What::BudgetCounted(count)) => Subject::Budget(count.budget.clone()),
            Some(What::EvictionAnswered(eviction)) => of_pod(&eviction.pod),
            Some(What::BudgetUpdated(budget)) => {
                Subject::Budget(format!("{}/{}", budget.metadata.namespace, budget.metadata.name).into())
            }
            _ => Subject::All,
        }
    }

    /// What is decided beside the scheduler at this moment.
    pub fn ruling(&self) -> Option<Ruling> {
        Ruling::of(self.event.filter(|_| self.step == Step::Event)?, self.frame)
    }

    /// The pod that the event tells of.
    pub(crate) fn told_pod(&self) -> Option<Str> {
        match self.event? {
            What::Nominated { pod, .. }
            | What::VolumesReserved { pod, .. }
            | What::Expected { pod, .. }
            | What::Assumed { pod, .. }
            | What::Bound { pod, .. }
            | What::Waits { pod, .. }
            | What::Allowed { pod, .. }
            | What::PreBinding { pod, .. }
            | What::Creating(pod)
            | What::Running { pod, .. }
            | What::Succeeded(pod)
            | What::Queued { pod, .. }
            | What::Popped { pod, .. }
            | What::NominationCleared { pod, .. }
            | What::Terminating { pod, .. } => Some(pod.clone()),
            What::PodCreated { pod, .. } | What::PodUpdated(pod) => Some(pod.key().into()),
            What::EvictionAnswered(eviction) => Some(eviction.pod.clone()),
            // A claim goes the way of the pod that uses it.
            What::Provisioning { claim, .. }
            | What::Provisioned { claim, .. }
            | What::ProvisioningFailed { claim }
            | What::ClaimBound { claim, .. } => volumes::user(self.frame, claim),
            _ => None,
        }
    }

    /// The resource that heights stand for: what the attempt found too little of; or else cpu, or memory where no pod requests cpu.
    pub fn resource(&self) -> Str {
        let has = |resource: &&&Str| self.frame.nodes.values().take(200).any(|node| capacity(node, resource) > 0);
        if let Some(wanted) = self.wanted.as_ref().filter(has) {
            return (*wanted).clone();
        }
        let lacking = self.attempt.and_then(|attempt| lacking(attempt));
        let asks = |resource: &str| {
            let has = self.frame.nodes.values().take(200).any(|node| capacity(node, resource) > 0);
            has && self.frame.pods.values().take(2000).any(|pod| pod.amount_of(resource) > 0)
        };
        lacking.unwrap_or_else(|| if !asks("cpu") && asks("memory") { "memory".into() } else { "cpu".into() })
    }
}

/// What an attempt found too little of: cpu, if that is among it.
fn lacking(attempt: &Attempt) -> Option<Str> {
    let filters = attempt.filter.iter().flat_map(|record| record.failed.iter().map(|(_, failure)| failure));
    let runs = attempt.preemption.iter().flat_map(|it| &it.dry_runs);
    let dry = runs.flat_map(|run| {
        let asked = run.reprieves.iter().filter_map(|it| it.failure.as_ref().map(|(_, failure)| failure));
        run.failure.iter().map(|(_, failure)| failure).chain(asked)
    });
    let of = |failure: &Failure| -> Vec<Str> {
        let resource = |reason: &Reason| match reason {
            Reason::Insufficient { resource, .. } => Some(resource.clone()),
            Reason::TooManyPods { .. } => Some("pods".into()),
            _ => None,
        };
        failure.reasons.iter().filter_map(resource).collect()
    };
    let found: Vec<Str> = filters.chain(dry).take(400).flat_map(of).collect();
    found.iter().find(|it| **it == *"cpu").or(found.iter().find(|it| **it != *"pods")).or(found.first()).cloned()
}

/// What a node has of a resource.
pub fn capacity(node: &NodeView, resource: &str) -> i64 {
    let status = &node.node.status;
    let all = status.allocatable.get(resource).or_else(|| status.capacity.get(resource));
    all.map_or(0, |it| if resource == "cpu" { it.milli_value() } else { it.value() })
}

/// Victims that are chosen by a moment and still there, each with its preemptor: from the choice until they are gone, whatever
/// happens in between.
pub(crate) fn doomed<'t>(
    tried: impl Iterator<Item = (usize, &'t Tried)>,
    trace: &Trace,
    frame: &Frame,
    moment: Moment,
) -> Table<Str, Str> {
    let mut found = Table::new();
    for (events, tried) in tried {
        // Before the choice is told, no node is chosen.
        if events == moment.events && !matches!(moment.step, Step::Choose | Step::Failed) {
            continue;
        }
        let Some(room) = tried.preemption.as_ref().and_then(|it| it.room.as_ref()) else { continue };
        let since = trace.events().get(events - 1).map_or(Millis::ZERO, |event| event.at);
        // A pod of the same name that came later is another one, and a victim that only waited in Permit is free again once it is rejected.
        let there = |victim: &&Str| {
            frame.pods.get(*victim).is_some_and(|pod| pod.created <= since && pod.node.as_ref() == Some(&room.node))
        };
        for victim in room.victims.iter().filter(there) {
            found.insert(victim.clone(), tried.pod.clone());
        }
    }
    found
}

/// The node that a pod was on before it went.
pub fn left(trace: &Trace, events: usize) -> Option<Str> {
    let (last, before) = trace.events()[..events.min(trace.events().len())].split_last()?;
    let What::PodRemoved(gone) = &last.what else { return None };
    before.iter().rev().find_map(|event| match &event.what {
        What::Bound { pod, node } | What::Assumed { pod, node } if pod == gone => Some(Some(node.clone())),
        What::PodCreated { pod, .. } if pod.key() == **gone => {
            Some(Some(pod.spec.node_name.clone()).filter(|node| !node.is_empty()))
        }
        _ => None,
    })?
}

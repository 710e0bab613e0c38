//! The events of a run.

use i18n::story;
use runlog::{AttemptEnd, EventKind as RunEvent, EvictionAnswer};
use serde::Serialize;
use tsify::Tsify;

use super::shapes::js_millis;

/// An event of a run.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct Event {
    /// The time: milliseconds of virtual time since the start.
    pub at: f64,
    /// The kind of event.
    pub kind: EventKind,
    /// The pod concerned (`namespace/name`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pod: Option<String>,
    /// The node concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The cause: `Deployment/web`, a cluster event such as `AssignedPodDelete`, or the preemptor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The queue that the pod is in from now on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<Queue>,
    /// When what begins here ends, such as backoff, grace period or waiting: milliseconds of virtual time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
    /// Kubernetes' own message: of a failed attempt, or a line of `kubectl get events`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// A description in the requested language; empty if the page shows none either.
    pub text: String,
}

/// A kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify, Serialize)]
pub enum EventKind {
    /// The scheduler was configured.
    Profiles,
    /// A node was created.
    NodeAdded,
    /// A node was updated.
    NodeUpdated,
    /// A node was deleted.
    NodeRemoved,
    /// The node lifecycle controller changed the state of a zone.
    ZoneChanged,
    /// The controller of the workload `by` creates or deletes pods.
    Reconciled,
    /// A priority class was created.
    PriorityClassAdded,
    /// A priority class was deleted.
    PriorityClassRemoved,
    /// A disruption budget was created or its status was updated.
    BudgetUpdated,
    /// The disruption controller counted the pods of a budget.
    BudgetCounted,
    /// The API server answered a request to evict `pod`; if it was rejected, `message` says why.
    EvictionAnswered,
    /// A disruption budget was deleted.
    BudgetRemoved,
    /// A pod group was created, or its conditions changed: `by` is the group, `message` the message of its condition.
    PodGroupUpdated,
    /// A pod group was deleted.
    PodGroupRemoved,
    /// The plugin `by` gates a member of a group, with this `message`.
    HeldBack,
    /// The scheduling cycle of the group `by` begins.
    GroupPopped,
    /// The cycle of the group `by` ended, with this `message` if it failed.
    GroupAttempted,
    /// The group `by` waits until something else happens.
    GroupHeld,
    /// A pod was created: by the workload `by`, if there is one, and on `node`, if it was created with one.
    PodCreated,
    /// A pod's spec or labels changed.
    PodUpdated,
    /// A pod was moved to `queue` by the event `by`.
    Queued,
    /// A pod was popped from its queue for a scheduling cycle.
    Popped,
    /// A scheduling attempt: with `node` if one was found, otherwise with `message`.
    Attempted,
    /// A random choice was made.
    Drawn,
    /// A pod was nominated to `node` by preemption.
    Nominated,
    /// Binding the pod takes time, so `node` is written to its `status.nominatedNodeName`.
    Expected,
    /// A nomination was cleared; `by` is the pod that took the node, if there is one.
    NominationCleared,
    /// The pod was assumed on `node`.
    Assumed,
    /// The binding was sent to the API server.
    Bound,
    /// Plugins make the pod wait in `Permit`, until `until` at the latest.
    Waits,
    /// The pod was allowed to leave `Permit`.
    Allowed,
    /// `PreBind` plugins prepare the node, until `until`.
    PreBinding,
    /// The pod lost its node again: a plugin or the API server rejected it.
    Unreserved,
    /// A volume, claim or storage class was created or updated.
    StorageApplied,
    /// A volume, claim or storage class was deleted.
    StorageRemoved,
    /// An object of dynamic resource allocation was created or updated.
    DeviceApplied,
    /// An object of dynamic resource allocation was deleted.
    DeviceRemoved,
    /// The volumes that a pod needs were reserved.
    VolumesReserved,
    /// A volume is being provisioned for a claim, until `until`.
    Provisioning,
    /// The volume was provisioned.
    Provisioned,
    /// The volume could not be provisioned.
    ProvisioningFailed,
    /// A claim was bound to its volume.
    ClaimBound,
    /// The kubelet is creating the containers.
    Creating,
    /// All containers are running.
    Running,
    /// All containers completed successfully.
    Succeeded,
    /// The pod failed, with the reason in `by`.
    Failed,
    /// The pod is terminating, until `until`; `by` is the preemptor, if it is a victim.
    Terminating,
    /// The pod was removed.
    PodRemoved,
    /// A line of `kubectl get events`: `message`, with the reason in `by`.
    Message,
    /// A line that kubectl prints for the script.
    Printed,
    /// An action of the script begins.
    Script,
    /// The run has ended.
    End,
}

/// A queue of the scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Queue {
    /// `activeQ`.
    Active,
    /// `backoffQ`.
    Backoff,
    /// The unschedulable pods.
    Unschedulable,
    /// Pods held back by scheduling gates.
    Gated,
}

impl From<runlog::Queue> for Queue {
    fn from(queue: runlog::Queue) -> Self {
        match queue {
            runlog::Queue::Active => Self::Active,
            runlog::Queue::Backoff => Self::Backoff,
            runlog::Queue::Unschedulable => Self::Unschedulable,
            runlog::Queue::Gated => Self::Gated,
        }
    }
}

impl Event {
    /// Converts an event; its text is in this language.
    pub(super) fn from_event(lang: i18n::Lang, event: &runlog::Event) -> Self {
        let what = &event.what;
        let story = story::event_text(lang, what, event.at);
        let silent = matches!(
            what,
            RunEvent::Profiles(_) | RunEvent::Attempted(_) | RunEvent::Drawn { .. } | RunEvent::Message { .. }
        );
        let text = if silent { String::new() } else { join_title_and_text(&story.title, &story.text) };
        let js_event = Self {
            at: js_millis(event.at),
            kind: event_kind(what),
            pod: None,
            node: None,
            by: None,
            queue: None,
            until: None,
            message: None,
            text,
        };
        js_event.with_details(what)
    }

    /// Fills in the fields that depend on the kind of event.
    fn with_details(self, event_kind: &RunEvent) -> Self {
        let some = |name: &str| Some(name.to_string());
        match event_kind {
            RunEvent::NodeAdded(node) | RunEvent::NodeUpdated(node) => Self { node: some(&node.metadata.name), ..self },
            RunEvent::NodeRemoved(node) => Self { node: some(node), ..self },
            RunEvent::PodGroupUpdated(group) => Self {
                by: Some(group.key().to_string()),
                message: group.scheduled_condition().and_then(|condition| some(&condition.message)),
                ..self
            },
            RunEvent::HeldBack { pod, plugin, text } => {
                Self { pod: some(pod), by: Some(plugin.to_string()), message: some(text), ..self }
            }
            RunEvent::GroupAttempted(summary) => {
                Self { by: some(&summary.group), message: some(summary.status.message()), ..self }
            }
            RunEvent::PodGroupRemoved(group) | RunEvent::GroupPopped { group, .. } | RunEvent::GroupHeld(group) => {
                Self { by: some(group), ..self }
            }
            RunEvent::PodCreated { pod, by, .. } => {
                let node = some(&pod.spec.node_name).filter(|name| !name.is_empty());
                Self { pod: Some(pod.key().to_string()), node, by: some(by).filter(|name| !name.is_empty()), ..self }
            }
            RunEvent::PodUpdated(pod) => Self { pod: Some(pod.key().to_string()), ..self },
            RunEvent::Queued { pod, queue, by, until } => Self {
                pod: some(pod),
                queue: Some((*queue).into()),
                by: Some(by.to_string()),
                until: until.map(js_millis),
                ..self
            },
            RunEvent::Attempted(tried) => match &tried.end {
                AttemptEnd::Open => Self { pod: some(&tried.pod), ..self },
                AttemptEnd::Scheduled { node, .. } => Self { pod: some(&tried.pod), node: some(node), ..self },
                AttemptEnd::Failed { message, .. } => Self { pod: some(&tried.pod), message: some(message), ..self },
            },
            RunEvent::NominationCleared { pod, by } => {
                Self { pod: some(pod), by: by.as_ref().map(ToString::to_string), ..self }
            }
            RunEvent::Nominated { pod, node }
            | RunEvent::Expected { pod, node }
            | RunEvent::Assumed { pod, node }
            | RunEvent::Bound { pod, node }
            | RunEvent::Allowed { pod, node }
            | RunEvent::Unreserved { pod, node, .. }
            | RunEvent::VolumesReserved { pod, node, .. } => Self { pod: some(pod), node: some(node), ..self },
            RunEvent::Waits { pod, node, until, .. } | RunEvent::PreBinding { pod, node, until, .. } => {
                Self { pod: some(pod), node: some(node), until: Some(js_millis(*until)), ..self }
            }
            RunEvent::Terminating { pod, until, why } => {
                let preemptor = why.preemptor().and_then(|preemptor| some(preemptor.key()));
                Self { pod: some(pod), by: preemptor, until: Some(js_millis(*until)), ..self }
            }
            RunEvent::Popped { pod, .. }
            | RunEvent::Creating(pod)
            | RunEvent::Running { pod, .. }
            | RunEvent::Succeeded(pod)
            | RunEvent::PodRemoved(pod) => Self { pod: some(pod), ..self },
            RunEvent::Failed { pod, reason } => Self { pod: some(pod), by: some(reason), ..self },
            RunEvent::Message { about, text, reason, .. } => {
                let pod = about.strip_prefix("Pod/").map(str::to_owned);
                Self { pod, by: some(reason), message: some(text), ..self }
            }
            RunEvent::Printed { text, .. } | RunEvent::Script { text, .. } => Self { message: some(text), ..self },
            RunEvent::EvictionAnswered(eviction) => {
                let message = match &eviction.answer {
                    EvictionAnswer::Refused { message, .. } => Some(message.to_string()),
                    _ => None,
                };
                Self { pod: some(&eviction.pod), message, ..self }
            }
            RunEvent::Provisioning { until, .. } => Self { until: Some(js_millis(*until)), ..self },
            RunEvent::Reconciled(reconcile) => Self { by: some(&reconcile.workload), ..self },
            RunEvent::Profiles(_)
            | RunEvent::ZoneChanged(_)
            | RunEvent::PriorityClassAdded(_)
            | RunEvent::PriorityClassRemoved(_)
            | RunEvent::BudgetUpdated(_)
            | RunEvent::BudgetCounted(_)
            | RunEvent::BudgetRemoved(_)
            | RunEvent::Drawn { .. }
            | RunEvent::StorageApplied(_)
            | RunEvent::StorageRemoved(_)
            | RunEvent::DeviceApplied(_)
            | RunEvent::DeviceRemoved(_)
            | RunEvent::Provisioned { .. }
            | RunEvent::ProvisioningFailed { .. }
            | RunEvent::ClaimBound { .. }
            | RunEvent::End(_) => self,
        }
    }
}

/// Joins a title and a text.
pub(super) fn join_title_and_text(title: &str, text: &str) -> String {
    if text.is_empty() { title.to_owned() } else { format!("{title}: {text}") }
}

fn event_kind(what: &RunEvent) -> EventKind {
    match what {
        RunEvent::Profiles(_) => EventKind::Profiles,
        RunEvent::NodeAdded(_) => EventKind::NodeAdded,
        RunEvent::NodeUpdated(_) => EventKind::NodeUpdated,
        RunEvent::NodeRemoved(_) => EventKind::NodeRemoved,
        RunEvent::ZoneChanged(_) => EventKind::ZoneChanged,
        RunEvent::Reconciled(_) => EventKind::Reconciled,
        RunEvent::PriorityClassAdded(_) => EventKind::PriorityClassAdded,
        RunEvent::PriorityClassRemoved(_) => EventKind::PriorityClassRemoved,
        RunEvent::BudgetUpdated(_) => EventKind::BudgetUpdated,
        RunEvent::BudgetCounted(_) => EventKind::BudgetCounted,
        RunEvent::EvictionAnswered(_) => EventKind::EvictionAnswered,
        RunEvent::BudgetRemoved(_) => EventKind::BudgetRemoved,
        RunEvent::PodGroupUpdated(_) => EventKind::PodGroupUpdated,
        RunEvent::PodGroupRemoved(_) => EventKind::PodGroupRemoved,
        RunEvent::HeldBack { .. } => EventKind::HeldBack,
        RunEvent::GroupPopped { .. } => EventKind::GroupPopped,
        RunEvent::GroupAttempted(_) => EventKind::GroupAttempted,
        RunEvent::GroupHeld(_) => EventKind::GroupHeld,
        RunEvent::PodCreated { .. } => EventKind::PodCreated,
        RunEvent::PodUpdated(_) => EventKind::PodUpdated,
        RunEvent::Queued { .. } => EventKind::Queued,
        RunEvent::Popped { .. } => EventKind::Popped,
        RunEvent::Attempted(_) => EventKind::Attempted,
        RunEvent::Drawn { .. } => EventKind::Drawn,
        RunEvent::Nominated { .. } => EventKind::Nominated,
        RunEvent::Expected { .. } => EventKind::Expected,
        RunEvent::NominationCleared { .. } => EventKind::NominationCleared,
        RunEvent::Assumed { .. } => EventKind::Assumed,
        RunEvent::Bound { .. } => EventKind::Bound,
        RunEvent::Waits { .. } => EventKind::Waits,
        RunEvent::Allowed { .. } => EventKind::Allowed,
        RunEvent::PreBinding { .. } => EventKind::PreBinding,
        RunEvent::Unreserved { .. } => EventKind::Unreserved,
        RunEvent::StorageApplied(_) => EventKind::StorageApplied,
        RunEvent::StorageRemoved(_) => EventKind::StorageRemoved,
        RunEvent::DeviceApplied(_) => EventKind::DeviceApplied,
        RunEvent::DeviceRemoved(_) => EventKind::DeviceRemoved,
        RunEvent::VolumesReserved { .. } => EventKind::VolumesReserved,
        RunEvent::Provisioning { .. } => EventKind::Provisioning,
        RunEvent::Provisioned { .. } => EventKind::Provisioned,
        RunEvent::ProvisioningFailed { .. } => EventKind::ProvisioningFailed,
        RunEvent::ClaimBound { .. } => EventKind::ClaimBound,
        RunEvent::Creating(_) => EventKind::Creating,
        RunEvent::Running { .. } => EventKind::Running,
        RunEvent::Succeeded(_) => EventKind::Succeeded,
        RunEvent::Failed { .. } => EventKind::Failed,
        RunEvent::Terminating { .. } => EventKind::Terminating,
        RunEvent::PodRemoved(_) => EventKind::PodRemoved,
        RunEvent::Message { .. } => EventKind::Message,
        RunEvent::Printed { .. } => EventKind::Printed,
        RunEvent::Script { .. } => EventKind::Script,
        RunEvent::End(_) => EventKind::End,
    }
}

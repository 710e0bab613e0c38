//! The events of a run: the interface between the engine and a front end. `protocol` defines how events are
//! transferred, their units and their order.
//!
//! A run is the list of its events. Folding a prefix of it gives the state of the cluster at that moment (see `trace`),
//! so an event contains everything that changed, and nothing else changes between events. Times are virtual
//! milliseconds since the start of the run.
//!
//! A scheduling cycle is `Popped`, then a `Drawn` for each random draw, then `Attempted`. Its consequences follow:
//! `Assumed` (and, when the API server gets the binding, `Bound` or `BindFailed`), or the `Message` of the failure,
//! `Queued`, and what preemption does (`Nominated`, `NominationCleared`, `Terminating`), in the order of the release.
//! Between `Popped` and `Attempted`, budgets may be updated.

use std::rc::Rc;

use api::{
    Millis, NamespacedName, Node, Pod, PodDisruptionBudget, PodGroup, PriorityClass, StorageObject, Str,
    devices::DeviceRecord,
};
use serde::{Deserialize, Serialize};

use crate::{
    AttemptSummary, BudgetCount, Deletion, Demand, Ending, Eviction, EvictionAnswer, GroupAttemptSummary, Point,
    ProfileSummary, Purpose, Queue, QueueEvent, Reconcile, RowId, Zone,
};

/// Maximum number of events of a run, after which it is stopped. Copies of a run that answer questions have their own
/// limits.
pub const EVENT_LIMIT: usize = 200_000;

/// An event with its time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Virtual time since the start of the run.
    pub at: Millis,
    pub what: EventKind,
}

/// The kinds of events.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EventKind {
    /// The scheduler's configuration: a summary of each profile. The first event of every run.
    Profiles(Vec<Rc<ProfileSummary>>),
    /// A node was added, or added again.
    NodeAdded(Rc<Node>),
    /// A node changed: labels, taints, cordon or allocatable resources.
    NodeUpdated(Rc<Node>),
    /// A node was deleted. Its pods stay bound until they are deleted.
    NodeRemoved(Str),
    /// A zone has a different number of nodes that are not ready, or another state, in the node lifecycle controller.
    ZoneChanged(Rc<Zone>),
    /// A workload controller decided to create or delete pods, or to scale a ReplicaSet. The resulting events follow.
    Reconciled(Rc<Reconcile>),
    /// A priority class was created.
    PriorityClassAdded(Rc<PriorityClass>),
    /// A priority class was deleted. Pods keep their priority.
    PriorityClassRemoved(Str),
    /// A budget was deleted, by `namespace/name`.
    BudgetRemoved(NamespacedName),
    /// A budget was created, or its status was recomputed.
    BudgetUpdated(Rc<PodDisruptionBudget>),
    /// The disruption controller computed a different status for a budget.
    BudgetCounted(Rc<BudgetCount>),
    /// The API server responded to an eviction.
    EvictionAnswered(Rc<Eviction>),
    /// A pod group was created, or its conditions changed.
    PodGroupUpdated(Rc<PodGroup>),
    /// A pod group was deleted, by `namespace/name`.
    PodGroupRemoved(NamespacedName),
    /// The cycle of a pod group begins: these members are tried in this order, each with a cycle of its own, which
    /// follows.
    GroupPopped {
        group: NamespacedName,
        /// The member that was popped.
        by: NamespacedName,
        /// The members in the order in which they are tried.
        members: Vec<NamespacedName>,
    },
    /// The result of a group's cycle.
    GroupAttempted(Rc<GroupAttemptSummary>),
    /// A group waits for the next scheduled task. Upstream would retry it repeatedly without any time passing.
    GroupHeld(NamespacedName),
    /// A pod was created and admitted.
    PodCreated {
        pod: Rc<Pod>,
        /// Its creator, such as `Deployment/nginx`; empty for a person or the script.
        by: Str,
        /// The group that it named, if the API server of a cluster without groups dropped it.
        dropped_group: Option<NamespacedName>,
    },
    /// A pod's spec or labels were edited.
    PodUpdated(Rc<Pod>),
    /// A pod was added to a queue, or moved to another one.
    Queued {
        pod: NamespacedName,
        /// The queue in which it is now.
        queue: Queue,
        /// The event that moved it.
        by: QueueEvent,
        /// When its backoff ends, if it is backing off.
        until: Option<Millis>,
    },
    /// A plugin gates a member of a group at `PreEnqueue`.
    HeldBack {
        pod: NamespacedName,
        plugin: RowId,
        /// Upstream's message.
        text: Str,
    },
    /// A pod was popped from its queue, to be scheduled now.
    Popped {
        pod: NamespacedName,
        /// Number of this attempt, starting at 1.
        attempt: u32,
    },
    /// A scheduling attempt ended. Its details are requested by its number.
    Attempted(Rc<AttemptSummary>),
    /// A random number was drawn.
    Drawn {
        purpose: Purpose,
        /// Number of alternatives.
        of: usize,
        /// The drawn number, below `of`.
        drew: usize,
    },
    /// Preemption chose a node for a pod: `status.nominatedNodeName` is set.
    Nominated { pod: NamespacedName, node: Str },
    /// Binding the pod takes time, so the scheduler writes the chosen node to `status.nominatedNodeName`. That reserves
    /// nothing, since the pod is already assumed on the node.
    Expected { pod: NamespacedName, node: Str },
    /// A nomination was cleared without a binding.
    NominationCleared {
        pod: NamespacedName,
        /// The preemptor of higher priority that caused it, if any.
        by: Option<NamespacedName>,
    },
    /// The scheduler assumes the pod on the node (`Assume`, `Reserve`; `Permit` follows).
    Assumed { pod: NamespacedName, node: Str },
    /// `Bind` succeeded: `spec.nodeName` is set.
    Bound { pod: NamespacedName, node: Str },
    /// Plugins make the pod wait in `Permit`.
    Waits {
        pod: NamespacedName,
        node: Str,
        /// The plugins that have not decided yet.
        plugins: Vec<RowId>,
        /// When the wait times out.
        until: Millis,
    },
    /// The pod waited in `Permit` and was allowed.
    Allowed { pod: NamespacedName, node: Str },
    /// Plugins prepare the node in `PreBind`.
    PreBinding {
        pod: NamespacedName,
        node: Str,
        /// The claims that have to be bound, volume claims with their namespace; empty if plugins only take time.
        claims: Vec<Str>,
        /// When `PreBind` ends; with claims to be bound, when it times out.
        until: Millis,
    },
    /// A plugin or the API server rejected the pod, so the scheduler no longer assumes it on the node (`Unreserve`).
    Unreserved {
        pod: NamespacedName,
        node: Str,
        /// The extension point that failed.
        at: Point,
    },
    /// A storage object was created or changed.
    StorageApplied(StorageObject),
    /// A `ResourceClaim`, claim template, `ResourceSlice` or `DeviceClass` was created or changed.
    DeviceApplied(DeviceRecord),
    /// One of these was deleted: `ResourceClaim/default/gpu`.
    DeviceRemoved(Str),
    /// A storage object was deleted: `PersistentVolumeClaim/default/data`.
    StorageRemoved(Str),
    /// `Reserve` assumed the volumes of a pod on its node. The binding waits until all of them are bound.
    VolumesReserved {
        pod: NamespacedName,
        node: Str,
        /// Claims, each with the existing volume that it gets.
        bind: Vec<(NamespacedName, Str)>,
        /// Claims for which a volume has to be provisioned for this node.
        provision: Vec<NamespacedName>,
    },
    /// A provisioner begins to create a volume for a claim.
    Provisioning {
        claim: NamespacedName,
        class: Str,
        /// When the volume will be ready.
        until: Millis,
    },
    /// The volume was created.
    Provisioned { claim: NamespacedName, volume: Str },
    /// The volume could not be created.
    ProvisioningFailed { claim: NamespacedName },
    /// A claim was bound to a volume.
    ClaimBound { claim: NamespacedName, volume: Str },
    /// The kubelet began to create the pod's containers.
    Creating(NamespacedName),
    /// All containers of the pod are running.
    Running {
        pod: NamespacedName,
        /// Its `status.startTime`, in milliseconds since the epoch.
        start: i64,
        /// Its IP address.
        ip: Str,
    },
    /// All containers of a Job's pod succeeded.
    Succeeded(NamespacedName),
    /// The pod failed: its kubelet rejected it, or its node no longer exists.
    Failed {
        pod: NamespacedName,
        /// `status.reason`: `OutOfcpu`, `NodeAffinity`, …; empty if there is none.
        reason: Str,
    },
    /// A graceful deletion began.
    Terminating {
        pod: NamespacedName,
        /// When the kubelet will have stopped the pod.
        until: Millis,
        why: Deletion,
    },
    /// A pod was removed from the API server.
    PodRemoved(NamespacedName),
    /// A line for `kubectl get events`.
    Message {
        /// The object that it is about, such as `Pod/default/nginx`.
        about: Str,
        /// Whether its type is `Warning` instead of `Normal`.
        is_warning: bool,
        /// One word: `Scheduled`, `FailedScheduling`, `VictimDeletion`, `Killing`, …
        reason: Str,
        /// Upstream's message.
        text: Str,
    },
    /// A line that `kubectl` prints for the script.
    Printed {
        /// Whether the line is a warning or an error.
        is_warning: bool,
        /// The line as kubectl prints it.
        text: Str,
    },
    /// An action of the scenario's script begins.
    Script {
        /// Number of the action, starting at 0.
        index: usize,
        /// The action as a `kubectl` command line.
        text: Str,
        /// Whether `kubectl` performs it, rather than a machine or another client of the API server.
        is_by_kubectl: bool,
    },
    /// The run ended.
    End(Ending),
}

impl EventKind {
    /// Returns the event's name and the object that it is about. Captions and links identify moments by these.
    #[must_use]
    pub fn name_and_subject(&self) -> (&'static str, Str) {
        match self {
            EventKind::Profiles(_) => ("profiles", Str::default()),
            EventKind::NodeAdded(node) => ("nodeAdded", node.metadata.name.clone()),
            EventKind::NodeUpdated(node) => ("nodeUpdated", node.metadata.name.clone()),
            EventKind::NodeRemoved(name) => ("nodeRemoved", name.clone()),
            EventKind::ZoneChanged(zone) => ("zone", zone.name.clone()),
            EventKind::Reconciled(reconcile) => ("reconciled", reconcile.workload.clone()),
            EventKind::PriorityClassAdded(class) => ("classAdded", class.metadata.name.clone()),
            EventKind::PriorityClassRemoved(name) => ("classRemoved", name.clone()),
            EventKind::BudgetUpdated(budget) => ("budget", budget.metadata.name.clone()),
            EventKind::BudgetRemoved(key) => ("budgetRemoved", key.as_text().clone()),
            EventKind::BudgetCounted(count) => ("counted", count.budget.name().into()),
            EventKind::EvictionAnswered(eviction) => (
                if eviction.answer.is_allowed() { "evictionAllowed" } else { "evictionRefused" },
                eviction.pod.as_text().clone(),
            ),
            EventKind::PodGroupUpdated(group) => ("podGroup", group.key().into()),
            EventKind::PodGroupRemoved(group) => ("podGroupRemoved", group.as_text().clone()),
            EventKind::GroupPopped { group, .. } => ("groupPopped", group.as_text().clone()),
            EventKind::GroupAttempted(summary) => ("groupAttempted", summary.group.as_text().clone()),
            EventKind::GroupHeld(group) => ("groupHeld", group.as_text().clone()),
            EventKind::PodCreated { pod, .. } => ("created", pod.key().into()),
            EventKind::PodUpdated(pod) => ("updated", pod.key().into()),
            EventKind::Queued { pod, queue, .. } => (queue_phrase(*queue), pod.as_text().clone()),
            EventKind::HeldBack { pod, .. } => ("heldBack", pod.as_text().clone()),
            EventKind::Popped { pod, .. } => ("popped", pod.as_text().clone()),
            EventKind::Attempted(attempt_summary) => ("attempted", attempt_summary.pod.as_text().clone()),
            EventKind::Drawn { .. } => ("drawn", Str::default()),
            EventKind::Nominated { pod, .. } => ("nominated", pod.as_text().clone()),
            EventKind::Expected { pod, .. } => ("expected", pod.as_text().clone()),
            EventKind::NominationCleared { pod, .. } => ("nominationCleared", pod.as_text().clone()),
            EventKind::Assumed { pod, .. } => ("assumed", pod.as_text().clone()),
            EventKind::Bound { pod, .. } => ("bound", pod.as_text().clone()),
            EventKind::Waits { pod, .. } => ("waits", pod.as_text().clone()),
            EventKind::Allowed { pod, .. } => ("allowed", pod.as_text().clone()),
            EventKind::PreBinding { pod, .. } => ("preBinding", pod.as_text().clone()),
            EventKind::Unreserved { pod, .. } => ("unreserved", pod.as_text().clone()),
            EventKind::StorageApplied(object) => ("storage", object.key()),
            EventKind::StorageRemoved(name) => ("storageRemoved", name.clone()),
            EventKind::DeviceApplied(object) => ("device", object.key()),
            EventKind::DeviceRemoved(name) => ("deviceRemoved", name.clone()),
            EventKind::VolumesReserved { pod, .. } => ("reserved", pod.as_text().clone()),
            EventKind::Provisioning { claim, .. } => ("provisioning", claim.as_text().clone()),
            EventKind::Provisioned { claim, .. } => ("provisioned", claim.as_text().clone()),
            EventKind::ProvisioningFailed { claim } => ("provisioningFailed", claim.as_text().clone()),
            EventKind::ClaimBound { claim, .. } => ("claimBound", claim.as_text().clone()),
            EventKind::Creating(pod) => ("creating", pod.as_text().clone()),
            EventKind::Running { pod, .. } => ("running", pod.as_text().clone()),
            EventKind::Succeeded(pod) => ("succeeded", pod.as_text().clone()),
            EventKind::Failed { pod, .. } => ("failed", pod.as_text().clone()),
            EventKind::Terminating { pod, .. } => ("terminating", pod.as_text().clone()),
            EventKind::PodRemoved(pod) => ("gone", pod.as_text().clone()),
            EventKind::Message { about, .. } => ("message", about.clone()),
            EventKind::Printed { .. } => ("printed", Str::default()),
            EventKind::Script { .. } => ("script", Str::default()),
            EventKind::End(_) => ("end", Str::default()),
        }
    }

    /// Returns the story line of an event about a pod group.
    fn group_line(&self) -> String {
        match self {
            EventKind::PodGroupUpdated(group) => match group.scheduled_condition() {
                Some(condition) => format!("podgroup {} {}: {}", group.key(), condition.reason, condition.message),
                None => format!("podgroup {}", group.key()),
            },
            EventKind::PodGroupRemoved(group) => format!("podgroup {group} goes"),
            EventKind::GroupPopped { group, members, .. } => {
                format!("podgroup {group} popped [{}]", join_keys(members))
            }
            EventKind::GroupAttempted(summary) => summary.story_line(),
            EventKind::GroupHeld(group) => format!("podgroup {group} waits for something else to happen"),
            _ => String::new(),
        }
    }

    /// Returns the event's line in the story of a run, as in `tests/stories`; empty for an attempt, which has several
    /// lines.
    #[must_use]
    pub fn story_line(&self) -> String {
        match self {
            EventKind::Profiles(sheets) => {
                let names: Vec<&str> =
                    sheets.iter().map(|profile_summary| profile_summary.scheduler.as_str()).collect();
                format!("profiles {}", names.join(", "))
            }
            EventKind::NodeAdded(node) => format!("node {} comes", node.metadata.name),
            EventKind::NodeUpdated(node) => {
                let taints: Vec<String> =
                    node.spec.taints.iter().map(|taint| format!("{}:{}", taint.key, taint.effect)).collect();
                format!("node {} changes, taints [{}]", node.metadata.name, taints.join(", "))
            }
            EventKind::NodeRemoved(name) => format!("node {name} goes"),
            EventKind::ZoneChanged(zone) => {
                let Zone { name, nodes, not_ready, state, rate } = &**zone;
                let name = if name.is_empty() { "(none)" } else { name };
                format!(
                    "zone {name} is {}, {not_ready}/{nodes} not ready, {rate} nodes per 100 s",
                    state.upstream_name()
                )
            }
            EventKind::Reconciled(reconcile) => reconcile.story_line(),
            EventKind::PriorityClassAdded(class) => format!("priorityclass {} {}", class.metadata.name, class.value),
            EventKind::PriorityClassRemoved(name) => format!("priorityclass {name} goes"),
            EventKind::BudgetRemoved(key) => format!("budget {key} goes"),
            EventKind::BudgetUpdated(budget) => {
                let status = &budget.status;
                format!(
                    "budget {} allows {} ({} healthy, {} desired)",
                    budget.metadata.name, status.disruptions_allowed, status.current_healthy, status.desired_healthy
                )
            }
            EventKind::BudgetCounted(count) => budget_count_line(count),
            EventKind::EvictionAnswered(eviction) => eviction_answer_line(eviction),
            EventKind::PodGroupUpdated(_)
            | EventKind::PodGroupRemoved(_)
            | EventKind::GroupPopped { .. }
            | EventKind::GroupAttempted(_)
            | EventKind::GroupHeld(_) => self.group_line(),
            EventKind::PodCreated { pod, by, dropped_group } => pod_line(pod, by, dropped_group.as_ref()),
            EventKind::PodUpdated(pod) => format!("pod {} edited", pod.key()),
            EventKind::Queued { pod, queue, by, until } => {
                let until = until.map_or_else(String::new, |until| format!(" until {}", until.to_decimal_seconds()));
                format!("{pod} -> {queue:?}{until} ({by})")
            }
            EventKind::HeldBack { pod, plugin, text } => format!("{pod} held back by {plugin}: {text}"),
            EventKind::Popped { pod, attempt } => format!("{pod} popped, attempt {attempt}"),
            EventKind::Attempted(_) => String::new(),
            EventKind::Drawn { purpose, of, drew } => format!("draw {drew} of {of} for {purpose:?}"),
            EventKind::Nominated { pod, node } => format!("{pod} nominated to {node}"),
            EventKind::NominationCleared { pod, by } => {
                let by = by.as_ref().map_or_else(String::new, |other_pod| format!(", {other_pod} took it"));
                format!("{pod} nominated no more{by}")
            }
            EventKind::Expected { pod, node } => format!("{pod} expected on {node}"),
            EventKind::Assumed { pod, node } => format!("{pod} assumed on {node}"),
            EventKind::Bound { pod, node } => format!("{pod} bound to {node}"),
            EventKind::StorageApplied(object) => format!("{} applied", object.key()),
            EventKind::StorageRemoved(key) | EventKind::DeviceRemoved(key) => format!("{key} goes"),
            EventKind::DeviceApplied(object) => format!("{} applied", object.key()),
            EventKind::VolumesReserved { pod, node, bind, provision } => {
                let bind: Vec<String> = bind.iter().map(|(claim, volume)| format!("{claim}={volume}")).collect();
                format!("{pod} reserves on {node} [{}], to be made [{}]", bind.join(", "), provision.join(", "))
            }
            EventKind::Provisioning { claim, class, until } => {
                format!("volume for {claim} of {class} until {}", until.to_decimal_seconds())
            }
            EventKind::Provisioned { claim, volume } => format!("{volume} made for {claim}"),
            EventKind::ProvisioningFailed { claim } => format!("no volume made for {claim}"),
            EventKind::ClaimBound { claim, volume } => format!("{claim} bound to {volume}"),
            EventKind::Waits { pod, node, plugins, until } => {
                let (plugins, until) = (join_plugins(plugins), until.to_decimal_seconds());
                format!("{pod} waits in Permit on {node} for {plugins} until {until}")
            }
            EventKind::Allowed { pod, node } => format!("{pod} allowed on {node}"),
            EventKind::PreBinding { pod, node, claims, until } => {
                let claims_suffix =
                    if claims.is_empty() { String::new() } else { format!(" for [{}]", claims.join(", ")) };
                format!("{pod} PreBind on {node}{claims_suffix} until {}", until.to_decimal_seconds())
            }
            EventKind::Unreserved { pod, node, at } => format!("{pod} not bound to {node}: refused at {at:?}"),
            EventKind::Creating(pod) => format!("{pod} creating"),
            EventKind::Running { pod, .. } => format!("{pod} running"),
            EventKind::Succeeded(pod) => format!("{pod} succeeded"),
            EventKind::Failed { pod, reason } => format!("{pod} failed: {reason}"),
            EventKind::Terminating { pod, until, why } => {
                format!("{pod} terminating until {}, {why:?}", until.to_decimal_seconds())
            }
            EventKind::PodRemoved(pod) => format!("{pod} gone"),
            EventKind::Message { reason, text, .. } => format!("event {reason}: {text}"),
            EventKind::Printed { text, .. } => format!("kubectl: {text}"),
            EventKind::Script { text, is_by_kubectl: true, .. } => format!("$ kubectl {text}"),
            EventKind::Script { text, .. } => format!("script: {text}"),
            EventKind::End(ending) => format!("end: {ending:?}"),
        }
    }
}

fn pod_line(pod: &Pod, by: &str, dropped_group: Option<&NamespacedName>) -> String {
    let by_suffix = if by.is_empty() { String::new() } else { format!(" by {by}") };
    let on = if pod.spec.node_name.is_empty() { String::new() } else { format!(" on {}", pod.spec.node_name) };
    let dropped = dropped_group.map_or_else(String::new, |group| format!(", group {group} dropped"));
    format!("pod {} created{by_suffix}{on}, priority {}{dropped}", pod.key(), pod.priority())
}

fn join_plugins(plugins: &[RowId]) -> String {
    plugins.iter().map(RowId::as_str).collect::<Vec<_>>().join(", ")
}

fn join_keys(keys: &[NamespacedName]) -> String {
    keys.iter().map(NamespacedName::as_str).collect::<Vec<_>>().join(", ")
}

fn budget_count_line(count: &BudgetCount) -> String {
    let BudgetCount { budget, demand, pods, scales, unmanaged, unhealthy, expected, desired, healthy, allowed, failed } =
        count;
    if let Some(why) = failed {
        return format!("budget {budget} cannot be counted: {why}");
    }
    let demand = match demand {
        Demand::Nothing => "nothing".to_owned(),
        Demand::MinAvailable(value) => format!("minAvailable {value}"),
        Demand::MaxUnavailable(value) => format!("maxUnavailable {value}"),
    };
    let mut parts: Vec<String> = scales.iter().map(|(owner, scale)| format!("{owner}={scale}")).collect();
    if *unmanaged > 0 {
        parts.push(format!("{unmanaged} unmanaged"));
    }
    parts.extend(unhealthy.iter().map(|(pod, why)| format!("{pod} {why:?}")));
    format!(
        "budget {budget} counts {pods} pods, {demand} [{}]: {expected} expected, {desired} desired, {healthy} healthy, {allowed} \
         allowed",
        parts.join(", ")
    )
}

fn eviction_answer_line(eviction: &Eviction) -> String {
    let pod = &eviction.pod;
    let budget = eviction.budget.as_ref().map_or_else(String::new, |budget| format!(" by {budget}"));
    match &eviction.answer {
        EvictionAnswer::Refused { code, cause, .. } => format!("eviction of {pod} refused{budget}: {code} {cause}"),
        EvictionAnswer::Granted { left } => format!("eviction of {pod} allowed{budget}, {left} left"),
        answer => format!("eviction of {pod} allowed{budget}: {answer:?}"),
    }
}

fn queue_phrase(queue: Queue) -> &'static str {
    match queue {
        Queue::Active => "active",
        Queue::Backoff => "backoff",
        Queue::Unschedulable => "unschedulable",
        Queue::Gated => "gated",
    }
}

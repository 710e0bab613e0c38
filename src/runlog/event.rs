//! The event vocabulary: the contract between the engine and a front end. How events travel, their units and their order
//! are described in `protocol`.
//!
//! A run is the list of its events. Folding a prefix of it gives the state of the cluster at that moment (see
//! `trace`), so an event says everything that changed, and nothing else changes between events. Times are virtual
//! milliseconds since the start of the run.
//!
//! A cycle of the scheduler is `Popped`, then a `Drawn` for each draw of chance, then `Attempted`. What follows from it comes next: `Assumed`
//! (and, when the API server hears of it, `Bound` or `BindFailed`), or the `Message` of the failure, `Queued`, and what preemption does
//! (`Nominated`, `NominationCleared`, `Terminating`), in the order in which the release does it. Between `Popped` and `Attempted` budgets may be
//! brought up to date.

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

/// How many events a run has at most; then it is stopped. Copies of a run that answer questions have limits of their own.
pub const EVENT_LIMIT: usize = 200_000;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// When.
    pub at: Millis,
    pub what: EventKind,
}

/// The kinds of events.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EventKind {
    /// How the scheduler is set up: a summary of each profile. The first event of every run.
    Profiles(Vec<Rc<ProfileSummary>>),
    /// A node was added, or added again.
    NodeAdded(Rc<Node>),
    /// A node changed: labels, taints, cordon, room.
    NodeUpdated(Rc<Node>),
    /// A node was deleted. Its pods stay bound until they are deleted.
    NodeRemoved(Str),
    /// The node lifecycle controller sees another number of nodes in a zone that are not ready, or another state.
    ZoneChanged(Rc<Zone>),
    /// The controller of a workload decides to make or to delete pods, or to give a ReplicaSet another size. What it does comes next.
    Reconciled(Rc<Reconcile>),
    /// A priority class was created.
    PriorityClassAdded(Rc<PriorityClass>),
    /// A priority class was deleted. Pods keep their priority.
    PriorityClassRemoved(Str),
    /// A budget was deleted, by `namespace/name`.
    BudgetRemoved(NamespacedName),
    /// A budget came, or its status was recomputed.
    BudgetUpdated(Rc<PodDisruptionBudget>),
    /// The disruption controller counted for a budget, and comes to another status than before.
    BudgetCounted(Rc<BudgetCount>),
    /// The API server answered a request for an eviction.
    EvictionAnswered(Rc<Eviction>),
    /// A group of pods came, or its conditions changed.
    PodGroupUpdated(Rc<PodGroup>),
    /// A group of pods was deleted, by `namespace/name`.
    PodGroupRemoved(NamespacedName),
    /// A cycle of a group begins: these members are tried in this order, each with a cycle of its own, which comes next.
    GroupPopped {
        group: NamespacedName,
        /// The member that was popped.
        by: NamespacedName,
        /// In the order in which they are tried.
        members: Vec<NamespacedName>,
    },
    /// What the cycle of a group came to.
    GroupAttempted(Rc<GroupAttemptSummary>),
    /// Upstream would try the group again and again without any time passing; here it waits until something else is due.
    GroupHeld(NamespacedName),
    /// A pod was created, by a person, a script or a controller; admission is done.
    PodCreated {
        pod: Rc<Pod>,
        /// Who made it: `Deployment/nginx`, or empty.
        by: Str,
        /// The group that it named: the API server of a cluster without groups drops it.
        dropped_group: Option<NamespacedName>,
    },
    /// A pod's spec or labels were edited.
    PodUpdated(Rc<Pod>),
    /// A pod went into a queue, or from one queue to another.
    Queued {
        pod: NamespacedName,
        /// Where it is now.
        queue: Queue,
        /// What moved it.
        by: QueueEvent,
        /// When its backoff ends, if it is backing off.
        until: Option<Millis>,
    },
    /// A plugin holds a member of a group back at `PreEnqueue`.
    HeldBack {
        pod: NamespacedName,
        plugin: RowId,
        /// Upstream's own words.
        text: Str,
    },
    /// A pod was taken out of its queue, to be scheduled now.
    Popped {
        pod: NamespacedName,
        /// The number of this attempt, from 1.
        attempt: u32,
    },
    /// A scheduling attempt in short. All that it found is asked for by its number.
    Attempted(Rc<AttemptSummary>),
    /// Chance was asked.
    Drawn {
        purpose: Purpose,
        /// Out of how many.
        of: usize,
        /// The answer.
        drew: usize,
    },
    /// Preemption made room for a pod: `status.nominatedNodeName` is set.
    Nominated { pod: NamespacedName, node: Str },
    /// Binding the pod is going to take time, so the scheduler writes where it will be: `status.nominatedNodeName` is set. Nothing is
    /// kept free by that, since the pod already counts on the node.
    Expected { pod: NamespacedName, node: Str },
    /// A nomination ended without a binding.
    NominationCleared {
        pod: NamespacedName,
        /// The more important pod that took the node, if that is why.
        by: Option<NamespacedName>,
    },
    /// The scheduler counts the pod on the node from now on (`Assume`, `Reserve`; then `Permit` is asked).
    Assumed { pod: NamespacedName, node: Str },
    /// `Bind` is done: `spec.nodeName` is set.
    Bound { pod: NamespacedName, node: Str },
    /// Plugins let the pod wait in `Permit`.
    Waits {
        pod: NamespacedName,
        node: Str,
        /// The plugins that it waits for.
        plugins: Vec<RowId>,
        /// When it is rejected if they do not answer.
        until: Millis,
    },
    /// The pod waited in `Permit` and may go on now.
    Allowed { pod: NamespacedName, node: Str },
    /// Plugins prepare the node in `PreBind`.
    PreBinding {
        pod: NamespacedName,
        node: Str,
        /// The claims that have to be bound, claims for volumes with their namespace; none where plugins just take their time.
        claims: Vec<Str>,
        /// When they are done; where claims have to be bound, when the plugin gives up.
        until: Millis,
    },
    /// A plugin, or the API server, said no: the scheduler counts the pod on the node no more (`Unreserve`).
    Unreserved {
        pod: NamespacedName,
        node: Str,
        /// The point at which it failed.
        at: Point,
    },
    /// An object of storage came, or changed.
    StorageApplied(StorageObject),
    /// A claim for devices, a slice, a class or a template came or changed.
    DeviceApplied(DeviceRecord),
    /// One went: `ResourceClaim/default/gpu`.
    DeviceRemoved(Str),
    /// An object of storage is there no more: `PersistentVolumeClaim/default/data`.
    StorageRemoved(Str),
    /// `Reserve`: what a pod needs on its node is set aside. Its binding waits until all of it is bound.
    VolumesReserved {
        pod: NamespacedName,
        node: Str,
        /// Claims, each with the volume that it gets.
        bind: Vec<(NamespacedName, Str)>,
        /// Claims for which a volume is to be made for this node.
        provision: Vec<NamespacedName>,
    },
    /// A provisioner begins to make a volume for a claim.
    Provisioning {
        claim: NamespacedName,
        class: Str,
        /// When it will be done.
        until: Millis,
    },
    /// The volume is made.
    Provisioned { claim: NamespacedName, volume: Str },
    /// It could not be made.
    ProvisioningFailed { claim: NamespacedName },
    /// Claim and volume belong together from now on.
    ClaimBound { claim: NamespacedName, volume: Str },
    /// The kubelet began to create the containers.
    Creating(NamespacedName),
    /// All containers run.
    Running {
        pod: NamespacedName,
        /// Its `status.startTime`, in milliseconds of the wall clock.
        start: i64,
        /// Its IP address.
        ip: Str,
    },
    /// All containers ended well (of a Job).
    Succeeded(NamespacedName),
    /// The pod came to a bad end: its kubelet does not admit it, or its node is gone.
    Failed {
        pod: NamespacedName,
        /// `status.reason`: `OutOfcpu`, `NodeAffinity`, …; empty if there is none.
        reason: Str,
    },
    /// A graceful deletion began.
    Terminating {
        pod: NamespacedName,
        /// When the kubelet will be done with it.
        until: Millis,
        why: Deletion,
    },
    /// A pod is gone.
    PodRemoved(NamespacedName),
    /// A line for `kubectl get events`.
    Message {
        /// `Pod/default/nginx` and the like.
        about: Str,
        /// Whether it is a warning.
        warning: bool,
        /// One word: `Scheduled`, `FailedScheduling`, `VictimDeletion`, `Killing`, …
        reason: Str,
        /// Upstream's own words.
        text: Str,
    },
    /// A line that `kubectl` prints for the script.
    Printed {
        /// Whether it is a warning or an error.
        warning: bool,
        /// kubectl's own words.
        text: Str,
    },
    /// An action of the scenario's script begins.
    Script {
        /// Its number, from 0.
        index: usize,
        /// What it does, as `kubectl` would say it.
        text: Str,
        /// Whether `kubectl` does it, and not a machine or another client of the API server.
        by_kubectl: bool,
    },
    /// The run is over.
    End(Ending),
}

impl EventKind {
    /// What it is called, and to whom or what it happens. Captions and links name moments by it.
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

    /// The line of what happens to a group of pods.
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

    /// Its line in the story of a run, as `tests/stories` has it. Empty of an attempt, whose decision takes many.
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
            EventKind::Script { text, by_kubectl: true, .. } => format!("$ kubectl {text}"),
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

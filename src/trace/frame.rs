//! The state of the cluster at a moment, folded from the events.

use std::rc::Rc;

use api::{
    Millis, NamespacedName, Node, Pod, PodDisruptionBudget, PodGroup, PodPhase, PriorityClass, StorageObject, Str,
    Table,
    devices::DeviceRecord,
    resources::{Accounting, Resource, Resources},
};
use runlog::{
    AttemptEnd, BudgetCount, Deletion, Ending, Event, EventKind, ProfileSummary, Queue, QueueEvent, Zone, ZoneState,
};

use super::{Phase, SharedMap};

/// The state of the cluster after a number of events. Clones are cheap, because unchanged data is shared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    pub now: Millis,
    /// The profiles of the scheduler.
    pub profiles: Vec<Rc<ProfileSummary>>,
    pub nodes: SharedMap<Str, NodeView>,
    /// Names of the nodes in the order of creation.
    pub node_order: Vec<Str>,
    pub pods: SharedMap<NamespacedName, PodView>,
    pub pod_groups: Table<NamespacedName, Rc<PodGroup>>,
    /// Groups that pods referred to while groups are disabled, so that the API server dropped the reference; in the order of creation.
    pub dropped_groups: Vec<NamespacedName>,
    pub budgets: Table<NamespacedName, Rc<PodDisruptionBudget>>,
    /// Zones that have a node that is not ready, by name.
    pub zones: Table<Str, ZoneView>,
    /// The latest count of the pods of each budget.
    pub counts: Table<NamespacedName, LatestCount>,
    pub classes: Table<Str, Rc<PriorityClass>>,
    /// Volumes, volume claims, storage classes and so on, by kind and name, such as `PersistentVolumeClaim/default/data`.
    pub storage: SharedMap<Str, StorageObject>,
    /// Objects of dynamic resource allocation by kind and name, such as `ResourceClaim/default/gpu`.
    pub devices: SharedMap<Str, DeviceRecord>,
    /// Volume claims for which a volume is being provisioned, with the time when it will be ready.
    pub provisioning: Table<NamespacedName, Millis>,
    /// The pod in the current scheduling cycle.
    pub in_cycle: Option<NamespacedName>,
    /// Whether and why the run has ended.
    pub ending: Option<Ending>,
    /// How many pods have been created so far; the source of `PodView::number`.
    pods_created: u32,
}

/// The state of a zone at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneView {
    /// The zone as the node lifecycle controller sees it.
    pub zone: Rc<Zone>,
    /// The time at which it entered this state.
    pub since: Millis,
}

/// The latest count of a budget's pods.
#[derive(Clone, Debug, PartialEq)]
pub struct LatestCount {
    /// The time of the count.
    pub counted_at: Millis,
    pub count: Rc<BudgetCount>,
}

/// A node at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeView {
    pub node: Rc<Node>,
    /// Slots for the bound and assumed pods, from bottom to top. A pod keeps its slot for as long as it is on the node.
    pub slots: Vec<Slot>,
    /// Pods nominated to it, in order of nomination.
    pub nominated: Vec<NamespacedName>,
}

/// A place for a pod in the picture of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The pod; `None` once it is gone.
    pub pod: Option<NamespacedName>,
    /// The CPU that the slot represents, in thousandths.
    pub cpu: i64,
}

/// A pod at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct PodView {
    /// The object as it was created or last edited. Later changes of its state are in the other fields.
    pub pod: Rc<Pod>,
    /// The pod's number in order of creation.
    pub number: u32,
    /// The creator, such as `ReplicaSet/nginx-5d59d67564`; empty if there is none.
    pub owner: Str,
    pub created: Millis,
    pub phase: Phase,
    /// The queue that the pod is in.
    pub queue: Option<Queue>,
    /// The event that moved it there.
    pub queued_by: Option<QueueEvent>,
    /// The time at which its backoff ends.
    pub backoff_until: Option<Millis>,
    /// The number of scheduling attempts.
    pub attempts: u32,
    /// The node that it is bound to or assumed on.
    pub node: Option<Str>,
    /// The node that it is nominated to.
    pub nominated: Option<Str>,
    /// The time at which the kubelet will have stopped it.
    pub terminates_at: Option<Millis>,
    /// The time at which it began to terminate.
    pub terminating_since: Option<Millis>,
    /// Why it was deleted.
    pub deletion: Option<Deletion>,
    /// The wall-clock time at which its containers started, in milliseconds.
    pub start: Option<i64>,
    pub ip: Str,
    /// Upstream's message about its last failed attempt.
    pub message: Str,
    /// The group that it referred to in a cluster without groups: the API server dropped the reference.
    pub dropped_group: Option<NamespacedName>,
    /// How the release adds up requests.
    accounting: Accounting,
}

impl Frame {
    /// Updates the state with the next event of the log.
    pub fn apply_event(&mut self, event: &Event) {
        debug_assert!(event.at >= self.now, "a log goes on in the order of time");
        self.now = event.at;
        self.fold_event(event);
        if cfg!(debug_assertions) {
            self.check_invariants(&event.what);
        }
    }

    /// Checks what must hold after an event. Pods that don't exist are not checked.
    fn check_invariants(&self, event_kind: &EventKind) {
        match event_kind {
            EventKind::Queued { pod, queue, until, .. } => {
                let view = self.pods.get(pod);
                debug_assert!(view.is_none_or(|view| view.node.is_none()), "a pod in a queue has no node");
                debug_assert!(self.in_cycle.as_ref() != Some(pod), "a pod in a queue is not being scheduled");
                debug_assert!(until.is_none() || *queue != Queue::Active, "a pod in activeQ does not back off");
            }
            EventKind::Nominated { pod, node } => {
                let view = self.pods.get(pod);
                debug_assert!(view.is_none_or(|view| view.node.is_none()), "a nomination names a pod that waits");
                let times = |node_view: &Rc<NodeView>| node_view.nominated.iter().filter(|other| *other == pod).count();
                debug_assert!(
                    self.nodes.get(node).is_none_or(|view| times(view) == 1),
                    "a pod is nominated to a node once"
                );
            }
            EventKind::Terminating { pod, until, .. } => {
                debug_assert!(*until >= self.now, "a victim's grace ends after it begins");
                let view = self.pods.get(pod);
                let is_held = |view: &Rc<PodView>| view.pod.metadata.foreign_finalizer().is_some();
                debug_assert!(
                    view.is_none_or(|view| view.node.is_some() || is_held(view)),
                    "a pod that takes time to go has a node or a finalizer"
                );
            }
            EventKind::Assumed { pod, node } | EventKind::Bound { pod, node } => {
                let has_pod = |node_view: &Rc<NodeView>| node_view.pods().any(|other| other == pod);
                debug_assert!(self.nodes.get(node).is_none_or(has_pod), "a pod that gets a node has room there");
            }
            EventKind::PodRemoved(pod) => {
                debug_assert!(
                    self.nodes.values().all(|view| !view.nominated.contains(pod)),
                    "a pod that is gone is nominated nowhere"
                );
            }
            _ => {}
        }
    }

    /// Applies an event about objects that are only stored.
    fn apply_object(&mut self, event_kind: &EventKind) {
        match event_kind {
            EventKind::PriorityClassAdded(class) => {
                drop(self.classes.insert(class.metadata.name.clone(), Rc::clone(class)));
            }
            EventKind::PriorityClassRemoved(name) => drop(self.classes.remove(name)),
            EventKind::BudgetUpdated(budget) => {
                self.budgets.insert(NamespacedName::of(&budget.metadata), Rc::clone(budget));
            }
            EventKind::BudgetCounted(count) => {
                let latest_count = LatestCount { counted_at: self.now, count: Rc::clone(count) };
                self.counts.insert(count.budget.clone(), latest_count);
                // The counts of the status are set at once; the rest comes with the next update of the object.
                if let Some(budget) = self.budgets.get_mut(&count.budget) {
                    let status = &mut Rc::make_mut(budget).status;
                    (status.expected_pods, status.desired_healthy) = (count.expected, count.desired);
                    (status.current_healthy, status.disruptions_allowed) = (count.healthy, count.allowed);
                }
            }
            EventKind::BudgetRemoved(key) => {
                self.budgets.remove(key);
                self.counts.remove(key);
            }
            EventKind::ZoneChanged(zone) => {
                if zone.not_ready == 0 && zone.state == ZoneState::Normal {
                    self.zones.remove(&zone.name);
                } else {
                    let before = self.zones.get(&zone.name).filter(|zone_view| zone_view.zone.state == zone.state);
                    let since = before.map_or(self.now, |before| before.since);
                    self.zones.insert(zone.name.clone(), ZoneView { zone: Rc::clone(zone), since });
                }
            }
            EventKind::StorageApplied(object) => self.storage.insert(object.key(), Rc::new(object.clone())),
            EventKind::StorageRemoved(key) => drop(self.storage.remove(key)),
            EventKind::DeviceApplied(object) => self.devices.insert(object.key(), Rc::new(object.clone())),
            EventKind::DeviceRemoved(key) => drop(self.devices.remove(key)),
            EventKind::PodGroupUpdated(group) => drop(self.pod_groups.insert(group.key(), Rc::clone(group))),
            EventKind::PodGroupRemoved(group) => drop(self.pod_groups.remove(group)),
            _ => {}
        }
    }

    fn remove_node(&mut self, name: &Str) {
        self.nodes.remove(name);
        self.node_order.retain(|other| other != name);
    }

    fn fold_event(&mut self, event: &Event) {
        match &event.what {
            EventKind::Profiles(sheets) => self.profiles.clone_from(sheets),
            EventKind::NodeAdded(node) | EventKind::NodeUpdated(node) => self.set_node(node),
            EventKind::NodeRemoved(name) => self.remove_node(name),
            EventKind::Unreserved { pod, node, .. } => self.unplace_pod(pod, node),
            EventKind::Waits { pod, .. } => self.change_pod(pod, |view| view.phase = Phase::Waiting),
            EventKind::Allowed { pod, .. } => self.change_pod(pod, |view| view.phase = Phase::Assumed),
            EventKind::PreBinding { pod, .. } => self.change_pod(pod, |view| view.phase = Phase::PreBinding),
            EventKind::PodCreated { pod, by, dropped_group } => self.create_pod(pod, by, dropped_group.as_ref()),
            EventKind::PodUpdated(pod) => self.update_pod(pod),
            EventKind::Queued { pod, queue, by, until } => {
                if self.in_cycle.as_ref() == Some(pod) {
                    self.in_cycle = None;
                }
                self.change_pod(pod, |view| {
                    view.queue = Some(*queue);
                    view.queued_by = Some(*by);
                    view.backoff_until = *until;
                });
            }
            EventKind::Popped { pod, attempt } => {
                self.in_cycle = Some(pod.clone());
                self.change_pod(pod, |view| {
                    view.queue = None;
                    view.backoff_until = None;
                    view.attempts = *attempt;
                });
            }
            EventKind::Attempted(attempt_summary) => {
                if let AttemptEnd::Failed { message, .. } = &attempt_summary.end {
                    self.change_pod(&attempt_summary.pod, |view| view.message = message.clone());
                }
            }
            EventKind::Nominated { pod, node } => self.nominate_pod(pod, node),
            EventKind::Expected { pod, node } => self.set_expected_node(pod, node),
            EventKind::NominationCleared { pod, .. } => self.clear_nomination(pod),
            EventKind::Assumed { pod, node } => {
                self.in_cycle = None;
                self.place_pod(pod, node, Phase::Assumed);
            }
            EventKind::Bound { pod, node } => {
                self.clear_nomination(pod);
                self.place_pod(pod, node, Phase::Bound);
            }
            EventKind::Creating(pod) => self.change_pod(pod, |view| view.phase = Phase::Creating),
            EventKind::Running { pod, start, ip } => self.change_pod(pod, |view| {
                view.phase = Phase::Running;
                if !view.pod.status.container_statuses.is_empty() {
                    Rc::make_mut(&mut view.pod).status.report_running();
                }
                view.start = Some(*start);
                view.ip = ip.clone();
            }),
            EventKind::Succeeded(pod) => self.end_pod(pod, Phase::Succeeded),
            EventKind::Failed { pod, reason } => {
                self.change_pod(pod, |view| Rc::make_mut(&mut view.pod).status.reason = reason.clone());
                self.end_pod(pod, Phase::Failed);
            }
            EventKind::Terminating { pod, until, why } => self.change_pod(pod, |view| {
                view.phase = Phase::Terminating;
                view.queue = None;
                view.terminating_since = Some(event.at);
                view.terminates_at = Some(*until);
                view.deletion = Some(why.clone());
            }),
            EventKind::PodRemoved(pod) => self.remove_pod(pod),
            EventKind::End(ending) => self.ending = Some(*ending),
            EventKind::PriorityClassAdded(_)
            | EventKind::PriorityClassRemoved(_)
            | EventKind::BudgetUpdated(_)
            | EventKind::BudgetCounted(_)
            | EventKind::BudgetRemoved(_)
            | EventKind::ZoneChanged(_)
            | EventKind::StorageApplied(_)
            | EventKind::StorageRemoved(_)
            | EventKind::DeviceApplied(_)
            | EventKind::DeviceRemoved(_)
            | EventKind::PodGroupUpdated(_)
            | EventKind::PodGroupRemoved(_) => self.apply_object(&event.what),
            EventKind::Provisioning { claim, until, .. } => {
                self.provisioning.insert(claim.clone(), *until);
            }
            EventKind::Provisioned { claim, .. } | EventKind::ProvisioningFailed { claim } => {
                self.provisioning.remove(claim);
            }
            EventKind::VolumesReserved { .. }
            | EventKind::Reconciled(_)
            | EventKind::ClaimBound { .. }
            | EventKind::Drawn { .. }
            | EventKind::Message { .. }
            | EventKind::Script { .. }
            | EventKind::Printed { .. }
            | EventKind::HeldBack { .. }
            | EventKind::GroupPopped { .. }
            | EventKind::GroupAttempted(_)
            | EventKind::GroupHeld(_)
            | EventKind::EvictionAnswered(_) => {}
        }
    }

    fn change_pod(&mut self, pod_key: &NamespacedName, change: impl FnOnce(&mut PodView)) {
        if let Some(view) = self.pods.get_mut(pod_key) {
            change(Rc::make_mut(view));
        }
    }

    fn change_node(&mut self, name: &Str, change: impl FnOnce(&mut NodeView)) {
        if let Some(view) = self.nodes.get_mut(name) {
            change(Rc::make_mut(view));
        }
    }

    fn set_node(&mut self, node: &Rc<Node>) {
        let name = &node.metadata.name;
        if self.nodes.contains_key(name) {
            return self.change_node(name, |view| view.node = Rc::clone(node));
        }
        // Pods of a node that was deleted and created again still exist.
        let is_bound_here = |view: &&Rc<PodView>| view.node.as_ref() == Some(name) && !view.phase.is_over();
        let slot = |pod_view: &Rc<PodView>| Slot { pod: Some(pod_view.pod.key()), cpu: pod_view.requests().milli_cpu };
        let slots = self.pods.values().filter(is_bound_here).map(slot).collect();
        let view = NodeView { node: Rc::clone(node), slots, nominated: Vec::new() };
        self.nodes.insert(name.clone(), Rc::new(view));
        self.node_order.push(name.clone());
        debug_assert!(self.node_order.len() == self.nodes.len(), "each node has its place in the order of coming");
    }

    fn create_pod(&mut self, pod: &Rc<Pod>, creator: &Str, dropped_group: Option<&NamespacedName>) {
        let key = pod.key();
        if let Some(group) = dropped_group.filter(|group| !self.dropped_groups.contains(group)) {
            self.dropped_groups.push(group.clone());
        }
        self.pods_created += 1;
        let is_bound = !pod.spec.node_name.is_empty();
        let running = is_bound && pod.status.phase == PodPhase::Running;
        let view = PodView {
            pod: Rc::clone(pod),
            number: self.pods_created,
            owner: creator.clone(),
            created: self.now,
            phase: if running { Phase::Running } else { Phase::Pending },
            queue: None,
            queued_by: None,
            backoff_until: None,
            attempts: 0,
            node: None,
            nominated: None,
            terminates_at: None,
            terminating_since: None,
            deletion: None,
            start: pod.status.start_time.map(|time| time.0),
            ip: Str::default(),
            message: Str::default(),
            dropped_group: dropped_group.cloned(),
            accounting: self
                .profiles
                .first()
                .map_or_else(Accounting::default, |profile_summary| profile_summary.accounting),
        };
        self.pods.insert(key.clone(), Rc::new(view));
        match (&pod.status.phase, is_bound) {
            (PodPhase::Succeeded | PodPhase::Failed, _) => self.change_pod(&key, |view| {
                let has_failed = view.pod.status.phase == PodPhase::Failed;
                view.phase = if has_failed { Phase::Failed } else { Phase::Succeeded };
                view.node = Some(pod.spec.node_name.clone()).filter(|_| is_bound);
            }),
            (_, true) => {
                self.place_pod(&key, &pod.spec.node_name, if running { Phase::Running } else { Phase::Bound });
            }
            (_, false) if !pod.status.nominated_node_name.is_empty() => {
                self.nominate_pod(&key, &pod.status.nominated_node_name);
            }
            (_, false) => {}
        }
        if pod.is_terminating() {
            self.change_pod(&key, |view| view.phase = Phase::Terminating);
        }
    }

    fn update_pod(&mut self, pod: &Rc<Pod>) {
        let key = pod.key();
        self.change_pod(&key, |view| view.pod = Rc::clone(pod));
        let Some(view) = self.pods.get(&key) else { return };
        let (node, cpu) = (view.node.clone(), view.requests().milli_cpu);
        if let Some(node) = node {
            self.change_node(&node, |view| {
                if let Some(slot) = view.slots.iter_mut().find(|slot| slot.pod.as_ref() == Some(&key)) {
                    slot.cpu = cpu;
                }
            });
        }
    }

    fn place_pod(&mut self, pod: &NamespacedName, node: &Str, phase: Phase) {
        let mut cpu = 0;
        self.change_pod(pod, |view| {
            view.phase = phase;
            view.node = Some(node.clone());
            view.queue = None;
            view.backoff_until = None;
            cpu = view.requests().milli_cpu;
        });
        self.change_node(node, |view| view.fill_slot(pod, cpu));
    }

    /// Sets the nominated node in the pod's status while the pod is already assumed there, so that the node does not list it as nominated.
    fn set_expected_node(&mut self, pod: &NamespacedName, node: &Str) {
        self.clear_nomination(pod);
        self.change_pod(pod, |view| view.nominated = Some(node.clone()));
    }

    fn nominate_pod(&mut self, pod: &NamespacedName, node: &Str) {
        self.clear_nomination(pod);
        self.change_pod(pod, |view| view.nominated = Some(node.clone()));
        self.change_node(node, |view| view.nominated.push(pod.clone()));
    }

    fn clear_nomination(&mut self, pod: &NamespacedName) {
        let Some(node) = self.pods.get(pod).and_then(|view| view.nominated.clone()) else { return };
        self.change_pod(pod, |view| view.nominated = None);
        self.change_node(&node, |view| view.nominated.retain(|other| other != pod));
    }

    fn remove_pod(&mut self, pod: &NamespacedName) {
        self.clear_nomination(pod);
        if self.in_cycle.as_ref() == Some(pod) {
            self.in_cycle = None;
        }
        let Some(view) = self.pods.remove(pod) else { return };
        if let Some(node) = &view.node {
            self.free_slot(pod, node);
        }
    }

    /// Removes the pod from its node; the pod itself remains.
    fn unplace_pod(&mut self, pod: &NamespacedName, node: &Str) {
        self.free_slot(pod, node);
        self.change_pod(pod, |view| {
            view.phase = Phase::Pending;
            view.node = None;
        });
    }

    /// Ends the pod; its object remains, but uses no resources.
    fn end_pod(&mut self, pod: &NamespacedName, phase: Phase) {
        self.change_pod(pod, |view| view.phase = phase);
        if let Some(node) = self.pods.get(pod).and_then(|view| view.node.clone()) {
            self.free_slot(pod, &node);
        }
    }

    fn free_slot(&mut self, pod: &NamespacedName, node: &Str) {
        self.change_node(node, |view| {
            for slot in view.slots.iter_mut().filter(|slot| slot.pod.as_ref() == Some(pod)) {
                slot.pod = None;
            }
            while view.slots.last().is_some_and(|slot| slot.pod.is_none()) {
                view.slots.pop();
            }
            debug_assert!(view.pods().all(|other| other != pod), "a pod that goes leaves no slot");
        });
    }

    /// The pods in a queue, in the order in which the scheduler would pop them (unschedulable pods: in order of creation).
    #[must_use]
    pub fn pods_in_queue(&self, queue: Queue) -> Vec<(&NamespacedName, &Rc<PodView>)> {
        let mut pods: Vec<_> = self.pods.iter().filter(|(_, view)| view.queue == Some(queue)).collect();
        pods.sort_by_key(|(_, view)| {
            let priority = std::cmp::Reverse(view.pod.priority());
            match queue {
                Queue::Active => (Millis::ZERO, priority, view.number),
                Queue::Backoff => (view.backoff_until.unwrap_or_default(), priority, view.number),
                Queue::Unschedulable | Queue::Gated => (Millis::ZERO, std::cmp::Reverse(0), view.number),
            }
        });
        pods
    }

    /// The budgets that select a pod.
    #[must_use]
    pub fn budgets_of(&self, pod: &Pod) -> Vec<&Rc<PodDisruptionBudget>> {
        let protects = |budget: &&Rc<PodDisruptionBudget>| {
            budget.metadata.namespace == pod.metadata.namespace
                && budget
                    .spec
                    .selector
                    .as_ref()
                    .is_some_and(|selector| !selector.is_empty() && selector.matches(&pod.metadata.labels))
        };
        self.budgets.values().filter(protects).collect()
    }
}

/// Amounts of resources of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeAmounts {
    pub milli_cpu: i64,
    /// Bytes.
    pub memory: i64,
    pub pods: i64,
}

impl NodeView {
    /// The zone of the node, from its labels; empty without one.
    #[must_use]
    pub fn zone(&self) -> &str {
        let label = |key: &str| self.node.metadata.labels.get(key).map(Str::as_str);
        label("topology.kubernetes.io/zone").or_else(|| label("failure-domain.beta.kubernetes.io/zone")).unwrap_or("")
    }

    /// The pods on the node, from bottom to top.
    pub fn pods(&self) -> impl Iterator<Item = &NamespacedName> {
        self.slots.iter().filter_map(|slot| slot.pod.as_ref())
    }

    /// The allocatable resources of the node, or its capacity where the status doesn't state them.
    #[must_use]
    pub fn allocatable(&self) -> NodeAmounts {
        let status = &self.node.status;
        let pods = status.allocatable.get("pods").or_else(|| status.capacity.get("pods"));
        NodeAmounts {
            milli_cpu: self.allocatable_amount(&Resource::Cpu),
            memory: self.allocatable_amount(&Resource::Memory),
            pods: pods.map_or(0, |quantity| quantity.value()),
        }
    }

    /// The allocatable amount of a resource, or its capacity if the status doesn't state what is allocatable, or 0.
    #[must_use]
    pub fn allocatable_amount(&self, resource: &Resource) -> i64 {
        let status = &self.node.status;
        let quantity = status.allocatable.get(resource.name()).or_else(|| status.capacity.get(resource.name()));
        quantity.map_or(0, |quantity| resource.amount(quantity))
    }

    /// Assigns a slot to a pod: a free one of the same size, or a new one on top. If there is no room on top, free slots are removed.
    fn fill_slot(&mut self, pod: &NamespacedName, cpu: i64) {
        if self.pods().any(|other| other == pod) {
            return;
        }
        if let Some(slot) = self.slots.iter_mut().find(|slot| slot.pod.is_none() && slot.cpu == cpu) {
            slot.pod = Some(pod.clone());
            return;
        }
        if self.slots.iter().map(|slot| slot.cpu).sum::<i64>() + cpu > self.allocatable().milli_cpu {
            self.slots.retain(|slot| slot.pod.is_some());
        }
        self.slots.push(Slot { pod: Some(pod.clone()), cpu });
        debug_assert!(self.pods().filter(|other| *other == pod).count() == 1, "a pod has one slot on its node");
    }
}

impl PodView {
    /// The requested resources: as counted for an incoming pod while it has no node, or for a bound pod.
    #[must_use]
    pub fn requests(&self) -> Resources {
        if self.node.is_some() {
            self.accounting.bound_request(&self.pod)
        } else {
            self.accounting.incoming_request(&self.pod)
        }
    }

    /// The requested amount of a resource; 0 once the pod has ended.
    #[must_use]
    pub fn amount_of(&self, resource: &Resource) -> i64 {
        match resource {
            _ if self.phase.is_over() => 0,
            pods if pods.is_pods() => 1,
            _ => self.requests().get(resource),
        }
    }

    /// The amount of a resource that is reserved on the node that the pod is nominated to. Some releases count less for a pod on a node than for an
    /// incoming one.
    #[must_use]
    pub fn amount_kept(&self, resource: &Resource) -> i64 {
        if resource.is_pods() { 1 } else { self.accounting.bound_request(&self.pod).get(resource) }
    }

    /// Whether scheduling gates hold it back.
    #[must_use]
    pub(crate) fn is_gated(&self) -> bool {
        self.queue == Some(Queue::Gated) && !self.pod.spec.scheduling_gates.is_empty()
    }

    /// The node to which the API server has bound the pod; `None` while it is only assumed.
    #[must_use]
    pub fn bound_to(&self) -> Option<&Str> {
        let is_bound = !matches!(self.phase, Phase::Pending | Phase::Assumed | Phase::Waiting | Phase::PreBinding);
        self.node.as_ref().filter(|_| is_bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places pods with these CPU requests on a node with one CPU, removes others, and returns the slots.
    #[test]
    fn pods_keep_their_slots() {
        let mut frame = Frame::default();
        let json = r#"{"metadata":{"name":"n"},"status":{"allocatable":{"cpu":"1"}}}"#;
        let apply = |frame: &mut Frame, what| frame.apply_event(&Event { at: Millis::ZERO, what });
        apply(&mut frame, EventKind::NodeAdded(Rc::new(serde_json::from_str(json).expect("a node"))));
        let steps = [
            ("a", 300, "a300"),
            ("b", 200, "a300 b200"),
            ("c", 100, "a300 b200 c100"),
            ("b", 0, "a300 -200 c100"),
            ("d", 100, "a300 -200 c100 d100"),
            ("e", 200, "a300 e200 c100 d100"),
            ("e", 0, "a300 -200 c100 d100"),
            ("f", 400, "a300 c100 d100 f400"),
            ("f", 0, "a300 c100 d100"),
        ];
        for (name, cpu, wanted) in steps {
            let key = NamespacedName::new("default", name);
            if cpu == 0 {
                apply(&mut frame, EventKind::PodRemoved(key));
            } else {
                let json = format!(
                    r#"{{"metadata":{{"name":"{name}","namespace":"default"}},"spec":{{"containers":[{{"resources":{{"requests":{{"cpu":"{cpu}m"}}}}}}]}}}}"#
                );
                let pod = Rc::new(serde_json::from_str(&json).expect("a pod"));
                apply(&mut frame, EventKind::PodCreated { pod, by: Str::default(), dropped_group: None });
                apply(&mut frame, EventKind::Bound { pod: key, node: "n".into() });
            }
            let name =
                |slot: &Slot| slot.pod.as_ref().map_or("-", |key| key.rsplit('/').next().unwrap_or(key)).to_owned();
            let slots = &frame.nodes["n"].slots;
            let texts: Vec<String> = slots.iter().map(|slot| format!("{}{}", name(slot), slot.cpu)).collect();
            assert_eq!(texts.join(" "), wanted);
        }
    }

    #[test]
    fn abnormal_zone_is_listed() {
        let mut frame = Frame::default();
        let mut zone = |at: u64, not_ready: usize| {
            let zone =
                Zone { name: "z".into(), state: ZoneState::from_counts(3, not_ready), nodes: 3, not_ready, rate: 10 };
            frame.apply_event(&Event { at: Millis::new(at), what: EventKind::ZoneChanged(Rc::new(zone)) });
            frame.zones.get("z").map(|zone| (zone.zone.state, zone.since.to_millis()))
        };
        assert_eq!(zone(1, 1), Some((ZoneState::Normal, 1)));
        assert_eq!(zone(2, 2), Some((ZoneState::Normal, 1)), "its state has lasted");
        assert_eq!(zone(3, 3), Some((ZoneState::Full, 3)));
        assert_eq!(zone(4, 0), None);
    }

    #[test]
    fn a_pod_that_is_removed_in_its_cycle_is_not_being_scheduled() {
        let mut frame = Frame::default();
        let mut apply = |what| {
            frame.apply_event(&Event { at: Millis::ZERO, what });
            frame.in_cycle.clone()
        };
        assert_eq!(apply(EventKind::Popped { pod: "default/a".into(), attempt: 1 }).as_deref(), Some("default/a"));
        assert_eq!(apply(EventKind::PodRemoved("default/b".into())).as_deref(), Some("default/a"));
        assert_eq!(apply(EventKind::PodRemoved("default/a".into())), None);
    }
}

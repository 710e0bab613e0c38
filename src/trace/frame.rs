//! The state of the cluster at one moment, as the events tell it.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::api::{Node, Pod, PodDisruptionBudget, PriorityClass, Str};
use crate::framework::Sheet;
use crate::simulation::{Deletion, Ending, Event, Millis, Queue, What};

/// The cluster after a number of events. Cheap to clone: what does not change is shared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// Virtual time.
    pub now: Millis,
    /// Profiles of the scheduler.
    pub profiles: Vec<Rc<Sheet>>,
    /// Nodes by name.
    pub nodes: BTreeMap<Str, Rc<NodeView>>,
    /// Names of the nodes in the order of their coming.
    pub node_order: Vec<Str>,
    /// Pods by `namespace/name`.
    pub pods: BTreeMap<Str, Rc<PodView>>,
    /// Disruption budgets by `namespace/name`.
    pub budgets: BTreeMap<Str, Rc<PodDisruptionBudget>>,
    /// Priority classes by name.
    pub classes: BTreeMap<Str, Rc<PriorityClass>>,
    /// The pod that is being scheduled.
    pub in_cycle: Option<Str>,
    /// Whether and why the run is over.
    pub ended: Option<Ending>,
    /// How many pods have come so far; gives each its number.
    coming: u32,
}

/// A node at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeView {
    /// The object.
    pub node: Rc<Node>,
    /// Pods on it (bound or assumed), each in a slot of its own that it keeps; a free slot is taken by the next pod.
    pub slots: Vec<Option<Str>>,
    /// Pods nominated to it, in the order of their nomination.
    pub nominated: Vec<Str>,
}

/// What a pod is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// It has no node.
    Pending,
    /// The scheduler counts it on a node, but has not told the API server yet.
    Assumed,
    /// It has a node.
    Bound,
    /// Its containers are being created.
    Creating,
    /// Its containers run.
    Running,
    /// It is asked to stop.
    Terminating,
    /// It is done (of a Job).
    Succeeded,
}

/// A pod at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct PodView {
    /// The object as it was created or edited last. What happened to it since stands in the other fields.
    pub pod: Rc<Pod>,
    /// The pod's number in the order of coming.
    pub number: u32,
    /// Who made it: `ReplicaSet/nginx-5d59d67564`, or empty.
    pub by: Str,
    /// When it was created.
    pub created: Millis,
    /// What it is doing.
    pub phase: Phase,
    /// The queue that it waits in.
    pub queue: Option<Queue>,
    /// What put it there.
    pub queued_by: Str,
    /// When its backoff is over.
    pub backoff_until: Option<Millis>,
    /// How often it was tried.
    pub attempts: u32,
    /// The node that it is on, bound or assumed.
    pub node: Option<Str>,
    /// The node that preemption made room on.
    pub nominated: Option<Str>,
    /// When the kubelet will be done with it.
    pub gone_at: Option<Millis>,
    /// Why it has to go.
    pub why: Option<Deletion>,
    /// When its containers ran, in milliseconds of the wall clock.
    pub start: Option<i64>,
    /// Its address.
    pub ip: Str,
    /// Upstream's message of its last failed attempt.
    pub message: Str,
}

impl Frame {
    /// Lets an event happen.
    pub fn apply(&mut self, event: &Event) {
        self.now = event.at;
        match &event.what {
            What::Profiles(sheets) => self.profiles.clone_from(sheets),
            What::NodeAdded(node) | What::NodeUpdated(node) => self.set_node(node),
            What::NodeRemoved(name) => {
                self.nodes.remove(name);
                self.node_order.retain(|other| other != name);
            }
            What::PriorityClassAdded(class) => {
                self.classes.insert(class.metadata.name.clone(), Rc::clone(class));
            }
            What::BudgetUpdated(budget) => {
                let key = format!("{}/{}", budget.metadata.namespace, budget.metadata.name);
                self.budgets.insert(key.into(), Rc::clone(budget));
            }
            What::PriorityClassRemoved(name) => {
                self.classes.remove(name);
            }
            What::BudgetRemoved(key) => {
                self.budgets.remove(key);
            }
            What::BindFailed { pod, node } => self.take_off(pod, node),
            What::PodCreated { pod, by } => self.create(pod, by),
            What::PodUpdated(pod) => self.pod(&pod.key().into(), |view| view.pod = Rc::clone(pod)),
            What::Queued { pod, queue, by, until } => {
                if self.in_cycle.as_ref() == Some(pod) {
                    self.in_cycle = None;
                }
                self.pod(pod, |view| {
                    view.queue = Some(*queue);
                    view.queued_by = by.clone();
                    view.backoff_until = *until;
                });
            }
            What::Popped { pod, attempt } => {
                self.in_cycle = Some(pod.clone());
                self.pod(pod, |view| {
                    view.queue = None;
                    view.backoff_until = None;
                    view.attempts = *attempt;
                });
            }
            What::Attempted(attempt) => {
                if let crate::framework::Outcome::Failed { message, .. } = &attempt.outcome {
                    self.pod(&attempt.pod, |view| view.message = message.clone());
                }
            }
            What::Nominated { pod, node } => {
                self.denominate(pod);
                self.pod(pod, |view| view.nominated = Some(node.clone()));
                self.node(node, |view| view.nominated.push(pod.clone()));
            }
            What::NominationCleared { pod, .. } => self.denominate(pod),
            What::Assumed { pod, node } => {
                self.in_cycle = None;
                self.put(pod, node, Phase::Assumed);
            }
            What::Bound { pod, node } => {
                self.denominate(pod);
                self.put(pod, node, Phase::Bound);
            }
            What::Creating(pod) => self.pod(pod, |view| view.phase = Phase::Creating),
            What::Running { pod, start, ip } => self.pod(pod, |view| {
                view.phase = Phase::Running;
                view.start = Some(*start);
                view.ip = ip.clone();
            }),
            What::Succeeded(pod) => self.pod(pod, |view| view.phase = Phase::Succeeded),
            What::Terminating { pod, until, why } => self.pod(pod, |view| {
                view.phase = Phase::Terminating;
                view.gone_at = Some(*until);
                view.why = Some(why.clone());
            }),
            What::PodRemoved(pod) => self.remove(pod),
            What::End(ending) => self.ended = Some(*ending),
            What::Drawn { .. } | What::Message { .. } | What::Script { .. } | What::Printed { .. } => {}
        }
    }

    fn pod(&mut self, key: &Str, change: impl FnOnce(&mut PodView)) {
        if let Some(view) = self.pods.get_mut(key) {
            change(Rc::make_mut(view));
        }
    }

    fn node(&mut self, name: &Str, change: impl FnOnce(&mut NodeView)) {
        if let Some(view) = self.nodes.get_mut(name) {
            change(Rc::make_mut(view));
        }
    }

    fn set_node(&mut self, node: &Rc<Node>) {
        let name = &node.metadata.name;
        if self.nodes.contains_key(name) {
            return self.node(name, |view| view.node = Rc::clone(node));
        }
        // Pods of a node that went and came back are still there.
        let there = |view: &&Rc<PodView>| view.node.as_ref() == Some(name);
        let slots = self.pods.values().filter(there).map(|view| Some(view.pod.key().into())).collect();
        let view = NodeView { node: Rc::clone(node), slots, nominated: Vec::new() };
        self.nodes.insert(name.clone(), Rc::new(view));
        self.node_order.push(name.clone());
    }

    fn create(&mut self, pod: &Rc<Pod>, by: &Str) {
        let key: Str = pod.key().into();
        self.coming += 1;
        let bound = !pod.spec.node_name.is_empty();
        let running = bound && pod.status.phase == "Running";
        let view = PodView {
            pod: Rc::clone(pod),
            number: self.coming,
            by: by.clone(),
            created: self.now,
            phase: if running { Phase::Running } else { Phase::Pending },
            queue: None,
            queued_by: Str::default(),
            backoff_until: None,
            attempts: 0,
            node: None,
            nominated: None,
            gone_at: None,
            why: None,
            start: pod.status.start_time.map(|time| time.0),
            ip: Str::default(),
            message: Str::default(),
        };
        self.pods.insert(key.clone(), Rc::new(view));
        if bound {
            self.put(&key, &pod.spec.node_name, if running { Phase::Running } else { Phase::Bound });
        }
        if pod.is_terminating() {
            self.pod(&key, |view| view.phase = Phase::Terminating);
        }
    }

    fn put(&mut self, pod: &Str, node: &Str, phase: Phase) {
        self.pod(pod, |view| {
            view.phase = phase;
            view.node = Some(node.clone());
            view.queue = None;
            view.backoff_until = None;
        });
        self.node(node, |view| {
            if !view.slots.iter().flatten().any(|other| other == pod) {
                match view.slots.iter_mut().find(|slot| slot.is_none()) {
                    Some(slot) => *slot = Some(pod.clone()),
                    None => view.slots.push(Some(pod.clone())),
                }
            }
        });
    }

    fn denominate(&mut self, pod: &Str) {
        let Some(node) = self.pods.get(pod).and_then(|view| view.nominated.clone()) else { return };
        self.pod(pod, |view| view.nominated = None);
        self.node(&node, |view| view.nominated.retain(|other| other != pod));
    }

    fn remove(&mut self, pod: &Str) {
        self.denominate(pod);
        if self.in_cycle.as_ref() == Some(pod) {
            self.in_cycle = None;
        }
        let Some(view) = self.pods.remove(pod) else { return };
        if let Some(node) = &view.node {
            self.free(pod, node);
        }
    }

    /// The pod is on the node no more, but still there.
    fn take_off(&mut self, pod: &Str, node: &Str) {
        self.free(pod, node);
        self.pod(pod, |view| {
            view.phase = Phase::Pending;
            view.node = None;
        });
    }

    fn free(&mut self, pod: &Str, node: &Str) {
        self.node(node, |view| {
            for slot in view.slots.iter_mut().filter(|slot| slot.as_ref() == Some(pod)) {
                *slot = None;
            }
            while view.slots.last().is_some_and(Option::is_none) {
                view.slots.pop();
            }
        });
    }

    /// Pods in a queue, in the order in which the scheduler would take them (the unschedulable pool: by coming).
    #[must_use]
    pub fn queued(&self, queue: Queue) -> Vec<(&Str, &Rc<PodView>)> {
        let mut pods: Vec<_> = self.pods.iter().filter(|(_, view)| view.queue == Some(queue)).collect();
        pods.sort_by_key(|(_, view)| {
            let priority = std::cmp::Reverse(view.pod.priority());
            match queue {
                Queue::Active => (0, priority, view.number),
                Queue::Backoff => (view.backoff_until.unwrap_or(0), priority, view.number),
                Queue::Unschedulable | Queue::Gated => (0, std::cmp::Reverse(0), view.number),
            }
        });
        pods
    }

    /// Budgets that protect a pod.
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

impl PodView {
    /// The word that `kubectl get pods` prints under STATUS.
    #[must_use]
    pub fn status(&self) -> &'static str {
        match self.phase {
            Phase::Pending if self.is_gated() => "SchedulingGated",
            Phase::Pending | Phase::Assumed | Phase::Bound => "Pending",
            Phase::Creating => "ContainerCreating",
            Phase::Running => "Running",
            Phase::Terminating => "Terminating",
            Phase::Succeeded => "Completed",
        }
    }

    /// Whether gates hold it back.
    #[must_use]
    pub fn is_gated(&self) -> bool {
        self.queue == Some(Queue::Gated) && !self.pod.spec.scheduling_gates.is_empty()
    }

    /// The node that the API server knows of.
    #[must_use]
    pub fn bound_to(&self) -> Option<&Str> {
        self.node.as_ref().filter(|_| !matches!(self.phase, Phase::Pending | Phase::Assumed))
    }
}

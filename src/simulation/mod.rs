//! Virtual time: a scenario runs, and everything that happens becomes an event.
//!
//! [`Simulation`] holds the cluster's true state, the scheduler's queue and the agenda. Each call of
//! [`Simulation::step`] does one task and gives the events of it. `agenda` orders tasks; `cluster` changes objects and
//! tells the queue; `cycle` runs the scheduler; `controllers` and `disruption` do what the controllers of a real cluster
//! do.

mod agenda;
mod cluster;
mod controllers;
mod cycle;
mod disruption;
mod edits;
mod event;
mod eviction;
mod from_manifest;
mod node_life;
mod scenario;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::api::{Pod, PodDisruptionBudget, PriorityClass, Str};
use crate::cluster::{Accounting, NodeInfo, NodeTree, Objects, PodInfo, Snapshot};
use crate::framework::{Chooser, Dice, Profile};
use crate::releases::config::Configuration;
use crate::releases::{self, Release};
use crate::scheduler::queue::SchedulingQueue;
use crate::scheduler::{FlowPolicy, Nominator};

use agenda::{Agenda, Task};
use controllers::Workloads;
use node_life::NodeLife;

pub use edits::LabelChanges;
pub use event::{Deletion, Ending, Event, Millis, Queue, What};
pub use eviction::Drain;
pub use node_life::Readiness;
pub use scenario::{Action, Scenario, Timings, WorkloadKind};

/// After so many events a run is cut.
pub const EVENT_LIMIT: usize = 200_000;

/// Milliseconds for which a run without a duration goes on when nothing happens but retries.
const RETRIES_SHOWN: Millis = 30_000;

/// A pod, as the API server has it.
#[derive(Clone, Debug)]
struct PodState {
    info: Rc<PodInfo>,
    /// The node that the scheduler counts it on: bound, or assumed to be.
    node: Option<Str>,
    /// Whether the API server knows of that node.
    bound: bool,
    /// The message of the condition `PodScheduled`.
    message: Str,
}

/// A run.
pub struct Simulation {
    release: Release,
    profiles: Vec<Profile>,
    flow: FlowPolicy,
    timings: scenario::Timings,
    epoch: i64,
    until: Option<Millis>,
    now: Millis,
    agenda: Agenda,
    script: Vec<Action>,
    snapshot: Snapshot,
    tree: NodeTree,
    /// The tree's order as indices, until nodes change.
    order: Option<Vec<usize>>,
    /// Deleted nodes whose pods are still there, where a release forgets the node itself.
    ghosts: BTreeMap<Str, NodeInfo>,
    objects: Objects,
    classes: Vec<Rc<PriorityClass>>,
    pods: BTreeMap<Str, PodState>,
    nominator: Nominator,
    queue: SchedulingQueue,
    workloads: Workloads,
    node_life: NodeLife,
    /// How often the binding of a pod is still to fail.
    bind_failures: BTreeMap<Str, u32>,
    /// Pods whose binding failed and who were not tried since: another try may help them.
    refused: BTreeSet<Str>,
    start: usize,
    chooser: Box<dyn Chooser>,
    events: Vec<Event>,
    emitted: usize,
    /// When anything happened last beside retries.
    changed: Millis,
    next_ip: u32,
    ended: bool,
}

impl Simulation {
    /// Sets up a run.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        let dice = Box::new(Dice::new(scenario.seed));
        Self::with_chooser(scenario, dice)
    }

    /// Sets up a run whose draws somebody else answers.
    #[must_use]
    pub fn with_chooser(scenario: Scenario, chooser: Box<dyn Chooser>) -> Self {
        Self::with_profile(scenario, chooser, |_| {})
    }

    /// Sets up a run with a changed profile.
    #[must_use]
    pub fn with_profile(mut scenario: Scenario, chooser: Box<dyn Chooser>, change: impl FnMut(&mut Profile)) -> Self {
        let release = scenario.release;
        let configuration = scenario.configuration.take();
        let Configuration { mut profiles, backoff } =
            configuration.unwrap_or_else(|| Configuration::default_of(release));
        profiles.iter_mut().for_each(change);
        let mut simulation = Self {
            release,
            profiles,
            flow: releases::flow_policy(release),
            timings: scenario.timings,
            epoch: scenario.epoch.0,
            until: scenario.until,
            now: 0,
            agenda: Agenda::default(),
            script: Vec::new(),
            snapshot: Snapshot::default(),
            tree: NodeTree::default(),
            order: None,
            ghosts: BTreeMap::new(),
            objects: Objects::default(),
            classes: Vec::new(),
            pods: BTreeMap::new(),
            nominator: Nominator::default(),
            queue: SchedulingQueue::new(releases::queue_policy(release), backoff),
            workloads: Workloads::new(scenario.seed),
            node_life: NodeLife::new(scenario.node_life),
            bind_failures: std::mem::take(&mut scenario.bind_failures),
            refused: BTreeSet::new(),
            start: 0,
            chooser,
            events: Vec::new(),
            emitted: 0,
            changed: 0,
            next_ip: 0,
            ended: false,
        };
        simulation.populate(scenario);
        simulation
    }

    fn populate(&mut self, scenario: Scenario) {
        self.emit(What::Profiles(self.profiles.iter().map(|profile| Rc::new(profile.into())).collect()));
        for class in scenario.classes {
            self.add_class(class);
        }
        for namespace in scenario.namespaces {
            self.objects.namespaces.insert(namespace.metadata.name, namespace.metadata.labels);
        }
        self.objects.services = scenario.services.into_iter().map(Rc::new).collect();
        for node in scenario.nodes {
            self.add_node(node);
        }
        for budget in scenario.budgets {
            self.apply_budget(budget);
        }
        for (kind, workload) in scenario.selectors {
            self.add_selector(kind, Rc::new(workload));
        }
        for (kind, workload) in scenario.workloads {
            self.add_workload(kind, workload);
        }
        for pod in scenario.pods {
            self.create_pod(pod, Str::default());
        }
        self.touch();
        for (index, (at, action)) in scenario.script.into_iter().enumerate() {
            self.script.push(action);
            self.agenda.add(at, Task::Script(index));
        }
        self.agenda.add(0, Task::Cycle);
    }

    /// Does what is due next and gives the events of it; `None` when the run is over.
    pub fn step(&mut self) -> Option<Vec<Event>> {
        if self.ended {
            return None;
        }
        if self.is_idle() {
            self.end(Ending::Quiet);
        } else if self.emitted > EVENT_LIMIT {
            self.end(Ending::Limit);
        } else if let Some((at, task)) = self.agenda.pop() {
            match self.until {
                Some(until) if at > until => {
                    self.now = until;
                    self.end(Ending::Duration);
                }
                _ => {
                    self.now = at;
                    self.perform(task);
                }
            }
        }
        self.emitted += self.events.len();
        Some(std::mem::take(&mut self.events))
    }

    /// Runs to the end and gives all events.
    #[must_use]
    pub fn run(mut self) -> (Self, Vec<Event>) {
        let mut events = Vec::new();
        while let Some(more) = self.step() {
            events.extend(more);
        }
        (self, events)
    }

    /// Whether the run is over. A pod that nothing will ever help is tried again and again; only a scenario with a
    /// duration wants to see all of that.
    fn is_idle(&self) -> bool {
        if self.until.is_some() {
            return self.agenda.is_empty();
        }
        if !self.refused.is_empty() {
            return self.agenda.is_empty();
        }
        let patience = self.agenda.next_at().is_some_and(|at| at > self.changed + RETRIES_SHOWN);
        self.agenda.has_only_leftovers() || self.agenda.has_only_retries() && patience
    }

    fn perform(&mut self, task: Task) {
        // At a whole second, what comes into backoff before the look through is still seen by it.
        let before_flush = task < Task::FlushBackoff && self.now > 0 && self.now.is_multiple_of(1000);
        match task {
            Task::Script(index) => self.act(index),
            Task::Evict(key, grace) => self.evict(&key, grace),
            Task::TaintEviction(_, key) => self.evict_tainted(&key),
            Task::Orphans(node) => self.collect_orphans(&node),
            Task::Gone(key) if !self.kubelet_answers(&key) => self.put_off(Task::Gone(key)),
            Task::Gone(key) => self.remove_pod(&key),
            Task::FlushBackoff => {
                let moves = self.queue.flush_backoff(self.now);
                self.note_moves(moves);
            }
            Task::FlushLeftover => {
                let moves = self.queue.flush_leftover(self.now);
                self.note_moves(moves);
            }
            Task::Controllers => self.run_controllers(),
            Task::Budgets => self.recompute_budgets(),
            Task::Bind(key) => self.bind(&key),
            Task::Start(key) if !self.kubelet_answers(&key) => self.put_off(Task::Start(key)),
            Task::Start(key) => self.start_pod(&key),
            Task::Succeed(key) => self.succeed(&key),
            Task::Cycle => self.cycle(),
        }
        self.plan(before_flush);
    }

    /// How requests add up; the same under every profile of a release.
    fn accounting(&self) -> Accounting {
        self.profiles[0].accounting
    }

    fn profile_of(&self, pod: &Pod) -> Option<usize> {
        profile_of(&self.profiles, pod)
    }

    /// Puts on the agenda what follows from the state of the queue.
    fn plan(&mut self, before_flush: bool) {
        if self.queue.has_next() {
            self.agenda.add(self.now, Task::Cycle);
        }
        if self.queue.has_backoff() {
            let next = if before_flush { self.now } else { (self.now / 1000 + 1) * 1000 };
            self.agenda.add(next, Task::FlushBackoff);
        }
        if self.queue.waits() {
            self.agenda.add((self.now / 30_000 + 1) * 30_000, Task::FlushLeftover);
        }
    }

    fn end(&mut self, ending: Ending) {
        self.ended = true;
        self.emit(What::End(ending));
    }

    fn emit(&mut self, what: What) {
        if !matches!(what, What::Queued { .. } | What::Popped { .. } | What::Attempted(_) | What::Message { .. }) {
            self.changed = self.now;
        }
        self.events.push(Event { at: self.now, what });
    }

    /// Virtual time.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.now
    }

    /// The release whose decisions are replayed.
    #[must_use]
    pub fn release(&self) -> Release {
        self.release
    }

    /// Every pod that there is, by `namespace/name`.
    pub fn pods(&self) -> impl Iterator<Item = (&Str, &Pod)> {
        self.pods.iter().map(|(key, state)| (key, &*state.info.pod))
    }

    /// The scheduling queue.
    #[must_use]
    pub fn queue(&self) -> &SchedulingQueue {
        &self.queue
    }

    /// Disruption budgets with their status.
    pub fn budgets(&self) -> impl Iterator<Item = &PodDisruptionBudget> {
        self.objects.budgets.iter().map(AsRef::as_ref)
    }
}

/// The profile that a pod chooses by its `schedulerName`; none if it waits for another scheduler.
fn profile_of(profiles: &[Profile], pod: &Pod) -> Option<usize> {
    let name = match pod.spec.scheduler_name.as_str() {
        "" => releases::DEFAULT_SCHEDULER,
        name => name,
    };
    profiles.iter().position(|profile| profile.scheduler == *name)
}

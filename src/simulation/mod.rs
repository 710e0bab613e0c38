//! Virtual time: a scenario runs, and everything that happens becomes an event.
//!
//! [`Simulation`] holds the cluster's true state, the scheduler's queue and the agenda. Each call of
//! [`Simulation::step`] does one task and gives the events of it. `agenda` orders tasks; `cluster` changes objects and
//! tells the queue; `cycle` runs the scheduler and `binding` brings its decisions to the API server; `controllers` and `disruption` do what the controllers of a real cluster
//! do.

mod agenda;
mod binding;
mod cluster;
mod controllers;
mod cycle;
mod disruption;
mod edits;
mod event;
mod eviction;
mod from_manifest;
mod identity;
mod node_life;
mod quotas;
mod replay;
mod scenario;
mod volumes;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use crate::api::admission::{Ledger, Limits};
use crate::api::{Millis, Pod, PodDisruptionBudget, PriorityClass, Str};
use crate::cluster::{Accounting, NodeInfo, NodeTree, Objects, PodInfo, Snapshot};
use crate::framework::{Attempt, Chooser, Dice, Nominator, Profile};
use crate::releases::config::Configuration;
use crate::releases::{self, Release};
use crate::scheduler::FlowPolicy;
use crate::scheduler::queue::SchedulingQueue;

use agenda::{Agenda, Task};
use binding::Binding;
use controllers::Workloads;
use cycle::Decided;
use identity::Uids;
use node_life::NodeLife;
use volumes::VolumeWork;

pub use controllers::runs_daemons;
pub use edits::LabelChanges;
pub use event::{Deletion, Ending, Event, Queue, What};
pub use eviction::Drain;
pub use node_life::Readiness;
pub use replay::Replay;
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
    /// The uid of the workload that manages it.
    owner: Option<Str>,
    /// Its number among all pods that ever came.
    born: u64,
}

/// Answers draws, and can be taken along by a copy of the run.
trait Draws: Chooser {
    fn copied(&self) -> Box<dyn Draws>;
}

impl<C: Chooser + Clone + 'static> Draws for C {
    fn copied(&self) -> Box<dyn Draws> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Draws> {
    fn clone(&self) -> Self {
        (**self).copied()
    }
}

/// A run. Clones share what does not change, and go on independently of each other.
#[derive(Clone)]
pub struct Simulation {
    release: Release,
    profiles: Rc<[Profile]>,
    flow: FlowPolicy,
    timings: scenario::Timings,
    epoch: i64,
    until: Option<Millis>,
    now: Millis,
    agenda: Agenda,
    script: Rc<[Action]>,
    snapshot: Snapshot,
    tree: NodeTree,
    /// The tree's order as indices, until nodes change.
    order: Option<Vec<usize>>,
    /// Deleted nodes whose pods are still there, where a release forgets the node itself.
    ghosts: BTreeMap<Str, NodeInfo>,
    objects: Objects,
    classes: Vec<Rc<PriorityClass>>,
    pods: BTreeMap<Str, PodState>,
    uids: Uids,
    born: u64,
    nominator: Nominator,
    queue: SchedulingQueue,
    workloads: Workloads,
    node_life: NodeLife,
    volumes: VolumeWork,
    quotas: Ledger,
    limits: Limits,
    /// Pods between the choice of their node and their binding, where plugins hold something for them or let them wait.
    bindings: BTreeMap<Str, Binding>,
    /// How often a pod has come to `Permit`, where any plugin asks.
    arrivals: BTreeMap<Str, u32>,
    /// How often the binding of a pod is still to fail.
    bind_failures: BTreeMap<Str, u32>,
    /// Pods whose binding failed and who were not tried since: another try may help them.
    refused: BTreeSet<Str>,
    start: usize,
    /// What the cycle is going to decide, while it waits for its extenders.
    deciding: Option<Decided>,
    chooser: Box<dyn Draws>,
    /// Whether attempts are recorded and told. They are, but for those that [`Replay`] passes on its way to another.
    records: bool,
    /// How many attempts were made.
    attempts: usize,
    /// What the last one found.
    attempt: Option<Rc<Attempt>>,
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
        let dice = Dice::new(scenario.seed);
        Self::with_chooser(scenario, dice)
    }

    /// Sets up a run whose random draws come from `chooser`.
    #[must_use]
    pub fn with_chooser(mut scenario: Scenario, chooser: impl Chooser + Clone + 'static) -> Self {
        let release = scenario.release;
        let configuration = scenario.configuration.take();
        let Configuration { mut profiles, backoff } =
            configuration.unwrap_or_else(|| Configuration::default_of(release));
        for profile in &mut profiles {
            scenario.script_plugins(profile);
        }
        let mut simulation = Self {
            release,
            profiles: profiles.into(),
            flow: releases::flow_policy(release),
            timings: scenario.timings,
            epoch: scenario.epoch.0,
            until: scenario.until,
            now: 0,
            agenda: Agenda::default(),
            script: Rc::default(),
            snapshot: Snapshot::default(),
            tree: NodeTree::default(),
            order: None,
            ghosts: BTreeMap::new(),
            objects: Objects::default(),
            classes: Vec::new(),
            pods: BTreeMap::new(),
            uids: Uids::default(),
            born: 0,
            nominator: Nominator::default(),
            queue: SchedulingQueue::new(releases::queue_policy(release), backoff),
            workloads: Workloads::new(scenario.seed),
            node_life: NodeLife::new(scenario.node_life),
            volumes: VolumeWork::new(std::mem::take(&mut scenario.provision_failures)),
            quotas: Ledger::new(&scenario.quotas),
            limits: std::mem::take(&mut scenario.limits),
            bindings: BTreeMap::new(),
            arrivals: BTreeMap::new(),
            bind_failures: std::mem::take(&mut scenario.bind_failures),
            refused: BTreeSet::new(),
            start: 0,
            deciding: None,
            chooser: Box::new(chooser),
            records: true,
            attempts: 0,
            attempt: None,
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
        for object in scenario.storage {
            self.apply_storage(object);
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
        for (index, (at, _)) in scenario.script.iter().enumerate() {
            self.agenda.add(*at, Task::Script(index));
        }
        self.script = scenario.script.into_iter().map(|(_, action)| action).collect();
        self.agenda.add(0, Task::Cycle);
    }

    /// Does these as well at a moment: puts them at the end of the script.
    pub fn add(&mut self, at: Millis, actions: Vec<Action>) {
        let mut script = self.script.to_vec();
        for action in actions {
            self.agenda.add(at, Task::Script(script.len()));
            script.push(action);
        }
        self.script = script.into();
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
    pub fn run(self) -> (Self, Vec<Event>) {
        self.watched(|_| {})
    }

    /// Runs to the end, shows all that each attempt found, and gives all events.
    #[must_use]
    pub fn watched(mut self, mut show: impl FnMut(&Rc<Attempt>)) -> (Self, Vec<Event>) {
        let (mut events, mut shown) = (Vec::new(), self.attempts);
        while let Some(more) = self.step() {
            events.extend(more);
            if let Some(attempt) = self.attempt.as_ref().filter(|_| self.attempts > shown) {
                shown = self.attempts;
                show(attempt);
            }
        }
        (self, events)
    }

    /// How many attempts were made so far. A step makes one at most.
    #[must_use]
    pub fn attempts(&self) -> usize {
        self.attempts
    }

    /// All that the last attempt found; the log has its [summary](crate::framework::Tried).
    #[must_use]
    pub fn last_attempt(&self) -> Option<&Rc<Attempt>> {
        self.attempt.as_ref()
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
        self.workloads.begin_step();
        // At a whole second, what comes into backoff before the look through is still seen by it.
        let before_flush = task < Task::FlushBackoff && self.now > 0 && self.now.is_multiple_of(1000);
        match task {
            Task::Script(index) => self.act(index),
            // When a pod goes, its tasks go with it.
            task if task.pod().is_some_and(|pod| !self.is_there(pod)) => {}
            Task::Evict(pod, grace) => self.evict(&pod.key, grace),
            Task::TaintEviction(_, pod) => self.evict_tainted(&pod.key),
            Task::Orphans(node) => self.collect_orphans(&node),
            Task::Gone(pod) if !self.kubelet_answers(&pod.key) => self.put_off(Task::Gone(pod)),
            Task::Gone(pod) => self.remove_pod(&pod.key),
            Task::FlushBackoff => {
                let moves = self.queue.flush_backoff(self.now);
                self.note_moves(moves);
            }
            Task::FlushLeftover => {
                let moves = self.queue.flush_leftover(self.now);
                self.note_moves(moves);
            }
            Task::Controllers | Task::Resync => self.run_controllers(),
            Task::Budgets => self.recompute_budgets(),
            Task::Provision(namespace, name) => self.provision(namespace, name),
            Task::Volumes => self.run_volume_controllers(),
            Task::Permit(pod) => self.end_waiting(&pod.key),
            Task::ClaimsLate(pod) => self.claims_late(&pod.key),
            Task::PreBind(pod) => self.bind_later(&pod.key),
            Task::Bind(pod) => self.bind(&pod.key),
            Task::Start(pod) if !self.kubelet_answers(&pod.key) => self.put_off(Task::Start(pod)),
            Task::Start(pod) => self.start_pod(&pod.key),
            Task::Succeed(pod) => self.succeed(&pod.key),
            Task::Decided => self.decided(),
            Task::Cycle => self.cycle(),
        }
        self.plan(before_flush);
    }

    /// A virtual time as the clocks of the cluster show it.
    fn wall_clock(&self, at: Millis) -> i64 {
        self.epoch.saturating_add(i64::try_from(at).unwrap_or(i64::MAX))
    }

    /// How requests add up; the same under every profile of a release.
    fn accounting(&self) -> Accounting {
        self.profiles[0].accounting
    }

    fn profile_of(&self, pod: &Pod) -> Option<usize> {
        let left_alone = self.flow.leaves_claims_alone && !pod.spec.resource_claims.is_empty();
        profile_of(&self.profiles, pod).filter(|_| !left_alone)
    }

    /// Puts on the agenda what follows from the state of the queue.
    fn plan(&mut self, before_flush: bool) {
        if self.queue.has_next() && self.deciding.is_none() {
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

    /// The scheduler's profiles.
    #[must_use]
    pub fn profiles(&self) -> &[Profile] {
        &self.profiles
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

impl fmt::Debug for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { release, now, attempts, .. } = self;
        f.debug_struct("Simulation")
            .field("release", release)
            .field("now", now)
            .field("attempts", attempts)
            .finish_non_exhaustive()
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

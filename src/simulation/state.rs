//! The state of a run: the cluster as the API server has it, the scheduler's queue, the agenda, and what each part remembers.

use std::{fmt, rc::Rc};

use api::{
    Millis, NamespacedName, Pod, PodDisruptionBudget, PriorityClass, Set, Str, Table,
    admission::{Limits, QuotaLedger},
    manifest::CustomResource,
};
use releases::Release;
use runlog::Attempt;
use scheduler::{
    FlowPolicy,
    cluster::{Accounting, NodeInfo, NodeTree, Objects, PodInfo, Snapshot},
    framework::{Chooser, Nominator, Profile},
    queue::SchedulingQueue,
};

use super::{
    action::Action,
    agenda::{Agenda, Due},
    component_state::{AssumedBinding, CycleDecision, DisruptionState, NodeLifecycleState, VolumeControllerState},
    controllers::workloads::Workloads,
    scenario::Timings,
    uids::Uids,
};
use runlog::{Event, EventKind};

/// A pod, as the API server has it.
#[derive(Clone, Debug)]
pub(super) struct PodState {
    pub(super) info: Rc<PodInfo>,
    /// The node that the scheduler counts it on: bound, or assumed to be.
    pub(super) node: Option<Str>,
    /// Whether the API server knows of that node.
    pub(super) bound: bool,
    /// The message of the condition `PodScheduled`.
    pub(super) message: Str,
    /// The uid of the workload that manages it.
    pub(super) owner: Option<Str>,
    /// Its number among all pods that ever came.
    pub(super) creation_seq: u64,
}

/// Answers draws, and can be taken along by a copy of the run.
pub(super) trait CloneableChooser: Chooser {
    fn clone_box(&self) -> Box<dyn CloneableChooser>;
}

impl<C: Chooser + Clone + 'static> CloneableChooser for C {
    fn clone_box(&self) -> Box<dyn CloneableChooser> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn CloneableChooser> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}

/// Does a task of what acts beside the scheduler: [`act`](super::act), wherever a program keeps it.
pub type ControllersFn = fn(&mut Simulation, Due);

/// A run. Clones share what does not change, and go on independently of each other.
#[derive(Clone)]
pub struct Simulation {
    pub(super) release: Release,
    pub(super) profiles: Rc<[Profile]>,
    pub(super) flow: FlowPolicy,
    pub(super) timings: Timings,
    pub(super) epoch: i64,
    pub(super) end_at: Option<Millis>,
    pub(super) now: Millis,
    pub(super) agenda: Agenda,
    pub(super) script: Rc<[Action]>,
    pub(super) snapshot: Snapshot,
    pub(super) tree: NodeTree,
    /// The tree's order as indices, until nodes change.
    pub(super) order: Option<Vec<usize>>,
    /// Nodes that are not there while their pods are: deleted ones, where a release forgets the node itself, and ones that pods name
    /// before they come.
    pub(super) pods_of_missing_nodes: Table<Str, NodeInfo>,
    pub(super) objects: Objects,
    pub(super) classes: Vec<Rc<PriorityClass>>,
    pub(super) pods: Table<NamespacedName, PodState>,
    pub(super) uids: Uids,
    pub(super) creation_seq: u64,
    pub(super) nominator: Nominator,
    pub(super) queue: SchedulingQueue,
    pub(super) workloads: Workloads,
    pub(super) node_lifecycle: NodeLifecycleState,
    pub(super) volumes: VolumeControllerState,
    pub(super) disruptions: DisruptionState,
    /// Custom resources that may own pods.
    pub(super) customs: Rc<[CustomResource]>,
    pub(super) quotas: QuotaLedger,
    pub(super) limits: Limits,
    /// Pods between the choice of their node and their binding, where plugins hold something for them or let them wait.
    pub(super) bindings: Table<NamespacedName, AssumedBinding>,
    /// How often a pod has come to `Permit`, where any plugin asks.
    pub(super) permit_attempts: Table<NamespacedName, u32>,
    /// How often the binding of a pod is still to fail.
    pub(super) bind_failures: Table<NamespacedName, u32>,
    /// Pods whose binding failed and who were not tried since: another try may help them.
    pub(super) binding_refused: Set<NamespacedName>,
    /// Pods, by their identity, that know that a claim of theirs cannot be made.
    pub(super) claims_failed: Set<Str>,
    pub(super) start: usize,
    /// What acts beside the scheduler, if it is there.
    pub(super) controllers: Option<ControllersFn>,
    /// What the cycle is going to decide, while it waits for its extenders.
    pub(super) pending_decision: Option<CycleDecision>,
    pub(super) chooser: Box<dyn CloneableChooser>,
    /// Whether attempts are recorded and told. They are, but for those that [`Replay`](super::Replay) passes on its way to another.
    pub(super) records_attempts: bool,
    /// Whether somebody looks at the attempts that are recorded: then they have all that there is to see.
    pub(super) records_details: bool,
    /// How many attempts were made.
    pub(super) attempts: usize,
    /// What the last one found.
    pub(super) attempt: Option<Rc<Attempt>>,
    pub(super) events: Vec<Event>,
    pub(super) emitted: usize,
    /// When anything happened last beside retries.
    pub(super) last_change: Millis,
    pub(super) next_ip: u32,
    pub(super) ended: bool,
}

impl Simulation {
    /// How many attempts were made so far. A step makes one at most.
    #[must_use]
    pub fn attempts(&self) -> usize {
        self.attempts
    }

    /// All that the last attempt found; the log has its [summary](runlog::Tried).
    #[must_use]
    pub fn last_attempt(&self) -> Option<&Rc<Attempt>> {
        self.attempt.as_ref()
    }

    /// Whether there are claims for devices, or may be.
    pub(super) fn has_claims(&self) -> bool {
        self.objects.claims.is_some()
    }

    /// A virtual time as the clocks of the cluster show it.
    pub(super) fn wall_clock(&self, at: Millis) -> i64 {
        at.added_to_wall(self.epoch)
    }

    /// How requests add up; the same under every profile of a release.
    pub(super) fn accounting(&self) -> Accounting {
        self.profiles[0].accounting
    }

    pub(super) fn profile_of(&self, pod: &Pod) -> Option<usize> {
        // Nobody knows claims where the text has none of them and of devices.
        let nobody = self.objects.claims.is_none();
        let left_alone = nobody && self.flow.ignores_resource_claim_pods && !pod.spec.resource_claims.is_empty();
        profile_of(&self.profiles, pod).filter(|_| !left_alone)
    }

    pub(super) fn emit(&mut self, what: EventKind) {
        let changes_nothing = matches!(
            what,
            EventKind::Queued { .. }
                | EventKind::Popped { .. }
                | EventKind::Attempted(_)
                | EventKind::Message { .. }
                | EventKind::Printed { .. }
                | EventKind::EvictionAnswered(_)
        );
        if !changes_nothing {
            self.last_change = self.now;
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

    /// Every pod that there is, in the order of their keys.
    pub fn pods(&self) -> impl Iterator<Item = (&NamespacedName, &Pod)> {
        self.pods.iter().map(|(key, state)| (key, &*state.info.pod))
    }

    /// The nodes that are there, with their pods.
    pub fn nodes(&self) -> impl Iterator<Item = &NodeInfo> {
        self.snapshot.nodes().iter().map(|info| &**info).filter(|info| !info.deleted)
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
pub(super) fn profile_of(profiles: &[Profile], pod: &Pod) -> Option<usize> {
    let name = match pod.spec.scheduler_name.as_str() {
        "" => releases::DEFAULT_SCHEDULER,
        name => name,
    };
    profiles.iter().position(|profile| profile.scheduler == *name)
}

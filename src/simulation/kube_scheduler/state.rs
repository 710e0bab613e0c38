//! What the scheduler keeps: its cache of nodes and pods, its queue, and the pods on their way to a binding.

use std::rc::Rc;

use api::{Millis, NamespacedName, PersistentVolume, PersistentVolumeClaim, Set, Str, Table};
use runlog::{Attempt, GroupAttempt, RowId};
use scheduler::{
    RecordDepth, SchedulingFailure,
    attempt_memo::AttemptMemo,
    binding::{PermitWait, Reservations, WaitEnding},
    cluster::{NodeInfo, NodeTree, Snapshot},
    framework::{Chooser, Nominator, Profile, Reservation},
    queue::SchedulingQueue,
};

use crate::{api_server::ClaimKey, task::PodId};

/// Answers draws, and is copied with a run.
pub(crate) trait CloneableChooser: Chooser {
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

/// A pod between the choice of its node and its binding.
#[derive(Clone, Default)]
pub(super) struct AssumedPod {
    pub node: Str,
    /// What plugins hold for it, if anything: of nearly every pod nothing.
    pub held: Option<Box<HeldPod>>,
}

/// What plugins hold for an assumed pod.
#[derive(Clone, Default)]
pub(super) struct HeldPod {
    pub reserved: Reservations,
    /// How waiting in `Permit` is going to end, while the pod waits.
    pub permit_ending: Option<WaitEnding>,
    /// Where it waits for its group: since when, and for which plugins.
    pub gang_wait: Option<Box<(Millis, PermitWait)>>,
    /// When its node was written to `status.nominatedNodeName`, if that was for this binding.
    pub announced_at: Option<Millis>,
}

impl AssumedPod {
    /// What plugins have reserved for it.
    pub(super) fn reservations(&self) -> &[Rc<dyn Reservation>] {
        self.held.as_ref().map_or(&[], |held| &held.reserved)
    }

    pub(super) fn held_mut(&mut self) -> &mut HeldPod {
        self.held.get_or_insert_default()
    }

    pub(super) fn is_waiting_in_permit(&self) -> bool {
        self.held.as_ref().is_some_and(|held| held.permit_ending.is_some())
    }
}

/// What a cycle has decided: the pod goes to a node, or nowhere, and preemption may make room on one. Nodes are named, since others may
/// have come or gone until it is carried out.
#[derive(Clone)]
pub(super) struct CycleDecision {
    pub pod: PodId,
    pub profile: usize,
    pub outcome: Result<Str, (SchedulingFailure, Option<Str>)>,
}

/// Volumes and claims that are set aside for a pod.
#[derive(Clone, Debug)]
pub(super) struct ReservedVolumes {
    pub claims: Vec<ClaimKey>,
    /// Claims that get a volume which is not assumed, each with the volume as it is: of a member of a group.
    pub unassumed: Vec<(Rc<PersistentVolumeClaim>, Rc<PersistentVolume>)>,
    /// Claims that are assumed to get a volume, each with its name.
    pub assumed_volumes: Vec<(Rc<PersistentVolumeClaim>, Str)>,
    /// The place of a member of a group among its siblings; none for other pods. For a member the update of what somebody has changed since
    /// its cycle is a conflict.
    pub member: Option<usize>,
    /// Whether `PreBind` has written it, and waits until the claims are bound.
    pub is_written: bool,
}

/// The scheduler of a run.
#[derive(Clone)]
pub(crate) struct KubeScheduler {
    pub(super) profiles: Rc<[Profile]>,
    pub(super) snapshot: Snapshot,
    pub(super) tree: NodeTree,
    /// The tree's order as indices, until nodes change.
    pub(super) order: Option<Vec<usize>>,
    /// Nodes that are not there while their pods are: deleted ones, where a release forgets the node itself, and ones that pods name
    /// before they come.
    pub(super) missing_nodes: Table<Str, NodeInfo>,
    pub(super) nominator: Nominator,
    pub(super) queue: SchedulingQueue,
    pub(super) assumed: Table<NamespacedName, AssumedPod>,
    pub(super) reserved_volumes: Table<NamespacedName, ReservedVolumes>,
    /// How often a pod has come to `Permit`, where any plugin asks.
    pub(super) permit_attempts: Table<NamespacedName, u32>,
    /// How often the binding of a pod is still to fail.
    pub(super) bind_failures: Table<NamespacedName, u32>,
    /// Pods whose binding failed and that were not tried since: another attempt may help them.
    pub(super) refused_bindings: Set<NamespacedName>,
    /// Where the next cycle begins to look for feasible nodes.
    pub(super) next_start: usize,
    /// What the cycle is going to decide, while it waits for its extenders.
    pub(super) pending_decision: Option<CycleDecision>,
    pub(super) chooser: Box<dyn CloneableChooser>,
    /// How much of attempts is recorded. Nothing is, and they are not reported, where a replay passes them on its way to another.
    pub(super) recording: Option<RecordDepth>,
    pub(super) attempts: usize,
    /// What the last one found.
    pub(super) last_attempt: Option<Rc<Attempt>>,
    /// What attempts that nobody records are answered from.
    pub(super) memo: MemoSlot,
    /// What the last cycle of a group found, with the number of its first member's attempt.
    pub(super) last_group_attempt: Option<(usize, Rc<GroupAttempt>)>,
    /// How many cycles groups had at the current instant.
    pub(super) group_cycles: GroupCycles,
}

/// A place for a memo. A copy of the run has none.
#[derive(Default)]
pub(super) struct MemoSlot(pub Option<Box<dyn AttemptMemo>>);

impl Clone for MemoSlot {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// How many cycles each group had at an instant.
#[derive(Clone, Default)]
pub(super) struct GroupCycles {
    pub(super) at: Millis,
    pub(super) counts: Table<NamespacedName, u32>,
    /// The group whose turn it would be, if it was told already that it has to wait.
    pub(super) held: Option<NamespacedName>,
}

/// What was left of a pod that is gone, for the events that follow.
pub(crate) struct Departure {
    /// Where the scheduler counted it.
    pub(super) node: Option<Str>,
    pub(super) was_assumed: bool,
    pub(super) was_waiting: bool,
    pub(super) was_nominated: bool,
}

impl KubeScheduler {
    pub(crate) fn new(
        profiles: Rc<[Profile]>,
        queue: SchedulingQueue,
        bind_failures: Table<NamespacedName, u32>,
        chooser: Box<dyn CloneableChooser>,
    ) -> Self {
        Self {
            profiles,
            snapshot: Snapshot::default(),
            tree: NodeTree::default(),
            order: None,
            missing_nodes: Table::new(),
            nominator: Nominator::default(),
            queue,
            assumed: Table::new(),
            reserved_volumes: Table::new(),
            permit_attempts: Table::new(),
            bind_failures,
            refused_bindings: Set::new(),
            next_start: 0,
            pending_decision: None,
            chooser,
            recording: Some(RecordDepth::Evidence),
            attempts: 0,
            last_attempt: None,
            memo: MemoSlot::default(),
            last_group_attempt: None,
            group_cycles: GroupCycles::default(),
        }
    }

    pub(crate) fn set_memo(&mut self, memo: Box<dyn AttemptMemo>) {
        self.memo.0 = Some(memo);
    }

    pub(crate) fn shared_profiles(&self) -> Rc<[Profile]> {
        Rc::clone(&self.profiles)
    }

    pub(crate) fn profiles(&self) -> &[Profile] {
        &self.profiles
    }

    pub(crate) fn queue(&self) -> &SchedulingQueue {
        &self.queue
    }

    /// The nodes that are there, with the pods that are counted on them.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = &NodeInfo> {
        self.snapshot.nodes().iter().map(|info| &**info).filter(|info| !info.is_deleted)
    }

    pub(crate) fn attempts(&self) -> usize {
        self.attempts
    }

    pub(crate) fn last_attempt(&self) -> Option<&Rc<Attempt>> {
        self.last_attempt.as_ref()
    }

    pub(crate) fn last_group_attempt(&self) -> Option<&Rc<GroupAttempt>> {
        self.last_group_attempt.as_ref().map(|(_, attempt)| attempt)
    }

    /// An attempt of the last step, by its number: the cycle of a group makes several.
    pub(crate) fn attempt_of_last_step(&self, number: usize) -> Option<Rc<Attempt>> {
        let of_group = self.last_group_attempt.as_ref().and_then(|(first, attempt)| {
            let member = attempt.run.members.get(number.checked_sub(*first)?)?;
            Some(Rc::clone(&member.attempt))
        });
        of_group.or_else(|| self.last_attempt.clone().filter(|_| self.attempts == number + 1))
    }

    /// What the last attempt found is large, and is not read from a kept copy of a run.
    pub(crate) fn forget_last_attempt(&mut self) {
        self.last_attempt = None;
        self.last_group_attempt = None;
    }

    pub(crate) fn set_recording(&mut self, recording: Option<RecordDepth>) {
        self.recording = recording;
    }

    /// Whether bindings failed whose pods were not tried again.
    pub(crate) fn has_refused_bindings(&self) -> bool {
        !self.refused_bindings.is_empty()
    }

    /// The row of the plugin that preempts, under a profile.
    pub(super) fn preemption_row(&self, profile: usize) -> RowId {
        let rows = &self.profiles[profile].post_filters;
        let row = rows.iter().find(|row| row.plugin == runlog::PluginId::DefaultPreemption);
        row.map(|row| row.id.clone()).unwrap_or_default()
    }
}

/// The profile that a pod chooses by its `schedulerName`; none if it waits for another scheduler.
pub(super) fn profile_of(profiles: &[Profile], pod: &api::Pod) -> Option<usize> {
    let name = match pod.spec.scheduler_name.as_str() {
        "" => releases::DEFAULT_SCHEDULER,
        name => name,
    };
    profiles.iter().position(|profile| profile.scheduler == *name)
}

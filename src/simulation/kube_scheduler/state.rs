//! The state of the scheduler: its cache of nodes and pods, its queue, and the pods that are being bound.

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

use super::hints::HintRecorder;
use crate::{api_server::VolumeClaimKey, ids::PodId};

/// A chooser that can be copied with a run.
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
    /// What plugins hold for it; `None` for most pods.
    pub held: Option<Box<HeldPod>>,
}

/// What plugins hold for an assumed pod.
#[derive(Clone, Default)]
pub(super) struct HeldPod {
    pub reserved: Reservations,
    /// While the pod waits in `Permit`: how the wait will end.
    pub permit_ending: Option<WaitEnding>,
    /// If it waits for its gang: since when, and for which plugins.
    pub gang_wait: Option<Box<(Millis, PermitWait)>>,
    /// When its node was announced in `status.nominatedNodeName` for this binding.
    pub announced_at: Option<Millis>,
}

impl AssumedPod {
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

/// The decision of a cycle: a node, or a failure with the node on which preemption makes room. Nodes are names, because indices may change until the
/// decision is applied.
#[derive(Clone)]
pub(super) struct CycleDecision {
    pub pod: PodId,
    pub profile: usize,
    pub outcome: Result<Str, (SchedulingFailure, Option<Str>)>,
}

/// Volumes and claims that are reserved for a pod.
#[derive(Clone, Debug)]
/// All claims of the pod that are not bound yet.
pub(super) struct ReservedVolumes {
    pub claims: Vec<VolumeClaimKey>,
    /// For a member of a group: claims whose volume is not assumed, with the volume as stored at its cycle.
    pub unassumed: Vec<(Rc<PersistentVolumeClaim>, Rc<PersistentVolume>)>,
    /// Claims whose volume is assumed, with the volume's name.
    pub assumed_volumes: Vec<(Rc<PersistentVolumeClaim>, Str)>,
    /// For a member of a group: its position among its siblings. If a volume or claim of a member was changed since its cycle, writing it is a
    /// conflict.
    pub member: Option<usize>,
    /// Whether `PreBind` has written the claims and waits until they are bound.
    pub is_written: bool,
}

#[derive(Clone)]
pub(crate) struct KubeScheduler {
    pub(super) profiles: Rc<[Profile]>,
    pub(super) snapshot: Snapshot,
    pub(super) tree: NodeTree,
    /// The node order as indices in the snapshot; `None` after nodes changed.
    pub(super) order: Option<Vec<usize>>,
    /// Nodes that do not exist but have pods: deleted ones in releases that drop the node itself, and ones that pods name before they exist.
    pub(super) missing_nodes: Table<Str, NodeInfo>,
    pub(super) nominator: Nominator,
    pub(super) queue: SchedulingQueue,
    pub(super) assumed: Table<NamespacedName, AssumedPod>,
    pub(super) reserved_volumes: Table<NamespacedName, ReservedVolumes>,
    /// How often a pod has reached `Permit`, if any plugin runs there.
    pub(super) permit_attempts: Table<NamespacedName, u32>,
    /// How many bindings of a pod will still fail, as the scenario states.
    pub(super) bind_failures: Table<NamespacedName, u32>,
    /// Pods whose binding failed and that were not retried since.
    pub(super) refused_bindings: Set<NamespacedName>,
    /// The position in the node order at which the next cycle starts.
    pub(super) next_start: usize,
    /// The decision of the current cycle, while it waits for its extenders.
    pub(super) pending_decision: Option<CycleDecision>,
    pub(super) chooser: Box<dyn CloneableChooser>,
    /// How much of attempts is recorded. `None` while a replay passes over attempts: they are not reported.
    pub(super) recording: Option<RecordDepth>,
    /// The number of attempts so far.
    pub(super) attempts: usize,
    /// The last recorded attempt.
    pub(super) last_attempt: Option<Rc<Attempt>>,
    /// Caches the results of attempts that are not recorded.
    pub(super) memo: MemoSlot,
    /// The number of the first member's attempt in the last cycle of a group, and that cycle.
    pub(super) last_group_attempt: Option<(usize, Rc<GroupAttempt>)>,
    pub(super) group_cycles: GroupCycles,
    /// Records the hints of events; `None` unless a part of the run is replayed for them.
    pub(super) hint_recorder: Option<HintRecorder>,
}

/// A place for a memo, which is not copied with a run.
#[derive(Default)]
pub(super) struct MemoSlot(pub Option<Box<dyn AttemptMemo>>);

impl Clone for MemoSlot {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The cycles of each group at an instant.
#[derive(Clone, Default)]
pub(super) struct GroupCycles {
    pub(super) at: Millis,
    pub(super) counts: Table<NamespacedName, u32>,
    /// The next group, if the event that it is held was recorded.
    pub(super) held: Option<NamespacedName>,
}

/// What the scheduler held about a removed pod, for the events that follow.
pub(crate) struct RemovedPodState {
    /// The node on which it was counted.
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
            hint_recorder: None,
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

    /// The existing nodes, with the pods counted on them.
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

    /// An attempt of the last step by its number; the cycle of a group makes several.
    pub(crate) fn attempt_of_last_step(&self, number: usize) -> Option<Rc<Attempt>> {
        let of_group = self.last_group_attempt.as_ref().and_then(|(first, attempt)| {
            let member = attempt.run.members.get(number.checked_sub(*first)?)?;
            Some(Rc::clone(&member.attempt))
        });
        of_group.or_else(|| self.last_attempt.clone().filter(|_| self.attempts == number + 1))
    }

    /// Drops the last attempt, which is large and not needed in a snapshot of a run.
    pub(crate) fn forget_last_attempt(&mut self) {
        self.last_attempt = None;
        self.last_group_attempt = None;
    }

    pub(crate) fn set_recording(&mut self, recording: Option<RecordDepth>) {
        self.recording = recording;
    }

    pub(crate) fn has_refused_bindings(&self) -> bool {
        !self.refused_bindings.is_empty()
    }

    /// The row of the profile's preemption plugin.
    pub(super) fn preemption_row(&self, profile: usize) -> RowId {
        let rows = &self.profiles[profile].post_filters;
        let row = rows.iter().find(|row| row.plugin == runlog::PluginId::DefaultPreemption);
        row.map(|row| row.id.clone()).unwrap_or_default()
    }
}

/// The profile named by a pod's `schedulerName`; `None` if the pod belongs to another scheduler.
pub(super) fn profile_of(profiles: &[Profile], pod: &api::Pod) -> Option<usize> {
    let name = match pod.spec.scheduler_name.as_str() {
        "" => releases::DEFAULT_SCHEDULER,
        name => name,
    };
    profiles.iter().position(|profile| profile.scheduler == *name)
}

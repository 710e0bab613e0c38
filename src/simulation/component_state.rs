//! What the parts of a run remember from one step to the next.

use api::{Millis, NamespacedName, Set, Str, Table};
use scheduler::{
    SchedulingFailure,
    binding::{Reservations, WaitEnding},
};

use super::{
    action::Drain,
    agenda::{PodId, Task},
    zone_state::ZoneTaintQueue,
};

/// What the scheduler keeps of a pod that is on its way.
#[derive(Clone, Default)]
pub(crate) struct AssumedBinding {
    pub reserved: Reservations,
    /// How waiting in `Permit` is going to end, while the pod waits.
    pub permit_ending: Option<WaitEnding>,
}

/// What a cycle has decided: the pod goes to a node, or nowhere, and room may be made on one. Nodes are named, since others may have
/// come or gone until it is carried out.
#[derive(Clone)]
pub(crate) struct CycleDecision {
    pub pod: PodId,
    pub profile: usize,
    pub decision: Result<Str, (SchedulingFailure, Option<Str>)>,
}

/// What the controllers around nodes remember.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeLifecycleState {
    /// Whether they are at work.
    pub is_enabled: bool,
    /// Start and deadline of a pod's `NoExecute` toleration, in milliseconds.
    pub(crate) toleration_timers: Table<PodId, (Millis, Millis)>,
    /// What a kubelet would have done long since, if it could.
    pub postponed_tasks: Set<Task>,
    /// Pods that the node lifecycle controller marked as not ready, by uid.
    pub marked_not_ready: Set<Str>,
    /// Pods that are done, by node.
    pub finished_pods: Table<Str, Set<NamespacedName>>,
    /// Nodes whose kubelet is silent, with the time of its last heartbeat.
    pub silent_since: Table<Str, Millis>,
    /// Zones, by their keys.
    pub zones: Table<Str, ZoneTaintQueue>,
    /// Nodes that came, or went, since the last pass of the node lifecycle controller.
    pub(crate) newcomers: Set<Str>,
    pub departed: Vec<Str>,
}

impl NodeLifecycleState {
    pub(crate) fn new(is_enabled: bool) -> Self {
        Self { is_enabled, ..Self::default() }
    }

    /// The pod is gone.
    pub(crate) fn forget_pod(&mut self, pod: &PodId) {
        self.marked_not_ready.remove(&pod.uid);
        self.postponed_tasks.retain(|task| task.pod() != Some(pod));
        self.toleration_timers.remove(pod);
    }
}

/// What is remembered of budgets and evictions.
#[derive(Clone, Debug, Default)]
pub(crate) struct DisruptionState {
    /// Nobody says how many pods there should be: those that match are expected.
    pub without_controllers: bool,
    /// Budgets whose spec the controller has not seen yet: `status.observedGeneration` is behind.
    pub(crate) unobserved: Set<NamespacedName>,
    /// Budgets of which the controller has heard something, and that it has not counted since.
    pub uncounted: Set<NamespacedName>,
    /// What the controller said of a budget last.
    pub last_report: Table<NamespacedName, Str>,
    /// What it says of a pod that several budgets select, and what of that it has not said yet.
    pub several_budgets: Table<NamespacedName, Str>,
    pub pending_reports: Vec<(NamespacedName, Str)>,
    /// Drains that are under way, by number.
    pub drains: Table<u32, DrainState>,
    /// How many drains there were.
    pub drains_started: u32,
}

/// A `kubectl drain` that waits for pods.
#[derive(Clone, Debug, Default)]
pub(crate) struct DrainState {
    /// What it was asked to do.
    pub drain: Drain,
    /// When it gives up.
    pub gives_up_at: Option<Millis>,
    /// Pods that it wants to be gone, and since when each is going; none as long as its eviction is refused.
    pub pods: Table<PodId, Option<Millis>>,
    /// What went wrong.
    pub errors: Vec<Str>,
}

/// Namespace and name of a claim.
pub(crate) type ClaimKey = (Str, Str);

/// What the volume controllers are about to do.
#[derive(Clone, Debug, Default)]
pub(crate) struct VolumeControllerState {
    /// Claims whose volume is being made.
    pub provisioning: Set<ClaimKey>,
    /// What is set aside for pods that are on their way to their binding.
    pub reserved: Table<NamespacedName, ReservedVolumes>,
    /// What was said of a claim already.
    pub reported: Set<(ClaimKey, &'static str)>,
    /// How often making a volume for a claim is still to fail.
    pub failures: Table<NamespacedName, u32>,
}

/// What is set aside for a pod.
#[derive(Clone, Debug)]
pub(crate) struct ReservedVolumes {
    pub claims: Vec<ClaimKey>,
    /// `PreBind` wrote it down, and waits until the claims are bound. Until then the volume controllers know nothing of it.
    pub is_written: bool,
}

impl VolumeControllerState {
    pub(crate) fn new(failures: Table<NamespacedName, u32>) -> Self {
        Self { failures, ..Self::default() }
    }
}

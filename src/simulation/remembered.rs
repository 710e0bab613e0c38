//! What the parts of a run remember from one step to the next.

use api::{Millis, Set, Str, Table};
use scheduler::Unscheduled;
use scheduler::binding::{Ending, Reservations};

use super::action::Drain;
use super::agenda::{PodId, Task};
use super::watched::Watched;

/// What the scheduler keeps of a pod that is on its way.
#[derive(Clone, Default)]
pub(crate) struct Binding {
    pub reserved: Reservations,
    /// How waiting in `Permit` is going to end, while the pod waits.
    pub waits: Option<Ending>,
}

/// What a cycle has decided: the pod goes to a node, or nowhere, and room may be made on one. Nodes are named, since others may have
/// come or gone until it is carried out.
#[derive(Clone)]
pub(crate) struct Decided {
    pub pod: PodId,
    pub profile: usize,
    pub decision: Result<Str, (Unscheduled, Option<Str>)>,
}

/// What the controllers around nodes remember.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeLife {
    /// Whether they are at work.
    pub on: bool,
    /// Start and deadline of a pod's `NoExecute` toleration, in milliseconds.
    pub(crate) bearing: Table<PodId, (Millis, Millis)>,
    /// What a kubelet would have done long since, if it could.
    pub waiting: Set<Task>,
    /// Pods that the node lifecycle controller marked as not ready, by uid.
    pub marked: Set<Str>,
    /// Pods that are done, by node.
    pub done: Table<Str, Set<Str>>,
    /// Nodes whose kubelet is silent, with the time of its last heartbeat.
    pub silent: Table<Str, Millis>,
    /// Zones, by their keys.
    pub zones: Table<Str, Watched>,
    /// Nodes that came, or went, since the last pass of the node lifecycle controller.
    pub(crate) newcomers: Set<Str>,
    pub left: Vec<Str>,
}

impl NodeLife {
    pub(crate) fn new(on: bool) -> Self {
        Self { on, ..Self::default() }
    }

    /// The pod is gone.
    pub(crate) fn forget(&mut self, pod: &PodId) {
        self.marked.remove(&pod.uid);
        self.waiting.retain(|task| task.pod() != Some(pod));
        self.bearing.remove(pod);
    }
}

/// What is remembered of budgets and evictions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disruptions {
    /// Nobody says how many pods there should be: those that match are expected.
    pub without_controllers: bool,
    /// Budgets whose spec the controller has not seen yet: `status.observedGeneration` is behind.
    pub(crate) unobserved: Set<Str>,
    /// Budgets of which the controller has heard something, and that it has not counted since.
    pub uncounted: Set<Str>,
    /// What the controller said of a budget last.
    pub said: Table<Str, Str>,
    /// What it says of a pod that several budgets select, and what of that it has not said yet.
    pub several: Table<Str, Str>,
    pub unsaid: Vec<(Str, Str)>,
    /// Drains that are under way, by number.
    pub drains: Table<u32, Draining>,
    /// How many drains there were.
    pub begun: u32,
}

/// A `kubectl drain` that waits for pods.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draining {
    /// What it was asked to do.
    pub drain: Drain,
    /// When it gives up.
    pub ends: Option<Millis>,
    /// Pods that it wants to be gone, and since when each is going; none as long as its eviction is refused.
    pub pods: Table<PodId, Option<Millis>>,
    /// What went wrong.
    pub errors: Vec<Str>,
}

/// Namespace and name of a claim.
pub(crate) type ClaimKey = (Str, Str);

/// What the volume controllers are about to do.
#[derive(Clone, Debug, Default)]
pub(crate) struct VolumeWork {
    /// Claims whose volume is being made.
    pub making: Set<ClaimKey>,
    /// What is set aside for pods that are on their way to their binding.
    pub reserved: Table<Str, ReservedVolumes>,
    /// What was said of a claim already.
    pub said: Set<(ClaimKey, &'static str)>,
    /// How often making a volume for a claim (by `namespace/name`) is still to fail.
    pub failures: Table<Str, u32>,
}

/// What is set aside for a pod.
#[derive(Clone, Debug)]
pub(crate) struct ReservedVolumes {
    pub claims: Vec<ClaimKey>,
    /// `PreBind` wrote it down, and waits until the claims are bound. Until then the volume controllers know nothing of it.
    pub written: bool,
}

impl VolumeWork {
    pub(crate) fn new(failures: Table<Str, u32>) -> Self {
        Self { failures, ..Self::default() }
    }
}

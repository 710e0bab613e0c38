//! The river of a run: the whole run at once, as plain data. A band is a node, as high as its capacity; a ribbon is a pod, as thick as its
//! request. A pending pod lies at the bank; a nominated pod lies on the rim of its node; a weir is a budget.
//!
//! It is a fold of the log that knows neither pixels nor the scale of the time axis: every change is an [`Edge`], and every height an amount of one
//! resource in the unit in which the scheduler counts it. `fold` reads the events, `layout` gives each pod its place in a stack (`slots`), `streams`
//! joins the pods of one owner, or of a zone, in large runs, and `reading` says what the river shows at an instant. `tests/engine/folds/river.rs`
//! compares each instant of every built-in scenario with its [`Frame`](crate::Frame).

mod fold;
mod layout;
pub mod reading;
mod slots;
pub mod streams;

use api::{NamespacedName, Str, resources::Resource};

use crate::lanes::Edge;

/// The river of a run: what its nodes, pods and budgets have of one resource, from the first event to the last.
#[derive(Clone, Debug, PartialEq)]
pub struct River {
    /// The resource of which amounts are shown; `pods` if nothing is requested.
    pub resource: Resource,
    /// The resources that can be shown: those that pods request, and `pods`.
    pub resources: Vec<Resource>,
    /// Nodes, in the order of the first pod that they get, then by name.
    pub bands: Vec<RiverBand>,
    /// Pods, in the order of creation. A pod that is created again under its name is another one.
    pub pods: Vec<PodLife>,
    /// The height of the bank: the largest amount that waits there at once, beyond an instant.
    pub bank_height: i64,
    /// Budgets, by their first count.
    pub weirs: Vec<Weir>,
    /// Answers of the Eviction API, in order of time.
    pub evictions: Vec<AnsweredEviction>,
    /// The last event.
    pub end: Edge,
}

/// A node in the river.
#[derive(Clone, Debug, PartialEq)]
pub struct RiverBand {
    pub node: Str,
    /// The zone of the node, empty without one.
    pub zone: Str,
    /// The capacity over time; empty if the node never exists although pods are bound to it. Between two spans the node doesn't exist.
    pub spans: Vec<CapacitySpan>,
    /// When the node is cordoned: from, and until unless it lasts.
    pub cordons: Vec<(Edge, Option<Edge>)>,
    /// The height of the band: its largest capacity, or more if its pods request more than that.
    pub height: i64,
    /// The height of the room above the rim: the largest amount that is nominated at once.
    pub headroom: i64,
}

impl RiverBand {
    /// The largest capacity of the node.
    #[must_use]
    pub fn capacity(&self) -> i64 {
        self.spans.iter().map(|span| span.capacity).max().unwrap_or(0)
    }
}

/// A time in which a node exists with one capacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CapacitySpan {
    pub from: Edge,
    /// `None` if it lasts.
    pub to: Option<Edge>,
    pub capacity: i64,
}

/// A pod from its creation to its removal.
#[derive(Clone, Debug, PartialEq)]
pub struct PodLife {
    pub pod: NamespacedName,
    /// The controller, such as `ReplicaSet/nginx-5d59d67564`; empty for a pod without one.
    pub owner: Str,
    pub priority: i32,
    pub created: Edge,
    /// When it is removed.
    pub removed: Option<Edge>,
    /// Its times without a node, in order.
    pub waits: Vec<WaitStretch>,
    /// Its times on a node, in order.
    pub stays: Vec<NodeStay>,
    /// Scheduling cycles that failed, and bindings that were refused.
    pub failures: Vec<Edge>,
}

/// Where a pending pod lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitPlace {
    /// At the bank.
    Bank,
    /// On the rim of the band with this index, because it is nominated to its node.
    Rim(usize),
}

/// A time in which a pod is pending at one place, with one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitStretch {
    pub from: Edge,
    /// `None` if it lasts.
    pub to: Option<Edge>,
    pub place: WaitPlace,
    pub amount: i64,
    /// The distance from the bank or rim. 0 for a wait at the bank that ends in the instant in which it begins: no virtual time passes.
    pub offset: i64,
}

impl WaitStretch {
    /// Whether it ends in the instant in which it begins.
    #[must_use]
    pub fn is_brief(&self) -> bool {
        self.to.is_some_and(|to| to.at == self.from.at)
    }
}

/// A pod on a node: from when the scheduler assumes it there until it is gone.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeStay {
    /// The index of the band.
    pub band: usize,
    pub from: Edge,
    pub to: Option<Edge>,
    pub bound: Option<Edge>,
    pub running: Option<Edge>,
    pub shutdown: Option<Shutdown>,
    /// Its places in the band; several if its request changes.
    pub pieces: Vec<StayPiece>,
    /// Whether it ends because the binding was refused, so that the pod returns to the bank.
    pub is_refused: bool,
}

/// The graceful termination of a pod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shutdown {
    pub from: Edge,
    /// When the kubelet will have stopped the pod.
    pub until: api::Millis,
    pub cause: ShutdownCause,
}

/// Why a pod terminates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShutdownCause {
    /// A pod preempts it.
    Preempted(NamespacedName),
    /// Preempted for a pod group.
    PreemptedForGroup,
    /// The Eviction API or a drain evicts it.
    Evicted,
    /// It is deleted for another reason.
    Deleted,
}

impl ShutdownCause {
    /// Whether preemption is the cause.
    #[must_use]
    pub fn is_preemption(&self) -> bool {
        matches!(self, Self::Preempted(_) | Self::PreemptedForGroup)
    }
}

/// A time in which a pod has the same places in the band.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StayPiece {
    pub from: Edge,
    pub to: Option<Edge>,
    /// Its places, from the bottom up: one, or several if only smaller gaps are free.
    pub slots: Vec<BandSlot>,
}

impl StayPiece {
    /// The request of the pod.
    #[must_use]
    pub fn amount(&self) -> i64 {
        self.slots.iter().map(|slot| slot.amount).sum()
    }
}

/// A place in a stack: from `offset` above its floor, `amount` high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BandSlot {
    pub offset: i64,
    pub amount: i64,
}

impl BandSlot {
    /// The upper end.
    #[must_use]
    pub fn top(&self) -> i64 {
        self.offset.saturating_add(self.amount)
    }
}

/// A budget over time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weir {
    pub budget: NamespacedName,
    /// Its counts, in order of time.
    pub counts: Vec<WeirCount>,
    /// When the budget is deleted.
    pub removed: Option<Edge>,
}

/// What a budget says from a point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeirCount {
    pub from: Edge,
    pub healthy: i32,
    /// The number of healthy pods that it needs.
    pub needed: i32,
    /// The number of pods that may be evicted.
    pub allowed: i32,
    pub expected: i32,
}

impl Weir {
    /// Whether the number of pods that may be evicted never changes.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        self.counts.iter().all(|count| count.allowed == 0)
            || self.counts.windows(2).all(|pair| pair[0].allowed == pair[1].allowed)
    }

    /// The last count up to this number of events; `None` before the first and after the budget is deleted.
    #[must_use]
    pub fn count_at(&self, events: usize) -> Option<&WeirCount> {
        let before = self.counts.partition_point(|count| count.from.events <= events);
        let is_removed = self.removed.is_some_and(|removed| removed.events <= events);
        before.checked_sub(1).filter(|_| !is_removed).map(|last| &self.counts[last])
    }
}

/// An answer of the Eviction API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnsweredEviction {
    pub edge: Edge,
    /// The index of the pod; `None` if it doesn't exist.
    pub pod: Option<usize>,
    pub budget: Option<NamespacedName>,
    pub is_allowed: bool,
}

/// Whether something that begins at an edge, and ends at another or lasts, includes the state after this number of events.
#[must_use]
pub fn is_within(from: Edge, to: Option<Edge>, events: usize) -> bool {
    from.events <= events && to.is_none_or(|to| events < to.events)
}

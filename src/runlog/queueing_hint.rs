//! Queueing hints: what the plugins that rejected a pod say about an event that may help it.
//!
//! The log has the moves of pods only. The hints behind them are recomputed when a moment is inspected (see
//! `simulation::Replay`), so that an event that meets a thousand pods does not make the log larger.

use api::{NamespacedName, Str, resources::Resource};
use serde::{Deserialize, Serialize};

use crate::{QueueEvent, RowId};

/// An event that the queue handled, with the pods that it might help. The moves that it causes follow in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventHints {
    /// The number of events in the log before the queue handled this one.
    pub position: usize,
    pub event: QueueEvent,
    /// The name of the node or the key of the pod that changed; empty for other objects.
    pub object: Str,
    /// Whether hints decide; early releases have none, and nearly every event moves every pod.
    pub has_hints: bool,
    /// The waiting pods that a plugin rejected, by subqueue, then by name.
    pub pods: Vec<PodHints>,
}

/// The hints for one pod. Upstream: `isPodWorthRequeuing`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PodHints {
    pub pod: NamespacedName,
    /// Whether the event may help the pod, so that it is tried again.
    pub is_worth_requeuing: bool,
    /// The plugins that rejected the pod, with their hints. One that says [`HintAnswer::Queue`] is enough.
    pub hints: Vec<PluginHint>,
}

/// The hint of one plugin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PluginHint {
    pub plugin: RowId,
    pub answer: HintAnswer,
    pub evidence: HintEvidence,
}

/// The answer of a plugin's hint. Upstream: `fwk.QueueingHint`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HintAnswer {
    /// The event may help the pod.
    Queue,
    /// The event does not help the pod.
    Skip,
    /// The plugin is not registered for such events.
    Unregistered,
}

/// What a hint compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HintEvidence {
    /// Nothing that is a number or a label.
    Unknown,
    /// The request of the pod, and what the node has when it is empty, in the unit of the resource.
    Amount { resource: Resource, needed: i64, offered: i64 },
    /// The node is large enough, but no resource that the pod requests has increased.
    NotIncreased,
    /// The request of the removed pod, in the unit of the resource.
    Freed { resource: Resource, amount: i64 },
    /// A label that the pod selects the node by: the wanted values, and the value of the node.
    Label { key: Str, wanted: Vec<Str>, value: Option<Str> },
    /// A taint of the node that the pod does not tolerate.
    Taint { key: Str, value: Str },
    /// The pod tolerates each taint of the node.
    Tolerated,
    /// Whether the node is cordoned.
    Cordon(bool),
    /// The plugin is registered for new nodes, so every change of taints counts: a taint may have hidden the new node.
    AnyTaintChange,
}

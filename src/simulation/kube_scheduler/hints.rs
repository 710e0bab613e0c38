//! Records the queueing hints of events while a part of a run is replayed. A run itself records only moves.

use runlog::EventHints;
use scheduler::{
    cluster::{Objects, Snapshot},
    framework::{ClusterEvent, Profile},
    queue::SchedulingQueue,
};

/// What hints are evaluated with.
#[derive(Clone, Copy)]
pub(crate) struct HintCtx<'h> {
    pub profiles: &'h [Profile],
    pub snapshot: &'h Snapshot,
    pub objects: &'h Objects,
    pub queue: &'h SchedulingQueue,
}

/// Evaluates the hints for an event. It is called through a pointer, so that only programs that inspect runs have it.
pub(super) type ExplainEvent = fn(HintCtx<'_>, &ClusterEvent<'_>) -> EventHints;

/// The recorded hints, and the function that records them.
#[derive(Clone)]
pub(super) struct HintRecorder {
    explain: ExplainEvent,
    events: Vec<EventHints>,
}

impl HintRecorder {
    /// A recorder without hints.
    pub(super) fn new(explain: ExplainEvent) -> Self {
        Self { explain, events: Vec::new() }
    }

    /// Takes the hints that were recorded since the last call.
    pub(super) fn take_events(&mut self) -> Vec<EventHints> {
        std::mem::take(&mut self.events)
    }

    /// Records the hints for an event, before the queue handles it.
    pub(super) fn record(&mut self, ctx: HintCtx<'_>, cluster_event: &ClusterEvent<'_>, position: usize) {
        self.events.push(EventHints { position, ..(self.explain)(ctx, cluster_event) });
    }
}

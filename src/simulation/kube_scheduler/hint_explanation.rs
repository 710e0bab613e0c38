//! Explains the queueing hints of events while a part of a run is replayed.

use api::Str;
use runlog::{EventHints, PodHints};
use scheduler::{
    framework::{ClusterEvent, CycleCtx},
    hint_evidence::explain_hint,
};

use super::{
    hints::{HintCtx, HintRecorder},
    state::{KubeScheduler, profile_of},
};

impl KubeScheduler {
    /// Makes the scheduler record the hints of the events from now on.
    pub(crate) fn record_hints(&mut self) {
        self.hint_recorder = Some(HintRecorder::new(explain_event));
    }

    /// Takes the hints that were recorded since the last call. Their positions count the events of their step.
    pub(crate) fn take_hints(&mut self) -> Vec<EventHints> {
        self.hint_recorder.as_mut().map(HintRecorder::take_events).unwrap_or_default()
    }
}

fn explain_event(ctx: HintCtx<'_>, cluster_event: &ClusterEvent<'_>) -> EventHints {
    let HintCtx { profiles, snapshot, objects, queue } = ctx;
    let policy = queue.policy();
    let mut pods = Vec::new();
    let mut event = cluster_event.queue_event();
    for (pod, rejecting) in queue.pods_with_hints(cluster_event) {
        let Some(profile) = profile_of(profiles, &pod.pod).and_then(|index| profiles.get(index)) else { continue };
        let cycle = CycleCtx { pod: &pod, snapshot, objects, order: None };
        let (is_worth_requeuing, hints) = if policy.uses_hints {
            let hints = rejecting.iter().map(|row| explain_hint(profile, &cycle, row, cluster_event)).collect();
            (profile.may_help(&cycle, &rejecting, cluster_event), hints)
        } else {
            let name = cluster_event.legacy_queue_event(&pod, policy.names_node_changes);
            event = name.unwrap_or(event);
            (name.is_some(), Vec::new())
        };
        pods.push(PodHints { pod: pod.pod.key(), is_worth_requeuing, hints });
    }
    EventHints { position: 0, event, object: object_name(cluster_event), has_hints: policy.uses_hints, pods }
}

fn object_name(cluster_event: &ClusterEvent<'_>) -> Str {
    match cluster_event {
        ClusterEvent::NodeAdd(node) | ClusterEvent::NodeDelete(node) | ClusterEvent::NodeUpdate { new: node, .. } => {
            node.metadata.name.clone()
        }
        ClusterEvent::AssignedPodAdd(pod)
        | ClusterEvent::PendingPodAdd(pod)
        | ClusterEvent::AssignedPodDelete { pod, .. }
        | ClusterEvent::PodUpdate { new: pod, .. } => pod.pod.key().into(),
        _ => Str::default(),
    }
}

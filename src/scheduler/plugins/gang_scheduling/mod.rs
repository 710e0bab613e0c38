//! `GangScheduling`: schedules the pods of a gang together or not at all.
//!
//! Upstream: `gangscheduling`, behind the feature gate of the same name. `PreEnqueue` holds a member back until its
//! group and enough members exist; the queue keeps the state for that, in [`groups::registry`](crate::groups). `Permit`
//! lets members wait until enough of them have a node.

use api::Millis;
use runlog::{GroupMessage, PluginId, QueueEvent, UpstreamMessage, Wording};

use crate::{
    cluster::PodInfo,
    framework::{ClusterEvent, GroupQuorum, Permit, PermitAnswer, Placement, PointRow, Profile, Wait},
};

/// How long a member waits in `Permit` for the others. Upstream: `permitTimeoutDuration`.
const TIMEOUT: Millis = Millis::from_seconds(5 * 60);

pub const GANG_SCHEDULING: &str = "GangScheduling";

/// Adds the plugin to a profile, after all other plugins that are enabled by default.
pub fn enable_gang_scheduling(profile: &mut Profile) {
    let permit = Box::new(GangScheduling(profile.wording));
    profile.permits.push(PointRow::new(PluginId::GangScheduling, GANG_SCHEDULING, permit));
}

/// The plugin at `Permit`, with the wording of its messages.
pub struct GangScheduling(pub &'static dyn Wording);

impl Permit for GangScheduling {
    fn permit(&self, placement: &Placement<'_>) -> PermitAnswer {
        let Some(GroupQuorum { group, scheduled }) = placement.group else { return PermitAnswer::Allow };
        let render = |message| UpstreamMessage::Group(message).render_with(self.0);
        let Some(group) = group else {
            let Some(key) = placement.pod.pod.group_key() else { return PermitAnswer::Allow };
            let message = GroupMessage::PermitGroupNotFound { group: key.as_str(), name: key.name() };
            return PermitAnswer::Fail(render(message));
        };
        match group.min_count() {
            Some(min_count) if scheduled < min_count => {
                let reason = render(GroupMessage::AwaitsMinCount);
                PermitAnswer::Wait(Wait { timeout: TIMEOUT, verdict: None, reason })
            }
            _ => PermitAnswer::Allow,
        }
    }

    fn queueing_hint(&self, pod: &PodInfo, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        let group = pod.pod.group_key();
        Some(match cluster_event {
            ClusterEvent::PendingPodAdd(other) | ClusterEvent::AssignedPodAdd(other) => {
                group.is_some() && other.pod.group_key() == group
            }
            ClusterEvent::PodGroupAdd(added) => group == Some(added.key()),
            _ => false,
        })
    }

    fn subscribes_to(&self, queue_event: QueueEvent) -> bool {
        is_subscribed_event(queue_event)
    }
}

/// Whether the plugin subscribes to events of this name.
pub(crate) fn is_subscribed_event(queue_event: QueueEvent) -> bool {
    matches!(queue_event, QueueEvent::UnschedulablePodAdd | QueueEvent::AssignedPodAdd | QueueEvent::PodGroupAdd)
}

//! The wording of v1.34, which other releases share except for a few reasons.

use api::Str;
use runlog::{LogEntry, Reason, UpstreamMessage, VolumeReason, Wording};

use super::{log, messages};

/// The wording of v1.34.
pub(super) const WORDING: &dyn Wording = &V1_34Wording;

struct V1_34Wording;

impl Wording for V1_34Wording {
    fn render_reason(&self, reason: &Reason) -> String {
        reason_text(reason)
    }

    fn render(&self, upstream_message: &UpstreamMessage<'_>) -> String {
        messages::v1_34(self, upstream_message)
    }

    fn render_log_line(&self, entry: &LogEntry<'_>) -> Option<String> {
        log::v1_34(entry)
    }
}

/// Renders a reason in the wording of v1.34.
pub(super) fn reason_text(reason: &Reason) -> String {
    let text = match reason {
        Reason::Cordoned => "node(s) were unschedulable",
        Reason::OtherNodeNamed => "node(s) didn't match the requested node name",
        Reason::UntoleratedTaint { key, value } => return format!("node(s) had untolerated taint {{{key}: {value}}}"),
        Reason::NodeSelectorMismatch => "node(s) didn't match Pod's node affinity/selector",
        Reason::AddedAffinityMismatch => "node(s) didn't match scheduler-enforced node affinity",
        Reason::AffinityTermsConflict => "pod affinity terms conflict",
        Reason::PortTaken { .. } => "node(s) didn't have free ports for the requested pod ports",
        Reason::TooManyPods { .. } => "Too many pods",
        Reason::Insufficient { resource, .. } => return format!("Insufficient {resource}"),
        Reason::SpreadLabelMissing { .. } => {
            "node(s) didn't match pod topology spread constraints (missing required label)"
        }
        Reason::SpreadSkew { .. } => "node(s) didn't match pod topology spread constraints",
        Reason::PodAffinityOrAntiAffinity => "node(s) didn't match pod affinity/anti-affinity",
        Reason::PodAffinity => "node(s) didn't match pod affinity rules",
        Reason::PodAntiAffinity => "node(s) didn't match pod anti-affinity rules",
        Reason::ExistingPodsAntiAffinity => "node(s) didn't satisfy existing pods anti-affinity rules",
        Reason::UndeclaredFeatures { .. } => "node(s) didn't match Pod's required features",
        Reason::OutsideNodeSet { plugins } => {
            return format!("node(s) didn't satisfy plugin(s) {}", join_plugins(plugins));
        }
        Reason::EmptyNodeSet { plugins } => {
            return match plugins.as_slice() {
                [one] => format!("node(s) didn't satisfy plugin {one}"),
                many => format!("node(s) didn't satisfy plugin(s) {} simultaneously", join_plugins(many)),
            };
        }
        Reason::NoVictims => "No preemption victims found for incoming pod",
        Reason::PreemptionNotHelpful => "Preemption is not helpful for scheduling",
        Reason::Volume(reason) => return volume_reason(reason),
        Reason::StateMissing { key } => return state_missing(key),
        Reason::LabelPresence { .. } => "node(s) didn't have the requested labels",
        Reason::ServiceAffinity { .. } => "node(s) didn't match service affinity",
        Reason::Extender { message, .. } => message,
        Reason::Text(text) => text,
    };
    text.into()
}

/// Returns a filter plugin's message that the state of its `PreFilter` is missing, which each plugin words differently.
fn state_missing(key: &str) -> String {
    match key {
        "PreFilterNodePorts" | "PreFilterPodTopologySpread" => format!("reading {key:?} from cycleState: not found"),
        "PreFilterVolumeRestrictions" => format!("cannot read {key:?} from cycleState"),
        "VolumeBinding" => "not found".into(),
        _ => format!("error reading {key:?} from cycleState: not found"),
    }
}

fn volume_reason(reason: &VolumeReason) -> String {
    let text = match reason {
        VolumeReason::DiskConflict { .. } => "node(s) had no available disk",
        VolumeReason::ClaimInUse { .. } => {
            "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod"
        }
        VolumeReason::TooManyVolumes { .. } => "node(s) exceed max volume count",
        VolumeReason::AffinityMismatch { .. } => "node(s) didn't match PersistentVolume's node affinity",
        VolumeReason::NothingToBind { .. } => "node(s) didn't find available persistent volumes to bind",
        VolumeReason::NotEnoughStorage { .. } => "node(s) did not have enough free storage",
        VolumeReason::VolumeGone { .. } => "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)",
        VolumeReason::OtherZone { .. } => "node(s) had no available volume zone",
        VolumeReason::UnboundImmediate { .. } => "pod has unbound immediate PersistentVolumeClaims",
        VolumeReason::ClaimNotFound { claim } => return format!("persistentvolumeclaim \"{claim}\" not found"),
        VolumeReason::ClaimTerminating { claim } => {
            return format!("persistentvolumeclaim \"{claim}\" is being deleted");
        }
        VolumeReason::ClaimLost { claim, volume } => {
            return format!("persistentvolumeclaim \"{claim}\" bound to non-existent persistentvolume \"{volume}\"");
        }
        VolumeReason::ClaimAwaited { claim } => {
            return format!("waiting for ephemeral volume controller to create the persistentvolumeclaim \"{claim}\"");
        }
        VolumeReason::ClaimOfOther { claim, pod } => {
            return format!("PVC {claim} was not created for pod {pod} (pod is not owner)");
        }
        VolumeReason::VolumeNotFound { volume } => return format!("persistentvolume \"{volume}\" not found"),
    };
    text.into()
}

fn join_plugins(plugins: &[Str]) -> String {
    format!("[{}]", plugins.iter().map(Str::as_str).collect::<Vec<_>>().join(" "))
}

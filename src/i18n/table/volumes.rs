//! Texts about volumes and claims.

use api::resources::Resource;
use runlog::{EventKind, Unbindable, VolumeReason};
use trace::volumes::VolumeClaimState;

use crate::{
    format_amount, format_clock,
    languages::Speaker,
    messages::volumes as messages,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

/// Sentences about volumes and their claims.
pub trait VolumeSentences: Grammar {
    /// Why volumes keep a pod off a node, or off all nodes.
    fn volume_reason(&self, reason: &VolumeReason) -> String {
        use VolumeReason as Reason;
        match reason {
            Reason::DiskConflict { volume, disk, pod } => {
                messages::VolumeReasonDiskConflict { volume, disk, pod }.text(self.language())
            }
            Reason::ClaimInUse { claim } => messages::VolumeReasonClaimInUse { claim }.text(self.language()),
            Reason::TooManyVolumes { driver, used, new, limit } => {
                messages::VolumeReasonTooManyVolumes { used, driver, new, limit }.text(self.language())
            }
            Reason::AffinityMismatch { claim, volume } => {
                messages::VolumeReasonAffinityMismatch { volume, claim }.text(self.language())
            }
            Reason::NothingToBind { claim, class, why } => {
                let why = match why {
                    Unbindable::NoProvisioner => {
                        messages::VolumeReasonNothingToBindWhyNoProvisioner { class }.text(self.language())
                    }
                    Unbindable::Topology => {
                        messages::VolumeReasonNothingToBindWhyTopology { class }.text(self.language())
                    }
                    Unbindable::OtherNode => {
                        messages::volume_reason_nothing_to_bind_why_other_node(self.language()).into()
                    }
                };
                messages::VolumeReasonNothingToBind { claim, why }.text(self.language())
            }
            Reason::NotEnoughStorage { claim, class, requested } => {
                let requested = format_amount(&Resource::Memory, *requested);
                messages::VolumeReasonNotEnoughStorage { claim, requested, class }.text(self.language())
            }
            Reason::VolumeGone { claim, volume } => {
                messages::VolumeReasonVolumeGone { claim, volume }.text(self.language())
            }
            Reason::OtherZone { volume, key, zones } => messages::VolumeInOtherZone {
                volume,
                key,
                zones: zones.replace("__", self.language().punctuation().list),
            }
            .text(self.language()),
            Reason::ClaimNotFound { claim } => messages::VolumeReasonClaimNotFound { claim }.text(self.language()),
            Reason::ClaimTerminating { claim } => {
                messages::VolumeReasonClaimTerminating { claim }.text(self.language())
            }
            Reason::ClaimLost { claim, volume } => {
                messages::VolumeReasonClaimLost { claim, volume }.text(self.language())
            }
            Reason::ClaimAwaited { claim } => messages::VolumeReasonClaimAwaited { claim }.text(self.language()),
            Reason::ClaimOfOther { claim, pod } => {
                messages::VolumeReasonClaimOfOther { claim, pod }.text(self.language())
            }
            Reason::UnboundImmediate { claim } => {
                messages::VolumeReasonUnboundImmediate { claim }.text(self.language())
            }
            Reason::VolumeNotFound { volume } => messages::VolumeReasonVolumeNotFound { volume }.text(self.language()),
        }
    }

    /// The state of a claim.
    fn claim_state(&self, state: &VolumeClaimState) -> String {
        match state {
            VolumeClaimState::Missing => messages::claim_state_missing(self.language()).into(),
            VolumeClaimState::AwaitsConsumer => messages::claim_state_awaits_consumer(self.language()).into(),
            VolumeClaimState::Pending => messages::claim_state_pending(self.language()).into(),
            VolumeClaimState::Provisioning(left) => {
                messages::ClaimStateProvisioning { left: format_clock(*left) }.text(self.language())
            }
            VolumeClaimState::Reserved(volume) => messages::ClaimStateReserved { volume }.text(self.language()),
            VolumeClaimState::Bound(volume) => messages::ClaimStateBound { volume }.text(self.language()),
        }
    }

    /// The node that a claim's volume is for.
    fn volume_for_node(&self, node: &str) -> String {
        messages::VolumeForNode { node }.text(self.language())
    }

    /// The labels of nodes that can access a volume.
    fn volume_reachable_from(&self, labels: &[String]) -> String {
        messages::VolumeReachableFrom { labels: self.list_texts(labels) }.text(self.language())
    }

    /// Events of volumes, devices and claims; empty for other events.
    fn volume_event(&self, event_kind: &EventKind) -> TitleAndText {
        match event_kind {
            EventKind::StorageApplied(object) => title_and_text(
                messages::volume_event_storage_applied_title(self.language()),
                messages::VolumeEventStorageApplied { key: object.key() }.text(self.language()),
            ),
            EventKind::StorageRemoved(key) => title_and_text(
                messages::volume_event_storage_removed_title(self.language()),
                messages::VolumeEventStorageRemoved { key }.text(self.language()),
            ),
            EventKind::DeviceApplied(object) => title_and_text(
                messages::volume_event_device_applied_title(self.language()),
                messages::VolumeEventDeviceApplied { key: object.key() }.text(self.language()),
            ),
            EventKind::DeviceRemoved(key) => title_and_text(
                messages::volume_event_device_removed_title(self.language()),
                messages::VolumeEventDeviceRemoved { key }.text(self.language()),
            ),
            EventKind::VolumesReserved { pod, node, bind, provision } => {
                let reserved: Vec<String> = bind.iter().map(|(claim, volume)| format!("{claim} → {volume}")).collect();

                let provisioned: Vec<String> = provision.iter().map(ToString::to_string).collect();
                let reserved_text = (!reserved.is_empty()).then(|| {
                    messages::VolumesAreReserved { volumes: self.list_texts(&reserved) }.text(self.language())
                });
                let provisioned_text = (!provisioned.is_empty()).then(|| {
                    messages::VolumesToProvision { claims: self.list_texts(&provisioned) }.text(self.language())
                });
                let volumes: Vec<String> = reserved_text.into_iter().chain(provisioned_text).collect();
                title_and_text(
                    messages::volumes_reserved_title(self.language()),
                    messages::VolumesReserved { pod, node, volumes: self.join_clauses(&volumes) }.text(self.language()),
                )
            }
            EventKind::Provisioning { claim, class, .. } => title_and_text(
                messages::volume_event_provisioning_title(self.language()),
                messages::VolumeEventProvisioning { class, claim }.text(self.language()),
            ),
            EventKind::Provisioned { claim, volume } => title_and_text(
                messages::volume_event_provisioned_title(self.language()),
                messages::VolumeEventProvisioned { volume, claim }.text(self.language()),
            ),
            EventKind::ProvisioningFailed { claim } => title_and_text(
                messages::volume_event_provisioning_failed_title(self.language()),
                messages::VolumeEventProvisioningFailed { claim }.text(self.language()),
            ),
            EventKind::ClaimBound { claim, volume } => title_and_text(
                messages::volume_event_claim_bound_title(self.language()),
                messages::VolumeEventClaimBound { claim, volume }.text(self.language()),
            ),
            _ => title_and_text("", String::new()),
        }
    }
}

impl<T: Speaker> VolumeSentences for T {}

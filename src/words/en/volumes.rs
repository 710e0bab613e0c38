//! Volumes and claims in English.

use super::En;
use crate::catalogue::grammar::{Told, told};
use crate::catalogue::volumes::Sentences;
use crate::{amount, clock};
use record::What;
use record::{Unbindable, VolumeReason};
use trace::volumes::ClaimState;

impl Sentences for En {
    fn volume_reason(&self, reason: &VolumeReason) -> String {
        use VolumeReason as Reason;
        match reason {
            Reason::DiskConflict { volume, disk, pod } => {
                format!("Its volume {volume} needs the disk {disk}, which {pod} uses here.")
            }
            Reason::ClaimInUse { claim } => {
                format!("Only one pod may use the claim {claim} (ReadWriteOncePod), and one does.")
            }
            Reason::TooManyVolumes { driver, used, new, limit } => {
                format!(
                    "{used} volumes of {driver} are attached here and {new} would come: more than the limit of {limit}."
                )
            }
            Reason::AffinityMismatch { claim, volume } => {
                format!("The volume {volume} of the claim {claim} cannot be reached from this node.")
            }
            Reason::NothingToBind { claim, class, why } => {
                let why = match why {
                    Unbindable::NoProvisioner => format!("and the class {class} makes none"),
                    Unbindable::Topology => format!("and the class {class} makes none here"),
                    Unbindable::OtherNode => "one is being made for another node".into(),
                };
                format!("No volume here suits the claim {claim}, {why}.")
            }
            Reason::NotEnoughStorage { claim, class, requested } => {
                let requested = amount("memory", *requested);
                format!(
                    "The claim {claim} asks for {requested}; the driver of the class {class} has no such room here."
                )
            }
            Reason::VolumeGone { claim, volume } => {
                format!("The claim {claim} names the volume {volume}, which is not there.")
            }
            Reason::OtherZone { volume, key, zones } => {
                let zones = zones.replace("__", ", ");
                format!("The volume {volume} has {key} {zones}; this node has not.")
            }
            Reason::ClaimNotFound { claim } => format!("There is no claim {claim}."),
            Reason::ClaimTerminating { claim } => format!("The claim {claim} is being deleted."),
            Reason::ClaimLost { claim, volume } => format!("The claim {claim} has lost its volume {volume}."),
            Reason::ClaimAwaited { claim } => format!("The claim {claim} of an ephemeral volume is not made yet."),
            Reason::ClaimOfOther { claim, pod } => format!("The claim {claim} was not made for {pod}."),
            Reason::UnboundImmediate { claim } => {
                format!(
                    "The claim {claim} has no volume yet, and its class does not wait for a pod: the volume comes first."
                )
            }
            Reason::VolumeNotFound { volume } => format!("There is no volume {volume}."),
        }
    }

    fn claim_state(&self, state: &ClaimState) -> String {
        match state {
            ClaimState::Missing => "There is no such claim.".into(),
            ClaimState::AwaitsConsumer => "No volume yet: its class waits until a node is chosen for the pod.".into(),
            ClaimState::Pending => "No volume yet.".into(),
            ClaimState::Provisioning(left) => {
                format!("A volume is being provisioned; it is ready in {}.", clock(*left))
            }
            ClaimState::Reserved(volume) => format!("{volume} is reserved for it and not bound yet."),
            ClaimState::Bound(volume) => format!("Bound to {volume}."),
        }
    }

    fn for_node(&self, node: &str) -> String {
        format!("The scheduler chose {node} for it.")
    }

    fn reached_from(&self, labels: &[String]) -> String {
        format!("Its volume can be reached from nodes with {}.", labels.join(", "))
    }

    fn volume_event(&self, what: &What) -> Told {
        match what {
            What::StorageApplied(object) => {
                told("Storage changes", format!("{} was created or updated.", object.key()))
            }
            What::StorageRemoved(key) => told("Storage removed", format!("{key} is gone.")),
            What::VolumesReserved { pod, node, bind, provision } => {
                let found: Vec<String> = bind.iter().map(|(claim, volume)| format!("{claim} → {volume}")).collect();
                let made: Vec<&str> = provision.iter().map(|claim| claim.as_str()).collect();
                let found = (!found.is_empty()).then(|| format!("{} reserved", found.join(", ")));
                let made = (!made.is_empty()).then(|| format!("to be provisioned for this node: {}", made.join(", ")));
                let all: Vec<String> = found.into_iter().chain(made).collect();
                told("Volumes reserved", format!("{pod} waits on {node} before it is bound: {}.", all.join("; ")))
            }
            What::Provisioning { claim, class, .. } => told(
                "Provisioning a volume",
                format!("The provisioner of the class {class} makes a volume for {claim}."),
            ),
            What::Provisioned { claim, volume } => {
                told("Volume provisioned", format!("{volume} is ready for {claim}."))
            }
            What::ProvisioningFailed { claim } => {
                told("Provisioning failed", format!("No volume could be made for {claim}. It is tried again."))
            }
            What::ClaimBound { claim, volume } => {
                told("Claim bound", format!("{claim} is bound to the volume {volume}."))
            }
            _ => told("", String::new()),
        }
    }
}

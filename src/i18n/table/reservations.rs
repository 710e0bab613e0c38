//! What is set aside for members of a group while their siblings are tried: devices and volumes.

use runlog::MemberReservation;

use crate::{languages::Speaker, short_pod_name, table::grammar::Grammar};

/// Sentences about what is set aside.
pub trait ReservationSentences: Grammar {
    /// What `Reserve` sets aside for a member of a group, for the steps of its cycle.
    fn member_reservation(&self, reservation: &MemberReservation) -> String {
        let mut sentences = Vec::new();
        for reserved in reservation.devices.iter().filter(|reserved| reserved.is_new) {
            let claim = short_pod_name(&reserved.claim);
            let devices: Vec<String> =
                reserved.devices.iter().map(|device| format!("{}/{}", device.pool, device.name)).collect();
            let devices = self.list(&devices.iter().map(String::as_str).collect::<Vec<_>>());
            sentences.push(if reserved.is_shared {
                translate!(
                    self,
                    format!(
                        "Claim {claim} was allocated by a sibling; whether this node reaches its devices is not asked."
                    ),
                    format!("申领 {claim} 已由同组 Pod 分配；不检查此节点能否访问其设备。")
                )
            } else {
                translate!(
                    self,
                    format!("{devices} is set aside for claim {claim}."),
                    format!("{devices} 为申领 {claim} 留出。")
                )
            });
        }
        for (claim, volume) in &reservation.volumes {
            let claim = short_pod_name(claim);
            sentences.push(translate!(
                self,
                format!("Volume {volume} is set aside for claim {claim}."),
                format!("卷 {volume} 为申领 {claim} 留出。")
            ));
        }
        for claim in &reservation.provision {
            let claim = short_pod_name(claim);
            sentences.push(translate!(
                self,
                format!("A volume for claim {claim} will be made here."),
                format!("申领 {claim} 的卷将在此处制备。")
            ));
        }
        sentences.join(translate!(self, " ", ""))
    }
}

impl<T: Speaker> ReservationSentences for T {}

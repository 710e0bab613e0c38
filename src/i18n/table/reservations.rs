//! Texts about devices and volumes reserved for members of a group while their siblings are tried.

use runlog::MemberReservation;

use crate::{languages::Speaker, messages::reservations as messages, short_pod_name, table::grammar::Grammar};

/// Sentences about devices and volumes reserved for members of a group.
pub trait ReservationSentences: Grammar {
    /// What `Reserve` reserves for a member of a group.
    fn member_reservation(&self, reservation: &MemberReservation) -> String {
        let mut sentences = Vec::new();
        for reserved in reservation.devices.iter().filter(|reserved| reserved.is_new) {
            let claim = short_pod_name(&reserved.claim);
            let devices: Vec<String> =
                reserved.devices.iter().map(|device| format!("{}/{}", device.pool, device.name)).collect();
            let devices = self.list(&devices.iter().map(String::as_str).collect::<Vec<_>>());
            sentences.push(if reserved.is_shared {
                messages::MemberReservationIsShared { claim }.text(self.language())
            } else {
                messages::MemberReservationOtherwise { devices, claim }.text(self.language())
            });
        }
        for (claim, volume) in &reservation.volumes {
            let claim = short_pod_name(claim);
            sentences.push(messages::MemberReservation { volume, claim }.text(self.language()));
        }
        for claim in &reservation.provision {
            let claim = short_pod_name(claim);
            sentences.push(messages::MemberReservationProvisioned { claim }.text(self.language()));
        }
        sentences.join(self.language().punctuation().sentence)
    }
}

impl<T: Speaker> ReservationSentences for T {}

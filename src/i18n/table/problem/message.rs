//! Texts that explain a message of the scheduler.

use findings::{Message, RejectionCause};

use super::notice::join_list;
use crate::{
    messages::problem_message as messages,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

/// A part of a pasted scheduler message, such as `3 Insufficient cpu`, and what it means.
pub(super) fn message_text(lang: &(impl Grammar + ?Sized), problem: &Message) -> TitleAndText {
    match problem {
        Message::Nodes { left, all, releases } => title_and_text(
            messages::MessageNodes { left, all }.text(lang.language()),
            match releases.is_empty() {
                true => messages::message_nodes_remedy_no_releases(lang.language()).into(),
                false => messages::MessageNodesRemedySomeReleases { releases: join_list(lang, releases) }
                    .text(lang.language()),
            },
        ),
        Message::Rejected { nodes, text, why } => {
            title_and_text(format!("{nodes} × {text}"), rejection_cause_text(lang, why))
        }
        Message::Preempting { nodes, text, why } => title_and_text(
            messages::MessagePreempting { nodes, text }.text(lang.language()),
            rejection_cause_text(lang, why),
        ),
    }
}

pub(super) fn rejection_cause_text(lang: &(impl Grammar + ?Sized), reason: &RejectionCause) -> String {
    match reason {
        RejectionCause::Insufficient { resource } => {
            messages::RejectionCauseInsufficient { resource }.text(lang.language())
        }
        RejectionCause::Taint { key: Some(key) } => messages::RejectionCauseTaint { key }.text(lang.language()),
        RejectionCause::Taint { key: None } => messages::rejection_cause_taint_unknown(lang.language()).into(),
        RejectionCause::TooManyPods => messages::rejection_cause_too_many_pods(lang.language()).into(),
        RejectionCause::Cordoned => messages::rejection_cause_cordoned(lang.language()).into(),
        RejectionCause::NodeAffinity => messages::rejection_cause_node_affinity(lang.language()).into(),
        RejectionCause::OtherNodeNamed => messages::rejection_cause_other_node_named(lang.language()).into(),
        RejectionCause::PortTaken => messages::rejection_cause_port_taken(lang.language()).into(),
        RejectionCause::Spread => messages::rejection_cause_spread(lang.language()).into(),
        RejectionCause::SpreadLabel => messages::rejection_cause_spread_label(lang.language()).into(),
        RejectionCause::PodAffinity => messages::rejection_cause_pod_affinity(lang.language()).into(),
        RejectionCause::PodAntiAffinity => messages::rejection_cause_pod_anti_affinity(lang.language()).into(),
        RejectionCause::OthersAntiAffinity => messages::rejection_cause_others_anti_affinity(lang.language()).into(),
        RejectionCause::AnyPodAffinity => messages::rejection_cause_any_pod_affinity(lang.language()).into(),
        RejectionCause::UnboundClaim => messages::rejection_cause_unbound_claim(lang.language()).into(),
        RejectionCause::NoClaim => messages::rejection_cause_no_claim(lang.language()).into(),
        RejectionCause::NoVolume => messages::rejection_cause_no_volume(lang.language()).into(),
        RejectionCause::VolumeElsewhere => messages::rejection_cause_volume_elsewhere(lang.language()).into(),
        RejectionCause::TooManyVolumes => messages::rejection_cause_too_many_volumes(lang.language()).into(),
        RejectionCause::VolumeInUse => messages::rejection_cause_volume_in_use(lang.language()).into(),
        RejectionCause::NoVictims => messages::rejection_cause_no_victims(lang.language()).into(),
        RejectionCause::NotHelped => messages::rejection_cause_not_helped(lang.language()).into(),
        RejectionCause::Unknown => messages::rejection_cause_unknown(lang.language()).into(),
    }
}

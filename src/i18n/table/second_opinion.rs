//! Texts that compare what the cluster's own scheduler wrote with what the engine says.

use api::{NamespacedName, Str};
use protocol::{Agreement, DifferenceCause, PodOpinion, ReasonDifference};

use crate::{languages::Speaker, messages::second_opinion as messages, short_pod_name, table::grammar::Grammar};

/// The limit of named pods.
const MAX_PODS: usize = 6;

message_struct! {
    /// Fixed labels.
    pub struct OpinionLabels from second_opinion;
}

/// Sentences.
pub trait OpinionSentences: Grammar {
    fn opinion_labels(&self) -> &'static OpinionLabels {
        OpinionLabels::of(self)
    }

    /// How many of the compared pods have the same reasons.
    fn agreement_summary(&self, same: usize, compared: usize) -> String {
        match compared {
            0 => messages::agreement_summary_none(self.language()).into(),
            _ => messages::AgreementSummary { same, compared }.text(self.language()),
        }
    }

    /// The engine finds a node for the pod.
    fn fits_on(&self, node: &str) -> String {
        messages::FitsOn { node }.text(self.language())
    }

    /// Pods that no scheduler wrote about; empty if there are none.
    fn silent_pods(&self, pods: &[NamespacedName]) -> String {
        let names: Vec<&str> = pods.iter().take(MAX_PODS).map(|pod| short_pod_name(pod)).collect();
        match pods.len() {
            0 => String::new(),
            count => messages::SilentPods { count, names: self.list(&names), has_more: count > MAX_PODS }
                .text(self.language()),
        }
    }

    /// The number of pods that were not decided; empty if none.
    fn undecided_pods(&self, count: usize) -> String {
        match count {
            0 => String::new(),
            _ => messages::UndecidedPods { count }.text(self.language()),
        }
    }

    /// Whether both agree; if not, the reasons that differ and what may explain it.
    fn opinion_result(&self, opinion: &PodOpinion) -> String {
        match opinion.agreement {
            Agreement::SameReasons => self.opinion_labels().same.to_owned(),
            Agreement::NotCompared => self.opinion_labels().not_compared.to_owned(),
            Agreement::Differs => {
                let differences = opinion.differences.iter().map(|difference| reason_difference(self, difference));
                let causes = opinion.causes.iter().map(|cause| difference_cause(self, cause));
                differences.chain(causes).collect::<Vec<_>>().join(self.language().punctuation().sentence)
            }
        }
    }
}

fn reason_difference(lang: &(impl Grammar + ?Sized), difference: &ReasonDifference) -> String {
    let reason = &difference.reason;
    match (difference.theirs, difference.ours) {
        (Some(theirs), Some(ours)) => messages::ReasonCounts { reason, theirs, ours }.text(lang.language()),
        (Some(theirs), None) => messages::ReasonOnlyTheirs { reason, theirs }.text(lang.language()),
        (_, ours) => messages::ReasonOnlyOurs { reason, ours: ours.unwrap_or(0) }.text(lang.language()),
    }
}

fn difference_cause(lang: &(impl OpinionSentences + ?Sized), cause: &DifferenceCause) -> String {
    match cause {
        DifferenceCause::OtherScheduler(name) => messages::CauseOtherScheduler { name }.text(lang.language()),
        DifferenceCause::Nominated(node) => messages::CauseNominated { node }.text(lang.language()),
        DifferenceCause::NodesChanged { theirs, ours } => {
            messages::CauseNodesChanged { theirs, ours }.text(lang.language())
        }
        DifferenceCause::UnknownReason(reason) => messages::CauseUnknownReason { reason }.text(lang.language()),
        DifferenceCause::OtherRelease(releases) => {
            let names: Vec<&str> = releases.iter().map(Str::as_str).collect();
            messages::CauseOtherRelease { releases: lang.list(&names) }.text(lang.language())
        }
        DifferenceCause::StateChanged => lang.opinion_labels().state_changed.to_owned(),
    }
}

impl<T: Speaker> OpinionSentences for T {}

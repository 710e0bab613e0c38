//! Answers to questions about a run: sentences, and cells of their tables.

use api::{NamespacedName, resources::Resource};
use protocol::{Extent, PodPlacement, RoomBranch};

use crate::{
    format_amount, format_clock,
    languages::Speaker,
    messages::answer_text as messages,
    short_pod_name,
    table::{grammar::Grammar, trial_text::TrialSentences},
};

message_struct! {
    /// Labels of answers to questions about a run.
    pub struct AnswerLabels from answer_text;
}

/// Sentences about answers to questions about a run.
pub trait OutlookSentences: Grammar + TrialSentences {
    fn answer_labels(&self) -> &'static AnswerLabels {
        AnswerLabels::of(self)
    }

    /// How the resources freed by a group's victims are used: a name for the branch, and what happens.
    fn room_branch(&self, group: &str, branch: &RoomBranch) -> [String; 2] {
        let list = |pods: &[NamespacedName]| self.list(&pods.iter().map(|pod| short_pod_name(pod)).collect::<Vec<_>>());
        let mut texts = Vec::new();
        let name = match &branch.rival {
            None => self.answer_labels().nobody_comes.to_owned(),
            Some(rival) => {
                let (pod, priority) = (short_pod_name(&rival.pod), rival.priority);
                let cpu = format_amount(&Resource::Cpu, rival.milli_cpu);
                texts.push(match &rival.node {
                    Some(node) => messages::RoomBranchNameRivalNode { pod, node }.text(self.language()),
                    None => messages::RoomBranchNameRivalNone { pod, group }.text(self.language()),
                });
                match rival.is_in_run {
                    true => messages::RoomBranchNameRivalInRun { pod, priority, cpu }.text(self.language()),
                    false => messages::RoomBranchNameRivalNotInRun { priority, cpu }.text(self.language()),
                }
            }
        };
        texts.push(match &branch.retry {
            None => match branch.extent {
                Extent::ToEnd => messages::RoomBranchNoneToEnd { group }.text(self.language()),
                Extent::Until(time) => {
                    let time = format_clock(time);
                    messages::RoomBranchNoneUntil { group, time }.text(self.language())
                }
            },
            Some(retry) => {
                let (clock, placed, members) = (format_clock(retry.at), retry.placed, retry.members);
                let bound = retry.bound.iter().map(|(pod, node)| format!("{} → {node}", short_pod_name(pod)));
                let bound: Vec<String> = bound.collect();
                match self.list(&bound.iter().map(String::as_str).collect::<Vec<_>>()) {
                    bound if bound.is_empty() => {
                        messages::RoomBranchRetryNoBound { group, clock, placed, members }.text(self.language())
                    }
                    bound => messages::RoomBranchRetry { group, clock, placed, members, bound }.text(self.language()),
                }
            }
        });
        let victims = branch.retry.as_ref().map_or(&[][..], |retry| &retry.victims);
        if !victims.is_empty() {
            let victims = list(victims);
            texts.push(messages::RoomBranchSomeVictims { victims }.text(self.language()));
        }
        [name, texts.join(self.language().punctuation().sentence)]
    }

    /// The question about the loss of a zone.
    fn zone_lost(&self, zone: &str) -> String {
        messages::ZoneLost { zone }.text(self.language())
    }

    /// The title of the questions about an object.
    fn questions_title(&self, name: &str) -> String {
        messages::QuestionsTitle { name }.text(self.language())
    }

    /// Whether the pod is recreated depends on a controller that isn't simulated.
    fn owner_not_simulated(&self, kind: &str) -> String {
        messages::OwnerNotSimulated { kind }.text(self.language())
    }

    /// The progress of an answer.
    fn answer_progress(&self, percent: usize) -> String {
        messages::AnswerProgress { percent }.text(self.language())
    }

    /// The node of the pod that replaces another one.
    fn replacement_place(&self, placement: &PodPlacement, extent: Extent) -> String {
        let pod = short_pod_name(&placement.pod);
        let is_at_end = extent == Extent::ToEnd;
        match &placement.node {
            Some(node) => messages::ReplacementPlaceNode { pod, node }.text(self.language()),
            None if placement.message.is_empty() => {
                messages::ReplacementPlaceNoneNoMessage { pod, is_at_end }.text(self.language())
            }
            None => {
                let message = &placement.message;
                messages::ReplacementPlaceNone { pod, is_at_end, message }.text(self.language())
            }
        }
    }

    /// Why no node accepts a pod: the number of all nodes, and the most common reason with its count.
    fn no_node_takes(&self, pod: &str, total_count: usize, most: (&str, usize)) -> String {
        messages::NoNodeTakes { pod, total_count, affected: most.1, reason: most.0 }.text(self.language())
    }

    /// How many single changes would help, and for how many it is unknown.
    fn changes_help(&self, pod: &str, count: usize, undecided_count: usize) -> String {
        let result = messages::ChangesHelpResult { count, pod }.text(self.language());
        match undecided_count {
            0 => result,
            1 => messages::ChangesHelpOne { result }.text(self.language()),
            _ => messages::ChangesHelpMany { result, undecided_count }.text(self.language()),
        }
    }

    /// The outcome for a pod after a change was tried.
    fn tried_change_result(&self, pod: &str, end: Option<&str>) -> String {
        match end {
            Some(node) => messages::TriedChangeResultNode { pod, node }.text(self.language()),
            None => messages::TriedChangeResultNone { pod }.text(self.language()),
        }
    }

    /// What came of a fork for a pod that is on a node at the end.
    fn fork_result_on_node(&self, pod: &str, node: &str, time: &str) -> String {
        messages::ForkResultOnNode { pod, node, time }.text(self.language())
    }

    /// What came of a fork for a pod that is pending at the end. The reason is empty if it was not attempted.
    fn fork_result_pending(&self, pod: &str, reason: &str) -> String {
        match reason {
            "" => messages::ForkResultPendingUntried { pod }.text(self.language()),
            _ => messages::ForkResultPending { pod, reason }.text(self.language()),
        }
    }

    /// What came of a fork for a pod that no longer exists at the end.
    fn fork_result_gone(&self, pod: &str) -> String {
        messages::ForkResultGone { pod }.text(self.language())
    }
}

impl<T: Speaker> OutlookSentences for T {}

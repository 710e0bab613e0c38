//! Texts about a group that is retried again and again at one instant.

use trace::group_loop::{ClusterChange, NextChange, TightLoop};

use crate::{
    format_clock,
    languages::Speaker,
    messages::group_loop as messages,
    short_pod_name,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

/// Texts about tight loops: a group that fails at one instant again and again, because no time passes between its attempts.
pub trait GroupLoopSentences: Grammar {
    /// A group is retried without a pause.
    fn group_held(&self, group: &str, tight_loop: &TightLoop) -> TitleAndText {
        let times = tight_loop.tries;
        let unchanged = self.unchanged_until(tight_loop.next.as_ref());
        title_and_text(
            messages::group_held_title(self.language()),
            messages::GroupHeld { group, times, unchanged }.text(self.language()),
        )
    }

    /// The next event that can end a tight loop.
    fn unchanged_until(&self, next: Option<&NextChange>) -> String {
        let Some(NextChange { at, change }) = next else {
            return messages::unchanged_until(self.language()).into();
        };
        let clock = format_clock(*at);
        match change {
            ClusterChange::PodEnds(pod) => {
                let pod = short_pod_name(pod);
                messages::UnchangedUntilPodEnds { pod, clock }.text(self.language())
            }
            ClusterChange::PodComes(pod) => {
                let pod = short_pod_name(pod);
                messages::UnchangedUntilPodComes { pod, clock }.text(self.language())
            }
            ClusterChange::NodeComes(node) => messages::UnchangedUntilNodeComes { node, clock }.text(self.language()),
            ClusterChange::Other => messages::UnchangedUntilOther { clock }.text(self.language()),
        }
    }

    /// The number of a group's attempts at one instant, next to its messages.
    fn loop_title(&self, tries: usize) -> String {
        messages::LoopTitle { tries }.text(self.language())
    }

    /// What kube-scheduler would do in place of the simulator, which ends the loop.
    fn loop_rule(&self) -> &'static str {
        messages::loop_rule(self.language())
    }
}

impl<T: Speaker> GroupLoopSentences for T {}

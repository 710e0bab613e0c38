//! Texts about what happens between the steps of attempts.

use crate::{languages::Speaker, messages::activity as messages, table::grammar::Grammar};

message_struct! {
    /// Labels of views about what happens between the steps of attempts.
    pub struct ActivityLabels from activity;
}

/// Sentences. Pods are named without the namespace `default`, times are formatted.
pub trait GoingSentences: Grammar {
    fn activity_labels(&self) -> &'static ActivityLabels {
        ActivityLabels::of(self)
    }

    /// A pod is at an extension point of its scheduling cycle, or (`bind`) of its binding cycle.
    fn pod_at_point(&self, pod: &str, node: &str, point: &str, bind: bool) -> String {
        messages::PodAtPoint { pod, point, bind, node }.text(self.language())
    }

    fn pod_in_cycle(&self, pod: &str) -> String {
        messages::PodInCycle { pod }.text(self.language())
    }

    fn pod_in_permit(&self, pod: &str, node: &str, remaining_time: &str) -> String {
        messages::PodInPermit { pod, remaining_time, node }.text(self.language())
    }

    fn pod_in_pre_bind(&self, pod: &str, node: &str, remaining_time: &str, claims: &[&str]) -> String {
        match claims {
            [] => messages::PodInPreBind { node, pod, remaining_time }.text(self.language()),
            _ => messages::PodInPreBindClaims {
                pod,
                node,
                remaining_time,
                claims: self.list(claims),
                claim_count: claims.len(),
            }
            .text(self.language()),
        }
    }

    fn pod_in_binding(&self, pod: &str, node: &str) -> String {
        messages::PodInBinding { pod, node }.text(self.language())
    }

    fn pod_starts(&self, pod: &str, node: &str) -> String {
        messages::PodStarts { pod, node }.text(self.language())
    }

    fn pod_shuts_down(&self, pod: &str, remaining_time: &str, preemptor: Option<&str>) -> String {
        match preemptor {
            None => messages::PodShutsDown { pod, remaining_time }.text(self.language()),
            Some(preemptor) => {
                messages::PodShutsDownForPreemptor { pod, remaining_time, preemptor }.text(self.language())
            }
        }
    }

    fn pod_waits_for_victims(&self, pod: &str, node: &str) -> String {
        messages::PodWaitsForVictims { pod, node }.text(self.language())
    }

    /// The next cycle schedules this pod, the first of `of` pods in activeQ.
    fn next_cycle_active(&self, pod: &str, priority: i32, of: usize) -> String {
        match of {
            1 => messages::NextCycleActiveOne { pod, priority }.text(self.language()),
            _ => messages::NextCycleActiveMany { pod, priority, of }.text(self.language()),
        }
    }

    fn next_cycle_backoff(&self, pod: &str, remaining_time: &str) -> String {
        messages::NextCycleBackoff { pod, remaining_time }.text(self.language())
    }

    fn next_cycle_event(&self, waiting: usize) -> String {
        messages::NextCycleEvent { waiting }.text(self.language())
    }

    fn no_next_cycle(&self) -> String {
        messages::no_next_cycle(self.language()).into()
    }
}

impl<T: Speaker> GoingSentences for T {}

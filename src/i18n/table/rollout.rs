//! Texts about a stuck rollout: its old and new pods, the output of `kubectl rollout status`, and its deadline.

use api::Millis;
use runlog::Rollout;

use crate::{format_clock, languages::Speaker, messages::rollout as messages, short_pod_name, table::grammar::Grammar};

/// The limit of named old pods.
const MAX_PODS: usize = 4;

/// Sentences about a stuck rollout.
pub trait RolloutSentences: Grammar {
    /// The progress of a rollout, and its outcome if nothing changes.
    fn rollout(&self, rollout: &Rollout, now: Millis) -> String {
        let Rollout { replicas, updated, updated_available, max_surge, max_unavailable, .. } = rollout;
        let (deployment, line) = (short_pod_name(&rollout.deployment), rollout.status_line());
        let old_count = rollout.old_pods.len();
        let names: Vec<&str> = rollout.old_pods.iter().take(MAX_PODS).map(|pod| short_pod_name(pod)).collect();
        let names = self.list(&names);
        let deadline = self.progress_deadline(rollout, now);
        messages::Rollout {
            deployment,
            updated,
            replicas,
            updated_available,
            old_count,
            names,
            has_more: old_count > MAX_PODS,
            recreates: rollout.recreates,
            max_surge,
            max_unavailable,
            line,
            deadline,
        }
        .text(self.language())
    }

    /// When a rollout without progress counts as failed, which only sets a condition.
    fn progress_deadline(&self, rollout: &Rollout, now: Millis) -> String {
        let Some(deadline) = rollout.deadline else {
            return messages::progress_deadline(self.language()).into();
        };
        let at = rollout.progressed_at + deadline;
        let (seconds, clock) = (deadline.seconds(), format_clock(at.round_down_to(Millis::new(100))));
        let name = short_pod_name(&rollout.deployment);
        if at <= now {
            return messages::ProgressDeadlinePassed { clock, seconds, name: format_args!("{name:?}") }
                .text(self.language());
        }
        messages::ProgressDeadlineAhead { clock, seconds }.text(self.language())
    }
}

impl<T: Speaker> RolloutSentences for T {}

//! The end of a run, and why pods are pending there.

use protocol::RunNumber;

use crate::{run::Status, selectors::spoiler_guard, store::Store};

/// The end of a run, to compare: the list of pods that are pending there is made again when this changes.
#[derive(Clone, Copy, PartialEq)]
pub struct RunEnd {
    run: RunNumber,
    event_count: usize,
    /// Whether the run is over and its end hides no answer from the user.
    pub is_over: bool,
}

/// The current end of the run. It counts as not over while the run continues, since a pod may still be scheduled, and while a prediction
/// or a question of a lesson is open, since the end would reveal the answer.
pub fn run_end_key(store: &Store) -> RunEnd {
    let is_hiding = spoiler_guard::is_hiding(store) || spoiler_guard::has_unanswered_lesson_question(store);
    let is_over = store.run.status != Status::Working && !store.run.is_stale && !is_hiding;
    RunEnd { run: store.run.view.run, event_count: store.run.view.trace.events().len(), is_over }
}

/// The reason in upstream's message, without the part about preemption.
pub fn pending_reason(message: &str) -> &str {
    // Releases with resource claims first state that no claim can be deallocated.
    let added = [" no new claims to deallocate", " preemption: "];
    let end = added.iter().filter_map(|phrase| message.find(phrase)).min().unwrap_or(message.len());
    let text = message[..end].trim_end_matches(['.', ' ']);
    // The prefix `0/12 nodes are available: ` is the same for all.
    text.split_once(" nodes are available: ").map_or(text, |(_, reasons)| reasons)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pending_reason_omits_the_preemption_message() {
        for (message, expected) in [
            (
                "0/3 nodes are available: 1 node(s) had taint, 2 Insufficient cpu. preemption: 0/3 nodes are available: 3 x.",
                "1 node(s) had taint, 2 Insufficient cpu",
            ),
            ("0/3 nodes are available: 3 Insufficient cpu.", "3 Insufficient cpu"),
            ("0/1 nodes are available: 1 x. no new claims to deallocate, preemption: y", "1 x"),
            ("", ""),
        ] {
            assert_eq!(pending_reason(message), expected);
        }
    }
}

//! Tasks, and terms of the glossary.

use crate::{languages::Speaker, messages::goal_text as messages, table::grammar::Grammar};

message_struct! {
    /// Fixed words of it.
    pub struct GoalLabels from goal_text {
        watch_it,
        a_lesson,
        reached,
        solved,
        not_reached,
        change_it,
        wanted,
    }
}

/// Sentences of it. Pods come without the namespace `default`, and may end with `*`.
pub trait TeachSentences: Grammar {
    /// The fixed words.
    fn goal_labels(&self) -> &'static GoalLabels {
        GoalLabels::of(self)
    }

    /// The pods have a node.
    fn wants_bound(&self, pods: &str) -> String {
        messages::WantsBound { pods }.text(self.language())
    }

    /// The pods are on this node.
    fn wants_on(&self, pods: &str, node: &str) -> String {
        messages::WantsOn { pods, node }.text(self.language())
    }

    /// Preemption evicts the pods.
    fn wants_evicted(&self, pods: &str) -> String {
        messages::WantsEvicted { pods }.text(self.language())
    }

    /// The pods are gone.
    fn wants_gone(&self, pods: &str) -> String {
        messages::WantsGone { pods }.text(self.language())
    }

    /// At most so many changes lead there.
    fn most_changes(&self, most: usize) -> String {
        messages::MostChanges { most }.text(self.language())
    }

    /// The same, and so many were made; which, if not too many.
    fn wants_changes(&self, most: usize, change_count: usize) -> String {
        let most = self.most_changes(most);
        messages::WantsChanges { most, change_count }.text(self.language())
    }

    /// An object that is new, or no longer there.
    fn whole_object(&self, object: &str) -> String {
        messages::WholeObject { object }.text(self.language())
    }
}

impl<T: Speaker> TeachSentences for T {}

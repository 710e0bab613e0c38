//! Texts of tasks and glossary terms.

use crate::{languages::Speaker, messages::goal_text as messages, table::grammar::Grammar};

message_struct! {
    /// Labels of tasks of lessons and glossary terms.
    pub struct GoalLabels from goal_text;
}

/// Sentences. Pods are named without the namespace `default`, and may end with `*`.
pub trait TeachSentences: Grammar {
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

    /// The pods no longer exist.
    fn wants_gone(&self, pods: &str) -> String {
        messages::WantsGone { pods }.text(self.language())
    }

    /// The limit of changes.
    fn most_changes(&self, most: usize) -> String {
        messages::MostChanges { most }.text(self.language())
    }

    /// The limit of changes, and the number of changes made.
    fn wants_changes(&self, most: usize, change_count: usize) -> String {
        let most = self.most_changes(most);
        messages::WantsChanges { most, change_count }.text(self.language())
    }

    /// An object that was added or removed.
    fn whole_object(&self, object: &str) -> String {
        messages::WholeObject { object }.text(self.language())
    }
}

impl<T: Speaker> TeachSentences for T {}

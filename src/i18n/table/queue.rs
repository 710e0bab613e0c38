//! The texts of the scheduler's queue on the stage.

use crate::{languages::Speaker, messages::queue as messages, table::grammar::Grammar};

message_struct! {
    /// Fixed words about the queue.
    pub struct QueueLabels from queue;
}

/// The texts of the queue on the stage.
pub trait QueueSentences: Grammar {
    /// The fixed words.
    fn queue_labels(&self) -> &'static QueueLabels {
        QueueLabels::of(self)
    }

    /// The number of unschedulable pods, and of gated ones below them.
    fn gated_count(&self, count: usize, gated: usize) -> String {
        messages::GatedCount { count, gated }.text(self.language())
    }

    /// The plugins that rejected a pod.
    fn rejected_by(&self, plugins: &str) -> String {
        messages::RejectedBy { plugins }.text(self.language())
    }

    /// The answer of a hint, with what it compared.
    fn compared(&self, answer: &str, evidence: &str) -> String {
        messages::Compared { answer, evidence }.text(self.language())
    }

    /// A request, compared with what a node has.
    fn amount_compared(&self, needed: &str, offered: &str, object: &str) -> String {
        messages::AmountCompared { needed, offered, object }.text(self.language())
    }

    /// What a removed pod gives back.
    fn amount_freed(&self, object: &str, amount: &str) -> String {
        messages::AmountFreed { object, amount }.text(self.language())
    }

    /// A label that a node lacks.
    fn label_missing(&self, object: &str, label: &str) -> String {
        messages::LabelMissing { object, label }.text(self.language())
    }

    /// A label of a node with another value than wanted.
    fn label_differs(&self, object: &str, value: &str, label: &str) -> String {
        messages::LabelDiffers { object, value, label }.text(self.language())
    }

    /// What a hint compared: a label of the node that the pod selects nodes by.
    fn label_matches(&self, object: &str, label: &str) -> String {
        messages::LabelMatches { object, label }.text(self.language())
    }

    /// What a hint compared: a taint of the node that the pod does not tolerate.
    fn taint_blocks(&self, object: &str, taint: &str) -> String {
        messages::TaintBlocks { object, taint }.text(self.language())
    }

    /// What a hint compared: the pod tolerates all taints of the node.
    fn taints_tolerated(&self, object: &str) -> String {
        messages::TaintsTolerated { object }.text(self.language())
    }

    /// What a hint compared: the node is cordoned.
    fn node_cordoned(&self, object: &str) -> String {
        messages::NodeCordoned { object }.text(self.language())
    }

    /// What a hint compared: the node is not cordoned.
    fn node_open(&self, object: &str) -> String {
        messages::NodeOpen { object }.text(self.language())
    }

    /// The move of a pod whose backoff is over, to this shelf. `time` is when the backoff ended.
    fn moves_after_backoff(&self, time: &str, shelf: &str) -> String {
        messages::MovesAfterBackoff { time, shelf }.text(self.language())
    }

    /// The move of a pod that still backs off, to this shelf. `time` is when the backoff ends.
    fn moves_in_backoff(&self, time: &str, shelf: &str) -> String {
        messages::MovesInBackoff { time, shelf }.text(self.language())
    }

    /// The move of a pod without a backoff, to this shelf.
    fn moves_to(&self, shelf: &str) -> String {
        messages::MovesTo { shelf }.text(self.language())
    }

    /// A pod that no event moves stays at most about this long.
    fn stays_until(&self, time: &str) -> String {
        messages::StaysUntil { time }.text(self.language())
    }

    /// When a backoff ends.
    fn backoff_ends(&self, time: &str) -> String {
        messages::BackoffEnds { time }.text(self.language())
    }

    /// When a backoff ended.
    fn backoff_ended(&self, time: &str) -> String {
        messages::BackoffEnded { time }.text(self.language())
    }

    /// The whole backoff and its end, below the time that is left.
    fn left_of(&self, total: &str, time: &str) -> String {
        messages::LeftOf { total, time }.text(self.language())
    }

    /// The event that moved a pod.
    fn moved_by(&self, event: &str) -> String {
        messages::MovedBy { event }.text(self.language())
    }

    /// Since when a pod waits.
    fn waits_since(&self, time: &str) -> String {
        messages::WaitsSince { time }.text(self.language())
    }

    /// What a pod requests.
    fn requests(&self, amount: &str) -> String {
        messages::Requests { amount }.text(self.language())
    }

    /// The scheduling gates of a pod.
    fn gated_by(&self, gates: &str) -> String {
        messages::GatedBy { gates }.text(self.language())
    }

    /// The pod that is popped next.
    fn next_pod(&self, pod: &str) -> String {
        messages::NextPod { pod }.text(self.language())
    }

    /// When the scheduler pops a pod next.
    fn idle_until(&self, time: &str) -> String {
        messages::IdleUntil { time }.text(self.language())
    }

    /// When a pod enters `activeQ`.
    fn comes_at(&self, pod: &str, time: &str) -> String {
        messages::ComesAt { pod, time }.text(self.language())
    }

    /// Pods without a tile, with their range of priorities.
    fn more_pods(&self, count: usize, lowest: i32, highest: i32) -> String {
        messages::MorePods { count, lowest, highest }.text(self.language())
    }

    /// Pods without a tile that have the same priority.
    fn more_alike(&self, count: usize, priority: i32) -> String {
        messages::MoreAlike { count, priority }.text(self.language())
    }

    /// Pods without a card that the same plugins rejected.
    fn more_rejected(&self, count: usize, plugins: &str) -> String {
        messages::MoreRejected { count, plugins }.text(self.language())
    }

    /// Pods without a card.
    fn more_waiting(&self, count: usize) -> String {
        messages::MoreWaiting { count }.text(self.language())
    }

    /// Why a pod is popped before the next one: its priority.
    fn before_by_priority(&self, place: usize, next: usize, higher: i32, lower: i32) -> String {
        messages::BeforeByPriority { place, next, higher, lower }.text(self.language())
    }

    /// Why a pod is popped before the next one: its waiting time.
    fn before_by_time(&self, place: usize, next: usize, priority: i32, pod: &str) -> String {
        messages::BeforeByTime { place, next, priority, pod }.text(self.language())
    }

    /// The title of the attempts of a pod.
    fn attempts_of(&self, pod: &str) -> String {
        messages::AttemptsOf { pod }.text(self.language())
    }

    /// The end of the attempts of a pod.
    fn binds_to(&self, node: &str) -> String {
        messages::BindsTo { node }.text(self.language())
    }

    /// The event that a node was added.
    fn node_joins(&self, time: &str, node: &str) -> String {
        messages::NodeJoins { time, node }.text(self.language())
    }

    /// The event that a node was added, with its resources and taints.
    fn node_joins_with(&self, time: &str, node: &str, amounts: &str) -> String {
        messages::NodeJoinsWith { time, node, amounts }.text(self.language())
    }

    /// The event that a node changed.
    fn node_changes(&self, time: &str, node: &str) -> String {
        messages::NodeChanges { time, node }.text(self.language())
    }

    /// The event that a node was deleted.
    fn node_leaves(&self, time: &str, node: &str) -> String {
        messages::NodeLeaves { time, node }.text(self.language())
    }

    /// The event that a pod was removed.
    fn pod_leaves(&self, time: &str, pod: &str) -> String {
        messages::PodLeaves { time, pod }.text(self.language())
    }

    /// The event that a pod changed.
    fn pod_changes(&self, time: &str, pod: &str) -> String {
        messages::PodChanges { time, pod }.text(self.language())
    }

    /// The event that a pod was bound.
    fn pod_arrives(&self, time: &str, pod: &str, node: &str) -> String {
        messages::PodArrives { time, pod, node }.text(self.language())
    }

    /// The description of a pod for screen readers.
    fn pod_on_shelf(&self, pod: &str, priority: i32, shelf: &str) -> String {
        messages::PodOnShelf { pod, priority, shelf }.text(self.language())
    }
}

impl<T: Speaker> QueueSentences for T {}

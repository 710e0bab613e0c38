//! How many more pods like one fit.

use api::NamespacedName;
use protocol::CapacityLimit;

use crate::{
    format_clock, languages::Speaker, messages::capacity as messages, short_pod_name, table::grammar::Grammar,
};

/// Pods that are named at most.
const MAX_PODS: usize = 8;

message_struct! {
    /// Fixed words of it.
    pub struct CapacityLabels from capacity {
        more,
        more_preempting,
        full,
        how,
        rebalance,
        rebalance_ask,
        rebalance_how,
        rebalance_none,
        rebalance_from,
        rebalance_to,
        rebalance_nowhere,
        amend,
        amend_what,
        amend_of,
        amend_to,
        amend_class,
        amend_budget,
        amend_weight,
        amend_class_how,
        amend_how,
    }
}

/// Sentences of it.
pub trait CapacitySentences: Grammar {
    /// The fixed words.
    fn capacity_labels(&self) -> &'static CapacityLabels {
        CapacityLabels::of(self)
    }

    /// How many pods would go elsewhere, of all that were decided, and how many were not decided.
    fn rebalance_result(&self, moves: usize, tried_pods: usize, untried_pods: usize) -> String {
        messages::RebalanceResult { moves, tried_pods, untried_pods }.text(self.language())
    }

    /// How many pods belong to their nodes.
    fn fixed_pods(&self, count: usize) -> String {
        messages::FixedPods { count }.text(self.language())
    }

    /// How many fit; by preemption, if that was asked.
    fn copies_fit(&self, count: usize, preempting: bool) -> String {
        messages::CopiesFit { count, preempting }.text(self.language())
    }

    /// How many of them are on a node.
    fn copies_on_node(&self, node: &str, count: usize) -> String {
        messages::CopiesOnNode { node, count }.text(self.language())
    }

    /// Pods that they preempt; there are some.
    fn copies_preempt(&self, victims: &[NamespacedName]) -> String {
        let names: Vec<&str> = victims.iter().take(MAX_PODS).map(|pod| short_pod_name(pod)).collect();
        messages::CopiesPreempt {
            victim_count: victims.len(),
            names: self.list(&names),
            has_more: victims.len() > MAX_PODS,
        }
        .text(self.language())
    }

    /// Why no more were tried; nothing where the next one fits nowhere.
    fn capacity_limit(&self, end: &CapacityLimit) -> String {
        match end {
            CapacityLimit::Full(_) => String::new(),
            CapacityLimit::Most => messages::capacity_limit_most(self.language()).into(),
            CapacityLimit::RunEnded => messages::capacity_limit_run_ended(self.language()).into(),
            CapacityLimit::NotSeen(time) => {
                messages::CapacityLimitNotSeen { time: format_clock(*time) }.text(self.language())
            }
        }
    }
}

impl<T: Speaker> CapacitySentences for T {}

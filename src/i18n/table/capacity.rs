//! Texts about how many more pods fit.

use api::NamespacedName;
use protocol::CapacityLimit;

use crate::{
    format_clock, languages::Speaker, messages::capacity as messages, short_pod_name, table::grammar::Grammar,
};

/// The limit of named pods.
const MAX_PODS: usize = 8;

message_struct! {
    /// Labels of views about how many more pods fit.
    pub struct CapacityLabels from capacity;
}

/// Sentences about how many more pods fit.
pub trait CapacitySentences: Grammar {
    fn capacity_labels(&self) -> &'static CapacityLabels {
        CapacityLabels::of(self)
    }

    /// How many of the simulated pods would be on another node, and how many weren't simulated.
    fn rebalance_result(&self, moves: usize, tried_pods: usize, untried_pods: usize) -> String {
        messages::RebalanceResult { moves, tried_pods, untried_pods }.text(self.language())
    }

    /// How many pods are bound to their nodes.
    fn fixed_pods(&self, count: usize) -> String {
        messages::FixedPods { count }.text(self.language())
    }

    /// How many copies fit, with or without preemption.
    fn copies_fit(&self, count: usize, preempting: bool) -> String {
        messages::CopiesFit { count, preempting }.text(self.language())
    }

    /// How many copies fit on a node.
    fn copies_on_node(&self, node: &str, count: usize) -> String {
        messages::CopiesOnNode { node, count }.text(self.language())
    }

    /// The pods that the copies preempt; not empty.
    fn copies_preempt(&self, victims: &[NamespacedName]) -> String {
        let names: Vec<&str> = victims.iter().take(MAX_PODS).map(|pod| short_pod_name(pod)).collect();
        messages::CopiesPreempt {
            victim_count: victims.len(),
            names: self.list(&names),
            has_more: victims.len() > MAX_PODS,
        }
        .text(self.language())
    }

    /// Why no more copies were tried; empty if the next one doesn't fit.
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

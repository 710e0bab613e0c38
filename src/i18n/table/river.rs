//! Texts of the river: a whole run at once.

use crate::{languages::Speaker, messages::river as messages, table::grammar::Grammar};

message_struct! {
    /// Fixed labels.
    pub struct RiverLabels from river;
}

/// Sentences. Amounts are texts, such as `2.5 cpu`.
pub trait RiverSentences: Grammar {
    fn river_labels(&self) -> &'static RiverLabels {
        RiverLabels::of(self)
    }

    /// What is requested on a node at an instant.
    fn requested_of(&self, used: &str, capacity: &str) -> String {
        messages::RequestedOf { used, capacity }.text(self.language())
    }

    /// How many pods wait at an instant, and what they request.
    fn waiting_tag(&self, count: usize, amount: &str) -> String {
        match count {
            0 => self.river_labels().none_waiting.to_owned(),
            count => messages::WaitingTag { count, amount }.text(self.language()),
        }
    }

    /// The note of a node that is added during the run.
    fn added_at(&self, time: &str, amount: &str) -> String {
        messages::AddedAt { time, amount }.text(self.language())
    }

    fn nominated_needs(&self, amount: &str) -> String {
        messages::NominatedNeeds { amount }.text(self.language())
    }

    fn pending_label(&self, amount: &str) -> String {
        messages::PendingLabel { amount }.text(self.language())
    }

    /// A victim of preemption, with its grace period.
    fn victim_label(&self, pod: &str, grace: &str) -> String {
        messages::VictimLabel { pod, grace }.text(self.language())
    }

    /// A pod that the Eviction API evicts, with its grace period.
    fn evicted_label(&self, grace: &str) -> String {
        messages::EvictedLabel { grace }.text(self.language())
    }

    /// A pod that is deleted, with its grace period.
    fn ends_label(&self, grace: &str) -> String {
        messages::EndsLabel { grace }.text(self.language())
    }

    fn budget_name(&self, budget: &str) -> String {
        messages::BudgetName { budget }.text(self.language())
    }

    /// How many healthy pods a budget needs.
    fn needed(&self, count: i32) -> String {
        messages::Needed { count }.text(self.language())
    }

    /// How many pods may be evicted: a difference, if that is what it is.
    fn may_go(&self, healthy: i32, needed: i32, allowed: i32) -> String {
        let language = self.language();
        match healthy.checked_sub(needed) {
            Some(difference) if difference == allowed => messages::MayGo { healthy, needed, allowed }.text(language),
            _ => messages::NothingMayGo { healthy, needed, allowed }.text(language),
        }
    }

    fn short_pods(&self, healthy: i32, short: i32) -> String {
        messages::ShortPods { healthy, short }.text(self.language())
    }

    /// Evictions that were just allowed are not counted again, although their pods are still healthy.
    fn healthy_tag(&self, healthy: i32, needed: i32, allowed: i32) -> String {
        let language = self.language();
        match healthy.saturating_sub(needed).saturating_sub(allowed) {
            granted if granted > 0 && needed > 0 && allowed > 0 => {
                messages::GrantedTag { healthy, granted, allowed }.text(language)
            }
            _ => messages::HealthyTag { healthy, allowed }.text(language),
        }
    }

    /// A budget that never allows an eviction because it cannot tell how many pods there should be.
    fn budget_without_expected(&self, budget: &str, healthy: i32, allowed: i32) -> String {
        messages::BudgetWithoutExpected { budget, healthy, allowed }.text(self.language())
    }

    /// A budget that never changes what it allows.
    fn constant_budget(&self, budget: &str, healthy: i32, needed: i32, allowed: i32) -> String {
        messages::ConstantBudget { budget, healthy, needed, allowed }.text(self.language())
    }

    fn quiet_nodes(&self, count: usize) -> String {
        messages::QuietNodes { count }.text(self.language())
    }

    /// The nodes of a zone with their capacity.
    fn zone_nodes(&self, count: usize, amount: &str) -> String {
        messages::ZoneNodes { count, amount }.text(self.language())
    }

    /// The pods of an owner; empty for pods without one.
    fn pods_of(&self, owner: &str, count: usize) -> String {
        match owner {
            "" => messages::SomePods { count }.text(self.language()),
            owner => messages::PodsOf { count, owner }.text(self.language()),
        }
    }

    fn priority_pods(&self, count: usize, priority: i32) -> String {
        messages::PriorityPods { count, priority }.text(self.language())
    }

    /// How many moments a table leaves out.
    fn moments_more(&self, count: usize) -> String {
        messages::MomentsMore { count }.text(self.language())
    }
}

impl<T: Speaker> RiverSentences for T {}

//! Texts about what protects a pod, and what would evict it.

use api::{Str, resources::Resource};
use protocol::{DrainEffect, Evictors, NodeLossEffect, PreemptingClass, PreemptionEffect};

use crate::{
    format_amount, format_bytes, format_clock,
    languages::Speaker,
    messages::evictors as messages,
    short_pod_name,
    table::{grammar::Grammar, short_phrases::Phrases, stay_reason::StaySentences},
};

/// The limit of named pods.
const MAX_PODS: usize = 6;

message_struct! {
    /// Labels of views about what protects a pod, and what would evict it.
    pub struct EvictionLabels from evictors;
}

/// Sentences about what protects a pod, and what would evict it.
pub trait EvictorSentences: Grammar + Phrases + StaySentences {
    fn eviction_labels(&self) -> &'static EvictionLabels {
        EvictionLabels::of(self)
    }

    /// A summary of the four ways in which the pod could be evicted.
    fn evictors_summary(&self, evictors: &Evictors) -> String {
        let preempts = |class: &&PreemptingClass| matches!(class.preempts, PreemptionEffect::From { .. });
        let classes: Vec<&str> = evictors.classes.iter().filter(preempts).map(|class| class.class.as_str()).collect();
        let drained = matches!(evictors.drain, DrainEffect::Goes { .. });
        let silent = matches!(evictors.silence, NodeLossEffect::Goes(_));
        let tainted = matches!(evictors.taint, NodeLossEffect::Goes(_));

        let mut ways = Vec::new();
        if !classes.is_empty() {
            ways.push(messages::EvictedByClasses { classes: self.list(&classes) }.text(self.language()));
        }
        ways.extend(drained.then(|| messages::evicted_by_drain(self.language()).to_owned()));
        ways.extend(silent.then(|| messages::evicted_by_silence(self.language()).to_owned()));
        ways.extend(tainted.then(|| messages::evicted_by_taint(self.language()).to_owned()));
        if ways.is_empty() {
            messages::evicted_by_nothing(self.language()).to_owned()
        } else {
            messages::EvictorsSummary { ways: self.join_clauses(&ways) }.text(self.language())
        }
    }

    /// The number of lower priority classes that weren't tried; empty if none.
    fn untried_classes(&self, count: usize) -> String {
        match count {
            0 => String::new(),
            1 => messages::untried_classes_one(self.language()).into(),
            _ => messages::UntriedClassesMany { count }.text(self.language()),
        }
    }

    /// A priority class and its value.
    fn priority_class(&self, name: &str, value: i32) -> String {
        messages::PriorityClass { name, value }.text(self.language())
    }

    /// The effect of a pod with this priority class on the node.
    fn class_preempts(&self, node: &str, class: &PreemptingClass) -> String {
        match &class.preempts {
            PreemptionEffect::NotHigher => messages::class_preempts_not_higher(self.language()).into(),
            PreemptionEffect::Never => messages::class_preempts_never(self.language()).into(),
            PreemptionEffect::Spares => messages::ClassPreemptsSpares { node }.text(self.language()),
            PreemptionEffect::From { resource, request, victims } => {
                // The request is the smallest that preempts: one step less would fit without.
                let free = match (resource, request.saturating_sub(1)) {
                    (Resource::Cpu, free) => format!("{} cpu", format_amount(resource, free)),
                    (_, free) => format_bytes(free),
                };
                let names: Vec<&str> = victims.iter().take(MAX_PODS).map(|pod| short_pod_name(pod)).collect();
                let has_more = victims.len() > MAX_PODS;
                messages::ClassPreemptsFrom {
                    node,
                    request: usize::try_from(*request).unwrap_or(usize::MAX),
                    resource,
                    free,
                    names: self.list(&names),
                    has_more,
                }
                .text(self.language())
            }
        }
    }

    /// The effect of a drain.
    fn drain_effect(&self, drain: &DrainEffect, is_finished: bool) -> String {
        match drain {
            DrainEffect::Goes { .. } if is_finished => messages::drain_effect_goes(self.language()).into(),
            DrainEffect::Goes { after, flags } => {
                let flags = needed_flags(self, flags);
                if after.to_millis() < 1000 {
                    messages::DrainEvictsImmediately { flags }.text(self.language())
                } else {
                    messages::DrainEvictsAfter { time: format_clock(*after), flags }.text(self.language())
                }
            }
            DrainEffect::Kept(budgets) => {
                let names: Vec<&str> = budgets.iter().map(Str::as_str).collect();
                messages::DrainEffectKept { names: self.list(&names) }.text(self.language())
            }
            DrainEffect::Fails(error) => {
                let budgets: Vec<&str> = error.budgets.iter().map(|key| short_pod_name(key)).collect();
                let (code, message) = (error.code, &error.message);
                match budgets.len() {
                    0 | 1 => messages::DrainEffectFailsNone { code, message }.text(self.language()),
                    _ => {
                        messages::DrainEffectFails { budgets: self.list(&budgets), code, message }.text(self.language())
                    }
                }
            }
            DrainEffect::Left(reason) => self.stay_reason(*reason, true),
        }
    }

    /// How long the pod stays on a node that isn't healthy.
    fn node_loss_effect(&self, lasts: NodeLossEffect) -> String {
        match lasts {
            NodeLossEffect::Goes(after) if after.to_millis() < 1000 => {
                messages::node_loss_effect_immediate(self.language()).into()
            }
            NodeLossEffect::Goes(after) => {
                messages::NodeLossEffectGoes { after: format_clock(after) }.text(self.language())
            }
            NodeLossEffect::Stays(reason) => self.stay_reason(reason, false),
        }
    }
}

/// The flags that `kubectl drain` needs for the pod, and why.
fn needed_flags(lang: &(impl Grammar + ?Sized), flags: &[Str]) -> String {
    let is_needed = |flag: &str| flags.iter().any(|other| **other == *flag);
    let mut text = String::new();
    if is_needed("--force") {
        text += messages::drain_needs_force(lang.language());
    }
    if is_needed("--delete-emptydir-data") {
        text += messages::drain_needs_delete_data(lang.language());
    }
    text
}

impl<T: Speaker> EvictorSentences for T {}

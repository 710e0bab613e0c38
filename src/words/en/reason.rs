//! Reasons in English.

use super::En;
use crate::catalogue::grammar::Grammar as _;
use crate::catalogue::reason::{Lack, Sentences, taint};
use crate::catalogue::volumes::Sentences as _;
use record::{Code, Failure, Ineligible, Reason, Rule};

impl Sentences for En {
    fn reason(&self, reason: &Reason) -> String {
        let list = |names: &[api::Str]| self.list(&names.iter().map(|name| name.as_str()).collect::<Vec<_>>());
        match reason {
            Reason::Cordoned => "The node is cordoned: no new pods are scheduled there.".into(),
            Reason::OtherNodeNamed => "The pod names another node.".into(),
            Reason::UntoleratedTaint { key, value } => {
                format!("The pod doesn't tolerate the taint {}.", taint(key, value))
            }
            Reason::NodeSelectorMismatch => {
                "The node's labels don't match the pod's node selector or node affinity.".into()
            }
            Reason::AddedAffinityMismatch => {
                "The node doesn't match the affinity in the scheduler's configuration.".into()
            }
            Reason::AffinityTermsConflict => {
                "The pod's node affinity terms contradict each other: no node can match.".into()
            }
            Reason::PortTaken { port } => format!("Host port {port} is in use on this node."),
            Reason::TooManyPods { pods, allowed } => {
                format!("The node has {pods} pods and allows {allowed}.")
            }
            Reason::Insufficient { resource, requested, used, capacity } => {
                let Lack { requested, free, capacity, short } = Lack::new(resource, *requested, *used, *capacity);
                match free {
                    Ok(free) => {
                        format!("The pod requests {requested} {resource}; {free} of {capacity} free: {short} too few.")
                    }
                    Err(used) => format!(
                        "The pod requests {requested} {resource}; {used} of {capacity} already requested: {short} too few."
                    ),
                }
            }
            Reason::SpreadLabelMissing { key } => format!("The node has no label {key}, which the pod spreads over."),
            Reason::SpreadSkew { key, count, own, min, max_skew } => format!(
                "Pods in this {key}: {count} + {own}; fewest in another: {min}. The skew {} is more than {max_skew}.",
                count + own - min
            ),
            Reason::PodAffinityOrAntiAffinity => "Affinity or anti-affinity between pods isn't met.".into(),
            Reason::PodAffinity => "No pod here matches the pod's affinity.".into(),
            Reason::PodAntiAffinity => "A pod here matches the pod's anti-affinity.".into(),
            Reason::ExistingPodsAntiAffinity => "The pod matches the anti-affinity of a pod here.".into(),
            Reason::UndeclaredFeatures { missing } => {
                format!("The node's kubelet doesn't declare {}, which the pod needs.", list(missing))
            }
            Reason::OutsideNodeSet { plugins } => format!("{} ruled this node out before filtering.", list(plugins)),
            Reason::EmptyNodeSet { plugins } => format!("{} left no node to check.", list(plugins)),
            Reason::Volume(reason) => self.volume_reason(reason),
            Reason::NoVictims => "No pod here has a lower priority.".into(),
            Reason::PreemptionNotHelpful => "Removing pods would not help here.".into(),
            Reason::StateMissing { key } => {
                format!("The configuration turns off the step that would have kept {key}. Without it the plugin fails.")
            }
            Reason::LabelPresence { label, wanted: true } => {
                format!("The node has no label {label}, which the configuration demands.")
            }
            Reason::LabelPresence { label, wanted: false } => {
                format!("The node has the label {label}, which the configuration forbids.")
            }
            Reason::ServiceAffinity { label, value } => {
                format!("Pods of the same service run on nodes with {label}={value}; this node differs.")
            }
            Reason::Extender { extender, message } => match message.as_str() {
                "" => format!("The extender {extender} leaves the node out, without a message."),
                message => format!("The extender {extender} rejects the node: {message}"),
            },
            Reason::Text(text) => text.to_string(),
        }
    }

    fn failure(&self, failure: &Failure) -> String {
        failure.reasons.iter().map(|reason| self.reason(reason)).collect::<Vec<_>>().join(" ")
    }

    fn code(&self, code: Code) -> &'static str {
        match code {
            Code::Unschedulable => "preemption might help",
            Code::UnschedulableAndUnresolvable => "preemption can't help",
            Code::Error => "an error ends the attempt",
        }
    }

    fn ineligible(&self, why: Ineligible) -> String {
        match why {
            Ineligible::PolicyNever => "Its preemptionPolicy is Never.".into(),
            Ineligible::WaitsForVictim => {
                "It already has a nominated node, where a victim is still terminating. It waits for that one.".into()
            }
        }
    }

    fn rule(&self, rule: Rule) -> (String, String) {
        let (name, unit) = match rule {
            Rule::NoVictims => ("No victims needed", "victims"),
            Rule::FewestViolations => ("Fewest victims whose eviction violates a budget", "violations"),
            Rule::LowestFirstPriority => ("Lowest priority of the most important victim", "priority"),
            Rule::SmallestPrioritySum => ("Smallest sum of victim priorities (each + 2³¹)", "sum"),
            Rule::FewestVictims => ("Fewest victims", "victims"),
            Rule::LatestStart => ("Latest start of the longest-running top-priority victim", "start"),
        };
        (name.into(), unit.into())
    }
}

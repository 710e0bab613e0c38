//! Findings in English.

use super::En;
use crate::catalogue::extender::Sentences as _;
use crate::catalogue::grammar::{Grammar as _, Noun};
use crate::catalogue::labels::Labels as _;
use crate::catalogue::reason::{Sentences as _, rule_value};
use crate::catalogue::why::Sentences;
use crate::{amount, clock, short};
use api::{Millis, Str};
use record::Deletion;
use record::PluginId;
use wire::{Answer, Change, Effect, Fact, Outcome};

impl Sentences for En {
    #[allow(clippy::too_many_lines)] // one arm for each kind of finding
    fn fact(&self, fact: &Fact, now: Millis, wakes: &str) -> String {
        match fact {
            Fact::CameBound(node) => {
                format!("It was created with spec.nodeName {node}, so it skipped the scheduler.")
            }
            Fact::NeverTried => "It has not been tried yet.".into(),
            Fact::Feasible(some, looked, all) => {
                format!("{some} of {looked} checked nodes passed every filter (the cluster has {all}).")
            }
            Fact::NominatedFirst(node) => {
                format!("{node} was its nominated node and passed, so no other node was checked.")
            }
            Fact::OnlyNode(node) => format!("Only {node} was feasible, so there was nothing to score."),
            Fact::Best(node, total, None) => format!("{node} had the best total, {total}."),
            Fact::Best(node, total, Some((second, points))) => {
                format!("{node} had the best total, {total}; next was {second} with {points}.")
            }
            Fact::Drawn(nodes) => {
                format!("{} had the same total; one was chosen at random.", self.pods(nodes))
            }
            Fact::TopOfHeap(nodes) => {
                format!("{} had the same total; their order decided, nothing was drawn.", self.pods(nodes))
            }
            Fact::MadeBy(plugin, points) => format!("Most of the difference comes from {plugin}: {points} points."),
            Fact::RoomMade(node, victims) => {
                format!("Preemption had made room for it on {node} by evicting {}.", self.pods(victims))
            }
            Fact::IsThere(node) => format!("It is on {node}."),
            Fact::NoSuchNode(node) => format!("{node} was not in the cluster when the pod was tried."),
            Fact::NotLooked(node) => {
                format!("{node} was not checked: enough feasible nodes had been found before.")
            }
            Fact::RejectedEverywhere(plugin, failure) => {
                format!("{plugin} rejected the pod for every node. {}", self.failure(failure))
            }
            Fact::Rejected(node, plugin, failure) => {
                let by = if plugin.is_empty() { String::new() } else { format!("{plugin}: ") };
                format!("{node} did not pass. {by}{} ({})", self.failure(failure), self.code(failure.code))
            }
            Fact::Outscored(node, total, winner, best) => {
                format!("{node} was feasible but had {total} points; {winner} had {best}.")
            }
            Fact::LostBy(plugin, points) => format!("It lost most on {plugin}: {points} points."),
            Fact::NotPotential(node) => format!("Removing pods would not have helped on {node}."),
            Fact::Withdrawn(extender, node) => self.extender_withdrew(extender, node),
            Fact::NotTried(node) => format!("Preemption had enough candidates before it got to {node}."),
            Fact::NoCandidate(node, failure) => {
                format!("{node} was not a candidate for preemption. {}", self.failure(failure))
            }
            Fact::Dropped(node, rule, (own, pods), (best, others)) => {
                let (own, best) = (rule_value(*rule, *own, *pods).0, rule_value(*rule, *best, *others).0);
                format!("{node} was a candidate but lost at the rule “{}”: {own} against {best}.", self.rule(*rule).0)
            }
            Fact::EqualNode(node, chosen) => {
                format!("{node} and {chosen} were equal by every rule; {chosen} was chosen at random.")
            }
            Fact::ChosenNode(node, victims) => {
                format!("Preemption is making room on {node}: {}.", self.count(*victims, Noun::Victim))
            }
            Fact::OnlyCandidate(node) => format!("{node} was the only candidate."),
            Fact::DecidedBy(node, rule, of) => {
                let candidates = self.count(*of, Noun::Candidate);
                format!("The rule “{}” chose {node} from the last {candidates}.", self.rule(*rule).0)
            }
            Fact::Gated => "Scheduling gates hold it back.".into(),
            Fact::InCycle => "It is being scheduled at this moment.".into(),
            Fact::Message(message) => format!("Its last attempt failed: {message}"),
            Fact::WaitsFor(node, victims) if victims.is_empty() => {
                format!("Its nominated node is {node}: resources are held for it there.")
            }
            Fact::WaitsFor(node, victims) => {
                format!(
                    "Its nominated node is {node}, where it waits for its victims to go: {}.",
                    self.leaving(victims, now)
                )
            }
            Fact::Waits(queue, until) => {
                let queue = self.words().queue(*queue);
                match until.filter(|until| *until > now) {
                    Some(until) => {
                        format!("It waits in the queue “{queue}”; its backoff ends in {}.", clock(until.since(now)))
                    }
                    None => format!("It waits in the queue “{queue}”."),
                }
            }
            Fact::RejectedBy { .. } => wakes.to_owned(),
            Fact::MovedBy(by, queue, at) => {
                let (queue, at) = (self.words().queue(*queue), clock(*at));
                format!("In this run, {by} moves it to the queue “{queue}” at {at}.")
            }
            Fact::TriedAgain(at) => format!("It is tried next at {}.", clock(*at)),
            Fact::NeverMoved => "In this run, nothing makes it try again.".into(),
            Fact::PreemptedBy(by, node) => format!("{} preempted it on {node}.", short(by)),
            Fact::NoReprieve(by, plugin, failure, violates) => {
                let budgets = if violates.is_empty() {
                    String::new()
                } else {
                    format!(
                        " Its eviction violates {}: preemption respects budgets only if it can.",
                        self.pods(violates)
                    )
                };
                let (by, why) = (short(by), self.failure(failure));
                format!("With it put back, {by} did not fit. {plugin}: {why}{budgets}")
            }
            Fact::Gone(why) => gone(why),
            Fact::GoneUnbound => "It was deleted before it was bound to a node.".into(),
            Fact::Spared(by, node) => {
                format!("It was put back on {node} and {} still fitted: reprieved.", short(by))
            }
            Fact::NotLower(own, by, other) => {
                format!(
                    "Its priority {own} is not lower than {other}, the priority of {}: it can't be a victim.",
                    short(by)
                )
            }
            Fact::OtherNode(node, chosen) => format!("It is on {node}; preemption made room on {chosen}."),
        }
    }

    fn answer(&self, answer: &Answer) -> String {
        let effect = match &answer.effect {
            Effect::Fits(node) => format!("it goes to {node}"),
            Effect::Preempts { node, victims } => format!("it preempts {} on {node}", self.pods(victims)),
        };
        let change = match &answer.change {
            None => "Without any change".into(),
            Some(Change::MoreRoom { node, resource, by }) => {
                format!("With {} more {resource} on {}", amount(resource, *by), node.metadata.name)
            }
            Some(Change::SmallerRequest { resource, by, .. }) => {
                format!("If it requested {} less {resource}", amount(resource, *by))
            }
            Some(Change::NoTaint { node, key }) => format!("Without the taint {key} on {node}"),
            Some(Change::Uncordon(node)) => format!("If {node} were uncordoned"),
            Some(Change::OneFewer { pod, node }) => format!("Without {} on {node}", short(pod)),
            Some(Change::HigherPriority(pod)) => format!("With priority {}", pod.priority()),
            Some(Change::AnotherNode(node)) => {
                format!("With one more node like {}", node.metadata.name.trim_end_matches("-copy"))
            }
        };
        let after = |wait: Millis| {
            if wait.seconds() == 0 {
                String::new()
            } else {
                format!(" after {}", clock(wait.down_to(Millis::new(100))))
            }
        };
        match &answer.outcome {
            Outcome::Bound { node, after: waits } if node == answer.effect.node() => {
                format!("{change}, {effect}{}.", after(*waits))
            }
            Outcome::Bound { node, after: waits } => {
                format!("{change}, it would fit on {}, but it goes to {node}{}.", answer.effect.node(), after(*waits))
            }
            Outcome::Pending { first: Some(first) } => {
                format!(
                    "{change}, it would fit on {}, but {} goes there first, and it stays pending.",
                    answer.effect.node(),
                    short(first)
                )
            }
            Outcome::Pending { first: None } => {
                format!(
                    "{change}, it would fit on {}, but it isn't tried again before the run ends.",
                    answer.effect.node()
                )
            }
            Outcome::NotSeen => format!("{change}, it would fit on {}.", answer.effect.node()),
        }
    }

    fn wakes_on_any_change(&self, latest: &str) -> String {
        format!(
            "It can be tried again as soon as any pod is deleted, or any node is added or changes; at the latest after {latest}."
        )
    }

    fn wakes_after(&self, latest: &str) -> String {
        format!("It is tried again after {latest}.")
    }

    fn wakes_on(&self, changes: &[&str], latest: &str) -> String {
        format!("What lets it try again: {}; at the latest after {latest} of waiting.", changes.join("; "))
    }

    fn change(&self, plugin: PluginId) -> Option<&'static str> {
        Some(match plugin {
            PluginId::NodeResourcesFit | PluginId::GeneralPredicates => {
                "a pod is deleted or requests less, a node is added or gets more resources"
            }
            PluginId::NodeUnschedulable => "a node is uncordoned or added",
            PluginId::NodeName => "the named node is added",
            PluginId::TaintToleration => "a taint is removed, a node without it is added, or the pod tolerates it",
            PluginId::NodeAffinity => "a node with the right labels is added, or a node gets them",
            PluginId::NodePorts => "a pod with that host port is deleted, or a node is added",
            PluginId::InterPodAffinity => "a pod that its affinity selects is added, deleted or relabelled",
            PluginId::PodTopologySpread => {
                "a pod that it spreads with is added or deleted, or a node with the topology key changes"
            }
            _ => return None,
        })
    }
}

impl En {
    fn leaving(&self, victims: &[(Str, Option<Millis>)], now: Millis) -> String {
        let one = |(key, until): &(Str, Option<Millis>)| match until {
            Some(until) => format!("{} ({})", short(key), clock(until.since(now))),
            None => short(key).to_owned(),
        };
        let all: Vec<String> = victims.iter().map(one).collect();
        self.list(&all.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

fn gone(why: &Deletion) -> String {
    match why {
        Deletion::Preempted { by } => format!("{} preempted it.", short(by)),
        Deletion::Deleted => "A person or the script deleted it; the scheduler was not involved.".into(),
        Deletion::ScaledDown => "Its controller had one replica too many; the scheduler was not involved.".into(),
        Deletion::Drained => "The drain of its node evicted it, within the budgets.".into(),
        Deletion::Orphaned => "Its node no longer exists.".into(),
        Deletion::Tainted => "A NoExecute taint that it doesn't tolerate evicted it.".into(),
    }
}

//! Compares two runs of a scenario: which moments correspond to each other, and what differs.
//!
//! Runs under other releases, other configurations or after a fork take the same steps at other times, or different steps. Attempts correspond if
//! they have the same pod and number (the second attempt for `web-1` in both runs); other events if they have the same subject and number of
//! occurrence. What has no counterpart is compared by virtual time.
//!
//! The logs are enough to match attempts and to compare how they end. To match their steps and compare their findings, the details are needed.

use std::rc::Rc;

use api::{NamespacedName, Set, Str, Table};
use runlog::{
    Attempt, AttemptEnd, AttemptSummary, DryRun, Event, EventKind, Failure, LadderRule, PreemptionRoom, Reprieve,
};

use super::{
    Frame, Trace,
    steps::{Moment, Step},
};

/// An attempt: its pod, and the number of the attempt among those of the pod, from 1.
pub type AttemptKey = (NamespacedName, usize);

/// The rank of a node among the feasible ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeRank {
    /// The number of nodes with a higher total, plus one.
    pub place: usize,
    /// The sum of its weighted scores.
    pub total: i64,
}

/// A difference between an attempt here and its counterpart there.
#[derive(Clone, Debug, PartialEq)]
pub enum Delta {
    /// A filter's verdict on a node; `None` if the node was not checked.
    Verdict {
        node: Str,
        /// Success or the failure.
        here: Option<Result<(), Failure>>,
        there: Option<Result<(), Failure>>,
    },
    /// The rank of a node.
    Rank {
        node: Str,
        here: NodeRank,
        there: NodeRank,
    },
    /// The weighted score of a plugin for a node that both runs score with it.
    Points {
        plugin: Str,
        node: Str,
        here: i64,
        there: i64,
    },
    /// The victims on a node; `None` if the node is no candidate.
    Victims {
        node: Str,
        here: Option<Vec<NamespacedName>>,
        there: Option<Vec<NamespacedName>>,
    },
    /// The number that a rule of the tie-break compares for a node.
    Rung {
        rule: LadderRule,
        node: Str,
        here: i64,
        there: i64,
    },
    End {
        here: AttemptResult,
        there: AttemptResult,
    },
}

impl Delta {
    /// The node that this difference is about; `None` for the end of an attempt.
    #[must_use]
    pub fn node(&self) -> Option<&Str> {
        match self {
            Self::Verdict { node, .. }
            | Self::Rank { node, .. }
            | Self::Points { node, .. }
            | Self::Victims { node, .. }
            | Self::Rung { node, .. } => Some(node),
            Self::End { .. } => None,
        }
    }
}

/// Nodes with different pods, or that exist in one of the two clusters only.
#[must_use]
pub fn differing_nodes(frame: &Frame, other: &Frame) -> Set<Str> {
    let names = frame.nodes.keys().chain(other.nodes.keys());
    let pods = |frame: &Frame, name: &Str| {
        let node = frame.nodes.get(name)?;
        let status = |pod_key: &NamespacedName| frame.pods.get(pod_key).map(|pod| (pod_key.clone(), pod.status()));
        Some(node.pods().filter_map(status).collect::<Set<_>>())
    };
    names.filter(|name| pods(frame, name) != pods(other, name)).cloned().collect()
}

/// The differences of a cluster from that of another run at the same time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClusterDiff {
    /// Nodes that differ themselves or have different pods.
    pub nodes: Set<Str>,
    /// Pods that differ in node or phase, or exist in one of the two only.
    pub pods: Set<NamespacedName>,
}

/// The differences of a cluster from that of another run at the same time. Many events may happen at one instant of virtual time, so everything
/// that holds at any moment of that instant in the other run counts as equal.
#[must_use]
pub fn diff_clusters(frame: &Frame, other_trace: &Trace) -> ClusterDiff {
    let events = other_trace.events();
    let from = events.partition_point(|event| event.at < frame.now);
    let pod =
        |frame: &Frame, pod_key: &NamespacedName| frame.pods.get(pod_key).map(|pod| (pod.node.clone(), pod.status()));
    let node = |frame: &Frame, name: &Str| {
        let node = frame.nodes.get(name)?;
        Some((Rc::clone(&node.node), node.pods().cloned().collect::<Set<NamespacedName>>()))
    };
    let mut other = other_trace.frame_at(from);
    let mut pods: Vec<&NamespacedName> = frame.pods.keys().filter(|key| pod(frame, key) != pod(&other, key)).collect();
    let mut nodes: Vec<&Str> = frame.nodes.keys().filter(|name| node(frame, name) != node(&other, name)).collect();
    for event in events[from..].iter().take_while(|event| event.at == frame.now) {
        if pods.is_empty() && nodes.is_empty() {
            break;
        }
        other.apply_event(event);
        pods.retain(|key| pod(frame, key) != pod(&other, key));
        nodes.retain(|name| node(frame, name) != node(&other, name));
    }
    let on = pods.iter().filter_map(|key| frame.pods[*key].node.as_ref());
    ClusterDiff { nodes: nodes.into_iter().chain(on).cloned().collect(), pods: pods.into_iter().cloned().collect() }
}

/// The result of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptResult {
    /// The run has no such attempt.
    Never,
    /// The pod is placed on this node.
    Placed(Str),
    /// Preemption chooses this node and evicts these pods.
    Preempts(Str, Vec<NamespacedName>),
    /// The pod remains pending.
    Waits,
}

impl AttemptResult {
    fn from_summary(attempt_summary: Option<&AttemptSummary>) -> Self {
        let Some(attempt_summary) = attempt_summary else { return Self::Never };
        match (&attempt_summary.end, attempt_summary.room()) {
            (AttemptEnd::Scheduled { node, .. }, _) => Self::Placed(node.clone()),
            (_, Some(PreemptionRoom { node, victims })) => Self::Preempts(node.clone(), victims.clone()),
            _ => Self::Waits,
        }
    }
}

/// The index of each attempt in the log of a run.
pub fn index_attempts(events: &[Rc<Event>]) -> Table<AttemptKey, usize> {
    let mut counts: Table<NamespacedName, usize> = Table::new();
    let mut attempts = Table::new();
    for (index, event) in events.iter().enumerate() {
        if let EventKind::Attempted(attempt_summary) = &event.what {
            let count = counts.or_default(attempt_summary.pod.clone());
            *count += 1;
            attempts.insert((attempt_summary.pod.clone(), *count), index);
        }
    }
    attempts
}

/// The differences between the record of an attempt and that of its counterpart: the result first, the scores of single plugins last.
#[must_use]
pub fn attempt_deltas(attempt: &Attempt, other: &Attempt) -> Vec<Delta> {
    let mut deltas = Vec::new();
    let end = |attempt: &Attempt| AttemptResult::from_summary(Some(&AttemptSummary::from_attempt(attempt, 0)));
    let (our_result, other_result) = (end(attempt), end(other));
    if our_result != other_result {
        deltas.push(Delta::End { here: our_result, there: other_result });
    }
    let (a, b) = (filter_verdicts(attempt), filter_verdicts(other));
    let nodes: Set<&Str> = attempt.nodes.iter().chain(&other.nodes).collect();
    // Messages differ between releases; what counts is whether the node fits, and whether preemption may help.
    let kind = |verdict: Option<&Result<(), Failure>>| {
        verdict.map(|verdict| verdict.as_ref().err().map(|failure| failure.code))
    };
    for node in &nodes {
        if kind(a.get(node)) != kind(b.get(node)) {
            let verdict = |verdicts: &Table<&Str, Result<(), Failure>>| verdicts.get(node).cloned();
            deltas.push(Delta::Verdict { node: (*node).clone(), here: verdict(&a), there: verdict(&b) });
        }
    }
    let (a, b) = (node_ranks(attempt), node_ranks(other));
    for (node, our_rank) in &a {
        if let Some(other_rank) = b.get(node).filter(|other_rank| other_rank.place != our_rank.place) {
            deltas.push(Delta::Rank { node: node.clone(), here: *our_rank, there: *other_rank });
        }
    }
    let (a, b) = (candidate_victims(attempt), candidate_victims(other));
    for node in nodes {
        let victims = |victims_by_node: &Table<Str, Vec<NamespacedName>>| victims_by_node.get(node).cloned();
        let (our_victims, other_victims) = (victims(&a), victims(&b));
        if our_victims != other_victims {
            deltas.push(Delta::Victims { node: node.clone(), here: our_victims, there: other_victims });
        }
    }
    let (a, b) = (rung_values(attempt), rung_values(other));
    for ((rule, node), value_here) in a {
        if let Some((_, other_value)) =
            b.iter().find(|(key, other_value)| *key == (rule, node.clone()) && *other_value != value_here)
        {
            deltas.push(Delta::Rung { rule, node, here: value_here, there: *other_value });
        }
    }
    deltas.extend(point_deltas(attempt, other));
    deltas
}

fn filter_verdicts(attempt: &Attempt) -> Table<&Str, Result<(), Failure>> {
    attempt.filter.iter().map(|record| (&attempt.nodes[record.node], record.verdict())).collect()
}

fn node_ranks(attempt: &Attempt) -> Table<Str, NodeRank> {
    let totals = &attempt.scores.totals;
    let place = |total: i64| 1 + totals.iter().filter(|other| **other > total).count();
    let nodes = attempt.scores.nodes.iter().zip(totals);
    nodes.map(|(&node, &total)| (attempt.nodes[node].clone(), NodeRank { place: place(total), total })).collect()
}

/// The differences in the weighted scores of the plugins that both attempts have. Releases name and scale some plugins differently.
fn point_deltas(attempt: &Attempt, other: &Attempt) -> Vec<Delta> {
    let their_nodes = other.scores.nodes.iter().enumerate();
    let columns: Table<&Str, usize> = their_nodes.map(|(column, &node)| (&other.nodes[node], column)).collect();
    let mut deltas = Vec::new();
    for row in &attempt.scores.rows {
        let Some(their_row) = other.scores.rows.iter().find(|their_row| their_row.id == row.id) else { continue };
        for (&node, &score) in attempt.scores.nodes.iter().zip(&row.normalized) {
            let node = &attempt.nodes[node];
            let their_score = columns.get(&node).and_then(|&column| their_row.normalized.get(column));
            let our_points = row.weight.saturating_mul(score);
            let their_points = their_score.map_or(our_points, |score| their_row.weight.saturating_mul(*score));
            if our_points != their_points {
                let (plugin, node) = (row.id.name(), node.clone());
                deltas.push(Delta::Points { plugin, node, here: our_points, there: their_points });
            }
        }
    }
    deltas
}

fn candidate_victims(attempt: &Attempt) -> Table<Str, Vec<NamespacedName>> {
    let runs = attempt.preemption.iter().flat_map(|preemption| &preemption.dry_runs);
    let candidates = runs.filter(|dry_run| dry_run.failure.is_none());
    let victims = candidates.map(|dry_run| {
        let names: Set<NamespacedName> = dry_run.victims.iter().map(|&at| dry_run.removed[at].pod.clone()).collect();
        (attempt.nodes[dry_run.node].clone(), names.into_iter().collect())
    });
    victims.collect()
}

/// The number that each rule of the tie-break compares for each node.
fn rung_values(attempt: &Attempt) -> Vec<((LadderRule, Str), i64)> {
    let rungs = attempt.preemption.iter().flat_map(|preemption| &preemption.ladder);
    let values = rungs.flat_map(|rung| rung.values.iter().map(|(node, value)| (rung.rule, *node, *value)));
    values.map(|(rule, node, value)| ((rule, attempt.nodes[node].clone()), value)).collect()
}

/// The result of an attempt in one run, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedResult {
    pub result: AttemptResult,
    /// The number of events up to and including it; `None` if the run has no such attempt.
    pub events: Option<usize>,
}

/// An attempt whose result differs between two runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    pub attempt: AttemptKey,
    pub here: LocatedResult,
    pub there: LocatedResult,
}

/// All attempts whose results differ, or that only one of the runs has, in order of time.
#[must_use]
pub fn find_divergences(events: &[Rc<Event>], other_events: &[Rc<Event>]) -> Vec<Divergence> {
    let (a, b) = (index_attempts(events), index_attempts(other_events));
    let keys: Set<&AttemptKey> = a.keys().chain(b.keys()).collect();
    let end = |events: &[Rc<Event>], at: Option<&usize>| {
        let attempt_summary = at.and_then(|&at| match &events[at].what {
            EventKind::Attempted(attempt_summary) => Some(attempt_summary.as_ref()),
            _ => None,
        });
        LocatedResult { result: AttemptResult::from_summary(attempt_summary), events: at.map(|at| at + 1) }
    };
    let compared = keys.into_iter().map(|key| Divergence {
        attempt: key.clone(),
        here: end(events, a.get(key)),
        there: end(other_events, b.get(key)),
    });
    let mut divergences: Vec<Divergence> = compared.filter(|pair| pair.here.result != pair.there.result).collect();
    let time = |divergence: &Divergence| {
        let at = |events: &[Rc<Event>], count: Option<usize>| count.map(|count| events[count - 1].at);
        at(events, divergence.here.events).or(at(other_events, divergence.there.events))
    };
    divergences.sort_by_key(time);
    divergences
}

/// The number of the attempt in the other run that corresponds to the one at a moment; `None` if the moment isn't in an attempt, or the attempt has
/// no counterpart.
#[must_use]
pub fn matching_attempt(events: &[Rc<Event>], moment: Moment, other_events: &[Rc<Event>]) -> Option<usize> {
    let event = moment.events.checked_sub(1)?;
    let EventKind::Attempted(_) = &events.get(event)?.what else { return None };
    match &other_events[matching_event(events, event, other_events)?].what {
        EventKind::Attempted(attempt_summary) => Some(attempt_summary.number),
        _ => None,
    }
}

/// The log of a run, and its moments.
#[derive(Clone, Copy)]
pub struct RunMoments<'r> {
    pub events: &'r [Rc<Event>],
    pub moments: &'r [Moment],
}

/// The index of the other run's moment that corresponds to moment `at`. `details` are the records of the two corresponding attempts; without them,
/// the first step of the same kind is taken.
#[must_use]
pub fn counterpart_moment(
    our_run: RunMoments<'_>,
    at: usize,
    opposite: RunMoments<'_>,
    details: Option<(&Attempt, &Attempt)>,
) -> usize {
    let Some(moment) = our_run.moments.get(at) else { return 0 };
    if moment.step == Step::Start {
        return 0;
    }
    if at + 1 == our_run.moments.len() {
        return opposite.moments.len().saturating_sub(1);
    }
    let Some(event) = moment.events.checked_sub(1).and_then(|last| our_run.events.get(last)) else { return 0 };
    let event_index = matching_event(our_run.events, moment.events - 1, opposite.events);
    let counterpart = event_index.and_then(|index| match (&event.what, &opposite.events[index].what) {
        (EventKind::Attempted(_), EventKind::Attempted(_)) => {
            matching_step(moment.step, details, index + 1, opposite.moments)
        }
        _ => {
            let mut of_event = opposite.moments.iter().enumerate().filter(|(_, other)| other.events == index + 1);
            let exact = of_event.clone().find(|(_, other)| other.step == moment.step);
            exact.or_else(|| of_event.next()).map(|(at, _)| at)
        }
    });
    counterpart.unwrap_or_else(|| {
        let is_later = |other: &Moment| other.events > 0 && opposite.events[other.events - 1].at > event.at;
        opposite.moments.iter().position(is_later).unwrap_or(opposite.moments.len()).saturating_sub(1)
    })
}

/// The index of the event that has the same subject and the same number of occurrence.
fn matching_event(events: &[Rc<Event>], index: usize, other_events: &[Rc<Event>]) -> Option<usize> {
    let subject = event_subject(&events[index].what)?;
    let before = events[..index].iter().filter(|event| event_subject(&event.what).as_ref() == Some(&subject)).count();
    let mut same_events =
        other_events.iter().enumerate().filter(|(_, event)| event_subject(&event.what).as_ref() == Some(&subject));
    same_events.nth(before).map(|(index, _)| index)
}

/// The kind and subject by which an event is matched; `None` for events that are matched by time.
fn event_subject(event_kind: &EventKind) -> Option<(u8, &NamespacedName)> {
    Some(match event_kind {
        EventKind::Attempted(attempt_summary) => (0, &attempt_summary.pod),
        EventKind::Popped { pod, .. } => (1, pod),
        EventKind::Nominated { pod, .. } => (2, pod),
        EventKind::Assumed { pod, .. } => (3, pod),
        EventKind::Bound { pod, .. } => (4, pod),
        EventKind::Creating(pod) => (5, pod),
        EventKind::Running { pod, .. } => (6, pod),
        EventKind::Terminating { pod, .. } => (7, pod),
        EventKind::PodRemoved(pod) => (8, pod),
        _ => return None,
    })
}

/// The index of the moment at which the other attempt does the same: the same node, the same victim, the same rule.
fn matching_step(
    step: Step,
    details: Option<(&Attempt, &Attempt)>,
    events: usize,
    moments: &[Moment],
) -> Option<usize> {
    let target_step = details.map_or(Some(step), |(our_attempt, attempt)| translate_step(step, our_attempt, attempt));
    let of_attempt = moments.iter().enumerate().filter(|(_, moment)| moment.events == events);
    let exact = of_attempt.clone().find(|(_, moment)| Some(moment.step) == target_step);
    // A step that the other attempt lacks corresponds to the last step before it.
    let nearest_moment = || of_attempt.clone().rfind(|(_, moment)| moment.step.phase() <= step.phase());
    exact.or_else(nearest_moment).or_else(|| of_attempt.clone().next()).map(|(at, _)| at)
}

fn dry_runs(attempt: &Attempt) -> &[DryRun] {
    attempt.preemption.as_ref().map_or(&[], |preemption| &preemption.dry_runs)
}

/// The corresponding step of the other attempt, with its indices; `None` if that attempt has no such step.
fn translate_step(step: Step, our_attempt: &Attempt, their_attempt: &Attempt) -> Option<Step> {
    let (our_runs, their_runs) = (dry_runs(our_attempt), dry_runs(their_attempt));
    let dry_run = |index: usize| {
        let name = our_attempt.nodes.get(our_runs.get(index)?.node)?;
        their_runs.iter().position(|other| their_attempt.nodes.get(other.node) == Some(name))
    };
    match step {
        Step::FirstPass(at) | Step::Filter(at) => {
            let name = our_attempt.nodes.get(our_attempt.filter.get(at)?.node)?;
            let is_same_node =
                |node_record: &runlog::NodeRecord| their_attempt.nodes.get(node_record.node) == Some(name);
            let other = their_attempt.filter.iter().position(is_same_node)?;
            let first = matches!(step, Step::FirstPass(_)) && their_attempt.filter[other].has_second_pass();
            Some(if first { Step::FirstPass(other) } else { Step::Filter(other) })
        }
        Step::ExtenderFilter(at) => {
            let url = &our_attempt.extenders.get(at)?.url;
            their_attempt.extenders.iter().position(|other| other.url == *url).map(Step::ExtenderFilter)
        }
        Step::ExtenderPreempt(at) => {
            let url = &our_attempt.preemption.as_ref()?.extenders.get(at)?.url;
            let their_exchanges = &their_attempt.preemption.as_ref()?.extenders;
            their_exchanges.iter().position(|other| other.url == *url).map(Step::ExtenderPreempt)
        }
        Step::Lift(at) => dry_run(at).map(Step::Lift),
        Step::Try(at) => dry_run(at).map(Step::Try),
        Step::Verdict(at) => dry_run(at).map(Step::Verdict),
        Step::Reprieve(at, asked) => {
            let other = dry_run(at)?;
            let (our_run, their_run) = (&our_runs[at], &their_runs[other]);
            let pod = &our_run.removed.get(our_run.reprieves.get(asked)?.pod)?.pod;
            let is_same_pod =
                |reprieve: &Reprieve| their_run.removed.get(reprieve.pod).is_some_and(|victim| victim.pod == *pod);
            their_run.reprieves.iter().position(is_same_pod).map(|reprieve| Step::Reprieve(other, reprieve))
        }
        Step::Rung(at) => {
            let rule = our_attempt.preemption.as_ref()?.ladder.get(at)?.rule;
            their_attempt.preemption.as_ref()?.ladder.iter().position(|rung| rung.rule == rule).map(Step::Rung)
        }
        step => Some(step),
    }
}

#[cfg(test)]
mod tests {
    use api::Millis;
    use releases::Release;
    use simulation::{Scenario, Simulation};

    use super::*;
    use crate::{Trace, steps};

    /// A run with the records of its attempts.
    struct TracedRun {
        trace: Trace,
        moments: Vec<Moment>,
        attempts: Vec<Rc<Attempt>>,
    }

    impl TracedRun {
        fn of(text: &str, release: Release) -> Self {
            let manifest = manifest::load_for(text, Some(release)).expect("a manifest");
            let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
            let mut attempts = Vec::new();
            let trace =
                Trace::new(Simulation::new(scenario).run_with_attempts(|attempt| attempts.push(Rc::clone(attempt))).1);
            let moments = steps::moments(trace.events());
            Self { trace, moments, attempts }
        }

        fn parts(&self) -> RunMoments<'_> {
            RunMoments { events: self.trace.events(), moments: &self.moments }
        }

        /// The attempt at a moment.
        fn attempt(&self, at: usize) -> Option<&Attempt> {
            match &self.trace.events().get(self.moments[at].events.checked_sub(1)?)?.what {
                EventKind::Attempted(tried) => Some(&*self.attempts[tried.number]),
                _ => None,
            }
        }

        fn counterpart(&self, at: usize, traced_run: &Self) -> usize {
            let same = matching_attempt(self.trace.events(), self.moments[at], traced_run.trace.events());
            let details = self.attempt(at).zip(same.map(|number| &*traced_run.attempts[number]));
            counterpart_moment(self.parts(), at, traced_run.parts(), details)
        }
    }

    const THEN_AND_NOW: &str = include_str!("../../www/scenarios/then-and-now.yaml");
    const LADDER: &str = include_str!("../../www/scenarios/ladder.yaml");

    #[test]
    fn a_run_differs_in_nothing_from_itself() {
        for text in [THEN_AND_NOW, LADDER] {
            let run = TracedRun::of(text, Release::V1_34);
            let events = run.trace.events();
            assert_eq!(find_divergences(events, events), []);
            for (at, moment) in run.moments.iter().enumerate() {
                // Moments of events without a subject are matched by time.
                let time = |moment: &Moment| moment.events.checked_sub(1).map(|last| events[last].at);
                for other in [run.counterpart(at, &run), counterpart_moment(run.parts(), at, run.parts(), None)] {
                    assert_eq!(time(&run.moments[other]), time(moment), "{moment:?}");
                    if !matches!(moment.step, Step::Event) {
                        assert_eq!(other, at, "{moment:?}");
                    }
                }
            }
            assert!(run.attempts.iter().all(|attempt| attempt_deltas(attempt, attempt).is_empty()));
        }
    }

    #[test]
    fn steps_of_two_releases_belong_together() {
        let (here, traced_run) = (TracedRun::of(LADDER, Release::V1_34), TracedRun::of(LADDER, Release::V1_16));
        let mut compared = 0;
        for (at, moment) in here.moments.iter().enumerate() {
            let other = here.counterpart(at, &traced_run);
            let (Some(a), Some(b)) = (here.attempt(at), traced_run.attempt(other)) else { continue };
            if let (Step::Verdict(mine), Step::Verdict(theirs)) = (moment.step, traced_run.moments[other].step) {
                let node = |attempt: &Attempt, run: usize| {
                    let runs = &attempt.preemption.as_ref().expect("a preemption").dry_runs;
                    attempt.nodes[runs[run].node].clone()
                };
                assert_eq!((&a.pod, node(a, mine)), (&b.pod, node(b, theirs)));
                compared += 1;
            }
        }
        assert!(compared > 3, "{compared}");
    }

    #[test]
    fn then_and_now_part() {
        let (here, traced_run) =
            (TracedRun::of(THEN_AND_NOW, Release::V1_34), TracedRun::of(THEN_AND_NOW, Release::V1_16));
        let divergences = find_divergences(here.trace.events(), traced_run.trace.events());
        assert!(!divergences.is_empty());
        let times: Vec<Millis> = divergences
            .iter()
            .filter_map(|divergence| divergence.here.events)
            .map(|at| here.trace.events()[at - 1].at)
            .collect();
        assert!(times.is_sorted());
        assert_eq!(here.counterpart(here.moments.len() - 1, &traced_run), traced_run.moments.len() - 1);
        for parting in divergences {
            assert_ne!(parting.here.result, parting.there.result);
        }
    }
}

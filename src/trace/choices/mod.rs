//! What may be answered to a question about a decision: which choice is right, and why. The record of the attempt says so.

use super::Frame;
use super::decisions::Decides;
use api::Str;
use record::{Attempt, DryRun, Failure, NodeIx, Outcome, RowId, Rule, ScoreRowRecord};

/// More pods than this are too many to choose from.
const MOST_PODS: usize = 8;

/// A question about a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Question<'a> {
    /// What is asked for.
    pub what: Decides,
    /// The pod (`namespace/name`) that is placed.
    pub pod: &'a Str,
    /// The node whose victims are asked for.
    pub node: Option<&'a Str>,
    /// What may be answered.
    pub choices: Vec<Choice<'a>>,
    /// The choices that are wanted one after the other, as indices. If there are none, one right choice is enough.
    pub order: Vec<usize>,
    /// Which of them are alike, a number for each: those with the same one may be named in any order.
    pub alike: Vec<usize>,
    /// Why those that are alike stand in this order.
    pub ties: Vec<Tie>,
}

/// Victims of one priority, of which all or none violate a budget: the scheduler tells them apart by their start alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The pods, in the order of eviction.
    pub pods: Vec<Str>,
    pub priority: i32,
    /// Whether the first one started before the others (`MoreImportantPod`); otherwise nothing tells them apart.
    pub by_start: bool,
}

/// A choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<'a> {
    /// What is chosen.
    pub pick: Pick,
    /// Whether it is right.
    pub right: bool,
    /// Why it is, or is not.
    pub why: Why<'a>,
}

/// What is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// A node, by name.
    Node(Str),
    NoNode,
    /// A pod, as `namespace/name`.
    Pod(Str),
    /// That the pod fits, or that it does not.
    Fits(bool),
}

/// Why a choice is right or wrong. Nodes are names, pods `namespace/name`.
#[derive(Clone, Debug, PartialEq)]
pub enum Why<'a> {
    /// The filters or an extender reject the node.
    Rejected(&'a Str, &'a Failure),
    /// The node passes all of them.
    Passes(&'a Str),
    /// The node has the highest total.
    ScoresMost(&'a Str, i64),
    /// The node fits, but the winner has a higher total.
    ScoresLess {
        /// The node, and its total.
        own: (&'a Str, i64),
        /// The winner, and its total.
        best: (&'a Str, i64),
        /// Where the node loses most.
        gap: Option<Gap<'a>>,
    },
    /// The only node that fits.
    OnlyNode(&'a Str),
    /// Preemption chooses the node.
    MakesRoom(&'a Str),
    /// The node is a candidate of preemption, but drops out at a rule.
    Loses {
        rule: Rule,
        /// The node.
        own: Compared<'a>,
        /// The first candidate that stays.
        best: Option<Compared<'a>>,
    },
    /// Evicting pods on the node does not help, and why not, if that is known.
    NoHelp(&'a Str, Option<&'a Failure>),
    /// No node fits, whatever is evicted.
    NothingFits,
    /// No dry run removes the pod.
    NotLower(Str),
    /// The pod is not on the node that preemption chooses.
    Elsewhere {
        pod: Str,
        /// The node that is chosen.
        chosen: &'a Str,
    },
    /// The pod is a victim; and what rejects the preemptor once the pod is put back, if that was tried.
    Victim(Str, Option<&'a Failure>),
    /// The dry run removes the pod and puts it back.
    PutBack(Str),
}

/// The score row that sets a node apart most from the winner, with the weighted points of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap<'a> {
    pub row: &'a RowId,
    /// The node's points.
    pub own: i64,
    /// The winner's points, which are more.
    pub best: i64,
}

/// A candidate of preemption, as a rule compares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared<'a> {
    pub node: &'a Str,
    /// The number that the rule compares.
    pub value: i64,
    /// How many victims are on the node.
    pub victims: usize,
}

/// The question about a decision. `frame` is the cluster before it. `None` if there is nothing to choose from.
#[must_use]
pub fn question<'a>(what: Decides, attempt: &'a Attempt, frame: &Frame) -> Option<Question<'a>> {
    let asked = |choices| Question {
        what,
        pod: &attempt.pod,
        node: None,
        choices,
        order: Vec::new(),
        alike: Vec::new(),
        ties: Vec::new(),
    };
    match what {
        Decides::Node => Some(asked(nodes(attempt, frame))),
        Decides::Fits => Some(asked(fits_now(attempt))),
        Decides::Victims => {
            let preemption = attempt.preemption.as_ref()?;
            let (node, choices) = (preemption.chosen?, victims(attempt, frame)?);
            let place = |victim: &Str| choices.iter().position(|choice| choice.pick == Pick::Pod(victim.clone()));
            let order: Vec<usize> = preemption.victims_on(node).iter().filter_map(place).collect();
            let run = preemption.dry_runs.iter().find(|run| run.node == node)?;
            let wanted: Vec<&Pick> = order.iter().map(|at| &choices[*at].pick).collect();
            let (alike, ties) = alike(run, &wanted);
            let node = Some(&attempt.nodes[node]);
            // One pod alone is no choice.
            (!order.is_empty() && choices.len() > 1).then(|| Question { node, order, alike, ties, ..asked(choices) })
        }
    }
}

/// Which victims are alike, a number for each, and the groups of more than one.
fn alike(run: &DryRun, wanted: &[&Pick]) -> (Vec<usize>, Vec<Tie>) {
    let known = |pick: &Pick| {
        let at = run.removed.iter().position(|it| matches!(pick, Pick::Pod(pod) if *pod == it.pod))?;
        let violates = run.reprieves.iter().any(|it| it.pod == at && !it.violates.is_empty());
        Some((violates, run.removed[at].priority, run.removed[at].start, run.removed[at].pod.clone()))
    };
    let (mut numbers, mut ties) = (Vec::new(), Vec::<Tie>::new());
    let mut last = None;
    for pick in wanted {
        let it = known(pick);
        let same = it
            .as_ref()
            .zip(last.as_ref())
            .is_some_and(|((violates, priority, ..), (_, was, of, _))| (violates, priority) == (was, of));
        match (&it, ties.last_mut()) {
            (Some((_, _, start, pod)), Some(tie)) if same => {
                tie.pods.push(pod.clone());
                tie.by_start |= last.as_ref().is_some_and(|(first, ..)| first < start);
            }
            (Some((_, priority, _, pod)), _) => {
                ties.push(Tie { pods: vec![pod.clone()], priority: *priority, by_start: false });
            }
            _ => {}
        }
        if !same {
            last = it.map(|(violates, priority, start, pod)| (start, violates, priority, pod));
        }
        let number = numbers.last().map_or(0, |number: &usize| number + usize::from(!same));
        numbers.push(number);
    }
    ties.retain(|tie| tie.pods.len() > 1);
    (numbers, ties)
}

/// Every node that the attempt knows, in the order of their coming, and none.
#[must_use]
pub fn nodes<'a>(attempt: &'a Attempt, frame: &Frame) -> Vec<Choice<'a>> {
    let chosen = match &attempt.outcome {
        Outcome::Scheduled { node, .. } => Some(*node),
        _ => attempt.preemption.as_ref().and_then(|it| it.chosen),
    };
    let known = frame.node_order.iter().filter_map(|it| attempt.nodes.iter().position(|other| other == it));
    let choice = |ix: NodeIx| Choice {
        pick: Pick::Node(attempt.nodes[ix].clone()),
        right: chosen == Some(ix),
        why: why_node(attempt, ix, chosen),
    };
    let none = Choice {
        pick: Pick::NoNode,
        right: chosen.is_none(),
        why: chosen.map_or(Why::NothingFits, |ix| why_node(attempt, ix, chosen)),
    };
    known.map(choice).chain([none]).collect()
}

/// Whether a node passes: yes and no. `None` if the attempt does not look at the node.
#[must_use]
pub fn fits<'a>(attempt: &'a Attempt, node: &str) -> Option<Vec<Choice<'a>>> {
    let ix = attempt.nodes.iter().position(|it| it == node)?;
    attempt.filter.iter().find(|record| record.node == ix)?;
    let failed = rejected(attempt, ix);
    Some(yes_and_no(failed.is_none(), &failed.unwrap_or(Why::Passes(&attempt.nodes[ix]))))
}

/// Whether a pod that is tried again fits on any node now: yes and no.
#[must_use]
pub fn fits_now(attempt: &Attempt) -> Vec<Choice<'_>> {
    match &attempt.outcome {
        Outcome::Scheduled { node, .. } => yes_and_no(true, &why_node(attempt, *node, Some(*node))),
        _ => yes_and_no(false, &why_not_now(attempt)),
    }
}

fn yes_and_no<'a>(fits: bool, why: &Why<'a>) -> Vec<Choice<'a>> {
    let choice = |yes: bool| Choice { pick: Pick::Fits(yes), right: yes == fits, why: why.clone() };
    vec![choice(true), choice(false)]
}

/// The pods of all nodes, or those that dry runs remove if there are many. `None` if preemption chooses no node.
#[must_use]
pub fn victims<'a>(attempt: &'a Attempt, frame: &Frame) -> Option<Vec<Choice<'a>>> {
    let preemption = attempt.preemption.as_ref()?;
    let chosen = preemption.dry_runs.iter().find(|run| Some(run.node) == preemption.chosen)?;
    let gone = preemption.victims_on(chosen.node);
    let removes = |key: &Str| preemption.dry_runs.iter().find(|run| run.removed.iter().any(|it| it.pod == *key));
    let mut keys: Vec<&Str> = frame.pods.iter().filter(|(_, pod)| pod.node.is_some()).map(|(key, _)| key).collect();
    if keys.len() > MOST_PODS {
        keys.retain(|key| removes(key).is_some());
    }
    let why = |pod: Str| match removes(&pod) {
        None => Why::NotLower(pod),
        Some(run) if run.node != chosen.node => Why::Elsewhere { pod, chosen: &attempt.nodes[chosen.node] },
        Some(run) if gone.contains(&pod) => {
            let failure = returned(run, &pod);
            Why::Victim(pod, failure)
        }
        Some(_) => Why::PutBack(pod),
    };
    let choice = |key: &Str| Choice { pick: Pick::Pod(key.clone()), right: gone.contains(key), why: why(key.clone()) };
    Some(keys.into_iter().map(choice).collect())
}

/// What rejected the preemptor when a pod was put back.
fn returned<'a>(run: &'a DryRun, pod: &Str) -> Option<&'a Failure> {
    let reprieve = run.reprieves.iter().find(|it| run.removed.get(it.pod).is_some_and(|it| it.pod == *pod))?;
    reprieve.failure.as_ref().map(|(_, failure)| failure)
}

/// Why a pod fits nowhere: what rejects the first node; or where preemption makes room.
fn why_not_now(attempt: &Attempt) -> Why<'_> {
    if let Some(chosen) = attempt.preemption.as_ref().and_then(|it| it.chosen) {
        return Why::MakesRoom(&attempt.nodes[chosen]);
    }
    attempt.filter.iter().find_map(|record| rejected(attempt, record.node)).unwrap_or(Why::NothingFits)
}

/// Why a pod goes to a node, or does not.
fn why_node(attempt: &Attempt, ix: NodeIx, chosen: Option<NodeIx>) -> Why<'_> {
    if let Outcome::Scheduled { node: winner, .. } = attempt.outcome {
        why_scored(attempt, ix, winner)
    } else {
        why_preempted(attempt, ix, chosen)
    }
}

/// Why a node wins by its score, or does not.
fn why_scored(attempt: &Attempt, ix: NodeIx, winner: NodeIx) -> Why<'_> {
    let node = &attempt.nodes[ix];
    let total = |of: NodeIx| {
        let column = attempt.scores.nodes.iter().position(|it| *it == of)?;
        attempt.scores.totals.get(column).copied()
    };
    match (rejected(attempt, ix), total(ix), total(winner)) {
        (Some(why), ..) => why,
        (None, Some(own), Some(most)) if winner != ix => Why::ScoresLess {
            own: (node, own),
            best: (&attempt.nodes[winner], most),
            gap: largest_gap(attempt, ix, winner),
        },
        (None, Some(own), _) => Why::ScoresMost(node, own),
        (None, ..) => Why::OnlyNode(node),
    }
}

/// Why preemption chooses a node, or does not.
fn why_preempted(attempt: &Attempt, ix: NodeIx, chosen: Option<NodeIx>) -> Why<'_> {
    let node = &attempt.nodes[ix];
    if chosen == Some(ix) {
        return Why::MakesRoom(node);
    }
    let preemption = attempt.preemption.as_ref();
    let lost = preemption.and_then(|it| {
        let drops = |of: NodeIx| {
            it.ladder.iter().find(|rung| rung.values.iter().any(|(at, _)| *at == of) && !rung.kept.contains(&of))
        };
        Some((it, drops(ix)?))
    });
    if let Some((preemption, rung)) = lost {
        let compared = |of: NodeIx| Compared {
            node: &attempt.nodes[of],
            value: rung.values.iter().find(|(at, _)| *at == of).map_or(0, |(_, value)| *value),
            victims: preemption.victims_on(of).len(),
        };
        return Why::Loses { rule: rung.rule, own: compared(ix), best: rung.kept.first().copied().map(compared) };
    }
    let run = preemption.and_then(|it| it.dry_runs.iter().find(|run| run.node == ix));
    match run.and_then(|run| run.failure.as_ref()) {
        Some((_, failure)) => Why::NoHelp(node, Some(failure)),
        None => rejected(attempt, ix).unwrap_or(Why::NoHelp(node, None)),
    }
}

/// The row in which a node has less than the winner by most.
fn largest_gap(attempt: &Attempt, ix: NodeIx, winner: NodeIx) -> Option<Gap<'_>> {
    let scores = &attempt.scores;
    let column = |of: NodeIx| scores.nodes.iter().position(|it| *it == of);
    let (own, best) = (column(ix)?, column(winner)?);
    let points = |row: &ScoreRowRecord, at: usize| row.normalized.get(at).map(|score| score.saturating_mul(row.weight));
    let parts = scores.rows.iter().filter_map(|row| Some((row, points(row, own)?, points(row, best)?)));
    let (row, own, best) =
        parts.filter(|(_, own, best)| own < best).max_by_key(|(_, own, best)| best.saturating_sub(*own))?;
    Some(Gap { row: &row.id, own, best })
}

/// Why the filters or an extender reject a node, if they do.
fn rejected(attempt: &Attempt, ix: NodeIx) -> Option<Why<'_>> {
    let record = attempt.filter.iter().find(|record| record.node == ix)?;
    let failed =
        record.failed.iter().map(|(_, failure)| failure).chain(&record.outside).chain(&record.refused).next()?;
    Some(Why::Rejected(&attempt.nodes[ix], failed))
}

#[cfg(test)]
mod tests;

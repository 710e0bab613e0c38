//! The choices for a question about a decision: which ones are right, and why, according to the record of the attempt.

pub mod group_outcome;
pub mod group_questions;

use api::{NamespacedName, Str};
use runlog::{
    Attempt, AttemptOutcome, DryRun, Failure, GroupAttemptSummary, GroupUnit, LadderRule, NodeIx, RowId, ScoreRowRecord,
};

use self::group_outcome::GroupCycleOutcome;
use super::{Frame, decisions::DecisionKind};

/// The largest number of pods that a question offers; beyond that, only pods that dry runs remove.
const MOST_PODS: usize = 8;

/// A question about a decision of the scheduler.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionQuestion<'a> {
    pub kind: DecisionKind,
    /// The pod or group that is scheduled.
    pub pod: &'a NamespacedName,
    /// The node whose victims are to be named.
    pub node: Option<&'a Str>,
    /// The possible answers.
    pub choices: Vec<AnswerChoice<'a>>,
    /// The indices of the choices that must be named one after the other. If empty, any one right choice is enough.
    pub order: Vec<usize>,
    /// For each entry of `order` a number; entries with the same number may be named in any order.
    pub alike_groups: Vec<usize>,
    /// Why the interchangeable entries are in this order.
    pub ties: Vec<Tie>,
}

/// Victims of the same priority whose eviction equally does or does not violate a budget, so that only their start time distinguishes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The pods, in the order of eviction.
    pub pods: Vec<NamespacedName>,
    pub priority: i32,
    /// Whether the first one started before the others (`MoreImportantPod`); otherwise nothing distinguishes them.
    pub is_ordered_by_start: bool,
}

/// A possible answer.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerChoice<'a> {
    pub pick: Pick,
    /// Whether it is right.
    pub is_right: bool,
    /// Why it is right or wrong.
    pub reason: ChoiceReason<'a>,
}

/// The thing that an answer names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    Node(Str),
    NoNode,
    Pod(NamespacedName),
    /// Whether the pod fits.
    Fits(bool),
    /// The outcome of a group's cycle.
    Outcome(GroupCycleOutcome),
    /// Pods that are evicted together for a group.
    Unit(GroupUnit),
}

/// Why a choice is right or wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum ChoiceReason<'a> {
    /// A filter or an extender rejects the node.
    Rejected(&'a Str, &'a Failure),
    /// The node passes all filters and extenders.
    Passes(&'a Str),
    /// The node has the highest total.
    ScoresMost(&'a Str, i64),
    /// The node is feasible, but the winner has a higher total.
    ScoresLess {
        /// The node and its total.
        choice: (&'a Str, i64),
        /// The winner and its total.
        best: (&'a Str, i64),
        /// The score row in which the node is furthest behind.
        gap: Option<Gap<'a>>,
    },
    /// It is the only feasible node.
    OnlyNode(&'a Str),
    /// Preemption chooses the node.
    MakesRoom(&'a Str),
    /// The node is a candidate for preemption, but a rule of the tie-break eliminates it.
    Loses {
        rule: LadderRule,
        choice: RuleComparison<'a>,
        /// The first candidate that remains.
        best: Option<RuleComparison<'a>>,
    },
    /// Evicting pods on the node does not help; with the failure that remains, if it is known.
    NoHelp(&'a Str, Option<&'a Failure>),
    /// No node is feasible, whatever is evicted.
    NothingFits,
    /// No dry run removes the pod.
    NotLower(NamespacedName),
    /// The pod is on a node that preemption does not choose. The chosen node is not named, because another question may still ask for it.
    Elsewhere {
        pod: NamespacedName,
        node: &'a Str,
        /// Why that node is not chosen.
        reason: Box<ChoiceReason<'a>>,
    },
    /// The pod is a victim; with the failure of the preemptor when the pod was reprieved, if that was tried.
    Victim(NamespacedName, Option<&'a Failure>),
    /// The dry run removes the pod and reprieves it.
    PutBack(NamespacedName),
    /// The outcome of a group's cycle.
    GroupVerdict {
        summary: &'a GroupAttemptSummary,
        /// The minimum number of members; `None` for a basic group.
        minimum: Option<usize>,
    },
    /// Whether the group still fits after the unit was reprieved.
    UnitPutBack { group: &'a NamespacedName, unit: &'a GroupUnit, is_reprieved: bool },
}

/// The score row in which a node is furthest behind the winner, with the weighted points of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap<'a> {
    pub row: &'a RowId,
    /// The weighted points of the node.
    pub choice: i64,
    /// The weighted points of the winner, which are higher.
    pub best: i64,
}

/// A candidate for preemption with the number that a rule compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleComparison<'a> {
    pub node: &'a Str,
    /// The number that the rule compares.
    pub value: i64,
    /// The number of victims on the node.
    pub victims: usize,
}

/// The question about a decision. `frame` is the cluster before it. `None` if there is nothing to choose.
#[must_use]
pub fn question_about<'a>(what: DecisionKind, attempt: &'a Attempt, frame: &Frame) -> Option<DecisionQuestion<'a>> {
    let new_question = |choices| DecisionQuestion {
        kind: what,
        pod: &attempt.pod,
        node: None,
        choices,
        order: Vec::new(),
        alike_groups: Vec::new(),
        ties: Vec::new(),
    };
    match what {
        DecisionKind::Node => Some(new_question(node_choices(attempt, frame))),
        DecisionKind::Fits => Some(new_question(fit_now_choices(attempt))),
        DecisionKind::Victims => {
            let preemption = attempt.preemption.as_ref()?;
            let (node, choices) = (preemption.chosen?, victim_choices(attempt, frame)?);
            let place =
                |victim: &NamespacedName| choices.iter().position(|choice| choice.pick == Pick::Pod(victim.clone()));
            let order: Vec<usize> = preemption.victims_on(node).iter().filter_map(place).collect();
            let dry_run = preemption.dry_runs.iter().find(|dry_run| dry_run.node == node)?;
            let ordered_picks: Vec<&Pick> = order.iter().map(|at| &choices[*at].pick).collect();
            let (alike, ties) = group_alike_victims(dry_run, &ordered_picks);
            let node = Some(&attempt.nodes[node]);
            // With a single pod there is nothing to choose.
            (!order.is_empty() && choices.len() > 1).then(|| DecisionQuestion {
                node,
                order,
                alike_groups: alike,
                ties,
                ..new_question(choices)
            })
        }
        DecisionKind::GroupStarts | DecisionKind::Units => None,
    }
}

/// A number for each victim, the same for interchangeable ones; and each set of more than one interchangeable victim.
fn group_alike_victims(dry_run: &DryRun, picks: &[&Pick]) -> (Vec<usize>, Vec<Tie>) {
    let victim_rank = |pick: &Pick| {
        let at =
            dry_run.removed.iter().position(|victim_info| matches!(pick, Pick::Pod(pod) if *pod == victim_info.pod))?;
        let violates = dry_run.reprieves.iter().any(|reprieve| reprieve.pod == at && !reprieve.violates.is_empty());
        Some((violates, dry_run.removed[at].priority, dry_run.removed[at].start, dry_run.removed[at].pod.clone()))
    };
    let (mut groups, mut ties) = (Vec::new(), Vec::<Tie>::new());
    let mut last = None;
    for pick in picks {
        let victim = victim_rank(pick);
        let is_alike =
            victim.as_ref().zip(last.as_ref()).is_some_and(|((violates, priority, ..), (_, other_violates, of, _))| {
                (violates, priority) == (other_violates, of)
            });
        match (&victim, ties.last_mut()) {
            (Some((_, _, start, pod)), Some(tie)) if is_alike => {
                tie.pods.push(pod.clone());
                tie.is_ordered_by_start |= last.as_ref().is_some_and(|(first, ..)| first < start);
            }
            (Some((_, priority, _, pod)), _) => {
                ties.push(Tie { pods: vec![pod.clone()], priority: *priority, is_ordered_by_start: false });
            }
            _ => {}
        }
        if !is_alike {
            last = victim.map(|(violates, priority, start, pod)| (start, violates, priority, pod));
        }
        let number = groups.last().map_or(0, |number: &usize| number + usize::from(!is_alike));
        groups.push(number);
    }
    ties.retain(|tie| tie.pods.len() > 1);
    (groups, ties)
}

/// One choice for each node of the attempt, in the order in which the nodes were created, and one for no node.
#[must_use]
pub fn node_choices<'a>(attempt: &'a Attempt, frame: &Frame) -> Vec<AnswerChoice<'a>> {
    let chosen_node = match &attempt.outcome {
        AttemptOutcome::Scheduled { node, .. } => Some(*node),
        _ => attempt.preemption.as_ref().and_then(|preemption| preemption.chosen),
    };
    let known_nodes =
        frame.node_order.iter().filter_map(|node_order| attempt.nodes.iter().position(|other| other == node_order));
    let choice = |node_ix: NodeIx| AnswerChoice {
        pick: Pick::Node(attempt.nodes[node_ix].clone()),
        is_right: chosen_node == Some(node_ix),
        reason: reason_for_node(attempt, node_ix, chosen_node),
    };
    let no_node = AnswerChoice {
        pick: Pick::NoNode,
        is_right: chosen_node.is_none(),
        reason: chosen_node.map_or(ChoiceReason::NothingFits, |ix| reason_for_node(attempt, ix, chosen_node)),
    };
    known_nodes.map(choice).chain([no_node]).collect()
}

/// The choices yes and no for whether a node is feasible. `None` if the attempt did not check the node.
#[must_use]
pub fn fit_choices<'a>(attempt: &'a Attempt, node: &str) -> Option<Vec<AnswerChoice<'a>>> {
    let ix = attempt.nodes.iter().position(|name| name == node)?;
    attempt.filter.iter().find(|record| record.node == ix)?;
    let rejection = rejection_reason(attempt, ix);
    Some(yes_no_choices(rejection.is_none(), &rejection.unwrap_or(ChoiceReason::Passes(&attempt.nodes[ix]))))
}

/// The choices yes and no for whether a retried pod now fits on any node.
#[must_use]
pub fn fit_now_choices(attempt: &Attempt) -> Vec<AnswerChoice<'_>> {
    match &attempt.outcome {
        AttemptOutcome::Scheduled { node, .. } => yes_no_choices(true, &reason_for_node(attempt, *node, Some(*node))),
        _ => yes_no_choices(false, &reason_unfit_now(attempt)),
    }
}

fn yes_no_choices<'a>(fits: bool, why: &ChoiceReason<'a>) -> Vec<AnswerChoice<'a>> {
    let choice =
        |pod_fits: bool| AnswerChoice { pick: Pick::Fits(pod_fits), is_right: pod_fits == fits, reason: why.clone() };
    vec![choice(true), choice(false)]
}

/// The pods on all nodes, or if there are more than `MOST_PODS`, those that dry runs remove. `None` if preemption chooses no node.
#[must_use]
pub fn victim_choices<'a>(attempt: &'a Attempt, frame: &Frame) -> Option<Vec<AnswerChoice<'a>>> {
    let preemption = attempt.preemption.as_ref()?;
    let chosen_run = preemption.dry_runs.iter().find(|dry_run| Some(dry_run.node) == preemption.chosen)?;
    let victims = preemption.victims_on(chosen_run.node);
    let removes = |pod_key: &NamespacedName| {
        preemption.dry_runs.iter().find(|dry_run| dry_run.removed.iter().any(|victim_info| victim_info.pod == *pod_key))
    };
    let mut keys: Vec<&NamespacedName> =
        frame.pods.iter().filter(|(_, pod)| pod.node.is_some()).map(|(key, _)| key).collect();
    if keys.len() > MOST_PODS {
        keys.retain(|key| removes(key).is_some());
    }
    let why = |pod: NamespacedName| match removes(&pod) {
        None => ChoiceReason::NotLower(pod),
        Some(run) if run.node != chosen_run.node => {
            let reason = match reason_preempted(attempt, run.node, preemption.chosen) {
                ChoiceReason::Loses { rule, choice, .. } => ChoiceReason::Loses { rule, choice, best: None },
                reason => reason,
            };
            ChoiceReason::Elsewhere { pod, node: &attempt.nodes[run.node], reason: Box::new(reason) }
        }
        Some(run) if victims.contains(&pod) => {
            let failure = reprieve_failure(run, &pod);
            ChoiceReason::Victim(pod, failure)
        }
        Some(_) => ChoiceReason::PutBack(pod),
    };
    let choice = |pod_key: &NamespacedName| AnswerChoice {
        pick: Pick::Pod(pod_key.clone()),
        is_right: victims.contains(pod_key),
        reason: why(pod_key.clone()),
    };
    Some(keys.into_iter().map(choice).collect())
}

/// The failure of the preemptor when a pod was reprieved.
fn reprieve_failure<'a>(dry_run: &'a DryRun, pod: &NamespacedName) -> Option<&'a Failure> {
    let reprieve = dry_run
        .reprieves
        .iter()
        .find(|reprieve| dry_run.removed.get(reprieve.pod).is_some_and(|removed| removed.pod == *pod))?;
    reprieve.failure.as_ref().map(|(_, failure)| failure)
}

/// Why a pod fits nowhere: the failure of the first node, or the node that preemption chooses.
fn reason_unfit_now(attempt: &Attempt) -> ChoiceReason<'_> {
    if let Some(chosen_node) = attempt.preemption.as_ref().and_then(|preemption| preemption.chosen) {
        return ChoiceReason::MakesRoom(&attempt.nodes[chosen_node]);
    }
    attempt.filter.iter().find_map(|record| rejection_reason(attempt, record.node)).unwrap_or(ChoiceReason::NothingFits)
}

/// Why a pod is or isn't placed on a node.
fn reason_for_node(attempt: &Attempt, node_ix: NodeIx, chosen_node: Option<NodeIx>) -> ChoiceReason<'_> {
    if let AttemptOutcome::Scheduled { node: winner, .. } = attempt.outcome {
        reason_scored(attempt, node_ix, winner)
    } else {
        reason_preempted(attempt, node_ix, chosen_node)
    }
}

/// Why a node does or doesn't win by its score.
fn reason_scored(attempt: &Attempt, node_ix: NodeIx, winner: NodeIx) -> ChoiceReason<'_> {
    let node = &attempt.nodes[node_ix];
    let total = |node_ix: NodeIx| {
        let column = attempt.scores.nodes.iter().position(|node| *node == node_ix)?;
        attempt.scores.totals.get(column).copied()
    };
    match (rejection_reason(attempt, node_ix), total(node_ix), total(winner)) {
        (Some(why), ..) => why,
        (None, Some(points), Some(most)) if winner != node_ix => ChoiceReason::ScoresLess {
            choice: (node, points),
            best: (&attempt.nodes[winner], most),
            gap: largest_gap(attempt, node_ix, winner),
        },
        (None, Some(points), _) => ChoiceReason::ScoresMost(node, points),
        (None, ..) => ChoiceReason::OnlyNode(node),
    }
}

/// Why preemption does or doesn't choose a node.
fn reason_preempted(attempt: &Attempt, node_ix: NodeIx, chosen_node: Option<NodeIx>) -> ChoiceReason<'_> {
    let node = &attempt.nodes[node_ix];
    if chosen_node == Some(node_ix) {
        return ChoiceReason::MakesRoom(node);
    }
    let preemption = attempt.preemption.as_ref();
    let lost_at = preemption.and_then(|preemption| {
        let rung_dropping = |node_ix: NodeIx| {
            preemption
                .ladder
                .iter()
                .find(|rung| rung.values.iter().any(|(at, _)| *at == node_ix) && !rung.kept.contains(&node_ix))
        };
        Some((preemption, rung_dropping(node_ix)?))
    });
    if let Some((preemption, rung)) = lost_at {
        let rule_comparison = |node_ix: NodeIx| RuleComparison {
            node: &attempt.nodes[node_ix],
            value: rung.values.iter().find(|(at, _)| *at == node_ix).map_or(0, |(_, value)| *value),
            victims: preemption.victims_on(node_ix).len(),
        };
        return ChoiceReason::Loses {
            rule: rung.rule,
            choice: rule_comparison(node_ix),
            best: rung.kept.first().copied().map(rule_comparison),
        };
    }
    let dry_run = preemption.and_then(|preemption| preemption.dry_runs.iter().find(|dry_run| dry_run.node == node_ix));
    match dry_run.and_then(|dry_run| dry_run.failure.as_ref()) {
        Some((_, failure)) => ChoiceReason::NoHelp(node, Some(failure)),
        None => rejection_reason(attempt, node_ix).unwrap_or(ChoiceReason::NoHelp(node, None)),
    }
}

/// The score row in which a node is furthest behind the winner.
fn largest_gap(attempt: &Attempt, node_ix: NodeIx, winner: NodeIx) -> Option<Gap<'_>> {
    let scores = &attempt.scores;
    let column = |node_ix: NodeIx| scores.nodes.iter().position(|node| *node == node_ix);
    let (own_column, best) = (column(node_ix)?, column(winner)?);
    let points = |row: &ScoreRowRecord, at: usize| row.normalized.get(at).map(|score| score.saturating_mul(row.weight));
    let parts = scores.rows.iter().filter_map(|row| Some((row, points(row, own_column)?, points(row, best)?)));
    let (row, own_points, best) = parts
        .filter(|(_, own_points, best)| own_points < best)
        .max_by_key(|(_, own_points, best)| best.saturating_sub(*own_points))?;
    Some(Gap { row: &row.id, choice: own_points, best })
}

/// Why a filter or an extender rejects a node; `None` if none does.
fn rejection_reason(attempt: &Attempt, node_ix: NodeIx) -> Option<ChoiceReason<'_>> {
    let record = attempt.filter.iter().find(|record| record.node == node_ix)?;
    let failed_rows = record
        .failed
        .iter()
        .map(|(_, failure)| failure)
        .chain(&record.outside_node_set)
        .chain(&record.extender_rejection)
        .next()?;
    Some(ChoiceReason::Rejected(&attempt.nodes[node_ix], failed_rows))
}

#[cfg(test)]
mod tests;

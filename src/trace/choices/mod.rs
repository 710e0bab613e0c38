//! The choices for a question about a decision: which one is right, and why, from the record of the attempt.

pub mod group_outcome;
pub mod group_questions;

use api::{NamespacedName, Str};
use runlog::{
    Attempt, AttemptOutcome, DryRun, Failure, GroupAttemptSummary, GroupUnit, LadderRule, NodeIx, RowId, ScoreRowRecord,
};

use self::group_outcome::GroupOutcome;
use super::{Frame, decisions::DecisionKind};

/// More pods than this are too many to choose from.
const MOST_PODS: usize = 8;

/// A question about a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionQuestion<'a> {
    /// What is asked for.
    pub kind: DecisionKind,
    /// The pod that is placed, or the group.
    pub pod: &'a NamespacedName,
    /// The node whose victims are asked for.
    pub node: Option<&'a Str>,
    /// What may be answered.
    pub choices: Vec<AnswerChoice<'a>>,
    /// The choices that are wanted one after the other, as indices. If there are none, one right choice is enough.
    pub order: Vec<usize>,
    /// Which of them are alike, a number for each: those with the same one may be named in any order.
    pub alike_groups: Vec<usize>,
    /// Why those that are alike stand in this order.
    pub ties: Vec<Tie>,
}

/// Victims of one priority, of which all or none violate a budget: the scheduler tells them apart by their start alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The pods, in the order of eviction.
    pub pods: Vec<NamespacedName>,
    pub priority: i32,
    /// Whether the first one started before the others (`MoreImportantPod`); otherwise nothing tells them apart.
    pub by_start: bool,
}

/// A choice.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerChoice<'a> {
    /// What is chosen.
    pub pick: Pick,
    /// Whether it is right.
    pub right: bool,
    /// Why it is, or is not.
    pub reason: ChoiceReason<'a>,
}

/// What is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// A node, by name.
    Node(Str),
    NoNode,
    Pod(NamespacedName),
    /// That the pod fits, or that it does not.
    Fits(bool),
    /// What comes of a group's cycle.
    Outcome(GroupOutcome),
    /// Pods that are evicted together for a group.
    Unit(GroupUnit),
}

/// Why a choice is right or wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum ChoiceReason<'a> {
    /// The filters or an extender reject the node.
    Rejected(&'a Str, &'a Failure),
    /// The node passes all of them.
    Passes(&'a Str),
    /// The node has the highest total.
    ScoresMost(&'a Str, i64),
    /// The node fits, but the winner has a higher total.
    ScoresLess {
        /// The node, and its total.
        choice: (&'a Str, i64),
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
        rule: LadderRule,
        /// The node.
        choice: RuleComparison<'a>,
        /// The first candidate that stays.
        best: Option<RuleComparison<'a>>,
    },
    /// Evicting pods on the node does not help, and why not, if that is known.
    NoHelp(&'a Str, Option<&'a Failure>),
    /// No node fits, whatever is evicted.
    NothingFits,
    /// No dry run removes the pod.
    NotLower(NamespacedName),
    /// The pod is on a node that preemption does not choose. Which one it chooses is not told: a question may be open still.
    Elsewhere {
        pod: NamespacedName,
        /// The pod's node.
        node: &'a Str,
        /// Why that one is not chosen.
        reason: Box<ChoiceReason<'a>>,
    },
    /// The pod is a victim; and what rejects the preemptor once the pod is put back, if that was tried.
    Victim(NamespacedName, Option<&'a Failure>),
    /// The dry run removes the pod and puts it back.
    PutBack(NamespacedName),
    /// What the cycle of a group comes to.
    GroupVerdict {
        summary: &'a GroupAttemptSummary,
        /// Only of a gang.
        minimum: Option<usize>,
    },
    /// With the unit back the group still fits, or it does not.
    UnitPutBack { group: &'a NamespacedName, unit: &'a GroupUnit, stays: bool },
}

/// The score row that sets a node apart most from the winner, with the weighted points of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap<'a> {
    pub row: &'a RowId,
    /// The node's points.
    pub choice: i64,
    /// The winner's points, which are more.
    pub best: i64,
}

/// A candidate of preemption, as a rule compares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleComparison<'a> {
    pub node: &'a Str,
    /// The number that the rule compares.
    pub value: i64,
    /// How many victims are on the node.
    pub victims: usize,
}

/// The question about a decision. `frame` is the cluster before it. `None` if there is nothing to choose from.
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
            // One pod alone is no choice.
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

/// Which victims are alike, a number for each, and the groups of more than one.
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
                tie.by_start |= last.as_ref().is_some_and(|(first, ..)| first < start);
            }
            (Some((_, priority, _, pod)), _) => {
                ties.push(Tie { pods: vec![pod.clone()], priority: *priority, by_start: false });
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

/// Every node that the attempt knows, in the order of their coming, and none.
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
        right: chosen_node == Some(node_ix),
        reason: reason_for_node(attempt, node_ix, chosen_node),
    };
    let no_node = AnswerChoice {
        pick: Pick::NoNode,
        right: chosen_node.is_none(),
        reason: chosen_node.map_or(ChoiceReason::NothingFits, |ix| reason_for_node(attempt, ix, chosen_node)),
    };
    known_nodes.map(choice).chain([no_node]).collect()
}

/// Whether a node passes: yes and no. `None` if the attempt does not look at the node.
#[must_use]
pub fn fit_choices<'a>(attempt: &'a Attempt, node: &str) -> Option<Vec<AnswerChoice<'a>>> {
    let ix = attempt.nodes.iter().position(|text| text == node)?;
    attempt.filter.iter().find(|record| record.node == ix)?;
    let rejection = rejection_reason(attempt, ix);
    Some(yes_no_choices(rejection.is_none(), &rejection.unwrap_or(ChoiceReason::Passes(&attempt.nodes[ix]))))
}

/// Whether a pod that is tried again fits on any node now: yes and no.
#[must_use]
pub fn fit_now_choices(attempt: &Attempt) -> Vec<AnswerChoice<'_>> {
    match &attempt.outcome {
        AttemptOutcome::Scheduled { node, .. } => yes_no_choices(true, &reason_for_node(attempt, *node, Some(*node))),
        _ => yes_no_choices(false, &reason_unfit_now(attempt)),
    }
}

fn yes_no_choices<'a>(fits: bool, why: &ChoiceReason<'a>) -> Vec<AnswerChoice<'a>> {
    let choice =
        |pod_fits: bool| AnswerChoice { pick: Pick::Fits(pod_fits), right: pod_fits == fits, reason: why.clone() };
    vec![choice(true), choice(false)]
}

/// The pods of all nodes, or those that dry runs remove if there are many. `None` if preemption chooses no node.
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
        right: victims.contains(pod_key),
        reason: why(pod_key.clone()),
    };
    Some(keys.into_iter().map(choice).collect())
}

/// What rejected the preemptor when a pod was put back.
fn reprieve_failure<'a>(dry_run: &'a DryRun, pod: &NamespacedName) -> Option<&'a Failure> {
    let reprieve = dry_run
        .reprieves
        .iter()
        .find(|reprieve| dry_run.removed.get(reprieve.pod).is_some_and(|removed| removed.pod == *pod))?;
    reprieve.failure.as_ref().map(|(_, failure)| failure)
}

/// Why a pod fits nowhere: what rejects the first node; or where preemption makes room.
fn reason_unfit_now(attempt: &Attempt) -> ChoiceReason<'_> {
    if let Some(chosen_node) = attempt.preemption.as_ref().and_then(|preemption| preemption.chosen) {
        return ChoiceReason::MakesRoom(&attempt.nodes[chosen_node]);
    }
    attempt.filter.iter().find_map(|record| rejection_reason(attempt, record.node)).unwrap_or(ChoiceReason::NothingFits)
}

/// Why a pod goes to a node, or does not.
fn reason_for_node(attempt: &Attempt, node_ix: NodeIx, chosen_node: Option<NodeIx>) -> ChoiceReason<'_> {
    if let AttemptOutcome::Scheduled { node: winner, .. } = attempt.outcome {
        reason_scored(attempt, node_ix, winner)
    } else {
        reason_preempted(attempt, node_ix, chosen_node)
    }
}

/// Why a node wins by its score, or does not.
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

/// Why preemption chooses a node, or does not.
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

/// The row in which a node has less than the winner by most.
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

/// Why the filters or an extender reject a node, if they do.
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

//! `pickOneNodeForPreemption`: a ladder of rules, each of which keeps the best of what the one before left over.

use std::cmp::Reverse;

use crate::cluster::PodSums;
use record::NodeIx;
use record::{Rule, Rung};

use super::rules::DefaultPreemption;

/// What a candidate costs by each of [`RULES`]; less is better.
pub(super) type Costs = [i64; RULES.len()];

const RULES: [Rule; 5] = [
    Rule::FewestViolations,
    Rule::LowestFirstPriority,
    Rule::SmallestPrioritySum,
    Rule::FewestVictims,
    Rule::LatestStart,
];

/// What it costs to evict these pods, of which so many violate a budget.
pub(super) fn costs<'p>(victims: impl Iterator<Item = &'p PodSums> + Clone, violations: usize) -> Costs {
    let priorities = victims.clone().map(|victim| i64::from(victim.priority));
    // `GetEarliestPodStartTime`: of the victims of highest priority.
    let earliest_start = victims.clone().map(|victim| (Reverse(victim.priority), victim.start)).min();
    let earliest_start = earliest_start.map_or(i64::MAX, |(_, start)| start);
    [
        count(violations),
        priorities.clone().next().unwrap_or(0),
        priorities.map(|priority| priority + (1 << 31)).sum(),
        count(victims.count()),
        // The latest start is the best, so it is turned around.
        -earliest_start,
    ]
}

fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// The rungs that were needed, and the nodes left over at the end; upstream takes any of these.
pub(super) fn climb(candidates: &[(NodeIx, Costs)], policy: &DefaultPreemption) -> (Vec<Rung>, Vec<NodeIx>) {
    const VICTIMS: usize = 3;
    let mut left: Vec<&(NodeIx, Costs)> = candidates.iter().collect();
    let mut rungs = Vec::new();
    let mut climb = |rule: Rule, left: &mut Vec<&(NodeIx, Costs)>, cost: &dyn Fn(&Costs) -> i64| {
        let values: Vec<(NodeIx, i64)> = left.iter().map(|(node, costs)| (*node, cost(costs))).collect();
        let best = values.iter().map(|(_, value)| *value).min();
        left.retain(|(_, costs)| Some(cost(costs)) == best);
        debug_assert!(!left.is_empty() || values.is_empty(), "a rung leaves a candidate");
        rungs.push(Rung { rule, values, kept: left.iter().map(|(node, _)| *node).collect() });
    };
    if !policy.wants_victims && left.iter().any(|(_, costs)| costs[VICTIMS] == 0) {
        climb(Rule::NoVictims, &mut left, &|costs| i64::from(costs[VICTIMS] > 0));
    } else {
        for (at, rule) in RULES.into_iter().enumerate() {
            if left.len() > 1 {
                climb(rule, &mut left, &|costs| costs[at]);
            }
        }
    }
    debug_assert!(
        rungs.is_empty() || rungs[0].values.len() == candidates.len(),
        "the first rung looks at every candidate"
    );
    debug_assert!(
        rungs.windows(2).all(|pair| pair[0].kept.len() == pair[1].values.len()),
        "a rung looks at what the one before has kept"
    );
    (rungs, left.iter().map(|(node, _)| *node).collect())
}

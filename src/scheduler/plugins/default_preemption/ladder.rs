//! `pickOneNodeForPreemption`: a ladder of rules, each of which keeps the best of what the one before left over.
//!
//! Its oddities are upstream's, and decide who is evicted. The sum of priorities adds 2³¹ to each (there as `math.MaxInt32 + 1`), so it
//! counts victims at least as much as it weighs them, and the rule for their number decides next to nothing. `GetEarliestPodStartTime`
//! looks only at the victims of the highest priority. Tests: those below. What is left at the end comes out of a Go map, by chance.

use std::cmp::Reverse;

use runlog::{LadderRule, NodeIx, Rung};

use super::rules::DefaultPreemption;
use crate::cluster::PodSums;

/// What a candidate costs by each of [`RULES`]; less is better.
pub(super) type CandidateCosts = [i64; RULES.len()];

const RULES: [LadderRule; 5] = [
    LadderRule::FewestViolations,
    LadderRule::LowestFirstPriority,
    LadderRule::SmallestPrioritySum,
    LadderRule::FewestVictims,
    LadderRule::LatestStart,
];

/// What it costs to evict these pods, of which so many violate a budget.
pub(super) fn candidate_costs<'p>(
    victims: impl Iterator<Item = &'p PodSums> + Clone,
    violations: usize,
) -> CandidateCosts {
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
pub(super) fn apply_rules(
    candidates: &[(NodeIx, CandidateCosts)],
    policy: &DefaultPreemption,
) -> (Vec<Rung>, Vec<NodeIx>) {
    const VICTIMS: usize = 3;
    let mut remaining: Vec<&(NodeIx, CandidateCosts)> = candidates.iter().collect();
    let mut rungs = Vec::new();
    let mut climb =
        |rule: LadderRule, remaining: &mut Vec<&(NodeIx, CandidateCosts)>, cost: &dyn Fn(&CandidateCosts) -> i64| {
            let values: Vec<(NodeIx, i64)> = remaining.iter().map(|(node, costs)| (*node, cost(costs))).collect();
            let lowest_cost = values.iter().map(|(_, value)| *value).min();
            remaining.retain(|(_, costs)| Some(cost(costs)) == lowest_cost);
            debug_assert!(!remaining.is_empty() || values.is_empty(), "a rung leaves a candidate");
            rungs.push(Rung { rule, values, kept: remaining.iter().map(|(node, _)| *node).collect() });
        };
    if !policy.wants_victims && remaining.iter().any(|(_, costs)| costs[VICTIMS] == 0) {
        climb(LadderRule::NoVictims, &mut remaining, &|costs| i64::from(costs[VICTIMS] > 0));
    } else {
        for (at, rule) in RULES.into_iter().enumerate() {
            if remaining.len() > 1 {
                climb(rule, &mut remaining, &|costs| costs[at]);
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
    (rungs, remaining.iter().map(|(node, _)| *node).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugins::testing::pod;

    /// Costs of victims, each with its priority and the second in which it started.
    fn costs_of(victims: &[(i32, u32)]) -> CandidateCosts {
        let sums = victims.iter().map(|(priority, second)| {
            let status = format!(r#"{{"startTime":"2024-03-01T08:00:{second:02}Z"}}"#);
            *pod(&format!(r#"{{"spec":{{"priority":{priority}}},"status":{status}}}"#)).sums()
        });
        let sums: Vec<PodSums> = sums.collect();
        candidate_costs(sums.iter(), 0)
    }

    #[test]
    fn the_sum_of_priorities_counts_victims_of_negative_priority_too() {
        const SUM: usize = 2;
        assert_eq!(costs_of(&[(-5, 0), (-5, 0)])[SUM], 2 * ((1 << 31) - 5));
        assert!(costs_of(&[(1000, 0)])[SUM] < costs_of(&[(-1000, 0), (-1000, 0)])[SUM]);
        // The lowest priority that there is costs nothing: only then does the number of victims decide.
        assert_eq!(costs_of(&[(i32::MIN, 0)])[SUM], 0);
    }

    #[test]
    fn only_the_most_important_victims_have_a_start() {
        const START: usize = 4;
        assert_eq!(costs_of(&[(9, 30), (9, 20), (1, 10)])[START], costs_of(&[(9, 20)])[START]);
        assert!(costs_of(&[(9, 20)])[START] < costs_of(&[(9, 10)])[START]);
    }
}

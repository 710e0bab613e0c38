//! `pickOneNodeForPreemption`: applies rules one after the other, each of which keeps the cheapest of the remaining
//! candidates.
//!
//! Upstream's peculiarities are kept, because they decide who is evicted. The sum of priorities adds 2³¹ to each of
//! them (upstream: `math.MaxInt32 + 1`), so it depends on the number of victims at least as much as on their
//! priorities, and the rule for their number decides next to nothing. `GetEarliestPodStartTime` considers only the
//! victims of the highest priority. Candidates that remain at the end are tied: upstream takes one from a Go map, in
//! random order.

use std::cmp::Reverse;

use runlog::{LadderRule, NodeIx, Rung};

use super::rules::DefaultPreemption;
use crate::cluster::PodSums;

/// The cost of a candidate under each of [`RULES`], in their order; lower is better.
pub(super) type CandidateCosts = [i64; RULES.len()];

const RULES: [LadderRule; 5] = [
    LadderRule::FewestViolations,
    LadderRule::LowestFirstPriority,
    LadderRule::SmallestPrioritySum,
    LadderRule::FewestVictims,
    LadderRule::LatestStart,
];

/// Returns the costs of evicting `victims`, given in order of importance, of which `violations` violate a budget.
pub(super) fn candidate_costs<'p>(
    victims: impl Iterator<Item = &'p PodSums> + Clone,
    violations: usize,
) -> CandidateCosts {
    let priorities = victims.clone().map(|victim| i64::from(victim.priority));
    // `GetEarliestPodStartTime` considers only the victims of the highest priority.
    let earliest_start = victims.clone().map(|victim| (Reverse(victim.priority), victim.start)).min();
    let earliest_start = earliest_start.map_or(i64::MAX, |(_, start)| start);
    [
        count(violations),
        priorities.clone().next().unwrap_or(0),
        priorities.map(|priority| priority + (1 << 31)).sum(),
        count(victims.count()),
        // The latest start time is the best, so the sign is inverted.
        -earliest_start,
    ]
}

fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// Applies the rules until one candidate is left. Returns a record of each rule that was applied, if that is wanted, and
/// the remaining nodes, among which upstream chooses at random.
pub(super) fn apply_rules(
    candidates: &[(NodeIx, CandidateCosts)],
    policy: &DefaultPreemption,
    is_recorded: bool,
) -> (Vec<Rung>, Vec<NodeIx>) {
    const VICTIMS: usize = 3;
    let mut remaining: Vec<&(NodeIx, CandidateCosts)> = candidates.iter().collect();
    let mut rungs = Vec::new();
    let mut climb =
        |rule: LadderRule, remaining: &mut Vec<&(NodeIx, CandidateCosts)>, cost: &dyn Fn(&CandidateCosts) -> i64| {
            let values = remaining.iter().filter(|_| is_recorded).map(|(node, costs)| (*node, cost(costs))).collect();
            let lowest_cost = remaining.iter().map(|(_, costs)| cost(costs)).min();
            remaining.retain(|(_, costs)| Some(cost(costs)) == lowest_cost);
            debug_assert!(lowest_cost.is_none() || !remaining.is_empty(), "a rung leaves a candidate");
            if is_recorded {
                rungs.push(Rung { rule, values, kept: remaining.iter().map(|(node, _)| *node).collect() });
            }
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

    /// The costs of victims, each given as its priority and the second in which it started.
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
        // The lowest possible priority adds nothing to the sum, so only then does the number of victims decide.
        assert_eq!(costs_of(&[(i32::MIN, 0)])[SUM], 0);
    }

    #[test]
    fn only_the_most_important_victims_have_a_start() {
        const START: usize = 4;
        assert_eq!(costs_of(&[(9, 30), (9, 20), (1, 10)])[START], costs_of(&[(9, 20)])[START]);
        assert!(costs_of(&[(9, 20)])[START] < costs_of(&[(9, 10)])[START]);
    }
}

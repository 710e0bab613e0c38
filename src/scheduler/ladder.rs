//! `pickOneNodeForPreemption`: a ladder of rules, each of which keeps the best of what the one before left over.

use crate::cluster::NodeIx;
use crate::framework::{PreemptionPolicy, Rule, Rung};

use super::preemption::{Candidate, start};

/// The rungs that were needed, and the nodes left over at the end; upstream takes any of these.
pub fn climb(candidates: &[Candidate], policy: &PreemptionPolicy) -> (Vec<Rung>, Vec<NodeIx>) {
    let mut left: Vec<&Candidate> = candidates.iter().collect();
    let mut rungs = Vec::new();
    let mut climb = |rule: Rule, left: &mut Vec<&Candidate>, value: &dyn Fn(&Candidate) -> i64| {
        let values: Vec<(NodeIx, i64)> = left.iter().map(|candidate| (candidate.node, value(candidate))).collect();
        let best = values.iter().map(|(_, value)| *value).min();
        let mut at = values.iter();
        left.retain(|_| at.next().map(|(_, value)| *value) == best);
        rungs.push(Rung { rule, values, kept: left.iter().map(|candidate| candidate.node).collect() });
    };
    if !policy.wants_victims && left.iter().any(|candidate| candidate.victims.is_empty()) {
        climb(Rule::NoVictims, &mut left, &|candidate| i64::from(!candidate.victims.is_empty()));
    } else {
        type Measure<'a> = &'a dyn Fn(&Candidate) -> i64;
        let rules: [(Rule, Measure); 5] = [
            (Rule::FewestViolations, &|candidate| count(candidate.violations)),
            (Rule::LowestFirstPriority, &|candidate| candidate.victims.first().map_or(0, |v| i64::from(v.priority()))),
            (Rule::SmallestPrioritySum, &|candidate| {
                candidate.victims.iter().map(|victim| i64::from(victim.priority()) + (1 << 31)).sum()
            }),
            (Rule::FewestVictims, &|candidate| count(candidate.victims.len())),
            // The latest start is the best, so it is turned around.
            (Rule::LatestStart, &|candidate| -earliest_start(candidate)),
        ];
        for (rule, value) in rules {
            if left.len() > 1 {
                climb(rule, &mut left, value);
            }
        }
    }
    let ties = left.iter().map(|candidate| candidate.node).collect();
    (rungs, ties)
}

fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// `GetEarliestPodStartTime`: of the victims of highest priority.
fn earliest_start(candidate: &Candidate) -> i64 {
    let highest = candidate.victims.iter().map(|victim| victim.priority()).max();
    let of_highest = candidate.victims.iter().filter(|victim| Some(victim.priority()) == highest);
    of_highest.map(|victim| start(victim)).min().unwrap_or(i64::MAX)
}

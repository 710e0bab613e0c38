//! The ladder of preemption as a bracket: each candidate has a line that continues while the rules keep it.

use runlog::PreemptionRecord;

/// With more candidates than this, those that one rule drops share a line.
const MAX_SINGLE_LINES: usize = 20;

/// The result of a rule for a candidate, with the lowest and highest compared number of the candidates on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleMark {
    /// Kept by the rule.
    Stays(i64, i64),
    /// Dropped by the rule.
    Dropped(i64, i64),
    /// Dropped by an earlier rule.
    AlreadyOut,
}

/// A line of the bracket: one candidate, or several that the same rule dropped, from the first rule to the one that drops them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderLine {
    /// The candidates, each by the index of its node in the attempt.
    pub nodes: Vec<usize>,
    /// The result of each rule, in the order in which the rules are applied.
    pub marks: Vec<RuleMark>,
}

/// The lines after the first `rule_count` rules, in upstream's order.
pub fn ladder_lines(record: &PreemptionRecord, rule_count: usize) -> Vec<LadderLine> {
    let rungs = &record.ladder[..rule_count.min(record.ladder.len())];
    let Some(first) = rungs.first() else { return Vec::new() };
    let mut lines: Vec<LadderLine> = Vec::new();
    for (node, _) in &first.values {
        let marks = rungs.iter().map(|rung| match rung.values.iter().find(|(other, _)| other == node) {
            None => RuleMark::AlreadyOut,
            Some((_, value)) if rung.kept.contains(node) => RuleMark::Stays(*value, *value),
            Some((_, value)) => RuleMark::Dropped(*value, *value),
        });
        let line = LadderLine { nodes: vec![*node], marks: marks.collect() };
        let dropping_rule = line.marks.iter().position(|rule_mark| matches!(rule_mark, RuleMark::Dropped(..)));
        let alike = |other: &&mut LadderLine| {
            dropping_rule.is_some_and(|rule| matches!(other.marks[rule], RuleMark::Dropped(..)))
        };
        match lines.iter_mut().find(alike).filter(|_| first.values.len() > MAX_SINGLE_LINES) {
            Some(other) => {
                other.nodes.push(*node);
                other.marks = other.marks.iter().zip(&line.marks).map(|(a, b)| join_marks(*a, *b)).collect();
            }
            None => lines.push(line),
        }
    }
    lines
}

fn join_marks(rule_mark: RuleMark, other: RuleMark) -> RuleMark {
    match (rule_mark, other) {
        (RuleMark::Stays(a, b), RuleMark::Stays(c, d)) => RuleMark::Stays(a.min(c), b.max(d)),
        (RuleMark::Dropped(a, b), RuleMark::Dropped(c, d)) => RuleMark::Dropped(a.min(c), b.max(d)),
        _ => rule_mark,
    }
}

#[cfg(test)]
mod tests {
    use runlog::{LadderRule, Rung};

    use super::*;

    fn record(many: usize) -> PreemptionRecord {
        let rung = |rule, values: &[(usize, i64)], numbers: &[usize]| Rung {
            rule,
            values: values.to_vec(),
            kept: numbers.to_vec(),
        };
        let mut first: Vec<(usize, i64)> = vec![(0, 0), (1, 0), (2, 1)];
        first.extend((3..many).map(|node| (node, 2)));
        let ladder = vec![
            rung(LadderRule::FewestViolations, &first, &[0, 1]),
            rung(LadderRule::LowestFirstPriority, &[(0, 7), (1, 5)], &[1]),
        ];
        PreemptionRecord { ladder, ..PreemptionRecord::default() }
    }

    #[test]
    fn lines_continue_while_rules_keep_them() {
        use RuleMark::{AlreadyOut, Dropped, Stays};
        let few = ladder_lines(&record(3), 2);
        let marks: Vec<_> = few.iter().map(|line| line.marks.as_slice()).collect();
        assert_eq!(marks, [&[Stays(0, 0), Dropped(7, 7)], &[Stays(0, 0), Stays(5, 5)], &[Dropped(1, 1), AlreadyOut]]);
        assert_eq!(ladder_lines(&record(3), 1)[0].marks, [Stays(0, 0)]);
        assert!(ladder_lines(&record(3), 0).is_empty());
    }

    #[test]
    fn candidates_dropped_by_one_rule_share_a_line() {
        let many = ladder_lines(&record(30), 2);
        assert_eq!(many.len(), 3);
        assert_eq!((many[2].nodes.len(), many[2].marks[0]), (28, RuleMark::Dropped(1, 2)));
    }
}

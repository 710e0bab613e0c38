//! The ladder of preemption as a bracket: a line for each candidate that goes on while a rule keeps it.

use record::PreemptionRecord;

/// So many candidates have a line each; of more, those that one rule drops share a line.
const APART: usize = 20;

/// What a rule made of a candidate, with the numbers that it compared: the least and the greatest of those that share a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It stays.
    Kept(i64, i64),
    /// It is out.
    Out(i64, i64),
    /// It was out before.
    Gone,
}

/// A line of the bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The candidates: one, or many that the same rule dropped.
    pub nodes: Vec<usize>,
    /// Rule by rule.
    pub marks: Vec<Mark>,
}

/// The lines after the first `told` rules, in upstream's order.
pub fn lines(record: &PreemptionRecord, told: usize) -> Vec<Line> {
    let rungs = &record.ladder[..told.min(record.ladder.len())];
    let Some(first) = rungs.first() else { return Vec::new() };
    let mut lines: Vec<Line> = Vec::new();
    for (node, _) in &first.values {
        let marks = rungs.iter().map(|rung| match rung.values.iter().find(|(other, _)| other == node) {
            None => Mark::Gone,
            Some((_, value)) if rung.kept.contains(node) => Mark::Kept(*value, *value),
            Some((_, value)) => Mark::Out(*value, *value),
        });
        let line = Line { nodes: vec![*node], marks: marks.collect() };
        let out = line.marks.iter().position(|mark| matches!(mark, Mark::Out(..)));
        let alike = |other: &&mut Line| out.is_some_and(|out| matches!(other.marks[out], Mark::Out(..)));
        match lines.iter_mut().find(alike).filter(|_| first.values.len() > APART) {
            Some(other) => {
                other.nodes.push(*node);
                other.marks = other.marks.iter().zip(&line.marks).map(|(a, b)| joined(*a, *b)).collect();
            }
            None => lines.push(line),
        }
    }
    lines
}

fn joined(one: Mark, other: Mark) -> Mark {
    match (one, other) {
        (Mark::Kept(a, b), Mark::Kept(c, d)) => Mark::Kept(a.min(c), b.max(d)),
        (Mark::Out(a, b), Mark::Out(c, d)) => Mark::Out(a.min(c), b.max(d)),
        _ => one,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::{Rule, Rung};

    fn record(many: usize) -> PreemptionRecord {
        let rung =
            |rule, values: &[(usize, i64)], kept: &[usize]| Rung { rule, values: values.to_vec(), kept: kept.to_vec() };
        let mut first: Vec<(usize, i64)> = vec![(0, 0), (1, 0), (2, 1)];
        first.extend((3..many).map(|node| (node, 2)));
        let ladder = vec![
            rung(Rule::FewestViolations, &first, &[0, 1]),
            rung(Rule::LowestFirstPriority, &[(0, 7), (1, 5)], &[1]),
        ];
        PreemptionRecord { ladder, ..PreemptionRecord::default() }
    }

    #[test]
    fn lines_go_on_while_they_are_kept() {
        use Mark::{Gone, Kept, Out};
        let few = lines(&record(3), 2);
        let marks: Vec<_> = few.iter().map(|line| line.marks.as_slice()).collect();
        assert_eq!(marks, [&[Kept(0, 0), Out(7, 7)], &[Kept(0, 0), Kept(5, 5)], &[Out(1, 1), Gone]]);
        assert_eq!(lines(&record(3), 1)[0].marks, [Kept(0, 0)]);
        assert!(lines(&record(3), 0).is_empty());
    }

    #[test]
    fn many_that_one_rule_dropped_share_a_line() {
        let many = lines(&record(30), 2);
        assert_eq!(many.len(), 3);
        assert_eq!((many[2].nodes.len(), many[2].marks[0]), (28, Mark::Out(1, 2)));
    }
}

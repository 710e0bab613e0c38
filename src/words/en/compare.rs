//! Differences in English.

use super::En;
use crate::catalogue::compare::Sentences;
use crate::catalogue::grammar::Grammar as _;
use crate::catalogue::reason;
use crate::catalogue::reason::Sentences as _;
use crate::short;
use api::Str;
use record::Failure;
use trace::compare::{Delta, End};

impl Sentences for En {
    fn delta(&self, delta: &Delta) -> [String; 3] {
        match delta {
            Delta::Verdict { node, here, there } => {
                let told = |it: &Option<Result<(), Failure>>| match it {
                    None => "not checked".into(),
                    Some(Ok(())) => "✓ fits".into(),
                    Some(Err(failure)) => format!("✗ {} ({})", self.failure(failure), self.code(failure.code)),
                };
                [format!("Verdict on {node}"), told(here), told(there)]
            }
            Delta::Rank { node, here, there } => {
                let told = |(rank, total): &(usize, i64)| format!("rank {rank}, {total} points");
                [format!("Rank of {node}"), told(here), told(there)]
            }
            Delta::Victims { node, here, there } => {
                let told = |it: &Option<Vec<Str>>| match it {
                    None => "not a candidate".into(),
                    Some(pods) if pods.is_empty() => "none".into(),
                    Some(pods) => self.pods(pods),
                };
                [format!("Victims on {node}"), told(here), told(there)]
            }
            Delta::Rung { rule, node, here, there } => {
                // Sums are compared whole, as the numbers of victims may differ.
                let told = |value: &i64| reason::rule_value(*rule, *value, 0).1;
                [format!("{} · {node}", self.rule(*rule).0), told(here), told(there)]
            }
            Delta::End { here, there } => ["This attempt".into(), self.end(here), self.end(there)],
        }
    }

    fn end(&self, end: &End) -> String {
        match end {
            End::Never => "—".into(),
            End::Placed(node) => format!("goes to {node}"),
            End::Preempts(node, pods) if pods.is_empty() => format!("is nominated to {node}"),
            End::Preempts(node, pods) => format!("preempts {} on {node}", self.pods(pods)),
            End::Waits => "keeps waiting".into(),
        }
    }

    fn nth_attempt(&self, pod: &str, number: usize) -> String {
        format!("{pod}, attempt {number}")
    }
}

impl En {
    pub(super) fn pods(&self, keys: &[Str]) -> String {
        self.list(&keys.iter().map(|key| short(key)).collect::<Vec<_>>())
    }
}

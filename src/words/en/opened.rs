//! The steps of an attempt, in English.

use super::En;
use crate::catalogue::opened::{Opened, Sentences};
use record::Rule;

static WORDS: Opened = Opened {
    steps: "Steps of this attempt",
    eligible: "Can it preempt?",
    potential: "Which nodes?",
    remove: "Remove pods",
    try_without: "Fits without?",
    candidate: "Candidate",
    no_candidate: "No candidate",
    ladder: "Which candidate?",
    failed: "Not scheduled",
    binding: "Binding",
    with_nominated: "with nominated pods",
};

impl Sentences for En {
    fn opened(&self) -> &'static Opened {
        &WORDS
    }

    fn dry_run_on(&self, node: &str) -> String {
        format!("Dry run: {node}")
    }

    fn nth_node(&self, number: usize) -> String {
        format!("node {number}")
    }

    fn nth_pod(&self, number: usize) -> String {
        format!("pod {number}")
    }

    fn rule_in_short(&self, rule: Rule) -> String {
        match rule {
            Rule::NoVictims => "No victims",
            Rule::FewestViolations => "Fewest violations",
            Rule::LowestFirstPriority => "Lowest top priority",
            Rule::SmallestPrioritySum => "Smallest sum",
            Rule::FewestVictims => "Fewest victims",
            Rule::LatestStart => "Latest start",
        }
        .into()
    }
}

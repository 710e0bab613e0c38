//! Extenders in English.

use api::Millis;

use super::En;
use crate::catalogue::extender::{Exchange, Sentences};
use crate::catalogue::grammar::{Grammar as _, Noun};

static EXCHANGE: Exchange = Exchange {
    requests: "Requests to extenders",
    sent: "kube-scheduler sends",
    answer: "the extender answers",
    kept: "kept",
    no_message: "left out without a message",
    may_help: "eviction might help",
    no_help: "eviction can't help",
    not_named: "not in the answer: 0",
    withdrawn: "no longer a candidate",
    bare: "The nodes come back as bare objects: from now on they count as empty, without pods and images.",
    ignored: "The error is ignored, as if the extender had not been asked.",
    counts: "The extender is not ignorable, so the error counts.",
    no_victims: "no victims",
};

impl Sentences for En {
    fn exchange(&self) -> &'static Exchange {
        &EXCHANGE
    }

    fn asks_extender(&self, extender: &str) -> String {
        format!("kube-scheduler asks the extender {extender}")
    }

    fn sacrifice(&self, victims: &[&str], violations: i64) -> String {
        let victims =
            if victims.is_empty() { EXCHANGE.no_victims.into() } else { format!("evict {}", self.list(victims)) };
        match violations {
            0 => victims,
            1 => format!("{victims} (1 violates a budget)"),
            more => format!("{victims} ({more} violate a budget)"),
        }
    }

    fn extender_took(&self, wait: Millis) -> String {
        format!("The scheduler waits {wait} ms for the answer. It schedules no other pod meanwhile.")
    }

    fn extender_kept(&self, extender: &str, kept: usize, asked: usize) -> String {
        format!("{extender} keeps {kept} of {}", self.count(asked, Noun::Node))
    }

    fn extender_points(&self, extender: &str) -> String {
        format!("{extender} scores the nodes")
    }

    fn extender_left(&self, extender: &str, left: usize, asked: usize) -> String {
        format!("{extender} leaves {left} of {}", self.count(asked, Noun::Candidate))
    }

    fn extender_trouble(&self, extender: &str, ignored: bool) -> String {
        if ignored { format!("{extender} fails and is ignored") } else { format!("{extender} fails") }
    }

    fn extender_withdrew(&self, extender: &str, node: &str) -> String {
        format!("The extender {extender} no longer named {node} as a candidate.")
    }

    fn extender_filtered(&self, extender: &str, asked: usize, kept: &[&str], bare: bool) -> String {
        let of = self.count(asked, Noun::Node);
        let kept = if kept.is_empty() { "none".into() } else { self.list(kept) };
        let bare = if bare {
            " It sends the nodes back whole, so they now count as empty: no pods, no usage, no images."
        } else {
            ""
        };
        format!("The extender {extender} checked {of} and kept {kept}.{bare}")
    }

    fn extender_scored(&self, extender: &str, scores: &[(&str, i64)], factor: i64) -> String {
        if scores.is_empty() {
            return format!("The extender {extender} scored no node.");
        }
        let told: Vec<String> = scores.iter().map(|(node, score)| format!("{node} {score} × {factor}")).collect();
        format!("The extender {extender} adds {}.", self.list(&told.iter().map(String::as_str).collect::<Vec<_>>()))
    }

    fn extender_sacrificed(&self, extender: &str, asked: usize, left: &[&str]) -> String {
        let of = self.count(asked, Noun::Candidate);
        let left = if left.is_empty() { "none".into() } else { self.list(left) };
        format!("The extender {extender} was asked about {of} for preemption and left {left}.")
    }
}

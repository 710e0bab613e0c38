//! Extenders in English.

use super::En;
use crate::words::catalogue::extender::Sentences;
use crate::words::catalogue::grammar::{Grammar as _, Noun};

impl Sentences for En {
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

    fn extender_failed(&self, extender: &str, text: &str, ignored: bool) -> String {
        let then = if ignored { "It is ignored" } else { "That ends it" };
        format!("The extender {extender} failed. {then}: {text}")
    }
}

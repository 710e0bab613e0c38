//! How many more pods like one fit, in English.

use super::En;
use crate::catalogue::capacity::{Capacity, Sentences};
use crate::catalogue::grammar::{Grammar as _, Noun};
use crate::short;
use api::Str;
use wire::Enough;

/// Pods that are named at most.
const NAMED: usize = 8;

static CAPACITY: Capacity = Capacity {
    more: "How many more like it fit?",
    more_preempting: "…and with preemption?",
    full: "The next one fits nowhere:",
    how: "Tried in a copy of this run: copies of the pod are created at this moment, one after another, without owner and \
          gates. Pods that wait already can take room first.",
    rebalance: "Rebalancing",
    rebalance_ask: "Which pods would go elsewhere now?",
    rebalance_how: "Each pod alone is taken off its node and decided anew, with all others where they are. So not all of them \
                    can move at once, and whoever moves changes it for the rest. Nodes with equal scores count as the same; daemons stay. \
                    In clusters of 100 nodes and more the scheduler looks at a part of them only.",
    rebalance_none: "All pods would get the nodes that they have.",
    rebalance_from: "Node",
    rebalance_to: "Would go to",
    rebalance_nowhere: "fits nowhere",
    amend: "Another number from the start",
    amend_what: "Which number",
    amend_of: "Of which",
    amend_to: "New number",
    amend_class: "Value of a priority class",
    amend_budget: "What a disruption budget wants",
    amend_weight: "Weight of a score",
    amend_how: "The whole scenario runs again, beside this run. Pods that bring the priority of the class get its new value.",
};

impl Sentences for En {
    fn capacity(&self) -> &'static Capacity {
        &CAPACITY
    }

    fn rebalanced(&self, moves: usize, tried: usize, left: usize) -> String {
        let rest = if left > 0 { format!(" {left} more were not tried.") } else { String::new() };
        format!("{moves} of {} would go elsewhere.{rest}", self.count(tried, Noun::Pod))
    }

    fn more_fit(&self, count: usize) -> String {
        match count {
            0 => "No more fits.".into(),
            1 => "1 more fits.".into(),
            count => format!("{count} more fit."),
        }
    }

    fn more_on(&self, node: &str, count: usize) -> String {
        format!("{node}: {count}")
    }

    fn more_preempt(&self, victims: &[Str]) -> String {
        let names: Vec<&str> = victims.iter().take(NAMED).map(|pod| short(pod)).collect();
        let more = if victims.len() > NAMED { ", …" } else { "" };
        format!("They preempt {}: {}{more}.", self.count(victims.len(), Noun::Pod), self.list(&names))
    }

    fn more_end(&self, end: &Enough) -> String {
        match end {
            Enough::Full(_) => String::new(),
            Enough::Most => "More were not tried: there may be room for others.".into(),
            Enough::NotSeen => {
                "The run ended, or became too long, before the next one was tried. Pods of a scheduler that doesn't run are never tried."
                    .into()
            }
        }
    }
}

//! What goes on, in English.

use super::En;
use crate::catalogue::going::{Fixed, Sentences};
use crate::catalogue::grammar::{Grammar, Noun};

static WORDS: Fixed = Fixed { going_on: "Going on now", nothing: "No pod is being scheduled, bound or shut down." };

impl Sentences for En {
    fn going(&self) -> &'static Fixed {
        &WORDS
    }

    fn at_point(&self, pod: &str, node: &str, point: &str, bind: bool) -> String {
        let cycle = if bind { "binding" } else { "scheduling" };
        format!("{pod} is at {point} of its {cycle} cycle, for {node}.")
    }

    fn in_cycle(&self, pod: &str) -> String {
        format!("{pod} is in its scheduling cycle.")
    }

    fn in_permit(&self, pod: &str, node: &str, left: &str) -> String {
        format!("{pod} waits in Permit, for {left} at most. {node} keeps its resources for it.")
    }

    fn in_pre_bind(&self, pod: &str, node: &str, left: &str, claims: &[&str]) -> String {
        match claims {
            [] => format!("PreBind prepares {node} for {pod}: {left} left. {pod} isn't bound yet."),
            _ => format!(
                "PreBind waits until {} bound, so that {pod} can go to {node}: {left} at most.",
                if let [only] = claims { format!("{only} is") } else { format!("{} are", self.list(claims)) }
            ),
        }
    }

    fn in_binding(&self, pod: &str, node: &str) -> String {
        format!("{pod} is in its binding cycle, for {node}. The scheduler doesn't wait for it.")
    }

    fn starts(&self, pod: &str, node: &str) -> String {
        format!("{pod} is bound to {node}. Its containers start.")
    }

    fn shuts_down(&self, pod: &str, left: &str, by: Option<&str>) -> String {
        let by = by.map_or_else(String::new, |by| format!(" It was evicted for {by}."));
        format!("{pod} shuts down: {left} left.{by}")
    }

    fn waits_for_victims(&self, pod: &str, node: &str) -> String {
        format!("{pod} has {node} as its nominated node, and isn't scheduled yet.")
    }

    fn next_active(&self, pod: &str, priority: i32, of: usize) -> String {
        match of {
            1 => format!("Next cycle: {pod} (priority {priority}), the only pod in activeQ."),
            _ => format!("Next cycle: {pod} (priority {priority}), the first of {of} pods in activeQ."),
        }
    }

    fn next_backoff(&self, pod: &str, left: &str) -> String {
        format!("activeQ is empty. The backoff of {pod} ends first, in {left}.")
    }

    fn next_event(&self, waiting: usize) -> String {
        let verb = if waiting == 1 { "waits" } else { "wait" };
        format!("No cycle comes next: {} {verb} for an event that may help.", self.count(waiting, Noun::Pod))
    }

    fn next_nobody(&self) -> String {
        "No cycle comes next: no pod waits for a node.".into()
    }
}

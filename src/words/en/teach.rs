//! Tasks and terms, in English.

use super::En;
use crate::catalogue::teach::{Sentences, Teach};

static WORDS: Teach = Teach {
    watch_it: "Watch it happen",
    a_lesson: "Lesson",
    reached: "Done: the engine agrees.",
    not_reached: "Not reached yet in this run.",
    change_it: "Change the scenario",
    wanted: "What the engine checks",
};

impl Sentences for En {
    fn teach(&self) -> &'static Teach {
        &WORDS
    }

    fn wants_bound(&self, pods: &str) -> String {
        format!("{pods} has a node")
    }

    fn wants_on(&self, pods: &str, node: &str) -> String {
        format!("{pods} is on {node}")
    }

    fn wants_evicted(&self, pods: &str) -> String {
        format!("preemption evicts {pods}")
    }

    fn wants_gone(&self, pods: &str) -> String {
        format!("{pods} is gone at the end")
    }

    fn wants_changes(&self, most: usize, made: usize) -> String {
        let most = if most == 1 { "one change".to_owned() } else { format!("{most} changes") };
        format!("at most {most} to the scenario ({made} so far)")
    }

    fn whole_object(&self, object: &str) -> String {
        format!("{object}: the whole object")
    }
}

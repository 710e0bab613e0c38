//! What took the time: the steps of a command, some of them side by side.

use crate::shell::say;
use std::fmt::Write as _;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

struct Step {
    what: String,
    began: Duration,
    took: Duration,
}

/// When the command began.
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
static STEPS: Mutex<Vec<Step>> = Mutex::new(Vec::new());

/// The command begins now.
pub(crate) fn begin() {
    LazyLock::force(&BEGAN);
}

/// Says what comes, does it, and remembers how long that took.
pub(crate) fn step<T>(what: &str, does: impl FnOnce() -> T) -> T {
    say(what);
    let began = BEGAN.elapsed();
    let done = does();
    let took = BEGAN.elapsed().saturating_sub(began);
    STEPS.lock().unwrap_or_else(PoisonError::into_inner).push(Step { what: what.to_owned(), began, took });
    done
}

/// When each step began and how long it took, in the order in which they began. Nothing where there was none.
pub(crate) fn table() -> String {
    let mut steps = STEPS.lock().unwrap_or_else(PoisonError::into_inner);
    if steps.is_empty() {
        return String::new();
    }
    steps.sort_by_key(|step| step.began);
    let mut out = "\n    began     took\n".to_owned();
    for Step { what, began, took } in steps.iter() {
        let _ = writeln!(out, "    {}   {}   {what}", clock(*began), clock(*took));
    }
    let _ = writeln!(out, "             {}   in all", clock(BEGAN.elapsed()));
    out
}

fn clock(time: Duration) -> String {
    format!("{:>3}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

#[cfg(test)]
mod tests {
    use super::{step, table};

    #[test]
    fn steps_stand_in_the_order_in_which_they_began() {
        assert_eq!(step("the outer one", || step("the inner one", || 7)), 7);
        let table = table();
        let place = |what| table.find(what).unwrap_or(usize::MAX);
        assert!(place("the outer one") < place("the inner one") && place("the inner one") < place("in all"), "{table}");
        assert!(table.contains("  0:00     0:00   the inner one"), "{table}");
    }
}

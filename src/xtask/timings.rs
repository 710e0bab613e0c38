//! Measures how long the steps of a command took, some of which run in parallel.

use std::{
    fmt::Write as _,
    sync::{LazyLock, Mutex, PoisonError},
    time::{Duration, Instant},
};

use crate::process::print_step;

struct TimedStep {
    label: String,
    began_at: Duration,
    duration: Duration,
}

/// When the command began.
static COMMAND_START: LazyLock<Instant> = LazyLock::new(Instant::now);
static STEPS: Mutex<Vec<TimedStep>> = Mutex::new(Vec::new());

/// The command begins now.
pub(crate) fn start_clock() {
    LazyLock::force(&COMMAND_START);
}

/// Says what comes, does it, and remembers how long that took.
pub(crate) fn time_step<T>(what: &str, step: impl FnOnce() -> T) -> T {
    print_step(what);
    let began = COMMAND_START.elapsed();
    let done = step();
    let took = COMMAND_START.elapsed().saturating_sub(began);
    STEPS.lock().unwrap_or_else(PoisonError::into_inner).push(TimedStep {
        label: what.to_owned(),
        began_at: began,
        duration: took,
    });
    done
}

/// When each step began and how long it took, in the order in which they began. Nothing where there was none.
pub(crate) fn timing_table() -> String {
    let mut steps = STEPS.lock().unwrap_or_else(PoisonError::into_inner);
    if steps.is_empty() {
        return String::new();
    }
    steps.sort_by_key(|step| step.began_at);
    let mut timings_table = "\n    began     took\n".to_owned();
    for TimedStep { label: what, began_at: began, duration: took } in steps.iter() {
        let _ = writeln!(timings_table, "    {}   {}   {what}", format_time(*began), format_time(*took));
    }
    let _ = writeln!(timings_table, "             {}   in all", format_time(COMMAND_START.elapsed()));
    timings_table
}

fn format_time(time: Duration) -> String {
    format!("{:>3}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

#[cfg(test)]
mod tests {
    use super::{time_step, timing_table};

    #[test]
    fn steps_stand_in_the_order_in_which_they_began() {
        assert_eq!(time_step("the outer one", || time_step("the inner one", || 7)), 7);
        let table = timing_table();
        let path = |what| table.find(what).unwrap_or(usize::MAX);
        assert!(path("the outer one") < path("the inner one") && path("the inner one") < path("in all"), "{table}");
        assert!(table.contains("  0:00     0:00   the inner one"), "{table}");
    }
}

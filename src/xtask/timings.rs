//! Measures the steps of a command, some of which run in parallel: wall time, and the processor time of the programs that they ran.

use std::{
    cell::Cell,
    fmt::Write as _,
    io::Write as _,
    sync::{LazyLock, Mutex, PoisonError},
    time::{Duration, Instant},
};

struct TimedStep {
    label: String,
    began_at: Duration,
    wall_time: Duration,
    /// User and system time of the programs that the step's thread ran.
    processor_time: Duration,
}

/// When this process started.
static COMMAND_START: LazyLock<Instant> = LazyLock::new(Instant::now);
static STEPS: Mutex<Vec<TimedStep>> = Mutex::new(Vec::new());
/// Processor time of all programs that have exited.
static PROCESSOR_TIME: Mutex<Duration> = Mutex::new(Duration::ZERO);

thread_local! {
    static THREAD_PROCESSOR_TIME: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Prints a heading for the next step.
pub(crate) fn print_step(text: &str) {
    println!("\n==> {text}");
    let _ = std::io::stdout().flush();
}

/// Starts measuring the total time.
pub(crate) fn start_clock() {
    LazyLock::force(&COMMAND_START);
}

/// Adds the processor time of a program that has exited to the current steps of this thread, and to the total.
pub(crate) fn add_processor_time(time: Duration) {
    THREAD_PROCESSOR_TIME.set(THREAD_PROCESSOR_TIME.get() + time);
    *PROCESSOR_TIME.lock().unwrap_or_else(PoisonError::into_inner) += time;
}

/// Prints the name of a step, runs it, and records its times.
pub(crate) fn time_step<T>(label: &str, step: impl FnOnce() -> T) -> T {
    print_step(label);
    let (began_at, used_before) = (COMMAND_START.elapsed(), THREAD_PROCESSOR_TIME.get());
    let result = step();
    STEPS.lock().unwrap_or_else(PoisonError::into_inner).push(TimedStep {
        label: label.to_owned(),
        began_at,
        wall_time: COMMAND_START.elapsed().saturating_sub(began_at),
        processor_time: THREAD_PROCESSOR_TIME.get().saturating_sub(used_before),
    });
    result
}

/// A table of all steps in the order of their start; empty if there are none.
pub(crate) fn timing_table() -> String {
    let mut steps = STEPS.lock().unwrap_or_else(PoisonError::into_inner);
    if steps.is_empty() {
        return String::new();
    }
    steps.sort_by_key(|step| step.began_at);
    let mut table = "\n    began     took   processor\n".to_owned();
    for TimedStep { label, began_at, wall_time, processor_time } in steps.iter() {
        let columns = [format_time(*began_at), format_time(*wall_time), format_seconds(*processor_time)];
        let _ = writeln!(table, "    {}   {label}", columns.join("   "));
    }
    let used = *PROCESSOR_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = writeln!(table, "             {}   {}   total", format_time(COMMAND_START.elapsed()), format_seconds(used));
    table
}

fn format_time(time: Duration) -> String {
    format!("{:>3}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

fn format_seconds(time: Duration) -> String {
    format!("{:>7} s", time.as_secs())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{add_processor_time, time_step, timing_table};

    #[test]
    fn steps_are_listed_in_the_order_of_their_start() {
        let inner = || {
            add_processor_time(Duration::from_secs(3));
            7
        };
        let outer = || {
            add_processor_time(Duration::from_secs(20));
            time_step("the inner one", inner)
        };
        assert_eq!(time_step("the outer one", outer), 7);
        let table = timing_table();
        let line = |label: &str| table.lines().position(|line| line.ends_with(label)).expect("it is listed");
        assert!(line("the outer one") < line("the inner one") && line("the inner one") < line("total"), "{table}");
        assert!(table.contains("  0:00     0:00         3 s   the inner one"), "{table}");
        assert!(table.contains("  0:00     0:00        23 s   the outer one"), "{table}");
    }
}

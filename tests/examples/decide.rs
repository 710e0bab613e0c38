//! Schedules the pods of recorded cases: `cargo run --release --example decide -- --release v1.34 < cases.jsonl > decisions.jsonl`.

use std::process::ExitCode;

#[path = "../engine/support/cases.rs"]
mod cases;
#[path = "lines.rs"]
mod lines;

fn main() -> ExitCode {
    lines::main("decide", cases::decide_line)
}

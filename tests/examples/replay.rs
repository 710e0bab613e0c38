//! Replays whole runs: `cargo run --release --example replay -- --release v1.34 < runs.jsonl > replayed.jsonl`.

use std::process::ExitCode;

#[path = "../engine/support/cases.rs"]
#[allow(dead_code)] // what only single decisions need
mod cases;
#[path = "lines.rs"]
mod lines;
#[path = "../engine/support/runs.rs"]
mod runs;

fn main() -> ExitCode {
    lines::main("replay", |line, release| Ok(runs::replay(&serde_json::from_str(line)?, release)))
}

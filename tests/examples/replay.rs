//! Replays whole runs: `cargo run --release --example replay -- --release v1.34 < runs.jsonl > replayed.jsonl`.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use schedscope::releases::Release;

#[path = "../support/runs.rs"]
mod runs;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let release = match arguments.as_slice() {
        [flag, name] if flag == "--release" => Release::named(name),
        _ => None,
    };
    let Some(release) = release else {
        eprintln!("usage: replay --release v1.16|v1.20|v1.34 < runs.jsonl > replayed.jsonl");
        return ExitCode::from(2);
    };
    match run(release) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("replay: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(release: Release) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let line = line?;
        if !line.trim().is_empty() {
            let line: runs::Line = serde_json::from_str(&line)
                .map_err(|error| io::Error::other(format!("line {}: {error}", number + 1)))?;
            writeln!(out, "{}", runs::replay(&line, release))?;
        }
    }
    out.flush()
}

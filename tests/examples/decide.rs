//! Decides cases: `cargo run --release --example decide -- --release v1.34 < cases.jsonl > decisions.jsonl`.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use schedscope::releases::Release;

#[path = "../support/cases.rs"]
mod cases;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let release = match arguments.as_slice() {
        [flag, name] if flag == "--release" => Release::named(name),
        _ => None,
    };
    let Some(release) = release else {
        eprintln!("usage: decide --release v1.16|v1.20|v1.34 < cases.jsonl > decisions.jsonl");
        return ExitCode::from(2);
    };
    match run(release) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("decide: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(release: Release) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let line = line?;
        if !line.trim().is_empty() {
            let decision = cases::decide_line(&line, release)
                .map_err(|error| io::Error::other(format!("line {}: {error}", number + 1)))?;
            writeln!(out, "{decision}")?;
        }
    }
    out.flush()
}

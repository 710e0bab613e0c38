//! The command line of `decide` and `replay`: a release, JSON lines as input and output.

use std::{
    io::{self, BufRead, Write},
    process::ExitCode,
};

use schedscope::releases::Release;
use serde_json::Value;

/// Prints the result of `answer` for each line of standard input.
pub(crate) fn main(tool: &str, answer: impl Fn(&str, Release) -> Result<Value, serde_json::Error>) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let release = match arguments.as_slice() {
        [flag, name] if flag == "--release" => Release::from_name(name),
        _ => None,
    };
    let Some(release) = release else {
        let releases = Release::ALL.map(Release::name).join("|");
        eprintln!("usage: {tool} --release {releases} < lines.jsonl > answers.jsonl");
        return ExitCode::from(2);
    };
    match run(release, answer) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{tool}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(release: Release, answer: impl Fn(&str, Release) -> Result<Value, serde_json::Error>) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let line = line?;
        if !line.trim().is_empty() {
            let answer =
                answer(&line, release).map_err(|error| io::Error::other(format!("line {}: {error}", number + 1)))?;
            writeln!(out, "{answer}")?;
        }
    }
    out.flush()
}

//! Generates dumps of clusters, and measures how fast they are imported.
//!
//! `cargo run --release --example dump -- NODES PODS [json|yaml] [SEED] > FILE` writes a dump in kubectl's format: 44 MB for 270 nodes with 2,700 pods,
//! 810 MB for 5,000 with 50,000. `… --example dump -- FILE` imports one in pieces, loads and runs its excerpt, and prints the time of each step.
#![allow(clippy::disallowed_types)] // native, and not the engine

use std::{
    io::{BufWriter, Read},
    process::ExitCode,
    time::Instant,
};

use schedscope::{
    i18n::{Lang, problem_text::finding_line},
    imports::dump::Dump,
    queries::load,
    simulation::Simulation,
};

#[path = "../engine/support/dumps.rs"]
mod dumps;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        [file] => read(file),
        [nodes, pods, ref rest @ ..] => match (nodes.parse(), pods.parse::<usize>()) {
            (Ok(nodes), Ok(pods)) => {
                let size = dumps::Size { nodes, pods, pending: pods.div_ceil(200) };
                let seed = rest.iter().find_map(|word| word.parse().ok()).unwrap_or(1);
                let mut out = BufWriter::new(std::io::stdout().lock());
                dumps::write(&mut out, size, seed, rest.contains(&"yaml")).map_err(|error| error.to_string())
            }
            _ => Err("NODES and PODS are numbers".to_owned()),
        },
        _ => Err("usage: dump NODES PODS [json|yaml] [SEED], or dump FILE".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "?".to_owned(), |line| line.trim().to_owned())
}

fn read(path: &str) -> Result<(), String> {
    let mut file = std::fs::File::open(path).map_err(|error| format!("{path}: {error}"))?;
    let (start, mut dump, mut chunk) = (Instant::now(), Dump::default(), vec![0; 1 << 20]);
    let finding_text = |finding| finding_line(Lang::En, &finding);
    loop {
        let read = file.read(&mut chunk).map_err(|error| error.to_string())?;
        if read == 0 {
            break;
        }
        dump.push(&chunk[..read]).map_err(finding_text)?;
    }
    let progress = dump.progress();
    let text = dump.finish().map_err(finding_text)?;
    if std::env::var_os("KEPT").is_some() {
        println!("{text}");
    }
    println!(
        "{} bytes, {} objects, {} bytes kept: {:.2?}, peak {}",
        progress.bytes,
        progress.objects,
        text.len(),
        start.elapsed(),
        peak()
    );
    let start = Instant::now();
    let (loaded, scenario) =
        load::load_scenario(&text, None).map_err(|mut findings| finding_text(findings.remove(0)))?;
    println!("{} nodes, {} pods loaded: {:.2?}, peak {}", loaded.nodes, loaded.pods, start.elapsed(), peak());
    for notice in &loaded.notices {
        println!("note: {}", finding_line(Lang::En, notice));
    }
    let (start, mut simulation, mut events) = (Instant::now(), Simulation::new(scenario), 0);
    while let Some(more) = simulation.step() {
        events += more.len();
    }
    println!("{events} events: {:.2?}, peak {}", start.elapsed(), peak());
    Ok(())
}

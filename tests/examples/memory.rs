//! Measures a large run: `cargo run --release --example memory -- NODES PODS [ROOM] [claims]`. With `claims`, each node has eight devices, and each pod
//! a claim for one of them. Prints the time of the run, the process's peak memory, and how long it takes to recompute the details of an attempt.
#![allow(clippy::disallowed_types)] // native, and not the engine

use std::time::{Duration, Instant};

use schedscope::{
    manifest,
    simulation::{Replay, Scenario},
    trace::Trace,
};

#[path = "../engine/support/large.rs"]
mod large;

fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "?".to_owned(), |line| line.trim().to_owned())
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|arg| arg.parse::<usize>().ok());
    let (nodes, pods) = (arguments.next().unwrap_or(1000), arguments.next().unwrap_or(3000));
    let room = arguments.next().unwrap_or(8);
    let claims = std::env::args().any(|arg| arg == "claims");
    let text = if claims { large::with_claims(nodes, pods, room) } else { large::scenario(nodes, pods, room) };
    let manifest = manifest::load(&text).expect("a manifest");
    let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
    drop(manifest);
    println!("before the run: {}", peak());
    let (start, mut replay, mut trace) = (Instant::now(), Replay::new(scenario), Trace::default());
    while let Some(events) = replay.step() {
        trace.extend(events);
    }
    let attempts = replay.simulation().attempts();
    println!(
        "{} events, {attempts} attempts in {:.2?}, {} states kept",
        trace.events().len(),
        start.elapsed(),
        replay.snapshot_count()
    );
    println!("after the run: {}", peak());
    let mut slowest = Duration::ZERO;
    let numbers: Vec<usize> = (0..attempts).rev().step_by((attempts / 100).max(1)).collect();
    let start = Instant::now();
    for number in &numbers {
        let one = Instant::now();
        assert!(replay.detail(*number).is_some());
        slowest = slowest.max(one.elapsed());
    }
    let mean = start.elapsed() / u32::try_from(numbers.len()).unwrap_or(1);
    println!("a detail: {mean:.1?} on average, {slowest:.1?} at most; peak {}", peak());
}

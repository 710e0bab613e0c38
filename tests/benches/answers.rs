//! Measures how long answers about a large cluster take, computed in slices as in the worker: `cargo bench --bench answers -- [NODES] [PODS] [QUESTION]`.
//! The default is a dump of 2,000 nodes with 15,000 pods. Pending pods request more than any node has; with `crowded`, no more than other pods use.
#![allow(clippy::disallowed_types)] // native, and not the engine

use std::time::{Duration, Instant};

use schedscope::{
    api::NamespacedName,
    imports::dump::Dump,
    protocol::{self, Query, Question, Reply, Request, Trial},
    queries::WorkerService,
    runlog::EventKind,
};

#[path = "../engine/support/dumps.rs"]
mod dumps;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let mut numbers = words.iter().filter_map(|word| word.parse::<usize>().ok());
    let (nodes, pods) = (numbers.next().unwrap_or(2_000), numbers.next().unwrap_or(15_000));
    let is_crowded = words.iter().any(|word| word == "crowded");
    let only = words.iter().find(|word| word.parse::<usize>().is_err() && *word != "crowded");
    let start = Instant::now();
    let mut service = WorkerService::default();
    let text = dump_text(nodes, pods, is_crowded);
    println!("{nodes} nodes, {pods} pods, {} bytes kept: {:.2?}", text.len(), start.elapsed());
    let start = Instant::now();
    service.handle_request(Request::Run { run: 1, text: text.into(), release: None.into(), keep: vec![1] });
    let (mut events, mut pending, mut bound) = (0, None, None);
    while let Some(Reply::Events(_, batch)) = service.advance() {
        events += batch.events.len();
        for event in &batch.events {
            match &event.what {
                EventKind::Attempted(attempt) => pending = Some(attempt.pod.clone()),
                EventKind::PodCreated { pod, .. } if !pod.spec.node_name.is_empty() => bound = Some(pod.key()),
                _ => {}
            }
        }
    }
    println!("loaded and run, {events} events: {:.2?}", start.elapsed());
    let (Some(pending), Some(bound)) = (pending, bound) else { return println!("no pod to ask about") };
    for (name, question) in questions(&pending, &bound) {
        if only.is_none_or(|only| only == name) {
            measure(name, &mut service, Query { run: 1, events, question });
        }
    }
}

/// The excerpt of a generated dump.
fn dump_text(nodes: usize, pods: usize, is_crowded: bool) -> String {
    let mut bytes = Vec::new();
    dumps::write(&mut bytes, dumps::Size { nodes, pods, pending: pods.div_ceil(200) }, 1, false).expect("bytes");
    let mut dump = Dump::default();
    dump.push(&bytes).expect("a dump");
    let text = dump.finish().expect("a dump");
    // Pending pods request more than 20 CPUs; nodes have 15.89.
    if is_crowded { text.replace("cpu: 200", "cpu: 158").replace("\"cpu\":\"200", "\"cpu\":\"158") } else { text }
}

fn questions(pending: &NamespacedName, bound: &NamespacedName) -> [(&'static str, Question); 8] {
    let node = "ip-10-0-0-1.eu-west-1.compute.internal";
    [
        ("pending", Question::Pending(pending.clone())),
        ("zone", Question::Consequences(Trial::LoseZone("eu-west-1a".into()))),
        ("drain", Question::Consequences(Trial::Drain(node.into()))),
        ("help", Question::Help(pending.clone())),
        ("more", Question::More(pending.clone(), false)),
        ("more-bound", Question::More(bound.clone(), false)),
        ("evictors", Question::Evictors(bound.clone())),
        ("rebalance", Question::Rebalance),
    ]
}

/// Asks a question. Prints the time until work on the answer begins, of the longest slice, of a partial answer, and of the whole answer.
fn measure(name: &str, service: &mut WorkerService, query: Query) {
    let start = Instant::now();
    let mut reply = service.ask(query);
    let (first, mut longest, mut slices, mut part) = (start.elapsed(), Duration::ZERO, 0, Duration::ZERO);
    while reply.is_none() && service.is_answering() {
        let slice = Instant::now();
        reply = service.advance_answer();
        longest = longest.max(slice.elapsed());
        slices += 1;
        if slices % 10_000 == 0 {
            let report = Instant::now();
            service.report_progress();
            part = part.max(report.elapsed());
        }
    }
    let whole = start.elapsed();
    let size = reply.as_ref().and_then(protocol::encode).map_or(0, |bytes| bytes.len());
    println!(
        "{name:10} whole {whole:>9.2?}, begins after {first:.2?}, {slices} slices of at most {longest:.2?}, a part takes {part:.2?}, {size} bytes"
    );
}

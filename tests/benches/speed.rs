//! How fast the engine decides, with the recorder off: `cargo bench`.
//!
//! `KIND/RELEASE/NODES/PERCENT`: a pod is decided and put on its node, over nodes with 10 pods each; `schedule` is a pod that nothing selects,
//! for the other kinds see [`clusters::WorkloadKind`]. `preempt/RELEASE`: a pod finds 5,000 full nodes, on each of which 4 of 16 pods would
//! have to go. `gangs/NODES`: a whole run in which 100 gangs of 8 pods come, with the feature gates on, and the same pods with them off.
//! `frame/EVENTS`: a moment of a long run.

use std::cell::LazyCell;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use schedscope::{profiles::default_profile, releases::Release, scheduler::framework::SeededChooser};

#[path = "clusters.rs"]
mod clusters;

fn scheduling(criterion: &mut Criterion) {
    for (kind, release, nodes, all, count) in clusters::workload_cells() {
        // Made when it is needed: a filter leaves most cells out.
        let workload = LazyCell::new(|| clusters::Workload::new(kind, release, nodes, all, count));
        let mut group = criterion.benchmark_group(format!("{}/{release}", kind.name()));
        group.sample_size(10).throughput(Throughput::Elements(count));
        let (mut start, mut chooser) = (0, SeededChooser::new(1));
        group.bench_function(format!("{nodes}/{}", if all { "100%" } else { "default" }), |bencher| {
            bencher.iter_batched_ref(
                || workload.initial_state(),
                |state| workload.place(state, &mut start, &mut chooser),
                BatchSize::LargeInput,
            );
        });
        group.finish();
    }
}

fn preemption(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("preempt");
    group.sample_size(10);
    for release in Release::ALL {
        let full = LazyCell::new(|| clusters::full(release, 5000));
        let mut chooser = SeededChooser::new(1);
        group.bench_function(release.name(), |bencher| {
            let (profile, snapshot, pod) = &*full;
            bencher.iter(|| clusters::preempt(profile, snapshot, pod, &mut chooser));
        });
    }
    group.finish();
}

/// `gangs/1000`: the pods of a whole run, from their creation until all of them run.
fn gangs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("gangs/1000");
    group.sample_size(10).throughput(Throughput::Elements(800));
    for (name, is_on) in [("on", true), ("off", false)] {
        group.bench_function(name, |bencher| {
            bencher.iter_batched(
                || clusters::gang_run(1000, 100, 8, is_on),
                |mut simulation| {
                    while simulation.step().is_some() {}
                    assert!(simulation.pods().all(|(_, pod)| !pod.spec.node_name.is_empty()));
                },
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

/// `frame/100000`: the state of 100 nodes and 1,000 pods at some moment of a run of 100,000 events.
fn frames(criterion: &mut Criterion) {
    let trace = LazyCell::new(|| clusters::long_run(100, 1000, 100_000));
    let mut at: usize = 1;
    criterion.bench_function("frame/100000", |bencher| {
        bencher.iter(|| {
            at = (at * 31 + 17) % trace.events().len();
            trace.frame_at(at)
        });
    });
}

/// Prints what a snapshot of 5,000 nodes and 50,000 pods, each an object of its own, takes of the process's memory.
fn memory(_: &mut Criterion) {
    let resident = || {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse::<f64>().ok()
    };
    let Some(before) = resident() else { return };
    let snapshot = clusters::cluster(5000, 10, "100m", &default_profile(Release::default()));
    if let Some(after) = resident() {
        println!("memory of {} nodes, 50,000 pods: {:.0} MB", snapshot.nodes().len(), (after - before) / 1000.0);
    }
}

criterion_group!(benches, memory, frames, scheduling, preemption, gangs);
criterion_main!(benches);

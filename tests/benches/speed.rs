//! Measures how fast the engine schedules, without a recorder: `cargo bench`.
//!
//! `KIND/RELEASE/NODES/PERCENT`: schedules a pod and adds it to its node, in a cluster with 10 pods per node. `schedule` is a pod that nothing selects;
//! for the other kinds see [`clusters::WorkloadKind`]. `preempt/RELEASE/PERCENT`: a pod preempts in a cluster of 5,000 full nodes, 4 of 16 pods on each;
//! with 100 % it tries all of them. `gangs/NODES`: a whole run with 100 gangs of 8 pods, with the feature gates on, and the same pods with them off.
//! `frame/EVENTS`: the state at a moment of a long run.

use std::cell::LazyCell;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use schedscope::{profiles::default_profile, releases::Release, scheduler::framework::SeededChooser};

#[path = "clusters.rs"]
mod clusters;

fn scheduling(criterion: &mut Criterion) {
    for (kind, release, nodes, all, count) in clusters::workload_cells() {
        // Created lazily, because a filter skips most parameters.
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
    for (release, is_exhaustive) in Release::ALL.into_iter().flat_map(|release| [(release, true), (release, false)]) {
        let full = LazyCell::new(|| clusters::full(release, 5000, is_exhaustive));
        let mut chooser = SeededChooser::new(1);
        let percent = if is_exhaustive { "100%" } else { "default" };
        group.bench_function(format!("{}/{percent}", release.name()), |bencher| {
            let (profile, snapshot, pod) = &*full;
            bencher.iter(|| clusters::preempt(profile, snapshot, pod, &mut chooser));
        });
    }
    group.finish();
}

/// `gangs/1000`: a whole run, from the creation of the pods until all of them run.
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

/// `frame/100000`: the state of 100 nodes and 1,000 pods at a moment of a run with 100,000 events.
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

/// Prints the memory of a snapshot with 5,000 nodes and 50,000 pods that share no objects.
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

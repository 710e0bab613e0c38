//! How fast the engine decides, with the recorder off: `cargo bench`.
//!
//! `schedule/RELEASE/NODES/PERCENT`: a pod is decided and put on its node, over nodes with 10 pods each. `preempt/RELEASE`: a
//! pod finds 5,000 full nodes, on each of which 4 of 16 pods would have to go.

use std::rc::Rc;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use schedscope::api::{Node, Pod};
use schedscope::cluster::{Accounting, Objects, PodInfo, Snapshot};
use schedscope::framework::{Dice, Profile, Silent};
use schedscope::releases::{Release, profile};
use schedscope::scheduler::{Context, Decision, Nominator, schedule};
use serde_json::json;

fn node(number: usize) -> Rc<Node> {
    let name = format!("node-{number}");
    let node = json!({"metadata": {"name": name, "uid": name, "labels": {"kubernetes.io/hostname": name,
        "topology.kubernetes.io/zone": format!("zone-{}", number % 3)}},
        "status": {"allocatable": {"cpu": "16", "memory": "64Gi", "ephemeral-storage": "100Gi", "pods": "110"}}});
    Rc::new(serde_json::from_value(node).expect("a node"))
}

fn pod(name: String, cpu: &str, priority: i32, accounting: &Accounting) -> Rc<PodInfo> {
    let pod: Pod = serde_json::from_value(json!({
        "metadata": {"name": name, "namespace": "default", "uid": name, "labels": {"app": "web"}},
        "spec": {"priority": priority, "containers": [{"name": "c", "image": "registry.example/web:1",
            "resources": {"requests": {"cpu": cpu, "memory": "200Mi"}}}]},
        "status": {"startTime": "2026-01-01T00:00:00Z"}
    }))
    .expect("a pod");
    Rc::new(PodInfo::new(Rc::new(pod), accounting))
}

fn cluster(nodes: usize, pods: usize, cpu: &str, profile: &Profile) -> Snapshot {
    let mut snapshot = Snapshot::default();
    for number in 0..nodes {
        let ix = snapshot.add_node(node(number));
        for at in 0..pods {
            snapshot.add_pod(ix, pod(format!("pod-{number}-{at}"), cpu, 0, &profile.accounting));
        }
    }
    snapshot
}

fn decide(profile: &Profile, snapshot: &Snapshot, pod: &PodInfo, start: &mut usize, dice: &mut Dice) -> Decision {
    let (objects, nominator) = (Objects::default(), Nominator::default());
    let context =
        Context { profile, pod, nominated_node: None, snapshot, objects: &objects, nominator: &nominator, order: None };
    schedule(&context, start, dice, &mut Silent)
}

fn scheduling(criterion: &mut Criterion) {
    for release in Release::ALL {
        let mut group = criterion.benchmark_group(format!("schedule/{release}"));
        group.sample_size(10).throughput(Throughput::Elements(100));
        for nodes in [100, 1000, 5000] {
            for percent in [0, 100] {
                let mut profile = profile(release);
                profile.cycle.percentage_of_nodes_to_score = percent;
                let snapshot = cluster(nodes, 10, "100m", &profile);
                let incoming: Vec<_> =
                    (0..100).map(|n| pod(format!("new-{n}"), "100m", 0, &profile.accounting)).collect();
                let name = format!("{nodes}/{}", if percent == 0 { "default" } else { "100%" });
                let (mut start, mut dice) = (0, Dice::new(1));
                group.bench_function(name, |bencher| {
                    bencher.iter_batched_ref(
                        || snapshot.clone(),
                        |snapshot| {
                            for pod in &incoming {
                                match decide(&profile, snapshot, pod, &mut start, &mut dice) {
                                    Decision::Scheduled { node, .. } => snapshot.add_pod(node, Rc::clone(pod)),
                                    Decision::Failed(failure) => panic!("{}", failure.message),
                                }
                            }
                        },
                        BatchSize::LargeInput,
                    );
                });
            }
        }
        group.finish();
    }
}

fn preemption(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("preempt");
    group.sample_size(10);
    for release in Release::ALL {
        let mut profile = profile(release);
        if let Some(policy) = &mut profile.preemption {
            policy.tries_all = true;
        }
        let snapshot = cluster(5000, 16, "1", &profile);
        let incoming = pod("preemptor".into(), "4", 100, &profile.accounting);
        let (mut start, mut dice) = (0, Dice::new(1));
        group.bench_function(release.name(), |bencher| {
            bencher.iter(|| match decide(&profile, &snapshot, &incoming, &mut start, &mut dice) {
                Decision::Failed(failure) => assert!(failure.preempted.is_some()),
                Decision::Scheduled { .. } => panic!("the cluster is full"),
            });
        });
    }
    group.finish();
}

/// Prints what a snapshot of 5,000 nodes and 50,000 pods, each an object of its own, takes of the process's memory.
fn memory(_: &mut Criterion) {
    let resident = || {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse::<f64>().ok()
    };
    let Some(before) = resident() else { return };
    let snapshot = cluster(5000, 10, "100m", &profile(Release::default()));
    if let Some(after) = resident() {
        println!("memory of {} nodes, 50,000 pods: {:.0} MB", snapshot.nodes().len(), (after - before) / 1000.0);
    }
}

criterion_group!(benches, memory, scheduling, preemption);
criterion_main!(benches);

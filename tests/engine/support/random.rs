//! Random clusters and runs.

use proptest::prelude::*;
use schedscope::{
    api::{Millis, Node, Pod, WorkloadKind},
    releases::Release,
    simulation::{ClusterAction, Scenario},
};
use serde_json::json;

/// A cluster of simple pods (CPU in tenths, host port or 0, priority), and the CPU of each node in tenths.
#[derive(Clone, Debug)]
pub(crate) struct RandomCluster {
    pub nodes: Vec<(u32, Vec<Small>)>,
    pub incoming: Small,
    pub release: Release,
}

#[derive(Clone, Debug)]
pub(crate) struct Small {
    cpu: u32,
    port: u16,
    priority: i32,
    start: u32,
    grace: u32,
    app: u8,
    beside: Beside,
}

/// Additional parts of a pod's request, in tenths of a CPU; 0 means none.
#[derive(Clone, Copy, Debug)]
struct Beside {
    sidecar: u32,
    init: u32,
    pod_level: u32,
    overhead: u32,
}

fn extra_requests() -> impl Strategy<Value = Beside> {
    let amount = || prop_oneof![3 => Just(0_u32), 1 => 1..20_u32];
    (amount(), amount(), amount(), amount()).prop_map(|(sidecar, init, pod_level, overhead)| Beside {
        sidecar,
        init,
        pod_level,
        overhead,
    })
}

pub(crate) fn small() -> impl Strategy<Value = Small> {
    (
        1..30_u32,
        prop_oneof![4 => Just(0_u16), 1 => 80..83_u16],
        0..4_i32,
        0..50_u32,
        0..4_u32,
        0..3_u8,
        extra_requests(),
    )
        .prop_map(|(cpu, port, priority, start, grace, app, beside)| Small {
            cpu,
            port,
            priority: priority * 10,
            start,
            grace,
            app,
            beside,
        })
}

fn release() -> impl Strategy<Value = Release> {
    prop::sample::select(Release::ALL.to_vec())
}

pub(crate) fn cluster() -> impl Strategy<Value = RandomCluster> {
    let node = (20..60_u32, prop::collection::vec(small(), 0..5));
    (prop::collection::vec(node, 1..6), small(), release()).prop_map(|(nodes, incoming, release)| RandomCluster {
        nodes,
        incoming,
        release,
    })
}

pub(crate) fn node(name: &str, cpu: u32) -> Node {
    let node = json!({"metadata": {"name": name, "uid": name, "labels": {"kubernetes.io/hostname": name}},
        "status": {"allocatable": {"cpu": format!("{}m", cpu * 100), "memory": "64Gi", "pods": "20"}}});
    serde_json::from_value(node).expect("a node")
}

pub(crate) fn pod(name: &str, small: &Small, on: Option<&str>) -> Pod {
    let start = format!("2026-01-01T00:{:02}:00Z", small.start);
    let amount = |tenths: u32| json!({"cpu": format!("{}m", tenths * 100), "memory": format!("{}Mi", tenths * 10)});
    let Beside { sidecar, init, pod_level, overhead } = small.beside;
    let mut pod = json!({
        "metadata": {"name": name, "namespace": "default", "uid": name, "labels": {"app": format!("a{}", small.app)}},
        "spec": {
            "nodeName": on.unwrap_or_default(), "priority": small.priority, "terminationGracePeriodSeconds": small.grace,
            "containers": [{"name": "c", "resources": {"requests": {"cpu": format!("{}m", small.cpu * 100)}},
                "ports": [{"hostPort": small.port, "protocol": "TCP"}]}],
        },
        "status": if on.is_some() { json!({"phase": "Running", "startTime": start}) } else { json!({"phase": "Pending"}) },
    });
    let mut inits = Vec::new();
    if sidecar > 0 {
        inits.push(json!({"name": "s", "restartPolicy": "Always", "resources": {"requests": amount(sidecar)}}));
    }
    if init > 0 {
        inits.push(json!({"name": "i", "resources": {"requests": amount(init)}}));
    }
    pod["spec"]["initContainers"] = inits.into();
    if pod_level > 0 {
        pod["spec"]["resources"] = json!({"requests": amount(pod_level)});
    }
    if overhead > 0 {
        pod["spec"]["overhead"] = amount(overhead);
    }
    serde_json::from_value(pod).expect("a pod")
}

/// A run of the cluster in which pods are created and deleted.
pub(crate) fn scenario(
    cluster: &RandomCluster,
    arrivals: &[(u64, Small)],
    removals: &[(u64, usize, usize)],
    replicas: i32,
    seed: u64,
) -> Scenario {
    let mut scenario =
        Scenario { release: cluster.release, seed, end_at: Some(Millis::from_seconds(120)), ..Scenario::default() };
    for (at, (cpu, pods)) in cluster.nodes.iter().enumerate() {
        let name = format!("n{at}");
        scenario.nodes.push(node(&name, *cpu));
        for (number, small) in pods.iter().enumerate() {
            scenario.pods.push(pod(&format!("{name}-{number}"), small, Some(&name)));
        }
    }
    scenario.pods.push(pod("incoming", &cluster.incoming, None));
    let workload = json!({"metadata": {"name": "web", "namespace": "default", "uid": "web"}, "spec": {"replicas": replicas,
        "selector": {"matchLabels": {"app": "web"}}, "template": {"metadata": {"labels": {"app": "web"}},
            "spec": {"terminationGracePeriodSeconds": 2, "containers": [{"resources": {"requests": {"cpu": "1"}}}]}}}});
    scenario.workloads.push((WorkloadKind::Deployment, serde_json::from_value(workload).expect("a deployment")));
    let budget = json!({"metadata": {"name": "budget", "namespace": "default"},
        "spec": {"maxUnavailable": "50%", "selector": {"matchLabels": {"app": "a1"}}}});
    scenario.budgets.push(serde_json::from_value(budget).expect("a budget"));
    for (number, (at, small)) in arrivals.iter().enumerate() {
        let pod = pod(&format!("new-{number}"), small, None);
        scenario.script.push((Millis::new(at * 500), ClusterAction::create_pod(pod)));
    }
    for (at, node, number) in removals {
        scenario
            .script
            .push((Millis::new(at * 500), ClusterAction::delete_pod(&format!("default/n{node}-{number}").into())));
    }
    scenario.script.sort_by_key(|(at, _)| *at);
    scenario
}

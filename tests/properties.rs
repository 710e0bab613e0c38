//! What must hold for every cluster, tried on random ones.

use std::rc::Rc;

use proptest::prelude::*;
use schedscope::api::WorkloadKind;
use schedscope::api::{Millis, Node, Pod, Str};
use schedscope::profiles::profile;
use schedscope::record::Queue;
use schedscope::record::{Attempt, Outcome};
use schedscope::releases::Release;
use schedscope::scheduler::cluster::{Objects, PodInfo, Snapshot};
use schedscope::scheduler::framework::{Dice, First, Nominator, Profile, Waited};
use schedscope::scheduler::queue::Subqueue;
use schedscope::scheduler::{Context, Decision, schedule};
use schedscope::simulation::{Action, Scenario, Simulation};
use schedscope::trace::{Phase, Trace};
use serde_json::json;

/// A cluster of plain pods: cpu in tenths, host port (0 for none), priority; and how much room each node has.
#[derive(Clone, Debug)]
struct Cluster {
    nodes: Vec<(u32, Vec<Small>)>,
    incoming: Small,
    release: Release,
}

#[derive(Clone, Debug)]
struct Small {
    cpu: u32,
    port: u16,
    priority: i32,
    start: u32,
    grace: u32,
    app: u8,
}

fn small() -> impl Strategy<Value = Small> {
    (1..30_u32, prop_oneof![4 => Just(0_u16), 1 => 80..83_u16], 0..4_i32, 0..50_u32, 0..4_u32, 0..3_u8).prop_map(
        |(cpu, port, priority, start, grace, app)| Small { cpu, port, priority: priority * 10, start, grace, app },
    )
}

fn release() -> impl Strategy<Value = Release> {
    prop::sample::select(Release::ALL.to_vec())
}

fn cluster() -> impl Strategy<Value = Cluster> {
    let node = (20..60_u32, prop::collection::vec(small(), 0..5));
    (prop::collection::vec(node, 1..6), small(), release()).prop_map(|(nodes, incoming, release)| Cluster {
        nodes,
        incoming,
        release,
    })
}

fn node(name: &str, cpu: u32) -> Node {
    let node = json!({"metadata": {"name": name, "uid": name, "labels": {"kubernetes.io/hostname": name}},
        "status": {"allocatable": {"cpu": format!("{}m", cpu * 100), "memory": "64Gi", "pods": "20"}}});
    serde_json::from_value(node).expect("a node")
}

fn pod(name: &str, small: &Small, on: Option<&str>) -> Pod {
    let start = format!("2026-01-01T00:{:02}:00Z", small.start);
    let pod = json!({
        "metadata": {"name": name, "namespace": "default", "uid": name, "labels": {"app": format!("a{}", small.app)}},
        "spec": {
            "nodeName": on.unwrap_or_default(), "priority": small.priority, "terminationGracePeriodSeconds": small.grace,
            "containers": [{"name": "c", "resources": {"requests": {"cpu": format!("{}m", small.cpu * 100)}},
                "ports": [{"hostPort": small.port, "protocol": "TCP"}]}],
        },
        "status": if on.is_some() { json!({"phase": "Running", "startTime": start}) } else { json!({"phase": "Pending"}) },
    });
    serde_json::from_value(pod).expect("a pod")
}

struct Built {
    profile: Profile,
    snapshot: Snapshot,
    incoming: PodInfo,
}

impl Cluster {
    fn build(&self) -> Built {
        let profile = profile(self.release);
        let mut snapshot = Snapshot::default();
        for (at, (cpu, pods)) in self.nodes.iter().enumerate() {
            let name = format!("n{at}");
            let ix = snapshot.add_node(Rc::new(node(&name, *cpu)));
            for (number, small) in pods.iter().enumerate() {
                let pod = pod(&format!("{name}-{number}"), small, Some(&name));
                snapshot.add_pod(ix, Rc::new(PodInfo::new(Rc::new(pod), &profile.accounting)));
            }
        }
        let incoming = PodInfo::new(Rc::new(pod("incoming", &self.incoming, None)), &profile.accounting);
        Built { profile, snapshot, incoming }
    }
}

impl Built {
    fn decide(&self, snapshot: &Snapshot) -> (Decision, Attempt) {
        let (objects, nominator) = (Objects::default(), Nominator::default());
        let context = Context {
            profile: &self.profile,
            pod: &self.incoming,
            nominated_node: None,
            snapshot,
            objects: &objects,
            nominator: &nominator,
            order: None,
            waited: &Waited::default(),
        };
        let mut attempt = Attempt::default();
        let decision = schedule(&context, &mut 0, &mut First, &mut attempt);
        (decision, attempt)
    }

    fn fits(&self, snapshot: &Snapshot, node: usize) -> bool {
        let (_, attempt) = self.decide(snapshot);
        attempt.filter.iter().any(|record| record.node == node && record.fits())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Without the victims the preemptor fits; with any one of them put back it does not.
    #[test]
    fn victims_are_enough_and_none_is_too_many(cluster in cluster()) {
        let built = cluster.build();
        let (decision, _) = built.decide(&built.snapshot);
        if let Decision::Failed(failure) = decision
            && let Some(room) = failure.room
        {
            let mut without = built.snapshot.clone();
            for victim in &room.victims {
                without.remove_pod(room.node, victim.uid());
            }
            prop_assert!(built.fits(&without, room.node));
            for victim in &room.victims {
                let mut with_one = without.clone();
                with_one.add_pod(room.node, Rc::clone(victim));
                prop_assert!(!built.fits(&with_one, room.node), "{} need not go", victim.pod.key());
            }
        }
    }

    /// The same question has the same answer.
    #[test]
    fn a_cycle_is_deterministic(cluster in cluster()) {
        let (one, two) = (cluster.build(), cluster.build());
        prop_assert_eq!(one.decide(&one.snapshot).1, two.decide(&two.snapshot).1);
    }

    /// A node more changes nothing about the others' verdicts.
    #[test]
    fn filters_look_at_one_node_at_a_time(cluster in cluster(), cpu in 20..60_u32) {
        let built = cluster.build();
        let mut more = built.snapshot.clone();
        more.add_node(Rc::new(node("one-more", cpu)));
        let (_, before) = built.decide(&built.snapshot);
        let (_, after) = built.decide(&more);
        for record in &before.filter {
            prop_assert!(after.filter.contains(record));
        }
    }

    /// Every raw score is the sum of its evidence, and every total the sum of its rows.
    #[test]
    fn evidence_adds_up(cluster in cluster()) {
        let built = cluster.build();
        let (_, attempt) = built.decide(&built.snapshot);
        for (column, total) in attempt.scores.totals.iter().enumerate() {
            let mut sum = 0;
            for row in &attempt.scores.rows {
                prop_assert_eq!(row.evidence[column].total(), row.raw[column]);
                sum += row.normalized[column] * row.weight;
            }
            prop_assert_eq!(sum, *total);
        }
        if let Outcome::Scheduled { node, ties } = &attempt.outcome {
            prop_assert!(ties.contains(node));
        }
    }

    /// The keystone: folding the whole trace gives the engine's own final state, and so does any prefix its prefix.
    #[test]
    fn the_trace_tells_the_whole_state(
        cluster in cluster(),
        arrivals in prop::collection::vec((0..40_u64, small()), 0..8),
        removals in prop::collection::vec((0..40_u64, 0..5_usize, 0..5_usize), 0..3),
        replicas in 0..4_i32,
        seed in any::<u64>(),
    ) {
        let scenario = || scenario(&cluster, &arrivals, &removals, replicas, seed);
        let (simulation, events) = Simulation::new(scenario()).run();
        let (_, again) = Simulation::with_chooser(scenario(), Dice::new(seed)).run();
        prop_assert_eq!(&events, &again, "a run is deterministic");

        let trace = Trace::new(events);
        let frame = trace.frame(trace.events().len());
        let pods: Vec<(&Str, &Pod)> = simulation.pods().collect();
        prop_assert_eq!(pods.len(), frame.pods.len());
        for (key, pod) in pods {
            let view = &frame.pods[key];
            let node = Some(&pod.spec.node_name).filter(|name| !name.is_empty());
            prop_assert_eq!(view.bound_to(), node);
            let nominated = Some(&pod.status.nominated_node_name).filter(|name| !name.is_empty());
            prop_assert_eq!(view.nominated.as_ref(), nominated);
            prop_assert_eq!(view.phase == Phase::Terminating, pod.is_terminating());
            prop_assert_eq!(view.phase == Phase::Running, pod.status.phase == "Running" && !pod.is_terminating());
            let queue = simulation.queue().place(key).map(|place| match place {
                Subqueue::Active => Queue::Active,
                Subqueue::Backoff | Subqueue::ErrorBackoff => Queue::Backoff,
                Subqueue::Unschedulable => Queue::Unschedulable,
                Subqueue::Gated => Queue::Gated,
            });
            prop_assert_eq!(view.queue, queue);
            if queue.is_some() {
                prop_assert_eq!(view.attempts, simulation.queue().attempts(key));
            }
        }
        for budget in simulation.budgets() {
            let key = format!("{}/{}", budget.metadata.namespace, budget.metadata.name);
            prop_assert_eq!(&*frame.budgets[key.as_str()], budget);
        }
        for node in frame.nodes.values() {
            for pod in node.pods() {
                prop_assert_eq!(frame.pods[pod].node.as_ref(), Some(&node.node.metadata.name));
            }
        }
    }
}

fn scenario(
    cluster: &Cluster,
    arrivals: &[(u64, Small)],
    removals: &[(u64, usize, usize)],
    replicas: i32,
    seed: u64,
) -> Scenario {
    let mut scenario =
        Scenario { release: cluster.release, seed, until: Some(Millis::of_seconds(120)), ..Scenario::default() };
    for (at, (cpu, pods)) in cluster.nodes.iter().enumerate() {
        let name = format!("n{at}");
        scenario.nodes.push(node(&name, *cpu));
        for (number, small) in pods.iter().enumerate() {
            scenario.pods.push(pod(&format!("{name}-{number}"), small, Some(&name)));
        }
    }
    let workload = json!({"metadata": {"name": "web", "namespace": "default", "uid": "web"}, "spec": {"replicas": replicas,
        "selector": {"matchLabels": {"app": "web"}}, "template": {"metadata": {"labels": {"app": "web"}},
            "spec": {"terminationGracePeriodSeconds": 2, "containers": [{"resources": {"requests": {"cpu": "1"}}}]}}}});
    scenario.workloads.push((WorkloadKind::Deployment, serde_json::from_value(workload).expect("a deployment")));
    let budget = json!({"metadata": {"name": "budget", "namespace": "default"},
        "spec": {"maxUnavailable": "50%", "selector": {"matchLabels": {"app": "a1"}}}});
    scenario.budgets.push(serde_json::from_value(budget).expect("a budget"));
    for (number, (at, small)) in arrivals.iter().enumerate() {
        let pod = pod(&format!("new-{number}"), small, None);
        scenario.script.push((Millis::new(at * 500), Action::CreatePod(Box::new(pod))));
    }
    for (at, node, number) in removals {
        scenario.script.push((Millis::new(at * 500), Action::DeletePod(format!("default/n{node}-{number}").into())));
    }
    scenario.script.sort_by_key(|(at, _)| *at);
    scenario
}

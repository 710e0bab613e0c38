//! Clusters to measure the engine on.

use std::rc::Rc;

use schedscope::{
    api::{Millis, Node, Pod, Str},
    profiles::{default_profile, exhaustive_profile},
    releases::Release,
    runlog::{Event, EventKind, Queue, QueueEvent, Silent},
    scheduler::{
        Context, ScheduleResult,
        cluster::{Accounting, Objects, PodInfo, Snapshot},
        framework::{ExtenderWait, Nominator, Profile, SeededChooser},
        schedule_pod,
    },
    trace::Trace,
};
use serde_json::json;

fn node(number: usize) -> Rc<Node> {
    let name = format!("node-{number}");
    let node = json!({"metadata": {"name": name, "uid": name, "labels": {"kubernetes.io/hostname": name,
        "topology.kubernetes.io/zone": format!("zone-{}", number % 3)}},
        "status": {"allocatable": {"cpu": "16", "memory": "64Gi", "ephemeral-storage": "100Gi", "pods": "110"}}});
    Rc::new(serde_json::from_value(node).expect("a node"))
}

/// A pod that asks for `cpu`.
pub(crate) fn pod(name: String, cpu: &str, priority: i32, accounting: &Accounting) -> Rc<PodInfo> {
    let pod: Pod = serde_json::from_value(json!({
        "metadata": {"name": name, "namespace": "default", "uid": name, "labels": {"app": "web"}},
        "spec": {"priority": priority, "containers": [{"name": "c", "image": "registry.example/web:1",
            "resources": {"requests": {"cpu": cpu, "memory": "200Mi"}}}]},
        "status": {"startTime": "2026-01-01T00:00:00Z"}
    }))
    .expect("a pod");
    Rc::new(PodInfo::new(Rc::new(pod), accounting))
}

/// So many nodes with so many pods each, every one an object of its own.
pub(crate) fn cluster(nodes: usize, pods: usize, cpu: &str, profile: &Profile) -> Snapshot {
    let mut snapshot = Snapshot::default();
    for number in 0..nodes {
        let ix = snapshot.add_node(node(number));
        for at in 0..pods {
            snapshot.add_pod(ix, pod(format!("pod-{number}-{at}"), cpu, 0, &profile.accounting));
        }
    }
    snapshot
}

/// Decides a pod as a run does, with nobody listening.
pub(crate) fn decide(
    profile: &Profile,
    snapshot: &Snapshot,
    pod: &PodInfo,
    start: &mut usize,
    dice: &mut SeededChooser,
) -> ScheduleResult {
    let (objects, nominator, waited) = (Objects::default(), Nominator::default(), ExtenderWait::default());
    let (objects, nominator, waited) = (&objects, &nominator, &waited);
    let context = Context {
        profile,
        pod,
        nominated_node: None,
        snapshot,
        objects,
        nominator,
        order: None,
        extender_wait: waited,
        records_details: false,
    };
    schedule_pod(&context, start, dice, &mut Silent)
}

/// So many small pods that look for a place.
pub(crate) fn incoming(count: usize, accounting: &Accounting) -> Vec<Rc<PodInfo>> {
    (0..count).map(|number| pod(format!("new-{number}"), "100m", 0, accounting)).collect()
}

/// A profile that looks at all nodes or at the usual share of them.
pub(crate) fn at_percentage(release: Release, all: bool) -> Profile {
    let mut profile = default_profile(release);
    profile.cycle.percentage_of_nodes_to_score = if all { 100 } else { 0 };
    profile
}

/// Decides pods one after the other and puts each on its node.
pub(crate) fn place(
    profile: &Profile,
    snapshot: &mut Snapshot,
    pods: &[Rc<PodInfo>],
    start: &mut usize,
    dice: &mut SeededChooser,
) {
    for pod in pods {
        match decide(profile, snapshot, pod, start, dice) {
            ScheduleResult::Scheduled { node, .. } => snapshot.add_pod(node, Rc::clone(pod)),
            ScheduleResult::Failed(failure) => panic!("{}", failure.message),
        }
    }
}

/// Full nodes, on each of which 4 of 16 pods would have to go for the pod given, and a profile that tries every node.
pub(crate) fn full(release: Release, nodes: usize) -> (Profile, Snapshot, Rc<PodInfo>) {
    let mut profile = exhaustive_profile(release);
    profile.cycle.percentage_of_nodes_to_score = 0;
    let snapshot = cluster(nodes, 16, "1", &profile);
    let pod = pod("preemptor".into(), "4", 100, &profile.accounting);
    (profile, snapshot, pod)
}

/// Decides the pod of [`full`], which has to preempt.
pub(crate) fn preempt(profile: &Profile, snapshot: &Snapshot, pod: &PodInfo, dice: &mut SeededChooser) {
    match decide(profile, snapshot, pod, &mut 0, dice) {
        ScheduleResult::Failed(failure) => assert!(failure.preemption_plan.is_some()),
        ScheduleResult::Scheduled { .. } => panic!("the cluster is full"),
    }
}

/// The trace of a cluster in which pods come, run and go until there are so many events.
pub(crate) fn long_run(nodes: usize, pods: usize, events: usize) -> Trace {
    let policy = default_profile(Release::default()).accounting;
    let event = |number: usize, what| Event { at: Millis::new(number as u64), what };
    let mut log: Vec<Event> = (0..nodes).map(|number| event(0, EventKind::NodeAdded(node(number)))).collect();
    let mut number = 0;
    while log.len() < events {
        let made = pod(format!("pod-{number}"), "100m", 0, &policy);
        let (key, at) = (made.pod.key(), Str::from(format!("node-{}", number % nodes)));
        let (by, queue, start) = (Str::default(), Queue::Active, 0);
        log.push(event(number, EventKind::PodCreated { pod: Rc::clone(&made.pod), by: by.clone() }));
        log.push(event(number, EventKind::Queued { pod: key.clone(), queue, by: QueueEvent::PodAdd, until: None }));
        log.push(event(number, EventKind::Popped { pod: key.clone(), attempt: 1 }));
        log.push(event(number, EventKind::Assumed { pod: key.clone(), node: at.clone() }));
        log.push(event(number, EventKind::Bound { pod: key.clone(), node: at }));
        log.push(event(number, EventKind::Running { pod: key, start, ip: by }));
        if let Some(old) = number.checked_sub(pods) {
            log.push(event(number, EventKind::PodRemoved(format!("default/pod-{old}").into())));
        }
        number += 1;
    }
    Trace::new(log)
}

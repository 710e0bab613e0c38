//! Clusters for the benches.

use std::rc::Rc;

use schedscope::{
    api::{
        FeatureGates, Millis, Node, Pod, PodGroup, Str,
        devices::{DeviceKind, DeviceRecord},
    },
    dra::create_claims,
    profiles::{default_profile, exhaustive_profile},
    releases::{Release, feature_gates},
    runlog::{Event, EventKind, Queue, QueueEvent, Silent},
    scheduler::{
        Context, RecordDepth, ScheduleResult,
        cluster::{Accounting, Claims, Objects, PodInfo, Snapshot},
        framework::{ExtenderWait, Nominator, Profile, SeededChooser},
        schedule_pod,
    },
    simulation::{Scenario, Simulation},
    trace::Trace,
};
use serde_json::{Value, json};

fn node(number: usize) -> Rc<Node> {
    let name = format!("node-{number}");
    let node = json!({"metadata": {"name": name, "uid": name, "labels": {"kubernetes.io/hostname": name,
        "topology.kubernetes.io/zone": format!("zone-{}", number % 3)}},
        "status": {"allocatable": {"cpu": "16", "memory": "64Gi", "ephemeral-storage": "100Gi", "pods": "110"}}});
    Rc::new(serde_json::from_value(node).expect("a node"))
}

/// A pod that requests `cpu`.
pub(crate) fn pod(name: String, cpu: &str, priority: i32, accounting: &Accounting) -> Rc<PodInfo> {
    let spec = json!({"priority": priority});
    pod_with_spec(name, "web", cpu, spec, accounting)
}

/// A pod with the label `app` and additional fields in its spec.
fn pod_with_spec(name: String, app: &str, cpu: &str, mut spec: Value, accounting: &Accounting) -> Rc<PodInfo> {
    spec["containers"] = json!([{"name": "c", "image": "registry.example/web:1",
        "resources": {"requests": {"cpu": cpu, "memory": "200Mi"}}}]);
    let pod: Pod = serde_json::from_value(json!({
        "metadata": {"name": name, "namespace": "default", "uid": name, "labels": {"app": app}},
        "spec": spec,
        "status": {"startTime": "2026-01-01T00:00:00Z"}
    }))
    .expect("a pod");
    Rc::new(PodInfo::new(Rc::new(pod), accounting))
}

/// A cluster of `nodes` nodes with `pods` pods each. No objects are shared.
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

/// A cluster, and pods that are scheduled in it one after the other.
pub(crate) struct Workload {
    profile: Profile,
    snapshot: Snapshot,
    objects: Objects,
    pods: Vec<Rc<PodInfo>>,
}

/// What the pods of a workload use.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WorkloadKind {
    /// Pods that nothing selects.
    Plain,
    /// A Service selects them and all existing pods, so the default spread constraints apply.
    Service,
    /// Pods with anti-affinity by host and a spread constraint over zones; 300 of them exist already.
    AntiAffinity,
    /// Each has a claim for one of a node's eight devices.
    Claims,
}

impl WorkloadKind {
    /// The name of the benchmark group.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plain => "schedule",
            Self::Service => "service",
            Self::AntiAffinity => "anti-affinity",
            Self::Claims => "claims",
        }
    }
}

impl Workload {
    /// A cluster of `nodes` nodes with 10 pods each, and `count` pods to schedule. If `is_exhaustive`, the scheduler evaluates all
    /// nodes, otherwise the default share of them.
    pub(crate) fn new(kind: WorkloadKind, release: Release, nodes: usize, is_exhaustive: bool, count: u64) -> Self {
        let mut profile = default_profile(release);
        profile.cycle.percentage_of_nodes_to_score = if is_exhaustive { 100 } else { 0 };
        let accounting = &profile.accounting;
        let mut snapshot = cluster(nodes, 10, "100m", &profile);
        let mut objects = Objects::default();
        let mut spec = json!({});
        match kind {
            WorkloadKind::Plain => {}
            WorkloadKind::Service => {
                let service =
                    json!({"metadata": {"name": "web", "namespace": "default"}, "spec": {"selector": {"app": "web"}}});
                objects.services.push(Rc::new(serde_json::from_value(service).expect("a service")));
            }
            WorkloadKind::AntiAffinity => {
                let selector = json!({"matchLabels": {"app": "db"}});
                spec = json!({
                    "affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution":
                        [{"labelSelector": selector, "topologyKey": "kubernetes.io/hostname"}]}},
                    "topologySpreadConstraints": [{"maxSkew": 1, "topologyKey": "topology.kubernetes.io/zone",
                        "whenUnsatisfiable": "DoNotSchedule", "labelSelector": selector}]
                });
                for number in 0..300 {
                    let pod = pod_with_spec(format!("db-{number}"), "db", "100m", spec.clone(), accounting);
                    snapshot.add_pod(number, pod);
                }
            }
            WorkloadKind::Claims => objects.claims = Some(claims(nodes, count)),
        }
        let app = if matches!(kind, WorkloadKind::AntiAffinity) { "db" } else { "web" };
        let pods = (0..count).map(|number| {
            let mut spec = spec.clone();
            if matches!(kind, WorkloadKind::Claims) {
                spec["resourceClaims"] = json!([{"name": "gpu", "resourceClaimName": format!("gpu-{number}")}]);
            }
            pod_with_spec(format!("new-{number}"), app, "100m", spec, accounting)
        });
        let pods = pods.collect();
        Self { profile, snapshot, objects, pods }
    }

    /// The cluster before the pods are scheduled.
    pub(crate) fn initial_state(&self) -> (Snapshot, Objects) {
        (self.snapshot.clone(), self.objects.clone())
    }

    /// Schedules the pods one after the other, and adds each to its node with its reservations.
    pub(crate) fn place(&self, state: &mut (Snapshot, Objects), start: &mut usize, chooser: &mut SeededChooser) {
        let (snapshot, objects) = state;
        for pod in &self.pods {
            match decide(&self.profile, snapshot, objects, pod, start, chooser) {
                ScheduleResult::Scheduled { node, .. } => {
                    if let Some(claims) = &objects.claims {
                        let plan = claims.reserve_plan(pod, snapshot.nodes()[node].name()).expect("a plan");
                        objects.claims = plan.map(|plan| claims.with_in_flight(&plan, false));
                    }
                    snapshot.add_pod(node, Rc::clone(pod));
                }
                ScheduleResult::Failed(failure) => panic!("{}", failure.message),
            }
        }
    }
}

/// Eight devices on each node, and `count` claims for a device of a model that six of the eight have.
fn claims(nodes: usize, count: u64) -> Rc<dyn Claims> {
    let driver = "gpu.example.com";
    let class = json!({"metadata": {"name": "gpu"},
        "spec": {"selectors": [{"cel": {"expression": format!("device.driver == \"{driver}\"")}}]}});
    let slices = (0..nodes).map(|number| {
        let device = |at: usize| {
            let model = if at < 6 { "l4" } else { "h100" };
            json!({"name": format!("gpu-{at}"), "attributes": {"model": {"string": model}}})
        };
        let name = format!("node-{number}");
        json!({"metadata": {"name": format!("{name}-gpu")}, "spec": {"driver": driver, "nodeName": name,
            "pool": {"name": name, "generation": 1, "resourceSliceCount": 1}, "devices": (0..8).map(device).collect::<Vec<_>>()}})
    });
    let claims = (0..count).map(|number| {
        let expression = format!("device.attributes[\"{driver}\"].model == \"l4\"");
        json!({"metadata": {"name": format!("gpu-{number}"), "namespace": "default", "uid": format!("gpu-{number}")},
            "spec": {"devices": {"requests": [{"name": "gpu", "exactly": {"deviceClassName": "gpu",
                "allocationMode": "ExactCount", "count": 1, "selectors": [{"cel": {"expression": expression}}]}}]}}})
    });
    let objects = [(DeviceKind::Class, class)]
        .into_iter()
        .chain(slices.map(|slice| (DeviceKind::Slice, slice)))
        .chain(claims.map(|claim| (DeviceKind::Claim, claim)));
    let records: Vec<DeviceRecord> = objects
        .map(|(kind, json)| DeviceRecord {
            kind,
            metadata: serde_json::from_value(json["metadata"].clone()).expect("metadata"),
            json: json.to_string().into(),
        })
        .collect();
    create_claims().with_records(&mut records.iter())
}

/// Schedules a pod as a run does, without a recorder.
fn decide(
    profile: &Profile,
    snapshot: &Snapshot,
    objects: &Objects,
    pod: &PodInfo,
    start: &mut usize,
    chooser: &mut SeededChooser,
) -> ScheduleResult {
    let (nominator, extender_wait) = (Nominator::default(), ExtenderWait::default());
    let context = Context {
        profile,
        pod,
        nominated_node: None,
        member: None,
        weights: &[],
        snapshot,
        objects,
        nominator: &nominator,
        order: None,
        extender_wait: &extender_wait,
        record_depth: RecordDepth::Evidence,
    };
    schedule_pod(&context, start, chooser, &mut Silent)
}

/// Full nodes, on each of which the returned pod would have to preempt 4 of 16 pods, and a profile that tries every node if it `is_exhaustive`.
pub(crate) fn full(release: Release, nodes: usize, is_exhaustive: bool) -> (Profile, Snapshot, Rc<PodInfo>) {
    let mut profile = if is_exhaustive { exhaustive_profile(release) } else { default_profile(release) };
    profile.cycle.percentage_of_nodes_to_score = 0;
    let snapshot = cluster(nodes, 16, "1", &profile);
    let pod = pod("preemptor".into(), "4", 100, &profile.accounting);
    (profile, snapshot, pod)
}

/// Schedules the pod of [`full`], which preempts.
pub(crate) fn preempt(profile: &Profile, snapshot: &Snapshot, pod: &PodInfo, chooser: &mut SeededChooser) {
    match decide(profile, snapshot, &Objects::default(), pod, &mut 0, chooser) {
        ScheduleResult::Failed(failure) => assert!(failure.preemption_plan.is_some()),
        ScheduleResult::Scheduled { .. } => panic!("the cluster is full"),
    }
}

/// The parameters of the workload benches: kind, release, number of nodes, whether all of them are evaluated, number of pods.
pub(crate) fn workload_cells() -> impl Iterator<Item = (WorkloadKind, Release, usize, bool, u64)> {
    let plain = Release::ALL.into_iter().flat_map(|release| {
        let sizes = [100, 1000, 5000].into_iter().flat_map(|nodes| [(nodes, false), (nodes, true)]);
        sizes.map(move |(nodes, all)| (WorkloadKind::Plain, release, nodes, all, 100))
    });
    let others =
        [WorkloadKind::Service, WorkloadKind::AntiAffinity, WorkloadKind::Claims].into_iter().flat_map(|kind| {
            let count = if matches!(kind, WorkloadKind::Claims) { 1000 } else { 100 };
            let sizes = [(1000, false, count), (1000, true, count), (5000, false, 100)];
            sizes.map(move |(nodes, all, count)| (kind, Release::V1_36, nodes, all, count))
        });
    plain.chain(others)
}

/// The trace of a run in which pods are created, run and are deleted, until there are `events` events.
pub(crate) fn long_run(nodes: usize, pods: usize, events: usize) -> Trace {
    let policy = default_profile(Release::default()).accounting;
    let event = |number: usize, what| Event { at: Millis::new(number as u64), what };
    let mut log: Vec<Event> = (0..nodes).map(|number| event(0, EventKind::NodeAdded(node(number)))).collect();
    let mut number = 0;
    while log.len() < events {
        let made = pod(format!("pod-{number}"), "100m", 0, &policy);
        let (key, at) = (made.pod.key(), Str::from(format!("node-{}", number % nodes)));
        let (by, queue, start) = (Str::default(), Queue::Active, 0);
        log.push(event(
            number,
            EventKind::PodCreated { pod: Rc::clone(&made.pod), by: by.clone(), dropped_group: None },
        ));
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

/// The start of a run with gangs of pods. Without the feature gates they are ordinary pods.
#[allow(dead_code)] // not measured in the browser
pub(crate) fn gang_run(nodes: usize, gangs: usize, members: usize, is_on: bool) -> Simulation {
    let release = Release::V1_36;
    let gates = ["GenericWorkload", "GangScheduling", "WorkloadAwarePreemption"].map(|gate| (gate, is_on));
    let group = |name: &str| -> PodGroup {
        let group = json!({"metadata": {"name": name, "namespace": "default", "uid": name},
            "spec": {"schedulingPolicy": {"gang": {"minCount": members}}}});
        serde_json::from_value(group).expect("a group")
    };
    let member = |gang: usize, number: usize| -> Pod {
        let name = format!("gang-{gang}-{number}");
        let pod = json!({"metadata": {"name": name, "namespace": "default", "uid": name},
            "spec": {"schedulingGroup": {"podGroupName": format!("gang-{gang}")},
                "containers": [{"name": "c", "image": "registry.example/web:1",
                    "resources": {"requests": {"cpu": "100m", "memory": "128Mi"}}}]}});
        serde_json::from_value(pod).expect("a pod")
    };
    let gates = feature_gates::resolve(release, gates.into_iter());
    let pod_groups = match gates {
        FeatureGates { generic_workload: true, .. } => (0..gangs).map(|gang| group(&format!("gang-{gang}"))).collect(),
        _ => Vec::new(),
    };
    Simulation::new(Scenario {
        release,
        gates,
        nodes: (0..nodes).map(|number| Node::clone(&node(number))).collect(),
        pods: (0..gangs)
            .flat_map(|gang| (0..members).map(move |number| (gang, number)))
            .map(|(gang, number)| member(gang, number))
            .collect(),
        pod_groups,
        ..Scenario::default()
    })
}

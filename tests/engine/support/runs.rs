//! Replays recorded runs of the real scheduler with the engine, using upstream's random choices. Writes what happened in the format of the recordings,
//! which `tests/conformance/README.md` describes.
#![allow(clippy::disallowed_types)] // native, and not the engine

use std::{cell::Cell, collections::BTreeMap, rc::Rc};

use schedscope::{
    api::{
        ApiObject, FeatureGates, Kind, Millis, Namespace, NamespacedName, Node, ObjectKey, PersistentVolume,
        PersistentVolumeClaim, Pod, PodDisruptionBudget, PodGroup, Service, StorageObject, Str, Time, Workload,
        WorkloadKind,
        devices::{DeviceKind, DeviceObject},
    },
    profiles::{config::Configuration, exhaustive_profile},
    releases::{Release, feature_gates},
    runlog::{Attempt, AttemptOutcome, Event, EventKind, Ineligible, Purpose, Queue, QueueEvent},
    scheduler::{
        framework::{Chooser, Profile},
        queue::{SchedulingQueue, Subqueue},
    },
    simulation::{ClusterAction, Scenario, Simulation, Timings},
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::cases::{self, StoredObjects};

/// One line of a recording: a run, and what upstream did.
#[derive(Deserialize)]
pub(crate) struct RunLine {
    pub case: Case,
    pub expect: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub(crate) struct Case {
    pub id: String,
    epoch: Option<Time>,
    feature_gates: BTreeMap<String, bool>,
    nodes: Vec<Node>,
    pod_groups: Vec<PodGroup>,
    pods: Vec<Pod>,
    pdbs: Vec<PodDisruptionBudget>,
    services: Vec<Service>,
    replica_sets: Vec<Workload>,
    namespaces: Vec<Namespace>,
    #[serde(flatten)]
    pub stored: StoredObjects,
    disruption_controller: bool,
    until: Millis,
    script: Vec<Timed>,
}

impl Case {
    /// The times of the script's actions.
    pub(crate) fn instants(&self) -> Vec<Millis> {
        self.script.iter().map(|timed| timed.at).collect()
    }
}

/// The feature gates of a case.
pub(crate) fn gates_of(named: &BTreeMap<String, bool>, release: Release) -> FeatureGates {
    feature_gates::resolve(release, named.iter().map(|(name, is_on)| (name.as_str(), *is_on)))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Timed {
    at: Millis,
    create: Option<Pod>,
    delete: Option<NamespacedName>,
    add_node: Option<Node>,
    update_node: Option<Node>,
    delete_node: Option<Str>,
    create_pod_group: Option<PodGroup>,
    delete_pod_group: Option<NamespacedName>,
    create_claim: Option<Value>,
    delete_claim: Option<NamespacedName>,
    create_slice: Option<Value>,
    delete_slice: Option<Str>,
    #[serde(rename = "createPVC")]
    create_pvc: Option<Rc<PersistentVolumeClaim>>,
    #[serde(rename = "createPV")]
    create_pv: Option<Rc<PersistentVolume>>,
}

/// A chooser that repeats upstream's random choices.
#[derive(Clone)]
struct Upstream {
    /// The number of attempts so far.
    attempt: Rc<Cell<usize>>,
    /// The node that each attempt chose upstream.
    choices: Vec<Str>,
}

impl Chooser for Upstream {
    fn choose(&mut self, purpose: Purpose, n: usize, name: &dyn Fn(usize) -> Str) -> usize {
        let Some(choice) = self.choices.get(self.attempt.get()) else { return 0 };
        match purpose {
            Purpose::Host | Purpose::VictimNode => (0..n).find(|&at| name(at) == *choice).unwrap_or(0),
            _ => 0,
        }
    }
}

/// Replays a recorded run. Returns what happened in the format of the recordings.
pub(crate) fn replay(line: &RunLine, release: Release) -> Value {
    let case = &line.case;
    let entries = line.expect["log"].as_array().cloned().unwrap_or_default();
    let choice = |entry: &Value| match entry["event"].as_str() {
        Some("scheduled") => entry["node"].as_str().map(Str::from),
        Some("failed") => Some(entry["nominated"].as_str().unwrap_or("").into()),
        _ => None,
    };
    let attempt = Rc::new(Cell::new(0));
    let chooser = Upstream { attempt: Rc::clone(&attempt), choices: entries.iter().filter_map(choice).collect() };
    let simulation = Simulation::with_chooser(scenario(case, exhaustive_profile(release), release), chooser);
    Recording::new(simulation, attempt, case.instants()).write(&case.id)
}

/// The cluster and script of a case, with one profile.
pub(crate) fn scenario(case: &Case, profile: Profile, release: Release) -> Scenario {
    let create_device =
        |kind, value: &Value| ClusterAction::Create(ApiObject::Device(cases::device_object(kind, value)));
    let create_storage = |object| ClusterAction::Create(ApiObject::Storage(object));
    let stored = &case.stored;
    // Claims of a pod that is created later have no owner until then, because they would be garbage-collected.
    let owner_uid = |claim: &Value| claim["metadata"]["ownerReferences"][0]["uid"].as_str().map(str::to_owned);
    let has_owner =
        |claim: &Value| owner_uid(claim).is_none_or(|uid| case.pods.iter().any(|pod| pod.metadata.uid == *uid));
    let claims_from_start: Vec<Value> = stored
        .resource_claims
        .iter()
        .cloned()
        .map(|mut claim| {
            if !has_owner(&claim) {
                claim["metadata"]["ownerReferences"][0]["kind"] = json!("Nobody");
            }
            claim
        })
        .collect();
    let claims_of = |timed: &Timed| -> Vec<(Millis, ClusterAction)> {
        let Some(pod) = &timed.create else { return Vec::new() };
        let is_owned = |claim: &&Value| owner_uid(claim).as_deref() == Some(&*pod.metadata.uid);
        let claims = stored.resource_claims.iter().filter(is_owned);
        let apply = |claim| ClusterAction::Replace(ApiObject::Device(cases::device_object(DeviceKind::Claim, claim)));
        claims.map(|claim| (timed.at, apply(claim))).collect()
    };
    let device_objects = |kind, values: &[Value]| -> Vec<DeviceObject> {
        values.iter().map(|value| cases::device_object(kind, value)).collect()
    };
    let devices = [
        device_objects(DeviceKind::Class, &stored.device_classes),
        device_objects(DeviceKind::Slice, &stored.resource_slices),
        device_objects(DeviceKind::Claim, &claims_from_start),
    ];
    let action = |timed: &Timed| -> ClusterAction {
        match timed {
            Timed { create: Some(pod), .. } => ClusterAction::create_pod(pod.clone()),
            Timed { delete: Some(key), .. } => ClusterAction::delete_pod(key),
            Timed { add_node: Some(node), .. } => ClusterAction::add_node(node.clone()),
            Timed { update_node: Some(node), .. } => ClusterAction::UpdateNode(Box::new(node.clone())),
            Timed { delete_node: Some(name), .. } => ClusterAction::delete_node(name),
            Timed { create_pod_group: Some(group), .. } => {
                ClusterAction::Create(ApiObject::PodGroup(Box::new(group.clone())))
            }
            Timed { delete_pod_group: Some(key), .. } => {
                ClusterAction::Delete(ObjectKey::new(Kind::PodGroup, &key.namespace().into(), &key.name().into()))
            }
            Timed { create_claim: Some(claim), .. } => create_device(DeviceKind::Claim, claim),
            Timed { create_slice: Some(slice), .. } => create_device(DeviceKind::Slice, slice),
            Timed { delete_claim: Some(key), .. } => {
                ClusterAction::Delete(ObjectKey::new(Kind::ResourceClaim, &key.namespace().into(), &key.name().into()))
            }
            Timed { delete_slice: Some(name), .. } => {
                ClusterAction::Delete(ObjectKey::new(Kind::ResourceSlice, &Str::default(), name))
            }
            Timed { create_pvc: Some(claim), .. } => create_storage(StorageObject::Claim(Rc::clone(claim))),
            Timed { create_pv: Some(volume), .. } => create_storage(StorageObject::Volume(Rc::clone(volume))),
            _ => panic!("{}: an unknown action at {} ms", case.id, timed.at),
        }
    };
    Scenario {
        release,
        epoch: case.epoch.unwrap_or_default(),
        end_at: Some(case.until),
        configuration: Some(Configuration { profiles: vec![profile], ..Configuration::default_of(release) }),
        timings: Timings {
            bind: Millis::ZERO,
            start: Millis::ZERO,
            controller: Millis::ZERO,
            disruption: case.disruption_controller.then_some(Millis::ZERO),
            provision: Millis::ZERO,
            ..Timings::default()
        },
        gates: gates_of(&case.feature_gates, release),
        nodes: case.nodes.clone(),
        pod_groups: case.pod_groups.clone(),
        pods: case.pods.clone(),
        budgets: case.pdbs.clone(),
        services: case.services.clone(),
        namespaces: case.namespaces.clone(),
        storage: cases::storage_objects(stored),
        claims: (!stored.device_classes.is_empty()).then(schedscope::dra::create_claims),
        devices: devices.concat(),
        has_no_controllers: true,
        // ReplicaSets are only used as selectors for spreading; no controllers run here.
        selectors: case.replica_sets.iter().map(|set| (WorkloadKind::ReplicaSet, set.clone())).collect(),
        script: case
            .script
            .iter()
            .flat_map(|timed| [vec![(timed.at, action(timed))], claims_of(timed)].concat())
            .collect(),
        ..Scenario::default()
    }
}

/// The names of the pods in these parts of the queue, sorted.
pub(crate) fn pods_in(queue: &SchedulingQueue, places: &[Subqueue]) -> Value {
    let mut names: Vec<&NamespacedName> = places.iter().flat_map(|place| queue.pods_in(*place)).collect();
    names.sort();
    json!(names)
}

/// The pods in each part of the queue.
pub(crate) fn queues_at(queue: &SchedulingQueue, now: Millis) -> Value {
    json!({
        "t": now,
        "active": pods_in(queue, &[Subqueue::Active]),
        "backoff": pods_in(queue, &[Subqueue::Backoff, Subqueue::ErrorBackoff]),
        "unschedulable": pods_in(queue, &[Subqueue::Unschedulable]),
    })
}

/// The state of the queues at the end of each instant with log entries, and of the given instants.
pub(crate) struct QueueSnapshots {
    instants: Vec<Millis>,
    pub snapshots: Vec<Value>,
    logged: usize,
}

impl QueueSnapshots {
    pub(crate) fn new(instants: Vec<Millis>) -> Self {
        Self { instants, snapshots: Vec::new(), logged: 0 }
    }

    /// Ends an instant: records the snapshot if the log has grown, or if the instant is a given one.
    pub(crate) fn end_instant(&mut self, instant: Millis, log: &[Value], snapshot: Value) {
        if log.len() > self.logged || self.instants.contains(&instant) {
            self.snapshots.push(snapshot);
            self.logged = log.len();
        }
    }
}

struct Recording {
    simulation: Simulation,
    attempt: Rc<Cell<usize>>,
    log: Vec<Value>,
    queues: QueueSnapshots,
    places: BTreeMap<NamespacedName, Queue>,
    attempts: BTreeMap<NamespacedName, u32>,
}

impl Recording {
    fn new(simulation: Simulation, attempt: Rc<Cell<usize>>, instants: Vec<Millis>) -> Self {
        Self {
            simulation,
            attempt,
            log: Vec::new(),
            queues: QueueSnapshots::new(instants),
            places: BTreeMap::new(),
            attempts: BTreeMap::new(),
        }
    }

    fn write(mut self, id: &str) -> Value {
        let mut instant = Millis::ZERO;
        let mut snapshot = queues_at(self.simulation.queue(), Millis::ZERO);
        while let Some(events) = self.simulation.step() {
            let now = self.simulation.now();
            if now != instant {
                self.queues.end_instant(instant, &self.log, snapshot);
                instant = now;
            }
            self.note(&events);
            snapshot = queues_at(self.simulation.queue(), now);
        }
        self.queues.end_instant(instant, &self.log, snapshot);
        let last = self.final_state();
        json!({"id": id, "log": self.log, "queues": self.queues.snapshots, "final": last})
    }

    fn note(&mut self, events: &[Event]) {
        let mut failed: Option<(usize, NamespacedName)> = None;
        let mut cleared: Vec<&NamespacedName> = Vec::new();
        for event in events {
            let t = event.at;
            match &event.what {
                EventKind::Popped { pod, attempt } => {
                    self.attempts.insert(pod.clone(), *attempt);
                    self.places.remove(pod);
                }
                EventKind::Attempted(_) => {
                    self.attempt.set(self.attempt.get() + 1);
                    let Some(attempt) = self.simulation.last_attempt() else { continue };
                    if let Some(entry) = self.attempt_json(t, attempt) {
                        if entry["event"] == "failed" {
                            failed = Some((self.log.len(), attempt.pod.clone()));
                        }
                        self.log.push(entry);
                    }
                }
                EventKind::Queued { pod, queue, by, .. } => {
                    let from = self.places.insert(pod.clone(), *queue);
                    if *by == QueueEvent::ScheduleAttemptFailure && *queue == Queue::Backoff {
                        if let Some((at, _)) = &failed {
                            self.log[*at]["queue"] = json!("backoff");
                        }
                    } else if let Some(from) = from.filter(|from| from != queue) {
                        let entry = json!({"t": t, "pod": pod, "event": "moved", "from": name(from), "to": name(*queue), "by": by});
                        self.log.push(entry);
                    }
                }
                EventKind::NominationCleared { pod, by: Some(_) } => cleared.push(pod),
                EventKind::PodRemoved(pod) => {
                    self.places.remove(pod);
                    self.log.push(json!({"t": t, "pod": pod, "event": "removed"}));
                }
                _ => {}
            }
        }
        if let Some((at, pod)) = failed {
            let nominated = self
                .simulation
                .pods()
                .find(|(key, _)| **key == pod)
                .map(|(_, pod)| pod.status.nominated_node_name.clone());
            self.log[at]["nominated"] = json!(nominated.unwrap_or_default());
            cleared.sort();
            self.log[at]["cleared"] = json!(cleared);
        }
    }

    fn attempt_json(&self, t: Millis, attempt: &Attempt) -> Option<Value> {
        let node = |ix: &usize| attempt.nodes[*ix].as_str();
        let number = self.attempts.get(&attempt.pod);
        match &attempt.outcome {
            AttemptOutcome::Open => None,
            AttemptOutcome::Scheduled { node: chosen, ties } => {
                let mut ties: Vec<&str> = ties.iter().map(node).collect();
                ties.sort_unstable();
                Some(
                    json!({"t": t, "pod": attempt.pod, "event": "scheduled", "attempt": number, "node": node(chosen), "ties": ties}),
                )
            }
            AttemptOutcome::Failed { message, .. } => {
                let mut entry =
                    json!({"t": t, "pod": attempt.pod, "event": "failed", "attempt": number, "message": message});
                write_victims(attempt, &mut entry);
                if let Some(record) = &attempt.preemption {
                    let why = match (record.ineligible, record.chosen) {
                        (Some(Ineligible::PolicyNever | Ineligible::WaitsForVictim), _) => Some("not eligible"),
                        (None, None) if record.potential.is_empty() => Some("no potential nodes"),
                        (None, None) => Some("no candidates"),
                        _ => None,
                    };
                    if let Some(why) = why {
                        entry["preempt"] = json!(why);
                    }
                }
                Some(entry)
            }
        }
    }

    fn final_state(&self) -> Value {
        let of = |(key, pod): (&NamespacedName, &Pod)| {
            let mut state = if pod.spec.node_name.is_empty() {
                let attempts = self.attempts.get(key).copied().unwrap_or(0);
                json!({"node": null, "nominated": pod.status.nominated_node_name, "attempts": attempts})
            } else {
                json!({"node": pod.spec.node_name})
            };
            if pod.is_terminating() {
                state["terminating"] = json!(true);
            }
            (key.to_string(), state)
        };
        self.simulation.pods().map(of).collect::<Map<_, _>>().into()
    }
}

/// Adds the result of preemption to the entry of the attempt.
pub(crate) fn write_victims(attempt: &Attempt, entry: &mut Value) {
    let Some(record) = &attempt.preemption else { return };
    let chosen = record.dry_runs.iter().find(|run| Some(run.node) == record.chosen);
    let victims = || chosen.into_iter().flat_map(|run| run.victims.iter().map(|&at| &run.removed[at]));
    entry["victims"] = victims().map(|victim| victim.pod.as_str()).collect();
    if victims().any(|victim| victim.is_terminating) {
        entry["evicted"] = victims().filter(|v| !v.is_terminating).map(|v| v.pod.as_str()).collect();
    }
    let mut ties: Vec<&str> = record.ties.iter().map(|ix| attempt.nodes[*ix].as_str()).collect();
    ties.sort_unstable();
    entry["nodeTies"] = json!(ties);
}

fn name(queue: Queue) -> &'static str {
    match queue {
        Queue::Active => "active",
        Queue::Backoff => "backoff",
        Queue::Unschedulable | Queue::Gated => "unschedulable",
    }
}

//! Describes a run in the format of the recordings of real clusters: `tests/conformance/cluster/README.md`.

use std::collections::{BTreeMap, BTreeSet};

use schedscope::{
    api::{ConditionStatus, ConditionType, Millis, NamespacedName, Node, Pod, PodPhase},
    runlog::{Event, EventKind},
};
use serde_json::{Map, Value, json};

/// Events of kubelets and of a cluster's start, which the recordings simulated.
const IGNORED_EVENTS: [&str; 7] =
    ["RegisteredNode", "Killing", "Pulled", "Pulling", "Created", "Started", "RemovingNode"];

/// Deletions within this time of each other count as simultaneous.
const AT_ONCE: Millis = Millis::new(700);

/// Describes a run. `sets` are the workloads in the manifest, and those that its pods name as owners.
pub(crate) fn recorded_world(sets: BTreeSet<String>, log: &[Event]) -> Value {
    let run = |names| {
        let mut world = World { sets: sets.clone(), names, ..World::default() };
        for event in log {
            world.note(event.at, &event.what);
        }
        world
    };
    let names = run(BTreeMap::new()).renumber();
    run(names).write()
}

/// A pod with a generated name, and the properties by which it is numbered.
struct GeneratedPod {
    base: String,
    name: String,
    born: Millis,
    dies: Option<Millis>,
    node: String,
}

/// The state of a pod, from its creation to its end.
#[derive(Default)]
struct PodLife {
    recorded: Map<String, Value>,
    owner: String,
    node: String,
    is_running: bool,
    is_unready: bool,
    /// Whether the node lifecycle controller has marked the pod as not ready.
    is_marked_not_ready: bool,
    is_terminating: bool,
    has_ended: bool,
    has_failed: bool,
}

#[derive(Default)]
struct World {
    /// The workloads in the manifest and the owners of its pods, such as `ReplicaSet/web`.
    sets: BTreeSet<String>,
    /// Generated names and their replacements: the owner's name and a number.
    names: BTreeMap<String, String>,
    numbers: BTreeMap<String, usize>,
    /// Pods with generated names, in the order of their creation.
    made: Vec<GeneratedPod>,
    /// Existing pods, by their real names.
    pods: BTreeMap<NamespacedName, PodLife>,
    /// Deleted pods.
    lives: Map<String, Value>,
    budgets: Map<String, Value>,
    nodes: Map<String, Value>,
    moments: Vec<Value>,
    /// Deletions: the time, the component that requested it, and the pod.
    order: Vec<(Millis, &'static str, String)>,
    printed: BTreeSet<String>,
    events: BTreeMap<String, BTreeSet<String>>,
}

fn seconds(at: Millis) -> Value {
    json!(at.to_decimal_seconds().parse::<f64>().expect("a number"))
}

/// Assigns a group number to each moment. Moments within [`AT_ONCE`] of each other have the same number.
fn group_moments(moments: impl Iterator<Item = Millis>) -> BTreeMap<Millis, usize> {
    let (mut groups, mut last, mut number) = (BTreeMap::new(), Millis::ZERO, 0);
    for moment in moments.collect::<BTreeSet<_>>() {
        number += usize::from(moment.saturating_since(last) > AT_ONCE);
        last = moment;
        groups.insert(moment, number);
    }
    groups
}

/// The name without `default/`.
fn short_name(key: &str) -> &str {
    key.strip_prefix("default/").unwrap_or(key)
}

/// The controller that creates and deletes the pods of a workload, as named in the API server's audit log.
fn controller(owner: &str) -> &'static str {
    match owner.split('/').next() {
        Some("ReplicaSet") => "replicaset-controller",
        Some("ReplicationController") => "replication-controller",
        Some("StatefulSet") => "statefulset-controller",
        Some("DaemonSet") => "daemon-set-controller",
        Some("Job") => "job-controller",
        _ => "person",
    }
}

impl World {
    /// The next number for a generated name.
    fn number(&mut self, base: &str) -> String {
        let number = self.numbers.entry(base.to_owned()).or_default();
        *number += 1;
        format!("{base}#{number}")
    }

    /// The replacement for a workload's name: ReplicaSets of a Deployment have generated names.
    fn owner(&mut self, owner: &str) -> String {
        let Some((kind, name)) = owner.split_once('/') else { return owner.to_owned() };
        let is_known_set = self.sets.contains(owner);
        let deployment = name.rsplit_once('-').filter(|_| kind == "ReplicaSet" && !is_known_set);
        if let Some((deployment, _)) = deployment {
            if !self.names.contains_key(name) {
                let short = self.number(&format!("{deployment} "));
                self.names.insert(name.to_owned(), short.replace(' ', ""));
            }
            return format!("{kind}/{}", self.names[name]);
        }
        owner.to_owned()
    }

    fn pod_created(&mut self, at: Millis, pod: &Pod, by: &str) {
        let key = pod.key();
        let owner = match pod.metadata.controller() {
            Some(owner) => self.owner(&format!("{}/{}", owner.kind, owner.name)),
            None => String::new(),
        };
        let by = if by.is_empty() { String::new() } else { owner.clone() };
        if let Some((kind, name)) = by.split_once('/').filter(|(kind, _)| *kind != "StatefulSet") {
            let base = if kind == "DaemonSet" { format!("{name}@{}", pinned_node(pod)) } else { name.to_owned() };
            let (name, node) = (pod.metadata.name.to_string(), pod.spec.node_name.to_string());
            if !self.names.contains_key(&name) {
                let short = self.number(&base);
                self.names.insert(name.clone(), short);
            }
            self.made.push(GeneratedPod { base, name, born: at, dies: None, node });
        }
        let mut life = PodLife { owner, node: pod.spec.node_name.to_string(), ..PodLife::default() };
        let has_run = pod.status.phase == PodPhase::Running;
        life.is_running = !life.node.is_empty() && (has_run || !pod.status.is_blocked());
        life.is_terminating = pod.is_terminating();
        life.has_ended = pod.status.phase.is_over();
        life.has_failed = pod.status.phase == PodPhase::Failed;
        life.is_unready = is_unready(pod);
        life.recorded.insert("by".into(), json!(controller(&by)));
        if at > Millis::ZERO || !by.is_empty() || life.node.is_empty() {
            life.recorded.insert("born".into(), seconds(at));
        }
        let nominated = &pod.status.nominated_node_name;
        if life.node.is_empty() && !nominated.is_empty() {
            life.recorded.insert("nominated".into(), json!(nominated));
        }
        self.pods.insert(key, life);
    }

    /// Renumbers generated names: pods of a set that were created together are interchangeable, so they are numbered by the time of their deletion, then
    /// by node.
    fn renumber(mut self) -> BTreeMap<String, String> {
        let born = group_moments(self.made.iter().map(|pod| pod.born));
        let dies = group_moments(self.made.iter().map(|pod| pod.dies.unwrap_or(Millis::MAX)));
        self.made.sort_by_key(|pod| {
            (pod.base.clone(), born[&pod.born], dies[&pod.dies.unwrap_or(Millis::MAX)], pod.node.clone())
        });
        self.numbers.clear();
        for GeneratedPod { base, name, .. } in std::mem::take(&mut self.made) {
            let short = self.number(&base);
            self.names.insert(name, short);
        }
        self.names
    }

    fn generated_pod(&mut self, pod: &str) -> Option<&mut GeneratedPod> {
        self.made.iter_mut().rev().find(|other| other.name == short_name(pod))
    }

    /// Replaces the generated names in a text.
    fn replace_names(&self, text: &str) -> String {
        let mut names: Vec<_> = self.names.iter().collect();
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        names.iter().fold(text.to_owned(), |text, (name, short)| text.replace(name.as_str(), short))
    }

    fn set_fact(&mut self, pod: &NamespacedName, key: &str, value: Value) {
        if let Some(life) = self.pods.get_mut(pod) {
            life.recorded.insert(key.into(), value);
        }
    }

    /// Handles a pod's removal: keeps its life under a unique name.
    fn end_life(&mut self, pod: &NamespacedName) {
        let Some(mut life) = self.pods.remove(pod) else { return };
        if !life.node.is_empty() {
            life.recorded.insert("node".into(), json!(life.node));
        }
        let name = self.replace_names(short_name(pod));
        let again = (2..).map(|number| format!("{name} ({number})"));
        let free = std::iter::once(name.clone()).chain(again).find(|name| !self.lives.contains_key(name));
        self.lives.insert(free.expect("a free name"), Value::Object(life.recorded));
    }

    fn note(&mut self, at: Millis, what: &EventKind) {
        match what {
            EventKind::PodCreated { pod, by, .. } => self.pod_created(at, pod, by),
            EventKind::PodUpdated(pod) => {
                let owner = pod.metadata.controller().map(|owner| format!("{}/{}", owner.kind, owner.name));
                let owner = owner.map_or_else(String::new, |owner| self.owner(&owner));
                if let Some(life) = self.pods.get_mut(&pod.key()) {
                    life.is_unready = is_unready(pod);
                    life.owner = owner;
                }
            }
            EventKind::Bound { pod, node } => {
                if let Some(life) = self.pods.get_mut(pod) {
                    life.node = node.to_string();
                }
                if let Some(made) = self.generated_pod(pod) {
                    made.node = node.to_string();
                }
            }
            EventKind::Nominated { pod, node } => self.set_fact(pod, "nominated", json!(node)),
            EventKind::Running { pod, .. } => {
                if let Some(life) = self.pods.get_mut(pod) {
                    life.is_running = true;
                }
            }
            EventKind::Succeeded(pod) => self.pod_ended(at, pod, false),
            EventKind::Failed { pod, .. } => self.pod_ended(at, pod, true),
            EventKind::Terminating { pod, why, .. } => {
                let Some(life) = self.pods.get_mut(pod).filter(|life| !life.is_terminating) else { return };
                life.is_terminating = true;
                let killer = match format!("{why:?}").split([' ', '{', '(']).next() {
                    Some("Preempted") => "scheduler",
                    Some("ScaledDown" | "Updated" | "Ended" | "Unwanted") => controller(&life.owner),
                    Some("Drained" | "Evicted") => "eviction",
                    Some("Tainted") => "node-controller",
                    Some("Orphaned") => "pod-garbage-collector",
                    Some("Collected") => "generic-garbage-collector",
                    _ => "person",
                };
                life.recorded.insert("killer".into(), json!(killer));
                life.recorded.insert("dies".into(), seconds(at));
                if let Some(made) = self.generated_pod(pod) {
                    made.dies = Some(at);
                }
                let name = self.replace_names(short_name(pod));
                self.order.push((at, killer, name));
            }
            EventKind::PodRemoved(pod) => {
                // A pod without a node is removed at once, without an event about the requester.
                if self.pods.get(pod).is_some_and(|life| life.node.is_empty()) {
                    self.set_fact(pod, "dies", seconds(at));
                    if let Some(made) = self.generated_pod(pod) {
                        made.dies = Some(at);
                    }
                }
                self.set_fact(pod, "gone", seconds(at));
                self.end_life(pod);
            }
            EventKind::BudgetUpdated(budget) => {
                let status = &budget.status;
                let whole = serde_json::to_value(status).expect("JSON");
                let conditions = whole["conditions"].as_array();
                let condition = conditions.and_then(|list| list.iter().find(|one| one["type"] == "DisruptionAllowed"));
                let counts = json!({
                    "expected": status.expected_pods, "desired": status.desired_healthy,
                    "healthy": status.current_healthy, "allowed": status.disruptions_allowed,
                    "reason": condition.map_or(Value::Null, |condition| condition["reason"].clone()),
                });
                self.budgets.insert(budget.metadata.name.to_string(), counts);
            }
            EventKind::BudgetRemoved(key) => {
                self.budgets.remove(short_name(key));
            }
            EventKind::NodeAdded(node) | EventKind::NodeUpdated(node) => {
                let state = state_of(node);
                if state["ready"] == "True" {
                    let here = self.pods.values_mut().filter(|life| life.node == node.metadata.name.as_str());
                    here.for_each(|life| life.is_marked_not_ready = false);
                }
                self.nodes.insert(node.metadata.name.to_string(), state);
            }
            EventKind::NodeRemoved(name) => {
                self.nodes.remove(name.as_str());
            }
            EventKind::Message { about, is_warning, reason, text } if !IGNORED_EVENTS.contains(&reason.as_str()) => {
                self.message(about, *is_warning, reason, text);
            }
            // The recordings have this as success without output.
            EventKind::Printed { text, .. } if text.ends_with(" not labeled") => {}
            EventKind::Printed { text, .. } => {
                let text = sort_items(&self.replace_names(text)).replace("error when creating \"STDIN\": ", "");
                self.printed.insert(text);
            }
            EventKind::Script { .. } => self.moment(),
            _ => {}
        }
    }

    /// Handles a pod that succeeded or failed.
    fn pod_ended(&mut self, at: Millis, pod: &NamespacedName, has_failed: bool) {
        self.set_fact(pod, "end", json!(if has_failed { "failed" } else { "succeeded" }));
        self.set_fact(pod, "ended", seconds(at));
        if let Some(life) = self.pods.get_mut(pod) {
            (life.has_ended, life.has_failed) = (true, has_failed);
        }
    }

    /// Handles an event object of Kubernetes.
    fn message(&mut self, about: &str, is_warning: bool, reason: &str, text: &str) {
        let pod = about.strip_prefix("Pod/").filter(|_| reason == "NodeNotReady");
        if let Some(life) = pod.and_then(|pod| self.pods.get_mut(pod)) {
            life.is_marked_not_ready = true;
        }
        let about = self.replace_names(&about.replace("/default/", "/"));
        let kind = if is_warning { "Warning" } else { "Normal" };
        let text = format!("{kind} {reason}: {}", anonymize(&self.replace_names(text)));
        self.events.entry(about).or_default().insert(text);
    }

    /// Records the current state of the cluster.
    fn moment(&mut self) {
        let mut pods: BTreeMap<String, BTreeMap<String, BTreeMap<&str, usize>>> = BTreeMap::new();
        for (key, life) in &self.pods {
            let state = match life {
                PodLife { is_terminating: true, .. } => "terminating",
                PodLife { has_failed: true, .. } => "failed",
                PodLife { has_ended: true, .. } => "succeeded",
                PodLife { is_running: true, is_unready: true, .. }
                | PodLife { is_running: true, is_marked_not_ready: true, .. } => "running",
                PodLife { is_running: true, .. } => "ready",
                _ => "pending",
            };
            let owner = if life.owner.is_empty() { self.replace_names(short_name(key)) } else { life.owner.clone() };
            let node = if life.node.is_empty() { "-" } else { &life.node };
            *pods.entry(owner).or_default().entry(node.to_owned()).or_default().entry(state).or_default() += 1;
        }
        self.moments.push(json!({"pods": pods, "budgets": self.budgets, "nodes": self.nodes}));
    }

    fn write(mut self) -> Value {
        self.moment();
        for pod in self.pods.keys().cloned().collect::<Vec<_>>() {
            self.end_life(&pod);
        }
        // Simultaneous deletions by one controller have no order.
        let (mut order, mut since): (Vec<(&str, Vec<String>)>, _) = (Vec::new(), Millis::ZERO);
        for (at, killer, name) in std::mem::take(&mut self.order) {
            match order.last_mut() {
                Some((last, names)) if *last == killer && at.saturating_since(since) <= AT_ONCE => names.push(name),
                _ => order.push((killer, vec![name])),
            }
            since = at;
        }
        for (_, names) in &mut order {
            names.sort_unstable();
        }
        let part = |part: &str| self.moments.iter().map(|moment| moment[part].clone()).collect::<Vec<_>>();
        json!({
            "lives": self.lives, "order": order, "places": part("pods"), "budgets": part("budgets"),
            "nodes": part("nodes"), "printed": self.printed, "events": self.events,
        })
    }
}

/// Removes the random parts of a text: a preemptor's uid, and the suffix of a rejected pod's name.
fn anonymize(text: &str) -> String {
    if let Some((_, node)) = text.strip_prefix("Preempted by pod ").and_then(|rest| rest.split_once(' ')) {
        return format!("Preempted by pod (uid) {node}");
    }
    let made_up = |name: &str| name.len() == 5 && name.chars().all(|c| c.is_ascii_alphanumeric());
    let refused =
        text.split_once("\" is forbidden").and_then(|(before, after)| Some((before.rsplit_once('-')?, after)));
    match refused {
        Some(((name, end), after)) if made_up(end) => format!("{name}-?\" is forbidden{after}"),
        _ => text.to_owned(),
    }
}

/// Sorts the items listed in a line: `kubectl` requests evictions in parallel, so its warnings have no fixed order.
fn sort_items(line: &str) -> String {
    if let Some(warnings) = line.strip_prefix("Warning: ") {
        let mut warnings: Vec<&str> = warnings.split("; ").collect();
        warnings.sort_unstable();
        return format!("Warning: {}", warnings.join("; "));
    }
    let Some((before, rest)) = line.split_once('[') else { return line.to_owned() };
    let Some((list, after)) = rest.rsplit_once(']') else { return line.to_owned() };
    let mut parts: Vec<&str> = list.split(", ").collect();
    parts.sort_unstable();
    format!("{before}[{}]{after}", parts.join(", "))
}

/// The node of a DaemonSet's pod, from its node affinity.
fn pinned_node(pod: &Pod) -> String {
    let spec = serde_json::to_value(&pod.spec).expect("JSON");
    let path = "/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms/0/matchFields/0/values/0";
    spec.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Whether a pod's condition `Ready` is false.
fn is_unready(pod: &Pod) -> bool {
    let mut conditions = pod.status.conditions.iter();
    conditions.any(|condition| condition.r#type == ConditionType::Ready && condition.status != ConditionStatus::True)
}

fn state_of(node: &Node) -> Value {
    let mut taints: Vec<String> =
        node.spec.taints.iter().map(|taint| format!("{}:{}", taint.key, taint.effect)).collect();
    taints.sort();
    let whole = serde_json::to_value(&node.status).expect("JSON");
    let conditions = whole["conditions"].as_array();
    let ready = conditions.and_then(|list| list.iter().find(|one| one["type"] == "Ready"));
    let ready = ready.map_or_else(|| json!("True"), |ready| ready["status"].clone());
    json!({"ready": ready, "taints": taints, "cordoned": node.spec.unschedulable})
}

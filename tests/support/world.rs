//! Texts that a real control plane ran: plays them through the simulation and writes what happened in the shape in which the
//! recordings have it. `tests/conformance/README.md` describes the format.

use std::collections::{BTreeMap, BTreeSet};

use schedscope::api::{Millis, Node, Pod, Str, manifest};
use schedscope::record::What;
use schedscope::releases::Release;
use schedscope::simulation::{Scenario, Simulation};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A line: a text and what a real cluster did with it.
#[derive(Deserialize)]
pub(crate) struct Line {
    pub id: String,
    pub text: String,
    pub expect: Map<String, Value>,
}

/// Events that come from a kubelet or from the start of a cluster, which were played when the recordings were made.
const QUIET: [&str; 7] = ["RegisteredNode", "Killing", "Pulled", "Pulling", "Created", "Started", "RemovingNode"];

/// Deletions that follow each other so soon are asked for at once.
const AT_ONCE: Millis = Millis::new(700);

/// Plays a text to its end.
pub(crate) fn play(text: &str) -> Result<Value, String> {
    let manifest = manifest::load(text).map_err(|errors| format!("{errors:?}"))?;
    let kinds = || manifest.objects.iter().map(|object| &object.kind);
    let owners = kinds().filter_map(|kind| kind.metadata().controller());
    let owners = owners.map(|owner| format!("{}/{}", owner.kind, owner.name));
    let sets = kinds().map(|kind| format!("{}/{}", kind.kind(), kind.name())).chain(owners).collect();
    let scenario = Scenario::from_manifest(&manifest, Some(Release::V1_36)).map_err(|error| format!("{error:?}"))?;
    let (_, events) = Simulation::new(scenario).run();
    let mut world = World { sets, ..World::default() };
    for event in events {
        world.note(event.at, event.what);
    }
    Ok(world.write())
}

/// What is known of a pod, from its creation to its end.
#[derive(Default)]
struct Life {
    told: Map<String, Value>,
    owner: String,
    node: String,
    running: bool,
    terminating: bool,
    over: bool,
}

#[derive(Default)]
struct World {
    /// `ReplicaSet/web` and the like: what the text itself has or names.
    sets: BTreeSet<String>,
    /// Made-up names, and what stands for them: the owner's name and a number.
    names: BTreeMap<String, String>,
    numbers: BTreeMap<String, usize>,
    /// Pods that are there, by their real names.
    pods: BTreeMap<Str, Life>,
    /// Pods that were there.
    lives: Map<String, Value>,
    budgets: Map<String, Value>,
    nodes: Map<String, Value>,
    moments: Vec<Value>,
    /// Who was asked to go, when and by whom.
    order: Vec<(Millis, &'static str, String)>,
    printed: BTreeSet<String>,
    events: BTreeMap<String, BTreeSet<String>>,
}

fn seconds(at: Millis) -> Value {
    json!(at.decimal().parse::<f64>().expect("a number"))
}

/// The name without `default/`.
fn short(key: &str) -> &str {
    key.strip_prefix("default/").unwrap_or(key)
}

/// Who makes and deletes the pods of a workload, as the API server's log names it.
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
    /// A number for the next one of this name.
    fn number(&mut self, base: &str) -> String {
        let number = self.numbers.entry(base.to_owned()).or_default();
        *number += 1;
        format!("{base}#{number}")
    }

    /// What stands for a workload: a set of a Deployment has a made-up name.
    fn owner(&mut self, owner: &str) -> String {
        let Some((kind, name)) = owner.split_once('/') else { return owner.to_owned() };
        let own = self.sets.contains(owner);
        let deployment = name.rsplit_once('-').filter(|_| kind == "ReplicaSet" && !own);
        if let Some((deployment, _)) = deployment {
            if !self.names.contains_key(name) {
                let short = self.number(&format!("{deployment} "));
                self.names.insert(name.to_owned(), short.replace(' ', ""));
            }
            return format!("{kind}/{}", self.names[name]);
        }
        owner.to_owned()
    }

    fn created(&mut self, at: Millis, pod: &Pod, by: &str) {
        let key: Str = pod.key().into();
        let owner = match pod.metadata.controller() {
            Some(owner) => self.owner(&format!("{}/{}", owner.kind, owner.name)),
            None => String::new(),
        };
        let by = if by.is_empty() { String::new() } else { owner.clone() };
        if let Some((kind, name)) = by.split_once('/').filter(|(kind, _)| *kind != "StatefulSet") {
            let base = if kind == "DaemonSet" { format!("{name}@{}", pinned(pod)) } else { name.to_owned() };
            let short = self.number(&base);
            self.names.entry(pod.metadata.name.to_string()).or_insert(short);
        }
        let mut life = Life { owner, node: pod.spec.node_name.to_string(), ..Life::default() };
        life.running = !life.node.is_empty();
        life.told.insert("by".into(), json!(controller(&by)));
        if at > Millis::ZERO || !by.is_empty() || life.node.is_empty() {
            life.told.insert("born".into(), seconds(at));
        }
        self.pods.insert(key, life);
    }

    /// Text with what stands for made-up names.
    fn named(&self, text: &str) -> String {
        let mut names: Vec<_> = self.names.iter().collect();
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        names.iter().fold(text.to_owned(), |text, (name, short)| text.replace(name.as_str(), short))
    }

    fn told(&mut self, pod: &Str, key: &str, value: Value) {
        if let Some(life) = self.pods.get_mut(pod) {
            life.told.insert(key.into(), value);
        }
    }

    /// A pod is there no more: its life is kept under a name that no other has.
    fn bury(&mut self, pod: &Str) {
        let Some(mut life) = self.pods.remove(pod) else { return };
        if !life.node.is_empty() {
            life.told.insert("node".into(), json!(life.node));
        }
        let name = self.named(short(pod));
        let again = (2..).map(|number| format!("{name} ({number})"));
        let free = std::iter::once(name.clone()).chain(again).find(|name| !self.lives.contains_key(name));
        self.lives.insert(free.expect("a free name"), Value::Object(life.told));
    }

    fn note(&mut self, at: Millis, what: What) {
        match what {
            What::PodCreated { pod, by } => self.created(at, &pod, &by),
            What::PodUpdated(pod) => {
                let owner = pod.metadata.controller().map(|owner| format!("{}/{}", owner.kind, owner.name));
                let owner = owner.map_or_else(String::new, |owner| self.owner(&owner));
                if let Some(life) = self.pods.get_mut(&Str::from(pod.key())) {
                    life.owner = owner;
                }
            }
            What::Bound { pod, node } => {
                if let Some(life) = self.pods.get_mut(&pod) {
                    life.node = node.to_string();
                }
            }
            What::Nominated { pod, node } => self.told(&pod, "nominated", json!(node)),
            What::Running { pod, .. } => {
                if let Some(life) = self.pods.get_mut(&pod) {
                    life.running = true;
                }
            }
            What::Succeeded(pod) => {
                self.told(&pod, "end", json!("succeeded"));
                self.told(&pod, "ended", seconds(at));
                if let Some(life) = self.pods.get_mut(&pod) {
                    life.over = true;
                }
            }
            What::Terminating { pod, why, .. } => {
                let Some(life) = self.pods.get_mut(&pod).filter(|life| !life.terminating) else { return };
                life.terminating = true;
                let killer = match format!("{why:?}").split([' ', '{', '(']).next() {
                    Some("Preempted") => "scheduler",
                    Some("ScaledDown") => controller(&life.owner),
                    Some("Drained" | "Evicted") => "eviction",
                    Some("Tainted") => "node-controller",
                    Some("Orphaned") => "pod-garbage-collector",
                    Some("Collected") => "generic-garbage-collector",
                    _ => "person",
                };
                life.told.insert("killer".into(), json!(killer));
                life.told.insert("dies".into(), seconds(at));
                let name = self.named(short(&pod));
                self.order.push((at, killer, name));
            }
            What::PodRemoved(pod) if self.pods.get(&pod).is_some_and(|life| life.over && !life.terminating) => {}
            What::PodRemoved(pod) => {
                // A pod that is on no node yet goes at once, and nothing says who asked.
                if self.pods.get(&pod).is_some_and(|life| life.node.is_empty()) {
                    self.told(&pod, "dies", seconds(at));
                }
                self.told(&pod, "gone", seconds(at));
                self.bury(&pod);
            }
            What::BudgetUpdated(budget) => {
                let status = &budget.status;
                let whole = serde_json::to_value(status).expect("JSON");
                let conditions = whole["conditions"].as_array();
                let condition = conditions.and_then(|list| list.iter().find(|one| one["type"] == "DisruptionAllowed"));
                let told = json!({
                    "expected": status.expected_pods, "desired": status.desired_healthy,
                    "healthy": status.current_healthy, "allowed": status.disruptions_allowed,
                    "reason": condition.map_or(Value::Null, |condition| condition["reason"].clone()),
                });
                self.budgets.insert(budget.metadata.name.to_string(), told);
            }
            What::BudgetRemoved(key) => {
                self.budgets.remove(short(&key));
            }
            What::NodeAdded(node) | What::NodeUpdated(node) => {
                self.nodes.insert(node.metadata.name.to_string(), state_of(&node));
            }
            What::NodeRemoved(name) => {
                self.nodes.remove(name.as_str());
            }
            What::Message { about, warning, reason, text } if !QUIET.contains(&reason.as_str()) => {
                let about = self.named(&about.replace("/default/", "/"));
                let kind = if warning { "Warning" } else { "Normal" };
                let text = format!("{kind} {reason}: {}", anonymous(&self.named(&text)));
                self.events.entry(about).or_default().insert(text);
            }
            What::Printed { text, .. } => {
                let text = in_order(&self.named(&text));
                self.printed.insert(text);
            }
            What::Script { .. } => self.moment(),
            _ => {}
        }
    }

    /// How the cluster is now.
    fn moment(&mut self) {
        let mut pods: BTreeMap<String, BTreeMap<String, BTreeMap<&str, usize>>> = BTreeMap::new();
        for (key, life) in &self.pods {
            let state = match life {
                Life { terminating: true, .. } => "terminating",
                Life { over: true, .. } => "succeeded",
                Life { running: true, .. } => "running",
                _ => "pending",
            };
            let owner = if life.owner.is_empty() { self.named(short(key)) } else { life.owner.clone() };
            let node = if life.node.is_empty() { "-" } else { &life.node };
            *pods.entry(owner).or_default().entry(node.to_owned()).or_default().entry(state).or_default() += 1;
        }
        self.moments.push(json!({"pods": pods, "budgets": self.budgets, "nodes": self.nodes}));
    }

    fn write(mut self) -> Value {
        self.moment();
        for pod in self.pods.keys().cloned().collect::<Vec<_>>() {
            self.bury(&pod);
        }
        // What one controller asks for at once has no order.
        let (mut order, mut since): (Vec<(&str, Vec<String>)>, _) = (Vec::new(), Millis::ZERO);
        for (at, killer, name) in std::mem::take(&mut self.order) {
            match order.last_mut() {
                Some((last, names)) if *last == killer && at.since(since) <= AT_ONCE => names.push(name),
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

/// A text without what is made up anew in each run: a preemptor's uid, the end of the name of a pod that was refused.
fn anonymous(text: &str) -> String {
    if let Some((_, node)) = text.strip_prefix("Preempted by pod ").and_then(|rest| rest.split_once(' ')) {
        return format!("Preempted by pod (uid) {node}");
    }
    match text.split_once("\" is forbidden") {
        Some((before, after)) if before.matches('"').count() == 1 => {
            let (name, _) = before.rsplit_once('-').unwrap_or((before, ""));
            format!("{name}-?\" is forbidden{after}")
        }
        _ => text.to_owned(),
    }
}

/// A line with what is listed between brackets in order: `kubectl` asks for many evictions at once.
fn in_order(line: &str) -> String {
    let Some((before, rest)) = line.split_once('[') else { return line.to_owned() };
    let Some((list, after)) = rest.rsplit_once(']') else { return line.to_owned() };
    let mut parts: Vec<&str> = list.split(", ").collect();
    parts.sort_unstable();
    format!("{before}[{}]{after}", parts.join(", "))
}

/// The node that a daemon's pod is for.
fn pinned(pod: &Pod) -> String {
    let spec = serde_json::to_value(&pod.spec).expect("JSON");
    let path = "/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms/0/matchFields/0/values/0";
    spec.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned()
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

/// Where two sides differ. What is null in the recording differed between two recordings of the text, and is not compared; a
/// time is recorded with what it may be off by.
pub(crate) fn difference(path: &str, want: &Value, have: &Value) -> Option<String> {
    match (want, have) {
        (Value::Null, _) => None,
        (Value::Object(want), Value::Object(have)) => {
            let keys: BTreeSet<&String> = want.keys().chain(have.keys()).collect();
            keys.into_iter().find_map(|key| {
                let path = format!("{path}/{key}");
                match (want.get(key), have.get(key)) {
                    (Some(Value::Null), _) => None,
                    (Some(want), Some(have)) => difference(&path, want, have),
                    (Some(want), None) => Some(format!("{path}\n  cluster {want}\n  page    nothing")),
                    (None, have) => {
                        Some(format!("{path}\n  cluster nothing\n  page    {}", have.unwrap_or(&Value::Null)))
                    }
                }
            })
        }
        (Value::Array(time), Value::Number(_)) => {
            let (want, slack) = (time[0].as_f64()?, time[1].as_f64()?);
            let off = (have.as_f64()? - want).abs() > slack;
            off.then(|| format!("{path}\n  cluster at {want} s, give or take {slack}\n  page    at {have} s"))
        }
        (Value::Array(want), Value::Array(have)) if want.len() == have.len() => {
            (0..want.len()).find_map(|at| difference(&format!("{path}/{at}"), &want[at], &have[at]))
        }
        _ => (want != have).then(|| format!("{path}\n  cluster {want}\n  page    {have}")),
    }
}

//! Compares answers about random clusters with a simple model that does not use the engine: how many copies of a controller's pod fit on each node,
//! and which pods one of the highest class has to evict.

use std::fmt::Write;

use api::{NamespacedName, Str, Table};
use protocol::{Answer, Capacity, Consequences, PodConsequence, Question, Trial};
use releases::Release;
use trace::Frame;

use crate::test_support::FinishedRun;

/// Lower than all priorities: no pod is evicted.
const NOBODY: i64 = -1;

/// Requests or capacity: thousandths of a CPU, GiB of memory, and number of pods.
#[derive(Clone, Copy, Debug, Default)]
struct Amounts([i64; 3]);

impl Amounts {
    fn add(&mut self, other: Self) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum += more;
        }
    }

    fn fit_in(self, room: Self) -> bool {
        self.0.iter().zip(room.0).all(|(wanted, room)| *wanted <= room)
    }

    /// How many pods with this request fit beside `used`.
    fn room_for(self, used: Self, request: Self) -> i64 {
        let counts = (0..3).map(|at| (self.0[at] - used.0[at]).max(0) / request.0[at]);
        counts.min().unwrap_or(0)
    }
}

struct ModelNode {
    name: Str,
    disk: &'static str,
    room: Amounts,
}

/// A pod of a Deployment, or a single pod.
#[derive(Clone, Copy, Debug)]
struct ModelPod {
    requests: Amounts,
    priority: i64,
    disk: &'static str,
}

/// A cluster as a manifest, and the model of each `app`.
#[derive(Default)]
struct ModelCluster {
    text: String,
    nodes: Vec<ModelNode>,
    apps: Vec<(Str, ModelPod)>,
}

/// A small generator of pseudo-random numbers, so that the clusters are the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((self.0 >> 33) % u64::try_from(end).unwrap_or(1)).unwrap_or(0)
    }
}

impl ModelCluster {
    fn random(seed: u64) -> Self {
        let mut random = Random(seed);
        let mut cluster = Self::default();
        let mut text = "kind: PriorityClass\nmetadata: {name: top}\nvalue: 1000\n".to_owned();
        let disks = ["ssd", "hdd"];
        for at in 0..=random.below(4) {
            let disk = if random.below(2) == 0 { disks[0] } else { disks[1] };
            let room = Amounts([(1 + random.below(8)) * 1000, 2 + random.below(20), 2 + random.below(9)]);
            let name = Str::from(format!("node-{at}"));
            let [cpu, memory, pods] = room.0;
            let _ = write!(
                text,
                "---\nkind: Node\nmetadata: {{name: {name}, labels: {{disk: {disk}}}}}\nstatus: {{allocatable: {{cpu: {cpu}m, memory: \
                 {memory}Gi, pods: {pods}}}}}\n"
            );
            cluster.nodes.push(ModelNode { name, disk, room });
        }
        for at in 0..=random.below(4) {
            let name = Str::from(format!("app-{at}"));
            let disk = ["", "", "ssd", "hdd"][usize::try_from(random.below(4)).unwrap_or(0)];
            let requests = Amounts([(1 + random.below(8)) * 250, 1 + random.below(4), 1]);
            let pod = ModelPod { requests, priority: random.below(3) * 10, disk };
            let selector = if disk.is_empty() { String::new() } else { format!("nodeSelector: {{disk: {disk}}}, ") };
            let [cpu, memory, _] = requests.0;
            let spec = format!(
                "{{{selector}priority: {}, containers: [{{name: c, resources: {{requests: {{cpu: {cpu}m, memory: {memory}Gi}}}}}}]}}",
                pod.priority
            );
            let kind = ["Deployment", "ReplicaSet"][usize::try_from(random.below(2)).unwrap_or(0)];
            let _ = write!(
                text,
                "---\nkind: {kind}\nmetadata: {{name: {name}}}\nspec: {{replicas: {}, selector: {{matchLabels: {{app: {name}}}}}, template: \
                 {{metadata: {{labels: {{app: {name}}}}}, spec: {spec}}}}}\n",
                1 + random.below(5)
            );
            cluster.apps.push((name, pod));
        }
        cluster.text = text;
        cluster
    }

    fn app(&self, labels: &api::Labels) -> Option<ModelPod> {
        let app = labels.get("app")?;
        self.apps.iter().find(|(name, _)| name == app).map(|(_, pod)| *pod)
    }

    fn pods_on(&self, frame: &Frame, node: &Str) -> Vec<(NamespacedName, ModelPod)> {
        let pods_on_node = frame.pods.iter().filter(|(_, view)| view.node.as_ref() == Some(node));
        pods_on_node.filter_map(|(key, view)| Some((key.clone(), self.app(&view.pod.metadata.labels)?))).collect()
    }

    /// How many copies fit on each node if pods below the priority `spared_from` are evicted.
    fn copies(&self, frame: &Frame, pod: ModelPod, spared_from: i64) -> Vec<(Str, usize)> {
        let mut counts = Vec::new();
        for node in self.nodes.iter().filter(|node| pod.disk.is_empty() || pod.disk == node.disk) {
            let mut used = Amounts::default();
            for (_, other) in self.pods_on(frame, &node.name) {
                if other.priority >= spared_from {
                    used.add(other.requests);
                }
            }
            let count = usize::try_from(node.room.room_for(used, pod.requests)).unwrap_or(0);
            if count > 0 {
                counts.push((node.name.clone(), count));
            }
        }
        counts
    }

    /// The highest priority among the pods that must be evicted from the node; `None` if the pod can't run there at all.
    fn highest_victim(&self, frame: &Frame, pod: ModelPod, node: &ModelNode) -> Option<i64> {
        if !pod.requests.fit_in(node.room) || (!pod.disk.is_empty() && pod.disk != node.disk) {
            return None;
        }
        let mut others = self.pods_on(frame, &node.name);
        others.sort_by_key(|(_, other)| std::cmp::Reverse(other.priority));
        let mut used = pod.requests;
        for (_, other) in others {
            used.add(other.requests);
            if !used.fit_in(node.room) {
                return Some(other.priority);
            }
        }
        Some(NOBODY)
    }
}

fn capacity_of(run: &mut FinishedRun, pod: &NamespacedName, preempts: bool) -> Capacity {
    match run.answer_to(Question::More(pod.clone(), preempts)) {
        Answer::More(capacity) => capacity,
        other => panic!("{other:?}"),
    }
}

/// The pods that the copy evicts, and the node where it ends up.
fn preempted_pods(consequences: &Consequences) -> (Vec<NamespacedName>, Option<Str>) {
    let Some(copy) = &consequences.copy else { return (Vec::new(), None) };
    let by_copy = consequences.fates.iter().filter(|fate| {
        let why = match &fate.comes {
            PodConsequence::Goes { why, .. } | PodConsequence::Lingers(why) => why.preemptor(),
            _ => None,
        };
        why.is_some_and(|preemptor| preemptor.makes_room_for(&copy.pod, None))
    });
    (by_copy.map(|fate| fate.pod.clone()).collect(), copy.node.clone())
}

#[test]
fn copies_of_a_controllers_pod_fill_what_room_there_is() {
    let node = |name: &str| {
        format!(
            "kind: Node\nmetadata: {{name: {name}}}\nstatus: {{allocatable: {{cpu: 10, memory: 64Gi, pods: 110}}}}\n---\n"
        )
    };
    let deployment = "kind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2, selector: {matchLabels: {app: web}}, template: {metadata: \
                      {labels: {app: web}}, spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}}}\n";
    for kind in ["Deployment", "ReplicaSet", "StatefulSet"] {
        let text = [node("a"), node("b"), deployment.replace("Deployment", kind)].concat();
        for release in Release::ALL {
            let mut run = FinishedRun::new(&text, Some(release), None);
            let pod = run.frame.pods.keys().next().expect("a pod").clone();
            assert_eq!(capacity_of(&mut run, &pod, false).count(), 18, "{kind} {release:?}");
        }
    }
}

#[test]
fn capacity_matches_plain_arithmetic() {
    let mut asked = 0;
    for seed in 0..60 {
        let cluster = ModelCluster::random(seed);
        let release = Release::ALL[usize::try_from(seed).unwrap_or(0) % Release::ALL.len()];
        let mut run = FinishedRun::new(&cluster.text, Some(release), None);
        let mut keys: Table<Str, NamespacedName> = Table::new();
        for (key, view) in run.frame.pods.iter().filter(|(_, view)| view.node.is_some()) {
            if let Some(app) = view.pod.metadata.labels.get("app") {
                keys.insert(app.clone(), key.clone());
            }
        }
        for (app, key) in &keys {
            let pod = cluster.apps.iter().find(|(name, _)| name == app).map(|(_, pod)| *pod).expect("an app");
            let case = format!("seed {seed} {release:?} {key}\n{}", cluster.text);
            let mut node_counts = capacity_of(&mut run, key, false).nodes;
            node_counts.sort();
            assert_eq!(node_counts, cluster.copies(&run.frame, pod, i64::MIN), "{case}");
            let count = |counts: &[(Str, usize)]| counts.iter().map(|(_, count)| count).sum::<usize>();
            let capacity_of_nodes = capacity_of(&mut run, key, true).nodes;
            assert_eq!(count(&capacity_of_nodes), count(&cluster.copies(&run.frame, pod, pod.priority)), "{case}");
            asked += 1;
        }
    }
    assert!(asked > 60, "{asked}");
}

#[test]
fn victims_of_the_highest_class_are_those_of_a_model() {
    let (mut none, mut some, mut pending) = (0, 0, 0);
    for seed in 100..180 {
        let cluster = ModelCluster::random(seed);
        let release = Release::ALL[usize::try_from(seed).unwrap_or(0) % Release::ALL.len()];
        let mut run = FinishedRun::new(&cluster.text, Some(release), None);
        let keys: Vec<NamespacedName> = run.frame.pods.keys().cloned().collect();
        for key in keys {
            let pod = run.frame.pods.get(&key).and_then(|view| cluster.app(&view.pod.metadata.labels)).expect("an app");
            let trial = Trial::Class { like: key.clone(), class: "top".into() };
            let consequences = match run.answer_to(Question::Consequences(trial)) {
                Answer::Consequences(consequences) => consequences,
                other => panic!("{other:?}"),
            };
            let case = format!("seed {seed} {release:?} {key} {consequences:?}\n{}", cluster.text);
            let (victims, node) = preempted_pods(&consequences);
            let candidates = cluster.nodes.iter().filter_map(|node| cluster.highest_victim(&run.frame, pod, node));
            let Some(least) = candidates.min() else {
                assert_eq!((victims.len(), &node), (0, &None), "{case}");
                pending += 1;
                continue;
            };
            let node = node.unwrap_or_else(|| panic!("pending: {case}"));
            let pods_on_node = cluster.pods_on(&run.frame, &node);
            assert!(victims.iter().all(|victim| pods_on_node.iter().any(|(other, _)| other == victim)), "{case}");
            let highest =
                pods_on_node.iter().filter(|(other, _)| victims.contains(other)).map(|(_, other)| other.priority).max();
            assert_eq!(highest.unwrap_or(NOBODY), least, "{case}");
            // Without the victims it fits, and none of them is unnecessary.
            let room = cluster.nodes.iter().find(|other| other.name == node).map(|node| node.room).expect("a node");
            for spared in std::iter::once(None).chain(victims.iter().map(Some)) {
                let mut used = pod.requests;
                for (_, other) in
                    pods_on_node.iter().filter(|(other, _)| !victims.contains(other) || spared == Some(other))
                {
                    used.add(other.requests);
                }
                assert_eq!(used.fit_in(room), spared.is_none(), "{spared:?} {case}");
            }
            if victims.is_empty() { none += 1 } else { some += 1 }
        }
    }
    assert!(none > 50 && some > 50 && pending > 10, "{none} {some} {pending}");
}

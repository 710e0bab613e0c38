#![allow(clippy::disallowed_types)] // native tests
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::Write,
    process::{Command, Stdio},
};

use api::{ApiObject, Millis, PreemptionPolicy};
use manifest::Manifest;
use protocol::{ExportNote, ExportedFile, FilePart};
use releases::Release;
use runlog::Event;
use serde_json::Value;
use simulation::{Scenario, Simulation};
use trace::Trace;

use super::trace_json;

/// The line at which a script starts the clock of the scenario.
const START: &str = "start=\"$(now)\"\n";

pub(super) fn release(name: &str) -> Release {
    Release::from_name(name).expect("a release")
}

/// An exported file, as these tests read it.
pub(super) struct TestFile {
    /// The text, with a line `#@0` instead of the first remark.
    pub(super) body: String,
    pub(super) notes: Vec<(ExportNote, usize)>,
    remarks: Vec<ExportNote>,
}

impl From<ExportedFile> for TestFile {
    fn from(file: ExportedFile) -> Self {
        let (mut body, mut remarks) = (String::new(), Vec::new());
        for part in file.body.parts() {
            match part {
                FilePart::Text(text) => body += text,
                FilePart::Remark(note) => {
                    writeln!(body, "#@{}", remarks.len()).expect("room");
                    remarks.push(note.clone());
                }
            }
        }
        Self { body, notes: file.notes, remarks }
    }
}

pub(super) fn kwok(text: &str, release: Release) -> TestFile {
    super::kwok(text, release).into()
}

pub(super) fn cluster(text: &str, release: Release) -> TestFile {
    super::cluster(text, release).into()
}

pub(super) fn scenarios() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/scenarios");
    let files = std::fs::read_dir(folder).expect("scenarios").map(|file| file.expect("a file").path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    files.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("a scenario"))).collect()
}

/// What is relevant for scheduling in each object of a manifest, by kind and name.
fn export_files(manifest: &Manifest) -> BTreeMap<(String, String), Value> {
    let json = |kind: &ApiObject| match kind {
        ApiObject::Node(node) => {
            serde_json::json!([node.metadata.labels, node.spec, node.status.allocatable, node.status.images])
        }
        ApiObject::Pod(pod) => {
            let mut spec = pod.spec.clone();
            // The class has another name now, but the same value.
            spec.priority_class_name = "".into();
            spec.preemption_policy =
                spec.preemption_policy.filter(|policy| *policy != PreemptionPolicy::PreemptLowerPriority);
            serde_json::json!([pod.metadata.labels, spec])
        }
        ApiObject::PodDisruptionBudget(budget) => serde_json::json!([budget.spec]),
        ApiObject::PodGroup(group) => serde_json::json!([group.spec]),
        ApiObject::Workload(workload) => serde_json::json!([workload.spec]),
        ApiObject::Deployment(workload) | ApiObject::ReplicaSet(workload) | ApiObject::DaemonSet(workload) => {
            serde_json::json!([workload.spec])
        }
        _ => Value::Null,
    };
    let objects = manifest.objects.iter().filter(|object| !matches!(object.kind, ApiObject::Namespace(_)));
    let named =
        |kind: &ApiObject| (kind.kind().to_string(), format!("{}/{}", kind.metadata().namespace, kind.metadata().name));
    objects.map(|object| (named(&object.kind), json(&object.kind))).collect()
}

#[test]
fn every_scenario_comes_back_from_its_yaml() {
    for (file, text) in scenarios() {
        let before = manifest::load(&text).expect("a scenario");
        // Groups need the feature gates.
        let gates: Vec<String> =
            before.scenario.feature_gates.iter().map(|(name, is_on)| format!("{name}: {is_on}")).collect();
        let gates = match &gates[..] {
            [] => String::new(),
            gates => format!("---\nkind: Scenario\nfeatureGates: {{{}}}\n", gates.join(", ")),
        };
        let minor = release(if gates.is_empty() { "v1.34" } else { "v1.36" });
        let made = cluster(&text, minor);
        let is_told = made.notes.iter().any(|(note, _)| matches!(note, ExportNote::FeatureGates { .. }));
        assert_eq!(is_told, !gates.is_empty(), "{file}");
        let again = format!("{}{gates}", made.body);
        let again = manifest::load(&again).unwrap_or_else(|findings| panic!("{file}: {findings:?}\n{again}"));
        let before = export_files(&before);
        let mut after = export_files(&again);
        after.retain(|key, _| before.contains_key(key) || key.0 != "PriorityClass");
        assert_eq!(after, before, "{file}");
        assert!(!made.body.contains("schedscope.dev/"), "{file}");
        let once_more = cluster(&format!("{}{gates}", made.body), minor).body;
        assert_eq!(once_more, made.body, "{file}: what is fit stays as it is");
    }
}

const DUMP: &str = r#"
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: a, uid: u, resourceVersion: "7"}, status: {capacity: {cpu: 4}, conditions: [{type: Ready, status: "False"}]}}
- apiVersion: v1
  kind: Pod
  metadata: {name: web, namespace: shop, uid: x, creationTimestamp: "2024-01-01T00:00:00Z", labels: {version: "1"}, ownerReferences: [{kind: ReplicaSet, name: web, uid: y}]}
  spec: {nodeName: a, priority: 7, serviceAccountName: shop, containers: [{resources: {requests: {cpu: 1}}}]}
  status: {phase: Running}
- {apiVersion: v1, kind: Pod, metadata: {name: done}, spec: {nodeName: a, containers: [{name: c, image: i}]}, status: {phase: Succeeded}}
- {apiVersion: v1, kind: Pod, metadata: {name: lost}, spec: {nodeName: elsewhere, containers: [{name: c, image: i}]}}
- {apiVersion: v1, kind: Pod, metadata: {generateName: job-}, spec: {priorityClassName: gold, containers: [{name: c, image: i}]}}
- {apiVersion: v1, kind: Pod, metadata: {name: critical}, spec: {priority: 2000000000, containers: [{name: c, image: i}]}}
- {apiVersion: policy/v1beta1, kind: PodDisruptionBudget, metadata: {name: guard}, spec: {minAvailable: 1}}
- {kind: Secret, metadata: {name: s}}
"#;

#[test]
fn export_corrects_what_a_cluster_would_refuse() {
    assert_eq!(manifest::load(DUMP).err(), None);
    let made = cluster(DUMP, release("v1.34"));
    let objects = manifest::object_values(&made.body).expect("YAML");
    let find = |kind: &str, name: &str| {
        let object = objects.iter().find(|object| object["kind"] == kind && object["metadata"]["name"] == name);
        object.unwrap_or_else(|| panic!("no {kind} {name} in {}", made.body))
    };
    let web = find("Pod", "web");
    assert_eq!(web["spec"]["priorityClassName"], "priority-7");
    assert_eq!(web["spec"].get("priority"), None);
    assert_eq!(web["metadata"], serde_json::json!({"name": "web", "namespace": "shop", "labels": {"version": "1"}}));
    assert_eq!((web["spec"]["containers"][0]["name"].as_str(), web.get("status")), (Some("c0"), None));
    assert_eq!(find("PriorityClass", "priority-7")["value"], 7);
    assert_eq!(find("PriorityClass", "gold")["value"], 0);
    assert_eq!(find("Pod", "critical")["spec"]["priorityClassName"], "system-cluster-critical");
    assert_eq!(find("Pod", "job-1")["metadata"].get("generateName"), None);
    assert_eq!(find("PodDisruptionBudget", "guard")["apiVersion"], "policy/v1");
    assert_eq!(find("Node", "a")["status"]["allocatable"], serde_json::json!({"cpu": 4, "pods": "110"}));
    find("Namespace", "shop");
    let kinds: Vec<&str> = objects.iter().filter_map(|object| object["kind"].as_str()).collect();
    assert_eq!(
        kinds,
        ["Namespace", "PriorityClass", "PriorityClass", "Node", "PodDisruptionBudget", "Pod", "Pod", "Pod"]
    );
    let export_notes: Vec<&ExportNote> = made.notes.iter().map(|(note, _)| note).collect();
    for note in [
        ExportNote::Ended,
        ExportNote::NoSuchNode,
        ExportNote::Owners,
        ExportNote::Accounts,
        ExportNote::Named,
        ExportNote::Filled,
        ExportNote::NotReady,
        ExportNote::NoVersion { kind: "Secret".into() },
        ExportNote::ClassMade { name: "priority-7".into(), value: 7 },
        ExportNote::Added { kind: "Namespace".into(), name: "shop".into() },
        ExportNote::Added { kind: "PriorityClass".into(), name: "gold".into() },
    ] {
        assert!(export_notes.contains(&&note), "{note:?} is not in {export_notes:?}");
    }
    // An old cluster has another version of budgets.
    assert!(cluster(DUMP, release("v1.20")).body.contains("policy/v1beta1"));
}

/// The documents that a script passes to `kubectl`.
fn documents(script: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut lines = script.lines();
    while let Some(line) = lines.next() {
        if line.ends_with("<<'EOF'") && line.starts_with("k ") {
            let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "EOF").collect();
            texts.push(text.join("\n"));
        }
    }
    texts
}

/// Whether the shell can parse a script; `None` if there is no `bash`.
pub(super) fn reads(script: &str) -> Option<bool> {
    let mut shell = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn().ok()?;
    shell.stdin.take()?.write_all(script.as_bytes()).ok()?;
    Some(shell.wait().ok()?.success())
}

#[test]
fn scripts_for_kwok_are_shell_around_yaml() {
    assert_ne!(reads("if"), Some(true), "the shell tells what is wrong");
    for (file, text) in scenarios() {
        for release in Release::ALL {
            let made = kwok(&text, release);
            assert_ne!(reads(&made.body), Some(false), "{file}\n{}", made.body);
            assert!(made.body.contains(&format!("--kube-version={}", release.patch())), "{file}");
            let read = documents(&made.body);
            assert!(!read.is_empty(), "{file}");
            for document in read {
                let objects =
                    manifest::object_values(&document).unwrap_or_else(|value| panic!("{file}: {value:?}\n{document}"));
                for object in objects {
                    assert!(
                        object["apiVersion"].is_string() && object["metadata"]["name"].is_string(),
                        "{file}: {object}"
                    );
                    let fake = object["metadata"]["annotations"]["kwok.x-k8s.io/node"] == "fake";
                    assert_eq!(fake, object["kind"] == "Node", "{file}: {object}");
                }
            }
        }
    }
}

const SCRIPTED: &str = r#"
kind: Node
metadata: {name: a}
status: {capacity: {cpu: 4, memory: 8Gi}}
---
apiVersion: schedscope.dev/v1alpha1
kind: Scenario
timings: {bindMillis: 5}
script:
  - at: 90s
    label: {kind: Node, name: a, labels: {disk: "it's ssd", old: null}}
  - at: 1500ms
    create: {kind: Pod, apiVersion: v1, metadata: {name: late, namespace: shop}, spec: {priority: -3, containers: [{name: c}]}}
  - {at: 2s, taint: {node: a, key: k, value: v, effect: NoSchedule}}
  - {at: 2s, drain: {node: a, force: true}}
  - {at: 3s, evict: {name: late, namespace: shop}}
  - {at: 4s, unreachable: a}
  - {at: 5, cordon: a}
  - {at: 6s, ungate: {name: late, namespace: shop, gates: [a.io/b]}}
  - {at: 7s, ungate: {name: late, namespace: shop}}
  - {at: 8s, notReady: a}
  - {at: 9s, ready: a}
  - {at: 10s, resize: {name: late, namespace: shop, requests: {cpu: 2}}}
  - {at: 11s, resize: {name: late, namespace: shop, container: side, requests: {memory: 1Gi}}}
  - {at: 12s, resize: {name: nobody, requests: {cpu: 2}}}
"#;

#[test]
fn a_script_is_played_at_its_times() {
    let made = kwok(SCRIPTED, release("v1.34"));
    let (_, after) = made.body.split_once(START).expect("a start");
    let lines: Vec<&str> = after
        .lines()
        .filter(|line| ["at ", "k ", "#@", "settle"].iter().any(|first| line.starts_with(first)))
        .collect();
    assert_eq!(
        lines,
        [
            "at 1500",
            "k create -f - <<'EOF'",
            "at 2000",
            "k taint node a k=v:NoSchedule",
            "k drain a --ignore-daemonsets --delete-emptydir-data --force --timeout=120s &",
            "at 3000",
            "k create --raw /api/v1/namespaces/shop/pods/late/eviction -f - <<< \
             '{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"late\",\"namespace\":\"shop\"}}'",
            "at 4000",
            "#@0",
            "at 5000",
            "k cordon a",
            "at 6000",
            "k patch pod late --namespace=shop --type=strategic \
             -p '{\"spec\":{\"schedulingGates\":[{\"$patch\":\"delete\",\"name\":\"a.io/b\"}]}}'",
            "at 7000",
            "k patch pod late --namespace=shop --type=json -p '[{\"op\":\"remove\",\"path\":\"/spec/schedulingGates\"}]'",
            "at 8000",
            "k annotate node a schedscope.dev/ready=False --overwrite",
            "at 9000",
            "k annotate node a schedscope.dev/ready-",
            "at 10000",
            "k patch pod late --namespace=shop --subresource=resize \
             -p '{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":2}}}]}}'",
            "at 11000",
            "k patch pod late --namespace=shop --subresource=resize \
             -p '{\"spec\":{\"containers\":[{\"name\":\"side\",\"resources\":{\"requests\":{\"memory\":\"1Gi\"}}}]}}'",
            "at 12000",
            "#@1",
            "at 90000",
            r"k label node a 'disk=it'\''s ssd' old- --overwrite",
            "settle 315",
            "k get pods --all-namespaces -o wide",
        ]
    );
    assert!(
        made.body.contains("name: priority-minus-3") && made.body.contains("try account default\ntry account shop\n"),
        "{}",
        made.body
    );
    let export_notes: Vec<&ExportNote> = made.notes.iter().map(|(note, _)| note).collect();
    let not_done = [(4, "unreachable a"), (12, "resize nobody")];
    let not_done =
        not_done.map(|(at, action)| ExportNote::NotDone { at: Millis::from_seconds(at), action: action.into() });
    assert!(not_done.iter().all(|note| export_notes.contains(&note)), "{export_notes:?}");
    assert_eq!(made.remarks, not_done, "each is told where it would stand");
    assert!(export_notes.contains(&&ExportNote::Simulated { field: "timings".into() }), "{export_notes:?}");
    assert!(
        !export_notes.iter().any(|note| matches!(note, ExportNote::Stale { .. })),
        "no budget is counted late: {export_notes:?}"
    );
    assert_ne!(reads(&made.body), Some(false), "{}", made.body);
    assert!(made.body.contains(" --heartbeat-factor=1 --wait=5m"), "a node that is not ready is seen in its time");
    // Before v1.33, running pods can't be resized.
    let early = kwok(SCRIPTED, release("v1.20"));
    assert!(!early.body.contains("--subresource=resize") && early.remarks.len() == 4, "{:?}", early.remarks);
}

const STANDING: &str = r#"
- {apiVersion: v1, kind: Node, metadata: {name: a}, status: {capacity: {cpu: 4, memory: 8Gi}, conditions: [{type: Ready, status: "False"}]}}
- {apiVersion: v1, kind: Node, metadata: {name: b}, status: {capacity: {cpu: 4, memory: 8Gi}, conditions: [{type: Ready, status: "True"}]}}
- {apiVersion: v1, kind: Pod, metadata: {name: sick}, spec: {nodeName: b, containers: [{name: c, image: i}]}, status: {phase: Running, startTime: "2024-01-01T00:05:00Z", conditions: [{type: Ready, status: "False"}]}}
- {apiVersion: v1, kind: Pod, metadata: {name: well}, spec: {nodeName: b, containers: [{name: c, image: i}]}, status: {phase: Running, conditions: [{type: Ready, status: "True"}]}}
- {apiVersion: v1, kind: Pod, metadata: {name: young, namespace: shop}, spec: {nodeName: b, containers: [{name: c, image: i}]}}
- {apiVersion: v1, kind: Pod, metadata: {name: hopes, namespace: shop}, spec: {containers: [{name: c, image: i}]}, status: {nominatedNodeName: b}}
- {apiVersion: v1, kind: Pod, metadata: {name: left, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: gone, uid: u, controller: true}]}, spec: {nodeName: b, containers: [{name: c, image: i}]}, status: {phase: Running}}
- {apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: guard}, spec: {minAvailable: 1, selector: {}}, status: {disruptionsAllowed: 3}}
- {apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}, provisioner: example.com/disk}
- {apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: local}, provisioner: kubernetes.io/no-provisioner}
- {apiVersion: batch.volcano.sh/v1alpha1, kind: Job, metadata: {name: train}, spec: {minAvailable: 1}}
"#;

#[test]
fn export_recreates_or_reports_status() {
    let text = format!("apiVersion: v1\nkind: List\nitems:{STANDING}");
    assert_eq!(manifest::load(&text).err(), None);
    let made = kwok(&text, release("v1.34"));
    let (before, after) = made.body.split_once(START).expect("a start");
    let patch = |subresource: &str, pod: &str, status: &str| format!("k patch pod {pod}{subresource} {status}\n");
    let sick = "--type=strategic -p '{\"status\":{\"conditions\":[\
                {\"reason\":\"ContainersNotReady\",\"status\":\"False\",\"type\":\"ContainersReady\"},\
                {\"reason\":\"ContainersNotReady\",\"status\":\"False\",\"type\":\"Ready\"}]}}'";
    let sick = patch(" --subresource=status", "sick", sick);
    assert!(before.contains(&sick), "{before}");
    assert!(
        before.contains("k annotate node a schedscope.dev/ready=False\n") && !before.contains("node b "),
        "{before}"
    );
    assert!(!before.contains("patch pod well"), "{before}");
    // Running pods start at their stated time; pending ones start in the run.
    assert_eq!(anonymize_text(before).last(), Some(&["sick", "well", "left"].map(str::to_owned).to_vec()), "{before}");
    assert!(before.contains("schedscope.dev/started: \"2024-01-01T00:05:00Z\""), "{before}");
    assert_eq!(anonymize_text(after), [["young", "hopes"]]);
    // The scheduler sees the pod only once it is nominated.
    let hopes =
        ["{\"status\":{\"nominatedNodeName\":\"b\"}}", "{\"spec\":{\"schedulingGates\":[{\"$patch\":\"delete\""];
    let at = |text: &str| after.find(text).unwrap_or_else(|| panic!("no {text} in {after}"));
    assert!(at("name: schedscope.dev/nomination") < at(hopes[0]) && at(hopes[0]) < at(hopes[1]), "{after}");
    let notes = |made: &TestFile| made.notes.iter().map(|(note, _)| note.clone()).collect::<Vec<_>>();
    let budget = ExportNote::BudgetStatus { name: "guard".into() };
    let provisioner = ExportNote::Provisioner { name: "example.com/disk".into() };
    let nominated = ExportNote::Nominated { name: "hopes".into() };
    let export_notes = notes(&made);
    for note in [
        &budget,
        &provisioner,
        &ExportNote::Unowned,
        &ExportNote::Custom { kind: "Job".into() },
        &ExportNote::Stale { millis: Millis::new(100) },
    ] {
        assert!(export_notes.contains(note), "{note:?} is not in {export_notes:?}");
    }
    for note in [&nominated, &ExportNote::PodsNotReady, &ExportNote::NotReady] {
        assert!(!export_notes.contains(note), "{note:?} is in {export_notes:?}");
    }
    // Each of these is also remarked on at its place.
    assert_eq!(made.remarks, [provisioner.clone(), budget.clone()]);
    // Before scheduling gates, the scheduler sees the pod first.
    let early = kwok(&text, release("v1.20"));
    assert!(notes(&early).contains(&nominated) && early.body.contains("\n#@2\n"), "{:?}", early.remarks);
    // An export for the user's own cluster has the same notes.
    let export_notes = notes(&cluster(&text, release("v1.34")));
    for note in [budget, provisioner, nominated, ExportNote::PodsNotReady, ExportNote::NotReady] {
        assert!(export_notes.contains(&note), "{note:?} is not in {export_notes:?}");
    }
}

#[test]
fn stages_play_the_kubelets() {
    let text = format!(
        "kind: Scenario\napiVersion: schedscope.dev/v1alpha1\ntimings: {{containerStartMillis: 750}}\n---\nkind: List\napiVersion: v1\nitems:{STANDING}"
    );
    let made = kwok(&text, release("v1.34"));
    let stages = made.body.split_once("cat > \"$stages\" <<'EOF'\n").and_then(|(_, rest)| rest.split_once("EOF\n"));
    let stages = manifest::object_values(stages.expect("stages").0).expect("YAML");
    let mut stage_specs = BTreeMap::new();
    for stage in &stages {
        assert_eq!((&stage["apiVersion"], &stage["kind"]), (&"kwok.x-k8s.io/v1alpha1".into(), &"Stage".into()));
        let spec = &stage["spec"];
        assert!(!spec["selector"]["matchExpressions"].as_array().expect("when").is_empty());
        stage_specs.insert(stage["metadata"]["name"].as_str().expect("a name"), spec);
    }
    let kinds: Vec<_> =
        stage_specs.iter().map(|(name, spec)| (*name, spec["resourceRef"]["kind"].as_str().expect("a kind"))).collect();
    assert_eq!(
        kinds,
        [
            ("node-not-ready", "Node"),
            ("node-ready", "Node"),
            ("pod-done", "Pod"),
            ("pod-end", "Pod"),
            ("pod-start", "Pod")
        ]
    );
    // A pod is removed at its `deletionTimestamp`, the end of its grace period.
    let ends = serde_json::json!({"durationFrom": {"expressionFrom": ".metadata.deletionTimestamp"}});
    assert_eq!(
        (&stage_specs["pod-end"]["delay"], &stage_specs["pod-end"]["next"]),
        (&ends, &serde_json::json!({"delete": true}))
    );
    assert_eq!(stage_specs["pod-start"]["delay"]["durationMilliseconds"], 750);
    assert_eq!(stage_specs["pod-done"]["delay"]["durationMilliseconds"], 10_000);
    for (name, status) in
        [("pod-start", "phase: Running"), ("pod-done", "phase: Succeeded"), ("node-not-ready", "\"False\"")]
    {
        let template = stage_specs[name]["next"]["statusTemplate"].as_str().expect("a template");
        assert!(template.contains(status), "{name}: {template}");
    }
    // Containers take the configured time to start, so there is no note about it.
    assert!(!made.notes.iter().any(|(note, _)| matches!(note, ExportNote::Simulated { .. })), "{:?}", made.notes);
}

#[test]
fn extenders_are_answered_by_a_server() {
    let objects = "---\nkind: Node\nmetadata: {name: a}\nstatus: {capacity: {cpu: 4}}\n";
    let configuration = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nextenders:\n\
                         - {urlPrefix: \"https://licences:8443/v1\", filterVerb: predicates, bindVerb: place, weight: 5, enableHTTPS: true}\n\
                         - {urlPrefix: \"http://prices/\", prioritizeVerb: rank, weight: 1, nodeCacheCapable: true}\n";
    let document = |more: &str| format!("---\napiVersion: schedscope.dev/v1alpha1\nkind: Extender\n{more}\n");
    let answers = document("metadata: {name: l}\nhost: licences:8443\nfilter: {failed: {a: \"it's full\"}}")
        + &document("metadata: {name: prices}\ndelayMillis: 20\nprioritize: {scores: {a: 7}}");
    let made = kwok(&format!("{configuration}{answers}{objects}"), release("v1.34"));
    let part = |begins: &str| {
        let rest = made.body.split_once(begins).unwrap_or_else(|| panic!("no {begins} in {}", made.body)).1;
        rest.split_once("\nEOF\n").expect("an end").0
    };
    let given: Value = serde_json::from_str(part("cat > \"$answers\" <<'EOF'\n")).expect("JSON");
    let wanted = serde_json::json!({
        "licences:8443": {"filter": {"failed": {"a": "it's full"}}},
        "prices": {"delayMillis": 20, "prioritize": {"scores": {"a": 7}}},
    });
    assert_eq!(given, wanted);
    let asked = manifest::object_values(part("sed \"s|@extenders@|$extenders|\" > \"$configuration\" <<'EOF'\n"))
        .expect("YAML");
    let wanted = serde_json::json!([
        {"urlPrefix": "http://@extenders@/licences:8443/", "filterVerb": "filter", "bindVerb": "bind", "weight": 5},
        {"urlPrefix": "http://@extenders@/prices/", "prioritizeVerb": "prioritize", "weight": 1, "nodeCacheCapable": true},
    ]);
    assert_eq!(asked[0]["extenders"], wanted);
    assert!(part("cat > \"$server\" <<'EOF'\n").contains("class Answer("));
    assert!(
        made.body.contains(" --runtime=\"${KWOK_RUNTIME:-binary}\""),
        "a scheduler in a container reaches no server here"
    );
    let has_note = |made: &TestFile, wanted: &ExportNote| made.notes.iter().any(|(note, _)| note == wanted);
    let ours = ExportNote::Ours { kind: "Extender".into() };
    assert!(has_note(&made, &ExportNote::Extenders) && !has_note(&made, &ours), "{:?}", made.notes);
    // If no scheduler gets the configuration, no extender is called.
    let early = kwok(&format!("{configuration}{answers}{objects}"), release("v1.20"));
    assert!(
        !early.body.contains("python3") && has_note(&early, &ours) && !has_note(&early, &ExportNote::Extenders),
        "{:?}",
        early.notes
    );
    let with_extenders: Vec<_> = scenarios().into_iter().filter(|(_, text)| text.contains("kind: Extender")).collect();
    assert!(!with_extenders.is_empty());
    for (file, text) in with_extenders {
        assert!(kwok(&text, release("v1.34")).body.contains("python3 \"$server\""), "{file}");
    }
}

/// The names of the objects of each command of a script.
fn anonymize_text(script: &str) -> Vec<Vec<String>> {
    let name = |object: &Value| object["metadata"]["name"].as_str().unwrap_or_default().to_owned();
    let names = |text: &String| manifest::object_values(text).expect("YAML").iter().map(name).collect();
    documents(script).iter().map(names).collect()
}

const RUNNING: &str = r#"
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Service, metadata: {name: service}, spec: {selector: {app: web}}}
- {apiVersion: v1, kind: Node, metadata: {name: a}, status: {capacity: {cpu: 4, memory: 8Gi}}}
- {apiVersion: v1, kind: Pod, metadata: {name: waiting}, spec: {containers: [{name: c, image: i}]}}
- {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web}, spec: {replicas: 1, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}}}
- {apiVersion: v1, kind: Pod, metadata: {name: web-1, labels: {app: web}, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: u, controller: true}]}, spec: {containers: [{name: c, image: i}]}}
- {apiVersion: v1, kind: Pod, metadata: {name: later}, spec: {nodeName: a, containers: [{name: c, image: i}]}, status: {phase: Running, startTime: "2024-01-01T00:05:00Z"}}
- {apiVersion: v1, kind: Pod, metadata: {name: sooner}, spec: {nodeName: a, containers: [{name: c, image: i}]}, status: {phase: Running, startTime: "2024-01-01T00:01:00Z"}}
- {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: claim}, spec: {storageClassName: fast, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}
- {apiVersion: v1, kind: PersistentVolume, metadata: {name: volume}, spec: {storageClassName: fast, accessModes: [ReadWriteOnce], capacity: {storage: 1Gi}, hostPath: {path: /v}}}
- {apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}, provisioner: example.com/disk}
"#;

#[test]
fn export_creates_dependencies_first() {
    let script = kwok(RUNNING, release("v1.34")).body;
    let (before, after) = script.split_once(START).expect("a start");
    // Claims are bound while nodes start. Running pods exist before the clock starts, with their own start time.
    assert_eq!(
        anonymize_text(before),
        [&["fast"][..], &["claim", "volume"], &["a"], &["service"], &["later", "sooner"]]
    );
    assert_eq!(before.matches("\n\nk apply -f").count(), 3, "each part stands apart: {before}");
    // A workload adopts its existing pods, so it creates no others.
    assert_eq!(anonymize_text(after), [["web-1", "waiting", "web"]]);
    let kinds = |text: &str| {
        let objects = manifest::object_values(text).expect("YAML");
        objects.iter().map(|object| object["kind"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let made = cluster(RUNNING, release("v1.34")).body;
    assert_eq!(
        kinds(&made)[..5],
        ["StorageClass", "PersistentVolumeClaim", "PersistentVolume", "Node", "Service"],
        "{made}"
    );
}

#[test]
fn a_selector_that_is_not_there_has_the_form_of_its_kind() {
    let plain = serde_json::json!({"app": "w"});
    let labels = serde_json::json!({"matchLabels": {"app": "w"}});
    for (kind, selector) in [
        ("ReplicationController", Some(plain)),
        ("ReplicaSet", Some(labels.clone())),
        ("Deployment", Some(labels.clone())),
        ("StatefulSet", Some(labels.clone())),
        ("DaemonSet", Some(labels.clone())),
        // The Job controller generates a selector, and rejects any other one.
        ("Job", None),
    ] {
        let text = format!(
            "kind: {kind}\nmetadata: {{name: w, uid: u}}\nspec: {{template: {{metadata: {{labels: {{app: w}}}}, spec: {{containers: [{{}}]}}}}}}\n"
        );
        let made = cluster(&text, release("v1.34"));
        let objects = manifest::object_values(&made.body).expect("YAML");
        assert_eq!((objects.len(), objects[0]["spec"].get("selector")), (1, selector.as_ref()), "{}", made.body);
        let restarts = objects[0]["spec"]["template"]["spec"].get("restartPolicy");
        assert_eq!(restarts.and_then(Value::as_str), (kind == "Job").then_some("Never"), "{}", made.body);
        assert_eq!(manifest::load(&made.body).err(), None);
    }
    let made = "kind: Job\nmetadata: {name: w, uid: u}\nspec: {selector: {matchLabels: {controller-uid: u}}, template: {metadata: {labels: {controller-uid: u, app: w}}, spec: {containers: [{}]}}}\n";
    let made = cluster(made, release("v1.34")).body;
    assert!(made.contains("app: w") && !made.contains("controller-uid") && !made.contains("selector"), "{made}");
    // With `manualSelector`, the selector is kept.
    let text = "kind: Job\nmetadata: {name: w, uid: u}\nspec: {manualSelector: true, selector: {matchLabels: {app: w}}, template: {metadata: {labels: {app: w}}, spec: {containers: [{}]}}}\n";
    let objects = manifest::object_values(&cluster(text, release("v1.34")).body).expect("YAML");
    assert_eq!(objects[0]["spec"]["selector"], labels, "{objects:?}");
}

#[test]
fn a_service_without_ports_and_a_volume_without_a_place_get_what_the_api_server_asks_for() {
    for (object, at, wanted) in [
        ("kind: Service\nmetadata: {name: s}\nspec: {selector: {app: w}}", "/spec/clusterIP", Some("None")),
        ("kind: Service\nmetadata: {name: s}\nspec: {ports: []}", "/spec/clusterIP", Some("None")),
        ("kind: Service\nmetadata: {name: s}\nspec: {ports: [{port: 80}]}", "/spec/clusterIP", None),
        ("kind: PersistentVolume\nmetadata: {name: v}", "/spec/hostPath/path", Some("/tmp/v")),
        (
            "kind: PersistentVolume\nmetadata: {name: v}\nspec: {hostPath: {path: /v}}",
            "/spec/hostPath/path",
            Some("/v"),
        ),
        ("kind: PersistentVolume\nmetadata: {name: v}\nspec: {nfs: {server: s, path: /}}", "/spec/hostPath", None),
    ] {
        let made = cluster(object, release("v1.34"));
        let objects = manifest::object_values(&made.body).expect("YAML");
        assert_eq!(objects[0].pointer(at).and_then(Value::as_str), wanted, "{object}: {}", made.body);
    }
}

#[test]
fn a_scheduler_gets_the_configuration_that_is_for_it() {
    let node = "---\nkind: Node\nmetadata: {name: a}\nstatus: {capacity: {cpu: 4}}\n";
    let ours = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles: [{schedulerName: ours}]\n";
    let policy = "apiVersion: v1\nkind: Policy\npredicates: [{name: PodFitsResources}]\n";
    for (text, name, given) in [(ours, "v1.34", true), (ours, "v1.20", false), (policy, "v1.16", false)] {
        let made = kwok(&format!("{text}{node}"), release(name));
        let has_configuration_note =
            made.notes.iter().any(|(note, _)| matches!(note, ExportNote::Configuration { .. }));
        assert_eq!(has_configuration_note, !given, "{name}: {:?}", made.notes);
        assert_eq!(made.body.contains(" --kube-scheduler-config=\"$configuration\" --wait"), given, "{}", made.body);
        assert_eq!(made.body.contains("schedulerName: ours"), given, "{}", made.body);
        assert_ne!(reads(&made.body), Some(false), "{}", made.body);
    }
}

#[test]
fn exported_trace_round_trips() {
    for (file, text) in scenarios() {
        let manifest = manifest::load(&text).expect("a scenario");
        let mut simulation = Simulation::new(Scenario::from_manifest(&manifest).expect("a scenario"));
        let mut run = Trace::default();
        while let Some(events) = simulation.step() {
            run.extend(events);
        }
        let made = trace_json(release("v1.34"), run.events());
        let read: Value = serde_json::from_str(&made.body.text()).expect("JSON");
        assert_eq!((&read["format"], &read["release"]), (&"schedscope.dev/trace/v1alpha1".into(), &"v1.34".into()));
        let events: Vec<Event> = serde_json::from_value(read["events"].clone()).expect("events");
        assert_eq!(events.len(), run.events().len(), "{file}");
        // Timestamps of objects are rounded to seconds, as in Kubernetes.
        assert_eq!(serde_json::to_value(&events).expect("JSON"), read["events"], "{file}");
        let kinds = |event: &Event| (event.at, std::mem::discriminant(&event.what));
        assert!(events.iter().map(kinds).eq(run.events().iter().map(|event| kinds(event))), "{file}");
    }
}

const DEVICES: &str = r#"
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {resourceClaims: [{name: g, resourceClaimTemplateName: one}], containers: [{name: c, image: i, resources: {claims: [{name: g}]}}]}}
- {apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: a-gpu, uid: u, ownerReferences: [{apiVersion: v1, kind: Node, name: a, uid: n}]}, spec: {driver: gpu.example.com, nodeName: a, pool: {name: a, generation: 1, resourceSliceCount: 1}, devices: [{name: gpu-0}, {name: gpu-1}]}}
- {apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: one}, spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}}}
- {apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: had}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}, status: {allocation: {devices: {results: [{request: r, driver: gpu.example.com, pool: a, device: gpu-1}]}}}}
- {apiVersion: v1, kind: Node, metadata: {name: a}, status: {capacity: {cpu: 4, memory: 8Gi}}}
- {apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: {selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]}}
"#;

#[test]
fn devices_are_made_before_pods_and_claims_begin_without() {
    let made = kwok(DEVICES, release("v1.36"));
    let (before, after) = made.body.split_once(START).expect("a start");
    assert_eq!(anonymize_text(before), [&["gpu"][..], &["one", "had"], &["a"], &["a-gpu"]]);
    assert_eq!(anonymize_text(after), [["p"]]);
    assert_ne!(reads(&made.body), Some(false), "{}", made.body);
    let export_notes: Vec<&ExportNote> = made.notes.iter().map(|(note, _)| note).collect();
    assert!(export_notes.contains(&&ExportNote::NoDriver), "{export_notes:?}");
    assert!(export_notes.contains(&&ExportNote::Unallocated { name: "had".into() }), "{export_notes:?}");
    let objects: Vec<Value> =
        documents(&made.body).iter().flat_map(|text| manifest::object_values(text).expect("YAML")).collect();
    let of =
        |kind: &str| objects.iter().find(|object| object["kind"] == kind).unwrap_or_else(|| panic!("{kind}")).clone();
    assert_eq!(of("ResourceClaim")["status"], Value::Null);
    // The slice belongs to the node, whose UID differs in the new cluster.
    let slice = of("ResourceSlice");
    assert_eq!((&slice["metadata"]["ownerReferences"], &slice["metadata"]["uid"]), (&Value::Null, &Value::Null));
    assert_eq!(slice["spec"]["devices"][1]["name"], "gpu-1");
    assert_eq!(of("Pod")["spec"]["containers"][0]["resources"]["claims"][0]["name"], "g");
    assert_eq!(of("DeviceClass")["spec"]["selectors"][0]["cel"]["expression"], "device.driver == \"gpu.example.com\"");
    // Script actions on devices are exported, too.
    let later =
        format!("{DEVICES}---\nkind: Scenario\nscript:\n- {{at: 5s, delete: {{kind: ResourceSlice, name: a-gpu}}}}\n");
    let made = kwok(&later, release("v1.36"));
    assert!(made.body.contains("delete resourceslice a-gpu"), "{}", made.body);
}

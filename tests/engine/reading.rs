//! The same objects give the same errors, runs and answers in every format: as YAML or JSON, as documents or a list, as a text or a large file, packed or
//! not.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use schedscope::{
    findings::{Finding, Notice, Problem},
    imports::{
        dump::{Dump, TarReader},
        files::OpenedFiles,
    },
    manifest::edit::write_document,
    protocol::{Query, Question, Reply, Request},
    queries::WorkerService,
    releases::Release,
    scheduler::framework::SeededChooser,
};
use serde_json::{Value, json};

/// Random choices for a cluster.
struct Dice(SeededChooser);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0.draw_below(n)
    }

    /// Whether a random event with probability 1/`n` happens.
    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn word(&mut self, words: &[&str]) -> Value {
        words[self.below(words.len())].into()
    }
}

/// Adds the metadata that an API server sets.
fn give_identity(object: &mut Value, number: usize) {
    object["metadata"]["uid"] = format!("00000000-0000-4000-8000-{number:012x}").into();
    object["metadata"]["creationTimestamp"] = format!("2026-03-01T12:00:{:02}Z", number % 60).into();
    object["metadata"]["managedFields"] = json!([{"manager": "kubectl", "fieldsV1": {"f:spec": {"f:a": {}}}}]);
}

fn pod_spec(dice: &mut Dice) -> Value {
    let mut container = json!({"name": "c", "image": "i", "env": [{"name": "A", "value": "\"}{\\ yes"}],
        "resources": {"requests": {"cpu": format!("{}m", 100 * dice.below(20)), "memory": "64Mi"}}});
    if dice.once_in(3) {
        container["volumeMounts"] = json!([{"name": "v", "mountPath": "/v"}]);
    }
    let mut spec = json!({"volumes": [{"name": "v", "emptyDir": {}}], "serviceAccountName": "default"});
    if dice.once_in(4) {
        container["ports"] = json!([{"containerPort": 80, "hostPort": 80, "name": "http"}]);
    }
    if dice.once_in(3) {
        spec["tolerations"] =
            json!([{"key": "k", "operator": "Exists", "effect": dice.word(&["NoSchedule", "NoExecute"])}]);
    }
    if dice.once_in(3) {
        spec["nodeSelector"] = json!({"zone": dice.word(&["a", "b", "on"])});
    }
    if dice.once_in(4) {
        spec["priorityClassName"] = "high".into();
    }
    if dice.once_in(4) {
        spec["topologySpreadConstraints"] = json!([{"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule", "labelSelector": {"matchLabels": {"app": "a"}}}]);
    }
    spec["containers"] = json!([container]);
    spec
}

fn workload(dice: &mut Dice, number: usize) -> Value {
    let kind = ["Deployment", "StatefulSet", "DaemonSet", "Job", "ReplicaSet"][dice.below(5)];
    let labels = json!({"app": format!("w{number}")});
    let mut spec = json!({"template": {"metadata": {"labels": labels}, "spec": pod_spec(dice)}});
    if kind == "Job" {
        spec["template"]["spec"]["restartPolicy"] = "Never".into();
        spec["completions"] = 2.into();
    } else {
        spec["selector"] = json!({"matchLabels": labels});
    }
    if matches!(kind, "Deployment" | "StatefulSet" | "ReplicaSet") {
        spec["replicas"] = dice.below(4).into();
    }
    let version = if kind == "Job" { "batch/v1" } else { "apps/v1" };
    json!({"apiVersion": version, "kind": kind, "metadata": {"name": format!("w{number}"), "namespace": "shop"}, "spec": spec})
}

/// Random objects, some as users write them and some as clusters export them.
fn draw_cluster(dice: &mut Dice) -> Vec<Value> {
    let mut objects = vec![
        json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "shop", "labels": {"team": "a"}}}),
        json!({"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": "high"}, "value": 1000}),
    ];
    let nodes = 1 + dice.below(3);
    for number in 0..nodes {
        let mut node = json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": format!("node-{number}"), "labels": {"zone": dice.word(&["a", "b", "on"])}},
            "spec": {"podCIDR": "10.0.0.0/24"}, "status": {"allocatable": {"cpu": "2", "memory": "4Gi", "pods": "20"}, "capacity": {"cpu": "2", "memory": "4Gi", "pods": "20"},
            "addresses": [{"type": "Hostname", "address": "a"}]}});
        if dice.once_in(4) {
            node["spec"]["taints"] = json!([{"key": "k", "effect": "NoSchedule"}]);
        }
        objects.push(node);
    }
    for number in 0..dice.below(6) {
        let mut pod = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": format!("p{number}"), "namespace": "shop", "labels": {"app": dice.word(&["a", "b"])}}, "spec": pod_spec(dice)});
        if dice.once_in(2) {
            give_identity(&mut pod, number);
            pod["spec"]["nodeName"] = format!("node-{}", dice.below(nodes)).into();
            pod["spec"]["priority"] = if pod["spec"]["priorityClassName"].is_null() { 0.into() } else { 1000.into() };
            pod["status"] = json!({"phase": dice.word(&["Running", "Running", "Succeeded"]), "podIP": "10.0.0.1", "startTime": "2026-03-01T12:00:00Z", "qosClass": "Burstable"});
            if dice.once_in(3) {
                pod["metadata"]["ownerReferences"] = json!([{"apiVersion": "shops.example/v1", "kind": "Shop", "name": "s", "uid": "s", "controller": true}]);
            }
        }
        objects.push(pod);
    }
    for number in 0..dice.below(3) {
        objects.push(workload(dice, number));
    }
    if dice.once_in(2) {
        objects.push(json!({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "b", "namespace": "shop"},
            "spec": {"maxUnavailable": "50%", "selector": {"matchLabels": {"app": "a"}}}}));
    }
    if dice.once_in(2) {
        objects.push(json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "shops.shops.example"},
            "spec": {"group": "shops.example", "names": {"kind": "Shop", "plural": "shops"}, "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object"}}, "subresources": {"scale": {"specReplicasPath": ".spec.desks"}}}]}}));
    }
    if dice.once_in(2) {
        objects.push(json!({"apiVersion": "shops.example/v1", "kind": "Shop", "metadata": {"name": "s", "namespace": "shop", "uid": "s"}, "spec": {"desks": 4, "replicas": 2}, "status": {"text": "x"}}));
        objects.push(json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, "data": {"a": "kind: Pod\n---\n- b: |\n"}}));
    }
    let cluster_had_all = dice.once_in(3);
    for (number, object) in objects.iter_mut().enumerate() {
        if cluster_had_all && object["kind"] != "Pod" {
            give_identity(object, 100 + number);
        }
    }
    if dice.once_in(2) {
        break_rule(dice, &mut objects);
    }
    objects
}

/// Makes one of the objects invalid or unusual.
fn break_rule(dice: &mut Dice, objects: &mut [Value]) {
    let at = dice.below(objects.len());
    let object = &mut objects[at];
    // An API server would have rejected it, so it cannot come from a cluster.
    if let Some(metadata) = object["metadata"].as_object_mut() {
        metadata.retain(|key, _| !matches!(key.as_str(), "uid" | "creationTimestamp" | "managedFields"));
    }
    if object["kind"] != "Node" {
        object.as_object_mut().and_then(|fields| fields.remove("status"));
    }
    let is_pod = object["kind"] == "Pod";
    let spec = if is_pod { &mut object["spec"] } else { &mut object["spec"]["template"]["spec"] };
    if spec["containers"].is_null() {
        object["metadata"]["labels"] = json!({"a": "-"});
        return;
    }
    match dice.below(9) {
        0 => spec["restartPolicy"] = "Sometimes".into(),
        1 => spec["volumes"] = json!([{"name": "v", "emptyDir": {}, "hostPath": {"path": "/"}}]),
        2 => spec["containers"][0]["volumeMounts"] = json!([{"name": "w", "mountPath": "/v"}]),
        3 => {
            spec["containers"][0]["ports"] =
                json!([{"containerPort": 80, "name": "x"}, {"containerPort": 81, "name": "x"}]);
        }
        4 => spec["containers"][0]["nodeSelector"] = json!({"zone": "a"}),
        5 => spec["toleration"] = json!([]),
        6 => spec["activeDeadlineSeconds"] = 0.into(),
        7 => spec["tolerations"] = json!([{"key": "k", "operator": "Exists", "value": "x"}]),
        _ => object["metadata"]["name"] = "A".into(),
    }
}

/// Writes objects in one of several formats.
fn write_objects(way: usize, objects: &[Value]) -> String {
    let pretty = |value: &Value| serde_json::to_string_pretty(value).expect("JSON");
    let list = |items: &[Value]| json!({"apiVersion": "v1", "items": items, "kind": "List", "metadata": {"resourceVersion": ""}});
    match way {
        0 => objects.iter().map(write_document).collect::<Vec<_>>().join("---\n"),
        1 => pretty(&list(objects)),
        2 => {
            let items = objects.iter().map(|object| {
                let text = write_document(object).replace('\n', "\n  ");
                format!("- {}\n", text.trim_end())
            });
            format!(
                "apiVersion: v1\nitems:\n{}kind: List\nmetadata:\n  resourceVersion: \"\"\n",
                items.collect::<String>()
            )
        }
        3 => objects.iter().map(Value::to_string).collect::<Vec<_>>().join("\n"),
        _ => Value::from(objects.to_vec()).to_string(),
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("a vector takes everything");
    encoder.finish().expect("a vector takes everything")
}

/// A tar archive with one file per text.
fn tar(texts: &[String]) -> Vec<u8> {
    let mut archive = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        let mut head = [0_u8; 512];
        let name = format!("dump/part-{number}.yaml");
        head[..name.len()].copy_from_slice(name.as_bytes());
        head[124..135].copy_from_slice(format!("{:011o}", text.len()).as_bytes());
        head[156] = b'0';
        head[257..263].copy_from_slice(b"ustar\0");
        archive.extend(head);
        archive.extend(text.as_bytes());
        archive.resize(archive.len().next_multiple_of(512), 0);
    }
    archive.extend([0; 1024]);
    archive
}

/// Imports a text in one of several ways.
fn carry(way: usize, text: &str, objects: &[Value], chunk: usize) -> Result<String, Finding> {
    let reduce = |bytes: &[u8]| {
        let mut dump = Dump::default();
        bytes.chunks(chunk).try_for_each(|chunk| dump.push(chunk))?;
        dump.finish()
    };
    let join = |opened: OpenedFiles| {
        assert!(opened.unreadable.is_empty() && opened.skipped_files == 0, "{opened:?}");
        opened.texts.join("\n---\n")
    };
    Ok(match way {
        0 => text.to_owned(),
        1 => reduce(text.as_bytes())?,
        2 => reduce(&gzip(text.as_bytes()))?,
        3 => {
            let mut opened = OpenedFiles::default();
            opened.open_file("dump.yaml.gz", &gzip(text.as_bytes()));
            join(opened)
        }
        4 => {
            let mut archive = TarReader::default();
            let parts: Vec<String> = objects.iter().map(write_document).collect();
            gzip(&tar(&parts)).chunks(chunk).try_for_each(|chunk| archive.push(chunk)).expect("a tar");
            join(archive.finish().expect("a tar"))
        }
        // As users paste it, with the command.
        _ => format!("$ kubectl get all -o yaml\n{text}"),
    })
}

/// Whether a finding is about objects, and not about how the text was read.
fn is_about_objects(finding: &Finding) -> bool {
    let Problem::Notice(notice) = &finding.problem else { return true };
    !matches!(notice, Notice::FieldIgnored { .. } | Notice::Reduced { .. })
}

/// The errors of a text, or its notices, events and answers.
fn play(text: &str) -> Vec<String> {
    let describe = |finding: &Finding| format!("{} {:?} {}", finding.place.path, finding.problem, finding.times);
    let mut service = WorkerService::default();
    let request = Request::Run { run: 1, text: text.into(), release: Some(Release::V1_36).into(), keep: Vec::new() };
    let mut lines: Vec<String> = match service.handle_request(request).into_iter().next() {
        Some(Reply::Loaded(_, loaded)) => {
            loaded.notices.items().iter().filter(|notice| is_about_objects(notice)).map(describe).collect()
        }
        Some(Reply::Rejected(_, problems)) => {
            return problems
                .items()
                .iter()
                .map(|problem| format!("{} {:?}", problem.place.path, problem.problem))
                .collect();
        }
        other => panic!("{other:?}"),
    };
    lines.sort();
    let mut events = 0;
    while let Some(Reply::Events(_, batch)) = service.advance() {
        for event in batch.events {
            events += 1;
            let mut event = serde_json::to_value(&event).expect("an event");
            strip_unread_fields(&mut event);
            lines.push(event.to_string());
        }
    }
    let pods = ["shop/p0", "shop/p1", "shop/w0-0"].map(schedscope::api::NamespacedName::from);
    let questions = pods.into_iter().flat_map(|pod| {
        [
            Question::Pending(pod.clone()),
            Question::Here(pod.clone()),
            Question::Help(pod.clone()),
            Question::Evictors(pod.clone()),
            Question::Gone(pod),
        ]
    });
    for question in questions.chain([Question::Rebalance, Question::SecondOpinion, Question::Log]) {
        let replies = service.handle_request(Request::Query(Query { run: 1, events, question }));
        lines.extend(replies.iter().map(|reply| format!("{reply:?}")));
    }
    lines
}

/// Removes fields of exported objects that nothing reads, and that the import of large files drops.
fn strip_unread_fields(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for unread in ["annotations", "volumes"] {
                fields.remove(unread);
            }
            fields.values_mut().for_each(strip_unread_fields);
        }
        Value::Array(items) => items.iter_mut().for_each(strip_unread_fields),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn every_format_gives_the_same_result(seed: u64, written in 0_usize..5, carried in 0_usize..6, chunk in prop_oneof![1_usize..9, 100_usize..5000]) {
        let objects = draw_cluster(&mut Dice(SeededChooser::new(seed)));
        let expected = play(&write_objects(0, &objects));
        let text = carry(carried, &write_objects(written, &objects), &objects, chunk).unwrap_or_else(|finding| panic!("{finding:?}"));
        let lines = play(&text);
        if let Some(at) = (0..expected.len().max(lines.len())).find(|at| expected.get(*at) != lines.get(*at)) {
            prop_assert!(false, "written {written}, carried {carried}:\n{:?}\nis not\n{:?}\n{text}", lines.get(at), expected.get(at));
        }
    }
}

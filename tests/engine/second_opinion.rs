//! What schedulers of real clusters wrote about pods, and what the engine says about them.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    path::Path,
};

use flate2::read::GzDecoder;
use schedscope::{
    protocol::{Agreement, Answer, OwnOpinion, PodOpinion, Query, Question, Reply, Request, SecondOpinion},
    queries::WorkerService,
    releases::Release,
    runlog::EventKind,
};
use serde_json::{Value, json};

use crate::support::texts;

/// The most pods of a recorded category that are compared.
const MAX_CASES: usize = 12;

/// Cases that differ. Their objects went to the scheduler without passing an API server, so they lack what admission adds to every text: the label
/// `kubernetes.io/hostname` of a node, by which pods spread or repel each other (`paf`, `spr`), and the tolerations of a pod for nodes that are not
/// ready or unreachable (`tnt`). Objects of a cluster have both. The decision by itself agrees in each of them (`conformance`).
const KNOWN_DIFFERENCES: &[&str] = &[
    "v1.20 tnt-1-000038",
    "v1.20 tnt-1-000042",
    "v1.20 paf-1-000003",
    "v1.34 spr-1-000046",
    "v1.36 spr-1-000046",
    "v1.36 spr-1-000052",
];

/// The lists of a recorded case, in the order in which a cluster needs them.
const LISTS: [&str; 15] = [
    "namespaces",
    "storageClasses",
    "csiDrivers",
    "csiNodes",
    "csiStorageCapacities",
    "persistentVolumes",
    "persistentVolumeClaims",
    "deviceClasses",
    "resourceSlices",
    "resourceClaims",
    "nodes",
    "services",
    "replicaSets",
    "pdbs",
    "pods",
];

fn lines(path: &Path) -> impl Iterator<Item = String> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    BufReader::new(GzDecoder::new(file)).lines().map(|line| line.expect("readable text"))
}

/// Asks for the second opinion about a text; `None` if it can't be run.
fn ask_second_opinion(text: &str, release: Option<Release>) -> Option<SecondOpinion> {
    let mut service = WorkerService::default();
    let request = Request::Run { run: 1, text: text.into(), release: release.into(), keep: Vec::new() };
    let replies = service.handle_request(request);
    if !matches!(replies[..], [Reply::Loaded(..)]) {
        return None;
    }
    let mut events = 0;
    while let Some(Reply::Events(_, batch)) = service.advance() {
        events += batch.events.len();
        if batch.events.iter().any(|event| matches!(event.what, EventKind::Popped { .. })) {
            break;
        }
    }
    let query = Query { run: 1, events, question: Question::SecondOpinion };
    match service.handle_request(Request::Query(query)).pop() {
        Some(Reply::Answer(_, answer)) => match answer.decode() {
            Answer::SecondOpinion(second_opinion) => Some(second_opinion),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

/// A recorded case as a list of all its objects, in which its pod has the condition that the scheduler wrote. `None` if it is about another
/// configuration.
fn text_of_case(case: &Value, message: &str) -> Option<String> {
    if case["config"].as_object().is_some_and(|config| !config.is_empty()) {
        return None;
    }
    let (namespace, name) = case["pod"].as_str()?.split_once('/')?;
    let mut items: Vec<Value> =
        LISTS.iter().flat_map(|list| case[list].as_array().into_iter().flatten().cloned()).collect();
    let is_pod = |item: &&mut Value| {
        item["kind"] == "Pod" && item["metadata"]["namespace"] == namespace && item["metadata"]["name"] == name
    };
    items.iter_mut().find(is_pod)?["status"]["conditions"] =
        json!([{ "type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": message }]);
    Some(json!({ "apiVersion": "v1", "kind": "List", "items": items }).to_string())
}

#[test]
fn the_engine_agrees_with_recorded_schedulers_of_each_release() {
    let mut wrong = Vec::new();
    for release in Release::ALL {
        let (mut compared, mut categories) = (0, 0);
        let folder = texts::place("tests/conformance").join(release.name());
        for category in [
            "resources",
            "taints",
            "nodeaffinity",
            "podaffinity",
            "spread",
            "ports",
            "volumes",
            "dra",
            "preemption",
            "mixed",
        ] {
            let path = folder.join(format!("{category}.jsonl.gz"));
            if !path.exists() {
                continue;
            }
            let before = compared;
            for line in lines(&path) {
                let recorded: Value = serde_json::from_str(&line).expect("a line of JSON");
                let message = recorded["expect"]["error"].as_str().unwrap_or_default();
                if !message.contains("nodes are available") {
                    continue;
                }
                let Some(text) = text_of_case(&recorded["case"], message) else { continue };
                let Some(SecondOpinion { opinions, .. }) = ask_second_opinion(&text, Some(release)) else { continue };
                compared += opinions.len();
                let differing = opinions.into_iter().filter(|opinion| opinion.agreement != Agreement::SameReasons);
                let id = recorded["case"]["id"].as_str().unwrap_or_default();
                wrong.extend(differing.map(|_| format!("{release} {id}")));
                if compared - before >= MAX_CASES {
                    break;
                }
            }
            println!("{release} {category}: {}", compared - before);
            categories += usize::from(compared > before);
        }
        assert!(categories >= 7 && compared >= 60, "{release}: {compared} pods of {categories} categories");
    }
    assert_eq!(wrong, KNOWN_DIFFERENCES, "a case differs, or a known one agrees: strike it off");
}

/// What the scheduler of a whole control plane said in events within the first second.
#[test]
fn the_engine_agrees_with_the_events_of_a_control_plane() {
    let mut compared = 0;
    for name in ["budgets", "dumps", "nodes", "quotas-more"] {
        for line in lines(&texts::place(&format!("tests/conformance/cluster/{name}.jsonl.gz"))) {
            let recorded: Value = serde_json::from_str(&line).expect("a line of JSON");
            let failed =
                |entry: &&Value| entry[4] == "FailedScheduling" && entry[0].as_f64().is_some_and(|at| at < 1.0);
            let events = recorded["log"].as_array().into_iter().flatten().filter(failed).filter_map(|entry| {
                let pod = entry[2].as_str()?.strip_prefix("Pod/")?;
                Some(format!(
                    "\n---\n{}\n",
                    json!({
                        "apiVersion": "v1", "kind": "Event", "metadata": { "name": pod }, "reason": "FailedScheduling",
                        "message": entry[5], "involvedObject": { "kind": "Pod", "namespace": "default", "name": pod },
                    })
                ))
            });
            let text = recorded["text"].as_str().expect("a text").to_owned() + &events.collect::<String>();
            let Some(SecondOpinion { opinions, .. }) = ask_second_opinion(&text, None) else { continue };
            compared += opinions.len();
            for opinion in opinions {
                assert_eq!(opinion.agreement, Agreement::SameReasons, "{}: {opinion:#?}", recorded["id"]);
            }
        }
    }
    assert!(compared >= 3, "{compared} pods");
}

/// The lists of the API server that the browser tests play, as one list of all objects.
fn played_cluster() -> Value {
    let mut items = Vec::new();
    let answers = fs::read_to_string(texts::place("tests/browser/live_cluster/recorded.jsonl")).expect("answers");
    for line in answers.lines() {
        let mut answer: Value = serde_json::from_str(line).expect("an answer");
        // Single pages of a list are recorded, too.
        let is_whole = answer["request"].as_str().is_some_and(|request| request.contains("?limit=500"));
        let is_list = answer["status"] == 200 && answer["body"]["items"].is_array();
        let list = &mut answer["body"];
        if !is_list || !is_whole {
            continue;
        }
        let kind = list["kind"].as_str().and_then(|kind| kind.strip_suffix("List")).expect("a list").to_owned();
        let version = list["apiVersion"].clone();
        for mut item in list["items"].as_array_mut().map(std::mem::take).unwrap_or_default() {
            (item["kind"], item["apiVersion"]) = (kind.clone().into(), version.clone());
            items.push(item);
        }
    }
    json!({ "apiVersion": "v1", "kind": "List", "items": items })
}

fn opinions_on(cluster: &Value) -> Vec<PodOpinion> {
    let second_opinion = ask_second_opinion(&cluster.to_string(), None).expect("a cluster that runs");
    assert_eq!(second_opinion.undecided_pods, 0);
    second_opinion.opinions
}

#[test]
fn the_engine_agrees_about_every_pod_of_the_played_cluster() {
    let opinions = opinions_on(&played_cluster());
    for opinion in &opinions {
        println!("{}: {}\n    {:?}", opinion.pod, opinion.theirs, opinion.ours);
    }
    let is_same = |opinion: &&PodOpinion| opinion.agreement == Agreement::SameReasons;
    let differing: Vec<_> = opinions.iter().filter(|opinion| !is_same(opinion)).collect();
    assert!(differing.is_empty() && !opinions.is_empty(), "{differing:#?}");
}

#[test]
fn the_engine_disagrees_once_a_node_is_gone() {
    let mut cluster = played_cluster();
    let items = cluster["items"].as_array_mut().expect("items");
    let first = items.iter().position(|item| item["kind"] == "Node").expect("a node");
    items.remove(first);
    for opinion in opinions_on(&cluster) {
        let is_same = opinion.agreement == Agreement::SameReasons;
        assert_eq!(is_same, opinion.ours == OwnOpinion::Gated, "{opinion:#?}");
    }
}

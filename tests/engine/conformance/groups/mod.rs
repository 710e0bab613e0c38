//! Compares recorded cycles and runs of the real scheduler with pod groups to the engine's. `tests/conformance/README.md` describes the format.

use std::fs;

use schedscope::releases::Release;
use serde_json::{Map, Value};

use super::{KNOWN_FAILURES, files_of, lines};
use crate::support::{runs::RunLine, texts};

mod choices;
mod cycles;
mod runs;
mod written;

/// The parts of a cycle that are always compared.
const CYCLE_PARTS: [&str; 19] = [
    "queuesBefore",
    "popped",
    "order",
    "members",
    "result",
    "workloadAwarePreemption",
    "placement",
    "prefilter",
    "filter",
    "scores",
    "selected",
    "node",
    "error",
    "preemption",
    "bindings",
    "evictions",
    "events",
    "podPatches",
    "podGroupConditions",
];

/// Additional parts of a cycle, compared if members use devices or volumes.
const CLAIM_PARTS: [&str; 4] = ["binding", "preBinds", "afterCycle", "afterBindings"];

/// The parts of a run that are always compared.
const RUN_PARTS: [&str; 4] = ["log", "queues", "final", "podGroups"];

/// Additional parts of a run, compared if members use devices or volumes.
const CLAIM_RUN_PARTS: [&str; 1] = ["claims"];

/// Keys that are only for human readers, and not compared.
const INFORMATIVE: [&str; 7] =
    ["startIndex", "units", "orderTies", "victimTies", "gatedByAny", "postFilter", "sharers"];

/// Lists whose order is not significant, for example because upstream iterates over a map.
const SETS: [&str; 10] = [
    "ties",
    "nodeTies",
    "selected",
    "chosen",
    "successful",
    "potentialNodes",
    "violating",
    "cleared",
    "provision",
    "pending",
];

/// Lists and objects for which empty and absent are different.
const KEPT_EMPTY: [&str; 5] = ["pods", "victims", "nodes", "ties", "selected"];

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

/// Removes the random suffix that the API server adds to the name of a claim for extended resources.
fn without_made_name(text: &str) -> String {
    let made = "-extended-resources-";
    let Some(at) = text.find(made).map(|at| at + made.len()) else { return text.to_owned() };
    let rest = text[at..].trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    format!("{}(made){rest}", &text[..at])
}

/// Removes values that are not compared, and empty ones.
fn normalize(value: &Value, key: &str) -> Value {
    match value {
        Value::Object(fields) => {
            let random_plugins = fields.contains_key("gatedBy") && !fields.contains_key("event");
            let mut normalized = Map::new();
            for (name, value) in fields {
                let is_flag = name == "binding" && value.is_boolean();
                if INFORMATIVE.contains(&name.as_str()) || is_flag || name == "plugins" && random_plugins {
                    continue;
                }
                let value = normalize(value, name);
                if KEPT_EMPTY.contains(&name.as_str()) || !is_empty(&value) {
                    normalized.insert(without_made_name(name), value);
                }
            }
            if normalized.get("fits") == Some(&Value::Bool(true)) && !normalized.contains_key("plugin") {
                normalized.retain(|name, _| matches!(name.as_str(), "fits" | "pods" | "run" | "nodes"));
            }
            normalized.into()
        }
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(|item| normalize(item, "")).collect();
            if matches!(key, "placements" | "results") {
                let name =
                    |item: &Value| item["name"].as_str().or(item["placement"].as_str()).unwrap_or_default().to_owned();
                items.sort_by_key(name);
            } else if SETS.contains(&key) && items.iter().all(Value::is_string) {
                items.sort_by(|one, other| one.as_str().cmp(&other.as_str()));
            }
            items.into()
        }
        Value::String(text) => {
            // Which two domains the message names is random.
            let domains = "more than 1 domain found for pod group: ";
            let end = text.find(domains).map(|at| at + domains.len());
            end.map_or_else(|| without_made_name(text).into(), |end| format!("{}(two domains)", &text[..end]).into())
        }
        other => other.clone(),
    }
}

/// If several plugins reject a pod at `PreEnqueue`, upstream may record any of them.
fn take_any_gate(want: &Value, have: &mut Value) {
    match (want, have) {
        (Value::Object(want), Value::Object(have)) => {
            let gates = want.get("gatedByAny").and_then(Value::as_array);
            if gates.is_some_and(|gates| have.get("gatedBy").is_some_and(|gate| gates.contains(gate))) {
                for key in ["gatedBy", "gateMessage", "message"] {
                    if let Some(value) = want.get(key).filter(|_| key != "message" || !want.contains_key("event")) {
                        have.insert(key.into(), value.clone());
                    }
                }
            }
            for (key, value) in want {
                if let Some(have) = have.get_mut(key) {
                    take_any_gate(value, have);
                }
            }
        }
        (Value::Array(want), Value::Array(have)) => {
            want.iter().zip(have).for_each(|(want, have)| take_any_gate(want, have));
        }
        _ => {}
    }
}

/// The first difference of two normalized values.
fn difference(path: &str, want: Option<&Value>, have: Option<&Value>) -> Option<String> {
    match (want, have) {
        (Some(Value::Object(want)), Some(Value::Object(have))) => {
            let keys = want.keys().chain(have.keys().filter(|key| !want.contains_key(*key)));
            let mut differences =
                keys.filter_map(|key| difference(&format!("{path}.{key}"), want.get(key), have.get(key)));
            differences.next()
        }
        (Some(Value::Array(want)), Some(Value::Array(have))) => {
            let count = want.len().max(have.len());
            (0..count).find_map(|at| difference(&format!("{path}[{at}]"), want.get(at), have.get(at)))
        }
        _ if want == have => None,
        _ => Some(format!("{path}\n  upstream {want:?}\n  engine   {have:?}")),
    }
}

/// Sorts pods whose backoff ends at the same time, because they leave the queue in the arbitrary order of a heap.
fn sort_ended_backoffs(run: &mut Value) {
    let Some(log) = run["log"].as_array_mut() else { return };
    let is_end = |entry: &Value| entry["by"] == "BackoffComplete";
    for entries in log.chunk_by_mut(|one, other| is_end(one) && is_end(other)) {
        entries.sort_by(|one, other| one["pod"].as_str().cmp(&other["pod"].as_str()));
    }
}

fn compare(parts: &[&[&str]], want: &Value, mut have: Value) -> Option<String> {
    take_any_gate(want, &mut have);
    parts.concat().iter().chain(&["queues"]).find_map(|part| {
        let (want, have) = (normalize(&want[*part], part), normalize(&have[*part], part));
        if is_empty(&want) && is_empty(&have) { None } else { difference(part, Some(&want), Some(&have)) }
    })
}

/// Compares a line. Returns its id, and the first difference, if any.
fn check(category: &str, line: &str) -> (String, Option<String>) {
    let id = |expect: &Value| expect["id"].as_str().unwrap_or_default().to_owned();
    let has_claims = category.starts_with("group-claims");
    if category.contains("-runs") {
        let mut line: RunLine = serde_json::from_str(line).expect("a run");
        sort_ended_backoffs(&mut line.expect);
        let parts: &[&[&str]] = if has_claims { &[&RUN_PARTS, &CLAIM_RUN_PARTS] } else { &[&RUN_PARTS] };
        return (id(&line.expect), compare(parts, &line.expect, runs::replay(&line, has_claims)));
    }
    let line: cycles::CycleLine = serde_json::from_str(line).expect("a cycle");
    let parts: &[&[&str]] = if has_claims { &[&CYCLE_PARTS, &CLAIM_PARTS] } else { &[&CYCLE_PARTS] };
    (id(&line.expect), compare(parts, &line.expect, cycles::play(&line)))
}

/// Prints the table of agreement that the manual has.
#[test]
fn groups_agree_with_upstream() {
    let release = Release::V1_36;
    let manual = fs::read_to_string(texts::place("www/manual/en/agreement.md")).expect("the chapter about agreement");
    let mut wrong = Vec::new();
    for (category, path) in files_of(release).into_iter().filter(|(name, _)| name.starts_with("group")) {
        let (mut passed, mut count) = (0, 0);
        for line in lines(&path) {
            count += 1;
            let (id, difference) = check(&category, &line);
            let known = KNOWN_FAILURES.iter().any(|(name, case, _)| *name == release.name() && *case == id);
            match difference {
                None if known => wrong.push(format!("{id} is a known failure, but passes: strike it off")),
                None => passed += 1,
                Some(_) if known => {}
                Some(difference) => wrong.push(format!("{category} {id} {difference}")),
            }
        }
        println!("{category:<20}{passed:>6}/{count}");
        let row = format!("| {category} |  |  |  | {passed}/{count} |");
        if !manual.lines().any(|line| line == row) {
            wrong.push(format!("the manual has no row {row}"));
        }
    }
    assert!(wrong.is_empty(), "{} disagree, such as\n{}", wrong.len(), wrong[..wrong.len().min(5)].join("\n"));
}

//! Compares the engine's decisions with recorded ones of the real kube-scheduler: `tests/conformance/README.md`.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

use flate2::read::GzDecoder;
use schedscope::releases::Release;
use serde_json::{Value, json};

use crate::support::{cases, runs, texts};

mod groups;
mod recorded;
mod world;

/// Cases that are known to differ: release, id, reason.
const KNOWN_FAILURES: &[(&str, &str, &str)] = &[
    (
        "v1.36",
        "dra-1-000039",
        "What was recorded gives a claim back that only the recorder's own dry run, before `PostFilter`, had found out of reach; the same \
         cluster in v1.34 says `still not schedulable`, and upstream's code is the same in both.",
    ),
    (
        "v1.36",
        "dra-7001-000156",
        "The same: two nodes lack cpu and never come to `DynamicResources`, and on the third one devices for the other claim are missing, \
         which `Filter` reports before it notes that the first one is out of reach.",
    ),
];

/// The parts of a decision that are compared.
const PARTS: [&str; 14] = [
    "/prefilter",
    "/filter",
    "/scores",
    "/selected",
    "/evaluated",
    "/feasible",
    "/nextStartIndex",
    "/error",
    "/preemption/eligible",
    "/preemption/potentialNodes",
    "/preemption/candidates",
    "/preemption/chosen",
    "/preemption/clearedNominations",
    "/preemption/message",
];

/// The files of a release, each with its category.
fn files_of(release: Release) -> Vec<(String, PathBuf)> {
    let folder = texts::place("tests/conformance").join(release.name());
    let mut files: Vec<(String, PathBuf)> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter_map(|path| Some((path.file_name()?.to_str()?.strip_suffix(".jsonl.gz")?.to_owned(), path)))
        .collect();
    files.sort();
    files
}

fn files(release: Release, holds: Holds) -> Vec<(String, PathBuf)> {
    let mut files = files_of(release);
    files.retain(|(name, _)| Holds::of(name) == holds);
    assert!(!files.is_empty() || holds == Holds::Starts, "no cases of {release}");
    files
}

fn lines(path: &Path) -> impl Iterator<Item = String> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    BufReader::new(GzDecoder::new(file)).lines().map(|line| line.expect("readable text"))
}

/// Normalizes a part: null, empty and absent are equal, except in a list of node verdicts.
fn normalized(part: &str, value: Option<&Value>) -> Value {
    let value = value.cloned().unwrap_or(Value::Null);
    let empty = |value: &Value| {
        value.is_null()
            || value.as_str() == Some("")
            || value.as_array().is_some_and(Vec::is_empty)
            || value.as_object().is_some_and(serde_json::Map::is_empty)
    };
    match part {
        "/prefilter" => match value["code"].as_str() {
            None | Some("Success" | "Skip") => json!({ "nodes": value.get("nodes") }),
            Some(code) => json!({
                "code": code, "plugin": value["plugin"], "reasons": value["reasons"], "nodes": value.get("nodes")
            }),
        },
        "/filter" => match value {
            Value::Object(nodes) => nodes
                .into_iter()
                .map(|(name, mut verdict)| {
                    if let Some(verdict) = verdict.as_object_mut() {
                        verdict.retain(|_, value| !empty(value));
                    }
                    (name, verdict)
                })
                .collect::<serde_json::Map<_, _>>()
                .into(),
            other => other,
        },
        "/scores" | "/selected" | "/preemption/eligible" | "/allocations" => value,
        _ if empty(&value) => Value::Null,
        _ => value,
    }
}

/// Parts that are compared only if the recording has them.
const MORE: [&str; 7] = [
    "/allocations",
    "/heapPick",
    "/extenderScores",
    "/binder",
    "/preemption/afterExtenders",
    "/preemption/error",
    "/preemption/dryRunError",
];

fn disagreement(expected: &Value, actual: &Value) -> Option<String> {
    let more = MORE.iter().filter(|part| expected.pointer(part).is_some());
    PARTS.iter().chain(more).find_map(|part| {
        let (want, have) = (normalized(part, expected.pointer(part)), normalized(part, actual.pointer(part)));
        (want != have).then(|| format!("{part}\n  upstream {want}\n  engine   {have}"))
    })
}

/// The kind of recordings in a file.
#[derive(Clone, Copy, PartialEq)]
enum Holds {
    Decisions,
    Runs,
    Starts,
    Groups,
}

impl Holds {
    fn of(name: &str) -> Self {
        match name {
            "startup" => Self::Starts,
            _ if name.starts_with("group") => Self::Groups,
            _ if name.starts_with("runs") => Self::Runs,
            _ => Self::Decisions,
        }
    }
}

/// Compares every line of every file, and prints the table of agreement that the manual has.
fn compare_all(title: &str, holds: Holds, check: impl Fn(&str, Release) -> (String, Option<String>)) {
    let mut table: BTreeMap<String, BTreeMap<Release, (usize, usize)>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for release in Release::ALL {
        for (category, path) in files(release, holds) {
            let cell = table.entry(category.clone()).or_default().entry(release).or_default();
            for line in lines(&path) {
                let (id, difference) = check(&line, release);
                let known = KNOWN_FAILURES.iter().any(|(name, case, _)| *name == release.name() && *case == id);
                cell.1 += 1;
                match difference {
                    None if known => {
                        wrong.push(format!("{release} {id} is a known failure, but passes: strike it off"));
                    }
                    None => cell.0 += 1,
                    Some(_) if known => {}
                    Some(difference) => wrong.push(format!("{release} {category} {id} {difference}")),
                }
            }
        }
    }
    let line = |title: &str, cell: &dyn Fn(Release) -> String| {
        let cells = Release::ALL.map(|release| format!("{:>12}", cell(release))).concat();
        println!("{title:<16}{cells}");
    };
    line(title, &|release| release.name().to_owned());
    let manual = fs::read_to_string(texts::place("www/manual/en/agreement.md"));
    let manual = manual.expect("the chapter about agreement");
    for (category, row) in &table {
        let agreeing = |release| row.get(&release).map(|(passed, all)| format!("{passed}/{all}"));
        line(category, &|release| agreeing(release).unwrap_or_else(|| "-".to_owned()));
        let cells = Release::ALL.map(|release| format!(" {} |", agreeing(release).unwrap_or_default())).concat();
        let row = format!("| {category} |{cells}");
        if !manual.lines().any(|line| line == row) {
            wrong.push(format!("the manual has no row {row}"));
        }
    }
    assert!(wrong.is_empty(), "{} disagree, such as\n{}", wrong.len(), wrong[..wrong.len().min(5)].join("\n"));
}

#[test]
fn decisions_agree_with_upstream() {
    compare_all("decisions", Holds::Decisions, |line, release| {
        let expected: Value = serde_json::from_str(line).expect("a line of JSON");
        let id = expected["case"]["id"].as_str().expect("an id").to_owned();
        let actual = cases::decide_line(line, release).unwrap_or_else(|error| panic!("{id}: {error}"));
        (id, disagreement(&expected["expect"], &actual))
    });
}

/// Keys of log entries that are compared only if both sides have them.
const OPTIONAL: [&str; 7] = ["attempt", "popped", "plugins", "queue", "backoffUntil", "preempt", "missed"];

fn same_entry(want: &Value, have: &Value) -> bool {
    let (Some(want), Some(have)) = (want.as_object(), have.as_object()) else { return want == have };
    let empty = |value: Option<&Value>| {
        value.is_none_or(|v| v.is_null() || v.as_str() == Some("") || v.as_array().is_some_and(Vec::is_empty))
    };
    want.keys().chain(have.keys()).all(|key| {
        let (a, b) = (want.get(key), have.get(key));
        let optional = OPTIONAL.contains(&key.as_str()) && (a.is_none() || b.is_none());
        optional || empty(a) && empty(b) || a == b
    })
}

#[test]
fn runs_agree_with_upstream() {
    compare_all("runs", Holds::Runs, |line, release| {
        let line: runs::RunLine = serde_json::from_str(line).expect("a run");
        let (want, have) = (&line.expect, runs::replay(&line, release));
        let difference = ["log", "queues"].into_iter().find_map(|part| {
            let (a, b) = (want[part].as_array()?, have[part].as_array()?);
            let at = (0..a.len().max(b.len())).find(|&at| match (a.get(at), b.get(at)) {
                (Some(a), Some(b)) => !same_entry(a, b),
                _ => true,
            })?;
            Some(format!("{part}[{at}]\n  upstream {:?}\n  engine   {:?}", a.get(at), b.get(at)))
        });
        let ends = want["final"].as_object().zip(have["final"].as_object()).is_some_and(|(a, b)| {
            a.len() == b.len() && a.iter().all(|(pod, state)| b.get(pod).is_some_and(|b| same_entry(state, b)))
        });
        let difference = difference
            .or_else(|| (!ends).then(|| format!("final\n  upstream {}\n  engine   {}", want["final"], have["final"])));
        (want["id"].as_str().unwrap_or_default().to_owned(), difference)
    });
}

/// Whether a message comes from one of Go's libraries or contains a pointer, and so need not match.
fn is_foreign(text: &str) -> bool {
    text == "unstable"
        || text.contains("strict decoder error")
        || text.contains("0xc0")
        || text.starts_with("json: cannot unmarshal")
        // The message ends with the document as written, including whitespace.
        || text.starts_with("Object 'Kind' is missing in '")
}

#[test]
fn configurations_are_rejected_as_upstream_rejects_them() {
    compare_all("configurations", Holds::Starts, |line, release| {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        let name = line["name"].as_str().unwrap_or_default().to_owned();
        let (want, have) = (line["expect"]["error"].as_str(), cases::start(&line["config"], release));
        let same = match (want, &have) {
            (None, Ok(())) => true,
            (Some(want), Err(have)) => is_foreign(want) || have.as_deref() == Some(want),
            _ => false,
        };
        (name, (!same).then(|| format!("\n  upstream {want:?}\n  engine   {have:?}")))
    });
}

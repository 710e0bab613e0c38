//! Runs the scripts for KWOK in a shell in which `kwokctl`, `kubectl` and `sleep` only record their arguments and input. The records show what a
//! cluster would receive, in order.
#![allow(clippy::disallowed_types)] // native tests

use std::{collections::BTreeSet, fs, os::unix::fs::PermissionsExt, path::PathBuf, process::Command};

use api::{ApiObject, Millis, parse_duration};
use releases::Release;
use serde_json::Value;

use super::tests::{kwok, scenarios};

/// A program that writes its name, arguments and input into the next numbered folder. Several may run concurrently.
const NOTES: &str = r#"#!/usr/bin/env bash
shopt -s nullglob
calls=("$CALLS"/*)
number=${#calls[@]}
until mkdir "$CALLS/$(printf %05d "$number")" 2> /dev/null; do number=$((number + 1)); done
call="$CALLS/$(printf %05d "$number")"
if [[ " $* " == *" -f - "* ]]; then cat > "$call/given"; fi
printf '%s\0' "$(basename "$0")" "$@" > "$call/words"
[[ " $* " != *" ${FAILS:-nothing} "* ]]
"#;

/// A recorded call of a program.
struct ProgramCall {
    words: Vec<String>,
    stdin: Option<String>,
}

/// A temporary folder, deleted when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("schedscope-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The variables with messages, which `i18n::export` would set above the script.
const SCRIPT_MESSAGES: &str = "late='LATE'\nmoving='MOVING'\n";

/// A folder with the recording programs.
fn write_programs(name: &str) -> Folder {
    let programs = Folder::new(name);
    for name in ["kwokctl", "kubectl", "sleep", "python3"] {
        let file = programs.0.join(name);
        fs::write(&file, NOTES).expect("a program");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("a program");
    }
    programs
}

/// Runs a script with `bash`. Returns the calls of programs, and the script's standard error.
fn record_calls(programs: &Folder, script: &str, set: &[(&str, &str)]) -> (Vec<ProgramCall>, String) {
    let folder = Folder::new(&format!("calls-{}", programs.0.file_name().expect("a name").display()));
    let path = format!("{}:{}", programs.0.display(), std::env::var("PATH").unwrap_or_default());
    let mut bash = Command::new("bash");
    bash.args(["-c", &format!("{SCRIPT_MESSAGES}{script}")])
        .env("PATH", path)
        .env("CALLS", &folder.0)
        .envs(set.iter().copied());
    let run = bash.output().expect("bash, which this test needs, can be started");
    let text = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(run.status.success(), "{text}\n{script}");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(&folder.0).expect("calls").map(|expect| expect.expect("one").path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let words = fs::read_to_string(path.join("words")).expect("words");
        let words = words.trim_end_matches('\0').split('\0').map(str::to_owned).collect();
        ProgramCall { words, stdin: fs::read_to_string(path.join("given")).ok() }
    };
    (paths.into_iter().map(read).collect(), text)
}

/// The flags that kubectl accepts for a verb.
fn flags(verb: &str) -> &'static [&'static str] {
    match verb {
        "apply" => &["-f"],
        "create" => &["-f", "--raw"],
        "patch" => &["-p", "--type", "--subresource", "--namespace"],
        "delete" => &["--wait", "--namespace"],
        "scale" => &["--replicas", "--namespace"],
        "taint" | "label" | "annotate" => &["--overwrite", "--namespace"],
        "drain" => &[
            "--ignore-daemonsets",
            "--delete-emptydir-data",
            "--force",
            "--disable-eviction",
            "--grace-period",
            "--timeout",
        ],
        "wait" => &["--for", "--all", "--all-namespaces", "--timeout"],
        "get" => &["-o", "-n", "--all-namespaces"],
        "cordon" | "uncordon" => &[],
        _ => panic!("kubectl has no {verb} here"),
    }
}

/// A cluster that accepts every object.
#[derive(Default)]
struct FakeCluster {
    /// Each is `kind namespace/name`.
    objects: BTreeSet<String>,
    classes: BTreeSet<String>,
    /// Whether workloads may have created pods, whose names are unknown.
    workloads: bool,
}

impl FakeCluster {
    fn key(kind: &str, namespace: &str, name: &str) -> String {
        let kind = kind.to_lowercase();
        let within = match kind.as_str() {
            "node" | "namespace" | "priorityclass" | "storageclass" | "persistentvolume" | "csinode" => "",
            _ if namespace.is_empty() => "default",
            _ => namespace,
        };
        format!("{kind} {within}/{name}")
    }

    fn has(&self, kind: &str, namespace: &str, name: &str) -> bool {
        self.objects.contains(&Self::key(kind, namespace, name))
    }

    /// Creates an object; panics if an object that it refers to does not exist.
    fn apply_object(&mut self, verb: &str, object: &Value) {
        let text = |path: &str| object.pointer(path).and_then(Value::as_str).unwrap_or_default();
        let (kind, namespace, name) = (text("/kind"), text("/metadata/namespace"), text("/metadata/name"));
        assert!(!text("/apiVersion").is_empty() && !kind.is_empty() && !name.is_empty(), "{object}");
        let known = ["", "default", "kube-system"].contains(&namespace) || self.has("Namespace", "", namespace);
        assert!(known, "{namespace} is not there yet: {object}");
        if kind == "Pod" {
            let (class, node) = (text("/spec/priorityClassName"), text("/spec/nodeName"));
            let class_is_there = class.is_empty() || class.starts_with("system-") || self.classes.contains(class);
            assert!(class_is_there, "{class} is not there yet: {object}");
            assert!(node.is_empty() || self.has("Node", "", node), "{node} is not there yet: {object}");
            assert!(object["spec"].get("priority").is_none(), "a cluster refuses a priority: {object}");
        }
        if kind == "PriorityClass" {
            self.classes.insert(name.to_owned());
        }
        self.workloads |= matches!(kind, "Deployment" | "ReplicaSet" | "StatefulSet" | "DaemonSet" | "Job");
        let fresh = self.objects.insert(Self::key(kind, namespace, name));
        assert!(fresh || verb == "apply", "{name} is there already");
    }

    /// Panics if the target of a command, `kind name` and flags, can't exist.
    fn has_target(&self, words: &[String]) {
        let plain: Vec<&String> = words.iter().filter(|word| !word.starts_with('-')).collect();
        let namespace = words.iter().find_map(|word| word.strip_prefix("--namespace=")).unwrap_or_default();
        let has_target = self.has(plain[0], namespace, plain[1]) || (self.workloads && plain[0] == "pod");
        assert!(has_target, "{words:?} is not in {:?}", self.objects);
    }

    fn handle_call(&mut self, call: &ProgramCall) {
        let ProgramCall { words, stdin: given } = call;
        assert_eq!(words[1], "--context=kwok-schedscope", "{words:?}");
        let rest: Vec<String> = words[2..].iter().filter(|word| *word != "-n").cloned().collect();
        let verb = if words[2] == "-n" { words[4].as_str() } else { words[2].as_str() };
        for flag in words[2..].iter().filter(|word| word.starts_with('-') && word.len() > 1) {
            let name = flag.split('=').next().unwrap_or_default();
            assert!(name == "-n" || flags(verb).contains(&name), "{verb} has no {flag}");
        }
        match (verb, given) {
            ("create", Some(text)) if words.iter().any(|word| word == "--raw") => {
                let eviction: Value = serde_json::from_str(text).expect("JSON");
                assert_eq!(eviction["kind"], "Eviction");
                let of = |field: &str| eviction["metadata"][field].as_str().unwrap_or_default().to_owned();
                assert!(self.has("pod", &of("namespace"), &of("name")) || self.workloads, "{text}");
            }
            ("create" | "apply", Some(text)) => {
                let objects = manifest::object_values(text).unwrap_or_else(|value| panic!("{value:?}\n{text}"));
                assert!(!objects.is_empty(), "nothing is given");
                for object in &objects {
                    self.apply_object(verb, object);
                }
            }
            ("create" | "apply", None) => panic!("{words:?} is given nothing"),
            ("patch", _) => {
                let at = words.iter().position(|word| word == "-p").expect("a patch");
                assert!(serde_json::from_str::<Value>(&words[at + 1]).is_ok(), "{words:?}");
                self.has_target(&rest[1..]);
            }
            ("delete" | "label" | "scale" | "taint" | "annotate", _) => self.has_target(&rest[1..]),
            ("cordon" | "uncordon" | "drain", _) => {
                assert!(self.has("node", "", &rest[1]), "{words:?}");
            }
            _ => {}
        }
    }
}

#[test]
fn a_cluster_gets_all_of_a_scenario_in_its_order() {
    let programs = write_programs("programs");
    let [.., release] = Release::ALL;
    for (file, text) in scenarios() {
        // If nothing moves, looking once is enough.
        let script = kwok(&text, release).body.replace("\nsettle 15\n", "\nsettle 0\n");
        let (mut calls, errors) = record_calls(&programs, &script, &[]);
        assert_eq!(errors, "", "{file}");
        // The server runs in the background, so the order of its call is random.
        let serves = calls.iter().filter(|call| call.words[0] == "python3").count();
        assert_eq!(serves, usize::from(text.contains("kind: Extender")), "{file}");
        calls.retain(|call| call.words[0] != "python3");
        let [first, rest @ ..] = &calls[..] else { panic!("{file}: nothing is asked for") };
        assert_eq!(first.words[..4], ["kwokctl", "create", "cluster", "--name=schedscope"], "{file}");
        assert_eq!(first.words[4], format!("--kube-version={}", release.patch()), "{file}");
        let mut taken = FakeCluster::default();
        let manifest = manifest::load(&text).expect("a scenario");
        let mut times: Vec<Millis> = manifest.scenario.script.iter().map(|timed| timed.at).collect();
        times.dedup();
        let mut waits = times.iter();
        for call in rest {
            match call.words[0].as_str() {
                "kubectl" => taken.handle_call(call),
                // Each action waits for its own time; checks whether pods have settled are five seconds apart.
                "sleep" if call.words[1] == "5" => {}
                "sleep" => {
                    let left = parse_duration(&format!("{}s", call.words[1])).expect("seconds");
                    let at = *waits.next().unwrap_or_else(|| panic!("{file}: one wait too many"));
                    assert!(left <= at && left + Millis::from_seconds(60) > at, "{file}: {left:?} for {at:?}");
                }
                other => panic!("{file}: {other}"),
            }
        }
        assert_eq!(waits.len(), 0, "{file}");
        // Every object of the manifest is created, except those that every cluster has and those that none can have.
        for object in manifest.objects {
            let (kind, of) = (object.kind.kind().name(), object.kind.metadata());
            let is_builtin = kind == "PriorityClass" && of.name.starts_with("system-")
                || matches!(&object.kind, ApiObject::Namespace(namespace) if ["default", "kube-system"].contains(&&*namespace.metadata.name));
            assert!(is_builtin || taken.has(kind, &of.namespace, &of.name), "{file}: {kind} {} did not come", of.name);
        }
    }
}

const SHORT: &str = "apiVersion: v1\nkind: Node\nmetadata: {name: a}\nstatus: {capacity: {cpu: 4}}\n---\nkind: Scenario\n\
                     script: [{at: 90s, cordon: a}, {at: 100500ms, uncordon: a}]\n";

#[test]
fn times_can_be_stretched() {
    let programs = write_programs("stretched");
    let script = kwok(SHORT, Release::default()).body;
    for (speed, wanted) in [("1", [90_000, 100_500]), ("2", [45_000, 50_250]), ("0.5", [180_000, 201_000])] {
        let (calls, _) = record_calls(&programs, &script, &[("SPEED", speed)]);
        let sleeps = calls.iter().filter(|call| call.words[0] == "sleep" && call.words[1] != "5");
        let sleeps: Vec<Millis> =
            sleeps.map(|call| parse_duration(&format!("{}s", call.words[1])).expect("a time")).collect();
        assert_eq!(sleeps.len(), 2, "{speed}");
        for (left, at) in sleeps.into_iter().zip(wanted.map(Millis::new)) {
            assert!(left <= at && left + Millis::from_seconds(20) > at, "{speed}: {left:?} for {at:?}");
        }
    }
}

#[test]
fn script_reports_a_timeout_and_continues() {
    let programs = write_programs("late");
    let script = kwok(SHORT, Release::default()).body;
    for (fails, expected) in
        [("wait", "LATE nodes --all\n"), ("serviceaccount", "LATE account default\n"), ("nothing", "")]
    {
        let (calls, output) = record_calls(&programs, &script, &[("FAILS", fails)]);
        assert_eq!(output, expected);
        let verbs: Vec<&str> = calls.iter().filter_map(|call| Some(call.words.get(2)?.as_str())).collect();
        assert!(verbs.contains(&"uncordon") && verbs.ends_with(&["get"]), "{fails}: {verbs:?}");
    }
    // If pods keep moving, the result is shown after a while.
    let moves = script.replace("sleep 5", "sleep 5; k() { echo \"2026-01-01T00:00:00Z $RANDOM\"; }");
    let (_, text) = record_calls(&programs, &moves, &[]);
    assert_eq!(text, "MOVING\n");
}

#[test]
#[ignore = "it needs shellcheck; cargo dev test runs it where there is one: cargo test -p queries a_checker -- --ignored"]
fn a_checker_of_scripts_finds_nothing() {
    let check = |script: &str| {
        let folder = Folder::new("checked");
        let file = folder.0.join("kwok.sh");
        fs::write(&file, format!("#!/usr/bin/env bash\n{SCRIPT_MESSAGES}{script}")).expect("a script");
        Command::new("shellcheck").arg("--severity=warning").arg(&file).output().expect("shellcheck")
    };
    for (file, text) in scenarios() {
        let script = kwok(&text, Release::default()).body;
        let run = check(&script);
        assert!(run.status.success(), "{file}\n{}\n{script}", String::from_utf8_lossy(&run.stdout));
    }
}

//! Manifests as people write them, each with what a cluster does: the comments at the top of the texts in `tests/reports`. `said` is part of
//! an event or of a line of `kubectl`; `bound`, `pending` and `gone` name a pod of the namespace `default` as it is at the end; `release` is
//! what the comments after it are about.

use std::{collections::BTreeSet, fs};

use schedscope::{
    manifest,
    releases::Release,
    runlog::EventKind,
    simulation::{Scenario, Simulation},
};

use crate::support::texts;

/// Texts about what controllers, the scheduler and kubectl do.
const REPORTS: [&str; 9] = [
    "apply-removes-what-it-applied",
    "deployment-paused-from-the-start",
    "environment-changes",
    "job-ignores-disruptions",
    "nominated-node-refuses-too",
    "one-effect-of-two-taints",
    "priority-class-deleted",
    "revisions-do-not-keep-apart",
    "selected-namespace-wakes-nobody",
];

#[derive(Default)]
struct Outcome {
    messages: Vec<String>,
    bound: BTreeSet<String>,
    gone: BTreeSet<String>,
}

fn play(text: &str, release: Release) -> Outcome {
    let manifest = manifest::load(text).unwrap_or_else(|findings| panic!("{findings:?}"));
    let scenario = Scenario::from_manifest(&manifest, Some(release)).expect("a scenario");
    let (_, events) = Simulation::new(scenario).run_to_end();
    let mut outcome = Outcome::default();
    for event in events {
        match event.what {
            EventKind::Bound { pod, .. } => drop(outcome.bound.insert(pod.to_string())),
            EventKind::PodRemoved(pod) => drop(outcome.gone.insert(pod.to_string())),
            EventKind::Message { text, .. } | EventKind::Printed { text, .. } => {
                outcome.messages.push(text.to_string())
            }
            _ => {}
        }
    }
    outcome
}

#[test]
fn controllers_do_what_people_report_of_them() {
    let mut wrong = Vec::new();
    for name in REPORTS {
        let text = fs::read_to_string(texts::place(&format!("tests/reports/{name}.yaml"))).expect("a text");
        let (mut release, mut outcome) = (Release::default(), play(&text, Release::default()));
        for line in text.lines().map_while(|line| line.strip_prefix("# ")) {
            let (verb, what) = line.split_once(": ").unwrap_or_else(|| panic!("{line}"));
            let pod = format!("default/{what}");
            let holds = match verb {
                "release" => {
                    release = Release::from_name(what).unwrap_or_else(|| panic!("no release {what}"));
                    outcome = play(&text, release);
                    true
                }
                "said" => outcome.messages.iter().any(|text| text.contains(what)),
                "bound" => outcome.bound.contains(&pod),
                "pending" => !outcome.bound.contains(&pod),
                "gone" => outcome.gone.contains(&pod),
                other => panic!("{name}: {other}"),
            };
            if !holds {
                wrong.push(format!("{name} {release}: not {verb}: {what}; {:#?}", outcome.messages));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

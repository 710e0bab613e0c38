//! Links that people may have kept: each opens the moment that it was made at, for as long as the project lives.
//!
//! `tests/links/golden.txt` has a link a line: what it was made from, the event that its step shows (number, time, what
//! happened), the step within an attempt, and the link itself. A link's step is a number of a moment (`steps::numbered`),
//! so this table turns red when moments are cut in another way. It is never written anew; `LINKS=write cargo test --test engine links` only adds
//! links of scenarios that it does not have yet.

use std::collections::BTreeSet;
use std::fs;

use schedscope::api::link::{self, Shared};
use schedscope::api::manifest;
use schedscope::record::{Event, What};
use schedscope::releases::Release;
use schedscope::simulation::{Scenario, Simulation};
use schedscope::trace::Trace;
use schedscope::trace::steps;

use crate::support::{kept, texts};

/// The run that a link opens.
fn run(shared: &Shared) -> Trace {
    let manifest = manifest::load(&shared.text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let release = shared.release.as_deref().and_then(Release::named);
    Trace::new(Simulation::new(Scenario::from_manifest(&manifest, release).expect("a scenario")).run().1)
}

/// What a link opens: the event that its moment shows, and the step within it.
fn opened(trace: &Trace, step: usize) -> String {
    let moments = steps::moments(trace.events());
    let moment = moments[steps::numbered(trace.events(), &moments, step).unwrap_or(moments.len() - 1)];
    let event = moment.events.checked_sub(1).map(|last| &*trace.events()[last]);
    let event = event.map_or_else(String::new, |Event { at, what }| format!("{at} {}", name(what)));
    format!("{} {event} | {:?}", moment.events, moment.step)
}

fn name(what: &What) -> String {
    let (kind, about) = match what {
        What::NodeAdded(node) => ("NodeAdded", node.metadata.name.to_string()),
        What::NodeUpdated(node) => ("NodeUpdated", node.metadata.name.to_string()),
        What::PodCreated { pod, .. } => ("PodCreated", pod.key()),
        What::PodUpdated(pod) => ("PodUpdated", pod.key()),
        What::BudgetUpdated(budget) => ("BudgetUpdated", budget.metadata.name.to_string()),
        What::Queued { pod, .. } => ("Queued", pod.to_string()),
        What::Popped { pod, .. } => ("Popped", pod.to_string()),
        What::Attempted(attempt) => ("Attempted", attempt.pod.to_string()),
        What::Nominated { pod, .. } => ("Nominated", pod.to_string()),
        What::Expected { pod, .. } => ("Expected", pod.to_string()),
        What::NominationCleared { pod, .. } => ("NominationCleared", pod.to_string()),
        What::Assumed { pod, .. } => ("Assumed", pod.to_string()),
        What::Bound { pod, .. } => ("Bound", pod.to_string()),
        What::Waits { pod, .. } => ("Waits", pod.to_string()),
        What::Allowed { pod, .. } => ("Allowed", pod.to_string()),
        What::PreBinding { pod, .. } => ("PreBinding", pod.to_string()),
        What::Unreserved { pod, .. } => ("Unreserved", pod.to_string()),
        What::Creating(pod) => ("Creating", pod.to_string()),
        What::Running { pod, .. } => ("Running", pod.to_string()),
        What::Succeeded(pod) => ("Succeeded", pod.to_string()),
        What::Terminating { pod, .. } => ("Terminating", pod.to_string()),
        What::PodRemoved(pod) => ("PodRemoved", pod.to_string()),
        What::Script { index, .. } => ("Script", index.to_string()),
        What::End(ending) => ("End", format!("{ending:?}")),
        other => ("Other", format!("{other:?}").chars().take_while(char::is_ascii_alphanumeric).collect()),
    };
    format!("{kind} {about}")
}

/// Links to moments spread over each built-in scenario, under each release.
fn made() -> Vec<(String, Shared)> {
    let mut links = Vec::new();
    for (name, text) in texts::built_in() {
        for release in Release::ALL {
            let mut shared =
                Shared { text: text.clone(), step: 0, release: Some(release.name().to_owned()), selection: None };
            let count = steps::moments(run(&shared).events()).len();
            let about = format!("{name} {release}");
            for part in [3, 6] {
                shared.step = (count * part / 8) as u64;
                links.push((about.clone(), shared.clone()));
            }
        }
    }
    links
}

#[test]
fn links_open_what_they_were_made_at() {
    let table = texts::place("tests/links/golden.txt");
    let kept = fs::read_to_string(&table).unwrap_or_default();
    if kept::writes("LINKS") {
        let had: BTreeSet<&str> = kept.lines().filter_map(|line| line.split(" | ").next()).collect();
        let fresh = made().into_iter().filter(|(about, _)| !had.contains(about.as_str())).map(|(about, shared)| {
            let step = usize::try_from(shared.step).expect("small");
            format!("{about} | {} | {}\n", opened(&run(&shared), step), link::encode(&shared))
        });
        let all = format!("{kept}{}", fresh.collect::<String>());
        fs::create_dir_all(table.parent().expect("a folder")).expect("a folder");
        fs::write(&table, all).expect("the table");
        return;
    }
    let mut wrong = Vec::new();
    for line in kept.lines() {
        let (rest, link) = line.rsplit_once(" | ").expect("four columns");
        let (about, was) = rest.split_once(" | ").expect("four columns");
        let shared = link::decode(link).unwrap_or_else(|error| panic!("{about}: {error:?}"));
        let is = opened(&run(&shared), usize::try_from(shared.step).expect("small"));
        if was != is {
            wrong.push(format!("{about}, step {}\n  was {was}\n  is  {is}", shared.step));
        }
    }
    assert!(kept.lines().count() >= 150, "the table is there");
    assert!(wrong.is_empty(), "{} links open another moment:\n{}", wrong.len(), wrong.join("\n"));
}

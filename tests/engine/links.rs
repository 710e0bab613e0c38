//! Links that people may have kept: each opens the moment that it was made at, for as long as the project lives.
//!
//! `tests/links/golden.txt` has a link a line: what it was made from, the event that its step shows (number, time, what
//! happened), the step within an attempt, and the link itself. A link's step is a number of a moment (`steps::moment_by_number`),
//! so this table turns red when moments are cut in another way. It is never written anew: the page doesn't make such links anymore.

use std::fs;

use schedscope::{
    links::{self, SharedScenario},
    manifest,
    releases::Release,
    runlog::{Event, EventKind},
    simulation::{Scenario, Simulation},
    trace::{Trace, steps},
};

use crate::support::texts;

/// The run that a link opens.
fn run(shared: &SharedScenario) -> Trace {
    let release = shared.release.as_deref().and_then(Release::from_name);
    let manifest = manifest::load_for(&shared.text, release).unwrap_or_else(|errors| panic!("{errors:?}"));
    Trace::new(Simulation::new(Scenario::from_manifest(&manifest).expect("a scenario")).run_to_end().1)
}

/// What a link opens: the event that its moment shows, and the step within it.
fn opened_moment(trace: &Trace, step: usize) -> String {
    let moments = steps::moments(trace.events());
    let moment = moments[steps::moment_by_number(trace.events(), &moments, step).unwrap_or(moments.len() - 1)];
    let event = moment.events.checked_sub(1).map(|last| &*trace.events()[last]);
    let event = event.map_or_else(String::new, |Event { at, what }| format!("{at} {}", name(what)));
    format!("{} {event} | {:?}", moment.events, moment.step)
}

fn name(what: &EventKind) -> String {
    let (kind, about) = match what {
        EventKind::NodeAdded(node) => ("NodeAdded", node.metadata.name.to_string()),
        EventKind::NodeUpdated(node) => ("NodeUpdated", node.metadata.name.to_string()),
        EventKind::PodCreated { pod, .. } => ("PodCreated", pod.key().to_string()),
        EventKind::PodUpdated(pod) => ("PodUpdated", pod.key().to_string()),
        EventKind::BudgetUpdated(budget) => ("BudgetUpdated", budget.metadata.name.to_string()),
        EventKind::Queued { pod, .. } => ("Queued", pod.to_string()),
        EventKind::Popped { pod, .. } => ("Popped", pod.to_string()),
        EventKind::Attempted(attempt) => ("Attempted", attempt.pod.to_string()),
        EventKind::Nominated { pod, .. } => ("Nominated", pod.to_string()),
        EventKind::Expected { pod, .. } => ("Expected", pod.to_string()),
        EventKind::NominationCleared { pod, .. } => ("NominationCleared", pod.to_string()),
        EventKind::Assumed { pod, .. } => ("Assumed", pod.to_string()),
        EventKind::Bound { pod, .. } => ("Bound", pod.to_string()),
        EventKind::Waits { pod, .. } => ("Waits", pod.to_string()),
        EventKind::Allowed { pod, .. } => ("Allowed", pod.to_string()),
        EventKind::PreBinding { pod, .. } => ("PreBinding", pod.to_string()),
        EventKind::Unreserved { pod, .. } => ("Unreserved", pod.to_string()),
        EventKind::Creating(pod) => ("Creating", pod.to_string()),
        EventKind::Running { pod, .. } => ("Running", pod.to_string()),
        EventKind::Succeeded(pod) => ("Succeeded", pod.to_string()),
        EventKind::Terminating { pod, .. } => ("Terminating", pod.to_string()),
        EventKind::PodRemoved(pod) => ("PodRemoved", pod.to_string()),
        EventKind::Script { index, .. } => ("Script", index.to_string()),
        EventKind::End(ending) => ("End", format!("{ending:?}")),
        other => ("Other", format!("{other:?}").chars().take_while(char::is_ascii_alphanumeric).collect()),
    };
    format!("{kind} {about}")
}

#[test]
fn links_open_what_they_were_made_at() {
    let text = fs::read_to_string(texts::place("tests/links/golden.txt")).expect("the table");
    let mut wrong = Vec::new();
    for line in text.lines() {
        let (rest, link) = line.rsplit_once(" | ").expect("four columns");
        let (about, was) = rest.split_once(" | ").expect("four columns");
        let shared = links::decode(link).unwrap_or_else(|error| panic!("{about}: {error:?}"));
        let is = opened_moment(&run(&shared), usize::try_from(shared.step).expect("small"));
        if was != is {
            wrong.push(format!("{about}, step {}\n  was {was}\n  is  {is}", shared.step));
        }
    }
    assert!(text.lines().count() >= 150, "the table is there");
    assert!(wrong.is_empty(), "{} links open another moment:\n{}", wrong.len(), wrong.join("\n"));
}

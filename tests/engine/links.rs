//! Old links, which people may have saved: each must open the moment at which it was created.
//!
//! `tests/links/golden.txt` has one link a line: what it was created from, the event at its step (number, time, kind and object), the step within an
//! attempt, and the link itself. A link's step is the number of a moment (`steps::moment_by_number`), so this test fails when moments are divided
//! differently. The page no longer creates such links, so the table gets no new ones. `UPDATE_EXPECT=1` records what the links open now; do that only
//! if an event itself has changed, not its moment.

use std::fs;

use schedscope::{
    links::{self, SharedScenario},
    manifest,
    releases::Release,
    runlog::{Event, EventKind},
    simulation::{Scenario, Simulation},
    trace::{Trace, steps},
};

use crate::support::{recorded_text, texts};

/// The run that a link opens.
fn run(shared: &SharedScenario) -> Trace {
    let release = shared.release.as_deref().and_then(Release::from_name);
    let manifest = manifest::load_for(&shared.text, release).unwrap_or_else(|errors| panic!("{errors:?}"));
    Trace::new(Simulation::new(Scenario::from_manifest(&manifest).expect("a scenario")).run_to_end().1)
}

/// What a link opens: the last event of its moment, and the step within an attempt.
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
fn links_open_the_moment_at_which_they_were_created() {
    let path = texts::place("tests/links/golden.txt");
    let table = fs::read_to_string(&path).expect("the table");
    assert!(table.lines().count() >= 150, "the table has its links");
    let mut opened = String::new();
    for line in table.lines() {
        let (rest, link) = line.rsplit_once(" | ").expect("four columns");
        let (about, _) = rest.split_once(" | ").expect("four columns");
        let shared = links::decode(link).unwrap_or_else(|error| panic!("{about}: {error:?}"));
        let moment = opened_moment(&run(&shared), usize::try_from(shared.step).expect("small"));
        opened.extend([about, " | ", &moment, " | ", link, "\n"]);
    }
    recorded_text::assert_unchanged(recorded_text::describe_difference(&path, &opened).as_slice());
}

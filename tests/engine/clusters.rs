//! Clusters as they are dumped, each with what becomes of it: `tests/reports/clusters/README.md`.

use std::{collections::BTreeSet, fs, rc::Rc};

use schedscope::{
    api::Millis,
    releases::Release,
    runlog::{Event, EventKind},
    simulation::Simulation,
    trace::{
        Frame,
        console::{LineSource, PodWatch},
    },
};

use crate::support::texts;

/// What became of a cluster.
#[derive(Default)]
struct Outcome {
    bound: BTreeSet<String>,
    gone: BTreeSet<String>,
    /// Pods that were created after the start, or by a controller.
    created: Vec<String>,
    messages: Vec<String>,
    /// The last line that `kubectl get pods` has of each pod that is there: name, ready, status.
    printed: Vec<String>,
}

fn play(text: &str) -> Outcome {
    let (_, events) = Simulation::new(texts::scenario(text, Release::V1_36)).run_to_end();
    let events: Vec<Rc<Event>> = events.into_iter().map(Rc::new).collect();
    let mut outcome = Outcome::default();
    let mut frame = Frame::default();
    for event in &events {
        frame.apply_event(event);
        match &event.what {
            EventKind::Bound { pod, .. } => drop(outcome.bound.insert(pod.name().to_owned())),
            EventKind::PodRemoved(pod) => drop(outcome.gone.insert(pod.name().to_owned())),
            EventKind::PodCreated { pod, by } if !by.is_empty() || event.at > Millis::ZERO => {
                outcome.created.push(pod.metadata.name.to_string());
            }
            EventKind::Message { text, .. } | EventKind::Printed { text, .. } => {
                outcome.messages.push(text.to_string());
            }
            _ => {}
        }
    }
    let mut watch = PodWatch::default();
    watch.extend(&events);
    let lines = (0..watch.places().len()).rev().map(|index| watch.line(&events, index, Millis::ZERO, &|_| None));
    let mut seen = BTreeSet::new();
    for line in lines {
        if seen.insert(line.cells[0].clone()) && frame.pods.keys().any(|key| key.name() == line.cells[0]) {
            outcome.printed.push(line.cells[..3].join(" "));
        }
    }
    outcome
}

fn has_line(printed: &[String], wanted: &str) -> bool {
    let (start, rest) = wanted.split_once(' ').expect("a name and what follows");
    printed
        .iter()
        .any(|line| line.split_once(' ').is_some_and(|(name, cells)| name.starts_with(start) && cells == rest))
}

#[test]
fn dumped_clusters_go_on_from_where_they_are() {
    let mut wrong = Vec::new();
    for path in texts::files("tests/reports/clusters", "yaml") {
        let text = fs::read_to_string(&path).expect("a text");
        let outcome = play(&text);
        for line in text.lines().map_while(|line| line.strip_prefix("# ")) {
            let (verb, what) = line.split_once(": ").unwrap_or_else(|| panic!("{line}"));
            let holds = match verb {
                "bound" => outcome.bound.contains(what),
                "pending" => !outcome.bound.contains(what),
                "gone" => outcome.gone.contains(what),
                "made" => {
                    let (count, start) = what.split_once(' ').expect("a number and a name");
                    let made = outcome.created.iter().filter(|name| name.starts_with(start)).count();
                    made.to_string() == count
                }
                "printed" => has_line(&outcome.printed, what),
                "said" => outcome.messages.iter().any(|text| text.contains(what)),
                other => panic!("{}: {other}", texts::name(&path)),
            };
            if !holds {
                wrong.push(format!(
                    "{}: not {line}; printed {:#?}, created {:?}, messages {:#?}",
                    texts::name(&path),
                    outcome.printed,
                    outcome.created.iter().take(9).collect::<Vec<_>>(),
                    outcome.messages.iter().take(9).collect::<Vec<_>>()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

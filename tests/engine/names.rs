//! Renaming objects does not change a run.

use schedscope::{imports::anonymize::anonymize_text, queries::load, runlog::EventKind, simulation::Simulation};

use crate::support::texts;

/// The node of each placed pod, both as indices, sorted by pod. The order of placements is not compared, because pods that one event moves to activeQ
/// enter it by name.
fn placements(text: &str) -> Vec<(usize, usize)> {
    let (_, scenario) = load::load_scenario(text, None).unwrap_or_else(|findings| panic!("{findings:?} in {text}"));
    let mut simulation = Simulation::new(scenario);
    let (mut pods, mut nodes, mut placed) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(events) = simulation.step() {
        for event in events {
            match event.what {
                EventKind::NodeAdded(node) => nodes.push(node.metadata.name.clone()),
                EventKind::PodCreated { pod, .. } => pods.push(pod.key()),
                EventKind::Bound { pod, node } => {
                    let at = pods.iter().rposition(|text| **text == *pod).expect("it was created");
                    placed.push((at, nodes.iter().position(|text| *text == node).expect("it came")));
                }
                _ => {}
            }
        }
    }
    placed.sort_unstable();
    placed
}

#[test]
fn renamed_scenarios_place_pods_on_the_same_nodes() {
    let (mut all, mut same) = (0, 0);
    for (name, text) in texts::built_in() {
        let (other, table) = anonymize_text(&text).unwrap_or_else(|| panic!("{name}"));
        assert!(!table.is_empty(), "{name}");
        all += 1;
        if placements(&text) == placements(&other) {
            same += 1;
        } else {
            println!("{name}");
        }
    }
    // Names are compared as tie-breakers, so in some scenarios the order changes.
    assert!(same == all, "{same} of {all}");
}

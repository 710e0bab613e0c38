//! Other names change nothing of what happens: a run of the text with them is the same run.

use schedscope::{imports::anonymize::anonymize_text, queries::load, runlog::EventKind, simulation::Simulation};

use crate::support::texts;

/// Where every pod was placed, in the order of the pods: by the number of the pod among all, and of the node. When each of them came is not
/// compared: pods that one event moves to activeQ go there by name.
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
fn built_in_scenarios_run_as_before() {
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
    // Where names of different kinds are compared, their order may change.
    assert!(same == all, "{same} of {all}");
}

//! Other names change nothing of what happens: a run of the text with them is the same run.

use schedscope::answers::load;
use schedscope::api::alias::disguised;
use schedscope::record::What;
use schedscope::simulation::Simulation;

use crate::support::texts;

/// Where every pod was placed, in the order of the pods: by the number of the pod among all, and of the node. When each of them came is not
/// compared: pods that one event moves to activeQ go there by name.
fn placed(text: &str) -> Vec<(usize, usize)> {
    let (_, scenario) = load::scenario(text, None).unwrap_or_else(|found| panic!("{found:?} in {text}"));
    let mut simulation = Simulation::new(scenario);
    let (mut pods, mut nodes, mut placed) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(events) = simulation.step() {
        for event in events {
            match event.what {
                What::NodeAdded(node) => nodes.push(node.metadata.name.clone()),
                What::PodCreated { pod, .. } => pods.push(pod.key()),
                What::Bound { pod, node } => {
                    let at = pods.iter().rposition(|it| **it == *pod).expect("it was created");
                    placed.push((at, nodes.iter().position(|it| *it == node).expect("it came")));
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
        let (other, table) = disguised(&text).unwrap_or_else(|| panic!("{name}"));
        assert!(!table.is_empty(), "{name}");
        all += 1;
        if placed(&text) == placed(&other) {
            same += 1;
        } else {
            println!("{name}");
        }
    }
    // Where names of different kinds are compared, their order may change.
    assert!(same == all, "{same} of {all}");
}

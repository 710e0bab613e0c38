//! Captions agree with the run of their scenario.

use schedscope::{lessons::story, manifest, releases::Release, simulation::Scenario};

use crate::support::texts;

/// Sentences in captions with the events that they state: the scenario, the sentence, and the lines of the story, in order.
const FACTS: &[(&str, &str, &[&str])] = &[
    (
        "group-priority",
        "The group’s priority is 0, so only svc-6 and low-10 may go: both have priority -40. Even without both it does not fit",
        &[
            "pod default/svc-6 created on node-c, priority -40",
            "pod default/low-10 created on node-d, priority -40",
            "podgroup default/mpi Unschedulable [… 2 units, victims [] pod group is unschedulable",
        ],
    ),
    (
        "reprieve",
        "With web back beside db, 1 cpu is free and urgent no longer fits: web is a victim.",
        &["default/db (would violate db) stays", "default/web must go: NodeResourcesFit"],
    ),
    (
        "balance",
        "The pod makes node-a less even than it was and node-b more even; 75 would mean that nothing changes.",
        &[
            "node-a scores 429 = … NodeResourcesBalancedAllocation 70x1",
            "node-b scores 437 = … NodeResourcesBalancedAllocation 79x1",
        ],
    ),
    (
        "whole-or-not",
        "red-2, which completed the gang, then the others, which entered together, in random order: red-1, then red-0.",
        &[
            "default/red-2 -> Active (PodAdd)",
            "default/red-0 -> Active (UnschedulablePodAdd)",
            "podgroup default/red popped [default/red-2, default/red-1, default/red-0]",
        ],
    ),
];

#[test]
fn captions_agree_with_their_run() {
    let scenarios = texts::built_in();
    for (name, sentence, expected) in FACTS {
        let (_, text) = scenarios.iter().find(|(other, _)| other == name).expect("the scenario");
        let manifest = manifest::load_for(text, Some(Release::V1_36)).expect("a manifest");
        let mut captions = manifest.scenario.captions.iter();
        assert!(captions.any(|caption| caption.text.contains(sentence)), "{name}: no caption says `{sentence}`");
        let text = story::story_of(Scenario::from_manifest(&manifest).expect("a scenario"));
        let mut lines = text.lines();
        for wanted in *expected {
            assert!(
                lines.any(|line| story::line_matches(line, wanted)),
                "{name}: no `{wanted}` (in this order) in\n{text}"
            );
        }
    }
}

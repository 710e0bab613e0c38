//! The cluster around the scheduler, as stories: evictions, node failures, controllers, edits and failed bindings.

use schedscope::{lessons::story, manifest, releases::Release, simulation::Scenario};

mod budgets;
mod cycles;
mod daemon_sets;
mod deletions;
mod deployments;
mod drains;
mod groups;
mod identity;
mod jobs;
mod limits;
mod nodes;
mod ownership;
mod quotas;
mod replica_sets;
mod rules;
mod stateful_sets;
mod zones;

use crate::support::texts;

fn run_story(text: &str, release: Release) -> String {
    story::story_of(texts::scenario(text, release))
}

/// Checks that the story of a run has these lines in this order. Returns the story.
fn assert_story_under(release: Release, text: &str, expected: &[&str]) -> String {
    let story = run_story(text, release);
    let mut lines = story.lines();
    for wanted in expected {
        let squeeze = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(lines.any(|line| squeeze(line).starts_with(wanted)), "no `{wanted}` (in this order) in\n{story}");
    }
    story
}

fn assert_story(text: &str, expected: &[&str]) -> String {
    assert_story_under(Release::V1_34, text, expected)
}

/// The part of a text that begins with the first line containing `from`.
fn lines_from<'t>(text: &'t str, from: &str) -> &'t str {
    &text[text.find(from).unwrap_or_else(|| panic!("no `{from}` in\n{text}"))..]
}

fn node(name: &str, more: &str) -> String {
    format!(
        "---\nkind: Node\nmetadata: {{name: {name}}}\nspec: {{{more}}}\nstatus: {{allocatable: {{cpu: 4, memory: 8Gi}}}}\n"
    )
}

fn script(lines: &str) -> String {
    format!("---\nkind: Scenario\ntimings: {{bindMillis: 0, containerStartMillis: 1000}}\n{lines}")
}

const WEB: &str = "---
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {terminationGracePeriodSeconds: 5, containers: [{name: c, resources: {requests: {cpu: 1}}}]}
";

const BUDGET: &str = "---
kind: PodDisruptionBudget
metadata: {name: web}
spec: {minAvailable: 2, selector: {matchLabels: {app: web}}}
";

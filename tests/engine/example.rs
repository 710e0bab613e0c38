//! The first example of the page: a pod with high priority preempts an nginx replica. Checks it as `kubectl` shows it.

use schedscope::{
    api::Millis,
    releases::Release,
    runlog::{EventKind, LadderRule, PreemptionRecord},
    simulation::Simulation,
    trace::{
        Trace,
        console::{self, ConsoleLine, LineSource},
    },
};

use crate::support::texts::scenario;

fn run(text: &str, release: Release) -> Trace {
    Trace::new(Simulation::new(scenario(text, release)).run_to_end().1)
}

#[test]
fn the_console_shows_the_preemption() {
    for release in Release::ALL {
        let trace = run(include_str!("../../www/scenarios/preemption.yaml"), release);
        let (mut pods, mut messages) = (console::PodWatch::default(), console::Messages::default());
        pods.extend(trace.events());
        messages.extend(trace.events());
        let lines: Vec<ConsoleLine> =
            (0..pods.places().len()).map(|index| pods.line(trace.events(), index, Millis::ZERO, &|_| None)).collect();
        print!("{release}\n{}", console::render_lines(&pods, trace.events(), 0..lines.len(), Millis::ZERO, &|_| None));
        print!(
            "{}",
            console::render_lines(&messages, trace.events(), 0..messages.places().len(), Millis::MAX, &|_| None)
        );
        // Name (the replica's is random), status, node, nominated node.
        let rows: Vec<(String, &str, &str, &str)> = lines
            .iter()
            .map(|line| {
                let name = if line.cells[0] == "nginx-a" { "nginx-a" } else { "replica" };
                (name.to_owned(), line.cells[2].as_str(), line.cells[6].as_str(), line.cells[7].as_str())
            })
            .collect();
        let (none, node) = ("<none>", "test-worker");
        let (nominated, terminating) = (("nginx-a", "Pending", none, node), ("replica", "Terminating", node, none));
        // v1.20 updates the preemptor's status after deleting the victims.
        let (first, second) =
            if release == Release::V1_20 { (terminating, nominated) } else { (nominated, terminating) };
        let mut wanted = [
            ("replica", "Running", node, none),
            ("nginx-a", "Pending", none, none),
            first,
            second,
            ("nginx-a", "Pending", node, none),
            ("nginx-a", "ContainerCreating", node, none),
            ("nginx-a", "Running", node, none),
        ]
        .into_iter();
        let mut next = wanted.next();
        for (name, status, node, nominated) in &rows {
            if next == Some((name.as_str(), *status, *node, *nominated)) {
                next = wanted.next();
            }
        }
        assert_eq!(next, None, "{release}: {rows:#?}");
        let events = trace.events();
        let gone = events.iter().position(|e| matches!(e.what, EventKind::PodRemoved(_))).expect("the victim goes");
        let bound =
            events.iter().rposition(|e| matches!(&e.what, EventKind::Bound { pod, .. } if *pod == "default/nginx-a"));
        assert!(bound.is_some_and(|bound| gone < bound), "{release}: the victim is gone before the preemptor is bound");
        // The replica that the Deployment recreates stays pending.
        let last = trace.frame_at(events.len());
        let replica = last.pods.values().find(|pod| pod.pod.metadata.name != "nginx-a").expect("a new replica");
        assert_eq!((replica.status().as_str(), replica.node.as_ref()), ("Pending", None));
        let message = match release {
            Release::V1_34 | Release::V1_36 => {
                "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: 0/1 nodes are \
                 available: 1 No preemption victims found for incoming pod."
            }
            _ => "0/1 nodes are available: 1 Insufficient cpu.",
        };
        assert_eq!(replica.message, message, "{release}");
    }
}

#[test]
fn a_budget_changes_the_chosen_node() {
    for release in Release::ALL {
        let record = preemption(include_str!("../../www/scenarios/budget.yaml"), release);
        let names: Vec<&str> = record.dry_runs.iter().map(|run| run.removed[run.victims[0]].pod.as_str()).collect();
        assert_eq!(names, ["default/web-2", "default/cache"], "{release}");
        assert_eq!(record.chosen, Some(1), "{release}");
        assert_eq!(record.ladder[0].rule, LadderRule::FewestViolations);
    }
}

#[test]
fn every_rule_of_the_node_choice_drops_a_node() {
    for release in Release::ALL {
        let record = preemption(include_str!("../../www/scenarios/ladder.yaml"), release);
        let rungs: Vec<(LadderRule, usize)> = record.ladder.iter().map(|rung| (rung.rule, rung.kept.len())).collect();
        let wanted = [
            (LadderRule::FewestViolations, 4),
            (LadderRule::LowestFirstPriority, 3),
            (LadderRule::SmallestPrioritySum, 2),
            (LadderRule::FewestVictims, 2),
            (LadderRule::LatestStart, 1),
        ];
        assert_eq!(rungs, wanted, "{release}");
        assert_eq!(record.chosen, Some(4), "{release}");
    }
}

/// The first successful preemption.
fn preemption(text: &str, release: Release) -> PreemptionRecord {
    let mut first_record = None;
    let _ = Simulation::new(scenario(text, release)).run_with_attempts(|attempt| {
        let record = attempt.preemption.clone().filter(|record| record.chosen.is_some());
        first_record = first_record.take().or(record);
    });
    first_record.expect("a preemption")
}

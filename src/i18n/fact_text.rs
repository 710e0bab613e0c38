//! Texts of findings about a pod.
//!
//! Only a chunk of the page needs these texts, so they are not part of [`Language`](super::table::Language).

use api::Millis;
use protocol::Fact;
use runlog::PluginId;

use super::{Lang, format_clock};
pub use crate::table::fact_text::WhySentences;

lazy_catalog!(WhySentences);

/// The text of a finding.
pub fn fact_text(lang: Lang, now: Millis, fact: &Fact) -> String {
    let wakes = match fact {
        Fact::RejectedBy { plugins, has_hints: true, longest } => wake_condition(lang, plugins, *longest),
        Fact::RejectedBy { has_hints: false, longest, .. } => words(lang).wakes_on_any_change(&format_clock(*longest)),
        _ => String::new(),
    };
    words(lang).fact_text(fact, now, &wakes)
}

/// The events that make a pod rejected by these plugins schedulable again.
fn wake_condition(lang: Lang, plugins: &[PluginId], longest: Millis) -> String {
    let (lang, latest) = (words(lang), format_clock(longest));
    let changes: Vec<&str> = plugins.iter().filter_map(|plugin| lang.plugin_wake_event(*plugin)).collect();
    if changes.is_empty() { lang.wakes_after(&latest) } else { lang.wakes_on(&changes, &latest) }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use protocol::Observation;
    use queries::explanation::Explainer;
    use releases::{Release, ReleaseChoice};
    use runlog::EventKind;
    use simulation::{Scenario, Simulation};
    use trace::{Trace, steps};

    use super::*;

    #[derive(Clone, Copy, Debug)]
    enum WhyQuestion {
        Here(&'static str),
        Not(&'static str, &'static str),
        Pending(&'static str),
        Gone(&'static str),
        Spared(&'static str),
    }

    macro_rules! scenario {
        ($name:literal) => {
            include_str!(concat!("../../www/scenarios/", $name, ".yaml"))
        };
    }

    /// Questions at a second of a scenario, with the expected sentences of the answer.
    const QUESTIONS: &[(&str, u64, WhyQuestion, &[&str])] = &[
        (
            scenario!("ladder"),
            8,
            WhyQuestion::Gone("default/e-batch-1"),
            &[
                "preemptor preempted it on node-e.",
                "With it put back, preemptor didn’t fit. NodeResourcesFit: The pod requests 2 cpu; 1 of 2 free: 1 short.",
                "The rule “Latest start of the longest-running top-priority victim” chose node-e from the last 2 candidates.",
            ],
        ),
        (
            scenario!("ladder"),
            8,
            WhyQuestion::Pending("default/preemptor"),
            &[
                "Its last attempt failed: 0/5 nodes are available: 5 Insufficient cpu.",
                "Insufficient cpu: node-a, node-b, node-c, node-d, node-e.",
                "Its nominated node is node-e, where it waits for its victims to terminate: e-batch-1 (27 s), e-batch-2 (27.05 s).",
                "It waits in the queue “Unschedulable”.",
                "It is retried when: a pod is deleted or requests less, a node is added or gets more resources; at the latest after waiting 5 m 00 s.",
                "In this run, AssignedPodDelete moves it to the queue “Active” at 35 s.",
            ],
        ),
        (
            scenario!("ladder"),
            8,
            WhyQuestion::Not("default/preemptor", "node-c"),
            &[
                "node-c did not pass. NodeResourcesFit: The pod requests 2 cpu; 0 of 2 free: 2 short. (preemption might help)",
                "node-c was a candidate but lost on the rule “Smallest sum of victim priorities (each + 2³¹)”: 3·2³¹ + 30 against 2·2³¹ + 20.",
            ],
        ),
        (
            scenario!("ladder"),
            8,
            WhyQuestion::Spared("default/d-batch-1"),
            &[
                "It is on node-d; preemption made room on node-e.",
                "node-d was a candidate but lost on the rule “Latest start of the longest-running top-priority victim”: 00:00:00 against 00:20:00.",
            ],
        ),
        (
            scenario!("ladder"),
            8,
            WhyQuestion::Spared("default/a-database"),
            &[
                "It is on node-a; preemption made room on node-e.",
                "node-a was a candidate but lost on the rule “Fewest victims whose eviction violates a budget”: 1 against 0.",
            ],
        ),
        (
            scenario!("ladder"),
            8,
            WhyQuestion::Here("default/a-database"),
            &["It was created with spec.nodeName node-a, so it skipped the scheduler."],
        ),
        (
            scenario!("ladder"),
            60,
            WhyQuestion::Here("default/preemptor"),
            &[
                "Preemption had made room for it on node-e by evicting e-batch-1, e-batch-2.",
                "node-e was its nominated node and passed, so no other node was checked.",
            ],
        ),
        (
            scenario!("reprieve"),
            8,
            WhyQuestion::Spared("default/db"),
            &["It was put back on node-a and urgent still fit: reprieved."],
        ),
        (
            scenario!("reprieve"),
            8,
            WhyQuestion::Gone("default/web"),
            &[
                "urgent preempted it on node-a.",
                "With it put back, urgent didn’t fit. NodeResourcesFit: The pod requests 3 cpu; 1 of 4 free: 2 short.",
                "node-a was the only candidate.",
            ],
        ),
        (
            scenario!("tie"),
            4,
            WhyQuestion::Here("default/first"),
            &[
                "3 of 3 checked nodes passed every filter (the cluster has 3).",
                "node-c had the best total, 474.",
                "node-a, node-b, node-c had the same total; one was chosen at random.",
            ],
        ),
        (
            scenario!("tie"),
            8,
            WhyQuestion::Not("default/second", "node-a"),
            &["node-a, node-b had the same total; one was chosen at random."],
        ),
        (scenario!("tie"), 8, WhyQuestion::Not("default/second", "node-b"), &["It is on node-b."]),
        (
            scenario!("tie"),
            8,
            WhyQuestion::Not("default/second", "node-c"),
            &[
                "node-c was feasible but had 449 points; node-b had 474.",
                "It lost the most points on NodeResourcesFit: 14.",
            ],
        ),
        (
            scenario!("tie"),
            20,
            WhyQuestion::Here("default/third"),
            &[
                "3 of 3 checked nodes passed every filter (the cluster has 3).",
                "node-a had the best total, 474; next was node-b with 449.",
                "Most of the difference comes from NodeResourcesFit: 14 points.",
            ],
        ),
        (
            scenario!("unresolvable"),
            8,
            WhyQuestion::Not("default/model", "node-a"),
            &[
                "node-a did not pass. NodeAffinity: The node’s labels don’t match the pod’s node selector or node affinity. (preemption can’t help)",
                "Removing pods would not have helped on node-a.",
            ],
        ),
        (
            scenario!("unresolvable"),
            8,
            WhyQuestion::Not("default/model", "node-b"),
            &[
                "node-b did not pass. TaintToleration: The pod doesn’t tolerate the taint maintenance. (preemption can’t help)",
                "Removing pods would not have helped on node-b.",
            ],
        ),
        (
            scenario!("unresolvable"),
            8,
            WhyQuestion::Spared("default/idle"),
            &["It is on node-a; preemption made room on node-d.", "Removing pods would not have helped on node-a."],
        ),
        (
            scenario!("gates"),
            5,
            WhyQuestion::Pending("default/gated"),
            &[
                "Scheduling gates hold it back.",
                "In this run, UnschedulablePodUpdatePodSchedulingGatesEliminated moves it to the queue “Active” at 12 s.",
            ],
        ),
        (
            scenario!("never"),
            7,
            WhyQuestion::Pending("default/patient"),
            &[
                "Its last attempt failed: 0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: not eligible due to preemptionPolicy=Never.",
                "Insufficient cpu: node-a.",
                "It waits in the queue “Unschedulable”.",
                "It is retried when: a pod is deleted or requests less, a node is added or gets more resources; at the latest after waiting 5 m 00 s.",
                "In this run, AssignedPodDelete moves it to the queue “Active” at 25 s.",
            ],
        ),
        (
            scenario!("backoff"),
            7,
            WhyQuestion::Pending("default/big"),
            &[
                "Its last attempt failed: 0/3 nodes are available: 1 Insufficient cpu, 2 node(s) had taint {reserved: }, that the pod didn't tolerate.",
                "node(s) had taint {reserved: }, that the pod didn't tolerate: node-b, node-c.",
                "Insufficient cpu: node-a.",
                "It waits in the queue “Unschedulable”; its backoff ends in 4 s.",
                "It can be retried as soon as any pod is deleted, or any node is added or changes; at the latest after 1 m 00 s.",
                "In this run, NodeAdd moves it to the queue “Backoff” at 8 s.",
            ],
        ),
        (
            scenario!("nomination"),
            7,
            WhyQuestion::Not("default/boss", "node-a"),
            &[
                "node-a did not pass. NodeResourcesFit: The pod requests 3.5 cpu; 1 of 4 free: 2.5 short. (preemption might help)",
                "Preemption is making room on node-a: 1 victim.",
            ],
        ),
        (
            scenario!("nomination"),
            7,
            WhyQuestion::Not("default/boss", "node-x"),
            &["node-x was not in the cluster when the pod was tried."],
        ),
        (
            scenario!("nomination"),
            12,
            WhyQuestion::Pending("default/boss"),
            &[
                "Its last attempt failed: 0/2 nodes are available: 2 Insufficient cpu.",
                "Insufficient cpu: node-a, node-b.",
                "Its nominated node is node-a, where it waits for its victims to terminate: old (23 s).",
                "It waits in the queue “Unschedulable”.",
                "It is retried when: a pod is deleted or requests less, a node is added or gets more resources; at the latest after waiting 5 m 00 s.",
                "In this run, AssignedPodDelete moves it to the queue “Active” at 35 s.",
            ],
        ),
        (
            scenario!("nomination"),
            40,
            WhyQuestion::Not("default/boss", "node-b"),
            &["node-a was its nominated node and passed, so no other node was checked."],
        ),
        (
            scenario!("first-pod"),
            3,
            WhyQuestion::Here("default/web"),
            &[
                "2 of 3 checked nodes passed every filter (the cluster has 3).",
                "node-c had the best total, 449; next was node-b with 399.",
                "Most of the difference comes from NodeResourcesFit: 26 points.",
            ],
        ),
        (
            scenario!("rung-tie"),
            8,
            WhyQuestion::Pending("default/urgent"),
            &[
                "Its last attempt failed: 0/2 nodes are available: 2 Insufficient cpu.",
                "Insufficient cpu: node-a, node-b.",
                "Its nominated node is node-b, where it waits for its victims to terminate: right (27 s).",
                "It waits in the queue “Unschedulable”.",
                "It is retried when: a pod is deleted or requests less, a node is added or gets more resources; at the latest after waiting 5 m 00 s.",
                "In this run, AssignedPodDelete moves it to the queue “Active” at 35 s.",
            ],
        ),
        (
            scenario!("rung-tie"),
            8,
            WhyQuestion::Not("default/urgent", "node-a"),
            &[
                "node-a did not pass. NodeResourcesFit: The pod requests 4 cpu; 0 of 4 free: 4 short. (preemption might help)",
                "node-a and node-b tied on every rule; node-b was chosen at random.",
            ],
        ),
        (
            scenario!("rung-tie"),
            8,
            WhyQuestion::Not("default/urgent", "node-b"),
            &[
                "node-b did not pass. NodeResourcesFit: The pod requests 4 cpu; 0 of 4 free: 4 short. (preemption might help)",
                "Preemption is making room on node-b: 1 victim.",
            ],
        ),
    ];

    #[test]
    fn questions_are_answered_from_the_run() {
        let mut mismatches = Vec::new();
        for (text, second, question, expected_text) in QUESTIONS {
            // Manifests without a release were recorded under this one.
            let recorded_under = ReleaseChoice { chosen: None, fallback: Release::V1_34 };
            let manifest = manifest::load_for(text, recorded_under).expect("a manifest");
            let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
            let release = scenario.release;
            let mut attempts = Vec::new();
            let (_, events) = Simulation::new(scenario).run_with_attempts(|attempt| attempts.push(Rc::clone(attempt)));
            let trace = Trace::new(events);
            let moments = steps::moments(trace.events());
            let event_count = trace.events().partition_point(|event| event.at <= Millis::from_seconds(*second));
            let details = |number: usize| attempts.get(number).cloned();
            let past = Explainer::new(&trace, event_count, release, &details);
            let observations = match *question {
                WhyQuestion::Here(pod) => past.why_here(pod),
                WhyQuestion::Not(pod, node) => past.why_not_there(pod, node),
                WhyQuestion::Pending(pod) => past.why_pending(pod),
                WhyQuestion::Gone(pod) => past.why_gone(pod),
                WhyQuestion::Spared(pod) => past.why_spared(pod),
            };
            let observation_text =
                |finding: &Observation| fact_text(Lang::En, Millis::from_seconds(*second), &finding.fact);
            let texts: Vec<String> = observations.iter().map(observation_text).collect();
            if texts != *expected_text {
                mismatches.push(format!(
                    "{} at {second} s, {question:?}:\n  {}",
                    manifest.scenario.title,
                    texts.join("\n  ")
                ));
            }
            for finding in &observations {
                let Some((events, step)) = finding.place else { continue };
                // Before the first attempt there is one moment for all steps.
                let has_moment = moments.iter().any(|moment| moment.events == events && moment.step == step)
                    || events < moments[0].events;
                assert!(has_moment, "{question:?}: no moment {events} {step:?} for {}", observation_text(finding));
                // Other pods may be queued after it.
                if let (WhyQuestion::Pending(pod), Fact::Waits(..)) = (question, &finding.fact) {
                    let event_kind = &trace.events()[events - 1].what;
                    assert!(
                        matches!(event_kind, EventKind::Queued { pod: queued, .. } if queued == pod),
                        "{question:?}: {event_kind:?}"
                    );
                }
            }
        }
        assert!(mismatches.is_empty(), "{}", mismatches.join("\n"));
    }
}

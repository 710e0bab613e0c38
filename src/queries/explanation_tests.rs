//! What is explained at every moment of a run.

use api::NamespacedName;
use protocol::{Answer, Fact, Query, Question, Reply, Request};
use runlog::EventKind;

use crate::WorkerService;

/// The facts about why a pod is pending after each event of the run of a text, from the last one back, with the event.
fn pending_facts(text: &str, pod: &'static str) -> impl Iterator<Item = (EventKind, Vec<Fact>)> {
    let mut service = WorkerService::default();
    service.handle_request(Request::Run { run: 1, text: text.into(), release: None.into(), keep: Vec::new() });
    let mut events = Vec::new();
    while let Some(Reply::Events(_, batch)) = service.advance() {
        events.extend(batch.events);
    }
    let mut facts_after = move |count: usize| -> Vec<Fact> {
        let question = Question::Pending(NamespacedName::new("default", pod));
        match service.handle_request(Request::Query(Query { run: 1, events: count, question })).pop() {
            Some(Reply::Answer(_, answer)) => match answer.decode() {
                Answer::Why(observations) => observations.into_iter().map(|observation| observation.fact).collect(),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    };
    (1..=events.len()).rev().map(move |count| (events[count - 1].what.clone(), facts_after(count)))
}

#[test]
fn a_pod_is_being_scheduled_only_until_its_attempt_ends() {
    let text = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 1, memory: 4Gi, pods: 9}}\n---\nkind: Pod\nmetadata: {name: big}\n\
                spec: {containers: [{name: c, resources: {requests: {cpu: 2}}}]}\n---\nkind: Scenario\ndurationSeconds: 30\n";
    let (mut in_cycle, mut failed) = (0, 0);
    let mut is_tried = false;
    let mut facts_by_event: Vec<_> = pending_facts(text, "big").collect();
    facts_by_event.reverse();
    for (event, facts) in facts_by_event {
        match event {
            EventKind::Popped { .. } => is_tried = false,
            EventKind::Attempted(_) => is_tried = true,
            _ => {}
        }
        let has = |fact: &Fact| facts.contains(fact);
        assert!(!(has(&Fact::InCycle) && has(&Fact::AttemptFailed)), "{facts:?}");
        assert!(!has(&Fact::InCycle) || !is_tried, "{event:?}: {facts:?}");
        assert!(!has(&Fact::AttemptFailed) || is_tried, "{event:?}: {facts:?}");
        in_cycle += usize::from(has(&Fact::InCycle));
        failed += usize::from(has(&Fact::AttemptFailed));
    }
    assert!(in_cycle > 0 && failed > 0, "{in_cycle} {failed}");
}

#[test]
fn a_run_that_is_stopped_does_not_say_what_never_happens() {
    // Its ReplicaSet creates pods for a node that takes none, without end.
    let text = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 1, memory: 4Gi, pods: 9}}\n---\nkind: Pod\nmetadata: {name: big}\n\
                spec: {containers: [{name: c, resources: {requests: {cpu: 2}}}]}\n";
    let endless = "---\nkind: ReplicaSet\nmetadata: {name: r}\nspec: {replicas: 1, selector: {matchLabels: {app: r}}, template: {metadata: \
                   {labels: {app: r}}, spec: {nodeName: a, nodeSelector: {no: where}, containers: [{name: c}]}}}\n";
    for (text, is_ended) in [(text.to_owned(), true), ([text, endless].concat(), false)] {
        let (_, facts) = pending_facts(&text, "big").next().expect("events");
        assert_eq!(facts.contains(&Fact::NeverMoved), is_ended, "{facts:?}");
        assert_eq!(facts.iter().any(|fact| matches!(fact, Fact::NotMovedUntil(_))), !is_ended, "{facts:?}");
    }
}

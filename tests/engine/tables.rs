//! How the page presents each kind of event: the component that caused it, how long playback shows it, and the corresponding event of another run.

use std::rc::Rc;

use schedscope::{
    api::{Millis, NamespacedName, Node, Pod, PriorityClass, Str},
    releases::call_graph::Role,
    runlog::{
        Attempt, AttemptOutcome, AttemptSummary, Code, Deletion, DryRun, Event, EventKind, Failure, LadderRule,
        NodeRecord, Point, PreemptionRecord, Queue, QueueEvent, Reason, Rung, ScoreRecord, ScoreRowRecord, VictimInfo,
    },
    trace::{
        calls::role_at,
        compare::{AttemptResult, Delta, NodeRank, RunMoments, attempt_deltas, counterpart_moment},
        console::format_duration,
        steps::{Moment, Step, moments},
    },
};

const WEB: &str = "default/web";

fn pod_created(by: &str) -> EventKind {
    let pod: Pod = serde_json::from_str(r#"{"metadata":{"namespace":"default","name":"web"}}"#).expect("a pod");
    EventKind::PodCreated { pod: Rc::new(pod), by: by.into(), dropped_group: None }
}

fn pod_queued(by: QueueEvent) -> EventKind {
    EventKind::Queued { pod: WEB.into(), queue: Queue::Active, by, until: None }
}

fn pod_terminating(why: Deletion) -> EventKind {
    EventKind::Terminating { pod: WEB.into(), until: Millis::new(9), why }
}

fn node() -> Rc<Node> {
    Rc::new(serde_json::from_str(r#"{"metadata":{"name":"a"}}"#).expect("a node"))
}

fn pod_pre_binding(claims: Vec<Str>) -> EventKind {
    EventKind::PreBinding { pod: WEB.into(), node: "a".into(), claims, until: Millis::ZERO }
}

fn pod_nominated() -> EventKind {
    EventKind::Nominated { pod: WEB.into(), node: "a".into() }
}

/// Events with their component, and how long playback shows each, in milliseconds. `None` means that it is shown together with the next one.
fn table() -> Vec<(EventKind, Role, Option<u32>)> {
    let (pod, at, claim): (NamespacedName, Str, NamespacedName) = (WEB.into(), "a".into(), "default/data".into());
    let by = Deletion::Preempted { by: "default/high".into() };
    vec![
        (EventKind::Popped { pod: pod.clone(), attempt: 1 }, Role::Pop, Some(600)),
        (pod_queued(QueueEvent::ScheduleAttemptFailure), Role::Requeue, Some(600)),
        (pod_queued(QueueEvent::PodAdd), Role::Add, Some(600)),
        (pod_queued(QueueEvent::BackoffComplete), Role::Flush, Some(600)),
        (pod_queued(QueueEvent::UnschedulableTimeout), Role::Move, Some(600)),
        (pod_nominated(), Role::Nominate, Some(1100)),
        (EventKind::Expected { pod: pod.clone(), node: at.clone() }, Role::Expect, Some(700)),
        (EventKind::NominationCleared { pod: pod.clone(), by: None }, Role::ClearNomination, Some(700)),
        (EventKind::Unreserved { pod: pod.clone(), node: at.clone(), at: Point::Bind }, Role::Unreserve, Some(700)),
        (
            EventKind::Waits { pod: pod.clone(), node: at.clone(), plugins: Vec::new(), until: Millis::ZERO },
            Role::Permit,
            Some(700),
        ),
        (EventKind::Allowed { pod: pod.clone(), node: at.clone() }, Role::WaitOnPermit, Some(700)),
        (pod_pre_binding(vec![claim.as_text().clone()]), Role::BindVolumes, Some(700)),
        (pod_pre_binding(Vec::new()), Role::PreBind, Some(700)),
        (
            EventKind::VolumesReserved { pod: pod.clone(), node: at.clone(), bind: Vec::new(), provision: Vec::new() },
            Role::Volumes,
            Some(700),
        ),
        (
            EventKind::Provisioning { claim: claim.clone(), class: at.clone(), until: Millis::ZERO },
            Role::Provisioner,
            Some(700),
        ),
        (EventKind::Provisioned { claim: claim.clone(), volume: at.clone() }, Role::Provisioner, Some(700)),
        (EventKind::ProvisioningFailed { claim: claim.clone() }, Role::Provisioner, Some(700)),
        (EventKind::ClaimBound { claim, volume: at.clone() }, Role::ClaimController, Some(700)),
        (EventKind::Printed { is_warning: false, text: at.clone() }, Role::Kubectl, Some(1100)),
        (EventKind::Script { index: 0, text: at.clone(), is_by_kubectl: true }, Role::Kubectl, Some(1100)),
        (EventKind::Creating(pod.clone()), Role::Kubelet, Some(600)),
        (EventKind::Running { pod: pod.clone(), start: 0, ip: Str::default() }, Role::Kubelet, Some(700)),
        (EventKind::Succeeded(pod.clone()), Role::Kubelet, Some(700)),
        (EventKind::PodRemoved(pod.clone()), Role::Kubelet, Some(700)),
        (pod_terminating(by), Role::Evict, Some(1100)),
        (pod_terminating(Deletion::Deleted), Role::ApiServer, Some(1100)),
        (EventKind::BudgetUpdated(Rc::default()), Role::BudgetController, Some(350)),
        (pod_created("ReplicaSet/web"), Role::WorkloadController, Some(700)),
        (pod_created(""), Role::ApiServer, Some(700)),
        (EventKind::NodeAdded(node()), Role::ApiServer, Some(350)),
        (EventKind::NodeUpdated(node()), Role::ApiServer, Some(350)),
        (EventKind::NodeRemoved(at), Role::ApiServer, Some(700)),
        (EventKind::PriorityClassAdded(Rc::new(PriorityClass::default())), Role::ApiServer, None),
        (
            EventKind::Message { about: pod.into(), is_warning: false, reason: Str::default(), text: Str::default() },
            Role::ApiServer,
            None,
        ),
    ]
}

fn log(what: impl IntoIterator<Item = EventKind>) -> Vec<Rc<Event>> {
    what.into_iter().zip(0..).map(|(what, at)| Rc::new(Event { at: Millis::new(at), what })).collect()
}

#[test]
fn each_event_has_its_component_and_duration() {
    for (what, wanted, dwell) in table() {
        let line = what.story_line();
        assert_eq!(role_at(Step::Event, Some(&what)), Some(wanted), "{line}");
        // After a first cycle, and before an event with which none is combined.
        let popped = EventKind::Popped { pod: "default/first".into(), attempt: 1 };
        let events = log([popped, what, EventKind::NodeRemoved("z".into())]);
        let dwells: Vec<u32> =
            moments(&events).iter().filter(|moment| moment.events == 2).map(|moment| moment.dwell).collect();
        assert_eq!(dwells, dwell.into_iter().collect::<Vec<_>>(), "{line}");
    }
    assert_eq!(role_at(Step::Start, None), None);
    // The creation of a pod and its queueing at the same time are combined.
    let popped = EventKind::Popped { pod: "default/first".into(), attempt: 1 };
    let events = log([popped, pod_created(""), pod_queued(QueueEvent::PodAdd), EventKind::NodeRemoved("z".into())]);
    assert_eq!(moments(&events).iter().map(|moment| moment.events).collect::<Vec<_>>(), [0, 1, 3, 4]);
}

#[test]
fn nodes_are_shown_for_a_shorter_time_if_there_are_more() {
    for (judged, dwell) in [(1, 600), (6, 600), (8, 500), (40, 100), (100, 40), (5000, 40)] {
        let tried = AttemptSummary { pod: WEB.into(), judged, ..AttemptSummary::default() };
        let events = log([EventKind::Popped { pod: WEB.into(), attempt: 1 }, EventKind::Attempted(Rc::new(tried))]);
        let steps = moments(&events);
        let filters: Vec<&Moment> = steps.iter().filter(|moment| matches!(moment.step, Step::Filter(_))).collect();
        assert_eq!(filters.len(), judged);
        assert!(filters.iter().all(|filter| filter.dwell == dwell), "{judged}: {:?}", filters[0]);
    }
}

#[test]
fn events_of_two_runs_are_matched_by_content() {
    let pod = || NamespacedName::from(WEB);
    let subjects: Vec<EventKind> = vec![
        EventKind::Popped { pod: pod(), attempt: 1 },
        pod_nominated(),
        EventKind::Assumed { pod: pod(), node: "a".into() },
        EventKind::Bound { pod: pod(), node: "a".into() },
        EventKind::Creating(pod()),
        EventKind::Running { pod: pod(), start: 0, ip: Str::default() },
        pod_terminating(Deletion::Deleted),
        EventKind::PodRemoved(pod()),
    ];
    // The other run has the same events much later, and one more.
    let idle = || (0..40).map(|_| EventKind::NodeRemoved("z".into()));
    let here = log(subjects.iter().cloned().chain([EventKind::NodeRemoved("y".into())]));
    let events = log(idle().chain(subjects.clone()).chain(subjects.clone()));
    let (ours, theirs) = (moments(&here), moments(&events));
    let counterpart = |at: usize| {
        let our_run = RunMoments { events: &here, moments: &ours };
        counterpart_moment(our_run, at, RunMoments { events: &events, moments: &theirs }, None)
    };
    let last = ours.len() - 1;
    assert_eq!(counterpart(last), theirs.len() - 1, "the ends of both runs belong together");
    for (at, moment) in ours.iter().enumerate().take(last).filter(|(_, moment)| moment.step != Step::Start) {
        let other = theirs[counterpart(at)];
        let line = here[moment.events - 1].what.story_line();
        assert_eq!((events[other.events - 1].what.story_line(), other.step), (line.clone(), moment.step));
        assert!(other.events <= 40 + subjects.len(), "the first time, not the second: {line}");
    }
}

fn fits(node: usize, failed: Option<Code>) -> NodeRecord {
    let failure = failed.map(|code| Failure { code, reasons: vec![Reason::Cordoned] });
    let failed = failure.map(|failure| ("NodeUnschedulable".into(), failure)).into_iter().collect();
    NodeRecord::new(node, failed)
}

#[test]
fn attempts_are_compared_by_verdicts_ranks_victims_rules_and_outcomes() {
    let names: Vec<Str> = ["a", "b", "c"].map(Str::from).into();
    let attempt = |code: Option<Code>, totals: [i64; 2], victim: &str, value: i64, node: usize| {
        let removed = ["x", "y"].map(|pod| VictimInfo { pod: pod.into(), ..VictimInfo::default() }).into();
        let victims = vec![usize::from(victim == "y")];
        let run = DryRun { node: 2, removed, victims, ..DryRun::default() };
        let rung = Rung { rule: LadderRule::FewestVictims, values: vec![(2, value)], kept: vec![2] };
        Attempt {
            nodes: names.clone(),
            filter: vec![fits(0, code), fits(1, None)],
            scores: ScoreRecord { nodes: vec![0, 1], totals: totals.into(), ..ScoreRecord::default() },
            preemption: Some(PreemptionRecord {
                dry_runs: vec![run],
                ladder: vec![rung],
                ..PreemptionRecord::default()
            }),
            outcome: AttemptOutcome::Scheduled { node, ties: vec![node] },
            ..Attempt::default()
        }
    };
    let one = attempt(None, [9, 5], "x", 1, 0);
    assert_eq!(attempt_deltas(&one, &one.clone()), []);
    // Differences in totals alone, or equal ranks, do not count.
    assert_eq!(attempt_deltas(&one, &attempt(None, [7, 1], "x", 1, 0)), []);
    let verdict = attempt_deltas(&one, &attempt(Some(Code::Unschedulable), [9, 5], "x", 1, 0));
    assert!(matches!(&verdict[..], [Delta::Verdict { node, here: Some(Ok(())), there: Some(Err(_)) }] if *node == "a"));
    let for_good = attempt(Some(Code::UnschedulableAndUnresolvable), [9, 5], "x", 1, 0);
    assert_eq!(
        attempt_deltas(&attempt(Some(Code::Unschedulable), [9, 5], "x", 1, 0), &for_good).len(),
        1,
        "it may be helped"
    );
    let rank = |node: &str, here: (usize, i64), there: (usize, i64)| {
        let [here, there] = [here, there].map(|(place, total)| NodeRank { place, total });
        Delta::Rank { node: node.into(), here, there }
    };
    let ranks = attempt_deltas(&one, &attempt(None, [5, 9], "x", 1, 0));
    assert_eq!(ranks, [rank("a", (1, 9), (2, 5)), rank("b", (2, 5), (1, 9))]);
    assert_eq!(
        attempt_deltas(&one, &attempt(None, [9, 9], "x", 1, 0)),
        [rank("b", (2, 5), (1, 9))],
        "equals share a place"
    );
    let victims = Delta::Victims { node: "c".into(), here: Some(vec!["x".into()]), there: Some(vec!["y".into()]) };
    assert_eq!(attempt_deltas(&one, &attempt(None, [9, 5], "y", 1, 0)), [victims]);
    let rung = Delta::Rung { rule: LadderRule::FewestVictims, node: "c".into(), here: 1, there: 2 };
    assert_eq!(attempt_deltas(&one, &attempt(None, [9, 5], "x", 2, 0)), [rung]);
    let end = Delta::End { here: AttemptResult::Placed("a".into()), there: AttemptResult::Placed("b".into()) };
    assert_eq!(attempt_deltas(&one, &attempt(None, [9, 5], "x", 1, 1)), [end]);
    // The points of a plugin count if both attempts have it.
    let scored = |plugin: &str, normalized: [i64; 2]| {
        let row = ScoreRowRecord {
            id: plugin.into(),
            weight: 2,
            raw: Vec::new(),
            normalized: normalized.into(),
            evidence: Vec::new(),
        };
        let scores = ScoreRecord { rows: vec![row], ..one.scores.clone() };
        Attempt { scores, ..one.clone() }
    };
    let points = Delta::Points { plugin: "Fit".into(), node: "b".into(), here: 6, there: 8 };
    assert_eq!(attempt_deltas(&scored("Fit", [5, 3]), &scored("Fit", [5, 4])), [points]);
    assert_eq!(attempt_deltas(&scored("Fit", [5, 3]), &scored("LeastRequestedPriority", [1, 2])), []);
}

#[test]
fn durations_are_formatted_as_by_kubectl() {
    let (minute, hour, day) = (60, 3600, 86_400);
    for (seconds, wanted) in [
        (0, "0s"),
        (2 * minute - 1, "119s"),
        (9 * minute + 59, "9m59s"),
        (3 * hour - 1, "179m"),
        (7 * hour + 59 * minute, "7h59m"),
        (8 * hour - 1, "7h59m"),
        (8 * hour, "8h"),
        (2 * day - 1, "47h"),
        (2 * day, "2d"),
        (3 * day + 5 * hour + 59 * minute, "3d5h"),
        (8 * day - 1, "7d23h"),
        (8 * day, "8d"),
        (400 * day, "400d"),
    ] {
        assert_eq!(format_duration(seconds), wanted, "{seconds}");
    }
}

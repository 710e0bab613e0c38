//! Timeline lanes: each must show what its pod does at every moment.

use schedscope::{
    api::{NamespacedName, Set},
    runlog::{AttemptEnd, Deletion, EventKind, Queue},
    trace::{
        Frame, Phase, PodView,
        lanes::{Activity, CrowdCount, Edge, EvictingLane, LaneEviction, Lanes, Sign, Stretch},
    },
};

use super::{Events, all_places, extend_in_parts};

pub(crate) fn check(events: &Events, cuts: &[usize]) {
    let of = |places: &[usize]| {
        let mut lanes = Lanes::default();
        extend_in_parts(events, places, |so_far| lanes.extend(so_far));
        lanes
    };
    let parts = |lanes: &Lanes| (lanes.lanes.clone(), lanes.groups.clone(), lanes.evictions.clone());
    let whole = of(&[]);
    assert_eq!(parts(&of(&all_places(events))), parts(&whole));
    assert_eq!(parts(&of(cuts)), parts(&whole));

    // Each lane shows what its pod does at every moment.
    let (mut frame, mut nominated) = (Frame::default(), Set::new());
    for (index, event) in events.iter().enumerate() {
        frame.apply_event(event);
        match &event.what {
            EventKind::Nominated { pod, .. } => drop(nominated.insert(pod.clone())),
            EventKind::NominationCleared { pod, .. } | EventKind::Bound { pod, .. } => drop(nominated.remove(pod)),
            EventKind::PodCreated { pod, .. } => drop(nominated.remove(&pod.key())),
            _ => {}
        }
        for lane in &whole.lanes {
            let activity = frame.pods.get(&lane.pod).map(|view| activity(view, nominated.contains(&lane.pod)));
            assert_eq!(lane.state_at(index + 1), activity, "{} after {}", lane.pod, event.what.story_line());
        }
    }
    for lane in &whole.lanes {
        assert!(lane.transitions.windows(2).all(|pair| pair[0].1 != pair[1].1 && pair[0].0.events < pair[1].0.events));
        assert!(
            lane.stretches()
                .all(|Stretch { from, to, .. }| to.is_none_or(|to| from.events < to.events && from.at <= to.at))
        );
        let signs: Vec<(Edge, Sign)> =
            edges(events).filter_map(|(edge, what)| Some((edge, sign(what, &lane.pod)?))).collect();
        assert_eq!(lane.signs, signs);
        let attempted = |what: &EventKind| matches!(what, EventKind::Attempted(summary) if summary.pod == lane.pod);
        let attempts: Vec<Edge> = edges(events).filter(|(_, what)| attempted(what)).map(|(edge, _)| edge).collect();
        assert_eq!(lane.attempts, attempts);
        for (edge, _) in edges(events) {
            assert_eq!(
                lane.attempt_before(edge),
                attempts.iter().rfind(|attempt| attempt.events <= edge.events).copied()
            );
        }
    }
    let place = |pod: &NamespacedName| whole.lanes.iter().position(|lane| lane.pod == *pod);
    let group_place =
        |key: &NamespacedName| whole.pod_groups.iter().find(|(_, lane)| lane.group == *key).map(|(index, _)| index);
    let evictions = edges(events).filter_map(|(edge, what)| match what {
        EventKind::Terminating { pod, why: Deletion::Preempted { by }, .. } => {
            Some(LaneEviction { by: EvictingLane::Pod(place(by)?), victim: place(pod)?, edge })
        }
        EventKind::Terminating { pod, why: Deletion::PreemptedForGroup { group }, .. } => {
            Some(LaneEviction { by: EvictingLane::Group(group_place(group)?), victim: place(pod)?, edge })
        }
        _ => None,
    });
    assert_eq!(whole.evictions, evictions.collect::<Vec<_>>());
    check_crowd_counts(events, &whole);
}

fn edges(events: &Events) -> impl Iterator<Item = (Edge, &EventKind)> {
    events.iter().enumerate().map(|(index, event)| (Edge { at: event.at, events: index + 1 }, &event.what))
}

fn activity(view: &PodView, is_nominated: bool) -> Activity {
    match view.phase {
        Phase::Assumed | Phase::Waiting | Phase::PreBinding | Phase::Bound | Phase::Creating => Activity::Creating,
        Phase::Running => Activity::Running,
        Phase::Terminating => Activity::Terminating,
        Phase::Succeeded => Activity::Succeeded,
        Phase::Failed => Activity::Failed,
        Phase::Pending if is_nominated => Activity::Nominated,
        Phase::Pending => match view.queue {
            Some(Queue::Backoff) => Activity::Backoff,
            Some(Queue::Unschedulable) => Activity::Unschedulable,
            Some(Queue::Gated) => Activity::Gated,
            Some(Queue::Active) | None => Activity::Active,
        },
    }
}

fn sign(what: &EventKind, pod: &NamespacedName) -> Option<Sign> {
    match what {
        EventKind::Attempted(tried) if tried.pod == *pod && matches!(tried.end, AttemptEnd::Failed { .. }) => {
            Some(if tried.room().is_some() { Sign::Preempts } else { Sign::Fails })
        }
        EventKind::Unreserved { pod: other, .. } if other == pod => Some(Sign::Fails),
        EventKind::Bound { pod: other, .. } if other == pod => Some(Sign::Bound),
        _ => None,
    }
}

/// At the end of each part, the numbers of pending and placed pods match the lanes.
fn check_crowd_counts(events: &Events, lanes: &Lanes) {
    let length = events.last().map_or(0, |event| event.at.to_millis()).max(1);
    let bins = 7_u64;
    let crowd = lanes.crowd_counts(7, length, |edge| edge.at.to_millis());
    for (bin, CrowdCount { waiting, placed }) in (0_u64..).zip(crowd) {
        let count = events.partition_point(|event| event.at.to_millis() * bins / length <= bin);
        let states: Vec<Activity> = lanes.lanes.iter().filter_map(|lane| lane.state_at(count)).collect();
        let waits = states.iter().filter(|state| state.is_waiting()).count();
        assert_eq!((waiting, placed), (number(waits), number(states.len() - waits)), "{bin}");
    }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).expect("a small number")
}

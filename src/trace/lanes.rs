//! Pods over time: a lane for each in the timeline, with the activities of the pod.

use std::rc::Rc;

use api::{Millis, NamespacedName, Pod, PodPhase, Str, Table};
use runlog::{AttemptEnd, Event, EventKind, Preemptor, Queue};

use super::group_lanes::GroupLanes;

/// What a pod is doing over a span of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Activity {
    /// It is in activeQ or being scheduled.
    Active,
    /// It is in backoffQ.
    Backoff,
    /// It is among the unschedulable pods.
    Unschedulable,
    /// Scheduling gates hold it back.
    Gated,
    Nominated,
    /// It has a node; its containers are not running yet.
    Creating,
    Running,
    Terminating,
    /// It has completed, as a pod of a Job.
    Succeeded,
    Failed,
}

impl Activity {
    /// All activities, in the order of a pod's life.
    pub const ALL: [Self; 10] = [
        Self::Gated,
        Self::Active,
        Self::Backoff,
        Self::Unschedulable,
        Self::Nominated,
        Self::Creating,
        Self::Running,
        Self::Terminating,
        Self::Succeeded,
        Self::Failed,
    ];

    /// Whether the pod waits for a node.
    #[must_use]
    pub fn is_waiting(self) -> bool {
        matches!(self, Self::Active | Self::Backoff | Self::Unschedulable | Self::Gated | Self::Nominated)
    }
}

/// A point in time at which something in a lane changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub at: Millis,
    /// The number of events up to and including the one that causes the change.
    pub events: usize,
}

/// What is marked at a point of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// The pod preempts others.
    Preempts,
    /// An attempt or a binding fails.
    Fails,
    Bound,
}

/// A span of a lane in which the activity stays the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub from: Edge,
    /// `None` for the last one, if the pod still exists.
    pub to: Option<Edge>,
    pub activity: Activity,
}

/// The number of pods at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CrowdCount {
    /// Pods without a node.
    pub waiting: i64,
    /// Pods with a node.
    pub placed: i64,
}

/// The lane of a pod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    pub pod: NamespacedName,
    pub priority: i32,
    /// The changes of activity; `None` when the pod is gone.
    pub transitions: Vec<(Edge, Option<Activity>)>,
    /// What is marked at single points.
    pub signs: Vec<(Edge, Sign)>,
    /// The reports of its scheduling cycles.
    pub attempts: Vec<Edge>,
    /// The activity that the pod has when it is no longer nominated.
    waiting_activity: Activity,
    is_nominated: bool,
}

impl Lane {
    fn push_transition(&mut self, edge: Edge, to: Option<Activity>) {
        match self.transitions.last_mut() {
            Some((_, activity)) if *activity == to => {}
            Some((last, _)) => {
                debug_assert!(last.events < edge.events, "an event changes a lane once");
                debug_assert!(last.at <= edge.at, "a lane goes on in time");
                self.transitions.push((edge, to));
            }
            None => self.transitions.push((edge, to)),
        }
    }

    fn push_wait(&mut self, edge: Edge, state: Activity) {
        self.waiting_activity = state;
        self.push_transition(edge, Some(if self.is_nominated { Activity::Nominated } else { state }));
    }

    /// The activity after the first `events` events.
    #[must_use]
    pub fn state_at(&self, events: usize) -> Option<Activity> {
        let transitions_before = self.transitions.partition_point(|(edge, _)| edge.events <= events);
        transitions_before.checked_sub(1).and_then(|last| self.transitions[last].1)
    }

    /// The last scheduling cycle before or at a point.
    #[must_use]
    pub fn attempt_before(&self, edge: Edge) -> Option<Edge> {
        let attempts_before = self.attempts.partition_point(|attempt| attempt.events <= edge.events);
        attempts_before.checked_sub(1).map(|last| self.attempts[last])
    }

    /// The spans of the lane, in order of time.
    pub fn stretches(&self) -> impl Iterator<Item = Stretch> {
        let span_ends = self.transitions.iter().skip(1).map(|(edge, _)| Some(*edge)).chain([None]);
        self.transitions
            .iter()
            .zip(span_ends)
            .filter_map(|((from, activity), to)| activity.map(|activity| Stretch { from: *from, to, activity }))
    }
}

/// The lanes of the pods of one controller, as indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The controller, such as `ReplicaSet/nginx-5d59d67564`; empty for pods without one.
    pub by: Str,
    /// Its pods, in the order of creation.
    pub lanes: Vec<usize>,
}

/// The preemptor, as the index of its lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvictingLane {
    Pod(usize),
    /// A pod group, as the index of its lane.
    Group(usize),
}

/// An eviction by preemption. Lanes are indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneEviction {
    pub by: EvictingLane,
    pub victim: usize,
    /// When the victim begins to terminate.
    pub edge: Edge,
}

/// All lanes of a run. They grow with its log, and each event is read once.
#[derive(Clone, Debug, Default)]
pub struct Lanes {
    /// In the order of creation.
    pub lanes: Vec<Lane>,
    /// Lanes by controller, in the order of creation.
    pub groups: Vec<Group>,
    /// Pod groups, in the order of creation.
    pub pod_groups: GroupLanes,
    /// Victims of preemption, in the order of eviction.
    pub evictions: Vec<LaneEviction>,
    events_seen: usize,
    by_pod: Table<NamespacedName, usize>,
    by_group: Table<Str, usize>,
}

impl Lanes {
    /// Reads new events. `events` is the whole log so far.
    pub fn extend(&mut self, events: &[Rc<Event>]) {
        debug_assert!(self.events_seen <= events.len(), "a log only grows");
        for (index, event) in events.iter().enumerate().skip(self.events_seen) {
            self.apply_event(Edge { at: event.at, events: index + 1 }, &event.what);
        }
        self.events_seen = events.len();
    }

    fn apply_event(&mut self, edge: Edge, event_kind: &EventKind) {
        match event_kind {
            EventKind::PodCreated { pod, by, .. } => self.create_lane(edge, pod, by),
            EventKind::Queued { pod, queue, .. } => {
                self.change_lane(pod, |lane| lane.push_wait(edge, activity_of_queue(*queue)));
            }
            EventKind::Popped { pod, .. } => self.change_lane(pod, |lane| lane.push_wait(edge, Activity::Active)),
            EventKind::Attempted(attempt_summary) => {
                self.change_lane(&attempt_summary.pod, |lane| lane.attempts.push(edge));
                let sign = match &attempt_summary.end {
                    AttemptEnd::Failed { .. } if attempt_summary.room().is_some() => Sign::Preempts,
                    AttemptEnd::Failed { .. } => Sign::Fails,
                    _ => return,
                };
                self.change_lane(&attempt_summary.pod, |lane| lane.signs.push((edge, sign)));
            }
            EventKind::Nominated { pod, .. } => self.change_lane(pod, |lane| {
                lane.is_nominated = true;
                lane.push_transition(edge, Some(Activity::Nominated));
            }),
            EventKind::NominationCleared { pod, .. } => self.change_lane(pod, |lane| {
                lane.is_nominated = false;
                lane.push_wait(edge, lane.waiting_activity);
            }),
            EventKind::Assumed { pod, .. } => {
                self.change_lane(pod, |lane| lane.push_transition(edge, Some(Activity::Creating)));
            }
            EventKind::Bound { pod, .. } => self.change_lane(pod, |lane| {
                lane.is_nominated = false;
                lane.signs.push((edge, Sign::Bound));
                lane.push_transition(edge, Some(Activity::Creating));
            }),
            EventKind::Unreserved { pod, .. } => self.change_lane(pod, |lane| {
                lane.signs.push((edge, Sign::Fails));
                lane.push_wait(edge, Activity::Active);
            }),
            EventKind::Creating(pod) => {
                self.change_lane(pod, |lane| lane.push_transition(edge, Some(Activity::Creating)));
            }
            EventKind::Running { pod, .. } => {
                self.change_lane(pod, |lane| lane.push_transition(edge, Some(Activity::Running)));
            }
            EventKind::Succeeded(pod) => {
                self.change_lane(pod, |lane| lane.push_transition(edge, Some(Activity::Succeeded)));
            }
            EventKind::Failed { pod, .. } => {
                self.change_lane(pod, |lane| lane.push_transition(edge, Some(Activity::Failed)));
            }
            EventKind::Terminating { pod, why, .. } => {
                self.change_lane(pod, |lane| lane.push_transition(edge, Some(Activity::Terminating)));
                let by = why.preemptor().and_then(|preemptor| match preemptor {
                    Preemptor::Pod(pod) => self.by_pod.get(pod).copied().map(EvictingLane::Pod),
                    Preemptor::Group(group) => self.pod_groups.position_of(group).map(EvictingLane::Group),
                });
                if let (Some(by), Some(&victim)) = (by, self.by_pod.get(pod)) {
                    self.evictions.push(LaneEviction { by, victim, edge });
                }
            }
            EventKind::PodRemoved(pod) => self.change_lane(pod, |lane| lane.push_transition(edge, None)),
            EventKind::PodGroupUpdated(group) => self.pod_groups.set_group(group.key(), group.min_count()),
            _ => {}
        }
    }

    fn change_lane(&mut self, pod: &str, change: impl FnOnce(&mut Lane)) {
        if let Some(lane) = self.by_pod.get(pod).and_then(|index| self.lanes.get_mut(*index)) {
            change(lane);
        }
    }

    /// Creates a lane, or continues the one of an earlier pod with the same name (of a StatefulSet).
    fn create_lane(&mut self, edge: Edge, pod: &Pod, creator: &Str) {
        let key = pod.key();
        let state = match () {
            () if pod.is_terminating() => Activity::Terminating,
            () if pod.spec.node_name.is_empty() => Activity::Active,
            () if pod.status.phase == PodPhase::Running => Activity::Running,
            () => Activity::Creating,
        };
        if !self.by_pod.contains_key(&key) {
            let owner = pod.metadata.controller().map(|owner| format!("{}/{}", owner.kind, owner.name));
            let owner_name = owner.map_or_else(|| creator.clone(), Str::from);
            let group = *self.by_group.or_insert_with(owner_name.clone(), || {
                self.groups.push(Group { by: owner_name, lanes: Vec::new() });
                self.groups.len() - 1
            });
            self.groups[group].lanes.push(self.lanes.len());
            self.by_pod.insert(key.clone(), self.lanes.len());
            if let Some(group) = pod.group_key() {
                self.pod_groups.add_member(group, self.lanes.len());
            }
            self.lanes.push(Lane {
                pod: key.clone(),
                priority: pod.priority(),
                transitions: Vec::new(),
                signs: Vec::new(),
                attempts: Vec::new(),
                waiting_activity: Activity::Active,
                is_nominated: false,
            });
        }
        self.change_lane(&key, |lane| {
            (lane.waiting_activity, lane.is_nominated, lane.priority) = (Activity::Active, false, pod.priority());
            lane.push_transition(edge, Some(state));
        });
    }

    /// The lanes in another run of the pods with the same names.
    #[must_use]
    pub fn namesakes(&self, lanes: &[usize], other: &Self) -> Vec<usize> {
        let names = lanes.iter().filter_map(|lane| self.lanes.get(*lane));
        names.filter_map(|lane| other.by_pod.get(&lane.pod).copied()).collect()
    }

    /// The number of pods without and with a node at the end of each of `bins` equal parts of an axis of this length; `place` maps a point to a
    /// position on the axis.
    #[must_use]
    pub fn crowd_counts(&self, bins: usize, length: u64, place: impl Fn(Edge) -> u64) -> Vec<CrowdCount> {
        let mut changes = vec![CrowdCount::default(); bins + 1];
        let bin = |edge: Edge| {
            let at = place(edge).min(length) * bins as u64 / length.max(1);
            usize::try_from(at).unwrap_or(bins).min(bins)
        };
        for stretch in self.lanes.iter().flat_map(Lane::stretches) {
            for (at, delta) in [(bin(stretch.from), 1), (stretch.to.map_or(bins, bin), -1)] {
                let CrowdCount { waiting, placed } = &mut changes[at];
                *(if stretch.activity.is_waiting() { waiting } else { placed }) += delta;
            }
        }
        let mut crowd = CrowdCount::default();
        let crowds = changes.iter().take(bins).map(|change| {
            crowd = CrowdCount { waiting: crowd.waiting + change.waiting, placed: crowd.placed + change.placed };
            crowd
        });
        crowds.collect()
    }
}

fn activity_of_queue(queue: Queue) -> Activity {
    match queue {
        Queue::Active => Activity::Active,
        Queue::Backoff => Activity::Backoff,
        Queue::Unschedulable => Activity::Unschedulable,
        Queue::Gated => Activity::Gated,
    }
}

#[cfg(test)]
mod tests {
    use runlog::{AttemptSummary, Deletion, Point};

    use super::*;

    fn pod(name: &str, node: &str) -> Rc<Pod> {
        let text = format!(
            r#"{{"metadata":{{"namespace":"default","name":"{name}"}},"spec":{{"nodeName":"{node}"}},"status":{{"phase":"{}"}}}}"#,
            if node.is_empty() { "Pending" } else { "Running" }
        );
        Rc::new(serde_json::from_str(&text).unwrap())
    }

    fn run(what: Vec<(u64, EventKind)>) -> Lanes {
        let events: Vec<Rc<Event>> =
            what.into_iter().map(|(at, what)| Rc::new(Event { at: Millis::new(at), what })).collect();
        let mut lanes = Lanes::default();
        for count in 0..=events.len() {
            lanes.extend(&events[..count]);
        }
        lanes
    }

    fn queued_event(pod: &str, queue: Queue) -> EventKind {
        EventKind::Queued { pod: pod.into(), queue, by: runlog::QueueEvent::NodeAdd, until: None }
    }

    #[test]
    fn a_preemption_in_lanes() {
        let (a, b): (NamespacedName, NamespacedName) = ("default/a".into(), "default/b".into());
        let lanes = run(vec![
            (0, EventKind::PodCreated { pod: pod("a", "n"), by: "ReplicaSet/a".into(), dropped_group: None }),
            (5, EventKind::PodCreated { pod: pod("b", ""), by: Str::default(), dropped_group: None }),
            (5, queued_event("default/b", Queue::Active)),
            (5, EventKind::Popped { pod: b.clone(), attempt: 1 }),
            (5, queued_event("default/b", Queue::Unschedulable)),
            (5, EventKind::Nominated { pod: b.clone(), node: "n".into() }),
            (
                5,
                EventKind::Terminating {
                    pod: a.clone(),
                    until: Millis::new(9),
                    why: Deletion::Preempted { by: b.clone() },
                },
            ),
            (9, EventKind::PodRemoved(a)),
            (9, queued_event("default/b", Queue::Active)),
            (9, EventKind::Assumed { pod: b.clone(), node: "n".into() }),
            (10, EventKind::Bound { pod: b.clone(), node: "n".into() }),
            (12, EventKind::Running { pod: b, start: 0, ip: Str::default() }),
        ]);
        let stretch_times = |lane: &Lane| -> Vec<(u64, Option<u64>, Activity)> {
            lane.stretches()
                .map(|Stretch { from, to, activity }| (from.at.to_millis(), to.map(|to| to.at.to_millis()), activity))
                .collect()
        };
        assert_eq!(
            stretch_times(&lanes.lanes[0]),
            [(0, Some(5), Activity::Running), (5, Some(9), Activity::Terminating)]
        );
        assert_eq!(
            lanes.evictions,
            [LaneEviction { by: EvictingLane::Pod(1), victim: 0, edge: Edge { at: Millis::new(5), events: 7 } }]
        );
        let wanted = [
            (5, Some(5), Activity::Active),
            (5, Some(5), Activity::Unschedulable),
            (5, Some(9), Activity::Nominated),
            (9, Some(12), Activity::Creating),
            (12, None, Activity::Running),
        ];
        assert_eq!(stretch_times(&lanes.lanes[1]), wanted);
        assert_eq!(lanes.lanes[1].signs, [(Edge { at: Millis::new(10), events: 11 }, Sign::Bound)]);
        let states: Vec<Option<Activity>> =
            [1, 2, 6, 9, 12].iter().map(|events| lanes.lanes[1].state_at(*events)).collect();
        assert_eq!(
            states,
            [
                None,
                Some(Activity::Active),
                Some(Activity::Nominated),
                Some(Activity::Nominated),
                Some(Activity::Running)
            ]
        );
        assert_eq!(lanes.lanes[0].state_at(8), None);
        let groups: Vec<(&str, usize)> = lanes.groups.iter().map(|group| (&*group.by, group.lanes.len())).collect();
        assert_eq!(groups, [("ReplicaSet/a", 1), ("", 1)]);
        let crowd = |waiting, placed| CrowdCount { waiting, placed };
        assert_eq!(lanes.crowd_counts(3, 12, |edge| edge.at.to_millis()), [crowd(0, 1), crowd(1, 1), crowd(0, 1)]);
    }

    #[test]
    fn queues_and_failures() {
        let cases = [
            (Queue::Active, Activity::Active),
            (Queue::Backoff, Activity::Backoff),
            (Queue::Unschedulable, Activity::Unschedulable),
            (Queue::Gated, Activity::Gated),
        ];
        for (queue, wanted) in cases {
            let created = EventKind::PodCreated { pod: pod("b", ""), by: Str::default(), dropped_group: None };
            let mut happened = vec![(0, created), (1, queued_event("default/b", queue))];
            assert_eq!(run(happened.clone()).lanes[0].state_at(2), Some(wanted));
            // When a nomination is cleared, the pod remains in its queue.
            happened.push((2, EventKind::Nominated { pod: "default/b".into(), node: "n".into() }));
            happened.push((3, EventKind::NominationCleared { pod: "default/b".into(), by: None }));
            let lanes = run(happened);
            assert_eq!([3, 4].map(|events| lanes.lanes[0].state_at(events)), [Some(Activity::Nominated), Some(wanted)]);
        }
        let cycle =
            |pod: &str| EventKind::Attempted(Rc::new(AttemptSummary { pod: pod.into(), ..AttemptSummary::default() }));
        let created = EventKind::PodCreated { pod: pod("b", ""), by: Str::default(), dropped_group: None };
        let bound = EventKind::Bound { pod: "default/b".into(), node: "n".into() };
        let lanes = run(vec![
            (0, created),
            (1, cycle("default/b")),
            (2, cycle("default/c")),
            (5, cycle("default/b")),
            (7, bound),
        ]);
        let lane = &lanes.lanes[0];
        assert_eq!(
            lane.attempt_before(lane.signs[0].0),
            Some(Edge { at: Millis::new(5), events: 4 }),
            "the cycle that bound it"
        );
        assert_eq!(
            [1, 2, 3].map(|events| lane.attempt_before(Edge { at: Millis::ZERO, events })),
            [None, Some(2), Some(2)].map(|n| n.map(|events| Edge { at: Millis::new(1), events }))
        );
        let refused = EventKind::Unreserved { pod: "default/b".into(), node: "n".into(), at: Point::Bind };
        let created = EventKind::PodCreated { pod: pod("b", ""), by: Str::default(), dropped_group: None };
        let assumed = EventKind::Assumed { pod: "default/b".into(), node: "n".into() };
        let lanes = run(vec![(0, created), (1, assumed), (2, refused)]);
        assert_eq!(lanes.lanes[0].signs, [(Edge { at: Millis::new(2), events: 3 }, Sign::Fails)]);
        assert_eq!(
            [2, 3].map(|events| lanes.lanes[0].state_at(events)),
            [Some(Activity::Creating), Some(Activity::Active)]
        );
    }
}

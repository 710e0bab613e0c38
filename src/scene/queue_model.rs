//! The scheduler's queue as the stage: the pods on its four shelves, the event that moves some of them, and the attempts of each pod.

use std::rc::Rc;

use api::{Millis, NamespacedName, Str};
use runlog::{AttemptEnd, Event, EventHints, EventKind, PodHints, Queue, QueueEvent};
use trace::{
    Frame, Phase,
    queue_state::{WaitingPod, is_cluster_event, waiting_pods},
    steps::{Moment, Step},
};

/// With more pods than this in the queue, their attempts are not drawn.
const MAX_HISTORIES: usize = 12;

/// A shelf of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shelf {
    /// Pods that wait for an event, and below them the gated ones.
    Unschedulable,
    Backoff,
    Active,
    /// The pod that is being scheduled.
    Cycle,
}

impl From<Queue> for Shelf {
    fn from(queue: Queue) -> Self {
        match queue {
            Queue::Active => Self::Active,
            Queue::Backoff => Self::Backoff,
            Queue::Unschedulable | Queue::Gated => Self::Unschedulable,
        }
    }
}

/// A pod on a shelf, or the place that it has left.
#[derive(Clone, Debug, PartialEq)]
pub struct QueueCard {
    pub pod: WaitingPod,
    /// Its scheduling gates.
    pub gates: Vec<Str>,
    /// Upstream's message about its last failed attempt.
    pub message: Str,
    /// What the plugins that rejected it say about the event of the moment; `None` if the event did not meet it, or if that is not known.
    pub hints: Option<PodHints>,
    /// Where the event of the moment moves it: at this moment, or at one of the next.
    pub goes_to: Option<Shelf>,
}

/// The change in the cluster behind an event.
#[derive(Clone, Debug, PartialEq)]
pub enum EventCause {
    NodeAdded(Str),
    NodeUpdated(Str),
    NodeRemoved(Str),
    PodRemoved(NamespacedName),
    PodUpdated(NamespacedName),
    PodBound(NamespacedName, Str),
    /// Another change, or the queue's own clock.
    Other,
}

/// The event of the moment.
#[derive(Clone, Debug, PartialEq)]
pub struct QueueSceneEvent {
    /// Its upstream name; `None` if it moved no pod, and its hints are not known.
    pub name: Option<QueueEvent>,
    pub cause: EventCause,
    /// The shelf on which it meets pods.
    pub shelf: Shelf,
    /// Whether hints decide which pods it moves; `None` if that is not known.
    pub has_hints: Option<bool>,
}

/// A failed attempt, with the backoff that it causes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedAttempt {
    pub at: Millis,
    /// When the backoff ends.
    pub until: Millis,
}

/// The attempts of a pod, as far as the run is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PodAttempts {
    pub pod: NamespacedName,
    pub failed: Vec<FailedAttempt>,
    /// When it was bound, and where.
    pub bound: Option<(Millis, Str)>,
    /// The events in the cluster since its creation that may have moved it, with the names of what changed.
    pub events: Vec<(Millis, Str)>,
}

/// The scheduler's queue at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct QueueScene {
    pub now: Millis,
    /// The pods in the queue, each shelf in its order.
    pub cards: Vec<QueueCard>,
    /// The places that pods have left at this instant, by the same event.
    pub left_places: Vec<QueueCard>,
    /// The pods that are being scheduled.
    pub in_cycle: Vec<NamespacedName>,
    pub event: Option<QueueSceneEvent>,
    /// The pod that this moment moves, with its new shelf.
    pub moved: Option<(NamespacedName, Shelf)>,
    /// The attempts of the pods, if they are few.
    pub histories: Vec<PodAttempts>,
}

impl QueueScene {
    /// The queue at a moment that is about it: a pod that failed, backs off or is gated, or an event that meets pods in the queue. `None` at
    /// other moments, while pods shut down, and while the stage follows preemption or a group. `hints` are those of the step that the moment belongs to.
    pub fn at_moment(
        events: &[Rc<Event>],
        frame: &Frame,
        moment: Moment,
        hints: Option<&[EventHints]>,
    ) -> Option<Rc<Self>> {
        let past = events.get(..moment.events)?;
        let is_draining = frame.pods.values().any(|view| view.phase == Phase::Terminating);
        if moment.step != Step::Event || is_draining || !is_about_queue(past, &events[past.len()..], frame) {
            return None;
        }
        let burst = Burst::new(events, past.len());
        let event_hints = hints.and_then(|hints| burst.find_hints(hints));
        let waiting = waiting_pods(past, frame);
        let card = |pod: WaitingPod| {
            let view = frame.pods.get(&pod.pod);
            let of_pod = |hints: &&EventHints| hints.pods.iter().find(|other| other.pod == pod.pod).cloned();
            QueueCard {
                gates: view.map_or_else(Vec::new, |view| {
                    view.pod.spec.scheduling_gates.iter().map(|gate| gate.name.clone()).collect()
                }),
                message: view.map(|view| view.message.clone()).unwrap_or_default(),
                hints: event_hints.as_ref().and_then(of_pod),
                goes_to: burst.target(events, &pod.pod),
                pod,
            }
        };
        let cards: Vec<QueueCard> = waiting.into_iter().map(card).collect();
        let left_places = burst.left_places(events, frame, &cards);
        let moved = match &past.last()?.what {
            EventKind::Queued { pod, queue, .. } => Some((pod.clone(), Shelf::from(*queue))),
            _ => None,
        };
        let event = burst.event(events, event_hints);
        let histories = if cards.len() > MAX_HISTORIES {
            Vec::new()
        } else {
            pod_attempts(events, cards.iter().map(|card| &card.pod.pod))
        };
        let in_cycle = frame.in_cycle.iter().cloned().collect();
        Some(Rc::new(Self { now: frame.now, cards, left_places, in_cycle, event, moved, histories }))
    }

    /// Whether the moment may show an event that meets pods: a cheap check before the model is built.
    pub fn may_have_event(events: &[Rc<Event>], moment: Moment) -> bool {
        let last = moment.events.checked_sub(1).and_then(|last| events.get(last));
        moment.step == Step::Event
            && last.is_some_and(|event| match &event.what {
                EventKind::Queued { by, .. } => is_cluster_event(*by),
                EventKind::NodeAdded(_) | EventKind::NodeUpdated(_) => true,
                _ => false,
            })
    }

    /// The pods on a shelf, in order. Gated pods come last.
    pub fn shelf(&self, shelf: Shelf) -> impl Iterator<Item = &QueueCard> {
        self.cards.iter().filter(move |card| Shelf::from(card.pod.queue) == shelf)
    }

    /// The number of pods in a queue.
    pub fn count(&self, queue: Queue) -> usize {
        self.cards.iter().filter(|card| card.pod.queue == queue).count()
    }

    /// The order in which pods are popped next if nothing else happens: those of `activeQ`, then those whose backoff ends first.
    pub fn next_pods(&self) -> impl Iterator<Item = &QueueCard> {
        self.shelf(Shelf::Active).chain(self.shelf(Shelf::Backoff))
    }

    /// Whether a pod is in the queue or being scheduled.
    pub fn has_pod(&self, pod: &str) -> bool {
        self.cards.iter().any(|card| card.pod.pod == *pod) || self.in_cycle.iter().any(|other| *other == *pod)
    }

    /// Whether a pod is popped before its backoff ends if `activeQ` is empty; releases with hints do that. `None` if it is not known.
    pub fn pops_early(&self) -> Option<bool> {
        self.event.as_ref()?.has_hints
    }

    /// The attempts of a pod.
    pub fn attempts_of(&self, pod: &str) -> Option<&PodAttempts> {
        self.histories.iter().find(|history| history.pod == *pod)
    }
}

/// Whether the stage follows this pod on nodes or in its group instead.
fn is_followed_elsewhere(frame: &Frame, pod: &NamespacedName) -> bool {
    frame.pods.get(pod).is_none_or(|view| view.nominated.is_some() || view.pod.group_key().is_some())
}

fn is_about_queue(past: &[Rc<Event>], later: &[Rc<Event>], frame: &Frame) -> bool {
    let Some(last) = past.last() else { return false };
    match &last.what {
        EventKind::Queued { pod, .. } if is_followed_elsewhere(frame, pod) => false,
        EventKind::Queued { queue, by: QueueEvent::PodAdd, .. } => *queue == Queue::Gated,
        EventKind::Queued { by: QueueEvent::ForceActivate, .. } => false,
        EventKind::Queued { pod, by: QueueEvent::ScheduleAttemptFailure, .. } => {
            let attempt = past.iter().rev().find_map(|event| match &event.what {
                EventKind::Attempted(summary) if summary.pod == *pod => Some(summary),
                _ => None,
            });
            attempt.is_some_and(|summary| summary.room().is_none())
        }
        EventKind::Queued { .. } => true,
        // An event that moves pods is shown with each of them.
        EventKind::NodeAdded(_) | EventKind::NodeUpdated(_) => {
            let moves = later.iter().take_while(|event| event.at == last.at).find_map(|event| match &event.what {
                EventKind::Queued { by, .. } => Some(is_cluster_event(*by)),
                EventKind::Message { .. } => None,
                _ => Some(false),
            });
            let is_met = |(key, view): (&NamespacedName, &Rc<trace::PodView>)| {
                view.queue == Some(Queue::Unschedulable) && !is_followed_elsewhere(frame, key)
            };
            moves != Some(true) && frame.pods.iter().any(is_met)
        }
        _ => false,
    }
}

/// The moves of one event: they follow each other in the log.
struct Burst {
    /// The index of the first move; without moves, the number of events up to the moment.
    first: usize,
    /// The index after the last move.
    end: usize,
    /// The number of events up to the moment.
    now: usize,
    by: Option<QueueEvent>,
}

impl Burst {
    fn new(events: &[Rc<Event>], now: usize) -> Self {
        let move_at = |index: usize| match &events.get(index)?.what {
            EventKind::Queued { by, .. } => Some((events[index].at, *by)),
            _ => None,
        };
        let Some(last) = now.checked_sub(1).and_then(move_at) else {
            return Self { first: now, end: now, now, by: None };
        };
        let is_part = |index: &usize| move_at(*index) == Some(last);
        // Each failed attempt is an event of its own.
        let is_single = matches!(last.1, QueueEvent::ScheduleAttemptFailure | QueueEvent::PodAdd);
        let first = if is_single { now - 1 } else { (0..now).rev().take_while(is_part).last().unwrap_or(now - 1) };
        let end =
            if is_single { now } else { (now..events.len()).take_while(is_part).last().map_or(now, |last| last + 1) };
        Self { first, end, now, by: Some(last.1) }
    }

    /// The hints of the event: its moves follow in the log.
    fn find_hints<'h>(&self, hints: &'h [EventHints]) -> Option<&'h EventHints> {
        let is_event = |hints: &&EventHints| match self.by {
            Some(by) => hints.event == by && (self.first..self.now).contains(&hints.position),
            None => hints.position == self.now,
        };
        hints.iter().rfind(is_event)
    }

    /// Where the event moves a pod: at this moment or later.
    fn target(&self, events: &[Rc<Event>], pod: &NamespacedName) -> Option<Shelf> {
        let from_now = self.now.saturating_sub(1).max(self.first)..self.end;
        events.get(from_now)?.iter().find_map(|event| match &event.what {
            EventKind::Queued { pod: other, queue, .. } if other == pod => Some(Shelf::from(*queue)),
            _ => None,
        })
    }

    /// The places that pods have left up to the moment.
    fn left_places(&self, events: &[Rc<Event>], frame: &Frame, cards: &[QueueCard]) -> Vec<QueueCard> {
        let moved = events[self.first..self.now].iter().filter_map(|event| match &event.what {
            EventKind::Queued { pod, queue, by, .. } if *by != QueueEvent::PodAdd => Some((pod, Shelf::from(*queue))),
            _ => None,
        });
        let place = |(pod, to): (&NamespacedName, Shelf)| {
            let queue = previous_queue(&events[..self.first], pod)?;
            let card = cards.iter().find(|card| card.pod.pod == *pod)?;
            let mut left = card.clone();
            left.pod.queue = queue;
            left.pod.until = left.pod.until.or_else(|| previous_until(&events[..self.first], pod));
            left.goes_to = Some(to);
            debug_assert!(frame.pods.contains_key(pod), "a pod in the queue exists");
            Some(left)
        };
        moved.filter_map(place).collect()
    }

    fn event(&self, events: &[Rc<Event>], hints: Option<&EventHints>) -> Option<QueueSceneEvent> {
        let name = self.by.or(hints.map(|hints| hints.event));
        if matches!(self.by, Some(QueueEvent::ScheduleAttemptFailure | QueueEvent::PodAdd)) {
            return None;
        }
        let is_own = self.by.is_some_and(|by| !is_cluster_event(by));
        let cause = if is_own { EventCause::Other } else { find_cause(&events[..self.first]) };
        let shelf = if self.by == Some(QueueEvent::BackoffComplete) { Shelf::Backoff } else { Shelf::Unschedulable };
        Some(QueueSceneEvent { name, cause, shelf, has_hints: hints.map(|hints| hints.has_hints) })
    }
}

/// The queue that a pod was in after these events; `None` if it was being scheduled, or new.
fn previous_queue(past: &[Rc<Event>], pod: &NamespacedName) -> Option<Queue> {
    past.iter().rev().find_map(|event| match &event.what {
        EventKind::Queued { pod: other, queue, .. } if other == pod => Some(Some(*queue)),
        EventKind::Popped { pod: other, .. } if other == pod => Some(None),
        EventKind::PodCreated { pod: other, .. } if other.key() == *pod => Some(None),
        _ => None,
    })?
}

fn previous_until(past: &[Rc<Event>], pod: &NamespacedName) -> Option<Millis> {
    past.iter().rev().find_map(|event| match &event.what {
        EventKind::Queued { pod: other, until, .. } if other == pod => Some(*until),
        _ => None,
    })?
}

/// The last change in the cluster.
fn find_cause(past: &[Rc<Event>]) -> EventCause {
    let now = past.last().map_or(Millis::ZERO, |event| event.at);
    let same_instant = past.iter().rev().take_while(|event| event.at == now);
    let cause = same_instant.into_iter().find_map(|event| match &event.what {
        EventKind::NodeAdded(node) => Some(EventCause::NodeAdded(node.metadata.name.clone())),
        EventKind::NodeUpdated(node) => Some(EventCause::NodeUpdated(node.metadata.name.clone())),
        EventKind::NodeRemoved(name) => Some(EventCause::NodeRemoved(name.clone())),
        EventKind::PodRemoved(pod) => Some(EventCause::PodRemoved(pod.clone())),
        EventKind::PodUpdated(pod) => Some(EventCause::PodUpdated(pod.key())),
        EventKind::Bound { pod, node } => Some(EventCause::PodBound(pod.clone(), node.clone())),
        EventKind::Queued { .. } | EventKind::Message { .. } | EventKind::HeldBack { .. } => None,
        _ => Some(EventCause::Other),
    });
    cause.unwrap_or(EventCause::Other)
}

/// The attempts of these pods.
fn pod_attempts<'p>(events: &[Rc<Event>], pods: impl Iterator<Item = &'p NamespacedName>) -> Vec<PodAttempts> {
    let of_pod = |pod: &NamespacedName| {
        let mut attempts = PodAttempts { pod: pod.clone(), failed: Vec::new(), bound: None, events: Vec::new() };
        let mut fails = false;
        for event in events {
            match &event.what {
                EventKind::PodCreated { pod: other, .. } if other.key() == *pod => {
                    attempts.failed.clear();
                    attempts.events.clear();
                    attempts.bound = None;
                }
                EventKind::Attempted(summary) if summary.pod == *pod => {
                    fails = matches!(summary.end, AttemptEnd::Failed { .. });
                }
                EventKind::Queued { pod: other, by, until, .. } if other == pod => match by {
                    QueueEvent::ScheduleAttemptFailure if fails => {
                        attempts.failed.push(FailedAttempt { at: event.at, until: until.unwrap_or(event.at) });
                    }
                    by if is_cluster_event(*by) => note_event(&mut attempts.events, event.at, by.as_str().into()),
                    _ => {}
                },
                EventKind::NodeAdded(node) if !attempts.failed.is_empty() && attempts.bound.is_none() => {
                    note_event(&mut attempts.events, event.at, node.metadata.name.clone());
                }
                EventKind::Bound { pod: other, node } if other == pod => {
                    attempts.bound = Some((event.at, node.clone()));
                }
                _ => {}
            }
        }
        attempts
    };
    pods.map(of_pod).collect()
}

/// Adds an event; what changed names it better than the move that follows.
fn note_event(events: &mut Vec<(Millis, Str)>, at: Millis, name: Str) {
    if events.last().is_none_or(|(last, _)| *last != at) {
        events.push((at, name));
    }
}

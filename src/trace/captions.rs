//! Finds the moments to which the captions of a scenario belong.
//!
//! A caption may name a node that was filtered or a pod that was reprieved, which only the detail of an attempt contains. So the worker finds the
//! captions while the scenario runs ([`CaptionFinder`]) and sends their positions; the page maps them to the moments of the playhead
//! ([`CaptionMoment::moment`]).

use manifest::{Anchor, Happening};
use runlog::{Attempt, Event, EventKind, Point, PreemptionRecord, Queue};
use serde::{Deserialize, Serialize};

use super::steps::{self, Moment, Step};

/// The position in a run to which a caption belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaptionMoment {
    /// The index of the caption in its scenario.
    pub caption: usize,
    /// The number of events up to and including the caption's.
    pub events: usize,
    /// The step within the last of these events.
    pub step: Step,
}

impl CaptionMoment {
    /// The index of the moment at which the caption is shown; `None` if the run has no such moment yet.
    #[must_use]
    pub fn moment(&self, moments: &[Moment]) -> Option<usize> {
        let from = moments.partition_point(|moment| moment.events < self.events);
        let moments_of_event = moments[from..].iter().take_while(|moment| moment.events == self.events);
        // An event without a moment of its own is shown with the next one.
        let at = from + moments_of_event.map(|moment| moment.step).position(|step| step == self.step).unwrap_or(0);
        (at < moments.len()).then_some(at)
    }
}

/// Finds the positions of captions while a run is computed.
#[derive(Clone, Debug, Default)]
pub struct CaptionFinder {
    /// Captions not found yet: index, anchor, and how many matches are left until the right one.
    pending: Vec<(usize, Anchor, usize)>,
    events: usize,
}

impl CaptionFinder {
    /// A finder for captions with these anchors, in the order of their indices.
    #[must_use]
    pub fn new<'a>(anchors: impl IntoIterator<Item = &'a Anchor>) -> Self {
        let pending_captions =
            anchors.into_iter().enumerate().map(|(caption, anchor)| (caption, anchor.clone(), anchor.nth));
        Self { pending: pending_captions.filter(|(.., nth)| *nth > 0).collect(), events: 0 }
    }

    /// Reads the next events of the run and returns the captions that belong to them. `attempt` is the detail of the attempt that is among these
    /// events, if one is.
    pub fn find_captions(&mut self, events: &[Event], attempt: Option<&Attempt>) -> Vec<CaptionMoment> {
        let mut caption_moments = Vec::new();
        for event in events {
            self.events += 1;
            let count = self.events;
            self.pending.retain_mut(|(caption, anchor, remaining)| {
                let places = steps_of_anchor(anchor, &event.what, attempt);
                let place = places.get(*remaining - 1);
                caption_moments.extend(place.map(|step| CaptionMoment {
                    caption: *caption,
                    events: count,
                    step: *step,
                }));
                *remaining -= places.len().min(*remaining - 1);
                place.is_none()
            });
        }
        caption_moments
    }
}

/// The steps of an event that match an anchor.
fn steps_of_anchor(anchor: &Anchor, event_kind: &EventKind, attempt: Option<&Attempt>) -> Vec<Step> {
    match (event_kind, attempt) {
        (EventKind::Attempted(tried), Some(attempt)) => {
            steps::attempt_steps(tried).into_iter().filter(|step| matches_step(anchor, attempt, *step)).collect()
        }
        // The event is recorded for the whole binding cycle, of which `Bind` is one step.
        (what @ EventKind::Bound { .. }, _) if matches_event(anchor, what) => vec![Step::Point(Point::Bind)],
        (what, _) if matches_event(anchor, what) => vec![Step::Event],
        _ => Vec::new(),
    }
}

fn matches_name(pattern: &str, name: &str) -> bool {
    pattern.is_empty() || pattern.strip_suffix('*').map_or(pattern == name, |prefix| name.starts_with(prefix))
}

fn matches_event(anchor: &Anchor, event_kind: &EventKind) -> bool {
    use Happening as Is;
    let pod = |key: &str| matches_name(&anchor.pod, key);
    let pair = |key: &str, node: &str| matches_name(&anchor.pod, key) && matches_name(&anchor.node, node);
    match (anchor.event, event_kind) {
        (Is::Created, EventKind::PodCreated { pod: made, .. }) => pod(&made.key()),
        (Is::Active, EventKind::Queued { pod: key, queue: Queue::Active, .. })
        | (Is::Backoff, EventKind::Queued { pod: key, queue: Queue::Backoff, .. })
        | (Is::Unschedulable, EventKind::Queued { pod: key, queue: Queue::Unschedulable, .. })
        | (Is::Popped, EventKind::Popped { pod: key, .. })
        | (Is::NominationCleared, EventKind::NominationCleared { pod: key, .. })
        | (Is::Running, EventKind::Running { pod: key, .. })
        | (Is::Terminating, EventKind::Terminating { pod: key, .. })
        | (Is::Gone, EventKind::PodRemoved(key)) => pod(key),
        (Is::Nominated, EventKind::Nominated { pod: key, node })
        | (Is::Reserved, EventKind::VolumesReserved { pod: key, node, .. })
        | (Is::Bound, EventKind::Bound { pod: key, node }) => pair(key, node),
        (Is::Script, EventKind::Script { text, .. }) | (Is::Printed, EventKind::Printed { text, .. }) => {
            matches_name(&anchor.other, text)
        }
        (Is::Counted, EventKind::BudgetCounted(count)) => matches_name(&anchor.other, &count.budget),
        (Is::EvictionAllowed, EventKind::EvictionAnswered(eviction)) => {
            eviction.answer.is_allowed() && pod(&eviction.pod)
        }
        (Is::EvictionRefused, EventKind::EvictionAnswered(eviction)) => {
            !eviction.answer.is_allowed() && pod(&eviction.pod)
        }
        (Is::Zone, EventKind::ZoneChanged(zone)) => matches_name(&anchor.other, &zone.name),
        (Is::Reconciled, EventKind::Reconciled(reconcile)) => matches_name(&anchor.other, &reconcile.workload),
        (Is::GroupPopped, EventKind::GroupPopped { group, .. }) | (Is::GroupHeld, EventKind::GroupHeld(group)) => {
            matches_name(&anchor.other, group)
        }
        (Is::GroupAttempted, EventKind::GroupAttempted(summary)) => matches_name(&anchor.other, &summary.group),
        (Is::Budget, EventKind::BudgetUpdated(_)) | (Is::End, EventKind::End(_)) => true,
        _ => false,
    }
}

fn matches_step(anchor: &Anchor, attempt: &Attempt, step: Step) -> bool {
    use Happening as Is;
    if !matches_name(&anchor.pod, &attempt.pod) {
        return false;
    }
    let node = |ix: usize| attempt.nodes.get(ix).is_some_and(|name| matches_name(&anchor.node, name));
    let preemption = |is_at: &dyn Fn(&PreemptionRecord) -> bool| attempt.preemption.as_ref().is_some_and(is_at);
    match (anchor.event, step) {
        (Is::Judged, Step::Filter(at)) => node(attempt.filter[at].node),
        (Is::ExtenderFilters, Step::ExtenderFilter(at)) => matches_name(&anchor.other, &attempt.extenders[at].extender),
        (Is::ExtenderPreempts, Step::ExtenderPreempt(at)) => {
            preemption(&|record| matches_name(&anchor.other, &record.extenders[at].extender))
        }
        (Is::Scored, Step::Score(at)) if anchor.other.is_empty() => at + 1 == attempt.scores.rows.len(),
        (Is::Scored, Step::Score(at)) => matches_name(&anchor.other, attempt.scores.rows[at].id.as_str()),
        (Is::Lifted, Step::Lift(run)) => preemption(&|record| node(record.dry_runs[run].node)),
        (Is::Asked, Step::Reprieve(run, index)) => preemption(&|record| {
            let dry_run = &record.dry_runs[run];
            node(dry_run.node) && matches_name(&anchor.other, &dry_run.removed[dry_run.reprieves[index].pod].pod)
        }),
        (Is::Rung, Step::Rung(at)) => {
            preemption(&|record| matches_name(&anchor.rule, &format!("{:?}", record.ladder[at].rule)))
        }
        (Is::Preempts, Step::Choose) => preemption(&|record| record.chosen.is_some_and(node)),
        (Is::Selected, Step::Select)
        | (Is::Eligible, Step::Eligible)
        | (Is::Potential, Step::Potential)
        | (Is::Failed, Step::Failed) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use api::Millis;
    use runlog::{AttemptOutcome, AttemptSummary, LadderRule, NodeRecord, Rung};

    use super::*;

    fn events() -> (Vec<Event>, Attempt) {
        let preemption = PreemptionRecord {
            potential: vec![0],
            ladder: vec![
                Rung { rule: LadderRule::FewestViolations, values: Vec::new(), kept: vec![0] },
                Rung { rule: LadderRule::FewestVictims, values: Vec::new(), kept: vec![0] },
            ],
            chosen: Some(0),
            ..PreemptionRecord::default()
        };
        let attempt = Attempt {
            pod: "default/a-1".into(),
            nodes: vec!["n".into()],
            filter: vec![NodeRecord::new(0, Vec::new())],
            preemption: Some(preemption),
            outcome: AttemptOutcome::Failed { message: "0/1".into(), is_fit_error: true, rows: Vec::new() },
            ..Attempt::default()
        };
        let tried = Rc::new(AttemptSummary::from_attempt(&attempt, 0));
        let queued = EventKind::Queued {
            pod: "default/a-1".into(),
            queue: Queue::Backoff,
            by: runlog::QueueEvent::NodeAdd,
            until: Some(Millis::from_seconds(1)),
        };
        let whats = [
            EventKind::Popped { pod: "default/a-1".into(), attempt: 1 },
            EventKind::Attempted(tried),
            EventKind::Nominated { pod: "default/a-1".into(), node: "n".into() },
            queued,
            EventKind::Popped { pod: "default/b".into(), attempt: 1 },
        ];
        (whats.into_iter().map(|what| Event { at: Millis::ZERO, what }).collect(), attempt)
    }

    #[test]
    fn anchors_find_their_moments() {
        let (events, attempt) = events();
        let moments = steps::moments(&events.iter().cloned().map(Rc::new).collect::<Vec<_>>());
        // The result does not depend on how the events are split into batches.
        let find = |anchor: &Anchor| {
            let mut finder = CaptionFinder::new([anchor]);
            let mut caption_moments: Vec<CaptionMoment> = events
                .iter()
                .flat_map(|event| finder.find_captions(std::slice::from_ref(event), Some(&attempt)))
                .collect();
            assert_eq!(CaptionFinder::new([anchor]).find_captions(&events, Some(&attempt)), caption_moments);
            caption_moments.pop().and_then(|caption| caption.moment(&moments))
        };
        let anchor = |event, pod: &str| Anchor { event, pod: pod.into(), ..Anchor::default() };
        let rule = |rule: &str| Anchor { rule: rule.into(), ..anchor(Happening::Rung, "") };
        let nth = |nth| Anchor { nth, ..anchor(Happening::Popped, "") };
        for (anchor, index) in [
            (anchor(Happening::Popped, "default/a-1"), Some(1)),
            (anchor(Happening::Popped, "default/a-*"), Some(1)),
            (anchor(Happening::Judged, ""), Some(2)),
            (rule("FewestVictims"), Some(6)),
            (rule("LatestStart"), None),
            (anchor(Happening::Preempts, "default/a-1"), Some(7)),
            (anchor(Happening::Failed, ""), Some(8)),
            (anchor(Happening::Nominated, ""), Some(9)),
            (anchor(Happening::Nominated, "default/b"), None),
            (anchor(Happening::Backoff, ""), Some(10)),
            (nth(2), Some(11)),
            (nth(3), None),
            (nth(0), None),
        ] {
            assert_eq!(find(&anchor), index, "{anchor:?}");
        }
    }
}

//! What pods are doing at a moment outside of scheduling attempts: bindings, shutdowns, and which pod is scheduled next.

use std::rc::Rc;

use api::{Millis, NamespacedName, Str};
use runlog::{Deletion, Event, EventKind, Point, Queue};

use super::{Frame, Phase, PodView, steps::Step};

/// A pod and what it is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PodActivity {
    pub pod: NamespacedName,
    /// The node concerned; empty during a scheduling cycle.
    pub node: Str,
    pub kind: ActivityKind,
}

/// What a pod is doing, ordered by closeness to the scheduler.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ActivityKind {
    /// The pod is at this extension point of its scheduling or binding cycle.
    At(Point),
    InCycle,
    /// `Permit` plugins make the pod wait, for at most this time.
    InPermit(Millis),
    /// `PreBind` plugins are running for this remaining time, or for at most this time until these claims are bound.
    InPreBind(Millis, Vec<Str>),
    Binding,
    /// It terminates for this remaining time; with the pod or group for which it was evicted.
    Terminating(Millis, Option<NamespacedName>),
    /// It is nominated and waits until its victims are gone.
    Nominated,
    /// It is bound, and its containers are starting.
    Starting,
}

/// Which pod's scheduling cycle is next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextCycle {
    /// This pod with its priority: the first in activeQ, which has this many pods.
    Active(NamespacedName, i32, usize),
    /// activeQ is empty; the backoff of this pod ends first, after this time.
    Backoff(NamespacedName, Millis),
    /// This many pods wait for an event that could make them schedulable.
    Event(usize),
    /// No pod is pending.
    Nobody,
}

/// What pods are doing after these events; `step` is the current step of the last one.
#[must_use]
pub fn current_activities(frame: &Frame, events: &[Rc<Event>], step: Step) -> Vec<PodActivity> {
    let at = match (step, events.last().map(|event| &event.what)) {
        (Step::Point(point), Some(EventKind::Assumed { pod, node } | EventKind::Bound { pod, node })) => {
            Some(PodActivity { pod: pod.clone(), node: node.clone(), kind: ActivityKind::At(point) })
        }
        _ => None,
    };
    let attempted = at.as_ref().map(|pod_activity| pod_activity.pod.clone());
    let pods = frame.pods.iter().filter(|(key, _)| attempted.as_ref() != Some(key));
    let other_activities = pods.filter_map(|(key, pod)| {
        let what = if frame.in_cycle.as_ref() == Some(key) {
            ActivityKind::InCycle
        } else {
            pod_activity(frame, events, key, pod)?
        };
        let node = if what == ActivityKind::Nominated { &pod.nominated } else { &pod.node };
        Some(PodActivity { pod: key.clone(), node: node.clone().unwrap_or_default(), kind: what })
    });
    let mut pod_activities: Vec<PodActivity> = at.into_iter().chain(other_activities).collect();
    pod_activities.sort_by(|activity, other| activity.kind.cmp(&other.kind));
    pod_activities
}

/// What a pod is doing outside of a scheduling cycle.
fn pod_activity(frame: &Frame, events: &[Rc<Event>], pod_key: &NamespacedName, pod: &PodView) -> Option<ActivityKind> {
    let remaining_time = |until: Millis| until.saturating_since(frame.now);
    // Searches backward for the time at which it began; few pods are in such a phase, and not for long.
    let mut last = events.iter().rev().map(|event| &event.what);
    Some(match pod.phase {
        Phase::Waiting => last.find_map(|what| match what {
            EventKind::Waits { pod, until, .. } if pod == pod_key => {
                Some(ActivityKind::InPermit(remaining_time(*until)))
            }
            _ => None,
        })?,
        Phase::PreBinding => last.find_map(|what| match what {
            EventKind::PreBinding { pod, until, claims, .. } if pod == pod_key => {
                Some(ActivityKind::InPreBind(remaining_time(*until), claims.clone()))
            }
            _ => None,
        })?,
        Phase::Assumed => ActivityKind::Binding,
        Phase::Terminating => {
            let preemptor = pod.deletion.as_ref().and_then(Deletion::preemptor);
            let made_for = preemptor.map(|preemptor| preemptor.key().clone());
            ActivityKind::Terminating(remaining_time(pod.terminates_at?), made_for)
        }
        Phase::Pending => pod.nominated.as_ref().map(|_| ActivityKind::Nominated)?,
        Phase::Bound | Phase::Creating => ActivityKind::Starting,
        Phase::Running | Phase::Succeeded | Phase::Failed => return None,
    })
}

/// Which pod's scheduling cycle is next, as far as is known at this moment.
#[must_use]
pub fn next_cycle(frame: &Frame) -> NextCycle {
    let active = frame.pods_in_queue(Queue::Active);
    if let Some((pod, view)) = active.first() {
        return NextCycle::Active((*pod).clone(), view.pod.priority(), active.len());
    }
    if let Some((pod, view)) = frame.pods_in_queue(Queue::Backoff).first() {
        let backoff_left = view.backoff_until.map_or(Millis::ZERO, |until| until.saturating_since(frame.now));
        return NextCycle::Backoff((*pod).clone(), backoff_left);
    }
    match frame.pods_in_queue(Queue::Unschedulable).len() {
        0 => NextCycle::Nobody,
        waiting => NextCycle::Event(waiting),
    }
}

#[cfg(test)]
mod tests {
    use releases::Release;
    use simulation::{Scenario, Simulation};

    use super::*;
    use crate::{Trace, steps};

    /// The activities at each moment of a scenario that is not a step of an attempt.
    fn activity_lines(text: &str) -> Vec<(Step, Vec<PodActivity>, NextCycle)> {
        let manifest = manifest::load_for(text, Some(Release::V1_34)).expect("a manifest");
        let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
        let trace = Trace::new(Simulation::new(scenario).run_to_end().1);
        let outside = |step| matches!(step, Step::Start | Step::Event | Step::Point(_) | Step::Group(_));
        let moments = steps::moments(trace.events()).into_iter().filter(|moment| outside(moment.step));
        let tell = |moment: steps::Moment| {
            let frame = trace.frame_at(moment.events);
            (moment.step, current_activities(&frame, &trace.events()[..moment.events], moment.step), next_cycle(&frame))
        };
        moments.map(tell).collect()
    }

    #[test]
    fn activity_is_shown_from_assume_to_running() {
        let text = "kind: Node\nmetadata: {name: n}\nstatus: {allocatable: {cpu: \"2\", pods: \"9\"}}\n---\n\
            kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, resources: {requests: {cpu: \"1\"}}}]}\n---\n\
            kind: Scenario\ntimings: {preBindMillis: 3000}\npermit: [{name: a, waitMillis: 1000, timeoutMillis: 5000}]\n";
        let activity_steps = activity_lines(text);
        let has = |wanted: &dyn Fn(&ActivityKind) -> bool| {
            activity_steps
                .iter()
                .any(|(_, pod_activities, _)| pod_activities.iter().any(|pod_activity| wanted(&pod_activity.kind)))
        };
        assert!(
            has(
                &|activity_kind| matches!(activity_kind, ActivityKind::InPermit(left) if *left == Millis::from_seconds(5))
            ),
            "{activity_steps:#?}"
        );
        assert!(
            has(
                &|activity_kind| matches!(activity_kind, ActivityKind::InPreBind(left, _) if *left == Millis::from_seconds(3))
            ),
            "{activity_steps:#?}"
        );
        assert!(has(&|activity_kind| matches!(activity_kind, ActivityKind::At(Point::Bind))));
        assert!(has(&|activity_kind| matches!(activity_kind, ActivityKind::Starting)));
        // At any moment a pod has at most one activity.
        for (step, pod_activities, _) in &activity_steps {
            assert!(pod_activities.len() < 2, "{step:?} {pod_activities:?}");
        }
        assert_eq!(
            activity_steps.last().map(|(_, pod_activities, next)| (pod_activities.len(), next)),
            Some((0, &NextCycle::Nobody))
        );
    }

    #[test]
    fn victims_shut_down_and_their_preemptor_waits() {
        let activity_steps = activity_lines(include_str!("../../www/scenarios/preemption.yaml"));
        let both = |pod_activities: &[PodActivity]| {
            let ends = pod_activities.iter().any(
                |pod_activity| matches!(pod_activity.kind, ActivityKind::Terminating(left, Some(_)) if !left.is_zero()),
            );
            ends && pod_activities.iter().any(|pod_activity| matches!(pod_activity.kind, ActivityKind::Nominated))
        };
        assert!(activity_steps.iter().any(|(_, pod_activities, _)| both(pod_activities)), "{activity_steps:#?}");
        assert!(activity_steps.iter().any(|(.., next)| matches!(next, NextCycle::Active(..))));
    }
}

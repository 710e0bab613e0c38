//! What goes on at a moment that is no step of an attempt: bindings, shutdowns, and which pod comes next.

use std::rc::Rc;

use api::{Millis, Str};
use record::Point;
use record::{Deletion, Event, Queue, What};

use super::steps::Step;
use super::{Frame, Phase, PodView};

/// A pod that is busy with something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Going {
    pub pod: Str,
    /// The node that it is about; empty in a scheduling cycle.
    pub node: Str,
    pub what: Busy,
}

/// What takes its time. The nearest to the scheduler come first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Busy {
    /// The pod is at this point of its scheduling or binding cycle.
    At(Point),
    /// The pod is in a scheduling cycle.
    InCycle,
    /// Plugins let the pod wait in Permit, for so long at most.
    InPermit(Millis),
    /// `PreBind` plugins are at work for so long, or at most so long until these claims are bound.
    InPreBind(Millis, Vec<Str>),
    /// Its binding cycle goes on.
    Binding,
    /// It shuts down for so long; for whom it was evicted.
    Terminating(Millis, Option<Str>),
    /// It waits until its victims are gone.
    Nominated,
    /// It is bound, and its containers start.
    Starting,
}

/// The next scheduling cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This pod's, with its priority: the first of so many in activeQ.
    Active(Str, i32, usize),
    /// `activeQ` is empty; this pod's backoff ends first, after so long.
    Backoff(Str, Millis),
    /// So many pods wait for an event that may help them.
    Event(usize),
    /// No pod waits for a node.
    Nobody,
}

/// What goes on after so many events of a run; `step` is what is looked at in the last of them.
#[must_use]
pub fn going(frame: &Frame, events: &[Rc<Event>], step: Step) -> Vec<Going> {
    let at = match (step, events.last().map(|event| &event.what)) {
        (Step::Point(point), Some(What::Assumed { pod, node } | What::Bound { pod, node })) => {
            Some(Going { pod: pod.clone(), node: node.clone(), what: Busy::At(point) })
        }
        _ => None,
    };
    let attempted = at.as_ref().map(|it| it.pod.clone());
    let pods = frame.pods.iter().filter(|(key, _)| attempted.as_ref() != Some(key));
    let found = pods.filter_map(|(key, pod)| {
        let what = if frame.in_cycle.as_ref() == Some(key) { Busy::InCycle } else { busy(frame, events, key, pod)? };
        let node = if what == Busy::Nominated { &pod.nominated } else { &pod.node };
        Some(Going { pod: key.clone(), node: node.clone().unwrap_or_default(), what })
    });
    let mut found: Vec<Going> = at.into_iter().chain(found).collect();
    found.sort_by(|one, other| one.what.cmp(&other.what));
    found
}

/// What a pod is busy with, outside of a scheduling cycle.
fn busy(frame: &Frame, events: &[Rc<Event>], key: &Str, pod: &PodView) -> Option<Busy> {
    let left = |until: Millis| until.since(frame.now);
    // When it began to wait: few pods are in such a phase, and not for long.
    let mut last = events.iter().rev().map(|event| &event.what);
    Some(match pod.phase {
        Phase::Waiting => last.find_map(|what| match what {
            What::Waits { pod, until, .. } if pod == key => Some(Busy::InPermit(left(*until))),
            _ => None,
        })?,
        Phase::PreBinding => last.find_map(|what| match what {
            What::PreBinding { pod, until, claims, .. } if pod == key => {
                Some(Busy::InPreBind(left(*until), claims.clone()))
            }
            _ => None,
        })?,
        Phase::Assumed => Busy::Binding,
        Phase::Terminating => {
            let by = match &pod.why {
                Some(Deletion::Preempted { by }) => Some(by.clone()),
                _ => None,
            };
            Busy::Terminating(left(pod.gone_at?), by)
        }
        Phase::Pending => pod.nominated.as_ref().map(|_| Busy::Nominated)?,
        Phase::Bound | Phase::Creating => Busy::Starting,
        Phase::Running | Phase::Succeeded => return None,
    })
}

/// Which pod's scheduling cycle comes next, as far as this moment tells.
#[must_use]
pub fn next(frame: &Frame) -> Next {
    let active = frame.queued(Queue::Active);
    if let Some((pod, view)) = active.first() {
        return Next::Active((*pod).clone(), view.pod.priority(), active.len());
    }
    if let Some((pod, view)) = frame.queued(Queue::Backoff).first() {
        let left = view.backoff_until.map_or(Millis::ZERO, |until| until.since(frame.now));
        return Next::Backoff((*pod).clone(), left);
    }
    match frame.queued(Queue::Unschedulable).len() {
        0 => Next::Nobody,
        waiting => Next::Event(waiting),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Trace, steps};
    use api::manifest;
    use releases::Release;
    use simulation::{Scenario, Simulation};

    /// Every moment of a scenario that is no step of an attempt, with what goes on then.
    fn told(text: &str) -> Vec<(Step, Vec<Going>, Next)> {
        let manifest = manifest::load(text).expect("a manifest");
        let scenario = Scenario::from_manifest(&manifest, Some(Release::V1_34)).expect("a scenario");
        let trace = Trace::new(Simulation::new(scenario).run().1);
        let outside = |step| matches!(step, Step::Start | Step::Event | Step::Point(_));
        let moments = steps::moments(trace.events()).into_iter().filter(|moment| outside(moment.step));
        let tell = |moment: steps::Moment| {
            let frame = trace.frame(moment.events);
            (moment.step, going(&frame, &trace.events()[..moment.events], moment.step), next(&frame))
        };
        moments.map(tell).collect()
    }

    #[test]
    fn a_pod_that_waits_on_its_way_to_a_node_is_told_until_it_runs() {
        let text = "kind: Node\nmetadata: {name: n}\nstatus: {allocatable: {cpu: \"2\", pods: \"9\"}}\n---\n\
            kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, resources: {requests: {cpu: \"1\"}}}]}\n---\n\
            kind: Scenario\ntimings: {preBindMillis: 3000}\npermit: [{name: a, waitMillis: 1000, timeoutMillis: 5000}]\n";
        let told = told(text);
        let has =
            |wanted: &dyn Fn(&Busy) -> bool| told.iter().any(|(_, found, _)| found.iter().any(|it| wanted(&it.what)));
        assert!(has(&|it| matches!(it, Busy::InPermit(left) if *left == Millis::of_seconds(5))), "{told:#?}");
        assert!(has(&|it| matches!(it, Busy::InPreBind(left, _) if *left == Millis::of_seconds(3))), "{told:#?}");
        assert!(has(&|it| matches!(it, Busy::At(Point::Bind))));
        assert!(has(&|it| matches!(it, Busy::Starting)));
        // A pod is told once at a moment.
        for (step, found, _) in &told {
            assert!(found.len() < 2, "{step:?} {found:?}");
        }
        assert_eq!(told.last().map(|(_, found, next)| (found.len(), next)), Some((0, &Next::Nobody)));
    }

    #[test]
    fn victims_shut_down_and_their_preemptor_waits() {
        let told = told(include_str!("../../www/scenarios/preemption.yaml"));
        let both = |found: &[Going]| {
            let ends = found.iter().any(|it| matches!(it.what, Busy::Terminating(left, Some(_)) if !left.is_zero()));
            ends && found.iter().any(|it| matches!(it.what, Busy::Nominated))
        };
        assert!(told.iter().any(|(_, found, _)| both(found)), "{told:#?}");
        assert!(told.iter().any(|(.., next)| matches!(next, Next::Active(..))));
    }
}

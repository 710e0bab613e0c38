//! Detects a group that is retried again and again at one instant, and finds the next event that could help it.

use std::rc::Rc;

use api::{Millis, NamespacedName, Str};
use runlog::{Event, EventKind};

/// A group that would be retried without a pause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TightLoop {
    /// The number of its cycles at this instant.
    pub tries: usize,
    /// The next event at a later time, if it is known.
    pub next: Option<NextChange>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextChange {
    pub at: Millis,
    pub change: ClusterChange,
}

/// The next change of the cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClusterChange {
    PodEnds(NamespacedName),
    PodComes(NamespacedName),
    NodeComes(Str),
    Other,
}

impl TightLoop {
    /// The tight loop that ends with the last of the first `count` events, if there is one.
    #[must_use]
    pub fn at_event(events: &[Rc<Event>], count: usize) -> Option<Self> {
        let event = events.get(count.checked_sub(1)?)?;
        let EventKind::GroupHeld(held) = &event.what else { return None };
        let now = events[..count].iter().rev().take_while(|earlier| earlier.at == event.at);
        let is_cycle =
            |earlier: &&Rc<Event>| matches!(&earlier.what, EventKind::GroupPopped { group, .. } if group == held);
        let later = events[count..].iter().position(|later| later.at > event.at).map(|at| &events[count + at..]);
        Some(Self { tries: now.filter(is_cycle).count(), next: later.and_then(NextChange::of_events) })
    }
}

impl NextChange {
    /// The first named change at the time of the first of these events.
    fn of_events(events: &[Rc<Event>]) -> Option<Self> {
        let at = events.first()?.at;
        let change = events.iter().take_while(|event| event.at == at).find_map(|event| match &event.what {
            EventKind::PodRemoved(pod) | EventKind::Succeeded(pod) | EventKind::Failed { pod, .. } => {
                Some(ClusterChange::PodEnds(pod.clone()))
            }
            EventKind::PodCreated { pod, .. } => Some(ClusterChange::PodComes(pod.key())),
            EventKind::NodeAdded(node) => Some(ClusterChange::NodeComes(node.metadata.name.clone())),
            _ => None,
        });
        // The end of the run is not a change.
        let is_end = matches!(events.first()?.what, EventKind::End(_));
        (!is_end).then(|| Self { at, change: change.unwrap_or(ClusterChange::Other) })
    }
}

#[cfg(test)]
mod tests {
    use releases::Release;
    use simulation::{Scenario, Simulation};

    use super::*;
    use crate::Trace;

    #[test]
    fn a_tight_loop_names_what_happens_next() {
        let manifest = manifest::load_for(include_str!("../../www/scenarios/whole-or-not.yaml"), Some(Release::V1_36))
            .expect("a manifest");
        let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
        let trace = Trace::new(Simulation::new(scenario).run_to_end().1);
        let events = trace.events();
        let held = events.iter().position(|event| matches!(event.what, EventKind::GroupHeld(_))).expect("a loop") + 1;
        let whole = TightLoop::at_event(events, held).expect("a loop");
        assert_eq!(whole.tries, 3);
        let next = whole.next.expect("something happens");
        assert!(next.at > events[held - 1].at);
        // A log that ends there does not reveal what happens next.
        let cut = TightLoop::at_event(&events[..held], held).expect("a loop");
        assert_eq!((cut.tries, cut.next), (3, None));
        assert_eq!(TightLoop::at_event(events, held - 1), None);
    }
}

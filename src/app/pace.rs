//! How the playhead goes: by which stride, to which landmark, and whether the stage follows it.

use crate::simulation::What;
use crate::trace::Trace;
use crate::trace::steps::{Moment, Step};

use super::state::{Effect, Store, seek};

/// A picture is shown for so many milliseconds at least; what is faster is passed over while playing. Nobody reads more than
/// thirty in a second, and a browser that draws at every second frame has the time that gliding tiles need.
pub const FRAME: u32 = 33;

/// What is looked at for less, in milliseconds, is not worth a glide.
pub const SHORTEST: u32 = 100;

/// How far a step goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stride {
    /// From check to check: a node's filters, a plugin's scores, a pod asked back.
    #[default]
    Check,
    /// From phase to phase.
    Phase,
    /// From cycle to cycle: the next pod.
    Cycle,
}

/// What is worth going to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landmark {
    /// A preemption that can be watched.
    Preemption,
    /// An attempt that failed.
    Failure,
    /// A pod gets its node.
    Binding,
}

/// The pace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// How far a step goes.
    pub stride: Stride,
    /// The stage stays where it is; otherwise it scrolls to what is looked at.
    pub stays: bool,
}

/// What a person changes about it, or where it takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pacing {
    /// Steps go so far.
    Stride(Stride),
    /// One step on, or back.
    Step(bool),
    /// To the next landmark; after the last one comes the first.
    Next(Landmark),
    /// Follow, or stay.
    Stay(bool),
}

/// Where the landmarks of a run are: a list of moments for each kind.
#[derive(Clone, Debug, Default)]
pub struct Landmarks([Vec<usize>; 3]);

impl Landmarks {
    /// Looks for them.
    pub fn of(trace: &Trace, moments: &[Moment]) -> Self {
        let mut found = Self::default();
        for (at, moment) in moments.iter().enumerate() {
            let what = moment.events.checked_sub(1).and_then(|last| trace.events().get(last)).map(|event| &event.what);
            let kind = match (moment.step, what) {
                (Step::Eligible, Some(What::Attempted(attempt)))
                    if attempt.preemption.as_ref().is_some_and(|it| !it.dry_runs.is_empty()) =>
                {
                    Landmark::Preemption
                }
                (Step::Failed, _) => Landmark::Failure,
                (Step::Point(crate::framework::Point::Bind), _) => Landmark::Binding,
                _ => continue,
            };
            found.0[kind as usize].push(at);
        }
        found
    }

    /// The next one, or the first where there is none any more.
    pub fn next(&self, kind: Landmark, at: usize) -> Option<usize> {
        let all = &self.0[kind as usize];
        all.get(all.partition_point(|found| *found <= at)).or(all.first()).copied()
    }
}

/// Whether a stride ends at a moment.
fn ends(store: &Store, stride: Stride, at: usize) -> bool {
    let moments = &store.trace.moments;
    let (Some(moment), Some(before)) = (moments.get(at), at.checked_sub(1).and_then(|at| moments.get(at))) else {
        return true;
    };
    let place = |moment: &Moment| (moment.events, moment.step.phase().point());
    match stride {
        Stride::Check => true,
        // A failure is told for itself, although it belongs to the point before.
        Stride::Phase => moment.step == Step::Failed || place(moment) != place(before),
        Stride::Cycle => {
            let event = moment.events.checked_sub(1).and_then(|last| store.trace.trace.events().get(last));
            moment.step == Step::Event && event.is_some_and(|event| matches!(event.what, What::Popped { .. }))
        }
    }
}

/// Where a step from a moment leads.
fn step(store: &Store, from: usize, forward: bool) -> usize {
    let ends = |at: &usize| ends(store, store.pace.stride, *at);
    if forward {
        (from + 1..store.last()).find(ends).unwrap_or(store.last())
    } else {
        (0..from).rev().find(ends).unwrap_or(0)
    }
}

/// Where the playhead is next while it plays: at high speeds a frame passes over several moments, but over no caption.
pub fn on(store: &Store) -> usize {
    let (mut at, mut spent) = (store.at, 0);
    while at < store.last() && spent < FRAME * 100 {
        at = step(store, at, true);
        spent += store.pause_at(at).max(1);
        if store.trace.caption(at).is_some_and(|(_, now)| now) {
            break;
        }
    }
    at
}

/// What an action changes.
pub fn change(store: &mut Store, pacing: Pacing) -> Vec<Effect> {
    match pacing {
        Pacing::Stride(stride) => store.pace.stride = stride,
        Pacing::Stay(stays) => store.pace.stays = stays,
        Pacing::Step(forward) => {
            let to = step(store, store.at, forward);
            return seek(store, to);
        }
        Pacing::Next(landmark) => {
            if let Some(at) = store.trace.landmarks.next(landmark, store.at) {
                return seek(store, at);
            }
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::app::state::{Action, reduce};
    use crate::framework::{Attempt, NodeRecord, Outcome};
    use crate::simulation::Event;

    /// Two cycles: a failure after three nodes, and a binding after three nodes.
    fn ran() -> Store {
        let (store, _) = reduce(&Store { speed: 2, ..Store::default() }, Action::Open("x".into()));
        let record = |node| NodeRecord { node, failed: Vec::new(), nominated: Vec::new(), pass: 1, outside: None };
        let attempt = |outcome| {
            let filter = (0..3).map(record).collect();
            What::Attempted(Rc::new(Attempt { filter, outcome, ..Attempt::default() }))
        };
        let popped = || What::Popped { pod: "default/a".into(), attempt: 1 };
        let failed = Outcome::Failed { message: "0/3".into(), fit_error: true, rows: Vec::new() };
        let bound = What::Bound { pod: "default/a".into(), node: "n".into() };
        let whats =
            [popped(), attempt(failed), popped(), attempt(Outcome::Scheduled { node: 0, ties: vec![0] }), bound];
        let events = whats.into_iter().zip(0..).map(|(what, at)| Event { at, what }).collect();
        reduce(&store, Action::Events(1, events, true)).0
    }

    #[test]
    fn strides_end_where_they_should() {
        // Start, popped, three nodes, failed, popped, three nodes, select, three points.
        let mut store = ran();
        for (stride, wanted) in [
            (Stride::Check, (0..=13).collect()),
            (Stride::Phase, vec![0, 1, 2, 5, 6, 7, 10, 11, 12, 13]),
            (Stride::Cycle, vec![0, 1, 6, 13]),
        ] {
            store = reduce(&store, Action::Pace(Pacing::Stride(stride))).0;
            for forward in [true, false] {
                let mut seen = vec![store.at];
                for _ in 1..wanted.len() {
                    store = reduce(&store, Action::Pace(Pacing::Step(forward))).0;
                    seen.push(store.at);
                }
                if !forward {
                    seen.reverse();
                }
                assert_eq!(seen, wanted, "{stride:?} {forward}");
            }
        }
    }

    #[test]
    fn landmarks_come_round() {
        let mut store = ran();
        for (landmark, wanted) in [(Landmark::Failure, 5), (Landmark::Failure, 5), (Landmark::Binding, 12)] {
            store = reduce(&store, Action::Pace(Pacing::Next(landmark))).0;
            assert_eq!(store.at, wanted);
        }
        assert_eq!(reduce(&store, Action::Pace(Pacing::Next(Landmark::Preemption))).0.at, 12);
    }

    #[test]
    fn great_speed_passes_over_moments() {
        let mut store = ran();
        assert_eq!(on(&store), 1);
        store = reduce(&store, Action::Speed(9)).0;
        store.at = 1;
        assert_eq!(on(&store), 3);
    }
}

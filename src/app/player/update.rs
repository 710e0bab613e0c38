//! Where the playhead goes.

use crate::app::store::{Effect, Store};
use crate::app::update::run::seek;
use crate::simulation::What;
use crate::trace::steps::{Moment, Step};

use super::{FRAME, Pacing, Stride};

/// Whether a stride ends at a moment.
fn ends(store: &Store, stride: Stride, at: usize) -> bool {
    let moments = &store.run.trace.moments;
    let (Some(moment), Some(before)) = (moments.get(at), at.checked_sub(1).and_then(|at| moments.get(at))) else {
        return true;
    };
    let place = |moment: &Moment| (moment.events, moment.step.phase().point());
    match stride {
        Stride::Check => true,
        // A failure is told for itself, although it belongs to the point before.
        Stride::Phase => moment.step == Step::Failed || place(moment) != place(before),
        Stride::Cycle => {
            let event = moment.events.checked_sub(1).and_then(|last| store.run.trace.trace.events().get(last));
            let begins =
                moment.step == Step::Event && event.is_some_and(|event| matches!(event.what, What::Popped { .. }));
            // How it came out belongs to a cycle as well as its beginning.
            begins || matches!(moment.step, Step::Select | Step::Failed)
        }
    }
}

/// Where a step from a moment leads.
fn step(store: &Store, from: usize, forward: bool) -> usize {
    let ends = |at: &usize| ends(store, store.player.pace.stride, *at);
    if forward {
        (from + 1..store.run.last()).find(ends).unwrap_or(store.run.last())
    } else {
        (0..from).rev().find(ends).unwrap_or(0)
    }
}

/// Where the playhead is next while it plays: at high speeds a frame passes over several moments, but over no caption.
pub fn on(store: &Store) -> usize {
    let (mut at, mut spent) = (store.player.at, 0);
    while at < store.run.last() && spent < FRAME * 100 {
        at = step(store, at, true);
        spent += store.pause_at(at).max(1);
        if store.run.trace.caption(at).is_some_and(|(_, now)| now) {
            break;
        }
    }
    at
}

/// What an action changes.
pub fn change(store: &mut Store, pacing: Pacing) -> Vec<Effect> {
    match pacing {
        Pacing::Stride(stride) => store.player.pace.stride = stride,
        Pacing::Stay(stays) => store.player.pace.stays = stays,
        Pacing::Step(forward) => {
            let to = step(store, store.player.at, forward);
            return seek(store, to);
        }
        Pacing::Next(landmark) => {
            if let Some(at) = store.run.trace.landmarks.next(landmark, store.player.at) {
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
    use crate::api::Millis;
    use crate::app::lang::Lang;
    use crate::app::player::Landmark;
    use crate::app::shown;
    use crate::app::store::Action;
    use crate::app::update::reduce;
    use crate::framework::{Attempt, NodeRecord, Outcome, Tried};
    use crate::simulation::Event;
    use crate::wire::Happened;

    /// Two cycles: a failure after three nodes, and a binding after three nodes.
    fn ran() -> Store {
        let (store, _) = reduce(&Store::default(), Action::Open("x".into()));
        let record = |node| NodeRecord {
            node,
            failed: Vec::new(),
            nominated: Vec::new(),
            pass: 1,
            outside: None,
            refused: None,
        };
        let attempt = |outcome| {
            let filter = (0..3).map(record).collect();
            let attempt = Attempt { filter, outcome, ..Attempt::default() };
            What::Attempted(Rc::new(Tried::of(&attempt, 0)))
        };
        let popped = || What::Popped { pod: "default/a".into(), attempt: 1 };
        let failed = Outcome::Failed { message: "0/3".into(), fit_error: true, rows: Vec::new() };
        let bound = What::Bound { pod: "default/a".into(), node: "n".into() };
        let whats =
            [popped(), attempt(failed), popped(), attempt(Outcome::Scheduled { node: 0, ties: vec![0] }), bound];
        let events = whats.into_iter().zip(0..).map(|(what, at)| Event { at: Millis::new(at), what }).collect();
        reduce(&store, Action::Events(1, Happened { events, done: true, ..Happened::default() })).0
    }

    #[test]
    fn strides_end_where_they_should() {
        // Start, popped, three nodes, failed, popped, three nodes, select, three points.
        let mut store = ran();
        for (stride, wanted) in [
            (Stride::Check, (0..=13).collect()),
            (Stride::Phase, vec![0, 1, 2, 5, 6, 7, 10, 11, 12, 13]),
            (Stride::Cycle, vec![0, 1, 5, 6, 10, 13]),
        ] {
            store = reduce(&store, Action::Pace(Pacing::Stride(stride))).0;
            for forward in [true, false] {
                let mut seen = vec![store.player.at];
                for _ in 1..wanted.len() {
                    store = reduce(&store, Action::Pace(Pacing::Step(forward))).0;
                    seen.push(store.player.at);
                }
                if !forward {
                    seen.reverse();
                }
                assert_eq!(seen, wanted, "{stride:?} {forward}");
            }
        }
    }

    #[test]
    fn what_is_new_is_read_and_what_was_said_before_is_quick() {
        let store = ran();
        let pause = |at| {
            let mut store = store.clone();
            store.player.at = at;
            store.pause()
        };
        // The second pod that leaves the queue is told in words that were read before.
        assert!(pause(1) > pause(6), "{} {}", pause(1), pause(6));
        assert_eq!(pause(6), 600);
        let text = "one two three four five six seven eight nine ten eleven twelve";
        assert_eq!(shown::reading_of(text, Lang::En), 2000);
        assert_eq!(shown::reading_of("one", Lang::En), 400);
        assert_eq!(shown::reading_of(&"字".repeat(18), Lang::Zh), 3000);
        assert_eq!(shown::reading_of(&"word ".repeat(100), Lang::En), 6000);
    }

    #[test]
    fn landmarks_come_round() {
        let mut store = ran();
        for (landmark, wanted) in [(Landmark::Failure, 5), (Landmark::Failure, 5), (Landmark::Binding, 12)] {
            store = reduce(&store, Action::Pace(Pacing::Next(landmark))).0;
            assert_eq!(store.player.at, wanted);
        }
        assert_eq!(reduce(&store, Action::Pace(Pacing::Next(Landmark::Preemption))).0.player.at, 12);
    }

    #[test]
    fn great_speed_passes_over_moments() {
        let mut store = ran();
        assert_eq!(on(&store), 1);
        store = reduce(&store, Action::Speed(9)).0;
        store.player.at = 1;
        assert_eq!(on(&store), 3);
    }
}

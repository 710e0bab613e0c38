//! Where the playhead goes.

use crate::acts::Playing;
use crate::run::{Run, Status};
use crate::store::Store;
use crate::wish::Wish;
use api::Millis;
use record::What;
use trace::names::{Name, Way};
use trace::steps;
use trace::steps::{Moment, Step};

use super::{FRAME, Player, SPEEDS, Stride, Wanted};

impl Player {
    /// To a moment of this run; playing ends.
    pub(crate) fn seek(&mut self, run: &Run, at: usize) {
        self.at = at.min(run.last());
        self.wanted = None;
        self.playing = false;
    }
}

/// Whether a stride ends at a moment.
fn ends(run: &Run, stride: Stride, at: usize) -> bool {
    let moments = &run.trace.moments;
    let (Some(moment), Some(before)) = (moments.get(at), at.checked_sub(1).and_then(|at| moments.get(at))) else {
        return true;
    };
    let place = |moment: &Moment| (moment.events, moment.step.phase().point());
    match stride {
        Stride::Check => true,
        // A failure is told for itself, although it belongs to the point before.
        Stride::Phase => moment.step == Step::Failed || place(moment) != place(before),
        Stride::Cycle => {
            let event = moment.events.checked_sub(1).and_then(|last| run.trace.trace.events().get(last));
            let begins =
                moment.step == Step::Event && event.is_some_and(|event| matches!(event.what, What::Popped { .. }));
            // How it came out belongs to a cycle as well as its beginning.
            begins || matches!(moment.step, Step::Select | Step::Failed)
        }
        Stride::Landmark(landmark) => run.trace.landmarks.has(landmark, at),
    }
}

/// Where a step from a moment leads.
fn step(run: &Run, stride: Stride, from: usize, forward: bool) -> usize {
    let ends = |at: &usize| ends(run, stride, *at);
    if forward {
        (from + 1..run.last()).find(ends).unwrap_or(run.last())
    } else {
        (0..from).rev().find(ends).unwrap_or(0)
    }
}

/// Where the playhead is next while it plays: at high speeds a frame passes over several moments, but over no caption.
pub fn on(store: &Store) -> usize {
    let (mut at, mut spent) = (store.player.at, 0);
    while at < store.run.last() && spent < FRAME * 100 {
        at = step(&store.run, store.player.pace.stride, at, true);
        spent += store.pause_at(at).max(1);
        if store.run.trace.caption(at).is_some_and(|(_, now)| now) {
            break;
        }
    }
    at
}

/// What an action changes.
pub fn change(player: &mut Player, run: &Run, playing: Playing) -> Vec<Wish> {
    match playing {
        Playing::Toggle => {
            toggle(player, run);
            return vec![Wish::Beat];
        }
        Playing::Tick(beat) if player.playing && beat == player.beat => {
            if player.at < run.last() {
                return vec![Wish::Advance];
            }
            player.playing = run.status == Status::Working;
        }
        Playing::Tick(_) => {}
        Playing::Seek(at) => player.seek(run, at),
        Playing::SeekEvents(count) => seek_events(player, run, count),
        Playing::Home => player.seek(run, 0),
        Playing::End => player.seek(run, usize::MAX),
        Playing::Step(forward) => player.seek(run, step(run, player.pace.stride, player.at, forward)),
        Playing::StepBy(by) => player.seek(run, player.at.saturating_add_signed(by)),
        Playing::StepEvent(forward) => step_event(player, run, forward),
        Playing::StepCaption(forward) => step_caption(player, run, forward),
        Playing::Next(landmark) => {
            if let Some(at) = run.trace.landmarks.next(landmark, player.at) {
                player.seek(run, at);
            }
        }
        Playing::Stride(stride) => player.pace.stride = stride,
        Playing::Stay(stays) => player.pace.stays = stays,
        Playing::Speed(by) => player.speed = player.speed.saturating_add_signed(by).min(SPEEDS.len() - 1),
    }
    Vec::new()
}

/// Events came: goes where it was wanted to, once the run has come so far. Gives the name of a moment that the run does not have;
/// it stands at one near it then.
pub(crate) fn arrive(player: &mut Player, run: &Run) -> Option<Name> {
    let done = run.status == Status::Done;
    let (events, moments) = (run.trace.trace.events(), &run.trace.moments);
    let mut missed = None;
    let reached = match &player.wanted {
        Some(Wanted::Moment(at)) => (done || *at <= run.last()).then_some(*at),
        Some(Wanted::Numbered(number)) => {
            steps::numbered(events, moments, *number).or_else(|| done.then(|| run.last()))
        }
        Some(Wanted::Time(time)) => done.then(|| run.moment_at(*time)),
        Some(Wanted::Named(name)) => match name.find(events, moments) {
            Way::Exact(at) => Some(at),
            Way::Near(at) if done => {
                missed = Some(name.clone());
                Some(at)
            }
            Way::Near(_) => None,
        },
        Some(Wanted::Outcome(pod, since)) => done.then(|| outcome(run, pod, *since)),
        None => None,
    };
    if let Some(at) = reached {
        (player.at, player.wanted) = (at, None);
    }
    player.at = player.at.min(run.last());
    missed
}

/// The moment at which a pod got its node after something was done; or else the one at which that was done.
fn outcome(run: &Run, pod: &str, since: Millis) -> usize {
    let events = run.trace.trace.events();
    let moments = &run.trace.moments;
    let later = |at: &usize| moments[*at].events.checked_sub(1).is_some_and(|last| events[last].at > since);
    let what = |at: usize| &events[moments[at].events - 1].what;
    let first = (0..moments.len()).find(later).unwrap_or(run.last());
    let bound = |at: &usize| later(at) && matches!(what(*at), What::Bound { pod: it, .. } if *it == *pod);
    let done = |at: &usize| later(at) && matches!(what(*at), What::Script { .. });
    (first..moments.len()).find(bound).or_else(|| (first..moments.len()).find(done)).unwrap_or(first)
}

/// Plays, or no longer; at the end it begins anew.
fn toggle(player: &mut Player, run: &Run) {
    player.playing = !player.playing;
    if player.playing && player.at == run.last() {
        player.at = 0;
    }
}

/// To the next event, or the one before.
fn step_event(player: &mut Player, run: &Run, forward: bool) {
    let now = run.events_at(player.at);
    let moments = &run.trace.moments;
    let to = if forward {
        moments.iter().position(|moment| moment.events > now).unwrap_or(run.last())
    } else {
        let before = moments[..player.at].last().map_or(0, |moment| moment.events);
        moments.iter().position(|moment| moment.events == before).unwrap_or(0)
    };
    player.seek(run, to);
}

/// To the next caption, or the one before; before the first there is the description, at the start.
fn step_caption(player: &mut Player, run: &Run, forward: bool) {
    let told = run.trace.captions_told(player.at);
    let captions = &run.trace.captions;
    let to = if forward { captions.get(told) } else { told.checked_sub(2).and_then(|at| captions.get(at)) };
    match to {
        Some((at, _)) => player.seek(run, *at),
        None if forward => {}
        None => player.seek(run, 0),
    }
}

/// To the moment at which so many events have happened.
fn seek_events(player: &mut Player, run: &Run, count: usize) {
    let at = run.trace.moments.iter().position(|moment| moment.events >= count);
    player.seek(run, at.unwrap_or(usize::MAX));
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::acts::Branching;
    use crate::lang::Lang;
    use crate::opening::Opening;
    use crate::player::Landmark;
    use crate::run::Running;
    use crate::shown;
    use crate::store::Action;
    use crate::update::reduce;
    use api::Millis;
    use record::Event;
    use record::{Attempt, NodeRecord, Outcome, Tried};
    use wire::Happened;

    /// Two cycles: a failure after three nodes, and a binding after three nodes.
    fn ran() -> Store {
        let (store, _) = reduce(&Store::default(), Action::Open(Opening::Text("x".into())));
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
        // Nothing of the cycle but its attempt is told, so another pod gets its node.
        let bound = What::Bound { pod: "default/b".into(), node: "n".into() };
        let whats =
            [popped(), attempt(failed), popped(), attempt(Outcome::Scheduled { node: 0, ties: vec![0] }), bound];
        let events = whats.into_iter().zip(0..).map(|(what, at)| Event { at: Millis::new(at), what }).collect();
        reduce(&store, Action::Run(Running::Events(1, Happened { events, done: true, ..Happened::default() }))).0
    }

    #[test]
    fn strides_end_where_they_should() {
        // Start, popped, three nodes, failed, popped, three nodes, select, three points.
        let mut store = ran();
        for (stride, wanted) in [
            (Stride::Check, (0..=13).collect()),
            (Stride::Phase, vec![0, 1, 2, 5, 6, 7, 10, 11, 12, 13]),
            (Stride::Cycle, vec![0, 1, 5, 6, 10, 13]),
            (Stride::Landmark(Landmark::Failure), vec![0, 5, 13]),
            (Stride::Landmark(Landmark::Binding), vec![0, 12, 13]),
        ] {
            store = reduce(&store, Action::Player(Playing::Stride(stride))).0;
            for forward in [true, false] {
                let mut seen = vec![store.player.at];
                for _ in 1..wanted.len() {
                    store = reduce(&store, Action::Player(Playing::Step(forward))).0;
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
            store = reduce(&store, Action::Player(Playing::Next(landmark))).0;
            assert_eq!(store.player.at, wanted);
        }
        assert_eq!(reduce(&store, Action::Player(Playing::Next(Landmark::Preemption))).0.player.at, 12);
    }

    #[test]
    fn great_speed_passes_over_moments() {
        let mut store = ran();
        assert_eq!(on(&store), 1);
        store = reduce(&store, Action::Player(Playing::Speed(9))).0;
        store.player.at = 1;
        assert_eq!(on(&store), 3);
    }

    #[test]
    fn what_is_tried_for_a_pod_is_seen_where_that_pod_gets_its_node() {
        let popped = || What::Popped { pod: "default/a".into(), attempt: 1 };
        let bound = |pod: &str| What::Bound { pod: pod.into(), node: "n".into() };
        let script = || What::Script { index: 0, text: "uncordon n".into(), by_kubectl: true };
        // The first event is of the past that both runs have.
        for (then, events) in [
            (vec![script(), bound("default/a"), bound("default/b")], 4),
            (vec![popped(), script(), bound("default/a")], 3),
            (vec![popped(), bound("default/a")], 2),
            (Vec::new(), 1),
        ] {
            let tried =
                Branching::Try { label: "f".into(), entries: vec!["uncordon: n".into()], about: "default/b".into() };
            let (store, _) = reduce(&ran(), Action::Branches(tried));
            let whats = std::iter::once(popped()).chain(then).zip(0..);
            let events_of = whats.map(|(what, at)| Event { at: Millis::new(at), what }).collect();
            let over = Happened { events: events_of, done: true, ..Happened::default() };
            let (store, _) = reduce(&store, Action::Run(Running::Events(2, over)));
            assert_eq!(store.run.events_at(store.player.at), events);
        }
    }
}

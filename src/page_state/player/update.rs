//! Moves the playhead.

use api::Millis;
use runlog::EventKind;
use trace::{
    moment_names::{MomentName, NameMatch},
    steps::{self, Moment, Step},
};

use super::{FRAME_MILLIS, Player, PlayheadTarget, SPEEDS, pace::Pace};
use crate::{
    actions::player::{PlayerMsg, Stride},
    effects::Effect,
    outcome::UpdateOutcome,
    run::{RunState, Status},
};

impl Player {
    /// Seeks to a moment and stops playback.
    pub fn seek(&mut self, run_state: &RunState, at: usize) {
        self.moment = at.min(run_state.last_moment());
        self.target = None;
        self.is_playing = false;
    }
}

/// Whether a step of this stride stops at a moment.
fn is_stride_end(run_state: &RunState, stride: Stride, at: usize) -> bool {
    let moments = &run_state.view.moments;
    let (Some(moment), Some(before)) = (moments.get(at), at.checked_sub(1).and_then(|at| moments.get(at))) else {
        return true;
    };
    let events_and_point = |moment: &Moment| (moment.events, moment.step.phase().point());
    match stride {
        Stride::Check => true,
        // A failure counts as a phase, although it belongs to the extension point before.
        Stride::Phase => moment.step == Step::Failed || events_and_point(moment) != events_and_point(before),
        Stride::Cycle => {
            let event = moment.events.checked_sub(1).and_then(|last| run_state.view.trace.events().get(last));
            let is_stride_start =
                moment.step == Step::Event && event.is_some_and(|event| matches!(event.what, EventKind::Popped { .. }));
            // A cycle stops at its start and at its outcome.
            is_stride_start || matches!(moment.step, Step::Select | Step::Failed)
        }
        Stride::Landmark(landmark) => run_state.view.landmarks.has_landmark(landmark, at),
    }
}

/// The moment after a step.
fn step_from(run_state: &RunState, stride: Stride, from: usize, forward: bool) -> usize {
    let is_stride_end_at = |at: &usize| is_stride_end(run_state, stride, *at);
    if forward {
        (from + 1..run_state.last_moment()).find(is_stride_end_at).unwrap_or(run_state.last_moment())
    } else {
        (0..from).rev().find(is_stride_end_at).unwrap_or(0)
    }
}

/// The next moment during playback. At high speeds a frame skips moments, but no captions.
fn next_playing_moment(player: &Player, pace: Pace<'_>) -> usize {
    let (mut at, mut spent) = (player.moment, 0);
    while at < pace.run.last_moment() && spent < FRAME_MILLIS * 100 {
        at = step_from(pace.run, player.mode.stride, at, true);
        spent += pace.pause_at(at, player.speed).max(1);
        if pace.run.view.caption_at(at).is_some_and(|(_, is_current)| is_current) {
            break;
        }
    }
    at
}

/// Schedules the next tick during playback.
pub fn schedule_tick(player: &mut Player, pace: Pace<'_>) -> Option<Effect> {
    if !player.is_playing {
        return None;
    }
    player.tick_id += 1;
    Some(Effect::Tick { beat: player.tick_id, after: pace.current_pause(player) })
}

/// Applies an action of the player.
pub fn update_player(player: &mut Player, pace: Pace<'_>, player_msg: PlayerMsg) -> UpdateOutcome {
    let run_state = pace.run;
    match player_msg {
        PlayerMsg::Toggle => {
            toggle_playing(player, run_state);
            return schedule_tick(player, pace).into();
        }
        PlayerMsg::Pause => player.is_playing = false,
        PlayerMsg::Tick(beat) if player.is_playing && beat == player.tick_id => {
            if player.moment < run_state.last_moment() {
                player.moment = next_playing_moment(player, pace);
                return schedule_tick(player, pace).into();
            }
            player.is_playing = run_state.status == Status::Working;
        }
        PlayerMsg::Tick(_) => {}
        PlayerMsg::ShowElapsed(elapsed) => player.elapsed = elapsed,
        PlayerMsg::Seek(at) => player.seek(run_state, at),
        PlayerMsg::SeekEvents(count) => seek_events(player, run_state, count),
        PlayerMsg::Home => player.seek(run_state, 0),
        PlayerMsg::End => player.seek(run_state, usize::MAX),
        PlayerMsg::Step(forward) => {
            player.seek(run_state, step_from(run_state, player.mode.stride, player.moment, forward));
        }
        PlayerMsg::StepBy(by) => player.seek(run_state, player.moment.saturating_add_signed(by)),
        PlayerMsg::StepByEvent(forward) => step_event(player, run_state, forward),
        PlayerMsg::StepByCaption(forward) => step_caption(player, run_state, forward),
        PlayerMsg::SeekLandmark(landmark) => {
            if let Some(at) = run_state.view.landmarks.next_landmark(landmark, player.moment) {
                player.seek(run_state, at);
            }
        }
        PlayerMsg::SetStride(stride) => player.mode.stride = stride,
        PlayerMsg::SetScrollLock(stays) => player.mode.is_scroll_locked = stays,
        PlayerMsg::ChangeSpeed(by) => player.speed = player.speed.saturating_add_signed(by).min(SPEEDS.len() - 1),
    }
    UpdateOutcome::default()
}

/// Seeks to the pending target if the run has reached it. Returns the name of a target that the completed run doesn't have, after seeking
/// to the nearest moment.
pub fn go_to_target(player: &mut Player, run_state: &RunState) -> Option<MomentName> {
    let is_over = run_state.status == Status::Done;
    let (events, moments) = (run_state.view.trace.events(), &run_state.view.moments);
    let mut missed = None;
    let reached = match &player.target {
        Some(PlayheadTarget::Moment(at)) => (is_over || *at <= run_state.last_moment()).then_some(*at),
        Some(PlayheadTarget::LegacyNumber(number)) => {
            steps::moment_by_number(events, moments, *number).or_else(|| is_over.then(|| run_state.last_moment()))
        }
        Some(PlayheadTarget::Time(time)) => is_over.then(|| run_state.moment_at(*time)),
        Some(PlayheadTarget::AtEvent(name)) => match name.find_moment(events, moments) {
            NameMatch::Exact(at) => Some(at),
            NameMatch::Near(at) if is_over => {
                missed = Some(name.clone());
                Some(at)
            }
            NameMatch::Near(_) => None,
        },
        Some(PlayheadTarget::OutcomeOf(pod, since)) => is_over.then(|| outcome_moment(run_state, pod, *since)),
        None => None,
    };
    if let Some(at) = reached {
        (player.moment, player.target) = (at, None);
    }
    player.moment = player.moment.min(run_state.last_moment());
    missed
}

/// The moment at which a pod is bound after a change, otherwise the moment of the change.
fn outcome_moment(run_state: &RunState, pod: &str, since: Millis) -> usize {
    let events = run_state.view.trace.events();
    let moments = &run_state.view.moments;
    let later = |at: &usize| moments[*at].events.checked_sub(1).is_some_and(|last| events[last].at > since);
    let event_kind = |at: usize| &events[moments[at].events - 1].what;
    let first = (0..moments.len()).find(later).unwrap_or(run_state.last_moment());
    let is_bound_at = |at: &usize| {
        later(at) && matches!(event_kind(*at), EventKind::Bound { pod: bound_pod, .. } if *bound_pod == *pod)
    };
    let is_script_entry = |at: &usize| later(at) && matches!(event_kind(*at), EventKind::Script { .. });
    (first..moments.len()).find(is_bound_at).or_else(|| (first..moments.len()).find(is_script_entry)).unwrap_or(first)
}

/// Starts or stops playback; at the end it restarts at the first moment.
fn toggle_playing(player: &mut Player, run_state: &RunState) {
    player.is_playing = !player.is_playing;
    if player.is_playing && player.moment == run_state.last_moment() {
        player.moment = 0;
    }
}

/// Steps to the next event or the previous one.
fn step_event(player: &mut Player, run_state: &RunState, forward: bool) {
    let event_count = run_state.events_at(player.moment);
    let moments = &run_state.view.moments;
    let target_index = if forward {
        moments.iter().position(|moment| moment.events > event_count).unwrap_or(run_state.last_moment())
    } else {
        let before = moments[..player.moment].last().map_or(0, |moment| moment.events);
        moments.iter().position(|moment| moment.events == before).unwrap_or(0)
    };
    player.seek(run_state, target_index);
}

/// Steps to the next caption or the previous one; before the first is the description at the start.
fn step_caption(player: &mut Player, run_state: &RunState, forward: bool) {
    let caption_number = run_state.view.captions_until(player.moment);
    let captions = &run_state.view.captions;
    let next_caption = if forward {
        captions.get(caption_number)
    } else {
        caption_number.checked_sub(2).and_then(|at| captions.get(at))
    };
    match next_caption {
        Some((at, _)) => player.seek(run_state, *at),
        None if forward => {}
        None => player.seek(run_state, 0),
    }
}

/// Seeks to the first moment with this many events.
fn seek_events(player: &mut Player, run_state: &RunState, count: usize) {
    let at = run_state.view.moments.iter().position(|moment| moment.events >= count);
    player.seek(run_state, at.unwrap_or(usize::MAX));
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use api::Millis;
    use i18n::Lang;
    use manifest::ScriptCommand;
    use protocol::EventBatch;
    use runlog::{Attempt, AttemptOutcome, AttemptSummary, Event, NodeRecord};

    use super::*;
    use crate::{
        actions::{
            Action,
            comparison::{BranchMsg, Fork},
        },
        landmarks::Landmark,
        open_target::OpenTarget,
        run::RunMsg,
        run_view,
        store::Store,
        update::reduce,
    };

    /// Two cycles: a failure and a binding, each after filtering three nodes.
    fn finished_store() -> Store {
        let (store, _) = reduce(&Store::with_all_chunks(), Action::Open(OpenTarget::Text("x".into())));
        let record = |node| NodeRecord::new(node, Vec::new());
        let attempt = |outcome| {
            let filter = (0..3).map(record).collect();
            let attempt = Attempt { filter, outcome, ..Attempt::default() };
            EventKind::Attempted(Rc::new(AttemptSummary::from_attempt(&attempt, 0)))
        };
        let popped = || EventKind::Popped { pod: "default/a".into(), attempt: 1 };
        let failed = AttemptOutcome::Failed { message: "0/3".into(), is_fit_error: true, rows: Vec::new() };
        // The cycle has only its attempt, so another pod is bound.
        let bound_event = EventKind::Bound { pod: "default/b".into(), node: "n".into() };
        let whats = [
            popped(),
            attempt(failed),
            popped(),
            attempt(AttemptOutcome::Scheduled { node: 0, ties: vec![0] }),
            bound_event,
        ];
        let events = whats
            .into_iter()
            .zip(0..)
            .map(|(event_kind, at)| Rc::new(Event { at: Millis::new(at), what: event_kind }))
            .collect();
        reduce(
            &store,
            Action::Run(RunMsg::EventsArrived(
                1,
                Rc::new(EventBatch { events, is_done: true, ..EventBatch::default() }),
            )),
        )
        .0
    }

    #[test]
    fn steps_stop_at_the_ends_of_strides() {
        // Start, popped, three nodes, failed, popped, three nodes, select, three points.
        let mut store = finished_store();
        for (stride, expected) in [
            (Stride::Check, (0..=13).collect()),
            (Stride::Phase, vec![0, 1, 2, 5, 6, 7, 10, 11, 12, 13]),
            (Stride::Cycle, vec![0, 1, 5, 6, 10, 13]),
            (Stride::Landmark(Landmark::Failure), vec![0, 5, 13]),
            (Stride::Landmark(Landmark::Binding), vec![0, 12, 13]),
        ] {
            store = reduce(&store, Action::Player(PlayerMsg::SetStride(stride))).0;
            for forward in [true, false] {
                let mut moments = vec![store.player.moment];
                for _ in 1..expected.len() {
                    store = reduce(&store, Action::Player(PlayerMsg::Step(forward))).0;
                    moments.push(store.player.moment);
                }
                if !forward {
                    moments.reverse();
                }
                assert_eq!(moments, expected, "{stride:?} {forward}");
            }
        }
    }

    #[test]
    fn new_texts_are_shown_longer_than_repeated_ones() {
        let store = finished_store();
        let pause = |at| {
            let mut store = store.clone();
            store.player.moment = at;
            store.current_pause()
        };
        // The text for the second pop isn't new.
        assert!(pause(1) > pause(6), "{} {}", pause(1), pause(6));
        assert_eq!(pause(6), 600);
        let text = "one two three four five six seven eight nine ten eleven twelve";
        assert_eq!(run_view::reading_millis(text, Lang::En), 2000);
        assert_eq!(run_view::reading_millis("one", Lang::En), 400);
        assert_eq!(run_view::reading_millis(&"字".repeat(18), Lang::Zh), 3000);
        assert_eq!(run_view::reading_millis(&"word ".repeat(100), Lang::En), 6000);
    }

    #[test]
    fn seeking_landmarks_wraps_around() {
        let mut store = finished_store();
        for (landmark, expected) in [(Landmark::Failure, 5), (Landmark::Failure, 5), (Landmark::Binding, 12)] {
            store = reduce(&store, Action::Player(PlayerMsg::SeekLandmark(landmark))).0;
            assert_eq!(store.player.moment, expected);
        }
        assert_eq!(reduce(&store, Action::Player(PlayerMsg::SeekLandmark(Landmark::Preemption))).0.player.moment, 12);
    }

    #[test]
    fn high_speed_skips_moments() {
        let mut store = finished_store();
        assert_eq!(next_playing_moment(&store.player, store.pace()), 1);
        store = reduce(&store, Action::Player(PlayerMsg::ChangeSpeed(9))).0;
        store.player.moment = 1;
        assert_eq!(next_playing_moment(&store.player, store.pace()), 3);
    }

    #[test]
    fn a_tried_fork_seeks_to_the_binding_of_its_pod() {
        let popped = || EventKind::Popped { pod: "default/a".into(), attempt: 1 };
        let bound_event = |pod: &str| EventKind::Bound { pod: pod.into(), node: "n".into() };
        let script = || EventKind::Script { index: 0, text: "uncordon n".into(), is_by_kubectl: true };
        // The first event precedes the fork, so both runs have it.
        for (next_events, events) in [
            (vec![script(), bound_event("default/a"), bound_event("default/b")], 4),
            (vec![popped(), script(), bound_event("default/a")], 3),
            (vec![popped(), bound_event("default/a")], 2),
            (Vec::new(), 1),
        ] {
            let try_fork = BranchMsg::TryFork {
                fork: Fork { label: "f".into(), commands: vec![ScriptCommand::Uncordon("n".into())] },
                about: "default/b".into(),
            };
            let (store, _) = reduce(&finished_store(), Action::Branches(try_fork));
            let whats = std::iter::once(popped()).chain(next_events).zip(0..);
            let events_of =
                whats.map(|(event_kind, at)| Rc::new(Event { at: Millis::new(at), what: event_kind })).collect();
            let final_batch = EventBatch { events: events_of, is_done: true, ..EventBatch::default() };
            let (store, _) = reduce(&store, Action::Run(RunMsg::EventsArrived(2, Rc::new(final_batch))));
            assert_eq!(store.run.events_at(store.player.moment), events);
        }
    }
}

//! The loop of a first visit: a pod that doesn't fit preempts another one, and runs. It plays until the visitor uses the page, three times at most.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use api::Millis;
use gloo::{events::EventListener, timers::callback::Interval, utils::document};
use i18n::{intro, table::intro::IntroLabels};
use page_state::{
    actions::{Action, player::PlayerMsg},
    gallery,
    overlays::OverlayMsg,
    run::Status,
    store::Store,
};
use runlog::EventKind;
use trace::{
    moment_names::{MomentName, NameMatch},
    steps::{Moment, Step},
};
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::{Html, component, html, use_effect_with, use_memo};

use crate::{
    features::player::drain_clock::{FRAME_MILLIS, share_of},
    view::Props,
};

/// How long the last moment is shown, in addition, before the loop begins again, in milliseconds.
const REST: u32 = 4000;
/// How often the loop plays.
const ROUNDS: u32 = 3;
/// The browser's events that end the loop.
const TOUCHES: [&str; 3] = ["pointerdown", "keydown", "wheel"];
/// The buttons that leave the welcome.
const DOORS: &str = ".doors";

/// A moment of the loop.
#[derive(Clone, Copy, PartialEq)]
struct Beat {
    moment: usize,
    /// How long it is shown, in milliseconds.
    duration: u32,
    /// The virtual time that passes meanwhile.
    drain: Millis,
}

/// The title and the explanation of a beat.
type BeatText = fn(&IntroLabels) -> [&'static str; 2];

/// The texts of the beats, in order.
const TEXTS: [BeatText; 6] = [
    |labels| [labels.short, labels.short_why],
    |labels| [labels.dry_run, labels.dry_run_why],
    |labels| [labels.victim, labels.victim_why],
    |labels| [labels.drain, labels.drain_why],
    |labels| [labels.bound, labels.bound_why],
    |labels| [labels.runs, labels.runs_why],
];

/// What happens at the current moment of the loop. It changes the moment by itself.
#[component]
pub fn IntroLoop(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let store = &view.store;
    let is_complete = store.run.status == Status::Done && store.player.target.is_none();
    let beats = use_memo((is_complete, store.run.number), |_| list_beats(store));
    let current = beats.iter().rposition(|beat| beat.moment <= store.player.moment);
    let dispatch = dispatch.clone();
    let is_ready = store.overlays.is_revealed && is_complete && !beats.is_empty();
    use_effect_with(is_ready, move |is_ready| {
        let running = is_ready.then(|| {
            let show = {
                let dispatch = dispatch.clone();
                move |beat: &Beat| dispatch.emit(Action::Overlays(OverlayMsg::ShowIntroMoment(beat.moment)))
            };
            let first = beats[0];
            let timer = (!ui::motion::is_motion_reduced()).then(|| {
                let (spent, shown, show) = (Cell::new(0), Cell::new((0, Millis::ZERO)), show.clone());
                Interval::new(FRAME_MILLIS, move || {
                    if document().hidden() || spent.get() >= ROUNDS * round_duration(&beats) - REST {
                        return;
                    }
                    spent.set(spent.get() + FRAME_MILLIS);
                    let (at, elapsed) = beat_at(&beats, spent.get() % round_duration(&beats));
                    let (shown_at, shown_elapsed) = shown.replace((at, elapsed));
                    if at != shown_at {
                        show(&beats[at]);
                    }
                    if (at, elapsed) != (shown_at, shown_elapsed) {
                        dispatch.emit(Action::Player(PlayerMsg::ShowElapsed(elapsed)));
                    }
                })
            });
            let timer = Rc::new(RefCell::new(timer));
            TOUCHES.map(|name| {
                let (timer, show) = (Rc::clone(&timer), show.clone());
                EventListener::new(&document(), name, move |event| {
                    timer.take();
                    // If the user opens one of the doors, the player goes back to where the loop begins.
                    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                    if name != "wheel"
                        && target.is_some_and(|target| target.closest(DOORS).is_ok_and(|door| door.is_some()))
                    {
                        show(&first);
                    }
                })
            })
        });
        move || drop(running)
    });
    let labels = intro::words(store.lang).intro_labels();
    let [title, text] = current.map_or(["", ""], |at| TEXTS[at](labels));
    html! { <><h3>{ title }</h3><p>{ text }</p></> }
}

/// The duration of one round, in milliseconds.
fn round_duration(beats: &[Beat]) -> u32 {
    beats.iter().map(|beat| beat.duration).sum::<u32>() + REST
}

/// The beat after some milliseconds of a round, and the virtual time that has passed in it.
fn beat_at(beats: &[Beat], spent: u32) -> (usize, Millis) {
    let mut left = spent;
    for (at, beat) in beats.iter().enumerate() {
        if left < beat.duration {
            return (at, share_of(beat.drain, left, beat.duration));
        }
        left -= beat.duration;
    }
    (beats.len().saturating_sub(1), Millis::ZERO)
}

/// The beats of the run; none if it isn't the one that the texts are about.
fn list_beats(store: &Store) -> Vec<Beat> {
    find_beats(store).unwrap_or_default()
}

fn find_beats(store: &Store) -> Option<Vec<Beat>> {
    let (events, moments) = (store.run.view.trace.events(), &store.run.view.moments);
    let event = |moment: &Moment| events.get(moment.events.checked_sub(1)?).map(|event| &event.what);
    let NameMatch::Exact(first) = MomentName::parse(gallery::FIRST_MOMENT)?.find_moment(events, moments) else {
        return None;
    };
    let Some(EventKind::Attempted(attempt)) = event(&moments[first]) else { return None };
    let find = |is: &dyn Fn(&Moment) -> bool| (first..moments.len()).find(|at| is(&moments[*at]));
    let dry_run = find(&|moment| moment.step == Step::Try(0))?;
    let victim = find(&|moment| matches!(moment.step, Step::Reprieve(0, _)))?;
    let drain = find(&|moment| matches!(event(moment), Some(EventKind::Terminating { .. })))?;
    let grace = match event(&moments[drain]) {
        Some(EventKind::Terminating { until, .. }) => until.saturating_since(events[moments[drain].events - 1].at),
        _ => Millis::ZERO,
    };
    let bound = find(&|moment| matches!(event(moment), Some(EventKind::Bound { pod, .. }) if *pod == attempt.pod))?;
    let runs = find(&|moment| matches!(event(moment), Some(EventKind::Running { pod, .. }) if *pod == attempt.pod))?;
    let beat = |moment, duration| Beat { moment, duration, drain: Millis::ZERO };
    Some(vec![
        beat(first, 2600),
        beat(dry_run, 2600),
        beat(victim, 2200),
        Beat { drain: grace, ..beat(drain, 3000) },
        beat(bound, 2200),
        beat(runs, 2200),
    ])
}

#[cfg(test)]
mod tests {
    use i18n::Lang;
    use page_state::{open_target::OpenTarget, testing::InlineWorker, update::reduce};
    use runlog::AttemptEnd;

    use super::*;

    fn open_intro() -> Store {
        let text = include_str!("../../../www/scenarios/preemption.yaml");
        let number = gallery::scenario_number(gallery::FIRST_SCENARIO).unwrap();
        InlineWorker::default()
            .apply_action(&Store::with_all_chunks(), Action::Open(OpenTarget::FirstVisit(number, text.into())))
    }

    #[test]
    fn the_loop_goes_from_the_shortage_to_the_running_pod() {
        let store = open_intro();
        let beats = list_beats(&store);
        assert_eq!((beats.len(), beats[0].moment), (TEXTS.len(), store.player.moment));
        assert!(beats.is_sorted_by(|one, next| one.moment < next.moment), "in the order of the run");
        let frame = |beat: &Beat| store.run.view.trace.frame_at(store.run.view.moments[beat.moment].events);
        let last = frame(&beats[5]);
        assert_eq!(last.pods["default/nginx-a"].status(), "Running");
        // A moment of the loop, or a part of a drain, leaves the welcome open; a step of the visitor closes it.
        let show = |at: usize| Action::Overlays(OverlayMsg::ShowIntroMoment(at));
        let (shown, _) = reduce(&store, show(beats[3].moment));
        assert!(shown.overlays.is_welcome_open && shown.player.moment == beats[3].moment);
        let (shown, _) = reduce(&shown, Action::Player(PlayerMsg::ShowElapsed(Millis::from_seconds(12))));
        assert!(shown.overlays.is_welcome_open && shown.player.elapsed == Millis::from_seconds(12));
        let (back, _) = reduce(&shown, show(beats[0].moment));
        assert_eq!((back.player.elapsed, back.overlays.is_welcome_open), (Millis::ZERO, true));
        assert!(!reduce(&shown, Action::Player(PlayerMsg::StepBy(1))).0.overlays.is_welcome_open);
    }

    #[test]
    fn seconds_of_a_drain_run_with_the_loop() {
        let beats = list_beats(&open_intro());
        let start: u32 = beats[..3].iter().map(|beat| beat.duration).sum();
        assert_eq!(beats[3].drain, Millis::from_seconds(30));
        assert_eq!(beat_at(&beats, start), (3, Millis::ZERO));
        assert_eq!(beat_at(&beats, start + 1800), (3, Millis::from_seconds(18)));
        assert_eq!(beat_at(&beats, round_duration(&beats) - 1), (5, Millis::ZERO));
    }

    /// The texts have the numbers of the run.
    #[test]
    fn the_texts_are_true() {
        let store = open_intro();
        let trace = &store.run.view.trace;
        let beats = list_beats(&store);
        let frame = |at: usize| trace.frame_at(store.run.view.moments[beats[at].moment].events);
        let cpu = |at: usize, node: bool| {
            let frame = frame(at);
            let used: i64 = frame.nodes["test-worker"].pods().map(|key| frame.pods[key].requests().milli_cpu).sum();
            let node_cpu = frame.nodes["test-worker"].allocatable().milli_cpu;
            if node { node_cpu / 1000 } else { (node_cpu - used) / 1000 }
        };
        let (preemptor, victim) = (frame(0).pods["default/nginx-a"].clone(), frame(0));
        let victim = victim.pods.iter().find(|(key, _)| **key != *"default/nginx-a").unwrap().1.clone();
        assert_eq!((preemptor.pod.priority(), victim.pod.priority()), (1_000_000, 0));
        let (needs, victim_needs) = (preemptor.requests().milli_cpu / 1000, victim.requests().milli_cpu / 1000);
        let waiting = trace.events().iter().rev().find_map(|event| match &event.what {
            EventKind::Attempted(summary) if matches!(summary.end, AttemptEnd::Failed { .. }) => Some(&summary.pod),
            _ => None,
        });
        let waiting_pod = frame(5).pods[waiting.unwrap()].clone();
        assert_eq!(waiting_pod.status(), "Pending");
        for lang in [Lang::En, Lang::Zh] {
            let labels = intro::words(lang).intro_labels();
            let has = |text: &str, numbers: &[i64]| {
                let words: Vec<&str> =
                    text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty()).collect();
                let expected: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                assert_eq!(words, expected, "{text}");
            };
            let in_english_order = match lang {
                Lang::En => [needs, cpu(0, false), cpu(0, true)],
                _ => [needs, cpu(0, true), cpu(0, false)],
            };
            has(&labels.short_why.replace("1,000,000", ""), &in_english_order);
            assert!(labels.short_why.contains("1,000,000"));
            has(labels.dry_run_why, &[i64::from(victim.pod.priority())]);
            has(labels.drain, &[30]);
            has(labels.drain_why, &[victim_needs]);
            has(labels.runs_why, &[waiting_pod.requests().milli_cpu / 1000, cpu(5, false)]);
        }
    }
}

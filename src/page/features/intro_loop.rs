//! The loop of a first visit: plays the next attempt again and again, until the visitor uses the page.

use std::{cell::Cell, rc::Rc};

use gloo::{
    events::EventListener,
    timers::callback::Interval,
    utils::{document, window},
};
use page_state::{actions::Action, overlays::OverlayMsg, run::Status, store::Store};
use yew::{Html, component, use_effect_with, use_memo, use_state_eq};

use crate::view::Props;

/// How long each moment is shown, in milliseconds.
const BEAT: u32 = 1300;
/// How many beats the last moment is shown.
const LAST_BEATS: usize = 2;
/// The maximum number of moments of a loop.
const MAX_MOMENTS: usize = 12;
/// The browser's events that end the loop.
const TOUCHES: [&str; 3] = ["pointerdown", "keydown", "wheel"];

/// Draws nothing; it only changes the current moment.
#[component]
pub fn IntroLoop(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let store = &view.store;
    let is_touched = use_state_eq(|| false);
    let is_ready = store.overlays.is_revealed
        && store.run.status == Status::Done
        && store.player.target.is_none()
        && store.gallery.scenario.is_some();
    let moments = use_memo((is_ready, store.run.number), |_| loop_moments(store));
    let dispatch = dispatch.clone();
    use_effect_with((is_ready, *is_touched), move |(is_ready, touched)| {
        let first = moments.first().copied().filter(|_| *is_ready && !*touched && moments.len() > 1 && !is_calm());
        let running = first.map(|first| {
            let show = move |at| Action::Overlays(OverlayMsg::ShowIntroMoment(at));
            // After the loop, the page is where it was before.
            let touches = TOUCHES.map(|name| {
                let (is_touched, dispatch) = (is_touched.clone(), dispatch.clone());
                EventListener::new(&document(), name, move |_| {
                    is_touched.set(true);
                    dispatch.emit(show(first));
                })
            });
            let beat = Cell::new(0);
            let timer = Interval::new(BEAT, move || {
                beat.set((beat.get() + 1) % (moments.len() + LAST_BEATS));
                dispatch.emit(show(moments[beat.get().min(moments.len() - 1)]));
            });
            (touches, timer)
        });
        move || drop(running)
    });
    Html::default()
}

/// Whether the visitor prefers reduced motion.
fn is_calm() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_none_or(|query| query.matches())
}

/// The moments of the current attempt, from the current one on.
fn loop_moments(store: &Store) -> Rc<[usize]> {
    let moments = &store.run.view.moments;
    let from = store.player.moment;
    let Some(first) = moments.get(from) else { return Rc::default() };
    let of_attempt = moments[from..].iter().take_while(|moment| moment.events == first.events).count();
    (from..from + of_attempt.min(MAX_MOMENTS)).collect()
}

#[cfg(test)]
mod tests {
    use page_state::{gallery, open_target::OpenTarget, testing::InlineWorker, update::reduce};
    use trace::steps::Step;

    use super::*;

    #[test]
    fn the_loop_is_a_dry_run_and_no_choice() {
        let text = include_str!("../../../www/scenarios/preemption.yaml");
        let number = gallery::scenario_number(gallery::FIRST_SCENARIO).unwrap();
        let store = InlineWorker::default()
            .apply_action(&Store::with_all_chunks(), Action::Open(OpenTarget::FirstVisit(number, text.into())));
        let moments = loop_moments(&store);
        assert_eq!(moments[0], store.player.moment);
        let steps: Vec<Step> = moments.iter().map(|at| store.run.view.moments[*at].step).collect();
        assert!(matches!(steps[..], [Step::Filter(0), .., Step::Failed]), "{steps:?}");
        // A moment of the loop leaves the welcome open; a step of the visitor closes it.
        let show = |at: usize| Action::Overlays(OverlayMsg::ShowIntroMoment(at));
        let (shown, _) = reduce(&store, show(moments[2]));
        assert!(shown.overlays.is_welcome_open && shown.player.moment == moments[2]);
        let (back, _) = reduce(&shown, show(moments[0]));
        assert_eq!((back.player.moment, back.overlays.is_welcome_open), (moments[0], true));
    }
}

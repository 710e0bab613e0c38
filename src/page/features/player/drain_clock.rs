//! Lets virtual time pass while pods terminate during playback: tiles, clock, inspector and playhead show the same seconds.

use std::cell::Cell;

use api::Millis;
use gloo::timers::callback::Interval;
use page_state::actions::{Action, player::PlayerMsg};
use yew::{Html, component, use_effect_with};

use crate::view::Props;

/// How often the time is updated, in milliseconds.
pub(crate) const FRAME_MILLIS: u32 = 100;

/// Draws nothing; it only changes the time.
#[component]
pub fn DrainClock(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let store = &view.store;
    let drain = store.run.view.drain_after(store.player.moment).filter(|_| store.player.is_playing);
    let dispatch = dispatch.clone();
    let dependencies = (drain, store.player.moment, store.run.number, store.current_pause());
    use_effect_with(dependencies, move |(drain, _, _, pause)| {
        let pause = *pause;
        let timer = drain.filter(|_| !ui::motion::is_motion_reduced()).map(|drain| {
            let spent = Cell::new(0);
            Interval::new(FRAME_MILLIS, move || {
                spent.set(spent.get() + FRAME_MILLIS);
                let elapsed = share_of(drain, spent.get(), pause);
                dispatch.emit(Action::Player(PlayerMsg::ShowElapsed(elapsed)));
            })
        });
        move || drop(timer)
    });
    Html::default()
}

/// The virtual time that has passed after a part of the time in which a drain is shown, in whole seconds.
pub(crate) fn share_of(drain: Millis, spent: u32, pause: u32) -> Millis {
    let millis = drain.to_millis() * u64::from(spent.min(pause)) / u64::from(pause.max(1));
    Millis::new(millis).round_down_to(Millis::from_seconds(1))
}

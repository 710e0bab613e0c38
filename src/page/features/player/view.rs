//! The player: buttons for back, play and forward, the timeline, and the speed and stride.

use api::Millis;
use i18n::format_clock;
use page_state::{
    actions::{
        Action,
        lesson::PredictionMsg,
        player::{PlayerMsg, Stride},
    },
    overlays::OverlayMsg,
    player::SPEEDS,
    run::{RunMsg, Status},
};
use ui::{callback::on_action, element::draw_button};
use web_sys::HtmlSelectElement;
use yew::{Callback, Event, Html, TargetCast, classes, component, html};

use crate::{
    features::timeline::view::{self as timeline, Timeline},
    view::{
        Props, View,
        dirty::{self, Slices},
    },
};

/// The slices of the state that the player and its timeline depend on.
pub(crate) const SLICES: Slices = timeline::SLICES | dirty::PLAYER | dirty::LESSON;

#[component]
pub fn Player(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (store, labels) = (&view.store, view.words);
    let lesson_labels = store.lang.lesson_labels();
    let (face_text, name) = if store.player.is_playing { ("▮▮", labels.pause) } else { ("▶", labels.play) };
    let [back_title, forward] = neighbor_titles(view);
    let is_open = store.overlays.has_lanes_open;
    html! {
        <section id="player" class={classes!("player", is_open.then_some("open"))} aria-label={view.landmark_name(labels.timeline)} tabindex="-1">
            <div class="controls">
                <div class="buttons">
                    { draw_button(&back_title, "icon", html! { "←" }, on_action(dispatch, Action::Player(PlayerMsg::Step(false)))) }
                    { draw_button(name, "icon play", html! { face_text }, on_action(dispatch, Action::Player(PlayerMsg::Toggle))) }
                    { draw_button(&forward, "icon", html! { "→" }, on_action(dispatch, Action::Player(PlayerMsg::Step(true)))) }
                </div>
                <output class="clock">
                    <b>{ format_clock(view.frame.now) }</b>
                    <span>{ progress_text(view) }</span>
                </output>
                if store.lesson.current.is_none() {
                    <button type="button" class="plain predict" aria-pressed={store.lesson.predictions.is_on.to_string()}
                        title={lesson_labels.predict_hint} onclick={on_action(dispatch, Action::Prediction(PredictionMsg::SetOn(!store.lesson.predictions.is_on)))}>{ lesson_labels.predict }</button>
                }
            </div>
            <Timeline ..Props::with_slices(timeline::SLICES, view, dispatch) />
            <div class="pace">
                if store.run.status == Status::Working {
                    <button type="button" class="plain cancel" onclick={on_action(dispatch, Action::Run(RunMsg::Cancel))}>{ labels.cancel }</button>
                }
                if !view.frame.pod_groups.is_empty() {
                    <button type="button" class="plain group-toggle" aria-expanded={store.overlays.is_group_sheet_open.to_string()} aria-controls="inspector"
                        onclick={on_action(dispatch, Action::Overlays(OverlayMsg::SetGroupSheetOpen(!store.overlays.is_group_sheet_open)))}>{ store.lang.group_page_name() }</button>
                }
                { draw_speed(view, dispatch) }
                { draw_stride(view, dispatch) }
                <button type="button" class="plain lanes-toggle" aria-expanded={is_open.to_string()} aria-label={labels.timeline} title={store.lang.timeline_labels().lanes}
                    onclick={on_action(dispatch, Action::Overlays(OverlayMsg::SetLanesOpen(!is_open)))}><span class="word">{ labels.timeline }</span><span aria-hidden="true">{ if is_open { " ▾" } else { " ▴" } }</span></button>
            </div>
        </section>
    }
}

/// The labels of the buttons for back and forward, including the titles of their moments.
fn neighbor_titles(view: &View) -> [String; 2] {
    let titled = |name: &str, title: &Option<String>| match title {
        Some(title) => format!("{name}: {title}"),
        None => name.to_owned(),
    };
    let [before, after] = &view.neighbor_titles;
    [titled(view.words.back, before), titled(view.words.forward, after)]
}

/// A drop-down list whose values are indices.
fn draw_choice(
    class: &'static str,
    label: &str,
    names: impl Iterator<Item = (usize, String)>,
    current: usize,
    choose: impl Fn(usize) + 'static,
) -> Html {
    let onchange = Callback::from(move |event: Event| {
        if let Ok(at) = event.target_unchecked_into::<HtmlSelectElement>().value().parse() {
            choose(at);
        }
    });
    let options = names.map(|(at, name)| {
        html! { <option value={at.to_string()} selected={at == current}>{ name }</option> }
    });
    html! { <select {class} aria-label={label.to_owned()} title={label.to_owned()} {onchange}>{ for options }</select> }
}

/// The choice of the playback speed.
fn draw_speed(view: &View, dispatch: &Callback<Action>) -> Html {
    let current_index = view.store.player.speed;
    let names = SPEEDS.iter().map(|percent| format_rate(*percent)).enumerate();
    let dispatch = dispatch.clone();
    draw_choice("rate", view.words.speed, names, current_index, move |at| {
        dispatch.emit(Action::Player(PlayerMsg::ChangeSpeed(at.cast_signed().saturating_sub_unsigned(current_index))));
    })
}

/// The choice of the stride, limited to those that the run supports.
fn draw_stride(view: &View, dispatch: &Callback<Action>) -> Html {
    let (store, labels) = (&view.store, view.words);
    let (pace, marks) = (store.player.mode, &store.run.view.landmarks);
    let has = |stride: Stride| match stride {
        Stride::Landmark(landmark) => marks.has_any(landmark) || pace.stride == stride,
        _ => true,
    };
    let strides = Stride::ALL.into_iter().enumerate().filter(|(_, stride)| has(*stride));
    let names = strides.map(|(at, stride)| (at, stride.name(labels).to_owned()));
    let current = Stride::ALL.iter().position(|stride| *stride == pace.stride).unwrap_or(0);
    let dispatch = dispatch.clone();
    draw_choice("stride", labels.stride, names, current, move |at| {
        dispatch.emit(Action::Player(PlayerMsg::SetStride(Stride::ALL[at])));
    })
}

/// The position of the playhead, or the progress of the engine.
fn progress_text(view: &View) -> String {
    let (store, labels) = (&view.store, view.words);
    let events = store.run.view.trace.events();
    let step = store.lang.step_of_run(store.player.moment, store.run.last_moment());
    match store.run.status {
        Status::Working if events.is_empty() => labels.working.to_owned(),
        Status::Working => {
            let until = events.last().map_or(Millis::ZERO, |event| event.at);
            format!("{} {} · {}", labels.working, events.len(), format_clock(until))
        }
        Status::Cancelled => format!("{step} · {}", labels.cancelled),
        Status::Broken => format!("{step} · {}", store.lang.notice_labels().broken),
        Status::Done | Status::Rejected => step,
    }
}

fn format_rate(percent: u32) -> String {
    match percent {
        25 => "¼×".into(),
        50 => "½×".into(),
        percent => format!("{}×", percent / 100),
    }
}

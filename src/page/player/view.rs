//! The player: back, play and forward, the axis of time with the lanes below it, and how fast and how far it goes.

use web_sys::HtmlSelectElement;
use yew::{Callback, Event, Html, TargetCast, classes, component, html};

use crate::acts::Playing;
use crate::front::Showing;
use crate::lesson::Learning;
use crate::player::{SPEEDS, Stride};
use crate::run::{Running, Status};
use crate::sees;
use crate::sees::Sees;
use crate::store::Action;
use crate::timeline::view as timeline;
use crate::timeline::view::Timeline;
use crate::view::{Props, View, button, on};
use api::Millis;
use words::clock;

/// What the player draws, with the timeline in it.
pub(crate) const SEES: Sees = timeline::SEES | sees::PLAYER | sees::COURSE;

/// The player.
#[component]
pub fn Player(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let (store, words) = (&view.store, view.words);
    let asks = store.lang.lesson();
    let (face, name) = if store.player.playing { ("▮▮", words.pause) } else { ("▶", words.play) };
    let time = view.event.as_ref().map_or(Millis::ZERO, |event| event.at);
    let [back, forward] = around(view);
    let open = store.front.lanes;
    html! {
        <section id="player" class={classes!("player", open.then_some("open"))} aria-label={words.timeline} tabindex="-1">
            <div class="controls">
                <div class="buttons">
                    { button(&back, "icon", html! { "←" }, on(act, Action::Player(Playing::Step(false)))) }
                    { button(name, "icon play", html! { face }, on(act, Action::Player(Playing::Toggle))) }
                    { button(&forward, "icon", html! { "→" }, on(act, Action::Player(Playing::Step(true)))) }
                </div>
                <output class="clock">
                    <b>{ clock(time) }</b>
                    <span>{ progress(view) }</span>
                </output>
                if store.course.taken.is_none() {
                    <button type="button" class="plain predict" aria-pressed={store.course.predict.on.to_string()}
                        title={asks.predict_hint} onclick={on(act, Action::Lesson(Learning::Predict(!store.course.predict.on)))}>{ asks.predict }</button>
                }
            </div>
            <Timeline ..Props::seeing(timeline::SEES, view, act) />
            <div class="pace">
                if store.run.status == Status::Working {
                    <button type="button" class="plain cancel" onclick={on(act, Action::Run(Running::Cancel))}>{ words.cancel }</button>
                }
                { speed(view, act) }
                { stride(view, act) }
                <button type="button" class="plain lanes-toggle" aria-expanded={open.to_string()} aria-label={words.timeline} title={store.lang.timeline().lanes}
                    onclick={on(act, Action::Front(Showing::Lanes(!open)))}><span class="word">{ words.timeline }</span><span aria-hidden="true">{ if open { " ▾" } else { " ▴" } }</span></button>
            </div>
        </section>
    }
}

/// What the ways back and forward are called: with what is seen there.
fn around(view: &View) -> [String; 2] {
    let named = |name: &str, title: &Option<String>| match title {
        Some(title) => format!("{name}: {title}"),
        None => name.to_owned(),
    };
    let [before, after] = &view.around;
    [named(view.words.back, before), named(view.words.forward, after)]
}

/// A choice of one of a few, by its place among them.
fn choice(
    class: &'static str,
    label: &str,
    names: impl Iterator<Item = (usize, String)>,
    chosen: usize,
    choose: impl Fn(usize) + 'static,
) -> Html {
    let onchange = Callback::from(move |event: Event| {
        if let Ok(at) = event.target_unchecked_into::<HtmlSelectElement>().value().parse() {
            choose(at);
        }
    });
    let options = names.map(|(at, name)| {
        html! { <option value={at.to_string()} selected={at == chosen}>{ name }</option> }
    });
    html! { <select {class} aria-label={label.to_owned()} title={label.to_owned()} {onchange}>{ for options }</select> }
}

/// How fast it plays.
fn speed(view: &View, act: &Callback<Action>) -> Html {
    let now = view.store.player.speed;
    let names = SPEEDS.iter().map(|percent| rate(*percent)).enumerate();
    let act = act.clone();
    choice("rate", view.words.speed, names, now, move |at| {
        act.emit(Action::Player(Playing::Speed(at.cast_signed().saturating_sub_unsigned(now))));
    })
}

/// How far a step goes: to what the run has.
fn stride(view: &View, act: &Callback<Action>) -> Html {
    let (store, words) = (&view.store, view.words);
    let (pace, marks) = (store.player.pace, &store.run.trace.landmarks);
    let has = |stride: Stride| match stride {
        Stride::Landmark(landmark) => marks.any(landmark) || pace.stride == stride,
        _ => true,
    };
    let there = Stride::ALL.into_iter().enumerate().filter(|(_, stride)| has(*stride));
    let names = there.map(|(at, stride)| (at, stride.name(words).to_owned()));
    let chosen = Stride::ALL.iter().position(|stride| *stride == pace.stride).unwrap_or(0);
    let act = act.clone();
    choice("stride", words.stride, names, chosen, move |at| {
        act.emit(Action::Player(Playing::Stride(Stride::ALL[at])));
    })
}

/// Where the playhead stands, or how far the engine is.
fn progress(view: &View) -> String {
    let (store, words) = (&view.store, view.words);
    let events = store.run.trace.trace.events();
    let step = store.lang.at_step(store.player.at, store.run.last());
    match store.run.status {
        Status::Working if events.is_empty() => words.working.to_owned(),
        Status::Working => {
            let until = events.last().map_or(Millis::ZERO, |event| event.at);
            format!("{} {} · {}", words.working, events.len(), clock(until))
        }
        Status::Cancelled => format!("{step} · {}", words.cancelled),
        Status::Broken => format!("{step} · {}", store.lang.care().broken),
        Status::Done | Status::Rejected => step,
    }
}

fn rate(percent: u32) -> String {
    match percent {
        25 => "¼×".into(),
        50 => "½×".into(),
        percent => format!("{}×", percent / 100),
    }
}

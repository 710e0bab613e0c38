//! The buttons, the slider, and the lanes below them.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::{Callback, Html, InputEvent, component, html, use_state_eq};

use crate::acts::Playing;
use crate::lesson::Learning;
use crate::player::{Landmark, SPEEDS, Stride};
use crate::run::{Running, Status};
use crate::sees;
use crate::sees::Sees;
use crate::store::Action;
use crate::timeline::lanes;
use crate::timeline::lanes::{Marks, Timeline};
use crate::view::{Props, View, button, on};
use api::Millis;
use words::clock;

/// What the player draws, with the timeline in it.
pub const SEES: Sees = lanes::SEES | sees::PLAYER | sees::COURSE | sees::SHARE;

/// The player.
#[component]
pub fn Player(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let (store, words) = (&view.store, view.words);
    let asks = store.lang.lesson();
    let (face, name) = if store.player.playing { ("▮▮", words.pause) } else { ("▶", words.play) };
    let tall = use_state_eq(|| false);
    let more = store.lang.timeline();
    let (arrow, size) = if *tall { ("▾", more.lower) } else { ("▴", more.taller) };
    let enlarge = {
        let tall = tall.clone();
        Callback::from(move |_| tall.set(!*tall))
    };
    let time = view.event.as_ref().map_or(Millis::ZERO, |event| event.at);
    html! {
        <section id="player" class={if *tall { "player tall" } else { "player" }} aria-label={words.timeline} tabindex="-1">
            <div class="controls">
            <div class="buttons">
                { button(words.home, "icon", html! { "|◀" }, on(act, Action::Player(Playing::Home))) }
                { button(words.back, "icon", html! { "←" }, on(act, Action::Player(Playing::Step(false)))) }
                { button(name, "icon play", html! { face }, on(act, Action::Player(Playing::Toggle))) }
                { button(words.forward, "icon", html! { "→" }, on(act, Action::Player(Playing::Step(true)))) }
                { button(words.end, "icon", html! { "▶|" }, on(act, Action::Player(Playing::End))) }
            </div>
            if store.course.taken.is_none() { <div class="switch"><button type="button" class="predict" aria-pressed={store.course.predict.on.to_string()}
                title={asks.predict_hint} onclick={on(act, Action::Lesson(Learning::Predict(!store.course.predict.on)))}>{ asks.predict }</button></div> }
            { slider(view, act) }
            <output class="clock" title={words.timeline}>
                <b>{ clock(time) }</b>
                <span>{ progress(view) }</span>
            </output>
            if store.run.status == Status::Working {
                <button type="button" class="plain" onclick={on(act, Action::Run(Running::Cancel))}>{ words.cancel }</button>
            }
            <div class="buttons speed" role="group" aria-label={words.speed}>
                { button(words.slower, "icon", html! { "−" }, on(act, Action::Player(Playing::Speed(-1)))) }
                <span class="rate">{ rate(SPEEDS[store.player.speed]) }</span>
                { button(words.faster, "icon", html! { "+" }, on(act, Action::Player(Playing::Speed(1)))) }
            </div>
            { stride(view, act) }
            { landmarks(view, act) }
            { button(size, "icon taller", html! { arrow }, enlarge) }
            </div>
            <Timeline ..Props::seeing(lanes::SEES, view, act) />
        </section>
    }
}

/// How far a step goes, and whether the stage follows.
fn stride(view: &View, act: &Callback<Action>) -> Html {
    let (lang, pace) = (view.store.lang, view.store.player.pace);
    let strides = [
        (Stride::Check, lang.words().stride_check),
        (Stride::Phase, lang.words().stride_phase),
        (Stride::Cycle, lang.words().stride_cycle),
    ];
    let strides = strides.into_iter().map(|(stride, name)| {
        let pressed = (pace.stride == stride).to_string();
        html! { <button type="button" aria-pressed={pressed} onclick={on(act, Action::Player(Playing::Stride(stride)))}>{ name }</button> }
    });
    let follow = lang.words().follow;
    html! {
        <div class="strides">
            <div class="switch" role="group" aria-label={lang.words().stride}>{ for strides }</div>
            <div class="switch">
                <button type="button" aria-pressed={(!pace.stays).to_string()} aria-label={follow} title={follow}
                    onclick={on(act, Action::Player(Playing::Stay(!pace.stays)))}>{ "◎" }</button>
            </div>
        </div>
    }
}

/// Ways to what is worth seeing, where there is such a thing.
fn landmarks(view: &View, act: &Callback<Action>) -> Html {
    let lang = view.store.lang;
    let all = [
        (Landmark::Preemption, lang.words().to_preemption, view.words.next_preemption.to_owned()),
        (Landmark::Failure, lang.words().to_failure, lang.words().next_failure.to_owned()),
        (Landmark::Binding, lang.words().to_binding, lang.words().next_binding.to_owned()),
    ];
    let found = all.into_iter().filter(|(landmark, ..)| view.store.run.trace.landmarks.next(*landmark, 0).is_some());
    let buttons = found.map(|(landmark, face, name)| {
        html! {
            <button type="button" aria-label={name.clone()} title={name} onclick={on(act, Action::Player(Playing::Next(landmark)))}>{ face }</button>
        }
    });
    let buttons: Vec<Html> = buttons.collect();
    if buttons.is_empty() {
        return Html::default();
    }
    html! { <div class="next"><span aria-hidden="true">{ lang.words().next }</span><div class="switch">{ for buttons }</div></div> }
}

/// Where the playhead stands, or how far the engine is.
fn progress(view: &View) -> String {
    let (store, words) = (&view.store, view.words);
    let events = store.run.trace.trace.events();
    match store.run.status {
        Status::Working if events.is_empty() => words.working.to_owned(),
        Status::Working => {
            let until = events.last().map_or(Millis::ZERO, |event| event.at);
            format!("{} {} · {}", words.working, events.len(), clock(until))
        }
        Status::Cancelled => format!("{} / {} · {}", store.player.at, store.run.last(), words.cancelled),
        Status::Broken => format!("{} / {} · {}", store.player.at, store.run.last(), view.store.lang.care().broken),
        Status::Done | Status::Rejected => format!("{} / {}", store.player.at, store.run.last()),
    }
}

fn slider(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let store = &view.store;
    let ((first, last), at) = (store.bounds(), store.player.at);
    let sender = act.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(at) = input.and_then(|input| input.value().parse().ok()) {
            sender.emit(Action::Player(Playing::Seek(at)));
        }
    });
    html! {
        <div class="slider">
            // Marks stand along the whole run.
            if (first, last) == (0, store.run.last()) { <Marks ..Props::seeing(lanes::MARKS, view, act) /> }
            <input type="range" min={first.to_string()} max={last.to_string()} value={at.to_string()} {oninput}
                aria-label={view.words.timeline} aria-valuetext={format!("{at} / {last}: {}", view.story.title)} />
        </div>
    }
}

fn rate(percent: u32) -> String {
    match percent {
        25 => "¼×".into(),
        50 => "½×".into(),
        percent => format!("{}×", percent / 100),
    }
}

//! The axis of time as it is drawn: one thin strip, with the playhead, whether lanes stand below it or not.

use yew::{Callback, Html, classes, html};

use crate::acts::Playing;
use crate::bookmarks::view as bookmarks;
use crate::store::Action;
use crate::timeline::axis::{Axis, Range};
use crate::timeline::hands;
use crate::timeline::hands::Grip;
use crate::timeline::kept::{BINS, LaneCache};
use crate::timeline::row::{left, stretch};
use crate::view::{View, on, placed};
use words::clock;

/// Its height, in pixels. The lanes begin below it.
pub(crate) const HEIGHT: usize = 44;

/// How the axis is drawn.
pub struct Flags {
    /// Opens a fold, or closes it.
    pub unfold: Callback<u64>,
    /// Whether the lanes are seen below it.
    pub shows: bool,
    /// The first moment that can be gone to, and the last.
    pub bounds: (usize, usize),
}

/// The axis: times, how many pods wait and run, what is worth a mark, bookmarks, and the playhead.
pub fn strip(
    view: &View,
    act: &Callback<Action>,
    kept: &LaneCache,
    (axis, range): (&Axis, Range),
    now: u64,
    Flags { unfold, shows, bounds }: &Flags,
) -> Html {
    let (store, more) = (&view.store, view.store.lang.timeline());
    let [all, waits] = kept.crowd.2.clone();
    let marks = kept.marks.1.iter().filter_map(|(at, class)| {
        let style = left(range, axis.of_moment(*at))?;
        Some(placed(&style, html! { <i class={*class}></i> }))
    });
    let ticks = axis.ticks(range, 8);
    let ticks =
        // What stands near the end is written before its place.
        ticks.iter().filter_map(|(at, text)| {
            let late = (range.share(hands::place(*at)) > 0.92).then_some("late");
            Some(placed(&left(range, *at)?, html! { <b class={late}>{ text.clone() }</b> }))
        });
    let flags = store.bookmarks.iter().filter_map(|mark| {
        let style = left(range, axis.of_moment(mark.at))?;
        let title = if mark.name.is_empty() { bookmarks::when(view, mark.at) } else { mark.name.clone() };
        let flag = html! { <button type="button" class="flag" tabindex="-1" title={title.clone()} aria-label={title} onclick={on(act, Action::Player(Playing::Seek(mark.at)))}></button> };
        Some(placed(&style, flag))
    });
    let folds = axis.folds.iter().filter_map(|fold| {
        let (from, to) = axis.of_fold(fold);
        let (left, right) = range.cells(from, to).filter(|(left, right)| right > left)?;
        let long = clock(fold.lasts());
        let told = store.lang.folded(&long, fold.cycles);
        let face = html! { <>{ "⋯" }if !fold.open { <span>{ format!(" {long}") }</span> }</> };
        let (unfold, from) = (unfold.clone(), fold.from);
        let onclick = Callback::from(move |_| unfold.emit(from));
        // The thin axis only tells of it.
        if !shows {
            return Some(placed(&stretch(left, right), html! { <i class="fold" title={told}>{ face }</i> }));
        }
        let drawn = html! { <button type="button" class="fold" aria-expanded={fold.open.to_string()} title={told.clone()} aria-label={told} {onclick}>{ face }</button> };
        Some(placed(&stretch(left, right), drawn))
    });
    let onkeydown = {
        let act = act.clone();
        Callback::from(move |key: yew::KeyboardEvent| {
            let by = match key.key().as_str() {
                "ArrowUp" => 1,
                "ArrowDown" => -1,
                "PageUp" => 10,
                "PageDown" => -10,
                _ => return,
            };
            key.prevent_default();
            act.emit(Action::Player(Playing::StepBy(by)));
        })
    };
    let grip = html! {
        <i class={classes!("grip", range.cells(now, now).is_none().then_some("hidden"))} role="slider" tabindex="0" {onkeydown}
            aria-label={more.playhead} aria-valuemin={bounds.0.to_string()} aria-valuemax={bounds.1.to_string()}
            aria-valuenow={store.player.at.to_string()} aria-valuetext={bookmarks::when(view, store.player.at)}></i>
    };
    let later = hands::cell(range.share(hands::place(now)));
    html! {
        <div class="lane-line ruler">
            <span class="lane-side"></span>
            <span class="track" data-grip={Grip::RULER}>
                <span class="marks" aria-hidden="true">
                    <svg viewBox={format!("0 0 {BINS} 100")} preserveAspectRatio="none"><path class="has" d={all} /><path class="waits" d={waits} /></svg>
                    { for ticks }
                    { for marks }
                    { placed(&stretch(later, 10_000), html! { <i class="to-come"></i> }) }
                    if let Some(style) = left(range, now) { { placed(&style, html! { <i class="head"></i> }) } }
                </span>
                { for folds }
                { for flags }
                { placed(&left(range, now).unwrap_or_default(), grip) }
            </span>
        </div>
    }
}

//! The time axis: a thin strip with the playhead, with or without lanes below it.

use i18n::format_clock;
use page_state::actions::{Action, player::PlayerMsg};
use ui::{callback::on_action, element::with_style};
use yew::{Callback, Html, classes, html};

use crate::{
    features::{
        bookmarks,
        timeline::lane_row::{left_percent, stretch_style},
    },
    view::{
        View,
        timeline::{
            axis::AxisWindow,
            cache::{CROWD_BINS, LaneCache},
            pointer::{self, PointerGrip},
        },
    },
};

/// The height of the strip, in pixels, below which the lanes begin.
pub(crate) const STRIP_HEIGHT: usize = 44;

/// The share of the axis beyond which a label could overflow its end.
const LATE_SHARE: f64 = 0.85;

/// The minimum distance, as a share of an axis of medium width, between labels that are written toward each other.
const MEETING_SHARE: f64 = 0.2;

pub struct StripOptions {
    /// Opens or closes a fold, by its start time.
    pub on_toggle_fold: Callback<u64>,
    /// Whether the lanes are visible below it.
    pub has_lanes: bool,
    /// The first and the last moment that can be reached.
    pub bounds: (usize, usize),
}

/// The axis: times, numbers of waiting and placed pods, marks, bookmarks, and the playhead.
pub fn draw_strip(
    view: &View,
    dispatch: &Callback<Action>,
    lane_cache: &LaneCache,
    AxisWindow { axis, range }: AxisWindow<'_>,
    now: u64,
    StripOptions { on_toggle_fold: unfold, has_lanes: shows, bounds }: &StripOptions,
) -> Html {
    let (store, timeline_labels) = (&view.store, view.store.lang.timeline_labels());
    let [all, pending_outline] = lane_cache.crowd_outlines.2.clone();
    let marks = lane_cache.marks.1.iter().filter_map(|(at, class)| {
        let style = left_percent(range, axis.moment_place(*at))?;
        Some(with_style(&style, html! { <i class={*class}></i> }))
    });
    let ticks: Vec<(u64, f64, String)> = axis
        .tick_labels(range, 8)
        .into_iter()
        .map(|(place, text)| (place, range.share_of(pointer::to_place(place)), text))
        .collect();
    let ticks = ticks.iter().enumerate().filter_map(|(index, (place, share, text))| {
        // A label near the end is written to the left of its place, where it could meet the previous one.
        let is_late = |share: f64| share > LATE_SHARE;
        let is_met = ticks.get(index + 1).is_some_and(|(_, next, _)| is_late(*next) && next - share < MEETING_SHARE);
        let class = if is_late(*share) { Some("late") } else { is_met.then_some("met") };
        Some(with_style(&left_percent(range, *place)?, html! { <b {class}>{ text.clone() }</b> }))
    });
    let flags = store.bookmarks.iter().filter_map(|bookmark| {
        let style = left_percent(range, axis.moment_place(bookmark.at))?;
        let title = if bookmark.name.is_empty() { bookmarks::moment_label(view, bookmark.at) } else { bookmark.name.clone() };
        let button = html! { <button type="button" class="flag" tabindex="-1" title={title.clone()} aria-label={title} onclick={on_action(dispatch, Action::Player(PlayerMsg::Seek(bookmark.at)))}></button> };
        Some(with_style(&style, button))
    });
    let folds = axis.folds.iter().filter_map(|fold| {
        let (from, to) = axis.fold_bounds(fold);
        let (left, right) = range.to_cells(from, to).filter(|(left, right)| right > left)?;
        let long = format_clock(fold.duration());
        let text = store.lang.folded_stretch(&long, fold.cycles);
        let face_html = html! { <>{ "⋯" }if !fold.is_open { <span>{ format!(" {long}") }</span> }</> };
        let (unfold, from) = (unfold.clone(), fold.from);
        let onclick = Callback::from(move |_| unfold.emit(from));
        // The thin axis shows a fold without a button.
        if !shows {
            return Some(with_style(&stretch_style(left, right), html! { <i class="fold" title={text}>{ face_html }</i> }));
        }
        let button = html! { <button type="button" class="fold" aria-expanded={fold.is_open.to_string()} title={text.clone()} aria-label={text} {onclick}>{ face_html }</button> };
        Some(with_style(&stretch_style(left, right), button))
    });
    let onkeydown = {
        let dispatch = dispatch.clone();
        Callback::from(move |key: yew::KeyboardEvent| {
            let step = match key.key().as_str() {
                "ArrowUp" => 1,
                "ArrowDown" => -1,
                "PageUp" => 10,
                "PageDown" => -10,
                _ => return,
            };
            key.prevent_default();
            dispatch.emit(Action::Player(PlayerMsg::StepBy(step)));
        })
    };
    let grip = html! {
        <i class={classes!("grip", range.to_cells(now, now).is_none().then_some("hidden"))} role="slider" tabindex="0" {onkeydown}
            aria-label={timeline_labels.playhead} aria-valuemin={bounds.0.to_string()} aria-valuemax={bounds.1.to_string()}
            aria-valuenow={store.player.moment.to_string()} aria-valuetext={bookmarks::moment_label(view, store.player.moment)}></i>
    };
    let later = pointer::share_to_cell(range.share_of(pointer::to_place(now)));
    html! {
        <div class="lane-line ruler">
            <span class="lane-side"></span>
            <span class="track" data-grip={PointerGrip::RULER}>
                <span class="marks" aria-hidden="true">
                    <svg viewBox={format!("0 0 {CROWD_BINS} 100")} preserveAspectRatio="none"><path class="has" d={all} /><path class="waits" d={pending_outline} /></svg>
                    { for ticks }
                    { for marks }
                    { with_style(&stretch_style(later, 10_000), html! { <i class="to-come"></i> }) }
                    if let Some(style) = left_percent(range, now) { { with_style(&style, html! { <i class="head"></i> }) } }
                </span>
                { for folds }
                { for flags }
                { with_style(&left_percent(range, now).unwrap_or_default(), grip) }
            </span>
        </div>
    }
}

//! The lane of a pod: its activities over time, its grace period as a wedge, and marks that open an attempt.
#![allow(clippy::cast_precision_loss)] // places on a screen

use i18n::{Lang, format_clock, short_pod_name};
use page_state::{
    actions::{Action, player::PlayerMsg, selection::SelectionMsg},
    run_view::RunView,
};
use runlog::Point;
use scene::priority::format_priority;
use stage::draw::shield::draw_guard_shield;
use trace::{
    budget_guard::GuardingBudgets,
    lanes::{Activity, Edge, Lane, Sign, Stretch},
    steps::Step,
};
use ui::{callback::on_action, element::with_style};
use yew::{Callback, Html, MouseEvent, classes, html};

use crate::view::{
    View,
    timeline::{
        axis::{AxisRange, AxisWindow, TimeAxis, cells_to_percent},
        pointer::{self, PointerGrip},
    },
};

/// Spans narrower than this, in ten-thousandths of the visible width, are merged with their neighbors.
const MIN_STRETCH: u32 = 5;

/// The open attempt, and what the marks of attempts do. An attempt is identified by the number of events up to its report.
#[derive(Clone, PartialEq)]
pub struct AttemptMarks {
    pub open_attempt: Option<usize>,
    /// Opens or closes an attempt.
    pub(crate) on_toggle: Callback<usize>,
    /// Whether the marks of every lane are tab stops, or only those of the selected pod.
    pub is_every_mark_tabbable: bool,
}

fn activity_class(state: Activity) -> &'static str {
    match state {
        Activity::Active => "seg active",
        Activity::Backoff => "seg backoff",
        Activity::Unschedulable => "seg unschedulable",
        Activity::Gated => "seg gated",
        Activity::Nominated => "seg nominated",
        Activity::Creating => "seg creating",
        Activity::Running => "seg running",
        Activity::Terminating => "seg terminating",
        Activity::Succeeded => "seg succeeded",
        Activity::Failed => "seg failed",
    }
}

fn activity_name(lang: Lang, state: Option<Activity>) -> &'static str {
    let timeline_labels = lang.timeline_labels();
    match state {
        Some(Activity::Active) => timeline_labels.state_active,
        Some(Activity::Backoff) => timeline_labels.state_backoff,
        Some(Activity::Unschedulable) => timeline_labels.state_unschedulable,
        Some(Activity::Gated) => timeline_labels.state_gated,
        Some(Activity::Nominated) => timeline_labels.state_nominated,
        Some(Activity::Creating) => timeline_labels.state_creating,
        Some(Activity::Running) => timeline_labels.state_running,
        Some(Activity::Terminating) => timeline_labels.state_terminating,
        Some(Activity::Succeeded) => timeline_labels.state_succeeded,
        Some(Activity::Failed) => timeline_labels.state_failed,
        None => timeline_labels.state_none,
    }
}

pub(super) fn sign_text(lang: Lang, sign: Sign) -> (&'static str, &'static str, &'static str) {
    let timeline_labels = lang.timeline_labels();
    match sign {
        Sign::Preempts => ("sign preempts", "◆", timeline_labels.sign_preempts),
        Sign::Fails => ("sign fails", "✗", timeline_labels.sign_fails),
        Sign::Bound => ("sign bound", "●", timeline_labels.sign_bound),
    }
}

pub(super) fn left_percent(range: AxisRange, axis_position: u64) -> Option<String> {
    range.to_cells(axis_position, axis_position).map(|(cell, _)| format!("left: {}", cells_to_percent(cell)))
}

pub(super) fn stretch_style(from: u32, to: u32) -> String {
    format!("left: {}; width: {}", cells_to_percent(from), cells_to_percent(to - from))
}

/// The index of the moment that a mark leads to: the step of the attempt that it is about.
fn sign_moment(run_view: &RunView, edge: Edge, sign: Sign) -> usize {
    let is_meant = |step: Step| match sign {
        Sign::Preempts => step == Step::Eligible,
        Sign::Fails => step == Step::Failed,
        Sign::Bound => step == Step::Point(Point::Bind),
    };
    let first = run_view.moments.partition_point(|moment| moment.events < edge.events);
    let moments_of_edge = run_view.moments[first..].iter().take_while(|moment| moment.events == edge.events);
    first + moments_of_edge.map(|moment| moment.step).position(is_meant).unwrap_or(0)
}

/// The path of a termination, as far as it is visible: as high as a lane at its beginning, and pointed at its end. One without an end keeps its
/// height.
fn shutdown_path(range: AxisRange, from: u64, to: Option<u64>) -> String {
    let (from, end) = (pointer::to_place(from), to.map(pointer::to_place));
    let grace_share =
        |axis_position: f64| end.map_or(1.0, |end| ((end - axis_position) / (end - from).max(1.0)).clamp(0.0, 1.0));
    let heights = [grace_share(range.from.max(from)), grace_share(range.to.min(end.unwrap_or(range.to)))];
    let [(a, b), (c, d)] = heights.map(|height| (6.0 - height * 5.5, 6.0 + height * 5.5));
    format!("M0 {a:.2}L100 {c:.2}V{d:.2}L0 {b:.2}Z")
}

/// The content of a span.
fn stretch_content(state: Activity, grace: impl FnOnce() -> String) -> Html {
    if state != Activity::Terminating {
        return Html::default();
    }
    html! { <svg viewBox="0 0 100 12" preserveAspectRatio="none"><path class="grace" d={grace()} /></svg> }
}

/// An activity in the legend.
pub fn draw_sample(lang: Lang, state: Activity) -> Html {
    let grace = || shutdown_path(AxisRange { from: 0.0, to: 1.0 }, 0, Some(1));
    html! { <li><i class={activity_class(state)}>{ stretch_content(state, grace) }</i>{ activity_name(lang, Some(state)) }</li> }
}

/// The lane of a pod: its name, and its track.
pub fn draw_lane(
    view: &View,
    dispatch: &Callback<Action>,
    lane: &Lane,
    AxisWindow { axis, range }: AxisWindow<'_>,
    marks: &AttemptMarks,
    run_label: Option<&str>,
) -> Html {
    let (store, lang) = (&view.store, view.store.lang);
    let events = store.moment().map_or(0, |moment| moment.events);
    let is_selected = store.selection.pod.as_ref() == Some(&lane.pod);
    let short = short_pod_name(&lane.pod).to_owned();
    let guards = lane_budgets(view, lane);
    let mut label =
        format!("{short}, {} {}, {}", view.words.priority, lane.priority, activity_name(lang, lane.state_at(events)));
    if !guards.0.is_empty() {
        label = format!("{label}, {}", lang.pod_budgets_text(&guards));
    }
    let tab_index = if marks.is_every_mark_tabbable || is_selected { "0" } else { "-1" };
    html! {
        <>
            <button type="button" class={classes!("lane-side", "lane-name", view.priority_class(lane.priority), is_selected.then_some("chosen"))}
                title={label.clone()} aria-pressed={is_selected.to_string()} onclick={on_action(dispatch, Action::Selection(SelectionMsg::PickPod((!is_selected).then(|| lane.pod.clone()))))}>
                <span class="prio" aria-hidden="true">{ format_priority(lane.priority) }</span><span class="name" aria-hidden="true">{ short.clone() }</span><span class="hidden">{ label }</span>
                if let Some(guard) = guards.tightest_state() { { draw_guard_shield(guard) } }
                if let Some(run_label) = run_label { <small class="run-label">{ run_label.to_owned() }</small> }
            </button>
            <span class="track" data-grip={PointerGrip::LANES}>
                <span aria-hidden="true">{ for draw_stretches(lang, lane, axis.length(), range, |edge| axis.edge_place(edge)) }</span>
                { for visible_signs(view, lane, axis, range).into_iter().map(|(cell, sign, moment, edge)| {
                    let (class, face_text, what) = sign_text(lang, sign);
                    let title = format!("{what}: {}", format_clock(edge.at));
                    let label = format!("{short}, {title}");
                    let attempt = lane.attempt_before(edge).map(|edge| edge.events);
                    let is_open = attempt.is_some() && marks.open_attempt == attempt;
                    let onclick = {
                        let (dispatch, toggle) = (dispatch.clone(), marks.on_toggle.clone());
                        Callback::from(move |_: MouseEvent| {
                            dispatch.emit(Action::Player(PlayerMsg::Seek(moment)));
                            if let Some(count) = attempt {
                                toggle.emit(count);
                            }
                        })
                    };
                    let mark = html! {
                        <button type="button" class={classes!(class, is_open.then_some("open"))} {title} aria-label={label} tabindex={tab_index}
                            aria-expanded={attempt.map(|_| is_open.to_string())} {onclick}><span aria-hidden="true">{ face_text }</span></button>
                    };
                    with_style(&format!("left: {}", cells_to_percent(cell)), mark)
                }) }
            </span>
        </>
    }
}

/// The lane of a pod in the compared run, without marks.
pub fn draw_compared_lane(
    view: &View,
    lane: &Lane,
    AxisWindow { axis, range }: AxisWindow<'_>,
    run_label: Option<&str>,
) -> Html {
    let name = short_pod_name(&lane.pod).to_owned();
    let place = |edge: Edge| axis.time_place(edge.at);
    html! {
        <>
            <span class={classes!("lane-side", "lane-name", "beside", view.priority_class(lane.priority))}>
                <span class="prio" aria-hidden="true">{ format_priority(lane.priority) }</span><span class="name">{ name }</span>
                if let Some(run_label) = run_label { <small class="run-label">{ run_label.to_owned() }</small> }
            </span>
            <span class="track" data-grip={PointerGrip::LANES}>
                <span aria-hidden="true">{ for draw_stretches(view.store.lang, lane, axis.length(), range, place) }</span>
            </span>
        </>
    }
}

/// The budgets that protect the pod at the current moment; none while it doesn't exist.
fn lane_budgets(view: &View, lane: &Lane) -> GuardingBudgets {
    view.frame.pods.get(&lane.pod).map(|pod| view.frame.guarding_budgets(&pod.pod)).unwrap_or_default()
}

/// The spans of a pod's activities.
fn draw_stretches(lang: Lang, lane: &Lane, end: u64, range: AxisRange, place: impl Fn(Edge) -> u64) -> Vec<Html> {
    let mut stretches = Vec::new();
    // Neighbors that are too narrow are merged, with the activity of the last one.
    for Stretch { from, to, activity: state } in lane.stretches() {
        let (from_at, to_at) = (place(from), to.map_or(end, &place));
        let Some((left, right)) = range.to_cells(from_at, to_at) else { continue };
        match stretches.last_mut() {
            Some((start, last, shown, times))
                if right <= *last + MIN_STRETCH && left <= *last && *last - *start <= MIN_STRETCH =>
            {
                (*last, *shown, *times) = (right.max(*last), state, (from, to));
            }
            _ => stretches.push((left, right, state, (from, to))),
        }
    }
    let visible = stretches.into_iter().filter(|(left, right, ..)| right > left);
    let stretches = visible.map(|(left, right, state, (from, to))| {
        let until = to.map_or_else(String::new, |to| format_clock(to.at));
        let title = format!("{}: {} – {until}", activity_name(lang, Some(state)), format_clock(from.at));
        let grace = || shutdown_path(range, place(from), to.map(&place));
        with_style(
            &stretch_style(left, right),
            html! { <i class={activity_class(state)} {title}>{ stretch_content(state, grace) }</i> },
        )
    });
    stretches.collect()
}

/// The visible marks: place, kind, the index of the moment that each leads to, and its point in time.
fn visible_signs(view: &View, lane: &Lane, axis: &TimeAxis, range: AxisRange) -> Vec<(u32, Sign, usize, Edge)> {
    let mut last = None;
    let signs = lane.signs.iter().filter_map(|(edge, sign)| {
        let moment = sign_moment(&view.store.run.view, *edge, *sign);
        let at = axis.moment_place(moment);
        let (cell, _) = range.to_cells(at, at)?;
        // One mark of a kind per place is enough.
        let cell_and_sign = Some((cell / MIN_STRETCH, *sign));
        (last.replace((cell / MIN_STRETCH, *sign)) != cell_and_sign).then_some((cell, *sign, moment, *edge))
    });
    signs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grace_period_is_full_at_first_and_pointed_at_its_end() {
        let range = |from: f64, to: f64| AxisRange { from, to };
        assert_eq!(shutdown_path(range(0.0, 100.0), 20, Some(60)), "M0 0.50L100 6.00V6.00L0 11.50Z");
        // The visible part keeps its heights.
        assert_eq!(shutdown_path(range(40.0, 100.0), 20, Some(60)), "M0 3.25L100 6.00V6.00L0 8.75Z");
        assert_eq!(shutdown_path(range(0.0, 40.0), 20, Some(60)), "M0 0.50L100 3.25V8.75L0 11.50Z");
        assert_eq!(shutdown_path(range(0.0, 40.0), 20, None), "M0 0.50L100 0.50V11.50L0 11.50Z", "no end is known");
    }
}

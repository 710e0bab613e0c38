//! The lane of a pod: what it does when, its grace period as a wedge, and marks that open an attempt.
#![allow(clippy::cast_precision_loss)] // places on a screen

use yew::{Callback, Html, MouseEvent, classes, html};

use crate::acts::Playing;
use crate::lang::Lang;
use crate::selection::Look;
use crate::shown::Shown;
use crate::stage::tile;
use crate::store::Action;
use crate::timeline::axis::{Axis, Range, percent};
use crate::timeline::hands;
use crate::timeline::hands::Grip;
use crate::view::{View, on, placed, shield_of};
use record::Point;
use trace::guard::Guards;
use trace::lanes::{Activity, Edge, Lane, Sign};
use trace::steps::Step;
use words::{clock, short};

/// Stretches narrower than this, in ten-thousandths, are drawn as one with their neighbours.
const NARROW: u32 = 5;

/// What marks do: the attempt that is open, and how one opens, by the number of the event that tells of it.
#[derive(Clone, PartialEq)]
pub struct Marks {
    /// The open one.
    pub open: Option<usize>,
    /// Opens one, or closes it.
    pub(crate) toggle: Callback<usize>,
    /// Whether the marks of every lane can be reached by Tab; else those of the chosen pod alone.
    pub few: bool,
}

fn class(state: Activity) -> &'static str {
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
    }
}

fn name(lang: Lang, state: Option<Activity>) -> &'static str {
    let words = lang.timeline();
    match state {
        Some(Activity::Active) => words.state_active,
        Some(Activity::Backoff) => words.state_backoff,
        Some(Activity::Unschedulable) => words.state_unschedulable,
        Some(Activity::Gated) => words.state_gated,
        Some(Activity::Nominated) => words.state_nominated,
        Some(Activity::Creating) => words.state_creating,
        Some(Activity::Running) => words.state_running,
        Some(Activity::Terminating) => words.state_terminating,
        Some(Activity::Succeeded) => words.state_succeeded,
        None => words.state_none,
    }
}

pub(super) fn sign(lang: Lang, sign: Sign) -> (&'static str, &'static str, &'static str) {
    let words = lang.timeline();
    match sign {
        Sign::Preempts => ("sign preempts", "◆", words.sign_preempts),
        Sign::Fails => ("sign fails", "✗", words.sign_fails),
        Sign::Bound => ("sign bound", "●", words.sign_bound),
    }
}

pub(super) fn left(range: Range, place: u64) -> Option<String> {
    range.cells(place, place).map(|(cell, _)| format!("left: {}", percent(cell)))
}

pub(super) fn stretch(from: u32, to: u32) -> String {
    format!("left: {}; width: {}", percent(from), percent(to - from))
}

/// The moment that a sign stands for: the step of an attempt that it is about.
fn moment_of(shown: &Shown, edge: Edge, sign: Sign) -> usize {
    let wanted = |step: Step| match sign {
        Sign::Preempts => step == Step::Eligible,
        Sign::Fails => step == Step::Failed,
        Sign::Bound => step == Step::Point(Point::Bind),
    };
    let first = shown.moments.partition_point(|moment| moment.events < edge.events);
    let within = shown.moments[first..].iter().take_while(|moment| moment.events == edge.events);
    first + within.map(|moment| moment.step).position(wanted).unwrap_or(0)
}

/// A shutdown as far as it is seen: as high as a lane at its beginning, and pointed at its end. One that never ends stays as it is.
fn wedge(range: Range, from: u64, to: Option<u64>) -> String {
    let (from, end) = (hands::place(from), to.map(hands::place));
    let left = |place: f64| end.map_or(1.0, |end| ((end - place) / (end - from).max(1.0)).clamp(0.0, 1.0));
    let heights = [left(range.from.max(from)), left(range.to.min(end.unwrap_or(range.to)))];
    let [(a, b), (c, d)] = heights.map(|it| (6.0 - it * 5.5, 6.0 + it * 5.5));
    format!("M0 {a:.2}L100 {c:.2}V{d:.2}L0 {b:.2}Z")
}

/// What is drawn within a stretch.
fn inside(state: Activity, grace: impl FnOnce() -> String) -> Html {
    if state != Activity::Terminating {
        return Html::default();
    }
    html! { <svg viewBox="0 0 100 12" preserveAspectRatio="none"><path class="grace" d={grace()} /></svg> }
}

/// A state as the legend shows it.
pub fn sample(lang: Lang, state: Activity) -> Html {
    let grace = || wedge(Range { from: 0.0, to: 1.0 }, 0, Some(1));
    html! { <li><i class={class(state)}>{ inside(state, grace) }</i>{ name(lang, Some(state)) }</li> }
}

/// The lane of a pod: its name, and its track.
pub fn draw(view: &View, act: &Callback<Action>, lane: &Lane, (axis, range): (&Axis, Range), marks: &Marks) -> Html {
    let (store, lang) = (&view.store, view.store.lang);
    let events = store.moment().map_or(0, |moment| moment.events);
    let chosen = store.selection.pod.as_ref() == Some(&lane.pod);
    let short = short(&lane.pod).to_owned();
    let guards = guards(view, lane);
    let mut label = format!("{short}, {} {}, {}", view.words.priority, lane.priority, name(lang, lane.state(events)));
    if !guards.0.is_empty() {
        label = format!("{label}, {}", lang.guards(&guards));
    }
    let reached = if marks.few || chosen { "0" } else { "-1" };
    html! {
        <>
            <button type="button" class={classes!("lane-side", "lane-name", tile::level(view, lane.priority), chosen.then_some("chosen"))}
                aria-label={label.clone()} title={label} aria-pressed={chosen.to_string()} onclick={on(act, Action::Selection(Look::Pick((!chosen).then(|| lane.pod.clone()))))}>
                <span class="prio" aria-hidden="true">{ tile::priority(lane.priority) }</span><span class="name">{ short.clone() }</span>
                if let Some(guard) = guards.stand() { { shield_of(guard) } }
            </button>
            <span class="track" data-grip={Grip::LANES}>
                <span aria-hidden="true">{ for stretches(lang, lane, axis, range) }</span>
                { for signs(view, lane, axis, range).into_iter().map(|(cell, it, moment, edge)| {
                    let (class, face, what) = sign(lang, it);
                    let title = format!("{what}: {}", clock(edge.at));
                    let label = format!("{short}, {title}");
                    let attempt = lane.attempt(edge).map(|it| it.events);
                    let open = attempt.is_some() && marks.open == attempt;
                    let onclick = {
                        let (act, toggle) = (act.clone(), marks.toggle.clone());
                        Callback::from(move |_: MouseEvent| {
                            act.emit(Action::Player(Playing::Seek(moment)));
                            if let Some(count) = attempt {
                                toggle.emit(count);
                            }
                        })
                    };
                    let mark = html! {
                        <button type="button" class={classes!(class, open.then_some("open"))} {title} aria-label={label} tabindex={reached}
                            aria-expanded={attempt.map(|_| open.to_string())} {onclick}><span aria-hidden="true">{ face }</span></button>
                    };
                    placed(&format!("left: {}", percent(cell)), mark)
                }) }
            </span>
        </>
    }
}

/// The budgets that protect the pod at the moment shown; none before it is there and when it is gone.
fn guards(view: &View, lane: &Lane) -> Guards {
    view.frame.pods.get(&lane.pod).map(|pod| view.frame.guards(&pod.pod)).unwrap_or_default()
}

/// What the pod does when.
fn stretches(lang: Lang, lane: &Lane, axis: &Axis, range: Range) -> Vec<Html> {
    let end = axis.length();
    let mut drawn = Vec::new();
    // Neighbours that are too narrow to be told apart are one stretch, in the state of the last.
    for (from, to, state) in lane.stretches() {
        let (from_at, to_at) = (axis.of_edge(from), to.map_or(end, |to| axis.of_edge(to)));
        let Some((left, right)) = range.cells(from_at, to_at) else { continue };
        match drawn.last_mut() {
            Some((start, last, shown, times))
                if right <= *last + NARROW && left <= *last && *last - *start <= NARROW =>
            {
                (*last, *shown, *times) = (right.max(*last), state, (from, to));
            }
            _ => drawn.push((left, right, state, (from, to))),
        }
    }
    let seen = drawn.into_iter().filter(|(left, right, ..)| right > left);
    let stretches = seen.map(|(left, right, state, (from, to))| {
        let until = to.map_or_else(String::new, |to| clock(to.at));
        let title = format!("{}: {} – {until}", name(lang, Some(state)), clock(from.at));
        let grace = || wedge(range, axis.of_edge(from), to.map(|to| axis.of_edge(to)));
        placed(&stretch(left, right), html! { <i class={class(state)} {title}>{ inside(state, grace) }</i> })
    });
    stretches.collect()
}

/// The marks that are seen: where, which, the moment that each leads to, and when it is.
fn signs(view: &View, lane: &Lane, axis: &Axis, range: Range) -> Vec<(u32, Sign, usize, Edge)> {
    let mut last = None;
    let signs = lane.signs.iter().filter_map(|(edge, it)| {
        let moment = moment_of(&view.store.run.trace, *edge, *it);
        let at = axis.of_moment(moment);
        let (cell, _) = range.cells(at, at)?;
        // One sign of a kind at a place is enough.
        let here = Some((cell / NARROW, *it));
        (last.replace((cell / NARROW, *it)) != here).then_some((cell, *it, moment, *edge))
    });
    signs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grace_period_is_full_at_first_and_pointed_at_its_end() {
        let range = |from: f64, to: f64| Range { from, to };
        assert_eq!(wedge(range(0.0, 100.0), 20, Some(60)), "M0 0.50L100 6.00V6.00L0 11.50Z");
        // What is seen of it keeps its heights.
        assert_eq!(wedge(range(40.0, 100.0), 20, Some(60)), "M0 3.25L100 6.00V6.00L0 8.75Z");
        assert_eq!(wedge(range(0.0, 40.0), 20, Some(60)), "M0 0.50L100 3.25V8.75L0 11.50Z");
        assert_eq!(wedge(range(0.0, 40.0), 20, None), "M0 0.50L100 0.50V11.50L0 11.50Z", "no end is known");
    }
}

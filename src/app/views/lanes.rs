//! Pods over time: a lane each. The axis is the moments, so that a decision of no time at all still has its width.

use std::collections::BTreeMap;

use yew::{Callback, Html, html};

use crate::api::Str;
use crate::app::page::View;
use crate::app::state::{Action, Shown};
use crate::app::text::{clock, short};
use crate::simulation::What;
use crate::trace::steps::Step;

use super::{on, tile};

/// A stretch of a lane.
struct Span {
    from: usize,
    to: usize,
    class: &'static str,
}

/// Where a moment stands on the axis.
pub fn left(at: usize, last: usize) -> String {
    format!("left: {}", percent(at, last))
}

fn percent(at: usize, last: usize) -> String {
    let thousandths = (at * 100_000).checked_div(last).unwrap_or(0);
    format!("{}.{:03}%", thousandths / 1000, thousandths % 1000)
}

/// Moments worth a mark on the slider.
pub fn marks(shown: &Shown) -> Vec<(usize, &'static str)> {
    let marks = shown.moments.iter().enumerate().filter_map(|(at, moment)| {
        let event = shown.trace.events().get(moment.events.checked_sub(1)?)?;
        Some((
            at,
            match (&moment.step, &event.what) {
                (Step::Eligible, _) => "mark-preempt",
                (Step::Event, What::Bound { .. }) => "mark-bound",
                (Step::Event, What::PodRemoved(_)) => "mark-gone",
                _ => return None,
            },
        ))
    });
    let marks: Vec<_> = marks.collect();
    if marks.len() > 200 { Vec::new() } else { marks }
}

struct Lane {
    key: Str,
    priority: i32,
    spans: Vec<Span>,
    open: Option<(usize, &'static str)>,
}

impl Lane {
    fn turn(&mut self, at: usize, class: Option<&'static str>) {
        if let Some((from, old)) = self.open.take() {
            self.spans.push(Span { from, to: at, class: old });
        }
        self.open = class.map(|class| (at, class));
    }
}

fn lanes(shown: &Shown) -> Vec<Lane> {
    let mut lanes: Vec<Lane> = Vec::new();
    let mut by_key: BTreeMap<Str, usize> = BTreeMap::new();
    let mut at = 0;
    for (index, event) in shown.trace.events().iter().enumerate() {
        while shown.moments.get(at).is_some_and(|moment| moment.events <= index) {
            at += 1;
        }
        let (key, class) = match &event.what {
            What::PodCreated { pod, .. } => {
                let key: Str = pod.key().into();
                by_key.insert(key.clone(), lanes.len());
                lanes.push(Lane { key: key.clone(), priority: pod.priority(), spans: Vec::new(), open: None });
                let bound = !pod.spec.node_name.is_empty();
                (key, Some(if bound { "running" } else { "pending" }))
            }
            What::Nominated { pod, .. } => (pod.clone(), Some("nominated")),
            What::NominationCleared { pod, .. } => (pod.clone(), Some("pending")),
            What::Bound { pod, .. } => (pod.clone(), Some("starting")),
            What::Running { pod, .. } => (pod.clone(), Some("running")),
            What::Terminating { pod, .. } => (pod.clone(), Some("terminating")),
            What::PodRemoved(pod) | What::Succeeded(pod) => (pod.clone(), None),
            _ => continue,
        };
        if let Some(lane) = by_key.get(&key).and_then(|index| lanes.get_mut(*index)) {
            lane.turn(at, class);
        }
    }
    let last = shown.moments.len().saturating_sub(1);
    for lane in &mut lanes {
        lane.turn(last, None);
    }
    lanes
}

/// The lanes with the playhead.
pub fn draw(view: &View, act: &Callback<Action>) -> Html {
    let shown = &view.store.trace;
    let last = view.store.last();
    let rows = lanes(shown).into_iter().take(200).map(|lane| {
        let spans = lane.spans.iter().filter(|span| span.to > span.from).map(|span| {
            let style = format!("{}; width: {}", left(span.from, last), percent(span.to - span.from, last));
            html! { <i class={span.class} {style}></i> }
        });
        let chosen = view.store.pod.as_ref() == Some(&lane.key);
        html! {
            <li class={if chosen { "lane-row chosen" } else { "lane-row" }}>
                <button type="button" class={format!("lane-name {}", tile::level(view, lane.priority))}
                    onclick={on(act, Action::Pick(Some(lane.key.clone())))}>
                    <span class="prio">{ tile::priority(lane.priority) }</span>{ short(&lane.key).to_owned() }
                </button>
                <span class="track">{ for spans }</span>
            </li>
        }
    });
    let mut before = None;
    let mut edge = 0;
    let ticks: Vec<_> = shown
        .moments
        .iter()
        .enumerate()
        .filter_map(|(at, moment)| {
            let time = shown.trace.events().get(moment.events.checked_sub(1)?)?.at;
            let far = at == 0 || (at - edge) * 14 > last;
            (before.replace(time) != Some(time) && far).then(|| {
                edge = at;
                (at, time)
            })
        })
        .collect();
    html! {
        <div class="lanes">
            <div class="axis" aria-hidden="true"><span class="track">
                { for ticks.iter().map(|(at, time)| html! { <b style={left(*at, last)}>{ clock(*time) }</b> }) }
            </span></div>
            <ul>{ for rows }</ul>
            <div class="playhead" aria-hidden="true"><span class="track"><i style={left(view.store.at, last)}></i></span></div>
        </div>
    }
}

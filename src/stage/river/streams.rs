//! Pods that are joined: on a node the streams of its owners, in a zone those of its priorities, stacked from the bottom.
#![allow(clippy::cast_precision_loss)] // pixels

use i18n::river::words;
use scene::priority::priority_class;
use trace::river::streams::{Stream, StreamBand, StreamLevel, value_at};
use yew::{Html, html};

use super::{
    layout::{BandPlace, LABEL_SIZE, RiverDetail, RiverLayout},
    marks::{draw_path_of, draw_text_at},
    path_data::path_data,
    ribbons::amount_pixels,
    river_ctx::RiverCtx,
};
use crate::draw::text_layout::{TextAnchor, text_width};

/// Changes closer than this, in pixels, are drawn as one.
const MIN_STEP: f64 = 0.7;

/// The streams of all bands, and how much waits at the bank.
pub(super) fn draw_streams(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    html! { <>{ draw_bank_level(ctx, layout) }{ for layout.bands.iter().map(|place| draw_band_streams(ctx, layout, place)) }</> }
}

/// A stream as steps: x, bottom, top.
struct StreamSteps {
    steps: Vec<(f64, f64, f64)>,
    end: f64,
}

impl StreamSteps {
    fn path(&self) -> String {
        let Some((first, rest)) = self.steps.split_first() else { return String::new() };
        let mut d = path_data!("M{} {}", first.0, first.2;);
        for (x, _, top) in rest {
            d += &path_data!("H{}V{}", *x, *top;);
        }
        d += &path_data!("H{}", self.end;);
        let mut right = self.end;
        for (x, bottom, _) in self.steps.iter().rev() {
            d += &path_data!("H{}V{}", right, *bottom;);
            right = *x;
        }
        d += &path_data!("H{}Z", first.0;);
        d
    }

    /// The longest stretch in which the stream is at least as high as a label: its start, length, bottom and top.
    fn widest(&self) -> Option<(f64, f64, f64, f64)> {
        let ends = self.steps.iter().skip(1).map(|step| step.0).chain([self.end]);
        let spans = self.steps.iter().zip(ends).map(|((x, bottom, top), end)| (*x, end - x, *bottom, *top));
        spans.filter(|(_, _, bottom, top)| bottom - top >= 13.0).max_by(|one, other| one.1.total_cmp(&other.1))
    }
}

fn draw_band_streams(ctx: &RiverCtx<'_>, layout: &RiverLayout, place: &BandPlace) -> Html {
    let band = &layout.joined[place.band];
    let below = |at: usize, events: usize| -> i64 {
        let lower = band.streams.iter().take(at);
        lower.filter_map(|stream| value_at(&stream.levels, events, |level| level.from)).map(|level| level.amount).sum()
    };
    let mut edges: Vec<trace::lanes::Edge> =
        band.streams.iter().flat_map(|stream| stream.levels.iter().map(|level| level.from)).collect();
    edges.sort_by_key(|edge| edge.events);
    edges.dedup();
    let streams = band.streams.iter().enumerate().map(|(at, stream)| {
        let mut steps: Vec<(f64, f64, f64)> = Vec::new();
        for edge in &edges {
            let amount = value_at(&stream.levels, edge.events, |level| level.from).map_or(0, |level| level.amount);
            let bottom = place.floor - amount_pixels(layout, below(at, edge.events));
            let step = (layout.x(ctx, *edge), bottom, bottom - amount_pixels(layout, amount));
            match steps.last_mut() {
                Some(last) if step.0 - last.0 < MIN_STEP => *last = (last.0, step.1, step.2),
                Some(last) if (last.1 - step.1).abs() + (last.2 - step.2).abs() < 0.05 => {}
                _ => steps.push(step),
            }
        }
        let steps = StreamSteps { steps, end: layout.right };
        html! {
            <g class={format!("life {}", priority_class(ctx.priorities, stream.priority))}>
                { draw_path_of(steps.path(), "ribbon-body") }
                { draw_stream_label(ctx, layout, band, stream, &steps) }
            </g>
        }
    });
    html! { { for streams } }
}

fn draw_stream_label(
    ctx: &RiverCtx<'_>,
    layout: &RiverLayout,
    band: &StreamBand,
    stream: &Stream,
    steps: &StreamSteps,
) -> Html {
    let Some((x, length, bottom, top)) = steps.widest() else { return Html::default() };
    let place = layout.place_at_x(x + length / 2.0);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a place on the axis
    let is_before = |level: &&trace::river::streams::StreamLevelAt| (ctx.scale.place)(level.from) <= place as u64;
    let Some(level) = stream.levels.iter().rev().find(is_before) else { return Html::default() };
    let sentences = words(ctx.lang);
    let pods = usize::try_from(level.pods).unwrap_or(0);
    let text = match layout.detail {
        RiverDetail::Joined(StreamLevel::Zones) if band.streams.len() > 1 => {
            sentences.priority_pods(pods, stream.priority)
        }
        RiverDetail::Joined(StreamLevel::Zones) => sentences.pods_of("", pods),
        _ => sentences.pods_of(stream.owner.split('/').next_back().unwrap_or_default(), pods),
    };
    if text_width(&text, LABEL_SIZE) as f64 * 1.06 + 12.0 > length {
        return Html::default();
    }
    draw_text_at(x + 6.0, f64::midpoint(bottom, top) + 4.0, LABEL_SIZE, "name", TextAnchor::Start, text)
}

/// What waits at the bank over time.
fn draw_bank_level(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let waits = ctx.river.pods.iter().flat_map(|life| &life.waits).filter(|wait| !wait.is_brief());
    let mut changes: Vec<(trace::lanes::Edge, i64)> = waits
        .flat_map(|wait| [Some((wait.from, wait.amount)), wait.to.map(|to| (to, wait.amount.saturating_neg()))])
        .flatten()
        .collect();
    changes.sort_by_key(|(edge, _)| edge.events);
    let base = layout.bank - 2.0;
    let (mut steps, mut amount): (Vec<(f64, f64, f64)>, i64) = (Vec::new(), 0);
    for (edge, delta) in changes {
        amount = amount.saturating_add(delta);
        let top = base - amount as f64 * layout.bank_unit;
        let x = layout.x(ctx, edge);
        match steps.last_mut() {
            Some(last) if x - last.0 < MIN_STEP => last.2 = top,
            _ => steps.push((x, base, top)),
        }
    }
    html! { <g class="life p1">{ draw_path_of(StreamSteps { steps, end: layout.right }.path(), "pending-body") }</g> }
}

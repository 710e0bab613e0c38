//! The background of a river, which no pod changes: hatchings, the bank, the bands of nodes with their names, and the time axis.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use i18n::{format_clock, river::words};
use trace::river::streams::StreamLevel;
use yew::{Html, html};

use super::{
    layout::{BandPlace, LABEL_SIZE, NAME_SIZE, RiverDetail, RiverLayout, SMALL_SIZE},
    marks::{FOLD_PATTERN, draw_box, draw_hatched, draw_path_of, draw_text_at},
    path_data::path_data,
    river_ctx::RiverCtx,
};
use crate::draw::text_layout::{TextAnchor, clip_text, text_width};

/// The distance between labels of the axis.
const MIN_LABEL_GAP: f64 = 10.0;

/// The hatchings that shapes refer to.
pub(super) fn draw_patterns() -> Html {
    html! {
        <defs>
            <pattern id="river-fold" width="6" height="6" patternUnits="userSpaceOnUse"><path class="fold-line" d="M0 6L6 0" /></pattern>
            <pattern id="river-loss" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="loss-line" d="M0 0V7" /></pattern>
        </defs>
    }
}

/// Folded stretches and enlarged instants, behind everything.
pub(super) fn draw_axis_grounds(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let (top, bottom) = (layout.top - 14.0, layout.axis);
    let ground = |(from, to): &(u64, u64)| {
        let (from, to) = (layout.x_of_place(*from), layout.x_of_place(*to));
        path_data!("M{} {}H{}V{}H{}Z", from, top, to, bottom, from;)
    };
    let instants: String = ctx.scale.instants.iter().map(ground).collect();
    let folds: String = ctx.scale.folds.iter().map(ground).collect();
    html! { <>{ draw_path_of(instants, "instant") }{ draw_hatched(folds, "river-fold", FOLD_PATTERN) }</> }
}

/// The bank, and the bands with their rims and names.
pub(super) fn draw_bands(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let labels = words(ctx.lang).river_labels();
    let bank = path_data!("M{} {}H{}", layout.left, layout.bank, layout.right;);
    html! {
        <>
            { for layout.bands.iter().map(|place| draw_band(ctx, layout, place)) }
            { draw_path_of(bank, "shore") }
            if layout.is_wide() {
                { draw_text_at(layout.left - 10.0, layout.bank - 17.0, NAME_SIZE, "strong", TextAnchor::End, labels.waiting.to_owned()) }
                { draw_text_at(layout.left - 10.0, layout.bank - 2.0, LABEL_SIZE, "soft", TextAnchor::End, labels.at_bank.to_owned()) }
            }
            if let Some((count, y)) = layout.quiet {
                { draw_text_at(layout.left + 4.0, y, LABEL_SIZE, "soft", TextAnchor::Start, words(ctx.lang).quiet_nodes(count)) }
            }
        </>
    }
}

/// The bank and the bands without names.
pub(super) fn draw_waters(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let bank = path_data!("M{} {}H{}", layout.left, layout.bank, layout.right;);
    html! { <>{ for layout.bands.iter().map(|place| draw_water(ctx, layout, place)) }{ draw_path_of(bank, "shore") }</> }
}

fn draw_band(ctx: &RiverCtx<'_>, layout: &RiverLayout, place: &BandPlace) -> Html {
    html! {
        <>
            { draw_water(ctx, layout, place) }
            if layout.is_wide() { { draw_band_name(ctx, layout, place) } }
        </>
    }
}

/// The water of a band with its rim; where the capacity changes, the rim has a step.
fn draw_water(ctx: &RiverCtx<'_>, layout: &RiverLayout, place: &BandPlace) -> Html {
    let floor = place.floor;
    let mut water = String::new();
    let mut rims = String::new();
    let spans = capacity_spans(ctx, layout, place);
    for (from, to, capacity) in &spans {
        let (x0, x1) = (*from, *to);
        let y = floor - *capacity as f64 * layout.unit;
        water += &path_data!("M{} {}H{}V{}H{}Z", x0, y, x1, floor, x0;);
        rims += &path_data!("M{} {}H{}", x0, y, x1;);
        if x0 > layout.left + 1.0 {
            rims += &path_data!("M{} {}V{}", x0, y, floor;);
        }
        if x1 < layout.right - 1.0 {
            rims += &path_data!("M{} {}V{}", x1, y, floor;);
        }
    }
    html! {
        <>
            { draw_path_of(water, "water") }
            { draw_cordons(ctx, layout, place) }
            { draw_path_of(path_data!("M{} {}H{}", spans.first().map_or(layout.left, |span| span.0), floor, layout.right;), "river-floor") }
            { draw_path_of(rims, "rim") }
        </>
    }
}

/// The times in which a node of its own band is cordoned, with the word for it where there is room.
fn draw_cordons(ctx: &RiverCtx<'_>, layout: &RiverLayout, place: &BandPlace) -> Html {
    if !layout.has_ribbons() {
        return Html::default();
    }
    let (band, word) = (&ctx.river.bands[place.band], ctx.lang.page_labels().cordoned);
    let rim = place.floor - band.capacity() as f64 * layout.unit;
    let cordons = band.cordons.iter().map(|(from, to)| {
        let x0 = layout.start_x(ctx, *from);
        let x1 = layout.end_x(ctx, *to);
        // The word ends where the cordon does, so that it is over water that no pod can enter any more.
        let has_room = layout.is_wide() && x1 - x0 > text_width(word, LABEL_SIZE) as f64 + 8.0;
        html! {
            <>
                { draw_path_of(path_data!("M{} {}H{}V{}H{}Z", x0, rim, x1, place.floor, x0;), "cordon") }
                if has_room { { draw_text_at(x1 - 4.0, rim + LABEL_SIZE as f64 * 1.2, LABEL_SIZE, "soft", TextAnchor::End, word.to_owned()) } }
            </>
        }
    });
    html! { { for cordons } }
}

/// The capacity over time: from x to x, an amount.
fn capacity_spans(ctx: &RiverCtx<'_>, layout: &RiverLayout, place: &BandPlace) -> Vec<(f64, f64, i64)> {
    if layout.has_ribbons() {
        let spans = &ctx.river.bands[place.band].spans;
        return spans
            .iter()
            .map(|span| (layout.start_x(ctx, span.from), layout.end_x(ctx, span.to), span.capacity))
            .collect();
    }
    let changes = &layout.joined[place.band].capacity;
    // Nodes that are added in the first instant are there from the start.
    let mut spans: Vec<(f64, f64, i64)> = Vec::new();
    for (at, (edge, amount)) in changes.iter().enumerate() {
        let next = changes.get(at + 1).map(|(edge, _)| *edge);
        if next.is_some_and(|next| next.at.is_zero()) {
            continue;
        }
        spans.push((layout.start_x(ctx, *edge), layout.end_x(ctx, next), *amount));
    }
    spans.retain(|(_, _, amount)| *amount > 0);
    spans
}

/// The name of a band, and a note about it.
fn name_and_note(ctx: &RiverCtx<'_>, layout: &RiverLayout, place: &BandPlace) -> [String; 2] {
    let sentences = words(ctx.lang);
    match layout.detail {
        RiverDetail::Pods => {
            let band = &ctx.river.bands[place.band];
            let amount = ctx.amount_text(band.capacity());
            let late = band.spans.first().map(|span| span.from.at).filter(|at| !at.is_zero());
            let note = late.map_or_else(|| amount.clone(), |at| sentences.added_at(&format_clock(at), &amount));
            [band.node.to_string(), note]
        }
        RiverDetail::Joined(level) => {
            let band = &layout.joined[place.band];
            let capacity = band.capacity.iter().map(|(_, amount)| *amount).max().unwrap_or(0);
            let amount = ctx.amount_text(capacity);
            match level {
                StreamLevel::Owners => [band.name.to_string(), amount],
                StreamLevel::Zones => {
                    let name = if band.name.is_empty() { sentences.river_labels().all_nodes } else { &band.name };
                    [name.to_owned(), sentences.zone_nodes(band.nodes, &amount)]
                }
            }
        }
    }
}

/// The name of a band on a plate at its rim.
pub(super) fn draw_name_plate(ctx: &RiverCtx<'_>, layout: &RiverLayout, place: &BandPlace) -> Html {
    let [name, note] = name_and_note(ctx, layout, place);
    let name = clip_text(&name, LABEL_SIZE, 150);
    let width = text_width(&name, LABEL_SIZE);
    let has_note = width + text_width(&note, LABEL_SIZE) < 146;
    let whole = if has_note { width + text_width(&note, LABEL_SIZE) + 6 } else { width };
    let (x, y) = (layout.left + 2.0, place.rim - 9.0);
    html! {
        <g class="name-plate">
            { draw_box(x, y, whole as f64 + 10.0, 18.0, "plate") }
            { draw_text_at(x + 5.0, y + 13.0, LABEL_SIZE, "strong", TextAnchor::Start, name) }
            if has_note { { draw_text_at(x + 11.0 + width as f64, y + 13.0, LABEL_SIZE, "soft", TextAnchor::Start, note) } }
        </g>
    }
}

/// The name of a band beside it.
fn draw_band_name(ctx: &RiverCtx<'_>, layout: &RiverLayout, place: &BandPlace) -> Html {
    let [name, note] = name_and_note(ctx, layout, place);
    let start = capacity_spans(ctx, layout, place).first().map_or(layout.left, |span| span.0);
    let (rim, floor) = (place.rim, place.floor);
    // The name of a node that is created late has room before it, in its band; other names are in the margin.
    let room = 94.max(text_width(&name, NAME_SIZE)).min((start - 20.0) as i64);
    let x = if start > layout.left + 150.0 { start - 8.0 } else { layout.left - 10.0 };
    let room = if x > layout.left { 160 } else { room.min(94) };
    if floor - rim < 30.0 {
        let y = f64::midpoint(rim, floor) + 4.0;
        return draw_text_at(x, y, LABEL_SIZE, "strong", TextAnchor::End, clip_text(&name, LABEL_SIZE, room));
    }
    let middle = if x > layout.left { f64::midpoint(rim, floor) - 12.0 } else { rim };
    let note_size = if text_width(&note, LABEL_SIZE) > room { SMALL_SIZE } else { LABEL_SIZE };
    html! {
        <>
            { draw_text_at(x, middle + 14.0, NAME_SIZE, "strong", TextAnchor::End, clip_text(&name, NAME_SIZE, room)) }
            { draw_text_at(x, middle + 30.0, note_size, "soft", TextAnchor::End, clip_text(&note, note_size, room)) }
        </>
    }
}

/// The labels of the time axis, with lines up to the top.
pub(super) fn draw_axis(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let (top, axis) = (layout.top - 14.0, layout.axis);
    let folds = ctx.scale.folds.iter().map(|(from, to)| (layout.x_of_place(*from), layout.x_of_place(*to)));
    let folds: Vec<(f64, f64)> = folds.collect();
    let mut last = f64::NEG_INFINITY;
    let (mut lines, mut labels) = (String::new(), Vec::new());
    for (place, text) in &ctx.scale.ticks {
        let x = layout.x_of_place(*place);
        let half = text_width(text, LABEL_SIZE) as f64 / 2.0;
        let meets_fold = folds.iter().any(|(from, to)| {
            let middle = f64::midpoint(*from, *to);
            x + half > middle - 9.0 && x - half < middle + 9.0
        });
        lines += &path_data!("M{} {}V{}", x, top, axis;);
        if x - half < last + MIN_LABEL_GAP || meets_fold || x + half > layout.right + 12.0 {
            continue;
        }
        last = x + half;
        labels.push(draw_text_at(x, axis + 17.0, LABEL_SIZE, "soft", TextAnchor::Middle, text.clone()));
    }
    html! {
        <>
            { draw_path_of(lines, "river-ticks") }
            { for labels }
            { for folds.iter().map(|(from, to)| draw_text_at(f64::midpoint(*from, *to), axis + 16.0, NAME_SIZE, "soft", TextAnchor::Middle, "⋯".to_owned())) }
        </>
    }
}

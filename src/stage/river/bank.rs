//! Pods that wait: at the bank, with eddies, or on the rim of the node that they are nominated to. From there they fall into their nodes, and what
//! fails is marked or flows back.
#![allow(clippy::cast_precision_loss)] // pixels

use i18n::{river::words, short_pod_name};
use trace::{
    lanes::Edge,
    river::{NodeStay, PodLife, ShutdownCause, WaitPlace, WaitStretch},
};
use yew::{Html, html};

use super::{
    layout::{LABEL_SIZE, RiverForm, RiverLayout, SMALL_SIZE},
    marks::{draw_cross, draw_path_of, draw_text_at},
    path_data::path_data,
    ribbons::{SlotBox, amount_pixels, has_mouth, slot_box},
    river_ctx::RiverCtx,
};
use crate::draw::text_layout::{TextAnchor, text_width};

/// The distance between the rim and a pod that is nominated.
const RIM_GAP: f64 = 4.0;
/// The width of the bend from the rim into the node.
const BEND: f64 = 16.0;
/// The least height of a pod at the bank: pods that request nothing are lines.
const MIN_HEIGHT: f64 = 3.0;
/// The width of one eddy.
const EDDY: f64 = 24.0;
/// The distance of crosses that don't touch.
const CROSS_ROOM: f64 = 15.0;
/// Longer waits have eddies at both ends only.
const MAX_EDDIES: usize = 40;

/// Where a wait is drawn; `None` for a wait that takes no time, and for one on the rim of a node that isn't drawn.
fn wait_box(ctx: &RiverCtx<'_>, layout: &RiverLayout, wait: &WaitStretch) -> Option<SlotBox> {
    let (x0, x1) = (layout.x(ctx, wait.from), layout.end_x(ctx, wait.to));
    let (base, unit) = match wait.place {
        WaitPlace::Bank if wait.is_brief() => return None,
        WaitPlace::Bank => (layout.bank - RIM_GAP, layout.bank_unit),
        WaitPlace::Rim(band) => (layout.place_of(band)?.rim - RIM_GAP, layout.unit),
    };
    let y1 = base - wait.offset as f64 * unit;
    Some(SlotBox { x0, x1, y0: y1 - (wait.amount as f64 * unit).max(MIN_HEIGHT), y1 })
}

/// Pods at the bank and on rims, without labels.
pub(super) fn draw_waits(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let lives = ctx.river.pods.iter().map(|life| {
        let waits = life.waits.iter().filter_map(|wait| {
            let area = wait_box(ctx, layout, wait)?;
            Some(match wait.place {
                WaitPlace::Bank => draw_pending(ctx, life, &area),
                WaitPlace::Rim(_) => draw_nominated(ctx, layout, life, wait, &area),
            })
        });
        html! { <g class={ctx.life_class(life)} data-pod={life.pod.to_string()}>{ for waits }</g> }
    });
    html! { { for lives } }
}

fn draw_pending(ctx: &RiverCtx<'_>, life: &PodLife, area: &SlotBox) -> Html {
    let SlotBox { x0, x1, y0, y1 } = *area;
    let body = path_data!("M{} {}H{}V{}H{}Z", x0, y0, x1, y1, x0;);
    html! {
        <>
            { draw_path_of(body, "pending-body") }
            { draw_path_of(eddy_path(x0 + pending_label_width(ctx, life, area) + 8.0, x1 - 8.0, area), "eddy") }
        </>
    }
}

/// A curl that moves along the wait.
fn eddy_path(start: f64, end: f64, area: &SlotBox) -> String {
    let height = area.y1 - area.y0;
    let turns = ((end - start) / EDDY).floor();
    if height < 10.0 || turns < 1.0 {
        return String::new();
    }
    let (amplitude, middle) = ((height * 0.3).min(9.0), area.middle());
    // A turn is two arcs: a long one below, and a short one back above.
    let (forward, back) = (EDDY * 0.78, EDDY * 0.28);
    let mut d = path_data!("M{} {}", start, middle + amplitude;);
    let mut x = start;
    for _ in 0..MAX_EDDIES.min(turns_of(turns)) {
        let (top, low) = (middle - amplitude, middle + amplitude);
        d += &path_data!(
            "C{} {} {} {} {} {}", x + forward * 0.6, low, x + forward, middle + amplitude * 0.5, x + forward * 0.9, middle - amplitude * 0.2;
            "C{} {} {} {} {} {}", x + forward * 0.75, top - amplitude * 0.4, x + back, top, x + back * 1.4, middle;
            "C{} {} {} {} {} {}", x + back * 2.0, low, x + EDDY * 0.8, low, x + EDDY, low;
        );
        x += EDDY;
    }
    d
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a small number
fn turns_of(turns: f64) -> usize {
    turns.max(0.0) as usize
}

/// A nominated pod, dashed, and its bend into the node if it gets there.
fn draw_nominated(
    ctx: &RiverCtx<'_>,
    layout: &RiverLayout,
    life: &PodLife,
    wait: &WaitStretch,
    area: &SlotBox,
) -> Html {
    let stay = life.stays.iter().find(|stay| Some(stay.from) == wait.to && wait.place == WaitPlace::Rim(stay.band));
    let bend = if stay.is_some() { BEND.min((area.x1 - area.x0) / 3.0) } else { 0.0 };
    let SlotBox { x0, x1, y0, y1 } = *area;
    let body = path_data!("M{} {}H{}V{}H{}Z", x0, y0, x1 - bend, y1, x0;);
    html! {
        <>
            { draw_path_of(body, "nominated-body") }
            { stay.map(|stay| draw_bend(ctx, layout, stay, area, bend)).unwrap_or_default() }
        </>
    }
}

/// From the rim into the slots of the node.
fn draw_bend(ctx: &RiverCtx<'_>, layout: &RiverLayout, stay: &NodeStay, area: &SlotBox, bend: f64) -> Html {
    let Some((place, piece)) = layout.place_of(stay.band).zip(stay.pieces.first()) else { return Html::default() };
    let mut top = area.y0;
    let parts = piece.slots.iter().rev().map(|slot| {
        let target = slot_box(ctx, layout, place, *slot, (piece.from, piece.to));
        let height = amount_pixels(layout, slot.amount);
        let (x0, x1, y0, y1) = (area.x1 - bend, target.x0 + 0.5, top, top + height);
        top = y1;
        let middle = f64::midpoint(x0, x1);
        path_data!(
            "M{} {}C{} {} {} {} {} {}", x0, y0, middle, y0, middle, target.y0, x1, target.y0;
            "V{}C{} {} {} {} {} {}Z", target.y1, middle, target.y1, middle, y1, x0, y1;
        )
    });
    draw_path_of(parts.collect::<String>(), "bend-body")
}

/// The streams by which pods leave the bank: into their node, or to the rim that they are nominated to. What was refused flows back.
pub(super) fn draw_falls(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let lives = ctx.river.pods.iter().map(|life| {
        let falls = life.stays.iter().filter(|stay| has_mouth(life, stay)).filter_map(|stay| {
            let wait = life.waits.iter().find(|wait| wait.to == Some(stay.from))?;
            let (_, y) = mouth_place(ctx, layout, stay)?;
            Some(draw_fall(ctx, layout, wait, y, 0.0))
        });
        let to_rims = life.waits.windows(2).filter_map(|pair| {
            let is_nomination = pair[0].place == WaitPlace::Bank && matches!(pair[1].place, WaitPlace::Rim(_));
            let area = wait_box(ctx, layout, &pair[1]).filter(|_| is_nomination && pair[0].to == Some(pair[1].from))?;
            Some(draw_fall(ctx, layout, &pair[0], area.middle(), 2.0))
        });
        let returns =
            life.stays.iter().filter(|stay| stay.is_refused).filter_map(|stay| draw_return(ctx, layout, stay));
        html! { <g class={ctx.life_class(life)}>{ for falls }{ for to_rims }{ for returns }</g> }
    });
    html! { { for lives } }
}

/// The point at which a pod enters its node.
fn mouth_place(ctx: &RiverCtx<'_>, layout: &RiverLayout, stay: &NodeStay) -> Option<(f64, f64)> {
    let (place, piece) = layout.place_of(stay.band).zip(stay.pieces.first())?;
    let slot = *piece.slots.first()?;
    let area = slot_box(ctx, layout, place, slot, (piece.from, piece.to));
    Some((area.x0, if slot.amount == 0 { place.floor + 3.0 } else { area.middle() }))
}

/// A stream from a wait down to a y; a wait that takes no time flows along the bank first. `tail` is how far it goes on to the right.
fn draw_fall(ctx: &RiverCtx<'_>, layout: &RiverLayout, wait: &WaitStretch, y: f64, tail: f64) -> Html {
    let x = layout.end_x(ctx, wait.to);
    let (start, level) = match wait_box(ctx, layout, wait) {
        Some(area) => ((x - 6.0).max(area.x0), area.middle()),
        None => (layout.x(ctx, wait.from).min(x - 6.0), layout.bank - 4.0),
    };
    let mut d = path_data!("M{} {}H{}Q{} {} {} {}V{}", start, level, x - 6.0, x, level, x, level + 8.0, y;);
    if tail > 0.0 {
        d += &path_data!("H{}", x + tail;);
    }
    html! { <>{ draw_path_of(d.clone(), "fall-edge") }{ draw_path_of(d, "fall") }</> }
}

/// A stream from the node back up to the bank.
fn draw_return(ctx: &RiverCtx<'_>, layout: &RiverLayout, stay: &NodeStay) -> Option<Html> {
    let (_, y) = mouth_place(ctx, layout, stay)?;
    let x = layout.end_x(ctx, stay.to);
    Some(draw_path_of(path_data!("M{} {}V{}", x, y, layout.bank - 2.0;), "return"))
}

/// Arrows from preemptors to their victims.
pub(super) fn draw_victim_arrows(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let river = ctx.river;
    let arrows = river.pods.iter().flat_map(|life| &life.stays).filter_map(|stay| {
        let shutdown = stay.shutdown.as_ref()?;
        let ShutdownCause::Preempted(by) = &shutdown.cause else { return None };
        let preemptor = river.pods.iter().rev().find(|life| life.pod == *by && life.created.events < shutdown.from.events)?;
        let is_here = |wait: &&WaitStretch| wait.place == WaitPlace::Rim(stay.band) && wait.from.at == shutdown.from.at;
        let wait = preemptor.waits.iter().find(is_here)?;
        let from = wait_box(ctx, layout, wait)?;
        let (place, piece) = layout.place_of(stay.band).zip(stay.pieces.last())?;
        let slot = piece.slots.last()?;
        let target = slot_box(ctx, layout, place, *slot, (shutdown.from, stay.to));
        let x = (layout.x(ctx, shutdown.from) + 9.0).clamp(from.x0 + 6.0, (from.x1 - 4.0).max(from.x0 + 6.0));
        let tip = target.middle();
        let d = path_data!("M{} {}V{}", x, from.y1, tip;"M{} {}L{} {}L{} {}Z", x - 4.0, tip - 6.0, x, tip + 1.0, x + 4.0, tip - 6.0;);
        Some(html! { <g class={ctx.life_class(preemptor)}>{ draw_path_of(d, "victim-arrow") }</g> })
    });
    html! { { for arrows } }
}

/// The width of the label of a pending pod: its name and amount, its name, or nothing.
fn pending_label_width(ctx: &RiverCtx<'_>, life: &PodLife, area: &SlotBox) -> f64 {
    pending_label(ctx, life, area).map_or(0.0, |(name, amount)| {
        (text_width(&name, LABEL_SIZE) + text_width(&amount, LABEL_SIZE)) as f64 * 1.05 + 8.0
    })
}

fn pending_label(ctx: &RiverCtx<'_>, life: &PodLife, area: &SlotBox) -> Option<(String, String)> {
    let room = area.x1 - area.x0 - 12.0;
    let wide = |text: &str| text_width(text, LABEL_SIZE) as f64 * 1.06;
    let wait = life.waits.iter().map(|wait| wait.amount).max().unwrap_or(0);
    let name = short_pod_name(&life.pod).to_owned();
    let amount = words(ctx.lang).pending_label(&ctx.amount_text(wait));
    match area.y1 - area.y0 {
        height if height < 13.0 || wide(&name) > room => None,
        _ if wide(&name) + wide(&amount) + 6.0 <= room => Some((name, amount)),
        _ => Some((name, String::new())),
    }
}

/// The names of pods that wait.
pub(super) fn draw_wait_labels(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let lives = ctx.river.pods.iter().map(|life| {
        let labels = life.waits.iter().filter_map(|wait| {
            let area = wait_box(ctx, layout, wait)?;
            match wait.place {
                WaitPlace::Bank => {
                    let (name, amount) = pending_label(ctx, life, &area)?;
                    let x = area.x0 + 8.0;
                    let next = x + text_width(&name, LABEL_SIZE) as f64 * 1.05 + 6.0;
                    Some(html! {
                        <>
                            { draw_text_at(x, area.middle() + 4.0, LABEL_SIZE, "name-on-paper", TextAnchor::Start, name) }
                            { draw_text_at(next, area.middle() + 4.0, LABEL_SIZE, "amount-on-paper", TextAnchor::Start, amount) }
                        </>
                    })
                }
                WaitPlace::Rim(_) => Some(draw_nominated_label(ctx, life, wait, &area)),
            }
        });
        html! { <g class={ctx.life_class(life)}>{ for labels }</g> }
    });
    html! { { for lives } }
}

fn draw_nominated_label(ctx: &RiverCtx<'_>, life: &PodLife, wait: &WaitStretch, area: &SlotBox) -> Html {
    let (room, height) = (area.x1 - area.x0 - BEND - 12.0, area.y1 - area.y0);
    let wide = |text: &str| text_width(text, LABEL_SIZE) as f64 * 1.06;
    let name = short_pod_name(&life.pod).to_owned();
    let needs = words(ctx.lang).nominated_needs(&ctx.amount_text(wait.amount));
    if height < 13.0 || wide(&name) > room {
        return Html::default();
    }
    let has_needs = height >= 32.0 && wide(&needs) <= room;
    let y = area.middle() + if has_needs { -3.0 } else { 4.0 };
    let x = area.x0
        + 12.0
        + (area.x1 - area.x0 - BEND - wide(&name).max(if has_needs { wide(&needs) } else { 0.0 })).clamp(0.0, 24.0)
            / 2.0;
    html! {
        <>
            { draw_text_at(x, y, LABEL_SIZE, "name-on-paper", TextAnchor::Start, name) }
            if has_needs { { draw_text_at(x, y + 17.0, LABEL_SIZE, "amount-on-paper", TextAnchor::Start, needs) } }
        </>
    }
}

/// A cross for every failed try and every refused eviction.
pub(super) fn draw_failures(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    html! { <>{ draw_crosses(ctx, layout) }{ draw_refusals(ctx, layout) }</> }
}

/// A cross for every failed try.
pub(super) fn draw_crosses(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let lives = ctx.river.pods.iter().map(|life| {
        // In small, crosses that cover each other are one.
        let apart = if layout.form == RiverForm::Thumbnail { CROSS_ROOM } else { 0.0 };
        let mut last = f64::NEG_INFINITY;
        let crosses = life.failures.iter().filter_map(|edge| {
            let x = layout.x(ctx, *edge);
            if x < last + apart {
                return None;
            }
            last = x;
            Some(draw_cross(x, failure_y(ctx, layout, life, *edge)))
        });
        html! { <g class={ctx.life_class(life)}>{ for crosses }</g> }
    });
    html! { { for lives } }
}

/// A failed try is marked on the lower edge of the pod at the bank or on the rim.
fn failure_y(ctx: &RiverCtx<'_>, layout: &RiverLayout, life: &PodLife, edge: Edge) -> f64 {
    let is_then =
        |wait: &&WaitStretch| wait.from.events <= edge.events && wait.to.is_none_or(|to| edge.events <= to.events);
    let wait = life.waits.iter().find(is_then);
    wait.and_then(|wait| wait_box(ctx, layout, wait)).map_or(layout.bank, |area| area.y1)
}

/// A refused eviction is marked on the lower edge of the pod on its node.
fn draw_refusals(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let labels = words(ctx.lang).river_labels();
    let refused = ctx.river.evictions.iter().filter(|eviction| !eviction.is_allowed);
    let marks: Vec<(&PodLife, f64, f64)> =
        refused.filter_map(|eviction| refusal_place(ctx, layout, eviction.pod?, eviction.edge)).collect();
    let width = text_width(labels.refused, SMALL_SIZE) as f64;
    // The word has room if no other mark is beside it.
    let meets = |x: f64, y: f64, other: &(&PodLife, f64, f64)| {
        (x - other.1).abs() > 0.5 && (x - other.1).abs() < width + 24.0 && (y - other.2).abs() < 16.0
    };
    let refusals = marks.iter().map(|(life, x, y)| {
        let is_free = layout.form != RiverForm::Preview && !marks.iter().any(|other| meets(*x, *y, other));
        html! {
            <g class={ctx.life_class(life)}>
                { draw_cross(*x, *y) }
                if is_free && x + width + 12.0 < layout.right { { draw_text_at(x + 10.0, y + 4.0, SMALL_SIZE, "bad halo", TextAnchor::Start, labels.refused.to_owned()) } }
            </g>
        }
    });
    html! { { for refusals } }
}

/// Where a refused eviction is marked.
fn refusal_place<'r>(
    ctx: &RiverCtx<'r>,
    layout: &RiverLayout,
    pod: usize,
    edge: Edge,
) -> Option<(&'r PodLife, f64, f64)> {
    let life = ctx.river.pods.get(pod)?;
    let is_then = |stay: &&NodeStay| trace::river::is_within(stay.from, stay.to, edge.events);
    let stay = life.stays.iter().find(is_then)?;
    let (place, piece) = layout.place_of(stay.band).zip(stay.pieces.last())?;
    let slot = piece.slots.first()?;
    let area = slot_box(ctx, layout, place, *slot, (stay.from, stay.to));
    Some((life, layout.x(ctx, edge), area.y1 - (area.y1 - area.y0).min(10.0) / 2.0))
}

//! Pods on nodes: ribbons as thick as their requests. A ribbon is pale until its containers run, and a wedge while the pod terminates.

use i18n::{format_clock, river::words, short_pod_name};
use trace::{
    lanes::Edge,
    river::{BandSlot, NodeStay, PodLife, ShutdownCause, StayPiece, WaitPlace},
};
use yew::{Html, html};

use super::{
    layout::{BandPlace, LABEL_SIZE, RiverLayout},
    marks::{LOSS_PATTERN, draw_dot, draw_hatched, draw_path_of, draw_text_at},
    path_data::path_data,
    river_ctx::RiverCtx,
};
use crate::draw::text_layout::{TextAnchor, bold_text_width, text_width};

/// The length of a ribbon's mouth, where a pod falls into its node.
const MOUTH: f64 = 10.0;
/// A ribbon that is thinner than this has no label.
const MIN_LABELED: f64 = 13.0;

/// The rectangle of a slot: left, top, right, bottom.
pub(super) struct SlotBox {
    pub x0: f64,
    pub x1: f64,
    pub y0: f64,
    pub y1: f64,
}

impl SlotBox {
    pub(super) fn middle(&self) -> f64 {
        f64::midpoint(self.y0, self.y1)
    }
}

/// Where a slot of a band is between two points in time.
pub(super) fn slot_box(
    ctx: &RiverCtx<'_>,
    layout: &RiverLayout,
    place: &BandPlace,
    slot: BandSlot,
    (from, to): (Edge, Option<Edge>),
) -> SlotBox {
    let y = |amount: i64| place.floor - amount_pixels(layout, amount);
    SlotBox { x0: layout.x(ctx, from), x1: layout.end_x(ctx, to), y0: y(slot.top()), y1: y(slot.offset) }
}

#[allow(clippy::cast_precision_loss)] // pixels
pub(super) fn amount_pixels(layout: &RiverLayout, amount: i64) -> f64 {
    amount as f64 * layout.unit
}

/// Whether a pod comes to its node from the bank, and so with a fall and a mouth. Otherwise it is there when it is created, or was nominated.
pub(super) fn has_mouth(life: &PodLife, stay: &NodeStay) -> bool {
    life.waits.iter().any(|wait| wait.to == Some(stay.from) && wait.place == WaitPlace::Bank)
}

/// Each slot of a stay with its piece.
fn slots_of(stay: &NodeStay) -> impl Iterator<Item = (&StayPiece, BandSlot)> {
    stay.pieces.iter().flat_map(|piece| piece.slots.iter().map(move |slot| (piece, *slot)))
}

/// All ribbons, without labels.
pub(super) fn draw_ribbons(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let ribbons = ctx.river.pods.iter().map(|life| {
        let stays = life.stays.iter().map(|stay| draw_stay(ctx, layout, life, stay));
        html! { <g class={ctx.life_class(life)} data-pod={life.pod.to_string()}>{ for stays }</g> }
    });
    html! { { for ribbons } }
}

fn draw_stay(ctx: &RiverCtx<'_>, layout: &RiverLayout, life: &PodLife, stay: &NodeStay) -> Html {
    let Some(place) = layout.place_of(stay.band) else { return Html::default() };
    let flows_until = stay.shutdown.as_ref().map_or(stay.to, |shutdown| Some(shutdown.from));
    let mouth = if has_mouth(life, stay) { MOUTH } else { 0.0 };
    let parts = slots_of(stay).map(|(piece, slot)| {
        let until = earlier(piece.to, flows_until);
        let place_box = slot_box(ctx, layout, place, slot, (piece.from, until));
        let mouth = if piece.from == stay.from { mouth.min((place_box.x1 - place_box.x0) / 2.0) } else { 0.0 };
        html! {
            <>
                if place_box.x1 > place_box.x0 { { draw_path_of(ribbon_path(&place_box, mouth), "ribbon-body") } }
                { draw_young(ctx, layout, stay, &place_box, mouth) }
                { draw_shutdown(ctx, layout, place, stay, (piece, slot)) }
            </>
        }
    });
    html! { <>{ for parts }{ draw_hairline(ctx, layout, place, stay) }</> }
}

/// A ribbon, with a mouth at its start.
fn ribbon_path(place: &SlotBox, mouth: f64) -> String {
    let SlotBox { x0, x1, y0, y1 } = *place;
    if mouth < 1.0 {
        return path_data!("M{} {}H{}V{}H{}Z", x0, y0, x1, y1, x0;);
    }
    let (middle, start) = (place.middle(), x0 + mouth);
    let thickness = ((y1 - y0) / 2.0).min(3.0);
    path_data!(
        "M{} {}C{} {} {} {} {} {}", x0, middle - thickness, x0 + mouth * 0.6, middle - thickness, x0 + mouth * 0.4, y0, start, y0;
        "H{}V{}H{}", x1, y1, start;
        "C{} {} {} {} {} {}Z", x0 + mouth * 0.4, y1, x0 + mouth * 0.6, middle + thickness, x0, middle + thickness;
    )
}

/// Until its containers run, a ribbon is pale.
fn draw_young(ctx: &RiverCtx<'_>, layout: &RiverLayout, stay: &NodeStay, place: &SlotBox, mouth: f64) -> Html {
    let until = match stay.running {
        Some(running) => layout.x(ctx, running),
        None => place.x1,
    };
    let (x0, x1) = (place.x0 + mouth.max(0.5), until.min(place.x1));
    if x1 - x0 < 1.5 || place.y1 - place.y0 < 2.0 {
        return Html::default();
    }
    draw_path_of(path_data!("M{} {}H{}V{}H{}Z", x0, place.y0 + 0.5, x1, place.y1 - 0.5, x0;), "young")
}

/// A pod that terminates holds its place until it is gone: the outline keeps its thickness, and the wedge in it is the time that is left.
fn draw_shutdown(
    ctx: &RiverCtx<'_>,
    layout: &RiverLayout,
    place: &BandPlace,
    stay: &NodeStay,
    (piece, slot): (&StayPiece, BandSlot),
) -> Html {
    let Some(shutdown) = stay.shutdown.as_ref().filter(|shutdown| ends_after(piece.to, shutdown.from)) else {
        return Html::default();
    };
    let from = if piece.from.events > shutdown.from.events { piece.from } else { shutdown.from };
    let outline = slot_box(ctx, layout, place, slot, (from, piece.to));
    if outline.x1 - outline.x0 < 0.5 {
        return Html::default();
    }
    let SlotBox { x0, x1, y0, y1 } = outline;
    let body = path_data!("M{} {}H{}V{}H{}Z", x0, y0, x1, y1, x0;);
    // The wedge of a later piece begins where the one before it ends.
    let (start, end) = (layout.x(ctx, shutdown.from), layout.end_x(ctx, stay.to));
    let share = |x: f64| if end > start { ((end - x) / (end - start)).clamp(0.0, 1.0) } else { 0.0 };
    let half = (y1 - y0) / 2.0;
    let (left, right) = (half * share(x0), half * share(x1));
    let middle = outline.middle();
    let wedge =
        path_data!("M{} {}L{} {}V{}L{} {}Z", x0, middle - left, x1, middle - right, middle + right, x0, middle + left;);
    let is_loss = shutdown.cause.is_preemption();
    html! {
        <g class={if is_loss { "shutdown preempted" } else { "shutdown" }}>
            { draw_path_of(body.clone(), "outline") }
            if is_loss { { draw_hatched(body, "loss-hatch", LOSS_PATTERN) } }
            { draw_path_of(wedge, "wedge") }
        </g>
    }
}

/// A pod that requests nothing of the resource is a thin line on the floor.
fn draw_hairline(ctx: &RiverCtx<'_>, layout: &RiverLayout, place: &BandPlace, stay: &NodeStay) -> Html {
    if stay.pieces.iter().any(|piece| piece.amount() > 0) {
        return Html::default();
    }
    let (x0, x1) = (layout.x(ctx, stay.from), layout.end_x(ctx, stay.to));
    draw_path_of(path_data!("M{} {}H{}", x0, place.floor + 3.0, x1;), "hairline")
}

/// Names and amounts on the ribbons, and what terminating pods have left.
pub(super) fn draw_labels(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let labels = ctx.river.pods.iter().map(|life| {
        let stays = life.stays.iter().map(|stay| draw_stay_labels(ctx, layout, life, stay));
        html! { <g class={ctx.life_class(life)}>{ for stays }</g> }
    });
    html! { { for labels } }
}

fn draw_stay_labels(ctx: &RiverCtx<'_>, layout: &RiverLayout, life: &PodLife, stay: &NodeStay) -> Html {
    let Some(place) = layout.place_of(stay.band) else { return Html::default() };
    let flows_until = stay.shutdown.as_ref().map_or(stay.to, |shutdown| Some(shutdown.from));
    let mouth = if has_mouth(life, stay) { MOUTH } else { 2.0 };
    let bound = stay.bound.filter(|bound| !bound.at.is_zero() || stay.from != *bound).map(|bound| layout.x(ctx, bound));
    let Some(first) = stay.pieces.first() else { return Html::default() };
    let names = first.slots.iter().enumerate().map(|(at, slot)| {
        let area = slot_box(ctx, layout, place, *slot, (first.from, earlier(first.to, flows_until)));
        let dot = bound.filter(|_| at == 0 && area.y1 - area.y0 >= 5.0).map(|x| x.max(area.x0) + 3.0);
        let start = (area.x0 + mouth + 4.0).max(dot.filter(|x| *x < area.x1).map_or(0.0, |x| x + 9.0));
        let young_end = stay.running.map_or(area.x1, |running| layout.x(ctx, running).min(area.x1));
        html! {
            <>
                { draw_name(ctx, life, slot.amount, LabelRoom { start, young_end, area: &area }) }
                { dot.filter(|x| *x < area.x1).map(|x| draw_dot(x, area.middle())).unwrap_or_default() }
            </>
        }
    });
    html! { <>{ for names }{ draw_shutdown_label(ctx, layout, place, life, stay) }</> }
}

/// The room for the label of a ribbon.
struct LabelRoom<'a> {
    /// Where it may begin.
    start: f64,
    /// Where the containers run: until there the ribbon is pale.
    young_end: f64,
    area: &'a SlotBox,
}

/// The name of a pod, with its priority if it has one, and its amount if there is room; nothing if the ribbon is too thin or too short. It is
/// either on the pale part of the ribbon or behind it, if it fits there.
fn draw_name(
    ctx: &RiverCtx<'_>,
    life: &PodLife,
    amount: i64,
    LabelRoom { start, young_end, area }: LabelRoom<'_>,
) -> Html {
    let name = short_pod_name(&life.pod).to_owned();
    let wide = |text: &str| f64::from(i32::try_from(bold_text_width(text, LABEL_SIZE)).unwrap_or(i32::MAX));
    let fits = |start: f64, end: f64| wide(&name) <= end - start - 4.0;
    let (start, end, is_pale) = match (start.max(young_end + 4.0), area.x1) {
        _ if fits(start, young_end) => (start, young_end, true),
        (behind, end) if fits(behind, end) => (behind, end, false),
        (_, end) => (start, end, false),
    };
    if area.y1 - area.y0 < MIN_LABELED || !fits(start, end) {
        return Html::default();
    }
    let y = area.middle() + 4.0;
    let priority = (life.priority != 0).then(|| life.priority.to_string());
    let priority = priority.filter(|text| wide(&name) + wide(text) + 8.0 <= end - start - 4.0);
    let name_x = start + priority.as_ref().map_or(0.0, |text| wide(text) + 8.0);
    let amount = ctx.amount_text(amount);
    let amount_x = name_x + wide(&name) + 6.0;
    let has_amount = amount_x + wide(&amount) <= end - 4.0;
    let [rank_class, name_class, amount_class] =
        if is_pale { ["rank on-pale", "name on-pale", "amount on-pale"] } else { ["rank", "name", "amount"] };
    let draw =
        |x: f64, class: &'static str, text: String| draw_text_at(x, y, LABEL_SIZE, class, TextAnchor::Start, text);
    html! {
        <>
            if let Some(priority) = priority { { draw(start, rank_class, priority) } }
            { draw(name_x, name_class, name) }
            if has_amount { { draw(amount_x, amount_class, amount) } }
        </>
    }
}

fn draw_shutdown_label(
    ctx: &RiverCtx<'_>,
    layout: &RiverLayout,
    place: &BandPlace,
    life: &PodLife,
    stay: &NodeStay,
) -> Html {
    let Some((shutdown, piece)) = stay.shutdown.as_ref().zip(stay.pieces.last()) else { return Html::default() };
    let Some(slot) = piece.slots.first() else { return Html::default() };
    let area = slot_box(ctx, layout, place, *slot, (shutdown.from, stay.to));
    let sentences = words(ctx.lang);
    let grace = format_clock(shutdown.until - shutdown.from.at);
    let name = short_pod_name(&life.pod);
    let texts = match shutdown.cause {
        ShutdownCause::Preempted(_) | ShutdownCause::PreemptedForGroup => {
            [sentences.victim_label(name, &grace), format!("{name} ✗"), "✗".to_owned()]
        }
        ShutdownCause::Evicted => {
            [sentences.evicted_label(&grace), sentences.river_labels().evicted.to_owned(), String::new()]
        }
        ShutdownCause::Deleted => [sentences.ends_label(&grace), name.to_owned(), String::new()],
    };
    let room = area.x1 - area.x0 - 8.0;
    let fits = |text: &&String| f64::from(i32::try_from(text_width(text, LABEL_SIZE)).unwrap_or(i32::MAX)) <= room;
    match texts.iter().find(fits) {
        Some(text) if area.y1 - area.y0 >= MIN_LABELED => {
            let class = if shutdown.cause.is_preemption() { "bad halo" } else { "halo strong" };
            draw_text_at(
                f64::midpoint(area.x0, area.x1),
                area.middle() + 4.0,
                LABEL_SIZE,
                class,
                TextAnchor::Middle,
                text.clone(),
            )
        }
        _ => Html::default(),
    }
}

/// The earlier of two ends, of which each may be missing.
fn earlier(one: Option<Edge>, other: Option<Edge>) -> Option<Edge> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if one.events <= other.events { one } else { other }),
        (one, other) => one.or(other),
    }
}

fn ends_after(end: Option<Edge>, edge: Edge) -> bool {
    end.is_none_or(|end| end.events > edge.events)
}

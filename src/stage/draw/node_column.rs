//! Draws the column of a node: ticks, pods, space for nominated pods, and the pod being tried on top of them.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use std::{cmp::Reverse, fmt::Write as _};

use ::i18n::{format_amount, short_pod_name};
use api::resources::Resource;
use scene::{
    group_model::pod_mark,
    node_model::{IncomingPod, NewcomerPlace, NodeColumn, NominatedPod, PodTile, TileState},
    priority::format_priority,
};
use yew::{Html, html, virtual_dom::VList};

use crate::draw::{
    draw_ctx::DrawCtx,
    group_marks::{draw_bead, draw_hexagon},
    node_text,
    text_layout::{
        Area, TextAnchor, TextBlock, clip_text, draw_lines, draw_path, draw_rect, draw_text, fit_text_size, text_width,
        wrap_text,
    },
    tiles::{self, amount_with_unit},
};

/// Half of the width of the line that marks the capacity.
const RIM_HALF_WIDTH: i64 = 2;

/// The gap between the capacity and a pod that is rejected, as a fraction of the node.
const OVERHANG_GAP: f64 = 0.04;

/// The geometry of a column.
pub(crate) struct ColumnLayout {
    /// From the capacity line down to the bottom.
    pub ground: Area,
    /// Pixels per unit of the resource.
    pub scale: f64,
    /// The y of the highest line that may be drawn on.
    pub top: i64,
}

/// The height of a column with everything above its capacity, in units of the resource.
pub(crate) fn total_height(ctx: &DrawCtx<'_>, node_column: &NodeColumn) -> f64 {
    let overhang = node_column.overhang as f64;
    if node_column.capacity == 0 {
        return overhang.max(1.0);
    }
    // The gap below a rejected pod is always reserved, so that the scale stays constant when there is one.
    let gap = if node_column.overhang > 0 { node_column.capacity as f64 * OVERHANG_GAP } else { 0.0 };
    let limit = node_column.capacity as f64 * ctx.max_overhang as f64 / 100.0;
    node_column.capacity as f64 + overhang.min(limit) + gap
}

/// Places a column at the bottom of an area, at `pixels_per_unit` pixels per unit.
pub(crate) fn layout_column(node_column: &NodeColumn, place_area: Area, pixels_per_unit: f64) -> ColumnLayout {
    let height = (node_column.capacity as f64 * pixels_per_unit).round() as i64;
    ColumnLayout {
        ground: Area::new(place_area.x, place_area.bottom() - height, place_area.w, height),
        scale: pixels_per_unit,
        top: place_area.y,
    }
}

impl ColumnLayout {
    /// The y of an amount above the bottom.
    pub(crate) fn y_of(&self, units: i64) -> i64 {
        (self.ground.bottom() - (units as f64 * self.scale).round() as i64).max(self.top)
    }
}

/// Draws the column with its content. `ticks` is the width of the scale on its right.
pub(crate) fn draw_column(ctx: &DrawCtx<'_>, node_column: &NodeColumn, stand: &ColumnLayout, ticks: i64) -> Html {
    let ColumnLayout { ground, scale: per, top } = stand;
    let standing_tiles: Vec<&PodTile> = node_column.tiles.iter().filter(|tile| tile.amount > 0).collect();
    let mut counted: Vec<&NominatedPod> = node_column
        .nominated_pods
        .iter()
        .filter(|nominated_pod| nominated_pod.is_counted && nominated_pod.amount > 0)
        .collect();
    // The pod with the highest priority comes first.
    counted.sort_by_key(|nominated_pod| {
        Reverse(ctx.frame.pods.get(&nominated_pod.key).map_or(0, |view| view.pod.priority()))
    });
    let mut amounts: Vec<i64> = standing_tiles.iter().map(|standing_tiles| standing_tiles.amount).collect();
    amounts.extend(counted.iter().map(|counted| counted.amount));
    let inside = Area::new(ground.x + 3, ground.y, ground.w - 6, ground.h);
    let places = tiles::stack_tiles(&amounts, inside, *per, ctx.min_tile_height(inside.w));
    let pods = standing_tiles.iter().zip(&places).map(|(tile, place_area)| {
        let area = inset_area(crop_top(*place_area, *top));
        let text_area = text_area(area, ground.y);
        tiles::draw_tile(ctx, tile, area, "", tiles::draw_face_in(ctx, tile, area, text_area))
    });
    let nominated = counted.iter().zip(&places[standing_tiles.len()..]).map(|(nominated_pod, place_area)| {
        let is_cut = is_cut_off(*place_area, *top);
        draw_nominated_pod(ctx, nominated_pod, inset_area(crop_top(*place_area, *top)), (ground.y, is_cut))
    });
    let uncounted_promises = node_column
        .nominated_pods
        .iter()
        .filter(|nominated_pod| !nominated_pod.is_counted && nominated_pod.amount > 0)
        .map(|nominated_pod| draw_uncounted_promise(ctx, nominated_pod, ground, *per));
    let stacked: i64 = amounts.iter().sum();
    let newcomer = node_column.incoming.as_ref().filter(|incoming_pod| incoming_pod.tile.amount > 0);
    let newcomer = newcomer
        .map(|incoming_pod| draw_newcomer(ctx, incoming_pod, stand, inside, (stacked, ticks > 0 && !ctx.is_intro)));
    let [newcomer, bracket] = newcomer.map_or_else(Default::default, |[tile, bracket]| [Some(tile), Some(bracket)]);
    // One list with a key for each pod: whatever happens to a pod on this node, it stays the same element.
    let pods = VList::with_children(pods.chain(nominated).chain(newcomer).collect(), None);
    html! {
        <>
            if node_column.is_missing { { draw_rect(Area::new(ground.x, *top, ground.w, ground.bottom() - top), "ground missing", 4) } }
            else { { draw_rect(*ground, "ground", 4) } }
            { draw_scale(ctx, node_column, ground, ticks) }
            <g>{ for uncounted_promises }</g>
            <g class="stack">{ Html::from(pods) }</g>
            { bracket.unwrap_or_default() }
            if !node_column.is_missing { { draw_path(format!("M{} {}H{}", ground.x - 6, ground.y, ground.right() + 6), "rim") } }
        </>
    }
}

/// The area of a tile with a small gap to its neighbors.
fn inset_area(area: Area) -> Area {
    if area.h > 6 { Area::new(area.x, area.y + 1, area.w, area.h - 2) } else { area }
}

/// Whether an area exceeds the picture. One pixel is tolerated, because heights are rounded separately.
fn is_cut_off(area: Area, top: i64) -> bool {
    area.y + 1 < top
}

/// Cuts the part of an area above the picture.
fn crop_top(area: Area, top: i64) -> Area {
    let y = area.y.max(top);
    Area::new(area.x, y, area.w, area.bottom() - y)
}

/// The maximum number of ticks: more are hard to read, however high the column is.
const MAX_TICKS: i64 = 9;

/// Draws ticks with their numbers on the right of the column.
fn draw_scale(ctx: &DrawCtx<'_>, node_column: &NodeColumn, ground: &Area, scale_width: i64) -> Html {
    if scale_width == 0 || node_column.capacity <= 0 {
        return Html::default();
    }
    let size = ctx.small_size(80);
    let most = (ground.h / (size * 3).max(1)).min(MAX_TICKS);
    let steps = tick_values(ctx.resource, node_column.capacity, most);
    let y =
        |value: i64| ground.bottom() - (value as f64 * ground.h as f64 / node_column.capacity as f64).round() as i64;
    let x = ground.right() + 8;
    let marks = steps.iter().map(|value| {
        html! {
            <>
                if *value != 0 { { draw_path(format!("M{} {}H{}", ground.x, y(*value), ground.right()), "tick") } }
                { draw_text(x, y(*value) + size / 3, size, "soft", TextAnchor::Start, format_amount(ctx.resource, *value)) }
            </>
        }
    });
    let full = amount_with_unit(ctx.resource, node_column.capacity);
    html! { <>{ for marks }{ draw_text(x, ground.y + size / 3, size, "text", TextAnchor::Start, clip_text(&full, size, scale_width)) }</> }
}

/// Round values for ticks below the capacity, at most `most`.
fn tick_values(resource: &Resource, capacity: i64, most: i64) -> Vec<i64> {
    let unit = match resource {
        Resource::Cpu => 1000,
        Resource::Memory | Resource::EphemeralStorage => 1 << 30,
        Resource::Scalar(_) => 1,
    };
    let steps = [unit / 4, unit / 2, unit, unit * 2, unit * 4, unit * 8, unit * 16, unit * 32, unit * 64];
    let fits = |step: &&i64| **step > 0 && capacity / **step <= most;
    let step = steps.iter().find(fits).copied().unwrap_or(capacity.max(1));
    (0..=capacity / step).map(|at| at * step).filter(|value| value + step / 2 < capacity).collect()
}

/// Draws a nominated pod whose resources count: dashed in the color of its priority, because it isn't on the node yet.
fn draw_nominated_pod(
    ctx: &DrawCtx<'_>,
    nominated_pod: &NominatedPod,
    area: Area,
    (rim, is_cut_off): (i64, bool),
) -> Html {
    let size = ctx.largest_text(area.h).min(ctx.text_size * 11 / 10);
    let pod = ctx.frame.pods.get(&nominated_pod.key);
    let tile = PodTile {
        key: nominated_pod.key.clone(),
        priority: pod.map_or(0, |pod| pod.pod.priority()),
        amount: nominated_pod.amount,
        state: TileState::Nominated,
        // A member of a group has the mark of its group.
        mark: pod.and_then(|pod| pod_mark(ctx.frame, pod)),
        ..PodTile::default()
    };
    let (name, word) = (short_pod_name(&tile.key), ctx.words.nominated);
    let whole = ctx.lang.counted_for(name, &amount_with_unit(ctx.resource, tile.amount));
    let strip = StripLayout::new(ctx, &tile, area, rim);
    let x = strip.area.right() + size / 2;
    let room = area.right() - x - size / 2;
    // At the same height as while it is tried.
    let (middle, high) = text_place(area, rim, if area.h >= size * 7 / 2 { size * 3 } else { size * 5 / 4 });
    // The name may be left out, but never a part of the word.
    let face = [whole, format!("{name} · {word}"), word.to_owned()]
        .iter()
        .find_map(|text| wrap_to_fit(text, size, room, high));
    let inner = html! {
        <>
            { strip.draw(&tile) }
            if is_cut_off { { draw_path(zigzag_path(area), "zigzag") } }
            if let Some(face) = face { { draw_lines(x, middle - face.height() / 2, face.size, "text", &face.lines).html } }
        </>
    };
    tiles::draw_tile(ctx, &tile, area, " promise", inner)
}

/// The strip at the left edge of a pod that isn't on the node yet: it has the color of the priority, its number, and the mark of a group.
struct StripLayout {
    area: Area,
    text: String,
    text_size: i64,
    /// The center of the text, and the height of the part of the strip that it is in.
    middle: i64,
    high: i64,
}

impl StripLayout {
    fn new(ctx: &DrawCtx<'_>, tile: &PodTile, area: Area, rim: i64) -> Self {
        let size = ctx.text_size * 11 / 10;
        let text = format_priority(tile.priority);
        let area = Area::new(area.x, area.y, (text_width(&text, size) + size * 6 / 5).min(area.w / 4), area.h);
        let text_size = fit_text_size(&text, size.min(area.h * 7 / 10), area.w - 4, 8);
        let (middle, high) = text_place(area, rim, text_size * 5 / 4);
        Self { area, text, text_size: text_size.min((high * 7 / 10).max(8)), middle, high }
    }

    fn draw(&self, tile: &PodTile) -> Html {
        let Self { area, text, text_size: size, middle, high } = self;
        let x = area.x + area.w / 2;
        // The mark is above the priority, if there is space for both.
        let radius = (area.w * 4 / 10).min(size * 8 / 10);
        let hexagon_y = middle - size - radius;
        let mark = tile.mark.filter(|_| hexagon_y - radius > middle - high / 2 + 4);
        html! {
            <>
                { draw_rect(*area, "strip", 3) }
                if let Some(mark) = mark { { draw_hexagon(mark, x, hexagon_y, radius) } }
                if area.h >= 11 { { draw_text(x, middle + size * 36 / 100, *size, "rank", TextAnchor::Middle, clip_text(text, *size, area.w)) } }
            </>
        }
    }
}

/// Resources promised to a nominated pod that don't count against the tried pod: a mark at the edge.
fn draw_uncounted_promise(
    ctx: &DrawCtx<'_>,
    nominated_pod: &NominatedPod,
    ground: &Area,
    pixels_per_unit: f64,
) -> Html {
    let height = ((nominated_pod.amount as f64 * pixels_per_unit) as i64).min(ground.h);
    let text = ctx
        .lang
        .uncounted_for(short_pod_name(&nominated_pod.key), &amount_with_unit(ctx.resource, nominated_pod.amount));
    html! {
        <g class="promise aside" data-promise={nominated_pod.key.to_string()}>
            <title>{ text }</title>
            { draw_rect(Area::new(ground.right() - 7, ground.y, 6, height), "body", 2) }
        </g>
    }
}

/// Draws the pod being tried, and the bracket along its part above the capacity: on top of the others, or above everything if it is rejected for
/// another reason.
fn draw_newcomer(
    ctx: &DrawCtx<'_>,
    incoming_pod: &IncomingPod,
    stand: &ColumnLayout,
    inside: Area,
    (stacked, bracketed): (i64, bool),
) -> [Html; 2] {
    let ColumnLayout { ground, scale: per, top } = stand;
    let px = |units: i64| (units as f64 * per).round() as i64;
    let height = px(incoming_pod.tile.amount).max(4);
    let foot = match incoming_pod.place {
        NewcomerPlace::NotAdmitted => {
            (ground.y - (ground.h as f64 * OVERHANG_GAP) as i64).min(ground.bottom() - px(stacked))
        }
        NewcomerPlace::Inside | NewcomerPlace::AboveRim(_) => ground.bottom() - px(stacked),
    };
    let area = Area::new(inside.x, foot - height, inside.w, height);
    let broken = is_cut_off(area, *top);
    let area = crop_top(area, *top);
    let (extra, class) = match incoming_pod.place {
        NewcomerPlace::Inside => (" newcomer fits", "good"),
        NewcomerPlace::AboveRim(_) | NewcomerPlace::NotAdmitted => (" newcomer over", "bad"),
    };
    let size = ctx.text_size * 11 / 10;
    let strip = StripLayout::new(ctx, &incoming_pod.tile, area, ground.y);
    let x = strip.area.right() + size * 2 / 3;
    let available_width = area.right() - x - size / 2;
    // On a first visit the shortfall is drawn beside the column.
    let text = match incoming_pod.place {
        NewcomerPlace::AboveRim(_) if ctx.is_intro => String::new(),
        _ => node_text::outcome_text(ctx, incoming_pod).1,
    };
    // A tile that is too low for its text has it above, unless it crosses the capacity line there.
    let words_area = Area::new(area.x, area.y - size * 4 / 3, area.w, size * 4 / 3);
    let has_words_above = area.h < size
        && words_area.y >= *top
        && !(words_area.y - RIM_HALF_WIDTH..words_area.bottom() + RIM_HALF_WIDTH).contains(&ground.y);
    let roomy = area.h >= size * 7 / 2;
    let (middle, high) = text_place(area, ground.y, if roomy { size * 3 } else { size * 5 / 4 });
    // One line, if neither part has space for two.
    let roomy = roomy && high >= size * 3;
    let order = incoming_pod.tile.mark.and_then(|mark| mark.order);
    let bead = (ctx.text_size * 7 / 10).min(area.h / 2).max(4);
    let readable = |wrapped: &WrappedText| wrapped.size >= ctx.text_size * 4 / 5;
    let needs = node_text::needs_text(ctx, incoming_pod);
    let whole_lines = wrap_to_fit(&format!("{needs} · {text}"), size, available_width, high).filter(readable);
    let fits_in_half = |text: &str| {
        wrap_to_fit(text, size, available_width * 10 / 11, high / 2).is_some_and(|wrapped| readable(&wrapped))
    };
    let has_room_for_both = whole_lines.is_some() || roomy && fits_in_half(&needs) && fits_in_half(&text);
    // The head of its node says what a member of a group lacks, so its name takes precedence.
    let member_width = if broken { available_width - 2 * bead } else { available_width };
    let name = short_pod_name(&incoming_pod.tile.key);
    let member_text = order.filter(|_| !has_room_for_both).map(|_| {
        let lines = [needs.as_str(), name].into_iter().find_map(|text| wrap_to_fit(text, size, member_width, high));
        // Without room beside its number, the name is below it.
        let below_bead =
            || wrap_to_fit(name, size, available_width, high - 2 * bead).map(|lines| (lines, middle + bead));
        lines.map(|lines| (lines, middle)).or_else(below_bead).map_or_else(Html::default, |(lines, middle)| {
            draw_lines(x, middle - lines.height() / 2, lines.size, "text", &lines.lines).html
        })
    });
    let face_html = if has_words_above {
        let whole = format!("{}  {needs} · {text}", strip.text);
        let text = if text_width(&whole, size) <= area.w { whole } else { text };
        let words = clip_text(&text, size, area.w);
        html! { <g data-verdict="">{ draw_text(words_area.x, area.y - size * 2 / 5, size, class, TextAnchor::Start, words) }</g> }
    } else if area.h < 11 {
        Html::default()
    } else if let Some(member_text) = member_text {
        member_text
    } else if roomy {
        draw_needs_and_outcome(ctx, &needs, (&text, class), FaceRoom { x, middle, width: available_width, high, size })
    } else {
        // Without space for everything, the missing amount takes precedence.
        if let Some(wrapped) = whole_lines.or_else(|| wrap_to_fit(&text, size, available_width, high)) {
            draw_lines(x, middle - wrapped.height() / 2, wrapped.size, "text", &wrapped.lines).html
        } else {
            let size = fit_text_size(&text, size.min(high.max(14) * 7 / 10), available_width, 9);
            draw_text(
                x,
                middle + size * 36 / 100,
                size,
                "text",
                TextAnchor::Start,
                clip_text(&text, size, available_width),
            )
        }
    };
    // A member of a group has its number on the corner, or below it if the tile is cut off below the head of its node.
    let bead_y = if broken { area.y + bead } else { area.y };
    let inner = html! {
        <>
            if has_words_above { { draw_rect(strip.area, "strip", 3) } } else { { strip.draw(&incoming_pod.tile) } }
            if broken { { draw_path(zigzag_path(area), "zigzag") } }
            { face_html }
            { order.map(|order| draw_bead(i64::try_from(order).unwrap_or(0), area.right() - bead, bead_y, bead)).unwrap_or_default() }
        </>
    };
    let bracket = if bracketed { draw_bracket(incoming_pod, ground, area) } else { Html::default() };
    [tiles::draw_tile(ctx, &incoming_pod.tile, area, extra, inner), bracket]
}

/// The room for texts on a tile, and their size if there is enough.
struct FaceRoom {
    x: i64,
    middle: i64,
    width: i64,
    high: i64,
    size: i64,
}

/// Draws the request, and below it the outcome, with its class.
fn draw_needs_and_outcome(
    ctx: &DrawCtx<'_>,
    needs: &str,
    (text, class): (&str, &'static str),
    FaceRoom { x, middle, width, high, size }: FaceRoom,
) -> Html {
    let large = fit_text_size(text, size * 13 / 10, width * 9 / 10, 11);
    // In a narrow tile each text takes two lines if that makes it larger. Bold text is wider.
    let needs_lines = wrap_to_fit(needs, size, width, high / 2);
    let text_lines = wrap_to_fit(text, size * 13 / 10, width * 10 / 11, high / 2);
    let size = fit_text_size(needs, size, width, ctx.least_small_size.max(10));
    if let (Some(needs_lines), Some(text_lines)) = (needs_lines, text_lines)
        && (needs_lines.size > size || text_lines.size > large)
    {
        let tall = needs_lines.height() + text_lines.height();
        let TextBlock { html: needs, bottom: foot } =
            draw_lines(x, middle - tall / 2, needs_lines.size, "text", &needs_lines.lines);
        html! { <>{ needs }<g data-verdict="">{ draw_lines(x, foot, text_lines.size, class, &text_lines.lines).html }</g></> }
    } else {
        html! {
            <>
                { draw_text(x, middle - size / 2, size, "text", TextAnchor::Start, clip_text(needs, size, width)) }
                <g data-verdict="">{ draw_text(x, middle + large - size / 6, large, class, TextAnchor::Start, clip_text(text, large, width)) }</g>
            </>
        }
    }
}

/// Text in one or two lines.
struct WrappedText {
    lines: Vec<String>,
    size: i64,
}

impl WrappedText {
    fn height(&self) -> i64 {
        i64::try_from(self.lines.len()).unwrap_or(0) * self.size * 13 / 10
    }
}

/// Text in at most two lines, as large as it fits in this width and height; `None` if it doesn't fit at 10 pixels.
fn wrap_to_fit(text: &str, largest: i64, width: i64, height: i64) -> Option<WrappedText> {
    let wrap = |size| WrappedText { lines: wrap_text(text, size, width, 2), size };
    let fits = |wrapped: &WrappedText| {
        let is_whole = |line: &String| !line.ends_with('…') && text_width(line, wrapped.size) <= width;
        wrapped.height() <= height && wrapped.lines.iter().all(is_whole)
    };
    (10..=largest).rev().map(wrap).find(fits)
}

/// The vertical center for a text of this height in an area that the capacity line may cross: in the part above it if there is space,
/// otherwise in the larger part. Returns the height of that part as well.
pub(super) fn text_place(area: Area, rim: i64, height: i64) -> (i64, i64) {
    let (above_rim, under) = (rim - area.y, area.bottom() - rim);
    match (above_rim > 0 && under > 0, above_rim >= height || above_rim >= under) {
        (true, true) => (area.y + above_rim / 2, above_rim),
        (true, false) => (rim + under / 2, under),
        (false, _) => (area.y + area.h / 2, area.h),
    }
}

/// The part of a tile for its texts that the capacity line doesn't touch: the larger of the parts above and below it.
fn text_area(area: Area, rim: i64) -> Area {
    let (above_end, below_start) = (area.bottom().min(rim - RIM_HALF_WIDTH), area.y.max(rim + RIM_HALF_WIDTH));
    let (above, below) = (above_end - area.y, area.bottom() - below_start);
    if above > below { Area::new(area.x, area.y, area.w, above) } else { Area::new(area.x, below_start, area.w, below) }
}

/// A zigzag along the upper edge of a tile that is cut off.
fn zigzag_path(area: Area) -> String {
    let mut d = format!("M{} {}", area.x, area.y + 5);
    let (mut x, mut is_up) = (area.x, true);
    while x < area.right() {
        x = (x + 8).min(area.right());
        let _ = write!(d, "L{x} {}", if is_up { area.y } else { area.y + 5 });
        is_up = !is_up;
    }
    d
}

/// Draws a bracket along the part above the capacity.
fn draw_bracket(incoming_pod: &IncomingPod, ground: &Area, area: Area) -> Html {
    if !matches!(incoming_pod.place, NewcomerPlace::AboveRim(_)) || area.y >= ground.y {
        return Html::default();
    }
    let x = ground.right() + 6;
    draw_path(format!("M{x} {}h10V{}h-10", area.y, ground.y - 10), "bracket")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_avoid_the_capacity_line() {
        let area = Area::new(0, 100, 50, 60);
        assert_eq!([90, 100, 160, 200].map(|rim| text_place(area, rim, 30)), [(130, 60); 4]);
        assert_eq!(text_place(area, 130, 30), (115, 30));
        assert_eq!(text_place(area, 125, 30), (142, 35));
        assert_eq!(text_place(area, 150, 60), (125, 50));
        // A tile with several lines uses the larger part.
        assert_eq!([90, 200].map(|rim| text_area(area, rim)), [area; 2]);
        assert_eq!(text_area(area, 120), Area::new(0, 122, 50, 38));
        assert_eq!(text_area(area, 140), Area::new(0, 100, 50, 38));
        assert_eq!(text_area(area, 100), Area::new(0, 102, 50, 58));
    }

    #[test]
    fn ticks_have_round_values_and_fit() {
        assert_eq!(tick_values(&Resource::Cpu, 4000, 5), [0, 1000, 2000, 3000]);
        assert_eq!(tick_values(&Resource::Cpu, 500, 4), [0, 250]);
        assert_eq!(tick_values(&Resource::Memory, 8 << 30, 3), [0, 4 << 30]);
        assert_eq!(tick_values(&Resource::pods(), 3, 9), [0, 1, 2]);
    }
}

//! Draws pods as tiles, and stacks them.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use std::fmt::Write as _;

use api::{Millis, resources::Resource};
use i18n::{format_amount, format_clock, short_pod_name};
use scene::{
    group_model::{GroupMark, MemberState},
    node_model::{PodTile, TileState},
    priority::{format_priority, priority_class},
};
use yew::{Html, html};

use crate::{
    draw::{
        draw_ctx::DrawCtx,
        group_marks::{SPINE_WIDTH, draw_bead, draw_hexagon, draw_spine},
        shield::draw_shield_at,
        text_layout::{
            Area, TextAnchor, clip_name, clip_text, draw_path, draw_rect, draw_text, fit_text_size, text_width,
        },
    },
    event::StageEvent,
};

const MAX_TILES_PER_ROW: usize = 6;

/// The height of the draggable edge of a tile, in pixels.
const EDGE_HEIGHT: i64 = 8;

/// The areas of tiles, from the bottom up. A tile's height is its amount times `pixels_per_unit`. Tiles that would be lower than
/// `min_height` share a row as high as all of them together, so that each area is still proportional to its amount.
pub(crate) fn stack_tiles(amounts: &[i64], ground: Area, pixels_per_unit: f64, min_height: i64) -> Vec<Area> {
    let mut areas = vec![Area::default(); amounts.len()];
    let (mut at, mut next_y) = (0, 0_i64);
    let y = |units: i64| ground.bottom() - (units as f64 * pixels_per_unit).round() as i64;
    while at < amounts.len() {
        let height = amounts[at] as f64 * pixels_per_unit;
        let mut abreast = 1;
        while amounts[at] > 0
            && abreast < MAX_TILES_PER_ROW
            && (height * abreast as f64) < min_height as f64
            && amounts.get(at + abreast) == Some(&amounts[at])
        {
            abreast += 1;
        }
        let total: i64 = amounts[at..at + abreast].iter().sum();
        let (top, foot) = (y(next_y + total), y(next_y));
        for (column, place_area) in areas[at..at + abreast].iter_mut().enumerate() {
            let of = |column: usize| {
                ground.x + ground.w * i64::try_from(column).unwrap_or(0) / i64::try_from(abreast).unwrap_or(1)
            };
            *place_area = Area::new(of(column), top, of(column + 1) - of(column), foot - top);
        }
        next_y += total;
        at += abreast;
    }
    areas
}

/// An amount of the resource that heights show, with its unit.
pub(crate) fn amount_with_unit(resource: &Resource, value: i64) -> String {
    with_unit(resource, format_amount(resource, value))
}

/// A number, with the resource's name unless its unit identifies it.
pub(crate) fn with_unit(resource: &Resource, number: String) -> String {
    match resource {
        Resource::Memory | Resource::EphemeralStorage => number,
        Resource::Cpu | Resource::Scalar(_) => format!("{number} {resource}"),
    }
}

/// The fate of a pod, in one or two words.
pub(crate) fn pod_fate_text(ctx: &DrawCtx<'_>, tile: &PodTile) -> String {
    let labels = ctx.lang.stage_labels();
    match tile.state {
        TileState::Terminating(left) if !left.is_zero() && tile.is_victim => {
            format!("{} · {}", labels.victim, ctx.lang.pod_terminating_for(&format_clock(left)))
        }
        TileState::Terminating(left) if !left.is_zero() => ctx.lang.pod_terminating_for(&format_clock(left)),
        TileState::Terminating(_) => ctx.lang.inspector_labels().terminating.to_owned(),
        _ if tile.is_victim => labels.victim.to_owned(),
        TileState::Stays => labels.stays.to_owned(),
        TileState::Spared => labels.spared.to_owned(),
        TileState::Starting => labels.starting.to_owned(),
        TileState::Nominated => ctx.words.nominated.to_owned(),
        TileState::Placed if needs_room(ctx, tile) => ctx.lang.group_stage_labels().eviction.to_owned(),
        TileState::Placed => ctx.lang.placed_not_bound().to_owned(),
        TileState::Reserved => labels.reserved.to_owned(),
        TileState::Done => labels.done.to_owned(),
        TileState::Running => match (tile.start, ctx.earliest_start) {
            (Some(start), Some(earliest)) => ctx.lang.start_text(start, earliest),
            _ => String::new(),
        },
        TileState::Pending | TileState::Removed | TileState::MustGo => String::new(),
    }
}

/// Whether a member is placed on a node where victims have to be evicted first.
fn needs_room(ctx: &DrawCtx<'_>, tile: &PodTile) -> bool {
    let mut slots = ctx.group.iter().flat_map(|band| &band.slots);
    slots.any(|slot| slot.pod == tile.key && matches!(slot.state, MemberState::NeedsRoom(_)))
}

fn tile_class(ctx: &DrawCtx<'_>, tile: &PodTile, extra: &str) -> String {
    let mut class = format!("pod {}", priority_class(ctx.priorities, tile.priority));
    let states = [
        (tile.is_victim, " victim"),
        (matches!(tile.state, TileState::Terminating(_)), " terminating"),
        (matches!(tile.state, TileState::Stays | TileState::Spared), " stays"),
        (matches!(tile.state, TileState::Starting | TileState::Reserved), " starting"),
        (tile.state == TileState::Placed, " ghost"),
        (tile.mark.is_some(), " member"),
        (tile.state == TileState::Removed && !tile.is_victim, " lifted"),
        (ctx.changed_pods.contains(&tile.key), " unlike"),
        (ctx.selected_pod == Some(&tile.key), " chosen"),
    ];
    states.iter().filter(|(is, _)| *is).for_each(|(_, name)| class.push_str(name));
    if let Some(mark) = tile.mark {
        let _ = write!(class, " g{}", mark.hue);
    }
    class + extra
}

/// Draws a pod as a tile that can be selected, with an accessible description. Animations find it by its id.
pub(crate) fn draw_tile(ctx: &DrawCtx<'_>, tile: &PodTile, area: Area, extra: &'static str, inside: Html) -> Html {
    let key = tile.key.to_string();
    let text = ctx.lang.pod_description(
        short_pod_name(&key),
        tile.priority,
        &amount_with_unit(ctx.resource, tile.amount),
        &pod_fate_text(ctx, tile),
    );
    let text = ctx
        .pod_ends
        .and_then(|end| end.get(&tile.key))
        .map_or(text.clone(), |end| format!("{text} · {}", ctx.lang.pod_end(end)));
    let text =
        if tile.guards.0.is_empty() { text } else { format!("{text} · {}", ctx.lang.pod_budgets_text(&tile.guards)) };
    let text = match &tile.dropped_group {
        Some(group) => format!("{text} · {}", ctx.lang.dropped_group(group.name())),
        None => text,
    };
    let text = if ctx.changed_pods.contains(&tile.key) { format!("{text} · {}", ctx.words.differs) } else { text };
    let is_selected = ctx.selected_pod == Some(&tile.key);
    let pick = StageEvent::SelectPod((!is_selected).then(|| tile.key.clone()));
    let onkeydown = ctx.on_button_key(pick.clone());
    let about = (ctx.subject_pod == Some(&tile.key)).then_some("");
    html! {
        <g key={format!("pod {key}")} id={ctx.has_ids.then(|| format!("pod:{key}"))} data-pod={key} data-verdict={about} class={tile_class(ctx, tile, extra)}
            role="button" tabindex="0" aria-pressed={is_selected.to_string()} onclick={ctx.on_click(pick)} {onkeydown}>
            <title>{ text }</title>
            { draw_rect(area, "body", 3) }
            { draw_shutdown_level(tile, area) }
            if tile.is_victim || matches!(tile.state, TileState::Terminating(_)) { { draw_hatch(area) } }
            if let Some(mark) = spine_mark(tile) { { draw_spine(mark, area) } }
            if let Some(amount) = draggable_request(ctx, tile, area) {
                <rect class="edge" data-edge={ctx.resource.to_string()} data-amount={amount.to_string()} x={area.x.to_string()} y={(area.y - EDGE_HEIGHT / 2).to_string()} width={area.w.to_string()} height={EDGE_HEIGHT.to_string()} />
            }
            // The title is a complete description for screen readers.
            <g aria-hidden="true">{ inside }</g>
        </g>
    }
}

/// The radius of a ghost's number.
pub(crate) fn bead_radius(ctx: &DrawCtx<'_>, area: Area) -> i64 {
    (ctx.text_size * 6 / 10).min(area.h / 2).max(3)
}

/// The mark of a member that is on a node; members without one have no solid mark.
fn spine_mark(tile: &PodTile) -> Option<GroupMark> {
    tile.mark.filter(|_| !matches!(tile.state, TileState::Placed | TileState::Pending | TileState::Nominated))
}

/// The outcome of the run for a pod, along the bottom of its tile while editing. It needs space below the texts.
struct EndRibbon {
    area: Area,
    size: i64,
    text: String,
}

impl EndRibbon {
    /// The minimal height of the part with the pod's name.
    const MIN_FACE: i64 = 15;

    fn new(ctx: &DrawCtx<'_>, tile: &PodTile, tile_area: Area, text_area: Area) -> Option<Self> {
        let end = ctx.pod_ends.and_then(|pod_ends| pod_ends.get(&tile.key))?;
        let text = ctx.lang.pod_end(end);
        let size = Some((ctx.text_size * 8 / 10).min(tile_area.h / 3)).filter(|size| *size >= 8)?;
        let size = fit_text_size(&text, size, tile_area.w - size, size.min(9));
        let text = clip_text(&text, size, tile_area.w - size);
        let (width, height) = ((text_width(&text, size) + size).min(tile_area.w), size * 13 / 10);
        let area = Area::new(tile_area.x, tile_area.bottom() - height, width, height);
        let ribbon = Self { area, size, text };
        (ribbon.cut_from(text_area).h >= Self::MIN_FACE).then_some(ribbon)
    }

    /// The part of an area above the ribbon.
    fn cut_from(&self, area: Area) -> Area {
        Area::new(area.x, area.y, area.w, area.h.min(self.area.y - area.y))
    }

    fn draw(self) -> Html {
        let Self { area, size, text } = self;
        html! { <g class="ribbon">{ draw_rect(area, "sheet", 2) }{ draw_text(area.x + size / 2, area.y + size, size, "end", TextAnchor::Start, text) }</g> }
    }
}

/// The ratio of two durations.
fn time_share(part: Millis, full_time: Millis) -> f64 {
    part.to_millis() as f64 / full_time.to_millis() as f64
}

/// Draws the remaining termination time of a pod as a sinking level.
fn draw_shutdown_level(tile: &PodTile, area: Area) -> Html {
    let TileState::Terminating(left) = tile.state else { return Html::default() };
    if tile.grace.is_zero() || left.is_zero() {
        return Html::default();
    }
    let height = (area.h as f64 * time_share(left, tile.grace).min(1.0)).round() as i64;
    html! {
        <rect class="level" x={area.x.to_string()} y={(area.bottom() - height).to_string()} width={area.w.to_string()} height={height.to_string()} />
    }
}

/// The request that dragging the upper edge of a tile changes, if it can be dragged.
fn draggable_request(ctx: &DrawCtx<'_>, tile: &PodTile, area: Area) -> Option<i64> {
    let sized =
        matches!(ctx.resource, Resource::Cpu | Resource::Memory) && tile.amount > 0 && area.h >= 3 * EDGE_HEIGHT;
    (ctx.has_ids && sized).then_some(tile.amount)
}

/// Draws diagonal lines over a tile, so that its state shows without its color.
fn draw_hatch(area: Area) -> Html {
    const PITCH: i64 = 12;
    let mut d = String::new();
    let mut from = area.x - area.h;
    while from < area.right() {
        let (x1, x2) = (from.max(area.x), (from + area.h).min(area.right()));
        if x2 > x1 {
            let _ = write!(d, "M{x1} {}L{x2} {}", area.bottom() - (x1 - from), area.bottom() - (x2 - from));
        }
        from += PITCH;
    }
    draw_path(d, "hatch")
}

/// Draws priority, name, amount and fate on a tile, as far as they fit.
pub(crate) fn draw_face(ctx: &DrawCtx<'_>, tile: &PodTile, area: Area) -> Html {
    draw_face_in(ctx, tile, area, area)
}

/// Draws the texts in a part of the tile, because a line crosses the tile.
pub(crate) fn draw_face_in(ctx: &DrawCtx<'_>, tile: &PodTile, tile_area: Area, area: Area) -> Html {
    match EndRibbon::new(ctx, tile, tile_area, area) {
        Some(ribbon) => {
            html! { <>{ draw_texts(ctx, tile, tile_area, ribbon.cut_from(area)) }{ ribbon.draw() }</> }
        }
        None => draw_texts(ctx, tile, tile_area, area),
    }
}

/// The width of a tile, in pixels, from which on a victim always has its sign.
const MIN_MARKED_WIDTH: i64 = 64;

fn draw_texts(ctx: &DrawCtx<'_>, tile: &PodTile, tile_area: Area, area: Area) -> Html {
    let name = short_pod_name(&tile.key);
    let priority = format_priority(tile.priority);
    let size = ctx.largest_text(area.h).min(ctx.text_size * 11 / 10);
    let marks_width = if tile.mark.is_some() { size * 2 } else { 0 } + if tile.guards.0.is_empty() { 0 } else { size };
    let mark = match tile.state {
        TileState::Stays | TileState::Spared => "✓ ",
        _ if tile.is_victim => "✗ ",
        _ => "",
    };
    if let Some(face) = draw_name_alone(ctx, tile, area, [name, &priority, mark]) {
        return face;
    }
    // Smaller text is better than no name.
    let size = fit_text_size(&format!("{priority}  {name}{mark}"), size, area.w - size - marks_width, size.min(11));
    let amount = if tile.amount > 0 { amount_with_unit(ctx.resource, tile.amount) } else { String::new() };
    // A little smaller, so that the amount has room, too.
    let with_amount = format!("{priority}  {name}  {amount}");
    let size_with_amount = (size * 8 / 10..=size)
        .rev()
        .find(|size| text_width(&with_amount, *size) + 3 * size < area.w - marks_width)
        .filter(|size| *size >= 11 && !amount.is_empty());
    let size = size_with_amount.unwrap_or(size);
    let fate = pod_fate_text(ctx, tile);
    // Smaller text is also better than no fate.
    let fits_beside = fate.is_empty() || text_width(&format!("{priority}  {name}  ✗ {fate}"), size) + 2 * size < area.w;
    let size = if fits_beside || area.h < ctx.text_size * 23 / 10 { size } else { size.min(area.h / 3) };
    if size < 9 {
        return draw_shield(tile, Area::new(area.x + 1, area.y + 1, area.w - 2, area.h - 2));
    }
    let order = tile.mark.and_then(|mark| mark.order);
    // A ghost has its number at its left edge, at the end of the rope.
    let spine = match (spine_mark(tile), order) {
        (Some(_), _) => SPINE_WIDTH,
        (None, Some(_)) => bead_radius(ctx, tile_area),
        (None, None) => 0,
    };
    let bead = order.map(|order| {
        let radius = bead_radius(ctx, tile_area);
        draw_bead(i64::try_from(order).unwrap_or(0), tile_area.x, tile_area.y + tile_area.h / 2, radius)
    });
    let pad = if tile.mark.is_some() { size * 19 / 10 + spine } else { size / 2 };
    let edge = size / 2;
    let fate = if fate.is_empty() { fate } else { format!("{mark}{fate}") };
    // On a high and narrow tile the name has its own line, if that makes it larger.
    if tile.mark.is_none() && size < ctx.text_size && (size_with_amount.is_none() || !fate.is_empty()) {
        let lines = if fate.is_empty() { 2 } else { 3 };
        let largest = (area.h * 2 / (3 * lines)).min(ctx.text_size);
        let stacked_size = fit_text_size(name, largest, (area.w - 3 - largest / 2) * 10 / 11, 1);
        let row_room = area.w - pad - edge - text_width(&priority, size) - marks_width - size * 6 / 10;
        if stacked_size > size || stacked_size == size && text_width(name, size) > row_room {
            let fate = shorten_fate(ctx, tile, fate, mark, |text| {
                text_width(text, stacked_size) <= (area.w - stacked_size) * 10 / 11
            });
            return draw_stacked_face(tile, area, (stacked_size, 0), [&priority, &amount, name, &fate]);
        }
    }
    // The shield is between the priority and the name.
    let shield_at = area.x + pad + text_width(&priority, size) + size * 4 / 10;
    let shield_size = if tile.guards.0.is_empty() { 0 } else { size };
    let name_at = area.x + pad + text_width(&priority, size) + size * 6 / 10 + shield_size;
    let room = area.right() - edge - name_at;
    // On a high tile the fate has its own line.
    let tall = area.h >= size * 3 && !fate.is_empty();
    let right = match (tall, fate.is_empty()) {
        (true, _) | (_, true) => amount,
        _ if text_width(name, size) + text_width(&fate, size) + text_width(&amount, size) + 3 * size < room => {
            format!("{amount} · {fate}")
        }
        _ => fate.clone(),
    };
    // A name that fits comes before anything on its right: the class of the tile says the rest.
    let whole_name = text_width(name, size);
    let name_room = if whole_name <= room { whole_name } else { whole_name.min(size * 5) };
    let has_room = |right: &String| name_room + text_width(right, size) + size < room;
    // Without space for the word, its sign is drawn, close to the name. On a tile that has room for one of them, the name is worth more.
    let has_room_for_mark =
        |text: &String| !tall && area.w >= MIN_MARKED_WIDTH && text_width(text, size) + size / 2 < room;
    let mark_alone = || Some((mark.trim().to_owned(), size / 3)).filter(|(text, _)| has_room_for_mark(text));
    let (right, gap) = if has_room(&right) { (right, size) } else { mark_alone().unwrap_or_default() };
    // One or two letters of a name aren't useful.
    let name = if room < size * 2 { "" } else { name };
    // Bold text is wider.
    let told_room = room * 10 / 11;
    // A ghost's texts may start below its marks.
    let below = area.x + spine + size / 2;
    let is_below = tile.state == TileState::Placed && text_width(&fate, size) > told_room;
    let (fate_at, told_room) = if is_below { (below, area.right() - 4 - below) } else { (name_at, told_room) };
    // Smaller text is better than none.
    let fate_size = fit_text_size(&fate, size, told_room, size.min(11));
    let fate = if tall {
        shorten_fate(ctx, tile, fate, mark, |text| text_width(text, fate_size) <= told_room)
    } else {
        String::new()
    };
    // On a high tile a member's name has its own line instead of being truncated.
    if tile.mark.is_some() && area.h >= size * 32 / 10 && text_width(name, size) > room {
        let marked_name = format!("{mark}{name}");
        // Its fate has a third line, or is shown as a sign.
        let texts = if area.h >= size * 6 { [&priority, "", name, &fate] } else { [&priority, "", &*marked_name, ""] };
        let face = draw_stacked_face(tile, area, (size, spine), texts);
        return html! { <>{ bead }{ face }</> };
    }
    let name_width = room - text_width(&right, size) - if right.is_empty() { 0 } else { gap };
    let foot = if tall { area.y + area.h / 2 - size / 6 } else { area.y + area.h / 2 + size * 36 / 100 };
    html! {
        <>
            if let Some(mark) = tile.mark.filter(|_| room > 0) { { draw_hexagon(mark, area.x + size + spine, foot - size * 36 / 100, (size * 7 / 10).min(area.h / 2)) } }
            { bead }
            { draw_text(area.x + pad, foot, size, "rank", TextAnchor::Start, clip_text(&priority, size, area.w - pad)) }
            { draw_shield(tile, Area::new(shield_at, foot - size * 9 / 10, shield_size, size)) }
            { draw_text(name_at, foot, size, "name", TextAnchor::Start, clip_name(name, size, name_width)) }
            { draw_text(area.right() - edge, foot, size, "amount", TextAnchor::End, right) }
            if tall { { draw_text(fate_at, foot + size * 13 / 10, fate_size, "fate", TextAnchor::Start, fate) } }
        </>
    }
}

/// Draws nothing but the name, and the fate on a line of its own, if the tile has no space for more at a readable size. The rest
/// is in its class, as color and hatching.
fn draw_name_alone(ctx: &DrawCtx<'_>, tile: &PodTile, area: Area, [name, priority, mark]: [&str; 3]) -> Option<Html> {
    let least = if ctx.has_least_text_size() { ctx.least_text_size } else { 10 }.min(ctx.text_size);
    let spine = if spine_mark(tile).is_some() { SPINE_WIDTH } else { 0 };
    let room = area.w - spine - least * 6 / 10;
    let marks = if tile.mark.is_some() { least * 2 } else { 0 } + if tile.guards.0.is_empty() { 0 } else { least };
    let has_room_for_all = text_width(&format!("{priority}  {name}"), least) + marks + least / 2 <= room;
    let order = tile.mark.and_then(|mark| mark.order);
    // A high tile has its texts below each other.
    let is_low = (least..least * 4).contains(&area.h);
    if has_room_for_all || !is_low || order.is_some() || text_width(name, least) > room {
        return None;
    }
    let x = area.x + spine + least * 3 / 10;
    let has_second_line = area.h >= least * 5 / 2;
    let largest = if has_second_line { area.h * 2 / 5 } else { ctx.largest_text(area.h) };
    let size = fit_text_size(name, largest.min(ctx.text_size), room, least);
    let fate = pod_fate_text(ctx, tile);
    let fate = fate.split(" · ").next().unwrap_or_default();
    let fates = [
        format!("{priority} {mark}{fate}"),
        format!("{mark}{fate}"),
        format!("{priority} {mark}"),
        mark.trim().to_owned(),
    ];
    let fits = |text: &String| has_second_line && text_width(text, least) <= room * 10 / 11;
    let fate = fates.into_iter().find(fits).unwrap_or_default();
    let foot = area.y + area.h / 2 + if fate.is_empty() { size * 36 / 100 } else { -size / 4 };
    Some(html! {
        <>
            { draw_text(x, foot, size, "name", TextAnchor::Start, name.to_owned()) }
            { draw_text(x, foot + size * 13 / 10, least, "fate", TextAnchor::Start, fate) }
        </>
    })
}

/// The longest text about a pod's fate that fits: complete, one word, or a sign.
fn shorten_fate(ctx: &DrawCtx<'_>, tile: &PodTile, fate: String, mark: &str, fits: impl Fn(&str) -> bool) -> String {
    let word = if tile.is_victim { ctx.lang.stage_labels().victim } else { "" };
    let texts = [fate, format!("{mark}{word}").trim().to_owned(), mark.trim().to_owned()];
    texts.into_iter().find(|text| fits(text)).unwrap_or_default()
}

/// Draws a high and narrow tile: priority and amount, name, and fate below each other.
fn draw_stacked_face(
    tile: &PodTile,
    area: Area,
    (size, spine): (i64, i64),
    [priority, amount, name, fate]: [&str; 4],
) -> Html {
    let x = area.x + spine + size / 2;
    // Bold text is wider.
    let room = (area.right() - 3 - x) * 10 / 11;
    let foot = area.y + area.h / 2 - if fate.is_empty() { size * 3 / 10 } else { size * 8 / 10 };
    let pitch = size * 13 / 10;
    let name_size = fit_text_size(name, size, room, size.min(9));
    let fate_size = fit_text_size(fate, size, room, size.min(9));
    let fate = if text_width(fate, fate_size) > room { String::new() } else { fate.to_owned() };
    let mark_x = x + size * 7 / 10;
    let priority_x = if tile.mark.is_some() { mark_x + size } else { x };
    let shield_size = if tile.guards.0.is_empty() { 0 } else { size };
    let shield_x = priority_x + text_width(priority, size) + size / 3;
    let has_amount = shield_x + shield_size + size / 3 + text_width(amount, size) < area.right() - size / 2;
    html! {
        <>
            if let Some(mark) = tile.mark { { draw_hexagon(mark, mark_x, foot - size * 36 / 100, size * 7 / 10) } }
            { draw_text(priority_x, foot, size, "rank", TextAnchor::Start, clip_text(priority, size, area.right() - priority_x)) }
            { draw_shield(tile, Area::new(shield_x, foot - size * 9 / 10, shield_size, size)) }
            if has_amount { { draw_text(area.right() - size / 2, foot, size, "amount", TextAnchor::End, amount.to_owned()) } }
            { draw_text(x, foot + pitch, name_size, "name", TextAnchor::Start, clip_name(name, name_size, room)) }
            { draw_text(x, foot + 2 * pitch, fate_size, "fate", TextAnchor::Start, fate) }
        </>
    }
}

/// Draws the shield of a protected pod, as large as possible.
fn draw_shield(tile: &PodTile, area: Area) -> Html {
    let size = area.w.min(area.h).min(34);
    match tile.guards.tightest_state() {
        Some(guard) if size >= 5 => draw_shield_at(guard, area.x, area.y, size),
        _ => Html::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_and_areas_are_proportional_to_amounts() {
        let ground = Area::new(10, 0, 120, 400);
        let placed = stack_tiles(&[1000, 2000], ground, 0.1, 15);
        assert_eq!(placed, [Area::new(10, 300, 120, 100), Area::new(10, 100, 120, 200)]);
        // Low tiles share a row.
        let placed = stack_tiles(&[50; 7], ground, 0.1, 15);
        assert_eq!((placed[0].h, placed[0].w, placed[1].x), (15, 40, 50));
        assert_eq!(placed[6], Area::new(10, 365, 120, 5));
        let area = |areas: &[Area]| areas.iter().map(|area| area.w * area.h).sum::<i64>();
        assert_eq!(area(&placed), 120 * 35);
        assert!(stack_tiles(&[0, 0], ground, 0.1, 15).iter().all(|tile| tile.h == 0));
    }
}

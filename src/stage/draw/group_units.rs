//! Draws the units of a group's preemption, in the order in which they are reprieved.

use ::i18n::short_pod_name;
use scene::{
    group_model::{GroupBand, UnitChip, UnitState},
    priority::{format_priority, priority_class},
};
use yew::{Html, html};

use crate::draw::{
    draw_ctx::DrawCtx,
    group_marks::draw_hexagon,
    shield::draw_shield_at,
    text_layout::{Area, TextAnchor, clip_text, draw_rect, draw_text, fit_text_size, text_width},
};

/// The height of the band above the units.
pub(super) fn band_height(text_size: i64) -> i64 {
    text_size * 54 / 10
}

/// The height of the units.
pub(super) fn chips_height(text_size: i64) -> i64 {
    text_size * 41 / 10
}

/// The area of the units in a picture of this width, below the band and the title.
pub(super) fn chips_area(text_size: i64, width: i64) -> Area {
    let y = band_height(text_size) + text_size * 2;
    Area::new(4, y, width - 8, chips_height(text_size) - text_size * 2 / 3)
}

/// The units that fit, with their areas: those around the one that is put back now.
pub(super) fn chip_places(band: &GroupBand, text_size: i64, area: Area) -> Vec<(usize, Area)> {
    let count = band.units.len();
    if count == 0 {
        return Vec::new();
    }
    let capacity = usize::try_from(area.w / (text_size * 8)).unwrap_or(1).clamp(1, count);
    let asked = band.units.iter().take_while(|unit| matches!(unit.state, UnitState::Stays | UnitState::Goes)).count();
    let current = band.units.iter().position(|unit| unit.is_now).unwrap_or(if asked == count { 0 } else { asked });
    let first = current.saturating_sub(capacity / 2).min(count - capacity);
    let each = area.w / i64::try_from(capacity).unwrap_or(1);
    let each = each.min(text_size * 20);
    (first..first + capacity)
        .zip(0_i64..)
        .map(|(at, place)| (at, Area::new(area.x + place * each, area.y, each - 6, area.h)))
        .collect()
}

/// Draws the units, each with its priority, its marks and its state.
pub(super) fn draw_chips(ctx: &DrawCtx<'_>, band: &GroupBand, area: Area) -> Html {
    let chips =
        chip_places(band, ctx.text_size, area).into_iter().map(|(at, place)| draw_chip(ctx, &band.units[at], place));
    html! { <g class="units">{ for chips }</g> }
}

fn draw_chip(ctx: &DrawCtx<'_>, unit: &UnitChip, area: Area) -> Html {
    let labels = ctx.lang.group_stage_labels();
    let (class, state) = match unit.state {
        UnitState::Untouched => ("untouched", String::new()),
        UnitState::Waits => ("waits", labels.waits.to_owned()),
        UnitState::Next => ("next", labels.next.to_owned()),
        UnitState::Stays => ("stays", format!("✓ {}", labels.stays)),
        UnitState::Goes => ("goes", format!("✗ {}", labels.victim)),
    };
    let state_class = match unit.state {
        UnitState::Stays => "good",
        UnitState::Goes => "bad",
        _ => "soft",
    };
    let nodes: Vec<&str> = unit.nodes.iter().map(|node| node.as_str()).collect();
    let extent = ctx.lang.unit_extent(unit.pods.len(), &nodes);
    // Until its reprieve is tried, the chip explains its place in the order.
    let is_first = unit.is_violating && unit.state != UnitState::Untouched;
    let detail = if is_first { labels.asked_first.to_owned() } else { extent.clone() };
    let size = ctx.text_size;
    let small = size * 85 / 100;
    let pad = size / 2;
    let priority = format_priority(unit.priority);
    let plate_width = text_width(&priority, small) + size * 2 / 3;
    let plate = Area::new(area.x + pad, area.y + pad, plate_width, size * 13 / 10);
    let foot = plate.y + size;
    let mut x = plate.right() + pad / 2;
    let hexagon = unit.mark.map(|mark| {
        x += size * 14 / 10;
        draw_hexagon(mark, x - size * 8 / 10, foot - size * 35 / 100, size * 7 / 10)
    });
    let shield = unit.guard.map(|guard| {
        x += size;
        draw_shield_at(guard, x - size, foot - size * 9 / 10, size)
    });
    x += pad / 2;
    let name = short_pod_name(&unit.name);
    let right = area.right() - pad;
    // Bold text is wider.
    let state_width = text_width(&state, small) * 11 / 10;
    let is_beside = x + text_width(name, size) * 11 / 10 + size + state_width <= right;
    let name_room = if is_beside { right - x - state_width - size / 2 } else { right - x };
    let name_size = fit_text_size(name, size, name_room * 10 / 11, size * 8 / 10);
    let line = foot + size * 13 / 10;
    let (second, second_class) = match (is_beside, state.is_empty()) {
        (true, _) | (_, true) => (detail.clone(), "soft"),
        (false, false) => (state.clone(), state_class),
    };
    let title = format!("{priority} {name} · {extent} · {state}");
    html! {
        <g class={format!("unit {class} {}{}", priority_class(ctx.priorities, unit.priority), if unit.is_now { " now" } else { "" })} data-unit={unit.name.to_string()} data-verdict={unit.is_now.then_some("")}>
            <title>{ title }</title>
            { draw_rect(area, "body", 5) }
            { draw_rect(plate, "plate", 3) }
            { draw_text(plate.x + plate.w / 2, foot - size / 10, small, "rank", TextAnchor::Middle, priority) }
            { hexagon }
            { shield }
            { draw_text(x, foot, name_size, "text strong", TextAnchor::Start, clip_text(name, name_size, name_room * 10 / 11)) }
            if is_beside { { draw_text(right, foot, small, state_class, TextAnchor::End, state) } }
            { draw_text(area.x + pad, line, small, second_class, TextAnchor::Start, clip_text(&second, small, area.w - 2 * pad)) }
        </g>
    }
}

//! The band of a group above the nodes: its members in order with the minimum as a flag, and the rope to their ghosts.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use std::fmt::Write as _;

use ::i18n::{format_clock, short_pod_name};
use yew::{Html, html};

use crate::{
    draw::{
        draw_ctx::DrawCtx,
        group_marks::{draw_bead, draw_hexagon},
        node_column::ColumnLayout,
        text_layout::{Area, Size, TextAnchor, clip_text, draw_path, draw_rect, draw_text, fit_text_size, text_width},
        tiles,
    },
    scene::{
        group_model::{GroupBand, MemberSlot, MemberState},
        node_model::{NodeColumn, TileState},
    },
};

/// Draws the band at the top of a picture of this size, and says how much of its height it takes.
pub fn draw_group_band(ctx: &DrawCtx<'_>, band: &GroupBand, size: Size) -> (i64, Html) {
    let text_size = ctx.text_size;
    let height = text_size * 7;
    if size.height < height * 3 || size.width < text_size * 14 {
        return (0, Html::default());
    }
    let class = format!("group-band g{} {}", band.mark.hue, if band.minimum.is_some() { "gang" } else { "basic" });
    let outer = Area::new(3, 3, size.width - 6, height - text_size * 2);
    let inner = Area::new(outer.x + 4, outer.y + 4, outer.w - 8, outer.h - 8);
    let pad = text_size / 2;
    let head = text_size * 14 / 10;
    let (x, y) = (inner.x + pad, inner.y + pad / 2 + head);
    let name = band.group.name();
    let verdict = ctx.lang.placed_of(::i18n::MemberCounts {
        placed: band.placed,
        members: band.slots.len(),
        minimum: band.minimum,
    });
    let (sign, verdict_class) = match band.succeeds {
        Some(true) => ("✓ ", "good"),
        Some(false) => ("✗ ", "bad"),
        None => ("", "text strong"),
    };
    let verdict = format!("{sign}{verdict}");
    let room = inner.right() - pad - (x + head * 2);
    let verdict_size = fit_text_size(&verdict, text_size * 12 / 10, room * 6 / 10, text_size * 8 / 10);
    let verdict_width = text_width(&verdict, verdict_size) + text_size;
    let kind = ctx.lang.group_kind(band.slots.len(), band.minimum.is_some());
    let name_x = x + head * 2;
    let kind_x = name_x + text_width(name, head) * 11 / 10 + text_size * 2 / 3;
    let has_kind = kind_x + text_width(&kind, text_size) < inner.right() - verdict_width;
    let slots_y = y + pad;
    let slots = Area::new(x, slots_y, inner.w - 2 * pad, inner.bottom() - pad / 2 - slots_y);
    let snapshot = ctx.lang.snapshot_taken(band.slots.len(), &format_clock(band.taken_at));
    let html = html! {
            <g {class} role="img" aria-label={format!("{name}, {kind}: {verdict}")}>
                { draw_rect(outer, "outline", 8) }
                if band.minimum.is_some() { { draw_rect(inner, "outline inner", 6) } }
                { draw_hexagon(band.mark, x + head * 8 / 10, y - head * 4 / 10, head * 8 / 10) }
                { draw_text(name_x, y, head, "text strong", TextAnchor::Start, clip_text(name, head, inner.right() - name_x - verdict_width)) }
                if has_kind { { draw_text(kind_x, y, text_size, "soft", TextAnchor::Start, kind.clone()) } }
                { draw_text(inner.right() - pad, y, verdict_size, verdict_class, TextAnchor::End, clip_text(&verdict, verdict_size, room)) }
                { draw_slots(ctx, band, slots) }
                { draw_text(outer.x + pad, height - text_size * 6 / 10, text_size * 9 / 10, "soft", TextAnchor::Start, clip_text(&snapshot, text_size * 9 / 10, size.width - 2 * pad)) }
            </g>
    };
    (height, html)
}

/// The members in the order in which they are tried, with the minimum as a flag after the last that is needed.
fn draw_slots(ctx: &DrawCtx<'_>, band: &GroupBand, area: Area) -> Html {
    let count = i64::try_from(band.slots.len()).unwrap_or(1).max(1);
    let flag = band.minimum.and_then(|minimum| i64::try_from(minimum).ok());
    let flag_text = band.minimum.map(|minimum| ctx.lang.minimum_flag(minimum)).unwrap_or_default();
    let flag_size = ctx.text_size * 8 / 10;
    let flag_width = if flag.is_some() { text_width(&flag_text, flag_size) * 11 / 10 + flag_size * 3 / 2 } else { 0 };
    let each = ((area.w - flag_width) / count).max(4);
    let place = |at: i64| {
        let behind = if flag.is_some_and(|flag| at >= flag) { flag_width } else { 0 };
        Area::new(area.x + at * each + behind, area.y, each - 5, area.h)
    };
    let slots = band.slots.iter().zip(0_i64..).map(|(slot, at)| draw_slot(ctx, band, slot, at + 1, place(at)));
    let flag = flag.map(|flag| {
        let x = area.x + flag.min(count) * each;
        let cloth = Area::new(x, area.y, flag_width - flag_size / 2, flag_size * 14 / 10);
        html! {
            <g class="minimum">
                { draw_path(format!("M{x} {}V{}", area.y, area.bottom()), "pole") }
                { draw_rect(cloth, "cloth", 1) }
                { draw_text(x + flag_size / 3, cloth.y + flag_size, flag_size, "flag-text", TextAnchor::Start, flag_text) }
            </g>
        }
    });
    html! { <>{ for slots }{ flag }</> }
}

fn draw_slot(ctx: &DrawCtx<'_>, band: &GroupBand, slot: &MemberSlot, order: i64, area: Area) -> Html {
    let (class, sign, text) = match &slot.state {
        MemberState::Waiting => ("waits", "", String::new()),
        MemberState::Trying => ("tried", "", ctx.lang.is_being_tried().to_owned()),
        MemberState::Placed(node) => ("placed", if band.succeeds == Some(true) { "✓ " } else { "" }, node.to_string()),
        MemberState::NeedsRoom(node) => ("placed needs", "", ctx.lang.needs_room_on(node)),
        MemberState::Nowhere => ("nowhere", "✗ ", ctx.lang.fits_nowhere().to_owned()),
        MemberState::Back => ("back", "↩ ", ctx.lang.goes_back().to_owned()),
    };
    let size = (area.h * 4 / 10).min(ctx.text_size);
    let bead = size * 7 / 10;
    let x = area.x + bead * 2 + size / 2;
    let room = area.right() - x - size / 3;
    let text = format!("{sign}{text}");
    let name = short_pod_name(&slot.pod);
    let name_size = fit_text_size(name, size, room, size.min(9));
    let middle = area.y + area.h / 2;
    html! {
        <g class={format!("slot {class}")} data-member={slot.pod.to_string()}>
            <title>{ format!("{order}. {name} {text}") }</title>
            { draw_rect(area, "body", 4) }
            { draw_bead(order, area.x + bead + size / 4, middle, bead) }
            if room > size * 2 {
                { draw_text(x, if text.is_empty() { middle + size / 3 } else { middle - size / 6 }, name_size, "text strong", TextAnchor::Start, clip_text(name, name_size, room)) }
                { draw_text(x, middle + size, size * 9 / 10, "state", TextAnchor::Start, clip_text(&text, size * 9 / 10, room)) }
            }
        </g>
    }
}

/// The rope from the band to the ghosts on a node: it runs down the gap at the left of the node's frame.
pub(crate) fn draw_rope(ctx: &DrawCtx<'_>, node_column: &NodeColumn, stand: &ColumnLayout, frame: Area) -> Html {
    let x = frame.x - 1;
    let mut base = 0;
    let mut ends = Vec::new();
    let mut hue = None;
    for tile in &node_column.tiles {
        if let (TileState::Placed, Some(mark)) = (tile.state, tile.mark) {
            let middle = stand.ground.bottom() - ((base + tile.amount / 2) as f64 * stand.scale).round() as i64;
            ends.push(middle.max(frame.y));
            hue = Some(mark.hue);
        }
        base += tile.amount;
    }
    let (Some(hue), Some(lowest)) = (hue, ends.iter().max()) else { return Html::default() };
    let mut d = format!("M{x} {}V{lowest}", -ctx.text_size / 5);
    for y in &ends {
        let _ = write!(d, "M{x} {y}H{}", stand.ground.x + 2);
    }
    html! { <g class={format!("g{hue}")} aria-hidden="true">{ draw_path(d.clone(), "rope") }{ draw_path(d, "rope core") }</g> }
}

/// Pods that the trial of a group took off a node, side by side below it.
pub(crate) fn draw_unit_tray(ctx: &DrawCtx<'_>, node_column: &NodeColumn, area: Area) -> Html {
    let off = node_column.tray.as_ref().map_or(&[][..], |tray| &tray.tiles);
    let count = i64::try_from(off.len()).unwrap_or(1).max(1);
    let each = (area.w - 6) / count;
    let tiles = off.iter().zip(0_i64..).map(|(tile, at)| {
        let place = Area::new(area.x + 3 + at * each, area.y + 3, each - 2, area.h - 6);
        tiles::draw_tile(ctx, tile, place, "", tiles::draw_face(ctx, tile, place))
    });
    html! { <g class="unit-tray">{ draw_rect(area, "tray-frame", 4) }{ for tiles }</g> }
}

//! Draws a node during the cycle of a group: its name and what is free in one line, its verdict, and on one floor its column and the tray with the pods
//! that preemption for the group removed.

use ::i18n::ResourceUsage;
use scene::{
    node_model::{ColumnVerdict, NodeColumn, PodTile},
    stage_model::is_negative,
};
use yew::{Html, html};

use crate::draw::{
    draw_ctx::{DrawCtx, RackDrawing},
    node_column::{self, ColumnLayout},
    node_text, nodes,
    text_layout::{Area, TextAnchor, clip_text, draw_path, draw_rect, draw_text, fit_text_size, text_width},
    tiles::{self, amount_with_unit},
};

/// The height of the lines above a column.
pub(super) fn column_head(text_size: i64) -> i64 {
    text_size * 33 / 10
}

/// The share of the tray in the width of a node, in percent.
const TRAY_SHARE: i64 = 40;

/// The space below a column: for pods without height, and below them for devices.
#[derive(Clone, Copy)]
pub(super) struct ColumnFoot {
    pub height: i64,
    pub rack: i64,
}

/// Draws a node in this frame, at `pixels_per_unit` pixels per unit, and returns the geometry of its column.
pub(super) fn draw_group_column(
    ctx: &DrawCtx<'_>,
    node_column: &NodeColumn,
    frame: Area,
    pixels_per_unit: f64,
    foot: ColumnFoot,
    is_focus: bool,
    rack: Html,
) -> (Html, ColumnLayout) {
    let text_size = ctx.text_size;
    let pad = text_size / 2;
    let inner = Area::new(frame.x + pad, frame.y, frame.w - 2 * pad, frame.h);
    let tray: &[PodTile] = node_column.tray.as_ref().map_or(&[], |tray| &tray.tiles);
    let tray_width = if tray.is_empty() { 0 } else { inner.w * TRAY_SHARE / 100 };
    let head = column_head(text_size);
    let place = Area::new(inner.x, inner.y + head, inner.w - tray_width, inner.h - head - foot.height);
    let stand = node_column::layout_column(node_column, place, pixels_per_unit);
    let tray_area = Area::new(stand.ground.right() + pad, place.y, tray_width - pad, place.h);
    let is_rejected = is_negative(&node_column.verdict) && !is_focus;
    let class = match (is_focus, is_rejected) {
        _ if node_column.verdict == ColumnVerdict::Chosen => "frame won",
        (true, _) => "frame focus",
        (_, true) => "frame out",
        _ => "frame",
    };
    let flat = nodes::zero_height_tiles(node_column);
    let each = inner.w / i64::try_from(flat.len().max(1)).unwrap_or(1);
    let flat = flat.iter().zip(0_i64..).map(|((tile, extra), at)| {
        let (y, h) = (place.bottom() + text_size / 4, foot.height - foot.rack - text_size / 2);
        let area = Area::new(inner.x + at * each, y, each - 2, h);
        tiles::draw_tile(ctx, tile, area, extra, tiles::draw_face(ctx, tile, area))
    });
    let html = html! {
        <g key={node_column.node.to_string()} data-subject={ctx.is_about_nodes.then_some("")} data-node={node_column.node.to_string()} class={nodes::verdict_class(ctx, node_column)}>
            { draw_rect(frame, class, 6) }
            { draw_head(ctx, node_column, inner, is_focus || is_rejected) }
            { node_column::draw_column(ctx, node_column, &stand, 0) }
            if !tray.is_empty() { { draw_tray(ctx, node_column, tray, &stand, tray_area) } }
            { for flat }
            if foot.rack > 0 { <g transform={format!("translate({} {})", frame.x, frame.bottom() - foot.rack - text_size / 4)}>{ rack }</g> }
            if is_rejected { { draw_path(format!("M{} {}L{} {}", frame.x + 6, frame.bottom() - 6, frame.right() - 6, frame.bottom() - 6), "barred") } }
        </g>
    };
    (html, stand)
}

/// Draws the name and the free amount, and below them the verdict.
fn draw_head(ctx: &DrawCtx<'_>, node_column: &NodeColumn, area: Area, is_verdict: bool) -> Html {
    let text_size = ctx.text_size;
    let size = text_size * 11 / 10;
    let small = ctx.small_size(85).max(11);
    let foot = area.y + text_size / 2 + size;
    let (used, capacity) = (node_column.used_amount(), node_column.capacity);
    // A member that needs an eviction is placed beyond the capacity.
    let (free_class, free) = match used.saturating_sub(capacity) {
        ..=0 => ("soft", ctx.lang.node_free(&ResourceUsage::new(ctx.resource, used, capacity).free)),
        over => ("bad", ctx.lang.too_few(&amount_with_unit(ctx.resource, over))),
    };
    // Bold text is wider.
    let name_width = text_width(&node_column.node, size) * 11 / 10 + small / 2;
    let free = Some(free).filter(|free| name_width + text_width(free, small) <= area.w).unwrap_or_default();
    let name_room = area.w - if free.is_empty() { 0 } else { text_width(&free, small) };
    let (class, text) = match &node_column.incoming {
        Some(newcomer) => node_text::outcome_text(ctx, newcomer),
        None => node_text::verdict_text(ctx, &node_column.verdict),
    };
    let (class, text) = match text.is_empty() {
        true => ("soft", node_text::node_state_text(ctx, node_column)),
        false => (class, text),
    };
    // A part of the text is better than a piece of it.
    let room = area.w * 10 / 11;
    let first = text.split(" · ").next().unwrap_or_default();
    let text = if text_width(&text, 11.min(small)) > room { first } else { &*text };
    let text_fit = fit_text_size(text, small, room, 11.min(small));
    html! {
        <>
            { nodes::draw_name(ctx, node_column, area.x, foot, size, name_room) }
            { draw_text(area.right(), foot, small, free_class, TextAnchor::End, free) }
            <g data-verdict={is_verdict.then_some("")}>{ draw_text(area.x, foot + text_size * 13 / 10, text_fit, class, TextAnchor::Start, clip_text(text, text_fit, room)) }</g>
        </>
    }
}

/// Draws the removed pods on the floor of the column and at its scale.
fn draw_tray(
    ctx: &DrawCtx<'_>,
    node_column: &NodeColumn,
    removed: &[PodTile],
    stand: &ColumnLayout,
    area: Area,
) -> Html {
    let size = ctx.small_size(80).max(11);
    let amounts: Vec<i64> = removed.iter().map(|tile| tile.amount).collect();
    let top = stand.y_of(amounts.iter().sum()).min(stand.ground.bottom() - 4);
    let frame = Area::new(area.x, top - 3, area.w, stand.ground.bottom() - top + 3);
    let inside = Area::new(frame.x + 2, frame.y, frame.w - 4, frame.h);
    let places = tiles::stack_tiles(&amounts, inside, stand.scale, ctx.min_tile_height(inside.w));
    let pods = removed.iter().zip(&places).map(|(tile, place)| {
        let place = Area::new(place.x, place.y + 1, place.w, (place.h - 2).max(3));
        tiles::draw_tile(ctx, tile, place, "", tiles::draw_face(ctx, tile, place))
    });
    // A narrow tray has the number of its pods alone.
    let texts = [ctx.lang.tray_left(removed.len()), removed.len().to_string()];
    let text = texts.into_iter().find(|text| text_width(text, size) <= area.w - 4).unwrap_or_default();
    html! {
        <g class="unit-tray" data-tray={node_column.node.to_string()}>
            if frame.y - size >= area.y { { draw_text(area.x + 4, frame.y - size / 3, size, "soft", TextAnchor::Start, text) } }
            { draw_rect(frame, "tray-frame", 4) }
            { for pods }
        </g>
    }
}

/// The devices of nodes in a row, drawn below their columns.
pub(super) struct NodeRacks {
    pub drawings: Vec<Html>,
    pub height: i64,
}

/// Draws the devices of nodes whose frames have this width.
pub(super) fn draw_racks(ctx: &DrawCtx<'_>, node_columns: &[NodeColumn], width: i64, most: i64) -> NodeRacks {
    let text_size = ctx.text_size;
    let racks: Vec<RackDrawing> = node_columns
        .iter()
        .map(|node_column| ctx.draw_devices(&node_column.node, (text_size / 2, width - text_size), most))
        .collect();
    let height = racks.iter().map(|rack| rack.height).max().unwrap_or(0);
    NodeRacks { drawings: racks.into_iter().map(|rack| rack.html).collect(), height }
}

//! Draws the tray beside a node's column, at its scale: the pods that a dry run removed, or the waiting pod.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use ::i18n::short_pod_name;
use scene::node_model::{DryRunTray, NodeColumn, PodTile};
use yew::{Html, html};

use crate::draw::{
    draw_ctx::DrawCtx,
    node_column::ColumnLayout,
    text_layout::{Area, TextBlock, draw_lines, draw_rect, wrap_text},
    tiles,
};

/// Draws the pods that the dry run removed, at the scale of the column.
pub(crate) fn draw_tray(
    ctx: &DrawCtx<'_>,
    node_column: &NodeColumn,
    tray: &DryRunTray,
    stand: &ColumnLayout,
    area: Area,
) -> Html {
    let text_size = ctx.text_size;
    let words = ctx.lang.stage_labels();
    let head = if tray.is_over && !tray.has_failed { words.victims } else { words.removed };
    let next = tray
        .next
        .as_ref()
        .filter(|_| !tray.is_over)
        .map(|key| ctx.lang.put_back_next(short_pod_name(key)))
        .unwrap_or_default();
    let amounts: Vec<i64> = tray.tiles.iter().map(|tile| tile.amount).collect();
    let tiles_height = (amounts.iter().sum::<i64>() as f64 * stand.scale).round() as i64 + text_size / 2;
    let (size, width) = (ctx.small_size(90), area.w.min(text_size * 26));
    let texts = wrap_text(&format!("{head}: {}", tray.tiles.len()), size, width, 2);
    let next = if next.is_empty() { Vec::new() } else { wrap_text(&next, size, width, 2) };
    let count = |lines: &[String]| i64::try_from(lines.len()).unwrap_or(0);
    let labels = (count(&texts) + count(&next)) * size * 13 / 10 + text_size * 2 / 3;
    let top = (stand.ground.bottom() - tiles_height.max(text_size * 4)).max(area.y + labels);
    let frame = Area::new(area.x, top, width, stand.ground.bottom() - top);
    let inside = Area::new(frame.x + 4, frame.y + 4, frame.w - 8, frame.h - 6);
    let total: i64 = amounts.iter().sum::<i64>().max(1);
    let pixels_per_unit = stand.scale.min(inside.h as f64 / total as f64);
    let places = tiles::stack_tiles(&amounts, inside, pixels_per_unit, ctx.min_tile_height(inside.w));
    let pods = tray.tiles.iter().zip(&places).map(|(tile, place_area)| {
        let place_area = Area::new(place_area.x, place_area.y + 1, place_area.w, (place_area.h - 2).max(3));
        tiles::draw_tile(ctx, tile, place_area, "", tiles::draw_face(ctx, tile, place_area))
    });
    let TextBlock { html, bottom: foot } = draw_lines(frame.x, frame.y - labels, size, "soft", &texts);
    let TextBlock { html: next, .. } = draw_lines(frame.x, foot, size, "text", &next);
    let title_text = node_column.node.to_string();
    html! {
        <g class="tray" data-tray={title_text}>
            { html }
            { next }
            { draw_rect(frame, "tray-frame", 4) }
            { for pods }
        </g>
    }
}

/// Draws the waiting pod, which is on no node.
pub(crate) fn draw_waiting_pod(ctx: &DrawCtx<'_>, tile: &PodTile, stand: &ColumnLayout, area: Area) -> Html {
    let text_size = ctx.text_size;
    let (size, width) = (ctx.small_size(90), area.w.min(text_size * 26));
    let ineligible = ctx.attempt.and_then(|(attempt, _)| attempt.preemption.as_ref()?.ineligible);
    let reason = ineligible.map(|reason| ctx.lang.ineligible_text(reason)).unwrap_or_default();
    let texts = wrap_text(ctx.lang.stage_labels().waits, size, width, 2);
    let reason = if reason.is_empty() { Vec::new() } else { wrap_text(&reason, size, width, 3) };
    let count = |lines: &[String]| i64::try_from(lines.len()).unwrap_or(0);
    let labels = (count(&texts) + count(&reason)) * size * 13 / 10 + text_size * 2 / 3;
    let tile_height = (tile.amount as f64 * stand.scale).round() as i64 + 6;
    let top = (stand.ground.bottom() - tile_height.max(text_size * 2)).max(area.y + labels);
    let frame = Area::new(area.x, top, width, stand.ground.bottom() - top);
    let place_area = Area::new(frame.x + 4, frame.y + 4, frame.w - 8, frame.h - 8);
    let TextBlock { html, bottom: foot } = draw_lines(frame.x, frame.y - labels, size, "soft", &texts);
    html! {
        <g class="waiting">
            { html }
            { draw_lines(frame.x, foot, size, "wrong", &reason).html }
            { draw_rect(frame, "tray-frame", 4) }
            { tiles::draw_tile(ctx, tile, place_area, "", tiles::draw_face(ctx, tile, place_area)) }
        </g>
    }
}

//! Draws a node in the rail: a column of a few pixels, without names.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use std::fmt::Write as _;

use scene::{
    node_model::TileState,
    priority::priority_class,
    stage_model::{RailEntry, is_negative},
};
use trace::budget_guard::GuardingBudgets;
use yew::{Html, html};

use crate::draw::{
    draw_ctx::MIN_TILE_HEIGHT,
    shield::draw_shield_at,
    text_layout::{Area, Size, draw_path, draw_rect},
    tiles,
};

/// The size of the drawing.
const THUMBNAIL_SIZE: Size = Size::new(60, 44);

/// The PodDisruptionBudgets of pods on the node.
pub(crate) fn thumbnail_budgets(mini: &RailEntry) -> GuardingBudgets {
    GuardingBudgets::union(mini.node.tiles.iter().map(|tile| &tile.guards))
}

/// A circle with a bar for a node that isn't ready, as on the map.
fn silent_sign((x, y): (i64, i64)) -> String {
    format!("M{} {y}a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M{} {}l12 -12", x - 9, x - 6, y + 6)
}

/// Draws nodes with the same pods as a stack of cells, each as full as the others.
pub(crate) fn draw_stack(mini: &RailEntry) -> Html {
    const CELL: i64 = 8;
    const PITCH: i64 = CELL + 3;
    const ROW: i64 = 16;
    let count = i64::try_from(mini.equal_nodes.len()).unwrap_or(0) + 1;
    let used = mini.node.used_amount().min(mini.node.capacity);
    let level =
        if mini.node.capacity > 0 { (CELL as f64 * used as f64 / mini.node.capacity as f64).round() as i64 } else { 0 };
    let (mut cells, mut levels) = (String::new(), String::new());
    for at in 0..count {
        let (x, y) = (at % ROW * PITCH + 1, at / ROW * PITCH + 1);
        let _ = write!(cells, "M{x} {y}h{CELL}v{CELL}h-{CELL}z");
        if level > 0 {
            let _ = write!(levels, "M{x} {}h{CELL}v-{level}h-{CELL}z", y + CELL);
        }
    }
    let (w, h) = (count.min(ROW) * PITCH, (count + ROW - 1) / ROW * PITCH);
    let class = match &mini.node {
        node if node.is_not_ready => "cells silent",
        node if node.is_cordoned => "cells cordoned",
        _ => "cells",
    };
    html! {
        <svg class="stack-of-nodes" viewBox={format!("0 0 {w} {h}")} width={w.to_string()} height={h.to_string()} aria-hidden="true">
            { draw_path(cells, class) }
            { draw_path(levels, "levels") }
        </svg>
    }
}

/// Draws the column, in proportion to the largest one.
pub(crate) fn draw_thumbnail(levels: &[i32], mini: &RailEntry, most: i64) -> Html {
    let Size { width: w, height: h } = THUMBNAIL_SIZE;
    let node_column = &mini.node;
    let rim = 8;
    let capacity = if node_column.capacity > 0 { node_column.capacity } else { most };
    let pixels_per_unit = (h - rim - 2) as f64 / most.max(1) as f64;
    let high = ((capacity as f64 * pixels_per_unit) as i64).max(8);
    let ground = Area::new(4, h - 2 - high, w - 8, high);
    let inside = Area::new(ground.x + 1, ground.y, ground.w - 2, ground.h);
    let standing_tiles: Vec<_> = node_column.tiles.iter().filter(|tile| tile.amount > 0).collect();
    let amounts: Vec<i64> = standing_tiles.iter().map(|tile| tile.amount).collect();
    let places = tiles::stack_tiles(&amounts, inside, pixels_per_unit, MIN_TILE_HEIGHT);
    let blocks = standing_tiles.iter().zip(&places).map(|(pod_tile, place_area)| {
        let victim = if pod_tile.is_victim { " victim" } else { "" };
        let ghost = pod_tile.mark.filter(|_| pod_tile.state == TileState::Placed);
        let ghost = ghost.map_or_else(String::new, |mark| format!(" ghost g{}", mark.hue));
        let class = format!("pod {}{victim}{ghost}", priority_class(levels, pod_tile.priority));
        html! { <g {class}>{ draw_rect(Area::new(place_area.x, place_area.y.max(1), place_area.w, place_area.bottom() - place_area.y.max(1)), "body", 1) }</g> }
    });
    let promised: i64 = node_column.nominated_pods.iter().map(|nominated_pod| nominated_pod.amount).sum();
    let used: i64 = amounts.iter().sum();
    let top = (ground.bottom() - ((used + promised) as f64 * pixels_per_unit) as i64).max(1);
    let band = Area::new(inside.x, top, inside.w, ground.bottom() - (used as f64 * pixels_per_unit) as i64 - top);
    html! {
        <svg class="mini" viewBox={format!("0 0 {w} {h}")} width={w.to_string()} height={h.to_string()} aria-hidden="true">
            { draw_rect(ground, match node_column { column if column.is_missing => "ground missing", column if column.is_cordoned => "ground cordoned", _ => "ground" }, 2) }
            { for blocks }
            if promised > 0 { <g class="promise">{ draw_rect(band, "body", 1) }</g> }
            { draw_path(format!("M{} {}H{}", ground.x - 2, ground.y, ground.right() + 2), "rim") }
            if let Some(guard) = node_column.tiles.iter().filter_map(|tile| tile.guards.tightest_state()).max() { { draw_shield_at(guard, w - 12, 0, 12) } }
            if node_column.own_taints().next().is_some() { { draw_path(format!("M{0} {1}v-9l9 9z", ground.x, ground.bottom()), "tainted") } }
            if node_column.is_not_ready { { draw_path(silent_sign((w / 2, h / 2 + 2)), "silent") } }
            if is_negative(&node_column.verdict) { { draw_path(format!("M3 {}L{} {}", h - 3, w - 3, ground.y - 3), "barred") } }
        </svg>
    }
}

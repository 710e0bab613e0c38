//! Draws the zones of nodes in a row, as brackets below them.

use scene::{
    group_model::{GroupBand, PlacementMark},
    node_model::NodeColumn,
};
use yew::{Html, html};

use crate::draw::{
    draw_ctx::DrawCtx,
    text_layout::{TextAnchor, clip_text, draw_path, draw_text},
};

/// Adjacent nodes of one zone: the indices of the first and the last.
pub(crate) struct ZoneSpan<'n> {
    zone: &'n str,
    first: usize,
    last: usize,
}

/// The zones of nodes in a row; none unless there are at least two, and the nodes of each are adjacent.
pub(crate) fn zone_spans(node_columns: &[NodeColumn]) -> Vec<ZoneSpan<'_>> {
    let mut spans: Vec<ZoneSpan<'_>> = Vec::new();
    for (at, node_column) in node_columns.iter().enumerate() {
        match spans.last_mut().filter(|span| span.zone == &*node_column.zone) {
            Some(span) => span.last = at,
            None => spans.push(ZoneSpan { zone: &node_column.zone, first: at, last: at }),
        }
    }
    let is_named = spans.iter().all(|span| !span.zone.is_empty());
    let is_split = (1..spans.len()).any(|at| spans[..at].iter().any(|span| span.zone == spans[at].zone));
    if spans.len() < 2 || !is_named || is_split { Vec::new() } else { spans }
}

/// The height of the brackets below a row of nodes; 0 without zones.
pub(crate) fn zones_height(ctx: &DrawCtx<'_>, node_columns: &[NodeColumn]) -> i64 {
    if zone_spans(node_columns).is_empty() { 0 } else { ctx.text_size * 18 / 10 }
}

/// Draws a bracket with the zone's name below the nodes of each zone. `edges` are the left and right edges of a node by its index, `y` the lower edge of
/// all nodes. If a group is tried in one zone after the other, it says whether the group fits there.
pub fn draw_zones(ctx: &DrawCtx<'_>, node_columns: &[NodeColumn], edges: &dyn Fn(usize) -> [i64; 2], y: i64) -> Html {
    let size = ctx.text_size;
    let brackets = zone_spans(node_columns).into_iter().map(|ZoneSpan { zone, first, last }| {
        let (left, right) = (edges(first)[0], edges(last)[1]);
        let placement = ctx.group.and_then(|band| placement_of(band, zone));
        let (class, sign) = match placement {
            Some(PlacementMark { fits: false, .. }) => ("bad", "✗ "),
            Some(PlacementMark { is_chosen: true, .. }) => ("good", "✓ "),
            Some(_) => ("text", "✓ "),
            None => ("soft", ""),
        };
        let name = match placement.filter(|placement| placement.members > 0) {
            Some(PlacementMark { placed, members, .. }) => ctx.lang.placement_count(zone, *placed, *members),
            None => zone.to_owned(),
        };
        let text = clip_text(&format!("{sign}{name}"), size, right - left);
        html! {
            <g class="zone" data-zone={zone.to_owned()}>
                { draw_path(format!("M{left} {y}v4H{right}v-4"), "zone-bracket") }
                { draw_text(i64::midpoint(left, right), y + size * 14 / 10, size, class, TextAnchor::Middle, text) }
            </g>
        }
    });
    html! { <g class="zones">{ for brackets }</g> }
}

fn placement_of<'b>(band: &'b GroupBand, zone: &str) -> Option<&'b PlacementMark> {
    band.placements.iter().find(|placement| &*placement.name == zone)
}

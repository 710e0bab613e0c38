//! Draws nodes during the cycle of a group: at one scale, with a rope between them that connects the band with the members, and trays for
//! the pods that preemption for the group removed.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use std::fmt::Write as _;

use ::i18n::short_pod_name;
use scene::{
    group_model::{BandStage, GroupBand, UnitState},
    node_model::{ColumnVerdict, NewcomerPlace, NodeColumn, PodTile, TileState},
    priority::priority_class,
    stage_model::is_negative,
};
use yew::{Html, html};

use crate::draw::{
    draw_ctx::DrawCtx,
    group_column::{ColumnFoot, NodeRacks, column_head, draw_group_column, draw_racks},
    group_marks::{draw_bead, draw_hexagon, rope_gap},
    group_units,
    node_column::{self, ColumnLayout},
    nodes,
    text_layout::{Area, Size, TextAnchor, clip_text, draw_path, draw_rect, draw_text, fit_text_size, text_width},
    tiles, zones,
};

/// [`DrawCtx::max_overhang`] while members are tried.
const TRIAL_OVERHANG: i64 = 20;

/// The limit of large nodes in a narrow picture.
const MAX_LARGE_NODES: usize = 2;

/// The space above the nodes for the horizontal part of the rope.
fn bus_height(text_size: i64) -> i64 {
    text_size * 19 / 10
}

/// The pods that a rope connects.
enum Rope<'b> {
    /// The placed members of the group in its cycle.
    Ghosts(&'b GroupBand),
    /// The pods of a unit that is reprieved as one.
    Unit { band: &'b GroupBand, at: usize },
    /// The pods of a unit that terminate together.
    Victims { band: &'b GroupBand, at: usize },
}

/// The end of a rope at a pod, with the pod's number in the order of the members, if it has one.
struct RopeEnd {
    order: Option<usize>,
}

impl<'b> Rope<'b> {
    fn of_band(band: &'b GroupBand) -> Option<Self> {
        if let Some(at) = band.units.iter().position(|unit| unit.is_now && unit.pods.len() > 1) {
            return Some(Self::Unit { band, at });
        }
        if matches!(band.stage, BandStage::Awaits(_)) {
            let at = band.units.iter().position(|unit| unit.pods.len() > 1)?;
            return Some(Self::Victims { band, at });
        }
        matches!(band.stage, BandStage::Snapshot | BandStage::DryRun | BandStage::Bind | BandStage::Preempted)
            .then_some(Self::Ghosts(band))
    }

    fn hue(&self) -> usize {
        match self {
            Self::Ghosts(band) => band.mark.hue,
            Self::Unit { band, at } | Self::Victims { band, at } => {
                band.units[*at].mark.map_or(band.mark.hue, |mark| mark.hue)
            }
        }
    }

    /// The end of the rope at a pod, if it is connected.
    fn end_at(&self, tile: &PodTile) -> Option<RopeEnd> {
        match self {
            Self::Ghosts(_) => {
                (tile.state == TileState::Placed).then(|| RopeEnd { order: tile.mark.and_then(|mark| mark.order) })
            }
            Self::Unit { band, at } | Self::Victims { band, at } => {
                band.units[*at].pods.contains(&tile.key).then_some(RopeEnd { order: None })
            }
        }
    }

    /// The start of the rope above the nodes: at the left of the band, or below the chip of the unit. Victims have neither.
    fn start(&self, ctx: &DrawCtx<'_>, width: i64) -> Option<(i64, i64)> {
        let text_size = ctx.text_size;
        Some(match self {
            Self::Ghosts(band) => {
                let chips = if band.has_trial { group_units::chips_height(text_size) } else { 0 };
                (rope_gap(text_size) / 2, -text_size * 2 - 2 - chips)
            }
            Self::Unit { band, at } => {
                // The chips of units start a little further left than the nodes.
                let chips = group_units::chips_area(text_size, width + 12);
                let cards = group_units::layout_cards(band, text_size, chips).cards;
                let place = cards.into_iter().find(|(unit, _)| unit == at).map_or(chips, |(_, place)| place);
                (place.x + place.w / 2 - 6, -text_size * 2 / 3)
            }
            Self::Victims { .. } => return None,
        })
    }

    /// Draws the name of the unit at the right end of the rope.
    fn draw_tag(&self, ctx: &DrawCtx<'_>, x: i64, y: i64, right: i64) -> Html {
        let Self::Victims { band, at } = self else { return Html::default() };
        let unit = &band.units[*at];
        let size = ctx.text_size * 9 / 10;
        let radius = size * 8 / 10;
        let hexagon = unit.mark.map(|mark| draw_hexagon(mark, x + radius, y, radius)).unwrap_or_default();
        let text_x = x + radius * 2 + size / 2;
        let nodes: Vec<&str> = unit.nodes.iter().map(|node| node.as_str()).collect();
        let name = short_pod_name(&unit.name);
        let texts = [format!("{name} · {}", ctx.lang.unit_extent(unit.pods.len(), &nodes)), name.to_owned()];
        let text =
            texts.into_iter().find(|text| text_x + text_width(text, size) * 11 / 10 <= right).unwrap_or_default();
        html! { <>{ hexagon }{ draw_text(text_x, y + size * 36 / 100, size, "text strong", TextAnchor::Start, text) }</> }
    }
}

/// A node in the picture, with the geometry for the rope.
struct DrawnNode<'n> {
    node_column: &'n NodeColumn,
    frame: Area,
    stand: ColumnLayout,
}

/// The nodes in the picture. Ropes are drawn over `nodes` and under `overlay`.
struct NodeLayout<'n> {
    views: Vec<DrawnNode<'n>>,
    nodes: Html,
    overlay: Html,
}

/// Draws the nodes in a group's cycle, in a picture of this size.
pub(super) fn draw_group_nodes(
    ctx: &DrawCtx<'_>,
    band: &GroupBand,
    node_columns: &[NodeColumn],
    focus: Option<usize>,
    size: Size,
) -> Html {
    // Columns use the height: only members that wait for victims, or are nominated, reach above the capacity.
    let max_overhang =
        if band.has_needy_member || band.is_waiting { ctx.max_overhang } else { ctx.max_overhang.min(TRIAL_OVERHANG) };
    let ctx = &DrawCtx { max_overhang, on_event: ctx.on_event.clone(), ..*ctx };
    let text_size = ctx.text_size;
    let (gap, bus) = (rope_gap(text_size), bus_height(text_size));
    let count = i64::try_from(node_columns.len()).unwrap_or(1);
    // A low picture has only the nodes that the moment is about, without band and rope.
    if ctx.is_low {
        let subjects = find_subjects(band, node_columns, focus);
        let area = Area::new(0, 0, size.width, size.height);
        return draw_large_nodes(ctx, subjects.iter().map(|at| &node_columns[*at]).collect(), area);
    }
    let NodeLayout { views, nodes, overlay } = match node_columns {
        [only] => {
            let frame = Area::new(gap, bus, size.width - gap, size.height - bus);
            let focused = nodes::draw_focused_node(ctx, only, frame);
            let view = DrawnNode { node_column: only, frame, stand: focused.stand };
            NodeLayout { views: vec![view], nodes: focused.html, overlay: Html::default() }
        }
        _ if size.width / count < text_size * 8 && size.height >= text_size * 20 => {
            draw_narrow(ctx, band, node_columns, focus, size)
        }
        _ => draw_row(ctx, node_columns, focus, size),
    };
    html! { <>{ nodes }{ draw_ropes(ctx, band, &views, size.width) }{ draw_leaving(ctx, band, &views) }{ overlay }</> }
}

/// Nodes in rows at one scale.
fn draw_row<'n>(
    ctx: &DrawCtx<'_>,
    node_columns: &'n [NodeColumn],
    focus: Option<usize>,
    Size { width, height }: Size,
) -> NodeLayout<'n> {
    let text_size = ctx.text_size;
    let (gap, bus) = (rope_gap(text_size), bus_height(text_size));
    let count = i64::try_from(node_columns.len()).unwrap_or(1);
    let columns = count.min((width / (text_size * 8)).max(1));
    let rows = (count + columns - 1) / columns;
    let checks = nodes::focused_checks(ctx, node_columns, focus, Size::new(width, height), None);
    let zones = if rows == 1 { zones::zones_height(ctx, node_columns) } else { 0 };
    let (each, high) = (width / columns, (height - bus - checks.height - zones) / rows);
    let racks = draw_racks(ctx, node_columns, each - gap, high / 2);
    let foot = ColumnFoot { height: nodes::row_foot(node_columns, text_size) + racks.height, rack: racks.height };
    let pixels_per_unit = column_scale(ctx, node_columns, high, foot);
    let mut views = Vec::new();
    let mut shapes = Vec::new();
    for ((node_column, rack), at) in node_columns.iter().zip(racks.drawings).zip(0_i64..) {
        let (column, row) = (at % columns, at / columns);
        let frame = Area::new(column * each + gap, bus + row * high + 3, each - gap, high - 6);
        let is_focus = focus.and_then(|focus| i64::try_from(focus).ok()) == Some(at);
        let (html, stand) = draw_group_column(ctx, node_column, frame, pixels_per_unit, foot, is_focus, rack);
        shapes.push(html);
        views.push(DrawnNode { node_column, frame, stand });
    }
    if zones > 0 {
        let edges = |at: usize| views.get(at).map_or([0, 0], |view| [view.frame.x, view.frame.right()]);
        shapes.push(zones::draw_zones(ctx, node_columns, &edges, bus + high - 2));
    }
    NodeLayout { views, nodes: Html::from_iter(shapes), overlay: checks.html }
}

/// The scale of nodes whose frames have this height.
fn column_scale(ctx: &DrawCtx<'_>, node_columns: &[NodeColumn], high: i64, foot: ColumnFoot) -> f64 {
    let most = node_columns.iter().map(|column| node_column::total_height(ctx, column)).fold(1.0, f64::max);
    (high - 6 - column_head(ctx.text_size) - foot.height).max(20) as f64 / most
}

/// Whether the moment is about the checks of a node.
fn is_trying(node_columns: &[NodeColumn], focus: Option<usize>) -> bool {
    focus.is_some_and(|at| node_columns.get(at).is_some_and(|column| !column.checks.is_empty()))
}

/// The nodes that the moment is about: those of the unit that is put back, that of the step, or one where a member falls short.
fn find_subjects(band: &GroupBand, node_columns: &[NodeColumn], focus: Option<usize>) -> Vec<usize> {
    let last_ghost = || {
        let order = |node_column: &NodeColumn| {
            node_column
                .tiles
                .iter()
                .filter(|tile| tile.state == TileState::Placed)
                .filter_map(|tile| tile.mark.and_then(|mark| mark.order))
                .max()
        };
        (0..node_columns.len())
            .filter(|at| order(&node_columns[*at]).is_some())
            .max_by_key(|at| order(&node_columns[*at]))
    };
    // The node above which a member is drawn that fits nowhere.
    let of_short_member = || node_columns.iter().position(|node_column| node_column.incoming.is_some());
    // The nodes of the unit that is put back, or of one that goes.
    let of_unit = || {
        let is_over = matches!(band.stage, BandStage::Preempted | BandStage::Awaits(_));
        let goes = || band.units.iter().find(|unit| is_over && unit.state == UnitState::Goes);
        let unit = band.units.iter().find(|unit| unit.is_now).or_else(goes)?;
        let is_touched = |at: &usize| unit.nodes.contains(&node_columns[*at].node);
        let touched: Vec<usize> = (0..node_columns.len()).filter(is_touched).take(MAX_LARGE_NODES).collect();
        (!touched.is_empty()).then_some(touched)
    };
    match of_unit().filter(|_| !is_trying(node_columns, focus)) {
        Some(subjects) => subjects,
        None => vec![focus.or_else(of_short_member).or_else(last_ghost).unwrap_or(0).min(node_columns.len() - 1)],
    }
}

/// Without space side by side: draws all nodes small along the rope, and below them the one that the moment is about.
fn draw_narrow<'n>(
    ctx: &DrawCtx<'_>,
    band: &GroupBand,
    node_columns: &'n [NodeColumn],
    focus: Option<usize>,
    Size { width, height }: Size,
) -> NodeLayout<'n> {
    let text_size = ctx.text_size;
    let (gap, bus) = (rope_gap(text_size), bus_height(text_size));
    let count = i64::try_from(node_columns.len()).unwrap_or(1);
    let is_trying = is_trying(node_columns, focus);
    let subjects = find_subjects(band, node_columns, focus);
    let high = (height / 5).clamp(text_size * 5, text_size * 10);
    let each = (width - gap / 2) / count;
    let most = node_columns.iter().map(|node_column| node_column.capacity).max().unwrap_or(1).max(1);
    let mut views = Vec::new();
    let mut shapes = Vec::new();
    for (node_column, at) in node_columns.iter().zip(0_i64..) {
        let frame = Area::new(at * each + gap, bus, each - gap, high);
        let is_subject = usize::try_from(at).is_ok_and(|at| subjects.contains(&at));
        let stand = mini_stand(ctx, node_column, frame, most);
        shapes.push(draw_mini(ctx, node_column, frame, &stand, is_subject));
        views.push(DrawnNode { node_column, frame, stand });
    }
    let top = bus + high + text_size / 2;
    let below = Area::new(0, top, width, height - top);
    let overlay = match &subjects[..] {
        [only] if is_trying => nodes::draw_focused_node(ctx, &node_columns[*only], below).html,
        _ => draw_large_nodes(ctx, subjects.iter().map(|at| &node_columns[*at]).collect(), below),
    };
    NodeLayout { views, nodes: Html::from_iter(shapes), overlay }
}

/// Draws one or two nodes side by side.
fn draw_large_nodes(ctx: &DrawCtx<'_>, subjects: Vec<&NodeColumn>, area: Area) -> Html {
    let each = area.w / i64::try_from(subjects.len()).unwrap_or(1).max(1);
    let racks =
        subjects.iter().map(|node_column| draw_racks(ctx, std::slice::from_ref(*node_column), each - 6, area.h / 2));
    let racks: Vec<NodeRacks> = racks.collect();
    let rack_height = racks.iter().map(|rack| rack.height).max().unwrap_or(0);
    let row_foot = subjects.iter().map(|column| nodes::row_foot(std::slice::from_ref(*column), ctx.text_size)).max();
    let foot = ColumnFoot { height: row_foot.unwrap_or(0) + rack_height, rack: rack_height };
    let scales = subjects.iter().map(|column| column_scale(ctx, std::slice::from_ref(*column), area.h, foot));
    let pixels_per_unit = scales.fold(f64::MAX, f64::min);
    let drawn = subjects.into_iter().zip(racks).zip(0_i64..).map(|((node_column, rack), at)| {
        let frame = Area::new(area.x + at * each + 3, area.y + 3, each - 6, area.h - 6);
        draw_group_column(ctx, node_column, frame, pixels_per_unit, foot, true, rack.drawings.into_iter().collect()).0
    });
    drawn.collect()
}

fn mini_stand(ctx: &DrawCtx<'_>, node_column: &NodeColumn, frame: Area, most: i64) -> ColumnLayout {
    let text_size = ctx.text_size;
    let pad = (text_size / 2).min(frame.w / 8);
    let top = frame.y + text_size * 2;
    let place = Area::new(frame.x + pad, top, frame.w - 2 * pad, frame.bottom() - pad - top);
    node_column::layout_column(node_column, place, place.h as f64 / most as f64)
}

/// Draws a small node: its name, its verdict as a sign, and its pods without names.
fn draw_mini(ctx: &DrawCtx<'_>, node_column: &NodeColumn, frame: Area, stand: &ColumnLayout, is_subject: bool) -> Html {
    let size = ctx.text_size * 9 / 10;
    let (sign, class) = match (&node_column.verdict, &node_column.incoming) {
        (_, Some(newcomer)) if newcomer.place == NewcomerPlace::Inside => ("✓", "good"),
        (_, Some(_)) => ("✗", "bad"),
        (ColumnVerdict::Fits | ColumnVerdict::Chosen, _) => ("✓", "good"),
        (verdict, _) if is_negative(verdict) => ("✗", "bad"),
        _ => ("", "soft"),
    };
    let standing: Vec<&PodTile> = node_column.tiles.iter().filter(|tile| tile.amount > 0).collect();
    let amounts: Vec<i64> = standing.iter().map(|tile| tile.amount).collect();
    let inside = Area::new(stand.ground.x + 2, stand.ground.y, stand.ground.w - 4, stand.ground.h);
    let places = tiles::stack_tiles(&amounts, inside, stand.scale, ctx.min_tile_height(inside.w));
    let blocks = standing.iter().zip(&places).map(|(tile, place)| {
        let mut class = format!("pod {}", priority_class(ctx.priorities, tile.priority));
        if tile.is_victim {
            class.push_str(" victim");
        }
        if let (TileState::Placed, Some(mark)) = (tile.state, tile.mark) {
            let _ = write!(class, " ghost g{}", mark.hue);
        }
        let radius = (place.h / 2 - 2).min(size * 6 / 10);
        let mark = tile.mark.filter(|_| radius >= 4).map(|mark| {
            draw_hexagon(mark, place.x + place.w / 2, place.y + place.h / 2, radius)
        });
        html! { <g {class}>{ draw_rect(Area::new(place.x, place.y + 1, place.w, (place.h - 2).max(2)), "body", 2) }{ mark }</g> }
    });
    let sign_width = if sign.is_empty() { 0 } else { size * 3 / 2 };
    let room = frame.w - size - sign_width;
    let name_size = fit_text_size(&node_column.node, size, room, size * 7 / 10);
    let class_of = if is_subject { "frame focus" } else { "frame" };
    html! {
        <g class="mini" data-mini-node={node_column.node.to_string()}>
            <title>{ node_column.node.to_string() }</title>
            { draw_rect(frame, class_of, 5) }
            { draw_text(frame.x + size / 2, frame.y + size * 3 / 2, name_size, "text strong", TextAnchor::Start, clip_text(&node_column.node, name_size, room)) }
            { draw_text(frame.right() - size / 2, frame.y + size * 3 / 2, size, class, TextAnchor::End, sign.to_owned()) }
            { draw_rect(stand.ground, "ground", 2) }
            { for blocks }
            { draw_path(format!("M{} {}H{}", stand.ground.x - 2, stand.ground.y, stand.ground.right() + 2), "rim") }
        </g>
    }
}

/// Draws the rope from the band, or from the chip of a unit, along the gaps above and beside the nodes to its pods.
fn draw_ropes(ctx: &DrawCtx<'_>, band: &GroupBand, views: &[DrawnNode<'_>], width: i64) -> Html {
    let Some(rope) = Rope::of_band(band) else { return Html::default() };
    let (gap, bus) = (rope_gap(ctx.text_size), bus_height(ctx.text_size));
    let radius = (ctx.text_size * 7 / 10).min(gap);
    let mut d = String::new();
    let mut beads = Vec::new();
    let start = rope.start(ctx, width);
    let (mut least, mut most) = start.map_or((width, 0), |(x, _)| (x, x));
    let y = bus / 2;
    for view in views {
        let x = view.frame.x - gap / 2;
        let ends = rope_ends(&rope, view);
        let Some(lowest) = ends.iter().map(|(y, _)| *y).max() else { continue };
        (least, most) = (least.min(x), most.max(x));
        let _ = write!(d, "M{x} {y}V{lowest}");
        for (end, order) in &ends {
            // If the tile has a bead, the rope ends there.
            let reach = if order.is_some() { -radius / 2 } else { 3 };
            let _ = write!(d, "M{x} {end}H{}", (view.stand.ground.x + reach).max(x));
        }
        // The beads of a node are in a row on the rope.
        let mut orders: Vec<usize> = ends.iter().filter_map(|(_, order)| *order).collect();
        orders.sort_unstable();
        for (order, place) in orders.into_iter().zip(0_i64..) {
            let bead_x = x + place * radius * 5 / 2;
            most = most.max(bead_x);
            beads.push(draw_bead(i64::try_from(order).unwrap_or(0), bead_x, y, radius));
        }
    }
    if d.is_empty() {
        return Html::default();
    }
    let start = start.map_or_else(String::new, |(x, start_y)| format!("M{x} {start_y}V{y}"));
    let d = format!("{start}M{least} {y}H{most}{d}");
    html! {
        <g class={format!("ropes g{}", rope.hue())} aria-hidden="true">
            { draw_path(d.clone(), "rope") }{ draw_path(d, "rope core") }
            { for beads }
            { rope.draw_tag(ctx, most + radius, y, width) }
        </g>
    }
}

/// The ends of the rope at the pods of a node: the y of each, and its number in the order.
fn rope_ends(rope: &Rope<'_>, view: &DrawnNode<'_>) -> Vec<(i64, Option<usize>)> {
    let mut base = 0;
    let mut ends = Vec::new();
    for tile in &view.node_column.tiles {
        if let Some(RopeEnd { order }) = rope.end_at(tile) {
            let middle = view.stand.y_of(base + tile.amount / 2).min(view.stand.ground.bottom() - 2);
            ends.push((middle, order));
        }
        base += tile.amount;
    }
    ends
}

/// Draws the members that return to the queue: their outlines on the nodes, and arrows up to the band.
fn draw_leaving(ctx: &DrawCtx<'_>, band: &GroupBand, views: &[DrawnNode<'_>]) -> Html {
    let (gap, bus) = (rope_gap(ctx.text_size), bus_height(ctx.text_size));
    let radius = (ctx.text_size * 7 / 10).min(gap);
    let labels = ctx.lang.group_stage_labels();
    // While the group waits for its victims, each of them is nominated to the node that it leaves.
    let label = if band.is_waiting { labels.nominated } else { labels.taken_back };
    let shapes = views.iter().flat_map(|view| {
        let x = view.frame.x - gap / 2;
        let inside = Area::new(view.stand.ground.x + 4, 0, view.stand.ground.w - 8, 0);
        let mut base = view.node_column.used_amount();
        let leaving = band.leaving.iter().filter(|member| member.node == view.node_column.node);
        leaving
            .zip(0_i64..)
            .map(|(member, place)| {
                let amount = ctx.frame.pods.get(&member.pod).map_or(0, |pod| pod.amount_of(ctx.resource));
                let (foot, top) = (view.stand.y_of(base), view.stand.y_of(base + amount));
                base += amount;
                let area = Area::new(inside.x, top + 2, inside.w, foot - top - 4);
                let middle = top + (foot - top) / 2;
                let bead_x = x + place * radius * 5 / 2;
                let bead_y = bus * 6 / 10;
                let way =
                    if place == 0 { format!("M{x} {}V{middle}H{}", bead_y + radius, area.x) } else { String::new() };
                let (foot, tip) = (bead_y - radius, -ctx.text_size / 8);
                let half = radius * 2 / 3;
                let arrow = format!("M{} {foot}L{bead_x} {tip}L{} {foot}Z", bead_x - half, bead_x + half);
                let name = short_pod_name(&member.pod);
                let size = fit_text_size(name, ctx.text_size, area.w - 8, ctx.text_size * 7 / 10);
                // Beside the capacity line, which would cross the text.
                let (text_y, room) = node_column::text_place(area, view.stand.ground.y, size * 3);
                let has_two = room >= size * 3;
                html! {
                    <g class="leaving">
                        { draw_rect(area, "vacant", 3) }
                        if room >= size * 3 / 2 { { draw_text(area.x + area.w / 2, if has_two { text_y } else { text_y + size / 3 }, size, "soft", TextAnchor::Middle, clip_text(name, size, area.w - 8)) } }
                        if has_two { { draw_text(area.x + area.w / 2, text_y + size * 13 / 10, size, "soft", TextAnchor::Middle, clip_text(label, size, area.w - 8)) } }
                        { draw_path(way, "way") }
                        { draw_path(arrow, "arrow") }
                        { draw_bead(i64::try_from(member.order).unwrap_or(0), bead_x, bead_y, radius) }
                    </g>
                }
            })
            .collect::<Vec<Html>>()
    });
    html! { <g class={format!("leavings g{}", band.mark.hue)}>{ for shapes }</g> }
}

//! Draws the map on a canvas: the usage of each node, and marks that differ in shape as well as in color.

use std::{collections::BTreeSet, f64::consts::TAU};

use api::resources::Resource;
use i18n::format_amount;
use scene::group_model::HUES;
use trace::budget_guard::BudgetState;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::overview::{
    cells::{NodeCell, NodeCells, NodeMark},
    map::{Camera, MapLayout, TITLE_HEIGHT},
    map_group::MapGroup,
};

/// Cells of at least this size have text.
const MIN_TEXT_SIZE: f64 = 72.0;
/// In smaller cells, marks are only colors.
const MIN_SHAPE_SIZE: f64 = 5.0;
/// Cells of at least this size have shields in their shape.
const MIN_SHIELD_SIZE: f64 = 14.0;
/// The CSS variables of groups' colors.
const HUE_TOKENS: [&str; HUES] = ["--g0", "--g1", "--g2", "--g3"];
/// The number of shades.
const SHADE_STEPS: u8 = 6;

/// The input of the drawing.
#[derive(Clone, Copy)]
pub struct MapPicture<'p> {
    pub cells: &'p NodeCells,
    /// The results of the step for the nodes; empty outside an attempt.
    pub marks: &'p [NodeMark],
    /// The millicores of each node that the pod being tried could evict; empty if none is tried.
    pub evictable: &'p [i64],
    /// The indices of the nodes that the step is about.
    pub focus: &'p [usize],
    /// The titles of the zones.
    pub titles: &'p [String],
    /// The indices of nodes that match the search.
    pub hits: &'p [usize],
    /// The group with a rope, if any.
    pub group: Option<&'p MapGroup>,
    /// The index of the cell with the cursor.
    pub cursor: Option<usize>,
    /// The layout.
    pub map: &'p MapLayout,
    /// The visible part.
    pub camera: Camera,
    /// The width and height of the canvas, in CSS pixels.
    pub viewport: (f64, f64),
}

impl MapPicture<'_> {
    fn mark_of(&self, spot: &CellSpot) -> NodeMark {
        self.marks.get(spot.index).copied().unwrap_or_default()
    }
}

struct CanvasBrush {
    context: CanvasRenderingContext2d,
    style: web_sys::CssStyleDeclaration,
}

impl CanvasBrush {
    fn set_fill(&self, token: &str) {
        self.context.set_fill_style_str(&self.token_color(token));
    }

    fn set_stroke(&self, token: &str, width: f64) {
        self.context.set_stroke_style_str(&self.token_color(token));
        self.context.set_line_width(width);
    }

    fn token_color(&self, token: &str) -> String {
        self.style.get_property_value(token).unwrap_or_default()
    }

    /// Strokes one path with many pieces.
    fn stroke_path(&self, draw: impl FnOnce(&CanvasRenderingContext2d)) {
        self.context.begin_path();
        draw(&self.context);
        self.context.stroke();
    }
}

/// A visible cell.
struct CellSpot {
    index: usize,
    x: f64,
    y: f64,
}

/// Draws the map.
pub fn paint_map(canvas: &HtmlCanvasElement, picture: &MapPicture<'_>) -> Result<(), JsValue> {
    let Some(context) = canvas.get_context("2d")? else { return Ok(()) };
    let context: CanvasRenderingContext2d = context.unchecked_into();
    let window = gloo::utils::window();
    let Some(style) = window.get_computed_style(canvas)? else { return Ok(()) };
    let (map, camera, dots) = (picture.map, picture.camera, window.device_pixel_ratio());
    let (visible_width, visible_height) = picture.viewport;
    let (width, height) = ((visible_width * dots).round() as u32, (visible_height * dots).round() as u32);
    if (canvas.width(), canvas.height()) != (width, height) {
        canvas.set_width(width);
        canvas.set_height(height);
    }
    context.set_transform(dots, 0.0, 0.0, dots, 0.0, 0.0)?;
    context.clear_rect(0.0, 0.0, visible_width, visible_height);
    let brush = CanvasBrush { context, style };
    let pitch = map.pitch * camera.zoom;
    let size = pitch - (pitch / 8.0).clamp(0.5, 4.0);
    let spots: Vec<CellSpot> = (0..map.cell_count())
        .map(|at| {
            let (x, y) = map.cell_origin(at);
            CellSpot { index: at, x: (x - camera.x) * camera.zoom, y: (y - camera.y) * camera.zoom }
        })
        .filter(|spot| spot.x > -pitch && spot.y > -pitch && spot.x < visible_width && spot.y < visible_height)
        .collect();
    paint_grounds(&brush, picture, &spots, size);
    paint_levels(&brush, picture, &spots, size);
    if size >= MIN_SHAPE_SIZE {
        paint_marks(&brush, picture, &spots, size)?;
        paint_preemption(&brush, picture, &spots, size)?;
    }
    if size >= MIN_TEXT_SIZE {
        paint_texts(&brush, picture, &spots, size)?;
    }
    paint_titles(&brush, picture)?;
    paint_rope(&brush, picture, pitch - size);
    if size >= MIN_SHAPE_SIZE {
        paint_hexagons(&brush, picture, &spots, size);
    }
    paint_rings(&brush, picture, size);
    Ok(())
}

fn paint_grounds(brush: &CanvasBrush, picture: &MapPicture<'_>, spots: &[CellSpot], size: f64) {
    let background_token = |node_mark: NodeMark| match node_mark {
        NodeMark::Failed => "--fail-soft",
        NodeMark::Passed => "--pass-soft",
        NodeMark::None | NodeMark::Excluded | NodeMark::CannotHelp => "--sunk",
        _ => "--raised",
    };
    for token in ["--sunk", "--fail-soft", "--pass-soft", "--raised"] {
        brush.set_fill(token);
        for spot in spots.iter().filter(|spot| background_token(picture.mark_of(spot)) == token) {
            brush.context.fill_rect(spot.x, spot.y, size, size);
        }
    }
    // What is free is as white as the page, so it has an edge.
    if size >= MIN_SHAPE_SIZE {
        brush.set_stroke("--line-strong", 1.0);
        brush.stroke_path(|path| {
            for spot in spots.iter().filter(|spot| background_token(picture.mark_of(spot)) == "--raised") {
                path.rect(spot.x + 0.5, spot.y + 0.5, size - 1.0, size - 1.0);
            }
        });
    }
}

/// The used share of a capacity, from 0 to 1.
fn used_pixels(used: i64, capacity: i64) -> f64 {
    if capacity <= 0 { 0.0 } else { (used as f64 / capacity as f64).clamp(0.0, 1.0) }
}

/// Draws CPU as a level. If a pod is being tried, from the floor: what stays, what it could evict, and what is free; otherwise a level that darkens
/// as it rises, and memory as a line across.
fn paint_levels(brush: &CanvasBrush, picture: &MapPicture<'_>, spots: &[CellSpot], size: f64) {
    let cells = &picture.cells.cells;
    let high = |spot: &CellSpot, millicores: i64| size * used_pixels(millicores, cells[spot.index].allocatable.0);
    if !picture.evictable.is_empty() {
        let evictable = |spot: &CellSpot| picture.evictable.get(spot.index).copied().unwrap_or(0);
        let has_levels = |spot: &&CellSpot| picture.mark_of(spot) != NodeMark::CannotHelp;
        brush.set_fill("--accent");
        brush.context.set_global_alpha(0.42);
        for spot in spots.iter().filter(has_levels) {
            let (used, stays) =
                (high(spot, cells[spot.index].used.0), high(spot, cells[spot.index].used.0 - evictable(spot)));
            brush.context.fill_rect(spot.x, spot.y + size - used, size, used - stays);
        }
        brush.context.set_global_alpha(1.0);
        brush.set_fill("--ink-2");
        for spot in spots.iter().filter(has_levels) {
            let stays = high(spot, cells[spot.index].used.0 - evictable(spot));
            brush.context.fill_rect(spot.x, spot.y + size - stays, size, stays);
        }
        return;
    }
    let shade = |cell: &NodeCell| (used_pixels(cell.used.0, cell.allocatable.0) * f64::from(SHADE_STEPS)).ceil() as u8;
    brush.set_fill("--ink-2");
    for step in 1..=SHADE_STEPS {
        brush.context.set_global_alpha(0.18 + 0.57 * f64::from(step) / f64::from(SHADE_STEPS));
        for spot in spots.iter().filter(|spot| shade(&cells[spot.index]) == step) {
            let high = high(spot, cells[spot.index].used.0);
            brush.context.fill_rect(spot.x, spot.y + size - high, size, high);
        }
    }
    brush.context.set_global_alpha(1.0);
    brush.set_fill("--ink");
    let thick = (size / 24.0).clamp(1.0, 3.0);
    for spot in spots.iter().filter(|spot| cells[spot.index].used.1 > 0) {
        let high = (size * used_pixels(cells[spot.index].used.1, cells[spot.index].allocatable.1)).max(thick);
        brush.context.fill_rect(spot.x + size * 0.6, spot.y + size - high, size * 0.4, thick);
    }
}

/// Draws what preemption found out: hatching if it can't help, ✗ in a square for a failed dry run, a disc with the number of the rule that dropped a
/// candidate, = for one that wasn't drawn, and the chosen one solid and larger. Each has a shape of its own.
fn paint_preemption(
    brush: &CanvasBrush,
    picture: &MapPicture<'_>,
    spots: &[CellSpot],
    size: f64,
) -> Result<(), JsValue> {
    let marked = |node_mark: NodeMark| spots.iter().filter(move |spot| picture.mark_of(spot) == node_mark);
    let (half, badge) = (size / 2.0, (size * 0.74).min(30.0));
    let center = |spot: &CellSpot| (spot.x + half, spot.y + half);
    let thick = (badge / 7.0).clamp(1.0, 3.0);
    brush.set_stroke("--ink-2", 1.0);
    brush.stroke_path(|path| {
        for spot in marked(NodeMark::CannotHelp) {
            for part in [0.25, 0.75, 1.25, 1.75] {
                let (from, to) = (f64::max(part - 1.0, 0.0) * size, f64::min(part, 1.0) * size);
                path.move_to(spot.x + from, spot.y + to);
                path.line_to(spot.x + to, spot.y + from);
            }
        }
    });
    let square = |spot: &CellSpot, token: &str| {
        let (x, y) = center(spot);
        brush.set_fill("--raised");
        brush.context.fill_rect(x - badge / 2.0, y - badge / 2.0, badge, badge);
        brush.set_stroke(token, (thick * 0.7).max(1.0));
        brush.context.stroke_rect(x - badge / 2.0, y - badge / 2.0, badge, badge);
        brush.set_stroke(token, thick);
        (x, y, badge * 0.26)
    };
    for spot in marked(NodeMark::NotCandidate) {
        let (x, y, arm) = square(spot, "--fail");
        brush.stroke_path(|path| {
            path.move_to(x - arm, y - arm);
            path.line_to(x + arm, y + arm);
            path.move_to(x + arm, y - arm);
            path.line_to(x - arm, y + arm);
        });
    }
    for spot in marked(NodeMark::Tied) {
        let (x, y, arm) = square(spot, "--pass");
        brush.stroke_path(|path| {
            for row in [-0.5, 0.5] {
                path.move_to(x - arm, y + row * arm);
                path.line_to(x + arm, y + row * arm);
            }
        });
    }
    for rule in 0..=5 {
        for spot in marked(NodeMark::Lost(rule)) {
            paint_disc(brush, center(spot), badge, rule)?;
        }
    }
    brush.set_fill("--accent");
    brush.context.begin_path();
    for (x, y) in marked(NodeMark::Candidate).map(center) {
        let arm = badge * 0.42;
        brush.context.move_to(x, y - arm);
        brush.context.line_to(x + arm, y);
        brush.context.line_to(x, y + arm);
        brush.context.line_to(x - arm, y);
        brush.context.close_path();
    }
    brush.context.fill();
    for spot in marked(NodeMark::Winner) {
        let (x, y) = center(spot);
        let side = size * 1.25;
        brush.set_fill("--pass");
        brush.context.fill_rect(x - side / 2.0, y - side / 2.0, side, side);
        brush.set_stroke("--paper", (side / 7.0).clamp(1.5, 5.0));
        brush.stroke_path(|path| {
            path.move_to(x - side * 0.26, y + side * 0.02);
            path.line_to(x - side * 0.06, y + side * 0.22);
            path.line_to(x + side * 0.28, y - side * 0.2);
        });
    }
    Ok(())
}

/// Cells with smaller discs have dots as on a die, instead of a digit.
const MIN_DIGIT_SIZE: f64 = 13.0;

/// The places of the dots on a die, in thirds from the center.
const DICE: [&[(f64, f64)]; 6] = [
    &[],
    &[(0.0, 0.0)],
    &[(-1.0, -1.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
];

/// Draws a dark disc with the number of a rule.
fn paint_disc(brush: &CanvasBrush, (x, y): (f64, f64), diameter: f64, rule: u8) -> Result<(), JsValue> {
    let radius = diameter / 2.0;
    brush.set_fill("--ink");
    brush.context.begin_path();
    brush.context.arc(x, y, radius, 0.0, TAU)?;
    brush.context.fill();
    brush.set_fill("--paper");
    if diameter >= MIN_DIGIT_SIZE && rule > 0 {
        brush.context.set_font(&format!("700 {}px system-ui, sans-serif", (diameter * 0.72).round()));
        brush.context.set_text_align("center");
        brush.context.fill_text(&rule.to_string(), x, y + diameter * 0.26)?;
        brush.context.set_text_align("start");
        return Ok(());
    }
    let dot = (diameter / 10.0).max(0.8);
    brush.context.begin_path();
    for (across, down) in DICE[usize::from(rule).min(5)] {
        let (dot_x, dot_y) = (x + across * radius * 0.45, y + down * radius * 0.45);
        brush.context.move_to(dot_x + dot, dot_y);
        brush.context.arc(dot_x, dot_y, dot, 0.0, TAU)?;
    }
    brush.context.fill();
    Ok(())
}

/// Draws shields on nodes with protected pods, filled if no disruption is allowed.
fn paint_shields(brush: &CanvasBrush, cells: &[NodeCell], spots: &[CellSpot], size: f64) {
    let (broad, thin) = ((size * 0.24).min(14.0), (size / 24.0).clamp(1.0, 2.0));
    for guard in [BudgetState::Uncounted, BudgetState::Open, BudgetState::Closed, BudgetState::Short]
        .into_iter()
        .filter(|_| size >= MIN_SHIELD_SIZE)
    {
        let token = match guard {
            BudgetState::Uncounted => "--ink-2",
            BudgetState::Open => "--pass",
            BudgetState::Closed => "--ink",
            BudgetState::Short => "--fail",
        };
        brush.set_stroke(token, thin);
        brush.set_fill(if guard >= BudgetState::Closed { token } else { "--raised" });
        brush.context.begin_path();
        for spot in spots.iter().filter(|spot| cells[spot.index].guard == Some(guard)) {
            let (x, y) = (spot.x + size * 0.96 - broad, spot.y + size * 0.4);
            brush.context.move_to(x, y);
            brush.context.line_to(x + broad, y);
            brush.context.line_to(x + broad, y + broad * 0.6);
            brush.context.line_to(x + broad / 2.0, y + broad * 1.1);
            brush.context.line_to(x, y + broad * 0.6);
            brush.context.close_path();
        }
        brush.context.fill();
        brush.context.stroke();
    }
}

fn paint_marks(brush: &CanvasBrush, picture: &MapPicture<'_>, spots: &[CellSpot], size: f64) -> Result<(), JsValue> {
    let cells = &picture.cells.cells;
    let marked =
        |node_mark: NodeMark| spots.iter().filter(move |spot| picture.marks.get(spot.index) == Some(&node_mark));
    // Signs are at the upper left, limited in size.
    let (sign, thick) = ((size * 0.5).min(22.0), (size / 7.0).clamp(1.0, 3.0));
    let edge = (size * 0.12).min(6.0);
    let inner_corner = |spot: &CellSpot| (spot.x + edge, spot.y + edge);
    // Signs have an edge, to be seen on any level.
    for edge_width in [thick * 1.5, 0.0] {
        let token = |own_token: &'static str| if edge_width > 0.0 { "--raised" } else { own_token };
        brush.set_stroke(token("--fail"), thick + edge_width);
        brush.stroke_path(|path| {
            for (x, y) in marked(NodeMark::Failed).map(inner_corner) {
                path.move_to(x, y);
                path.line_to(x + sign, y + sign);
                path.move_to(x + sign, y);
                path.line_to(x, y + sign);
            }
        });
        brush.set_stroke(token("--pass"), thick + edge_width);
        brush.stroke_path(|path| {
            for (x, y) in marked(NodeMark::Passed).map(inner_corner) {
                path.move_to(x, y + sign * 0.55);
                path.line_to(x + sign * 0.4, y + sign);
                path.line_to(x + sign, y);
            }
        });
    }
    brush.set_stroke("--ink-2", thick.min(2.0));
    brush.stroke_path(|path| {
        for (x, y) in marked(NodeMark::Excluded).map(inner_corner) {
            path.move_to(x, y + sign / 2.0);
            path.line_to(x + sign, y + sign / 2.0);
        }
    });
    brush.set_fill("--accent");
    // Nominated: a wedge that points down into the cell.
    brush.context.begin_path();
    for spot in spots.iter().filter(|spot| cells[spot.index].is_nominated) {
        let (x, y, half) = (spot.x + size * 0.75, spot.y, (size * 0.25).min(10.0));
        brush.context.move_to(x - half, y);
        brush.context.line_to(x + half, y);
        brush.context.line_to(x, y + half * 1.6);
        brush.context.close_path();
    }
    brush.context.fill();
    brush.set_stroke("--ink", (size / 12.0).clamp(1.0, 2.0));
    // Not ready: a circle with a bar.
    brush.stroke_path(|path| {
        for spot in spots.iter().filter(|spot| cells[spot.index].is_unreachable) {
            let (x, y, radius) = (spot.x + size / 2.0, spot.y + size / 2.0, (size * 0.36).min(24.0));
            path.move_to(x + radius, y);
            // `arc` fails only for a negative radius.
            let _ = path.arc(x, y, radius, 0.0, TAU);
            let off = radius * 0.707;
            path.move_to(x - off, y + off);
            path.line_to(x + off, y - off);
        }
    });
    // Tainted: the lower left corner is cut off.
    brush.set_fill("--ink");
    brush.context.begin_path();
    for spot in spots.iter().filter(|spot| cells[spot.index].is_tainted) {
        let (x, y, side) = (spot.x, spot.y + size, (size * 0.28).min(14.0));
        brush.context.move_to(x, y - side);
        brush.context.line_to(x + side, y);
        brush.context.line_to(x, y);
        brush.context.close_path();
    }
    brush.context.fill();
    paint_shields(brush, cells, spots, size);
    // Cordoned: a dashed border, as on the cards.
    let dash = (size / 6.0).clamp(1.5, 6.0);
    brush.context.set_line_dash(&js_sys::Array::of2(&dash.into(), &dash.into()))?;
    brush.stroke_path(|path| {
        for spot in spots.iter().filter(|spot| cells[spot.index].is_cordoned) {
            path.rect(spot.x + 0.5, spot.y + 0.5, size - 1.0, size - 1.0);
        }
    });
    brush.context.set_line_dash(&js_sys::Array::new())
}

/// Draws hexagons on cells with members of a group, in its color; hollow if they are only placed.
fn paint_hexagons(brush: &CanvasBrush, picture: &MapPicture<'_>, spots: &[CellSpot], size: f64) {
    let radius = (size * 0.2).clamp(2.0, 12.0);
    let hexagon = |path: &CanvasRenderingContext2d, spot: &CellSpot| {
        // At the left, below the sign of the step.
        let (x, y) = (spot.x + size * 0.05 + radius, spot.y + (size * 0.5).max(radius));
        for (at, (across, down)) in
            [(1.0, 0.0), (0.5, 0.87), (-0.5, 0.87), (-1.0, 0.0), (-0.5, -0.87), (0.5, -0.87)].into_iter().enumerate()
        {
            let (x, y) = (x + across * radius, y + down * radius);
            if at == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
        }
        path.close_path();
    };
    let cells = &picture.cells.cells;
    for (hue, token) in HUE_TOKENS.into_iter().enumerate() {
        brush.set_fill(token);
        brush.set_stroke("--raised", (radius / 6.0).clamp(0.5, 1.5));
        brush.stroke_path(|path| {
            spots.iter().filter(|spot| cells[spot.index].group_hue == Some(hue)).for_each(|spot| hexagon(path, spot));
            path.fill();
        });
    }
    let Some(group) = picture.group else { return };
    brush.set_fill("--raised");
    brush.set_stroke(HUE_TOKENS[group.mark.hue], (radius / 4.0).clamp(1.0, 2.5));
    brush.stroke_path(|path| {
        let is_placed = |spot: &&CellSpot| group.placed.contains(&spot.index) && cells[spot.index].group_hue.is_none();
        spots.iter().filter(is_placed).for_each(|spot| hexagon(path, spot));
        path.fill();
    });
}

/// Draws the rope between the members of the selected group, in the gaps between cells.
fn paint_rope(brush: &CanvasBrush, picture: &MapPicture<'_>, gap: f64) {
    let Some(group) = picture.group else { return };
    let (map, camera) = (picture.map, picture.camera);
    let cells: BTreeSet<usize> = group.bound.iter().chain(&group.placed).copied().collect();
    if cells.len() < 2 {
        return;
    }
    let corner = |index: &usize| {
        let (x, y) = map.cell_origin(*index);
        ((x - camera.x) * camera.zoom - gap / 2.0, (y - camera.y) * camera.zoom - gap / 2.0)
    };
    let corners: Vec<(f64, f64)> = cells.iter().map(corner).collect();
    for (token, width) in [(HUE_TOKENS[group.mark.hue], (gap * 1.2).clamp(3.0, 5.0)), ("--paper", 1.0)] {
        brush.set_stroke(token, width);
        brush.stroke_path(|path| {
            for pair in corners.windows(2) {
                let ((from_x, from_y), (to_x, to_y)) = (pair[0], pair[1]);
                path.move_to(from_x, from_y);
                path.line_to(to_x, from_y);
                path.line_to(to_x, to_y);
            }
        });
    }
}

/// Draws the name, CPU and pods.
fn paint_texts(brush: &CanvasBrush, picture: &MapPicture<'_>, spots: &[CellSpot], size: f64) -> Result<(), JsValue> {
    let context = &brush.context;
    for spot in spots {
        let cell = &picture.cells.cells[spot.index];
        let lines = [
            picture.cells.names[spot.index].to_string(),
            format!(
                "{} / {} cpu",
                format_amount(&Resource::Cpu, cell.used.0),
                format_amount(&Resource::Cpu, cell.allocatable.0)
            ),
            format!("{} / {}", cell.used.2, cell.allocatable.2),
        ];
        context.set_font("600 11px system-ui, sans-serif");
        let mut y = spot.y + size - 44.0;
        // Text must be readable on any level.
        brush.set_fill("--raised");
        context.set_global_alpha(0.86);
        context.fill_rect(spot.x + 4.0, y - 2.0, size - 8.0, 44.0);
        context.set_global_alpha(1.0);
        brush.set_fill("--ink");
        for line in lines {
            y += 12.0;
            context.fill_text_with_max_width(&line, spot.x + 7.0, y, size - 14.0)?;
            context.set_font("11px system-ui, sans-serif");
        }
    }
    Ok(())
}

/// Draws the titles of the zones.
fn paint_titles(brush: &CanvasBrush, picture: &MapPicture<'_>) -> Result<(), JsValue> {
    let (map, camera) = (picture.map, picture.camera);
    brush.context.set_font("12px system-ui, sans-serif");
    brush.set_fill("--ink-2");
    for (group, title) in map.groups.iter().zip(picture.titles) {
        let y = (group.top - camera.y) * camera.zoom - 6.0;
        if group.top >= TITLE_HEIGHT && (0.0..map.height + TITLE_HEIGHT).contains(&y) {
            brush.context.fill_text(title, 0.0, y)?;
        }
    }
    Ok(())
}

/// Draws rings around the focused nodes, the matches of a search, and the cursor.
fn paint_rings(brush: &CanvasBrush, picture: &MapPicture<'_>, size: f64) {
    let (map, camera) = (picture.map, picture.camera);
    let ring = |token: &str, width: f64, ring_offset: f64, indices: &mut dyn Iterator<Item = usize>| {
        brush.set_stroke(token, width);
        brush.stroke_path(|path| {
            for index in indices {
                let (x, y) = map.cell_origin(index);
                let (x, y) = ((x - camera.x) * camera.zoom - ring_offset, (y - camera.y) * camera.zoom - ring_offset);
                path.rect(x, y, size + 2.0 * ring_offset, size + 2.0 * ring_offset);
            }
        });
    };
    if !picture.hits.is_empty() {
        ring("--ink", 2.0, 1.0, &mut picture.hits.iter().copied());
    }
    ring("--paper", 5.0, 2.5, &mut picture.focus.iter().copied());
    ring("--accent", 3.0, 2.0, &mut picture.focus.iter().copied());
    ring("--paper", 5.0, 4.5, &mut picture.cursor.into_iter());
    ring("--ink", 2.0, 4.0, &mut picture.cursor.into_iter());
}

//! Draws the map: how full each node is, and marks that differ in shape as well as in colour.

use std::f64::consts::TAU;

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::stage::overview::cells::{Cell, Cells, Mark};
use crate::stage::overview::map::{Camera, Map, TITLE};
use trace::guard::Guard;
use words::amount;

/// From this size on, cells carry text.
const TEXT: f64 = 72.0;
/// Below this size, marks are colours alone; come nearer for their shapes.
const SHAPES: f64 = 5.0;
/// From this size on, a shield is one.
const LEGIBLE: f64 = 14.0;
/// Steps of shade.
const SHADES: u8 = 6;

/// What is drawn.
pub struct Picture<'p> {
    /// The nodes.
    pub cells: &'p Cells,
    /// What the step makes of them; none where no attempt is looked at.
    pub marks: &'p [Mark],
    /// The nodes that the step looks at.
    pub(crate) focus: &'p [usize],
    /// What is said of each zone above its nodes.
    pub titles: &'p [String],
    /// Nodes that were searched for.
    pub(crate) hits: &'p [usize],
    /// Where the cursor is.
    pub cursor: Option<usize>,
    /// The map.
    pub map: &'p Map,
    /// The part that is seen.
    pub camera: Camera,
}

struct Brush {
    context: CanvasRenderingContext2d,
    style: web_sys::CssStyleDeclaration,
}

impl Brush {
    fn fill(&self, token: &str) {
        self.context.set_fill_style_str(&self.colour(token));
    }

    fn stroke(&self, token: &str, width: f64) {
        self.context.set_stroke_style_str(&self.colour(token));
        self.context.set_line_width(width);
    }

    fn colour(&self, token: &str) -> String {
        self.style.get_property_value(token).unwrap_or_default()
    }

    /// One path of many pieces, stroked at once.
    fn lines(&self, draw: impl FnOnce(&CanvasRenderingContext2d)) {
        self.context.begin_path();
        draw(&self.context);
        self.context.stroke();
    }
}

/// A cell on the screen.
struct Spot {
    at: usize,
    x: f64,
    y: f64,
}

/// Draws all of it.
pub(crate) fn paint(canvas: &HtmlCanvasElement, picture: &Picture<'_>) -> Result<(), JsValue> {
    let Some(context) = canvas.get_context("2d")? else { return Ok(()) };
    let context: CanvasRenderingContext2d = context.unchecked_into();
    let window = gloo::utils::window();
    let Some(style) = window.get_computed_style(canvas)? else { return Ok(()) };
    let (map, camera, dots) = (picture.map, picture.camera, window.device_pixel_ratio());
    let (width, height) = ((map.width * dots).round() as u32, (map.height * dots).round() as u32);
    if (canvas.width(), canvas.height()) != (width, height) {
        canvas.set_width(width);
        canvas.set_height(height);
    }
    context.set_transform(dots, 0.0, 0.0, dots, 0.0, 0.0)?;
    context.clear_rect(0.0, 0.0, map.width, map.height);
    let brush = Brush { context, style };
    let pitch = map.pitch * camera.zoom;
    let size = pitch - (pitch / 8.0).clamp(0.5, 4.0);
    let spots: Vec<Spot> = (0..map.len())
        .map(|at| {
            let (x, y) = map.place(at);
            Spot { at, x: (x - camera.x) * camera.zoom, y: (y - camera.y) * camera.zoom }
        })
        .filter(|spot| spot.x > -pitch && spot.y > -pitch && spot.x < map.width && spot.y < map.height)
        .collect();
    grounds(&brush, picture, &spots, size);
    levels(&brush, picture, &spots, size);
    if size >= SHAPES {
        marks(&brush, picture, &spots, size)?;
    }
    if size >= TEXT {
        texts(&brush, picture, &spots, size)?;
    }
    titles(&brush, picture)?;
    rings(&brush, picture, size);
    Ok(())
}

fn grounds(brush: &Brush, picture: &Picture<'_>, spots: &[Spot], size: f64) {
    let ground = |mark: Mark| match mark {
        Mark::Failed => "--fail-soft",
        Mark::Passed | Mark::Winner => "--pass-soft",
        Mark::Candidate | Mark::Potential => "--accent-soft",
        Mark::None | Mark::Out => "--sunk",
    };
    let mark = |spot: &Spot| picture.marks.get(spot.at).copied().unwrap_or_default();
    for token in ["--sunk", "--fail-soft", "--pass-soft", "--accent-soft"] {
        brush.fill(token);
        for spot in spots.iter().filter(|spot| ground(mark(spot)) == token) {
            brush.context.fill_rect(spot.x, spot.y, size, size);
        }
    }
}

/// A share of so many pixels; what is more than full is full.
fn share(used: i64, room: i64) -> f64 {
    if room <= 0 { 0.0 } else { (used as f64 / room as f64).clamp(0.0, 1.0) }
}

/// Cpu as a level that rises and darkens, memory as a line across.
fn levels(brush: &Brush, picture: &Picture<'_>, spots: &[Spot], size: f64) {
    let cells = &picture.cells.cells;
    let shade = |cell: &Cell| (share(cell.used.0, cell.room.0) * f64::from(SHADES)).ceil() as u8;
    brush.fill("--ink-2");
    for wanted in 1..=SHADES {
        brush.context.set_global_alpha(0.18 + 0.57 * f64::from(wanted) / f64::from(SHADES));
        for spot in spots.iter().filter(|spot| shade(&cells[spot.at]) == wanted) {
            let high = size * share(cells[spot.at].used.0, cells[spot.at].room.0);
            brush.context.fill_rect(spot.x, spot.y + size - high, size, high);
        }
    }
    brush.context.set_global_alpha(1.0);
    brush.fill("--ink");
    let thick = (size / 24.0).clamp(1.0, 3.0);
    for spot in spots.iter().filter(|spot| cells[spot.at].used.1 > 0) {
        let high = (size * share(cells[spot.at].used.1, cells[spot.at].room.1)).max(thick);
        brush.context.fill_rect(spot.x + size * 0.6, spot.y + size - high, size * 0.4, thick);
    }
}

fn marks(brush: &Brush, picture: &Picture<'_>, spots: &[Spot], size: f64) -> Result<(), JsValue> {
    let cells = &picture.cells.cells;
    let marked = |wanted: Mark| spots.iter().filter(move |spot| picture.marks.get(spot.at) == Some(&wanted));
    // Signs stand in the left upper part, no larger than a word.
    let (sign, thick) = ((size * 0.5).min(22.0), (size / 7.0).clamp(1.0, 3.0));
    let edge = (size * 0.12).min(6.0);
    let within = |spot: &Spot| (spot.x + edge, spot.y + edge);
    brush.stroke("--fail", thick);
    brush.lines(|path| {
        for (x, y) in marked(Mark::Failed).map(within) {
            path.move_to(x, y);
            path.line_to(x + sign, y + sign);
            path.move_to(x + sign, y);
            path.line_to(x, y + sign);
        }
    });
    brush.stroke("--pass", thick);
    brush.lines(|path| {
        for (x, y) in marked(Mark::Passed).chain(marked(Mark::Winner)).map(within) {
            path.move_to(x, y + sign * 0.55);
            path.line_to(x + sign * 0.4, y + sign);
            path.line_to(x + sign, y);
        }
    });
    brush.lines(|path| {
        for spot in marked(Mark::Winner) {
            path.rect(spot.x + thick / 2.0, spot.y + thick / 2.0, size - thick, size - thick);
        }
    });
    brush.stroke("--ink-2", thick.min(2.0));
    brush.lines(|path| {
        for (x, y) in marked(Mark::Out).map(within) {
            path.move_to(x, y + sign / 2.0);
            path.line_to(x + sign, y + sign / 2.0);
        }
    });
    let diamond = |path: &CanvasRenderingContext2d, (x, y): (f64, f64)| {
        path.move_to(x + sign / 2.0, y);
        path.line_to(x + sign, y + sign / 2.0);
        path.line_to(x + sign / 2.0, y + sign);
        path.line_to(x, y + sign / 2.0);
        path.close_path();
    };
    brush.stroke("--accent", thick.min(2.0));
    brush.fill("--accent");
    brush.lines(|path| marked(Mark::Potential).for_each(|spot| diamond(path, within(spot))));
    brush.lines(|path| {
        marked(Mark::Candidate).for_each(|spot| diamond(path, within(spot)));
        path.fill();
    });
    // Nominated: a wedge that points down into the cell.
    brush.context.begin_path();
    for spot in spots.iter().filter(|spot| cells[spot.at].nominated) {
        let (x, y, half) = (spot.x + size * 0.75, spot.y, (size * 0.25).min(10.0));
        brush.context.move_to(x - half, y);
        brush.context.line_to(x + half, y);
        brush.context.line_to(x, y + half * 1.6);
        brush.context.close_path();
    }
    brush.context.fill();
    brush.stroke("--ink", (size / 12.0).clamp(1.0, 2.0));
    // No answer: a circle with a bar.
    brush.lines(|path| {
        for spot in spots.iter().filter(|spot| cells[spot.at].silent) {
            let (x, y, radius) = (spot.x + size / 2.0, spot.y + size / 2.0, (size * 0.36).min(24.0));
            path.move_to(x + radius, y);
            // A circle of sound numbers is never refused.
            let _ = path.arc(x, y, radius, 0.0, TAU);
            let off = radius * 0.707;
            path.move_to(x - off, y + off);
            path.line_to(x + off, y - off);
        }
    });
    // A pod with a budget: a shield, full where nobody may be evicted.
    let (broad, thin) = ((size * 0.24).min(14.0), (size / 24.0).clamp(1.0, 2.0));
    for guard in [Guard::Uncounted, Guard::Open, Guard::Closed, Guard::Short].into_iter().filter(|_| size >= LEGIBLE) {
        let token = match guard {
            Guard::Uncounted => "--ink-2",
            Guard::Open => "--pass",
            Guard::Closed => "--ink",
            Guard::Short => "--fail",
        };
        brush.stroke(token, thin);
        brush.fill(if guard >= Guard::Closed { token } else { "--raised" });
        brush.context.begin_path();
        for spot in spots.iter().filter(|spot| cells[spot.at].guard == Some(guard)) {
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
    // Cordoned: a broken border, as the cards have it.
    let dash = (size / 6.0).clamp(1.5, 6.0);
    brush.context.set_line_dash(&js_sys::Array::of2(&dash.into(), &dash.into()))?;
    brush.lines(|path| {
        for spot in spots.iter().filter(|spot| cells[spot.at].cordoned) {
            path.rect(spot.x + 0.5, spot.y + 0.5, size - 1.0, size - 1.0);
        }
    });
    brush.context.set_line_dash(&js_sys::Array::new())
}

/// Name, cpu and pods.
fn texts(brush: &Brush, picture: &Picture<'_>, spots: &[Spot], size: f64) -> Result<(), JsValue> {
    let context = &brush.context;
    for spot in spots {
        let cell = &picture.cells.cells[spot.at];
        let lines = [
            picture.cells.names[spot.at].to_string(),
            format!("{} / {} cpu", amount("cpu", cell.used.0), amount("cpu", cell.room.0)),
            format!("{} / {}", cell.used.2, cell.room.2),
        ];
        context.set_font("600 11px system-ui, sans-serif");
        let mut y = spot.y + size - 44.0;
        // Text must be read on any level.
        brush.fill("--raised");
        context.set_global_alpha(0.86);
        context.fill_rect(spot.x + 4.0, y - 2.0, size - 8.0, 44.0);
        context.set_global_alpha(1.0);
        brush.fill("--ink");
        for line in lines {
            y += 12.0;
            context.fill_text_with_max_width(&line, spot.x + 7.0, y, size - 14.0)?;
            context.set_font("11px system-ui, sans-serif");
        }
    }
    Ok(())
}

/// Names of the zones.
fn titles(brush: &Brush, picture: &Picture<'_>) -> Result<(), JsValue> {
    let (map, camera) = (picture.map, picture.camera);
    brush.context.set_font("12px system-ui, sans-serif");
    brush.fill("--ink-2");
    for (group, title) in map.groups.iter().zip(picture.titles) {
        let y = (group.top - camera.y) * camera.zoom - 6.0;
        if group.top >= TITLE && (0.0..map.height + TITLE).contains(&y) {
            brush.context.fill_text(title, 0.0, y)?;
        }
    }
    Ok(())
}

/// Focus, hits of a search, and the cursor.
fn rings(brush: &Brush, picture: &Picture<'_>, size: f64) {
    let (map, camera) = (picture.map, picture.camera);
    let ring = |token: &str, width: f64, out: f64, indices: &mut dyn Iterator<Item = usize>| {
        brush.stroke(token, width);
        brush.lines(|path| {
            for index in indices {
                let (x, y) = map.place(index);
                let (x, y) = ((x - camera.x) * camera.zoom - out, (y - camera.y) * camera.zoom - out);
                path.rect(x, y, size + 2.0 * out, size + 2.0 * out);
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

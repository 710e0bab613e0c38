//! Draws a field: its areas, a point, and below them what happens on the horizontal line through the point.

use std::fmt::Write as _;

use api::{NamespacedName, Table};
use i18n::{
    Lang,
    field::{FieldLabels, words},
    short_pod_name,
};
use queries::decision_field::{AreaMap, DecisionField, FieldAnswer, FieldArea, FieldPoint};
use scene::priority::priority_class;
use stage::draw::text_layout::{Area, TextAnchor, draw_path, draw_rect, draw_text, text_width};
use yew::{Html, html};

use crate::figure_head::cpu_amount;

/// The sizes of the wide and the narrow picture, in pixels.
const SIZES: [[i64; 2]; 2] = [[436, 440], [358, 390]];

/// The size of labels, and that of the axes.
const LABEL_SIZE: i64 = 13;
const SMALL_SIZE: i64 = 12;

/// The height of the strip below the areas.
const STRIP_HEIGHT: i64 = 44;

/// The distance between the lines of a hatching.
const HATCH_GAP: i64 = 8;

/// What is drawn of a field.
pub(crate) struct FieldCtx<'f> {
    pub lang: Lang,
    pub map: &'f AreaMap,
    pub field: &'f DecisionField,
    /// The answers on the horizontal line through the point: each with the first value at which it is given.
    pub row: &'f [(i64, usize)],
    pub point: FieldPoint,
    /// The priority of each pod.
    pub pods: &'f Table<NamespacedName, i32>,
    /// All priorities, ascending.
    pub priorities: &'f [i32],
    pub axis_titles: [String; 2],
}

/// Draws the wide (0) or the narrow (1) picture.
pub(crate) fn draw_field(ctx: &FieldCtx<'_>, width: usize) -> Html {
    let [w, h] = SIZES[width];
    let plot = Area { x: 52, y: 34, w: w - 52 - 8, h: h - 34 - 46 - STRIP_HEIGHT - 26 };
    let picture = FieldPicture { ctx, plot };
    let FieldLabels { areas_heading, row_note, .. } = words(ctx.lang).field_labels();
    let strip = Area { x: plot.x, y: h - STRIP_HEIGHT - 2, w: plot.w, h: STRIP_HEIGHT };
    html! {
        <svg class="picture field-picture" viewBox={format!("0 0 {w} {h}")} width={w.to_string()} height={h.to_string()}>
            { draw_text(10, 20, LABEL_SIZE + 1, "strong", TextAnchor::Start, (*areas_heading).to_owned()) }
            { for (0..ctx.field.answers().len()).map(|answer| picture.draw_areas(answer)) }
            { for ctx.map.areas.iter().map(|area| picture.draw_label(area)) }
            { picture.draw_axes() }
            { picture.draw_point() }
            { draw_text(strip.x, strip.y - 6, SMALL_SIZE, "soft", TextAnchor::Start, (*row_note).to_owned()) }
            { for (0..ctx.row.len()).map(|at| picture.draw_strip_part(strip, at)) }
            { picture.draw_strip_mark(strip) }
        </svg>
    }
}

struct FieldPicture<'f> {
    ctx: &'f FieldCtx<'f>,
    plot: Area,
}

impl FieldPicture<'_> {
    /// The pixel of a point, in tenths.
    fn tenths(&self, [x, y]: FieldPoint) -> [i64; 2] {
        let axes = self.ctx.field.axes();
        let right = x * self.plot.w * 10 / axes[0].max.max(1);
        let up = y * self.plot.h * 10 / axes[1].max.max(1);
        [self.plot.x * 10 + right, (self.plot.y + self.plot.h) * 10 - up]
    }

    fn pixel(&self, point: FieldPoint) -> [i64; 2] {
        self.tenths(point).map(|tenths| (tenths + 5) / 10)
    }

    /// The class of an answer's color: that of the priority of its most important victim.
    fn answer_class(&self, answer: &FieldAnswer) -> String {
        match answer {
            FieldAnswer::Fits { .. } => "area fits".to_owned(),
            FieldAnswer::Pending { .. } => "area pending".to_owned(),
            FieldAnswer::Preempts { victims, .. } => {
                let priority =
                    victims.first().and_then(|victim| self.ctx.pods.get(victim)).copied().unwrap_or_default();
                format!("area {}", priority_class(self.ctx.priorities, priority))
            }
        }
    }

    /// Draws all areas with an answer. The more victims, the stronger is the color.
    fn draw_areas(&self, answer: usize) -> Html {
        let Some(outlines) = self.ctx.map.outlines.get(answer).filter(|outlines| !outlines.is_empty()) else {
            return Html::default();
        };
        let outlines: Vec<Vec<[i64; 2]>> =
            outlines.iter().map(|outline| outline.iter().map(|point| self.tenths(*point)).collect()).collect();
        let mut d = String::new();
        for outline in &outlines {
            for (number, point) in outline.iter().enumerate() {
                let _ = write!(d, "{}{} {}", if number == 0 { "M" } else { "L" }, decimal(point[0]), decimal(point[1]));
            }
            d.push('Z');
        }
        let answer = &self.ctx.field.answers()[answer];
        let is_hatched = answer.is_drawn_by_lot() || answer.is_pending();
        html! {
            <>
                <path class={self.answer_class(answer)} fill-rule="evenodd" fill-opacity={opacity(answer)} {d} />
                if is_hatched { { draw_path(hatch_lines(&outlines), "hatch") } }
            </>
        }
    }

    /// Draws the names of an area's victims where it has the most room; upright, or turned if it is too narrow.
    fn draw_label(&self, area: &FieldArea) -> Html {
        let answer = &self.ctx.field.answers()[area.answer];
        let lines = self.label_lines(answer);
        let axes = self.ctx.field.axes();
        let step = [0, 1].map(|axis| [self.plot.w, self.plot.h][axis] * axes[axis].step * 100 / axes[axis].max.max(1));
        let longest = lines.iter().map(|line| text_width(line, LABEL_SIZE)).max().unwrap_or_default();
        let height = i64::try_from(lines.len()).unwrap_or(1) * (LABEL_SIZE + 3);
        let in_steps =
            |pixels: i64, axis: usize| usize::try_from(pixels * 10_000 / step[axis].max(1)).unwrap_or_default();
        let place = |size: [i64; 2]| self.ctx.map.label_place(area, [in_steps(size[0], 0), in_steps(size[1], 1)]);
        let at = |place: [usize; 2]| self.pixel(self.ctx.map.grid_point(place));
        if let Some(place) = place([longest, height]) {
            let [x, y] = at(place);
            let first = y - height / 2 + LABEL_SIZE;
            return (0..)
                .zip(lines)
                .map(|(number, line)| {
                    draw_text(x, first + number * (LABEL_SIZE + 3), LABEL_SIZE, "label", TextAnchor::Middle, line)
                })
                .collect();
        }
        let line = lines.join(", ");
        let Some(place) = place([LABEL_SIZE, text_width(&line, LABEL_SIZE)]) else { return Html::default() };
        let [x, y] = at(place);
        html! { <g transform={format!("translate({x} {y}) rotate(-90)")}>{ draw_text(0, LABEL_SIZE / 3, LABEL_SIZE, "label", TextAnchor::Middle, line) }</g> }
    }

    fn label_lines(&self, answer: &FieldAnswer) -> Vec<String> {
        let labels = words(self.ctx.lang).field_labels();
        match answer {
            FieldAnswer::Fits { .. } => vec![labels.fits_label.to_owned()],
            FieldAnswer::Pending { .. } => vec![labels.pending_label.to_owned()],
            FieldAnswer::Preempts { victims, .. } => {
                victims.iter().map(|victim| short_pod_name(victim).to_owned()).collect()
            }
        }
    }

    fn draw_axes(&self) -> Html {
        let Area { x, y, w, h } = self.plot;
        let axes = self.ctx.field.axes();
        let whole = |axis: usize| (0..=axes[axis].max).step_by(1000);
        let middle = y + h / 2;
        html! {
            <>
                <rect class="plot-frame" data-plot="" x={x.to_string()} y={y.to_string()} width={w.to_string()} height={h.to_string()} />
                { for whole(0).map(|value| draw_text(self.pixel([value, 0])[0], y + h + 16, SMALL_SIZE, "soft", TextAnchor::Middle, cpu_amount(value))) }
                { for whole(1).map(|value| draw_text(x - 8, self.pixel([0, value])[1] + 4, SMALL_SIZE, "soft", TextAnchor::End, cpu_amount(value))) }
                { draw_text(x + w / 2, y + h + 35, LABEL_SIZE, "", TextAnchor::Middle, format!("{} →", self.ctx.axis_titles[0])) }
                <g transform={format!("translate(18 {middle}) rotate(-90)")}>{ draw_text(0, 0, LABEL_SIZE, "", TextAnchor::Middle, format!("{} →", self.ctx.axis_titles[1])) }</g>
            </>
        }
    }

    fn draw_point(&self) -> Html {
        let [x, y] = self.pixel(self.ctx.point);
        let Area { x: left, y: top, w, h } = self.plot;
        html! {
            <>
                { draw_path(format!("M{left} {y}H{}", left + w), "cut") }
                { draw_path(format!("M{x} {top}V{}", top + h), "cut faint") }
                <circle class="field-point" cx={x.to_string()} cy={y.to_string()} r="10" />
            </>
        }
    }

    /// Draws a part of the strip in which the answer is the same.
    fn draw_strip_part(&self, strip: Area, at: usize) -> Html {
        let max = self.ctx.field.axes()[0].max;
        let (start, answer) = self.ctx.row[at];
        let end = self.ctx.row.get(at + 1).map_or(max, |(next, _)| *next);
        let [left, right] = [start, end].map(|value| self.pixel([value, 0])[0]);
        let answer = &self.ctx.field.answers()[answer];
        let part = Area { x: left, w: right - left, ..strip };
        let size = SMALL_SIZE - 1;
        let mut lines = self.label_lines(answer);
        let height = size + 1;
        if lines.iter().any(|line| text_width(line, size) > part.w - 2) {
            lines = if part.w >= 14 && answer.is_pending() { vec!["✗".to_owned()] } else { Vec::new() };
        }
        let first = part.y + (part.h - i64::try_from(lines.len()).unwrap_or(0) * height) / 2 + size - 1;
        let corners = [[part.x, part.y], [right, part.y], [right, part.y + part.h], [part.x, part.y + part.h]];
        let hatched = (answer.is_pending() || answer.is_drawn_by_lot()).then(|| {
            draw_path(hatch_lines(&[corners.iter().map(|point| point.map(|pixel| pixel * 10)).collect()]), "hatch")
        });
        html! {
            <>
                <rect class={self.answer_class(answer)} fill-opacity={opacity(answer)} x={part.x.to_string()} y={part.y.to_string()} width={part.w.to_string()} height={part.h.to_string()} />
                { hatched.unwrap_or_default() }
                { for (0..).zip(lines).map(|(number, line)| draw_text(part.x + part.w / 2, first + number * height, size, "label", TextAnchor::Middle, line)) }
            </>
        }
    }

    fn draw_strip_mark(&self, strip: Area) -> Html {
        let [x, _] = self.pixel(self.ctx.point);
        html! { <>{ draw_path(format!("M{x} {}l-6 -9h12z", strip.y + 1), "strip-mark") }{ draw_rect(strip, "plot-frame", 0) }</> }
    }
}

/// A number of tenths as a decimal number.
fn decimal(tenths: i64) -> String {
    if tenths % 10 == 0 { (tenths / 10).to_string() } else { format!("{}.{}", tenths / 10, tenths.rem_euclid(10)) }
}

fn opacity(answer: &FieldAnswer) -> &'static str {
    match answer.victims().len() {
        1 => "0.6",
        2 => "0.8",
        _ => "1",
    }
}

/// Lines from the lower left to the upper right that fill outlines, given in tenths of a pixel.
fn hatch_lines(outlines: &[Vec<[i64; 2]>]) -> String {
    let edges: Vec<([i64; 2], [i64; 2])> = outlines
        .iter()
        .flat_map(|outline| outline.iter().zip(outline.iter().cycle().skip(1)).map(|(from, to)| (*from, *to)))
        .collect();
    // Points with the same sum of x and y are on one line.
    let sums = edges.iter().map(|(from, _)| from[0] + from[1]);
    let (Some(least), Some(most)) = (sums.clone().min(), sums.max()) else { return String::new() };
    let mut d = String::new();
    let gap = HATCH_GAP * 10;
    let mut sum = least - least.rem_euclid(gap) + gap;
    while sum < most {
        let mut crossings: Vec<[i64; 2]> = Vec::new();
        for (from, to) in &edges {
            let (start, end) = (from[0] + from[1], to[0] + to[1]);
            if (start > sum) != (end > sum) {
                let part = |axis: usize| from[axis] + (to[axis] - from[axis]) * (sum - start) / (end - start);
                crossings.push([part(0), part(1)]);
            }
        }
        crossings.sort_unstable();
        for pair in crossings.chunks_exact(2) {
            let [from, to] = [pair[0], pair[1]].map(|point| point.map(decimal));
            let _ = write!(d, "M{} {}L{} {}", from[0], from[1], to[0], to[1]);
        }
        sum += gap;
    }
    d
}

//! The areas of a field, its axes, a point, and the strip below.

use std::fmt::Write as _;

use i18n::field::{FieldLabels, words};
use protocol::{FieldAnswer, FieldArea, FieldPoint};
use yew::{Html, html};

use super::{
    FieldCtx, LABEL_SIZE, SMALL_SIZE, axis_value,
    hatching::{decimal, hatch_lines},
    is_hatched, tick_step,
};
use crate::draw::text_layout::{Area, Size, TextAnchor, draw_path, draw_rect, draw_text, text_width};

/// The height of the strip below the areas.
const STRIP_HEIGHT: i64 = 44;

/// The room to the left of the areas, above them, and below them down to the strip.
const LEFT: i64 = 58;
const ABOVE: i64 = 34;
const BELOW: i64 = 46 + 26;

/// Draws a field in a picture of this size. `remark` is written above it on the right, if there is room.
pub fn draw_field(ctx: &FieldCtx<'_>, size: Size, remark: &str) -> Html {
    let Size { width: w, height: h } = size;
    let plot = Area::new(LEFT, ABOVE, w - LEFT - 8, h - ABOVE - BELOW - STRIP_HEIGHT);
    let picture = FieldPicture { ctx, plot };
    let FieldLabels { areas_heading, row_note, .. } = words(ctx.lang).field_labels();
    let strip = Area { x: plot.x, y: h - STRIP_HEIGHT - 2, w: plot.w, h: STRIP_HEIGHT };
    let has_remark = text_width(areas_heading, LABEL_SIZE + 1) + text_width(remark, SMALL_SIZE) + 30 < w;
    html! {
        <svg class="picture field-picture" viewBox={format!("0 0 {w} {h}")} width={w.to_string()} height={h.to_string()}>
            { draw_text(10, 20, LABEL_SIZE + 1, "strong", TextAnchor::Start, (*areas_heading).to_owned()) }
            if has_remark { { draw_text(w - 8, 20, SMALL_SIZE, "soft", TextAnchor::End, remark.to_owned()) } }
            { for (0..ctx.map.answers.len()).map(|answer| picture.draw_areas(answer)) }
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
        let axes = self.ctx.axes;
        let right = x * self.plot.w * 10 / axes[0].max.max(1);
        let up = y * self.plot.h * 10 / axes[1].max.max(1);
        [self.plot.x * 10 + right, (self.plot.y + self.plot.h) * 10 - up]
    }

    fn pixel(&self, point: FieldPoint) -> [i64; 2] {
        self.tenths(point).map(|tenths| (tenths + 5) / 10)
    }

    /// Draws all areas with an answer.
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
        let answer = &self.ctx.map.answers[answer];
        html! {
            <>
                <path class={self.ctx.answer_class(answer)} fill-rule="evenodd" fill-opacity={self.ctx.answer_opacity(answer)} {d} />
                if is_hatched(answer) { { draw_path(hatch_lines(&outlines), "hatch") } }
            </>
        }
    }

    /// Draws the names of an area's victims where it has the most room; upright, or turned if it is too narrow.
    fn draw_label(&self, area: &FieldArea) -> Html {
        let map = self.ctx.map;
        let Some(answer) = map.answers.get(area.answer) else { return Html::default() };
        let lines = self.ctx.label_lines(answer);
        // The size of the grid's cells, in hundredths of a pixel.
        let cells = [0, 1].map(|axis| {
            let count = i64::try_from(map.lines[axis].len()).unwrap_or(1) - 1;
            ([self.plot.w, self.plot.h][axis] * 100 / count.max(1)).max(1)
        });
        let longest = lines.iter().map(|line| text_width(line, LABEL_SIZE)).max().unwrap_or_default();
        let height = i64::try_from(lines.len()).unwrap_or(1) * (LABEL_SIZE + 3);
        let in_cells = |pixels: i64, axis: usize| usize::try_from(pixels * 10_000 / cells[axis]).unwrap_or_default();
        let place = |size: [i64; 2]| {
            let place = map.label_place(area, [in_cells(size[0], 0), in_cells(size[1], 1)])?;
            Some(self.pixel(map.grid_point(place)))
        };
        if let Some([x, y]) = place([longest, height]) {
            let first = y - height / 2 + LABEL_SIZE;
            return (0..)
                .zip(lines)
                .map(|(number, line)| {
                    draw_text(x, first + number * (LABEL_SIZE + 3), LABEL_SIZE, "label", TextAnchor::Middle, line)
                })
                .collect();
        }
        let line = lines.join(", ");
        let Some([x, y]) = place([LABEL_SIZE, text_width(&line, LABEL_SIZE)]) else { return Html::default() };
        html! { <g transform={format!("translate({x} {y}) rotate(-90)")}>{ draw_text(0, LABEL_SIZE / 3, LABEL_SIZE, "label", TextAnchor::Middle, line) }</g> }
    }

    fn draw_axes(&self) -> Html {
        let Area { x, y, w, h } = self.plot;
        let axes = self.ctx.axes;
        let ticks =
            |axis: usize| (0..=axes[axis].max / tick_step(&axes[axis])).map(move |at| at * tick_step(&axes[axis]));
        let middle = y + h / 2;
        html! {
            <>
                <rect class="plot-frame" data-plot="" x={x.to_string()} y={y.to_string()} width={w.to_string()} height={h.to_string()} />
                { for ticks(0).map(|at| draw_text(self.pixel([at, 0])[0], y + h + 16, SMALL_SIZE, "soft", TextAnchor::Middle, axis_value(&axes[0], at))) }
                { for ticks(1).map(|at| draw_text(x - 6, self.pixel([0, at])[1] + 4, SMALL_SIZE, "soft", TextAnchor::End, axis_value(&axes[1], at))) }
                { draw_text(x + w / 2, y + h + 35, LABEL_SIZE, "", TextAnchor::Middle, format!("{} →", self.ctx.axis_titles[0])) }
                <g transform={format!("translate(14 {middle}) rotate(-90)")}>{ draw_text(0, 0, LABEL_SIZE, "", TextAnchor::Middle, format!("{} →", self.ctx.axis_titles[1])) }</g>
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
        let (start, answer) = &self.ctx.row[at];
        let end = self.ctx.row.get(at + 1).map_or(self.ctx.axes[0].max, |(next, _)| *next);
        let [left, right] = [*start, end].map(|coordinate| self.pixel([coordinate, 0])[0]);
        let part = Area { x: left, w: right - left, ..strip };
        let size = SMALL_SIZE - 1;
        let mut lines = self.ctx.label_lines(answer);
        let height = size + 1;
        let line_count = |lines: &[String]| i64::try_from(lines.len()).unwrap_or(0);
        if line_count(&lines) * height > part.h || lines.iter().any(|line| text_width(line, size) > part.w - 2) {
            lines = match answer {
                FieldAnswer::Pending { .. } if part.w >= 14 => vec!["✗".to_owned()],
                FieldAnswer::Fits { .. } if part.w >= 14 => vec!["✓".to_owned()],
                FieldAnswer::Preempts { victims, .. } if part.w >= 24 => vec![format!("✗{}", victims.len())],
                _ => Vec::new(),
            };
        }
        let first = part.y + (part.h - line_count(&lines) * height) / 2 + size - 1;
        let corners = [[part.x, part.y], [right, part.y], [right, part.y + part.h], [part.x, part.y + part.h]];
        let hatching = is_hatched(answer).then(|| {
            draw_path(hatch_lines(&[corners.iter().map(|point| point.map(|pixel| pixel * 10)).collect()]), "hatch")
        });
        html! {
            <>
                <rect class={self.ctx.answer_class(answer)} fill-opacity={self.ctx.answer_opacity(answer)} x={part.x.to_string()} y={part.y.to_string()} width={part.w.to_string()} height={part.h.to_string()} />
                { hatching.unwrap_or_default() }
                { for (0..).zip(lines).map(|(number, line)| draw_text(part.x + part.w / 2, first + number * height, size, "label", TextAnchor::Middle, line)) }
            </>
        }
    }

    fn draw_strip_mark(&self, strip: Area) -> Html {
        let [x, _] = self.pixel(self.ctx.point);
        html! { <>{ draw_path(format!("M{x} {}l-6 -9h12z", strip.y + 1), "strip-mark") }{ draw_rect(strip, "plot-frame", 0) }</> }
    }
}

//! The reading of a river at an instant: a line with a tag on each band, on the bank, and on the sill of each budget.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use i18n::{format_amount, format_clock, river::words};
use trace::{
    lanes::Edge,
    river::{reading::RiverReading, streams::value_at},
};
use yew::{Html, html};

use super::{
    layout::{LABEL_SIZE, RiverLayout},
    marks::{draw_box, draw_path_of, draw_text_at},
    path_data::path_data,
    river_ctx::RiverCtx,
};
use crate::draw::text_layout::{TextAnchor, text_width};

/// A tag beside the line.
struct ReadingTag {
    y: f64,
    text: String,
}

/// Draws the line at a place of the axis, with what the river says after the events up to `edge`.
pub fn draw_cursor(ctx: &RiverCtx<'_>, layout: &RiverLayout, place: u64, edge: Edge) -> Html {
    let reading = ctx.river.read_at(edge.events);
    let x = layout.x_of_place(place);
    let tags = list_tags(ctx, layout, &reading, edge.events);
    let widest = tags.iter().map(|tag| text_width(&tag.text, LABEL_SIZE)).max().unwrap_or(0) as f64 + 14.0;
    let is_left = x + widest > layout.right + 12.0;
    let clock = format_clock(edge.at);
    let clock_width = text_width(&clock, LABEL_SIZE) as f64 + 12.0;
    let clock_x = (x - clock_width / 2.0).clamp(0.0, layout.right + 14.0 - clock_width);
    let (w, h) = (layout.size.width.to_string(), layout.size.height.to_string());
    html! {
        <svg class="picture river river-cursor" viewBox={format!("0 0 {w} {h}")} width={w} height={h} aria-hidden="true">
            { draw_path_of(path_data!("M{} {}V{}", x, layout.top - 16.0, layout.axis;), "cursor-line") }
            { for tags.iter().map(|tag| draw_tag(x, tag, is_left)) }
            <g class="tag">
                { draw_box(clock_x, layout.axis + 3.0, clock_width, 19.0, "plate") }
                { draw_text_at(clock_x + clock_width / 2.0, layout.axis + 17.0, LABEL_SIZE, "tag-text", TextAnchor::Middle, clock) }
            </g>
        </svg>
    }
}

fn draw_tag(x: f64, tag: &ReadingTag, is_left: bool) -> Html {
    let width = text_width(&tag.text, LABEL_SIZE) as f64 + 12.0;
    let x = if is_left { x - width } else { x };
    html! {
        <g class="tag">
            { draw_box(x, tag.y - 10.0, width, 20.0, "plate") }
            { draw_text_at(x + width / 2.0, tag.y + 4.0, LABEL_SIZE, "tag-text", TextAnchor::Middle, tag.text.clone()) }
        </g>
    }
}

fn list_tags(ctx: &RiverCtx<'_>, layout: &RiverLayout, reading: &RiverReading, events: usize) -> Vec<ReadingTag> {
    let sentences = words(ctx.lang);
    let resource = &ctx.river.resource;
    let mut tags = vec![ReadingTag {
        y: layout.top - 8.0,
        text: sentences.waiting_tag(reading.waiting, &ctx.amount_text(reading.waiting_amount)),
    }];
    let bands = layout.bands.iter().filter_map(|place| {
        let (used, capacity) = if layout.has_ribbons() {
            (reading.requested[place.band], reading.capacities[place.band]?)
        } else {
            let band = &layout.joined[place.band];
            let levels = band.streams.iter().filter_map(|stream| value_at(&stream.levels, events, |level| level.from));
            (levels.map(|level| level.amount).sum(), value_at(&band.capacity, events, |change| change.0)?.1)
        };
        let text = sentences.requested_of(&format_amount(resource, used), &format_amount(resource, capacity));
        Some(ReadingTag { y: place.rim, text })
    });
    tags.extend(bands);
    let weirs = layout.weirs.iter().filter(|place| place.unit > 0.0).filter_map(|place| {
        let count = reading.counts[place.weir]?;
        let text = sentences.healthy_tag(count.healthy, count.needed, count.allowed);
        Some(ReadingTag { y: place.floor - f64::from(count.needed) * place.unit, text })
    });
    tags.extend(weirs);
    tags
}

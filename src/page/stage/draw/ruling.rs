//! A ruling drawn as arithmetic: a large line for each number with its source, the result highlighted, and below it the items that were
//! counted.

use api::Millis;
use i18n::{
    ruling_text,
    ruling_text::{RulingItem, RulingLine, RulingText, Tone},
};
use trace::ruling::Ruling;
use yew::{Html, html};

use crate::stage::draw::text_layout::{
    Area, DrawCtx, Size, TextAnchor, clip_text, draw_lines, draw_rect, draw_text, fit_text_size, text_width, wrap_text,
};

/// Pictures narrower than this have where a number comes from below it.
const NARROW_WIDTH: i64 = 560;

/// The ruling in a picture of this size.
pub fn draw_ruling(ctx: &DrawCtx<'_>, ruling: &Ruling, now: Millis, size: Size) -> Html {
    let Size { width: w, height: h } = size;
    let b = ctx.text_size;
    let sheet = ruling_text::render_ruling(ctx.lang, ruling, now);
    let (title, y) = draw_lines(b, b / 2, b * 3 / 2, "text strong", &wrap_text(&sheet.title, b * 3 / 2, w - 2 * b, 2));
    let (function, top) =
        draw_lines(b, y + b / 4, b * 9 / 10, "soft", &[clip_text(sheet.function, b * 9 / 10, w - 2 * b)]);
    let top = top + b / 2;
    let quote: Vec<String> = sheet.quote.iter().flat_map(|text| wrap_text(text, b * 11 / 10, w - 2 * b, 4)).collect();
    let count = i64::try_from(sheet.lines.len()).unwrap_or(1).max(1);
    let narrow = w < NARROW_WIDTH;
    let (least, most) = if narrow { (b * 9 / 2, b * 5) } else { (b * 5 / 2, b * 9 / 2) };
    let quoted = i64::try_from(quote.len()).unwrap_or(0) * b * 13 / 10;
    // The numbers come first: items get the rows that are left.
    let rows = place_items(ctx, &sheet, w);
    let row = b * 17 / 10;
    let rows_height = rows.last().map_or(0, |(_, last, _)| last + 1).min(4) * row;
    let pitch = ((h - top - quoted - rows_height - b * 2) / count).clamp(least, most);
    let lines = sheet.lines.iter().zip(0_i64..).map(|(line, at)| {
        let area = Area::new(b / 2, top + at * pitch, w - b, pitch - b / 4);
        if narrow { draw_narrow_line(ctx, line, area) } else { draw_wide_line(ctx, &sheet, line, area) }
    });
    let next_y = top + count * pitch + b / 4;
    let html = draw_lines(b, next_y, b, "bad", &quote).0;
    let next_y = next_y + quoted + if quote.is_empty() { 0 } else { b / 2 };
    let row_capacity = usize::try_from((h - next_y - b) / row).unwrap_or(0);
    let chips = rows.iter().filter(|(_, of, _)| usize::try_from(*of).unwrap_or(0) < row_capacity);
    let chips = chips.map(|(x, of, item)| draw_item(ctx, item, *x, next_y + of * row, w));
    html! {
        <g class="ruling" data-subject="">
            { draw_rect(Area::new(2, 2, w - 4, h - 4), "frame", 8) }
            { title }{ function }
            { for lines }
            { html }
            <g class="ruling-items">{ for chips }</g>
        </g>
    }
}

fn tone_class(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "text strong",
        Tone::Good => "good strong",
        Tone::Bad => "bad strong",
    }
}

/// A line with everything beside each other.
fn draw_wide_line(ctx: &DrawCtx<'_>, sheet: &RulingText, line: &RulingLine, area: Area) -> Html {
    let b = ctx.text_size;
    let large = b * 9 / 5;
    let names = sheet.lines.iter().map(|line| text_width(line.name, b)).max().unwrap_or(0) + b * 3 / 2;
    // They are bold, and so a tenth wider.
    let widest = sheet.lines.iter().map(|line| text_width(&line.value, large)).max().unwrap_or(0) * 11 / 10;
    let values = widest.min(area.w * 42 / 100) + b * 3 / 2;
    let size = fit_text_size(&line.value, large, (values - b) * 10 / 11, b);
    let x = area.x + b / 2;
    let available_width = area.w - names - values - b;
    let reason = wrap_text(
        &line.source,
        b * 95 / 100,
        available_width,
        usize::try_from(area.h / (b * 12 / 10)).unwrap_or(1).clamp(1, 3),
    );
    let high = i64::try_from(reason.len()).unwrap_or(1) * b * 95 / 100 * 13 / 10;
    let middle = area.y + area.h / 2;
    html! {
        <g class="ruling-line" data-line={line.name} data-verdict={(line.tone != Tone::Plain).then_some("")}>
            if line.tone != Tone::Plain { { draw_rect(area, "deciding", 6) } }
            { draw_text(x, middle + b * 36 / 100, b, "text", TextAnchor::Start, line.name.to_owned()) }
            { draw_text(x + names, middle + size * 36 / 100, size, tone_class(line.tone), TextAnchor::Start, clip_text(&line.value, size, values)) }
            { draw_lines(x + names + values, middle - high / 2 - b / 8, b * 95 / 100, "soft", &reason).0 }
        </g>
    }
}

/// A line whose number stands beside its name, and where it comes from below.
fn draw_narrow_line(ctx: &DrawCtx<'_>, line: &RulingLine, area: Area) -> Html {
    let b = ctx.text_size;
    let x = area.x + b / 2;
    let name = text_width(line.name, b) + b;
    let size = fit_text_size(&line.value, b * 3 / 2, area.w - name - b, b);
    let most = usize::try_from((area.h - b * 2) / (b * 12 / 10)).unwrap_or(1).clamp(1, 2);
    let reason = wrap_text(&line.source, b, area.w - b, most);
    html! {
        <g class="ruling-line" data-line={line.name} data-verdict={(line.tone != Tone::Plain).then_some("")}>
            if line.tone != Tone::Plain { { draw_rect(area, "deciding", 6) } }
            { draw_text(x, area.y + b * 3 / 2, b, "text", TextAnchor::Start, line.name.to_owned()) }
            { draw_text(area.right() - b / 2, area.y + b * 3 / 2, size, tone_class(line.tone), TextAnchor::End, clip_text(&line.value, size, area.w - name)) }
            { draw_lines(x, area.y + b * 17 / 10, b, "soft", &reason).0 }
        </g>
    }
}

/// The items with their places: from the left, and in which row.
fn place_items<'s>(ctx: &DrawCtx<'_>, sheet: &'s RulingText, w: i64) -> Vec<(i64, i64, &'s RulingItem)> {
    let b = ctx.text_size;
    let (mut x, mut row) = (b, 0);
    let place = |item: &'s RulingItem| {
        let wide = (text_width(&item_text(item), b) + b * 3 / 2).min(w - 2 * b);
        if x + wide > w - b && x > b {
            (x, row) = (b, row + 1);
        }
        let at = (x, row, item);
        x += wide;
        at
    };
    sheet.items.iter().map(place).collect()
}

/// An item in a line.
fn item_text(item: &RulingItem) -> String {
    let sign = if item.counts { "✓" } else { "✗" };
    match item.note.as_str() {
        "" => format!("{sign} {}", item.name),
        note => format!("{sign} {} · {note}", item.name),
    }
}

fn draw_item(ctx: &DrawCtx<'_>, item: &RulingItem, x: i64, y: i64, w: i64) -> Html {
    let b = ctx.text_size;
    let class = if item.counts { "good" } else { "bad" };
    draw_text(x, y + b, b, class, TextAnchor::Start, clip_text(&item_text(item), b, w - b - x))
}

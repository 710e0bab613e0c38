//! Draws a ruling as arithmetic: a large line for each number with its source, the highlighted result, and below it the counted items.

use i18n::ruling_text::{self, RulingItem, RulingLine, RulingText, Tone};
use trace::ruling::Ruling;
use yew::{Html, html};

use crate::draw::{
    draw_ctx::DrawCtx,
    text_layout::{
        Area, Size, TextAnchor, TextBlock, clip_text, draw_lines, draw_rect, draw_text, fit_text_size, text_width,
        wrap_text,
    },
};

/// Narrower pictures have the source of a number below it.
const NARROW_WIDTH: i64 = 560;

/// Draws the ruling in a picture of this size.
pub fn draw_ruling(ctx: &DrawCtx<'_>, ruling: &Ruling, size: Size) -> Html {
    let Size { width: w, height: h } = size;
    let text_size = ctx.text_size;
    let ruling_text = ruling_text::render_ruling(ctx.lang, ruling, ctx.frame.now);
    let TextBlock { html: title, bottom: y } = draw_lines(
        text_size,
        text_size / 2,
        text_size * 3 / 2,
        "text strong",
        &wrap_text(&ruling_text.title, text_size * 3 / 2, w - 2 * text_size, 2),
    );
    let TextBlock { html: function, bottom: top } = draw_lines(
        text_size,
        y + text_size / 4,
        text_size * 9 / 10,
        "soft",
        &[clip_text(ruling_text.function, text_size * 9 / 10, w - 2 * text_size)],
    );
    let top = top + text_size / 2;
    let quote: Vec<String> =
        ruling_text.quote.iter().flat_map(|text| wrap_text(text, text_size * 11 / 10, w - 2 * text_size, 4)).collect();
    let count = i64::try_from(ruling_text.lines.len()).unwrap_or(1).max(1);
    let narrow = w < NARROW_WIDTH;
    let (least, most) =
        if narrow { (text_size * 9 / 2, text_size * 5) } else { (text_size * 5 / 2, text_size * 9 / 2) };
    let quoted = i64::try_from(quote.len()).unwrap_or(0) * text_size * 13 / 10;
    // The numbers take precedence: items get the remaining rows.
    let rows = place_items(ctx, &ruling_text, w);
    let row = text_size * 17 / 10;
    let rows_height = rows.last().map_or(0, |(_, last, _)| last + 1).min(4) * row;
    let pitch = ((h - top - quoted - rows_height - text_size * 2) / count).clamp(least, most);
    let lines = ruling_text.lines.iter().zip(0_i64..).map(|(line, at)| {
        let area = Area::new(text_size / 2, top + at * pitch, w - text_size, pitch - text_size / 4);
        if narrow { draw_narrow_line(ctx, line, area) } else { draw_wide_line(ctx, &ruling_text, line, area) }
    });
    let next_y = top + count * pitch + text_size / 4;
    let html = draw_lines(text_size, next_y, text_size, "bad", &quote).html;
    let next_y = next_y + quoted + if quote.is_empty() { 0 } else { text_size / 2 };
    let row_capacity = usize::try_from((h - next_y - text_size) / row).unwrap_or(0);
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

/// Draws a line with number, name and source side by side.
fn draw_wide_line(ctx: &DrawCtx<'_>, ruling_text: &RulingText, line: &RulingLine, area: Area) -> Html {
    let text_size = ctx.text_size;
    let large = text_size * 9 / 5;
    let names =
        ruling_text.lines.iter().map(|line| text_width(line.name, text_size)).max().unwrap_or(0) + text_size * 3 / 2;
    // Bold text is wider by a tenth.
    let widest = ruling_text.lines.iter().map(|line| text_width(&line.value, large)).max().unwrap_or(0) * 11 / 10;
    let values = widest.min(area.w * 42 / 100) + text_size * 3 / 2;
    let size = fit_text_size(&line.value, large, (values - text_size) * 10 / 11, text_size);
    let x = area.x + text_size / 2;
    let available_width = area.w - names - values - text_size;
    let reason = wrap_text(
        &line.source,
        text_size * 95 / 100,
        available_width,
        usize::try_from(area.h / (text_size * 12 / 10)).unwrap_or(1).clamp(1, 3),
    );
    let height = i64::try_from(reason.len()).unwrap_or(1) * text_size * 95 / 100 * 13 / 10;
    let middle = area.y + area.h / 2;
    html! {
        <g class="ruling-line" data-line={line.name} data-verdict={(line.tone != Tone::Plain).then_some("")}>
            if line.tone != Tone::Plain { { draw_rect(area, "deciding", 6) } }
            { draw_text(x, middle + text_size * 36 / 100, text_size, "text", TextAnchor::Start, line.name.to_owned()) }
            { draw_text(x + names, middle + size * 36 / 100, size, tone_class(line.tone), TextAnchor::Start, clip_text(&line.value, size, values)) }
            { draw_lines(x + names + values, middle - height / 2 - text_size / 8, text_size * 95 / 100, "soft", &reason).html }
        </g>
    }
}

/// Draws a line with the number beside its name, and the source below.
fn draw_narrow_line(ctx: &DrawCtx<'_>, line: &RulingLine, area: Area) -> Html {
    let text_size = ctx.text_size;
    let x = area.x + text_size / 2;
    let name = text_width(line.name, text_size) + text_size;
    let size = fit_text_size(&line.value, text_size * 3 / 2, area.w - name - text_size, text_size);
    let most = usize::try_from((area.h - text_size * 2) / (text_size * 12 / 10)).unwrap_or(1).clamp(1, 2);
    let reason = wrap_text(&line.source, text_size, area.w - text_size, most);
    html! {
        <g class="ruling-line" data-line={line.name} data-verdict={(line.tone != Tone::Plain).then_some("")}>
            if line.tone != Tone::Plain { { draw_rect(area, "deciding", 6) } }
            { draw_text(x, area.y + text_size * 3 / 2, text_size, "text", TextAnchor::Start, line.name.to_owned()) }
            { draw_text(area.right() - text_size / 2, area.y + text_size * 3 / 2, size, tone_class(line.tone), TextAnchor::End, clip_text(&line.value, size, area.w - name)) }
            { draw_lines(x, area.y + text_size * 17 / 10, text_size, "soft", &reason).html }
        </g>
    }
}

/// The items with their x and their row.
fn place_items<'s>(ctx: &DrawCtx<'_>, ruling_text: &'s RulingText, width: i64) -> Vec<(i64, i64, &'s RulingItem)> {
    let text_size = ctx.text_size;
    let (mut x, mut row) = (text_size, 0);
    let place = |item: &'s RulingItem| {
        let item_width = (text_width(&item_text(item), text_size) + text_size * 3 / 2).min(width - 2 * text_size);
        if x + item_width > width - text_size && x > text_size {
            (x, row) = (text_size, row + 1);
        }
        let at = (x, row, item);
        x += item_width;
        at
    };
    ruling_text.items.iter().map(place).collect()
}

/// The text of an item.
fn item_text(item: &RulingItem) -> String {
    let sign = if item.is_counted { "✓" } else { "✗" };
    match item.note.as_str() {
        "" => format!("{sign} {}", item.name),
        note => format!("{sign} {} · {note}", item.name),
    }
}

fn draw_item(ctx: &DrawCtx<'_>, item: &RulingItem, x: i64, y: i64, width: i64) -> Html {
    let text_size = ctx.text_size;
    let class = if item.is_counted { "good" } else { "bad" };
    draw_text(
        x,
        y + text_size,
        text_size,
        class,
        TextAnchor::Start,
        clip_text(&item_text(item), text_size, width - text_size - x),
    )
}

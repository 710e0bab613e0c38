//! Draws scores as bars at one scale: a part for each plugin, and the arithmetic of the current one.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use scene::stage_model::{HiddenNodes, ScoreBar, ScoreBoard};
use yew::{Html, html};

use crate::draw::{
    draw_ctx::{DrawCtx, draw_node_link},
    text_layout::{
        Area, Size, TextAnchor, TextBlock, clip_text, draw_lines, draw_path, draw_rect, draw_text, text_width,
        wrap_text,
    },
};

/// Narrower pictures have the names of nodes above their bars.
const NARROW_WIDTH: i64 = 560;
/// The CSS classes of plugins.
const PLUGIN_CLASSES: [&str; 8] =
    ["part s0", "part s1", "part s2", "part s3", "part s4", "part s5", "part s6", "part s7"];

/// The letter of a plugin, so that it is recognizable without its color.
fn plugin_letter(row: usize) -> String {
    u32::try_from(row).ok().and_then(|row| char::from_u32('A' as u32 + row % 26)).unwrap_or('?').to_string()
}

/// Draws the scores in a picture of this size.
pub(crate) fn draw_scores(ctx: &DrawCtx<'_>, score_board: &ScoreBoard, size: Size) -> Html {
    let Size { width: w, height: h } = size;
    let text_size = ctx.text_size;
    let narrow = w < NARROW_WIDTH;
    let TextBlock { html: legend, bottom: foot_of_legend } = draw_legend(ctx, score_board, w);
    let TextBlock { html: note, bottom: top } =
        draw_note(ctx, score_board, Area::new(text_size, foot_of_legend, w - 2 * text_size, h / 4));
    // Fewer bars are better than bars without their arithmetic.
    let least_pitch = text_size
        * match (narrow, score_board.current.is_some()) {
            (true, true) => 46,
            (true, false) => 34,
            (false, true) => 32,
            (false, false) => 20,
        }
        / 10;
    let room = usize::try_from((h - top - text_size * 2) / least_pitch).unwrap_or(0).max(1);
    let score_board = &score_board.with_bars(room);
    let count = i64::try_from(score_board.bars.len()).unwrap_or(1).max(1);
    let HiddenNodes { equal, fewer, points } = score_board.hidden;
    let foot = if equal + fewer > 0 { text_size * 2 } else { text_size / 2 };
    let pitch = ((h - top - foot) / count).min(text_size * 20).max(text_size * 2);
    let longest = score_board.bars.iter().map(|bar| text_width(&bar.node, text_size)).max().unwrap_or(0);
    let names = if narrow { text_size / 2 } else { (longest + text_size * 3).min(w * 30 / 100) };
    let scale = (w - names - text_size * 7).max(40) as f64 / score_board.scale.whole as f64;
    let bars = score_board.bars.iter().zip(0_i64..).map(|(score_bar, at)| {
        let area = Area::new(names, top + at * pitch, w - names - text_size / 2, pitch);
        draw_bar(ctx, score_board, score_bar, area, scale, narrow)
    });
    let more_text = if equal + fewer > 0 { ctx.lang.more_nodes(equal, fewer, points) } else { String::new() };
    html! {
        <g class="scores" data-subject="">
            { draw_rect(Area::new(2, 2, w - 4, h - 4), "frame", 8) }
            { legend }
            { note }
            { for bars }
            { draw_text(names, h - text_size / 2, text_size * 9 / 10, "soft", TextAnchor::Start, more_text) }
        </g>
    }
}

/// Draws the plugins with their letters and weights, with the current one marked.
fn draw_legend(ctx: &DrawCtx<'_>, score_board: &ScoreBoard, width: i64) -> TextBlock {
    let size = ctx.text_size * 9 / 10;
    let box_size = size * 14 / 10;
    let (mut x, mut y) = (ctx.text_size, ctx.text_size * 2 / 3);
    let items: Vec<Html> = score_board.rows.iter().enumerate().map(|(row, (name, weight))| {
        let is_current = score_board.current == Some(row);
        let text = format!("{name} ×{weight}");
        let item_width = box_size + size / 2 + text_width(&text, size) * if is_current { 11 } else { 10 } / 10 + size * 3 / 2;
        if x + item_width > width && x > ctx.text_size * 2 {
            (x, y) = (ctx.text_size, y + box_size + size / 2);
        }
        let at = Area::new(x, y, box_size, box_size);
        x += item_width;
        html! {
            <g data-verdict={is_current.then_some("")}>
                if is_current { { draw_rect(Area::new(at.x - size / 3, at.y - size / 4, item_width - size / 2, box_size + size / 2), "deciding", 5) } }
                { draw_rect(at, PLUGIN_CLASSES[row % 8], 3) }
                { draw_text(at.x + box_size / 2, at.y + box_size - size * 4 / 10, size, "key-letter", TextAnchor::Middle, plugin_letter(row)) }
                { draw_text(at.right() + size / 2, at.y + box_size - size * 4 / 10, size, if is_current { "text strong" } else { "text" }, TextAnchor::Start, text) }
            </g>
        }
    }).collect();
    TextBlock { html: html! { <g class="legend-of-scores">{ for items }</g> }, bottom: y + box_size + ctx.text_size }
}

/// Draws a note below the plugins: how the current scores are computed, or at the end, which node wins and by how much. Empty without
/// space.
fn draw_note(ctx: &DrawCtx<'_>, score_board: &ScoreBoard, area: Area) -> TextBlock {
    let size = ctx.text_size * if score_board.current.is_some() { 9 } else { 11 } / 10;
    let (class, text) = match score_board.current {
        Some(_) if score_board.is_least_best => {
            let stage = ctx.lang.stage_labels();
            ("soft", format!("{}{}", stage.score_steps, stage.least_is_best))
        }
        Some(_) => ("soft", ctx.lang.stage_labels().score_steps.to_owned()),
        None => ("text strong", lead_text(ctx, score_board)),
    };
    // Bold text is wider.
    let texts = wrap_text(&text, size, area.w * 10 / 11, 3);
    let height = i64::try_from(texts.len()).unwrap_or(0) * size * 13 / 10;
    if text.is_empty() || height > area.h {
        return TextBlock { html: Html::default(), bottom: area.y };
    }
    let html = draw_lines(area.x, area.y - ctx.text_size / 2, size, class, &texts).html;
    TextBlock { html: html! { <g class="score-note">{ html }</g> }, bottom: area.y + height }
}

/// The winner, and its lead over the next node.
fn lead_text(ctx: &DrawCtx<'_>, score_board: &ScoreBoard) -> String {
    let Some(winner) = score_board.bars.iter().find(|bar| bar.is_winner) else { return String::new() };
    let ties = score_board.tie_size();
    if ties > 1 {
        return ctx.lang.score_tie(ties, winner.total);
    }
    let second = score_board.bars.iter().filter(|bar| !bar.is_winner).max_by_key(|bar| bar.total);
    second.map_or_else(String::new, |second| {
        let lead = ctx.lang.score_lead(&winner.node, winner.total, &second.node, winner.total - second.total);
        let parts = winner.parts.iter().zip(&second.parts).enumerate().filter(|(_, (points, other))| points != other);
        let gaps: Vec<String> = parts.map(|(row, (points, other))| point_gap(row, points - other)).collect();
        if gaps.len() > 1 { format!("{lead} ({})", gaps.join(", ")) } else { lead }
    })
}

/// A plugin's letter, and the difference of its scores for two nodes.
fn point_gap(row: usize, points: i64) -> String {
    let sign = if points < 0 { '−' } else { '+' };
    format!("{} {sign}{}", plugin_letter(row), points.unsigned_abs())
}

/// Two slanted lines near the end of a part that is cut.
fn gap_path(part: &Area) -> String {
    let (x, slant) = (part.right() - part.w / 8 - part.h / 2, part.h / 3);
    let line = |x: i64| format!("M{x} {}L{} {}", part.bottom(), x + slant, part.y);
    format!("{}{}", line(x), line(x + part.h / 4))
}

fn draw_bar(
    ctx: &DrawCtx<'_>,
    score_board: &ScoreBoard,
    score_bar: &ScoreBar,
    area: Area,
    scale: f64,
    narrow: bool,
) -> Html {
    let text_size = ctx.text_size;
    let head = if narrow { text_size * 14 / 10 } else { 0 };
    let has_arithmetic = score_bar.current.is_some();
    let height = ((area.h - head) * if has_arithmetic { 40 } else { 55 } / 100).min(text_size * 5).max(text_size);
    // Centered in its part of the picture, along with the arithmetic below it.
    let next_y = if has_arithmetic && !narrow { text_size * 2 } else { 0 };
    let spare = if narrow { 0 } else { (area.h - head - height - next_y) / 2 };
    let y = area.y + head + spare.max(text_size / 3);
    let mut x = area.x;
    let mut points_so_far = 0;
    let score_segments: Vec<Html> = score_bar.parts.iter().enumerate().map(|(row, points)| {
        let length = score_board.scale.length(row, *points);
        let is_cut = length < *points;
        points_so_far += length;
        let end = area.x + (points_so_far as f64 * scale).round() as i64;
        let place_area = Area::new(x, y, end - x, height);
        x = end;
        let size = (height * 6 / 10).min(text_size);
        let text = if text_width(&format!("{}{points}", plugin_letter(row)), size) + size / 2 < place_area.w { format!("{} {points}", plugin_letter(row)) } else { plugin_letter(row) };
        let text = if is_cut { format!("{} … {points}", plugin_letter(row)) } else { text };
        let text = if text_width(&text, size) < place_area.w { text } else { String::new() };
        let is_current = score_board.current == Some(row);
        html! {
            <g class={if is_current { "now" } else { "" }}>
                <title>{ format!("{}: {points}{}", score_board.rows.get(row).map_or("", |(name, _)| name.as_str()), if is_cut { ctx.lang.stage_labels().cut_short } else { "" }) }</title>
                { draw_rect(place_area, PLUGIN_CLASSES[row % 8], 2) }
                if is_cut { { draw_path(gap_path(&place_area), "gap") } }
                { draw_text(place_area.x + place_area.w / 2, y + height / 2 + size * 36 / 100, size, "key-letter", TextAnchor::Middle, text) }
            </g>
        }
    }).collect();
    let (symbol, class) = match (score_bar.is_winner, score_bar.is_tied) {
        (true, _) => ("✓ ", "good strong"),
        (_, true) => ("= ", "text strong"),
        _ => ("", "text strong"),
    };
    let text = format!("{symbol}{}", score_bar.node);
    let name = if narrow {
        draw_text(area.x, area.y + text_size, text_size, class, TextAnchor::Start, clip_text(&text, text_size, area.w))
    } else {
        draw_text(
            area.x - text_size,
            y + height / 2 + text_size * 36 / 100,
            text_size,
            class,
            TextAnchor::End,
            clip_text(&text, text_size, area.x - text_size),
        )
    };
    let touch = match narrow {
        true => Area::new(area.x, area.y, area.w, text_size * 13 / 10),
        false => Area::new(0, y, area.x - text_size / 2, height),
    };
    let arithmetic = score_bar.current.and_then(|(raw, normalized)| {
        let weight = score_board.rows.get(score_board.current?)?.1;
        let (size, at) = (text_size * 9 / 10, y + height + text_size / 4);
        let most = usize::try_from((area.bottom() - at) / (size * 13 / 10)).unwrap_or(0).min(2);
        // The longest arithmetic that fits; nothing rather than text that overlaps the next bar.
        let long = ctx.lang.weighted_score(raw, normalized, weight, score_bar.total);
        let short = ctx.lang.weighted_points(raw, normalized, weight);
        let has_room = |text: &String| (1..=most).contains(&wrap_text(text, size, area.w, 9).len());
        let text = [long, short].into_iter().find(has_room)?;
        Some(draw_lines(area.x, at, size, "soft", &wrap_text(&text, size, area.w, most)).html)
    });
    let winner = score_board.bars.iter().find(|bar| bar.is_winner);
    let behind = winner.map_or(0, |winner| winner.total - score_bar.total);
    let total_text = score_bar.total.to_string();
    let total_size = text_size * 12 / 10;
    let behind_x = x + text_size + text_width(&total_text, total_size) * 11 / 10;
    let behind_text = format!("−{behind}");
    let has_gap = behind > 0 && behind_x + text_width(&behind_text, text_size) <= area.right();
    html! {
        <g key={score_bar.node.to_string()} class="bar" data-node={score_bar.node.to_string()} data-won={score_bar.is_winner.then_some("")} data-verdict={(score_bar.is_winner || has_arithmetic).then_some("")}>
            { draw_node_link(ctx, &score_bar.node, touch, name) }
            { for score_segments }
            { draw_text(x + text_size / 2, y + height / 2 + text_size * 42 / 100, total_size, class, TextAnchor::Start, total_text) }
            if has_gap { { draw_text(behind_x, y + height / 2 + text_size * 42 / 100, text_size, "soft", TextAnchor::Start, behind_text) } }
            { arithmetic }
        </g>
    }
}

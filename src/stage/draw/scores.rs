//! Draws scores: a bar for each node at one scale, and how the numbers of each plugin that makes a difference come about.
//!
//! What is equal on every node is one grey part of a fixed width, so that the rest has the space. A plugin has the same letter and color everywhere.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use ::i18n::scores as words;
use scene::score_board::{HiddenNodes, ScoreBar, ScoreBoard};
use yew::{Html, html};

use crate::draw::{
    draw_ctx::{DrawCtx, draw_node_link},
    plugin_mark::{PluginMark, plugin_marks},
    score_cards::{draw_cards, least_card_height},
    text_layout::{
        Area, Size, TextAnchor, TextBlock, bold_text_width, clip_text, draw_lines, draw_rect, draw_text, text_width,
        wrap_text, wrap_text_evenly,
    },
};

/// Narrower pictures have the names of nodes above their bars.
const NARROW_WIDTH: i64 = 560;

/// The geometry that all bars share.
struct BarLayout<'b> {
    board: &'b ScoreBoard,
    marks: &'b [PluginMark],
    narrow: bool,
    /// The width of the part that is equal on every node; 0 while there is none.
    stub: i64,
    /// Pixels per point.
    scale: f64,
    height: i64,
}

/// Draws the scores in a picture of this size.
pub fn draw_scores(ctx: &DrawCtx<'_>, score_board: &ScoreBoard, size: Size) -> Html {
    let Size { width: w, height: h } = size;
    let text_size = ctx.text_size;
    let narrow = w < NARROW_WIDTH;
    let row_names: Vec<api::Str> = score_board.rows.iter().map(|(name, _)| name.clone()).collect();
    let marks = plugin_marks(&row_names);
    let TextBlock { html: legend, bottom: legend_bottom } = draw_legend(ctx, score_board, &marks, w);
    let TextBlock { html: note, bottom: top } =
        draw_note(ctx, score_board, &marks, Area::new(text_size, legend_bottom, w - 2 * text_size, h / 4));
    // Fewer bars are better than bars without the numbers below them.
    let least_pitch = text_size * if narrow { 32 } else { 22 } / 10;
    let has_cards = score_board.uneven_rows().next().is_some();
    let cards_height = if has_cards { least_card_height(ctx).min(h / 2) } else { 0 };
    let room = usize::try_from((h - top - text_size * 4 - cards_height) / least_pitch).unwrap_or(0).max(2);
    let score_board = &score_board.with_bars(room);
    let HiddenNodes { equal, fewer, points } = score_board.hidden;
    let count = i64::try_from(score_board.bars.len()).unwrap_or(1).max(1);
    let share = if has_cards { (h - top) * 46 / 100 } else { h - top - text_size * 4 };
    let pitch = (share / count).clamp(least_pitch, text_size * 7);
    let longest = score_board.bars.iter().map(|bar| text_width(&bar.node, text_size) * 11 / 10).max().unwrap_or(0);
    let left = if narrow { text_size / 2 } else { (longest + text_size * 3).min(w * 30 / 100) };
    let has_stub = score_board.rows.len() > score_board.uneven_rows().count();
    let even_points = score_board.even_points().to_string();
    let stub = if has_stub { (bold_text_width(&even_points, text_size) + text_size).max(text_size * 3) } else { 0 };
    let layout = BarLayout {
        board: score_board,
        marks: &marks,
        narrow,
        stub,
        scale: (w - left - stub - text_size * 9).max(40) as f64 / score_board.whole as f64,
        height: ((pitch - if narrow { text_size * 13 / 10 } else { 0 }) * 7 / 10).min(text_size * 3),
    };
    let bars = score_board.bars.iter().zip(0_i64..).map(|(score_bar, at)| {
        draw_bar(ctx, &layout, score_bar, Area::new(left, top + at * pitch, w - left - text_size / 2, pitch))
    });
    let small = ctx.small_size(70);
    let mut y = top + count * pitch + small / 2;
    let mut lines = Vec::new();
    if equal + fewer > 0 {
        lines.push(ctx.lang.more_nodes(equal, fewer, points));
    }
    lines.extend(even_text(ctx, score_board));
    let lines: Vec<String> =
        lines.iter().flat_map(|line| wrap_text_evenly(line, small, w - left - text_size, 2)).collect();
    let TextBlock { html: lines_html, bottom } = draw_lines(left, y, small, "soft", &lines);
    y = bottom + small;
    let cards = draw_cards(ctx, score_board, &marks, Area::new(text_size, y, w - 2 * text_size, h - y - text_size));
    html! {
        <g class="scores" data-subject="">
            { draw_rect(Area::new(2, 2, w - 4, h - 4), "frame", 8) }
            { legend }
            { note }
            { for bars }
            { lines_html }
            { cards }
        </g>
    }
}

/// The plugins that give every node the same: their sum and each of them.
fn even_text(ctx: &DrawCtx<'_>, score_board: &ScoreBoard) -> Option<String> {
    let bar = score_board.bars.first()?;
    let part = |(row, (name, weight)): (usize, &(api::Str, i64))| {
        let (_, normalized) = bar.scores.get(row)?;
        (score_board.is_even.get(row) == Some(&true)).then(|| format!("{name} {normalized} × {weight}"))
    };
    let parts: Vec<String> = score_board.rows.iter().enumerate().filter_map(part).collect();
    (!parts.is_empty())
        .then(|| words::words(ctx.lang).same_on_every_node(score_board.even_points(), &parts.join(" + ")))
}

/// Draws the plugins that make a difference with their letters and weights, with the current one marked.
fn draw_legend(ctx: &DrawCtx<'_>, score_board: &ScoreBoard, marks: &[PluginMark], width: i64) -> TextBlock {
    let size = ctx.small_size(80);
    let box_size = size * 14 / 10;
    let (mut x, mut y) = (ctx.text_size, ctx.text_size * 2 / 3);
    let mut items = Vec::new();
    for row in score_board.uneven_rows() {
        let (name, weight) = &score_board.rows[row];
        let is_current = score_board.current == Some(row);
        let text = format!("{name} × {weight}");
        let item_width =
            box_size + size / 2 + text_width(&text, size) * if is_current { 11 } else { 10 } / 10 + size * 3 / 2;
        if x + item_width > width && x > ctx.text_size * 2 {
            (x, y) = (ctx.text_size, y + box_size + size / 2);
        }
        let at = Area::new(x, y, box_size, box_size);
        x += item_width;
        items.push(html! {
            <g data-verdict={is_current.then_some("")}>
                if is_current { { draw_rect(Area::new(at.x - size / 3, at.y - size / 4, item_width - size / 2, box_size + size / 2), "deciding", 5) } }
                { marks[row].draw(at.x, at.y, box_size) }
                { draw_text(at.right() + size / 2, at.y + box_size - size * 4 / 10, size, if is_current { "text strong" } else { "text" }, TextAnchor::Start, text) }
            </g>
        });
    }
    let bottom = if items.is_empty() { y } else { y + box_size + ctx.text_size };
    TextBlock { html: html! { <g class="legend-of-scores">{ for items }</g> }, bottom }
}

/// Draws a note below the plugins: how scores are computed, or at the end, which node wins and by how much. Empty without space.
fn draw_note(ctx: &DrawCtx<'_>, score_board: &ScoreBoard, marks: &[PluginMark], area: Area) -> TextBlock {
    let (class, size, text) = match score_board.current {
        Some(_) => ("soft", ctx.small_size(80), ctx.lang.stage_labels().score_steps.to_owned()),
        None => ("text strong", ctx.text_size, lead_text(ctx, score_board, marks)),
    };
    // Bold text is wider.
    let texts = wrap_text(&text, size, area.w * 10 / 11, 3);
    let height = i64::try_from(texts.len()).unwrap_or(0) * size * 13 / 10;
    if text.is_empty() || height > area.h {
        return TextBlock { html: Html::default(), bottom: area.y };
    }
    let html = draw_lines(area.x, area.y - ctx.text_size / 3, size, class, &texts).html;
    TextBlock { html: html! { <g class="score-note">{ html }</g> }, bottom: area.y + height + ctx.text_size / 3 }
}

/// The winner, and its lead over the next node with the share of each plugin, the largest first.
fn lead_text(ctx: &DrawCtx<'_>, score_board: &ScoreBoard, marks: &[PluginMark]) -> String {
    let Some(winner) = score_board.bars.iter().find(|bar| bar.is_winner) else { return String::new() };
    let ties = score_board.tie_size();
    if ties > 1 {
        return ctx.lang.score_tie(ties, winner.total);
    }
    let second = score_board.bars.iter().filter(|bar| !bar.is_winner).max_by_key(|bar| bar.total);
    second.map_or_else(String::new, |second| {
        let lead = ctx.lang.score_lead(&winner.node, winner.total, &second.node, winner.total - second.total);
        let parts = winner.parts.iter().zip(&second.parts).map(|(points, other)| points - other).enumerate();
        let mut gaps: Vec<(usize, i64)> = parts.filter(|(_, gap)| *gap != 0).collect();
        gaps.sort_by_key(|(_, gap)| -gap.abs());
        let gaps: Vec<String> = gaps.iter().map(|(row, gap)| point_gap(marks[*row].letter, *gap)).collect();
        if gaps.len() > 1 { format!("{lead} ({})", gaps.join(", ")) } else { lead }
    })
}

/// A plugin's letter, and the difference of its scores for two nodes.
fn point_gap(letter: char, points: i64) -> String {
    let sign = if points < 0 { '−' } else { '+' };
    format!("{letter} {sign}{}", points.unsigned_abs())
}

fn draw_bar(ctx: &DrawCtx<'_>, layout: &BarLayout<'_>, score_bar: &ScoreBar, area: Area) -> Html {
    let BarLayout { board, marks, narrow, stub, height, .. } = *layout;
    let text_size = ctx.text_size;
    let head = if narrow { text_size * 13 / 10 } else { 0 };
    let y = area.y + head + (area.h - head - height) / 2;
    let stub_size = text_size.min(height * 6 / 10);
    let even = (stub > 0).then(|| {
        html! {
            <g class="even">
                <title>{ even_text(ctx, board) }</title>
                { draw_rect(Area::new(area.x, y, stub, height), "rest", 2) }
                { draw_text(area.x + stub / 2, y + height / 2 + stub_size * 36 / 100, stub_size, "text strong", TextAnchor::Middle, board.even_points().to_string()) }
            </g>
        }
    });
    let start = area.x + stub + if stub > 0 { 3 } else { 0 };
    let (mut x, mut points_so_far) = (start, 0);
    let parts: Vec<Html> = board.uneven_rows().map(|row| {
        let points = score_bar.parts.get(row).copied().unwrap_or(0);
        points_so_far += points;
        let end = start + (points_so_far as f64 * layout.scale).round() as i64;
        let place_area = Area::new(x, y, end - x, height);
        x = end;
        let size = (height * 6 / 10).min(text_size);
        let letter = marks[row].letter;
        let texts = [format!("{letter} {points}"), letter.to_string(), String::new()];
        let text = texts.into_iter().find(|text| text_width(text, size) + size / 2 < place_area.w).unwrap_or_default();
        html! {
            <g class={if board.current == Some(row) { "now" } else { "" }} data-points={points.to_string()}>
                <title>{ format!("{}: {points}", board.rows[row].0) }</title>
                if place_area.w > 0 { { draw_rect(place_area, marks[row].part_class(), 2) } }
                { draw_text(place_area.x + place_area.w / 2, y + height / 2 + size * 36 / 100, size, "key-letter", TextAnchor::Middle, text) }
            </g>
        }
    }).collect();
    let (symbol, class) = match (score_bar.is_winner, score_bar.is_tied) {
        (true, _) => ("✓ ", "good strong"),
        (_, true) => ("= ", "text strong"),
        _ => ("", "text strong"),
    };
    let (total_size, total_text) = (text_size * 12 / 10, score_bar.total.to_string());
    let behind = board.bars.iter().find(|bar| bar.is_winner).map_or(0, |winner| winner.total - score_bar.total);
    let behind_x = x + text_size + text_width(&total_text, total_size) * 11 / 10;
    let small = ctx.small_size(70);
    let texts = [words::words(ctx.lang).behind(behind), format!("−{behind}")];
    let behind_text = texts.into_iter().find(|text| behind > 0 && behind_x + text_width(text, small) <= area.right());
    let touch = match narrow {
        true => Area::new(area.x, y - head, area.w, head),
        false => Area::new(0, y, area.x - text_size / 2, height),
    };
    html! {
        <g key={score_bar.node.to_string()} class="bar" data-node={score_bar.node.to_string()} data-won={score_bar.is_winner.then_some("")} data-verdict={score_bar.is_winner.then_some("")}>
            { draw_node_link(ctx, &score_bar.node, touch, draw_bar_name(ctx, &format!("{symbol}{}", score_bar.node), class, (narrow, area.x, y, height))) }
            { even.unwrap_or_default() }
            { for parts }
            { draw_text(x + text_size / 2, y + height / 2 + text_size * 42 / 100, total_size, class, TextAnchor::Start, total_text) }
            if let Some(text) = behind_text { { draw_text(behind_x, y + height / 2 + small * 36 / 100, small, "soft", TextAnchor::Start, text) } }
        </g>
    }
}

/// Draws a node's name, before or above its bar.
fn draw_bar_name(
    ctx: &DrawCtx<'_>,
    text: &str,
    class: &'static str,
    (narrow, x, y, height): (bool, i64, i64, i64),
) -> Html {
    let size = ctx.text_size;
    match narrow {
        true => draw_text(x, y - size * 4 / 10, size, class, TextAnchor::Start, clip_text(text, size, size * 20)),
        false => draw_text(
            x - size,
            y + height / 2 + size * 36 / 100,
            size,
            class,
            TextAnchor::End,
            clip_text(text, size, x - size),
        ),
    }
}

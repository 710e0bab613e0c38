//! Draws how the scores of each plugin come about: its raw numbers, their range, the normalized scores, and the points.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use ::i18n::scores as words;
use scene::{
    score_board::{ScoreBar, ScoreBoard},
    score_formula::ScoreFormula,
};
use yew::{Html, html};

use crate::draw::{
    draw_ctx::DrawCtx,
    plugin_mark::PluginMark,
    text_layout::{
        Area, TextAnchor, clip_text, draw_lines, draw_path, draw_rect, draw_text, fit_text_size, text_width, wrap_text,
    },
};

/// The maximum number of cards.
const MAX_CARDS: i64 = 4;

/// Narrower pictures have cards without a plot.
const NARROW_WIDTH: i64 = 560;

/// The limit of nodes, or groups of equal ones, on a card without a plot.
const MAX_TEXT_LINES: usize = 4;

/// The size of text on cards.
fn card_text_size(ctx: &DrawCtx<'_>) -> i64 {
    ctx.small_size(68).max(11)
}

/// The least height of a card that shows anything.
pub(super) fn least_card_height(ctx: &DrawCtx<'_>) -> i64 {
    card_text_size(ctx) * 9
}

/// Nodes with the same scores by a plugin.
struct ScoreGroup<'b> {
    raw: i64,
    normalized: i64,
    nodes: Vec<&'b str>,
    has_winner: bool,
}

/// The groups of equal scores, the highest first.
fn score_groups(bars: &[ScoreBar], row: usize) -> Vec<ScoreGroup<'_>> {
    let mut groups: Vec<ScoreGroup<'_>> = Vec::new();
    for bar in bars {
        let Some((raw, normalized)) = bar.scores.get(row).copied() else { continue };
        match groups.iter_mut().find(|group| (group.raw, group.normalized) == (raw, normalized)) {
            Some(group) => {
                group.nodes.push(&bar.node);
                group.has_winner |= bar.is_winner;
            }
            None => groups.push(ScoreGroup { raw, normalized, nodes: vec![&bar.node], has_winner: bar.is_winner }),
        }
    }
    groups.sort_by_key(|group| -group.normalized);
    groups
}

/// Draws a card for each plugin that makes a difference; if there is no space for all, for those that make the largest.
pub(super) fn draw_cards(ctx: &DrawCtx<'_>, score_board: &ScoreBoard, marks: &[PluginMark], area: Area) -> Html {
    let size = card_text_size(ctx);
    if area.w < NARROW_WIDTH || area.h < least_card_height(ctx) * 8 / 10 {
        return draw_text_cards(ctx, score_board, marks, area);
    }
    let columns = (area.w / (size * 17)).clamp(1, MAX_CARDS);
    let rows = if columns == 1 { (area.h / least_card_height(ctx)).clamp(1, MAX_CARDS) } else { 1 };
    let spread = |row: usize| {
        let points = || score_board.bars.iter().filter_map(|bar| bar.parts.get(row));
        points().max().unwrap_or(&0) - points().min().unwrap_or(&0)
    };
    let mut shown: Vec<usize> = score_board.uneven_rows().collect();
    shown.sort_by_key(|row| (score_board.current != Some(*row), -spread(*row)));
    shown.truncate(usize::try_from(columns * rows).unwrap_or(1));
    if columns > 1 {
        shown.sort_unstable();
    }
    let count = i64::try_from(shown.len()).unwrap_or(1).max(1);
    let (columns, rows) = if rows > 1 { (1, count) } else { (count, 1) };
    let gap = size * 2 / 3;
    let each = Area::new(0, 0, (area.w - gap * (columns - 1)) / columns, (area.h - gap * (rows - 1)) / rows);
    let width = each.w.min(size * 34);
    let cards = shown.into_iter().zip(0_i64..).map(|(row, at)| {
        let (column, line) = if rows > 1 { (0, at) } else { (at, 0) };
        let place = Area::new(area.x + column * (width + gap), area.y + line * (each.h + gap), width, each.h);
        draw_card(ctx, score_board, row, marks[row], place)
    });
    html! { <g class="score-cards">{ for cards }</g> }
}

/// How much of the winner's lead over the next node a plugin's points are. Without a winner, how far its points differ.
fn margin_part(score_board: &ScoreBoard, row: usize) -> Option<i64> {
    let winner = score_board.bars.iter().find(|bar| bar.is_winner)?;
    let second = score_board.bars.iter().filter(|bar| !bar.is_winner).max_by_key(|bar| bar.total)?;
    Some(winner.parts.get(row)? - second.parts.get(row)?)
}

/// Draws cards without a plot, in the order of their part in the winner's lead: how the points of each node come about, in numbers.
fn draw_text_cards(ctx: &DrawCtx<'_>, score_board: &ScoreBoard, marks: &[PluginMark], area: Area) -> Html {
    let size = card_text_size(ctx);
    let line = size * 13 / 10;
    let mut rows: Vec<usize> = score_board.uneven_rows().collect();
    rows.sort_by_key(|row| {
        (score_board.current != Some(*row), margin_part(score_board, *row).map(|part| -part.abs()), *row)
    });
    let columns = (area.w / (size * 22)).clamp(1, MAX_CARDS).min(i64::try_from(rows.len()).unwrap_or(1).max(1));
    let gap = size * 2 / 3;
    let width = (area.w - gap * (columns - 1)) / columns;
    let card_height = |row: usize| {
        let nodes = i64::try_from(score_groups(&score_board.bars, row).len().min(MAX_TEXT_LINES)).unwrap_or(0);
        size * 24 / 10 + nodes * line
    };
    // A row of cards is as high as its highest card.
    let (mut y, mut cards) = (area.y, Vec::new());
    for rows in rows.chunks(usize::try_from(columns).unwrap_or(1)) {
        let height = rows.iter().map(|row| card_height(*row)).max().unwrap_or(0);
        if y + height > area.bottom() {
            break;
        }
        for (row, column) in rows.iter().zip(0_i64..) {
            let place = Area::new(area.x + column * (width + gap), y, width, height);
            cards.push(draw_text_card(ctx, score_board, *row, marks[*row], place));
        }
        y += height + gap;
    }
    html! { <g class="score-cards">{ for cards }</g> }
}

fn draw_text_card(ctx: &DrawCtx<'_>, score_board: &ScoreBoard, row: usize, mark: PluginMark, area: Area) -> Html {
    let size = card_text_size(ctx);
    let line = size * 13 / 10;
    let is_current = score_board.current == Some(row);
    let (name, weight) = &score_board.rows[row];
    let (x, right) = (area.x + size * 2 / 3, area.right() - size * 2 / 3);
    let head = size * 15 / 10;
    let part = margin_part(score_board, row).map(|part| format!("{}{}", if part < 0 { '−' } else { '+' }, part.abs()));
    let part = part.unwrap_or_default();
    let name_x = x + head + size / 2;
    // Bold text is wider.
    let room = (right - name_x - text_width(&part, size) - size) * 10 / 11;
    let name_size = fit_text_size(name, size * 12 / 10, room, 10);
    let foot = area.y + size / 2 + head * 7 / 10;
    let lines =
        score_groups(&score_board.bars, row).into_iter().take(MAX_TEXT_LINES).zip(1_i64..).map(|(group, at)| {
            let points = group.normalized * weight;
            let numbers = format!("{} → {} × {weight} = {points}", group.raw, group.normalized);
            let y = area.y + size / 2 + head + at * line;
            let nodes = [group.nodes.join(", "), words::words(ctx.lang).nodes(group.nodes.len())];
            let room = (right - x - text_width(&numbers, size) - size) * 10 / 11;
            let nodes = nodes.into_iter().find(|text| text_width(text, size) <= room).unwrap_or_default();
            let class = if group.has_winner { "text strong" } else { "text" };
            html! {
                <>
                    { draw_text(x, y, size, if group.has_winner { "good" } else { "soft" }, TextAnchor::Start, nodes) }
                    { draw_text(right, y, size, class, TextAnchor::End, numbers) }
                </>
            }
        });
    html! {
        <g class="score-card" data-verdict={is_current.then_some("")} data-plugin={name.to_string()}>
            { draw_rect(area, if is_current { "frame focus" } else { "frame" }, 6) }
            { mark.draw(x, area.y + size / 2, head) }
            { draw_text(name_x, foot, name_size, "text strong", TextAnchor::Start, clip_text(name, name_size, room)) }
            { draw_text(right, foot, size, "text strong", TextAnchor::End, part) }
            { for lines }
        </g>
    }
}

/// The horizontal positions on a card.
struct CardColumns {
    /// The axis of raw scores; their numbers are on its left.
    raw: i64,
    /// The axis of normalized scores; their numbers are on its right.
    normalized: i64,
    /// The points.
    points: i64,
    right: i64,
}

fn draw_card(ctx: &DrawCtx<'_>, score_board: &ScoreBoard, row: usize, mark: PluginMark, area: Area) -> Html {
    let size = card_text_size(ctx);
    let line = size * 13 / 10;
    let labels = words::words(ctx.lang).score_labels();
    let is_current = score_board.current == Some(row);
    let (name, weight) = &score_board.rows[row];
    let (x, right) = (area.x + size * 2 / 3, area.right() - size * 2 / 3);
    let head = size * 15 / 10;
    let y = area.y + size / 2;
    let name_x = x + head + size / 2;
    let name_size = fit_text_size(name, size * 12 / 10, (right - name_x) * 10 / 11, 10);
    let groups = score_groups(&score_board.bars, row);
    let all_scores: Vec<(i64, i64)> = groups.iter().map(|group| (group.raw, group.normalized)).collect();
    let formula = ScoreFormula::of_scores(&all_scores).map(|rule| formula_lines(ctx, rule, &groups));
    let formula: Vec<String> =
        formula.into_iter().flatten().flat_map(|text| wrap_text(&text, size, right - x, 2)).collect();
    let formula_height = i64::try_from(formula.len()).unwrap_or(0) * line + size / 2;
    let plot_top = y + head + line + size;
    let least = i64::try_from(groups.len()).unwrap_or(0) * line;
    // The numbers take precedence over the formula.
    let has_formula = area.bottom() - formula_height - plot_top >= least;
    let plot_bottom = area.bottom() - size - if has_formula { formula_height } else { 0 };
    let raw_width = groups.iter().map(|group| text_width(&group.raw.to_string(), size)).max().unwrap_or(0);
    let raw_axis = x + raw_width.max(text_width(labels.raw, size)) + size / 2;
    let normalized_axis = raw_axis + ((right - raw_axis) * 22 / 100).max(size * 2);
    let columns = CardColumns {
        raw: raw_axis,
        normalized: normalized_axis,
        points: normalized_axis + size / 2 + text_width("100", size) + size / 2,
        right,
    };
    let column_names = draw_column_names(ctx, &columns, *weight, y + head + line);
    html! {
        <g class="score-card" data-verdict={is_current.then_some("")} data-plugin={name.to_string()}>
            { draw_rect(area, if is_current { "frame focus" } else { "frame" }, 6) }
            { mark.draw(x, y, head) }
            { draw_text(name_x, y + head * 7 / 10, name_size, "text strong", TextAnchor::Start, clip_text(name, name_size, (right - name_x) * 10 / 11)) }
            { column_names }
            if plot_bottom - plot_top >= least - line / 2 { { draw_plot(ctx, &groups, *weight, &columns, Area::new(x, plot_top, right - x, plot_bottom - plot_top)) } }
            if has_formula { { draw_lines(x, area.bottom() - formula_height, size, "soft", &formula).html } }
        </g>
    }
}

fn draw_column_names(ctx: &DrawCtx<'_>, columns: &CardColumns, weight: i64, y: i64) -> Html {
    let size = card_text_size(ctx);
    let labels = words::words(ctx.lang).score_labels();
    let weight_text = format!("× {weight}");
    let room = columns.points - size / 3 - (columns.raw + size / 2);
    let normalized = if text_width(labels.normalized, size) <= room { labels.normalized } else { "" };
    html! {
        <>
            { draw_text(columns.raw - size / 3, y, size, "soft", TextAnchor::End, labels.raw.to_owned()) }
            { draw_text(columns.points - size / 3, y, size, "soft", TextAnchor::End, normalized.to_owned()) }
            { draw_text(columns.points, y, size, "soft", TextAnchor::Start, weight_text) }
        </>
    }
}

/// The formula in words, and with the numbers of the winner, or else of the highest score.
fn formula_lines(ctx: &DrawCtx<'_>, rule: ScoreFormula, groups: &[ScoreGroup<'_>]) -> Vec<String> {
    let labels = words::words(ctx.lang).score_labels();
    if rule == ScoreFormula::Unchanged {
        return vec![labels.already_normalized.to_owned()];
    }
    let example = groups.iter().find(|group| group.has_winner).or(groups.first());
    let words = rule.formula(labels.raw, labels.largest, labels.smallest);
    let words = if rule.is_reversed() {
        format!("{words}{}{}", ctx.lang.lesson_labels().between, labels.fewer_is_better)
    } else {
        words
    };
    let numbers = example.map(|group| format!("{} = {}", rule.formula_for(group.raw), group.normalized));
    [Some(words), numbers].into_iter().flatten().collect()
}

/// Draws a line from the raw to the normalized score of each group of nodes, with the numbers.
fn draw_plot(ctx: &DrawCtx<'_>, groups: &[ScoreGroup<'_>], weight: i64, columns: &CardColumns, area: Area) -> Html {
    let size = card_text_size(ctx);
    let line = size * 13 / 10;
    let highest = groups.iter().map(|group| group.normalized).max().unwrap_or(0);
    let best = if highest > 10 { highest.max(100) } else { 10 };
    // Half a line above and below is for numbers.
    let (top, height) = (area.y + line / 2, (area.h - line).max(1));
    let y_of = |share: f64| top + ((1.0 - share) * height as f64).round() as i64;
    let y_normalized = |group: &ScoreGroup<'_>| y_of(group.normalized as f64 / best as f64);
    let (first, last) = (groups.first(), groups.last());
    let y_raw = |group: &ScoreGroup<'_>| match (first, last) {
        // The scale of raw scores is the one on which the line of the highest score and that of the lowest are level.
        (Some(first), Some(last)) if first.raw != last.raw => {
            let share = (group.raw - last.raw) as f64 / (first.raw - last.raw) as f64;
            y_of((last.normalized as f64 + share * (first.normalized - last.normalized) as f64) / best as f64)
        }
        _ => y_normalized(group),
    };
    let label_ys = spread_labels(&groups.iter().map(y_normalized).collect::<Vec<_>>(), line, area);
    let has_winner = groups.iter().any(|group| group.has_winner);
    let shapes = groups.iter().zip(label_ys).map(|(group, label_y)| {
        let (left, right) = (y_raw(group).clamp(area.y, area.bottom()), y_normalized(group));
        let class = if has_winner && !group.has_winner { "score-line other" } else { "score-line" };
        let text_class = if group.has_winner { "text strong" } else { "text" };
        let foot = label_y + size * 36 / 100;
        let points = (group.normalized * weight).to_string();
        let names_x = columns.points + text_width(&points, size) * 11 / 10 + size;
        let room = (columns.right - names_x) * 10 / 11;
        let texts = [group.nodes.join(", "), words::words(ctx.lang).nodes(group.nodes.len())];
        let names = match group.nodes[..] {
            [only] => clip_text(only, size, room),
            _ => texts.into_iter().find(|text| text_width(text, size) <= room).unwrap_or_default(),
        };
        html! {
            <g>
                { draw_path(format!("M{} {left}L{} {right}", columns.raw, columns.normalized), class) }
                { draw_text(columns.raw - size / 3, foot, size, text_class, TextAnchor::End, group.raw.to_string()) }
                { draw_text(columns.points - size / 2, foot, size, text_class, TextAnchor::End, group.normalized.to_string()) }
                { draw_text(columns.points, foot, size, text_class, TextAnchor::Start, points) }
                { draw_text(names_x, foot, size, if group.has_winner { "good" } else { "soft" }, TextAnchor::Start, names) }
            </g>
        }
    });
    let axis = |x: i64| draw_path(format!("M{x} {}V{}", y_of(1.0), y_of(0.0)), "score-axis");
    html! { <>{ axis(columns.raw) }{ axis(columns.normalized) }{ for shapes }</> }
}

/// Moves labels apart that would overlap, from the top down, and back up at the bottom.
fn spread_labels(wanted: &[i64], line: i64, area: Area) -> Vec<i64> {
    let mut ys = wanted.to_vec();
    for at in 1..ys.len() {
        ys[at] = ys[at].max(ys[at - 1] + line);
    }
    let mut lowest = area.bottom() - line / 2;
    for y in ys.iter_mut().rev() {
        *y = (*y).min(lowest);
        lowest = *y - line;
    }
    ys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_moved_apart() {
        let area = Area::new(0, 0, 10, 100);
        assert_eq!(spread_labels(&[10, 50, 90], 20, area), [10, 50, 90]);
        assert_eq!(spread_labels(&[50, 52, 90], 20, area), [50, 70, 90]);
        assert_eq!(spread_labels(&[80, 88, 90], 20, area), [50, 70, 90]);
    }
}

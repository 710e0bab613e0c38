//! Draws the preemption ladder: candidates with their victims at the top, a row for each rule, and where each candidate is dropped.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use runlog::LadderRule;
use scene::{
    ladder_lines::RuleMark,
    stage_model::{LadderCandidate, PreemptionLadder},
};
use yew::{Html, html};

use crate::draw::{
    draw_ctx::{DrawCtx, draw_node_link},
    text_layout::{
        Area, Size, TextAnchor, bold_text_width, clip_text, draw_lines, draw_path, draw_rect, draw_text, fit_text_size,
        text_width, wrap_text, wrap_text_evenly,
    },
    tiles,
};

/// Narrower pictures have the names of rules above their rows.
const NARROW_WIDTH: i64 = 560;

const MAX_NAME_LINES: usize = 3;

/// The least length of a piece of a candidate's line below the name of a rule, in pixels.
const MIN_WIRE: i64 = 24;

/// The geometry of the candidates' columns and the rules' rows.
struct LadderLayout {
    width: i64,
    names_width: i64,
    column_width: i64,
    /// The y of the first row.
    head: i64,
    first_rule: usize,
    /// The heights of the rows, from the first visible rule.
    row_heights: Vec<i64>,
    is_narrow: bool,
}

impl LadderLayout {
    fn column_x(&self, column: i64, text_size: i64) -> i64 {
        self.names_width + text_size / 2 + column * self.column_width
    }

    fn row_y(&self, rule: usize) -> i64 {
        self.head + self.row_heights.iter().take(rule.saturating_sub(self.first_rule)).sum::<i64>()
    }

    fn row_height(&self, rule: usize) -> i64 {
        self.row_heights.get(rule.saturating_sub(self.first_rule)).copied().unwrap_or(0)
    }
}

/// The heights of rows that share `room`: equal if all texts fit, otherwise in proportion to their texts.
fn share_row_heights(needed: &[i64], room: i64, largest: i64) -> Vec<i64> {
    let count = i64::try_from(needed.len()).unwrap_or(1).max(1);
    let equal = (room / count).clamp(0, largest);
    let spare = room - needed.iter().sum::<i64>();
    if spare < 0 || needed.iter().all(|height| *height <= equal) {
        return vec![equal; needed.len()];
    }
    needed.iter().map(|height| height + spare / count).collect()
}

/// Draws the ladder in a picture of this size.
pub(crate) fn draw_ladder(ctx: &DrawCtx<'_>, ladder: &PreemptionLadder, size: Size) -> Html {
    let Size { width: w, height: h } = size;
    let text_size = ctx.text_size;
    let narrow = w < NARROW_WIDTH;
    let count = i64::try_from(ladder.candidates.len()).unwrap_or(1).max(1);
    let rules = i64::try_from(ladder.rules.len()).unwrap_or(1).max(1);
    let names = if narrow { 0 } else { names_width(ctx, ladder, w) };
    let each = ((w - names - text_size * 3 / 2) / count).min(text_size * 15);
    // Space for the note on a tie is always reserved, so that nothing moves when the choice is shown. A low picture has no space for it.
    let foot = if ladder.tie_size.is_some() || h >= text_size * 20 { text_size * 5 / 2 } else { text_size / 2 };
    // The rules get the height of their lines, and the candidates get the rest.
    // In a low picture neither fits, and each gets half.
    let needed_height = |at: usize, rule: LadderRule| {
        if narrow {
            return text_size * 4;
        }
        let lines = rule_name_lines(ctx, rule, at, names, MAX_NAME_LINES);
        lines_height(&lines, text_size).max(text_size * 2) + text_size / 2
    };
    let needed_heights: Vec<i64> = ladder.rules.iter().enumerate().map(|(at, rule)| needed_height(at, *rule)).collect();
    let least_head = (h * 26 / 100).min(text_size * 11).max(text_size * 6);
    // The names of the pods must be readable, too.
    let least_head = if ctx.has_least_text_size() && !narrow {
        least_head.max((h - foot - needed_heights.iter().sum::<i64>()).min(h * 2 / 5))
    } else if ctx.has_least_text_size() {
        least_head.max(h * 45 / 100)
    } else {
        least_head
    };
    let head = (h - foot - rules * text_size * 6).max(least_head).min(h / 2);
    // A row isn't lower than its content: without space for all, the current rule and those before it are drawn.
    let row_capacity =
        usize::try_from((h - head - foot) / (text_size * if narrow { 4 } else { 2 })).unwrap_or(0).max(1);
    let last = ladder.current.unwrap_or(ladder.applied_rule_count.saturating_sub(1));
    let first = (last + 1).saturating_sub(row_capacity);
    let visible = first..(first + row_capacity).min(ladder.rules.len());
    let row_heights = share_row_heights(&needed_heights[visible.clone()], h - head - foot, text_size * 7);
    let layout = LadderLayout {
        width: w,
        names_width: names,
        column_width: each,
        head,
        first_rule: first,
        row_heights,
        is_narrow: narrow,
    };
    let rows = visible.clone().map(|at| {
        let is_current = ladder.current == Some(at);
        draw_rule_row(ctx, ladder.rules[at], at, is_current, at < ladder.applied_rule_count, &layout)
    });
    let ways = ladder
        .candidates
        .iter()
        .zip(0_i64..)
        .map(|(candidate, at)| draw_candidate_path(ctx, candidate, ladder, visible.end, at, &layout));
    let most = ladder.candidates.iter().map(|candidate| candidate.capacity).max().unwrap_or(1).max(1);
    let heads = ladder.candidates.iter().zip(0_i64..).map(|(ladder_candidate, at)| {
        let area = Area::new(layout.column_x(at, text_size), text_size / 3, each, head - text_size * 4 / 3);
        draw_candidate(
            ctx,
            ladder_candidate,
            ladder.is_decided(),
            area,
            (area.h - text_size * 2).max(0) as f64 / most as f64,
        )
    });
    let tie_note = ladder.tie_size.map(|of| {
        let texts = wrap_text(&ctx.lang.drawn_from(of), text_size, w - 2 * text_size, 2);
        html! { <g data-verdict="">{ draw_lines(text_size, layout.row_y(visible.end) + text_size / 2, text_size, "text strong", &texts).html }</g> }
    });
    let ground = ladder.current.map(|current_index| {
        draw_rect(
            Area::new(6, layout.row_y(current_index) + 1, w - 12, layout.row_height(current_index) - 2),
            "deciding",
            6,
        )
    });
    let frame = draw_rect(Area::new(2, 2, w - 4, h - 4), "frame", 8);
    html! { <g class="ladder" data-subject="">{ frame }{ ground }{ for ways }{ for rows }{ for heads }{ tie_note }</g> }
}

fn lines_height(lines: &[String], text_size: i64) -> i64 {
    i64::try_from(lines.len()).unwrap_or(1) * text_size * 13 / 10
}

/// The name of a rule beside its row, in at most `most` lines.
fn rule_name_lines(ctx: &DrawCtx<'_>, rule: LadderRule, at: usize, names_width: i64, most: usize) -> Vec<String> {
    let text_size = ctx.text_size;
    let (name, _) = ctx.lang.rule_text(rule);
    wrap_text_evenly(&format!("{}. {name}", at + 1), text_size, names_width - text_size * 3 / 2, most)
}

/// The width of the rules' names beside the candidates: one line, if that leaves enough space for the candidates.
fn names_width(ctx: &DrawCtx<'_>, ladder: &PreemptionLadder, width: i64) -> i64 {
    let text_size = ctx.text_size;
    let longest = ladder
        .rules
        .iter()
        .zip(1..)
        .map(|(rule, number)| text_width(&format!("{number}. {}", ctx.lang.rule_text(*rule).0), text_size));
    let candidates = i64::try_from(ladder.candidates.len()).unwrap_or(1) * text_size * 10;
    let most = (width - candidates - text_size * 3 / 2).min(width * 40 / 100);
    let least = (width * 30 / 100).min(text_size * 19);
    (longest.max().unwrap_or(0) + text_size * 2).min(most).max(least)
}

/// Draws the row of a rule with its name.
fn draw_rule_row(
    ctx: &DrawCtx<'_>,
    rule: LadderRule,
    at: usize,
    is_current: bool,
    is_past: bool,
    layout: &LadderLayout,
) -> Html {
    let text_size = ctx.text_size;
    let LadderLayout { width: w, names_width: names, .. } = *layout;
    let y = layout.row_y(at);
    let class = match (is_current, is_past) {
        (true, _) => "text strong",
        (_, true) => "text",
        _ => "soft",
    };
    let html = if names == 0 {
        let (text, size) = fit_narrow_name(ctx, rule, at, w);
        draw_lines(text_size * 3 / 4, y + 2, size, class, &wrap_text(&text, size, w - text_size, 1)).html
    } else {
        let row_height = layout.row_height(at);
        let most = usize::try_from(row_height / (text_size * 13 / 10)).unwrap_or(1).clamp(1, MAX_NAME_LINES);
        let texts = rule_name_lines(ctx, rule, at, names, most);
        draw_lines(text_size, y + (row_height - lines_height(&texts, text_size)) / 2, text_size, class, &texts).html
    };
    html! {
        <g class="rule" data-later={(!is_past).then_some("")} data-verdict={is_current.then_some("")}>
            { html }
        </g>
    }
}

/// The name of a rule in one line above its row, and its text size.
fn fit_narrow_name(ctx: &DrawCtx<'_>, rule: LadderRule, at: usize, width: i64) -> (String, i64) {
    let text = format!("{}. {}", at + 1, ctx.lang.rule_text(rule).0);
    let size = fit_text_size(&text, ctx.text_size, width - 2 * ctx.text_size, ctx.text_size * 8 / 10);
    (text, size)
}

/// Draws a piece of a candidate's line. It has a gap where the name of a rule crosses it.
fn draw_wire(middle: i64, [from, to]: [i64; 2], gap: Option<[i64; 2]>, class: &'static str) -> Html {
    let d = match gap {
        None => format!("M{middle} {from}V{to}"),
        // A short piece below the name would look like a line of its own.
        Some([top, foot]) if to - foot < MIN_WIRE => format!("M{middle} {from}V{top}"),
        Some([top, foot]) => format!("M{middle} {from}V{top}M{middle} {foot}V{to}"),
    };
    draw_path(d, class)
}

/// Draws the line of a candidate through the rules, with the number that each compared.
fn draw_candidate_path(
    ctx: &DrawCtx<'_>,
    ladder_candidate: &LadderCandidate,
    ladder: &PreemptionLadder,
    end: usize,
    column: i64,
    layout: &LadderLayout,
) -> Html {
    let text_size = ctx.text_size;
    let LadderLayout { column_width: each, head, is_narrow: narrow, .. } = *layout;
    let middle = layout.column_x(column, text_size) + each / 2;
    let mut from = head - text_size;
    let mut shapes = Vec::new();
    let marks = ladder_candidate.line.marks.iter().zip(&ladder.rules).enumerate();
    for (at, (rule_mark, rule)) in marks.take(end).skip(layout.first_rule) {
        let (low, height, is_dropped) = match rule_mark {
            RuleMark::AlreadyOut => break,
            RuleMark::Stays(low, high) => (*low, *high, false),
            RuleMark::Dropped(low, high) => (*low, *high, true),
        };
        let top = layout.row_y(at);
        let row_height = layout.row_height(at);
        let y = if narrow { top + text_size + (row_height - text_size) / 2 } else { top + row_height / 2 };
        let (name, name_size) = fit_narrow_name(ctx, *rule, at, layout.width);
        // The name of the current rule is bold, and bold text is wider.
        let is_across = narrow && middle < text_size + bold_text_width(&name, name_size);
        let gap = is_across.then_some([top + 1, top + 2 + name_size * 14 / 10]);
        shapes.push(draw_wire(middle, [from, y], gap, if is_dropped { "wire out" } else { "wire" }));
        let earliest = ladder.earliest_start(at);
        let victims = ladder_candidate.victims.len();
        let range = |text: &dyn Fn(i64) -> String| {
            let value = if low == height { text(low) } else { format!("{} … {}", text(low), text(height)) };
            if is_dropped { format!("{value} ✗") } else { value }
        };
        let value = range(&|value| ctx.lang.compared_value(*rule, value, earliest, victims));
        // A sentence is replaced by a few words before it becomes too small.
        let plain = (text_size * 9 / 10).max(ctx.least_text_size);
        let is_cut = *rule == LadderRule::LatestStart && text_width(&value, plain) + plain > each - text_size * 2 / 3;
        let value = if is_cut { range(&|value| ctx.lang.short_start(value, earliest)) } else { value };
        // Neighboring texts keep a distance.
        let (largest, widest) =
            (if ladder.current == Some(at) { text_size * 11 / 10 } else { text_size }, each - text_size * 2 / 3);
        // Spaces are removed before the text becomes smaller.
        let value = if text_width(&value, text_size) + text_size > widest { value.replace(" + ", "+") } else { value };
        let size = (9..=largest).rev().find(|size| text_width(&value, *size) + size <= widest).unwrap_or(9);
        let width = (text_width(&value, size) + size).min(each - 2).max(text_size * 2);
        let height = size * 19 / 10;
        let area = Area::new(middle - width / 2, y - height / 2, width, height);
        let class = if is_dropped { "value out" } else { "value" };
        shapes.push(html! {
            <g {class}>
                { draw_rect(area, "body", 5) }
                { draw_text(middle, y + size * 36 / 100, size, "text", TextAnchor::Middle, clip_text(&value, size, width)) }
            </g>
        });
        from = y + height / 2;
    }
    let is_lost = ladder.is_decided() && !ladder_candidate.is_winner;
    html! { <g class={is_lost.then_some("lost")}>{ for shapes }</g> }
}

/// Draws a candidate: its name, and its column with the victims.
fn draw_candidate(
    ctx: &DrawCtx<'_>,
    ladder_candidate: &LadderCandidate,
    is_decided: bool,
    area: Area,
    pixels_per_unit: f64,
) -> Html {
    let text_size = ctx.text_size;
    let name = match ladder_candidate.nodes.as_slice() {
        [only] => only.to_string(),
        several => ctx.lang.nodes_alike(several.len()),
    };
    let mut size = text_size;
    while text_width(&name, size) > area.w - 4 && size > 10 {
        size -= 1;
    }
    let width = area.w * 86 / 100;
    let node_column = Area::new(
        area.x + (area.w - width) / 2,
        area.bottom() - (ladder_candidate.capacity as f64 * pixels_per_unit) as i64,
        width,
        (ladder_candidate.capacity as f64 * pixels_per_unit) as i64,
    );
    let rest = ((ladder_candidate.remaining as f64) * pixels_per_unit) as i64;
    let inside = Area::new(node_column.x + 2, node_column.y, node_column.w - 4, node_column.h - rest);
    let amounts: Vec<i64> = ladder_candidate.victims.iter().map(|tile| tile.amount).collect();
    let places = tiles::stack_tiles(&amounts, inside, pixels_per_unit, ctx.min_tile_height(inside.w));
    let pods = ladder_candidate.victims.iter().zip(&places).map(|(tile, place_area)| {
        let place_area = Area::new(place_area.x, place_area.y + 1, place_area.w, (place_area.h - 2).max(3));
        tiles::draw_tile(ctx, tile, place_area, "", tiles::draw_face(ctx, tile, place_area))
    });
    let (symbol, class) = match (ladder_candidate.is_winner, ladder_candidate.is_tied) {
        (true, _) => ("✓ ", "good strong"),
        (_, true) => ("= ", "text strong"),
        _ => ("", "text strong"),
    };
    let face_html = draw_text(
        area.x + area.w / 2,
        area.y + text_size + text_size / 4,
        size,
        class,
        TextAnchor::Middle,
        clip_text(&format!("{symbol}{name}"), size, area.w + text_size),
    );
    html! {
        <g key={ladder_candidate.nodes[0].to_string()} class={match (is_decided, ladder_candidate.is_winner) { (true, true) => "candidate won", (true, false) => "candidate lost", _ => "candidate" }} data-node={ladder_candidate.nodes[0].to_string()} data-verdict={ladder_candidate.is_winner.then_some("")}>
            if ladder_candidate.is_winner { { draw_rect(Area::new(area.x + 2, area.y - text_size / 6, area.w - 4, area.h + text_size / 3), "winner", 6) } }
            { draw_node_link(ctx, &ladder_candidate.nodes[0], Area::new(area.x, area.y, area.w, text_size * 3 / 2), face_html) }
            { draw_rect(node_column, "ground", 3) }
            if rest > 0 { { draw_rect(Area::new(inside.x, node_column.bottom() - rest, inside.w, rest), "rest", 2) } }
            { for pods }
            { draw_path(format!("M{} {}H{}", node_column.x - 4, node_column.y, node_column.right() + 4), "rim") }
        </g>
    }
}

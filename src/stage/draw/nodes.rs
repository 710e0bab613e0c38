//! Draws nodes on the stage: a large one with its tray and its checks, or several side by side at one scale.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use ::i18n::short_pod_name;
use runlog::Queue;
use scene::{
    node_model::{ColumnVerdict, FilterCheck, NewcomerPlace, NodeColumn, PodTile},
    stage_model::is_negative,
};
use trace::filter_cells::FilterCell;
use yew::{Html, html};

use crate::draw::{
    amount_sums::{draw_balance, draw_shortfall},
    draw_ctx::{DrawCtx, GroupPart, RackDrawing, draw_node_link},
    node_column::{self, ColumnLayout},
    node_text,
    text_layout::{
        Area, Size, TextAnchor, TextBlock, clip_text, draw_lines, draw_path, draw_rect, draw_text, fit_text_size,
        text_width, wrap_text,
    },
    tiles::{self, with_unit},
    tray,
};

/// Narrower pictures have below what others have beside the column.
const NARROW_WIDTH: i64 = 520;

/// Lines of checks below nodes that are side by side: one or two for the failure, and the others for the rest.
const LINES_OF_CHECKS: i64 = 3;

/// Lines below a single node if there is no space beside it: three for its verdict, and six for its checks.
const LINES_BELOW: i64 = 9;

/// Draws nodes in a picture of this size.
pub(crate) fn draw_nodes(ctx: &DrawCtx<'_>, node_columns: &[NodeColumn], focus: Option<usize>, size: Size) -> Html {
    match node_columns {
        [] => draw_text(
            size.width / 2,
            size.height / 2,
            ctx.text_size,
            "soft",
            TextAnchor::Middle,
            ctx.lang.stage_labels().no_nodes.to_owned(),
        ),
        _ if let Some((band, draw_group)) = ctx.group.zip(ctx.late_drawings.group) => {
            draw_group(ctx, band, GroupPart::Nodes { node_columns, focus, size }).html
        }
        [only] => draw_focused_node(ctx, only, Area::new(0, 0, size.width, size.height)).html,
        several => draw_node_row(ctx, several, focus, size),
    }
}

/// Draws a node's name, which opens its page.
pub(super) fn draw_name(
    ctx: &DrawCtx<'_>,
    node_column: &NodeColumn,
    x: i64,
    y: i64,
    size: i64,
    available_width: i64,
) -> Html {
    let area = Area::new(x, y - size, text_width(&node_column.node, size).min(available_width), size * 5 / 4);
    draw_node_link(
        ctx,
        &node_column.node,
        area,
        draw_text(x, y, size, "text strong", TextAnchor::Start, clip_text(&node_column.node, size, available_width)),
    )
}

/// The CSS class of a node: whether it exists, and whether it differs from the run that this one was forked from.
pub(super) fn verdict_class(ctx: &DrawCtx<'_>, node_column: &NodeColumn) -> &'static str {
    match (node_column.is_missing, ctx.differing_nodes.contains(&node_column.node)) {
        (true, _) => "node missing",
        (_, true) => "node unlike",
        _ => "node",
    }
}

/// The drawing of a node, and the geometry of its column.
pub(crate) struct NodeDrawing {
    pub html: Html,
    pub stand: ColumnLayout,
}

/// Draws the node that the moment is about.
pub(crate) fn draw_focused_node(ctx: &DrawCtx<'_>, node_column: &NodeColumn, all: Area) -> NodeDrawing {
    let text_size = ctx.text_size;
    // A low picture has its texts beside the column even if it is narrow: below it, they would leave no height for the pods.
    let narrow = all.w < NARROW_WIDTH && !(ctx.is_low && all.w >= text_size * 34);
    let pad = if narrow { text_size / 2 } else { text_size };
    let frame = Area::new(all.x + 2, all.y + 2, all.w - 4, all.h - 4);
    let (x, right) = (frame.x + pad, frame.right() - pad);
    // The name and the usage.
    let head = text_size * 3 / 2;
    let mut y = frame.y + pad / 2;
    let title = draw_name(ctx, node_column, x, y + head, head, right - x);
    let facts_x = x + text_width(&node_column.node, head) + text_size;
    let (fullness, facts) = (node_text::fullness_text(ctx, node_column), node_text::node_facts_text(ctx, node_column));
    let full = format!("{fullness} · {facts}");
    // The longest possible text, plus a fraction, determines whether one line is enough, so that the column keeps its scale when a dry
    // run starts or pods change.
    let longest_facts = node_text::longest_facts_text(ctx, node_column);
    let longest = format!("{} · {longest_facts}", node_text::longest_fullness_text(ctx, node_column));
    let longest_width = text_width(&longest, text_size) + text_size * 2;
    let html = match right - facts_x {
        _ if ctx.is_intro => Html::default(),
        free if text_width(&full, text_size).max(longest_width) <= free => {
            draw_text(facts_x, y + head, text_size, "soft", TextAnchor::Start, full)
        }
        free if ctx.is_low => {
            draw_text(facts_x, y + head, text_size, "soft", TextAnchor::Start, clip_text(&fullness, text_size, free))
        }
        free if text_width(&fullness, text_size) <= free => {
            y += text_size * 13 / 10;
            let size = ctx.small_size(90);
            let facts = clip_text(&facts, size, right - x);
            let more_html = draw_text(x, y + head, size, "soft", TextAnchor::Start, facts);
            html! { <>{ draw_text(facts_x, y + head - text_size * 13 / 10, text_size, "soft", TextAnchor::Start, fullness) }{ more_html }</> }
        }
        _ => {
            y += text_size * 13 / 10;
            draw_text(x, y + head, text_size, "soft", TextAnchor::Start, clip_text(&full, text_size, right - x))
        }
    };
    y += head + text_size * 8 / 10;
    let flat_tiles = zero_height_tiles(node_column);
    let has_shelf = !flat_tiles.is_empty() || ctx.figure.is_some_and(|figure| figure.has_shelf);
    let shelf_height = if has_shelf { text_size * 3 } else { 0 };
    let RackDrawing { height: rack_height, html: rack } =
        ctx.draw_devices(&node_column.node, (x, right - x), (frame.bottom() - y) / 2);
    let checks = !node_column.checks.is_empty();
    let ticks = text_size * 37 / 10;
    // In a narrow picture, texts are below the column, with the checks. Their space is always reserved, so that the column keeps its
    // scale when they appear.
    let beside_tiles = node_column.tray.is_some() || node_column.waiting_pod.is_some();
    let under = narrow && !beside_tiles && !ctx.is_intro;
    let next_y = if narrow && !ctx.is_intro {
        (all.h * 3 / 10).min(text_size * ctx.figure.map_or(LINES_BELOW, |figure| figure.lines_below))
    } else {
        0
    };
    let node_note = (next_y > 0).then(|| node_status(ctx, node_column)).flatten();
    let note_lines = node_note.map(|node_note| (node_note.class, wrap_text(&node_note.text, text_size, right - x, 3)));
    let line = text_size * 13 / 10;
    let note_height =
        note_lines.as_ref().map_or(0, |(_, texts)| i64::try_from(texts.len()).unwrap_or(0) * line + text_size / 2);
    // From the first check of an attempt to its end the column keeps its width, regardless of what is beside it.
    let share = match (beside_tiles || checks, &node_column.verdict) {
        _ if under => 100,
        _ if ctx.is_intro => {
            if narrow {
                64
            } else {
                46
            }
        }
        _ if ctx.figure.is_some() => 52,
        (false, ColumnVerdict::NotJudged) => 100,
        _ => 52,
    };
    let width = ((right - x) * share / 100).min(text_size * 56).min(right - x - ticks);
    let place_area = Area::new(x + 6, y, width - 6, frame.bottom() - pad - shelf_height - rack_height - next_y - y);
    let pixels_per_unit = place_area.h as f64 / node_column::total_height(ctx, node_column);
    let stand = node_column::layout_column(node_column, place_area, pixels_per_unit);
    let beside_area = Area::new(place_area.right() + ticks, y, right - place_area.right() - ticks, place_area.h);
    let trying = (node_column.tray.is_some() || node_column.incoming.is_some()).then_some("");
    let html = html! {
        <g data-subject={ctx.is_about_nodes.then_some("")} data-node={node_column.node.to_string()} class={verdict_class(ctx, node_column)} data-trial={trying}>
            { draw_rect(frame, "frame", 8) }
            { title }{ html }
            { node_column::draw_column(ctx, node_column, &stand, ticks) }
            { self::draw_question(ctx, node_column, &stand) }
            if ctx.is_intro { { draw_intro_side(ctx, node_column, &stand, beside_area) } }
            else if !under { { self::draw_beside(ctx, node_column, &stand, beside_area, BesideTexts { has_note: next_y == 0, has_checks: checks && !narrow }) } }
            if let Some((class, texts)) = note_lines { <g data-verdict="">{ draw_lines(x, place_area.bottom() + text_size / 4, text_size, class, &texts).html }</g> }
            if narrow && checks { { draw_checks(ctx, node_column, Area::new(x, place_area.bottom() + note_height + text_size / 2, right - x, next_y - note_height - text_size / 2)) } }
            if rack_height > 0 { { translate_down(frame.bottom() - pad - rack_height, rack) } }
            { self::draw_zero_height_row(ctx, node_column, &flat_tiles, Area::new(x, frame.bottom() - pad - rack_height - shelf_height + text_size / 2, right - x, shelf_height - text_size / 2)) }
        </g>
    };
    NodeDrawing { html, stand }
}

/// Above the capacity, where the pod will be if it doesn't fit: the question that the filters answer next. Empty once they have started,
/// or without space.
fn draw_question(ctx: &DrawCtx<'_>, node_column: &NodeColumn, stand: &ColumnLayout) -> Option<Html> {
    let view = ctx.frame.pods.get(ctx.subject_pod?)?;
    let is_next = view.node.is_none() && view.queue.is_none_or(|queue| queue == Queue::Active);
    let is_open = node_column.verdict == ColumnVerdict::NotJudged
        && node_column.incoming.is_none()
        && node_column.tray.is_none()
        && node_column.checks.is_empty()
        && node_column.nominated_pods.is_empty();
    let needs = view.amount_of(ctx.resource);
    let (size, width) = (ctx.text_size * 12 / 10, stand.ground.w - ctx.text_size);
    let amounts = i18n::ShortageTexts::new(ctx.resource, needs, node_column.used_amount(), node_column.capacity);
    let mut needed = vec![with_unit(ctx.resource, amounts.needs)];
    let mut free = vec![with_unit(ctx.resource, amounts.free)];
    // The resource that decides is named even if the picture does not show it.
    let (other, used, capacity) = &node_column.other_resource;
    let other_needs = view.amount_of(other);
    if *capacity > 0 && other_needs > capacity.saturating_sub(*used) {
        let amounts = i18n::ShortageTexts::new(other, other_needs, *used, *capacity);
        needed.push(with_unit(other, amounts.needs));
        free.push(with_unit(other, amounts.free));
    }
    let text = ctx.lang.fit_question(
        short_pod_name(ctx.subject_pod?),
        &ctx.lang.list_texts(&needed),
        &ctx.lang.list_texts(&free),
    );
    let texts = wrap_text(&text, size, width, 3);
    let height = i64::try_from(texts.len()).unwrap_or(0) * size * 13 / 10;
    let room = stand.ground.y - stand.top - ctx.text_size;
    (is_next && is_open && needs > 0 && node_column.capacity > 0 && height <= room).then(|| {
        let y = stand.ground.y - ctx.text_size / 2 - height;
        html! { <g class="question">{ draw_lines(stand.ground.x + ctx.text_size / 2, y, size, "maybe", &texts).html }</g> }
    })
}

/// A drawing moved down by `y`.
fn translate_down(y: i64, html: Html) -> Html {
    html! { <g transform={format!("translate(0 {y})")}>{ html }</g> }
}

/// Draws what is on the right of the column on a first visit: what is missing beside the pod that reaches above the capacity, and the pods that a dry
/// run removed.
fn draw_intro_side(ctx: &DrawCtx<'_>, node_column: &NodeColumn, stand: &ColumnLayout, area: Area) -> Html {
    let incoming = node_column.incoming.as_ref().filter(|incoming_pod| incoming_pod.place != NewcomerPlace::Inside);
    let above = incoming.map_or(0, |incoming_pod| incoming_pod.tile.amount)
        + node_column.used_amount()
        + node_column.nominated_amount()
        - node_column.capacity;
    let size = ctx.text_size * 12 / 10;
    let label = (above > 0).then(|| {
        let (x, top) = (stand.ground.right() + 6, stand.y_of(node_column.capacity + above));
        let text = ctx.lang.too_few(&tiles::amount_with_unit(ctx.resource, above));
        let foot = stand.ground.y - ctx.text_size * 7 / 10;
        html! {
            <g class="shortage" data-verdict="">
                { draw_path(format!("M{x} {top}h10V{foot}h-10"), "bracket") }
                { draw_text(x + 18, top + (foot - top) / 2 + size / 3, size, "bad", TextAnchor::Start, text) }
            </g>
        }
    });
    let tray = node_column.tray.as_ref().filter(|tray| !tray.tiles.is_empty());
    let tray = tray.map(|tray| {
        let width = area.w.min(ctx.text_size * 14);
        tray::draw_tray(ctx, node_column, tray, stand, Area::new(area.x, area.y, width, area.h))
    });
    html! { <>{ label.unwrap_or_default() }{ tray.unwrap_or_default() }</> }
}

/// The text about a node at this moment.
struct NodeNote {
    class: &'static str,
    text: String,
    /// Whether it is about the pod being tried here.
    is_verdict: bool,
}

fn node_status(ctx: &DrawCtx<'_>, node_column: &NodeColumn) -> Option<NodeNote> {
    let failed_note = |text| NodeNote { class: "wrong", text, is_verdict: true };
    let node_note = match &node_column.incoming {
        Some(newcomer) => match &newcomer.shortfall {
            Some(shortfall) => failed_note(node_text::shortfall_text(ctx, shortfall)),
            None if newcomer.place == NewcomerPlace::NotAdmitted => {
                failed_note(ctx.lang.failure_text(newcomer.failure.as_ref()?))
            }
            None => return None,
        },
        None if node_column.tray.is_none() => {
            let (class, text) = node_text::verdict_text(ctx, &node_column.verdict);
            NodeNote { class, text, is_verdict: false }
        }
        None => return None,
    };
    Some(node_note).filter(|node_note| !node_note.text.is_empty())
}

/// Which texts are on the right of the column rather than below it.
#[derive(Clone, Copy)]
struct BesideTexts {
    has_note: bool,
    has_checks: bool,
}

/// Draws what is on the right of the column: the missing amount, the tray of a dry run, the checks.
fn draw_beside(
    ctx: &DrawCtx<'_>,
    node_column: &NodeColumn,
    stand: &ColumnLayout,
    area: Area,
    BesideTexts { has_note, has_checks }: BesideTexts,
) -> Html {
    let text_size = ctx.text_size;
    let mut y = area.y;
    let mut htmls = Vec::new();
    let shortfall = node_column.incoming.as_ref().and_then(|incoming_pod| incoming_pod.shortfall.as_ref());
    // Without a tray there is space for the large verdict with its arithmetic.
    // A figure is lower, so it has only the arithmetic.
    let is_sum_alone = ctx.figure.is_some() && !has_checks && node_column.waiting_pod.is_none();
    let least_height = if is_sum_alone { 14 } else { 20 };
    let large = node_column.tray.is_none() && area.w >= text_size * 14 && area.h >= text_size * least_height;
    if let Some(node_note) = self::node_status(ctx, node_column).filter(|_| has_note) {
        let size = match (large, node_note.is_verdict) {
            (true, _) => text_size * 15 / 10,
            (false, true) => text_size,
            (false, false) => text_size * 12 / 10,
        };
        let width = if node_note.is_verdict { area.w } else { area.w * 92 / 100 };
        let is_summed = is_sum_alone && large && shortfall.is_some();
        let texts = if is_summed { Vec::new() } else { wrap_text(&node_note.text, size, width, 5) };
        if let Some(shortfall) = shortfall.filter(|_| !large) {
            // Beside the part above the capacity.
            let height = i64::try_from(texts.len()).unwrap_or(0) * text_size * 13 / 10;
            let top = stand.y_of(node_column.used_amount() + node_column.nominated_amount() + shortfall.requested);
            y = (top + (stand.ground.y - top - height) / 2).max(area.y);
        }
        let TextBlock { html: lines, bottom: foot } = draw_lines(area.x, y, size, node_note.class, &texts);
        let sum = shortfall
            .filter(|_| large)
            .map(|shortfall| draw_shortfall(ctx, shortfall, Area::new(area.x, foot + text_size / 2, area.w, area.h)));
        y = sum.as_ref().map_or(foot + text_size / 2, |block| block.bottom + text_size);
        let sum = sum.map(|block| block.html);
        htmls.push(html! { <g data-verdict={node_note.is_verdict.then_some("")}>{ lines }{ sum }</g> });
    }
    // It takes the place of the checks if there are none.
    let is_let_in =
        node_column.incoming.as_ref().is_none_or(|incoming_pod| incoming_pod.place == NewcomerPlace::Inside);
    if large && !has_checks && shortfall.is_none() && is_let_in {
        let balance = draw_balance(ctx, node_column, Area::new(area.x, y + text_size / 2, area.w, area.h));
        htmls.extend(balance.map(|block| block.html));
    }
    if let Some(tile) = &node_column.waiting_pod {
        let place_area = Area::new(area.x, y, area.w, area.bottom() - y);
        htmls.push(tray::draw_waiting_pod(ctx, tile, stand, place_area));
    }
    // A dry run without removed pods has no tray.
    let tray = node_column.tray.as_ref().filter(|tray| !tray.is_over || !tray.tiles.is_empty());
    if let Some(tray) = tray {
        htmls.push(tray::draw_tray(ctx, node_column, tray, stand, Area::new(area.x, y, area.w, area.bottom() - y)));
    } else if has_checks {
        htmls.push(draw_checks(ctx, node_column, Area::new(area.x, y, area.w, area.bottom() - y)));
    }
    html! { { for htmls } }
}

/// Draws the checks: failed ones with the compared numbers, passed ones by name, and the number of those that didn't run.
fn draw_checks(ctx: &DrawCtx<'_>, node_column: &NodeColumn, area: Area) -> Html {
    let size = ctx.small_size(90);
    let pitch = size * 3 / 2;
    let mut y = area.y;
    let mut shapes: Vec<Html> = Vec::new();
    if let Some(pass) = node_column.filter_pass {
        let TextBlock { html, bottom: foot } =
            draw_lines(area.x, y, size, "soft", &wrap_text(&ctx.lang.pass_of(pass), size, area.w, 2));
        shapes.push(html);
        y = foot + size / 3;
    }
    let checks_with_cell = |cell: FilterCell| node_column.checks.iter().filter(move |check| check.cell == cell);
    let (failed, passed) = (checks_with_cell(FilterCell::Fail).count(), checks_with_cell(FilterCell::Pass).count());
    // If they don't fit below each other, the passed checks share lines.
    let line_capacity = (area.bottom() - y) / pitch;
    let fits_in_lines = i64::try_from(passed + failed * 2 + 1).unwrap_or(0) <= line_capacity;
    let draw_check = |check: &FilterCheck, y: i64| {
        let (symbol, class) = if check.cell == FilterCell::Fail { ("✗", "bad") } else { ("✓", "good") };
        let text = clip_text(&check.name, size, area.w - size * 3 / 2);
        html! { <>{ draw_text(area.x, y + size, size, class, TextAnchor::Start, symbol.to_owned()) }{ draw_text(area.x + size * 3 / 2, y + size, size, "text", TextAnchor::Start, text) }</> }
    };
    for check in checks_with_cell(FilterCell::Fail).chain(checks_with_cell(FilterCell::Pass).filter(|_| fits_in_lines))
    {
        shapes.push(html! { <g data-check={check.name.to_string()}>{ draw_check(check, y) }</g> });
        y += pitch;
        let away =
            node_column.incoming.as_ref().is_some_and(|incoming_pod| incoming_pod.place != NewcomerPlace::Inside);
        if let Some(failure) = check.failure.as_ref().filter(|_| !away) {
            let TextBlock { html, bottom: foot } = draw_lines(
                area.x + size * 3 / 2,
                y,
                size,
                "soft",
                &wrap_text(&ctx.lang.failure_text(failure), size, area.w - size * 3 / 2, 3),
            );
            shapes.push(html);
            y = foot + size / 3;
        }
    }
    if !fits_in_lines && passed > 0 {
        let names =
            checks_with_cell(FilterCell::Pass).map(|filter_check| filter_check.name.as_str()).collect::<Vec<_>>();
        let text = format!("✓ {}", ctx.lang.list(&names));
        let most = usize::try_from((area.bottom() - y) / (size * 13 / 10) - 1).unwrap_or(1).max(1);
        let TextBlock { html, bottom: foot } =
            draw_lines(area.x, y, size, "text", &wrap_text(&text, size, area.w, most));
        shapes.push(html);
        y = foot + size / 3;
    }
    let skipped = checks_with_cell(FilterCell::Skip).count();
    if skipped > 0 && y + pitch <= area.bottom() + size {
        let text = format!("– {}", ctx.lang.skipped_checks(skipped));
        shapes.push(draw_lines(area.x, y, size, "soft", &wrap_text(&text, size, area.w, 2)).html);
    }
    html! { <g class="checks">{ for shapes }</g> }
}

/// Pods without height, because they request nothing or have finished, each with its sign. They are drawn below the column, as is a pod
/// being tried without a request.
pub(super) fn zero_height_tiles(node_column: &NodeColumn) -> Vec<(&PodTile, &'static str)> {
    let incoming_tile = node_column.incoming.as_ref().map(|incoming_pod| {
        (
            &incoming_pod.tile,
            if incoming_pod.place == NewcomerPlace::Inside { " newcomer low fits" } else { " newcomer low" },
        )
    });
    let tiles = node_column.tiles.iter().map(|tile| (tile, ""));
    tiles.chain(incoming_tile).filter(|(tile, _)| tile.amount == 0).collect()
}

/// Draws pods without height in a row, with the result for the one being tried.
fn draw_zero_height_row(
    ctx: &DrawCtx<'_>,
    node_column: &NodeColumn,
    tiles: &[(&PodTile, &'static str)],
    area: Area,
) -> Html {
    if tiles.is_empty() {
        return Html::default();
    }
    let outcome = node_column
        .incoming
        .as_ref()
        .filter(|incoming_pod| incoming_pod.tile.amount == 0)
        .map(|incoming_pod| node_text::outcome_text(ctx, incoming_pod));
    let size = ctx.small_size(80);
    let label = format!("{}:", ctx.lang.stage_labels().no_requests);
    let from = area.x + text_width(&label, size) + size;
    let count = i64::try_from(tiles.len()).unwrap_or(1);
    let note_width = outcome.as_ref().map_or(0, |(_, text)| text_width(text, ctx.text_size) + ctx.text_size);
    let each = ((area.right() - from - note_width) / count).min(ctx.text_size * 14).max(8);
    let pods = tiles.iter().zip(0_i64..).map(|((tile, extra), at)| {
        let place_area = Area::new(from + at * each, area.y, each - 4, area.h);
        tiles::draw_tile(ctx, tile, place_area, extra, tiles::draw_face(ctx, tile, place_area))
    });
    let middle = area.y + area.h / 2;
    let html = outcome.map(|(class, text)| {
        let x = from + count * each + size / 2;
        html! { <g data-verdict="">{ draw_text(x, middle + ctx.text_size / 3, ctx.text_size, class, TextAnchor::Start, clip_text(&text, ctx.text_size, area.right() - x)) }</g> }
    });
    html! { <>{ draw_text(area.x, middle + size / 3, size, "soft", TextAnchor::Start, label) }{ for pods }{ html }</> }
}

/// Draws several nodes at one scale, and below them the checks of the focused one.
fn draw_node_row(ctx: &DrawCtx<'_>, node_columns: &[NodeColumn], focus: Option<usize>, size: Size) -> Html {
    let Size { width: w, height: h } = size;
    let text_size = ctx.text_size;
    // A wide picture always reserves space for checks, so that the columns keep their scale when there are some. Figures have their own
    // text.
    let line = ctx.small_size(90) * 13 / 10;
    let has_room = w >= NARROW_WIDTH && ctx.figure.is_none();
    let reserved = has_room.then(|| (LINES_OF_CHECKS * line + text_size).min(h / 4));
    let checks = focused_checks(ctx, node_columns, focus, size, reserved);
    let count = i64::try_from(node_columns.len()).unwrap_or(1);
    let most_columns = count.min((w / 118).max(1));
    let rows = (count + most_columns - 1) / most_columns;
    // The nodes are distributed evenly over the rows.
    let columns = (count + rows - 1) / rows;
    let zones = if rows == 1 && has_zones(node_columns) { text_size * 18 / 10 } else { 0 };
    let (each, high) = (w / columns, (h - checks.height - zones) / rows);
    let head = text_size * 45 / 10;
    let most = node_columns.iter().map(|column| node_column::total_height(ctx, column)).fold(1.0, f64::max);
    let racks: Vec<RackDrawing> = node_columns
        .iter()
        .map(|node_column| ctx.draw_devices(&node_column.node, (text_size / 2, each - 6 - text_size), high / 2))
        .collect();
    let rack_height = racks.iter().map(|rack| rack.height).max().unwrap_or(0);
    let foot = row_foot(node_columns, text_size) + rack_height;
    let pixels_per_unit = (high - head - foot - text_size / 2).max(20) as f64 / most;
    let has_winner = node_columns.iter().any(|node_column| node_column.verdict == ColumnVerdict::Chosen);
    let column_views = node_columns.iter().zip(racks).zip(0_i64..).map(|((node_column, rack), at)| {
        let (column, row) = (at % columns, at / columns);
        let area = Area::new(column * each + 3, row * high + 3, each - 6, high - 6);
        let focus = focus.and_then(|focus| i64::try_from(focus).ok()) == Some(at);
        let devices = (rack_height > 0).then_some(RackDrawing { height: rack_height, html: rack.html });
        let margins = ColumnMargins { head, foot, under: rack_height };
        let drawing = draw_column(ctx, node_column, area, pixels_per_unit, margins, focus, devices);
        // Once a node is chosen, the others are faded.
        let is_faded = has_winner && node_column.verdict != ColumnVerdict::Chosen;
        html! { <g key={node_column.node.to_string()} class={is_faded.then_some("faded")}>{ drawing.html }</g> }
    });
    let zones = ctx.late_drawings.zones.filter(|_| zones > 0);
    let zones = zones.map(|draw| draw(ctx, node_columns, &|at| node_edges(at, each), high - 1)).unwrap_or_default();
    html! { <>{ for column_views }{ zones }{ checks.html }</> }
}

/// Whether nodes are of several zones.
fn has_zones(node_columns: &[NodeColumn]) -> bool {
    node_columns.iter().all(|column| !column.zone.is_empty())
        && node_columns.iter().any(|column| column.zone != node_columns[0].zone)
}

/// The left and right edges of a node in a row.
fn node_edges(at: usize, each: i64) -> [i64; 2] {
    let x = i64::try_from(at).unwrap_or(0) * each;
    [x + 3, x + each - 3]
}

/// The space below columns for pods without height.
pub(super) fn row_foot(node_columns: &[NodeColumn], text_size: i64) -> i64 {
    if node_columns.iter().any(|node_column| !zero_height_tiles(node_column).is_empty()) {
        text_size * 2
    } else {
        text_size / 2
    }
}

/// The checks of the focused node, along the bottom of a picture.
pub(super) struct FocusedChecks {
    pub height: i64,
    pub html: Html,
}

/// Draws the checks of the focused node below the columns: in the reserved height, or in as much as they need.
pub(super) fn focused_checks(
    ctx: &DrawCtx<'_>,
    node_columns: &[NodeColumn],
    focus: Option<usize>,
    Size { width, height }: Size,
    reserved: Option<i64>,
) -> FocusedChecks {
    let text_size = ctx.text_size;
    let focused = focus.and_then(|at| node_columns.get(at)).filter(|column| !column.checks.is_empty());
    let Some(node_column) = focused else {
        return FocusedChecks { height: reserved.unwrap_or(0), html: Html::default() };
    };
    let checks_height = reserved
        .unwrap_or_else(|| (checks_text_height(ctx, node_column, width - text_size) + text_size).min(height / 3));
    let area = Area::new(
        text_size / 2,
        height - checks_height + text_size / 3,
        width - text_size,
        checks_height - text_size / 2,
    );
    FocusedChecks { height: checks_height, html: draw_checks_text(ctx, node_column, area) }
}

/// The filter pass, the passed checks, and the number of those that didn't run.
fn passed_checks_text(ctx: &DrawCtx<'_>, node_column: &NodeColumn) -> String {
    let checks_with_cell = |cell: FilterCell| node_column.checks.iter().filter(move |check| check.cell == cell);
    let passed: Vec<&str> = checks_with_cell(FilterCell::Pass).map(|filter_check| filter_check.name.as_str()).collect();
    let passed = (!passed.is_empty()).then(|| format!("✓ {}", ctx.lang.list(&passed)));
    let skipped = Some(checks_with_cell(FilterCell::Skip).count())
        .filter(|count| *count > 0)
        .map(|count| ctx.lang.skipped_checks(count));
    let check_groups = [node_column.filter_pass.map(|pass| ctx.lang.pass_of(pass)), passed, skipped];
    check_groups.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The height of a node's checks as running text.
fn checks_text_height(ctx: &DrawCtx<'_>, node_column: &NodeColumn, available_width: i64) -> i64 {
    let size = ctx.small_size(90);
    let failed = node_column.checks.iter().filter(|check| check.cell == FilterCell::Fail).count() * 2;
    let lines = failed + wrap_text(&passed_checks_text(ctx, node_column), size, available_width, 3).len();
    i64::try_from(lines).unwrap_or(0) * size * 13 / 10
}

/// Draws the checks of the focused node as running text below the columns.
fn draw_checks_text(ctx: &DrawCtx<'_>, node_column: &NodeColumn, area: Area) -> Html {
    let size = ctx.small_size(90);
    let mut y = area.y;
    let mut shapes = Vec::new();
    let most = usize::try_from(area.h / (size * 13 / 10)).unwrap_or(1).max(1);
    let checks_with_cell = |cell: FilterCell| node_column.checks.iter().filter(move |check| check.cell == cell);
    let lack = node_column
        .incoming
        .as_ref()
        .and_then(|incoming_pod| incoming_pod.shortfall.as_ref())
        .map(|shortfall| node_text::shortfall_text(ctx, shortfall));
    let mut lines_left = most;
    for check in checks_with_cell(FilterCell::Fail) {
        let reason = lack
            .clone()
            .or_else(|| check.failure.as_ref().map(|failure| ctx.lang.failure_text(failure)))
            .unwrap_or_default();
        let texts = wrap_text(&format!("✗ {}: {reason}", check.name), size, area.w, lines_left.clamp(1, 2));
        lines_left = lines_left.saturating_sub(texts.len());
        let TextBlock { html, bottom: foot } = draw_lines(area.x, y, size, "wrong", &texts);
        shapes.push(html! { <g data-verdict="" data-check={check.name.to_string()}>{ html }</g> });
        y = foot;
    }
    if lines_left > 0 {
        shapes.push(
            draw_lines(
                area.x,
                y,
                size,
                "soft",
                &wrap_text(&passed_checks_text(ctx, node_column), size, area.w, lines_left),
            )
            .html,
        );
    }
    html! { <g class="checks" data-subject={ctx.is_about_nodes.then_some("")}>{ for shapes }</g> }
}

/// The margins of a column for texts above and below it.
#[derive(Clone, Copy)]
pub(super) struct ColumnMargins {
    pub head: i64,
    pub foot: i64,
    /// The part of `foot` below pods without height.
    pub under: i64,
}

pub(super) fn draw_column(
    ctx: &DrawCtx<'_>,
    node_column: &NodeColumn,
    area: Area,
    pixels_per_unit: f64,
    ColumnMargins { head, foot, under }: ColumnMargins,
    focus: bool,
    devices: Option<RackDrawing>,
) -> NodeDrawing {
    let text_size = ctx.text_size;
    let size = text_size * 11 / 10;
    let pad = text_size / 2;
    let (x, available_width) = (area.x + pad, area.w - 2 * pad);
    let (color, text) = match &node_column.incoming {
        Some(newcomer) => node_text::outcome_text(ctx, newcomer),
        None => node_text::verdict_text(ctx, &node_column.verdict),
    };
    let small = ctx.small_size(85);
    let text = match text.as_str() {
        "" if node_column.is_cordoned || node_column.is_not_ready => {
            let state = if node_column.is_not_ready { ctx.lang.stage_labels().not_ready } else { ctx.words.cordoned };
            format!("{state} · {}", node_text::fullness_text(ctx, node_column))
        }
        "" => node_text::fullness_and_pods_text(ctx, node_column),
        _ => text,
    };
    // A text that doesn't fit in two lines is replaced by a shorter one.
    let is_long = color.is_empty() && wrap_text(&text, small, available_width, 9).len() > 2;
    let text = if is_long { node_text::short_fullness_text(ctx, node_column) } else { text };
    // Verdicts are bold, and bold text is wider.
    let texts_width = if color.is_empty() { available_width } else { available_width * 10 / 11 };
    let texts = wrap_text(&text, small, texts_width, 2);
    let color = if color.is_empty() { "soft" } else { color };
    // The second line is free for what attracts pods, or keeps them away.
    let attraction = node_text::preference_text(ctx, node_column).into_iter();
    let taints: Vec<String> = attraction.chain(node_column.own_taints().cloned()).collect();
    let taints = if texts.len() < 2 { taints.join(" · ") } else { String::new() };
    let taint_size = fit_text_size(&taints, small, available_width * 10 / 11, ctx.small_size(60));
    let taints = clip_text(&taints, taint_size, available_width * 10 / 11);
    let place_area = Area::new(x, area.y + head, available_width, area.h - head - foot);
    let stand = node_column::layout_column(node_column, place_area, pixels_per_unit);
    let flat_tiles = zero_height_tiles(node_column);
    let each = available_width / i64::try_from(flat_tiles.len().max(1)).unwrap_or(1);
    let low_tiles = flat_tiles.iter().zip(0_i64..).map(|((tile, extra), at)| {
        let place_area =
            Area::new(x + at * each, place_area.bottom() + text_size / 4, each - 2, foot - under - text_size / 2);
        tiles::draw_tile(ctx, tile, place_area, extra, tiles::draw_face(ctx, tile, place_area))
    });
    let frame = match (focus, is_negative(&node_column.verdict)) {
        _ if node_column.verdict == ColumnVerdict::Chosen => "frame won",
        (true, _) => "frame focus",
        (_, true) => "frame out",
        _ => "frame",
    };
    let is_rejected = is_negative(&node_column.verdict) && !focus;
    let html = html! {
        <g key={node_column.node.to_string()} data-subject={ctx.is_about_nodes.then_some("")} data-node={node_column.node.to_string()} class={verdict_class(ctx, node_column)}>
            { draw_rect(area, frame, 6) }
            { draw_name(ctx, node_column, x, area.y + pad + size, size, available_width) }
            <g data-verdict={(focus || is_rejected).then_some("")}>{ draw_lines(x, area.y + pad + size * 13 / 10, small, color, &texts).html }</g>
            if !taints.is_empty() { { draw_lines(x, area.y + pad + size * 13 / 10 + small * 13 / 10, taint_size, "maybe", &[taints]).html } }
            { node_column::draw_column(ctx, node_column, &stand, 0) }
            { for low_tiles }
            if let Some(RackDrawing { height, html: drawn_html }) = devices { <g transform={format!("translate({} {})", area.x, area.bottom() - height - text_size / 4)}>{ drawn_html }</g> }
            if is_rejected { { draw_path(format!("M{} {}L{} {}", area.x + 6, area.bottom() - 6, area.right() - 6, area.bottom() - 6), "barred") } }
        </g>
    };
    NodeDrawing { html, stand }
}

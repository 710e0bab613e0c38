//! Draws amounts below each other: what a pod lacks, and what remains with it.

use api::resources::Resource;
use scene::node_model::{NodeColumn, Shortfall};
use yew::html;

use crate::draw::{
    draw_ctx::DrawCtx,
    node_text,
    text_layout::{Area, TextAnchor, TextBlock, clip_text, draw_path, draw_text, fit_text_size, text_width},
    tiles::with_unit,
};

/// Draws the arithmetic of a shortfall as a column of numbers.
pub(super) fn draw_shortfall(ctx: &DrawCtx<'_>, shortfall: &Shortfall, area: Area) -> TextBlock {
    let (stage, panel) = (ctx.lang.stage_labels(), ctx.lang.inspector_labels());
    let amounts = node_text::format_shortage(shortfall);
    let mut rows = vec![("", amounts.capacity, panel.allocatable), ("−", amounts.used_on_node, panel.used)];
    if shortfall.nominated != 0 {
        rows.push(("−", amounts.promised, stage.promised));
    }
    rows.extend([
        ("=", amounts.free, panel.free),
        ("−", amounts.needs, stage.needed),
        ("=", amounts.short, stage.short),
    ]);
    draw_sum(ctx, &shortfall.resource, rows, "bad", area)
}

/// Draws the amount that remains after the attempt's pod, or after the victims are gone, if there is no other text about it.
pub(super) fn draw_balance(ctx: &DrawCtx<'_>, node_column: &NodeColumn, area: Area) -> Option<TextBlock> {
    let (attempt, _) = ctx.attempt?;
    let needs = ctx.frame.pods.get(&attempt.pod)?.amount_of(ctx.resource);
    let is_placed = node_column.tiles.iter().any(|tile| tile.key == attempt.pod);
    if is_placed || needs == 0 || node_column.capacity <= 0 {
        return None;
    }
    let freed: i64 = node_column.tiles.iter().filter(|tile| tile.is_victim).map(|tile| tile.amount).sum();
    let (used, promised) = (node_column.used_amount() - freed, node_column.nominated_amount());
    let amounts = i18n::ShortageTexts::with_promises(ctx.resource, needs, used, promised, node_column.capacity);
    let (stage, panel) = (ctx.lang.stage_labels(), ctx.lang.inspector_labels());
    let used_name = if freed > 0 { stage.used_without_victims } else { panel.used };
    let mut rows = vec![("", amounts.capacity, panel.allocatable), ("−", amounts.used_on_node, used_name)];
    if promised != 0 {
        rows.push(("−", amounts.promised, stage.promised));
    }
    rows.extend([("=", amounts.free, panel.free), ("−", amounts.needs, stage.needed)]);
    let left = needs.saturating_add(used).saturating_add(promised) <= node_column.capacity;
    let (class, last) = match left {
        true => ("good", ("=", amounts.short.trim_start_matches('−').to_owned(), stage.left)),
        false => ("bad", ("=", amounts.short, stage.short)),
    };
    rows.push(last);
    Some(draw_sum(ctx, ctx.resource, rows, class, area))
}

/// Draws amounts below each other with their signs and names; the last one is the result.
fn draw_sum(
    ctx: &DrawCtx<'_>,
    resource: &Resource,
    rows: Vec<(&'static str, String, &'static str)>,
    class_of_last: &'static str,
    area: Area,
) -> TextBlock {
    let size = ctx.text_size * 12 / 10;
    let rows: Vec<_> = rows.into_iter().map(|(sign, number, name)| (sign, with_unit(resource, number), name)).collect();
    let column = rows.iter().map(|(_, number, _)| text_width(number, size)).max().unwrap_or(0) + size;
    let pitch = size * 15 / 10;
    let right = area.x + size + column;
    let lines = rows.iter().zip(0_i64..).map(|((sign, number, name), at)| {
        let y = area.y + at * pitch + size;
        // Smaller text is better than truncated text.
        let name_size = fit_text_size(name, size, area.right() - right - size, size * 3 / 4);
        let is_last = at + 1 == i64::try_from(rows.len()).unwrap_or(0);
        let class = if is_last { class_of_last } else { "text" };
        let rule = (*sign == "=").then(|| draw_path(format!("M{} {}H{right}", area.x, y - size - pitch / 8), "tick"));
        html! {
            <>
                { rule }
                { draw_text(area.x, y, size, "soft", TextAnchor::Start, (*sign).to_owned()) }
                { draw_text(right, y, size, class, TextAnchor::End, number.clone()) }
                { draw_text(right + size, y, name_size, if is_last { class_of_last } else { "soft" }, TextAnchor::Start, clip_text(name, name_size, area.right() - right - size)) }
            </>
        }
    });
    TextBlock {
        html: html! { <g class="sum">{ for lines }</g> },
        bottom: area.y + i64::try_from(rows.len()).unwrap_or(0) * pitch,
    }
}

//! What the members of a group are told when it goes back to the queue.

use yew::{Html, html};

use crate::{
    draw::{
        draw_ctx::DrawCtx,
        group_marks::draw_bead,
        text_layout::{Area, TextAnchor, clip_text, draw_lines, draw_rect, draw_text, wrap_text},
    },
    scene::group_model::{GroupBand, MemberMessage},
};

/// Messages that are shown: there may be one for each member.
const MAX_PANELS: usize = 2;

/// How much of the height the messages take, where there are some and a picture of this size has room for them.
pub(super) fn panels_height(band: &GroupBand, text_size: i64, area: Area) -> i64 {
    let has_room = area.h >= text_size * 24 && area.w >= text_size * 30;
    if band.messages.is_empty() || !has_room { 0 } else { text_size * 8 }
}

/// The messages beside each other: the group's first.
pub(super) fn draw_panels(ctx: &DrawCtx<'_>, band: &GroupBand, area: Area) -> Html {
    let count = i64::try_from(band.messages.len().clamp(1, MAX_PANELS)).unwrap_or(1);
    let each = area.w / count;
    let panels = band
        .messages
        .iter()
        .take(MAX_PANELS)
        .zip(0_i64..)
        .map(|(message, at)| draw_panel(ctx, message, Area::new(area.x + at * each, area.y, each - 8, area.h - 4)));
    html! { <g class={format!("messages g{}", band.mark.hue)} data-verdict="">{ for panels }</g> }
}

fn draw_panel(ctx: &DrawCtx<'_>, message: &MemberMessage, area: Area) -> Html {
    let (text_size, labels) = (ctx.text_size, ctx.lang.group_stage_labels());
    let (radius, pad) = (text_size * 7 / 10, text_size * 2 / 3);
    let head = area.y + pad + radius;
    let mut x = area.x + pad + radius;
    let most = usize::try_from((area.w / 2 / (radius * 5 / 2)).max(1)).unwrap_or(1);
    let mut beads = Vec::new();
    for order in message.orders.iter().take(most) {
        beads.push(draw_bead(i64::try_from(*order).unwrap_or(0), x, head, radius));
        x += radius * 5 / 2;
    }
    let title = if message.is_own { labels.own_message } else { labels.group_message };
    let room = area.right() - x - pad;
    let small = text_size * 85 / 100;
    let top = head + radius + pad / 2;
    let lines = usize::try_from((area.bottom() - top - pad / 2) / (small * 13 / 10)).unwrap_or(1).max(1);
    let texts = wrap_text(&message.text, small, area.w - 2 * pad - small, lines);
    html! {
        <g class={if message.is_own { "message own" } else { "message" }}>
            <title>{ message.text.to_string() }</title>
            { draw_rect(area, "body", 6) }
            { for beads }
            { draw_text(x, head + text_size / 3, text_size, "text strong", TextAnchor::Start, clip_text(title, text_size, room * 10 / 11)) }
            { draw_lines(area.x + pad, top, small, "soft", &texts).html }
        </g>
    }
}

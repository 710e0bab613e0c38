//! Draws the messages to the members of a group when it returns to the queue.

use scene::group_model::{GroupBand, MemberMessage};
use trace::group_loop::TightLoop;
use yew::{Html, html};

use crate::draw::{
    draw_ctx::DrawCtx,
    group_marks::draw_bead,
    text_layout::{
        Area, TextAnchor, clip_text, draw_lines, draw_path, draw_rect, draw_text, fit_text_size, text_width, wrap_text,
    },
};

/// The limit of messages in a wide picture.
const MAX_PANELS: usize = 3;

/// The height of the messages and the tight loop; 0 if there are none or the picture is too small.
pub(super) fn panels_height(band: &GroupBand, text_size: i64, area: Area) -> i64 {
    let tries = if band.tight_loop.is_some() { tries_height(text_size) } else { 0 };
    let has_room = area.h >= text_size * 24 + tries && area.w >= text_size * 30;
    match (band.messages.is_empty(), has_room) {
        (false, true) => text_size * 8 + tries,
        // The moment is about the loop; the messages were shown at an earlier one.
        _ if tries > 0 && area.h >= text_size * 20 && area.w >= text_size * 22 => tries,
        _ => 0,
    }
}

/// The height of the tight loop.
fn tries_height(text_size: i64) -> i64 {
    text_size * 7
}

/// Draws the messages in a row, the group's first, and the tight loop below them.
pub(super) fn draw_panels(ctx: &DrawCtx<'_>, band: &GroupBand, area: Area) -> Html {
    let tries = if band.tight_loop.is_some() { tries_height(ctx.text_size) } else { 0 };
    let loop_area = Area::new(area.x, area.bottom() - tries, area.w - 8, tries - 4);
    let messages_area = Area::new(area.x, area.y, area.w, area.h - tries);
    html! {
        <>
            if messages_area.h > 0 { { draw_messages(ctx, band, messages_area) } }
            { for band.tight_loop.as_ref().map(|tight_loop| draw_tries(ctx, tight_loop, loop_area)) }
        </>
    }
}

/// Draws the number of attempts at this instant, and the event that has to happen before another attempt can succeed.
fn draw_tries(ctx: &DrawCtx<'_>, tight_loop: &TightLoop, area: Area) -> Html {
    let text_size = ctx.text_size;
    let radius = (area.h * 36 / 100).max(4);
    let (middle_x, middle_y) = (area.x + text_size + radius, area.y + area.h / 2);
    // A circle that is open at the upper right, where the arrow ends.
    let (tip_x, tip_y) = (middle_x + radius * 7 / 10, middle_y - radius * 7 / 10);
    let circle =
        format!("M{} {}A{radius} {radius} 0 1 0 {tip_x} {tip_y}", middle_x + radius / 4, middle_y - radius * 97 / 100);
    let half = text_size / 2;
    let arrow =
        format!("M{} {}l{text_size} {half}l-{half} {half}Z", middle_x + radius / 4 - half, middle_y - radius - half);
    let x = middle_x + radius + text_size;
    let room = area.right() - x - text_size / 2;
    let title = ctx.lang.loop_title(tight_loop.tries);
    let unchanged = ctx.lang.unchanged_until(tight_loop.next.as_ref());
    let title_size = fit_text_size(&title, text_size * 11 / 10, room * 10 / 11, text_size * 8 / 10);
    let small = text_size * 9 / 10;
    // In a narrow picture the awaited event needs two lines, and the remark about kube-scheduler is left out.
    let line = text_size * 16 / 10;
    let unchanged = wrap_text(&unchanged, small, room * 10 / 11, 2);
    let rule = if unchanged.len() > 1 { "" } else { ctx.lang.loop_rule() };
    let rule_size = fit_text_size(rule, small, room, text_size * 7 / 10);
    let top = area.y + area.h / 2 - line / 2;
    html! {
        <g class="message own tight-loop" data-verdict="">
            { draw_rect(area, "body", 6) }
            { draw_path(circle, "loop-circle") }
            { draw_path(arrow, "loop-arrow") }
            { draw_text(middle_x, middle_y + text_size / 3, text_size * 11 / 10, "text strong", TextAnchor::Middle, format!("{} ×", tight_loop.tries)) }
            { draw_text(x, top, title_size, "text strong", TextAnchor::Start, clip_text(&title, title_size, room * 10 / 11)) }
            { draw_lines(x, top + line - small, small, "bad", &unchanged).html }
            { draw_text(x, top + line * 2, rule_size, "soft", TextAnchor::Start, clip_text(rule, rule_size, room)) }
        </g>
    }
}

fn draw_messages(ctx: &DrawCtx<'_>, band: &GroupBand, area: Area) -> Html {
    let has_three = area.w >= ctx.text_size * 54;
    let most = if has_three { MAX_PANELS } else { MAX_PANELS - 1 };
    let each = area.w / i64::try_from(band.messages.len().clamp(1, most)).unwrap_or(1);
    // The last panel has the number of messages without space.
    let omitted = band.messages.len().saturating_sub(most);
    let note = if omitted > 0 { ctx.lang.more_messages(omitted) } else { String::new() };
    let panels = band.messages.iter().take(most).zip(0_i64..).map(|(message, at)| {
        let is_last = usize::try_from(at + 1) == Ok(most);
        let area = Area::new(area.x + at * each, area.y, each - 8, area.h - 4);
        draw_panel(ctx, message, area, if is_last { &note } else { "" })
    });
    html! { <g class={format!("messages g{}", band.mark.hue)} data-verdict="">{ for panels }</g> }
}

fn draw_panel(ctx: &DrawCtx<'_>, message: &MemberMessage, area: Area, note: &str) -> Html {
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
    let note_size = text_size * 8 / 10;
    let note_width = if note.is_empty() { 0 } else { text_width(note, note_size) + pad };
    let room = (area.right() - x - pad - note_width) * 10 / 11;
    let title_size = fit_text_size(title, text_size, room, text_size * 7 / 10);
    let small = text_size * 85 / 100;
    let top = head + radius + pad / 2;
    let lines = usize::try_from((area.bottom() - top - pad / 2) / (small * 13 / 10)).unwrap_or(1).max(1);
    let texts = wrap_text(&message.text, small, area.w - 2 * pad - small, lines);
    html! {
        <g class={if message.is_own { "message own" } else { "message" }}>
            <title>{ message.text.to_string() }</title>
            { draw_rect(area, "body", 6) }
            { for beads }
            { draw_text(x, head + text_size / 3, title_size, "text strong", TextAnchor::Start, clip_text(title, title_size, room)) }
            { draw_text(area.right() - pad, head + text_size / 3, note_size, "soft", TextAnchor::End, note.to_owned()) }
            { draw_lines(area.x + pad, top, small, "soft", &texts).html }
        </g>
    }
}

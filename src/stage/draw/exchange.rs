//! Draws a request to an extender and its answer: a line for each node, with the request on the left and the answer on the right.

use i18n::short_pod_name;
use scene::exchange::{ExchangeLine, ExtenderExchange, NodeReply};
use yew::{Html, html};

use crate::draw::{
    draw_ctx::{DrawCtx, draw_node_link},
    text_layout::{
        Area, Size, TextAnchor, TextBlock, clip_text, draw_lines, draw_path, draw_rect, draw_text, text_width,
        wrap_text,
    },
};

/// Draws the exchange in a picture of this size.
pub(crate) fn draw_exchange(ctx: &DrawCtx<'_>, exchange: &ExtenderExchange, size: Size) -> Html {
    let Size { width: w, height: h } = size;
    let text_size = ctx.text_size;
    let labels = ctx.lang.exchange_labels();
    let (left, right) = (text_size, w - text_size);
    // An arrow is between request and answer.
    let gap = (w / 12).clamp(text_size * 2, text_size * 6);
    let half = (w - 2 * text_size - gap) * 45 / 100;
    let answers = left + half + gap;
    let title = wrap_text(&ctx.lang.extender_request(&exchange.extender), text_size * 13 / 10, w - 2 * text_size, 2);
    let TextBlock { html: title, bottom: y } =
        draw_lines(left, text_size / 2, text_size * 13 / 10, "text strong", &title);
    let TextBlock { html: address, bottom: y } = draw_lines(
        left,
        y + text_size / 4,
        text_size * 9 / 10,
        "soft",
        &[clip_text(&format!("POST {}", exchange.url), text_size * 9 / 10, w - 2 * text_size)],
    );
    let heads = html! {
        <>
            { draw_text(left, y + text_size * 3 / 2, text_size * 9 / 10, "soft", TextAnchor::Start, clip_text(labels.sent, text_size * 9 / 10, half)) }
            { draw_text(answers, y + text_size * 3 / 2, text_size * 9 / 10, "soft", TextAnchor::Start, clip_text(labels.answer, text_size * 9 / 10, right - answers)) }
        </>
    };
    let top = y + text_size * 2;
    let notes = notes_below(ctx, exchange, w - 2 * text_size);
    let foot = i64::try_from(notes.len()).unwrap_or(0) * text_size * 13 / 10 + text_size;
    let count = i64::try_from(exchange.lines.len()).unwrap_or(1).max(1);
    // Only victims need more than one line. A few lines may be large, to be readable from a distance.
    let most =
        if exchange.lines.iter().any(|line| line.sent_victims.is_some()) { text_size * 7 } else { text_size * 5 };
    let pitch = ((h - top - foot) / count).min(most).max(text_size * 2);
    let large = if pitch > text_size * 4 { text_size * 5 / 4 } else { text_size };
    let height = (pitch - text_size / 2).max(text_size * 3 / 2);
    // All answers are as wide as the widest.
    let answer_width = |line: &ExchangeLine| answer_lines(ctx, large, line, Size::new(right - answers, height)).width;
    let widest = exchange.lines.iter().map(answer_width).max().unwrap_or(0);
    let rows = exchange.lines.iter().zip(0_i64..).map(|(line, at)| {
        let y = top + at * pitch;
        draw_row(
            ctx,
            large,
            line,
            [Area::new(left, y, half, height), Area::new(answers, y, right - answers, height)],
            widest,
        )
    });
    let class = if exchange.failure.is_some() { "bad" } else { "text" };
    let html = draw_lines(left, top + count * pitch, text_size, class, &notes).html;
    html! {
        <g class="exchange" data-subject="">
            { draw_rect(Area::new(2, 2, w - 4, h - 4), "frame", 8) }
            { title }{ address }{ heads }
            { for rows }
            <g data-verdict={exchange.failure.is_some().then_some("")}>{ html }</g>
        </g>
    }
}

/// The texts below: the duration, the error, the effect on the nodes, and the number of further nodes.
fn notes_below(ctx: &DrawCtx<'_>, exchange: &ExtenderExchange, available_width: i64) -> Vec<String> {
    let mut texts = Vec::new();
    if !exchange.duration.is_zero() {
        texts.extend(wrap_text(&ctx.lang.extender_delay(exchange.duration), ctx.text_size, available_width, 2));
    }
    if exchange.hidden_count > 0 {
        texts.push(ctx.lang.and_more(exchange.hidden_count));
    }
    if exchange.is_without_pods {
        texts.extend(wrap_text(ctx.lang.exchange_labels().bare, ctx.text_size, available_width, 3));
    }
    if let Some((message, ignored)) = &exchange.failure {
        let consequence = if *ignored { ctx.lang.exchange_labels().ignored } else { ctx.lang.exchange_labels().counts };
        texts.extend(wrap_text(&format!("✗ {message}"), ctx.text_size, available_width, 4));
        texts.extend(wrap_text(consequence, ctx.text_size, available_width, 2));
    }
    texts
}

/// The lines of a node's answer, and their width.
struct AnswerLines {
    class: &'static str,
    texts: Vec<String>,
    width: i64,
}

/// The lines of the answer for a node, in an area of this size.
fn answer_lines(ctx: &DrawCtx<'_>, text_size: i64, line: &ExchangeLine, size: Size) -> AnswerLines {
    let Size { width: w, height: h } = size;
    let (class, text) = reply_text(ctx, line);
    let most = usize::try_from(h / (text_size * 13 / 10)).unwrap_or(1).max(1);
    let texts = if text.is_empty() { Vec::new() } else { wrap_text(&text, text_size, w - text_size, most) };
    let width = texts.iter().map(|text| text_width(text, text_size)).max().unwrap_or(0) + text_size * 2;
    AnswerLines { class, texts, width: width.min(w) }
}

/// Draws a node in this text size, with an answer of this width.
fn draw_row(ctx: &DrawCtx<'_>, text_size: i64, line: &ExchangeLine, [sent, place]: [Area; 2], width: i64) -> Html {
    let middle = sent.y + sent.h / 2;
    let (from, new_value) = (sent.right() + text_size / 2, place.x - text_size / 2);
    let AnswerLines { class, texts, .. } = answer_lines(ctx, text_size, line, Size::new(place.w, place.h));
    let arrow = match line.reply {
        NodeReply::None => Html::default(),
        _ => draw_path(format!("M{from} {middle}H{new_value}m-{0} -{0}l{0} {0}l-{0} {0}", text_size / 3), "wire"),
    };
    let foot = if line.sent_victims.is_some() { sent.y + text_size * 4 / 3 } else { middle + text_size * 36 / 100 };
    let name = draw_text(
        sent.x + text_size / 2,
        foot,
        text_size,
        "text strong",
        TextAnchor::Start,
        clip_text(&line.node, text_size, sent.w - text_size),
    );
    let victims = line.sent_victims.as_ref().map(|(victims, violations)| {
        let text = victims_text(ctx, victims, *violations);
        let most = usize::try_from((sent.h - text_size * 3 / 2) / (text_size * 12 / 10)).unwrap_or(0);
        if most == 0 {
            Html::default()
        } else {
            draw_lines(
                sent.x + text_size / 2,
                sent.y + text_size * 3 / 2,
                text_size * 9 / 10,
                "soft",
                &wrap_text(&text, text_size * 9 / 10, sent.w - text_size, most),
            )
            .html
        }
    });
    let height = i64::try_from(texts.len()).unwrap_or(1) * text_size * 13 / 10;
    html! {
        <g key={line.node.to_string()} data-node={line.node.to_string()} data-verdict="">
            { draw_rect(sent, "sheet", 5) }
            { draw_node_link(ctx, &line.node, sent, html! { <>{ name }{ for victims }</> }) }
            { arrow }
            if !texts.is_empty() {
                { draw_rect(Area::new(place.x, place.y, width, place.h), "sheet", 5) }
                { draw_lines(place.x + text_size / 2, place.y + (place.h - height) / 2 - text_size / 8, text_size, class, &texts).html }
            }
        </g>
    }
}

/// The victims of a node, and the number of their budget violations.
fn victims_text(ctx: &DrawCtx<'_>, victims: &[api::NamespacedName], violations: i64) -> String {
    let names: Vec<&str> = victims.iter().map(|key| short_pod_name(key)).collect();
    ctx.lang.candidate_victims(&names, violations)
}

fn reply_text(ctx: &DrawCtx<'_>, line: &ExchangeLine) -> (&'static str, String) {
    let exchange = ctx.lang.exchange_labels();
    match &line.reply {
        NodeReply::None => ("soft", String::new()),
        NodeReply::Stays => ("good", format!("✓ {}", exchange.kept)),
        NodeReply::Reject(message, helps) => {
            let reason = message.as_deref().unwrap_or(exchange.no_message);
            ("bad", format!("✗ {reason} · {}", if *helps { exchange.may_help } else { exchange.no_help }))
        }
        NodeReply::Score(None, _) => ("soft", exchange.not_named.to_owned()),
        NodeReply::Score(Some(score), factor) => {
            ("text strong", format!("{score} × {factor} = {}", score.saturating_mul(*factor)))
        }
        NodeReply::Victims(victims, violations) => {
            let is_same = line.sent_victims.as_ref() == Some(&(victims.clone(), *violations));
            let text = victims_text(ctx, victims, *violations);
            if is_same { ("good", format!("✓ {text}")) } else { ("text strong", format!("≠ {text}")) }
        }
        NodeReply::NotCandidate => ("bad", format!("✗ {}", exchange.withdrawn)),
    }
}

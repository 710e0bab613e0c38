//! A request to an extender: what is sent on the left, what comes back on the right, a line for each node.

use i18n::short_pod_name;
use yew::{Html, html};

use crate::stage::{
    draw::text_layout::{
        Area, DrawCtx, Size, TextAnchor, clip_text, draw_lines, draw_node_link, draw_path, draw_rect, draw_text,
        text_width, wrap_text,
    },
    scene::exchange::{ExchangeLine, ExtenderExchange, NodeReply},
};

/// The exchange in a picture of this size.
pub fn draw_exchange(ctx: &DrawCtx<'_>, exchange: &ExtenderExchange, size: Size) -> Html {
    let Size { width: w, height: h } = size;
    let b = ctx.text_size;
    let labels = ctx.lang.exchange_labels();
    let (left, right) = (b, w - b);
    // An arrow stands between what is sent and what comes back.
    let gap = (w / 12).clamp(b * 2, b * 6);
    let half = (w - 2 * b - gap) * 45 / 100;
    let answers = left + half + gap;
    let title = wrap_text(&ctx.lang.extender_request(&exchange.extender), b * 13 / 10, w - 2 * b, 2);
    let (title, y) = draw_lines(left, b / 2, b * 13 / 10, "text strong", &title);
    let (address, y) = draw_lines(
        left,
        y + b / 4,
        b * 9 / 10,
        "soft",
        &[clip_text(&format!("POST {}", exchange.url), b * 9 / 10, w - 2 * b)],
    );
    let heads = html! {
        <>
            { draw_text(left, y + b * 3 / 2, b * 9 / 10, "soft", TextAnchor::Start, clip_text(labels.sent, b * 9 / 10, half)) }
            { draw_text(answers, y + b * 3 / 2, b * 9 / 10, "soft", TextAnchor::Start, clip_text(labels.answer, b * 9 / 10, right - answers)) }
        </>
    };
    let top = y + b * 2;
    let notes = notes_below(ctx, exchange, w - 2 * b);
    let foot = i64::try_from(notes.len()).unwrap_or(0) * b * 13 / 10 + b;
    let count = i64::try_from(exchange.lines.len()).unwrap_or(1).max(1);
    // Only victims take more than a line. A few lines may be large, so that they read from afar.
    let most = if exchange.lines.iter().any(|line| line.sent_victims.is_some()) { b * 7 } else { b * 5 };
    let pitch = ((h - top - foot) / count).min(most).max(b * 2);
    let large = if pitch > b * 4 { b * 5 / 4 } else { b };
    let high = (pitch - b / 2).max(b * 3 / 2);
    // All answers are as wide as the widest.
    let answer_width = |line: &ExchangeLine| answer_lines(ctx, large, line, Size::new(right - answers, high)).width;
    let widest = exchange.lines.iter().map(answer_width).max().unwrap_or(0);
    let rows = exchange.lines.iter().zip(0_i64..).map(|(line, at)| {
        let y = top + at * pitch;
        draw_row(
            ctx,
            large,
            line,
            [Area::new(left, y, half, high), Area::new(answers, y, right - answers, high)],
            widest,
        )
    });
    let class = if exchange.failure.is_some() { "bad" } else { "text" };
    let html = draw_lines(left, top + count * pitch, b, class, &notes).0;
    html! {
        <g class="exchange" data-subject="">
            { draw_rect(Area::new(2, 2, w - 4, h - 4), "frame", 8) }
            { title }{ address }{ heads }
            { for rows }
            <g data-verdict={exchange.failure.is_some().then_some("")}>{ html }</g>
        </g>
    }
}

/// What is said below: how long it takes, what went wrong, what the answer does to the nodes, and that there are more.
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

/// The lines of a node's answer, and how wide they are.
struct AnswerLines {
    class: &'static str,
    texts: Vec<String>,
    width: i64,
}

/// What comes back of a node, in a place of this size.
fn answer_lines(ctx: &DrawCtx<'_>, b: i64, line: &ExchangeLine, size: Size) -> AnswerLines {
    let Size { width: w, height: h } = size;
    let (class, text) = reply_text(ctx, line);
    let most = usize::try_from(h / (b * 13 / 10)).unwrap_or(1).max(1);
    let texts = if text.is_empty() { Vec::new() } else { wrap_text(&text, b, w - b, most) };
    let wide = texts.iter().map(|text| text_width(text, b)).max().unwrap_or(0) + b * 2;
    AnswerLines { class, texts, width: wide.min(w) }
}

/// A node, in text of this size, with an answer of this width.
fn draw_row(ctx: &DrawCtx<'_>, b: i64, line: &ExchangeLine, [sent, place]: [Area; 2], wide: i64) -> Html {
    let middle = sent.y + sent.h / 2;
    let (from, new_value) = (sent.right() + b / 2, place.x - b / 2);
    let AnswerLines { class, texts, .. } = answer_lines(ctx, b, line, Size::new(place.w, place.h));
    let arrow = match line.reply {
        NodeReply::None => Html::default(),
        _ => draw_path(format!("M{from} {middle}H{new_value}m-{0} -{0}l{0} {0}l-{0} {0}", b / 3), "wire"),
    };
    let foot = if line.sent_victims.is_some() { sent.y + b * 4 / 3 } else { middle + b * 36 / 100 };
    let name =
        draw_text(sent.x + b / 2, foot, b, "text strong", TextAnchor::Start, clip_text(&line.node, b, sent.w - b));
    let victims = line.sent_victims.as_ref().map(|(victims, violations)| {
        let text = victims_text(ctx, victims, *violations);
        let most = usize::try_from((sent.h - b * 3 / 2) / (b * 12 / 10)).unwrap_or(0);
        if most == 0 {
            Html::default()
        } else {
            draw_lines(
                sent.x + b / 2,
                sent.y + b * 3 / 2,
                b * 9 / 10,
                "soft",
                &wrap_text(&text, b * 9 / 10, sent.w - b, most),
            )
            .0
        }
    });
    let high = i64::try_from(texts.len()).unwrap_or(1) * b * 13 / 10;
    html! {
        <g key={line.node.to_string()} data-node={line.node.to_string()} data-verdict="">
            { draw_rect(sent, "sheet", 5) }
            { draw_node_link(ctx, &line.node, sent, html! { <>{ name }{ for victims }</> }) }
            { arrow }
            if !texts.is_empty() {
                { draw_rect(Area::new(place.x, place.y, wide, place.h), "sheet", 5) }
                { draw_lines(place.x + b / 2, place.y + (place.h - high) / 2 - b / 8, b, class, &texts).0 }
            }
        </g>
    }
}

/// The victims of a node, and how many of them violate a budget.
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

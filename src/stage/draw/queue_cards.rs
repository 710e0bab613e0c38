//! Draws the pods of the queue as cards: why each of them waits, what the plugins say about the event, and its backoff as a ring.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use ::i18n::{format_clock, short_pod_name};
use api::{Millis, NamespacedName};
use runlog::Queue;
use scene::{
    priority::{format_priority, priority_class},
    queue_model::{QueueCard, QueueScene, Shelf},
};
use yew::{Html, html};

use crate::draw::{
    queue_text::{QueueText, deciding_hint, rejecting_plugins},
    text_layout::{
        Area, TextAnchor, clip_name, clip_text, draw_lines, draw_path, draw_rect, draw_text, fit_text_size, text_width,
        wrap_text,
    },
};

/// With more pods that back off than this, each is a line with a bar.
const MAX_RINGS: usize = 12;

/// The height of the lowest card with a ring, in sizes of plain text.
const MIN_RING_CARD: i64 = 4;

/// Pods as drawn, with their places.
#[derive(Default)]
pub(crate) struct DrawnCards {
    pub places: Vec<(NamespacedName, Area)>,
    pub html: Html,
}

/// The lines of a card on the unschedulable shelf.
struct CardLines {
    why: Vec<String>,
    /// Whether the event may help, and what the hint says.
    hint: Option<(bool, Vec<String>)>,
    /// Where the pod goes, with its class.
    fate: (&'static str, String),
}

impl CardLines {
    fn new(text: &QueueText<'_>, card: &QueueCard, width: i64) -> Self {
        let t = text.size;
        let words = text.words();
        if card.pod.queue == Queue::Gated {
            let gates: Vec<&str> = card.gates.iter().map(|gate| gate.as_str()).collect();
            let why = if gates.is_empty() { card.message.to_string() } else { words.gated_by(&words.list(&gates)) };
            let fate =
                if gates.is_empty() { text.fate_text(card) } else { ("soft", text.labels().no_event_wakes.to_owned()) };
            return Self { why: wrap_text(&why, t, width, 2), hint: None, fate };
        }
        let plugins = card.hints.as_ref().map(rejecting_plugins).filter(|plugins| !plugins.is_empty());
        let why = plugins.map_or_else(|| card.message.to_string(), |plugins| words.rejected_by(&words.list(&plugins)));
        let hint = card.hints.as_ref().and_then(|hints| {
            let answer = text.hint_text(deciding_hint(hints)?);
            Some((hints.is_worth_requeuing, wrap_text(&answer, t, (width - t) * 10 / 11, 2)))
        });
        Self { why: wrap_text(&why, t, width, 2), hint, fate: text.fate_text(card) }
    }

    fn height(&self, t: i64) -> i64 {
        let line = t * 13 / 10;
        let count = |lines: &[String]| i64::try_from(lines.len()).unwrap_or(0);
        let hint = self.hint.as_ref().map_or(0, |(_, lines)| count(lines) * line + t * 3 / 4);
        t * 5 / 2 + count(&self.why) * line + hint + line + t / 2
    }

    /// Whether these cards fit below each other into this height.
    fn fits_room(cards: &[Self], t: i64, room: i64) -> bool {
        cards.iter().map(|card| card.height(t) + t / 2).sum::<i64>() - t / 2 <= room
    }
}

/// In a narrow picture, a shelf asks for the height of at most this many rows.
const MAX_ROWS: usize = 6;

/// The pods of the unschedulable shelf, and the places of those that have left (`true`), in their order.
fn unschedulable_cards(scene: &QueueScene) -> Vec<(&QueueCard, bool)> {
    let is_left = |card: &&QueueCard| Shelf::from(card.pod.queue) == Shelf::Unschedulable;
    let mut cards: Vec<(&QueueCard, bool)> =
        scene.left_places.iter().filter(is_left).map(|card| (card, true)).collect();
    cards.extend(scene.shelf(Shelf::Unschedulable).map(|card| (card, false)));
    // The order stays the same while one pod after the other moves.
    cards.sort_by_key(|(card, _)| (card.pod.queue == Queue::Gated, std::cmp::Reverse(card.pod.order)));
    cards
}

/// The pods that back off, and the places of those that have left (`true`).
fn backoff_cards(scene: &QueueScene) -> Vec<(&QueueCard, bool)> {
    let left = scene.left_places.iter().filter(|card| card.pod.queue == Queue::Backoff).map(|card| (card, true));
    left.chain(scene.shelf(Shelf::Backoff).map(|card| (card, false))).collect()
}

/// The height of a pod's row, with this many lines for a hint.
fn row_height(card: &QueueCard, t: i64, hint_lines: i64) -> i64 {
    t * (23 + if card.hints.is_some() { hint_lines * 13 } else { 0 }) / 10
}

/// The height that the pods of the unschedulable shelf need as rows.
pub(crate) fn unschedulable_rows(text: &QueueText<'_>) -> i64 {
    let cards = unschedulable_cards(text.scene);
    let note = if text.has_no_hints() { text.size * 5 } else { 0 };
    cards.iter().take(MAX_ROWS).map(|(card, _)| row_height(card, text.size, 1)).sum::<i64>().max(text.size * 3) + note
}

/// The height that the pods that back off need: a few low cards with rings, or rows with bars.
pub(crate) fn backoff_rows(text: &QueueText<'_>) -> i64 {
    let t = text.size;
    match backoff_cards(text.scene).len() {
        0 => t * 3,
        count @ 1..=2 => i64::try_from(count).unwrap_or(0) * (MIN_RING_CARD * t + t / 2),
        count => i64::try_from(count.min(MAX_ROWS)).unwrap_or(0) * t * 2,
    }
}

/// Draws the pods that wait for an event, the places of those that have left, and the gated pods.
pub(crate) fn draw_unschedulable(text: &QueueText<'_>, area: Area) -> DrawnCards {
    let (t, scene) = (text.size, text.scene);
    // The arrows of the event have their place on the left.
    let has_arrows = scene.event.as_ref().is_some_and(|event| event.shelf == Shelf::Unschedulable);
    let indent = if has_arrows { t } else { 0 };
    let area = Area::new(area.x + indent, area.y, area.w - indent, area.h);
    let cards = unschedulable_cards(scene);
    let note = if text.has_no_hints() { wrap_text(text.labels().no_hints, t, area.w - t, 3) } else { Vec::new() };
    let note_height = if note.is_empty() { 0 } else { i64::try_from(note.len()).unwrap_or(0) * t * 13 / 10 + t };
    let mut all_lines: Vec<CardLines> = cards.iter().map(|(card, _)| CardLines::new(text, card, area.w - t)).collect();
    let room = area.h - note_height;
    if !CardLines::fits_room(&all_lines, t, room) {
        // What the hint compared says more than the name of the plugin.
        for lines in all_lines.iter_mut().filter(|lines| lines.hint.is_some()) {
            lines.why.clear();
        }
    }
    let has_rows = !CardLines::fits_room(&all_lines, t, room);
    let hint_lines = if count_rows(&cards, t, 2, room) == cards.len() { 2 } else { 1 };
    let shown = if has_rows { count_rows(&cards, t, hint_lines, room) } else { cards.len() };
    let mut y = area.y;
    let mut drawn = DrawnCards::default();
    let mut parts = Vec::new();
    for ((card, has_left), lines) in cards.iter().zip(&all_lines).take(shown) {
        let place =
            Area::new(area.x, y, area.w, if has_rows { row_height(card, t, hint_lines) } else { lines.height(t) });
        parts.push(match has_rows {
            true => draw_row(text, card, place, (hint_lines, *has_left)),
            false => draw_card(text, card, lines, place, *has_left),
        });
        drawn.places.push((card.pod.pod.clone(), place));
        y = place.bottom() + if has_rows { 0 } else { t / 2 };
    }
    let rest = &cards[shown..];
    if !rest.is_empty() {
        parts.push(draw_text(
            area.x,
            y + t * 5 / 4,
            t,
            "soft",
            TextAnchor::Start,
            clip_text(&rest_text(text, rest), t, area.w),
        ));
        y += t * 2;
    }
    if cards.is_empty() {
        parts.push(draw_empty(text, area));
        y += t * 4;
    }
    if !note.is_empty() {
        let place = Area::new(area.x, y, area.w, note_height - t / 2);
        parts.push(html! { <g class="hint skip">{ draw_rect(place, "hint-ground", 8) }{ draw_lines(place.x + t / 2, place.y + t / 6, t, "soft", &note).html }</g> });
    }
    drawn.html = html! { { for parts } };
    drawn
}

/// How many rows fit; if not all do, one more line says so.
fn count_rows(cards: &[(&QueueCard, bool)], t: i64, hint_lines: i64, room: i64) -> usize {
    let count = |room: i64| {
        let mut y = 0;
        let fits = |(card, _): &&(&QueueCard, bool)| {
            y += row_height(card, t, hint_lines);
            y <= room
        };
        cards.iter().take_while(fits).count()
    };
    if count(room) == cards.len() { cards.len() } else { count(room - t * 2) }
}

/// Draws a pod as a row: its name and where it goes, and below them what the hint says.
fn draw_row(text: &QueueText<'_>, card: &QueueCard, place: Area, (hint_lines, has_left): (i64, bool)) -> Html {
    let t = text.size;
    let name_width = place.w / 2;
    let is_gated = card.pod.queue == Queue::Gated;
    let gates: Vec<&str> = card.gates.iter().map(|gate| gate.as_str()).collect();
    let (class, fate) = match card.goes_to {
        Some(to) => ("good", format!("→ {}", text.shelf_name(to))),
        None if is_gated && !gates.is_empty() => ("soft", text.words().gated_by(&text.words().list(&gates))),
        None => text.fate_text(card),
    };
    let fate_width = place.w - text_width(short_pod_name(&card.pod.pod), t * 13 / 10).min(name_width) - t * 5;
    let hint = card.hints.as_ref().and_then(|hints| {
        let answer = text.hint_text(deciding_hint(hints)?);
        let class = if hints.is_worth_requeuing { "good" } else { "soft" };
        let (width, most) = ((place.w - t) * 10 / 11, usize::try_from(hint_lines).unwrap_or(1));
        // Smaller text is better than half a hint.
        let size = if most == 1 { fit_text_size(&answer, t, width, t.min(10)) } else { t };
        let lines = wrap_text(&answer, size, width, most);
        Some(draw_lines(place.x + t / 2, place.y + t * 19 / 10, size, class, &lines).html)
    });
    let inside = html! {
        <>
            { draw_rect(Area::new(place.x, place.y, place.w, place.h - t / 3), if has_left { "left-place" } else { "card-ground" }, 5) }
            { text.draw_name(card, place.x + t / 3, place.y + t / 4, name_width) }
            { draw_text(place.right() - t / 2, place.y + t * 3 / 2, t, class, TextAnchor::End, clip_text(&fate, t, fate_width * 10 / 11)) }
            { hint.unwrap_or_default() }
        </>
    };
    draw_at_place(text, card, has_left, inside)
}

/// A pod on its shelf, or the place that it has left.
fn draw_at_place(text: &QueueText<'_>, card: &QueueCard, has_left: bool, inside: Html) -> Html {
    if !has_left {
        return text.draw_pod(card, "in-queue queue-card", inside);
    }
    let class = format!("left {}", priority_class(text.ctx.priorities, card.pod.priority));
    html! { <g key={format!("left {}", card.pod.pod)} {class} data-left={card.pod.pod.to_string()} aria-hidden="true">{ inside }</g> }
}

/// The pods without a card: by the plugins that rejected them, if that is known.
fn rest_text(text: &QueueText<'_>, rest: &[(&QueueCard, bool)]) -> String {
    let plugins = |card: &QueueCard| card.hints.as_ref().map(|hints| rejecting_plugins(hints).join(", "));
    match rest.first().and_then(|(card, _)| plugins(card)) {
        Some(first) if rest.iter().all(|(card, _)| plugins(card).as_ref() == Some(&first)) => {
            text.words().more_rejected(rest.len(), &first)
        }
        _ => text.words().more_waiting(rest.len()),
    }
}

fn draw_empty(text: &QueueText<'_>, area: Area) -> Html {
    let t = text.size;
    let place = Area::new(area.x, area.y, area.w, (t * 3).min(area.h));
    if place.h < t * 2 {
        return Html::default();
    }
    html! {
        <>
            { draw_rect(place, "left-place", 6) }
            { draw_text(place.x + place.w / 2, place.y + place.h / 2 + t / 3, t, "soft", TextAnchor::Middle, text.labels().empty.to_owned()) }
        </>
    }
}

fn draw_card(text: &QueueText<'_>, card: &QueueCard, lines: &CardLines, place: Area, has_left: bool) -> Html {
    let t = text.size;
    let (x, width) = (place.x + t / 2, place.w - t);
    let y = place.y + t / 2;
    let why = draw_lines(x, y + t * 17 / 10, t, "soft", &lines.why);
    let hint = lines.hint.as_ref().map(|(helps, answer)| {
        let height = i64::try_from(answer.len()).unwrap_or(1) * t * 13 / 10 + t / 3;
        let ground = Area::new(x, why.bottom + t / 4, width, height);
        html! {
            <g class={if *helps { "hint queue" } else { "hint skip" }}>
                { draw_rect(ground, "hint-ground", t * 8 / 10) }
                { draw_lines(x + t / 2, ground.y, t, if *helps { "good" } else { "soft" }, answer).html }
            </g>
        }
    });
    let is_gated = card.pod.queue == Queue::Gated;
    let ground = match (has_left, is_gated) {
        (true, _) => "left-place",
        (false, true) => "card-ground gated",
        (false, false) if lines.hint.as_ref().is_some_and(|(helps, _)| !helps) => "card-ground skipped",
        (false, false) => "card-ground",
    };
    let inside = html! {
        <>
            { draw_rect(place, ground, 6) }
            if is_gated { { draw_hatch_lines(place, t) } }
            { text.draw_name(card, x, y, width) }
            { why.html }
            { hint.unwrap_or_default() }
            { draw_text(x, place.bottom() - t * 6 / 10, t, lines.fate.0, TextAnchor::Start, clip_text(&lines.fate.1, t, width * 10 / 11)) }
        </>
    };
    draw_at_place(text, card, has_left, inside)
}

/// Draws the hatching of a gated pod along its right edge.
fn draw_hatch_lines(place: Area, t: i64) -> Html {
    let path = (0..place.h / t.max(1)).fold(String::new(), |path, at| {
        let y = place.y + at * t;
        path + &format!("M{} {}L{} {y}", place.right() - t, y + t, place.right())
    });
    draw_path(path, "gate-hatch")
}

/// Draws the pods that back off: the time that is left as a ring, or as a bar if they are many.
pub(crate) fn draw_backoff(text: &QueueText<'_>, area: Area) -> DrawnCards {
    let t = text.size;
    let cards = backoff_cards(text.scene);
    if cards.is_empty() {
        return DrawnCards { places: Vec::new(), html: draw_empty(text, area) };
    }
    let count = i64::try_from(cards.len()).unwrap_or(i64::MAX);
    let each = (area.h - (count - 1) * t / 2) / count.max(1);
    let has_rings = cards.len() <= MAX_RINGS && each >= t * MIN_RING_CARD;
    let row = if has_rings { each.min(t * 17) } else { t * 2 };
    let pitch = row + if has_rings { t / 2 } else { 0 };
    let shown = if has_rings || count * row <= area.h {
        cards.len()
    } else {
        usize::try_from((area.h - t * 2) / row).unwrap_or(0).min(cards.len())
    };
    let mut drawn = DrawnCards::default();
    let mut parts = Vec::new();
    let mut y = area.y;
    for (card, has_left) in &cards[..shown] {
        let place = Area::new(area.x, y, area.w, row);
        parts.push(match has_rings {
            true => draw_ring_card(text, card, place, *has_left),
            false => draw_bar_row(text, card, place),
        });
        drawn.places.push((card.pod.pod.clone(), place));
        y += pitch;
    }
    if shown < cards.len() {
        parts.push(draw_text(
            area.x,
            y + t * 5 / 4,
            t,
            "soft",
            TextAnchor::Start,
            text.words().more_waiting(cards.len() - shown),
        ));
    }
    drawn.html = html! { { for parts } };
    drawn
}

fn draw_ring_card(text: &QueueText<'_>, card: &QueueCard, place: Area, has_left: bool) -> Html {
    let t = text.size;
    let words = text.words();
    let (x, width) = (place.x + t / 2, place.w - t);
    let is_moved = text.scene.moved.as_ref().is_some_and(|(pod, _)| *pod == card.pod.pod);
    let by = card.pod.moved.map(|(_, event)| words.moved_by(event.as_str())).filter(|_| !has_left);
    let left = card.pod.until.map(|until| text.time_until(until)).unwrap_or_default();
    let total = card.pod.backoff().unwrap_or_default();
    let until = card.pod.until.unwrap_or_default();
    let about = if left.is_zero() {
        text.labels().backoff_over.to_owned()
    } else {
        words.left_of(&format_clock(total), &format_clock(until))
    };
    // A wide, low card has its ring beside the text.
    let has_ring_below = place.h >= t * 13;
    let foot = if by.is_some() { t * 3 / 2 } else { 0 };
    let ring = |cx: i64, cy: i64, radius: i64| draw_ring(text, (cx, cy), radius, left.to_millis(), total.to_millis());
    let inside = if has_ring_below {
        let radius = ((place.h - t * 8 - foot) / 2).min(width / 3).max(t * 2);
        let cy = place.y + t * 3 + radius;
        html! {
            <>
                { ring(place.x + place.w / 2, cy, radius) }
                { draw_text(place.x + place.w / 2, cy + radius + t * 2, t, "soft", TextAnchor::Middle, clip_text(&about, t, width)) }
            </>
        }
    } else {
        let radius = ((place.h - t) / 2).min(t * 9 / 4).max(t);
        let lines = wrap_text(&about, t, width - radius * 2 - t, 2);
        html! {
            <>
                { ring(place.right() - radius - t / 2, place.y + place.h / 2, radius) }
                { draw_lines(x, place.y + t * 22 / 10, t, "soft", &lines).html }
            </>
        }
    };
    let ground = match (has_left, is_moved) {
        (true, _) => "left-place",
        (false, true) => "card-ground entered",
        (false, false) => "card-ground",
    };
    let name_width = if has_ring_below { width } else { width - t * 5 };
    let inside = html! {
        <>
            { draw_rect(place, ground, 8) }
            { text.draw_name(card, x, place.y + t / 2, name_width) }
            { inside }
            if let Some(by) = by { { draw_text(x, place.bottom() - t * 6 / 10, t, "maybe", TextAnchor::Start, clip_text(&by, t, name_width)) } }
        </>
    };
    draw_at_place(text, card, has_left, inside)
}

/// Draws the part of a backoff that is left, clockwise from the top, with the time as a number.
fn draw_ring(text: &QueueText<'_>, (cx, cy): (i64, i64), radius: i64, left: u64, total: u64) -> Html {
    let share = if total == 0 { 0.0 } else { (left as f64 / total as f64).min(1.0) };
    let band = (radius / 4).max(3);
    let inner = radius - band / 2;
    let (x, y, r) = (cx as f64, cy as f64, inner as f64);
    let angle = share * std::f64::consts::TAU;
    let (end_x, end_y) = (x + r * angle.sin(), y - r * angle.cos());
    let arc = format!("M{cx} {}A{inner} {inner} 0 {} 1 {end_x:.1} {end_y:.1}", cy - inner, i32::from(share > 0.5));
    let number = format_clock(Millis::new(left));
    let number_size = fit_text_size(&number, radius / 2 + 2, radius * 5 / 4, 11);
    let whole = html! { <circle cx={cx.to_string()} cy={cy.to_string()} r={inner.to_string()} class={if share >= 1.0 { "ring left-time" } else { "ring" }} stroke-width={band.to_string()} /> };
    html! {
        <g class="backoff-ring" data-left={left.to_string()} data-total={total.to_string()}>
            { whole }
            if share > 0.0 && share < 1.0 { <path d={arc} class="ring left-time" stroke-width={band.to_string()} /> }
            if share > 0.0 {
                { draw_text(cx, cy + number_size / 3, number_size, "strong", TextAnchor::Middle, number) }
            } else {
                { draw_text(cx, cy + radius / 4, radius, "good", TextAnchor::Middle, "✓".to_owned()) }
            }
            <title>{ text.ctx.words.backoff }</title>
        </g>
    }
}

fn draw_bar_row(text: &QueueText<'_>, card: &QueueCard, place: Area) -> Html {
    let t = text.size;
    let left = card.pod.until.map(|until| text.time_until(until)).unwrap_or_default();
    let total = card.pod.backoff().unwrap_or_default().to_millis().max(1);
    let number = format_clock(left);
    let name_width = place.w * 45 / 100;
    let number_width = text_width(&number, t);
    let track = Area::new(place.x + name_width, place.y + t * 3 / 4, place.w - name_width - number_width - t, t / 2);
    let length = i64::try_from(u128::from(left.to_millis()) * u128::try_from(track.w).unwrap_or(0) / u128::from(total))
        .unwrap_or(0)
        .min(track.w);
    let name = format!("{} {}", format_priority(card.pod.priority), short_pod_name(&card.pod.pod));
    let inside = html! {
        <>
            { draw_rect(place, "touch", 3) }
            { draw_text(place.x, place.y + t * 4 / 3, t, "card-name", TextAnchor::Start, clip_name(&name, t, name_width)) }
            { draw_rect(track, "bar-track", 2) }
            { draw_rect(Area::new(track.x, track.y, length, track.h), "bar-left", 2) }
            { draw_text(place.right(), place.y + t * 4 / 3, t, "soft", TextAnchor::End, number) }
        </>
    };
    text.draw_pod(card, "in-queue queue-card", inside)
}

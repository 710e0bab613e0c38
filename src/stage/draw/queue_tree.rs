//! Draws `activeQ`: up to seven pods as the tree of its heap, more of them as a list, numbered in the order in which they are popped.

use ::i18n::{format_clock, short_pod_name};
use scene::queue_model::{QueueCard, Shelf};
use yew::{Html, html};

use crate::draw::{
    queue_cards::DrawnCards,
    queue_text::QueueText,
    text_layout::{Area, TextAnchor, clip_text, draw_lines, draw_path, draw_rect, draw_text, wrap_text},
};

/// The most pods that are drawn as a tree, and as a list.
const MAX_TREE: usize = 7;
const MAX_LIST: usize = 30;

/// The height that the pods of `activeQ` need as a list.
pub(crate) fn active_rows(text: &QueueText<'_>) -> i64 {
    let count = text.scene.shelf(Shelf::Active).count().clamp(1, MAX_TREE);
    i64::try_from(count).unwrap_or(1) * (text.size * 2 + text.size / 3) + text.size / 3
}

/// Draws the pods of `activeQ`, and why one that was moved there is popped before the next.
pub(crate) fn draw_active(text: &QueueText<'_>, area: Area, is_stacked: bool) -> DrawnCards {
    let t = text.size;
    let cards: Vec<&QueueCard> = text.scene.shelf(Shelf::Active).collect();
    if cards.is_empty() {
        return draw_expected(text, area);
    }
    let reasons = reason_lines(text, &cards, area.w);
    let reason_height =
        i64::try_from(reasons.len()).unwrap_or(0) * t * 13 / 10 + if reasons.is_empty() { 0 } else { t };
    let tree = Area::new(area.x, area.y, area.w, area.h - reason_height);
    let rows: i64 = match cards.len() {
        1 => 1,
        2..=3 => 2,
        4..=5 => 3,
        _ => 4,
    };
    let has_tree = !is_stacked && cards.len() <= MAX_TREE && tree.h >= rows * t * 4 - t && tree.w >= t * 16;
    let mut drawn = if has_tree { draw_tree(text, &cards, tree, rows) } else { draw_list(text, &cards, tree) };
    let lowest = drawn.places.iter().map(|(_, place)| place.bottom()).max().unwrap_or(area.y);
    let below = draw_lines(area.x, (lowest + t / 2).min(area.bottom() - reason_height), t, "soft", &reasons).html;
    let html = drawn.html;
    drawn.html = html! { <>{ html }{ below }</> };
    drawn
}

/// An empty `activeQ`, with the pod that comes there next.
fn draw_expected(text: &QueueText<'_>, area: Area) -> DrawnCards {
    let (t, scene) = (text.size, text.scene);
    let next = scene.shelf(Shelf::Backoff).next().filter(|_| scene.pops_early() == Some(false));
    let note = next
        .and_then(|card| Some(text.words().comes_at(short_pod_name(&card.pod.pod), &format_clock(card.pod.until?))));
    let place = Area::new(area.x + area.w / 5, area.y, area.w * 3 / 5, (t * 3).min(area.h));
    let middle = place.x + place.w / 2;
    let html = if place.h < t * 2 {
        Html::default()
    } else {
        html! {
            <>
                { draw_rect(place, "left-place", 6) }
                { draw_text(middle, place.y + place.h / 2 + t / 3, t, "soft", TextAnchor::Middle, text.labels().empty.to_owned()) }
                if let Some(note) = note.filter(|_| area.h > t * 5) { { draw_text(middle, place.bottom() + t * 3 / 2, t, "soft", TextAnchor::Middle, clip_text(&note, t, area.w)) } }
            </>
        }
    };
    DrawnCards { places: Vec::new(), html }
}

/// The pod as a tile, with its place in the order.
fn draw_tile(text: &QueueText<'_>, card: &QueueCard, index: usize, place: Area) -> Html {
    let since = text.words().waits_since(&format_clock(card.pod.since));
    text.draw_pod_tile(&card.pod.pod, place, Some(index + 1), &since)
}

fn draw_tree(text: &QueueText<'_>, cards: &[&QueueCard], area: Area, rows: i64) -> DrawnCards {
    let t = text.size;
    let pitch = (area.h / rows).min(t * 6);
    let height = (pitch * 6 / 10).max(t * 3).min(pitch - t / 2);
    let width = (area.w - t * 2) / 2;
    let left = area.x + t / 2;
    let place = |index: usize| {
        let (x, row) = match index {
            0 => (area.x + (area.w - width) / 2, 0),
            index => (
                if index % 2 == 1 { left } else { area.right() - width },
                i64::try_from(index.div_ceil(2)).unwrap_or(0),
            ),
        };
        Area::new(x, area.y + t / 2 + row * pitch, width, height)
    };
    let places: Vec<Area> = (0..cards.len()).map(place).collect();
    let edges = (1..cards.len()).fold(String::new(), |edges, index| {
        let (parent, child) = (places[(index - 1) / 2], places[index]);
        edges + &format!("M{} {}L{} {}", parent.x + parent.w / 2, parent.bottom(), child.x + child.w / 2, child.y)
    });
    let tiles =
        cards.iter().zip(&places).enumerate().map(|(index, (card, place))| draw_tile(text, card, index, *place));
    let html = html! { <>{ draw_path(edges, "heap-edge") }{ for tiles }</> };
    DrawnCards { places: cards.iter().zip(places).map(|(card, place)| (card.pod.pod.clone(), place)).collect(), html }
}

fn draw_list(text: &QueueText<'_>, cards: &[&QueueCard], area: Area) -> DrawnCards {
    let t = text.size;
    let row = t * 2;
    let room = usize::try_from(area.h / (row + t / 3)).unwrap_or(0).min(MAX_LIST);
    let shown = if cards.len() <= room { cards.len() } else { room.saturating_sub(1) };
    let mut drawn = DrawnCards::default();
    let mut tiles = Vec::new();
    let mut y = area.y + t / 3;
    for (index, card) in cards[..shown].iter().enumerate() {
        let place = Area::new(area.x + t / 2, y, area.w - t / 2, row);
        tiles.push(draw_tile(text, card, index, place));
        drawn.places.push((card.pod.pod.clone(), place));
        y += row + t / 3;
    }
    let rest = &cards[shown..];
    let more = rest.first().zip(rest.last()).map(|(first, last)| match (last.pod.priority, first.pod.priority) {
        (lowest, highest) if lowest == highest => text.words().more_alike(rest.len(), lowest),
        (lowest, highest) => text.words().more_pods(rest.len(), lowest, highest),
    });
    let more =
        more.map(|more| draw_text(area.x, y + t * 5 / 4, t, "soft", TextAnchor::Start, clip_text(&more, t, area.w)));
    drawn.html = html! { <>{ for tiles }{ more.unwrap_or_default() }</> };
    drawn
}

/// The event that moved the pod of the moment, and why the pod is popped before the next one.
fn reason_lines(text: &QueueText<'_>, cards: &[&QueueCard], width: i64) -> Vec<String> {
    let words = text.words();
    let Some((moved, Shelf::Active)) = &text.scene.moved else { return Vec::new() };
    let Some(index) = cards.iter().position(|card| card.pod.pod == *moved) else { return Vec::new() };
    let card = cards[index];
    let by = card.pod.moved.map(|(_, event)| format!("{}: {}", short_pod_name(moved), words.moved_by(event.as_str())));
    let before = cards.get(index + 1).map(|next| match card.pod.priority == next.pod.priority {
        true => words.before_by_time(index + 1, index + 2, card.pod.priority, short_pod_name(moved)),
        false => words.before_by_priority(index + 1, index + 2, card.pod.priority, next.pod.priority),
    });
    by.into_iter().chain(before).flat_map(|line| wrap_text(&line, text.size, width, 2)).collect()
}

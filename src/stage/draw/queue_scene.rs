//! Draws the scheduler's queue as the stage: four shelves, the event that meets pods, and the arrows of its moves.

use ::i18n::{format_clock, short_pod_name};
use api::NamespacedName;
use runlog::{Queue, QueueEvent};
use scene::queue_model::{EventCause, PodAttempts, QueueCard, QueueScene, QueueSceneEvent, Shelf};
use yew::{Html, html};

use crate::draw::{
    draw_ctx::DrawCtx,
    queue_cards::{self, DrawnCards},
    queue_history,
    queue_text::{QueueText, text_class},
    queue_tree::{active_rows, draw_active},
    text_layout::{
        Area, Size, TextAnchor, bold_text_width, clip_text, draw_lines, draw_path, draw_rect, draw_text, fit_text_size,
        text_width, wrap_text,
    },
    tiles,
};

/// Pictures narrower than this have their shelves below each other.
const MIN_WIDE: i64 = 620;

/// The shelves in the order in which a pod passes them.
const SHELVES: [Shelf; 4] = [Shelf::Unschedulable, Shelf::Backoff, Shelf::Active, Shelf::Cycle];

/// The areas of the picture.
struct QueueLayout {
    event: Option<Area>,
    shelves: [Area; 4],
    /// The line with the rule for failed attempts.
    rule: Option<Area>,
    /// The attempts of a pod, or the pods that are popped next.
    foot: Area,
    /// Whether the shelves are below each other.
    is_stacked: bool,
    /// The most lines of the sentence that says what a shelf is.
    about_lines: i64,
}

impl QueueLayout {
    fn new(text: &QueueText<'_>, scene: &QueueScene, has_history: bool, size: Size) -> Self {
        let t = text.size;
        let Size { width, height } = size;
        let (event_height, top) = event_space(text, scene);
        if width < MIN_WIDE {
            return Self::stacked(text, scene, has_history, size);
        }
        let foot = if has_history { (height * 30 / 100).clamp(t * 8, t * 18) } else { t * 3 };
        let rule = t * 2;
        let bottom = (height - foot - rule).max(top + t * 10);
        let gap = width * 22 / 1000;
        let room = width - 8 - gap * 3;
        let widths = [room * 33 / 100, room * 22 / 100, room * 31 / 100, room * 14 / 100];
        let mut x = 4;
        let shelves = widths.map(|width| {
            let area = Area::new(x, top, width, bottom - top);
            x += width + gap;
            area
        });
        let event = scene.event.as_ref().map(|event| {
            let shelf = shelves[shelf_index(event.shelf)];
            let about_width = bold_text_width(&cause_text(text, &event.cause), t) + t * 2;
            Area::new(shelf.x, 4, about_width.max(shelf.w * 12 / 10).min(width - shelf.x - 4), event_height)
        });
        let foot_top = bottom + rule + t / 2;
        let foot = Area::new(4, foot_top, width - 8, height - foot_top);
        Self {
            event,
            shelves,
            rule: Some(Area::new(4, bottom, width - 8, rule)),
            foot,
            is_stacked: false,
            about_lines: 2,
        }
    }

    /// Shelves below each other. First each has room for its pods as rows; what is left goes to those with pods, and to the sentences.
    fn stacked(text: &QueueText<'_>, scene: &QueueScene, has_history: bool, size: Size) -> Self {
        let t = text.size;
        let Size { width, height } = size;
        let (event_height, top) = event_space(text, scene);
        let rows = [queue_cards::unschedulable_rows(text), queue_cards::backoff_rows(text), active_rows(text), t * 2];
        let rows_height = rows.iter().sum::<i64>();
        let gaps = t / 2 * 3;
        let heads = |about_lines: i64| (text.head_height(about_lines) + t / 4) * 4;
        let history = (height * 22 / 100).max(t * 8);
        let next = t * 5 / 2;
        // Sentences go first, then the next pods.
        let choices = if has_history { [(1, history), (0, history), (0, 0)] } else { [(1, next), (0, next), (0, 0)] };
        let room = height - top - gaps;
        let fits = |(about_lines, foot): &(i64, i64)| heads(*about_lines) + rows_height + foot <= room;
        let (about_lines, foot) = choices.into_iter().find(fits).unwrap_or((0, 0));
        let spare = (room - heads(about_lines) - rows_height - foot).max(0);
        let weights = [
            scene.shelf(Shelf::Unschedulable).count() + scene.left_places.len(),
            scene.shelf(Shelf::Backoff).count() * 2,
        ];
        let weights = weights.map(|weight| i64::try_from(weight.min(8)).unwrap_or(0));
        let total = weights.iter().sum::<i64>().max(1);
        let mut y = top;
        let shelves = [0, 1, 2, 3].map(|index| {
            let extra = weights.get(index).map_or(0, |weight| spare * weight / total);
            let area = Area::new(4, y, width - 8, text.head_height(about_lines) + t / 4 + rows[index] + extra);
            y = area.bottom() + t / 2;
            area
        });
        let event = scene.event.as_ref().map(|_| Area::new(4, 4, width - 8, event_height));
        let foot = Area::new(4, y, width - 8, (height - y).max(0));
        Self { event, shelves, rule: None, foot, is_stacked: true, about_lines }
    }
}

/// The height of the event, and the y of the shelves.
fn event_space(text: &QueueText<'_>, scene: &QueueScene) -> (i64, i64) {
    match scene.event {
        Some(_) => (text.size * 7 / 2, 4 + text.size * 5),
        None => (0, 4),
    }
}

fn shelf_index(shelf: Shelf) -> usize {
    SHELVES.iter().position(|other| *other == shelf).unwrap_or(0)
}

/// Draws the queue in a picture of this size.
pub fn draw_queue(ctx: &DrawCtx<'_>, scene: &QueueScene, size: Size) -> Html {
    let text = &QueueText::new(ctx, scene, size);
    let history = single_history(ctx, scene);
    let layout = QueueLayout::new(text, scene, history.is_some(), size);
    let drawn: Vec<DrawnShelf> =
        SHELVES.iter().zip(layout.shelves).map(|(shelf, area)| draw_shelf(text, *shelf, area, &layout)).collect();
    let event = layout
        .event
        .zip(scene.event.as_ref())
        .map(|(area, event)| draw_event(text, event, area, &drawn, layout.is_stacked));
    let moves = scene.left_places.iter().filter_map(|left| draw_move(text, left, &drawn, &layout));
    let foot = match history {
        Some(history) => queue_history::draw_history(text, history, layout.foot),
        None => draw_next(text, layout.foot),
    };
    html! {
        <g class="queue-scene" data-moved={scene.moved.as_ref().map(|(pod, _)| pod.to_string())}>
            { for drawn.iter().map(|shelf| shelf.html.clone()) }
            { event.unwrap_or_default() }
            <g class="moves">{ for moves }</g>
            if let Some(rule) = layout.rule { { draw_rule(text, rule, &layout.shelves) } }
            { foot }
        </g>
    }
}

/// The attempts of the selected pod, or of the only pod.
fn single_history<'s>(ctx: &DrawCtx<'_>, scene: &'s QueueScene) -> Option<&'s PodAttempts> {
    let selected = ctx.selected_pod.and_then(|pod| scene.attempts_of(pod));
    let only = || match &scene.histories[..] {
        [only] if scene.in_cycle.is_empty() => Some(only),
        _ => None,
    };
    selected.or_else(only).filter(|history| !history.failed.is_empty())
}

/// A shelf as drawn, with the places of its pods.
struct DrawnShelf {
    shelf: Shelf,
    cards: DrawnCards,
    html: Html,
}

fn draw_shelf(text: &QueueText<'_>, shelf: Shelf, area: Area, layout: &QueueLayout) -> DrawnShelf {
    let (t, scene) = (text.size, text.scene);
    let labels = text.labels();
    let name = text.shelf_name(shelf);
    let about = match shelf {
        Shelf::Unschedulable => labels.unschedulable_is,
        Shelf::Backoff => labels.backoff_is,
        Shelf::Active => labels.active_is,
        Shelf::Cycle => labels.cycle_is,
    };
    let gated = scene.count(Queue::Gated);
    let count = match shelf {
        Shelf::Unschedulable if gated > 0 => text.words().gated_count(scene.count(Queue::Unschedulable), gated),
        Shelf::Cycle => scene.in_cycle.len().to_string(),
        _ => scene.shelf(shelf).count().to_string(),
    };
    let pad = t;
    let title_size = t * 13 / 10;
    let right = area.right() - pad;
    let name_width = area.w - 2 * pad - text_width(&count, t * 12 / 10) - t / 2;
    let name_size = fit_text_size(name, title_size, name_width * 10 / 11, 11);
    let about_lines = usize::try_from(layout.about_lines).unwrap_or(0);
    let about = if about_lines == 0 { Vec::new() } else { wrap_text(about, t, area.w - 2 * pad, about_lines) };
    let head = text.head_height(layout.about_lines);
    let inside = Area::new(area.x + pad, area.y + head, area.w - 2 * pad, area.h - head - t / 4);
    let cards = match shelf {
        Shelf::Unschedulable => queue_cards::draw_unschedulable(text, inside),
        Shelf::Backoff => queue_cards::draw_backoff(text, inside),
        Shelf::Active => draw_active(text, inside, layout.is_stacked),
        Shelf::Cycle => draw_cycle(text, inside),
    };
    let is_entered = scene.moved.as_ref().is_some_and(|(_, entered)| *entered == shelf);
    let html = html! {
        <g class="shelf" data-shelf={shelf_id(shelf)} role="group" aria-label={format!("{name}: {count}")}>
            { draw_rect(area, if is_entered { "shelf-ground entered" } else { "shelf-ground" }, 9) }
            { draw_text(area.x + pad, area.y + t / 2 + title_size, name_size, "strong", TextAnchor::Start, name.to_owned()) }
            <g class="shelf-count">{ draw_text(right, area.y + t / 2 + title_size, t * 12 / 10, "soft", TextAnchor::End, count) }</g>
            { draw_lines(area.x + pad, area.y + t + title_size, t, "soft", &about).html }
            { cards.html.clone() }
        </g>
    };
    DrawnShelf { shelf, cards, html }
}

/// The shelf in the document, whatever the language.
fn shelf_id(shelf: Shelf) -> &'static str {
    match shelf {
        Shelf::Unschedulable => "unschedulable",
        Shelf::Backoff => "backoff",
        Shelf::Active => "active",
        Shelf::Cycle => "cycle",
    }
}

/// The pod that is being scheduled, or the one that comes next.
fn draw_cycle(text: &QueueText<'_>, area: Area) -> DrawnCards {
    let (t, scene) = (text.size, text.scene);
    let place = Area::new(area.x, area.y, area.w, (t * 4).min(area.h));
    if let Some(pod) = scene.in_cycle.first() {
        let card = text.draw_pod_tile(pod, place, None, "");
        return DrawnCards { places: vec![(pod.clone(), place)], html: card };
    }
    let next = scene.shelf(Shelf::Active).next().map(|card| text.words().next_pod(short_pod_name(&card.pod.pod)));
    let waiting_until = || scene.shelf(Shelf::Backoff).filter_map(|card| card.pod.until).min();
    let note = next.unwrap_or_else(|| match waiting_until().filter(|until| *until > scene.now) {
        Some(until) if scene.pops_early() == Some(false) => text.words().idle_until(&format_clock(until)),
        _ => text.labels().idle.to_owned(),
    });
    let lines = wrap_text(&note, t, area.w - t, 3);
    let place =
        Area::new(place.x, place.y, place.w, (t * 13 / 10 * i64::try_from(lines.len()).unwrap_or(1) + t).min(area.h));
    let html = html! { <>{ draw_rect(place, "left-place", 6) }{ draw_lines(place.x + t / 2, place.y + t / 3, t, "text", &lines).html }</> };
    DrawnCards { places: Vec::new(), html }
}

/// The event as a box above the shelf on which it meets pods, with an arrow to each of them.
fn draw_event(
    text: &QueueText<'_>,
    event: &QueueSceneEvent,
    area: Area,
    drawn: &[DrawnShelf],
    is_stacked: bool,
) -> Html {
    let (t, scene) = (text.size, text.scene);
    let name = event.name.map_or(text.labels().an_event, QueueEvent::as_str);
    let about = cause_text(text, &event.cause);
    let shelf = &drawn[shelf_index(event.shelf)];
    let is_met = |pod: &NamespacedName| {
        scene.left_places.iter().any(|left| left.pod.pod == *pod)
            || scene.cards.iter().any(|card| card.pod.pod == *pod && (card.hints.is_some() || card.goes_to.is_some()))
    };
    let met: Vec<&(NamespacedName, Area)> = shelf.cards.places.iter().filter(|(pod, _)| is_met(pod)).collect();
    let trunk = area.x + if is_stacked { t / 2 } else { t * 3 / 4 };
    let lowest = met.iter().map(|(_, place)| place.y + place.h / 2).max();
    let branches = met.iter().map(|(pod, place)| {
        let is_skipped = scene
            .cards
            .iter()
            .any(|card| card.pod.pod == *pod && card.hints.as_ref().is_some_and(|hints| !hints.is_worth_requeuing));
        let y = place.y + place.h / 2;
        draw_arrow(
            format!("M{trunk} {y}H{}", place.x - 2),
            (place.x, y),
            1,
            if is_skipped { "queue-arrow skips" } else { "queue-arrow" },
        )
    });
    html! {
        <g class="queue-event" data-event={name}>
            { draw_rect(area, "event-box", 6) }
            { draw_text(area.x + t, area.y + t * 3 / 2, t * 11 / 10, "event-name", TextAnchor::Start, clip_text(name, t * 11 / 10, area.w - 2 * t)) }
            { draw_text(area.x + t, area.y + t * 29 / 10, t, "event-about", TextAnchor::Start, clip_text(&about, t, area.w - 2 * t)) }
            if let Some(lowest) = lowest { { draw_path(format!("M{trunk} {}V{lowest}", area.bottom()), "queue-line") } }
            { for branches }
        </g>
    }
}

fn cause_text(text: &QueueText<'_>, cause: &EventCause) -> String {
    let words = text.words();
    let time = &format_clock(text.scene.now);
    match cause {
        EventCause::NodeAdded(node) => match node_facts(text, node) {
            facts if facts.is_empty() => words.node_joins(time, node),
            facts => words.node_joins_with(time, node, &facts),
        },
        EventCause::NodeUpdated(node) => words.node_changes(time, node),
        EventCause::NodeRemoved(node) => words.node_leaves(time, node),
        EventCause::PodRemoved(pod) => words.pod_leaves(time, short_pod_name(pod)),
        EventCause::PodUpdated(pod) => words.pod_changes(time, short_pod_name(pod)),
        EventCause::PodBound(pod, node) => words.pod_arrives(time, short_pod_name(pod), node),
        EventCause::Other => time.clone(),
    }
}

/// The cpu of a node, and its first taint.
fn node_facts(text: &QueueText<'_>, node: &str) -> String {
    let Some(view) = text.ctx.frame.nodes.get(node) else { return String::new() };
    let cpu = Some(view.allocatable_amount(text.ctx.resource)).filter(|amount| *amount > 0);
    let cpu = cpu.map(|amount| tiles::amount_with_unit(text.ctx.resource, amount));
    let taint = view.node.spec.taints.first().map(|taint| format!("{}:{}", taint.key, taint.effect));
    let facts: Vec<String> = cpu.into_iter().chain(taint).collect();
    text.words().list_texts(&facts)
}

/// An arrow to a pod at its new place.
fn draw_move(text: &QueueText<'_>, left: &QueueCard, drawn: &[DrawnShelf], layout: &QueueLayout) -> Option<Html> {
    let place = |shelf: Shelf| {
        let places = &drawn.iter().find(|drawn| drawn.shelf == shelf)?.cards.places;
        places.iter().find(|(pod, _)| *pod == left.pod.pod).map(|(_, area)| *area)
    };
    let from_shelf = Shelf::from(left.pod.queue);
    let to_shelf = left.goes_to.filter(|to| *to != from_shelf)?;
    let (from, to) = (place(from_shelf)?, place(to_shelf)?);
    let [from_index, to_index] = [from_shelf, to_shelf].map(shelf_index);
    if layout.is_stacked {
        // Beside the pods between them; a longer way is further out.
        let steps = i64::try_from(to_index.abs_diff(from_index)).unwrap_or(1);
        let (y, end) = (from.y + from.h / 2, (to.right(), to.y + to.h / 2));
        let path = format!("M{} {y}H{}V{}H{}", from.right(), from.right() + 3 + 4 * steps, end.1, end.0 + 2);
        return Some(draw_arrow(path, end, -1, "queue-arrow"));
    }
    let (x, y) = (from.right(), from.y + from.h / 3);
    let end = (to.x, to.y + to.h / 2);
    if to_index > from_index + 1 {
        // Above the shelves between them.
        let half_gap = (layout.shelves[1].x - layout.shelves[0].right()) / 2;
        let (out, into) = (layout.shelves[from_index].right() + half_gap, layout.shelves[to_index].x - half_gap);
        let lane = layout.shelves[0].y - text.size / 2;
        let path = format!("M{x} {y}H{out}V{lane}H{into}V{}H{}", end.1, end.0 - 2);
        return Some(draw_arrow(path, end, 1, "queue-arrow"));
    }
    let bend = ((end.0 - x) / 2).clamp(8, 60);
    let path = format!("M{x} {y}C{} {y} {} {} {} {}", x + bend, end.0 - bend, end.1, end.0 - 2, end.1);
    Some(draw_arrow(path, end, 1, "queue-arrow"))
}

/// A line with a head that points right (1) or left (-1).
fn draw_arrow(path: String, (x, y): (i64, i64), direction: i64, class: &'static str) -> Html {
    let head = format!("M{x} {y}L{} {}V{}Z", x - 9 * direction, y - 5, y + 5);
    html! { <g {class}>{ draw_path(path, "queue-line") }{ draw_path(head, "queue-head") }</g> }
}

/// The way of a pod whose attempt fails.
fn draw_rule(text: &QueueText<'_>, area: Area, shelves: &[Area; 4]) -> Html {
    let t = text.size;
    let (from, to) = (shelves[3], shelves[0]);
    let (start, end) = (from.x + from.w / 2, to.x + to.w / 2);
    let y = area.y + t * 4 / 3;
    let path = format!("M{start} {}V{y}H{end}V{}", area.y, area.y + 8);
    let label = text.labels().failure_returns;
    let width = bold_text_width(label, t) + t;
    let middle = i64::midpoint(start, end);
    let ground = Area::new(middle - width / 2, y - t * 3 / 4, width, t * 3 / 2);
    html! {
        <g class="failure-rule">
            { draw_path(path, "failure-line") }
            { draw_path(format!("M{end} {}L{} {}H{}Z", area.y, end - 5, area.y + 9, end + 5), "failure-head") }
            { draw_rect(ground, "paper", 3) }
            { draw_text(middle, y + t / 3, t, "bad", TextAnchor::Middle, label.to_owned()) }
        </g>
    }
}

/// The order of the next pods, if nothing else happens.
fn draw_next(text: &QueueText<'_>, area: Area) -> Html {
    let (t, scene) = (text.size, text.scene);
    let pods: Vec<&QueueCard> = if scene.pops_early() == Some(true) {
        scene.next_pods().filter(|card| !card.pod.has_error || card.pod.queue == Queue::Active).collect()
    } else {
        scene.shelf(Shelf::Active).collect()
    };
    if pods.len() < 2 || area.h < t * 2 {
        return Html::default();
    }
    let title = text.labels().next;
    let mut x = area.x + bold_text_width(title, t * 11 / 10) + t;
    let mut chips = Vec::new();
    for (index, card) in pods.iter().enumerate() {
        let label = format!("{} {}", index + 1, short_pod_name(&card.pod.pod));
        let width = text_width(&label, t) + t * 3 / 2;
        if x + width > area.right() {
            break;
        }
        let chip = Area::new(x, area.y, width, t * 2);
        let is_moved = scene.moved.as_ref().is_some_and(|(pod, _)| *pod == card.pod.pod);
        chips.push(html! {
            <g key={card.pod.pod.to_string()}>{ draw_rect(chip, "next-chip", t) }{ draw_text(x + t * 3 / 4, area.y + t * 4 / 3, t, text_class(is_moved), TextAnchor::Start, label) }</g>
        });
        x += width + t / 2;
    }
    html! {
        <g class="queue-next">
            { draw_text(area.x, area.y + t * 4 / 3, t * 11 / 10, "strong", TextAnchor::Start, title.to_owned()) }
            { for chips }
        </g>
    }
}

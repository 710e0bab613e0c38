//! Draws the pods of the queue as cards: why each of them waits, what the plugins say about the event, and its backoff as a ring.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use ::i18n::{
    format_clock, queue as words, short_pod_name,
    table::queue::{QueueLabels, QueueSentences},
};
use api::{Millis, NamespacedName};
use runlog::{HintAnswer, HintEvidence, PluginHint, PodHints, Queue};
use scene::{
    priority::{format_priority, priority_class},
    queue_model::{EventCause, QueueCard, QueueScene, Shelf},
};
use yew::{Callback, Html, KeyboardEvent, html};

use crate::{
    draw::{
        draw_ctx::DrawCtx,
        queue_keys::move_focus,
        text_layout::{
            Area, Size, TextAnchor, clip_text, draw_lines, draw_path, draw_rect, draw_text, fit_text_size, text_width,
            wrap_text,
        },
        tiles::amount_with_unit,
    },
    event::StageEvent,
};

/// With more pods that back off than this, each is a line with a bar.
const MAX_RINGS: usize = 12;

/// The context of the drawings of the queue.
pub(crate) struct QueueText<'a> {
    pub ctx: &'a DrawCtx<'a>,
    pub scene: &'a QueueScene,
    /// The size of plain text.
    pub size: i64,
}

/// Pods as drawn, with their places.
#[derive(Default)]
pub(crate) struct DrawnCards {
    pub places: Vec<(NamespacedName, Area)>,
    pub html: Html,
}

/// The class of text that may stand out.
pub(crate) fn text_class(stands_out: bool) -> &'static str {
    if stands_out { "maybe" } else { "text" }
}

impl<'a> QueueText<'a> {
    pub(crate) fn new(ctx: &'a DrawCtx<'a>, scene: &'a QueueScene, size: Size) -> Self {
        let scaled = if size.width < 620 { 13 } else { (size.width / 74).clamp(11, 18) };
        Self { ctx, scene, size: scaled.max(ctx.least_text_size * 7 / 10) }
    }

    /// The sentences about the queue, in the language of the picture.
    pub(crate) fn words(&self) -> &'static dyn QueueSentences {
        words::words(self.ctx.lang)
    }

    /// The fixed words about the queue, in the language of the picture.
    pub(crate) fn labels(&self) -> &'static QueueLabels {
        self.words().queue_labels()
    }

    /// The height of the title of a shelf, with what the shelf is.
    pub(crate) fn head_height(&self, is_stacked: bool) -> i64 {
        self.size * if is_stacked { 37 } else { 52 } / 10
    }

    /// The name of a shelf.
    fn shelf_name(&self, shelf: Shelf) -> &'static str {
        match shelf {
            Shelf::Unschedulable => self.labels().unschedulable_q,
            Shelf::Backoff => self.labels().backoff_q,
            Shelf::Active => self.labels().active_q,
            Shelf::Cycle => self.labels().cycle_q,
        }
    }

    /// The time until a moment; zero if it has passed.
    fn time_until(&self, until: Millis) -> Millis {
        until.saturating_since(self.scene.now)
    }

    /// Draws a pod that can be selected. Animations find it by its id.
    pub(crate) fn draw_pod(&self, card: &QueueCard, class: &'static str, inside: Html) -> Html {
        let key = &card.pod.pod;
        let shelf = match card.pod.queue {
            Queue::Gated => self.ctx.words.gated,
            queue => self.shelf_name(Shelf::from(queue)),
        };
        let title = self.words().pod_on_shelf(short_pod_name(key), card.pod.priority, shelf);
        self.draw_selectable(key, title, class, card.pod.priority, inside)
    }

    fn draw_selectable(
        &self,
        key: &NamespacedName,
        title: String,
        class: &'static str,
        priority: i32,
        inside: Html,
    ) -> Html {
        let ctx = self.ctx;
        let is_selected = ctx.selected_pod == Some(key);
        let is_dimmed = ctx.selected_pod.is_some_and(|pod| self.scene.cards.iter().any(|card| card.pod.pod == *pod))
            && !is_selected;
        let pick = StageEvent::SelectPod((!is_selected).then(|| key.clone()));
        let on_button_key = ctx.on_button_key(pick.clone());
        let onkeydown = Callback::from(move |key: KeyboardEvent| {
            if !move_focus(&key) {
                on_button_key.emit(key);
            }
        });
        let about = (ctx.subject_pod == Some(key)).then_some("");
        let priority = priority_class(ctx.priorities, priority);
        let chosen = if is_selected { " chosen" } else { "" };
        let dimmed = if is_dimmed { " dimmed" } else { "" };
        html! {
            <g key={format!("pod {key}")} id={ctx.has_ids.then(|| format!("pod:{key}"))} data-pod={key.to_string()} data-verdict={about} data-subject={about}
                class={format!("pod {priority} {class}{chosen}{dimmed}")} role="button" tabindex="0" aria-pressed={is_selected.to_string()}
                onclick={ctx.on_click(pick)} {onkeydown}>
                <title>{ title }</title>
                { inside }
            </g>
        }
    }

    /// Draws a pod as a tile in the color of its priority, with its place in the order and a second line.
    pub(crate) fn draw_pod_tile(&self, key: &NamespacedName, area: Area, order: Option<usize>, line: &str) -> Html {
        let t = self.size;
        let priority = self.ctx.frame.pods.get(key).map_or(0, |view| view.pod.priority());
        let left = area.x + if order.is_some() { t * 3 / 2 } else { t / 2 };
        let width = area.right() - left - t / 3;
        let name = format!("{} {}", format_priority(priority), short_pod_name(key));
        let name_size = fit_text_size(&name, t * 11 / 10, width, 11);
        let has_line = !line.is_empty() && area.h >= t * 3;
        let baseline = if has_line { area.y + t * 3 / 2 } else { area.y + area.h / 2 + t / 3 };
        let bead = order.map(|order| {
            html! {
                <g class="order">
                    <circle cx={area.x.to_string()} cy={(area.y + t / 3).to_string()} r={(t * 9 / 10).to_string()} />
                    { draw_text(area.x, area.y + t * 2 / 3, t, "order-number", TextAnchor::Middle, order.to_string()) }
                </g>
            }
        });
        let inside = html! {
            <>
                { draw_rect(area, "body", 5) }
                { draw_text(left, baseline, name_size, "rank", TextAnchor::Start, clip_text(&name, name_size, width)) }
                if has_line { { draw_text(left, baseline + t * 13 / 10, t * 9 / 10, "text", TextAnchor::Start, clip_text(line, (t * 9 / 10).max(11), width)) } }
                { bead.unwrap_or_default() }
            </>
        };
        match self.scene.cards.iter().find(|card| card.pod.pod == *key) {
            Some(card) => {
                let is_moved = self.scene.moved.as_ref().is_some_and(|(pod, _)| pod == key);
                self.draw_pod(card, if is_moved { "in-queue moved" } else { "in-queue" }, inside)
            }
            None => {
                let title = self.words().pod_on_shelf(short_pod_name(key), priority, self.labels().cycle_q);
                self.draw_selectable(key, title, "in-queue", priority, inside)
            }
        }
    }

    /// Draws the priority and the name of a pod. Returns them with the x after the name.
    fn draw_name(&self, card: &QueueCard, x: i64, y: i64, width: i64) -> Html {
        let t = self.size;
        let priority = format_priority(card.pod.priority);
        let chip = Area::new(x, y, text_width(&priority, t) + t * 2 / 3, t * 3 / 2);
        let name_x = chip.right() + t / 2;
        let room = width - (name_x - x);
        let name = short_pod_name(&card.pod.pod);
        let name_size = fit_text_size(name, t * 13 / 10, room, 11);
        html! {
            <>
                { draw_rect(chip, "body", 3) }
                { draw_text(chip.x + t / 3, y + t * 11 / 10, t, "rank", TextAnchor::Start, priority) }
                { draw_text(name_x, y + t * 12 / 10, name_size, "card-name", TextAnchor::Start, clip_text(name, name_size, room)) }
            </>
        }
    }

    /// What a plugin's hint says, with the numbers or labels that it compared.
    fn hint_text(&self, hint: &PluginHint) -> String {
        let (words, labels) = (self.words(), self.labels());
        let answer = match hint.answer {
            HintAnswer::Queue => labels.hint_queue,
            HintAnswer::Skip => labels.hint_skip,
            HintAnswer::Unregistered => labels.hint_unregistered,
        };
        let object = self.scene.event.as_ref().map(|event| match &event.cause {
            EventCause::NodeAdded(name) | EventCause::NodeUpdated(name) | EventCause::NodeRemoved(name) => {
                name.to_string()
            }
            EventCause::PodRemoved(pod) | EventCause::PodUpdated(pod) | EventCause::PodBound(pod, _) => {
                short_pod_name(pod).to_owned()
            }
            EventCause::Other => String::new(),
        });
        let object = object.unwrap_or_default();
        let label = |key: &str, value: &str| format!("{key}={value}");
        let evidence = match &hint.evidence {
            HintEvidence::Unknown => return answer.to_owned(),
            HintEvidence::Amount { resource, needed, offered } => words.amount_compared(
                &amount_with_unit(resource, *needed),
                &amount_with_unit(resource, *offered),
                &object,
            ),
            HintEvidence::NotIncreased => labels.not_increased.to_owned(),
            HintEvidence::Freed { resource, amount } => {
                words.amount_freed(&object, &amount_with_unit(resource, *amount))
            }
            HintEvidence::Label { key, wanted, value } => {
                let wanted_text = label(key, &wanted.iter().map(|value| value.as_str()).collect::<Vec<_>>().join("|"));
                match value {
                    None => words.label_missing(&object, &wanted_text),
                    Some(value) if wanted.contains(value) => words.label_matches(&object, &label(key, value)),
                    Some(value) => words.label_differs(&object, &label(key, value), &wanted_text),
                }
            }
            HintEvidence::Taint { key, value } if value.is_empty() => words.taint_blocks(&object, key),
            HintEvidence::Taint { key, value } => words.taint_blocks(&object, &label(key, value)),
            HintEvidence::Tolerated => words.taints_tolerated(&object),
            HintEvidence::Cordon(true) => words.node_cordoned(&object),
            HintEvidence::Cordon(false) => words.node_open(&object),
            HintEvidence::AnyTaintChange => labels.any_taint_change.to_owned(),
        };
        words.compared(answer, &evidence)
    }

    /// Where a pod of the unschedulable shelf goes, or that it stays.
    fn fate_text(&self, card: &QueueCard) -> (&'static str, String) {
        let words = self.words();
        let until = card.pod.until.filter(|_| card.pod.failures > 0);
        match (card.goes_to, until) {
            (Some(to), Some(until)) if until <= self.scene.now && to == Shelf::Active => {
                ("good", words.moves_after_backoff(&format_clock(until), self.shelf_name(to)))
            }
            (Some(to), Some(until)) if to == Shelf::Backoff => {
                ("good", words.moves_in_backoff(&format_clock(until), self.shelf_name(to)))
            }
            (Some(to), _) => ("good", words.moves_to(self.shelf_name(to))),
            _ if card.hints.as_ref().is_some_and(|hints| !hints.is_worth_requeuing) => {
                ("soft", self.labels().stays.to_owned())
            }
            (None, Some(until)) if until > self.scene.now => ("soft", words.backoff_ends(&format_clock(until))),
            (None, Some(until)) => ("soft", words.backoff_ended(&format_clock(until))),
            (None, None) => ("soft", words.waits_since(&format_clock(card.pod.since))),
        }
    }
}

/// The plugins that rejected a pod.
fn rejecting_plugins(hints: &PodHints) -> Vec<&str> {
    hints.hints.iter().map(|hint| hint.plugin.as_str()).collect()
}

/// The hint that decides: the first that says `Queue`, or else the first that says `Skip`.
fn deciding_hint(hints: &PodHints) -> Option<&PluginHint> {
    let says = |answer| hints.hints.iter().find(|hint| hint.answer == answer);
    says(HintAnswer::Queue).or_else(|| says(HintAnswer::Skip)).or(hints.hints.first())
}

/// The lines of a card on the unschedulable shelf.
struct CardLines {
    why: Vec<String>,
    /// Whether the event may help, and what the hint says.
    hint: Option<(bool, Vec<String>)>,
    /// Where the pod goes, with its class; `None` where that has no room.
    fate: Option<(&'static str, String)>,
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
            return Self { why: wrap_text(&why, t, width, 2), hint: None, fate: Some(fate) };
        }
        let plugins = card.hints.as_ref().map(rejecting_plugins).filter(|plugins| !plugins.is_empty());
        let why = plugins.map_or_else(|| card.message.to_string(), |plugins| words.rejected_by(&words.list(&plugins)));
        let hint = card.hints.as_ref().and_then(|hints| {
            let answer = text.hint_text(deciding_hint(hints)?);
            Some((hints.is_worth_requeuing, wrap_text(&answer, t, width - t, 2)))
        });
        Self { why: wrap_text(&why, t, width, 2), hint, fate: Some(text.fate_text(card)) }
    }

    fn height(&self, t: i64) -> i64 {
        let line = t * 13 / 10;
        let count = |lines: &[String]| i64::try_from(lines.len()).unwrap_or(0);
        let hint = self.hint.as_ref().map_or(0, |(_, lines)| count(lines) * line + t * 3 / 4);
        let fate = if self.fate.is_some() { line } else { 0 };
        t * 5 / 2 + count(&self.why) * line + hint + fate + t / 2
    }

    /// How many of these cards fit below each other.
    fn count_fitting(cards: &[Self], t: i64, room: i64) -> usize {
        let mut y = 0;
        let fits = |card: &&Self| {
            y += card.height(t) + t / 2;
            y - t / 2 <= room
        };
        cards.iter().take_while(fits).count()
    }
}

/// Draws the pods that wait for an event, the places of those that have left, and the gated pods.
pub(crate) fn draw_unschedulable(text: &QueueText<'_>, area: Area) -> DrawnCards {
    let (t, scene) = (text.size, text.scene);
    // The arrows of the event have their place on the left.
    let has_arrows = scene.event.as_ref().is_some_and(|event| event.shelf == Shelf::Unschedulable);
    let indent = if has_arrows { t } else { 0 };
    let area = Area::new(area.x + indent, area.y, area.w - indent, area.h);
    let is_left = |card: &&QueueCard| Shelf::from(card.pod.queue) == Shelf::Unschedulable;
    let mut cards: Vec<(&QueueCard, bool)> =
        scene.left_places.iter().filter(is_left).map(|card| (card, true)).collect();
    cards.extend(scene.shelf(Shelf::Unschedulable).map(|card| (card, false)));
    // The order stays the same while one pod after the other moves.
    cards.sort_by_key(|(card, _)| (card.pod.queue == Queue::Gated, std::cmp::Reverse(card.pod.order)));
    let no_hints = scene.event.as_ref().is_some_and(|event| event.has_hints == Some(false));
    let note = if no_hints { wrap_text(text.labels().no_hints, t, area.w - t, 3) } else { Vec::new() };
    let note_height = if note.is_empty() { 0 } else { i64::try_from(note.len()).unwrap_or(0) * t * 13 / 10 + t };
    let mut lines: Vec<CardLines> = cards.iter().map(|(card, _)| CardLines::new(text, card, area.w - t)).collect();
    let room = area.h - note_height;
    if CardLines::count_fitting(&lines, t, room) < lines.len() {
        // The arrows show where pods go.
        for card_lines in &mut lines {
            card_lines.fate = None;
        }
    }
    let shown = match CardLines::count_fitting(&lines, t, room) {
        all if all == lines.len() => all,
        _ => CardLines::count_fitting(&lines, t, room - t * 2),
    };
    let mut y = area.y;
    let mut drawn = DrawnCards::default();
    let mut parts = Vec::new();
    for ((card, has_left), lines) in cards.iter().zip(&lines).take(shown) {
        let place = Area::new(area.x, y, area.w, lines.height(t));
        parts.push(draw_card(text, card, lines, place, *has_left));
        drawn.places.push((card.pod.pod.clone(), place));
        y = place.bottom() + t / 2;
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
            if let Some((class, fate)) = &lines.fate { { draw_text(x, place.bottom() - t * 6 / 10, t, class, TextAnchor::Start, clip_text(fate, t, width)) } }
        </>
    };
    match has_left {
        true => {
            html! { <g key={format!("left {}", card.pod.pod)} class={format!("left {}", priority_class(text.ctx.priorities, card.pod.priority))} data-left={card.pod.pod.to_string()} aria-hidden="true">{ inside }</g> }
        }
        false => text.draw_pod(card, "in-queue queue-card", inside),
    }
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
    let (t, scene) = (text.size, text.scene);
    let mut cards: Vec<(&QueueCard, bool)> =
        scene.left_places.iter().filter(|card| card.pod.queue == Queue::Backoff).map(|card| (card, true)).collect();
    cards.extend(scene.shelf(Shelf::Backoff).map(|card| (card, false)));
    if cards.is_empty() {
        return DrawnCards { places: Vec::new(), html: draw_empty(text, area) };
    }
    let count = i64::try_from(cards.len()).unwrap_or(i64::MAX);
    let each = (area.h - (count - 1) * t / 2) / count.max(1);
    let has_rings = cards.len() <= MAX_RINGS && each >= t * 5;
    let row = if has_rings { each.min(t * 17) } else { t * 2 };
    let pitch = row + if has_rings { t / 2 } else { 0 };
    let shown =
        if has_rings { cards.len() } else { usize::try_from((area.h - t * 2) / row).unwrap_or(0).min(cards.len()) };
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
    match has_left {
        true => {
            html! { <g class={format!("left {}", priority_class(text.ctx.priorities, card.pod.priority))} data-left={card.pod.pod.to_string()} aria-hidden="true">{ inside }</g> }
        }
        false => text.draw_pod(card, "in-queue queue-card", inside),
    }
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
    let number_size = fit_text_size(&number, radius / 2 + 2, radius * 3 / 2, 11);
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
            { draw_text(place.x, place.y + t * 4 / 3, t, "card-name", TextAnchor::Start, clip_text(&name, t, name_width)) }
            { draw_rect(track, "bar-track", 2) }
            { draw_rect(Area::new(track.x, track.y, length, track.h), "bar-left", 2) }
            { draw_text(place.right(), place.y + t * 4 / 3, t, "soft", TextAnchor::End, number) }
        </>
    };
    text.draw_pod(card, "in-queue queue-card", inside)
}

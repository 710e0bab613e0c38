//! What the drawings of the queue have in common: their words, a pod that can be selected, and the sentences about a pod.

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
        text_layout::{Area, Size, TextAnchor, clip_text, draw_rect, draw_text, fit_text_size, text_width},
        tiles::amount_with_unit,
    },
    event::StageEvent,
};

/// The context of the drawings of the queue.
pub(crate) struct QueueText<'a> {
    pub ctx: &'a DrawCtx<'a>,
    pub scene: &'a QueueScene,
    /// The size of plain text.
    pub size: i64,
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

    /// The height of the title of a shelf, with so many lines that say what it is.
    pub(crate) fn head_height(&self, about_lines: i64) -> i64 {
        self.size * (24 + about_lines * 14) / 10
    }

    /// Whether the event of the moment meets pods in a release without queueing hints.
    pub(crate) fn has_no_hints(&self) -> bool {
        self.scene.event.as_ref().is_some_and(|event| event.has_hints == Some(false))
    }

    /// The name of a shelf.
    pub(crate) fn shelf_name(&self, shelf: Shelf) -> &'static str {
        match shelf {
            Shelf::Unschedulable => self.labels().unschedulable_q,
            Shelf::Backoff => self.labels().backoff_q,
            Shelf::Active => self.labels().active_q,
            Shelf::Cycle => self.labels().cycle_q,
        }
    }

    /// The time until a moment; zero if it has passed.
    pub(crate) fn time_until(&self, until: Millis) -> Millis {
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
    pub(crate) fn draw_name(&self, card: &QueueCard, x: i64, y: i64, width: i64) -> Html {
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
    pub(crate) fn hint_text(&self, hint: &PluginHint) -> String {
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
    pub(crate) fn fate_text(&self, card: &QueueCard) -> (&'static str, String) {
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
pub(crate) fn rejecting_plugins(hints: &PodHints) -> Vec<&str> {
    hints.hints.iter().map(|hint| hint.plugin.as_str()).collect()
}

/// The hint that decides: the first that says `Queue`, or else the first that says `Skip`.
pub(crate) fn deciding_hint(hints: &PodHints) -> Option<&PluginHint> {
    let says = |answer| hints.hints.iter().find(|hint| hint.answer == answer);
    says(HintAnswer::Queue).or_else(|| says(HintAnswer::Skip)).or(hints.hints.first())
}

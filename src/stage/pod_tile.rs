//! Draws a pod as a tile in a list: colored by priority, with the number beside it.

use std::rc::Rc;

use api::{
    ByPointer, Millis, NamespacedName, Pod,
    resources::{Resource, Resources},
};
use i18n::{Lang, format_amount, format_bytes, format_clock, labels::PageLabels, short_pod_name};
use scene::{
    group_model::{GroupMark, group_mark},
    priority::{format_priority, priority_class},
};
use trace::{Phase, PodView, budget_guard::GuardingBudgets, pod_ends::PodEnd};
use yew::{Callback, Html, classes, html};

use crate::{
    draw::{draw_ctx::DrawCtx, shield::draw_guard_shield},
    event::StageEvent,
};

/// Draws a pod's priority and name on a tile.
pub fn draw_tile_face(key: &str, pod: &Pod) -> Html {
    html! {
        <>
            <span class="prio">{ format_priority(pod.priority()) }</span>
            <span class="name">{ short_pod_name(key) }</span>
        </>
    }
}

/// The state of a tile: equal if it looks the same and shows the same unchanged pod.
#[derive(Clone, Debug, PartialEq)]
pub struct ListTile {
    pub key: NamespacedName,
    /// Frames share unchanged pods. Comparing pods by field would need more code than drawing a tile again takes time.
    pub pod: ByPointer<PodView>,
    priority_class: String,
    is_chosen: bool,
    guards: GuardingBudgets,
    /// Whether it differs from the run that this one was forked from.
    is_changed: bool,
    /// The time until its containers have started.
    startup_wait: Option<Millis>,
    /// The outcome of the run for the pod, while editing.
    pub end: Option<PodEnd>,
    /// The mark of the group that it names in a cluster without groups.
    hollow_mark: Option<GroupMark>,
    /// Whether it has an id: ids must be unique on a page.
    has_id: bool,
}

impl ListTile {
    pub fn of_pod(ctx: &DrawCtx<'_>, key: &NamespacedName) -> Option<Self> {
        let (key, pod) = ctx.frame.pods.get_key_value(key)?;
        Some(Self {
            key: key.clone(),
            pod: ByPointer(Rc::clone(pod)),
            priority_class: priority_class(ctx.priorities, pod.pod.priority()),
            is_chosen: ctx.selected_pod == Some(key),
            guards: ctx.frame.guarding_budgets(&pod.pod),
            is_changed: ctx.changed_pods.contains(key),
            startup_wait: pod.terminates_at.map(|time| time.saturating_since(ctx.frame.now)),
            end: ctx.pod_ends.and_then(|pod_ends| pod_ends.get(key)).cloned(),
            hollow_mark: pod.dropped_group.as_ref().and_then(|group| group_mark(ctx.frame, group)),
            has_id: ctx.has_ids,
        })
    }

    /// Draws the pod as a tile that can be selected. Animations find it by its id.
    pub fn draw_tile(
        &self,
        lang: Lang,
        labels: &PageLabels,
        on_event: &Callback<StageEvent>,
        shows_detail: bool,
    ) -> Html {
        let (key, pod) = (&self.key, &self.pod);
        let class = classes!(
            "tile",
            "queued",
            self.priority_class.clone(),
            (pod.phase == Phase::Terminating).then_some("terminating"),
            (pod.phase > Phase::Pending && pod.phase < Phase::Running).then_some("starting"),
            self.is_changed.then_some("unlike"),
            self.is_chosen.then_some("chosen")
        );
        let Resources { milli_cpu: cpu, memory, .. } = pod.requests();
        let label = format!(
            "{}, {} {}, {} cpu, {}, {}",
            short_pod_name(key),
            labels.priority,
            pod.pod.priority(),
            format_amount(&Resource::Cpu, cpu),
            format_bytes(memory),
            pod.status(),
        );
        let label =
            if self.guards.0.is_empty() { label } else { format!("{label}, {}", lang.pod_budgets_text(&self.guards)) };
        let label = match &pod.dropped_group {
            Some(group) => format!("{label}, {}", lang.dropped_group(group.name())),
            None => label,
        };
        let label = if self.is_changed { format!("{label}, {}", labels.differs) } else { label };
        let next = if self.is_chosen { None } else { Some(key.clone()) };
        let onclick = on_event.reform(move |_| StageEvent::SelectPod(next.clone()));
        html! {
            <button type="button" id={self.has_id.then(|| format!("pod:{key}"))} key={key.to_string()} {class} data-subject={shows_detail.then_some("")} data-pod={key.to_string()}
                title={label.clone()} aria-pressed={self.is_chosen.to_string()} {onclick}>
                <span class="seen" aria-hidden="true">
                    if let Some(mark) = self.hollow_mark { <span class={format!("hexagon hollow g{}", mark.hue)}><span>{ mark.letter }</span></span> }
                    { draw_tile_face(key, &pod.pod) }
                    if let Some(guard) = self.guards.tightest_state() { { draw_guard_shield(guard) } }
                    if let Some(wait) = self.startup_wait { <span class="wait">{ format_clock(wait) }</span> }
                    else if cpu > 0 { <span class="size">{ format_amount(&Resource::Cpu, cpu) }</span> }
                </span>
                <span class="hidden">{ label }</span>
            </button>
        }
    }
}

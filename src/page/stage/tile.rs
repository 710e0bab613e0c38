//! A pod as a tile in a list: coloured by priority, with the number beside it.

use std::rc::Rc;

use yew::{Callback, Classes, Html, classes, html};

use crate::lang::Lang;
use crate::selection::Look;
use crate::store::Action;
use crate::view::{View, on, shield_of};
use api::resources::Resources;
use api::{Millis, Pod, Str};
use trace::ends::End;
use trace::guard::Guards;
use trace::{Phase, PodView};
use words::labels::Words;
use words::{amount, bytes, clock, short};

/// The class of a priority on the ramp: its rank among all that occur.
pub fn level(view: &View, priority: i32) -> String {
    level_of(&view.store.run.trace.levels, priority)
}

/// The same, among these.
pub(crate) fn level_of(levels: &[i32], priority: i32) -> String {
    let rank = levels.iter().position(|other| *other == priority).unwrap_or(0);
    let steps = levels.len().max(2) - 1;
    // Few priorities use the whole ramp, many share its steps.
    let step = (rank * 6 + steps / 2) / steps;
    format!("p{}", step.min(6))
}

/// A priority, short: `1M`, `2000`.
pub fn priority(value: i32) -> String {
    match value {
        0 => "0".into(),
        value if value % 1_000_000 == 0 => format!("{}M", value / 1_000_000),
        value => value.to_string(),
    }
}

/// A priority as a badge: short, with all of its digits in the title.
pub(crate) fn badge(words: &Words, class: impl Into<Classes>, value: i32) -> Html {
    let title = format!("{} {value}", words.priority);
    html! { <span class={classes!("prio", class.into())} {title}>{ priority(value) }</span> }
}

/// A pod's number and name on a tile.
pub fn face(key: &str, pod: &Pod) -> Html {
    html! {
        <>
            <span class="prio">{ priority(pod.priority()) }</span>
            <span class="name">{ short(key) }</span>
        </>
    }
}

/// A pod as it is drawn: two are equal if they look the same.
#[derive(Clone, Debug)]
pub struct Tile {
    /// `namespace/name`.
    pub key: Str,
    /// The pod.
    pub pod: Rc<PodView>,
    level: String,
    chosen: bool,
    guards: Guards,
    /// Whether it is otherwise than in the run that this one was forked from.
    changed: bool,
    /// Until the kubelet is done with it.
    wait: Option<Millis>,
    /// While one builds: how the run ends for it.
    pub end: Option<End>,
    /// Whether it has an id: nothing on a page may have the id of something else.
    named: bool,
}

impl PartialEq for Tile {
    fn eq(&self, other: &Self) -> bool {
        let looks = |it: &Self| (it.chosen, it.wait, it.changed);
        looks(self) == looks(other)
            && self.guards == other.guards
            && self.end == other.end
            && self.key == other.key
            && self.level == other.level
            && (Rc::ptr_eq(&self.pod, &other.pod) || self.pod == other.pod)
    }
}

impl Tile {
    /// The tile of a pod.
    pub fn of(view: &View, key: &Str) -> Option<Self> {
        let (key, pod) = view.frame.pods.get_key_value(key)?;
        Some(Self {
            key: key.clone(),
            pod: Rc::clone(pod),
            level: level(view, pod.pod.priority()),
            chosen: view.store.selection.pod.as_ref() == Some(key),
            guards: view.frame.guards(&pod.pod),
            changed: view.changed.contains(key),
            wait: pod.gone_at.map(|at| at.since(view.frame.now)),
            end: view.ends.as_ref().and_then(|ends| ends.get(key)).cloned(),
            named: !view.other,
        })
    }

    /// The pod, to be chosen. By its id the movement finds it again.
    pub fn draw(&self, lang: Lang, words: &Words, act: &Callback<Action>, told: bool) -> Html {
        let (key, pod) = (&self.key, &self.pod);
        let class = classes!(
            "tile",
            "queued",
            self.level.clone(),
            (pod.phase == Phase::Terminating).then_some("terminating"),
            (pod.phase > Phase::Pending && pod.phase < Phase::Running).then_some("starting"),
            self.changed.then_some("unlike"),
            self.chosen.then_some("chosen")
        );
        let Resources { milli_cpu: cpu, memory, .. } = pod.requests();
        let label = format!(
            "{}, {} {}, {} cpu, {}, {}",
            short(key),
            words.priority,
            pod.pod.priority(),
            amount("cpu", cpu),
            bytes(memory),
            pod.status(),
        );
        let label = if self.guards.0.is_empty() { label } else { format!("{label}, {}", lang.guards(&self.guards)) };
        let label = if self.changed { format!("{label}, {}", words.differs) } else { label };
        let next = if self.chosen { None } else { Some(key.clone()) };
        html! {
            <button type="button" id={self.named.then(|| format!("pod:{key}"))} key={key.to_string()} {class} data-subject={told.then_some("")} data-pod={key.to_string()}
                title={label.clone()} aria-label={label} aria-pressed={self.chosen.to_string()} onclick={on(act, Action::Selection(Look::Pick(next)))}>
                <span class="seen" aria-hidden="true">
                    { face(key, &pod.pod) }
                    if let Some(guard) = self.guards.stand() { { shield_of(guard) } }
                    if let Some(wait) = self.wait { <span class="wait">{ clock(wait) }</span> }
                    else if cpu > 0 { <span class="size">{ amount("cpu", cpu) }</span> }
                </span>
            </button>
        }
    }
}

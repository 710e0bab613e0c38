//! A pod as a tile: as high as its share of the node, coloured by priority, with the number beside it.

use yew::{Callback, Html, classes, html};

use crate::api::{Pod, Str};
use crate::app::page::View;
use crate::app::state::Action;
use crate::app::text::{clock, short};
use crate::trace::{Phase, PodView};

use super::on;

/// Milli-cpu and bytes that a pod asks for, over all containers.
pub fn requests(pod: &Pod) -> (i64, i64) {
    let of = |container: &crate::api::Container, name: &str| {
        container.resources.requests.get(name).map_or((0, 0), |it| (it.milli_value(), it.value()))
    };
    let sum = pod
        .spec
        .containers
        .iter()
        .fold((0, 0), |sum, container| (sum.0 + of(container, "cpu").0, sum.1 + of(container, "memory").1));
    pod.spec
        .init_containers
        .iter()
        .fold(sum, |sum, container| (sum.0.max(of(container, "cpu").0), sum.1.max(of(container, "memory").1)))
}

/// The class of a priority on the ramp: its rank among all that occur.
pub fn level(view: &View, priority: i32) -> String {
    let levels = &view.store.trace.levels;
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

/// A pod's number and name on a tile.
pub fn face(key: &str, pod: &Pod) -> Html {
    html! {
        <>
            <span class="prio">{ priority(pod.priority()) }</span>
            <span class="name">{ short(key) }</span>
        </>
    }
}

/// A pod that can be chosen. `flip` tells it from other pictures of the same pod.
pub fn tile(view: &View, act: &Callback<Action>, key: &Str, pod: &PodView, extra: &str, style: String) -> Html {
    let chosen = view.store.pod.as_ref() == Some(key);
    let guarded = !view.frame.budgets_of(&pod.pod).is_empty();
    let class = classes!(
        "tile",
        level(view, pod.pod.priority()),
        extra.to_owned(),
        (pod.phase == Phase::Terminating).then_some("terminating"),
        matches!(pod.phase, Phase::Assumed | Phase::Bound | Phase::Creating).then_some("starting"),
        chosen.then_some("chosen")
    );
    let (cpu, memory) = requests(&pod.pod);
    let wait = pod.gone_at.map(|at| clock(at.saturating_sub(view.frame.now)));
    let label = format!(
        "{}, {} {}, {} cpu, {}, {}",
        short(key),
        view.words.priority,
        pod.pod.priority(),
        crate::app::text::amount("cpu", cpu),
        crate::app::text::bytes(memory),
        pod.status(),
    );
    let next = if chosen { None } else { Some(key.clone()) };
    html! {
        <button type="button" key={key.to_string()} {class} {style} data-flip={key.to_string()} data-pod={key.to_string()}
            title={label.clone()} aria-label={label} aria-pressed={chosen.to_string()} onclick={on(act, Action::Pick(next))}>
            { face(key, &pod.pod) }
            if guarded { { super::shield() } }
            if let Some(wait) = wait { <span class="wait">{ wait }</span> }
            else if cpu > 0 { <span class="size">{ crate::app::text::amount("cpu", cpu) }</span> }
        </button>
    }
}

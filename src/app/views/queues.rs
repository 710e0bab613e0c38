//! The phase strip and the lanes of the scheduling queue.

use yew::{Callback, Html, component, html};

use crate::app::page::View;
use crate::app::state::Action;
use crate::app::steps::Step;
use crate::app::text::short;
use crate::releases::Release;
use crate::simulation::{Queue, What};

use super::{Props, tile};

/// Where in the cycle the moment stands; `None` outside of it.
fn phase(view: &View) -> Option<usize> {
    match view.step {
        Step::Start => None,
        Step::PreFilter => Some(1),
        Step::Filter(_) => Some(2),
        Step::Eligible
        | Step::Potential
        | Step::Lift(_)
        | Step::Try(_)
        | Step::Reprieve(..)
        | Step::Verdict(_)
        | Step::Rung(_)
        | Step::Choose
        | Step::Failed => Some(3),
        Step::Score(_) => Some(4),
        Step::Select => Some(5),
        Step::Event => match view.event.as_ref().map(|event| &event.what) {
            Some(What::Popped { .. }) => Some(0),
            Some(What::Assumed { .. }) => Some(6),
            Some(What::Bound { .. }) => Some(7),
            _ => None,
        },
    }
}

/// The phases of a cycle, the present one marked.
#[component]
pub fn Phases(props: &Props) -> Html {
    let (view, words) = (&props.view, props.view.words);
    let old = view.store.shown_release() == Release::V1_16;
    let names = [
        words.phase_pop,
        words.phase_prefilter,
        if old { words.phase_predicates } else { words.phase_filter },
        if old { words.phase_preempt } else { words.phase_postfilter },
        if old { words.phase_priorities } else { words.phase_score },
        words.phase_select,
        if old { words.phase_assume_old } else { words.phase_assume },
        words.phase_bind,
    ];
    let now = phase(view);
    let items = names.iter().enumerate().filter(|(index, _)| !(old && *index == 1)).map(|(index, name)| {
        let current = (now == Some(index)).then_some("step");
        html! { <li aria-current={current}>{ *name }</li> }
    });
    html! { <ol class="phases">{ for items }</ol> }
}

/// The lanes.
#[component]
pub fn Queues(props: &Props) -> Html {
    let Props { view, act } = props;
    let words = view.words;
    let gated = view.frame.queued(Queue::Gated);
    let in_cycle: Vec<_> = view.frame.in_cycle.iter().filter_map(|key| view.frame.pods.get_key_value(key)).collect();
    html! {
        <section class="queues">
            { lane(view, act, "backoff", words.backoff, words.backoff_is, &view.frame.queued(Queue::Backoff)) }
            { lane(view, act, "unschedulable", words.unschedulable, words.unschedulable_is, &view.frame.queued(Queue::Unschedulable)) }
            if !gated.is_empty() { { lane(view, act, "gated", words.gated, words.gated_is, &gated) } }
            { lane(view, act, "active", words.active, words.active_is, &view.frame.queued(Queue::Active)) }
            { lane(view, act, "cycle", words.cycle, words.cycle_is, &in_cycle) }
        </section>
    }
}

type Entry<'v> = (&'v crate::api::Str, &'v std::rc::Rc<crate::trace::PodView>);

fn lane(
    view: &View,
    act: &Callback<Action>,
    class: &'static str,
    name: &'static str,
    what: &'static str,
    pods: &[Entry<'_>],
) -> Html {
    let tiles = pods.iter().map(|(key, pod)| {
        let nominated = pod.nominated.as_ref().map(|node| format!("→ {}", short(node)));
        html! {
            <li key={key.to_string()}>
                { tile::tile(view, act, key, pod, "queued", String::new()) }
                if let Some(until) = pod.backoff_until.filter(|until| *until > view.frame.now) {
                    <span class="note">{ crate::app::text::clock(until - view.frame.now) }</span>
                }
                if let Some(nominated) = nominated { <span class="note">{ nominated }</span> }
            </li>
        }
    });
    html! {
        <div class={format!("lane {class}")} data-lane={class}>
            <h2 title={what}>{ name }<span class="count">{ pods.len() }</span></h2>
            <ul aria-label={name}>{ for tiles }</ul>
        </div>
    }
}

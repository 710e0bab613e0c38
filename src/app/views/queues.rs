//! The phase strip and the lanes of the scheduling queue.

use yew::{Callback, Html, component, html};

use crate::app::page::View;
use crate::app::state::Action;
use crate::app::text::short;
use crate::framework::Point;
use crate::simulation::{Queue, What};
use crate::trace::steps::Step;

use super::{Props, tile};

/// Where in the cycle the moment stands; `None` outside of it.
fn phase(view: &View) -> Option<Phase> {
    Some(Phase::Point(match view.step {
        Step::Start => return None,
        Step::PreFilter => Point::PreFilter,
        Step::Filter(_) => Point::Filter,
        Step::Eligible
        | Step::Potential
        | Step::Lift(_)
        | Step::Try(_)
        | Step::Reprieve(..)
        | Step::Verdict(_)
        | Step::Rung(_)
        | Step::Choose
        | Step::Failed => Point::PostFilter,
        Step::Score(_) => Point::Score,
        Step::Select => return Some(Phase::Select),
        Step::Point(point) => point,
        Step::Event => return matches!(view.event.as_ref()?.what, What::Popped { .. }).then_some(Phase::Pop),
    }))
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Pop,
    Point(Point),
    Select,
}

/// The phases that the strip shows. The other points are told within these.
const PHASES: [Phase; 11] = [
    Phase::Pop,
    Phase::Point(Point::PreFilter),
    Phase::Point(Point::Filter),
    Phase::Point(Point::PostFilter),
    Phase::Point(Point::Score),
    Phase::Select,
    Phase::Point(Point::Reserve),
    Phase::Point(Point::Permit),
    Phase::Point(Point::PreBind),
    Phase::Point(Point::Bind),
    Phase::Point(Point::PostBind),
];

/// The phases of a cycle by the names of the release, the present one marked.
#[component]
pub fn Phases(props: &Props) -> Html {
    let view = &props.view;
    let now = phase(view);
    let items = PHASES.iter().map(|phase| {
        let name = match phase {
            Phase::Pop => view.words.phase_pop,
            Phase::Point(point) => view.sheet.point(*point),
            Phase::Select => view.words.phase_select,
        };
        html! { <li aria-current={(now == Some(*phase)).then_some("step")}>{ name.to_owned() }</li> }
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

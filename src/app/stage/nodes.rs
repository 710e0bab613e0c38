//! All nodes, as cards or as a map, and the budgets above them.

use std::collections::BTreeMap;
use std::rc::Rc;

use yew::{Html, component, html, use_memo};

use crate::api::Str;
use crate::app::stage::card::{Card, CardProps, Vessel};
use crate::app::stage::overview::Overview;
use crate::app::view::shield;
use crate::app::view::{Props, Same};

/// More nodes than this are drawn as a map.
const MOST: usize = 200;
/// With more nodes than this, cards out of sight are left to the browser.
const MANY: usize = 24;

/// All nodes, and the budgets above them.
#[component]
pub fn Nodes(props: &Props) -> Html {
    let Props { view, act } = props.clone();
    let budgets = view.frame.budgets.values().map(|budget| {
        let (status, name) = (&budget.status, budget.metadata.name.as_str());
        let left = status.disruptions_allowed;
        let class = if left > 0 { "budget" } else { "budget spent" };
        html! {
            <li {class} key={name.to_owned()}>
                { shield() }<b>{ name }</b>
                <span>{ format!("{left} {} · {}/{}", view.words.budget_left, status.current_healthy, status.desired_healthy) }</span>
            </li>
        }
    });
    html! {
        <>
            if !view.frame.budgets.is_empty() { <ul class="budgets" aria-label={view.words.budgets}>{ for budgets }</ul> }
            if view.frame.nodes.len() > MOST { <Overview {view} {act} /> } else { <Cards {view} {act} /> }
        </>
    }
}

/// All nodes as cards.
#[component]
fn Cards(props: &Props) -> Html {
    let Props { view, act } = props;
    let known = (Same(Rc::clone(&view.frame)), Same(Rc::clone(&view.store.trace)), view.store.pod.clone());
    let vessels = {
        let view = Rc::clone(view);
        use_memo(known, move |_| {
            let frame = &view.frame;
            let nodes = frame.node_order.iter().filter_map(|name| frame.nodes.get(name));
            nodes.map(|node| Rc::new(Vessel::of(&view, node))).collect::<Vec<_>>()
        })
    };
    let scenes = view.scenes();
    let attempt = view.attempt.as_ref();
    let places: BTreeMap<&str, usize> =
        attempt.iter().flat_map(|attempt| attempt.nodes.iter().map(Str::as_str).zip(0..)).collect();
    let cards = vessels.iter().map(|vessel| {
        let name = vessel.node.node.metadata.name.as_str();
        let place = places.get(name).copied();
        let scene = scenes.as_ref().zip(place).map(|(scenes, ix)| scenes.of(ix)).unwrap_or_default();
        html! { <Card key={name.to_owned()} ..CardProps::of(view, act, vessel, scene) /> }
    });
    let class = if vessels.len() > MANY { "nodes many" } else { "nodes" };
    html! { <div {class} role="group" aria-label={view.words.nodes}>{ for cards }</div> }
}

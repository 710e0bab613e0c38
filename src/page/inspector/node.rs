//! The page of a node: its room, its pods, what the last attempt found there, and its life.

use std::rc::Rc;

use yew::{Callback, Html, html};

use crate::craft::Thing;
use crate::inspector::asking;
use crate::inspector::questions::{about_node, choose_node, told};
use crate::inspector::tables::marked;
use crate::inspector::{answer, life};
use crate::lesson::hidden;
use crate::selection::Look;
use crate::stage::tile;
use crate::store::Action;
use crate::view::{View, below, button, on, worn};
use api::Str;
use trace::{NodeView, Phase, PodView};
use wire::Question;
use words::{Room, amount, short};

/// The chosen node, which may be gone.
pub fn page(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let own = view.store.lang.panel();
    let choice = html! { <div class="ask">{ choose_node(view, act) }</div> };
    let Some(name) = &view.store.selection.node else {
        return html! { <div class="pod-page">{ choice }<p class="muted">{ own.no_node }</p></div> };
    };
    let there = view.frame.nodes.get(name);
    let facts = there.map(|node| facts(view, act, node));
    html! {
        <div class="pod-page">
            { choice }
            <h3>{ name.to_string() }
                { button(view.store.lang.craft().menu, "icon", html! { "⋯" }, below(act, Thing::Node(name.clone()))) }</h3>
            { about_node(view, act, name) }
            if there.is_none() { <p class="muted">{ own.node_gone }</p> }
            { facts }
            { found(view, act, name) }
            { life::draw(view, act, &answer::node_life(&view.store.run.trace.trace, name)) }
        </div>
    }
}

fn facts(view: &View, act: &Callback<Action>, node: &NodeView) -> Html {
    let (words, own) = (view.words, view.store.lang.panel());
    let pods: Vec<_> = node.pods().filter_map(|key| view.frame.pods.get_key_value(key)).collect();
    let counted: Vec<&PodView> =
        pods.iter().filter(|(_, pod)| pod.phase != Phase::Succeeded).map(|(_, pod)| &***pod).collect();
    let status = &node.node.status;
    let all = if status.allocatable.is_empty() { &status.capacity } else { &status.allocatable };
    let room = all.iter().map(|(resource, quantity)| {
        let total = if *resource == "cpu" { quantity.milli_value() } else { quantity.value() };
        let used: i64 = counted.iter().map(|pod| pod.amount_of(resource)).sum();
        let Room { capacity, used: taken, free } = Room::new(resource, used, total);
        let percent = if total > 0 { (used * 100 / total).to_string() } else { "—".into() };
        html! {
            <tr><th scope="row">{ resource.to_string() }</th><td>{ taken }</td><td>{ capacity }</td>
                <td>{ free }</td><td>{ format!("{percent} %") }</td></tr>
        }
    });
    let taints: Vec<String> = node
        .node
        .spec
        .taints
        .iter()
        .map(|it| {
            format!(
                "{}{}:{}",
                it.key,
                if it.value.is_empty() { String::new() } else { format!("={}", it.value) },
                it.effect
            )
        })
        .collect();
    let declared: Vec<&str> = status.declared_features.iter().map(Str::as_str).collect();
    let labels: Vec<String> = node.node.metadata.labels.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let list = |keys: &mut dyn Iterator<Item = (&Str, &'static str)>| {
        keys.filter_map(|(key, state)| Some(pod_line(view, act, key, state, view.frame.pods.get(key)?)))
            .collect::<Vec<_>>()
    };
    let on_it = list(&mut pods.iter().map(|(key, pod)| (*key, pod.status())));
    let nominated = list(&mut node.nominated.iter().map(|key| (key, words.nominated)));
    html! {
        <>
            if node.node.spec.unschedulable { <p class="violated">{ words.cordoned }</p> }
            <table class="room-table"><thead><tr><td></td><th scope="col">{ marked(view, act, own.used) }</th><th scope="col">{ marked(view, act, own.allocatable) }</th>
                <th scope="col">{ own.free }</th><th scope="col">{ own.share }</th></tr></thead><tbody>{ for room }</tbody></table>
            if !taints.is_empty() { <dl><dt>{ own.taints }</dt><dd>{ taints.join(", ") }</dd></dl> }
            if !declared.is_empty() { <dl><dt>{ own.declared }</dt><dd>{ declared.join(", ") }</dd></dl> }
            if !labels.is_empty() { <details><summary>{ format!("{} ({})", own.labels, labels.len()) }</summary><ul class="labels">{ for labels.into_iter().map(|it| html! { <li><code>{ it }</code></li> }) }</ul></details> }
            <section><h3>{ format!("{} ({})", words.pods, pods.len()) }</h3><ul class="pod-list">{ for on_it }{ for nominated }</ul></section>
        </>
    }
}

fn pod_line(view: &View, act: &Callback<Action>, key: &Str, state: &str, pod: &PodView) -> Html {
    let cpu = pod.requests().milli_cpu;
    let (priority, guards) = (pod.pod.priority(), view.frame.guards(&pod.pod));
    html! {
        <li class={tile::level(view, priority)}><span class="hidden">{ view.words.priority }</span>{ tile::badge(view.words, "", priority) }
            <button type="button" class="link" onclick={on(act, Action::Selection(Look::Pick(Some(key.clone()))))}>{ short(key).to_owned() }</button>
            { worn(view, &guards) }
            <small>{ format!("{state}, {} cpu", amount("cpu", cpu)) }</small></li>
    }
}

/// What became of the last pod that was tried, and of the chosen one, on this node.
fn found(view: &Rc<View>, act: &Callback<Action>, name: &Str) -> Html {
    let lang = view.store.lang;
    if hidden::hides(&view.store) {
        return Html::default();
    }
    let asked = asking::of_node(&view.store, &view.frame, name).into_iter();
    let sections = asked.map(|(key, asked)| {
        let there = matches!(asked.question, Question::Here(_));
        let question = if there { lang.why_is_here(short(&key)) } else { lang.why_is_not_here(short(&key)) };
        html! { <section class="ask"><h3>{ question }</h3>{ told(view, act, &asked) }</section> }
    });
    html! { { for sections } }
}

//! The page of a node: its capacity, its pods, the results of the last attempt, and its history.

use std::rc::Rc;

use api::{NamespacedName, Str, resources::Resource};
use i18n::{ResourceUsage, format_amount, short_pod_name};
use page_state::{
    actions::{Action, selection::SelectionMsg},
    selectors::{open_questions, spoiler_guard},
};
use protocol::Question;
use scene::objects::ObjectRef;
use stage::{draw::shield::draw_list_shield, priority_badge::draw_priority_badge};
use trace::{NodeView, PodView};
use ui::{callback::on_action, element::draw_button};
use yew::{Callback, Html, html};

use crate::{
    features::inspector::{
        object_history,
        questions::{draw_node_choice, draw_node_questions, draw_why},
        remedies,
        tables::draw_heading,
    },
    view::{View, on_open_menu},
};

/// The selected node, which may have been deleted.
pub fn draw_node(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let panel = view.store.lang.inspector_labels();
    let choice = html! { <div class="ask">{ draw_node_choice(view, dispatch) }</div> };
    let Some(name) = &view.store.selection.node else {
        return html! { <div class="pod-page">{ choice }<p class="muted">{ panel.no_node }</p></div> };
    };
    let node = view.frame.nodes.get(name);
    let facts = node.map(|node| draw_facts(view, dispatch, node));
    html! {
        <div class="pod-page">
            { choice }
            <h3>{ name.to_string() }
                { draw_button(view.store.lang.stage_edit_labels().menu, "icon", html! { "⋯" }, on_open_menu(dispatch, ObjectRef::Node(name.clone()))) }</h3>
            { draw_node_questions(view, dispatch, name) }
            if node.is_none() { <p class="muted">{ panel.node_gone }</p> }
            { facts }
            { draw_attempt_results(view, dispatch, name) }
            { object_history::draw_history(view, dispatch, &remedies::node_history(&view.store.run.view.trace, name)) }
        </div>
    }
}

fn draw_facts(view: &View, dispatch: &Callback<Action>, node: &NodeView) -> Html {
    let (words, panel) = (view.words, view.store.lang.inspector_labels());
    let pods: Vec<_> = node.pods().filter_map(|key| view.frame.pods.get_key_value(key)).collect();
    let counted: Vec<&PodView> = pods.iter().filter(|(_, pod)| !pod.phase.is_over()).map(|(_, pod)| &***pod).collect();
    let status = &node.node.status;
    let all = if status.allocatable.is_empty() { &status.capacity } else { &status.allocatable };
    let usage_rows = all.iter().map(|(name, quantity)| {
        let resource = Resource::from(name.clone());
        let total = resource.amount(quantity);
        let used: i64 = counted.iter().map(|pod| pod.amount_of(&resource)).sum();
        let ResourceUsage { capacity, used: taken, free } = ResourceUsage::new(&resource, used, total);
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
        .map(|taint| {
            format!(
                "{}{}:{}",
                taint.key,
                if taint.value.is_empty() { String::new() } else { format!("={}", taint.value) },
                taint.effect
            )
        })
        .collect();
    let declared: Vec<&str> = status.declared_features.iter().map(Str::as_str).collect();
    let labels: Vec<String> = node.node.metadata.labels.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let list = |keys: &mut dyn Iterator<Item = (&NamespacedName, Str)>| {
        keys.filter_map(|(key, state)| Some(draw_pod_line(view, dispatch, key, &state, view.frame.pods.get(key)?)))
            .collect::<Vec<_>>()
    };
    let on_it = list(&mut pods.iter().map(|(key, pod)| (*key, pod.status())));
    let nominated = list(&mut node.nominated.iter().map(|key| (key, words.nominated.into())));
    html! {
        <>
            if node.node.spec.unschedulable { <p class="violated">{ words.cordoned }</p> }
            <table class="room-table"><thead><tr><td></td><th scope="col">{ draw_heading(view, dispatch, panel.used) }</th><th scope="col">{ draw_heading(view, dispatch, panel.allocatable) }</th>
                <th scope="col">{ panel.free }</th><th scope="col">{ panel.share }</th></tr></thead><tbody>{ for usage_rows }</tbody></table>
            if !taints.is_empty() { <dl><dt>{ panel.taints }</dt><dd>{ taints.join(", ") }</dd></dl> }
            if !declared.is_empty() { <dl><dt>{ panel.declared }</dt><dd>{ declared.join(", ") }</dd></dl> }
            if !labels.is_empty() { <details><summary>{ format!("{} ({})", panel.labels, labels.len()) }</summary><ul class="labels">{ for labels.into_iter().map(|label| html! { <li><code>{ label }</code></li> }) }</ul></details> }
            <section><h3>{ format!("{} ({})", words.pods, pods.len()) }</h3><ul class="pod-list">{ for on_it }{ for nominated }</ul></section>
        </>
    }
}

fn draw_pod_line(view: &View, dispatch: &Callback<Action>, key: &NamespacedName, state: &str, pod: &PodView) -> Html {
    let cpu = pod.requests().milli_cpu;
    let (priority, guards) = (pod.pod.priority(), view.frame.guarding_budgets(&pod.pod));
    html! {
        <li class={view.priority_class(priority)}><span class="hidden">{ view.words.priority }</span>{ draw_priority_badge(view.words, "", priority) }
            <button type="button" class="link" onclick={on_action(dispatch, Action::Selection(SelectionMsg::PickPod(Some(key.clone()))))}>{ short_pod_name(key).to_owned() }</button>
            { draw_list_shield(view.store.lang, &guards) }
            <small>{ format!("{state}, {} cpu", format_amount(&Resource::Cpu, cpu)) }</small></li>
    }
}

/// The results for this node of the last attempt, and of the selected pod's last attempt.
fn draw_attempt_results(view: &Rc<View>, dispatch: &Callback<Action>, name: &Str) -> Html {
    let lang = view.store.lang;
    if spoiler_guard::is_hiding(&view.store) {
        return Html::default();
    }
    let queries = open_questions::node_queries(&view.store, &view.frame, name).into_iter();
    let sections = queries.map(|(key, queries)| {
        let is_here = matches!(queries.question, Question::Here(_));
        let question =
            if is_here { lang.why_is_here(short_pod_name(&key)) } else { lang.why_is_not_here(short_pod_name(&key)) };
        html! { <section class="ask"><h3>{ question }</h3>{ draw_why(view, dispatch, &queries) }</section> }
    });
    html! { { for sections } }
}

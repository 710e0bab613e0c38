//! The page of a pod: facts, questions about it, changes that would help it, and its history.

use std::rc::Rc;

use api::{
    NamespacedName, Str,
    resources::{Resource, Resources},
};
use i18n::{evictors, format_amount, format_bytes, format_clock, short_pod_name};
use page_state::{
    actions::{Action, selection::SelectionMsg},
    stage_edit::{MenuPage, StageEdit},
};
use scene::objects::ObjectRef;
use stage::{draw::shield::draw_guard_shield, priority_badge::draw_priority_badge};
use trace::{PodView, steps::Step, volumes};
use ui::{callback::on_action, element::draw_button};
use web_sys::HtmlSelectElement;
use yew::{Callback, Event, Html, TargetCast, html};

use crate::{
    features::{
        inspector::{object_history, questions, remedies},
        stage_editor::class_choices::class_choices,
    },
    view::{View, on_open_menu, on_open_menu_page},
};

/// The selected pod, which may have been deleted.
pub fn draw_pod(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let labels = view.words;
    let Some(key) = &view.store.selection.pod else { return html! { <p class="muted">{ labels.no_pod }</p> } };
    let questions = questions::draw_pod_questions(view, dispatch, key);
    let lived = object_history::draw_history(view, dispatch, &remedies::pod_history(&view.store.run.view.trace, key));
    let Some(pod) = view.frame.pods.get(key) else {
        return html! { <div class="pod-page"><p class="muted">{ format!("{} · {}", short_pod_name(key), labels.gone) }</p>{ questions }{ lived }</div> };
    };
    let Resources { milli_cpu: cpu, memory, .. } = pod.requests();
    let guards = view.frame.guarding_budgets(&pod.pod);
    let protected = guards.tightest_state().map_or_else(
        Html::default,
        |guard| html! { <>{ draw_guard_shield(guard) }{ " " }{ view.store.lang.pod_budgets_text(&guards) }</> },
    );
    let dropped_group =
        pod.dropped_group.as_ref().map_or_else(String::new, |group| view.store.lang.dropped_group(group.name()));
    let class = &pod.pod.spec.priority_class_name;
    let priority =
        if class.is_empty() { pod.pod.priority().to_string() } else { format!("{} ({class})", pod.pod.priority()) };
    let now = view.frame.now;
    // The result of an attempt is not revealed before its end.
    let current_attempt = view.attempt.as_ref().filter(|attempt| view.is_live() && attempt.pod == *key);
    let goes_on = current_attempt.is_some() && view.step != Step::Failed;
    let node = |name: &Option<Str>| name.as_ref().map_or_else(Html::default, |name| draw_node_link(dispatch, name));
    let text = |text: String| {
        if text.is_empty() {
            Html::default()
        } else {
            html! { { text } }
        }
    };
    let rows = [
        (labels.status, text(pod.status().to_string())),
        (labels.priority, text(priority)),
        (labels.requests, text(format!("{} cpu, {}", format_amount(&Resource::Cpu, cpu), format_bytes(memory)))),
        (labels.node, node(&pod.node)),
        (labels.nominated, node(&pod.nominated)),
        (labels.queue, text(pod.queue.map_or_else(String::new, |queue| labels.queue_name(queue).to_owned()))),
        (
            labels.moved_by,
            text(pod.queue.and(pod.queued_by).map_or_else(String::new, |queue_event| queue_event.to_string())),
        ),
        (
            labels.gone_in,
            text(pod.terminates_at.map_or_else(String::new, |time| format_clock(time.saturating_since(now)))),
        ),
        (labels.attempts, text(if pod.attempts > 0 { pod.attempts.to_string() } else { String::new() })),
        (labels.made_by, text(pod.owner.to_string())),
        (labels.budgets, protected),
        (view.store.lang.group_page_name(), text(dropped_group)),
        (labels.last_message, text(if goes_on { String::new() } else { pod.message.to_string() })),
    ];
    html! {
        <div class="pod-page">
            <h3 class={view.priority_class(pod.pod.priority())}>{ draw_priority_badge(view.words, "", pod.pod.priority()) }{ short_pod_name(key).to_owned() }
                { draw_button(view.store.lang.stage_edit_labels().menu, "icon", html! { "⋯" }, on_open_menu(dispatch, ObjectRef::Pod(key.clone()))) }</h3>
            { draw_pod_edits(view, dispatch, key) }
            { questions }
            <dl>{ for rows.into_iter().filter(|(_, value)| *value != Html::default()).map(|(name, value)| html! { <><dt>{ name }</dt><dd>{ value }</dd></> }) }</dl>
            { draw_claims(view, pod) }
            { lived }
            <button type="button" class="plain" onclick={on_action(dispatch, Action::Selection(SelectionMsg::PickPod(None)))}>{ labels.close }</button>
        </div>
    }
}

/// Edits of the manifest that change the pod.
fn draw_pod_edits(view: &View, dispatch: &Callback<Action>, key: &NamespacedName) -> Html {
    if !view.can_add_objects() || view.store.share.is_embedded {
        return Html::default();
    }
    let labels = evictors::words(view.store.lang).eviction_labels();
    html! {
        <div class="ask-buttons">
            <button type="button" class="plain" onclick={on_action(dispatch, Action::from(StageEdit::ProtectPod(key.clone())))}>{ labels.protect }</button>
            { draw_priority_choice(view, dispatch, key) }
            if view.store.run.shown_release().has_claims() {
                <button type="button" class="plain" aria-haspopup="menu" onclick={on_open_menu_page(dispatch, ObjectRef::Pod(key.clone()), MenuPage::Claims)}>{ labels.claim }</button>
            }
        </div>
    }
}

/// A list of priority classes; selecting one assigns it to the pod. The label stays the same, since the current class is shown below.
fn draw_priority_choice(view: &View, dispatch: &Callback<Action>, key: &NamespacedName) -> Html {
    let name = evictors::words(view.store.lang).eviction_labels().priority;
    let choices = class_choices(view, key);
    let options = choices.iter().map(|(text, _)| html! { <option selected=false>{ text.clone() }</option> });
    let options: Vec<Html> = options.collect();
    let choose = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            let select = event.target_unchecked_into::<HtmlSelectElement>();
            let choice = usize::try_from(select.selected_index()).ok().and_then(|at| choices.get(at.checked_sub(1)?));
            select.set_selected_index(0);
            if let Some((_, edit)) = choice {
                dispatch.emit(Action::from(edit.clone()));
            }
        })
    };
    html! { <select aria-label={name} onchange={choose}><option selected=true>{ name }</option>{ for options }</select> }
}

/// The volume claims of the pod with their states.
fn draw_claims(view: &View, pod: &PodView) -> Html {
    let lang = view.store.lang;
    let claims = volumes::pod_claims(&view.frame, &pod.pod);
    if claims.is_empty() {
        return Html::default();
    }
    let each = claims.iter().map(|claim| {
        let class = if claim.class.is_empty() { String::new() } else { format!(" ({})", claim.class) };
        html! {
            <li><b>{ claim.name.to_string() }</b>{ class }
                <span>{ " " }{ lang.claim_state(&claim.state) }</span>
                if let Some(node) = &claim.node { <span>{ " " }{ lang.volume_for_node(node) }</span> }
                if !claim.reach.is_empty() { <span>{ " " }{ lang.volume_reachable_from(&claim.reach) }</span> }
            </li>
        }
    });
    html! { <section class="claims"><h3>{ lang.inspector_labels().claims }</h3><ul>{ for each }</ul></section> }
}

/// A link to the page of a node.
fn draw_node_link(dispatch: &Callback<Action>, name: &Str) -> Html {
    html! { <button type="button" class="link" onclick={on_action(dispatch, Action::Selection(SelectionMsg::OpenNode(name.clone())))}>{ name.to_string() }</button> }
}

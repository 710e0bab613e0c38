//! The page of a pod: what it is, the questions about it, what would help it, and its life.

use std::rc::Rc;

use web_sys::HtmlSelectElement;
use yew::{Callback, Event, Html, TargetCast, html};

use crate::craft::{Craft, MenuPage, Thing};
use crate::crafting::classes::classes_of;
use crate::inspector::{answer, life, questions};
use crate::selection::Look;
use crate::stage::tile;
use crate::store::Action;
use crate::view::{View, below, below_at, button, on, shield_of};
use api::Str;
use api::resources::Resources;
use trace::steps::Step;
use trace::{PodView, volumes};
use words::{amount, bytes, clock, evictors, short};

/// The chosen pod, which may be gone.
pub fn page(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let words = view.words;
    let Some(key) = &view.store.selection.pod else { return html! { <p class="muted">{ words.no_pod }</p> } };
    let questions = questions::about_pod(view, act, key);
    let lived = life::draw(view, act, &answer::life(&view.store.run.trace.trace, key));
    let Some(pod) = view.frame.pods.get(key) else {
        return html! { <div class="pod-page"><p class="muted">{ format!("{} · {}", short(key), words.gone) }</p>{ questions }{ lived }</div> };
    };
    let Resources { milli_cpu: cpu, memory, .. } = pod.requests();
    let guards = view.frame.guards(&pod.pod);
    let protected = guards.stand().map_or_else(
        Html::default,
        |guard| html! { <>{ shield_of(guard) }{ " " }{ view.store.lang.guards(&guards) }</> },
    );
    let class = &pod.pod.spec.priority_class_name;
    let priority =
        if class.is_empty() { pod.pod.priority().to_string() } else { format!("{} ({class})", pod.pod.priority()) };
    let now = view.frame.now;
    // What an attempt comes to is not told before its end.
    let tried = view.attempt.as_ref().filter(|attempt| view.live() && attempt.pod == *key);
    let goes_on = tried.is_some() && view.step != Step::Failed;
    let node = |name: &Option<Str>| name.as_ref().map_or_else(Html::default, |name| node_link(act, name));
    let text = |text: String| {
        if text.is_empty() {
            Html::default()
        } else {
            html! { { text } }
        }
    };
    let rows = [
        (words.status, text(pod.status().to_owned())),
        (words.priority, text(priority)),
        (words.requests, text(format!("{} cpu, {}", amount("cpu", cpu), bytes(memory)))),
        (words.node, node(&pod.node)),
        (words.nominated, node(&pod.nominated)),
        (words.queue, text(pod.queue.map_or_else(String::new, |it| words.queue(it).to_owned()))),
        (words.moved_by, text(pod.queue.and(pod.queued_by).map_or_else(String::new, |by| by.to_string()))),
        (words.gone_in, text(pod.gone_at.map_or_else(String::new, |at| clock(at.since(now))))),
        (words.attempts, text(if pod.attempts > 0 { pod.attempts.to_string() } else { String::new() })),
        (words.made_by, text(pod.by.to_string())),
        (words.budgets, protected),
        (words.last_message, text(if goes_on { String::new() } else { pod.message.to_string() })),
    ];
    html! {
        <div class="pod-page">
            <h3 class={tile::level(view, pod.pod.priority())}>{ tile::badge(view.words, "", pod.pod.priority()) }{ short(key).to_owned() }
                { button(view.store.lang.craft().menu, "icon", html! { "⋯" }, below(act, Thing::Pod(key.clone()))) }</h3>
            { deeds(view, act, key) }
            { questions }
            <dl>{ for rows.into_iter().filter(|(_, value)| *value != Html::default()).map(|(name, value)| html! { <><dt>{ name }</dt><dd>{ value }</dd></> }) }</dl>
            { claims(view, pod) }
            { lived }
            <button type="button" class="plain" onclick={on(act, Action::Selection(Look::Pick(None)))}>{ words.close }</button>
        </div>
    }
}

/// What a person can do for it, as an edit of the text.
fn deeds(view: &View, act: &Callback<Action>, key: &Str) -> Html {
    if !view.offers() || view.store.share.embedded {
        return Html::default();
    }
    let words = evictors::words(view.store.lang).evicting();
    html! {
        <div class="ask-buttons">
            <button type="button" class="plain" onclick={on(act, Action::Crafting(Craft::Protect(key.clone())))}>{ words.protect }</button>
            { choose_priority(view, act, key) }
            if view.store.run.shown_release().has_claims() {
                <button type="button" class="plain" aria-haspopup="menu" onclick={below_at(act, Thing::Pod(key.clone()), MenuPage::Claims)}>{ words.claim }</button>
            }
        </div>
    }
}

/// A list of the classes that the pod can get: choosing gives it one. It goes on saying what it is for, as the pod's class stands below.
fn choose_priority(view: &View, act: &Callback<Action>, key: &Str) -> Html {
    let name = evictors::words(view.store.lang).evicting().priority;
    let choices = classes_of(view, key);
    let options = choices.iter().map(|(told, _)| html! { <option selected=false>{ told.clone() }</option> });
    let options: Vec<Html> = options.collect();
    let choose = {
        let act = act.clone();
        Callback::from(move |event: Event| {
            let select = event.target_unchecked_into::<HtmlSelectElement>();
            let chosen = usize::try_from(select.selected_index()).ok().and_then(|at| choices.get(at.checked_sub(1)?));
            select.set_selected_index(0);
            if let Some((_, craft)) = chosen {
                act.emit(Action::Crafting(craft.clone()));
            }
        })
    };
    html! { <select aria-label={name} onchange={choose}><option selected=true>{ name }</option>{ for options }</select> }
}

/// The pod's claims, each with how far it is.
fn claims(view: &View, pod: &PodView) -> Html {
    let lang = view.store.lang;
    let claims = volumes::claims(&view.frame, &pod.pod);
    if claims.is_empty() {
        return Html::default();
    }
    let each = claims.iter().map(|claim| {
        let class = if claim.class.is_empty() { String::new() } else { format!(" ({})", claim.class) };
        html! {
            <li><b>{ claim.name.to_string() }</b>{ class }
                <span>{ " " }{ lang.claim_state(&claim.state) }</span>
                if let Some(node) = &claim.node { <span>{ " " }{ lang.for_node(node) }</span> }
                if !claim.reach.is_empty() { <span>{ " " }{ lang.reached_from(&claim.reach) }</span> }
            </li>
        }
    });
    html! { <section class="claims"><h3>{ lang.panel().claims }</h3><ul>{ for each }</ul></section> }
}

/// A node's name that leads to its page.
fn node_link(act: &Callback<Action>, name: &Str) -> Html {
    html! { <button type="button" class="link" onclick={on(act, Action::Selection(Look::Open(name.clone())))}>{ name.to_string() }</button> }
}

//! Questions about a pod, answered from the run; each sentence leads to the moment that bears it out.

use std::rc::Rc;

use web_sys::HtmlSelectElement;
use yew::{Callback, Event, Html, Properties, TargetCast, component, html};

use crate::acts::{Inspecting, Playing};
use crate::inspector::{Kind, Open, asking};
use crate::selection::Look;
use crate::store::Action;
use crate::view::{View, on};
use api::{Millis, Str};
use trace::{Past, Phase};
use wire::{Asked, Told};
use words::{clock, short, why};

/// Nodes that a list to choose from holds at most.
pub const CHOICES: usize = 500;

/// The pod that is asked about.
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// What there is to see.
    pub view: Rc<View>,
    /// The way to act.
    pub act: Callback<Action>,
    /// `namespace/name`.
    pub pod: Str,
}

/// The questions that make sense at this moment, and the answers to the one that was asked. An answer stays as it was while its
/// evidence is looked at.
#[component]
pub fn Questions(props: &Props) -> Html {
    let Props { view, act, pod } = props;
    let (store, own) = (&view.store, view.store.lang.panel());
    let past = Past::new(&store.run.trace.trace, store.moment().map_or(0, |moment| moment.events));
    let there = view.frame.pods.get(pod);
    let bound = there.is_some_and(|it| it.node.is_some());
    let going = there.is_none_or(|it| it.phase == Phase::Terminating);
    let preempted = || past.last_preemption().is_some_and(|(_, tried)| tried.pod != *pod);
    let questions = [
        (Kind::Here, own.why_here, bound && !going),
        (Kind::Pending, own.why_pending, there.is_some() && !bound),
        (Kind::Gone, own.why_gone, going),
        (Kind::Spared, own.why_spared, bound && !going && preempted()),
        (Kind::NotThere, own.why_not_there, past.attempts(pod).next().is_some()),
    ];
    let is_open = |kind: Kind| store.inspector.question.is_some_and(|open| open.kind == kind);
    let buttons = questions.into_iter().filter(|(kind, _, fits)| *fits || is_open(*kind));
    let buttons = buttons.map(|(kind, name, _)| {
        let pressed = is_open(kind);
        let next = (!pressed).then_some(Open { kind, at: store.player.at });
        html! { <button type="button" class="plain" aria-pressed={pressed.to_string()} onclick={on(act, Action::Inspector(Inspecting::Question(next)))}>{ name }</button> }
    });
    let answer = store.inspector.question.map(|Open { kind, at }| {
        html! {
            <>
                if kind == Kind::NotThere { { choose_node(view, act) } }
                if let Some(asked) = asking::of_pod(store, pod) { { told(view, act, &asked) } }
                if at != store.player.at { <button type="button" class="plain" onclick={on(act, Action::Player(Playing::Seek(at)))}>{ own.back_to_question }</button> }
            </>
        }
    });
    html! {
        <section class="ask" aria-label={store.lang.questions_about(short(pod))}>
            <div class="ask-buttons">{ for buttons }</div>
            <div aria-live="polite">{ answer }</div>
        </section>
    }
}

/// What was found, each finding a way to its moment; nothing until the worker has answered.
pub fn told(view: &View, act: &Callback<Action>, asked: &Asked) -> Html {
    let (store, own) = (&view.store, view.store.lang.panel());
    let (lang, _release) = (store.lang, store.run.shown_release());
    let Some(Told::Why(findings)) = store.answers.near(asked).map(|told| &**told) else { return Html::default() };
    if findings.is_empty() {
        return html! { <p class="muted">{ own.no_answer }</p> };
    }
    let events = store.run.trace.trace.events();
    let lines = findings.iter().map(|finding| {
        let text = why::tell(lang, view.frame.now, &finding.fact);
        match finding.place {
            Some((count, step)) => {
                let at = count.checked_sub(1).and_then(|last| events.get(last)).map_or(Millis::ZERO, |event| event.at);
                html! {
                    <li><button type="button" title={own.see_moment} onclick={on(act, Action::Selection(Look::At(count, step)))}>
                        <span>{ text }</span><span class="when">{ format!("{} →", clock(at)) }</span></button></li>
                }
            }
            None => html! { <li><p>{ text }</p></li> },
        }
    });
    html! { <ol class="findings-told">{ for lines }</ol> }
}

/// A list of nodes; choosing leads the questions to it.
pub fn choose_node(view: &View, act: &Callback<Action>) -> Html {
    let own = view.store.lang.panel();
    let choose = {
        let act = act.clone();
        Callback::from(move |event: Event| {
            let name = event.target_unchecked_into::<HtmlSelectElement>().value();
            act.emit(Action::Selection(Look::Choose((!name.is_empty()).then(|| name.as_str().into()))));
        })
    };
    let chosen = view.store.selection.node.as_ref();
    // A chosen node that is gone, or far down the list, is there all the same.
    let extra = chosen.filter(|name| !view.frame.node_order.iter().take(CHOICES).any(|it| it == *name));
    let options = view.frame.node_order.iter().take(CHOICES).chain(extra).map(|name| {
        html! { <option value={name.to_string()} selected={chosen == Some(name)}>{ name.to_string() }</option> }
    });
    html! {
        <select aria-label={own.which_node} onchange={choose}>
            <option value="" selected={chosen.is_none()}>{ own.which_node }</option>{ for options }
        </select>
    }
}

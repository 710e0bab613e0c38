//! Questions about a pod, answered from the run; each sentence leads to the moment that bears it out.

use std::rc::Rc;

use web_sys::HtmlSelectElement;
use yew::{Callback, Event, Html, Properties, TargetCast, component, html, use_state};

use crate::answers::why::{Finding, Past};
use crate::api::Str;
use crate::app::page::View;
use crate::app::selection::Look;
use crate::app::state::Action;
use crate::app::text::panel::{self, fill};
use crate::app::text::{clock, short, why};
use crate::trace::Phase;

use super::on;

/// Nodes that a list to choose from holds at most.
pub const CHOICES: usize = 500;

#[derive(Clone, Copy, PartialEq)]
enum Question {
    Here,
    Pending,
    Gone,
    Spared,
    NotThere,
}

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
    let asked = use_state(|| None::<(Question, usize)>);
    let (store, own) = (&view.store, panel::words(view.store.lang));
    let trace = &store.trace.trace;
    let events = |at: usize| store.trace.moments.get(at).map_or(0, |moment| moment.events);
    let past = Past::new(trace, events(store.at));
    let there = view.frame.pods.get(pod);
    let bound = there.is_some_and(|it| it.node.is_some());
    let going = there.is_none_or(|it| it.phase == Phase::Terminating);
    let preempted = || past.last_preemption().is_some_and(|(_, attempt)| attempt.pod != *pod);
    let questions = [
        (Question::Here, own.why_here, bound && !going),
        (Question::Pending, own.why_pending, there.is_some() && !bound),
        (Question::Gone, own.why_gone, going),
        (Question::Spared, own.why_spared, bound && !going && preempted()),
        (Question::NotThere, own.why_not_there, past.last_attempt(pod).is_some()),
    ];
    let open = asked.as_ref().copied();
    let buttons =
        questions.into_iter().filter(|(question, _, fits)| *fits || open.is_some_and(|(it, _)| it == *question));
    let buttons = buttons.map(|(question, name, _)| {
        let pressed = open.is_some_and(|(it, _)| it == question);
        let next = if pressed { None } else { Some((question, store.at)) };
        let asked = asked.clone();
        html! { <button type="button" class="plain" aria-pressed={pressed.to_string()} onclick={Callback::from(move |_| asked.set(next))}>{ name }</button> }
    });
    let answer = open.map(|(question, at)| {
        let past = Past::new(trace, events(at));
        let findings = match question {
            Question::Here => past.why_here(pod),
            Question::Pending => past.why_pending(pod),
            Question::Gone => past.why_gone(pod),
            Question::Spared => past.why_spared(pod),
            Question::NotThere => store.node.as_ref().map(|node| past.why_not(pod, node)).unwrap_or_default(),
        };
        html! {
            <>
                if question == Question::NotThere { { choose_node(view, act) } }
                if !(question == Question::NotThere && store.node.is_none()) { { told(view, act, &findings) } }
                if at != store.at { <button type="button" class="plain" onclick={on(act, Action::Seek(at))}>{ own.back_to_question }</button> }
            </>
        }
    });
    html! {
        <section class="ask" aria-label={fill(own.questions, &[&short(pod)])}>
            <div class="ask-buttons">{ for buttons }</div>
            <div aria-live="polite">{ answer }</div>
        </section>
    }
}

/// Findings, each a way to its moment.
pub fn told(view: &View, act: &Callback<Action>, findings: &[Finding]) -> Html {
    let (store, own) = (&view.store, panel::words(view.store.lang));
    let (lang, release) = (store.lang, store.shown_release());
    if findings.is_empty() {
        return html! { <p class="muted">{ own.no_answer }</p> };
    }
    let events = store.trace.trace.events();
    let lines = findings.iter().map(|finding| {
        let text = why::tell(lang, release, view.frame.now, &finding.fact);
        match finding.place {
            Some((count, step)) => {
                let at = count.checked_sub(1).and_then(|last| events.get(last)).map_or(0, |event| event.at);
                html! {
                    <li><button type="button" title={own.see_moment} onclick={on(act, Action::Look(Look::At(count, step)))}>
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
    let own = panel::words(view.store.lang);
    let choose = {
        let act = act.clone();
        Callback::from(move |event: Event| {
            let name = event.target_unchecked_into::<HtmlSelectElement>().value();
            act.emit(Action::Look(Look::Choose((!name.is_empty()).then(|| name.as_str().into()))));
        })
    };
    let chosen = view.store.node.as_ref();
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

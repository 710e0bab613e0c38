//! Questions about a pod, a node or the run, and the answer to the one that is open: a sentence, a table, and ways to moments.

use std::rc::Rc;

use web_sys::{Element, HtmlSelectElement, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::{Callback, Event, Html, Properties, TargetCast, classes, component, html, use_effect_with, use_node_ref};

use crate::acts::{Branching, Inspecting, Playing};
use crate::compare::deed::Deed;
use crate::inspector::{answer, asking, capacity};
use crate::lesson::hidden;
use crate::run::Status;
use crate::selection::Look;
use crate::store::{Action, Store};
use crate::view::{View, on};
use api::{Millis, Str};
use trace::ends::{End, ends};
use wire::{Answer, Asked, Enough, Position, Question, Told, Trial, another_pod};
use words::outlook::Said;
use words::{clock, outlook, short, why};

/// Nodes that a list to choose from holds at most.
pub(crate) const CHOICES: usize = 500;

/// Rows that a table draws at most.
const ROWS: usize = 200;

/// The questions that are offered about a pod, and the answer to the one that is open.
pub(crate) fn about_pod(view: &Rc<View>, act: &Callback<Action>, pod: &Str) -> Html {
    let questions = asking::about_pod(&view.store, &view.frame, pod);
    let classes = view.frame.pods.get(pod).map(|_| choose_class(view, act, pod));
    section(view, act, short(pod), &questions, classes.unwrap_or_default())
}

/// The same, about a node.
pub(crate) fn about_node(view: &Rc<View>, act: &Callback<Action>, node: &Str) -> Html {
    section(view, act, node, &asking::about_node(&view.frame, node), Html::default())
}

/// The same, about the whole run.
pub(crate) fn about_run(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let name = words::capacity::words(view.store.lang).capacity().rebalance;
    section(view, act, name, &asking::about_run(&view.frame), Html::default())
}

/// What a question is called.
pub fn name(view: &View, question: &Question) -> String {
    let lang = view.store.lang;
    let (own, capacity) = (lang.panel(), words::capacity::words(lang).capacity());
    let outlook = outlook::words(lang);
    match question {
        Question::Here(_) => own.why_here,
        Question::Pending(_) => own.why_pending,
        Question::Gone(_) => own.why_gone,
        Question::Spared(_) => own.why_spared,
        Question::NotThere(..) => own.why_not_there,
        Question::Help(_) => view.words.ask,
        Question::Evictors(_) => words::evictors::words(lang).evicting().ask,
        Question::More(_, false) => capacity.more,
        Question::More(_, true) => capacity.more_preempting,
        Question::Rebalance => capacity.rebalance_ask,
        Question::Comes(Trial::Drain(_)) => outlook.outlook().drain,
        Question::Comes(Trial::LoseZone(zone)) => return outlook.zone_lost(zone),
        Question::Comes(Trial::Class { .. }) => outlook.outlook().class_of,
        Question::Log => "",
    }
    .to_owned()
}

fn section(view: &Rc<View>, act: &Callback<Action>, about: &str, questions: &[Question], more: Html) -> Html {
    let store = &view.store;
    // An answer tells of what comes.
    if hidden::hides(store) {
        return html! { <p class="muted">{ store.lang.lesson().not_yet }</p> };
    }
    let buttons = questions.iter().map(|question| {
        let open = asking::is_open(store, question);
        let next = (!open).then(|| question.clone());
        html! {
            <button type="button" class="plain" aria-pressed={open.to_string()}
                onclick={on(act, Action::Inspector(Inspecting::Ask(next)))}>{ name(view, question) }</button>
        }
    });
    let is_class =
        |question: &Question| matches!(question, Question::Comes(Trial::Class { like, .. }) if short(like) == about);
    let open = store.inspector.asked.as_ref();
    let open = open.filter(|asked| questions.iter().any(|it| asking::is_open(store, it)) || is_class(&asked.question));
    let choice = open.filter(|asked| matches!(asked.question, Question::NotThere(..)));
    let asked = open.and_then(|_| asking::asked(store));
    html! {
        <section class="ask" aria-label={outlook::words(store.lang).asked_about(about)}>
            <div class="ask-buttons questions">{ for buttons }{ more }</div>
            <div class="answered" aria-live="polite">
                if choice.is_some() { { choose_node(view, act) } }
                if let Some(asked) = &asked {
                    { answered(view, act, asked) }{ ways_back(view, act, asked) }
                    <InSight asked={asked.clone()} is_there={store.answers.near(asked).is_some()} />
                }
            </div>
        </section>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct Answering {
    asked: Asked,
    is_there: bool,
}

/// Brings an answer into view when it comes, below the questions: on a telephone it begins below the window.
#[component]
fn InSight(props: &Answering) -> Html {
    let place = use_node_ref();
    use_effect_with(props.clone(), {
        let place = place.clone();
        move |Answering { is_there, .. }| {
            let place = place.cast::<Element>().filter(|_| *is_there);
            if let Some(asked) = place.and_then(|it| it.closest(".ask").ok().flatten()) {
                let nearest = ScrollIntoViewOptions::new();
                nearest.set_block(ScrollLogicalPosition::Nearest);
                asked.scroll_into_view_with_scroll_into_view_options(&nearest);
            }
        }
    });
    html! { <span ref={place} hidden=true></span> }
}

/// The answer; that it is on its way, as long as it is.
fn answered(view: &Rc<View>, act: &Callback<Action>, asked: &Asked) -> Html {
    let (store, own) = (&view.store, view.store.lang.panel());
    let Some(told) = store.answers.near(asked) else {
        return html! { <p class="muted">{ outlook::words(store.lang).outlook().works }</p> };
    };
    let said = outlook::said(store.lang, view.frame.now, &asked.question, told);
    if said.sentence.is_empty() {
        return html! { <p class="muted">{ own.no_answer }</p> };
    }
    let rest = match (&**told, &asked.question) {
        (Told::Help(answers), Question::Help(pod)) => tries(view, act, asked, pod, answers),
        (Told::More(capacity), _) => match &capacity.end {
            Enough::Full(attempt) => capacity::full(view, attempt),
            _ => Html::default(),
        },
        (Told::Comes(_), Question::Comes(trial)) => see_it(view, act, asked, trial),
        _ => Html::default(),
    };
    html! { <>{ sentence(view, act, &said) }{ table(act, &asked.question, &said, &name(view, &asked.question)) }{ notes(view, act, &said) }{ rest }
    if !said.how.is_empty() { <p class="muted">{ said.how }</p> }</> }
}

fn sentence(view: &View, act: &Callback<Action>, said: &Said) -> Html {
    html! {
        <p class="sentence"><b>{ said.sentence.clone() }</b>
            if let Some(place) = said.place { { moment(view, act, place) } }
        </p>
    }
}

/// A way to the moment at which something can be seen.
fn moment(view: &View, act: &Callback<Action>, (count, step): Position) -> Html {
    let events = view.store.run.trace.trace.events();
    let at = count.checked_sub(1).and_then(|last| events.get(last)).map_or(Millis::ZERO, |event| event.at);
    html! {
        <button type="button" class="link when" title={view.store.lang.panel().see_moment}
            onclick={on(act, Action::Selection(Look::At(count, step)))}>{ format!("{} →", clock(at)) }</button>
    }
}

fn table(act: &Callback<Action>, question: &Question, said: &Said, name: &str) -> Html {
    if said.rows.is_empty() {
        return Html::default();
    }
    let subject = |about: &Str, cell: &str| match about.as_str() {
        "" => html! { { cell.to_owned() } },
        it if it.contains('/') => {
            html! { <button type="button" class="link" onclick={on(act, Action::Selection(Look::Pick(Some(about.clone()))))}>{ cell.to_owned() }</button> }
        }
        // The page of a node would take the place of the pod's, with the answer on it.
        _ if matches!(question, Question::More(..)) => html! { { cell.to_owned() } },
        _ => {
            html! { <button type="button" class="link" onclick={on(act, Action::Selection(Look::Open(about.clone())))}>{ cell.to_owned() }</button> }
        }
    };
    let row = |row: &outlook::Row| {
        let (first, rest) = row.cells.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
        html! { <tr><th scope="row">{ subject(&row.about, first) }</th>{ for rest.iter().map(|it| html! { <td>{ it.clone() }</td> }) }</tr> }
    };
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label={name.to_owned()}><table class="differences">
            <thead><tr>{ for said.head.iter().map(|it| html! { <th scope="col">{ *it }</th> }) }</tr></thead>
            <tbody>{ for said.rows.iter().take(ROWS).map(row) }</tbody>
        </table></div>
    }
}

/// What else was found, each finding a way to its moment.
fn notes(view: &View, act: &Callback<Action>, said: &Said) -> Html {
    if said.notes.is_empty() {
        return Html::default();
    }
    let events = view.store.run.trace.trace.events();
    let lines = said.notes.iter().map(|(text, place)| match place {
        Some((count, step)) => {
            let at = count.checked_sub(1).and_then(|last| events.get(last)).map_or(Millis::ZERO, |event| event.at);
            html! {
                <li><button type="button" title={view.store.lang.panel().see_moment} onclick={on(act, Action::Selection(Look::At(*count, *step)))}>
                    <span>{ text.clone() }</span><span class="when">{ format!("{} →", clock(at)) }</span></button></li>
            }
        }
        None => html! { <li><p>{ text.clone() }</p></li> },
    });
    html! { <ol class="findings-told">{ for lines }</ol> }
}

/// Changes that would help, each with a way to try it; the one that was tried says where the pod went, and leads back.
fn tries(view: &Rc<View>, act: &Callback<Action>, asked: &Asked, pod: &Str, answers: &[Answer]) -> Html {
    let (store, lang) = (&view.store, view.store.lang);
    let own = outlook::words(lang);
    let tried = tried(store, asked);
    let line = |answer: &Answer| {
        let fork = answer::script(pod, answer);
        let is_tried = fork.as_ref().is_some_and(|(_, label)| tried == Some(label.as_str()));
        let went = is_tried.then(|| own.went(short(pod), end_of(store, pod).as_deref()));
        html! {
            <li class={classes!(is_tried.then_some("tried"))}><span>{ why::words(lang).answer(answer) }
                    if let Some(went) = went { <strong class="went">{ went }</strong> }</span>
                if let Some((entries, label)) = fork {
                    { try_or_back(store, act, is_tried, view.words.try_it, Branching::Try { label, entries, about: pod.clone() }) }
                }
            </li>
        }
    };
    html! { <ul class="answers">{ for answers.iter().map(line) }</ul> }
}

/// Lets the trial happen in a fork.
fn see_it(view: &Rc<View>, act: &Callback<Action>, asked: &Asked, trial: &Trial) -> Html {
    let (store, own) = (&view.store, outlook::words(view.store.lang).outlook());
    // What the fork does follows from the cluster at the moment of the question.
    let frame = match asked.run == store.run.trace.run {
        true => store.run.trace.trace.frame(asked.events),
        false => (*view.frame).clone(),
    };
    let done = match trial {
        Trial::Drain(node) => Deed::Drain.actions(&frame, node).map(|done| (done, Str::default())),
        Trial::LoseZone(zone) => Deed::LoseZone.actions(&frame, zone).map(|done| (done, Str::default())),
        Trial::Class { like, class } => frame.pods.get(like).zip(frame.classes.get(class)).and_then(|(pod, class)| {
            let copy = another_pod(&pod.pod, Some(class), |key| frame.pods.contains_key(key));
            let entry = format!("create: {}", crate::compare::branches::object("Pod", &copy)?);
            let label = format!("create pod {} ({})", copy.metadata.name, class.metadata.name);
            Some(((vec![entry], label), copy.key().into()))
        }),
    };
    let is_tried = tried(store, asked).is_some();
    let Some(((entries, label), about)) = done.filter(|((entries, _), _)| is_tried || !entries.is_empty()) else {
        return Html::default();
    };
    html! { <div class="answers">{ try_or_back(store, act, is_tried, own.see_it, Branching::Try { label, entries, about }) }</div> }
}

/// The button that tries something; once it is tried, that which leads back. It is the same one, so the focus stays on it.
fn try_or_back(store: &Store, act: &Callback<Action>, is_tried: bool, name: &'static str, forth: Branching) -> Html {
    let name = if is_tried { store.lang.words().way_back } else { name };
    let busy = store.run.status == Status::Working;
    let act_on = if is_tried { Branching::Back } else { forth };
    html! {
        <button type="button" class={classes!("plain", is_tried.then_some("back"))} aria-disabled={busy.to_string()}
            onclick={on(act, Action::Branches(act_on))}>{ name }</button>
    }
}

/// What was done in the fork that is shown, if it tries what the answer to this question says.
fn tried<'s>(store: &'s Store, asked: &Asked) -> Option<&'s str> {
    let branch = store.branches.all.get(store.branches.shown).filter(|_| !store.run.stale)?;
    let parent = store.branches.all.get(branch.parent).filter(|_| branch.parent != store.branches.shown)?;
    (parent.run() == asked.run).then_some(branch.label.as_str())
}

/// The node of a pod at the end of the run shown.
fn end_of(store: &Store, pod: &Str) -> Option<Str> {
    match ends(store.run.trace.trace.events()).get(pod) {
        Some(End::On(node)) => Some(node.clone()),
        _ => None,
    }
}

/// The way back to where the question was asked.
fn ways_back(view: &View, act: &Callback<Action>, asked: &Asked) -> Html {
    let store = &view.store;
    let here = asked.run == store.run.trace.run;
    if !here || store.moment().is_none_or(|moment| moment.events == asked.events) {
        return Html::default();
    }
    html! {
        <button type="button" class="plain" onclick={on(act, Action::Player(Playing::SeekEvents(asked.events)))}>{ store.lang.panel().back_to_question }</button>
    }
}

/// What was found about a pod on a node, without a question of its own.
pub fn told(view: &Rc<View>, act: &Callback<Action>, asked: &Asked) -> Html {
    let store = &view.store;
    let Some(told) = store.answers.near(asked) else { return Html::default() };
    let said = outlook::said(store.lang, view.frame.now, &asked.question, told);
    if said.sentence.is_empty() {
        return html! { <p class="muted">{ store.lang.panel().no_answer }</p> };
    }
    html! { <>{ sentence(view, act, &said) }{ notes(view, act, &said) }</> }
}

/// A list of nodes; choosing leads the questions to it.
pub(crate) fn choose_node(view: &View, act: &Callback<Action>) -> Html {
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

/// A list of priority classes; choosing asks whom a pod like this one would preempt with it.
fn choose_class(view: &View, act: &Callback<Action>, pod: &Str) -> Html {
    if view.frame.classes.is_empty() {
        return Html::default();
    }
    let name = outlook::words(view.store.lang).outlook().class_of;
    let choose = {
        let (act, like) = (act.clone(), pod.clone());
        Callback::from(move |event: Event| {
            let class = event.target_unchecked_into::<HtmlSelectElement>().value();
            let trial = Trial::Class { like: like.clone(), class: class.as_str().into() };
            act.emit(Action::Inspector(Inspecting::Ask((!class.is_empty()).then_some(Question::Comes(trial)))));
        })
    };
    let open = view.store.inspector.asked.as_ref().and_then(|asked| match &asked.question {
        Question::Comes(Trial::Class { like, class }) if like == pod => Some(class),
        _ => None,
    });
    let option = |(class, it): (&Str, &Rc<api::PriorityClass>)| {
        html! { <option value={class.to_string()} selected={open == Some(class)}>{ format!("{class} ({})", it.value) }</option> }
    };
    html! {
        <select aria-label={name} onchange={choose}>
            <option value="" selected={open.is_none()}>{ name }</option>{ for view.frame.classes.iter().map(option) }
        </select>
    }
}

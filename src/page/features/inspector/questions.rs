//! Questions about a pod, a node or the run, and the answer to the open one: a sentence, a table, and links to moments.

use std::rc::Rc;

use api::{Kind, Millis, NamespacedName, Str};
use i18n::{
    answer_text::{self, AnswerText},
    fact_text, format_clock, short_pod_name,
};
use manifest::{ObjectJson, ScriptCommand};
use page_state::{
    actions::{
        Action,
        comparison::{BranchMsg, Fork},
        inspector::InspectorMsg,
        player::PlayerMsg,
        selection::SelectionMsg,
        worker_cache::CacheMsg,
    },
    run::Status,
    selectors::{open_questions, spoiler_guard},
    store::Store,
    worker_cache::AwaitedAnswer,
};
use protocol::{Answer, AnswerProgress, CapacityLimit, HelpfulChange, Position, Query, Question, Trial, copy_pod};
use trace::pod_ends::{PodEnd, pod_ends};
use ui::callback::on_action;
use web_sys::{Element, HtmlSelectElement, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::{Callback, Event, Html, Properties, TargetCast, classes, component, html, use_effect_with, use_node_ref};

use crate::{
    features::{
        comparison::what_if_actions::WhatIfAction,
        inspector::{capacity, remedies},
    },
    view::View,
};

/// The maximum number of nodes in a drop-down list.
pub(crate) const MAX_CHOICES: usize = 500;

/// The maximum number of rows of a table.
const MAX_ROWS: usize = 200;

/// The questions about a pod, and the answer to the open one.
pub(crate) fn draw_pod_questions(view: &Rc<View>, dispatch: &Callback<Action>, pod: &NamespacedName) -> Html {
    let questions = open_questions::pod_questions(&view.store, &view.frame, pod);
    let classes = view.frame.pods.get(pod).map(|_| draw_class_choice(view, dispatch, pod));
    draw_questions(view, dispatch, short_pod_name(pod), &questions, classes.unwrap_or_default())
}

/// The questions about a node, and the answer to the open one.
pub(crate) fn draw_node_questions(view: &Rc<View>, dispatch: &Callback<Action>, node: &Str) -> Html {
    draw_questions(view, dispatch, node, &open_questions::node_questions(&view.frame, node), Html::default())
}

/// The questions about the whole run, and the answer to the open one.
pub(crate) fn draw_run_questions(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let name = i18n::capacity::words(view.store.lang).capacity_labels().rebalance;
    draw_questions(view, dispatch, name, &open_questions::run_questions(&view.frame), Html::default())
}

/// The question about a group that waits for its victims, and its answer.
pub(crate) fn draw_group_questions(view: &Rc<View>, dispatch: &Callback<Action>, group: &NamespacedName) -> Html {
    draw_questions(view, dispatch, short_pod_name(group), &[Question::Room(group.clone())], Html::default())
}

/// The localized text of a question.
pub fn question_label(view: &View, question: &Question) -> String {
    let lang = view.store.lang;
    let (panel, capacity) = (lang.inspector_labels(), i18n::capacity::words(lang).capacity_labels());
    let outlook = answer_text::words(lang);
    match question {
        Question::Here(_) => panel.why_here,
        Question::Pending(_) => panel.why_pending,
        Question::Gone(_) => panel.why_gone,
        Question::Spared(_) => panel.why_spared,
        Question::NotThere(..) => panel.why_not_there,
        Question::Help(_) => view.words.ask,
        Question::Evictors(_) => i18n::evictors::words(lang).eviction_labels().ask,
        Question::More(_, false) => capacity.more,
        Question::More(_, true) => capacity.more_preempting,
        Question::Rebalance => capacity.rebalance_ask,
        Question::Consequences(Trial::Drain(_)) => outlook.answer_labels().drain,
        Question::Consequences(Trial::LoseZone(zone)) => return outlook.zone_lost(zone),
        Question::Consequences(Trial::Class { .. }) => outlook.answer_labels().class_of,
        Question::Room(_) => outlook.answer_labels().room_ask,
        Question::SecondOpinion => i18n::second_opinion::words(lang).opinion_labels().ask,
        Question::Log | Question::Field(_) | Question::FieldPoint(_) | Question::Hints => "",
    }
    .to_owned()
}

fn draw_questions(
    view: &Rc<View>,
    dispatch: &Callback<Action>,
    about: &str,
    questions: &[Question],
    more_html: Html,
) -> Html {
    let store = &view.store;
    // An answer may reveal what happens next.
    if spoiler_guard::is_hiding(store) {
        return html! { <p class="muted">{ store.lang.lesson_labels().not_yet }</p> };
    }
    let buttons = questions.iter().map(|question| {
        let open = open_questions::is_open(store, question);
        let next = (!open).then(|| question.clone());
        html! {
            <button type="button" class="plain" aria-pressed={open.to_string()}
                onclick={on_action(dispatch, Action::Inspector(InspectorMsg::SetQuestion(next)))}>{ question_label(view, question) }</button>
        }
    });
    let is_class = |question: &Question| matches!(question, Question::Consequences(Trial::Class { like, .. }) if short_pod_name(like) == about);
    let open = store.inspector.query.as_ref();
    let open = open.filter(|query| {
        questions.iter().any(|question| open_questions::is_open(store, question)) || is_class(&query.question)
    });
    let choice = open.filter(|query| matches!(query.question, Question::NotThere(..)));
    let query = open.and_then(|_| open_questions::open_query(store));
    html! {
        <section class="ask" aria-label={answer_text::words(store.lang).questions_title(about)}>
            <div class="ask-buttons questions">{ for buttons }{ more_html }</div>
            <div class="answered" aria-live="polite">
                if choice.is_some() { { draw_node_choice(view, dispatch) } }
                if let Some(query) = &query { { draw_open_answer(view, dispatch, query) } }
            </div>
        </section>
    }
}

/// The answer to the open question, with a way back to its moment. It scrolls into view when it arrives.
pub(crate) fn draw_open_answer(view: &Rc<View>, dispatch: &Callback<Action>, query: &Query) -> Html {
    html! {
        <>
            { draw_answer(view, dispatch, query) }{ draw_way_back(view, dispatch, query) }
            <AnswerAnchor query={query.clone()} is_ready={view.store.answer_cache.get_nearby(query).is_some()} />
        </>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct AnswerAnchorProps {
    query: Query,
    is_ready: bool,
}

/// Scrolls an answer below the questions into view when it arrives: on a phone it would be below the window.
#[component]
fn AnswerAnchor(props: &AnswerAnchorProps) -> Html {
    let node_ref = use_node_ref();
    use_effect_with(props.clone(), {
        let node_ref = node_ref.clone();
        move |AnswerAnchorProps { is_ready, .. }| {
            let element = node_ref.cast::<Element>().filter(|_| *is_ready);
            if let Some(section) = element.and_then(|element| element.closest(".ask").ok().flatten()) {
                let nearest = ScrollIntoViewOptions::new();
                nearest.set_block(ScrollLogicalPosition::Nearest);
                section.scroll_into_view_with_scroll_into_view_options(&nearest);
            }
        }
    });
    html! { <span ref={node_ref} hidden=true></span> }
}

/// The answer, or a note that it is being computed.
fn draw_answer(view: &Rc<View>, dispatch: &Callback<Action>, query: &Query) -> Html {
    let (store, panel) = (&view.store, view.store.lang.inspector_labels());
    if store.answer_cache.get(query).is_none()
        && let Some(awaited) = store.answer_cache.get_awaited(query)
        && (awaited.progress.total > 0 || awaited.is_stopped)
    {
        return draw_awaited(view, dispatch, query, awaited);
    }
    let Some(answer) = store.answer_cache.get_nearby(query) else {
        return html! { <p class="muted">{ answer_text::words(store.lang).answer_labels().works }</p> };
    };
    let answer_text = answer_text::render_answer(store.lang, view.frame.now, &query.question, answer);
    if answer_text.sentence.is_empty() {
        return html! { <p class="muted">{ panel.no_answer }</p> };
    }
    let rest = match (&**answer, &query.question) {
        (Answer::Help(help), Question::Help(pod)) => draw_remedies(view, dispatch, query, pod, &help.changes),
        (Answer::More(capacity), _) => match &capacity.end {
            CapacityLimit::Full(attempt) => capacity::draw_capacity_limit(view, attempt),
            _ => Html::default(),
        },
        (Answer::Consequences(_), Question::Consequences(trial)) => draw_trial(view, dispatch, query, trial),
        _ => Html::default(),
    };
    html! { <>{ draw_sentence(view, dispatch, &answer_text) }{ draw_table(dispatch, &query.question, &answer_text, &question_label(view, &query.question)) }{ draw_notes(view, dispatch, &answer_text) }{ rest }
    if !answer_text.method.is_empty() { <p class="muted">{ answer_text.method }</p> }</> }
}

/// An answer that takes long: its progress, a button that stops it, and the partial answer.
fn draw_awaited(view: &Rc<View>, dispatch: &Callback<Action>, query: &Query, awaited: &AwaitedAnswer) -> Html {
    let lang = view.store.lang;
    let sentences = answer_text::words(lang);
    let labels = sentences.answer_labels();
    let AnswerProgress { done, total } = awaited.progress;
    let percent = (done * 100).checked_div(total).unwrap_or(0);
    let part = awaited.part.as_ref().map(|part| {
        // The notes of a partial answer are not final.
        let answer_text = answer_text::render_answer(lang, view.frame.now, &query.question, part);
        let answer_text = AnswerText { notes: Vec::new(), place: None, ..answer_text };
        html! {
            <><p class="muted">{ labels.so_far }</p>{ draw_sentence(view, dispatch, &answer_text) }{ draw_table(dispatch, &query.question, &answer_text, &question_label(view, &query.question)) }</>
        }
    });
    // The live region changes only with the parts of the answer: reading out every count would drown everything else.
    html! {
        <>
            if awaited.is_stopped {
                <p class="muted">{ labels.stopped }</p>
            } else {
                <div class="answer-progress" aria-live="off">
                    <progress max="100" value={percent.to_string()} aria-label={labels.works}></progress>
                    <span class="muted">{ sentences.answer_progress(percent) }</span>
                    <button type="button" class="plain" onclick={on_action(dispatch, Action::Cache(CacheMsg::AnswerStopped(query.clone())))}>{ labels.stop }</button>
                </div>
            }
            { part }
        </>
    }
}

fn draw_sentence(view: &View, dispatch: &Callback<Action>, answer_text: &AnswerText) -> Html {
    html! {
        <p class="sentence"><b>{ answer_text.sentence.clone() }</b>
            if let Some(position) = answer_text.place { { draw_moment_link(view, dispatch, position) } }
        </p>
    }
}

/// A link to the position at which something can be seen.
fn draw_moment_link(view: &View, dispatch: &Callback<Action>, (count, step): Position) -> Html {
    let events = view.store.run.view.trace.events();
    let time = count.checked_sub(1).and_then(|last| events.get(last)).map_or(Millis::ZERO, |event| event.at);
    html! {
        <button type="button" class="link when" title={view.store.lang.inspector_labels().see_moment}
            onclick={on_action(dispatch, Action::Selection(SelectionMsg::GoToEvidence(count, step)))}>{ format!("{} →", format_clock(time)) }</button>
    }
}

fn draw_table(dispatch: &Callback<Action>, question: &Question, answer_text: &AnswerText, name: &str) -> Html {
    if answer_text.rows.is_empty() {
        return Html::default();
    }
    let subject = |about: &Str, cell: &str| match about.as_str() {
        "" => html! { { cell.to_owned() } },
        key if key.contains('/') => {
            html! { <button type="button" class="link" onclick={on_action(dispatch, Action::Selection(SelectionMsg::PickPod(Some(about.into()))))}>{ cell.to_owned() }</button> }
        }
        // A link to the node's page would replace the pod's page with this answer.
        _ if matches!(question, Question::More(..)) => html! { { cell.to_owned() } },
        _ => {
            html! { <button type="button" class="link" onclick={on_action(dispatch, Action::Selection(SelectionMsg::OpenNode(about.clone())))}>{ cell.to_owned() }</button> }
        }
    };
    let row = |row: &answer_text::AnswerRow| {
        let (first, rest) = row.cells.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
        html! { <tr><th scope="row">{ subject(&row.about, first) }</th>{ for rest.iter().map(|rest| html! { <td>{ rest.clone() }</td> }) }</tr> }
    };
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label={name.to_owned()}><table class="differences">
            <thead><tr>{ for answer_text.head.iter().map(|head| html! { <th scope="col">{ *head }</th> }) }</tr></thead>
            <tbody>{ for answer_text.rows.iter().take(MAX_ROWS).map(row) }</tbody>
        </table></div>
    }
}

/// Additional observations, each with a link to its moment.
fn draw_notes(view: &View, dispatch: &Callback<Action>, answer_text: &AnswerText) -> Html {
    if answer_text.notes.is_empty() {
        return Html::default();
    }
    let events = view.store.run.view.trace.events();
    let lines = answer_text.notes.iter().map(|(text, position)| match position {
        Some((count, step)) => {
            let time = count.checked_sub(1).and_then(|last| events.get(last)).map_or(Millis::ZERO, |event| event.at);
            html! {
                <li><button type="button" title={view.store.lang.inspector_labels().see_moment} onclick={on_action(dispatch, Action::Selection(SelectionMsg::GoToEvidence(*count, *step)))}>
                    <span>{ text.clone() }</span><span class="when">{ format!("{} →", format_clock(time)) }</span></button></li>
            }
        }
        None => html! { <li><p>{ text.clone() }</p></li> },
    });
    html! { <ol class="findings-told">{ for lines }</ol> }
}

/// Changes that would help, each with a button that tries it; a change that was tried shows where the pod was placed, and leads back.
fn draw_remedies(
    view: &Rc<View>,
    dispatch: &Callback<Action>,
    query: &Query,
    pod: &NamespacedName,
    answers: &[HelpfulChange],
) -> Html {
    let (store, lang) = (&view.store, view.store.lang);
    let sentences = answer_text::words(lang);
    let tried_text = tried_label(store, query);
    let line = |answer: &HelpfulChange| {
        let fork = remedies::remedy_fork(pod, answer);
        let is_tried = fork.as_ref().is_some_and(|fork| tried_text == Some(fork.label.as_str()));
        let result_text =
            is_tried.then(|| sentences.tried_change_result(short_pod_name(pod), final_node(store, pod).as_deref()));
        html! {
            <li class={classes!(is_tried.then_some("tried"))}><span>{ fact_text::words(lang).helpful_change(answer) }
                    if let Some(result_text) = result_text { <strong class="went">{ result_text }</strong> }</span>
                if let Some(fork) = fork {
                    { draw_try_button(store, dispatch, is_tried, view.words.try_it, BranchMsg::TryFork { fork, about: pod.clone() }) }
                } else if let Some(edit) = remedies::remedy_edit(answer) {
                    <button type="button" class="plain" onclick={on_action(dispatch, Action::from(edit))}>{ view.words.try_it }</button>
                }
            </li>
        }
    };
    html! { <ul class="answers">{ for answers.iter().map(line) }</ul> }
}

/// A button that performs the trial in a fork.
fn draw_trial(view: &Rc<View>, dispatch: &Callback<Action>, query: &Query, trial: &Trial) -> Html {
    let (store, outlook) = (&view.store, answer_text::words(view.store.lang).answer_labels());
    // The fork depends on the cluster at the moment of the question.
    let frame = match query.run == store.run.view.run {
        true => store.run.view.trace.frame_at(query.events),
        false => (*view.frame).clone(),
    };
    let trial_fork = match trial {
        Trial::Drain(node) => WhatIfAction::Drain.fork(&frame, node).map(|fork| (fork, NamespacedName::default())),
        Trial::LoseZone(zone) => {
            WhatIfAction::LoseZone.fork(&frame, zone).map(|fork| (fork, NamespacedName::default()))
        }
        Trial::Class { like, class } => frame.pods.get(like).zip(frame.classes.get(class)).and_then(|(pod, class)| {
            let copy = copy_pod(&pod.pod, Some(class), |key| frame.pods.contains_key(key));
            let create = ScriptCommand::Create(ObjectJson::new(Kind::Pod, &copy)?);
            let label = format!("create pod {} ({})", copy.metadata.name, class.metadata.name);
            Some((Fork { label, commands: vec![create] }, copy.key()))
        }),
    };
    let is_tried = tried_label(store, query).is_some();
    let Some((fork, about)) = trial_fork.filter(|(fork, _)| is_tried || !fork.commands.is_empty()) else {
        return Html::default();
    };
    html! { <div class="answers">{ draw_try_button(store, dispatch, is_tried, outlook.see_it, BranchMsg::TryFork { fork, about }) }</div> }
}

/// The button that tries a change; once tried, it leads back. It is the same element, so it keeps the focus.
fn draw_try_button(
    store: &Store,
    dispatch: &Callback<Action>,
    is_tried: bool,
    name: &'static str,
    forth: BranchMsg,
) -> Html {
    let name = if is_tried { store.lang.page_labels().way_back } else { name };
    let busy = store.run.status == Status::Working;
    let act_on = if is_tried { BranchMsg::ReturnToOriginal } else { forth };
    html! {
        <button type="button" class={classes!("plain", is_tried.then_some("back"))} aria-disabled={busy.to_string()}
            onclick={on_action(dispatch, Action::Branches(act_on))}>{ name }</button>
    }
}

/// The label of the current fork, if it tries a suggestion of the answer to this question.
fn tried_label<'s>(store: &'s Store, query: &Query) -> Option<&'s str> {
    let branch = store.branches.branches.get(store.branches.current).filter(|_| !store.run.is_stale)?;
    let parent = store.branches.branches.get(branch.parent).filter(|_| branch.parent != store.branches.current)?;
    (parent.run_number() == query.run).then_some(branch.label.as_str())
}

/// The node of a pod at the end of the current run.
fn final_node(store: &Store, pod: &NamespacedName) -> Option<Str> {
    match pod_ends(store.run.view.trace.events()).get(pod) {
        Some(PodEnd::On(node)) => Some(node.clone()),
        _ => None,
    }
}

/// A button back to the run in which the question was asked.
fn draw_way_back(view: &View, dispatch: &Callback<Action>, query: &Query) -> Html {
    let store = &view.store;
    let is_same_run = query.run == store.run.view.run;
    if !is_same_run || store.moment().is_none_or(|moment| moment.events == query.events) {
        return Html::default();
    }
    html! {
        <button type="button" class="plain" onclick={on_action(dispatch, Action::Player(PlayerMsg::SeekEvents(query.events)))}>{ store.lang.inspector_labels().back_to_question }</button>
    }
}

/// Observations about a pod on a node, without showing a question.
pub fn draw_why(view: &Rc<View>, dispatch: &Callback<Action>, query: &Query) -> Html {
    let store = &view.store;
    let Some(answer) = store.answer_cache.get_nearby(query) else { return Html::default() };
    let answer_text = answer_text::render_answer(store.lang, view.frame.now, &query.question, answer);
    if answer_text.sentence.is_empty() {
        return html! { <p class="muted">{ store.lang.inspector_labels().no_answer }</p> };
    }
    html! { <>{ draw_sentence(view, dispatch, &answer_text) }{ draw_notes(view, dispatch, &answer_text) }</> }
}

/// A list of nodes; selecting one makes it the subject of the questions.
pub(crate) fn draw_node_choice(view: &View, dispatch: &Callback<Action>) -> Html {
    let panel = view.store.lang.inspector_labels();
    let choose = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            let name = event.target_unchecked_into::<HtmlSelectElement>().value();
            dispatch
                .emit(Action::Selection(SelectionMsg::ChooseNode((!name.is_empty()).then(|| name.as_str().into()))));
        })
    };
    let selected = view.store.selection.node.as_ref();
    // A selected node that was deleted, or is beyond the maximum, is added.
    let extra = selected.filter(|name| !view.frame.node_order.iter().take(MAX_CHOICES).any(|other| other == *name));
    let options = view.frame.node_order.iter().take(MAX_CHOICES).chain(extra).map(|name| {
        html! { <option value={name.to_string()} selected={selected == Some(name)}>{ name.to_string() }</option> }
    });
    html! {
        <select aria-label={panel.which_node} onchange={choose}>
            <option value="" selected={selected.is_none()}>{ panel.which_node }</option>{ for options }
        </select>
    }
}

/// A list of priority classes; selecting one asks which pods a copy of this pod would preempt with it.
fn draw_class_choice(view: &View, dispatch: &Callback<Action>, pod: &NamespacedName) -> Html {
    if view.frame.classes.is_empty() {
        return Html::default();
    }
    let name = answer_text::words(view.store.lang).answer_labels().class_of;
    let choose = {
        let (dispatch, like) = (dispatch.clone(), pod.clone());
        Callback::from(move |event: Event| {
            let class = event.target_unchecked_into::<HtmlSelectElement>().value();
            let trial = Trial::Class { like: like.clone(), class: class.as_str().into() };
            dispatch.emit(Action::Inspector(InspectorMsg::SetQuestion(
                (!class.is_empty()).then_some(Question::Consequences(trial)),
            )));
        })
    };
    let open_subject = view.store.inspector.query.as_ref().and_then(|query| match &query.question {
        Question::Consequences(Trial::Class { like, class }) if like == pod => Some(class),
        _ => None,
    });
    let option = |(class, item): (&Str, &Rc<api::PriorityClass>)| {
        html! { <option value={class.to_string()} selected={open_subject == Some(class)}>{ format!("{class} ({})", item.value) }</option> }
    };
    html! {
        <select aria-label={name} onchange={choose}>
            <option value="" selected={open_subject.is_none()}>{ name }</option>{ for view.frame.classes.iter().map(option) }
        </select>
    }
}

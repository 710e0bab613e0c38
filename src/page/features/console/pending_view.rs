//! The list of pending pods: each with a link to its last attempt, and the changes that would make it fit.

use std::rc::Rc;

use i18n::{answer_text, short_pod_name};
use page_state::{
    actions::{Action, inspector::InspectorMsg, player::PlayerMsg, selection::SelectionMsg},
    selectors::{open_questions, spoiler_guard},
};
use protocol::Question;
use scene::objects::ObjectRef;
use ui::{callback::on_action, element::draw_button};
use yew::{Callback, Html, html};

use crate::{
    features::{
        console::pending_pods::{PendingPod, PendingPods},
        inspector::questions,
    },
    view::View,
};

/// A line: the reason with this index, or a pod of that reason.
pub(super) fn draw_line(
    view: &View,
    dispatch: &Callback<Action>,
    pending: &PendingPods,
    is_at_end: bool,
    (number, at): (usize, Option<usize>),
) -> Html {
    let group = &pending.groups[number];
    let Some(pod) = at.and_then(|at| group.pods.get(at)) else {
        let (lang, timeline_labels) = (view.store.lang, view.store.lang.timeline_labels());
        // Upstream's message begins with a number of nodes, so the title explains this one.
        let title = (!group.reason.is_empty()).then_some(timeline_labels.counts_nodes);
        let text = lang.pods_wait(group.pods.len(), group.reason_text(timeline_labels));
        return html! { <li key={format!("{number}")} class="line head" {title}>{ text }</li> };
    };
    let go = match pod.last_attempt {
        Some(events) => Action::Selection(SelectionMsg::GoToAttempt(pod.pod.clone(), events)),
        None => Action::Selection(SelectionMsg::PickPod(Some(pod.pod.clone()))),
    };
    let is_selected = view.store.selection.pod.as_ref() == Some(&pod.pod);
    html! {
        <li key={pod.pod.to_string()} class="pending-pod">
            <button type="button" class={if is_selected { "line chosen" } else { "line" }} title={pod.pod.to_string()} onclick={on_action(dispatch, go)}>{ pod.pod_text() }</button>
            { draw_ask_button(view, dispatch, pod, is_at_end) }
        </li>
    }
}

/// Asks what would make the pod fit at the moment that the list is about, or closes the answer.
fn draw_ask_button(view: &View, dispatch: &Callback<Action>, pod: &PendingPod, is_at_end: bool) -> Html {
    // An answer may reveal what happens next.
    if spoiler_guard::is_hiding(&view.store) {
        return Html::default();
    }
    let question = Question::Help(pod.pod.clone());
    let is_open = open_questions::is_open(&view.store, &question);
    let onclick = {
        let dispatch = dispatch.clone();
        Callback::from(move |_| {
            let Question::Help(pod) = &question else { return };
            if is_open {
                dispatch.emit(Action::Inspector(InspectorMsg::SetQuestion(None)));
                return;
            }
            dispatch.emit(Action::Selection(SelectionMsg::SelectObject(ObjectRef::Pod(pod.clone()))));
            if is_at_end {
                dispatch.emit(Action::Player(PlayerMsg::End));
            }
            dispatch.emit(Action::Inspector(InspectorMsg::SetQuestion(Some(question.clone()))));
        })
    };
    let name = format!("{} {}", view.words.ask, short_pod_name(&pod.pod));
    html! { <button type="button" class="link ask-line" aria-expanded={is_open.to_string()} aria-label={name} {onclick}>{ view.words.ask }</button> }
}

/// The changes that would make the pod of the open question fit. It stays while one of them is tried, although the pod is no longer pending then.
pub(super) fn draw_answer(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let query = open_questions::open_query(&view.store).filter(|_| !spoiler_guard::is_hiding(&view.store));
    let Some(query) = query else { return Html::default() };
    let Question::Help(pod) = &query.question else { return Html::default() };
    let close = on_action(dispatch, Action::Inspector(InspectorMsg::SetQuestion(None)));
    html! {
        <section class="ask pending-answer" aria-label={answer_text::words(view.store.lang).questions_title(short_pod_name(pod))}>
            { draw_button(view.store.lang.page_labels().close, "icon", html! { "×" }, close) }
            <div class="answered" aria-live="polite">{ questions::draw_open_answer(view, dispatch, &query) }</div>
        </section>
    }
}

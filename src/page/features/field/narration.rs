//! What is decided at the point of the field, as the narrator says it.

use std::rc::Rc;

use i18n::{
    Lang,
    field::{FieldLabels, words},
    short_pod_name,
};
use page_state::{
    actions::{Action, inspector::InspectorMsg},
    panels::InspectorPage,
    selectors::field_case::FieldCase,
};
use protocol::{FieldAnswer, FieldDecision};
use ui::{callback::on_action, element::draw_button};
use yew::{Callback, Html, html};

use crate::view::View;

/// How many pods a sentence names.
const MAX_NAMES: usize = 6;

/// The title and the text of a decision.
pub(crate) struct Narration {
    pub title: String,
    pub text: String,
}

impl Narration {
    pub(crate) fn of_decision(lang: Lang, case: &FieldCase, decision: &FieldDecision) -> Self {
        let sentences = words(lang);
        let FieldLabels { lot_text, .. } = sentences.field_labels();
        let title = answer_title(lang, case, &decision.answer);
        let mut texts = Vec::new();
        match &decision.answer {
            FieldAnswer::Fits { node, .. } => texts.push(sentences.placed_text(node)),
            FieldAnswer::Pending { message } => texts.push(message.to_string()),
            FieldAnswer::Preempts { node, victims, .. } => {
                let newcomer = decision.node.as_ref().map_or(0, |node| node.newcomer.priority);
                let pods = decision.node.iter().flat_map(|node| &node.pods);
                let staying = pods.filter(|pod| !pod.is_victim && pod.priority < newcomer);
                let names: Vec<&str> = staying.map(|pod| short_pod_name(&pod.pod)).collect();
                texts.push(sentences.stays_on_node(&sentences.pod_list(&names, MAX_NAMES), names.len(), node));
                // The victims with a smaller value that stay with this one.
                let parts_before = decision.row.iter().take_while(|(start, _)| *start <= decision.point[0]).count();
                let before = parts_before.checked_sub(2).map_or(&[][..], |before| decision.row[before].1.victims());
                let saved = before.iter().filter(|victim| !victims.contains(victim));
                let saved: Vec<&str> = saved.map(|victim| short_pod_name(victim)).collect();
                let is_request = matches!(
                    &case.axes[0].number,
                    protocol::FieldNumber::PodCpu(pod) | protocol::FieldNumber::PodMemory(pod) if *pod == case.pod
                );
                if !saved.is_empty() && is_request {
                    texts.push(sentences.saved_text(&sentences.pod_list(&saved, MAX_NAMES)));
                }
            }
        }
        if decision.answer.is_drawn_by_lot() {
            texts.push((*lot_text).to_owned());
        }
        Self { title, text: texts.join(lang.pick_of(" ", "")) }
    }
}

/// An answer as a short sentence.
pub(crate) fn answer_title(lang: Lang, case: &FieldCase, answer: &FieldAnswer) -> String {
    let sentences = words(lang);
    let pod = short_pod_name(&case.pod);
    match answer {
        FieldAnswer::Fits { .. } => {
            let [title, _] = sentences.field_fits(pod, "");
            title
        }
        FieldAnswer::Pending { .. } => {
            let [title, _] = sentences.field_pending(pod, "");
            title
        }
        FieldAnswer::Preempts { victims, .. } => {
            let names: Vec<&str> = victims.iter().map(|victim| short_pod_name(victim)).collect();
            sentences.victims_title(&sentences.pod_list(&names, MAX_NAMES), victims.len())
        }
    }
}

/// What is decided at the point, in the narrator's place.
pub fn draw_narration(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let lang = view.store.lang;
    let labels = words(lang).field_labels();
    let case = FieldCase::of_store(&view.store);
    let decision = case.as_ref().and_then(|case| Some((case, case.known_decision(&view.store)?)));
    let narration = match decision {
        Some((case, decision)) => Narration::of_decision(lang, case, &decision),
        None => {
            let text = if case.is_some() { labels.works } else { labels.nothing_to_show };
            Narration { title: view.words.page_field.to_owned(), text: text.to_owned() }
        }
    };
    let close = on_action(dispatch, Action::Inspector(InspectorMsg::TurnToPage(InspectorPage::Now)));
    html! {
        <section id="narrator" class="story field-story" aria-label={view.words.lesson}>
            <div class="told" aria-live="polite" aria-atomic="true" tabindex="0" role="group" aria-label={view.words.lesson}>
                <h2>{ narration.title }</h2>
                <p>{ narration.text }</p>
            </div>
            <div class="captions">{ draw_button(labels.close_field, "icon", html! { "×" }, close) }</div>
        </section>
    }
}

//! Terms of the glossary within the page's own texts. The first time that a view names one it can be opened: a few words about it, and the
//! ways to the glossary, to the moment that shows it, and to the lesson that tells more.

use std::rc::Rc;

use api::Set;
use gloo::{
    events::EventListener,
    utils::{document, window},
};
use i18n::{Lang, goal_text};
use page_state::{
    lesson::{LessonMsg, OpenTerm},
    store::Action,
};
use protocol::{Term, find_terms};
use ui::callback::on_action;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusEvent, HtmlElement, KeyboardEvent, MouseEvent, Node};
use yew::{AttrValue, Callback, Html, component, html, use_effect_with, use_node_ref};

use crate::{
    site,
    view::{Props, View},
};

/// One text with its terms.
pub fn mark_terms(terms: &[Term], lang: Lang, define: &Callback<OpenTerm>, text: &str) -> Html {
    TermMarker::new(terms, lang, define).mark_text(text)
}

/// What marks the terms of a view.
pub struct TermMarker<'a> {
    terms: &'a [Term],
    is_chinese: bool,
    on_define: &'a Callback<OpenTerm>,
    marked: Set<usize>,
}

impl<'a> TermMarker<'a> {
    /// One for a view that has marked nothing yet.
    pub fn new(terms: &'a [Term], lang: Lang, on_define: &'a Callback<OpenTerm>) -> Self {
        Self { terms, is_chinese: lang == Lang::Zh, on_define, marked: Set::new() }
    }

    /// A text with its terms.
    pub fn mark_text(&mut self, text: &str) -> Html {
        let term_places = find_terms(self.terms, self.is_chinese, text, &mut self.marked);
        split_text(text, &term_places, |text, number| {
            html! { <button type="button" class="term" aria-haspopup="dialog" onclick={on_define(self.on_define, number)}>{ text }</button> }
        })
    }
}

/// A text whose places are drawn in another way.
fn split_text(text: &str, term_places: &[(usize, usize, usize)], draw: impl Fn(String, usize) -> Html) -> Html {
    let mut from = 0;
    let mut text_parts = Vec::with_capacity(2 * term_places.len() + 1);
    for (start, end, number) in term_places {
        text_parts.push(html! { { text[from..*start].to_owned() } });
        text_parts.push(draw(text[*start..*end].to_owned(), *number));
        from = *end;
    }
    text_parts.push(html! { { text[from..].to_owned() } });
    html! { { for text_parts } }
}

/// The same where no program runs: terms are links to the glossary, from a page two folders below it.
#[cfg(feature = "prerender")]
pub fn link_terms(terms: &[Term], lang: Lang, text: &str, marked: &mut Set<usize>) -> Html {
    let term_places = find_terms(terms, lang == Lang::Zh, text, marked);
    split_text(text, &term_places, |text, number| {
        let term = &terms[number];
        let meaning = lang.pick(&term.text).replace('`', "");
        html! { <a class="term" href={format!("../../glossary/#{}", term.name)} title={meaning}>{ text }</a> }
    })
}

/// Opens a term below the word that was clicked.
fn on_define(tell: &Callback<OpenTerm>, term: usize) -> Callback<MouseEvent> {
    let tell = tell.clone();
    Callback::from(move |event: MouseEvent| {
        // A term may stand where a click means something else.
        event.stop_propagation();
        let Some(word) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
        let area = word.get_bounding_client_rect();
        #[allow(clippy::cast_possible_truncation)] // pixels
        let at = (area.left() as i32, area.top() as i32, area.bottom() as i32);
        tell.emit(OpenTerm { term, word_box: at });
    })
}

/// The term that is open.
pub fn draw_definition(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    match view.store.lesson.open_term {
        Some(OpenTerm { term, .. }) => {
            html! { <TermCard key={term} view={view.clone()} dispatch={dispatch.clone()} /> }
        }
        None => Html::default(),
    }
}

#[component]
fn TermCard(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let lang = view.store.lang;
    let labels = goal_text::words(lang).goal_labels();
    let node_ref = use_node_ref();
    let defined = view.store.lesson.open_term;
    {
        let (node_ref, dispatch) = (node_ref.clone(), dispatch.clone());
        use_effect_with(defined.map(|defined| defined.word_box), move |at| {
            let before =
                document().active_element().and_then(|active_element| active_element.dyn_into::<HtmlElement>().ok());
            let card = node_ref.cast::<HtmlElement>();
            if let (Some(at), Some(card)) = (at, &card) {
                place_card(card, *at);
            }
            // Not every place takes the focus when it is clicked.
            let within = card.clone();
            let outside_listener = EventListener::new(&document(), "pointerdown", move |event| {
                let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
                if !within.as_ref().is_some_and(|card| card.contains(target.as_ref())) {
                    dispatch.emit(Action::Lesson(LessonMsg::SetOpenTerm(None)));
                }
            });
            // Who closes it by a key goes on where they were; who clicks elsewhere is there already.
            move || {
                drop(outside_listener);
                if let (Some(card), Some(before)) = (card, before)
                    && document().active_element().is_none_or(|active_element| {
                        card.contains(Some(&active_element)) || active_element.tag_name() == "BODY"
                    })
                {
                    let _ = before.focus();
                }
            }
        });
    }
    let Some(term) = defined.and_then(|defined| view.store.lesson.terms.get(defined.term)) else {
        return Html::default();
    };
    let close = Action::Lesson(LessonMsg::SetOpenTerm(None));
    let leaves = {
        let (dispatch, close, node_ref) = (dispatch.clone(), close.clone(), node_ref.clone());
        Callback::from(move |event: FocusEvent| {
            let related_node = event.related_target().and_then(|related_target| related_target.dyn_into::<Node>().ok());
            let card = node_ref.get();
            // No other element gets the focus when the window loses it.
            if document().has_focus().unwrap_or(true)
                && !card.is_some_and(|card| related_node.is_some() && card.contains(related_node.as_ref()))
            {
                dispatch.emit(close.clone());
            }
        })
    };
    let keys = {
        let (dispatch, close) = (dispatch.clone(), close.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.stop_propagation();
                dispatch.emit(close.clone());
            }
        })
    };
    let link = |class_name: String, name: &str| {
        let href = AttrValue::from(site::localized_address(lang, &class_name));
        html! { <a {href} target="_blank" rel="noopener">{ name.to_owned() }</a> }
    };
    html! {
        <div ref={node_ref} class="definition" role="dialog" tabindex="-1" aria-label={lang.pick(&term.title).to_owned()} onfocusout={leaves} onkeydown={keys}>
            <b>{ draw_code_spans(lang.pick(&term.title)) }</b>
            <p>{ draw_code_spans(lang.pick(&term.text)) }</p>
            <p class="links">
                { link(format!("s/{}", term.shows), labels.watch_it) }
                if !term.lesson.is_empty() { { link(format!("l/{}/", term.lesson), labels.a_lesson) } }
                { link(format!("glossary/#{}", term.name), view.words.glossary) }
            </p>
            <button type="button" class="icon" aria-label={view.words.close} onclick={on_action(dispatch, close)}>{ "✕" }</button>
        </div>
    }
}

/// A text with `code` in it.
fn draw_code_spans(text: &str) -> Html {
    let code_spans = text.split('`').enumerate();
    code_spans
        .map(|(at, part)| {
            if at % 2 == 1 {
                html! { <code>{ part.to_owned() }</code> }
            } else {
                html! { { part.to_owned() } }
            }
        })
        .collect()
}

/// Puts the card below the word, or above it where there is no room, and the focus into it.
fn place_card(card: &HtmlElement, (left, top, bottom): (i32, i32, i32)) {
    let of = |size: Result<wasm_bindgen::JsValue, _>| size.ok().and_then(|size| size.as_f64()).unwrap_or(0.0);
    #[allow(clippy::cast_possible_truncation)] // pixels
    let (width, height) = (of(window().inner_width()) as i32, of(window().inner_height()) as i32);
    let tooltip_top = bottom + 6;
    let top = if tooltip_top + card.offset_height() + 8 > height {
        (top - 6 - card.offset_height()).max(8)
    } else {
        tooltip_top
    };
    let card_left = left.min(width - card.offset_width() - 8).max(8);
    let style = card.style();
    // A browser that takes no lengths shows it in the corner.
    let _ = style.set_property("left", &format!("{card_left}px"));
    let _ = style.set_property("top", &format!("{top}px"));
    let _ = card.focus();
}

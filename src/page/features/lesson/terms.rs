//! Glossary terms in the page's own texts. The first occurrence of a term in a view opens a card with a short explanation, and links to the
//! glossary, to a moment that shows it, and to the lesson about it.

use std::rc::Rc;

use api::Set;
use i18n::{Lang, goal_text};
use page_state::actions::{
    Action,
    lesson::{LessonMsg, OpenTerm},
};
use protocol::{Term, find_terms};
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent};
use yew::{AttrValue, Callback, Html, html};

use crate::{
    features::popover::{self, Popover},
    page_metadata,
    view::View,
};

/// Draws a text with its terms.
pub fn mark_terms(terms: &[Term], lang: Lang, define: &Callback<OpenTerm>, text: &str) -> Html {
    TermMarker::new(terms, lang, define).mark_text(text)
}

/// Marks the terms of a view.
pub struct TermMarker<'a> {
    terms: &'a [Term],
    lang: Lang,
    on_define: &'a Callback<OpenTerm>,
    marked: Set<usize>,
}

impl<'a> TermMarker<'a> {
    /// A marker for a view without marked terms.
    pub fn new(terms: &'a [Term], lang: Lang, on_define: &'a Callback<OpenTerm>) -> Self {
        Self { terms, lang, on_define, marked: Set::new() }
    }

    /// Draws a text with its terms.
    pub fn mark_text(&mut self, text: &str) -> Html {
        let term_places = find_terms(self.terms, |term| words_of(self.lang, term), text, &mut self.marked);
        split_text(text, &term_places, |text, number| {
            html! { <button type="button" class="term" aria-haspopup="dialog" onclick={on_define(self.on_define, number)}>{ text }</button> }
        })
    }
}

/// The words for a term in the texts of a language.
fn words_of(lang: Lang, term: &Term) -> &str {
    lang.pick_of(&term.en, &term.zh)
}

/// Draws a text, with `draw` for the given places.
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

/// Draws a text for a static page: terms are links to the glossary, from a page two folders below it.
#[cfg(feature = "prerender")]
pub fn link_terms(terms: &[Term], lang: Lang, text: &str, marked: &mut Set<usize>) -> Html {
    let term_places = find_terms(terms, |term| words_of(lang, term), text, marked);
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
        // A term may be inside an element where a click has another meaning.
        event.stop_propagation();
        let Some(word) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
        tell.emit(OpenTerm { term, word_box: popover::word_box_of(&word) });
    })
}

/// The card of the open term.
pub fn draw_definition(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let (lang, lesson) = (view.store.lang, &view.store.lesson);
    let labels = goal_text::words(lang).goal_labels();
    let Some((open_term, term)) =
        lesson.open_term.and_then(|open_term| Some((open_term, lesson.terms.get(open_term.term)?)))
    else {
        return Html::default();
    };
    let link = |class_name: String, name: &str| {
        let href = AttrValue::from(page_metadata::localized_address(lang, &class_name));
        html! { <a {href} target="_blank" rel="noopener">{ name.to_owned() }</a> }
    };
    let on_close = dispatch.reform(|()| Action::Lesson(LessonMsg::SetOpenTerm(None)));
    html! {
        <Popover key={open_term.term} word_box={open_term.word_box} label={lang.pick(&term.title).to_owned()} close_name={view.words.close} {on_close}>
            <b>{ draw_code_spans(lang.pick(&term.title)) }</b>
            <p>{ draw_code_spans(lang.pick(&term.text)) }</p>
            <p class="links">
                { link(format!("s/{}", term.shows), labels.watch_it) }
                if !term.lesson.is_empty() { { link(format!("l/{}/", term.lesson), labels.a_lesson) } }
                { link(format!("glossary/#{}", term.name), view.words.glossary) }
            </p>
        </Popover>
    }
}

/// Draws a text in which `code` is marked with backticks.
pub(crate) fn draw_code_spans(text: &str) -> Html {
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

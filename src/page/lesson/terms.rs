//! Terms of the glossary within the page's own texts. The first time that a view names one it can be opened: a few words about it, and the
//! ways to the glossary, to the moment that shows it, and to the lesson that tells more.

use std::rc::Rc;

use gloo::events::EventListener;
use gloo::utils::{document, window};
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusEvent, HtmlElement, KeyboardEvent, MouseEvent, Node};
use yew::{AttrValue, Callback, Html, component, html, use_effect_with, use_node_ref};

use crate::glossary::{Defined, Glossary};
use crate::lang::Lang;
use crate::lesson::{Course, Learning};
use crate::site;
use crate::store::Action;
use crate::view::{Props, View, on};
use api::Set;
use wire::{Term, marks};
use words::teach;

/// One text with its terms.
pub fn mark(terms: &[Term], lang: Lang, define: &Callback<Defined>, text: &str) -> Html {
    Marker::new(terms, lang, define).text(text)
}

/// What marks the terms of a view.
pub struct Marker<'a> {
    terms: &'a [Term],
    chinese: bool,
    define: &'a Callback<Defined>,
    seen: Set<usize>,
}

impl<'a> Marker<'a> {
    /// One for a view that has marked nothing yet.
    pub fn new(terms: &'a [Term], lang: Lang, define: &'a Callback<Defined>) -> Self {
        Self { terms, chinese: lang == Lang::Zh, define, seen: Set::new() }
    }

    /// A text with its terms.
    pub fn text(&mut self, text: &str) -> Html {
        let found = marks(self.terms, self.chinese, text, &mut self.seen);
        parted(text, &found, |said, number| {
            html! { <button type="button" class="term" aria-haspopup="dialog" onclick={define(self.define, number)}>{ said }</button> }
        })
    }
}

/// A text whose places are drawn in another way.
fn parted(text: &str, found: &[(usize, usize, usize)], draw: impl Fn(String, usize) -> Html) -> Html {
    let mut from = 0;
    let mut parts = Vec::with_capacity(2 * found.len() + 1);
    for (start, end, number) in found {
        parts.push(html! { { text[from..*start].to_owned() } });
        parts.push(draw(text[*start..*end].to_owned(), *number));
        from = *end;
    }
    parts.push(html! { { text[from..].to_owned() } });
    html! { { for parts } }
}

/// The same where no program runs: terms are links to the glossary, from a page two folders below it.
#[cfg(feature = "still")]
pub fn linked(terms: &[Term], lang: Lang, text: &str, seen: &mut Set<usize>) -> Html {
    let found = marks(terms, lang == Lang::Zh, text, seen);
    parted(text, &found, |said, number| {
        let term = &terms[number];
        let meaning = lang.pick(&term.text).replace('`', "");
        html! { <a class="term" href={format!("../../glossary/#{}", term.name)} title={meaning}>{ said }</a> }
    })
}

/// Reads the terms, as the build wrote them.
pub fn came(course: &mut Course, json: &str) {
    // Without them texts are as they were.
    course.terms = serde_json::from_str(json).map(|terms| Rc::new(Glossary::new(terms, mark))).unwrap_or_default();
}

/// Opens a term below the word that was clicked.
fn define(tell: &Callback<Defined>, term: usize) -> Callback<MouseEvent> {
    let tell = tell.clone();
    Callback::from(move |event: MouseEvent| {
        // A term may stand where a click means something else.
        event.stop_propagation();
        let Some(word) = event.target().and_then(|it| it.dyn_into::<Element>().ok()) else { return };
        let area = word.get_bounding_client_rect();
        #[allow(clippy::cast_possible_truncation)] // pixels
        let at = (area.left() as i32, area.top() as i32, area.bottom() as i32);
        tell.emit(Defined { term, at });
    })
}

/// The term that is open.
pub fn definition(view: &Rc<View>, act: &Callback<Action>) -> Html {
    match view.store.course.defined {
        Some(Defined { term, .. }) => html! { <Definition key={term} view={view.clone()} act={act.clone()} /> },
        None => Html::default(),
    }
}

#[component]
fn Definition(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let lang = view.store.lang;
    let words = teach::words(lang).teach();
    let place = use_node_ref();
    let defined = view.store.course.defined;
    {
        let (place, act) = (place.clone(), act.clone());
        use_effect_with(defined.map(|it| it.at), move |at| {
            let before = document().active_element().and_then(|it| it.dyn_into::<HtmlElement>().ok());
            let card = place.cast::<HtmlElement>();
            if let (Some(at), Some(card)) = (at, &card) {
                put(card, *at);
            }
            // Not every place takes the focus when it is clicked.
            let within = card.clone();
            let elsewhere = EventListener::new(&document(), "pointerdown", move |event| {
                let target = event.target().and_then(|it| it.dyn_into::<Node>().ok());
                if !within.as_ref().is_some_and(|card| card.contains(target.as_ref())) {
                    act.emit(Action::Lesson(Learning::Define(None)));
                }
            });
            // Who closes it by a key goes on where they were; who clicks elsewhere is there already.
            move || {
                drop(elsewhere);
                if let (Some(card), Some(before)) = (card, before)
                    && document().active_element().is_none_or(|it| card.contains(Some(&it)) || it.tag_name() == "BODY")
                {
                    let _ = before.focus();
                }
            }
        });
    }
    let Some(term) = defined.and_then(|it| view.store.course.terms.terms.get(it.term)) else { return Html::default() };
    let close = Action::Lesson(Learning::Define(None));
    let leaves = {
        let (act, close, place) = (act.clone(), close.clone(), place.clone());
        Callback::from(move |event: FocusEvent| {
            let to = event.related_target().and_then(|it| it.dyn_into::<Node>().ok());
            let card = place.get();
            // No other element gets the focus when the window loses it.
            if document().has_focus().unwrap_or(true)
                && !card.is_some_and(|card| to.is_some() && card.contains(to.as_ref()))
            {
                act.emit(close.clone());
            }
        })
    };
    let keys = {
        let (act, close) = (act.clone(), close.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.stop_propagation();
                act.emit(close.clone());
            }
        })
    };
    let link = |to: String, name: &str| {
        let href = AttrValue::from(site::in_language(lang, &to));
        html! { <a {href} target="_blank" rel="noopener">{ name.to_owned() }</a> }
    };
    html! {
        <div ref={place} class="definition" role="dialog" tabindex="-1" aria-label={lang.pick(&term.title).to_owned()} onfocusout={leaves} onkeydown={keys}>
            <b>{ coded(lang.pick(&term.title)) }</b>
            <p>{ coded(lang.pick(&term.text)) }</p>
            <p class="links">
                { link(format!("s/{}", term.shows), words.watch_it) }
                if !term.lesson.is_empty() { { link(format!("l/{}/", term.lesson), words.a_lesson) } }
                { link(format!("glossary/#{}", term.name), view.words.glossary) }
            </p>
            <button type="button" class="icon" aria-label={view.words.close} onclick={on(act, close)}>{ "✕" }</button>
        </div>
    }
}

/// A text with `code` in it.
fn coded(text: &str) -> Html {
    let parts = text.split('`').enumerate();
    parts
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
fn put(card: &HtmlElement, (left, top, bottom): (i32, i32, i32)) {
    let of = |size: Result<wasm_bindgen::JsValue, _>| size.ok().and_then(|it| it.as_f64()).unwrap_or(0.0);
    #[allow(clippy::cast_possible_truncation)] // pixels
    let (width, height) = (of(window().inner_width()) as i32, of(window().inner_height()) as i32);
    let below = bottom + 6;
    let top = if below + card.offset_height() + 8 > height { (top - 6 - card.offset_height()).max(8) } else { below };
    let left = left.min(width - card.offset_width() - 8).max(8);
    let style = card.style();
    // A browser that takes no lengths shows it in the corner.
    let _ = style.set_property("left", &format!("{left}px"));
    let _ = style.set_property("top", &format!("{top}px"));
    let _ = card.focus();
}

//! Texts in which terms of the glossary can be opened.

use std::cell::Cell;

use yew::{Callback, Html, html};

use crate::app::lang::Lang;
use crate::app::store::Action;
use crate::wire::Term;

/// Draws a text with the terms in it.
pub type Marks = fn(&[Term], Lang, &Callback<Action>, &str) -> Html;

thread_local! {
    static MARKS: Cell<Option<Marks>> = const { Cell::new(AT_FIRST) };
}

/// Natively the program is one. In the page, naming this here would link it in: it belongs to the part `teaching`.
#[cfg(not(target_family = "wasm"))]
const AT_FIRST: Option<Marks> = Some(crate::app::lesson::terms::mark);
#[cfg(target_family = "wasm")]
const AT_FIRST: Option<Marks> = None;

/// Says who draws them.
pub fn provide(marks: Marks) {
    MARKS.set(Some(marks));
}

/// A text of the page in which terms of the glossary can be opened, once these are known.
pub fn marked(terms: &[Term], lang: Lang, act: &Callback<Action>, text: &str) -> Html {
    match MARKS.get().filter(|_| !terms.is_empty()) {
        Some(marks) => marks(terms, lang, act, text),
        None => html! { { text.to_owned() } },
    }
}

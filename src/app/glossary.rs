//! The terms that texts of the page can open, and what draws a text with them. Both come with the part `teaching`; before that, texts
//! are plain.

use yew::{Callback, Html, html};

use crate::app::lang::Lang;
use crate::app::store::Action;
use crate::wire::Term;

/// Draws a text with the terms in it.
pub type Mark = fn(&[Term], Lang, &Callback<Action>, &str) -> Html;

/// The terms.
#[derive(Clone, Debug, Default)]
pub struct Glossary {
    /// In the order of their numbers.
    pub terms: Vec<Term>,
    mark: Option<Mark>,
}

impl PartialEq for Glossary {
    fn eq(&self, other: &Self) -> bool {
        self.terms == other.terms
    }
}

impl Glossary {
    /// Terms, and what draws them.
    pub fn new(terms: Vec<Term>, mark: Mark) -> Self {
        Self { terms, mark: Some(mark) }
    }

    /// A text in which its terms can be opened.
    pub fn marked(&self, lang: Lang, act: &Callback<Action>, text: &str) -> Html {
        match self.mark {
            Some(mark) => mark(&self.terms, lang, act, text),
            None => html! { { text.to_owned() } },
        }
    }
}

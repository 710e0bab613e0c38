//! The terms that texts of the page can open, and what draws a text with them. Both come with the chunk `teaching`; before that, texts
//! are plain.

use protocol::Term;
use yew::{Callback, Html, html};

use crate::lang::Lang;

/// A term that a person opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenTerm {
    /// Its number.
    pub term: usize,
    /// Where the word stands that was clicked, in pixels of the window: left, top and bottom.
    pub word_box: (i32, i32, i32),
}

/// Draws a text with the terms in it, and tells which one is opened.
pub type MarkTerms = fn(&[Term], Lang, &Callback<OpenTerm>, &str) -> Html;

/// The terms.
#[derive(Clone, Debug, Default)]
pub struct Glossary {
    /// In the order of their numbers.
    pub terms: Vec<Term>,
    mark_terms: Option<MarkTerms>,
}

impl PartialEq for Glossary {
    fn eq(&self, other: &Self) -> bool {
        self.terms == other.terms
    }
}

impl Glossary {
    /// Terms, and what draws them.
    pub fn new(terms: Vec<Term>, mark: MarkTerms) -> Self {
        Self { terms, mark_terms: Some(mark) }
    }

    /// A text in which its terms can be opened.
    pub fn draw_with_terms(&self, lang: Lang, define: &Callback<OpenTerm>, text: &str) -> Html {
        match self.mark_terms {
            Some(mark) => mark(&self.terms, lang, define, text),
            None => html! { { text.to_owned() } },
        }
    }
}

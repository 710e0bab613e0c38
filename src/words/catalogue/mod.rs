//! What can be said: a sentence is declared here and said in each language.

pub mod calls;
pub mod capacity;
pub mod care;
pub mod compare;
pub mod configuring;
pub mod evidence;
pub mod export;
pub mod extender;
pub mod form;
pub mod gallery;
pub mod going;
pub mod grammar;
pub mod labels;
pub mod lesson;
pub mod minors;
pub mod module;
pub mod offer;
pub mod opened;
pub mod phrases;
pub mod problem;
pub mod reason;
pub mod share;
pub mod stage;
pub mod story;
pub mod teach;
pub mod volumes;
pub mod why;
pub mod written;

/// What a language has to know: its grammar, and every part of the catalogue.
pub trait Language:
    grammar::Grammar
    + gallery::Sentences
    + labels::Labels
    + lesson::Sentences
    + offer::Sentences
    + phrases::Phrases
    + story::Sentences
    + stage::Sentences
    + volumes::Sentences
    + reason::Sentences
    + share::Sentences
    + care::Sentences
    + extender::Sentences
    + evidence::Sentences
{
}

impl<T> Language for T where
    T: grammar::Grammar
        + gallery::Sentences
        + labels::Labels
        + lesson::Sentences
        + offer::Sentences
        + phrases::Phrases
        + story::Sentences
        + stage::Sentences
        + volumes::Sentences
        + reason::Sentences
        + share::Sentences
        + care::Sentences
        + extender::Sentences
        + evidence::Sentences
{
}

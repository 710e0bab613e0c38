//! What can be said, a file for each topic, with the languages side by side.
//!
//! A sentence is a method of its topic's trait: its name, its values, and below each other its text in each language (`say!`). Words
//! that never change are structs (`fixed!`), words that other tables hold by key are enums (`keyed!`).
#![allow(clippy::too_many_lines)] // a method has an arm for each thing that it speaks of

pub mod attempt;
pub mod calls;
pub mod capacity;
pub mod care;
pub mod command;
pub mod compare;
pub mod configuring;
pub mod controllers;
pub mod devices;
pub mod disruption;
pub mod evictors;
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
pub mod outlook;
pub mod phrases;
pub mod problem;
pub mod reason;
pub mod ruling;
pub mod share;
pub mod stage;
pub mod story;
pub mod teach;
pub mod volumes;
pub mod why;
pub mod written;

/// What a language has to know: its grammar, and the tables that the page always needs.
pub trait Language:
    grammar::Grammar
    + gallery::GallerySentences
    + labels::Labels
    + lesson::LessonSentences
    + offer::OfferSentences
    + phrases::Phrases
    + attempt::AttemptSentences
    + controllers::ControllerSentences
    + story::StorySentences
    + disruption::DisruptionSentences
    + stage::StageSentences
    + volumes::VolumeSentences
    + reason::ReasonSentences
    + share::ShareSentences
    + care::CareSentences
    + extender::ExtenderSentences
    + evidence::EvidenceSentences
{
}

impl<T: crate::languages::Speaker> Language for T {}

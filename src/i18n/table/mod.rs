//! The methods that the program calls for its texts, in a file for each topic.
//!
//! A method chooses a message of the Fluent files and computes its variables. Fixed labels are structs (`message_struct!`); labels that
//! other tables reference are enums (`message_enum!`).
//!
//! A method has the name of its message, and a file here the name of its Fluent file: `pod_unreserved` in `story.rs` is `pod-unreserved` in
//! `www/i18n/en/story.ftl`, which has the words. So a comment says only what these don't: when the text is shown, and what a parameter is.
#![allow(clippy::too_many_lines)] // a method has an arm for each thing that it speaks of

pub mod activity;
pub mod answer_text;
pub mod attempt;
pub mod call_text;
pub mod capacity;
pub mod classroom;
pub mod command;
pub mod compare;
pub mod config_form;
pub mod controllers;
pub mod devices;
pub mod disruption;
pub mod evictors;
pub mod evidence;
pub mod export;
pub mod extender;
pub mod fact_text;
pub mod field;
pub mod form_labels;
pub mod gallery;
pub mod goal_text;
pub mod grammar;
pub mod group_facts;
pub mod group_form;
pub mod group_loop;
pub mod group_stage;
pub mod group_steps;
pub mod groups;
pub mod intro;
pub mod labels;
pub mod lesson;
pub mod lesson_problem;
pub mod live_cluster;
pub mod module;
pub mod node_offer;
pub mod notices;
pub mod phases;
pub mod presenter;
pub mod problem;
pub mod queue;
pub mod reason;
pub mod reservations;
pub mod river;
pub mod rollout;
pub mod ruling;
pub mod scores;
pub mod second_opinion;
pub mod share;
pub mod short_phrases;
pub mod site;
pub mod stage;
pub mod stage_menu;
pub mod stay_reason;
pub mod step_names;
pub mod story;
pub mod trial_text;
pub mod version_changes;
pub mod volumes;

/// The texts of a language: its grammar, and the tables that the page always needs.
pub trait Language:
    grammar::Grammar
    + gallery::GallerySentences
    + labels::FixedWords
    + lesson::LessonSentences
    + node_offer::OfferSentences
    + short_phrases::Phrases
    + attempt::AttemptSentences
    + controllers::ControllerSentences
    + story::StorySentences
    + disruption::DisruptionSentences
    + stage::StageSentences
    + groups::GroupSentences
    + group_loop::GroupLoopSentences
    + group_stage::GroupStageSentences
    + group_steps::GroupStepSentences
    + reservations::ReservationSentences
    + volumes::VolumeSentences
    + reason::ReasonSentences
    + share::ShareSentences
    + notices::CareSentences
    + extender::ExtenderSentences
    + evidence::EvidenceSentences
{
}

impl<T: crate::languages::Speaker> Language for T {}

//! All texts of the page, in every language.
//!
//! `table` has the texts, in a file for each topic, with the languages side by side: a sentence is a method with its text in each language, so
//! a missing translation does not compile. The files next to `table` choose the sentence for a moment, and its numbers. Only the language that
//! is shown is formatted, and only its texts are fetched.
//!
//! A new sentence is a method in the table of its topic. A new language is a variant of [`Lang`], a type in `languages`, and one more
//! column in `macros`; the compiler then asks for its text in each table. The tests have a third language that wraps every text in ⟦…⟧
//! and needs no table; with it they find text that does not come from the tables.

#[macro_use]
mod macros;

pub mod activity_text;
pub mod answer_text;
pub mod call_text;
pub mod capacity;
pub mod classroom;
pub mod command;
pub mod compare;
pub mod config_form;
pub mod devices;
pub mod evictors;
pub mod evidence;
pub mod export;
pub mod fact_text;
pub mod form_labels;
mod formats;
pub mod goal_text;
pub mod group_facts;
pub mod group_form;
mod group_story;
mod lang;
mod languages;
pub mod lesson_problem;
pub mod lesson_question;
pub mod markdown;
pub mod module;
mod moment_story;
mod node_changes;
pub mod phases;
pub mod presenter;
pub mod problem_text;
#[cfg(test)]
mod pseudo;
pub mod ruling_text;
pub mod stage_menu;
pub mod step_names;
pub mod story;
pub mod table;
#[cfg(test)]
mod tests;
pub mod version_changes;

pub use formats::{ResourceUsage, Shortage, format_amount, format_bytes, format_clock, format_count, short_pod_name};
pub use lang::{Lang, chinese, set_chinese};
pub use table::{group_steps::MemberCounts, labels, reason};

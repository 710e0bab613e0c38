//! All texts of the page, in every language.
//!
//! The texts are Fluent files, a folder for each language and a file for each topic (`www/i18n/en/story.ftl`). The build script compiles
//! them into `messages`: a message without variables is a function, a message with variables a struct with a field for each of them.
//! Inconsistencies (a message that a language lacks, a wrong variable) don't compile, and the error names the language's file and the
//! line.
//!
//! `table` has the methods that the rest of the program calls, in a file for each topic. They choose the message, and compute its
//! variables if that needs code: names, amounts, lists. The files next to `table` choose the method for a moment of the run. Only the
//! displayed language is formatted, and only its texts are fetched.
//!
//! The languages are the rows of `language_table`. Tests have an additional one, which is English with every text in ⟦…⟧: it finds text
//! that doesn't come from the Fluent files, and stands for a language into which lessons and pages aren't translated.

#[macro_use]
mod language_table;
#[macro_use]
mod macros;

pub mod activity_text;
mod answer_rows;
pub mod answer_text;
#[cfg(test)]
#[path = "build/tests.rs"]
mod build_tests;
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
pub mod field;
pub mod form_labels;
mod formats;
pub mod goal_text;
pub mod group_facts;
pub mod group_form;
mod group_story;
pub mod intro;
mod lang;
mod languages;
pub mod lesson_problem;
pub mod lesson_question;
pub mod live_cluster;
pub mod markdown;
mod messages;
pub mod module;
mod moment_story;
mod node_changes;
pub mod phases;
pub mod presenter;
pub mod problem_text;
#[cfg(test)]
mod pseudo;
pub mod queue;
pub mod river;
pub mod ruling_text;
pub mod scores;
pub mod second_opinion;
pub mod site;
pub mod stage_menu;
pub mod step_names;
pub mod story;
pub mod table;
#[cfg(test)]
mod tests;
pub mod version_changes;

pub use formats::{
    ResourceUsage, ShortageTexts, format_amount, format_bytes, format_clock, format_count, short_pod_name,
};
pub use lang::{chinese, set_chinese};
pub use languages::Lang;
pub use table::{group_steps::MemberCounts, labels, reason};

//! All that the page can say, in every language.
//!
//! `table` has what can be said, a file for each topic. The languages stand side by side there: a sentence is a method with its text
//! in each language, so a sentence that a language lacks does not compile. The files beside `table` decide what is said at which
//! moment, and with which numbers. Only the language that is shown is formatted, and only what it says is fetched.
//!
//! A new sentence: a method in the table of its topic. A new language: a variant of [`Lang`], a type in `languages`, and one more
//! column in `macros`; the compiler then asks for its text in each table. The tests have a third one that wraps every text in ⟦…⟧
//! and needs nothing in any table; with it they find text that comes from elsewhere.

#[macro_use]
mod macros;

pub mod asked;
pub mod calls;
pub mod capacity;
pub mod command;
pub mod compare;
pub mod configuring;
pub mod devices;
pub mod evictors;
pub mod evidence;
pub mod export;
pub mod form;
pub mod going;
mod lang;
mod languages;
pub mod markdown;
pub mod minors;
pub mod module;
mod numbers;
pub mod opened;
pub mod outlook;
pub mod problem;
#[cfg(test)]
mod pseudo;
pub mod ruling;
pub mod story;
pub mod table;
pub mod teach;
#[cfg(test)]
mod tests;
pub mod why;
pub mod written;

pub use lang::{Lang, chinese, speak};
pub use numbers::{Lack, Room, amount, bytes, clock, number, short};
pub use table::labels;
pub use table::reason;

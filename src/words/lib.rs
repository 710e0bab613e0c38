//! All that the page can say, in every language.
//!
//! `catalogue` declares what can be said: sentences as traits, fixed words as structs without defaults. `en` and `zh` say it, a folder
//! for each language. The files beside them decide what is said at which moment, and with which numbers. So a sentence that a
//! language lacks does not compile, and only the language that is shown is formatted.
//!
//! A new sentence: declare it in its part of the catalogue, say it in each language. A new language: a folder like `en`, a variant
//! of [`Lang`]. The tests have a third one that wraps every text in ⟦…⟧; with it they find text that comes from elsewhere.
#![allow(missing_docs)] // a sentence's name says what it says

#[macro_use]
mod macros;

pub mod asked;
pub mod calls;
pub mod capacity;
pub mod catalogue;
pub mod compare;
pub mod configuring;
mod en;
pub mod evidence;
pub mod export;
pub mod form;
pub mod going;
mod lang;
pub mod markdown;
pub mod minors;
pub mod module;
mod numbers;
pub mod opened;
pub mod problem;
#[cfg(test)]
mod pseudo;
pub mod story;
pub mod teach;
#[cfg(test)]
mod tests;
pub mod why;
pub mod written;
mod zh;

pub use catalogue::labels;
pub use catalogue::reason;
pub use lang::{Lang, chinese, speak};
pub use numbers::{amount, bytes, clock, number, short};

//! Links: what the fragment of an address carries.
//!
//! A built-in scenario goes by its name, `scenario=ladder&step=preempts:web` ([`Fields`]). Any other text travels in the
//! link: `s2:` is how links are written today, `s1:` how they were written first; both open for ever. Whatever is wrong with
//! a link is told apart, so that a page can say what happened and what to do.

mod carried;
mod fields;
mod s1;
pub mod s2;

pub use carried::{Carried, LinkError};
pub use fields::Fields;
pub use s1::{Shared, decode, encode};

/// What a fragment carries that holds a text, with or without `#`.
///
/// # Errors
/// What is wrong with it.
pub fn open(fragment: &str) -> Result<Carried, LinkError> {
    let fragment = fragment.trim().trim_start_matches('#');
    match fragment.strip_prefix(s2::PREFIX) {
        Some(data) => s2::decode(data),
        None => decode(fragment).map(Carried::from),
    }
}

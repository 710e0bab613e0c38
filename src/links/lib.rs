//! Links: what the fragment of an address carries.
//!
//! A built-in scenario goes by its name, `scenario=ladder&step=preempts:web` ([`LinkFields`]). Any other text travels in the
//! link: `s2:` is how links are written today, `s1:` how they were written first; both open for ever. Whatever is wrong with
//! a link is distinguished, so that a page can say what happened and what to do.
//!
//! The address names a built-in scenario or carries a whole text, and says what is shown as keys with values
//! (`Fields`). What the keys are and what the page says by them is in `page_state/share/link`, and what they make of the page
//! beside it in `page/update/link`; a key that is new goes into both. What the browser's address is and becomes is
//! `page/address`. Opening a built-in scenario is a step in the browser's history, which keeps the text that was left.
//!
//! A moment goes by a `Name`: what happens, to whom, which time. It is made of the log alone, so the page needs no
//! details to make one or find it, and it stays right when moments are counted in another way; a test takes every
//! moment of every built-in scenario there and back. Captions use the same words for the same things.
//!
//! `s2:` is raw deflate that may look back into a dictionary (`links/dictionary.yaml`). The deflate crate has no
//! such thing, so the dictionary is deflated first and what comes of it is thrown away up to a flush; the reader puts
//! it before its output. It is frozen: another one would be `s3:`. `tests/engine/packed.rs` and `tests/engine/links.rs` hold links of
//! both kinds that must open.
//!
//! For classes there are kinds of their own: `l1:` carries a lesson, `c1:` a course (`class_link`), `r1:` what a student answered
//! (`result_code`).
//!
//! Inside of another page (`?embed`, `page/effects/embed`) the store says so: storage is as if blocked, keys only move
//! the playhead, the wheel is the other page's. `range=from..to` keeps the playhead between two moments, whichever way
//! it goes (`page_state/share/range`). `index.html` reads the same query for what stands there before the program.
//!
//! `www/open.html` fetches files from elsewhere, which the page's own policy does not allow. It asks, fetches, leaves
//! the text in the tab's storage, and goes to `#handed`.

pub mod class_link;
mod fields;
mod link_payload;
mod packing;
pub mod result_code;
mod s1;
pub mod s2;

pub use fields::LinkFields;
pub use link_payload::{LinkError, LinkPayload};
pub use s1::{SharedScenario, decode};

/// Whether a fragment, with or without `#`, is one that holds a text or something for a class, whatever comes of it.
#[must_use]
pub fn has_text(fragment: &str) -> bool {
    let fragment = fragment.trim().trim_start_matches('#');
    s1::has_version(fragment) || class_link::has_class_version(fragment)
}

/// What a fragment carries that holds a text, with or without `#`.
///
/// # Errors
/// What is wrong with it.
pub fn open_fragment(fragment: &str) -> Result<LinkPayload, LinkError> {
    let fragment = fragment.trim().trim_start_matches('#');
    match fragment.strip_prefix(s2::PREFIX) {
        Some(data) => s2::decode(data),
        None => decode(fragment).map(LinkPayload::from),
    }
}

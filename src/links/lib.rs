//! Links: the content of an address's fragment.
//!
//! A link names a built-in scenario, `scenario=ladder&step=preempts:web` ([`LinkFields`]), or contains a whole manifest: `s2:` is the current
//! format, `s1:` the first one; both will always open. Errors are distinguished, so that a page can say what happened and what to do. Other keys
//! describe the view. `page_state/selectors/share_link` writes them and `page_state/update/link` reads them: a new key goes into both. `page/effects/address`
//! reads and sets the browser's address. Opening a built-in scenario adds an entry to the browser's history, which stores the previous manifest.
//!
//! A moment is named by its event, the event's subject, and the number of the occurrence (`trace::moment_names`). The name follows from the log
//! alone, so the page needs no details to write or find it, and it stays valid if moments are counted differently; a test round-trips every moment
//! of every built-in scenario. Captions use the same names.
//!
//! `s2:` is raw deflate with a preset dictionary (`links/dictionary.yaml`). The deflate crate does not support that, so the writer deflates the
//! dictionary first and drops that output up to a flush; the reader puts the dictionary before its output. The dictionary never changes: another
//! one would be `s3:`. `tests/engine/packed.rs` and `tests/engine/links.rs` have links of both formats that must open.
//!
//! Links for classes have prefixes of their own: `l1:` contains a lesson, `c1:` a course (`class_link`), `r3:` a student's answers in lessons
//! (`result_code`; earlier builds wrote `r1:` and `r2:`).
//!
//! In an embedded page (`?embed`, `page/effects/embed`) storage is off, keys only move the playhead, and the wheel belongs to the embedding page.
//! `range=from..to` keeps the playhead between two moments (`page_state/share/range`). `index.html` reads the same query before the program runs.
//!
//! `www/open.html` fetches files from other sites, which the page's own content security policy does not allow. It asks for consent, fetches the
//! file, puts its text into the tab's storage, and goes to `#handed`.

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

/// Whether a fragment, with or without `#`, has the prefix of a link that contains a manifest or something for a class.
#[must_use]
pub fn has_text(fragment: &str) -> bool {
    let fragment = fragment.trim().trim_start_matches('#');
    s1::has_version(fragment) || class_link::has_class_version(fragment)
}

/// Decodes a fragment that contains a manifest, with or without `#`.
///
/// # Errors
/// What is wrong with the link.
pub fn open_fragment(fragment: &str) -> Result<LinkPayload, LinkError> {
    let fragment = fragment.trim().trim_start_matches('#');
    match fragment.strip_prefix(s2::PREFIX) {
        Some(data) => s2::decode(data),
        None => decode(fragment).map(LinkPayload::from),
    }
}

//! Links: what the fragment of an address carries.
//!
//! A built-in scenario goes by its name, `scenario=ladder&step=preempts:web` ([`Fields`]). Any other text travels in the
//! link: `s2:` is how links are written today, `s1:` how they were written first; both open for ever. Whatever is wrong with
//! a link is told apart, so that a page can say what happened and what to do.

mod fields;
mod s1;
pub mod s2;

pub use fields::Fields;
pub use s1::{Shared, decode, encode};

/// Bytes that a link may inflate to.
const MAX_INFLATED: usize = 4 << 20;

/// What is wrong with a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// It carries no scenario at all.
    NotALink,
    /// A later version of the page made it.
    UnknownVersion,
    /// It was cut or changed on its way.
    Damaged,
    /// It inflates to more than anybody would share.
    TooLarge,
}

/// A text from a link, and what the link says about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    /// The text.
    pub text: String,
    /// The moment, the release, what is chosen, what is seen.
    pub fields: Fields,
}

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

impl From<Shared> for Carried {
    fn from(shared: Shared) -> Self {
        let mut fields = Fields::default();
        fields.add("moment", &shared.step.to_string());
        if let Some(release) = shared.release {
            fields.add("release", &release);
        }
        if let Some(chosen) = shared.selection {
            // No name of a node has a `/`, and every key of a pod has one.
            fields.add(if chosen.contains('/') { "pod" } else { "node" }, &chosen);
        }
        Self { text: shared.text, fields }
    }
}

/// Fletcher's sum: enough to notice a link that was cut or mistyped.
fn checksum(bytes: &[u8]) -> u32 {
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in bytes {
        a = (a + u32::from(*byte)) % 65521;
        b = (b + a) % 65521;
    }
    b << 16 | a
}

//! What all formats of links have in common.

use super::fields::LinkFields;

/// The maximum size of decompressed data, in bytes.
pub(super) const MAX_INFLATED: usize = 4 << 20;

/// An error in a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// It contains no scenario.
    NotALink,
    /// It was made by a later version of the page.
    UnknownVersion,
    /// It was truncated or changed.
    Damaged,
    /// Its decompressed data is too large.
    TooLarge,
}

/// A manifest from a link, and the link's other fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkPayload {
    pub text: String,
    /// The moment, the release, the selection, and the view.
    pub fields: LinkFields,
}

/// A Fletcher checksum, which detects truncated and mistyped links.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in bytes {
        a = (a + u32::from(*byte)) % 65521;
        b = (b + a) % 65521;
    }
    b << 16 | a
}

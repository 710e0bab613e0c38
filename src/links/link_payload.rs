//! What links of every form have in common.

use super::fields::LinkFields;

/// Bytes that a link may inflate to.
pub(super) const MAX_INFLATED: usize = 4 << 20;

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
pub struct LinkPayload {
    pub text: String,
    /// The moment, the release, what is chosen, what is seen.
    pub fields: LinkFields,
}

/// Fletcher's sum: enough to notice a link that was cut or mistyped.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in bytes {
        a = (a + u32::from(*byte)) % 65521;
        b = (b + a) % 65521;
    }
    b << 16 | a
}

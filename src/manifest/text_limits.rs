//! Limits on the size of texts.

/// The maximum size of a text in bytes.
pub const MAX_BYTES: usize = 32 << 20;
/// The maximum size of a reduced text in bytes. It is larger, as these texts are dense and contain only used fields.
pub const MAX_REDUCED: usize = 128 << 20;
/// The maximum nesting depth of values.
pub const MAX_DEPTH: usize = 64;

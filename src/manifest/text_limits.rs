//! How large a text may be.

/// Bytes of text that are read at most.
pub const MAX_BYTES: usize = 32 << 20;
/// Bytes of a text that was made of a larger file: it is dense, and says nothing that is left out again.
pub const MAX_REDUCED: usize = 128 << 20;
/// Values nested in each other at most.
pub const MAX_DEPTH: usize = 64;

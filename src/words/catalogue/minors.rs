//! What changed from one minor release to the next.

use releases::minors::Fact;

sentences! {
    /// Only the builder has these words: they are no part of [`Language`](super::Language).
    pub trait Sentences {
        /// How many facts tell a minor release from the one that decides.
        fn differs(minor: u32, release: &str, count: usize) -> String;
        /// A fact, with the minor release from which on it holds.
        fn fact(since: u32, fact: Fact) -> String;
    }
}

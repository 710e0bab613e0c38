//! How two runs differ, in words.

use trace::compare::{Delta, End};

sentences! {
    /// Differences between two runs.
    pub trait Sentences {
        /// What a difference is about, and how it is here and there.
        fn delta(delta: &Delta) -> [String; 3];
        /// How an attempt ends.
        fn end(end: &End) -> String;
        /// `web-1, attempt 2`.
        fn nth_attempt(pod: &str, number: usize) -> String;
    }
}

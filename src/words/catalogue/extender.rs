//! What extenders were asked, and what came of it.

sentences! {
    /// Requests to extenders and their answers.
    pub trait Sentences {
        /// It was asked about so many nodes and kept some; they may come back bare.
        fn extender_filtered(extender: &str, asked: usize, kept: &[&str], bare: bool) -> String;
        /// It gave scores, each of which is multiplied.
        fn extender_scored(extender: &str, scores: &[(&str, i64)], factor: i64) -> String;
        /// It was asked about so many candidates of preemption and left some.
        fn extender_sacrificed(extender: &str, asked: usize, left: &[&str]) -> String;
        /// The request failed; the words are upstream's.
        fn extender_failed(extender: &str, text: &str, ignored: bool) -> String;
    }
}

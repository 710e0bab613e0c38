//! What extenders were asked, and what came of it.

use api::Millis;

fixed! {
    /// Words beside a request and its answer.
    pub struct Exchange {
        requests,
        sent,
        answer,
        kept,
        no_message,
        may_help,
        no_help,
        not_named,
        withdrawn,
        bare,
        ignored,
        counts,
        no_victims,
    }
}

sentences! {
    /// Requests to extenders and their answers.
    pub trait Sentences {
        fn exchange() -> &'static Exchange;
        /// What the scheduler does: it asks this one.
        fn asks_extender(extender: &str) -> String;
        /// The victims of a candidate, and how many of their evictions violate a budget.
        fn sacrifice(victims: &[&str], violations: i64) -> String;
        /// The scheduler waits so many milliseconds for the answer.
        fn extender_took(wait: Millis) -> String;
        /// What happened, in a few words: it kept some of so many nodes.
        fn extender_kept(extender: &str, kept: usize, asked: usize) -> String;
        /// It gave points to so many of the nodes.
        fn extender_points(extender: &str) -> String;
        /// It left so many candidates of so many.
        fn extender_left(extender: &str, left: usize, asked: usize) -> String;
        /// The request failed.
        fn extender_trouble(extender: &str, ignored: bool) -> String;
        /// It takes a candidate away from preemption.
        fn extender_withdrew(extender: &str, node: &str) -> String;
        /// It was asked about so many nodes and kept some; they may come back bare.
        fn extender_filtered(extender: &str, asked: usize, kept: &[&str], bare: bool) -> String;
        /// It gave scores, each of which is multiplied.
        fn extender_scored(extender: &str, scores: &[(&str, i64)], factor: i64) -> String;
        /// It was asked about so many candidates of preemption and left some.
        fn extender_sacrificed(extender: &str, asked: usize, left: &[&str]) -> String;
    }
}

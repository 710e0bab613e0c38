//! The steps of an attempt, side by side.

use record::Rule;

fixed! {
    /// Short names of steps.
    pub struct Opened {
        steps,
        eligible,
        potential,
        remove,
        try_without,
        candidate,
        no_candidate,
        ladder,
        failed,
        binding,
        with_nominated,
    }
}

sentences! {
    /// Names of steps that have a name in them.
    pub trait Sentences {
        /// The fixed words.
        fn opened() -> &'static Opened;
        fn dry_run_on(node: &str) -> String;
        /// The node of this number, from 1.
        fn nth_node(number: usize) -> String;
        /// The pod of this number that is put back, from 1.
        fn nth_pod(number: usize) -> String;
        /// A rule of the ladder, in two or three words.
        fn rule_in_short(rule: Rule) -> String;
    }
}

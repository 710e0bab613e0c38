//! How many more pods like one fit.

use api::Str;

fixed! {
    /// Fixed words of it.
    pub struct Capacity {
        more,
        more_preempting,
        full,
        how,
        rebalance,
        rebalance_ask,
        rebalance_how,
        rebalance_none,
        rebalance_from,
        rebalance_to,
        rebalance_nowhere,
        amend,
        amend_what,
        amend_of,
        amend_to,
        amend_class,
        amend_budget,
        amend_weight,
        amend_how,
    }
}

sentences! {
    /// Sentences of it.
    pub trait Sentences {
        /// The fixed words.
        fn capacity() -> &'static Capacity;
        /// So many pods would go elsewhere, of all that were decided; so many were not.
        fn rebalanced(moves: usize, tried: usize, left: usize) -> String;
        /// How many fit.
        fn more_fit(count: usize) -> String;
        /// So many of them on a node.
        fn more_on(node: &str, count: usize) -> String;
        /// Pods that they preempt; there are some.
        fn more_preempt(victims: &[Str]) -> String;
        /// Why no more were tried; nothing where the next one fits nowhere.
        fn more_end(end: &wire::Enough) -> String;
    }
}

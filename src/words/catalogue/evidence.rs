//! What arithmetic is told with.

sentences! {
    /// The few words among the numbers.
    pub trait Sentences {
        /// Bytes are scaled between two bounds.
        fn scaled(low: &str, high: &str) -> String;
        fn no_image() -> String;
        /// `1 of 4`.
        fn part_of(part: &str, whole: &str) -> String;
        /// How even the use of a node is with the pod: the formula and what it comes to.
        fn balance_with(formula: &str, value: i64) -> String;
        fn balance_without(formula: &str, value: i64) -> String;
        fn spread(key: &str, pods: i64, weight: f64, skew: i64) -> String;
    }
}

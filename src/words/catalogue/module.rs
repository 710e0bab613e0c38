//! What the JavaScript module says of calls that cannot be answered.

sentences! {
    /// Refusals.
    pub trait Sentences {
        /// The arguments are not of the right shape; `said` is what their reader says.
        fn module_arguments(said: &str) -> String;
        /// No pod has that name.
        fn module_no_pod(pod: &str) -> String;
        /// The pod has a node already.
        fn module_has_node(pod: &str, node: &str) -> String;
        /// What should be the pod is none.
        fn module_not_a_pod() -> String;
    }
}

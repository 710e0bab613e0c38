//! Tasks, and terms of the glossary.

fixed! {
    /// Fixed words of it.
    pub struct Teach {
        watch_it,
        a_lesson,
        reached,
        not_reached,
        change_it,
        wanted,
    }
}

sentences! {
    /// Sentences of it. Pods come without the namespace `default`, and may end with `*`.
    pub trait Sentences {
        /// The fixed words.
        fn teach() -> &'static Teach;
        /// The pods have a node.
        fn wants_bound(pods: &str) -> String;
        /// The pods are on this node.
        fn wants_on(pods: &str, node: &str) -> String;
        /// Preemption evicts the pods.
        fn wants_evicted(pods: &str) -> String;
        /// The pods are gone.
        fn wants_gone(pods: &str) -> String;
        /// At most so many changes lead there, and so many were made; which, if not too many.
        fn wants_changes(most: usize, made: usize) -> String;
        /// An object that is new, or no longer there.
        fn whole_object(object: &str) -> String;
    }
}

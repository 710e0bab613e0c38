//! What goes on between the steps of attempts.

fixed! {
    /// Fixed words of it.
    pub struct Fixed {
        going_on,
        nothing,
    }
}

sentences! {
    /// Sentences of it. Pods come without the namespace `default`, times as clocks.
    pub trait Sentences {
        /// The fixed words.
        fn going() -> &'static Fixed;
        /// At a point of its scheduling cycle, or (`bind`) of its binding cycle.
        fn at_point(pod: &str, node: &str, point: &str, bind: bool) -> String;
        fn in_cycle(pod: &str) -> String;
        fn in_permit(pod: &str, node: &str, left: &str) -> String;
        fn in_pre_bind(pod: &str, node: &str, left: &str, claims: &[&str]) -> String;
        fn in_binding(pod: &str, node: &str) -> String;
        fn starts(pod: &str, node: &str) -> String;
        fn shuts_down(pod: &str, left: &str, by: Option<&str>) -> String;
        fn waits_for_victims(pod: &str, node: &str) -> String;
        /// The next cycle is this pod's, the first of so many in activeQ.
        fn next_active(pod: &str, priority: i32, of: usize) -> String;
        fn next_backoff(pod: &str, left: &str) -> String;
        fn next_event(waiting: usize) -> String;
        fn next_nobody() -> String;
    }
}

//! What stands on the stage: words beside what is drawn.

use record::Reason;
use trace::ends::End;

fixed! {
    /// The fixed words of the stage.
    pub struct Stage {
        victim,
        stays,
        starting,
        reserved,
        done,
        fits,
        chosen,
        trial,
        might_help,
        no_help,
        dropped,
        no_candidate,
        removed,
        victims,
        missing,
        no_nodes,
        no_requests,
        on_stage,
        other_scheduler,
        other_scheduler_is,
        present,
        present_end,
        inspector,
        key_present,
        console_line,
        captions,
        fold,
        console_close,
        signs,
        measure,
        measure_auto,
        welcome,
        welcome_why,
        door_watch,
        door_build,
        door_paste,
    }
}

fixed! {
    /// The fixed words of building on the stage.
    pub struct Craft {
        page,
        edit,
        cordon,
        uncordon,
        from_the_start,
        nothing_chosen,
        node,
        pod,
        search_to_add,
        nothing_found,
        of_workload,
        not_in_text,
        menu,
        show,
    }
}

sentences! {
    /// Short sentences on the stage. Amounts come as text with their unit, pods without the namespace `default`.
    pub trait Sentences {
        fn needs(pod: &str, amount: &str) -> String;
        fn needs_nothing(pod: &str) -> String;
        fn too_few(amount: &str) -> String;
        fn lack(needs: &str, taken: &str, capacity: &str, promised: Option<(&str, &[&str])>, short: &str) -> String;
        fn requested_of(taken: &str, capacity: &str, trial: bool) -> String;
        fn other_of(resource: &str, taken: &str, capacity: &str) -> String;
        fn pods_of(pods: usize, most: i64) -> String;
        fn promised_to(pod: &str, amount: &str) -> String;
        fn candidate_with(victims: usize, violations: usize) -> String;
        fn put_back_next(pod: &str) -> String;
        fn terminating_for(left: &str) -> String;
        /// A stretch of the timeline that is folded: so long, with so many cycles like the one before.
        fn folded(long: &str, cycles: usize) -> String;
        /// A preemptor and its victim, and when that begins to shut down.
        fn evicts(by: &str, victim: &str, at: &str) -> String;
        /// How the run ends for a pod.
        fn ends(end: &End) -> String;
        fn pass_of(pass: u8) -> String;
        fn skipped_checks(count: usize) -> String;
        fn alike(more: usize) -> String;
        fn drawn(of: usize) -> String;
        fn weighted(raw: i64, normalized: i64, weight: i64, points: i64) -> String;
        fn points(total: i64) -> String;
        fn more_nodes(more: usize) -> String;
        fn scheduled_by(scheduler: &str) -> String;
        fn gated_by(gates: &[&str]) -> String;
        fn waits_for(node: &str) -> String;
        fn at_this_moment(clock: &str) -> String;
        fn made_by(pod: &str, workload: &str) -> String;
        fn arrives(name: &str, at: &str) -> String;
        /// Why a node is rejected, in two or three words.
        fn brief(reason: &Reason) -> String;
        /// A pod in words, for those who listen: name, priority, request, what is happening to it.
        fn pod_told(pod: &str, priority: i32, amount: &str, fate: &str) -> String;
    }
}

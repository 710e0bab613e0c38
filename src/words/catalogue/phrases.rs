//! Sentences of the views that hold a number or a name.

sentences! {
    /// Short sentences with values.
    #[allow(clippy::too_many_arguments)] // as many as the sentence names
    pub trait Phrases {
        fn forks_at(time: &str) -> String;
        fn nodes_differ(nodes: usize) -> String;
        fn nodes_alike(nodes: usize) -> String;
        fn show_nodes(nodes: usize) -> String;
        fn more_by_name(more: usize) -> String;
        fn partly_curable(some: usize, rest: usize) -> String;
        fn feasible_of(feasible: usize, checked: usize) -> String;
        fn points_of(node: &str) -> String;
        fn lacks(node: &str, points: i64, winner: &str) -> String;
        fn loses_most(plugin: &str, points: i64) -> String;
        fn enough_alone(plugins: &[&str]) -> String;
        fn equal_totals(node: &str, winner: &str) -> String;
        fn might_help(some: usize, all: usize) -> String;
        fn earlier_candidates(count: usize) -> String;
        fn running_for(time: &str) -> String;
        fn grace(seconds: i64) -> String;
        fn would_violate_budgets(budgets: &str) -> String;
        fn why_is_here(pod: &str) -> String;
        fn why_is_not_here(pod: &str) -> String;
        fn questions_about(pod: &str) -> String;
        fn open_node(node: &str) -> String;
        fn and_more(more: usize) -> String;
        fn pending(pods: usize) -> String;
        /// So many of all lines are shown.
        fn found(lines: usize, all: usize) -> String;
        fn moment_of(time: &str, at: usize, last: usize) -> String;
        fn may_be_away(spare: usize) -> String;
        fn budget_now(allowed: i32, healthy: i32, desired: i32) -> String;
        fn objects_selected(count: usize) -> String;
        fn delete_named(name: &str) -> String;
        fn rename_named(name: &str) -> String;
        fn deleted_named(name: &str) -> String;
        fn picture_size(cpu: &str, memory: &str, node_cpu: &str, node_memory: &str) -> String;
        fn more_to_search(more: usize) -> String;
        fn more_waiting(more: usize) -> String;
        fn nodes_found(count: &str) -> String;
        fn map_summary(nodes: &str, zones: usize, pods: &str, cpu: i64, memory: i64, cordoned: usize, silent: usize) -> String;
        fn map_step(marks: &[&str]) -> String;
        fn counted(what: &str, count: &str) -> String;
        fn room_of(cpu: [&str; 2], memory: [&str; 2], pods: [i64; 2]) -> String;
    }
}

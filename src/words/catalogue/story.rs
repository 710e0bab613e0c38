//! What a story is told with.

use crate::catalogue::grammar::Told;
use record::{Deletion, Ending};
use record::{HostChoice, Point};

sentences! {
    /// What a story is told with. Names of pods come without the namespace `default`, times as text.
    pub trait Sentences {
        fn start(nodes: usize, pods: usize) -> Told;
        fn node_added(node: &str) -> Told;
        fn node_updated(node: &str) -> Told;
        fn node_removed(node: &str) -> Told;
        fn budget_updated(budget: &str, healthy: i32, desired: i32, allowed: i32) -> Told;
        fn budget_removed(budget: &str) -> Told;
        fn class_removed(class: &str) -> Told;
        fn pod_created(pod: &str) -> Told;
        fn pod_created_on(pod: &str, node: &str) -> Told;
        fn pod_created_by(pod: &str, by: &str) -> Told;
        fn pod_updated(pod: &str) -> Told;
        fn pod_removed(pod: &str) -> Told;
        fn queued_new(pod: &str, queue: &str) -> Told;
        fn queued_unschedulable(pod: &str, queue: &str, backoff: &str) -> Told;
        fn queued_backoff_over(pod: &str, queue: &str) -> Told;
        fn queued_by(pod: &str, queue: &str, by: &str, backoff: &str) -> Told;
        fn backoff_left(wait: &str) -> String;
        fn popped(pod: &str, attempt: u32) -> Told;
        /// It is taken before its backoff is over, as the scheduler has nothing else to do.
        fn popped_early(pod: &str, attempt: u32, left: &str) -> Told;
        fn nominated(pod: &str, node: &str) -> Told;
        fn expected(pod: &str, node: &str) -> Told;
        fn nomination_cleared(pod: &str) -> Told;
        fn nomination_lost(pod: &str, by: &str) -> Told;
        fn assumed(pod: &str, node: &str) -> Told;
        fn bound(pod: &str, node: &str) -> Told;
        fn bind_failed(pod: &str, node: &str) -> Told;
        fn waits(pod: &str, node: &str, plugins: &[&str], at_most: &str) -> Told;
        fn allowed(pod: &str, node: &str) -> Told;
        fn pre_binding(pod: &str, node: &str, takes: &str) -> Told;
        fn binding_volumes(pod: &str, claims: &[&str], gives_up: &str) -> Told;
        fn unreserved(pod: &str, node: &str, at: Point) -> Told;
        fn creating(pod: &str) -> Told;
        fn running(pod: &str) -> Told;
        fn succeeded(pod: &str) -> Told;
        fn terminating(pod: &str, left: &str, why: &Deletion) -> Told;
        fn script(command: &str) -> Told;
        fn printed(output: &str) -> Told;
        fn changed() -> Told;
        fn ended(ending: Ending) -> Told;
        fn point(point: Point, pod: &str, node: &str) -> String;
        fn may_preempt(pod: &str) -> Told;
        fn may_not_preempt(why: String) -> Told;
        fn potential(some: usize, all: usize, names: &[&str]) -> Told;
        fn dry_run(node: &str, pod: &str, removed: &[&str]) -> Told;
        fn does_not_fit_alone(pod: &str) -> String;
        fn fits_alone(pod: &str, node: &str) -> Told;
        fn reprieved(asked: &str, node: &str, pod: &str, budgets: &[&str]) -> Told;
        fn victim(asked: &str, node: &str, pod: &str, why: &str, budgets: &[&str]) -> Told;
        fn no_candidate(node: &str) -> String;
        fn candidate(node: &str, victims: &[&str], violations: usize) -> Told;
        fn all_equal(of: usize) -> String;
        fn remain(of: usize, names: &[&str]) -> String;
        fn chosen(node: &str, victims: &[&str], ties: usize) -> Told;
        fn not_scheduled(pod: &str, making_room_on: Option<&str>) -> Told;
        fn rejected_everywhere() -> String;
        fn pre_filter(possible: Option<usize>, skipped: &[&str]) -> Told;
        fn fits(node: &str) -> String;
        fn does_not_fit(node: &str) -> String;
        fn every_filter_passes(pod: &str, node: &str) -> String;
        fn because(plugin: &str, why: &str) -> String;
        fn with_nominated(pods: &[&str], pass: u8) -> String;
        fn first_pass(pod: &str, node: &str, nominated: &[&str]) -> Told;
        fn all_score(points: i64, weight: i64) -> String;
        fn best_score(nodes: &[&str], points: i64, weight: i64) -> String;
        fn goes_to(pod: &str, node: &str) -> String;
        fn only_feasible(node: &str) -> String;
        fn best_total(node: &str, total: i64, ties: usize, host: HostChoice) -> String;
    }
}

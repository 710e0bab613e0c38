//! Short sentences with values, in English.

use super::En;
use crate::catalogue::grammar::{Grammar as _, Noun};
use crate::catalogue::phrases::Phrases;

impl Phrases for En {
    fn forks_at(&self, time: &str) -> String {
        format!("Branch the run at {time}. Everything up to here stays as it was; then this happens.")
    }

    fn nodes_differ(&self, nodes: usize) -> String {
        format!("The attempt is the same. Different pods (≠) on: {}.", self.count(nodes, Noun::Node))
    }

    fn nodes_alike(&self, nodes: usize) -> String {
        self.count(nodes, Noun::Node)
    }

    fn show_nodes(&self, nodes: usize) -> String {
        format!("Show these {nodes} nodes")
    }

    fn more_by_name(&self, more: usize) -> String {
        format!("{more} more. Narrow the list by name.")
    }

    fn partly_curable(&self, some: usize, rest: usize) -> String {
        format!("preemption might help on {some} of them, but not on {rest}")
    }

    fn feasible_of(&self, feasible: usize, checked: usize) -> String {
        format!("{feasible} of {checked} nodes are feasible")
    }

    fn points_of(&self, node: &str) -> String {
        format!("Points of {node}")
    }

    fn lacks(&self, node: &str, points: i64, winner: &str) -> String {
        format!("{node} needs {points} more points to beat {winner}.")
    }

    fn loses_most(&self, plugin: &str, points: i64) -> String {
        format!("It loses most on {plugin}: {points} points.")
    }

    fn enough_alone(&self, plugins: &[&str]) -> String {
        format!("Enough to win on its own: {}.", self.list(plugins))
    }

    fn equal_totals(&self, node: &str, winner: &str) -> String {
        format!("{node} and {winner} have the same total. One of the nodes with that total is chosen at random.")
    }

    fn might_help(&self, some: usize, all: usize) -> String {
        format!("Nodes on which removing pods might make room: {some} of {all}. None has been tried yet.")
    }

    fn earlier_candidates(&self, count: usize) -> String {
        format!("{count} earlier candidates are not shown.")
    }

    fn running_for(&self, time: &str) -> String {
        format!("running for {time}")
    }

    fn grace(&self, seconds: i64) -> String {
        format!("{seconds} s grace period")
    }

    fn would_violate_budgets(&self, budgets: &str) -> String {
        format!("its eviction would violate {budgets}")
    }

    fn why_is_here(&self, pod: &str) -> String {
        format!("Why is {pod} here?")
    }

    fn why_is_not_here(&self, pod: &str) -> String {
        format!("Why is {pod} not here?")
    }

    fn questions_about(&self, pod: &str) -> String {
        format!("Questions about {pod}")
    }

    fn open_node(&self, node: &str) -> String {
        format!("Node {node}: show its details")
    }

    fn and_more(&self, more: usize) -> String {
        format!("and {more} more")
    }

    fn pending(&self, pods: usize) -> String {
        format!("{pods} pending at the end: why?")
    }

    fn found(&self, lines: usize, all: usize) -> String {
        format!("{lines} of {all} lines")
    }

    fn moment_of(&self, time: &str, at: usize, last: usize) -> String {
        format!("{time}, moment {at} of {last}")
    }

    fn may_be_away(&self, spare: usize) -> String {
        format!("With all of them healthy, {spare} may be unavailable.")
    }

    fn budget_now(&self, allowed: i32, healthy: i32, desired: i32) -> String {
        format!("Now: {allowed} allowed, {healthy} healthy, {desired} required.")
    }

    fn objects_selected(&self, count: usize) -> String {
        format!("{count} selected")
    }

    fn delete_named(&self, name: &str) -> String {
        format!("Delete {name}")
    }

    fn rename_named(&self, name: &str) -> String {
        format!("Rename {name}")
    }

    fn deleted_named(&self, name: &str) -> String {
        format!("{name} is deleted.")
    }

    fn picture_size(&self, cpu: &str, memory: &str, node_cpu: &str, node_memory: &str) -> String {
        format!("{cpu} cpu × {memory} · outline: the largest node, {node_cpu} × {node_memory}. Drag the edges.")
    }

    fn more_to_search(&self, more: usize) -> String {
        format!("and {more} more: search for them")
    }

    fn more_waiting(&self, more: usize) -> String {
        format!("+ {more} more")
    }

    fn nodes_found(&self, count: &str) -> String {
        format!("{count} found")
    }

    fn map_summary(
        &self,
        nodes: &str,
        zones: usize,
        pods: &str,
        cpu: i64,
        memory: i64,
        cordoned: usize,
        silent: usize,
    ) -> String {
        {
            let zones = self.count(zones, Noun::Zone);
            format!(
                "Nodes: {nodes} in {zones}. Pods: {pods}. Requested: {cpu}% of cpu, {memory}% of memory. Cordoned: {cordoned}, not ready: {silent}."
            )
        }
    }

    fn map_step(&self, marks: &[&str]) -> String {
        format!(" At this step: {}.", self.list(marks))
    }

    fn counted(&self, what: &str, count: &str) -> String {
        format!("{what}: {count}")
    }

    fn room_of(&self, cpu: [&str; 2], memory: [&str; 2], pods: [i64; 2]) -> String {
        {
            let ([cpu, all_cpu], [memory, all_memory], [pods, most]) = (cpu, memory, pods);
            format!("{cpu} / {all_cpu} cpu, {memory} / {all_memory} memory, {pods} / {most} pods")
        }
    }
}

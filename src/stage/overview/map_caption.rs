//! Texts about the map.

use api::resources::Resource;
use i18n::{Lang, ResourceUsage, format_count};
use runlog::Attempt;
use trace::{Frame, budget_guard::GuardingBudgets};

use crate::overview::cells::{NodeCell, NodeCells, NodeMark};

/// All marks, in the order of the decision.
pub(crate) const MARKS_IN_ORDER: [NodeMark; 15] = [
    NodeMark::Passed,
    NodeMark::Failed,
    NodeMark::Excluded,
    NodeMark::CannotHelp,
    NodeMark::Potential,
    NodeMark::NotCandidate,
    NodeMark::Candidate,
    NodeMark::Lost(0),
    NodeMark::Lost(1),
    NodeMark::Lost(2),
    NodeMark::Lost(3),
    NodeMark::Lost(4),
    NodeMark::Lost(5),
    NodeMark::Tied,
    NodeMark::Winner,
];

/// The meaning of a mark.
pub(crate) fn mark_text(lang: Lang, node_mark: NodeMark) -> &'static str {
    let labels = lang.map_labels();
    match node_mark {
        NodeMark::None => labels.none,
        NodeMark::Passed => labels.passed,
        NodeMark::Failed => labels.failed,
        NodeMark::Excluded => labels.out,
        NodeMark::CannotHelp => labels.cannot_help,
        NodeMark::NotCandidate => labels.not_candidate,
        NodeMark::Lost(0) => labels.lost,
        NodeMark::Lost(rule) => {
            [labels.lost_1, labels.lost_2, labels.lost_3, labels.lost_4, labels.lost_5][usize::from(rule - 1).min(4)]
        }
        NodeMark::Tied => labels.tied,
        NodeMark::Potential => labels.potential,
        NodeMark::Candidate => labels.candidate,
        NodeMark::Winner => labels.winner,
    }
}

/// A sentence about all nodes.
pub fn summary_text(lang: Lang, cells: &[NodeCell], zones: usize, node_marks: &[NodeMark]) -> String {
    let sum = |of: fn(&NodeCell) -> i64| cells.iter().map(of).sum::<i64>();
    let share = |used: i64, capacity: i64| if capacity == 0 { 0 } else { used * 100 / capacity };
    let cpu = share(sum(|cell| cell.used.0), sum(|cell| cell.allocatable.0));
    let memory = share(sum(|cell| cell.used.1), sum(|cell| cell.allocatable.1));
    let count = |of: fn(&NodeCell) -> bool| cells.iter().filter(|cell| of(cell)).count();
    let (cordoned, silent) = (count(|cell| cell.is_cordoned), count(|cell| cell.is_unreachable));
    let pods = format_count(usize::try_from(sum(|cell| cell.used.2)).unwrap_or(0));
    let mut text = lang.map_summary(&format_count(cells.len()), zones, &pods, cpu, memory, cordoned, silent);
    let counted = MARKS_IN_ORDER.iter().filter_map(|kind| {
        let count = node_marks.iter().filter(|node_mark| *node_mark == kind).count();
        (count > 0).then(|| lang.count_of(mark_text(lang, *kind), &format_count(count)))
    });
    let counted: Vec<String> = counted.collect();
    if !counted.is_empty() {
        text += &lang.map_step(&counted.iter().map(String::as_str).collect::<Vec<_>>());
    }
    text
}

/// The usage of a node.
fn free_text(lang: Lang, cell: &NodeCell) -> String {
    let cpu = ResourceUsage::new(&Resource::Cpu, cell.used.0, cell.allocatable.0);
    let memory = ResourceUsage::new(&Resource::Memory, cell.used.1, cell.allocatable.1);
    let pods = [cell.used.2, cell.allocatable.2];
    let usage_text = lang.node_usage([&cpu.used, &cpu.capacity], [&memory.used, &memory.capacity], pods);
    let labels = lang.map_labels();
    let flags = [
        (cell.is_cordoned, labels.cordoned),
        (cell.is_unreachable, labels.silent),
        (cell.is_tainted, labels.tainted),
        (cell.is_nominated, labels.nominated),
    ];
    let flags = flags.into_iter().filter(|(is, _)| *is).map(|(_, word)| word);
    lang.list(&[usage_text.as_str()].into_iter().chain(flags).collect::<Vec<_>>())
}

/// The title of a zone; empty for nodes without a zone if all of them are ready.
pub fn zone_title(lang: Lang, frame: &Frame, name: &str, count: usize) -> String {
    let zone = frame.zones.iter().find(|(key, _)| key.rsplit('/').next() == Some(name));
    let state = zone.map(|(_, zone)| {
        let zone = &zone.zone;
        format!(" · {} · {}", zone.state.upstream_name(), lang.zone_now(zone.not_ready, zone.nodes))
    });
    match (name, state) {
        ("", None) => String::new(),
        ("", Some(state)) => format!("{}{state}", lang.stage_labels().without_zone),
        (name, state) => format!("{name} · {count}{}", state.unwrap_or_default()),
    }
}

/// A description of a node: its state, and its result at the current step.
pub fn describe_node(
    lang: Lang,
    frame: &Frame,
    attempt: Option<&Attempt>,
    cells: &NodeCells,
    node_marks: &[NodeMark],
    at: usize,
) -> String {
    let (Some(name), Some(cell)) = (cells.names.get(at), cells.cells.get(at)) else {
        return String::new();
    };
    let mut texts = vec![name.to_string()];
    if let Some(node) = frame.nodes.get(name) {
        texts.extend(Some(node.zone().to_owned()).filter(|zone| !zone.is_empty()));
        texts.push(free_text(lang, cell));
        if cell.guard.is_some() {
            let pods: Vec<_> =
                node.pods().filter_map(|key| Some(frame.guarding_budgets(&frame.pods.get(key)?.pod))).collect();
            texts.push(lang.protecting_budgets_text(&GuardingBudgets::union(pods.iter())));
        }
        texts.extend(
            node.node.spec.taints.iter().map(|taint| format!("{}={}:{}", taint.key, taint.value, taint.effect)),
        );
    }
    if let Some(node_mark) = node_marks.get(at) {
        texts.push(mark_text(lang, *node_mark).to_owned());
        let record = attempt
            .filter(|_| *node_mark != NodeMark::None)
            .and_then(|attempt| attempt.filter.iter().find(|record| attempt.nodes.get(record.node) == Some(name)));
        if let Some(Err(failure)) =
            record.map(|record| if *node_mark == NodeMark::Passed { record.filter_verdict() } else { record.verdict() })
        {
            texts.push(lang.failure_text(&failure));
        }
    }
    texts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_counts_nodes_and_usage() {
        let cell = NodeCell { used: (500, 1, 2), allocatable: (1000, 4, 110), ..NodeCell::default() };
        let cells = [cell, NodeCell { is_cordoned: true, ..cell }];
        let text = summary_text(Lang::En, &cells, 1, &[NodeMark::Failed, NodeMark::Passed]);
        let expected = "Nodes: 2 in 1 zone. Pods on nodes: 4. Requested: 50% of cpu, 25% of memory. Cordoned: 1, not ready: 0. \
            At this step: passes all filters: 1, fails a filter: 1.";
        assert_eq!(text, expected);
        let text = summary_text(Lang::En, &cells, 1, &[NodeMark::CannotHelp, NodeMark::Lost(2)]);
        assert!(text.ends_with("At this step: preemption can’t help: 1, lost to rule 2: 1."), "{text}");
    }
}

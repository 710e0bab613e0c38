//! Placements: each is the nodes of one topology domain, in which a group is tried as a whole. Among the placements
//! that take the most members, the fullest one wins.
//!
//! Upstream: `podGroupSchedulingPlacementAlgorithm` with the plugins `TopologyPlacementGenerator`, `NodeResourcesFit`
//! and `PodGroupPodsCount`. If the group fits in none, the first one is reported, and which one is first is random.

use api::{Str, Table};
use runlog::{GroupMessage, GroupStatus, NodeIx, PlacementError, PlacementRecord, PlacementScore, Purpose, RowId};

use super::cycle::{CycleState, MemberResult, RunMode, RunResult};
use crate::{cluster::NonZeroRequest, framework::Chooser};

const MAX_SCORE: i64 = 100;

/// A named set of nodes in which a group is tried.
struct NodePlacement {
    name: Str,
    nodes: Vec<NodeIx>,
}

/// Tries the group in each placement, and chooses the best.
pub(super) fn run_placements(
    state: &mut CycleState<'_>,
    mode: RunMode,
    next_start: &mut usize,
    chooser: &mut dyn Chooser,
) -> (RunResult, PlacementRecord) {
    let ctx = state.ctx;
    let mut record = PlacementRecord::default();
    let placements = match generate_placements(state) {
        Ok(placements) => draw_order(placements, chooser),
        Err(status) => {
            record.status = status.clone();
            return (RunResult::without_members(status), record);
        }
    };
    let name = |ix: &NodeIx| state.snapshot.nodes()[*ix].name().clone();
    record.placements = placements
        .iter()
        .map(|placement| (placement.name.clone(), placement.nodes.iter().map(name).collect()))
        .collect();
    let mut runs: Vec<Option<RunResult>> = Vec::new();
    for placement in &placements {
        let run = state.run(&placement.nodes, mode, next_start, chooser);
        record.runs.push(run.record.clone());
        if matches!(run.status, GroupStatus::Error(_)) {
            return (run, record);
        }
        if run.is_successful() {
            record.successful.push(runs.len());
        }
        runs.push(Some(run));
    }
    let chosen = match record.successful.as_slice() {
        [] => {
            let mut run = runs.swap_remove(0).unwrap_or_else(|| RunResult::without_members(GroupStatus::Success));
            let first = run.status.message();
            let message = ctx.render(GroupMessage::NoPlacementFits { placements: placements.len(), first });
            run.status = GroupStatus::Unschedulable(message);
            return (run, record);
        }
        [only] => *only,
        several => {
            let result = |at: usize| runs[at].as_ref().map_or(&[][..], |run| &run.members);
            record.scores = score_placements(state, &placements, several, &result);
            let best = record.scores.iter().map(|score| score.total).max();
            let tied = record.scores.iter().filter(|score| Some(score.total) == best);
            record.ties = tied.map(|score| score.placement).collect();
            let name = |at: usize| placements[record.ties[at]].name.clone();
            let count = record.ties.len();
            record.ties[if count == 1 { 0 } else { chooser.choose(Purpose::Placement, count, &name) }]
        }
    };
    record.chosen = Some(chosen);
    (runs[chosen].take().unwrap_or_else(|| RunResult::without_members(GroupStatus::Success)), record)
}

/// Returns a placement for each value of the topology label, or one with all nodes if the group has no topology
/// constraint. If members already have a node, only their domain. Upstream: `TopologyPlacementGenerator`.
fn generate_placements(state: &CycleState<'_>) -> Result<Vec<NodePlacement>, GroupStatus> {
    let ctx = state.ctx;
    let error = |error| GroupStatus::Error(ctx.render(GroupMessage::PlacementError(error)));
    let Some(group) = ctx.registry.group(ctx.group) else {
        return Err(error(PlacementError::GroupNotFound { name: ctx.group.name() }));
    };
    let Some(key) = group.topology_key() else {
        return Ok(vec![NodePlacement { name: Str::default(), nodes: ctx.order.to_vec() }]);
    };
    let mut required: Option<&Str> = None;
    for (pod, node) in state.members.with_node() {
        let pod = pod.pod.key();
        let Some(info) = ctx.snapshot.node(node) else {
            return Err(error(PlacementError::NodeNotFound { pod: pod.as_str(), node }));
        };
        let Some(domain) = info.labels().get(key) else {
            return Err(error(PlacementError::NoDomain { pod: pod.as_str() }));
        };
        if let Some(required) = required.filter(|required| !required.is_empty() && *required != domain) {
            return Err(error(PlacementError::SeveralDomains { one: required, other: domain }));
        }
        required = Some(domain);
    }
    let mut domains: Table<Str, Vec<NodeIx>> = Table::new();
    for &ix in ctx.order {
        if let Some(domain) = ctx.snapshot.nodes()[ix].labels().get(key)
            && required.is_none_or(|required| required == domain)
        {
            domains.or_default(domain.clone()).push(ix);
        }
    }
    if domains.is_empty() {
        return Err(GroupStatus::Unschedulable(ctx.render(GroupMessage::NoPlacement)));
    }
    Ok(domains.iter().map(|(name, nodes)| NodePlacement { name: name.clone(), nodes: nodes.clone() }).collect())
}

/// Returns the placements in random order: upstream iterates over a map.
fn draw_order(mut placements: Vec<NodePlacement>, chooser: &mut dyn Chooser) -> Vec<NodePlacement> {
    let mut drawn = Vec::with_capacity(placements.len());
    while !placements.is_empty() {
        let name = |at: usize| placements[at].name.clone();
        let count = placements.len();
        let at = if count == 1 { 0 } else { chooser.choose(Purpose::PlacementOrder, count, &name) };
        drawn.push(placements.remove(at));
    }
    drawn
}

/// Returns the plugins' scores of the successful placements.
fn score_placements<'r>(
    state: &CycleState<'_>,
    placements: &[NodePlacement],
    successful: &[usize],
    members_of: &dyn Fn(usize) -> &'r [MemberResult],
) -> Vec<PlacementScore> {
    let scheduled = i64::try_from(state.members.scheduled_count()).unwrap_or(i64::MAX);
    let placed = |at: usize| members_of(at).iter().filter(|member| member.node.is_some()).count();
    let counts = successful.iter().map(|&at| scheduled.saturating_add(i64::try_from(placed(at)).unwrap_or(i64::MAX)));
    let counts: Vec<i64> = counts.collect();
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let score = |(&at, &count): (&usize, &i64)| {
        let fullness = placement_fullness(state, &placements[at], members_of(at));
        let normalized = count.saturating_mul(MAX_SCORE) / most;
        PlacementScore {
            placement: at,
            plugins: vec![
                (RowId::from("NodeResourcesFit"), [fullness, fullness, fullness]),
                (RowId::from("PodGroupPodsCount"), [count, normalized, normalized]),
            ],
            total: fullness + normalized,
        }
    };
    successful.iter().zip(&counts).map(score).collect()
}

/// Returns the score `MostAllocated` of CPU and memory, as if the placement were one node with the members on it.
fn placement_fullness(state: &CycleState<'_>, placement: &NodePlacement, members: &[MemberResult]) -> i64 {
    let (mut used, mut allocatable) = (NonZeroRequest::default(), NonZeroRequest::default());
    let add = |sum: &mut NonZeroRequest, milli_cpu: i64, memory: i64| {
        sum.milli_cpu = sum.milli_cpu.saturating_add(milli_cpu);
        sum.memory = sum.memory.saturating_add(memory);
    };
    for &ix in &placement.nodes {
        let node = &state.snapshot.nodes()[ix];
        add(&mut used, node.non_zero_requested.milli_cpu, node.non_zero_requested.memory);
        add(&mut allocatable, node.allocatable.milli_cpu, node.allocatable.memory);
    }
    for (pod, _) in state.ctx.members.iter().zip(members).filter(|(_, member)| member.node.is_some()) {
        add(&mut used, pod.non_zero_request.milli_cpu, pod.non_zero_request.memory);
    }
    let parts = [(used.milli_cpu, allocatable.milli_cpu), (used.memory, allocatable.memory)];
    let known = parts.into_iter().filter(|(_, allocatable)| *allocatable > 0);
    let scores: Vec<i64> = known.map(|(used, all)| share_of(used.clamp(0, all), all)).collect();
    let count = i64::try_from(scores.len()).unwrap_or(1).max(1);
    scores.iter().sum::<i64>() / count
}

/// `floor(100 · used / all)` without overflow for any number of bytes.
fn share_of(used: i64, all: i64) -> i64 {
    i64::try_from(i128::from(used) * i128::from(MAX_SCORE) / i128::from(all)).unwrap_or(MAX_SCORE)
}

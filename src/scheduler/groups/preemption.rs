//! Preemption for a group as a whole, over the whole cluster.
//!
//! Upstream: `runWorkloadAwarePreemption`, `PodGroupEvaluator`. All units of lower priority are removed, and the group
//! is tried; then they are put back one by one, those that violate budgets first, and each one with which the group
//! still fits stays. The others are the victims. The recorded cycles show some surprises: room is made for `minCount`
//! only (for a basic group: for one pod); no pod is spared in the end for violating a budget; the group's own pods are
//! not spared either; and the placement of the members is discarded.

use std::rc::Rc;

use api::PreemptionPolicy;
use runlog::{GroupMessage, GroupPreemptionRecord, GroupStatus, GroupUnit, UnitReprieve};

use super::{
    cycle::{CycleState, RunMode, RunResult},
    placement::run_placements,
    units::{Unit, collect_units, sort_units, violating_units},
};
use crate::{cluster::PodInfo, framework::Chooser};

/// The victims of preemption for a group.
#[derive(Debug)]
pub struct GroupVictims {
    /// In upstream's order; some may be terminating already.
    pub victims: Vec<Rc<PodInfo>>,
}

impl GroupVictims {
    /// Returns the victims that are not terminating yet.
    pub fn live(&self) -> impl Iterator<Item = &Rc<PodInfo>> {
        self.victims.iter().filter(|victim| !victim.pod.is_terminating())
    }
}

/// The status of preemption, its record, and the victims.
pub(super) type PreemptionOutcome = (GroupStatus, Option<GroupPreemptionRecord>, Option<GroupVictims>);

/// Tries to make room for the group of a cycle.
pub(super) fn preempt_for_group(
    cycle: &CycleState<'_>,
    next_start: &mut usize,
    chooser: &mut dyn Chooser,
) -> PreemptionOutcome {
    let ctx = cycle.ctx;
    let unschedulable = |message| GroupStatus::Unschedulable(ctx.render(message));
    let mut record = GroupPreemptionRecord::default();
    let end = |status: GroupStatus, record: GroupPreemptionRecord| {
        (status.clone(), Some(GroupPreemptionRecord { status, ..record }), None)
    };
    let Some(group) = ctx.registry.group(ctx.group) else {
        let error = ctx.render(GroupMessage::PreemptorNotFound { name: ctx.group.name() });
        return (GroupStatus::Error(error), None, None);
    };
    if group.topology_key().is_some() {
        return end(unschedulable(GroupMessage::PreemptsNoPlacement), record);
    }
    let is_never = |policy: &Option<PreemptionPolicy>| *policy == Some(PreemptionPolicy::Never);
    if ctx.members.iter().any(|member| is_never(&member.pod.spec.preemption_policy)) {
        record.ineligible = Some(ctx.render(GroupMessage::NeverPreempts));
        return end(unschedulable(GroupMessage::NeverPreempts), record);
    }
    let priority = group.priority();
    record.priority = Some(priority);
    let mut units = collect_units(ctx.snapshot, ctx.order, ctx.registry);
    units.retain(|unit| unit.priority < priority);
    if units.is_empty() {
        return end(unschedulable(GroupMessage::NoVictims), record);
    }
    let mut cluster = CycleState::new(ctx);
    for unit in &units {
        remove_unit(&mut cluster, unit);
    }
    let without_any = simulate(&mut cluster, next_start, chooser);
    let status = without_any.status.clone();
    record.without_any = Some(without_any.record);
    if status != GroupStatus::Success {
        // No unit is put back, so no chance is drawn for the order of equally important ones.
        units.sort_by_key(Unit::importance);
        let violates = violating_units(&units, ctx.objects);
        record.potential = record_units(&units, &violates);
        return end(status, record);
    }
    record.ties = sort_units(&mut units, chooser);
    let violates = violating_units(&units, ctx.objects);
    record.potential = record_units(&units, &violates);
    let protected = (0..units.len()).filter(|at| violates[*at]);
    for at in protected.chain((0..units.len()).filter(|at| !violates[*at])) {
        add_unit(&mut cluster, &units[at]);
        let RunResult { record: run, status, .. } = simulate(&mut cluster, next_start, chooser);
        let is_spared = status == GroupStatus::Success;
        if !is_spared {
            remove_unit(&mut cluster, &units[at]);
            record.victims.push(at);
            record.violations += usize::from(violates[at]);
        }
        record.reprieves.push(UnitReprieve { unit: at, is_spared, run });
    }
    // Units of equal importance keep the order in which they were found.
    record.victims.sort_by_key(|at| units[*at].importance());
    record.is_complete = true;
    let pods = record.victims.iter().flat_map(|at| &units[*at].pods);
    let victims = GroupVictims { victims: pods.map(|(_, pod)| Rc::clone(pod)).collect() };
    (GroupStatus::Success, Some(record), Some(victims))
}

/// Runs the cycle of the group without preemption by members.
fn simulate(cluster: &mut CycleState<'_>, next_start: &mut usize, chooser: &mut dyn Chooser) -> RunResult {
    if cluster.ctx.registry.gates.topology_aware_workload_scheduling {
        run_placements(cluster, RunMode::Simulated, next_start, chooser).0
    } else {
        cluster.run(cluster.ctx.order, RunMode::Simulated, next_start, chooser)
    }
}

/// The units as the record of the preemption lists them, in their order.
fn record_units(units: &[Unit], violates: &[bool]) -> Vec<GroupUnit> {
    units.iter().zip(violates).map(|(unit, violates)| unit.record(*violates)).collect()
}

fn remove_unit(cluster: &mut CycleState<'_>, unit: &Unit) {
    for (node, pod) in &unit.pods {
        cluster.snapshot.remove_pod(*node, pod.uid());
    }
}

fn add_unit(cluster: &mut CycleState<'_>, unit: &Unit) {
    for (node, pod) in &unit.pods {
        cluster.snapshot.add_pod(*node, Rc::clone(pod));
    }
}

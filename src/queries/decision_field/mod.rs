//! The decision about a pod as a function of two numbers: a field of answers.
//!
//! Every answer is a decision of the engine. The points of a grid are decided, and where the answer changes between two of them is found by
//! bisection. Within a cell of the grid a border is followed the same way, so that it is everywhere as exact as the units of the axes
//! (`area_tracer`). Areas that are narrower than a step of the grid may be missed. A page asks for ever finer grids (`field_task`), and for the
//! decision at single points (`point_node`): the run keeps the field that it was asked for last, with all points that were decided.

mod area_tracer;
mod field_task;
mod outlines;
mod point_node;

use std::rc::Rc;

use api::{NamespacedName, Pod, Quantity, Str, Table, resources::Resource};
use protocol::FieldDecision;
pub use protocol::{AreaMap, FieldAnswer, FieldArea, FieldAxis, FieldNumber, FieldPoint};
use runlog::{Attempt, AttemptOutcome, RowId};

use crate::{PendingDecision, SnapshotCtx};

/// The decision about a pod for all values of two numbers. Each point is decided once.
pub struct DecisionField {
    pending: PendingDecision,
    axes: [FieldAxis; 2],
    answers: Vec<FieldAnswer>,
    /// The index of the answer at each point that was decided.
    decided: Table<FieldPoint, usize>,
    /// The values that are set now.
    values: [Option<i64>; 2],
    /// The input of the next decision, while the cluster has not changed.
    snapshot: Option<SnapshotCtx>,
}

impl DecisionField {
    #[must_use]
    pub fn new(pending: PendingDecision, axes: [FieldAxis; 2]) -> Self {
        Self { pending, axes, answers: Vec::new(), decided: Table::new(), values: [None; 2], snapshot: None }
    }

    #[must_use]
    pub fn axes(&self) -> &[FieldAxis; 2] {
        &self.axes
    }

    /// The different answers that were given so far.
    #[must_use]
    pub fn answers(&self) -> &[FieldAnswer] {
        &self.answers
    }

    /// How many points were decided so far.
    #[must_use]
    pub fn decision_count(&self) -> usize {
        self.decided.len()
    }

    /// The index of the answer at a point.
    pub fn answer_at(&mut self, point: FieldPoint) -> usize {
        if let Some(answer) = self.decided.get(&point) {
            return *answer;
        }
        self.set_point(point);
        let PendingDecision { cluster, pod } = &self.pending;
        let snapshot = self.snapshot.get_or_insert_with(|| cluster.snapshot_for(Some(pod)));
        let mut attempt = Attempt::default();
        let nominated_node = Some(pod.status.nominated_node_name.as_str()).filter(|node| !node.is_empty());
        cluster.decide_in(snapshot, pod, nominated_node, &mut attempt);
        let answer = answer_of_attempt(&attempt);
        let known = self.answers.iter().position(|other| *other == answer);
        let index = known.unwrap_or_else(|| {
            self.answers.push(answer);
            self.answers.len() - 1
        });
        self.decided.insert(point, index);
        index
    }

    /// Gives the cluster and the pod the numbers of a point.
    fn set_point(&mut self, point: FieldPoint) {
        for (axis, coordinate) in point.into_iter().enumerate() {
            let value = self.axes[axis].value_at(coordinate);
            if self.values[axis].replace(value) != Some(value)
                && self.pending.set_number(&self.axes[axis].number, value) == NumberOwner::Cluster
            {
                self.snapshot = None;
            }
        }
    }

    /// The decision at a point, and what it follows from.
    pub fn decision(&mut self, point: FieldPoint) -> FieldDecision {
        let answer = self.answer_at(point);
        let row = self.row(point[1]);
        let row = row.into_iter().map(|(start, answer)| (start, self.answers[answer].clone())).collect();
        self.set_point(point);
        let answer = self.answers[answer].clone();
        FieldDecision { point, node: point_node::describe_node(&self.pending, &self.axes, &answer), answer, row }
    }

    /// The answers along the first axis at a value of the second: each with the first value at which it is given.
    pub fn row(&mut self, y: i64) -> Vec<(i64, usize)> {
        let FieldAxis { max, step, unit, .. } = self.axes[0];
        let step = step.max(1);
        let mut runs = vec![(0, self.answer_at([0, y]))];
        let mut from = 0;
        while from < max {
            let to = from.saturating_add(step).min(max);
            for border in self.borders_between(0, [from, y], to) {
                let first = border.saturating_add(unit).min(to);
                runs.push((first, self.answer_at([first, y])));
            }
            from = to;
        }
        runs
    }

    /// The values at which the answer changes between a point and the value `to` on an axis: the last value before each change, ascending.
    fn borders_between(&mut self, axis: usize, from: FieldPoint, to: i64) -> Vec<i64> {
        let mut borders = Vec::new();
        self.find_borders(axis, from, to, &mut borders);
        borders
    }

    fn find_borders(&mut self, axis: usize, from: FieldPoint, to: i64, borders: &mut Vec<i64>) {
        let mut end = from;
        end[axis] = to;
        if self.answer_at(from) == self.answer_at(end) {
            return;
        }
        let unit = self.axes[axis].unit.max(1);
        let units = to.saturating_sub(from[axis]) / unit;
        if units <= 1 {
            borders.push(from[axis]);
            return;
        }
        let middle = from[axis] + units / 2 * unit;
        self.find_borders(axis, from, middle, borders);
        let mut after = from;
        after[axis] = middle;
        self.find_borders(axis, after, to, borders);
    }
}

/// The decision of an attempt.
fn answer_of_attempt(attempt: &Attempt) -> FieldAnswer {
    let name = |node: usize| attempt.nodes.get(node).cloned().unwrap_or_default();
    let message = match &attempt.outcome {
        AttemptOutcome::Scheduled { node, ties } => {
            return FieldAnswer::Fits { node: name(*node), is_drawn_by_lot: ties.len() > 1 };
        }
        AttemptOutcome::Failed { message, .. } => message.clone(),
        AttemptOutcome::Open => Str::default(),
    };
    let Some(preemption) = &attempt.preemption else { return FieldAnswer::Pending { message } };
    let dry_run = preemption.dry_runs.iter().find(|dry_run| preemption.chosen == Some(dry_run.node));
    dry_run.map_or(FieldAnswer::Pending { message }, |dry_run| {
        let mut victims: Vec<_> = dry_run.victims.iter().map(|victim| &dry_run.removed[*victim]).collect();
        victims.sort_by_key(|victim| std::cmp::Reverse(victim.priority));
        FieldAnswer::Preempts {
            node: name(dry_run.node),
            victims: victims.into_iter().map(|victim| victim.pod.clone()).collect(),
            is_drawn_by_lot: preemption.ties.len() > 1,
        }
    })
}

/// The object to which a number of the field belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NumberOwner {
    /// The pod that is scheduled.
    Pod,
    /// The configuration of the scheduler, which no snapshot contains.
    Profile,
    /// Another object of the cluster.
    Cluster,
}

impl PendingDecision {
    /// Sets a number of the cluster. An object that does not exist stays absent.
    fn set_number(&mut self, number: &FieldNumber, value: i64) -> NumberOwner {
        match number {
            FieldNumber::PodCpu(key) => {
                return self.change_pod(key, |pod| set_request(pod, &Resource::Cpu, cpu_quantity(value)));
            }
            FieldNumber::PodMemory(key) => {
                return self.change_pod(key, |pod| set_request(pod, &Resource::Memory, memory_quantity(value)));
            }
            FieldNumber::PodPriority(key) => {
                return self.change_pod(key, |pod| pod.spec.priority = Some(i32::try_from(value).unwrap_or(i32::MAX)));
            }
            FieldNumber::PluginWeight(name) => {
                let (weights, id) = (&mut self.cluster.weights, RowId::from(name.as_str()));
                weights.retain(|(other, _)| *other != id);
                weights.push((id, value));
                return NumberOwner::Profile;
            }
            FieldNumber::NodeCpu(name) => self.set_allocatable(name, &Resource::Cpu, cpu_quantity(value)),
            FieldNumber::NodeMemory(name) => self.set_allocatable(name, &Resource::Memory, memory_quantity(value)),
            FieldNumber::AllowedDisruptions(key) => {
                let budgets = &mut self.cluster.objects.budgets;
                let budget = budgets.iter_mut().find(|budget| NamespacedName::of(&budget.metadata) == *key);
                if let Some(budget) = budget {
                    Rc::make_mut(budget).status.disruptions_allowed = i32::try_from(value).unwrap_or(i32::MAX);
                }
            }
        }
        NumberOwner::Cluster
    }

    fn change_pod(&mut self, key: &NamespacedName, change: impl FnOnce(&mut Pod)) -> NumberOwner {
        if self.pod.key() == *key {
            change(&mut self.pod);
            return NumberOwner::Pod;
        }
        let mut others = self.cluster.bound_pods.iter_mut().chain(&mut self.cluster.nominated_pods);
        if let Some((_, pod)) = others.find(|(_, pod)| pod.key() == *key) {
            change(Rc::make_mut(pod));
        }
        NumberOwner::Cluster
    }

    fn set_allocatable(&mut self, name: &Str, resource: &Resource, quantity: Quantity) {
        if let Some(node) = self.cluster.nodes.iter_mut().find(|node| node.metadata.name == *name) {
            Rc::make_mut(node).status.allocatable.insert(resource.name().into(), quantity);
        }
    }
}

fn set_request(pod: &mut Pod, resource: &Resource, quantity: Quantity) {
    if let Some(container) = pod.spec.containers.first_mut() {
        container.resources.requests.insert(resource.name().into(), quantity);
    }
}

fn cpu_quantity(milli_cpu: i64) -> Quantity {
    Quantity::parse(&format!("{milli_cpu}m")).expect("a number of thousandths")
}

fn memory_quantity(mebibytes: i64) -> Quantity {
    Quantity::parse(&format!("{mebibytes}Mi")).expect("a number of mebibytes")
}

#[cfg(test)]
mod tests;

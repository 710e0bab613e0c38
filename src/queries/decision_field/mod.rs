//! The decision about a pod as a function of two numbers: a field of answers.
//!
//! Every answer is a decision of the engine. [`DecisionField::map`] decides the points of a grid, and finds where the answer changes between two of
//! them by bisection, so that a border is as exact as the unit of its axis. Areas that are narrower than a step of the grid may be missed.

mod area_map;
mod outlines;

use std::rc::Rc;

use api::{Container, NamespacedName, Pod, Quantity, Str, Table, resources::Resource};
pub use area_map::{AreaMap, FieldArea};
use runlog::{Attempt, AttemptOutcome};

use crate::PendingDecision;

/// Two numbers, one of each axis.
pub type FieldPoint = [i64; 2];

/// A number of the cluster or of the pod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldNumber {
    /// The request of a pod's first container, in thousandths of a CPU.
    PodCpu(NamespacedName),
    PodPriority(NamespacedName),
    /// What is allocatable on a node, in thousandths of a CPU.
    NodeCpu(Str),
}

/// An axis of a field. It begins at 0.
#[derive(Clone, Debug)]
pub struct FieldAxis {
    pub number: FieldNumber,
    pub max: i64,
    /// The distance of the grid's lines; at least `unit`.
    pub step: i64,
    /// The smallest difference between two values that is looked at; at least 1.
    pub unit: i64,
}

/// What the scheduler decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldAnswer {
    /// The pod fits without preemption.
    Fits { node: Str, is_drawn_by_lot: bool },
    /// Pods are evicted; the most important victim first.
    Preempts { node: Str, victims: Vec<NamespacedName>, is_drawn_by_lot: bool },
    /// The pod stays pending.
    Pending,
}

/// The decision about a pod for all values of two numbers. Each point is decided once.
pub struct DecisionField {
    pending: PendingDecision,
    axes: [FieldAxis; 2],
    answers: Vec<FieldAnswer>,
    /// The index of the answer at each point that was decided.
    decided: Table<FieldPoint, usize>,
}

impl DecisionField {
    #[must_use]
    pub fn new(pending: PendingDecision, axes: [FieldAxis; 2]) -> Self {
        Self { pending, axes, answers: Vec::new(), decided: Table::new() }
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

    /// The index of the answer at a point.
    pub fn answer_at(&mut self, point: FieldPoint) -> usize {
        if let Some(answer) = self.decided.get(&point) {
            return *answer;
        }
        for (axis, value) in self.axes.iter().zip(point) {
            self.pending.set_number(&axis.number, value);
        }
        let answer = FieldAnswer::of_attempt(&self.pending.decide());
        let known = self.answers.iter().position(|other| *other == answer);
        let index = known.unwrap_or_else(|| {
            self.answers.push(answer);
            self.answers.len() - 1
        });
        self.decided.insert(point, index);
        index
    }

    /// The areas of equal answers.
    pub fn map(&mut self) -> AreaMap {
        AreaMap::trace(self)
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

impl FieldAnswer {
    /// The victims, the most important first.
    #[must_use]
    pub fn victims(&self) -> &[NamespacedName] {
        match self {
            Self::Preempts { victims, .. } => victims,
            Self::Fits { .. } | Self::Pending => &[],
        }
    }

    /// Whether several nodes are equally good.
    #[must_use]
    pub fn is_drawn_by_lot(&self) -> bool {
        match self {
            Self::Fits { is_drawn_by_lot, .. } | Self::Preempts { is_drawn_by_lot, .. } => *is_drawn_by_lot,
            Self::Pending => false,
        }
    }

    fn of_attempt(attempt: &Attempt) -> Self {
        let name = |node: usize| attempt.nodes.get(node).cloned().unwrap_or_default();
        if let AttemptOutcome::Scheduled { node, ties } = &attempt.outcome {
            return Self::Fits { node: name(*node), is_drawn_by_lot: ties.len() > 1 };
        }
        let Some(preemption) = &attempt.preemption else { return Self::Pending };
        let dry_run = preemption.dry_runs.iter().find(|dry_run| preemption.chosen == Some(dry_run.node));
        dry_run.map_or(Self::Pending, |dry_run| {
            let mut victims: Vec<_> = dry_run.victims.iter().map(|victim| &dry_run.removed[*victim]).collect();
            victims.sort_by_key(|victim| std::cmp::Reverse(victim.priority));
            Self::Preempts {
                node: name(dry_run.node),
                victims: victims.into_iter().map(|victim| victim.pod.clone()).collect(),
                is_drawn_by_lot: preemption.ties.len() > 1,
            }
        })
    }
}

impl PendingDecision {
    /// Sets a number of the cluster. A pod or node that does not exist stays absent.
    fn set_number(&mut self, number: &FieldNumber, value: i64) {
        match number {
            FieldNumber::PodCpu(key) => self.change_pod(key, |pod| {
                if let Some(container) = pod.spec.containers.first_mut() {
                    set_cpu_request(container, value);
                }
            }),
            FieldNumber::PodPriority(key) => self.change_pod(key, |pod| {
                pod.spec.priority = Some(i32::try_from(value).unwrap_or(i32::MAX));
            }),
            FieldNumber::NodeCpu(name) => {
                if let Some(node) = self.cluster.nodes.iter_mut().find(|node| node.metadata.name == *name) {
                    Rc::make_mut(node).status.allocatable.insert(Resource::Cpu.name().into(), cpu_quantity(value));
                }
            }
        }
    }

    fn change_pod(&mut self, key: &NamespacedName, change: impl FnOnce(&mut Pod)) {
        if self.pod.key() == *key {
            change(&mut self.pod);
        } else if let Some((_, pod)) = self.cluster.bound_pods.iter_mut().find(|(_, pod)| pod.key() == *key) {
            change(Rc::make_mut(pod));
        }
    }
}

fn set_cpu_request(container: &mut Container, milli_cpu: i64) {
    container.resources.requests.insert(Resource::Cpu.name().into(), cpu_quantity(milli_cpu));
}

fn cpu_quantity(milli_cpu: i64) -> Quantity {
    Quantity::parse(&format!("{milli_cpu}m")).expect("a number of thousandths")
}

#[cfg(test)]
mod tests;

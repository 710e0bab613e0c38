//! The field of a decision: what the scheduler decides about a pod for all values of two numbers.

use std::fmt;

use api::{NamespacedName, Str, resources::Resource};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{decode, encode};

/// A value of this module within a message. Only the code of late chunks reads it: neither end needs code for its parts before.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldBytes(Vec<u8>);

impl FieldBytes {
    #[must_use]
    pub fn new(value: &impl Serialize) -> Self {
        Self(encode(value).unwrap_or_default())
    }

    /// The value, which has to be of the type that was encoded.
    #[must_use]
    pub fn decode<T: DeserializeOwned>(&self) -> T {
        decode(&self.0)
    }
}

impl fmt::Debug for FieldBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}

/// Two coordinates, one of each axis.
pub type FieldPoint = [i64; 2];

/// A number of the cluster or of the pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FieldNumber {
    /// The request of a pod's first container, in thousandths of a CPU.
    PodCpu(NamespacedName),
    /// The request of a pod's first container, in MiB.
    PodMemory(NamespacedName),
    PodPriority(NamespacedName),
    /// What is allocatable on a node, in thousandths of a CPU.
    NodeCpu(Str),
    /// What is allocatable on a node, in MiB.
    NodeMemory(Str),
    /// How many disruptions a budget allows.
    AllowedDisruptions(NamespacedName),
    /// The weight of a score plugin in the pod's profile. With weight 0 it decides nothing.
    PluginWeight(Str),
}

/// An axis of a field. It begins at 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldAxis {
    pub number: FieldNumber,
    /// The largest coordinate.
    pub max: i64,
    /// The distance of the grid's lines; at least `unit`.
    pub step: i64,
    /// The smallest difference between two coordinates that is looked at; at least 1.
    pub unit: i64,
    /// The number of coordinates for each value; at least 1. Where values are few, borders lie halfway between two of them.
    pub scale: i64,
}

/// The field of the decision about a pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldQuery {
    pub pod: NamespacedName,
    pub axes: [FieldAxis; 2],
}

/// A point of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldPointQuery {
    pub field: FieldQuery,
    pub point: FieldPoint,
}

/// What the scheduler decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FieldAnswer {
    /// The pod fits without preemption.
    Fits { node: Str, is_drawn_by_lot: bool },
    /// Pods are evicted; the most important victim first.
    Preempts { node: Str, victims: Vec<NamespacedName>, is_drawn_by_lot: bool },
    /// The pod stays pending, for the reasons in upstream's message.
    Pending { message: Str },
}

/// An area of equal answers: all points that can be reached from each other without a change of the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldArea {
    /// The index of its answer.
    pub answer: usize,
    /// Its points of the grid, ascending: column and row.
    pub grid_points: Vec<[usize; 2]>,
}

/// All areas of a field, and their outlines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AreaMap {
    /// The different answers.
    pub answers: Vec<FieldAnswer>,
    pub areas: Vec<FieldArea>,
    /// The outlines of each answer, by its index. With the even-odd rule they enclose all its areas.
    pub outlines: Vec<Vec<Vec<FieldPoint>>>,
    /// The coordinates of the grid's lines, by axis.
    pub lines: [Vec<i64>; 2],
    /// The answer at each point of the grid, row by row.
    pub grid: Vec<usize>,
    /// How many points were decided for it.
    pub decision_count: usize,
}

/// The decision at a point of a field, and what it follows from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldDecision {
    pub point: FieldPoint,
    pub answer: FieldAnswer,
    /// The answers along the first axis through the point: each with the first coordinate at which it is given.
    pub row: Vec<(i64, FieldAnswer)>,
    /// The node that the decision is about; for a pending pod the one with the most capacity. `None` without nodes.
    pub node: Option<FieldNode>,
}

/// A node at a point of a field. Amounts are in the unit in which the resource is counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldNode {
    pub name: Str,
    pub resource: Resource,
    pub capacity: i64,
    /// The pods on it, the most important first.
    pub pods: Vec<FieldPod>,
    /// The pod that is scheduled.
    pub newcomer: FieldPod,
}

/// A pod of a node at a point of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldPod {
    pub pod: NamespacedName,
    pub priority: i32,
    /// What it requests of the node's resource.
    pub amount: i64,
    pub is_victim: bool,
}

impl FieldAxis {
    /// The value at a coordinate: the nearest one.
    #[must_use]
    pub fn value_at(&self, coordinate: i64) -> i64 {
        let scale = self.scale.max(1);
        coordinate.saturating_add(scale / 2) / scale
    }
}

impl FieldAnswer {
    /// The victims, the most important first.
    #[must_use]
    pub fn victims(&self) -> &[NamespacedName] {
        match self {
            Self::Preempts { victims, .. } => victims,
            Self::Fits { .. } | Self::Pending { .. } => &[],
        }
    }

    /// Whether several nodes are equally good.
    #[must_use]
    pub fn is_drawn_by_lot(&self) -> bool {
        match self {
            Self::Fits { is_drawn_by_lot, .. } | Self::Preempts { is_drawn_by_lot, .. } => *is_drawn_by_lot,
            Self::Pending { .. } => false,
        }
    }

    /// Whether the pod stays pending.
    #[must_use]
    pub fn is_pending(&self) -> bool {
        matches!(self, Self::Pending { .. })
    }
}

impl AreaMap {
    /// The point of the grid around which a label has the most room within an area. `None` if it fits nowhere. `size` is its width and height in
    /// hundredths of the grid's steps.
    #[must_use]
    pub fn label_place(&self, area: &FieldArea, size: [usize; 2]) -> Option<[usize; 2]> {
        let grid_size = [self.lines[0].len(), self.lines[1].len()];
        // `scale` is in quarters.
        let has_room = |[column, row]: [usize; 2], scale: usize| {
            let half = size.map(|length| (length * scale).div_ceil(800));
            let within = |at: usize, half: usize, count: usize| at >= half && at + half < count;
            within(column, half[0], grid_size[0])
                && within(row, half[1], grid_size[1])
                && (row - half[1]..=row + half[1]).all(|other_row| {
                    let start = other_row * grid_size[0];
                    self.grid[start + column - half[0]..=start + column + half[0]]
                        .iter()
                        .all(|answer| *answer == area.answer)
                })
        };
        let places = area.grid_points.iter().copied().filter(|point| has_room(*point, 4));
        // The place where the label could be largest; of equal ones the first.
        let growth = |point: [usize; 2]| (5..=20).take_while(|scale| has_room(point, *scale)).count();
        places
            .map(|point| (growth(point), point))
            .reduce(|best, other| if other.0 > best.0 { other } else { best })
            .map(|(_, point)| point)
    }

    /// The size of an area, in a unit that is the same for all areas of the field. Each point of the grid stands for what is nearer to it than to
    /// others, so those on the edge of the field count for less.
    #[must_use]
    pub fn area_size(&self, area: &FieldArea) -> u64 {
        const PARTS: u128 = 1_000_000;
        let extent = |axis: usize, index: usize| {
            let lines = &self.lines[axis];
            let length = |from: usize, to: usize| lines.get(from).zip(lines.get(to)).map_or(0, |(a, b)| b.abs_diff(*a));
            let last = lines.len().saturating_sub(1);
            let near = u128::from(length(index.saturating_sub(1), (index + 1).min(last)));
            u64::try_from(near * PARTS / u128::from(length(0, last).max(1))).unwrap_or(0)
        };
        area.grid_points.iter().map(|&[column, row]| extent(0, column) * extent(1, row)).sum()
    }

    /// The coordinates of a point of the grid.
    #[must_use]
    pub fn grid_point(&self, [column, row]: [usize; 2]) -> FieldPoint {
        let at = |axis: usize, index: usize| self.lines[axis].get(index).copied().unwrap_or_default();
        [at(0, column), at(1, row)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_at_the_edge_stands_for_half_as_much() {
        // An area on the left of a field of five by three points, and one on its right.
        let points = |columns: std::ops::Range<usize>| columns.flat_map(|column| (0..3).map(move |row| [column, row]));
        let area = |columns| FieldArea { answer: 0, grid_points: points(columns).collect() };
        for lines in [[0, 10, 20, 30, 40], [i64::MIN, i64::MIN / 2, 0, i64::MAX / 2, i64::MAX]] {
            let map = AreaMap { lines: [lines.to_vec(), vec![0, 1, 2]], ..AreaMap::default() };
            let [left, right, all] = [0..2, 2..5, 0..5].map(|columns| map.area_size(&area(columns)));
            let eighths = |size: u64| (size * 8 + all / 2) / all;
            assert_eq!((eighths(left), eighths(right)), (3, 5));
        }
    }
}

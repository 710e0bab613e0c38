//! Finds the areas of a field in which the answer is the same.

use protocol::{AreaMap, FieldArea, FieldPoint};

use super::{
    DecisionField,
    outlines::{Loops, simplify},
};

/// How often a part of a border is halved to follow it.
const MAX_HALVINGS: u32 = 6;

impl DecisionField {
    /// The areas of equal answers, on the grid of the axes' steps.
    pub fn map(&mut self) -> AreaMap {
        let steps = [self.axes[0].step, self.axes[1].step];
        let mut tracer = AreaTracer::new(self, steps);
        while !tracer.step(self) {}
        tracer.finish(self)
    }
}

/// Traces the areas on a grid, item by item: first the points of the grid, then the borders on its edges, then the outlines within its cells.
pub(super) struct AreaTracer {
    /// The values of the grid's lines: those of constant first number, then those of constant second number.
    lines: [Vec<i64>; 2],
    /// The answer at each point of the grid, row by row.
    grid: Vec<usize>,
    /// The borders on each edge between neighboring points of the grid, in the direction of the first and of the second axis, row by row.
    edges: [Vec<Vec<i64>>; 2],
    /// The number of cells that are traced.
    cells: usize,
    /// The outlines of each answer.
    loops: Vec<Loops>,
}

impl AreaTracer {
    /// A tracer on a grid with these distances between its lines.
    pub(super) fn new(field: &DecisionField, steps: [i64; 2]) -> Self {
        let lines = [0, 1].map(|axis| grid_lines(field.axes()[axis].max, steps[axis]));
        Self { lines, grid: Vec::new(), edges: [Vec::new(), Vec::new()], cells: 0, loops: Vec::new() }
    }

    fn grid_size(&self) -> [usize; 2] {
        [self.lines[0].len(), self.lines[1].len()]
    }

    /// The number of all items.
    pub(super) fn item_count(&self) -> usize {
        let [columns, rows] = self.grid_size();
        columns * rows + (columns - 1) * rows + columns * (rows - 1) + (columns - 1) * (rows - 1)
    }

    /// The number of items that are done.
    pub(super) fn done_count(&self) -> usize {
        self.grid.len() + self.edges[0].len() + self.edges[1].len() + self.cells
    }

    /// Does the next item. Returns whether all items are done.
    pub(super) fn step(&mut self, field: &mut DecisionField) -> bool {
        let [columns, rows] = self.grid_size();
        let [xs, ys] = &self.lines;
        if self.grid.len() < columns * rows {
            let at = self.grid.len();
            self.grid.push(field.answer_at([xs[at % columns], ys[at / columns]]));
        } else if self.edges[0].len() < (columns - 1) * rows {
            let at = self.edges[0].len();
            let (column, row) = (at % (columns - 1), at / (columns - 1));
            self.edges[0].push(field.borders_between(0, [xs[column], ys[row]], xs[column + 1]));
        } else if self.edges[1].len() < columns * (rows - 1) {
            let at = self.edges[1].len();
            let (column, row) = (at % columns, at / columns);
            self.edges[1].push(field.borders_between(1, [xs[column], ys[row]], ys[row + 1]));
        } else if self.cells < (columns - 1) * (rows - 1) {
            self.add_cell(field, self.cells % (columns - 1), self.cells / (columns - 1));
            self.cells += 1;
        }
        self.done_count() == self.item_count()
    }

    /// The areas, once all items are done.
    pub(super) fn finish(self, field: &DecisionField) -> AreaMap {
        let grid_size = self.grid_size();
        let units = [field.axes()[0].unit, field.axes()[1].unit];
        let mut outlines: Vec<Vec<Vec<FieldPoint>>> = self
            .loops
            .into_iter()
            .map(|loops| {
                let outlines = loops.join().into_iter().map(|points| simplify(&points, units));
                // A line that is its own way back encloses nothing.
                outlines.filter(|points| points.len() > 2).collect()
            })
            .collect();
        outlines.resize(field.answers().len(), Vec::new());
        AreaMap {
            answers: field.answers().to_vec(),
            areas: find_areas(&self.grid, grid_size),
            outlines,
            lines: self.lines,
            grid: self.grid,
            decision_count: field.decision_count(),
        }
    }

    /// The corners and borders around a cell, counterclockwise from its lowest corner, each with whether it is a border.
    fn perimeter(&self, column: usize, row: usize) -> Vec<(FieldPoint, bool)> {
        let [xs, ys] = &self.lines;
        let (left, right, low, high) = (xs[column], xs[column + 1], ys[row], ys[row + 1]);
        let horizontal = |row: usize| self.edges[0][row * (xs.len() - 1) + column].iter();
        let vertical = |column: usize| self.edges[1][row * xs.len() + column].iter();
        let mut points = vec![([left, low], false)];
        points.extend(horizontal(row).map(|x| ([*x, low], true)));
        points.push(([right, low], false));
        points.extend(vertical(column + 1).map(|y| ([right, *y], true)));
        points.push(([right, high], false));
        points.extend(horizontal(row + 1).rev().map(|x| ([*x, high], true)));
        points.push(([left, high], false));
        points.extend(vertical(column).rev().map(|y| ([left, *y], true)));
        points
    }

    /// Adds the pieces of a cell to the outlines of their answers.
    fn add_cell(&mut self, field: &mut DecisionField, column: usize, row: usize) {
        let points = self.perimeter(column, row);
        let borders: Vec<usize> = (0..points.len()).filter(|at| points[*at].1).collect();
        if borders.is_empty() {
            let corners: Vec<FieldPoint> = points.iter().map(|(point, _)| *point).collect();
            let answer = field.answer_at(corners[0]);
            self.add_piece(answer, &corners);
            return;
        }
        // The part of the perimeter after each border up to the next one, and its answer.
        let mut arcs: Vec<(Vec<FieldPoint>, usize)> = (0..borders.len())
            .map(|at| {
                let (start, end) = (borders[at], borders[(at + 1) % borders.len()]);
                let count = (end + points.len() - start) % points.len();
                let arc: Vec<FieldPoint> = (0..=count).map(|step| points[(start + step) % points.len()].0).collect();
                // The answer between two borders is that of any corner between them; without a corner, that of the middle.
                let corner = (1..count).map(|step| points[(start + step) % points.len()].0).next();
                let middle = || {
                    let (from, to) = (arc[0], arc[arc.len() - 1]);
                    [0, 1].map(|axis| from[axis] + (to[axis] - from[axis] + 1) / 2)
                };
                let answer = field.answer_at(corner.unwrap_or_else(middle));
                (arc, answer)
            })
            .collect();
        let cell = Cell { low: points[0].0, high: [self.lines[0][column + 1], self.lines[1][row + 1]] };
        let junction = if arcs.len() > 2 { cell.find_junction(field) } else { None };
        if junction.is_none() {
            self.cut_off_corners(field, cell, &mut arcs);
        }
        // The lines from each border to the point where all of them meet; with two borders, that is the second one.
        let junction = junction.unwrap_or_else(|| if arcs.len() == 2 { arcs[1].0[0] } else { cell.middle([1, 1]) });
        let lines: Vec<Vec<FieldPoint>> = (0..arcs.len())
            .map(|at| {
                let sides = [arcs[(at + arcs.len() - 1) % arcs.len()].1, arcs[at].1];
                cell.follow_border(field, arcs[at].0[0], junction, sides)
            })
            .collect();
        for (at, (arc, answer)) in arcs.iter().enumerate() {
            let (back, out) = (&lines[at], &lines[(at + 1) % lines.len()]);
            let piece: Vec<FieldPoint> = arc
                .iter()
                .copied()
                .chain(out[1..].iter().copied())
                .chain(back[1..].iter().rev().skip(1).copied())
                .collect();
            self.add_piece(*answer, &piece);
        }
    }

    /// Where the areas of a cell do not all meet, some only cut a corner off the same other area: adds their pieces, and leaves the rest.
    fn cut_off_corners(&mut self, field: &mut DecisionField, cell: Cell, arcs: &mut Vec<(Vec<FieldPoint>, usize)>) {
        while arcs.len() > 3 {
            let count = arcs.len();
            let is_corner = |at: &usize| arcs[(at + count - 1) % count].1 == arcs[(at + 1) % count].1;
            let Some(at) = (0..count).find(is_corner) else { return };
            // The corner becomes the second arc, so that its neighbors are the first and the third.
            arcs.rotate_left((at + count - 1) % count);
            let [(before, other), (corner, answer), (after, _)] = [0, 1, 2].map(|at| arcs[at].clone());
            let line = cell.follow_border(field, corner[0], after[0], [other, answer]);
            let back = line[1..line.len() - 1].iter().rev().copied();
            self.add_piece(answer, &corner.iter().copied().chain(back).collect::<Vec<_>>());
            let rest = before.into_iter().chain(line[1..].iter().copied()).chain(after[1..].iter().copied());
            arcs.splice(..3, [(rest.collect(), other)]);
        }
    }

    fn add_piece(&mut self, answer: usize, points: &[FieldPoint]) {
        if self.loops.len() <= answer {
            self.loops.resize_with(answer + 1, Loops::default);
        }
        self.loops[answer].add(points);
    }
}

/// The values of an axis at which a grid has a line.
fn grid_lines(max: i64, step: i64) -> Vec<i64> {
    let step = usize::try_from(step.max(1)).unwrap_or(usize::MAX);
    let mut lines: Vec<i64> = (0..max.max(1)).step_by(step).collect();
    lines.push(max.max(1));
    lines
}

fn find_areas(grid: &[usize], [columns, rows]: [usize; 2]) -> Vec<FieldArea> {
    let mut is_assigned = vec![false; grid.len()];
    let mut areas = Vec::new();
    for start in 0..grid.len() {
        if is_assigned[start] {
            continue;
        }
        is_assigned[start] = true;
        let (mut points, mut next) = (Vec::new(), vec![start]);
        while let Some(at) = next.pop() {
            let (column, row) = (at % columns, at / columns);
            points.push([column, row]);
            let neighbors = [
                (column > 0).then(|| at - 1),
                (column + 1 < columns).then(|| at + 1),
                (row > 0).then(|| at - columns),
                (row + 1 < rows).then(|| at + columns),
            ];
            for neighbor in neighbors.into_iter().flatten() {
                if !is_assigned[neighbor] && grid[neighbor] == grid[start] {
                    is_assigned[neighbor] = true;
                    next.push(neighbor);
                }
            }
        }
        points.sort_unstable();
        areas.push(FieldArea { answer: grid[start], grid_points: points });
    }
    areas
}

/// A cell of the grid, by its lowest and its highest corner.
#[derive(Clone, Copy)]
struct Cell {
    low: FieldPoint,
    high: FieldPoint,
}

impl Cell {
    /// Points around it: its corners, the points beside them, and the middles of its edges in whole units. An area that narrows to a point, or is one
    /// unit wide, may have no corner.
    fn points_around(self, units: [i64; 2]) -> impl Iterator<Item = FieldPoint> {
        let (Self { low, high }, middle) = (self, self.middle(units));
        let values = [0, 1].map(|axis| {
            let beside = [low[axis] + units[axis], high[axis] - units[axis]];
            let [after, before] = beside.map(|value| value.clamp(low[axis], high[axis]));
            [low[axis], after, middle[axis], before, high[axis]]
        });
        let along = move |axis: usize, across: i64| {
            values[axis].map(|value| if axis == 0 { [value, across] } else { [across, value] })
        };
        [along(0, low[1]), along(0, high[1]), along(1, low[0]), along(1, high[0])].into_iter().flatten()
    }

    /// The middle in whole units.
    fn middle(self, units: [i64; 2]) -> FieldPoint {
        let Self { low, high } = self;
        [0, 1].map(|axis| low[axis] + (high[axis] - low[axis]) / units[axis] / 2 * units[axis])
    }

    /// The point at which three or more areas meet, if there is one: the cell is halved until it is as small as the units of the axes.
    fn find_junction(self, field: &mut DecisionField) -> Option<FieldPoint> {
        let units = [field.axes()[0].unit.max(1), field.axes()[1].unit.max(1)];
        let (Self { low, high }, middle) = (self, self.middle(units));
        if middle == low {
            return Some(low);
        }
        let mut quarters = [
            Self { low, high: middle },
            Self { low: [middle[0], low[1]], high: [high[0], middle[1]] },
            Self { low: [low[0], middle[1]], high: [middle[0], high[1]] },
            Self { low: middle, high },
        ]
        .map(|quarter| {
            let mut answers: Vec<usize> = quarter.points_around(units).map(|point| field.answer_at(point)).collect();
            answers.sort_unstable();
            answers.dedup();
            (answers.len(), quarter)
        });
        quarters.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        // Three areas around a quarter do not have to meet in it.
        quarters
            .into_iter()
            .filter(|(count, quarter)| *count >= 3 && quarter.low != quarter.high)
            .find_map(|(_, quarter)| quarter.find_junction(field))
    }

    /// The border between two answers from one point to another, as a line of points at which the answer changes.
    fn follow_border(
        self,
        field: &mut DecisionField,
        from: FieldPoint,
        to: FieldPoint,
        sides: [usize; 2],
    ) -> Vec<FieldPoint> {
        let mut line = vec![from];
        self.halve_border(field, from, to, BorderPart { sides, halvings: MAX_HALVINGS }, &mut line);
        line.push(to);
        line
    }

    /// Adds the points of a border between two of its points: its middle is where the answer changes, and not where it would lie on a straight line.
    fn halve_border(
        self,
        field: &mut DecisionField,
        from: FieldPoint,
        to: FieldPoint,
        part: BorderPart,
        line: &mut Vec<FieldPoint>,
    ) {
        let units = [field.axes()[0].unit.max(1), field.axes()[1].unit.max(1)];
        let lengths = [0, 1].map(|axis| ((to[axis] - from[axis]) / units[axis]).abs());
        if part.halvings == 0 || lengths[0].max(lengths[1]) < 4 {
            return;
        }
        // The search runs across the border.
        let axis = usize::from(lengths[0] >= lengths[1]);
        let middle = [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) / units[axis] / 2 * units[axis]);
        let Some(coordinate) = self.nearest_border(field, axis, middle, part.sides) else { return };
        let mut bend = middle;
        bend[axis] = coordinate;
        // Where the border is straight so far, it is looked at once more.
        let is_straight = (coordinate - middle[axis]).abs() <= units[axis];
        let halvings = if is_straight { (part.halvings - 1).min(1) } else { part.halvings - 1 };
        let part = BorderPart { halvings, ..part };
        self.halve_border(field, from, bend, part, line);
        line.push(bend);
        self.halve_border(field, bend, to, part, line);
    }

    /// The coordinate nearest to a point at which the answer changes between two given ones, along an axis and within the cell.
    fn nearest_border(
        self,
        field: &mut DecisionField,
        axis: usize,
        point: FieldPoint,
        sides: [usize; 2],
    ) -> Option<i64> {
        let unit = field.axes()[axis].unit.max(1);
        let at = |coordinate: i64| {
            let mut other = point;
            other[axis] = coordinate.clamp(self.low[axis], self.high[axis]);
            other
        };
        let separates = |field: &mut DecisionField, coordinate: i64| {
            let answers = [at(coordinate), at(coordinate + unit)].map(|point| field.answer_at(point));
            answers == sides || answers == [sides[1], sides[0]]
        };
        if let Some(near) =
            [0, -unit].into_iter().map(|offset| point[axis] + offset).find(|near| separates(field, *near))
        {
            return Some(near.max(self.low[axis]));
        }
        let borders = field.borders_between(axis, at(self.low[axis]), self.high[axis]);
        let matching = borders.into_iter().filter(|border| separates(field, *border));
        matching.min_by_key(|border| (border - point[axis]).abs())
    }
}

/// The part of a border that is being followed.
#[derive(Clone, Copy)]
struct BorderPart {
    /// The answers on both sides.
    sides: [usize; 2],
    /// How often it may be halved.
    halvings: u32,
}

//! The areas of a field in which the answer is the same.

use super::{
    DecisionField, FieldPoint,
    outlines::{Loops, simplify},
};

/// An area of equal answers: all points that can be reached from each other without a change of the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldArea {
    /// The index of its answer.
    pub answer: usize,
    /// Its points of the grid, ascending: column and row.
    pub grid_points: Vec<[usize; 2]>,
}

/// All areas of a field, and their outlines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaMap {
    pub areas: Vec<FieldArea>,
    /// The outlines of each answer, by its index. With the even-odd rule they enclose all its areas.
    pub outlines: Vec<Vec<Vec<FieldPoint>>>,
    /// The number of columns and rows of the grid's points.
    grid_size: [usize; 2],
    /// The answer at each point of the grid, row by row.
    grid: Vec<usize>,
}

impl AreaMap {
    pub(super) fn trace(field: &mut DecisionField) -> Self {
        let lines = [0, 1].map(|axis| grid_lines(field, axis));
        let grid_size = [lines[0].len(), lines[1].len()];
        let mut grid = Vec::with_capacity(grid_size[0] * grid_size[1]);
        for y in &lines[1] {
            grid.extend(lines[0].iter().map(|x| field.answer_at([*x, *y])));
        }
        let mut tracer = Tracer { lines, edges: [Vec::new(), Vec::new()], loops: Vec::new() };
        tracer.find_borders(field);
        for row in 0..grid_size[1] - 1 {
            for column in 0..grid_size[0] - 1 {
                tracer.add_cell(field, column, row);
            }
        }
        let units = [field.axes()[0].unit, field.axes()[1].unit];
        let mut outlines: Vec<Vec<Vec<FieldPoint>>> = tracer
            .loops
            .into_iter()
            .map(|loops| loops.join().iter().map(|points| simplify(points, units)).collect())
            .collect();
        outlines.resize(field.answers().len(), Vec::new());
        Self { areas: find_areas(&grid, grid_size), outlines, grid_size, grid }
    }

    /// The point of the grid around which a label has the most room within an area. `None` if it fits nowhere. `size` is its width and height in
    /// hundredths of the grid's steps.
    #[must_use]
    pub fn label_place(&self, area: &FieldArea, size: [usize; 2]) -> Option<[usize; 2]> {
        // `scale` is in quarters.
        let has_room = |[column, row]: [usize; 2], scale: usize| {
            let half = size.map(|length| (length * scale).div_ceil(800));
            let within = |at: usize, half: usize, count: usize| at >= half && at + half < count;
            within(column, half[0], self.grid_size[0])
                && within(row, half[1], self.grid_size[1])
                && (row - half[1]..=row + half[1]).all(|other_row| {
                    let start = other_row * self.grid_size[0];
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
}

/// The values of an axis at which the grid has a line.
fn grid_lines(field: &DecisionField, axis: usize) -> Vec<i64> {
    let axis = &field.axes()[axis];
    let step = axis.step.max(1);
    let mut lines: Vec<i64> = (0..axis.max.max(1)).step_by(usize::try_from(step).unwrap_or(usize::MAX)).collect();
    lines.push(axis.max.max(1));
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

/// Collects the outlines cell by cell.
struct Tracer {
    /// The values of the grid's lines: those of constant first number, then those of constant second number.
    lines: [Vec<i64>; 2],
    /// The borders on each edge between neighboring points of the grid, in the direction of the first and of the second axis, row by row.
    edges: [Vec<Vec<i64>>; 2],
    /// The outlines of each answer.
    loops: Vec<Loops>,
}

impl Tracer {
    fn find_borders(&mut self, field: &mut DecisionField) {
        let [xs, ys] = &self.lines;
        for y in ys {
            self.edges[0].extend(xs.windows(2).map(|pair| field.borders_between(0, [pair[0], *y], pair[1])));
        }
        for pair in ys.windows(2) {
            self.edges[1].extend(xs.iter().map(|x| field.borders_between(1, [*x, pair[0]], pair[1])));
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
        let corner_answer = field.answer_at(points[0].0);
        if borders.is_empty() {
            let corners: Vec<FieldPoint> = points.iter().map(|(point, _)| *point).collect();
            self.add_piece(corner_answer, &corners);
            return;
        }
        let junction = (borders.len() > 2)
            .then(|| find_junction(field, points[0].0, [self.lines[0][column + 1], self.lines[1][row + 1]]));
        for (at, start) in borders.iter().enumerate() {
            let end = borders[(at + 1) % borders.len()];
            let count = (end + points.len() - start) % points.len();
            let arc: Vec<FieldPoint> = (0..=count).map(|step| points[(start + step) % points.len()].0).collect();
            // The answer between two borders is that of any corner between them; without a corner, that of the middle.
            let corner = (1..count).map(|step| points[(start + step) % points.len()].0).next();
            let middle = || {
                let (from, to) = (arc[0], arc[arc.len() - 1]);
                [0, 1].map(|axis| from[axis] + (to[axis] - from[axis] + 1) / 2)
            };
            let answer = field.answer_at(corner.unwrap_or_else(middle));
            let piece: Vec<FieldPoint> = arc.into_iter().chain(junction).collect();
            self.add_piece(answer, &piece);
        }
    }

    fn add_piece(&mut self, answer: usize, points: &[FieldPoint]) {
        if self.loops.len() <= answer {
            self.loops.resize_with(answer + 1, Loops::default);
        }
        self.loops[answer].add(points);
    }
}

/// The point of a cell at which three or more areas meet: the cell is halved until it is as small as the units of the axes.
fn find_junction(field: &mut DecisionField, mut low: FieldPoint, mut high: FieldPoint) -> FieldPoint {
    let units = [field.axes()[0].unit.max(1), field.axes()[1].unit.max(1)];
    loop {
        let middle = [0, 1].map(|axis| low[axis] + (high[axis] - low[axis]) / units[axis] / 2 * units[axis]);
        if (0..2).all(|axis| middle[axis] == low[axis]) {
            return low;
        }
        let quarters = [
            (low, middle),
            ([middle[0], low[1]], [high[0], middle[1]]),
            ([low[0], middle[1]], [middle[0], high[1]]),
            (middle, high),
        ];
        let mut best = (0, (low, high));
        for (from, to) in quarters {
            let mut answers: Vec<usize> = [from, [to[0], from[1]], to, [from[0], to[1]]]
                .into_iter()
                .map(|corner| field.answer_at(corner))
                .collect();
            answers.sort_unstable();
            answers.dedup();
            if answers.len() > best.0 && from != to {
                best = (answers.len(), (from, to));
            }
        }
        if best.0 < 3 {
            return middle;
        }
        (low, high) = best.1;
    }
}

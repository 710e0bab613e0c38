//! Joins pieces of an area to its outlines.

use api::{Set, Table};
use protocol::FieldPoint;

/// The directed edges around pieces of an area. An edge that two pieces share is not part of the outline.
#[derive(Default)]
pub(super) struct Loops {
    edges: Set<(FieldPoint, FieldPoint)>,
}

impl Loops {
    /// Adds a piece, given its corners counterclockwise.
    pub(super) fn add(&mut self, corners: &[FieldPoint]) {
        for (at, from) in corners.iter().enumerate() {
            let to = corners[(at + 1) % corners.len()];
            if *from != to && !self.edges.remove(&(to, *from)) {
                self.edges.insert((*from, to));
            }
        }
    }

    /// Joins the edges to closed lines.
    pub(super) fn join(self) -> Vec<Vec<FieldPoint>> {
        let mut ends: Table<FieldPoint, Vec<FieldPoint>> = Table::new();
        for (from, to) in self.edges {
            ends.or_default(from).push(to);
        }
        let mut outlines = Vec::new();
        let mut starts: Vec<FieldPoint> = ends.keys().copied().collect();
        while let Some(start) = starts.last().copied() {
            let (mut outline, mut at) = (Vec::new(), start);
            while let Some(next) = ends.get_mut(&at).and_then(Vec::pop) {
                outline.push(at);
                at = next;
            }
            if outline.is_empty() {
                starts.pop();
            } else {
                outlines.push(outline);
            }
        }
        outlines
    }
}

/// Removes points of an outline that are no farther than a unit from the line between those that remain.
pub(super) fn simplify(outline: &[FieldPoint], units: [i64; 2]) -> Vec<FieldPoint> {
    let [first, ..] = outline else { return Vec::new() };
    // The point farthest from the first one divides the outline into two open lines.
    let distance = |at: &usize| squared_length(offset(*first, outline[*at], units));
    let far = (0..outline.len()).max_by_key(distance).unwrap_or_default();
    let closed: Vec<FieldPoint> = outline.iter().chain([first]).copied().collect();
    let mut remaining = vec![*first];
    simplify_line(&closed[..=far], units, &mut remaining);
    simplify_line(&closed[far..], units, &mut remaining);
    remaining.pop();
    remaining
}

/// Adds the points of a line that remain, without the first (the algorithm of Douglas and Peucker).
fn simplify_line(line: &[FieldPoint], units: [i64; 2], remaining: &mut Vec<FieldPoint>) {
    let [first, .., last] = line else { return };
    let direction = offset(*first, *last, units);
    // The distance from the line times the line's length.
    let area_beside = |at: &usize| {
        let [x, y] = offset(*first, line[*at], units);
        (x * direction[1] - y * direction[0]).abs()
    };
    match (1..line.len() - 1).max_by_key(area_beside) {
        Some(at) if area_beside(&at).pow(2) > squared_length(direction) => {
            simplify_line(&line[..=at], units, remaining);
            simplify_line(&line[at..], units, remaining);
        }
        _ => remaining.push(*last),
    }
}

/// How far a point is from another, in units of the axes.
fn offset(from: FieldPoint, to: FieldPoint, units: [i64; 2]) -> [i128; 2] {
    [0, 1].map(|axis| (i128::from(to[axis]) - i128::from(from[axis])) / i128::from(units[axis].max(1)))
}

fn squared_length([x, y]: [i128; 2]) -> i128 {
    x.pow(2) + y.pow(2)
}

//! Lines that fill an area of any shape. A pattern would need an identifier that is unique in the document.

use std::fmt::Write as _;

/// The distance between the lines, in pixels.
const HATCH_GAP: i64 = 8;

/// A number of tenths as a decimal number.
pub(super) fn decimal(tenths: i64) -> String {
    if tenths % 10 == 0 { (tenths / 10).to_string() } else { format!("{}.{}", tenths / 10, tenths.rem_euclid(10)) }
}

/// Lines from the lower left to the upper right that fill outlines, given in tenths of a pixel.
pub(super) fn hatch_lines(outlines: &[Vec<[i64; 2]>]) -> String {
    let edges: Vec<([i64; 2], [i64; 2])> = outlines
        .iter()
        .flat_map(|outline| outline.iter().zip(outline.iter().cycle().skip(1)).map(|(from, to)| (*from, *to)))
        .collect();
    // Points with the same sum of x and y are on one line.
    let sums = edges.iter().map(|(from, _)| from[0] + from[1]);
    let (Some(least), Some(most)) = (sums.clone().min(), sums.max()) else { return String::new() };
    let mut d = String::new();
    let gap = HATCH_GAP * 10;
    let mut sum = least - least.rem_euclid(gap) + gap;
    while sum < most {
        let mut crossings: Vec<[i64; 2]> = Vec::new();
        for (from, to) in &edges {
            let (start, end) = (from[0] + from[1], to[0] + to[1]);
            if (start > sum) != (end > sum) {
                let part = |axis: usize| from[axis] + (to[axis] - from[axis]) * (sum - start) / (end - start);
                crossings.push([part(0), part(1)]);
            }
        }
        crossings.sort_unstable();
        for pair in crossings.chunks_exact(2) {
            let [from, to] = [pair[0], pair[1]].map(|point| point.map(decimal));
            let _ = write!(d, "M{} {}L{} {}", from[0], from[1], to[0], to[1]);
        }
        sum += gap;
    }
    d
}

//! Arrows over the lanes: from a preemptor to each of its victims, at the moment at which the victims start to terminate.

use i18n::{Lang, format_clock, short_pod_name};
use trace::lanes::{EvictingLane, LaneEviction, Lanes};
use yew::{Html, html};

use crate::view::timeline::axis::{AxisWindow, cells_to_percent};

/// The maximum number of arrows of a run; if there are more, only those of the selected pod are drawn.
const MAX_ARROWS: usize = 20;
/// The distance from the moment to the shaft, in pixels: the playhead and the marks are at the moment itself.
const SHAFT_OFFSET: i32 = 8;
/// The distance between the shafts of two preemptions at the same place, in pixels.
const SHAFT_SPACING: i32 = 7;
/// Preemptions closer than this, in ten-thousandths of the axis, are drawn side by side.
const MIN_DISTANCE: u32 = 80;
/// The distance from the middle of a lane to the edge of its bar, in pixels.
const LANE_HALF: i32 = 6;
/// Beyond this place, in ten-thousandths of the axis, shafts are drawn left of their moment, so that they are not cut off.
const FLIP_PLACE: u32 = 9700;

/// An arrow: its place on the axis in ten-thousandths, its offset in pixels, and its first and last row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EvictionArrow {
    cell: u32,
    offset: i32,
    from: usize,
    to: usize,
    eviction: LaneEviction,
}

/// The arrows to draw. `row` maps a lane to its row, or to that of its collapsed group; `None` if it is filtered out.
fn visible_arrows(
    evictions: &[LaneEviction],
    is_selected: impl Fn(&LaneEviction) -> bool,
    time_of_eviction: impl Fn(&LaneEviction) -> Option<u32>,
    row: impl Fn(EvictingLane) -> Option<usize>,
) -> Vec<EvictionArrow> {
    let few = evictions.len() <= MAX_ARROWS;
    let relevant = evictions.iter().filter(|eviction| few || is_selected(eviction));
    let mut eviction_arrows: Vec<EvictionArrow> = Vec::new();
    // The place and preemptor of the last preemption, and how many are side by side there.
    let mut last: Option<(u32, EvictingLane, i32)> = None;
    for eviction in relevant {
        let (Some(cell), Some(from), Some(target_index)) =
            (time_of_eviction(eviction), row(eviction.by), row(EvictingLane::Pod(eviction.victim)))
        else {
            continue;
        };
        if from == target_index {
            continue;
        }
        let column = match last {
            Some((at, by, column)) if by == eviction.by && cell.abs_diff(at) < MIN_DISTANCE => column,
            Some((at, _, column)) if cell.abs_diff(at) < MIN_DISTANCE => column + 1,
            _ => 0,
        };
        last = Some((cell, eviction.by, column));
        let shaft_offset = (SHAFT_OFFSET + SHAFT_SPACING * column) * if cell > FLIP_PLACE { -1 } else { 1 };
        eviction_arrows.push(EvictionArrow { cell, offset: shaft_offset, from, to: target_index, eviction: *eviction });
    }
    // The longest first, so that no shaft covers an arrowhead.
    eviction_arrows.sort_by_key(|eviction_arrow| std::cmp::Reverse(eviction_arrow.from.abs_diff(eviction_arrow.to)));
    eviction_arrows
}

/// The height of a row, and the top of the first one, in pixels.
#[derive(Clone, Copy)]
pub struct RowGeometry {
    pub height: usize,
    pub top: usize,
}

/// The SVG paths of shaft and head, in pixels relative to the moment.
fn arrow_paths(arrow: &EvictionArrow, RowGeometry { height: row, top }: RowGeometry) -> (String, String) {
    let middle = |at: usize| i32::try_from(top + at * row + row / 2).unwrap_or(i32::MAX);
    let (from, x) = (middle(arrow.from), arrow.offset);
    let down = if arrow.to > arrow.from { 1 } else { -1 };
    let (end, bend) = (middle(arrow.to) - down * (LANE_HALF + 1), down * 4);
    let inner_x = x - 4 * x.signum();
    let (left, right, neck) = (x - 4, x + 4, end - down * 6);
    (
        format!("M{} {from}H{inner_x}Q{x} {from} {x} {}V{neck}", inner_x.signum() * 2, from + bend),
        format!("M{left} {neck}L{x} {end}L{right} {neck}Z"),
    )
}

/// Draws all arrows over the tracks. `row_of` maps a lane to its row.
pub fn draw_arrows(
    lang: Lang,
    lanes: &Lanes,
    selected: Option<&str>,
    AxisWindow { axis, range }: AxisWindow<'_>,
    row_of: impl Fn(EvictingLane) -> Option<usize>,
    rows: RowGeometry,
) -> Html {
    let selected = selected.and_then(|pod| lanes.lanes.iter().position(|lane| *lane.pod == *pod));
    let time_of_eviction = |eviction: &LaneEviction| {
        let at = axis.edge_place(eviction.edge);
        range.to_cells(at, at).map(|(cell, _)| cell)
    };
    let is_selected = |eviction: &LaneEviction| {
        selected.is_some_and(|lane| {
            lane == eviction.victim
                || match eviction.by {
                    EvictingLane::Pod(preemptor) => preemptor == lane,
                    EvictingLane::Group(group) => {
                        lanes.pod_groups.get(group).is_some_and(|group| group.members.contains(&lane))
                    }
                }
        })
    };
    let name = |lane: EvictingLane| match lane {
        EvictingLane::Pod(lane) => short_pod_name(&lanes.lanes[lane].pod),
        EvictingLane::Group(group) => lanes.pod_groups.get(group).map_or("", |lane| short_pod_name(&lane.group)),
    };
    let paths = visible_arrows(&lanes.evictions, is_selected, time_of_eviction, row_of).into_iter().map(|arrow| {
        let (shaft, head) = arrow_paths(&arrow, rows);
        let LaneEviction { by, victim, edge } = arrow.eviction;
        let text = lang.preemption_arrow(name(by), name(EvictingLane::Pod(victim)), &format_clock(edge.at));
        html! {
            <svg key={format!("{by:?} {victim} {}", edge.events)} class="arrow" x={cells_to_percent(arrow.cell)} overflow="visible" role="img" aria-label={text}>
                <path class="arrow-halo" d={format!("{shaft}{head}")} /><path class="arrow-shaft" d={shaft} /><path class="arrow-head" d={head} />
            </svg>
        }
    });
    html! { <svg class="arrows" width="100%" height="100%">{ for paths }</svg> }
}

#[cfg(test)]
mod tests {
    use api::Millis;
    use trace::lanes::Edge;

    use super::*;

    fn evictions(evictions: &[(usize, usize, u64)]) -> Vec<LaneEviction> {
        let eviction = |&(preemptor, victim, at): &(usize, usize, u64)| LaneEviction {
            by: EvictingLane::Pod(preemptor),
            victim,
            edge: Edge { at: Millis::new(at), events: 1 },
        };
        evictions.iter().map(eviction).collect()
    }

    fn arrow_texts(evictions: &[LaneEviction], selected: Option<usize>) -> Vec<(usize, usize, i32)> {
        let time_of_eviction = |eviction: &LaneEviction| u32::try_from(eviction.edge.at.to_millis()).ok();
        let row = |lane: EvictingLane| match lane {
            EvictingLane::Pod(lane) => (lane != 9).then_some(if lane == 8 { 7 } else { lane }),
            EvictingLane::Group(_) => None,
        };
        let is_selected = |eviction: &LaneEviction| {
            selected.is_some_and(|lane| eviction.by == EvictingLane::Pod(lane) || eviction.victim == lane)
        };
        visible_arrows(evictions, is_selected, time_of_eviction, row)
            .iter()
            .map(|arrow| (arrow.from, arrow.to, arrow.offset))
            .collect()
    }

    #[test]
    fn simultaneous_preemption_arrows_are_side_by_side() {
        let evictions = evictions(&[(4, 0, 100), (4, 1, 100), (5, 2, 110), (5, 3, 5000), (6, 4, 9900)]);
        assert_eq!(arrow_texts(&evictions, None), [(4, 0, 8), (4, 1, 8), (5, 2, 15), (5, 3, 8), (6, 4, -8)]);
    }

    #[test]
    fn what_is_filtered_out_or_folded_together_has_no_arrow() {
        assert_eq!(arrow_texts(&evictions(&[(9, 0, 1), (0, 9, 1), (7, 8, 1), (8, 0, 1)]), None), [(7, 0, 8)]);
    }

    #[test]
    fn many_arrows_are_limited_to_the_selected_pod() {
        let many: Vec<_> = (0..21).map(|at| (at % 3, 10 + at, at as u64 * 400)).collect();
        assert_eq!(arrow_texts(&evictions(&many), None), []);
        assert_eq!(arrow_texts(&evictions(&many), Some(1)).len(), 7);
        assert_eq!(arrow_texts(&evictions(&many), Some(12)), [(2, 12, 8)]);
        assert_eq!(arrow_texts(&evictions(&many[..20]), None).len(), 20);
    }

    #[test]
    fn an_arrow_ends_at_the_edge_of_its_victim() {
        let eviction = LaneEviction { by: EvictingLane::Pod(0), victim: 2, edge: Edge { at: Millis::ZERO, events: 0 } };
        let arrow = EvictionArrow { cell: 0, offset: 8, from: 0, to: 2, eviction };
        let (shaft, head) = arrow_paths(&arrow, RowGeometry { height: 24, top: 10 });
        assert_eq!((shaft.as_str(), head.as_str()), ("M2 22H4Q8 22 8 26V57", "M4 57L8 63L12 57Z"));
        let (shaft, _) =
            arrow_paths(&EvictionArrow { from: 2, to: 0, offset: -8, ..arrow }, RowGeometry { height: 24, top: 10 });
        assert_eq!(shaft, "M-2 70H-4Q-8 70 -8 66V35");
    }
}

//! The scores of nodes: a bar for each node with a part for each plugin, at one scale.

use api::{Set, Str};
use runlog::{Attempt, AttemptOutcome, ScoreRowRecord};
use trace::steps::Step;

/// The limit of nodes with a score bar.
const MAX_BARS: usize = 8;

/// The scores of the feasible nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoreBoard {
    /// The plugins shown so far, with their weights.
    pub rows: Vec<(Str, i64)>,
    /// The index of the plugin of this step.
    pub current: Option<usize>,
    /// The bars in upstream's order; at the end, if there are too many, the highest first.
    pub bars: Vec<ScoreBar>,
    pub hidden: HiddenNodes,
    /// Whether each plugin gives all nodes the same score at the end, so that it decides nothing. Those later than this step are included.
    pub is_even: Vec<bool>,
    /// The points of the longest bar at the end, without even plugins.
    pub whole: i64,
}

impl ScoreBoard {
    /// The board with at most this many bars: the winner's, and the highest.
    #[must_use]
    pub fn with_bars(&self, most: usize) -> Self {
        let mut score_board = self.clone();
        if self.bars.len() <= most {
            return score_board;
        }
        score_board.bars.sort_by_key(|score_bar| (!score_bar.is_winner, std::cmp::Reverse(score_bar.total)));
        let without = score_board.bars.split_off(most);
        let points = score_board.bars.iter().map(|score_bar| score_bar.total).min().unwrap_or(0);
        let equal_bars = without.iter().filter(|score_bar| score_bar.total == points).count();
        let HiddenNodes { equal, fewer, points: former_points } = self.hidden;
        let equal_before = if former_points == points { equal } else { 0 };
        score_board.hidden = HiddenNodes {
            equal: equal_bars + equal_before,
            fewer: without.len() - equal_bars + equal + fewer - equal_before,
            points,
        };
        score_board
    }

    /// Gives the boards of two compared runs one scale, and the second one the first one's order of plugins and nodes. A plugin that makes a
    /// difference in one run is drawn as a part of its own in both.
    pub fn align(&mut self, other: &mut Self) {
        other.order_like(self);
        let uneven_names =
            |board: &Self| board.uneven_rows().map(|row| board.rows[row].0.clone()).collect::<Set<Str>>();
        let uneven: Set<Str> = uneven_names(self).into_iter().chain(uneven_names(other)).collect();
        for board in [&mut *self, &mut *other] {
            for row in 0..board.rows.len() {
                if uneven.contains(&board.rows[row].0) && std::mem::replace(&mut board.is_even[row], false) {
                    let points = board.bars.first().and_then(|bar| bar.parts.get(row)).copied().unwrap_or(0);
                    board.whole = board.whole.saturating_add(points);
                }
            }
        }
        self.whole = self.whole.max(other.whole);
        other.whole = self.whole;
    }

    /// Orders the plugins and the bars like those of another board; what that one doesn't have comes last.
    fn order_like(&mut self, first: &Self) {
        let place = |name: &Str| first.rows.iter().position(|(other, _)| other == name).unwrap_or(first.rows.len());
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_by_key(|row| place(&self.rows[*row].0));
        let later = self.is_even.split_off(self.rows.len().min(self.is_even.len()));
        self.is_even = order.iter().map(|row| self.is_even[*row]).chain(later).collect();
        self.current = self.current.and_then(|current| order.iter().position(|row| *row == current));
        self.rows = order.iter().map(|row| self.rows[*row].clone()).collect();
        for bar in &mut self.bars {
            bar.parts = order.iter().map(|row| bar.parts[*row]).collect();
            bar.scores = order.iter().map(|row| bar.scores[*row]).collect();
        }
        let place = |node: &Str| first.bars.iter().position(|bar| bar.node == *node).unwrap_or(first.bars.len());
        self.bars.sort_by_key(|bar| place(&bar.node));
    }

    /// The points of the even plugins shown so far, which are the same on every node.
    pub fn even_points(&self) -> i64 {
        let parts = self.bars.first().map_or(&[][..], |bar| &bar.parts);
        parts.iter().zip(&self.is_even).filter(|(_, is_even)| **is_even).map(|(points, _)| points).sum()
    }

    /// The plugins shown so far that give nodes different scores.
    pub fn uneven_rows(&self) -> impl Iterator<Item = usize> {
        (0..self.rows.len()).filter(|row| self.is_even.get(*row) == Some(&false))
    }

    /// The number of nodes with the same total as the winner, including it.
    pub fn tie_size(&self) -> usize {
        let winner = self.bars.iter().find(|bar| bar.is_winner).filter(|bar| bar.is_tied);
        winner.map_or(1, |winner| {
            let hidden = if self.hidden.points == winner.total { self.hidden.equal } else { 0 };
            self.bars.iter().filter(|bar| bar.is_tied).count() + hidden
        })
    }
}

/// The nodes without a bar, relative to the lowest bar: none has a higher total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HiddenNodes {
    /// The number of nodes with the same total.
    pub equal: usize,
    /// The number of nodes with a lower total.
    pub fewer: usize,
    /// The total of the lowest bar.
    pub points: i64,
}

/// The scale of bars: lengths are proportional to scores, except for parts that would dwarf all others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BarScale {
    /// Whether a plugin gives all nodes the same, very large score, so that its part is cut.
    pub is_cut: Vec<bool>,
    /// The length of a cut part, in points: longer than any uncut part.
    cut_length: i64,
    /// The length of the longest bar at the end, in points.
    pub whole: i64,
}

impl BarScale {
    /// The scale for all bars of an attempt.
    pub fn of(attempt: &Attempt) -> Self {
        let scores = &attempt.scores;
        let points = |row: usize, column: usize| {
            scores.rows[row].weight * scores.rows[row].normalized.get(column).copied().unwrap_or(0)
        };
        let cut_bars = find_overlong_bars(attempt);
        let columns = 0..scores.nodes.len();
        let uncut = (0..cut_bars.len()).filter(|row| !cut_bars[*row]);
        let longest = uncut.flat_map(|row| columns.clone().map(move |column| points(row, column))).max().unwrap_or(0);
        let mut scale =
            Self { is_cut: cut_bars, cut_length: longest.saturating_add(longest / 4).saturating_add(1), whole: 1 };
        let length =
            |column: usize| -> i64 { (0..scores.rows.len()).map(|row| scale.length(row, points(row, column))).sum() };
        scale.whole = columns.map(length).max().unwrap_or(1).max(1);
        scale
    }

    /// The length of a plugin's part, in points.
    pub fn length(&self, row: usize, points: i64) -> i64 {
        if self.is_cut.get(row) == Some(&true) { self.cut_length.min(points) } else { points }
    }
}

/// The score bar of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreBar {
    pub node: Str,
    /// The weighted score of each plugin.
    pub parts: Vec<i64>,
    pub total: i64,
    /// The raw and normalized score of each plugin.
    pub scores: Vec<(i64, i64)>,
    pub is_winner: bool,
    /// Whether it has the same total as the winner.
    pub is_tied: bool,
}

/// The scores up to this step; `None` if nothing was scored.
pub(crate) fn build_score_board(step: Step, attempt: &Attempt) -> Option<ScoreBoard> {
    let scores = &attempt.scores;
    let current_index = if let Step::Score(current_index) = step { Some(current_index) } else { None };
    let row_count = current_index.map_or(scores.rows.len(), |current_index| current_index + 1).min(scores.rows.len());
    if scores.rows.is_empty() || scores.nodes.is_empty() {
        return None;
    }
    let (winner, ties) = match &attempt.outcome {
        AttemptOutcome::Scheduled { node, ties } if step == Step::Select => (Some(*node), ties.as_slice()),
        _ => (None, &[][..]),
    };
    let at = |list: &[i64], column: usize| list.get(column).copied().unwrap_or(0);
    let score_bar = |(column, node): (usize, &usize)| {
        let plugin_points: Vec<i64> =
            scores.rows[..row_count].iter().map(|row| row.weight * at(&row.normalized, column)).collect();
        ScoreBar {
            node: attempt.nodes.get(*node).cloned().unwrap_or_default(),
            total: plugin_points.iter().sum(),
            parts: plugin_points,
            scores: scores.rows[..row_count]
                .iter()
                .map(|row| (at(&row.raw, column), at(&row.normalized, column)))
                .collect(),
            is_winner: winner == Some(*node),
            is_tied: ties.len() > 1 && ties.contains(node),
        }
    };
    let mut bars: Vec<ScoreBar> = scores.nodes.iter().enumerate().map(score_bar).collect();
    // The best is first once the node is chosen. Of many nodes, the highest are shown, and always the chosen one.
    if bars.len() > MAX_BARS || winner.is_some() {
        bars.sort_by_key(|score_bar| (!score_bar.is_winner, std::cmp::Reverse(score_bar.total)));
    }
    let without = bars.split_off(bars.len().min(MAX_BARS));
    let points = bars.iter().map(|score_bar| score_bar.total).min().unwrap_or(0);
    let equal = without.iter().filter(|score_bar| score_bar.total == points).count();
    let hidden = HiddenNodes { equal, fewer: without.len() - equal, points };
    let is_even: Vec<bool> = scores.rows.iter().map(is_even_row).collect();
    let uneven_points = |column: usize| -> i64 {
        let uneven = scores.rows.iter().zip(&is_even).filter(|(_, is_even)| !**is_even);
        uneven.map(|(row, _)| row.weight * at(&row.normalized, column)).sum()
    };
    let whole = (0..scores.nodes.len()).map(uneven_points).max().unwrap_or(0).max(1);
    let rows = scores.rows[..row_count].iter().map(|row| (row.id.to_string().into(), row.weight)).collect();
    Some(ScoreBoard { rows, current: current_index, bars, hidden, is_even, whole })
}

/// Whether a plugin gives all nodes the same score.
fn is_even_row(row: &ScoreRowRecord) -> bool {
    row.normalized.windows(2).all(|pair| pair[0] == pair[1])
}

/// Whether each plugin gives every node the same score and leaves less than a quarter of the best total to the others.
fn find_overlong_bars(attempt: &Attempt) -> Vec<bool> {
    let scores = &attempt.scores;
    let best = scores.totals.iter().copied().max().unwrap_or(0);
    let is_same_row = |row: &ScoreRowRecord| {
        let first = row.normalized.first().copied().unwrap_or(0);
        is_even_row(row) && row.weight * first * 4 > best * 3
    };
    scores.rows.iter().map(is_same_row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of these plugins and nodes; a bar has the points of each plugin.
    fn board(plugins: &[&str], bars: &[(&str, &[i64])], current: Option<usize>) -> ScoreBoard {
        let is_even = |row: usize| bars.windows(2).all(|pair| pair[0].1[row] == pair[1].1[row]);
        let is_even: Vec<bool> = (0..plugins.len()).map(is_even).collect();
        let uneven =
            |parts: &[i64]| parts.iter().zip(&is_even).filter(|(_, is_even)| !**is_even).map(|(part, _)| part).sum();
        ScoreBoard {
            rows: plugins.iter().map(|plugin| (Str::from(*plugin), 1)).collect(),
            current,
            bars: bars
                .iter()
                .map(|(node, parts)| ScoreBar {
                    node: Str::from(*node),
                    parts: parts.to_vec(),
                    total: parts.iter().sum(),
                    scores: parts.iter().map(|part| (*part, *part)).collect(),
                    is_winner: false,
                    is_tied: false,
                })
                .collect(),
            hidden: HiddenNodes::default(),
            whole: bars.iter().map(|(_, parts)| uneven(parts)).max().unwrap_or(0),
            is_even,
        }
    }

    #[test]
    fn two_boards_get_one_scale_and_one_order() {
        // Balance makes a difference in the first run only; the second one has its plugins and nodes in another order.
        let mut first = board(&["Fit", "Balance", "Image"], &[("a", &[90, 70, 0]), ("b", &[60, 81, 0])], Some(1));
        let mut second = board(&["Balance", "Image", "Fit"], &[("b", &[79, 0, 60]), ("a", &[79, 0, 95])], Some(0));
        first.align(&mut second);
        let names = |board: &ScoreBoard| -> Vec<String> {
            board
                .rows
                .iter()
                .map(|(name, _)| name.to_string())
                .chain(board.bars.iter().map(|bar| bar.node.to_string()))
                .collect()
        };
        assert_eq!(names(&first), names(&second));
        assert_eq!(second.bars[0].parts, [95, 79, 0]);
        assert_eq!((second.current, second.is_even.as_slice()), (Some(1), &[false, false, true][..]));
        assert_eq!((first.whole, second.whole), (174, 174), "the longest bar: 95 + 79");
        for board in [&first, &second] {
            for bar in &board.bars {
                let uneven: i64 = board.uneven_rows().map(|row| bar.parts[row]).sum();
                assert_eq!(uneven + board.even_points(), bar.total);
                assert!(uneven <= board.whole);
            }
        }
    }
}

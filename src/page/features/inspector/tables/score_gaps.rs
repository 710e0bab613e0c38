//! The winner in a table of scores, and what another node lacks to win.

use runlog::{Attempt, AttemptOutcome, NodeIx};

/// A node with its total of the rows that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedNode {
    /// Its column.
    pub column: usize,
    pub node: NodeIx,
    /// The sum of its weighted scores.
    pub total: i64,
}

/// The share of one plugin in the difference of two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PluginGap {
    /// The index of the score row.
    pub row: usize,
    /// The weighted points of the node.
    pub own_points: i64,
    /// The weighted points of the other node.
    pub other_points: i64,
    /// How many more points the node could get from this plugin.
    pub remaining_points: i64,
}

/// The difference between a node and one with a higher total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreGap {
    /// The shares of the plugins.
    pub parts: Vec<PluginGap>,
    /// By how many points the other node is ahead.
    pub points: i64,
}

/// The weighted points of a node by one plugin.
pub fn weighted_points(attempt: &Attempt, row: usize, column: usize) -> i64 {
    attempt.scores.rows.get(row).map_or(0, |row| row.weight * row.normalized.get(column).copied().unwrap_or(0))
}

/// All feasible nodes with the sum of the first `row_count` rows, in upstream's order or, if `by_total`, the highest first.
pub(crate) fn node_scores(attempt: &Attempt, row_count: usize, by_total: bool) -> Vec<RankedNode> {
    let columns = attempt.scores.nodes.iter().enumerate();
    let total = |column| (0..row_count).map(|row| weighted_points(attempt, row, column)).sum();
    let mut ranked_nodes: Vec<RankedNode> =
        columns.map(|(column, node)| RankedNode { column, node: *node, total: total(column) }).collect();
    if by_total {
        ranked_nodes.sort_by_key(|ranked_node| std::cmp::Reverse(ranked_node.total));
    }
    ranked_nodes
}

/// What `column` lacks compared with `other`; `most` is the maximum score of a plugin.
pub fn score_gap(attempt: &Attempt, row_count: usize, column: usize, other: usize, most: i64) -> ScoreGap {
    // The maximum score of an extender is 10.
    let best = |row: usize| if attempt.scores.extender_of_row(row).is_some() { 10 } else { most };
    let plugin_gap = |row: usize| {
        let (own_points, other_points) = (weighted_points(attempt, row, column), weighted_points(attempt, row, other));
        PluginGap {
            row,
            own_points,
            other_points,
            remaining_points: (attempt.scores.rows[row].weight * best(row) - own_points).max(0),
        }
    };
    let parts: Vec<PluginGap> = (0..row_count).map(plugin_gap).collect();
    let points = parts.iter().map(|plugin_gap| plugin_gap.other_points - plugin_gap.own_points).sum();
    ScoreGap { parts, points }
}

/// The chosen node, and the nodes that share the highest total.
pub fn find_winner(attempt: &Attempt) -> Option<(NodeIx, &[NodeIx])> {
    match &attempt.outcome {
        AttemptOutcome::Scheduled { node, ties } => Some((*node, ties)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use runlog::{ScoreRecord, ScoreRowRecord};

    use super::*;

    #[test]
    fn nodes_are_ranked_and_compared() {
        let row = |id: &str, weight, normalized: [i64; 3]| ScoreRowRecord {
            id: id.into(),
            weight,
            raw: normalized.to_vec(),
            normalized: normalized.to_vec(),
            evidence: Vec::new(),
        };
        let rows = vec![row("ImageLocality", 1, [40, 90, 60]), row("NodeAffinity", 2, [50, 10, 50])];
        let scores = ScoreRecord { nodes: vec![4, 7, 9], rows, totals: vec![140, 110, 160], ..ScoreRecord::default() };
        let attempt = Attempt { scores, ..Attempt::default() };
        let points_by_node = |rows, by_total| -> Vec<_> {
            node_scores(&attempt, rows, by_total).iter().map(|score| (score.node, score.total)).collect()
        };
        assert_eq!(points_by_node(1, true), [(7, 90), (9, 60), (4, 40)]);
        assert_eq!(points_by_node(2, true), [(9, 160), (4, 140), (7, 110)]);
        assert_eq!(points_by_node(2, false), [(4, 140), (7, 110), (9, 160)]);
        let gap = score_gap(&attempt, 2, 1, 2, 100);
        assert_eq!(gap.points, 50);
        assert_eq!(gap.parts[0], PluginGap { row: 0, own_points: 90, other_points: 60, remaining_points: 10 });
        assert_eq!(gap.parts[1], PluginGap { row: 1, own_points: 20, other_points: 100, remaining_points: 180 });
    }
}

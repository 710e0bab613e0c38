//! The filters' verdicts on a node, one for each filter row of the profile.

use runlog::{Attempt, NodeRecord, PluginRow};

/// The verdict of one filter on one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterCell {
    Pass,
    Fail,
    /// The filter skipped itself for this pod.
    Skip,
    /// The filter did not run, because an earlier one had failed.
    Blank,
}

/// The verdict of each filter on a node.
pub fn filter_cells(attempt: &Attempt, node_record: &NodeRecord, filters: &[PluginRow]) -> Vec<FilterCell> {
    let has_failed = |row: &PluginRow| node_record.failed.iter().any(|(failed, _)| *failed == row.id);
    let last = filters.iter().rposition(has_failed);
    let cell = |(at, row): (usize, &PluginRow)| match row {
        row if has_failed(row) => FilterCell::Fail,
        row if attempt.pre_filter.skipped.contains(&row.id) => FilterCell::Skip,
        _ if node_record.outside_node_set.is_some() || last.is_some_and(|last| at > last) => FilterCell::Blank,
        _ => FilterCell::Pass,
    };
    filters.iter().enumerate().map(cell).collect()
}

#[cfg(test)]
mod tests {
    use runlog::{Failure, PluginId, Reason};

    use super::*;

    #[test]
    fn filters_after_the_first_failure_are_blank() {
        let record = NodeRecord::new;
        let failure = || Failure::unresolvable(Reason::Cordoned);
        let attempt = Attempt {
            filter: vec![
                record(0, vec![("NodeResourcesFit".into(), failure())]),
                record(1, Vec::new()),
                record(3, vec![("NodeUnschedulable".into(), failure())]),
            ],
            ..Attempt::default()
        };
        let row = |plugin, name: &str| PluginRow { id: name.into(), plugin, weight: 0 };
        let mut filters = [
            row(PluginId::NodeUnschedulable, "NodeUnschedulable"),
            row(PluginId::NodeResourcesFit, "NodeResourcesFit"),
        ];
        assert_eq!(filter_cells(&attempt, &attempt.filter[2], &filters), [FilterCell::Fail, FilterCell::Blank]);
        assert_eq!(filter_cells(&attempt, &attempt.filter[0], &filters), [FilterCell::Pass, FilterCell::Fail]);
        assert_eq!(filter_cells(&attempt, &attempt.filter[1], &filters), [FilterCell::Pass, FilterCell::Pass]);
        // Rows are matched by name, in any order.
        filters.reverse();
        assert_eq!(filter_cells(&attempt, &attempt.filter[0], &filters), [FilterCell::Fail, FilterCell::Blank]);
    }
}

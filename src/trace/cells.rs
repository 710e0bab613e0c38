//! The filters' verdicts on a node, one for each row of the profile.

use record::{Attempt, NodeRecord, SheetRow};

/// What one filter made of one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// It passed.
    Pass,
    Fail,
    /// The filter left itself out.
    Skip,
    /// Nobody asked: an earlier filter had failed.
    Blank,
}

/// What each filter made of a node.
pub fn cells(attempt: &Attempt, record: &NodeRecord, filters: &[SheetRow]) -> Vec<Cell> {
    let failed = |row: &SheetRow| record.failed.iter().any(|(failed, _)| *failed == row.id);
    let last = filters.iter().rposition(failed);
    let cell = |(at, row): (usize, &SheetRow)| match row {
        row if failed(row) => Cell::Fail,
        row if attempt.pre_filter.skipped.contains(&row.id) => Cell::Skip,
        _ if record.outside.is_some() || last.is_some_and(|last| at > last) => Cell::Blank,
        _ => Cell::Pass,
    };
    filters.iter().enumerate().map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::{Failure, PluginId, Reason};

    #[test]
    fn filters_after_the_first_failure_are_blank() {
        let record =
            |node, failed| NodeRecord { node, failed, nominated: Vec::new(), pass: 1, outside: None, refused: None };
        let failure = || Failure::unresolvable(Reason::Cordoned);
        let attempt = Attempt {
            filter: vec![
                record(0, vec![("NodeResourcesFit".into(), failure())]),
                record(1, Vec::new()),
                record(3, vec![("NodeUnschedulable".into(), failure())]),
            ],
            ..Attempt::default()
        };
        let row = |plugin, name: &str| SheetRow { id: name.into(), plugin, weight: 0 };
        let mut filters = [
            row(PluginId::NodeUnschedulable, "NodeUnschedulable"),
            row(PluginId::NodeResourcesFit, "NodeResourcesFit"),
        ];
        assert_eq!(cells(&attempt, &attempt.filter[2], &filters), [Cell::Fail, Cell::Blank]);
        assert_eq!(cells(&attempt, &attempt.filter[0], &filters), [Cell::Pass, Cell::Fail]);
        assert_eq!(cells(&attempt, &attempt.filter[1], &filters), [Cell::Pass, Cell::Pass]);
        // Rows are known by their names, whatever their order.
        filters.reverse();
        assert_eq!(cells(&attempt, &attempt.filter[0], &filters), [Cell::Fail, Cell::Blank]);
    }
}

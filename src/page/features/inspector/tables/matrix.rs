//! The filters' verdicts as rows of a table: nodes with equal results share a row.

use api::{NamespacedName, Str, Table};
use runlog::{Attempt, Code, Failure, PluginRow, Reason, RowId, Wording};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowOrder {
    /// In the order in which the scheduler visited the nodes.
    #[default]
    Upstream,
    Name,
    /// Feasible nodes, then those on which preemption may help, then the others.
    Verdict,
}

/// Which rows are shown, and in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowFilter {
    /// A part of the node's name.
    pub query: String,
    pub order: RowOrder,
    /// Whether feasible nodes are hidden.
    pub is_feasible_hidden: bool,
    /// Whether nodes with equal results share a row.
    pub(crate) is_grouped: bool,
    /// If set, only nodes with this reason are shown.
    pub reason: Option<String>,
}

/// A row: nodes with equal results, as indices into the attempt's filter records.
pub type RecordGroup = Vec<usize>;

/// What nodes of a row have in common: the failures with their messages, and the nominated pods that were taken into account.
type GroupKey<'a> = (Vec<(Option<&'a RowId>, Code, Vec<String>)>, &'a [NamespacedName]);

/// How often a reason occurred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReasonCount {
    /// The reason in upstream's wording.
    pub message: String,
    /// The number of these nodes on which preemption may help.
    pub(crate) curable_count: usize,
    /// The nodes, as indices into those of the attempt, each with the reason and its own numbers.
    pub nodes: Vec<(usize, Reason)>,
}

/// The maximum number of columns.
const MAX_COLUMNS: usize = 7;

/// Whether each filter has a column: those that rejected a node, and as many others that the pod needs as there is room for.
pub fn visible_columns(attempt: &Attempt, filters: &[PluginRow]) -> Vec<bool> {
    let has_failed = |row: &PluginRow| {
        attempt.filter.iter().any(|record| record.failed.iter().any(|(failed_row, _)| *failed_row == row.id))
    };
    let mut room = MAX_COLUMNS.saturating_sub(filters.iter().filter(|row| has_failed(row)).count());
    let is_visible = |row: &PluginRow| {
        let has_room = room > 0 && !attempt.pre_filter.skipped.contains(&row.id);
        let failed = has_failed(row);
        room -= usize::from(has_room && !failed);
        failed || has_room
    };
    filters.iter().map(is_visible).collect()
}

/// The rows of the first `record_count` records, without the current one, which the caller draws separately because it is never hidden.
pub fn visible_rows(
    attempt: &Attempt,
    record_count: usize,
    current_index: Option<usize>,
    choice: &RowFilter,
    wording: &'static dyn Wording,
) -> Vec<RecordGroup> {
    let name = |at: usize| attempt.nodes.get(attempt.filter[at].node).map_or("", Str::as_str);
    let is_wanted = |at: &usize| {
        Some(*at) != current_index
            && name(*at).contains(choice.query.trim())
            && !(choice.is_feasible_hidden && attempt.filter[*at].passes_filters())
    };
    let mut records: Vec<usize> = (0..record_count.min(attempt.filter.len())).filter(is_wanted).collect();
    if let Some(reason) = &choice.reason {
        let mut renderer = ReasonRenderer { wording, last: None };
        records.retain(|at| {
            let record = &attempt.filter[*at];
            let mut failures = record.failed.iter().map(|(_, failure)| failure).chain(&record.outside_node_set);
            failures.any(|failure| renderer.render_failure(failure).contains(reason))
        });
    }
    match choice.order {
        RowOrder::Upstream => {}
        RowOrder::Name => records.sort_by_key(|at| name(*at)),
        RowOrder::Verdict => records.sort_by_key(|at| {
            let record = &attempt.filter[*at];
            let codes = record
                .failed
                .iter()
                .map(|(_, failure)| failure)
                .chain(&record.outside_node_set)
                .map(|failure| failure.code);
            codes.max()
        }),
    }
    if !choice.is_grouped {
        return records.into_iter().map(|at| vec![at]).collect();
    }
    let mut renderer = ReasonRenderer { wording, last: None };
    let mut places: Table<GroupKey<'_>, usize> = Table::new();
    let mut rows: Vec<RecordGroup> = Vec::new();
    for at in records {
        let record = &attempt.filter[at];
        let failed_row = record.failed.iter().map(|(row, failure)| (Some(row), failure));
        let failed_row = failed_row.chain(record.outside_node_set.iter().map(|failure| (None, failure)));
        let rejections =
            failed_row.map(|(row, failure)| (row, failure.code, renderer.render_failure(failure))).collect();
        let order_index = *places.or_insert((rejections, &record.nominated), rows.len());
        match rows.get_mut(order_index) {
            Some(row) => row.push(at),
            None => rows.push(vec![at]),
        }
    }
    rows
}

/// How often each reason occurred in the first `record_count` records, in the order of upstream's message; including those of extenders if
/// `with_extenders`, once they were called.
pub fn count_reasons(
    attempt: &Attempt,
    record_count: usize,
    with_extenders: bool,
    wording: &'static dyn Wording,
) -> Vec<ReasonCount> {
    let mut renderer = ReasonRenderer { wording, last: None };
    let mut reasons: Table<String, ReasonCount> = Table::new();
    for record in attempt.filter.iter().take(record_count) {
        let extender_failure = record.extender_rejection.as_ref().filter(|_| with_extenders);
        for failure in
            record.failed.iter().map(|(_, failure)| failure).chain(&record.outside_node_set).chain(extender_failure)
        {
            for (reason, message) in failure.reasons.iter().zip(renderer.render_failure(failure)) {
                let empty = || ReasonCount { message: message.clone(), curable_count: 0, nodes: Vec::new() };
                let tally = reasons.or_insert_with(message.clone(), empty);
                tally.curable_count += usize::from(failure.code == Code::Unschedulable);
                tally.nodes.push((record.node, reason.clone()));
            }
        }
    }
    let mut tallies: Vec<ReasonCount> = reasons.into_values().collect();
    tallies.sort_by_key(|tally| format!("{} {}", tally.nodes.len(), tally.message));
    tallies
}

/// Renders reasons in upstream's wording. Neighboring nodes often fail for the same reason, so the last text is cached.
struct ReasonRenderer<'a> {
    wording: &'static dyn Wording,
    last: Option<(&'a Reason, String)>,
}

impl<'a> ReasonRenderer<'a> {
    fn render_failure(&mut self, failure: &'a Failure) -> Vec<String> {
        let mut render_reason = |reason: &'a Reason| {
            let text = match &self.last {
                Some((same, text)) if self.wording.has_same_text(same, reason) => text.clone(),
                _ => self.wording.render_reason(reason),
            };
            self.last = Some((reason, text.clone()));
            text
        };
        failure.reasons.iter().map(&mut render_reason).collect()
    }
}

#[cfg(test)]
mod tests {
    use api::resources::Resource;
    use releases::{Release, wording};
    use runlog::NodeRecord;

    use super::*;

    fn attempt() -> Attempt {
        let insufficient = |used| {
            Failure::unschedulable(Reason::Insufficient {
                resource: Resource::Cpu,
                requested: 2000,
                used,
                capacity: 4000,
            })
        };
        let record = NodeRecord::new;
        Attempt {
            nodes: ["c", "b", "a", "d"].map(Str::from).to_vec(),
            filter: vec![
                record(0, vec![("NodeResourcesFit".into(), insufficient(3000))]),
                record(1, Vec::new()),
                record(2, vec![("NodeResourcesFit".into(), insufficient(4000))]),
                record(3, vec![("NodeUnschedulable".into(), Failure::unresolvable(Reason::Cordoned))]),
            ],
            ..Attempt::default()
        }
    }

    #[test]
    fn rows_are_grouped_sorted_and_filtered() {
        let attempt = attempt();
        let upstream = RowFilter { is_grouped: true, ..RowFilter::default() };
        let choice = |change: fn(&mut RowFilter)| {
            let mut choice = upstream.clone();
            change(&mut choice);
            choice
        };
        let total_count = 4;
        for (n, current_index, choice, expected) in [
            (total_count, None, upstream.clone(), vec![vec![0, 2], vec![1], vec![3]]),
            (2, None, upstream.clone(), vec![vec![0], vec![1]]),
            (total_count, Some(2), upstream.clone(), vec![vec![0], vec![1], vec![3]]),
            (
                total_count,
                None,
                choice(|row_filter| row_filter.order = RowOrder::Name),
                vec![vec![2, 0], vec![1], vec![3]],
            ),
            (
                total_count,
                None,
                choice(|row_filter| row_filter.order = RowOrder::Verdict),
                vec![vec![1], vec![0, 2], vec![3]],
            ),
            (total_count, None, choice(|row_filter| row_filter.is_feasible_hidden = true), vec![vec![0, 2], vec![3]]),
            (total_count, None, choice(|row_filter| row_filter.query = " a".into()), vec![vec![2]]),
            (
                total_count,
                None,
                choice(|row_filter| row_filter.is_grouped = false),
                vec![vec![0], vec![1], vec![2], vec![3]],
            ),
        ] {
            assert_eq!(
                visible_rows(&attempt, n, current_index, &choice, wording(Release::V1_34)),
                expected,
                "{n} {current_index:?} {choice:?}"
            );
        }
    }

    #[test]
    fn reasons_are_counted_as_in_the_message() {
        let tallies: Vec<_> = count_reasons(&attempt(), 4, true, wording(Release::V1_34))
            .into_iter()
            .map(|tally| (tally.nodes.len(), tally.message, tally.curable_count))
            .collect();
        assert_eq!(tallies, [(1, "node(s) were unschedulable".to_owned(), 0), (2, "Insufficient cpu".to_owned(), 2)]);
    }
}

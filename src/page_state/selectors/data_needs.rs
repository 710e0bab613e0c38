//! The data that the current moment needs from the worker.

use crate::{
    selectors::{branch_comparison, open_questions},
    store::Store,
    worker_cache::update::DataNeeds,
};

/// The attempts around the current moment, in the current and the compared run, and the open queries.
pub fn data_needs(store: &Store) -> DataNeeds {
    let attempts = |of: &Store| {
        let current_index = of.moment().and_then(|moment| of.run.view.attempt_at(moment.events))?;
        let around =
            [Some(current_index), Some(current_index + 1), current_index.checked_sub(1), Some(current_index + 2)];
        let numbers = around.into_iter().flatten().filter(|number| *number < of.run.view.attempt_ends.len());
        Some((of.run.view.run, numbers.collect()))
    };
    let beside = branch_comparison::compared_store(store);
    let attempts = [attempts(store), beside.as_ref().and_then(attempts)].into_iter().flatten().collect();
    DataNeeds { attempts, queries: open_questions::open_queries(store) }
}

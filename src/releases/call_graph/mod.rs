//! The scheduler's source as a call tree: the functions of kubernetes/kubernetes at the release's patch, and which one does what a run shows.
//!
//! Each release has one table, from which both come: the function's name beside each step, and the tree that can be read along with a run.
//!
//! `releases::call_graph` has a table for each release: its functions as a call tree, each with its file and a `Role`,
//! which says what it is for under any name. `trace::calls` says which role is at work at a moment and what its values
//! are, from the log and the record of the attempt, and makes a `Tree` of a moment: the function at work, its callers,
//! what has returned, and where each is called next. `i18n::calls` says what a role is there for; the function's name
//! beside a step comes from the same table. `tests/engine/source.rs` walks every step of every built-in scenario under each
//! release. Where upstream's source is not the scheduler's (the kubelet, controllers), the table has the component, so
//! that something is always at work.

#[macro_use]
mod function;
mod v1_16_and_v1_20;
mod v1_34_and_v1_36;

pub use function::{CallGraph, Function, Role, callee_range, caller_indices, function_index};
use v1_16_and_v1_20::{V1_16, V1_20};
use v1_34_and_v1_36::{V1_34, V1_36};

use crate::Release;

/// The scheduler's functions, and which of them does what a run shows.
#[must_use]
pub fn call_graph(release: Release) -> &'static CallGraph {
    match release {
        Release::V1_16 => V1_16,
        Release::V1_20 => V1_20,
        Release::V1_34 => V1_34,
        Release::V1_36 => V1_36,
    }
}

#[cfg(test)]
mod tests {
    use api::Set;

    use super::*;
    use crate::call_graph;

    #[test]
    fn every_table_is_a_tree() {
        for release in Release::ALL {
            let source = call_graph(release);
            let roles: Set<Role> = source.iter().map(|function| function.role).collect();
            assert_eq!(roles.len(), source.len(), "{release}: a role twice");
            for (at, function) in source.iter().enumerate() {
                let callers = caller_indices(source, at);
                assert_eq!(callers.len(), function.depth, "{release}: {}", function.name);
                assert!(
                    callers.iter().all(|caller| callee_range(source, *caller).contains(&at)),
                    "{release}: {}",
                    function.name
                );
                assert!(
                    function.file.is_empty() || function.file.starts_with("pkg/scheduler/"),
                    "{release}: {function:?}"
                );
            }
        }
    }
}

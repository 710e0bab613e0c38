//! The scheduler's source as a call tree: the functions of kubernetes/kubernetes at the release's patch version, each
//! with its role in a run.
//!
//! Each release has one table. It provides the function's name next to each step, and the tree that can be read along
//! with a run.
//!
//! In a table, each function has its file and a `Role`, which is independent of its name. `trace::calls` determines
//! from the log and the record of an attempt which role is active at a moment, and with which values, and builds a
//! `Tree`: the active function, its callers, what has returned, and where each is called next. `i18n::calls` explains
//! each role. `tests/engine/source.rs` walks through every step of every built-in scenario under each release. Where
//! upstream's source is not the scheduler's (kubelet, controllers), the table has the component, so that some function
//! is always active.

#[macro_use]
mod function;
mod v1_16_and_v1_20;
mod v1_34_and_v1_36;

pub use function::{CallGraph, Function, Role, callee_range, caller_indices, function_index};
use v1_16_and_v1_20::{V1_16, V1_20};
use v1_34_and_v1_36::{V1_34, V1_36};

use crate::Release;

/// Returns the table of a release's functions.
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

//! The scheduler's source as a call tree: the functions of kubernetes/kubernetes at the release's patch, and which one does what a run shows.
//!
//! Each release has one table, from which both come: the function's name beside each step, and the tree that can be read along with a run.

#[macro_use]
mod function;
mod framework;
mod generic;

use framework::{V1_34, V1_36};
use generic::{V1_16, V1_20};

pub use function::{Function, Role, Source, below, callers, place};

use crate::Release;

/// The scheduler's functions, and which of them does what a run shows.
#[must_use]
pub fn source(release: Release) -> &'static Source {
    match release {
        Release::V1_16 => V1_16,
        Release::V1_20 => V1_20,
        Release::V1_34 => V1_34,
        Release::V1_36 => V1_36,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;
    use api::Set;

    #[test]
    fn every_table_is_a_tree() {
        for release in Release::ALL {
            let source = source(release);
            let roles: Set<Role> = source.iter().map(|function| function.role).collect();
            assert_eq!(roles.len(), source.len(), "{release}: a role twice");
            for (at, function) in source.iter().enumerate() {
                let callers = callers(source, at);
                assert_eq!(callers.len(), function.depth, "{release}: {}", function.name);
                assert!(
                    callers.iter().all(|caller| below(source, *caller).contains(&at)),
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

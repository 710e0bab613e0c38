//! Why a kubelet does not admit a pod.

use api::Str;

/// Why a kubelet does not admit a pod: one word, and a sentence.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AdmissionFailure {
    pub reason: Str,
    pub message: Str,
}

impl AdmissionFailure {
    pub(super) fn of_predicate(name: &str, description: &str) -> Self {
        Self { reason: name.into(), message: format!("Predicate {name} failed: {description}").into() }
    }
}

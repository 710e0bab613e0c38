//! The reason why a kubelet rejects a pod.

use api::Str;

/// The reason why a kubelet rejects a pod: the pod's `status.reason` and `status.message`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AdmissionFailure {
    pub reason: Str,
    pub message: Str,
}

impl AdmissionFailure {
    pub(crate) fn of_predicate(name: &str, description: &str) -> Self {
        Self { reason: name.into(), message: format!("Predicate {name} failed: {description}").into() }
    }
}

//! Annotations that make programs other than Kubernetes itself treat an object differently.

use api::{ApiObject, Str, shorten};
use findings::Notice;

/// Helm creates an object with this annotation separately from the others, when the hook runs.
const HELM_HOOK: &str = "helm.sh/hook";

/// Annotations of a namespace from which admission adds node selectors to its pods: of the `PodNodeSelector` plugin, and of `OpenShift`.
const NODE_SELECTORS: [&str; 2] = ["scheduler.alpha.kubernetes.io/node-selector", "openshift.io/node-selector"];

/// A notice about the annotations of an object, if one of them matters.
pub(super) fn notice_of_annotations(object: &ApiObject) -> Option<Notice> {
    let annotations = &object.metadata().annotations;
    if let Some(hook) = annotations.get(HELM_HOOK) {
        return Some(Notice::HelmHook { hook: shorten(hook) });
    }
    if !matches!(object, ApiObject::Namespace(_)) {
        return None;
    }
    let is_set = |key: &&&str| annotations.get(key).is_some_and(|selector: &Str| !selector.is_empty());
    NODE_SELECTORS.iter().find(is_set).map(|key| Notice::NamespaceNodeSelector { annotation: (*key).into() })
}

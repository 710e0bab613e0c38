//! Annotations by which others than Kubernetes itself would treat an object otherwise.

use api::{ApiObject, Str, shorten};
use findings::Notice;

/// Helm creates an object with this annotation apart from the others, when its hook comes.
const HELM_HOOK: &str = "helm.sh/hook";

/// What admission adds to the node selectors of the pods in a namespace: of the plugin `PodNodeSelector`, and of `OpenShift`.
const NODE_SELECTORS: [&str; 2] = ["scheduler.alpha.kubernetes.io/node-selector", "openshift.io/node-selector"];

/// What to say of the annotations of an object.
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

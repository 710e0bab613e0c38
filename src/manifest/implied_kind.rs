//! Infers the kind of objects that do not state it: answers of the API itself, and archives of tools that leave it to the file path.
//!
//! The path of each file is kept in a comment above its contents ([`PATH_COMMENT`]), so that the text alone is enough. Without a path, the kind is
//! inferred from fields that only one kind has.

use api::{KINDS, Kind, KindInfo};

use super::tree::{TreeNode, Value};

/// Whether `kind` occurs as a key somewhere in the text, as it does in every manifest.
#[must_use]
pub fn has_kind_key(text: &str) -> bool {
    text.contains("kind:") || text.contains("\"kind\"")
}

/// The start of the comment that states the path of a file.
pub const PATH_COMMENT: &str = "# file: ";

/// A kind that an object does not state itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImpliedKind {
    /// The object comes from a cluster, or its path implies the kind.
    Known(Kind),
    /// The fields imply the kind, in a manifest that is being written.
    Likely(Kind),
    /// A name of the kind, taken from the path; no `Kind` has this name.
    Other(String),
}

/// The kind of an object without one, given the path of its file if known.
#[must_use]
pub fn implied_kind(path: Option<&str>, node: &TreeNode) -> Option<ImpliedKind> {
    let of_fields = kind_of_fields(node);
    let of_path = path.and_then(kind_of_path);
    match (of_path, of_fields) {
        // The directory of a namespace contains all its objects.
        (Some(Kind::Namespace), Some(kind)) | (Some(kind), _) => Some(ImpliedKind::Known(kind)),
        (None, Some(kind)) if path.is_some() || is_from_cluster(node) => Some(ImpliedKind::Known(kind)),
        (None, Some(kind)) => Some(ImpliedKind::Likely(kind)),
        (None, None) => path.map(|path| ImpliedKind::Other(folder_name(path).to_owned())),
    }
}

/// Whether an object comes from a cluster: only API servers set these fields.
fn is_from_cluster(node: &TreeNode) -> bool {
    ["metadata.uid", "metadata.resourceVersion"].iter().any(|path| find_field(node, path).is_some())
}

/// The path in the comment above a position in a text.
#[must_use]
pub fn path_above(text: &str, at: usize) -> Option<&str> {
    // Longer paths are not recognized. A line may be as long as the text.
    const MAX_PATH: usize = 4096;
    let before = text.get(text.floor_char_boundary(at.saturating_sub(MAX_PATH))..at)?;
    let comment = before.trim_end().rsplit('\n').next()?;
    comment.strip_prefix("---\n").unwrap_or(comment).strip_prefix(PATH_COMMENT).map(str::trim)
}

/// The kind that a path names: by the name of a file with many objects, or else by the nearest directory.
fn kind_of_path(path: &str) -> Option<Kind> {
    let mut parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let file = parts.pop()?;
    let stem = file.split('.').next().unwrap_or_default();
    // `core_v1_nodes.json`
    let stem = stem.rsplit('_').next().unwrap_or_default();
    let named = |name: &str, is_plural: bool| {
        let name = name.to_ascii_lowercase();
        let is_name = |info: &&KindInfo| name == info.plural || !is_plural && name == info.name.to_ascii_lowercase();
        KINDS.iter().find(is_name).map(|info| info.kind)
    };
    named(stem, true).or_else(|| parts.iter().rev().find_map(|part| named(part, false))).or_else(|| named(stem, false))
}

fn folder_name(path: &str) -> &str {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match parts[..] {
        [] => path,
        [file] => file,
        [.., folder, _] => folder,
    }
}

/// The kind that alone has the fields of an object.
fn kind_of_fields(node: &TreeNode) -> Option<Kind> {
    node.get("metadata")?;
    let has = |path: &str| find_field(node, path).is_some();
    let has_any = |paths: &[&str]| paths.iter().any(|path| has(path));
    if has("spec.template.spec.containers") {
        return Some(match () {
            () if has("status.desiredNumberScheduled") || has("spec.updateStrategy") && !has("spec.replicas") => {
                Kind::DaemonSet
            }
            () if has_any(&["spec.serviceName", "spec.volumeClaimTemplates", "spec.podManagementPolicy"]) => {
                Kind::StatefulSet
            }
            () if has_any(&["spec.completions", "spec.parallelism", "spec.backoffLimit", "spec.completionMode"]) => {
                Kind::Job
            }
            () if has("status.fullyLabeledReplicas") || is_owned_by(node, "Deployment") => Kind::ReplicaSet,
            () if has_any(&["spec.strategy", "spec.progressDeadlineSeconds"]) => Kind::Deployment,
            () => return None,
        });
    }
    let fields: [(&[&str], Kind); 11] = [
        (&["spec.containers"], Kind::Pod),
        (&["status.nodeInfo", "status.allocatable", "spec.providerID", "spec.podCIDR"], Kind::Node),
        (&["spec.minAvailable", "spec.maxUnavailable", "status.disruptionsAllowed"], Kind::PodDisruptionBudget),
        (&["spec.persistentVolumeReclaimPolicy"], Kind::PersistentVolume),
        (&["spec.accessModes"], Kind::PersistentVolumeClaim),
        (&["provisioner"], Kind::StorageClass),
        (&["spec.hard"], Kind::ResourceQuota),
        (&["spec.limits"], Kind::LimitRange),
        (&["spec.clusterIP"], Kind::Service),
        (&["value", "globalDefault"], Kind::PriorityClass),
        (&["spec.finalizers"], Kind::Namespace),
    ];
    fields.into_iter().find(|(paths, _)| has_any(paths)).map(|(_, kind)| kind)
}

fn find_field<'n>(node: &'n TreeNode, path: &str) -> Option<&'n TreeNode> {
    path.split('.').try_fold(node, TreeNode::get).filter(|node| !node.is_null())
}

fn is_owned_by(node: &TreeNode, kind: &str) -> bool {
    let Some(Value::Sequence(owners)) = find_field(node, "metadata.ownerReferences").map(|owners| &owners.value) else {
        return false;
    };
    owners.iter().any(|owner| owner.get("kind").and_then(TreeNode::text) == Some(kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::documents;

    #[test]
    fn paths_and_fields_name_kinds() {
        let object = |json: &str| {
            documents(json).ok().and_then(|documents| documents.into_iter().next()?.root).expect("an object")
        };
        let pod = "{metadata: {name: a}, spec: {containers: []}}";
        let other = "{metadata: {name: a}, spec: {x: 1}}";
        for (path, json, kind) in [
            (Some("config/node/ip-10-0-0-1.json"), other, Some(Kind::Node)),
            (Some("config/pod/openshift-etcd/etcd-0.json"), other, Some(Kind::Pod)),
            (Some("must-gather/namespaces/shop/pods/web-1/web-1.yaml"), other, Some(Kind::Pod)),
            (Some("cluster-scoped-resources/core/nodes/pod.yaml"), other, Some(Kind::Node)),
            (Some("namespaces/shop/apps/deployments.yaml"), other, Some(Kind::Deployment)),
            (Some("namespaces/shop/web-1.yaml"), pod, Some(Kind::Pod)),
            (Some("namespaces/shop/shop.yaml"), other, Some(Kind::Namespace)),
            (Some("resources/ns/shop/core_v1_pods.json"), other, Some(Kind::Pod)),
            (
                Some("config/pdbs/web.json"),
                "{metadata: {name: a}, spec: {minAvailable: 1}}",
                Some(Kind::PodDisruptionBudget),
            ),
            (Some("pod.json"), other, Some(Kind::Pod)),
            (None, "{metadata: {name: a, uid: u}, spec: {containers: []}}", Some(Kind::Pod)),
            (None, "{metadata: {name: a, uid: u}, status: {allocatable: {pods: 9}}}", Some(Kind::Node)),
            (
                None,
                "{metadata: {name: a, uid: u}, spec: {replicas: 1, serviceName: a, template: {spec: {containers: []}}}}",
                Some(Kind::StatefulSet),
            ),
            (
                None,
                "{metadata: {name: a, uid: u, ownerReferences: [{kind: Deployment}]}, spec: {replicas: 1, template: {spec: {containers: []}}}}",
                Some(Kind::ReplicaSet),
            ),
            (None, "{metadata: {name: a, uid: u}, value: 5}", Some(Kind::PriorityClass)),
            (None, other, None),
            (None, "{spec: {containers: []}}", None),
        ] {
            assert_eq!(implied_kind(path, &object(json)), kind.map(ImpliedKind::Known), "{path:?} {json}");
        }
        assert_eq!(implied_kind(None, &object(pod)), Some(ImpliedKind::Likely(Kind::Pod)));
        let unknown = Some(ImpliedKind::Other("clusteroperator".to_owned()));
        assert_eq!(implied_kind(Some("config/clusteroperator/etcd.json"), &object(other)), unknown);
    }

    #[test]
    fn fields_tell_workloads_apart() {
        let template = "template: {spec: {containers: []}}";
        for (spec, status, kind) in [
            ("", "desiredNumberScheduled: 2", Some(Kind::DaemonSet)),
            ("updateStrategy: {type: OnDelete}, ", "", Some(Kind::DaemonSet)),
            // Both a DaemonSet and a StatefulSet have `updateStrategy`, but only the latter has `replicas`.
            ("updateStrategy: {type: OnDelete}, replicas: 1, ", "", None),
            ("updateStrategy: {type: OnDelete}, replicas: 1, serviceName: a, ", "", Some(Kind::StatefulSet)),
            ("replicas: 1, ", "", None),
            ("", "", None),
            ("parallelism: 1, ", "", Some(Kind::Job)),
            ("replicas: 1, ", "fullyLabeledReplicas: 1", Some(Kind::ReplicaSet)),
            ("replicas: 1, strategy: {}, ", "", Some(Kind::Deployment)),
        ] {
            let text = format!("{{metadata: {{name: a}}, spec: {{{spec}{template}}}, status: {{{status}}}}}");
            let root = documents(&text).ok().and_then(|documents| documents.into_iter().next()?.root);
            assert_eq!(kind_of_fields(&root.expect("an object")), kind, "{text}");
        }
    }

    #[test]
    fn a_path_is_in_the_line_above() {
        for (text, path) in [
            ("# file: config/pod/a.json\n{}", Some("config/pod/a.json")),
            ("a: b\n---\n# file: config/pod/a.json\n\n{}", Some("config/pod/a.json")),
            ("# file: config/pod/a.json\n# more\n{}", None),
            ("{}", None),
        ] {
            assert_eq!(path_above(text, text.len() - 2), path, "{text}");
        }
    }
}

//! What may stand where: the fields and words that the reader of a kind knows.
//!
//! The table comes from the decoders themselves: a test asks each of them (`probe`) and holds the answers against `table.txt`. Asking
//! them in the program would build every decoder a second time.

use super::scenario::ACTIONS;

/// A line for each type: its fields, each with what it is, if that is no scalar: another type, one of some `(words)`, or a `Map` with keys of
/// one's own. A star says that it is a list of such.
static TABLE: &str = include_str!("table.txt");

/// Kinds that are read, with the version that each is written with.
pub const KINDS: [(&str, &str); 30] = [
    ("Node", "v1"),
    ("Pod", "v1"),
    ("Deployment", "apps/v1"),
    ("StatefulSet", "apps/v1"),
    ("DaemonSet", "apps/v1"),
    ("ReplicaSet", "apps/v1"),
    ("ReplicationController", "v1"),
    ("Job", "batch/v1"),
    ("PriorityClass", "scheduling.k8s.io/v1"),
    ("PodDisruptionBudget", "policy/v1"),
    ("Service", "v1"),
    ("Namespace", "v1"),
    ("RuntimeClass", "node.k8s.io/v1"),
    ("LimitRange", "v1"),
    ("ResourceQuota", "v1"),
    ("PersistentVolume", "v1"),
    ("PersistentVolumeClaim", "v1"),
    ("StorageClass", "storage.k8s.io/v1"),
    ("CSINode", "storage.k8s.io/v1"),
    ("CSIDriver", "storage.k8s.io/v1"),
    ("CSIStorageCapacity", "storage.k8s.io/v1"),
    ("VolumeAttachment", "storage.k8s.io/v1"),
    ("ResourceClaim", "resource.k8s.io/v1"),
    ("ResourceClaimTemplate", "resource.k8s.io/v1"),
    ("ResourceSlice", "resource.k8s.io/v1"),
    ("DeviceClass", "resource.k8s.io/v1"),
    ("Scenario", "schedscope.dev/v1alpha1"),
    ("Script", "schedscope.dev/v1alpha1"),
    ("Extender", "schedscope.dev/v1alpha1"),
    ("Plugin", "schedscope.dev/v1alpha1"),
];

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A scalar of any text or number.
    Scalar,
    /// One of these words.
    Words(Vec<&'static str>),
    /// A mapping with these fields.
    Fields(Vec<&'static str>),
    /// A mapping with keys of one's own.
    Map,
}

/// What stands at a path of keys in an object of a kind, and whether it is a list of such. List items take no step.
///
/// Nothing where the reader of this kind knows no such path.
#[must_use]
pub fn shape(kind: &str, path: &[&str]) -> Option<(Shape, bool)> {
    match kind {
        "Node" => known("Node", path),
        "Pod" => known("Pod", path),
        "Deployment" | "StatefulSet" | "DaemonSet" | "ReplicaSet" | "Job" => known("Workload", path),
        "ReplicationController" => known("ReplicationController", path),
        "PriorityClass" => known("PriorityClass", path),
        "PodDisruptionBudget" => known("PodDisruptionBudget", path),
        "Service" => known("Service", path),
        "Namespace" => known("Namespace", path),
        "RuntimeClass" => known("RuntimeClass", path),
        "LimitRange" => known("LimitRange", path),
        "ResourceQuota" => known("ResourceQuota", path),
        "PersistentVolume" => known("PersistentVolume", path),
        "PersistentVolumeClaim" => known("PersistentVolumeClaim", path),
        "StorageClass" => known("StorageClass", path),
        "CSINode" => known("CsiNode", path),
        "CSIDriver" => known("CsiDriver", path),
        "CSIStorageCapacity" => known("CsiStorageCapacity", path),
        "VolumeAttachment" => known("VolumeAttachment", path),
        "ResourceClaim" => known("ResourceClaim", path),
        "ResourceClaimTemplate" => known("ResourceClaimTemplate", path),
        "ResourceSlice" => known("ResourceSlice", path),
        "DeviceClass" => known("DeviceClass", path),
        "Extender" => known("ExtenderDoc", path),
        "Plugin" => known("PluginDoc", path),
        "KubeSchedulerConfiguration" => configuration(path),
        "Policy" => policy(path),
        "Scenario" | "Script" => match path {
            ["script", path @ ..] => script(path),
            _ => known("ScenarioDoc", path),
        },
        _ => None,
    }
}

/// The same within a scheduler's configuration, which a release reads by hand.
fn configuration(path: &[&str]) -> Option<(Shape, bool)> {
    const COMPONENT: &[&str] =
        &["profiles", "percentageOfNodesToScore", "podInitialBackoffSeconds", "podMaxBackoffSeconds", "extenders"];
    const POINTS: &[&str] = &[
        "preFilter",
        "filter",
        "postFilter",
        "preScore",
        "score",
        "reserve",
        "permit",
        "preBind",
        "bind",
        "postBind",
        "queueSort",
        "multiPoint",
    ];
    const ARGUMENTS: &[&str] = &[
        "scoringStrategy",
        "ignoredResources",
        "ignoredResourceGroups",
        "resources",
        "shape",
        "hardPodAffinityWeight",
        "ignorePreferredTermsOfExistingPods",
        "defaultingType",
        "defaultConstraints",
        "addedAffinity",
        "minCandidateNodesPercentage",
        "minCandidateNodesAbsolute",
        "bindTimeoutSeconds",
    ];
    Some(match path {
        [] => (Shape::Fields(COMPONENT.to_vec()), false),
        ["profiles"] => {
            (Shape::Fields(vec!["schedulerName", "percentageOfNodesToScore", "plugins", "pluginConfig"]), true)
        }
        ["profiles", "plugins"] => (Shape::Fields(POINTS.to_vec()), false),
        ["profiles", "plugins", _] => (Shape::Fields(vec!["enabled", "disabled"]), false),
        ["profiles", "plugins", _, "enabled"] => (Shape::Fields(vec!["name", "weight"]), true),
        ["profiles", "plugins", _, "disabled"] => (Shape::Fields(vec!["name"]), true),
        ["profiles", "pluginConfig"] => (Shape::Fields(vec!["name", "args"]), true),
        ["profiles", "pluginConfig", "args"] => (Shape::Fields(ARGUMENTS.to_vec()), false),
        ["profiles", "pluginConfig", "args", rest @ ..] => return arguments(rest),
        ["extenders", rest @ ..] => return extenders(rest),
        ["profiles", _] | [_] => (Shape::Scalar, false),
        _ => return None,
    })
}

fn arguments(path: &[&str]) -> Option<(Shape, bool)> {
    Some(match path {
        ["scoringStrategy"] => (Shape::Fields(vec!["type", "resources", "requestedToCapacityRatio"]), false),
        ["scoringStrategy", "type"] => {
            (Shape::Words(vec!["LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"]), false)
        }
        ["scoringStrategy", "requestedToCapacityRatio"] => (Shape::Fields(vec!["shape"]), false),
        [.., "shape"] => (Shape::Fields(vec!["utilization", "score"]), true),
        [.., "resources"] => (Shape::Fields(vec!["name", "weight"]), true),
        ["defaultingType"] => (Shape::Words(vec!["System", "List"]), false),
        ["defaultConstraints"] => (Shape::Fields(vec!["maxSkew", "topologyKey", "whenUnsatisfiable"]), true),
        ["ignorePreferredTermsOfExistingPods"] => (Shape::Words(vec!["true", "false"]), false),
        ["addedAffinity", rest @ ..] => return known("NodeAffinity", rest),
        [_] => (Shape::Scalar, false),
        _ => return None,
    })
}

fn extenders(path: &[&str]) -> Option<(Shape, bool)> {
    const FIELDS: &[&str] = &[
        "urlPrefix",
        "filterVerb",
        "prioritizeVerb",
        "weight",
        "preemptVerb",
        "bindVerb",
        "httpTimeout",
        "nodeCacheCapable",
        "managedResources",
        "ignorable",
    ];
    Some(match path {
        [] => (Shape::Fields(FIELDS.to_vec()), true),
        ["managedResources"] => (Shape::Fields(vec!["name", "ignoredByScheduler"]), true),
        ["nodeCacheCapable" | "ignorable"] => (Shape::Words(vec!["true", "false"]), false),
        [_] => (Shape::Scalar, false),
        _ => return None,
    })
}

/// The same within a policy.
fn policy(path: &[&str]) -> Option<(Shape, bool)> {
    const FIELDS: &[&str] =
        &["predicates", "priorities", "extenders", "hardPodAffinitySymmetricWeight", "alwaysCheckAllPredicates"];
    Some(match path {
        [] => (Shape::Fields(FIELDS.to_vec()), false),
        ["predicates"] => (Shape::Fields(vec!["name", "argument"]), true),
        ["priorities"] => (Shape::Fields(vec!["name", "weight", "argument"]), true),
        ["extenders", rest @ ..] => return extenders(rest),
        [_] => (Shape::Scalar, false),
        _ => return None,
    })
}

/// The same within the script of a scenario, whose entries are read by hand.
fn script(path: &[&str]) -> Option<(Shape, bool)> {
    match path {
        [] => Some((Shape::Fields(ACTIONS.to_vec()), true)),
        ["updateNode", path @ ..] => known("Node", path),
        ["taint" | "untaint", path @ ..] => known("TaintAction", path),
        ["drain", path @ ..] => known("Drain", path),
        ["delete" | "scale" | "label" | "resize" | "ungate" | "evict", path @ ..] => known("Target", path),
        ["create" | "apply"] => Some((Shape::Map, false)),
        [_] => Some((Shape::Scalar, false)),
        _ => None,
    }
}

/// The same below a type of the table.
fn known(name: &'static str, path: &[&str]) -> Option<(Shape, bool)> {
    let (mut what, mut list) = (name, false);
    for step in path {
        let is = fields(what)?.find_map(|(field, is)| (field == *step).then_some(is))?;
        list = is.ends_with('*');
        what = is.trim_end_matches('*');
    }
    let shape = match what {
        "" => Shape::Scalar,
        "Map" => Shape::Map,
        words if words.starts_with('(') => Shape::Words(words.trim_matches(['(', ')']).split('|').collect()),
        name => Shape::Fields(fields(name)?.map(|(field, _)| field).collect()),
    };
    Some((shape, list))
}

/// The fields of a type, each with what it is.
fn fields(name: &str) -> Option<impl Iterator<Item = (&'static str, &'static str)>> {
    let line = TABLE.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    Some(line.split_whitespace().map(|field| field.split_once('=').unwrap_or((field, ""))))
}

#[cfg(test)]
mod probe;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoders_tell_what_they_know() {
        let fields = |kind, path: &[&str], field: &str| match shape(kind, path) {
            Some((Shape::Fields(fields), list)) => Some((fields.contains(&field), list)),
            _ => None,
        };
        for (kind, path, field, list) in [
            ("Pod", &["spec"][..], "priorityClassName", false),
            ("Pod", &["spec", "containers"], "resources", true),
            ("Pod", &["spec", "topologySpreadConstraints"], "maxSkew", true),
            ("Deployment", &["spec", "template", "spec"], "nodeSelector", false),
            ("Node", &["spec", "taints"], "effect", true),
            ("Node", &["metadata"], "name", false),
            ("PodDisruptionBudget", &["spec", "selector"], "matchLabels", false),
            ("Scenario", &["timings"], "bindMillis", false),
            ("Scenario", &["script"], "cordon", true),
            ("Script", &["script", "taint"], "effect", false),
        ] {
            assert_eq!(fields(kind, path, field), Some((true, list)), "{kind} {path:?}");
        }
        assert_eq!(shape("Pod", &["metadata", "labels"]), Some((Shape::Map, false)));
        assert_eq!(shape("PriorityClass", &["value"]), Some((Shape::Scalar, false)));
        assert_eq!(shape("Node", &["spec", "unschedulable"]), Some((Shape::Words(vec!["true", "false"]), false)));
        assert_eq!(shape("Pod", &["spec", "nothing"]), None);
        assert_eq!(shape("Ingress", &[]), None);
        for (kind, _) in KINDS {
            assert!(matches!(shape(kind, &[]), Some((Shape::Fields(_), false))), "{kind}");
        }
    }
}

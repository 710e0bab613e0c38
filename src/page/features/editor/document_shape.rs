//! The shape of documents about the scheduler, for completion in the editor.

use manifest::{FieldShape, field_shape};
use releases::{Release, documents::point_names, plugins::plugins};

/// The shape of a path in a document about the scheduler, and whether it is a list: like `field_shape`, for the kinds that are decoded by hand.
/// `None` for other kinds.
#[must_use]
pub(super) fn document_shape(kind: &str, path: &[&str]) -> Option<(FieldShape, bool)> {
    match kind {
        "KubeSchedulerConfiguration" => configuration_shape(path),
        "Policy" => policy_shape(path),
        _ => None,
    }
}

/// The arguments that plugins accept in any release.
fn argument_names() -> Vec<&'static str> {
    let mut names = Vec::new();
    for name in Release::ALL.into_iter().rev().flat_map(plugins).flat_map(|plugin| plugin.usage.arguments) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    names
}

fn configuration_shape(path: &[&str]) -> Option<(FieldShape, bool)> {
    const COMPONENT: &[&str] =
        &["profiles", "percentageOfNodesToScore", "podInitialBackoffSeconds", "podMaxBackoffSeconds", "extenders"];
    Some(match path {
        [] => (FieldShape::Fields(COMPONENT.to_vec()), false),
        ["profiles"] => {
            (FieldShape::Fields(vec!["schedulerName", "percentageOfNodesToScore", "plugins", "pluginConfig"]), true)
        }
        ["profiles", "plugins"] => (FieldShape::Fields(point_names(Release::default())), false),
        ["profiles", "plugins", _] => (FieldShape::Fields(vec!["enabled", "disabled"]), false),
        ["profiles", "plugins", _, "enabled"] => (FieldShape::Fields(vec!["name", "weight"]), true),
        ["profiles", "plugins", _, "disabled"] => (FieldShape::Fields(vec!["name"]), true),
        ["profiles", "pluginConfig"] => (FieldShape::Fields(vec!["name", "args"]), true),
        ["profiles", "pluginConfig", "args"] => (FieldShape::Fields(argument_names()), false),
        ["profiles", "pluginConfig", "args", rest @ ..] => return arguments_shape(rest),
        ["extenders", rest @ ..] => return extenders_shape(rest),
        ["profiles", _] | [_] => (FieldShape::Scalar, false),
        _ => return None,
    })
}

fn arguments_shape(path: &[&str]) -> Option<(FieldShape, bool)> {
    Some(match path {
        ["scoringStrategy"] => (FieldShape::Fields(vec!["type", "resources", "requestedToCapacityRatio"]), false),
        ["scoringStrategy", "type"] => {
            (FieldShape::Words(vec!["LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"]), false)
        }
        ["scoringStrategy", "requestedToCapacityRatio"] => (FieldShape::Fields(vec!["shape"]), false),
        [.., "shape"] => (FieldShape::Fields(vec!["utilization", "score"]), true),
        [.., "resources"] => (FieldShape::Fields(vec!["name", "weight"]), true),
        ["defaultingType"] => (FieldShape::Words(vec!["System", "List"]), false),
        ["defaultConstraints"] => (FieldShape::Fields(vec!["maxSkew", "topologyKey", "whenUnsatisfiable"]), true),
        ["ignorePreferredTermsOfExistingPods"] => (FieldShape::Words(vec!["true", "false"]), false),
        ["addedAffinity", rest @ ..] => {
            return field_shape("Pod", &[&["spec", "affinity", "nodeAffinity"], rest].concat());
        }
        [_] => (FieldShape::Scalar, false),
        _ => return None,
    })
}

fn extenders_shape(path: &[&str]) -> Option<(FieldShape, bool)> {
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
        [] => (FieldShape::Fields(FIELDS.to_vec()), true),
        ["managedResources"] => (FieldShape::Fields(vec!["name", "ignoredByScheduler"]), true),
        ["nodeCacheCapable" | "ignorable"] => (FieldShape::Words(vec!["true", "false"]), false),
        [_] => (FieldShape::Scalar, false),
        _ => return None,
    })
}

/// The shape of a path in a `Policy`.
fn policy_shape(path: &[&str]) -> Option<(FieldShape, bool)> {
    const FIELDS: &[&str] =
        &["predicates", "priorities", "extenders", "hardPodAffinitySymmetricWeight", "alwaysCheckAllPredicates"];
    Some(match path {
        [] => (FieldShape::Fields(FIELDS.to_vec()), false),
        ["predicates"] => (FieldShape::Fields(vec!["name", "argument"]), true),
        ["priorities"] => (FieldShape::Fields(vec!["name", "weight", "argument"]), true),
        ["extenders", rest @ ..] => return extenders_shape(rest),
        [_] => (FieldShape::Scalar, false),
        _ => return None,
    })
}

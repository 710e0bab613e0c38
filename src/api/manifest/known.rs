//! What may stand where: the fields and words that the reader of a kind knows, asked of the decoders themselves.

use std::fmt;

use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};

use super::scenario::{ACTIONS, DrainAction, ScenarioDoc, TaintAction, Target};
use super::{ExtenderDoc, PluginDoc, ReplicationController};
use crate::api::{
    CsiDriver, CsiNode, CsiStorageCapacity, LimitRange, Namespace, Node, NodeAffinity, PersistentVolume,
    PersistentVolumeClaim, Pod, PodDisruptionBudget, PriorityClass, ResourceQuota, RuntimeClass, Service, StorageClass,
    VolumeAttachment, Workload,
};

/// Kinds that are read, with the version that each is written with.
pub const KINDS: [(&str, &str); 26] = [
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
    ("Scenario", "schedscope.dev/v1alpha1"),
    ("Script", "schedscope.dev/v1alpha1"),
    ("Extender", "schedscope.dev/v1alpha1"),
    ("Plugin", "schedscope.dev/v1alpha1"),
];

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A scalar of any text or number.
    Scalar,
    /// One of these words.
    Words(&'static [&'static str]),
    /// A mapping with these fields.
    Fields(&'static [&'static str]),
    /// A mapping with keys of one's own.
    Map,
}

/// What stands at a path of keys in an object of a kind, and whether it is a list of such. List items take no step.
///
/// Nothing where the reader of this kind knows no such path.
#[must_use]
pub fn shape(kind: &str, path: &[&str]) -> Option<(Shape, bool)> {
    match kind {
        "Node" => probe::<Node>(path),
        "Pod" => probe::<Pod>(path),
        "Deployment" | "StatefulSet" | "DaemonSet" | "ReplicaSet" | "Job" => probe::<Workload>(path),
        "ReplicationController" => probe::<ReplicationController>(path),
        "PriorityClass" => probe::<PriorityClass>(path),
        "PodDisruptionBudget" => probe::<PodDisruptionBudget>(path),
        "Service" => probe::<Service>(path),
        "Namespace" => probe::<Namespace>(path),
        "RuntimeClass" => probe::<RuntimeClass>(path),
        "LimitRange" => probe::<LimitRange>(path),
        "ResourceQuota" => probe::<ResourceQuota>(path),
        "PersistentVolume" => probe::<PersistentVolume>(path),
        "PersistentVolumeClaim" => probe::<PersistentVolumeClaim>(path),
        "StorageClass" => probe::<StorageClass>(path),
        "CSINode" => probe::<CsiNode>(path),
        "CSIDriver" => probe::<CsiDriver>(path),
        "CSIStorageCapacity" => probe::<CsiStorageCapacity>(path),
        "VolumeAttachment" => probe::<VolumeAttachment>(path),
        "Extender" => probe::<ExtenderDoc>(path),
        "Plugin" => probe::<PluginDoc>(path),
        "KubeSchedulerConfiguration" => configuration(path),
        "Policy" => policy(path),
        "Scenario" | "Script" => match path {
            ["script", path @ ..] => script(path),
            _ => probe::<ScenarioDoc>(path),
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
        [] => (Shape::Fields(COMPONENT), false),
        ["profiles"] => {
            (Shape::Fields(&["schedulerName", "percentageOfNodesToScore", "plugins", "pluginConfig"]), true)
        }
        ["profiles", "plugins"] => (Shape::Fields(POINTS), false),
        ["profiles", "plugins", _] => (Shape::Fields(&["enabled", "disabled"]), false),
        ["profiles", "plugins", _, "enabled"] => (Shape::Fields(&["name", "weight"]), true),
        ["profiles", "plugins", _, "disabled"] => (Shape::Fields(&["name"]), true),
        ["profiles", "pluginConfig"] => (Shape::Fields(&["name", "args"]), true),
        ["profiles", "pluginConfig", "args"] => (Shape::Fields(ARGUMENTS), false),
        ["profiles", "pluginConfig", "args", rest @ ..] => return arguments(rest),
        ["extenders", rest @ ..] => return extenders(rest),
        ["profiles", _] | [_] => (Shape::Scalar, false),
        _ => return None,
    })
}

fn arguments(path: &[&str]) -> Option<(Shape, bool)> {
    Some(match path {
        ["scoringStrategy"] => (Shape::Fields(&["type", "resources", "requestedToCapacityRatio"]), false),
        ["scoringStrategy", "type"] => {
            (Shape::Words(&["LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"]), false)
        }
        ["scoringStrategy", "requestedToCapacityRatio"] => (Shape::Fields(&["shape"]), false),
        [.., "shape"] => (Shape::Fields(&["utilization", "score"]), true),
        [.., "resources"] => (Shape::Fields(&["name", "weight"]), true),
        ["defaultingType"] => (Shape::Words(&["System", "List"]), false),
        ["defaultConstraints"] => (Shape::Fields(&["maxSkew", "topologyKey", "whenUnsatisfiable"]), true),
        ["ignorePreferredTermsOfExistingPods"] => (Shape::Words(&["true", "false"]), false),
        ["addedAffinity", rest @ ..] => return probe::<NodeAffinity>(rest),
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
        [] => (Shape::Fields(FIELDS), true),
        ["managedResources"] => (Shape::Fields(&["name", "ignoredByScheduler"]), true),
        ["nodeCacheCapable" | "ignorable"] => (Shape::Words(&["true", "false"]), false),
        [_] => (Shape::Scalar, false),
        _ => return None,
    })
}

/// The same within a policy.
fn policy(path: &[&str]) -> Option<(Shape, bool)> {
    const FIELDS: &[&str] =
        &["predicates", "priorities", "extenders", "hardPodAffinitySymmetricWeight", "alwaysCheckAllPredicates"];
    Some(match path {
        [] => (Shape::Fields(FIELDS), false),
        ["predicates"] => (Shape::Fields(&["name", "argument"]), true),
        ["priorities"] => (Shape::Fields(&["name", "weight", "argument"]), true),
        ["extenders", rest @ ..] => return extenders(rest),
        [_] => (Shape::Scalar, false),
        _ => return None,
    })
}

/// The same within the script of a scenario, whose entries are read by hand.
fn script(path: &[&str]) -> Option<(Shape, bool)> {
    match path {
        [] => Some((Shape::Fields(&ACTIONS), true)),
        ["updateNode", path @ ..] => probe::<Node>(path),
        ["taint" | "untaint", path @ ..] => probe::<TaintAction>(path),
        ["drain", path @ ..] => probe::<DrainAction>(path),
        ["delete" | "scale" | "label" | "resize" | "ungate" | "evict", path @ ..] => probe::<Target>(path),
        ["create" | "apply"] => Some((Shape::Map, false)),
        [_] => Some((Shape::Scalar, false)),
        _ => None,
    }
}

fn probe<'de, T: Deserialize<'de>>(steps: &'de [&'de str]) -> Option<(Shape, bool)> {
    T::deserialize(Probe { steps, list: false }).err().and_then(|halt| halt.0)
}

/// A deserializer that lets a type say what it wants at the end of a path, and then stops it.
#[derive(Clone, Copy)]
struct Probe<'de> {
    steps: &'de [&'de str],
    list: bool,
}

/// How a probe ends, always: with what it found, if anything.
#[derive(Debug)]
struct Halt(Option<(Shape, bool)>);

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl std::error::Error for Halt {}

impl de::Error for Halt {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(None)
    }
}

impl Probe<'_> {
    fn halt<T>(self, shape: Shape) -> Result<T, Halt> {
        Err(Halt(self.steps.is_empty().then_some((shape, self.list))))
    }
}

impl<'de> Deserializer<'de> for Probe<'de> {
    type Error = Halt;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Halt> {
        self.halt(Shape::Scalar)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Halt> {
        self.halt(Shape::Words(&["true", "false"]))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Halt> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Halt> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Halt> {
        visitor.visit_seq(Item(Self { list: true, ..self }))
    }

    fn deserialize_map<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Halt> {
        self.halt(Shape::Map)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Halt> {
        match self.steps.split_first() {
            Some((step, rest)) if fields.contains(step) => visitor.visit_map(Pair { step, rest }),
            _ => self.halt(Shape::Fields(fields)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Halt> {
        self.halt(Shape::Words(words))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct
        identifier ignored_any
    }
}

/// A list of one.
struct Item<'de>(Probe<'de>);

impl<'de> de::SeqAccess<'de> for Item<'de> {
    type Error = Halt;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Halt> {
        seed.deserialize(self.0).map(Some)
    }
}

/// A mapping of one.
struct Pair<'de> {
    step: &'de str,
    rest: &'de [&'de str],
}

impl<'de> de::MapAccess<'de> for Pair<'de> {
    type Error = Halt;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Halt> {
        seed.deserialize(self.step.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Halt> {
        seed.deserialize(Probe { steps: self.rest, list: false })
    }
}

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
        assert_eq!(shape("Node", &["spec", "unschedulable"]), Some((Shape::Words(&["true", "false"]), false)));
        assert_eq!(shape("Pod", &["spec", "nothing"]), None);
        assert_eq!(shape("Ingress", &[]), None);
        for (kind, _) in KINDS {
            assert!(matches!(shape(kind, &[]), Some((Shape::Fields(_), false))), "{kind}");
        }
    }
}

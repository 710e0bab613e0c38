//! What a release runs at each extension point unless a document says otherwise, as names: for the page's form, which has no plugins.

use serde_json::Value;

use super::plugin_sets::{PluginSet, PluginWeight};
use crate::Release;

/// An extension point.
#[derive(Clone, Copy, Debug)]
pub struct PointPlugins {
    /// Its field in a document.
    pub name: &'static str,
    /// Plugins that run there, with their weights; 0 where there are none.
    pub defaults: &'static [(&'static str, i64)],
    /// Plugins that can be enabled beside them.
    pub optional: &'static [&'static str],
}

impl PointPlugins {
    /// Whether a plugin of the release runs there, or can.
    #[must_use]
    pub fn has_plugin(&self, plugin: &str) -> bool {
        self.defaults.iter().any(|(name, _)| *name == plugin) || self.optional.contains(&plugin)
    }
}

/// The point that stands for all others.
pub const MULTI_POINT: &str = "multiPoint";

const fn point(
    name: &'static str,
    defaults: &'static [(&'static str, i64)],
    more: &'static [&'static str],
) -> PointPlugins {
    PointPlugins { name, defaults, optional: more }
}

const V1_20: &[PointPlugins] = &[
    point("queueSort", &[("PrioritySort", 0)], &[]),
    point(
        "preFilter",
        &[
            ("NodeResourcesFit", 0),
            ("NodePorts", 0),
            ("PodTopologySpread", 0),
            ("InterPodAffinity", 0),
            ("VolumeBinding", 0),
        ],
        &["ServiceAffinity"],
    ),
    point(
        "filter",
        &[
            ("NodeUnschedulable", 0),
            ("NodeName", 0),
            ("TaintToleration", 0),
            ("NodeAffinity", 0),
            ("NodePorts", 0),
            ("NodeResourcesFit", 0),
            ("VolumeRestrictions", 0),
            ("EBSLimits", 0),
            ("GCEPDLimits", 0),
            ("NodeVolumeLimits", 0),
            ("AzureDiskLimits", 0),
            ("VolumeBinding", 0),
            ("VolumeZone", 0),
            ("PodTopologySpread", 0),
            ("InterPodAffinity", 0),
        ],
        &["NodeLabel", "ServiceAffinity"],
    ),
    point("postFilter", &[("DefaultPreemption", 0)], &[]),
    point(
        "preScore",
        &[("InterPodAffinity", 0), ("PodTopologySpread", 0), ("TaintToleration", 0)],
        &["SelectorSpread"],
    ),
    point(
        "score",
        &[
            ("NodeResourcesBalancedAllocation", 1),
            ("ImageLocality", 1),
            ("InterPodAffinity", 1),
            ("NodeResourcesLeastAllocated", 1),
            ("NodeAffinity", 1),
            ("NodePreferAvoidPods", 10_000),
            ("PodTopologySpread", 2),
            ("TaintToleration", 1),
        ],
        &["NodeResourcesMostAllocated", "RequestedToCapacityRatio", "SelectorSpread", "NodeLabel", "ServiceAffinity"],
    ),
    point("reserve", &[("VolumeBinding", 0)], &[]),
    point("permit", &[], &[]),
    point("preBind", &[("VolumeBinding", 0)], &[]),
    point("bind", &[("DefaultBinder", 0)], &[]),
];

macro_rules! latest {
    ($($feature:literal)?; $dynamic:literal; $($score:literal)?) => {
        &[
            point(
                MULTI_POINT,
                &[
                    ("SchedulingGates", 0),
                    ("PrioritySort", 0),
                    ("NodeUnschedulable", 0),
                    ("NodeName", 0),
                    ("TaintToleration", 3),
                    ("NodeAffinity", 2),
                    ("NodePorts", 0),
                    ("NodeResourcesFit", 1),
                    ("VolumeRestrictions", 0),
                    ("NodeVolumeLimits", 0),
                    ("VolumeBinding", 1),
                    ("VolumeZone", 0),
                    ("PodTopologySpread", 2),
                    ("InterPodAffinity", 2),
                    ("DynamicResources", $dynamic),
                    ("DefaultPreemption", 0),
                    ("NodeResourcesBalancedAllocation", 1),
                    ("ImageLocality", 1),
                    ("DefaultBinder", 0),
                    $(($feature, 0),)?
                ],
                &[],
            ),
            point("queueSort", &[("PrioritySort", 0)], &[]),
            point(
                "preFilter",
                &[
                    ("NodeAffinity", 0),
                    ("NodePorts", 0),
                    ("NodeResourcesFit", 0),
                    ("VolumeRestrictions", 0),
                    ("NodeVolumeLimits", 0),
                    ("VolumeBinding", 0),
                    ("VolumeZone", 0),
                    ("PodTopologySpread", 0),
                    ("InterPodAffinity", 0),
                    ("DynamicResources", 0),
                    $(($feature, 0),)?
                ],
                &[],
            ),
            point(
                "filter",
                &[
                    ("NodeUnschedulable", 0),
                    ("NodeName", 0),
                    ("TaintToleration", 0),
                    ("NodeAffinity", 0),
                    ("NodePorts", 0),
                    ("NodeResourcesFit", 0),
                    ("VolumeRestrictions", 0),
                    ("NodeVolumeLimits", 0),
                    ("VolumeBinding", 0),
                    ("VolumeZone", 0),
                    ("PodTopologySpread", 0),
                    ("InterPodAffinity", 0),
                    ("DynamicResources", 0),
                    $(($feature, 0),)?
                ],
                &[],
            ),
            point("postFilter", &[("DynamicResources", 0), ("DefaultPreemption", 0)], &[]),
            point(
                "preScore",
                &[
                    ("TaintToleration", 0),
                    ("NodeAffinity", 0),
                    ("NodeResourcesFit", 0),
                    ("VolumeBinding", 0),
                    ("PodTopologySpread", 0),
                    ("InterPodAffinity", 0),
                    ("NodeResourcesBalancedAllocation", 0),
                ],
                &[],
            ),
            point(
                "score",
                &[
                    ("TaintToleration", 3),
                    ("NodeAffinity", 2),
                    ("NodeResourcesFit", 1),
                    ("VolumeBinding", 1),
                    ("PodTopologySpread", 2),
                    ("InterPodAffinity", 2),
                    $(($score, 2),)?
                    ("NodeResourcesBalancedAllocation", 1),
                    ("ImageLocality", 1),
                ],
                &[],
            ),
            point("reserve", &[("VolumeBinding", 0), ("DynamicResources", 0)], &[]),
            point("permit", &[], &[]),
            point("preBind", &[("VolumeBinding", 0), ("DynamicResources", 0)], &[]),
            point("bind", &[("DefaultBinder", 0)], &[]),
        ]
    };
}

const V1_34: &[PointPlugins] = latest!(; 0;);
const V1_36: &[PointPlugins] = latest!("NodeDeclaredFeatures"; 2; "DynamicResources");

/// The version of `KubeSchedulerConfiguration` that a release reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentVersion {
    /// `v1alpha1`: no profiles, and a policy beside it.
    Alpha,
    /// `v1beta1`: profiles, and each point names its plugins.
    Beta,
    /// `v1`: `multiPoint`, and a default that is enabled once more stays in its place.
    Stable,
}

/// The version that a release reads.
#[must_use]
pub fn config_version(release: Release) -> DocumentVersion {
    match release {
        Release::V1_16 => DocumentVersion::Alpha,
        Release::V1_20 => DocumentVersion::Beta,
        Release::V1_34 | Release::V1_36 => DocumentVersion::Stable,
    }
}

/// The release that reads a document: where several do, the one that runs, or the nearest to it.
#[must_use]
pub fn reading_release(kind: &str, api_version: &str, runs: Release) -> Option<Release> {
    match (kind, api_version) {
        ("Policy", _) => Some(runs.min(Release::V1_20)),
        (_, "kubescheduler.config.k8s.io/v1alpha1") => Some(Release::V1_16),
        (_, "kubescheduler.config.k8s.io/v1beta1") => Some(Release::V1_20),
        ("KubeSchedulerConfiguration", "kubescheduler.config.k8s.io/v1") => Some(runs.max(Release::V1_34)),
        _ => None,
    }
}

/// The extension points at which a document of the release can choose plugins that have an effect here. None for v1.16.
#[must_use]
pub fn point_plugins(release: Release) -> &'static [PointPlugins] {
    match release {
        Release::V1_16 => &[],
        Release::V1_20 => V1_20,
        Release::V1_34 => V1_34,
        Release::V1_36 => V1_36,
    }
}

/// What a document says at a point; nothing where it cannot be read.
#[must_use]
pub fn plugin_set_of(plugins: &Value, point: &str) -> Option<PluginSet> {
    let list = |name: &str| -> Option<Vec<PluginWeight>> {
        match &plugins[point][name] {
            Value::Null => Some(Vec::new()),
            Value::Array(items) => items
                .iter()
                .map(|item| Some((item["name"].as_str()?.to_owned(), item["weight"].as_i64().unwrap_or(0))))
                .collect(),
            _ => None,
        }
    };
    let disabled = list("disabled")?.into_iter().map(|(name, _)| name).collect();
    Some(PluginSet { enabled: list("enabled")?, disabled })
}

/// The plugins that run at a point under a profile's `plugins`, in order, each with its weight. `own` says whether a plugin of one's own
/// extends the point. Nothing where the document cannot be read, or would be refused.
#[must_use]
pub fn effective_plugins(
    release: Release,
    plugins: &Value,
    point: &PointPlugins,
    is_user_plugin: impl Fn(&str) -> bool,
) -> Option<Vec<PluginWeight>> {
    let set = plugin_set_of(plugins, point.name)?;
    let defaults: Vec<PluginWeight> =
        point.defaults.iter().map(|(name, weight)| ((*name).to_owned(), *weight)).collect();
    let mut list = if config_version(release) == DocumentVersion::Beta {
        set.merge_into(&defaults, false).ok()?
    } else {
        let everywhere = point_plugins(release).iter().find(|plugin| plugin.name == MULTI_POINT)?;
        let all: Vec<PluginWeight> =
            everywhere.defaults.iter().map(|(name, weight)| ((*name).to_owned(), *weight)).collect();
        let multi = plugin_set_of(plugins, MULTI_POINT)?.merge_into(&all, true).ok()?;
        if point.name == MULTI_POINT {
            multi
        } else {
            set.expand_multi_point(&multi, |name| point.has_plugin(name) || is_user_plugin(name))
        }
    };
    let score = point_plugins(release).iter().find(|plugin| plugin.name == "score")?;
    for (name, weight) in &mut list {
        // Of plugins that do other things too, the scores alone have weights.
        let scores =
            point.name == score.name || (point.name == MULTI_POINT && (score.has_plugin(name) || is_user_plugin(name)));
        *weight = if scores { (*weight).max(1) } else { 0 };
    }
    Some(list)
}

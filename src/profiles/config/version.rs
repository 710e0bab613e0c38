//! What differs between versions of `KubeSchedulerConfiguration`.

use std::rc::Rc;

use api::{manifest::PluginDoc, problem::Noun};
use releases::{Release, documents::plugin_names};
use scheduler::framework::{FilterRow, Profile, ScoreRow};

use super::{
    super::{v1_20, v1_34, v1_36},
    args::Args,
    json_reader::{ConfigError, JsonAt},
};

/// What differs between versions of the document.
pub(super) struct VersionRules<'d> {
    /// The release whose names it has.
    pub release: Release,
    /// `multiPoint`, `percentageOfNodesToScore` of a profile, and defaults that are overridden in their place.
    pub latest: bool,
    pub points: &'static [&'static str],
    pub plugins: &'static [&'static str],
    /// Plugins that extend `PreFilter` by default, and those that extend `PreScore`.
    pub pre_filters: &'static [&'static str],
    pub(crate) pre_scores: &'static [&'static str],
    /// Plugins that extend one of the two if a document enables them there.
    pub(crate) optional_pre_points: &'static [&'static str],
    /// Equal pods may be batched.
    pub(crate) batches: bool,
    /// Plugins of one's own.
    pub user_plugins: &'d [Rc<PluginDoc>],
    pub profile: fn(&Args) -> Profile,
    pub(crate) more_filters: fn(&Args) -> Vec<FilterRow>,
    pub(crate) more_scores: fn(&Args) -> Vec<ScoreRow>,
}

impl VersionRules<'_> {
    /// The name of a plugin that this version has.
    pub(super) fn plugin_name<'v>(&self, name: &JsonAt<'v>) -> Result<&'v str, ConfigError> {
        let user_plugin_names = self.user_plugins.iter().map(|plugin| plugin.metadata.name.as_str());
        name.one_of(Noun::Plugin, &self.plugins.iter().copied().chain(user_plugin_names).collect::<Vec<_>>())
    }
}

pub(super) const V1_34: VersionRules<'static> = VersionRules {
    release: Release::V1_34,
    latest: true,
    batches: false,
    points: &[
        "preEnqueue",
        "queueSort",
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
        "multiPoint",
    ],
    plugins: plugin_names::V1_34,
    pre_filters: V1_36_PRE_FILTERS.split_at(V1_36_PRE_FILTERS.len() - 1).0,
    pre_scores: &[
        "TaintToleration",
        "NodeAffinity",
        "NodeResourcesFit",
        "VolumeBinding",
        "PodTopologySpread",
        "InterPodAffinity",
        "NodeResourcesBalancedAllocation",
    ],
    optional_pre_points: &[],
    user_plugins: &[],
    profile: v1_34::profile,
    more_filters: |_| Vec::new(),
    more_scores: |_| Vec::new(),
};

/// The same documents with one more plugin, at the end of the defaults.
pub(super) const V1_36: VersionRules<'static> = VersionRules {
    release: Release::V1_36,
    plugins: plugin_names::V1_36,
    pre_filters: V1_36_PRE_FILTERS,
    batches: true,
    profile: v1_36::profile,
    ..V1_34
};

const V1_36_PRE_FILTERS: &[&str] = &[
    "NodeAffinity",
    "NodePorts",
    "NodeResourcesFit",
    "VolumeRestrictions",
    "NodeVolumeLimits",
    "VolumeBinding",
    "VolumeZone",
    "PodTopologySpread",
    "InterPodAffinity",
    "DynamicResources",
    "NodeDeclaredFeatures",
];

pub(super) const V1_20: VersionRules<'static> = VersionRules {
    release: Release::V1_20,
    latest: false,
    batches: false,
    points: &[
        "queueSort",
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
    ],
    plugins: plugin_names::V1_20,
    pre_filters: &["NodeResourcesFit", "NodePorts", "PodTopologySpread", "InterPodAffinity", "VolumeBinding"],
    pre_scores: &["InterPodAffinity", "PodTopologySpread", "TaintToleration"],
    optional_pre_points: &["ServiceAffinity", "SelectorSpread"],
    user_plugins: &[],
    profile: v1_20::profile,
    more_filters: v1_20::more_filters,
    more_scores: v1_20::more_scores,
};

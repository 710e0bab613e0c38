//! The table of plugins.
//!
//! From v1.34 on its order is that of upstream's default plugins (`getDefaultPlugins`), in which they run at every
//! extension point. In v1.20 each point has its own list (`getDefaultConfig`): if its order differs, plugins have their
//! positions in it.

use runlog::PluginId;

use super::info::{
    ExtensionPoint::{Bind, Filter, PostFilter, PreBind, PreEnqueue, PreFilter, PreScore, QueueSort, Reserve, Score},
    PluginInfo, since, v1_20,
};
use crate::Release::{V1_34, V1_36};

/// Builds the table, and checks at compile time that every plugin of the framework has a row.
macro_rules! plugin_table {
    ($(($id:ident, $name:literal, $usages:expr)),+ $(,)?) => {
        pub(super) static PLUGINS: &[PluginInfo] =
            &[$(PluginInfo { id: PluginId::$id, name: $name, usages: &$usages }),+];

        const _: fn(PluginId) = |plugin| match plugin {
            $(PluginId::$id => (),)+
            // These have no row: v1.16 has no framework (see `documents::policy_names`), `Scripted` stands for plugins
            // that a scenario defines, and `GangScheduling` exists only with its feature gate.
            PluginId::GeneralPredicates | PluginId::Equal | PluginId::Scripted | PluginId::GangScheduling => (),
        };
    };
}

plugin_table![
    (SchedulingGates, "SchedulingGates", [since(V1_34, &[PreEnqueue])]),
    (PrioritySort, "PrioritySort", [v1_20(&[QueueSort]), since(V1_34, &[QueueSort])]),
    (NodeUnschedulable, "NodeUnschedulable", [v1_20(&[Filter]), since(V1_34, &[Filter])]),
    (NodeName, "NodeName", [v1_20(&[Filter]), since(V1_34, &[Filter])]),
    (
        TaintToleration,
        "TaintToleration",
        [
            v1_20(&[Filter, PreScore, Score]).weight(1).places(&[(PreScore, 3), (Score, 8)]),
            since(V1_34, &[Filter, PreScore, Score]).weight(3),
        ]
    ),
    (
        NodeAffinity,
        "NodeAffinity",
        [
            v1_20(&[Filter, Score]).weight(1).places(&[(Score, 5)]).arguments(&["addedAffinity"]),
            since(V1_34, &[PreFilter, Filter, PreScore, Score]).weight(2).arguments(&["addedAffinity"]),
        ]
    ),
    (
        NodePorts,
        "NodePorts",
        [v1_20(&[PreFilter, Filter]).places(&[(PreFilter, 2)]), since(V1_34, &[PreFilter, Filter])]
    ),
    (
        NodeResourcesFit,
        "NodeResourcesFit",
        [
            v1_20(&[PreFilter, Filter])
                .places(&[(PreFilter, 1)])
                .arguments(&["ignoredResources", "ignoredResourceGroups"]),
            since(V1_34, &[PreFilter, Filter, PreScore, Score]).weight(1).arguments(&[
                "ignoredResources",
                "ignoredResourceGroups",
                "scoringStrategy",
            ]),
        ]
    ),
    (VolumeRestrictions, "VolumeRestrictions", [v1_20(&[Filter]), since(V1_34, &[PreFilter, Filter])]),
    (EbsLimits, "EBSLimits", [v1_20(&[Filter])]),
    (GcePdLimits, "GCEPDLimits", [v1_20(&[Filter])]),
    (NodeVolumeLimits, "NodeVolumeLimits", [v1_20(&[Filter]), since(V1_34, &[PreFilter, Filter])]),
    (AzureDiskLimits, "AzureDiskLimits", [v1_20(&[Filter])]),
    (CinderLimits, "CinderLimits", [v1_20(&[])]),
    (
        VolumeBinding,
        "VolumeBinding",
        [
            v1_20(&[PreFilter, Filter, Reserve, PreBind])
                .places(&[(PreFilter, 5)])
                .arguments(&["bindTimeoutSeconds", "shape"]),
            since(V1_34, &[PreFilter, Filter, PreScore, Score, Reserve, PreBind])
                .weight(1)
                .arguments(&["bindTimeoutSeconds", "shape"]),
        ]
    ),
    (VolumeZone, "VolumeZone", [v1_20(&[Filter]), since(V1_34, &[PreFilter, Filter])]),
    (
        PodTopologySpread,
        "PodTopologySpread",
        [
            v1_20(&[PreFilter, Filter, PreScore, Score])
                .weight(2)
                .places(&[(PreFilter, 3), (PreScore, 2), (Score, 7)])
                .arguments(&["defaultConstraints", "defaultingType"]),
            since(V1_34, &[PreFilter, Filter, PreScore, Score])
                .weight(2)
                .arguments(&["defaultConstraints", "defaultingType"]),
        ]
    ),
    (
        InterPodAffinity,
        "InterPodAffinity",
        [
            v1_20(&[PreFilter, Filter, PreScore, Score])
                .weight(1)
                .places(&[(PreFilter, 4), (PreScore, 1), (Score, 3)])
                .arguments(&["hardPodAffinityWeight"]),
            since(V1_34, &[PreFilter, Filter, PreScore, Score])
                .weight(2)
                .arguments(&["hardPodAffinityWeight", "ignorePreferredTermsOfExistingPods"]),
        ]
    ),
    (
        DynamicResources,
        "DynamicResources",
        [
            since(V1_34, &[PreEnqueue, PreFilter, Filter, PostFilter, Reserve, PreBind])
                .until(V1_34)
                .arguments(&["filterTimeout", "bindingTimeout"]),
            since(V1_36, &[PreEnqueue, PreFilter, Filter, PostFilter, Score, Reserve, PreBind])
                .weight(2)
                .arguments(&["filterTimeout", "bindingTimeout"]),
        ]
    ),
    (
        DefaultPreemption,
        "DefaultPreemption",
        [
            v1_20(&[PostFilter]).arguments(&["minCandidateNodesPercentage", "minCandidateNodesAbsolute"]),
            since(V1_34, &[PreEnqueue, PostFilter])
                .arguments(&["minCandidateNodesPercentage", "minCandidateNodesAbsolute"]),
        ]
    ),
    (
        NodeResourcesBalancedAllocation,
        "NodeResourcesBalancedAllocation",
        [
            v1_20(&[Score]).weight(1).places(&[(Score, 1)]),
            since(V1_34, &[PreScore, Score]).weight(1).arguments(&["resources"]),
        ]
    ),
    (
        ImageLocality,
        "ImageLocality",
        [v1_20(&[Score]).weight(1).places(&[(Score, 2)]), since(V1_34, &[Score]).weight(1)]
    ),
    (
        NodeResourcesLeastAllocated,
        "NodeResourcesLeastAllocated",
        [v1_20(&[Score]).weight(1).places(&[(Score, 4)]).arguments(&["resources"])]
    ),
    (
        NodeResourcesMostAllocated,
        "NodeResourcesMostAllocated",
        [v1_20(&[Score]).optional().weight(1).arguments(&["resources"])]
    ),
    (
        RequestedToCapacityRatio,
        "RequestedToCapacityRatio",
        [v1_20(&[Score]).optional().weight(1).arguments(&["shape", "resources"])]
    ),
    (NodePreferAvoidPods, "NodePreferAvoidPods", [v1_20(&[Score]).weight(10_000).places(&[(Score, 6)])]),
    (DefaultBinder, "DefaultBinder", [v1_20(&[Bind]), since(V1_34, &[Bind])]),
    (NodeDeclaredFeatures, "NodeDeclaredFeatures", [since(V1_36, &[PreFilter, Filter])]),
    (
        NodeLabel,
        "NodeLabel",
        [v1_20(&[Filter, Score]).optional().weight(1).places(&[(Score, 1)]).arguments(&[
            "presentLabels",
            "absentLabels",
            "presentLabelsPreference",
            "absentLabelsPreference",
        ])]
    ),
    (
        ServiceAffinity,
        "ServiceAffinity",
        [v1_20(&[PreFilter, Filter, Score])
            .optional()
            .weight(1)
            .places(&[(Score, 2)])
            .arguments(&["affinityLabels", "antiAffinityLabelsPreference"])]
    ),
    (SelectorSpread, "SelectorSpread", [v1_20(&[PreScore, Score]).optional().weight(1)]),
];

//! The plugins that a release has itself, by the names that its configuration knows.

use crate::Release;

/// The plugins that a release has itself. None where it knows no plugins of one's own.
#[must_use]
pub fn built_in_plugins(release: Release) -> Option<&'static [&'static str]> {
    match release {
        Release::V1_16 => None,
        Release::V1_20 => Some(V1_20),
        Release::V1_34 => Some(V1_34),
        Release::V1_36 => Some(V1_36),
    }
}

/// Of `v1beta1`.
pub const V1_20: &[&str] = &[
    "PrioritySort",
    "NodeUnschedulable",
    "NodeName",
    "TaintToleration",
    "NodeAffinity",
    "NodePorts",
    "NodeResourcesFit",
    "VolumeRestrictions",
    "EBSLimits",
    "GCEPDLimits",
    "NodeVolumeLimits",
    "AzureDiskLimits",
    "CinderLimits",
    "VolumeBinding",
    "VolumeZone",
    "PodTopologySpread",
    "InterPodAffinity",
    "DefaultPreemption",
    "NodeResourcesBalancedAllocation",
    "ImageLocality",
    "NodeResourcesLeastAllocated",
    "NodeResourcesMostAllocated",
    "RequestedToCapacityRatio",
    "NodePreferAvoidPods",
    "DefaultBinder",
    "NodeLabel",
    "ServiceAffinity",
    "SelectorSpread",
];

/// Of `v1`, as v1.36 reads it.
pub const V1_36: &[&str] = &[
    "SchedulingGates",
    "PrioritySort",
    "NodeUnschedulable",
    "NodeName",
    "TaintToleration",
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
    "DefaultPreemption",
    "NodeResourcesBalancedAllocation",
    "ImageLocality",
    "DefaultBinder",
    "NodeDeclaredFeatures",
];

/// Of `v1`, as v1.34 reads it.
pub const V1_34: &[&str] = V1_36.split_at(V1_36.len() - 1).0;

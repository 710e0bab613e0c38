//! The predicates and priorities that a `Policy` knows by name, and those that run without its lists.

use crate::Release;

/// What stands in a list of a policy, `predicates` or `priorities`: the names that the release knows, and what runs without the list, with
/// weights.
#[must_use]
pub fn policy_list(release: Release, list: &str) -> (&'static [&'static str], &'static [(&'static str, i64)]) {
    match (list, release) {
        ("predicates", Release::V1_16) => (V1_16_KNOWN_PREDICATES, V1_16_PREDICATES),
        ("predicates", _) => (V1_20_KNOWN_PREDICATES, V1_20_PREDICATES),
        (_, Release::V1_16) => (V1_16_KNOWN_PRIORITIES, V1_16_PRIORITIES),
        _ => (V1_20_KNOWN_PRIORITIES, V1_20_PRIORITIES),
    }
}

const V1_16_PREDICATES: &[(&str, i64)] = &[
    ("CheckNodeUnschedulable", 0),
    ("GeneralPredicates", 0),
    ("NoDiskConflict", 0),
    ("PodToleratesNodeTaints", 0),
    ("MaxEBSVolumeCount", 0),
    ("MaxGCEPDVolumeCount", 0),
    ("MaxCSIVolumeCountPred", 0),
    ("MaxAzureDiskVolumeCount", 0),
    ("CheckVolumeBinding", 0),
    ("NoVolumeZoneConflict", 0),
    ("MatchInterPodAffinity", 0),
];

const V1_20_PREDICATES: &[(&str, i64)] = &[
    ("CheckNodeUnschedulable", 0),
    ("GeneralPredicates", 0),
    ("NoDiskConflict", 0),
    ("PodToleratesNodeTaints", 0),
    ("MaxEBSVolumeCount", 0),
    ("MaxGCEPDVolumeCount", 0),
    ("MaxCSIVolumeCountPred", 0),
    ("MaxAzureDiskVolumeCount", 0),
    ("CheckVolumeBinding", 0),
    ("NoVolumeZoneConflict", 0),
    ("EvenPodsSpread", 0),
    ("MatchInterPodAffinity", 0),
];

const V1_16_PRIORITIES: &[(&str, i64)] = &[
    ("SelectorSpreadPriority", 1),
    ("InterPodAffinityPriority", 1),
    ("LeastRequestedPriority", 1),
    ("BalancedResourceAllocation", 1),
    ("NodePreferAvoidPodsPriority", 10_000),
    ("NodeAffinityPriority", 1),
    ("TaintTolerationPriority", 1),
    ("ImageLocalityPriority", 1),
];

const V1_20_PRIORITIES: &[(&str, i64)] = &[
    ("SelectorSpreadPriority", 2),
    ("InterPodAffinityPriority", 1),
    ("LeastRequestedPriority", 1),
    ("BalancedResourceAllocation", 1),
    ("NodePreferAvoidPodsPriority", 10_000),
    ("NodeAffinityPriority", 1),
    ("TaintTolerationPriority", 1),
    ("ImageLocalityPriority", 1),
    ("EvenPodsSpreadPriority", 2),
];

/// The predicates that v1.16 knows.
pub const V1_16_KNOWN_PREDICATES: &[&str] = &[
    "CheckNodeUnschedulable",
    "GeneralPredicates",
    "HostName",
    "PodFitsHostPorts",
    "PodFitsPorts",
    "MatchNodeSelector",
    "PodFitsResources",
    "NoDiskConflict",
    "PodToleratesNodeTaints",
    "MaxEBSVolumeCount",
    "MaxGCEPDVolumeCount",
    "MaxCSIVolumeCountPred",
    "MaxAzureDiskVolumeCount",
    "MaxCinderVolumeCount",
    "CheckVolumeBinding",
    "NoVolumeZoneConflict",
    "MatchInterPodAffinity",
];

/// The priorities that v1.16 knows.
pub const V1_16_KNOWN_PRIORITIES: &[&str] = &[
    "SelectorSpreadPriority",
    "InterPodAffinityPriority",
    "LeastRequestedPriority",
    "BalancedResourceAllocation",
    "NodePreferAvoidPodsPriority",
    "NodeAffinityPriority",
    "TaintTolerationPriority",
    "ImageLocalityPriority",
    "MostRequestedPriority",
    "RequestedToCapacityRatioPriority",
    "ServiceSpreadingPriority",
    "EqualPriority",
];

/// The predicates that v1.20 knows.
pub const V1_20_KNOWN_PREDICATES: &[&str] = &[
    "CheckNodeUnschedulable",
    "GeneralPredicates",
    "HostName",
    "PodFitsHostPorts",
    "PodFitsPorts",
    "MatchNodeSelector",
    "PodFitsResources",
    "NoDiskConflict",
    "PodToleratesNodeTaints",
    "CheckNodeLabelPresence",
    "CheckServiceAffinity",
    "MaxEBSVolumeCount",
    "MaxGCEPDVolumeCount",
    "MaxCSIVolumeCountPred",
    "MaxAzureDiskVolumeCount",
    "MaxCinderVolumeCount",
    "CheckVolumeBinding",
    "NoVolumeZoneConflict",
    "EvenPodsSpread",
    "MatchInterPodAffinity",
];

/// The priorities that v1.20 knows.
pub const V1_20_KNOWN_PRIORITIES: &[&str] = &[
    "SelectorSpreadPriority",
    "ServiceSpreadingPriority",
    "InterPodAffinityPriority",
    "LeastRequestedPriority",
    "BalancedResourceAllocation",
    "NodePreferAvoidPodsPriority",
    "NodeAffinityPriority",
    "TaintTolerationPriority",
    "ImageLocalityPriority",
    "EvenPodsSpreadPriority",
    "MostRequestedPriority",
    "EqualPriority",
];

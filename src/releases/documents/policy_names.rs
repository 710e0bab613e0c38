//! The names that a `Policy` has for predicates and priorities, and the plugins that do what they say: a table of each.
//!
//! v1.16 runs predicates in the order of the table (`predicates.Ordering`), and v1.20 turns them into filters in this order.

use runlog::PluginId as Id;

use super::plugin_sets::PluginWeight;
use crate::Release;

/// A predicate or a priority.
#[derive(Debug)]
pub struct PolicyName {
    pub name: &'static str,
    /// What does it, in this order.
    pub plugins: &'static [Id],
    /// The weight of a priority by default.
    pub weight: i64,
    v1_16: NameUse,
    v1_20: NameUse,
}

/// What a release makes of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameUse {
    /// It does not know the name.
    Unknown,
    /// It takes the name, and nothing runs.
    Ignored,
    /// It takes the name for another one.
    Alias(&'static str),
    /// It gives this name to what has an argument, and does not know it otherwise.
    WithArgument,
    /// It runs where a policy names it.
    Named,
    /// It runs where a policy has no list.
    ByDefault,
    /// It runs whatever a policy says.
    Mandatory,
}
use NameUse::{Alias, ByDefault, Ignored, Mandatory, Named, Unknown, WithArgument};

impl PolicyName {
    /// What a release makes of it.
    #[must_use]
    pub fn usage(&self, release: Release) -> NameUse {
        if release == Release::V1_16 { self.v1_16 } else { self.v1_20 }
    }

    /// Whether it runs where a policy has no list.
    #[must_use]
    pub fn is_default(&self, release: Release) -> bool {
        matches!(self.usage(release), ByDefault | Mandatory)
    }

    /// Whether it can run at all.
    #[must_use]
    pub fn can_run(&self, release: Release) -> bool {
        self.is_default(release) || matches!(self.usage(release), Named | WithArgument)
    }

    fn is_known(&self, release: Release) -> bool {
        !matches!(self.usage(release), Unknown | WithArgument)
    }
}

/// What stands in a list of a policy, `predicates` or `priorities`.
#[must_use]
pub fn policy_names(list: &str) -> &'static [PolicyName] {
    if list == "predicates" { PREDICATES } else { PRIORITIES }
}

/// The names that a release knows.
#[must_use]
pub fn known_policy_names(release: Release, list: &str) -> Vec<&'static str> {
    policy_names(list).iter().filter(|item| item.is_known(release)).map(|item| item.name).collect()
}

/// What runs without the list, with weights; 0 for predicates.
#[must_use]
pub fn default_policy_list(release: Release, list: &str) -> Vec<PluginWeight> {
    let items = policy_names(list).iter().filter(|item| item.is_default(release));
    items.map(|item| (item.name.to_owned(), item.weight)).collect()
}

/// The predicates that those with arguments become in v1.20.
pub const LABEL_PREDICATE: &str = "CheckNodeLabelPresence";
pub const SERVICE_PREDICATE: &str = "CheckServiceAffinity";

/// The two priorities that are one plugin in v1.20.
pub const SELECTOR_SPREAD: &str = "SelectorSpreadPriority";
pub const EVEN_SPREAD: &str = "EvenPodsSpreadPriority";

/// What a ratio with arguments is called in v1.20, whatever its name in the policy.
pub const RATIO: &str = "RequestedToCapacityRatio";

const fn predicate(name: &'static str, plugins: &'static [Id], v1_16: NameUse, v1_20: NameUse) -> PolicyName {
    PolicyName { name, plugins, weight: 0, v1_16, v1_20 }
}

const fn priority(
    name: &'static str,
    plugins: &'static [Id],
    weight: i64,
    v1_16: NameUse,
    v1_20: NameUse,
) -> PolicyName {
    PolicyName { name, plugins, weight, v1_16, v1_20 }
}

static PREDICATES: &[PolicyName] = &[
    predicate("CheckNodeUnschedulable", &[Id::NodeUnschedulable], Mandatory, Mandatory),
    predicate(
        "GeneralPredicates",
        &[Id::NodeResourcesFit, Id::NodeName, Id::NodePorts, Id::NodeAffinity],
        ByDefault,
        ByDefault,
    ),
    predicate("HostName", &[Id::NodeName], Named, Named),
    predicate("PodFitsHostPorts", &[Id::NodePorts], Named, Named),
    predicate("PodFitsPorts", &[], Ignored, Alias("PodFitsHostPorts")),
    predicate("MatchNodeSelector", &[Id::NodeAffinity], Named, Named),
    predicate("PodFitsResources", &[Id::NodeResourcesFit], Named, Named),
    predicate("NoDiskConflict", &[Id::VolumeRestrictions], ByDefault, ByDefault),
    predicate("PodToleratesNodeTaints", &[Id::TaintToleration], Mandatory, Mandatory),
    predicate(LABEL_PREDICATE, &[Id::NodeLabel], WithArgument, Named),
    predicate(SERVICE_PREDICATE, &[Id::ServiceAffinity], WithArgument, Named),
    predicate("MaxEBSVolumeCount", &[Id::EbsLimits], ByDefault, ByDefault),
    predicate("MaxGCEPDVolumeCount", &[Id::GcePdLimits], ByDefault, ByDefault),
    predicate("MaxCSIVolumeCountPred", &[Id::NodeVolumeLimits], ByDefault, ByDefault),
    predicate("MaxAzureDiskVolumeCount", &[Id::AzureDiskLimits], ByDefault, ByDefault),
    predicate("MaxCinderVolumeCount", &[], Ignored, Ignored),
    predicate("CheckVolumeBinding", &[Id::VolumeBinding], ByDefault, ByDefault),
    predicate("NoVolumeZoneConflict", &[Id::VolumeZone], ByDefault, ByDefault),
    predicate("EvenPodsSpread", &[Id::PodTopologySpread], Unknown, ByDefault),
    predicate("MatchInterPodAffinity", &[Id::InterPodAffinity], ByDefault, ByDefault),
];

static PRIORITIES: &[PolicyName] = &[
    priority(SELECTOR_SPREAD, &[Id::SelectorSpread], 1, ByDefault, Unknown),
    priority(SELECTOR_SPREAD, &[Id::PodTopologySpread], 2, Unknown, ByDefault),
    priority("ServiceSpreadingPriority", &[], 1, Unknown, Alias(SELECTOR_SPREAD)),
    priority("InterPodAffinityPriority", &[Id::InterPodAffinity], 1, ByDefault, ByDefault),
    priority("LeastRequestedPriority", &[Id::NodeResourcesLeastAllocated], 1, ByDefault, ByDefault),
    priority("BalancedResourceAllocation", &[Id::NodeResourcesBalancedAllocation], 1, ByDefault, ByDefault),
    priority("NodePreferAvoidPodsPriority", &[Id::NodePreferAvoidPods], 10_000, ByDefault, ByDefault),
    priority("NodeAffinityPriority", &[Id::NodeAffinity], 1, ByDefault, ByDefault),
    priority("TaintTolerationPriority", &[Id::TaintToleration], 1, ByDefault, ByDefault),
    priority("ImageLocalityPriority", &[Id::ImageLocality], 1, ByDefault, ByDefault),
    priority(EVEN_SPREAD, &[Id::PodTopologySpread], 2, Unknown, ByDefault),
    priority("MostRequestedPriority", &[Id::NodeResourcesMostAllocated], 1, Named, Named),
    priority("RequestedToCapacityRatioPriority", &[Id::RequestedToCapacityRatio], 1, Named, Unknown),
    priority(RATIO, &[Id::RequestedToCapacityRatio], 1, Unknown, WithArgument),
    priority("ServiceSpreadingPriority", &[Id::SelectorSpread], 1, Named, Unknown),
    priority("EqualPriority", &[Id::Equal], 1, Named, Ignored),
];

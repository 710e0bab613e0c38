//! The names of predicates and priorities in a `Policy`, and the plugins that implement them: a table of each.
//!
//! v1.16 runs predicates in the order of the table (`predicates.Ordering`), and v1.20 turns them into filters in this
//! order.

use runlog::PluginId as Id;

use super::plugin_sets::PluginWeight;
use crate::Release;

/// The name of a predicate or priority.
#[derive(Debug)]
pub struct PolicyName {
    pub name: &'static str,
    /// The plugins that implement it, in this order.
    pub plugins: &'static [Id],
    /// The default weight of a priority; 0 for predicates.
    pub weight: i64,
    v1_16: NameUse,
    v1_20: NameUse,
}

/// How a release treats a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameUse {
    /// The name is unknown.
    Unknown,
    /// The name is accepted, but nothing runs.
    Ignored,
    /// The name is accepted as this other one.
    Alias(&'static str),
    /// The release gives this name to an entry with an argument; otherwise it is unknown.
    WithArgument,
    /// It runs if a policy names it.
    Named,
    /// It runs if a policy has no list.
    ByDefault,
    /// It always runs.
    Mandatory,
}
use NameUse::{Alias, ByDefault, Ignored, Mandatory, Named, Unknown, WithArgument};

impl PolicyName {
    /// Returns how a release treats it.
    #[must_use]
    pub fn usage(&self, release: Release) -> NameUse {
        if release == Release::V1_16 { self.v1_16 } else { self.v1_20 }
    }

    /// Whether it runs if a policy has no list.
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

/// Returns all names of one list of a policy: `predicates` or `priorities`.
#[must_use]
pub fn policy_names(list: &str) -> &'static [PolicyName] {
    if list == "predicates" { PREDICATES } else { PRIORITIES }
}

/// Returns the names that a `Policy` of the release may have in `predicates` or `priorities` (`list`) without an argument.
#[must_use]
pub fn known_policy_names(release: Release, list: &str) -> Vec<&'static str> {
    policy_names(list).iter().filter(|item| item.is_known(release)).map(|item| item.name).collect()
}

/// Returns the entries that run if a `Policy` lacks `predicates` or `priorities` (`list`), with weights; 0 for predicates.
#[must_use]
pub fn default_policy_list(release: Release, list: &str) -> Vec<PluginWeight> {
    let items = policy_names(list).iter().filter(|item| item.is_default(release));
    items.map(|item| (item.name.to_owned(), item.weight)).collect()
}

/// The predicates that v1.20 uses for predicates with arguments.
pub const LABEL_PREDICATE: &str = "CheckNodeLabelPresence";
pub const SERVICE_PREDICATE: &str = "CheckServiceAffinity";

/// The two priorities that are one plugin in v1.20.
pub const SELECTOR_SPREAD: &str = "SelectorSpreadPriority";
pub const EVEN_SPREAD: &str = "EvenPodsSpreadPriority";

/// The name that v1.20 gives to a ratio with arguments, whatever its name in the policy.
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

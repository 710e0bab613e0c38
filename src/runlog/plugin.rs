//! Plugins, and the rows of a profile, by name.

use std::fmt;

use api::Str;
use serde::{Deserialize, Serialize};

/// All plugins and predicates. Releases may call the same one by different names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PluginId {
    /// Cordoned nodes.
    NodeUnschedulable,
    /// `spec.nodeName`.
    NodeName,
    TaintToleration,
    /// Node selector and node affinity.
    NodeAffinity,
    /// Host ports.
    NodePorts,
    /// Room, and least (most, …) allocated as a score.
    NodeResourcesFit,
    /// v1.16: resources, node name, ports and selector in one predicate.
    GeneralPredicates,
    /// Spread over topology domains.
    PodTopologySpread,
    /// Affinity between pods.
    InterPodAffinity,
    /// Even use of resources.
    NodeResourcesBalancedAllocation,
    /// Images that need no pull.
    ImageLocality,
    /// Nodes that ask to be avoided.
    NodePreferAvoidPods,
    /// Spread over nodes and zones by service.
    SelectorSpread,
    /// The share of resources left over, as a plugin of its own.
    NodeResourcesLeastAllocated,
    /// The share of resources used.
    NodeResourcesMostAllocated,
    /// A curve over the share used.
    RequestedToCapacityRatio,
    /// Disks that pods share, and claims for one pod only.
    VolumeRestrictions,
    /// Amazon's disks on a node.
    EbsLimits,
    /// Google's disks on a node.
    GcePdLimits,
    /// Azure's disks on a node.
    AzureDiskLimits,
    /// `OpenStack`'s disks on a node. It has no effect in this engine.
    CinderLimits,
    /// Volumes of drivers on a node.
    NodeVolumeLimits,
    /// Claims and their volumes.
    VolumeBinding,
    VolumeZone,
    /// Claims for devices.
    DynamicResources,
    /// Features of the kubelet.
    NodeDeclaredFeatures,
    /// Evicts lower pods.
    DefaultPreemption,
    /// Holds the pods of a gang until enough of them have a node.
    GangScheduling,
    /// Gates that hold a pod back.
    SchedulingGates,
    /// Order of the queue.
    PrioritySort,
    /// Writes the decision.
    DefaultBinder,
    /// Labels that nodes must have.
    NodeLabel,
    /// Pods of a service on nodes that are alike.
    ServiceAffinity,
    /// The same score for every node.
    Equal,
    /// A plugin that does what a scenario says.
    Scripted,
}

/// Identifies a row of a profile's table: the name that the plugin has there, which is unique at its extension point.
///
/// Upstream tells plugins apart by these names too. Unlike a position it stays when a configuration puts the rows into another
/// order, and a custom row has one of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RowId(Str);

impl RowId {
    /// The name, as messages and traces show it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name, to be kept.
    #[must_use]
    pub fn name(&self) -> Str {
        self.0.clone()
    }
}

impl From<&str> for RowId {
    fn from(name: &str) -> Self {
        Self(name.into())
    }
}

impl PartialEq<str> for RowId {
    fn eq(&self, name: &str) -> bool {
        *self.0 == *name
    }
}

impl fmt::Display for RowId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

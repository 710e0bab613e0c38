//! Identifiers of plugins, and of the rows of a profile.

use std::fmt;

use api::Str;
use serde::{Deserialize, Serialize};

/// All plugins and predicates. Releases can have different names for the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PluginId {
    /// Rejects cordoned nodes.
    NodeUnschedulable,
    /// Restricts pods with `spec.nodeName` to that node.
    NodeName,
    TaintToleration,
    /// Node selector and node affinity, as filter and score.
    NodeAffinity,
    /// Rejects nodes on which a host port is in use.
    NodePorts,
    /// Rejects nodes without enough resources; scores by requested share.
    NodeResourcesFit,
    /// v1.16: the predicates about resources, node name, ports and node selector as one.
    GeneralPredicates,
    /// Spreads pods over topology domains.
    PodTopologySpread,
    /// Affinity and anti-affinity to pods.
    InterPodAffinity,
    /// Scores by how evenly resources are requested.
    NodeResourcesBalancedAllocation,
    /// Scores by images that need not be pulled.
    ImageLocality,
    /// Avoids nodes that are annotated with the pod's controller.
    NodePreferAvoidPods,
    /// Spreads the pods of a service or workload over nodes and zones.
    SelectorSpread,
    /// `LeastAllocated` as a separate plugin.
    NodeResourcesLeastAllocated,
    /// `MostAllocated` as a separate plugin.
    NodeResourcesMostAllocated,
    /// `RequestedToCapacityRatio` as a separate plugin.
    RequestedToCapacityRatio,
    /// Rejects conflicting uses of disks and of `ReadWriteOncePod` claims.
    VolumeRestrictions,
    /// Limits the number of EBS volumes of a node.
    EbsLimits,
    /// Limits the number of GCE persistent disks of a node.
    GcePdLimits,
    /// Limits the number of Azure disks of a node.
    AzureDiskLimits,
    /// Limits the number of Cinder volumes of a node. It has no effect in this engine.
    CinderLimits,
    /// Limits the number of CSI volumes of a node.
    NodeVolumeLimits,
    /// Matches volume claims and volumes, and binds them.
    VolumeBinding,
    VolumeZone,
    /// Allocates devices for `ResourceClaim`s (DRA).
    DynamicResources,
    /// Rejects nodes whose kubelet lacks a needed feature.
    NodeDeclaredFeatures,
    /// Preempts pods of lower priority.
    DefaultPreemption,
    /// Holds the pods of a gang until enough of them have a node.
    GangScheduling,
    /// Holds pods back that have scheduling gates.
    SchedulingGates,
    /// Sorts `activeQ`.
    PrioritySort,
    /// Writes the binding to the API server.
    DefaultBinder,
    /// Requires or forbids labels of nodes.
    NodeLabel,
    /// Keeps the pods of a service on nodes with equal labels, or spreads them over the values of a label.
    ServiceAffinity,
    /// `EqualPriority`: scores every node the same.
    Equal,
    /// A plugin defined by a scenario or a user.
    Scripted,
}

/// Identifies a row of a profile by the plugin's name, which is unique at its extension point.
///
/// Upstream identifies plugins by these names too. Unlike an index, it does not change when a configuration reorders
/// the rows, and a custom row has its own name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RowId(Str);

impl RowId {
    /// Returns the name, as messages and traces show it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the name as an owned string.
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

//! Nodes that can be added to a text, in sizes as a cloud offers them.

use serde::{Deserialize, Serialize};

/// The size of a node to add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum NodeSize {
    /// 2 cpu, 4 GiB.
    Small,
    /// 4 cpu, 16 GiB.
    #[default]
    Standard,
    /// 16 cpu, 64 GiB.
    Large,
    /// 8 cpu, 64 GiB and four GPUs.
    Gpu,
}

/// The resources of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeCapacity {
    pub cpu: i64,
    /// Memory in GiB.
    pub memory: i64,
    /// Ephemeral storage in GiB.
    pub storage: i64,
    pub gpus: i64,
}

/// Pods per node: the default of the kubelet's `maxPods`.
pub const MAX_PODS: i64 = 110;
/// The extended resource for GPUs.
pub const GPU: &str = "nvidia.com/gpu";
/// The zones over which nodes are spread.
const ZONES: [char; 3] = ['a', 'b', 'c'];

impl NodeSize {
    /// All sizes, the smallest first.
    pub const ALL: [Self; 4] = [Self::Small, Self::Standard, Self::Large, Self::Gpu];

    /// The name, which is the instance type too.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Standard => "standard",
            Self::Large => "large",
            Self::Gpu => "gpu",
        }
    }

    /// The resources of a node of this size.
    #[must_use]
    pub fn capacity(self) -> NodeCapacity {
        let node_capacity = |cpu, memory, storage, gpus| NodeCapacity { cpu, memory, storage, gpus };
        match self {
            Self::Small => node_capacity(2, 4, 20, 0),
            Self::Standard => node_capacity(4, 16, 50, 0),
            Self::Large => node_capacity(16, 64, 100, 0),
            Self::Gpu => node_capacity(8, 64, 100, 4),
        }
    }

    /// YAML documents for `count` nodes, spread over three zones. They have the labels that a kubelet and a cloud provider set, including the
    /// deprecated beta labels, and names for which `is_name_taken` is false.
    #[must_use]
    pub fn to_documents(self, count: usize, is_name_taken: &dyn Fn(&str) -> bool) -> String {
        let names = (1..).map(|number: usize| format!("node-{number}")).filter(|name| !is_name_taken(name));
        let documents: Vec<String> =
            names.take(count).zip(ZONES.iter().cycle()).map(|(name, zone)| self.to_document(&name, *zone)).collect();
        documents.join("---\n")
    }

    fn to_document(self, name: &str, zone: char) -> String {
        let NodeCapacity { cpu, memory, storage, gpus } = self.capacity();
        let gpus = if gpus > 0 { format!(", {GPU}: \"{gpus}\"") } else { String::new() };
        let kind = self.name();
        format!(
            "apiVersion: v1\nkind: Node\nmetadata:\n  name: {name}\n  labels:\n    kubernetes.io/hostname: {name}\n    \
             kubernetes.io/os: linux\n    kubernetes.io/arch: amd64\n    node.kubernetes.io/instance-type: {kind}\n    \
             topology.kubernetes.io/region: region-1\n    topology.kubernetes.io/zone: region-1{zone}\n    \
             beta.kubernetes.io/os: linux\n    beta.kubernetes.io/arch: amd64\n    beta.kubernetes.io/instance-type: {kind}\n    \
             failure-domain.beta.kubernetes.io/region: region-1\n    failure-domain.beta.kubernetes.io/zone: region-1{zone}\n\
             status:\n  capacity: {{cpu: \"{cpu}\", memory: {memory}Gi, ephemeral-storage: {storage}Gi, pods: \"{MAX_PODS}\"{gpus}}}\n"
        )
    }
}

/// Nodes that are offered for a text without any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeOffer {
    pub size: NodeSize,
    pub count: usize,
}

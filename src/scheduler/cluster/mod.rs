//! The scheduler's view of the cluster: nodes with their pods, in upstream's order, and the objects that plugins look
//! up.

mod claims;
mod host_ports;
mod images;
pub mod migration;
mod node_amounts;
mod node_blocks;
mod node_info;
pub mod node_tree;
mod plain_room;
mod plain_score;
mod pod_index;
mod pod_info;
mod snapshot;
mod storage;
mod topology_domains;

pub use api::resources::{Accounting, NonZeroRequest, NonZeroRule, ResizeRule, Resource, Resources, is_extended};
pub use claims::{
    ClaimJudge, ClaimPlan, ClaimRules, ClaimSearch, ClaimWork, Claims, DeviceChange, DeviceEvent, FreedClaim,
    PlannedClaim,
};
pub use host_ports::{HostPort, HostPorts};
pub use images::{ImageState, ImageTable, normalized_image};
pub(crate) use node_amounts::NodeAmounts;
pub(crate) use node_blocks::{AnswersOfNodes, WeightedScores};
pub use node_info::{NodeInfo, NodeState};
pub(crate) use node_info::{RankedPod, requested_share};
pub use node_tree::NodeTree;
pub use plain_room::PlainRequest;
pub(crate) use plain_room::PlainRoom;
pub use plain_score::PlainScore;
pub(crate) use plain_score::{divide, scale_without_overflow};
pub(crate) use pod_index::EquivalentPods;
pub(crate) use pod_info::Importance;
pub use pod_info::{PodInfo, PodSums};
pub use snapshot::{Objects, Snapshot};
pub use storage::{Storage, claim_names};
pub(crate) use topology_domains::{DomainIx, TopologyDomains};

//! The scheduler's view of the cluster: nodes with their pods, in upstream's order, and the objects that plugins look
//! up.

mod claims;
mod host_ports;
mod images;
pub mod migration;
mod node_info;
pub mod node_tree;
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
pub(crate) use node_info::requested_share;
pub use node_info::{NodeInfo, NodeState};
pub use node_tree::NodeTree;
pub(crate) use pod_index::EquivalentPods;
pub use pod_info::{PodInfo, PodSums};
pub use snapshot::{Objects, Snapshot};
pub use storage::{Storage, claim_names};
pub(crate) use topology_domains::{DomainIx, TopologyDomains};

//! What a cycle stores between its extension points. Upstream: `stateData`, which it keeps in `CycleState`.

use std::rc::Rc;

use api::{
    Str, Table,
    devices::{Allocation, ResourceClaim},
};

/// What a cycle notes.
#[derive(Debug, Default)]
pub(crate) struct CycleNotes {
    /// The identity of the pod; empty where nothing was noted.
    pub pod: Str,
    /// Its claims, in order; the one for extended resources comes last.
    pub claims: Vec<Rc<ResourceClaim>>,
    /// Whether the last one is for extended resources.
    pub extended: bool,
    /// Which of them were not available on some node.
    pub unavailable: Vec<usize>,
    /// What each node would give.
    pub nodes: Table<Str, NodeNotes>,
}

/// What a node would give.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeNotes {
    /// For each claim that has no devices yet, in order.
    pub allocations: Vec<Allocation>,
    /// The claim for extended resources, as the node needs it.
    pub extended_resource_claim: Option<Rc<ResourceClaim>>,
    pub mappings: Vec<Mapping>,
}

/// Which request gives a container its devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mapping {
    pub container: Str,
    pub resource: Str,
    pub request: Str,
}

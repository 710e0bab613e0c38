//! One folder a plugin: the decision, its evidence, and what it teaches.

pub mod image_locality;
pub mod inter_pod_affinity;
pub mod node_affinity;
pub mod node_name;
pub mod node_ports;
pub mod node_prefer_avoid_pods;
pub mod node_resources;
pub mod node_unschedulable;
pub mod pod_topology_spread;
pub mod selector_spread;
pub mod taint_toleration;
#[cfg(test)]
pub mod testing;

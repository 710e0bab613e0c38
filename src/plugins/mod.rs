//! One folder a plugin: the decision, its evidence, and what it teaches.

pub mod node_affinity;
pub mod node_name;
pub mod node_resources;
pub mod node_unschedulable;
pub mod taint_toleration;
#[cfg(test)]
pub mod testing;

//! The in-tree plugins, one module each, with the decision and its evidence.

pub mod default_binder;
pub mod default_preemption;
pub mod dynamic_resources;
pub mod equal_priority;
pub mod gang_scheduling;
pub mod image_locality;
pub mod inter_pod_affinity;
pub mod node_affinity;
pub mod node_declared_features;
pub mod node_label;
pub mod node_name;
pub mod node_ports;
pub mod node_prefer_avoid_pods;
pub mod node_resources;
pub mod node_unschedulable;
pub mod node_volume_limits;
pub mod pod_topology_spread;
pub mod selector_spread;
pub mod service_affinity;
pub mod taint_toleration;
#[cfg(test)]
pub mod testing;
pub mod user_plugins;
pub mod volume_binding;
pub mod volume_restrictions;
pub mod volume_zone;

//! Kubernetes objects as far as scheduling acts on them, quantities, selectors.
//!
//! Field names and meanings are those of the Kubernetes API; an absent field is `None`, empty or zero exactly where
//! the API has it so.

pub mod admission;
pub mod link;
pub mod manifest;
mod map;
mod meta;
mod node;
mod placement;
mod pod;
mod policy;
mod quantity;
mod selector;
mod text;
mod time;
mod workload;

pub use map::{Labels, Map, ResourceList};
pub use meta::{ObjectMeta, OwnerReference};
pub use node::{Condition, ContainerImage, Node, NodeSpec, NodeStatus, Taint};
pub use placement::{RequiredNodeAffinity, Terms, untolerated};
pub use pod::{
    Affinity, Container, ContainerPort, NodeAffinity, Pod, PodAffinity, PodAffinityTerm, PodSchedulingGate, PodSpec,
    PodStatus, PreferredSchedulingTerm, ResourceRequirements, Toleration, TopologySpreadConstraint,
    WeightedPodAffinityTerm,
};
pub use policy::{IntOrString, PodDisruptionBudget, PodDisruptionBudgetSpec, PodDisruptionBudgetStatus, PriorityClass};
pub use quantity::Quantity;
pub use selector::{InvalidRequirement, LabelSelector, NodeSelector, NodeSelectorTerm, Requirement, is_label_value};
pub use text::Str;
pub use time::Time;
pub use workload::{
    DeploymentStrategy, Namespace, PodTemplate, RollingUpdate, Service, ServiceSpec, Workload, WorkloadSpec,
};

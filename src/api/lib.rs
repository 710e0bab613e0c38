//! Kubernetes objects with the fields that affect scheduling, and their parts: quantities, selectors, times.
//!
//! Names and semantics are those of the Kubernetes API; an absent field is `None`, empty or zero as it is there. The crate `manifest` parses and
//! admits objects.

mod admission_kinds;
pub mod annotations;
mod api_object;
mod by_pointer;
pub mod devices;
mod did_you_mean;
mod engine_only;
mod feature_gates;
mod kind;
mod millis;
mod name_map;
mod namespaced_name;
mod node;
mod object_key;
mod object_meta;
mod placement;
mod pod;
mod pod_group;
mod policy;
mod qos_class;
mod quantity;
mod refusal;
pub mod resources;
mod selector;
mod set;
mod storage;
mod storage_object;
mod table;
mod text;
mod time;
pub mod user_rules;
mod volume;
mod word_enums;
mod workload;
mod workload_kind;

pub use admission_kinds::{
    LimitRange, LimitRangeItem, LimitRangeSpec, Overhead, ResourceQuota, ResourceQuotaSpec, RuntimeClass,
    RuntimeScheduling, ScopeSelector, ScopedSelector,
};
pub use api_object::ApiObject;
pub use by_pointer::ByPointer;
pub use devices::DeviceKind;
pub use did_you_mean::{edit_distance, nearest_name};
pub use engine_only::EngineOnly;
pub use feature_gates::{FEATURE_GATES, FeatureGates};
pub use kind::{
    CONFIGURATION_KINDS, CreationStage, FormerVersion, KINDS, Kind, KindInfo, not_found_message, resource_name,
};
pub use millis::{Millis, parse_duration};
pub use name_map::{Labels, NameMap, ResourceList};
pub use namespaced_name::NamespacedName;
pub use node::{
    Condition, ContainerImage, DELETION_BY_TAINT, EVICTION_BY_API, Node, NodeSpec, NodeStatus, PREEMPTION_BY_SCHEDULER,
    Taint,
};
pub use object_key::ObjectKey;
pub use object_meta::{ObjectMeta, OwnerReference, POD_GROUP_PROTECTION};
pub use placement::{NodeSelectorTerms, RequiredNodeAffinity, find_untolerated_taint};
pub use pod::{
    Affinity, Container, ContainerExitCodes, ContainerPort, ContainerRestartRule, ContainerState, ContainerStatus,
    NodeAffinity, Pod, PodAffinity, PodAffinityTerm, PodOs, PodResourceClaim, PodResourceClaimStatus,
    PodSchedulingGate, PodSpec, PodStatus, PreferredSchedulingTerm, ResourceRequirements, TerminatedContainer,
    Toleration, TopologySpreadConstraint, WaitingContainer, WeightedPodAffinityTerm,
};
pub use pod_group::{
    BasicPolicy, GangPolicy, GangWorkload, GangWorkloadSpec, PodGroup, PodGroupCondition, PodGroupSpec, PodGroupStatus,
    PodGroupTemplate, PodGroupTemplateReference, PodSchedulingGroup, SchedulingConstraints, SchedulingPolicy,
    TopologyConstraint, TypedReference, WorkloadTemplateReference,
};
pub use policy::{IntOrString, PodDisruptionBudget, PodDisruptionBudgetSpec, PodDisruptionBudgetStatus, PriorityClass};
pub use qos_class::QosClass;
pub use quantity::Quantity;
pub use refusal::{Forbidden, LimitBound, LimitRangeViolation, QuotaExceeded, QuotaProblem, QuotaViolation};
pub use selector::{InvalidRequirement, LabelSelector, NodeSelector, NodeSelectorTerm, Requirement, is_label_value};
pub use set::Set;
pub use storage::{
    BIND_COMPLETED, CLASS_ANNOTATION, ClaimReference, CsiDriver, CsiDriverSpec, CsiNode, CsiNodeDriver, CsiNodeSpec,
    CsiStorageCapacity, CsiVolume, DEFAULT_CLASS_ANNOTATION, NO_PROVISIONER, PersistentVolume, PersistentVolumeClaim,
    PersistentVolumeClaimStatus, PersistentVolumeSpec, PersistentVolumeStatus, SELECTED_NODE, StorageClass,
    TopologyLabel, TopologySelectorTerm, VolumeAttachment, VolumeAttachmentSource, VolumeAttachmentSpec,
    VolumeNodeAffinity, VolumeNodeResources,
};
pub use storage_object::{StorageObject, key_of};
pub use table::Table;
pub use text::{Str, shorten};
pub use time::Time;
pub use volume::{
    AwsElasticBlockStore, AzureDisk, Cinder, ClaimResources, ClaimSource, ClaimTemplate, EmptyDir, EphemeralSource,
    GcePersistentDisk, ImageVolumeSource, InTreeDisk, Iscsi, PersistentVolumeClaimSpec, PortworxVolume, Rbd, Volume,
};
pub use word_enums::{
    AccessMode, BindingMode, ClaimPhase, CompletionMode, ConditionStatus, ConditionType, DeploymentStrategyType,
    DisruptionMode, InclusionPolicy, LimitType, Operator, PodManagement, PodPhase, PodReplacementPolicy,
    PreemptionPolicy, QuotaScope, ReclaimPolicy, RestartPolicy, RestartRuleAction, TaintEffect, TolerationOperator,
    UnhealthyPodEviction, UnsatisfiableAction, UpdateStrategyType, VolumeMode, VolumePhase,
};
pub use workload::{
    DeploymentStrategy, Namespace, PodFailurePolicy, PodTemplate, RollingUpdate, Service, ServiceSpec, Workload,
    WorkloadSpec, WorkloadStatus,
};
pub use workload_kind::WorkloadKind;

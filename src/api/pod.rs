//! Pods.

use serde::{Deserialize, Serialize};

use super::{
    Condition, ConditionStatus, ConditionType, EngineOnly, InclusionPolicy, LabelSelector, Labels, NamespacedName,
    NodeSelector, NodeSelectorTerm, ObjectMeta, Operator, OwnerReference, PodPhase, PodSchedulingGroup,
    PreemptionPolicy, ResourceList, RestartPolicy, RestartRuleAction, Str, TaintEffect, Time, TolerationOperator,
    UnsatisfiableAction, Volume,
    annotations::{MIRROR, STANDALONE},
};

/// `v1.Pod`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Pod {
    pub metadata: ObjectMeta,
    pub spec: PodSpec,
    pub status: PodStatus,
}

/// `v1.PodSpec`, with the fields that affect scheduling.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodSpec {
    /// The node that the pod is bound to; empty while it is pending.
    pub node_name: Str,
    /// The scheduler that is responsible for the pod; empty for the default one.
    pub scheduler_name: Str,
    /// The name of the pod's PriorityClass, from which admission sets `priority`.
    pub priority_class_name: Str,
    /// Higher values are more important; 0 if absent.
    pub priority: Option<i32>,
    /// `PreemptLowerPriority` if absent.
    pub preemption_policy: Option<PreemptionPolicy>,
    /// Labels that the node must have.
    pub node_selector: Labels,
    pub affinity: Option<Affinity>,
    pub tolerations: Vec<Toleration>,
    pub topology_spread_constraints: Vec<TopologySpreadConstraint>,
    /// Containers that run one after the other before the others, except for sidecars (`restartPolicy: Always`).
    pub init_containers: Vec<Container>,
    pub containers: Vec<Container>,
    /// Requests and limits of the whole pod.
    pub resources: Option<ResourceRequirements>,
    /// The `RuntimeClass`, from which admission sets overhead, node selector and tolerations.
    pub runtime_class_name: Str,
    /// Resources that the runtime class adds to the requests.
    pub overhead: ResourceList,
    /// The pod is not scheduled until all gates are removed.
    pub scheduling_gates: Vec<PodSchedulingGate>,
    pub volumes: Vec<Volume>,
    /// Whether the pod uses the node's network.
    pub host_network: bool,
    /// `false` runs the pod in a user namespace of its own.
    pub host_users: Option<bool>,
    /// Device claims of the pod.
    pub resource_claims: Vec<PodResourceClaim>,
    /// The operating system that the pod requires.
    #[serde(skip_serializing_if = "EngineOnly::is_absent")]
    pub os: EngineOnly<PodOs>,
    pub restart_policy: RestartPolicy,
    /// The pod group that the pod is scheduled with.
    pub scheduling_group: Option<PodSchedulingGroup>,
    /// Seconds from the request to stop until containers are killed; 30 if absent.
    pub termination_grace_period_seconds: Option<i64>,
    /// How many seconds the pod may run. Quotas count pods with a limit in the scope `Terminating`.
    #[serde(skip_serializing_if = "EngineOnly::is_absent")]
    pub active_deadline_seconds: EngineOnly<i64>,
}

/// `v1.PodOS`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodOs {
    /// `linux` or `windows`.
    pub name: Str,
}

/// `v1.PodSchedulingGate`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodSchedulingGate {
    pub name: Str,
}

/// `v1.PodResourceClaim`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodResourceClaim {
    /// Unique in the pod.
    pub name: Str,
    pub resource_claim_name: Str,
    /// The template from which a claim is created for the pod.
    pub resource_claim_template_name: Str,
}

/// `v1.Container`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Container {
    /// Unique in the pod.
    pub name: Str,
    /// The reference of the image.
    pub image: Str,
    pub resources: ResourceRequirements,
    /// Ports, of which only host ports affect scheduling.
    pub ports: Vec<ContainerPort>,
    /// `Always` makes an init container a sidecar.
    pub restart_policy: Option<RestartPolicy>,
    /// What is restarted when the container exits, by exit code.
    pub restart_policy_rules: Vec<ContainerRestartRule>,
}

/// `v1.ContainerRestartRule`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ContainerRestartRule {
    pub action: RestartRuleAction,
    /// The exit codes to which the rule applies.
    pub(crate) exit_codes: ContainerExitCodes,
}

/// `v1.ContainerRestartRuleOnExitCodes`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ContainerExitCodes {
    /// `In` or `NotIn`.
    pub operator: Operator,
    pub values: Vec<i32>,
}

/// `v1.ResourceRequirements`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResourceRequirements {
    /// The amounts that the scheduler reserves.
    pub requests: ResourceList,
    /// The amounts that the kubelet enforces; admission sets an absent request to the limit.
    pub limits: ResourceList,
}

/// `v1.ContainerPort`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ContainerPort {
    pub container_port: i32,
    /// The port on the node; 0 for none.
    pub host_port: i32,
    /// The address on the node; empty for all addresses.
    #[serde(rename = "hostIP")]
    pub host_ip: Str,
    /// `TCP` if empty.
    pub protocol: Str,
    pub name: Str,
}

/// `v1.Affinity`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Affinity {
    pub node_affinity: Option<NodeAffinity>,
    /// Attracts the pod to topology domains with certain pods.
    pub pod_affinity: Option<PodAffinity>,
    /// Keeps the pod away from topology domains with certain pods.
    pub pod_anti_affinity: Option<PodAffinity>,
}

/// `v1.NodeAffinity`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct NodeAffinity {
    /// Must match.
    #[serde(rename = "requiredDuringSchedulingIgnoredDuringExecution")]
    pub required: Option<NodeSelector>,
    /// Terms that add to a node's score.
    #[serde(rename = "preferredDuringSchedulingIgnoredDuringExecution")]
    pub preferred: Vec<PreferredSchedulingTerm>,
}

/// `v1.PreferredSchedulingTerm`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PreferredSchedulingTerm {
    /// From 1 to 100.
    pub weight: i32,
    /// The nodes that get the weight.
    pub preference: NodeSelectorTerm,
}

/// `v1.PodAffinity` and `v1.PodAntiAffinity`, which have the same shape.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodAffinity {
    /// All terms must be satisfied.
    #[serde(rename = "requiredDuringSchedulingIgnoredDuringExecution")]
    pub required: Vec<PodAffinityTerm>,
    /// Terms that add to a node's score or, for anti-affinity, are subtracted from it.
    #[serde(rename = "preferredDuringSchedulingIgnoredDuringExecution")]
    pub preferred: Vec<WeightedPodAffinityTerm>,
}

/// `v1.WeightedPodAffinityTerm`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct WeightedPodAffinityTerm {
    /// From 1 to 100.
    pub weight: i32,
    pub pod_affinity_term: PodAffinityTerm,
}

/// `v1.PodAffinityTerm`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodAffinityTerm {
    /// The pods that count; none if absent.
    pub label_selector: Option<LabelSelector>,
    /// The namespaces that count, by name.
    pub namespaces: Vec<Str>,
    /// The namespaces that count, by label; `{}` selects all.
    pub namespace_selector: Option<LabelSelector>,
    /// The label whose values are the topology domains.
    pub topology_key: Str,
    /// Labels of the incoming pod whose values are required in addition to the selector.
    pub match_label_keys: Vec<Str>,
    /// Labels of the incoming pod whose values are excluded in addition to the selector.
    pub mismatch_label_keys: Vec<Str>,
}

/// `v1.TopologySpreadConstraint`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TopologySpreadConstraint {
    /// By how much the numbers of pods may differ between domains.
    pub max_skew: i32,
    /// The label whose values are the topology domains.
    pub topology_key: Str,
    /// Whether the constraint filters or scores nodes.
    pub when_unsatisfiable: UnsatisfiableAction,
    /// The pods that are counted.
    pub label_selector: Option<LabelSelector>,
    /// With fewer eligible domains than this, the minimum number of pods counts as 0.
    pub min_domains: Option<i32>,
    /// `Honor` if absent.
    pub node_affinity_policy: Option<InclusionPolicy>,
    /// `Ignore` if absent.
    pub node_taints_policy: Option<InclusionPolicy>,
    /// Labels of the incoming pod whose values are required in addition to the selector.
    pub match_label_keys: Vec<Str>,
}

/// `v1.Toleration`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Toleration {
    /// Empty for all keys.
    pub key: Str,
    pub operator: TolerationOperator,
    /// The value that `Equal` compares with.
    pub value: Str,
    /// Unset for all effects.
    pub effect: TaintEffect,
    /// How long a `NoExecute` taint is tolerated; without a limit if absent.
    pub toleration_seconds: Option<i64>,
}

/// `v1.PodStatus`, with the fields that affect scheduling.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodStatus {
    pub phase: PodPhase,
    /// The node on which preemption makes room for the pod, or to which it is being bound.
    pub nominated_node_name: Str,
    /// When the kubelet first saw the pod.
    pub start_time: Option<Time>,
    /// Why the pod is in its phase: `Evicted`, `OutOfcpu` and others.
    pub reason: Str,
    /// `PodScheduled`, `DisruptionTarget` and others.
    pub conditions: Vec<Condition>,
    /// The current resources of the whole pod, which differ from the spec during a resize.
    pub resources: Option<ResourceRequirements>,
    /// The resources that the kubelet has allocated for the whole pod.
    pub allocated_resources: ResourceList,
    pub container_statuses: Vec<ContainerStatus>,
    pub init_container_statuses: Vec<ContainerStatus>,
    /// The claims that were created for the pod.
    pub resource_claim_statuses: Vec<PodResourceClaimStatus>,
}

impl PodStatus {
    /// What a scheduler wrote about a pod that it could not schedule: the condition `PodScheduled`, if it is `False` and has a message.
    #[must_use]
    pub fn unscheduled_condition(&self) -> Option<&Condition> {
        self.conditions.iter().find(|condition| {
            condition.r#type == ConditionType::PodScheduled
                && condition.status == ConditionStatus::False
                && !condition.message.is_empty()
        })
    }
}

/// `v1.PodResourceClaimStatus`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodResourceClaimStatus {
    /// The entry in `spec.resourceClaims`.
    pub name: Str,
    /// The name of the claim; absent if none was needed.
    pub resource_claim_name: Option<Str>,
}

/// `v1.ContainerStatus`, with the fields that affect scheduling.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ContainerStatus {
    pub name: Str,
    /// The current resources of the container.
    pub resources: Option<ResourceRequirements>,
    /// The resources that the kubelet has allocated for the container.
    pub allocated_resources: ResourceList,
    /// Whether the container is ready, if the kubelet has reported it.
    pub ready: Option<bool>,
    pub restart_count: i32,
    pub state: ContainerState,
}

/// `v1.ContainerState`: at most one field is set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ContainerState {
    pub waiting: Option<WaitingContainer>,
    pub terminated: Option<TerminatedContainer>,
}

/// `v1.ContainerStateWaiting`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WaitingContainer {
    /// `ContainerCreating`, `ImagePullBackOff`, `CrashLoopBackOff` and others.
    pub reason: Str,
}

/// `v1.ContainerStateTerminated`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TerminatedContainer {
    /// `Completed`, `Error`, `OOMKilled` and others.
    pub reason: Str,
    pub exit_code: i32,
    pub signal: i32,
}

impl ContainerStatus {
    /// Why the container is waiting, unless it is being created.
    #[must_use]
    pub fn blocking_reason(&self) -> Option<&Str> {
        let reason = &self.state.waiting.as_ref()?.reason;
        (!reason.is_empty() && *reason != "ContainerCreating").then_some(reason)
    }
}

impl PodStatus {
    /// Sets the phase `Running`, and all containers to ready.
    pub fn report_running(&mut self) {
        self.phase = PodPhase::Running;
        for condition in self.conditions.iter_mut().filter(|condition| condition.r#type == ConditionType::Ready) {
            *condition =
                Condition { r#type: ConditionType::Ready, status: ConditionStatus::True, ..Condition::default() };
        }
        for status in self.init_container_statuses.iter_mut().chain(&mut self.container_statuses) {
            status.state = ContainerState::default();
            status.ready = status.ready.map(|_| true);
        }
    }

    /// Whether a container waits for something that will not happen in a run, such as an image that cannot be pulled.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        let mut statuses = self.init_container_statuses.iter().chain(&self.container_statuses);
        statuses.any(|status| status.blocking_reason().is_some())
    }
}

impl Pod {
    /// The pod group that the pod is scheduled with, in the pod's namespace.
    #[must_use]
    pub fn group_key(&self) -> Option<NamespacedName> {
        let group = self.spec.scheduling_group.as_ref()?;
        Some(NamespacedName::new(&self.metadata.namespace, &group.pod_group_name))
    }

    /// The pod as the controller of an object that is deleted with it. Upstream: `metav1.NewControllerRef`.
    #[must_use]
    pub fn as_owner(&self) -> OwnerReference {
        OwnerReference {
            api_version: "v1".into(),
            kind: "Pod".into(),
            name: self.metadata.name.clone(),
            uid: self.metadata.uid.clone(),
            controller: Some(true),
            block_owner_deletion: Some(true),
        }
    }

    /// Whether the pod represents a static pod that a kubelet runs from a file.
    #[must_use]
    pub fn is_mirror(&self) -> bool {
        self.metadata.annotations.contains(MIRROR)
    }

    /// Whether controllers and budgets ignore the pod: see [`STANDALONE`].
    #[must_use]
    pub fn is_standalone(&self) -> bool {
        self.metadata.annotations.contains(STANDALONE)
    }

    /// The pod's priority, which is 0 if absent.
    #[must_use]
    pub fn priority(&self) -> i32 {
        self.spec.priority.unwrap_or(0)
    }

    /// Whether the pod is being deleted.
    #[must_use]
    pub fn is_terminating(&self) -> bool {
        self.metadata.deletion_timestamp.is_some()
    }

    /// The node that the pod is bound to or, for a DaemonSet's pod, the one that its affinity requires.
    #[must_use]
    pub fn target_node(&self) -> Option<Str> {
        if !self.spec.node_name.is_empty() {
            return Some(self.spec.node_name.clone());
        }
        let terms = &self.spec.required_node_affinity()?.node_selector_terms;
        terms.iter().flat_map(|term| &term.match_fields).find_map(|field| field.values.first().cloned())
    }

    #[must_use]
    pub fn key(&self) -> NamespacedName {
        NamespacedName::of(&self.metadata)
    }
}

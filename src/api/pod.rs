//! Pods: what asks for a place.

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
    /// Name, labels, owners.
    pub metadata: ObjectMeta,
    /// What it asks for.
    pub spec: PodSpec,
    /// What has become of it.
    pub status: PodStatus,
}

/// `v1.PodSpec`, as far as scheduling looks at it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodSpec {
    /// Node it is bound to; empty while pending.
    pub node_name: Str,
    /// Which scheduler places it.
    pub scheduler_name: Str,
    /// Name of its `PriorityClass`; admission turns it into `priority`.
    pub priority_class_name: Str,
    /// Higher is more important; absent counts as 0.
    pub priority: Option<i32>,
    /// Absent counts as `PreemptLowerPriority`.
    pub preemption_policy: Option<PreemptionPolicy>,
    /// Labels that its node must have.
    pub node_selector: Labels,
    /// Affinities.
    pub affinity: Option<Affinity>,
    /// The taints that it tolerates.
    pub tolerations: Vec<Toleration>,
    /// How its like are to be spread.
    pub topology_spread_constraints: Vec<TopologySpreadConstraint>,
    /// Run one after the other before the containers, except sidecars (`restartPolicy: Always`).
    pub init_containers: Vec<Container>,
    /// Run together.
    pub containers: Vec<Container>,
    /// Requests and limits of the pod as a whole.
    pub resources: Option<ResourceRequirements>,
    /// Its runtime class; admission turns it into overhead, node selector and tolerations.
    pub runtime_class_name: Str,
    /// What the runtime class adds to the requests.
    pub overhead: ResourceList,
    /// Holds the pod back until every gate is taken away.
    pub scheduling_gates: Vec<PodSchedulingGate>,
    /// Volumes that its containers may mount.
    pub volumes: Vec<Volume>,
    /// Whether it shares the node's network.
    pub host_network: bool,
    /// `false` gives it a user namespace of its own.
    pub host_users: Option<bool>,
    /// Devices that it asks for.
    pub resource_claims: Vec<PodResourceClaim>,
    /// The operating system that it is for.
    #[serde(skip_serializing_if = "EngineOnly::is_absent")]
    pub os: EngineOnly<PodOs>,
    /// What is done when a container ends.
    pub restart_policy: RestartPolicy,
    /// The group that it is scheduled with.
    pub scheduling_group: Option<PodSchedulingGroup>,
    /// Seconds between asking it to stop and killing it; absent counts as 30.
    pub termination_grace_period_seconds: Option<i64>,
    /// For how many seconds it may run. Quotas call a pod with a limit terminating.
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
    /// Name of the gate.
    pub name: Str,
}

/// `v1.PodResourceClaim`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodResourceClaim {
    /// Unique in the pod.
    pub name: Str,
    pub resource_claim_name: Str,
    /// The template that a claim is made from.
    pub resource_claim_template_name: Str,
}

/// `v1.Container`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Container {
    /// Unique in the pod.
    pub name: Str,
    /// Image reference.
    pub image: Str,
    /// Requests and limits.
    pub resources: ResourceRequirements,
    /// Ports; only host ports matter for scheduling.
    pub ports: Vec<ContainerPort>,
    /// `Always` on an init container makes it a sidecar.
    pub restart_policy: Option<RestartPolicy>,
    /// What is done when it exits, by exit code.
    pub restart_policy_rules: Vec<ContainerRestartRule>,
}

/// `v1.ContainerRestartRule`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ContainerRestartRule {
    /// What is restarted.
    pub action: RestartRuleAction,
    /// On which exit codes.
    pub(crate) exit_codes: ContainerExitCodes,
}

/// `v1.ContainerRestartRuleOnExitCodes`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ContainerExitCodes {
    /// `In` or `NotIn`.
    pub operator: Operator,
    /// The codes.
    pub values: Vec<i32>,
}

/// `v1.ResourceRequirements`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResourceRequirements {
    /// What the scheduler sets aside.
    pub requests: ResourceList,
    /// What the kubelet allows; admission copies a limit to an absent request.
    pub limits: ResourceList,
}

/// `v1.ContainerPort`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ContainerPort {
    pub container_port: i32,
    /// Port on the node; 0 asks for none.
    pub host_port: i32,
    /// Address on the node; empty means all of them.
    #[serde(rename = "hostIP")]
    pub host_ip: Str,
    /// Empty means TCP.
    pub protocol: Str,
    /// Name of the port.
    pub name: Str,
}

/// `v1.Affinity`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Affinity {
    pub node_affinity: Option<NodeAffinity>,
    /// To nodes that run certain pods.
    pub pod_affinity: Option<PodAffinity>,
    /// Away from nodes that run certain pods.
    pub pod_anti_affinity: Option<PodAffinity>,
}

/// `v1.NodeAffinity`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct NodeAffinity {
    /// Must match.
    #[serde(rename = "requiredDuringSchedulingIgnoredDuringExecution")]
    pub required: Option<NodeSelector>,
    /// Adds to the score.
    #[serde(rename = "preferredDuringSchedulingIgnoredDuringExecution")]
    pub preferred: Vec<PreferredSchedulingTerm>,
}

/// `v1.PreferredSchedulingTerm`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PreferredSchedulingTerm {
    /// 1 to 100.
    pub weight: i32,
    /// Which nodes get the weight.
    pub preference: NodeSelectorTerm,
}

/// `v1.PodAffinity` and `v1.PodAntiAffinity`, which have the same shape.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodAffinity {
    /// All must hold.
    #[serde(rename = "requiredDuringSchedulingIgnoredDuringExecution")]
    pub required: Vec<PodAffinityTerm>,
    /// Add to (or take from) the score.
    #[serde(rename = "preferredDuringSchedulingIgnoredDuringExecution")]
    pub preferred: Vec<WeightedPodAffinityTerm>,
}

/// `v1.WeightedPodAffinityTerm`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct WeightedPodAffinityTerm {
    /// 1 to 100.
    pub weight: i32,
    /// Which pods count.
    pub pod_affinity_term: PodAffinityTerm,
}

/// `v1.PodAffinityTerm`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodAffinityTerm {
    /// Which pods; absent selects none.
    pub label_selector: Option<LabelSelector>,
    /// In which namespaces, by name.
    pub namespaces: Vec<Str>,
    /// In which namespaces, by label; `{}` selects all.
    pub namespace_selector: Option<LabelSelector>,
    /// Nodes with the same value of this label are one place.
    pub topology_key: Str,
    /// Keys whose values of the incoming pod join the selector.
    pub match_label_keys: Vec<Str>,
    /// Keys whose values of the incoming pod are excluded.
    pub mismatch_label_keys: Vec<Str>,
}

/// `v1.TopologySpreadConstraint`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TopologySpreadConstraint {
    /// How far counts may differ.
    pub max_skew: i32,
    /// Label whose values are the domains.
    pub topology_key: Str,
    /// Whether it filters or scores.
    pub when_unsatisfiable: UnsatisfiableAction,
    /// Which pods are counted.
    pub label_selector: Option<LabelSelector>,
    /// Fewer domains than this count as a minimum of zero.
    pub min_domains: Option<i32>,
    /// Absent counts as `Honor`.
    pub node_affinity_policy: Option<InclusionPolicy>,
    /// Absent counts as `Ignore`.
    pub node_taints_policy: Option<InclusionPolicy>,
    /// Keys whose values of the incoming pod join the selector.
    pub match_label_keys: Vec<Str>,
}

/// `v1.Toleration`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Toleration {
    /// Empty means every key.
    pub key: Str,
    /// How the value is compared.
    pub operator: TolerationOperator,
    /// Compared under `EqualPriority`.
    pub value: Str,
    /// Unset means every effect.
    pub effect: TaintEffect,
    /// How long a `NoExecute` taint is tolerated.
    pub toleration_seconds: Option<i64>,
}

/// `v1.PodStatus`, as far as scheduling looks at it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodStatus {
    /// How far it is.
    pub phase: PodPhase,
    /// Node that preemption made room on.
    pub nominated_node_name: Str,
    /// When the kubelet saw it first.
    pub start_time: Option<Time>,
    /// Why it is in this phase, where its kubelet says so in a word: `Evicted`, `OutOfcpu`, …
    pub reason: Str,
    /// `PodScheduled`, `DisruptionTarget`, …
    pub conditions: Vec<Condition>,
    /// What the kubelet gives the pod as a whole now; a resize may be under way.
    pub resources: Option<ResourceRequirements>,
    /// What the kubelet has promised the pod as a whole.
    pub allocated_resources: ResourceList,
    /// The containers, as the kubelet runs them.
    pub container_statuses: Vec<ContainerStatus>,
    /// The init containers, as the kubelet runs them.
    pub init_container_statuses: Vec<ContainerStatus>,
    /// The claims that were made for it.
    pub resource_claim_statuses: Vec<PodResourceClaimStatus>,
}

/// `v1.PodResourceClaimStatus`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodResourceClaimStatus {
    /// The pod's name for the claim.
    pub name: Str,
    /// The claim; absent where none was needed.
    pub resource_claim_name: Option<Str>,
}

/// `v1.ContainerStatus`, as far as scheduling looks at it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ContainerStatus {
    /// Name of the container.
    pub name: Str,
    /// What the kubelet gives it now.
    pub resources: Option<ResourceRequirements>,
    /// What the kubelet has promised it.
    pub allocated_resources: ResourceList,
    /// Whether it is ready, where its kubelet has said so.
    pub ready: Option<bool>,
    pub restart_count: i32,
    /// What it is doing.
    pub state: ContainerState,
}

/// `v1.ContainerState`: at most one of its fields is set.
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
    /// `ContainerCreating`, `ImagePullBackOff`, `CrashLoopBackOff`, …
    pub reason: Str,
}

/// `v1.ContainerStateTerminated`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TerminatedContainer {
    /// `Completed`, `Error`, `OOMKilled`, …
    pub reason: Str,
    pub exit_code: i32,
    pub signal: i32,
}

impl ContainerStatus {
    /// Why the container does not run yet, or not again: more than that it is being created.
    #[must_use]
    pub fn blocking_reason(&self) -> Option<&Str> {
        let reason = &self.state.waiting.as_ref()?.reason;
        (!reason.is_empty() && *reason != "ContainerCreating").then_some(reason)
    }
}

impl PodStatus {
    /// All containers run from now on, and are ready.
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

    /// Whether a container waits for something that nothing here will ever bring about, as for an image that is not there.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        let mut statuses = self.init_container_statuses.iter().chain(&self.container_statuses);
        statuses.any(|status| status.blocking_reason().is_some())
    }
}

impl Pod {
    /// The group that it is scheduled with, if any: in its own namespace.
    #[must_use]
    pub fn group_key(&self) -> Option<NamespacedName> {
        let group = self.spec.scheduling_group.as_ref()?;
        Some(NamespacedName::new(&self.metadata.namespace, &group.pod_group_name))
    }

    /// The pod as the controller of an object that is made for it and goes with it. Upstream: `metav1.NewControllerRef`.
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

    /// Whether a kubelet runs it from a file, and the API server only shows it.
    #[must_use]
    pub fn is_mirror(&self) -> bool {
        self.metadata.annotations.contains(MIRROR)
    }

    /// Whether controllers and budgets leave it alone.
    #[must_use]
    pub fn is_standalone(&self) -> bool {
        self.metadata.annotations.contains(STANDALONE)
    }

    /// The priority that counts; absent is 0.
    #[must_use]
    pub fn priority(&self) -> i32 {
        self.spec.priority.unwrap_or(0)
    }

    /// Whether a graceful deletion is under way.
    #[must_use]
    pub fn is_terminating(&self) -> bool {
        self.metadata.deletion_timestamp.is_some()
    }

    /// Its node, or else the one that its affinity names, as that of a DaemonSet's pod does.
    #[must_use]
    pub fn target_node(&self) -> Option<Str> {
        if !self.spec.node_name.is_empty() {
            return Some(self.spec.node_name.clone());
        }
        let terms = &self.spec.required_node_affinity()?.node_selector_terms;
        terms.iter().flat_map(|term| &term.match_fields).find_map(|field| field.values.first().cloned())
    }

    /// Its namespace and name.
    #[must_use]
    pub fn key(&self) -> NamespacedName {
        NamespacedName::of(&self.metadata)
    }
}

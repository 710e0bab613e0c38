//! Pods that are scheduled together: `scheduling.k8s.io/v1alpha2`.

use serde::{Deserialize, Serialize};

use super::{Condition, ConditionStatus, ConditionType, DisruptionMode, NamespacedName, ObjectMeta, Str};

/// `scheduling.k8s.io/v1alpha2.PodGroup`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodGroup {
    pub metadata: ObjectMeta,
    pub spec: PodGroupSpec,
    pub status: PodGroupStatus,
}

/// `scheduling.k8s.io/v1alpha2.PodGroupSpec`, which is immutable.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodGroupSpec {
    /// The template from which the group was created.
    pub pod_group_template_ref: Option<PodGroupTemplateReference>,
    /// Whether the pods are scheduled as a gang.
    pub scheduling_policy: SchedulingPolicy,
    /// The topology domains in which the whole group may run.
    pub scheduling_constraints: Option<SchedulingConstraints>,
    /// Whether preemption evicts the pods one by one or all together.
    pub disruption_mode: DisruptionMode,
    /// The name of the group's PriorityClass, from which admission sets `priority`.
    pub priority_class_name: Str,
    /// 0 if absent. It is independent of the priority of the group's pods.
    pub priority: Option<i32>,
}

/// `scheduling.k8s.io/v1alpha2.PodGroupTemplateReference`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodGroupTemplateReference {
    pub workload: Option<WorkloadTemplateReference>,
}

/// `scheduling.k8s.io/v1alpha2.WorkloadPodGroupTemplateReference`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct WorkloadTemplateReference {
    /// The name of the `Workload`, which is in the same namespace.
    pub workload_name: Str,
    /// The name of one of its templates.
    pub pod_group_template_name: Str,
}

/// `scheduling.k8s.io/v1alpha2.PodGroupSchedulingPolicy`: exactly one field is set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SchedulingPolicy {
    /// The pods are scheduled in one cycle, but each on its own.
    pub basic: Option<BasicPolicy>,
    /// A minimum number of the pods is scheduled, or none.
    pub gang: Option<GangPolicy>,
}

/// `scheduling.k8s.io/v1alpha2.BasicSchedulingPolicy`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BasicPolicy {}

/// `scheduling.k8s.io/v1alpha2.GangSchedulingPolicy`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GangPolicy {
    /// The number of pods that must be scheduled together.
    pub min_count: i32,
}

/// `scheduling.k8s.io/v1alpha2.PodGroupSchedulingConstraints`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SchedulingConstraints {
    /// At most one.
    pub topology: Vec<TopologyConstraint>,
}

/// `scheduling.k8s.io/v1alpha2.TopologyConstraint`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TopologyConstraint {
    /// The label whose value all nodes of the group's pods must share.
    pub key: Str,
}

/// `scheduling.k8s.io/v1alpha2.PodGroupStatus`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodGroupStatus {
    pub conditions: Vec<Condition>,
}

/// `scheduling.k8s.io/v1alpha2.Workload`, which the scheduler does not read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GangWorkload {
    pub metadata: ObjectMeta,
    pub spec: GangWorkloadSpec,
}

/// `scheduling.k8s.io/v1alpha2.WorkloadSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GangWorkloadSpec {
    /// The object for which the workload was created, such as a Job.
    pub controller_ref: Option<TypedReference>,
    /// From one to eight.
    pub pod_group_templates: Vec<PodGroupTemplate>,
}

/// `scheduling.k8s.io/v1alpha2.TypedLocalObjectReference`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TypedReference {
    pub api_group: Str,
    pub kind: Str,
    pub name: Str,
}

/// `scheduling.k8s.io/v1alpha2.PodGroupTemplate`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodGroupTemplate {
    /// Unique in the `Workload`.
    pub name: Str,
    pub scheduling_policy: SchedulingPolicy,
    pub scheduling_constraints: Option<SchedulingConstraints>,
    pub disruption_mode: DisruptionMode,
    pub priority_class_name: Str,
    pub priority: Option<i32>,
}

/// `v1.PodSchedulingGroup`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodSchedulingGroup {
    /// The name of the group in the pod's namespace, which need not exist yet.
    pub pod_group_name: Str,
}

/// The condition `PodGroupScheduled`, as written by the scheduler.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PodGroupCondition {
    pub status: ConditionStatus,
    /// `Scheduled`, `Unschedulable` or `SchedulerError`.
    pub reason: Str,
    /// A message for people.
    pub message: Str,
}

impl PodGroup {
    #[must_use]
    pub fn key(&self) -> NamespacedName {
        NamespacedName::of(&self.metadata)
    }

    /// The priority, which is 0 if absent. Upstream: `PodGroupPriority`.
    #[must_use]
    pub fn priority(&self) -> i32 {
        self.spec.priority.unwrap_or(0)
    }

    /// The number of pods that must be scheduled together; `None` if the group is not a gang.
    #[must_use]
    pub fn min_count(&self) -> Option<usize> {
        self.spec.scheduling_policy.gang.as_ref().map(|gang| usize::try_from(gang.min_count).unwrap_or(0))
    }

    /// The label of the topology constraint, if any.
    #[must_use]
    pub fn topology_key(&self) -> Option<&Str> {
        self.spec.scheduling_constraints.as_ref()?.topology.first().map(|constraint| &constraint.key)
    }

    /// Whether preemption evicts all pods of the group or none.
    #[must_use]
    pub fn is_disrupted_as_a_whole(&self) -> bool {
        self.spec.disruption_mode == DisruptionMode::PodGroup
    }

    /// The condition `PodGroupScheduled`, if it was written.
    #[must_use]
    pub fn scheduled_condition(&self) -> Option<&Condition> {
        self.status.conditions.iter().find(|condition| condition.r#type == ConditionType::PodGroupScheduled)
    }

    /// Writes the condition `PodGroupScheduled`, which stays `True` once it is. Returns whether anything changed. Upstream:
    /// `updatePodGroupCondition`.
    pub fn set_scheduled_condition(&mut self, written: &PodGroupCondition) -> bool {
        let PodGroupCondition { status, reason, message } = written;
        let new = Condition {
            r#type: ConditionType::PodGroupScheduled,
            status: status.clone(),
            reason: reason.clone(),
            message: message.clone(),
        };
        let conditions = &mut self.status.conditions;
        let place = conditions.iter().position(|condition| condition.r#type == ConditionType::PodGroupScheduled);
        match place.map(|at| &mut conditions[at]) {
            Some(old) if old.status == ConditionStatus::True && *status != ConditionStatus::True => false,
            Some(old) if *old == new => false,
            Some(old) => {
                *old = new;
                true
            }
            None => {
                conditions.push(new);
                true
            }
        }
    }
}

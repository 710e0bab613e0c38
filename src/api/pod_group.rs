//! Groups of pods that are scheduled together: `scheduling.k8s.io/v1alpha2`.

use serde::{Deserialize, Serialize};

use super::{Condition, ConditionStatus, ConditionType, DisruptionMode, NamespacedName, ObjectMeta, Str};

/// `scheduling.k8s.io/v1alpha2.PodGroup`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodGroup {
    /// Name and namespace.
    pub metadata: ObjectMeta,
    pub spec: PodGroupSpec,
    /// What the scheduler found last.
    pub status: PodGroupStatus,
}

/// `scheduling.k8s.io/v1alpha2.PodGroupSpec`. None of it can be changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodGroupSpec {
    /// The template that the group was made from.
    pub pod_group_template_ref: Option<PodGroupTemplateReference>,
    /// Whether its pods start together.
    pub scheduling_policy: SchedulingPolicy,
    /// Where its pods may be, as a whole.
    pub scheduling_constraints: Option<SchedulingConstraints>,
    /// Whether a preemptor evicts its pods one by one or all together.
    pub disruption_mode: DisruptionMode,
    /// Name of its `PriorityClass`; admission turns it into `priority`.
    pub priority_class_name: Str,
    /// Absent counts as 0. The priority of its pods has nothing to do with it.
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
    /// The `Workload`, in the same namespace.
    pub workload_name: Str,
    /// One of its templates.
    pub pod_group_template_name: Str,
}

/// `scheduling.k8s.io/v1alpha2.PodGroupSchedulingPolicy`: exactly one of these.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SchedulingPolicy {
    /// As pods without a group, but in one cycle.
    pub basic: Option<BasicPolicy>,
    /// All or nothing.
    pub gang: Option<GangPolicy>,
}

/// `scheduling.k8s.io/v1alpha2.BasicSchedulingPolicy`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BasicPolicy {}

/// `scheduling.k8s.io/v1alpha2.GangSchedulingPolicy`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GangPolicy {
    /// So many pods start together, or none.
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
    /// All pods go to nodes with the same value of this label.
    pub key: Str,
}

/// `scheduling.k8s.io/v1alpha2.PodGroupStatus`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodGroupStatus {
    pub conditions: Vec<Condition>,
}

/// `scheduling.k8s.io/v1alpha2.Workload`. The scheduler never reads it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GangWorkload {
    /// Name and namespace.
    pub metadata: ObjectMeta,
    pub spec: GangWorkloadSpec,
}

/// `scheduling.k8s.io/v1alpha2.WorkloadSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GangWorkloadSpec {
    /// What it is for: a Job, say.
    pub controller_ref: Option<TypedReference>,
    /// One to eight.
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
    /// Unique in the Workload.
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
    /// The group, in the pod's namespace. It need not exist yet.
    pub pod_group_name: Str,
}

/// The state of `PodGroupScheduled`, as the scheduler writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PodGroupCondition {
    pub status: ConditionStatus,
    /// One word for programs: `Scheduled`, `Unschedulable`, `SchedulerError`.
    pub reason: Str,
    /// A sentence for people.
    pub message: Str,
}

impl PodGroup {
    /// Namespace and name.
    #[must_use]
    pub fn key(&self) -> NamespacedName {
        NamespacedName::of(&self.metadata)
    }

    /// Upstream: `PodGroupPriority`.
    #[must_use]
    pub fn priority(&self) -> i32 {
        self.spec.priority.unwrap_or(0)
    }

    /// How many of its pods start together; nothing of a group that is no gang.
    #[must_use]
    pub fn min_count(&self) -> Option<usize> {
        self.spec.scheduling_policy.gang.as_ref().map(|gang| usize::try_from(gang.min_count).unwrap_or(0))
    }

    /// The label by which its pods stay together, if any.
    #[must_use]
    pub fn topology_key(&self) -> Option<&Str> {
        self.spec.scheduling_constraints.as_ref()?.topology.first().map(|constraint| &constraint.key)
    }

    /// Whether a preemptor evicts all of its pods or none.
    #[must_use]
    pub fn is_disrupted_as_a_whole(&self) -> bool {
        self.spec.disruption_mode == DisruptionMode::PodGroup
    }

    /// Its condition `PodGroupScheduled`, if it has one.
    #[must_use]
    pub fn scheduled_condition(&self) -> Option<&Condition> {
        self.status.conditions.iter().find(|condition| condition.r#type == ConditionType::PodGroupScheduled)
    }

    /// Writes the condition `PodGroupScheduled`. Whether that changes anything: once true it stays true. Upstream:
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

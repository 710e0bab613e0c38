//! The Deployment controller: one ReplicaSet per template, and rollouts from one to the next.

use std::{cmp::Reverse, rc::Rc};

use api::{DeploymentStrategyType, IntOrString, Kind, NamespacedName, PodTemplate, Str, Workload, WorkloadKind};
use runlog::{EventKind, Reconcile, ReconcileFunction, UpstreamMessage};

use super::pod_control::{owner_reference, to_i32};
use crate::{api_server::workloads::DeploymentSize, client::Component, ids::WorkloadId};

/// The label with the hash of the template that a pod was created from.
const TEMPLATE_HASH_LABEL: &str = "pod-template-hash";

/// `spec.replicas` of a ReplicaSet.
fn spec_replicas(set: &Workload) -> i32 {
    set.spec.replicas.unwrap_or(0).max(0)
}

/// Whether the templates are equal apart from the label `pod-template-hash`.
pub(super) fn has_same_template(set: &PodTemplate, deployment: &PodTemplate) -> bool {
    set.spec == deployment.spec && set.other_fields == deployment.other_fields && {
        let mut metadata = set.metadata.clone();
        metadata.labels.remove(TEMPLATE_HASH_LABEL);
        metadata == deployment.metadata
    }
}

/// The size of a Deployment, and how far a rollout may deviate from it. Upstream: `ResolveFenceposts`, `MaxSurge`, `MaxUnavailable`.
#[derive(Clone, Copy)]
pub(super) struct RolloutBounds {
    pub replicas: i32,
    /// Pods that may exist beyond `replicas`.
    pub max_surge: i32,
    /// Pods of `replicas` that may be unavailable.
    pub max_unavailable: i32,
}

impl RolloutBounds {
    pub(super) fn from_deployment(deployment: &Workload) -> Self {
        let replicas = deployment.spec.replicas.unwrap_or(1).max(0);
        let rolling = &deployment.spec.strategy.rolling_update;
        let quarter = IntOrString::String("25%".into());
        let recreates = deployment.spec.strategy.r#type == DeploymentStrategyType::Recreate;
        let max_surge = rolling.max_surge.as_ref().unwrap_or(&quarter).round_up_of(replicas).max(0);
        let max_unavailable = rolling.max_unavailable.as_ref().unwrap_or(&quarter).round_down_of(replicas).max(0);
        let max_surge = if recreates { 0 } else { max_surge };
        Self {
            replicas,
            max_surge,
            max_unavailable: if max_surge == 0 && max_unavailable == 0 { 1 } else { max_unavailable },
        }
    }

    /// The most pods that may exist at a time.
    fn max_pods(self) -> i32 {
        if self.replicas > 0 { self.replicas.saturating_add(self.max_surge) } else { 0 }
    }
}

/// A ReplicaSet of a Deployment.
type ReplicaSetRef = (WorkloadId, Rc<Workload>);

/// How many replicas a ReplicaSet of `size` gains or loses when its Deployment, which could have `before` pods, can now have `bounds.max_pods()`.
/// `to_add` is the change in total, `added` the part that other `ReplicaSets` have got. Upstream: `GetReplicaSetProportion`, `getReplicaSetFraction`.
/// Test: `each_replica_set_gets_its_share`.
fn proportional_share(size: i32, bounds: RolloutBounds, before: i32, to_add: i64, added: i64) -> i64 {
    if size == 0 || to_add == 0 || to_add == added {
        return 0;
    }
    let size = i64::from(size);
    let share = match (bounds.replicas, i64::from(before)) {
        (0, _) => -size,
        (_, 0) => 0,
        // Rounds half up; all operands are non-negative.
        (_, before) => (2 * size * i64::from(bounds.max_pods()) + before) / (2 * before) - size,
    };
    let allowed = to_add - added;
    if to_add > 0 { share.min(allowed) } else { share.max(allowed) }
}

/// The Deployment controller, which keeps no state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeploymentController;

impl Component<'_, DeploymentController> {
    /// Scales the `ReplicaSets` proportionally if the Deployment was resized or is paused (upstream: `sync`), otherwise rolls it out
    /// (`rolloutRolling`, `rolloutRecreate`). Upstream: `DeploymentController.syncDeployment`.
    pub(crate) fn sync(&mut self, id: WorkloadId) {
        let Some(deployment) = self.workload(id) else { return };
        let bounds = RolloutBounds::from_deployment(&deployment);
        let sets: Vec<ReplicaSetRef> = self.replica_sets_of(&deployment);
        let current = sets
            .iter()
            .rev()
            .find(|(_, set)| has_same_template(&set.spec.template, &deployment.spec.template))
            .cloned();
        if deployment.spec.paused == Some(true) {
            return self.scale_proportionally(&deployment, bounds, current.as_ref(), &sets);
        }
        if self.is_resized(bounds, &sets) {
            self.scale_proportionally(&deployment, bounds, current.as_ref(), &sets);
            return self.wake_controllers();
        }
        let is_old = |set: &&ReplicaSetRef| current.as_ref().is_none_or(|current| current.0 != set.0);
        let old: Vec<ReplicaSetRef> = sets.iter().filter(is_old).cloned().collect();
        if deployment.spec.strategy.r#type == DeploymentStrategyType::Recreate {
            for set in &old {
                self.scale_replica_set(&deployment, bounds, set, 0, ReconcileFunction::Recreate);
            }
            if old.iter().any(|(_, set)| !self.workloads().pods_of(&set.metadata.uid).is_empty()) {
                return;
            }
            let current = current.unwrap_or_else(|| self.add_replica_set(&deployment, sets.len()));
            return self.scale_replica_set(&deployment, bounds, &current, bounds.replicas, ReconcileFunction::Recreate);
        }
        let current = current.unwrap_or_else(|| self.add_replica_set(&deployment, sets.len()));
        self.roll_over(&deployment, bounds, &current, &old);
    }

    /// Whether the Deployment was resized since its `ReplicaSets` were last scaled. Upstream: `isScalingEvent`.
    fn is_resized(&self, bounds: RolloutBounds, sets: &[ReplicaSetRef]) -> bool {
        sets.iter()
            .filter(|(_, set)| spec_replicas(set) > 0)
            .any(|(id, _)| self.scaled_for(*id).is_some_and(|size| size.replicas != bounds.replicas))
    }

    /// Distributes a new size over the `ReplicaSets` in the middle of a rollout. Upstream: `DeploymentController.scale`.
    fn scale_proportionally(
        &mut self,
        deployment: &Workload,
        bounds: RolloutBounds,
        current: Option<&ReplicaSetRef>,
        sets: &[ReplicaSetRef],
    ) {
        let mut active: Vec<ReplicaSetRef> = sets.iter().filter(|(_, set)| spec_replicas(set) > 0).cloned().collect();
        // If no ReplicaSet has replicas, the current or else the newest one gets the size.
        let latest = [current, sets.last()].into_iter().flatten().next();
        if let Some(only) = active.first().or(latest).filter(|_| active.len() < 2) {
            if deployment.spec.paused == Some(true) && spec_replicas(&only.1) == bounds.replicas {
                return;
            }
            let by = if current.is_some_and(|current| current.0 == only.0) {
                ReconcileFunction::NewReplicaSet
            } else {
                ReconcileFunction::Proportion
            };
            return self.scale_replica_set(deployment, bounds, only, bounds.replicas, by);
        }
        if let Some(current) = current.filter(|current| self.is_saturated(bounds, current)) {
            for old in active.iter().filter(|set| set.0 != current.0) {
                self.scale_replica_set(deployment, bounds, old, 0, ReconcileFunction::Proportion);
            }
            return;
        }
        if active.is_empty() {
            return;
        }
        let all: i64 = active.iter().map(|(_, set)| i64::from(spec_replicas(set))).sum();
        let to_add = i64::from(bounds.max_pods()) - all;
        // Larger sets first; of sets with equal size the newest grows first, the oldest shrinks first.
        if to_add > 0 {
            active.sort_by_key(|(id, set)| (Reverse(spec_replicas(set)), Reverse(*id)));
        } else {
            active.sort_by_key(|(id, set)| (Reverse(spec_replicas(set)), *id));
        }
        // For a set without annotations, the number of pods of the Deployment counts.
        let pods = sets.iter().map(|(_, set)| self.pod_tally_of(set).active);
        let pod_count = to_i32(pods.sum());
        let mut added = 0;
        let mut sizes = Vec::new();
        for (id, set) in &active {
            let max_before = self.scaled_for(*id).map_or(0, |size| size.max_pods);
            let before = if max_before == 0 { pod_count } else { max_before };
            let share = proportional_share(spec_replicas(set), bounds, before, to_add, added);
            added += share;
            sizes.push(i64::from(spec_replicas(set)) + share);
        }
        if let Some(first) = sizes.first_mut() {
            *first = (*first + to_add - added).max(0);
        }
        for (set, size) in active.iter().zip(sizes) {
            self.scale_replica_set(
                deployment,
                bounds,
                set,
                to_i32(usize::try_from(size).unwrap_or(0)),
                ReconcileFunction::Proportion,
            );
        }
    }

    /// Whether a ReplicaSet has all replicas of the Deployment, and all of them are available. Upstream: `IsSaturated`.
    fn is_saturated(&self, bounds: RolloutBounds, (id, set): &ReplicaSetRef) -> bool {
        self.scaled_for(*id).is_some_and(|size| size.replicas == bounds.replicas)
            && spec_replicas(set) == bounds.replicas
            && self.available_count(set) == bounds.replicas
    }

    /// One step of a rolling update: the new ReplicaSet grows within `maxSurge`; the old ones shrink within `maxUnavailable`, unavailable pods first.
    /// Upstream: `reconcileNewReplicaSet`, `cleanupUnhealthyReplicas`, `scaleDownOldReplicaSetsForRollingUpdate`.
    fn roll_over(
        &mut self,
        deployment: &Workload,
        bounds: RolloutBounds,
        current: &ReplicaSetRef,
        old: &[ReplicaSetRef],
    ) {
        let wanted = i64::from(bounds.replicas);
        let old_count: i64 = old.iter().map(|(_, set)| i64::from(spec_replicas(set))).sum();
        let new_count = i64::from(spec_replicas(&current.1)).min(wanted);
        let most = wanted + i64::from(bounds.max_surge);
        let grown =
            if old_count == 0 { wanted } else { (new_count + (most - old_count - new_count).max(0)).min(wanted) };
        let needed = wanted - i64::from(bounds.max_unavailable.min(bounds.replicas));
        let available = |set: &Workload| i64::from(self.available_count(set));
        let mut spare = old_count + grown - needed - (grown - available(&current.1));
        let mut healthy = available(&current.1) + old.iter().map(|(_, set)| available(set)).sum::<i64>() - needed;
        let mut reductions = Vec::new();
        for set in old {
            // First replicas that are not available, then as many as `maxUnavailable` allows.
            let replicas = i64::from(spec_replicas(&set.1));
            let idle = (replicas - available(&set.1)).min(spare).max(0);
            let running = healthy.min(replicas - idle).max(0);
            spare -= idle;
            healthy -= running;
            let by = if running > 0 { ReconcileFunction::OldReplicaSets } else { ReconcileFunction::Unhealthy };
            reductions.push((set, replicas - idle - running, by));
        }
        for (set, replicas, by) in std::iter::once((current, grown, ReconcileFunction::NewReplicaSet)).chain(reductions)
        {
            self.scale_replica_set(deployment, bounds, set, to_i32(usize::try_from(replicas).unwrap_or(0)), by);
        }
    }

    /// Sets the size of a ReplicaSet, which creates or deletes pods at once. Upstream: `scaleReplicaSet`.
    fn scale_replica_set(
        &mut self,
        deployment: &Workload,
        bounds: RolloutBounds,
        (id, _): &ReplicaSetRef,
        replicas: i32,
        by: ReconcileFunction,
    ) {
        let size =
            DeploymentSize { replicas: bounds.replicas, max_pods: bounds.replicas.saturating_add(bounds.max_surge) };
        let Some(stored) = self.workloads().get(*id) else { return };
        let (before, from) = (stored.scaled_for, spec_replicas(&stored.workload));
        let is_same_size = stored.workload.spec.replicas == Some(replicas);
        let set = stored.workload.metadata.name.clone();
        self.write_replica_set_size(*id, replicas, size);
        if is_same_size {
            // Queues the set, because only its annotations changed.
            if before.is_some_and(|before| before != size) {
                self.queue_workload(*id);
            }
            return;
        }
        if !deployment.spec.has_refused_pods {
            self.record_scaling(deployment, bounds, by, (set, from, replicas));
        }
        self.deliver_replica_set_scaled(*id);
    }

    fn record_scaling(
        &mut self,
        deployment: &Workload,
        bounds: RolloutBounds,
        by: ReconcileFunction,
        scales: (Str, i32, i32),
    ) {
        let key = NamespacedName::of(&deployment.metadata);
        let sets = self.replica_sets_of(deployment);
        let has = sets.iter().map(|(_, set)| self.pod_tally_of(set).active).sum();
        let ready: i32 = sets.iter().map(|(_, set)| self.available_count(set)).sum();
        let (set, from, to) = &scales;
        let message = UpstreamMessage::ReplicaSetScaled { set, from: *from, to: *to };
        let text = self.settings().wording.render(&message).into();
        let decision = Reconcile {
            workload: format!("{}/{key}", WorkloadKind::Deployment.name()).into(),
            by,
            wanted: usize::try_from(bounds.replicas).unwrap_or(0),
            has,
            ready: usize::try_from(ready).unwrap_or(0),
            backoff: None,
            makes: 0,
            deletes: Vec::new(),
            scales: Some(scales),
        };
        self.emit(EventKind::Reconciled(Rc::new(decision)));
        self.record_message(Kind::Deployment, &key, false, "ScalingReplicaSet", text);
    }

    /// The size of the Deployment for which a ReplicaSet was last scaled.
    fn scaled_for(&self, id: WorkloadId) -> Option<DeploymentSize> {
        self.workloads().get(id)?.scaled_for
    }

    /// Creates a ReplicaSet without replicas for the Deployment's current template.
    fn add_replica_set(&mut self, deployment: &Workload, generation: usize) -> ReplicaSetRef {
        let mut generation = self.number_template(deployment, generation as u64);
        let hash = loop {
            let hash = self.name_suffix(&NamespacedName::of(&deployment.metadata), generation, 10);
            let name = format!("{}-{hash}", deployment.metadata.name);
            let key = NamespacedName::new(&deployment.metadata.namespace, &name);
            if !self.has_workload(WorkloadKind::ReplicaSet, &key) {
                break hash;
            }
            generation += 1;
        };
        let mut replica_set = deployment.clone();
        replica_set.metadata.name = format!("{}-{hash}", deployment.metadata.name).into();
        replica_set.metadata.uid = format!("{}-{hash}", deployment.metadata.uid).into();
        replica_set.metadata.owner_references = vec![owner_reference(WorkloadKind::Deployment, deployment)];
        replica_set.spec.replicas = Some(0);
        replica_set.spec.template.metadata.labels.insert(TEMPLATE_HASH_LABEL.into(), hash.as_str().into());
        if let Some(selector) = &mut replica_set.spec.selector {
            selector.match_labels.insert(TEMPLATE_HASH_LABEL.into(), hash.into());
        }
        self.create_replica_set(replica_set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_run::run_until;

    #[test]
    fn each_replica_set_gets_its_share() {
        // Size of the set, size of the Deployment now, its surge, most pods before, change in total, part that others got, expected share.
        for (size, wanted, surge, before, to_add, added, expected) in [
            // 8 and 5 pods of a Deployment of 10 with a surge of 3, scaled to 20 in the middle of a rollout.
            (8, 20, 3, 13, 10, 0, 6),
            (5, 20, 3, 13, 10, 6, 4),
            // Scaled down to 5.
            (8, 5, 3, 13, -5, 0, -3),
            (5, 5, 3, 13, -5, -3, -2),
            (8, 0, 0, 13, -13, 0, -8),
            (0, 20, 3, 13, 10, 0, 0),
            (8, 20, 3, 0, 10, 0, 0),
        ] {
            let bounds = RolloutBounds { replicas: wanted, max_surge: surge, max_unavailable: 0 };
            assert_eq!(
                proportional_share(size, bounds, before, to_add, added),
                expected,
                "{size} of {before} to {wanted}"
            );
        }
    }

    #[test]
    fn a_saturated_replica_set_has_all_replicas_available() {
        let text = "{kind: Node, metadata: {name: n}, status: {allocatable: {cpu: 4}}}
---
{kind: Deployment, metadata: {name: web}, spec: {replicas: 2, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c}]}}}}
---
{kind: Scenario}";
        let (mut simulation, _) = run_until(text, 30);
        let mut controller = simulation.cluster.component::<DeploymentController>();
        let deployment = WorkloadKind::Deployment;
        let id = controller.workloads().find_by_name(deployment, &NamespacedName::new("default", "web"));
        let deployment = id.and_then(|id| controller.workload(id)).expect("a Deployment");
        let bounds = RolloutBounds::from_deployment(&deployment);
        let (id, set) = controller.replica_sets_of(&deployment).pop().expect("a ReplicaSet");
        for (scaled_for, replicas, min_ready_seconds, expected) in [
            (2, 2, 0, true),
            // The Deployment was resized since.
            (3, 2, 0, false),
            // The ReplicaSet was resized by someone else.
            (2, 3, 0, false),
            (2, 1, 0, false),
            // No pod is available yet.
            (2, 2, 1000, false),
            (3, 3, 0, false),
            (3, 2, 1000, false),
            (2, 3, 1000, false),
        ] {
            controller.write_replica_set_size(id, 2, DeploymentSize { replicas: scaled_for, max_pods: 3 });
            let mut set = (*set).clone();
            set.spec.replicas = Some(replicas);
            set.spec.min_ready_seconds = Some(min_ready_seconds);
            let is_saturated = controller.is_saturated(bounds, &(id, Rc::new(set)));
            assert_eq!(is_saturated, expected, "{scaled_for} {replicas} {min_ready_seconds}");
        }
    }
}

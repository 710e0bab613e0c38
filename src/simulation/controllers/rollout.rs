//! The rollout that a pod is part of, for answers about a run.

use api::{Millis, NamespacedName, Workload};
use runlog::Rollout;

use super::deployment::{RolloutBounds, has_same_template};
use crate::client::Client;

/// The default of `progressDeadlineSeconds`, and the value that means no deadline. Upstream: `HasProgressDeadline`.
const DEFAULT_DEADLINE: i32 = 600;
const NO_DEADLINE: i32 = i32::MAX;

fn to_usize(count: i32) -> usize {
    usize::try_from(count).unwrap_or(0)
}

impl Client<'_> {
    /// The rollout of the Deployment that manages the pod: see [`Simulation::rollout_of`](crate::Simulation::rollout_of).
    pub(crate) fn rollout_of(&self, pod: &NamespacedName) -> Option<Rollout> {
        let set_id = self.workloads().id_of_uid(self.pod(pod)?.owner.as_ref()?)?;
        let deployment_uid = self.workloads().get(set_id)?.owner.clone()?;
        let deployment = self.workload(self.workloads().id_of_uid(&deployment_uid)?)?;
        if deployment.spec.paused == Some(true) {
            return None;
        }
        let sets = self.replica_sets_of(&deployment);
        let is_current = |set: &Workload| has_same_template(&set.spec.template, &deployment.spec.template);
        let (current_id, current) = sets.iter().rev().find(|(_, set)| is_current(set))?;
        let old_sets = sets.iter().filter(|(id, _)| id != current_id);
        let old_pods: Vec<NamespacedName> = old_sets.flat_map(|(_, set)| self.active_pods_of(set)).collect();
        if *current_id != set_id || old_pods.is_empty() {
            return None;
        }
        let RolloutBounds { replicas, max_surge, max_unavailable } = RolloutBounds::from_deployment(&deployment);
        let updated = self.pod_tally_of(current).active;
        let deadline = deployment.spec.progress_deadline_seconds.unwrap_or(DEFAULT_DEADLINE);
        Some(Rollout {
            deployment: NamespacedName::of(&deployment.metadata),
            replicas: to_usize(replicas),
            pods: updated + old_pods.len(),
            updated,
            updated_available: to_usize(self.available_count(current)),
            available: sets.iter().map(|(_, set)| to_usize(self.available_count(set))).sum(),
            old_pods,
            max_surge: to_usize(max_surge),
            max_unavailable: to_usize(max_unavailable.min(replicas)),
            recreates: deployment.spec.strategy.r#type == api::DeploymentStrategyType::Recreate,
            deadline: (deadline != NO_DEADLINE).then(|| Millis::from_signed_seconds(deadline.max(0).into())),
            progressed_at: Millis::ZERO,
        })
    }
}

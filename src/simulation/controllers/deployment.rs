//! The Deployment controller: a replica set for each template, and how one gives way to the next.

use std::rc::Rc;

use api::{DeploymentStrategyType, IntOrString, PodTemplate, Workload};

use super::super::state::Simulation;
use super::workloads::{Number, key};
use super::{number as count_of, owner};
use api::WorkloadKind;

/// The label that tells the pods of one template from those of another.
const HASH: &str = "pod-template-hash";

/// Replicas that a set has by its spec.
fn count(set: &Workload) -> i32 {
    set.spec.replicas.unwrap_or(0).max(0)
}

/// Whether a set's template is the deployment's, but for the hash.
fn is_of(set: &PodTemplate, deployment: &PodTemplate) -> bool {
    set.spec == deployment.spec && {
        let mut metadata = set.metadata.clone();
        metadata.labels.remove(HASH);
        metadata == deployment.metadata
    }
}

impl Simulation {
    /// Upstream: `DeploymentController.rolloutRolling` and `rolloutRecreate`. A pod counts as available as soon as it is
    /// ready.
    pub(super) fn reconcile_deployment(&mut self, number: Number) {
        let Some(deployment) = self.workload(number) else { return };
        let wanted = deployment.spec.replicas.unwrap_or(1).max(0);
        let sets: Vec<(Number, Rc<Workload>)> = self
            .workloads
            .children(&deployment.metadata.uid)
            .into_iter()
            .filter_map(|number| Some((number, self.workload(number)?)))
            .collect();
        let current = sets.iter().rev().find(|(_, set)| is_of(&set.spec.template, &deployment.spec.template)).cloned();
        let current = current.unwrap_or_else(|| self.make_replica_set(&deployment, sets.len()));
        let old: Vec<_> = sets.iter().filter(|(number, _)| *number != current.0).collect();
        let old_count = old.iter().fold(0_i32, |sum, (_, set)| sum.saturating_add(count(set)));
        if deployment.spec.strategy.r#type == DeploymentStrategyType::Recreate {
            for (set, _) in &old {
                self.set_replicas(*set, 0);
            }
            let left = old.iter().any(|(_, set)| !self.workloads.pods(&set.metadata.uid).is_empty());
            return self.set_replicas(current.0, if left { 0 } else { wanted });
        }
        if old_count == 0 {
            return self.set_replicas(current.0, wanted);
        }
        self.roll(&deployment, wanted, &current, &old);
    }

    /// One round of a rolling update: the new set grows within the surge, and of the old ones those pods go first that are
    /// of no use anyway. Upstream: `reconcileNewReplicaSet`, `cleanupUnhealthyReplicas`,
    /// `scaleDownOldReplicaSetsForRollingUpdate`.
    fn roll(
        &mut self,
        deployment: &Workload,
        wanted: i32,
        current: &(Number, Rc<Workload>),
        old: &[&(Number, Rc<Workload>)],
    ) {
        let rolling = &deployment.spec.strategy.rolling_update;
        let quarter = IntOrString::String("25%".into());
        let surge = i64::from(rolling.max_surge.as_ref().unwrap_or(&quarter).of_up(wanted).max(0));
        let missing = i64::from(rolling.max_unavailable.as_ref().unwrap_or(&quarter).of_down(wanted).max(0));
        let missing = if surge == 0 && missing == 0 { 1 } else { missing };
        let wanted = i64::from(wanted);
        let old_count: i64 = old.iter().map(|(_, set)| i64::from(count(set))).sum();
        let new_count = i64::from(count(&current.1)).min(wanted);
        let grown = (new_count + (wanted + surge - old_count - new_count).max(0)).min(wanted);
        let needed = wanted - missing;
        let available = |set: &Workload| i64::from(self.available(set));
        let mut spare = old_count + grown - needed - (grown - available(&current.1));
        let mut healthy = available(&current.1) + old.iter().map(|(_, set)| available(set)).sum::<i64>() - needed;
        let mut cuts = Vec::new();
        for (number, set) in old {
            // First those that are not available anyway, then as many as can be spared.
            let replicas = i64::from(count(set));
            let idle = (replicas - available(set)).min(spare).max(0);
            let running = healthy.min(replicas - idle).max(0);
            spare -= idle;
            healthy -= running;
            cuts.push((*number, replicas - idle - running));
        }
        for (set, replicas) in std::iter::once((current.0, grown)).chain(cuts) {
            self.set_replicas(set, count_of(usize::try_from(replicas).unwrap_or(0)));
        }
    }

    /// Makes or deletes pods at once, where the number is a new one.
    fn set_replicas(&mut self, number: Number, replicas: i32) {
        let Some(entry) = self.workloads.get_mut(number) else { return };
        if entry.workload.spec.replicas != Some(replicas) {
            Rc::make_mut(&mut entry.workload).spec.replicas = Some(replicas);
            self.reconcile_replicas(number);
        }
    }

    /// A replica set for the template of a deployment, without pods yet.
    fn make_replica_set(&mut self, deployment: &Workload, generation: usize) -> (Number, Rc<Workload>) {
        let kind = WorkloadKind::ReplicaSet;
        let mut generation = generation as u64;
        let hash = loop {
            let hash = self.workloads.suffix(&key(&deployment.metadata), generation, 10);
            let name = format!("{}/{}-{hash}", deployment.metadata.namespace, deployment.metadata.name);
            if self.workloads.find(kind, &name).is_none() {
                break hash;
            }
            generation += 1;
        };
        let mut replica_set = deployment.clone();
        replica_set.metadata.name = format!("{}-{hash}", deployment.metadata.name).into();
        replica_set.metadata.uid = format!("{}-{hash}", deployment.metadata.uid).into();
        replica_set.metadata.uid = self.uids.give(&replica_set.metadata);
        replica_set.metadata.owner_references = vec![owner(WorkloadKind::Deployment, deployment)];
        replica_set.spec.replicas = Some(0);
        replica_set.spec.template.metadata.labels.insert(HASH.into(), hash.as_str().into());
        if let Some(selector) = &mut replica_set.spec.selector {
            selector.match_labels.insert(HASH.into(), hash.into());
        }
        let made = Rc::new(replica_set);
        self.add_selector(kind, Rc::clone(&made));
        (self.workloads.add(kind, Rc::clone(&made)), made)
    }
}

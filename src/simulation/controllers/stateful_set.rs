//! The StatefulSet controller: pods by number, one after the other or all at once, and how one template gives way to the next.

use super::{super::state::Simulation, workloads::WorkloadId};
use api::{NamespacedName, PodManagement, UpdateStrategyType};
use runlog::ReconcileFunction;

/// The number of a pod, by its name.
fn ordinal(pod: &str) -> Option<i32> {
    pod.rsplit_once('-')?.1.parse().ok()
}

impl Simulation {
    /// Upstream: `defaultStatefulSetControl.updateStatefulSet`: first what lacks, then what is too much, then pods of an older template.
    pub(super) fn reconcile_stateful_set(&mut self, number: WorkloadId) {
        let Some(workload) = self.workload(number) else { return };
        let wanted = workload.spec.replicas.unwrap_or(1).max(0);
        let in_order = workload.spec.pod_management_policy != PodManagement::Parallel;
        let key = |ordinal: i32| {
            let name = format!("{}-{ordinal}", workload.metadata.name);
            NamespacedName::new(&workload.metadata.namespace, &name)
        };
        let counts = (usize::try_from(wanted).unwrap_or(0), self.active_pods(&workload).len());
        let mut missing = Vec::new();
        for ordinal in 0..wanted {
            let pod = key(ordinal);
            if !self.pods.contains_key(&pod) {
                missing.push(ordinal);
            }
            // The next one waits until this one is ready; one of the same name waits until this one is gone.
            if in_order && !self.is_healthy(&pod) {
                break;
            }
        }
        self.record_decision(number, ReconcileFunction::StatefulSet, counts, missing.len(), &[]);
        for ordinal in &missing {
            let name = format!("{}-{ordinal}", workload.metadata.name);
            if !self.create_pod_of_revision(number, Some(name), self.revision_for(number, *ordinal), |_| {}) {
                return;
            }
        }
        if in_order && (0..wanted).any(|ordinal| !self.is_healthy(&key(ordinal))) {
            return;
        }
        if self.delete_condemned(number, wanted, in_order) {
            return;
        }
        self.update_stateful_pods(number, (0..wanted).map(key).collect());
    }

    /// The template of a pod that is missing: below the partition the one before. Upstream: `newVersionedStatefulSetPod`.
    fn revision_for(&self, number: WorkloadId, ordinal: i32) -> usize {
        self.workloads.get(number).map_or(0, |entry| {
            let strategy = &entry.workload.spec.update_strategy;
            let keeps = strategy.r#type != UpdateStrategyType::OnDelete && ordinal < strategy.rolling_update.partition;
            if keeps { entry.last_revision } else { entry.revision }
        })
    }

    /// Deletes pods beyond the number that is wanted, from the highest number down. Whether the round ends here. Upstream:
    /// `processCondemned`.
    fn delete_condemned(&mut self, number: WorkloadId, wanted: i32, in_order: bool) -> bool {
        let Some(workload) = self.workload(number) else { return true };
        let mut surplus: Vec<(i32, NamespacedName)> = self
            .workloads
            .pods(&workload.metadata.uid)
            .into_iter()
            .filter_map(|pod| Some((ordinal(&pod)?, pod)))
            .filter(|(ordinal, _)| *ordinal >= wanted)
            .collect();
        surplus.sort();
        let first_unhealthy = surplus.iter().find(|(_, pod)| !self.is_healthy(pod)).cloned();
        let mut go = Vec::new();
        for condemned in surplus.into_iter().rev() {
            let terminates = !self.is_active(&condemned.1);
            let waits = !self.is_healthy(&condemned.1) && first_unhealthy.as_ref() != Some(&condemned);
            if in_order && (terminates || waits) {
                return true;
            }
            if !terminates {
                go.push(condemned.1);
            }
            if in_order {
                break;
            }
        }
        let has = self.active_pods(&workload).len();
        self.record_decision(
            number,
            ReconcileFunction::StatefulSet,
            (usize::try_from(wanted).unwrap_or(0), has),
            0,
            &go,
        );
        let any = !go.is_empty();
        for pod in go {
            if !self.delete_owned_pod(number, &pod) {
                return true;
            }
        }
        in_order && any
    }

    /// Deletes the last pod that is of an older template, once those behind it are of the new one and available: one at a time, also
    /// where pods are managed in parallel, since `maxUnavailable` stands behind a feature gate that is off.
    fn update_stateful_pods(&mut self, number: WorkloadId, pods: Vec<NamespacedName>) {
        let Some(entry) = self.workloads.get(number) else { return };
        let strategy = &entry.workload.spec.update_strategy;
        let partition = usize::try_from(strategy.rolling_update.partition).unwrap_or(0);
        if strategy.r#type == UpdateStrategyType::OnDelete {
            return;
        }
        let all = pods.len();
        for pod in pods.iter().skip(partition).rev() {
            let is_updated = self.workloads.get(number).is_some_and(|entry| entry.is_updated(pod));
            if !is_updated && self.is_active(pod) {
                self.record_decision(
                    number,
                    ReconcileFunction::StatefulSetUpdate,
                    (all, all),
                    0,
                    std::slice::from_ref(pod),
                );
                self.delete_owned_pod(number, pod);
                return;
            }
            if !self.is_healthy(pod) {
                return;
            }
        }
        let entry = self.workloads.get_mut(number);
        if let Some(entry) = entry.filter(|entry| pods.iter().all(|pod| entry.is_updated(pod))) {
            entry.last_revision = entry.revision;
        }
    }

    /// Running, ready and not on its way out.
    fn is_healthy(&self, key: &NamespacedName) -> bool {
        self.is_active(key) && self.is_ready(key)
    }
}

//! The StatefulSet controller: creates, deletes and updates pods by ordinal, in order or all at once.

use std::ops::Range;

use api::{NamespacedName, Pod, PodManagement, UpdateStrategyType, Workload};
use runlog::{Deletion, ReconcileFunction};

use super::pod_control::ReplicaCounts;
use crate::{api_server::PodRecord, client::Component, ids::WorkloadId};

/// The ordinal at the end of a pod's name.
fn ordinal(pod: &str) -> Option<i32> {
    pod.rsplit_once('-')?.1.parse().ok()
}

/// Sets the labels with a pod's name and ordinal. Upstream: `updateIdentity`.
fn label_identity(pod: &mut Pod, ordinal: i32, has_index: bool) {
    let name = pod.metadata.name.clone();
    pod.metadata.labels.insert("statefulset.kubernetes.io/pod-name".into(), name);
    if has_index {
        pod.metadata.labels.insert("apps.kubernetes.io/pod-index".into(), ordinal.to_string().into());
    }
}

/// The StatefulSet controller, which keeps no state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StatefulSetController;

impl Component<'_, StatefulSetController> {
    /// Creates missing pods, then deletes surplus ones, then updates those with an older template. Upstream:
    /// `defaultStatefulSetControl.updateStatefulSet`.
    pub(crate) fn sync(&mut self, id: WorkloadId) {
        let Some(workload) = self.workload(id) else { return };
        let desired = workload.spec.replicas.unwrap_or(1).max(0);
        let ordinals = Self::ordinal_range(&workload);
        let in_order = workload.spec.pod_management_policy != PodManagement::Parallel;
        let key = |ordinal: i32| {
            let name = format!("{}-{ordinal}", workload.metadata.name);
            NamespacedName::new(&workload.metadata.namespace, &name)
        };
        let counts = ReplicaCounts {
            desired: usize::try_from(desired).unwrap_or(0),
            existing: self.pod_tally_of(&workload).active,
        };
        let (mut missing, mut ended) = (Vec::new(), Vec::new());
        for ordinal in ordinals.clone() {
            let pod = key(ordinal);
            match self.pod(&pod) {
                None => missing.push(ordinal),
                // A finished pod, whether failed or succeeded, is replaced by one of the same name.
                Some(record) if record.is_over() && !record.pod().is_terminating() => ended.push(pod.clone()),
                Some(_) => {}
            }
            // In order, the next pod is created when this one is healthy. A pod with the same name must be removed first.
            if in_order && !self.is_healthy(id, &pod) {
                break;
            }
        }
        self.record_decision(id, ReconcileFunction::StatefulSet, counts, missing.len(), &ended);
        for pod in &ended {
            if !self.delete_owned_pod(id, pod, Deletion::Ended) {
                return;
            }
        }
        for ordinal in &missing {
            let name = format!("{}-{ordinal}", workload.metadata.name);
            let revision = self.revision_for(id, *ordinal);
            let has_index = self.settings().flow.has_later_sets;
            if !self.create_pod_of_revision(id, Some(name), revision, |pod| label_identity(pod, *ordinal, has_index)) {
                return;
            }
        }
        if in_order && ordinals.clone().any(|ordinal| !self.is_healthy(id, &key(ordinal))) {
            return;
        }
        if self.delete_condemned(id, &ordinals, in_order) {
            return;
        }
        self.update_stateful_pods(id, ordinals.map(key).collect());
    }

    /// The revision of a missing pod: below the partition the one that the last rollout ended with. Upstream: `newVersionedStatefulSetPod`.
    fn revision_for(&self, id: WorkloadId, ordinal: i32) -> usize {
        self.workloads().get(id).map_or(0, |stored| {
            let start = Self::ordinal_range(&stored.workload).start;
            let strategy = &stored.workload.spec.update_strategy;
            let keeps = strategy.r#type != UpdateStrategyType::OnDelete
                && ordinal < start.saturating_add(strategy.rolling_update.partition.unwrap_or(0));
            if keeps { stored.last_revision } else { stored.revision }
        })
    }

    /// Deletes pods with an ordinal outside of `ordinals`, the highest first. Returns whether the sync ends here. Upstream: `processCondemned`.
    fn delete_condemned(&mut self, id: WorkloadId, ordinals: &Range<i32>, in_order: bool) -> bool {
        let Some(workload) = self.workload(id) else { return true };
        let mut surplus: Vec<(i32, NamespacedName)> = self
            .workloads()
            .pods_of(&workload.metadata.uid)
            .into_iter()
            .filter_map(|pod| Some((ordinal(&pod)?, pod)))
            .filter(|(ordinal, _)| !ordinals.contains(ordinal))
            .collect();
        surplus.sort();
        let first_unhealthy = surplus.iter().find(|(_, pod)| !self.is_healthy(id, pod)).cloned();
        let mut doomed = Vec::new();
        for condemned in surplus.into_iter().rev() {
            let terminates = !self.is_pod_active(&condemned.1);
            let must_wait = !self.is_healthy(id, &condemned.1) && first_unhealthy.as_ref() != Some(&condemned);
            if in_order && (terminates || must_wait) {
                return true;
            }
            if !terminates {
                doomed.push(condemned.1);
            }
            if in_order {
                break;
            }
        }
        let has = self.pod_tally_of(&workload).active;
        self.record_decision(
            id,
            ReconcileFunction::StatefulSet,
            ReplicaCounts { desired: ordinals.len(), existing: has },
            0,
            &doomed,
        );
        let any = !doomed.is_empty();
        for pod in doomed {
            if !self.delete_owned_pod(id, &pod, Deletion::ScaledDown) {
                return true;
            }
        }
        in_order && any
    }

    /// Deletes the pod with the highest ordinal among those with an older template, once all pods with higher ordinals are updated and available. It
    /// deletes one at a time, also with `podManagementPolicy: Parallel`, because `maxUnavailable` is behind a feature gate that is off by default.
    fn update_stateful_pods(&mut self, id: WorkloadId, pods: Vec<NamespacedName>) {
        let Some(stored) = self.workloads().get(id) else { return };
        let strategy = &stored.workload.spec.update_strategy;
        let partition = usize::try_from(strategy.rolling_update.partition.unwrap_or(0)).unwrap_or(0);
        if strategy.r#type == UpdateStrategyType::OnDelete {
            return;
        }
        let all = pods.len();
        for pod in pods.iter().skip(partition).rev() {
            let is_updated = self.is_pod_updated(id, pod);
            if !is_updated && self.is_pod_active(pod) {
                self.record_decision(
                    id,
                    ReconcileFunction::StatefulSetUpdate,
                    ReplicaCounts { desired: all, existing: all },
                    0,
                    std::slice::from_ref(pod),
                );
                self.delete_owned_pod(id, pod, Deletion::Updated);
                return;
            }
            let awaits_availability = self.settings().flow.set_updates_await_availability;
            let is_ready = if awaits_availability { self.is_healthy(id, pod) } else { self.is_running_and_ready(pod) };
            if !is_ready {
                return;
            }
        }
        if pods.iter().all(|pod| self.is_pod_updated(id, pod)) {
            self.finish_rollout(id);
        }
    }

    /// The ordinals of the desired pods. Upstream: `getStartOrdinal`, `getEndOrdinal`.
    fn ordinal_range(workload: &Workload) -> Range<i32> {
        let start = workload.spec.ordinals.start.unwrap_or(0).max(0);
        start..start.saturating_add(workload.spec.replicas.unwrap_or(1).max(0))
    }

    /// Whether a pod is active and available; before v1.22, which lacks `minReadySeconds`, active and ready.
    fn is_healthy(&self, id: WorkloadId, key: &NamespacedName) -> bool {
        if self.settings().flow.has_later_sets {
            return self.workload(id).is_some_and(|workload| self.is_pod_available(&workload, key));
        }
        self.is_running_and_ready(key)
    }

    fn is_running_and_ready(&self, key: &NamespacedName) -> bool {
        self.pod(key).is_some_and(|record: &PodRecord| record.is_active() && self.is_ready(record))
    }
}

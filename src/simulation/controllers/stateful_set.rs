//! The StatefulSet controller: pods by number, one after the other or all at once.

use super::super::state::Simulation;
use super::workloads::Number;
use api::{PodManagement, Str};
use record::Deletion;

impl Simulation {
    /// Upstream: `defaultStatefulSetControl.updateStatefulSet`, without updates of pods to a new template.
    pub(super) fn reconcile_stateful_set(&mut self, number: Number) {
        let Some(workload) = self.workload(number) else { return };
        let wanted = workload.spec.replicas.unwrap_or(1).max(0);
        let in_order = workload.spec.pod_management_policy != PodManagement::Parallel;
        let key = |ordinal: i32| -> Str {
            format!("{}/{}-{ordinal}", workload.metadata.namespace, workload.metadata.name).into()
        };
        for ordinal in 0..wanted {
            let pod = key(ordinal);
            if !self.pods.contains_key(&pod) {
                if !self.make_pod(number, Some(format!("{}-{ordinal}", workload.metadata.name))) || in_order {
                    return;
                }
            } else if in_order && !self.is_healthy(&pod) {
                // The next one waits until this one is ready; one of the same name waits until this one is gone.
                return;
            }
        }
        let ordinal = |pod: Str| Some((pod.rsplit_once('-')?.1.parse::<i32>().ok()?, pod));
        let mut surplus: Vec<(i32, Str)> =
            self.workloads.pods(&workload.metadata.uid).into_iter().filter_map(ordinal).collect();
        surplus.retain(|(ordinal, _)| *ordinal >= wanted);
        surplus.sort();
        let first_unhealthy = surplus.iter().find(|(_, pod)| !self.is_healthy(pod)).cloned();
        // From the highest number down.
        for condemned in surplus.into_iter().rev() {
            let terminating = !self.is_active(&condemned.1);
            let waits = !self.is_healthy(&condemned.1) && first_unhealthy.as_ref() != Some(&condemned);
            if in_order && (terminating || waits) {
                return;
            }
            if !terminating && !self.workloads.takes_one() {
                return;
            }
            self.delete_pod(&condemned.1, Deletion::ScaledDown);
            if in_order {
                return;
            }
        }
    }

    /// Running, ready and not on its way out.
    fn is_healthy(&self, key: &str) -> bool {
        self.is_active(key) && self.is_ready(key)
    }
}

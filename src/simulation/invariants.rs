//! Invariants of a run, checked after each step in builds with debug assertions, such as tests and the fuzzer.
//!
//! A step changes few pods, so only those that its events name are checked. All pods and nodes are checked when the number of events has doubled, and
//! at the end, because that is expensive in a large cluster.

use api::{NamespacedName, PodPhase};

use super::{api_server::PodRecord, simulation::Simulation};

impl Simulation {
    /// Checks the state after a step; `before` is the number of events of earlier steps.
    pub(crate) fn check_step(&self, before: usize) {
        let events = self.cluster.log.events();
        assert!(events.is_sorted_by_key(|event| event.at), "events of a step are in the order of time");
        assert!(events.iter().all(|event| event.at <= self.cluster.now), "no event is recorded before it happens");
        assert!(self.cluster.log.last_change() <= self.cluster.now, "what happened last has happened");
        assert!(
            self.cluster.agenda.next_at().is_none_or(|at| at >= self.cluster.now) || self.has_ended,
            "nothing is due before now"
        );
        self.scheduler().check_order();
        for event in events {
            let (_, about) = event.what.name_and_subject();
            let id = self.cluster.api.pod_id(about.as_str());
            if let Some((id, record)) =
                id.and_then(|id| self.cluster.api.pod(about.as_str()).map(|record| (id, record)))
            {
                self.check_pod(&id.key, record);
            }
        }
        if self.has_ended || before.checked_ilog2() != self.emitted.checked_ilog2() {
            self.check_all();
        }
    }

    fn check_pod(&self, key: &NamespacedName, record: &PodRecord) {
        let pod = record.pod();
        assert!(*pod.key() == **key, "a pod stands under its state name");
        let is_held = pod.metadata.foreign_finalizer().is_some();
        assert!(
            !pod.is_terminating() || record.is_bound() || is_held,
            "only a pod that is bound or held takes time to go"
        );
        assert!(pod.status.phase != PodPhase::Running || record.is_bound(), "only a pod that is bound runs");
        let ignores_claims = !self.has_claims() && self.cluster.settings.flow.ignores_resource_claim_pods;
        self.scheduler().check_pod(key, record, ignores_claims);
    }

    fn check_all(&self) {
        for (key, record) in self.cluster.api.pods() {
            self.check_pod(key, record);
        }
        assert!(
            self.cluster.agenda.pods().all(|pod| self.cluster.api.has_pod(pod)),
            "a task is about a pod that is there"
        );
        self.scheduler().check_all(&self.cluster.api);
    }
}

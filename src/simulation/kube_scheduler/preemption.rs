//! Applies a preemption plan: evicts victims, and clears nominations of lower-priority pods.

use std::rc::Rc;

use api::{Kind, NamespacedName, Str};
use runlog::{Deletion, UpstreamMessage};
use scheduler::{WaitingVictims, cluster::PodInfo, framework::PreemptionPlan};

use super::Scheduler;
use crate::task::{SchedulerTask, VictimEviction};

impl Scheduler<'_> {
    /// Evicts the victims of a plan, and clears nominations of lower-priority pods. Upstream: `prepareCandidate`, `prepareCandidateAsync`.
    pub(super) fn evict_victims(&mut self, key: &NamespacedName, node: &Str, plan: PreemptionPlan, profile: usize) {
        let Some(preemptor) = self.pod_id(key) else { return };
        let (flow, timings) = (self.settings().flow, self.settings().timings);
        if flow.is_preemption_async {
            self.clear_nominations(key, &plan.cleared_nominations);
        }
        let live_victims = plan.victims.iter().filter(|victim| !victim.pod.is_terminating());
        let mut victims: Vec<NamespacedName> = live_victims.map(|victim| victim.pod.key()).collect();
        // The preemptor is not retried before the last deletion has begun. If another victim is removed at once, the last one is, too.
        let waits = flow.is_preemption_async
            && !timings.bind.is_zero()
            && victims.split_last().is_some_and(|(_, others)| {
                !others.is_empty() && others.iter().all(|victim| self.terminates_gracefully(victim))
            });
        let last = if waits { victims.pop() } else { None };
        if last.is_none() {
            // The preemption ends before the first victim is removed, so that a preemptor it gates is notified of the removal.
            self.state_mut().queue.groups.end_preemption(&preemptor.uid);
        }
        let eviction = |victim| VictimEviction { victim, preemptor: preemptor.clone(), node: node.clone(), profile };
        for victim in victims.iter().filter_map(|victim| self.pod_id(victim)).collect::<Vec<_>>() {
            self.evict_victim(&eviction(victim));
        }
        if let Some(victim) = last.and_then(|victim| self.pod_id(&victim)) {
            // A deletion takes as long to reach the API server as a binding.
            let at = self.now() + timings.bind;
            self.schedule(at, SchedulerTask::Preempt(Box::new(eviction(victim))));
        }
        if !flow.is_preemption_async {
            self.clear_nominations(key, &plan.cleared_nominations);
        }
    }

    /// Evicts the last victim of a preemption.
    pub(super) fn evict_last_victim(&mut self, eviction: &VictimEviction) {
        self.state_mut().queue.groups.end_preemption(&eviction.preemptor.uid);
        self.evict_victim(eviction);
    }

    /// Whether a victim is bound and has a grace period.
    fn terminates_gracefully(&self, key: &NamespacedName) -> bool {
        self.pod(key)
            .is_some_and(|record| record.is_bound() && record.pod().spec.termination_grace_period_seconds != Some(0))
    }

    /// Evicts a victim. Upstream: `PreemptPod`.
    pub(super) fn evict_victim(&mut self, eviction: &VictimEviction) {
        let VictimEviction { victim, preemptor, node, profile } = eviction;
        let key = &victim.key;
        let plugin = self.state().preemption_row(*profile);
        let (is_waiting, policy) = (self.is_waiting_in_permit(key), self.settings().flow.waiting_victims);
        let fails = policy == WaitingVictims::Failed && (is_waiting || self.is_in_pre_bind(key));
        let message =
            UpstreamMessage::Preempted { preemptor: &preemptor.key, uid: &preemptor.uid, node, is_binding: fails };
        let text = self.state().profiles()[*profile].wording.render(&message).into();
        self.record_message(Kind::Pod, key, false, "Preempted", text);
        if fails {
            return self.fail_preempted(key, &plugin);
        }
        match policy {
            WaitingVictims::Rejected if is_waiting => return self.reject_preempted_waiting(key, plugin),
            WaitingVictims::Deleted if is_waiting => self.report_waiting_deleted(key, "preempted"),
            _ => {}
        }
        self.delete_pod(key, Deletion::Preempted { by: preemptor.key.clone() });
    }

    fn clear_nominations(&mut self, key: &NamespacedName, cleared: &[Rc<PodInfo>]) {
        for pod in cleared {
            self.nominate(&pod.pod.key(), None, Some(key));
        }
    }
}

//! Makes room for critical pods: the kubelet stops other pods. Upstream: `preemption.CriticalPodAdmissionHandler`.
//!
//! A kubelet waits for each pod that it stops before it continues, also with other pods bound to its node.

use std::{cmp::Ordering, rc::Rc};

use api::{Condition, ConditionStatus, ConditionType, Kind, NamespacedName, Pod, QosClass, Str, resources::Resource};
use scheduler::cluster::PodInfo;

use super::{
    admission::{Shortage, is_critical},
    critical_pod_preemption::CriticalPodPreemption,
    state::Kubelets,
};
use crate::{admission_failure::AdmissionFailure, client::Component, ids::PodId, task::KubeletTask};

/// `status.reason` of a pod that was stopped for a critical one.
const REASON: &str = "Preempting";

impl Component<'_, Kubelets> {
    /// Chooses the pods to stop for a critical pod, and stops the first one.
    pub(super) fn make_room(&mut self, preemptor: &PodId) {
        let Some(record) = self.pod(&preemptor.key) else { return };
        let (Some(node), pod) = (record.node().cloned(), Rc::clone(&record.info)) else { return };
        let shortages = self.shortages(record);
        let candidates = self.node(&node).map(|node| self.admitted_pods(node, &preemptor.key)).unwrap_or_default();
        match choose_victims(&pod.pod, &candidates, &shortages) {
            Ok(victims) => {
                let ids = victims.iter().rev().filter_map(|victim| self.pod_id(&victim.pod.key())).collect();
                if let Some(preemption) = self.state_mut().preemptions.get_mut(&node) {
                    preemption.victims = ids;
                }
            }
            Err(lack) => {
                let message = format!(
                    "Unexpected error while attempting to recover from admission failure: preemption: error finding a set of pods to \
                     preempt: no set of running pods found to reclaim resources: {lack}"
                );
                let failure = AdmissionFailure { reason: "UnexpectedAdmissionError".into(), message: message.into() };
                self.state_mut().unadmitted.insert(preemptor.key.clone());
                let now = self.now();
                self.schedule(now, KubeletTask::RejectPod(preemptor.clone(), failure));
            }
        }
        self.stop_next_victim(&node);
    }

    /// Stops the next victim; its end is a task of its own. After the last one, the critical pod is started.
    fn stop_next_victim(&mut self, node: &Str) {
        let now = self.now();
        while let Some(victim) = self.state_mut().preemptions.get_mut(node).and_then(|entry| entry.victims.pop()) {
            let Some(record) = self.pod(&victim.key).filter(|record| self.has_pod(&victim) && !record.is_over()) else {
                continue;
            };
            let grace = super::stopping_time(record);
            self.record_message(
                Kind::Pod,
                &victim.key,
                true,
                REASON,
                "Preempted in order to admit critical pod".into(),
            );
            if self.settings().flow.kubelet.fails_stopped_pods_early {
                self.fail_preempted_pod(&victim.key);
            }
            if let Some(entry) = self.state_mut().preemptions.get_mut(node) {
                entry.stopping = Some(victim.clone());
            }
            return self.schedule(now + grace, KubeletTask::FinishPreemption(victim));
        }
        self.finish_preemption(node);
    }

    /// Called when the containers of a victim have stopped.
    pub(super) fn finish_stopped_victim(&mut self, victim: &PodId) {
        if self.has_pod(victim) {
            self.fail_preempted_pod(&victim.key);
        }
        self.handle_stopped_victim(victim);
    }

    /// Continues with the next victim if a kubelet waits for this one.
    fn handle_stopped_victim(&mut self, victim: &PodId) {
        let awaited = self.state().preemptions.iter().find(|(_, entry)| entry.stopping.as_ref() == Some(victim));
        if let Some(node) = awaited.map(|(node, _)| node.clone()) {
            self.stop_next_victim(&node);
        }
    }

    /// Called when a pod was removed: a kubelet may have waited for that, or been about to make room for it.
    pub(super) fn forget_preemption(&mut self, pod: &PodId) {
        self.handle_stopped_victim(pod);
        let is_pending = |entry: &CriticalPodPreemption| entry.preemptor == *pod && entry.stopping.is_none();
        let pending = self.state().preemptions.iter().find(|(_, entry)| is_pending(entry));
        if let Some(node) = pending.map(|(node, _)| node.clone()) {
            self.finish_preemption(&node);
        }
    }

    fn fail_preempted_pod(&mut self, key: &NamespacedName) {
        if self.pod(key).is_none_or(|record| record.is_over()) {
            return;
        }
        if self.settings().flow.marks_victims {
            self.write_pod(key, |pod| {
                pod.status.conditions.push(Condition {
                    r#type: ConditionType::DisruptionTarget,
                    status: ConditionStatus::True,
                    reason: "TerminationByKubelet".into(),
                    message: "Pod was preempted by Kubelet to accommodate a critical pod.".into(),
                });
            });
        }
        self.report_failed_pod(key, &REASON.into());
    }

    fn finish_preemption(&mut self, node: &Str) {
        let Some(preemption) = self.state_mut().preemptions.remove(node) else { return };
        let preemptor = &preemption.preemptor;
        if self.has_pod(preemptor) && !self.state().unadmitted.contains(&preemptor.key) {
            self.create_containers(&preemptor.key);
        }
        for pod in preemption.waiting {
            if self.has_pod(&pod) {
                self.handle_pod_bound(&pod.key);
            }
        }
    }
}

/// The amount of a resource that is still missing.
#[derive(Clone)]
struct MissingAmount {
    /// `None` for the number of pods.
    resource: Option<Resource>,
    amount: i64,
}

fn request_of(pod: &PodInfo, resource: Option<&Resource>) -> i64 {
    resource.map_or(1, |resource| pod.request.get(resource))
}

/// What is still missing when these pods are stopped. Upstream: `admissionRequirementList.subtract`.
fn subtract<'p>(
    requirements: &[MissingAmount],
    pods: impl Iterator<Item = &'p Rc<PodInfo>> + Clone,
) -> Vec<MissingAmount> {
    let rest = |requirement: &MissingAmount| {
        let freed = |sum: i64, pod: &Rc<PodInfo>| sum.saturating_add(request_of(pod, requirement.resource.as_ref()));
        let amount = requirement.amount.saturating_sub(pods.clone().fold(0, freed));
        (amount > 0).then(|| MissingAmount { amount, ..requirement.clone() })
    };
    requirements.iter().filter_map(rest).collect()
}

/// How far a pod's requests are from what is missing: the sum of squared shares, 0 if it covers everything. Upstream:
/// `admissionRequirementList.distance`.
#[allow(clippy::cast_precision_loss)]
fn distance(requirements: &[MissingAmount], pod: &PodInfo) -> f64 {
    let part = |requirement: &MissingAmount| {
        let rest = requirement.amount.saturating_sub(request_of(pod, requirement.resource.as_ref())) as f64;
        let share = rest.max(0.0) / requirement.amount as f64;
        share * share
    };
    requirements.iter().map(part).sum()
}

/// Whether a pod requests no more than another, comparing memory first, then cpu. Upstream: `smallerResourceRequest`.
fn asks_for_less(pod: &PodInfo, other: &PodInfo) -> bool {
    let amounts = |pod: &PodInfo| (pod.request.memory, pod.request.milli_cpu);
    amounts(pod).cmp(&amounts(other)) != Ordering::Greater
}

/// Chooses from these pods until nothing is missing, each time the one with the smallest distance. Upstream: `getPodsToPreemptByDistance`.
fn choose_by_distance(mut pods: Vec<Rc<PodInfo>>, mut requirements: Vec<MissingAmount>) -> Vec<Rc<PodInfo>> {
    let mut chosen = Vec::new();
    while !requirements.is_empty() {
        let mut best: Option<(usize, f64)> = None;
        for (index, pod) in pods.iter().enumerate() {
            let distance = distance(&requirements, pod);
            let is_better = best.is_none_or(|(other, shortest)| {
                distance < shortest || distance <= shortest && asks_for_less(pod, &pods[other])
            });
            if is_better {
                best = Some((index, distance));
            }
        }
        let Some((index, _)) = best else { break };
        let pod = pods.swap_remove(index);
        requirements = subtract(&requirements, std::iter::once(&pod));
        chosen.push(pod);
    }
    chosen
}

/// Whether a pod may be stopped for the preemptor. Upstream: `kubetypes.Preemptable`.
fn is_preemptable(preemptor: &Pod, pod: &Pod) -> bool {
    is_critical(preemptor) && !is_critical(pod) || preemptor.priority() > pod.priority()
}

/// The pods to stop: as few guaranteed ones as possible, then as few burstable ones, then best-effort ones. Upstream: `getPodsToPreempt`.
///
/// # Errors
/// What would be missing if all candidates were stopped.
fn choose_victims(preemptor: &Pod, pods: &[Rc<PodInfo>], shortages: &[Shortage]) -> Result<Vec<Rc<PodInfo>>, String> {
    let requirements: Vec<MissingAmount> = shortages
        .iter()
        .map(|shortage| MissingAmount { resource: shortage.resource.clone(), amount: shortage.missing() })
        .collect();
    let of_class = |class: QosClass| -> Vec<Rc<PodInfo>> {
        let is_candidate =
            |pod: &&Rc<PodInfo>| is_preemptable(preemptor, &pod.pod) && QosClass::of_pod(&pod.pod) == class;
        pods.iter().filter(is_candidate).cloned().collect()
    };
    let best_effort = of_class(QosClass::BestEffort);
    let burstable = of_class(QosClass::Burstable);
    let guaranteed = of_class(QosClass::Guaranteed);
    let lack = subtract(&requirements, best_effort.iter().chain(&burstable).chain(&guaranteed));
    if !lack.is_empty() {
        return Err(format_requirements(&lack));
    }
    let rest = subtract(&requirements, best_effort.iter().chain(&burstable));
    let guaranteed = choose_by_distance(guaranteed, rest);
    let rest = subtract(&requirements, best_effort.iter().chain(&guaranteed));
    let burstable = choose_by_distance(burstable, rest);
    let rest = subtract(&requirements, burstable.iter().chain(&guaranteed));
    let best_effort = choose_by_distance(best_effort, rest);
    Ok([best_effort, burstable, guaranteed].concat())
}

fn format_requirements(requirements: &[MissingAmount]) -> String {
    let entry = |MissingAmount { resource, amount }: &MissingAmount| {
        format!("(res: {}, q: {amount}), ", resource.as_ref().map_or("pods", Resource::name))
    };
    format!("[{}]", requirements.iter().map(entry).collect::<String>())
}

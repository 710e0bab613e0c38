//! Decides whether flushing the unschedulable pool can still change anything when nothing else is scheduled.
//!
//! A pod that no event wakes stays in the pool for five minutes (in early releases one). If nothing has changed since its last attempt, another
//! attempt has the same result; otherwise the pod is tried here, without side effects.

use std::rc::Rc;

use api::Millis;
use runlog::Silent;
use scheduler::{
    Context, RecordDepth, ScheduleResult,
    cluster::{Objects, PodInfo},
    framework::{ExtenderWait, FirstChooser},
    schedule_pod,
};

use super::state::{KubeScheduler, profile_of};

/// The most distinct pods that are tried.
const MAX_TRIALS: usize = 64;

/// Whether the scheduler treats two pods alike.
fn are_alike(pod: &PodInfo, other: &PodInfo) -> bool {
    let (pod, other) = (&pod.pod, &other.pod);
    pod.metadata.namespace == other.metadata.namespace
        && pod.metadata.labels == other.metadata.labels
        && pod.spec == other.spec
        && pod.status.nominated_node_name == other.status.nominated_node_name
}

impl KubeScheduler {
    /// Whether a pod whose last attempt was before `last_change` could be scheduled now, on its own or by preemption.
    pub(crate) fn would_flush_help(&self, objects: &Objects, last_change: Millis) -> bool {
        let mut trials: Vec<&Rc<PodInfo>> = Vec::new();
        for pod in self.queue.waiting_since_before(last_change) {
            if trials.len() == MAX_TRIALS {
                break;
            }
            // A trial cannot predict the result of `Permit`. Groups are retried without a flush.
            let has_permit_or_group =
                self.permit_attempts.contains_key(&pod.pod.key()) || pod.pod.group_key().is_some();
            if !has_permit_or_group && !trials.iter().any(|trial| are_alike(trial, pod)) {
                trials.push(pod);
            }
        }
        trials.iter().any(|pod| self.would_schedule(objects, pod))
    }

    fn would_schedule(&self, objects: &Objects, pod: &Rc<PodInfo>) -> bool {
        if objects.claims.is_none() && !pod.pod.spec.resource_claims.is_empty() {
            return false;
        }
        let Some(profile) = profile_of(&self.profiles, &pod.pod) else { return false };
        let names = self.tree.list();
        let order: Vec<usize> = names.iter().filter_map(|name| self.snapshot.index(name)).collect();
        let nominated = pod.pod.status.nominated_node_name.as_str();
        let context = Context {
            profile: &self.profiles[profile],
            pod,
            nominated_node: (!nominated.is_empty()).then_some(nominated),
            snapshot: &self.snapshot,
            objects,
            nominator: &self.nominator,
            order: Some(&order),
            extender_wait: &ExtenderWait::default(),
            record_depth: RecordDepth::Summary,
            member: None,
            weights: &[],
        };
        match schedule_pod(&context, &mut 0, &mut FirstChooser, &mut Silent) {
            ScheduleResult::Scheduled { .. } => true,
            ScheduleResult::Failed(failure) => failure.preemption_plan.is_some(),
        }
    }
}

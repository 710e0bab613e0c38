//! One scheduling decision in a static cluster.

use std::rc::Rc;

use api::{Millis, NamespacedName, Pod, Str};
use manifest::admission::merge_label_keys;
use profiles::flow_policy;
use runlog::{Attempt, ProfileSummary};
use simulation::{Scenario, Simulation};
use trace::Frame;

use super::{ClusterAt, active_runs::scenario_objects};

/// The decision about a pod.
pub struct PodDecision {
    /// The full record of the attempt.
    pub attempt: Attempt,
    /// The rows of the profile that decided.
    pub sheet: ProfileSummary,
}

/// Why no decision can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecideError {
    /// The scenario has no such pod.
    NoPod,
    /// The pod is already assigned to this node.
    HasNode(Str),
    /// No profile has this `schedulerName`, which the pod requests.
    NoScheduler(Str),
}

/// Schedules a pod in the cluster as the scenario describes it.
pub fn decide(scenario: Scenario, pod_key: &NamespacedName) -> Result<PodDecision, DecideError> {
    let pending = PendingDecision::new(scenario, pod_key)?;
    Ok(PodDecision { attempt: pending.decide(), sheet: pending.cluster.profile().into() })
}

/// A pending pod and the static cluster in which it is scheduled. No time passes, so controllers create no pods, but disruptions of budgets are
/// counted. Other pending pods don't matter unless they are nominated. Ties are resolved in favor of the first node.
pub struct PendingDecision {
    pub(super) cluster: ClusterAt,
    pub(super) pod: Pod,
}

impl PendingDecision {
    /// # Errors
    /// Why the pod cannot be scheduled.
    pub fn new(mut scenario: Scenario, pod_key: &NamespacedName) -> Result<Self, DecideError> {
        let pod = scenario.pods.iter().position(|pod| pod.key() == *pod_key).ok_or(DecideError::NoPod)?;
        let mut pod = scenario.pods.remove(pod);
        if !pod.spec.node_name.is_empty() {
            return Err(DecideError::HasNode(pod.spec.node_name));
        }
        let objects = scenario_objects(&scenario);
        let (pods, mut pending): (Vec<Pod>, Vec<Pod>) =
            std::mem::take(&mut scenario.pods).into_iter().partition(|pod| !pod.spec.node_name.is_empty());
        scenario.pods = pods;
        scenario.workloads.clear();
        scenario.script.clear();
        scenario.timings.disruption = Some(Millis::ZERO);
        let mut simulation = Simulation::new(scenario);
        let mut frame = Frame::default();
        while let Some(events) = simulation.step().filter(|events| events.iter().all(|event| event.at.is_zero())) {
            for event in &events {
                frame.apply_event(event);
            }
        }
        let scheduler_name = &pod.spec.scheduler_name;
        let profiles = simulation.shared_profiles();
        let profile_ix = profiles.iter().position(|profile| profile.scheduler == *scheduler_name);
        let profile_ix = profile_ix.ok_or_else(|| DecideError::NoScheduler(scheduler_name.clone()))?;
        if flow_policy(simulation.release()).merges_label_keys {
            for pod in pending.iter_mut().chain([&mut pod]) {
                merge_label_keys(&mut pod.spec, &pod.metadata.labels);
            }
        }
        let mut moment = ClusterAt::new(&frame, simulation.release(), profiles, profile_ix, objects);
        moment.nominated_pods = pending
            .into_iter()
            .filter(|other| !other.status.nominated_node_name.is_empty())
            .map(|other| (other.status.nominated_node_name.clone(), Rc::new(other)))
            .collect();
        Ok(Self { cluster: moment, pod })
    }

    /// Runs a scheduling cycle of the pod, and records everything about it.
    #[must_use]
    pub fn decide(&self) -> Attempt {
        let Self { cluster, pod } = self;
        let mut attempt = Attempt::default();
        let nominated_node = Some(pod.status.nominated_node_name.as_str()).filter(|node| !node.is_empty());
        cluster.decide_in(&cluster.snapshot_for(Some(pod)), pod, nominated_node, &mut attempt);
        attempt
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn keys_of_pod_affinity_count_where_the_release_merges_them() {
        let pod = |name: &str, more: &str| {
            format!(
                "kind: Pod\nmetadata: {{name: {name}, labels: {{app: web, hash: {name}}}}}\nspec: {{{more}affinity: {{podAntiAffinity: \
                 {{requiredDuringSchedulingIgnoredDuringExecution: [{{topologyKey: kubernetes.io/hostname, labelSelector: {{matchLabels: \
                 {{app: web}}}}, matchLabelKeys: [hash]}}]}}}}, containers: [{{name: c}}]}}\n---\n"
            )
        };
        let node = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 1, memory: 4Gi, pods: 9}}\n---\n";
        let text = [node, &pod("old", "nodeName: a, "), &pod("new", "")].concat();
        for release in releases::Release::ALL {
            let manifest = manifest::load_for(&text, Some(release)).expect("a text");
            let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
            let Ok(decided) = decide(scenario, &"default/new".into()) else { panic!("no decision") };
            let is_scheduled = matches!(decided.attempt.outcome, runlog::AttemptOutcome::Scheduled { .. });
            assert_eq!(is_scheduled, release >= releases::Release::V1_34, "{release:?}");
        }
    }

    #[test]
    fn budgets_are_counted_before_the_decision() {
        let node = |name: &str| {
            format!(
                "kind: Node\nmetadata: {{name: {name}}}\nstatus: {{allocatable: {{cpu: 1, memory: 4Gi, pods: 9}}}}\n---\n"
            )
        };
        let pod = |name: &str, more: &str| {
            format!(
                "kind: Pod\nmetadata: {{name: {name}, labels: {{app: {name}}}}}\nspec: {{{more}, containers: [{{name: c, resources: {{requests: \
                 {{cpu: 1}}}}}}]}}\nstatus: {{phase: Running, conditions: [{{type: Ready, status: 'True'}}]}}\n---\n"
            )
        };
        let budget = |least: u32| {
            format!(
                "kind: PodDisruptionBudget\nmetadata: {{name: b}}\nspec: {{minAvailable: {least}, selector: {{matchLabels: {{app: low}}}}}}\n---\n"
            )
        };
        // The pod of lower priority is the victim, unless its budget forbids it.
        for (least, wanted) in [(0, "a"), (1, "b")] {
            let placed_pods =
                [pod("low", "nodeName: a, priority: 1"), pod("middle", "nodeName: b, priority: 2")].concat();
            let text = [node("a"), node("b"), budget(least), placed_pods, pod("high", "priority: 9")].concat();
            let manifest = manifest::load(&text).expect("a text");
            let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
            let Ok(decided) = decide(scenario, &"default/high".into()) else { panic!("no decision") };
            let chosen = decided.attempt.preemption.as_ref().and_then(|record| record.chosen);
            assert_eq!(chosen.map(|ix| decided.attempt.nodes[ix].as_str()), Some(wanted), "{least} at least");
        }
    }

    #[test]
    fn only_nominated_pods_among_the_pending_ones_take_room() {
        let pod = |name: &str, priority: i32, status: &str| {
            format!(
                "kind: Pod\nmetadata: {{name: {name}}}\nspec: {{priority: {priority}, containers: [{{name: c, resources: {{requests: {{cpu: \
                 1}}}}}}]}}\nstatus: {{{status}}}\n---\n"
            )
        };
        let node = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 1, memory: 4Gi, pods: 9}}\n---\n";
        for (status, has_room) in [("", true), ("nominatedNodeName: a", false)] {
            let text = [node, &pod("other", 9, status), &pod("new", 1, "")].concat();
            let scenario = Scenario::from_manifest(&manifest::load(&text).expect("a text")).expect("a scenario");
            let Ok(decided) = decide(scenario, &"default/new".into()) else { panic!("no decision") };
            let is_scheduled = matches!(decided.attempt.outcome, runlog::AttemptOutcome::Scheduled { .. });
            assert_eq!(is_scheduled, has_room, "{status}");
        }
    }

    #[test]
    fn the_script_has_no_effect() {
        let text = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 1, memory: 4Gi, pods: 9}}\n---\nkind: Pod\nmetadata: {name: p}\n\
                    spec: {containers: [{name: c}]}\n---\nkind: Scenario\nscript: [{at: 0s, cordon: a}]\n";
        let scenario = Scenario::from_manifest(&manifest::load(text).expect("a text")).expect("a scenario");
        let Ok(decided) = decide(scenario, &"default/p".into()) else { panic!("no decision") };
        assert!(matches!(decided.attempt.outcome, runlog::AttemptOutcome::Scheduled { .. }));
    }
}

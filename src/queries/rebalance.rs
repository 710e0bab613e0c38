//! Which pods would be placed elsewhere if they were scheduled now? Each pod by itself is removed from its node and scheduled, with all others
//! where they are.

use std::rc::Rc;

use api::{Pod, Str};
use protocol::{Answer, AnswerProgress, Move, Rebalance, TrialDecision};
use releases::Release;
use runlog::{Attempt, Silent};
use scheduler::{
    cluster::{Objects, PodInfo},
    framework::Profile,
};
use trace::Frame;

use super::{ClusterAt, SnapshotCtx, active_runs::ActiveRun, answer_task::AnswerTask};

/// The largest number of pods that are scheduled anew.
const MAX_PODS: usize = 5_000;
/// The largest sum of nodes, over all pods, for which scores are computed: that takes far longer than a decision alone.
const MAX_SCORED_NODES: usize = 400_000;

/// A rebalancing in progress: every bound pod is scheduled anew, with the profile of its scheduler.
pub(super) struct Rebalancing {
    /// One cluster for each profile that still has pods to schedule; the last one is in progress.
    clusters: Vec<RebalancedCluster>,
    result: Rebalance,
    /// The number of nodes that may still be scored.
    budget: usize,
    pod_count: usize,
}

/// The cluster as one profile sees it.
struct RebalancedCluster {
    cluster: ClusterAt,
    snapshot_ctx: SnapshotCtx,
    /// The index of the next pod in `ClusterAt::bound_pods`.
    next: usize,
}

impl Rebalancing {
    pub(super) fn new(frame: &Frame, release: Release, profiles: &Rc<[Profile]>, objects: &Objects) -> Self {
        let cluster = |profile_ix: usize| {
            let cluster = ClusterAt::new(frame, release, Rc::clone(profiles), profile_ix, objects.clone());
            let snapshot_ctx = cluster.snapshot_for(None);
            RebalancedCluster { cluster, snapshot_ctx, next: 0 }
        };
        let clusters: Vec<RebalancedCluster> = (0..profiles.len()).rev().map(cluster).collect();
        let pod_count = clusters.first().map_or(0, |first| first.cluster.bound_pods.len());
        let finished = frame.pods.values().filter(|view| view.node.is_some() && view.phase.is_over()).count();
        let fixed =
            frame.pods.values().filter(|view| view.node.is_some() && !view.phase.is_over() && is_fixed(&view.pod));
        let result = Rebalance { fixed_pods: finished + fixed.count(), ..Rebalance::default() };
        Self { clusters, result, budget: MAX_SCORED_NODES, pod_count }
    }
}

impl AnswerTask for Rebalancing {
    fn advance(&mut self, _: &ActiveRun) -> bool {
        if let Some(current_cluster) = self.clusters.last_mut()
            && !current_cluster.decide_next(&mut self.result, &mut self.budget)
        {
            self.clusters.pop();
        }
        self.clusters.is_empty()
    }

    fn progress(&self) -> AnswerProgress {
        let done = self.clusters.last().map_or(self.pod_count, |current_cluster| current_cluster.next);
        AnswerProgress { done, total: self.pod_count.max(1) }
    }

    fn answer(&mut self) -> Option<Answer> {
        self.result.moves.sort_unstable();
        Some(Answer::Rebalance(self.result.clone()))
    }
}

impl RebalancedCluster {
    /// Decides the next pod of the profile; returns whether there was one.
    fn decide_next(&mut self, rebalance: &mut Rebalance, budget: &mut usize) -> bool {
        let Self { cluster, snapshot_ctx, next } = self;
        let is_of_profile = |(_, pod): &(Str, Rc<Pod>)| pod.spec.scheduler_name == cluster.profile().scheduler;
        let Some(offset) = cluster.bound_pods[*next..].iter().position(is_of_profile) else { return false };
        let at = *next + offset;
        *next = at + 1;
        let (from, pod) = &cluster.bound_pods[at];
        let Some(ix) = snapshot_ctx.snapshot.index(from).filter(|_| is_movable(pod)) else { return true };
        if rebalance.decided_pods >= MAX_PODS || *budget == 0 {
            rebalance.undecided_pods += 1;
            return true;
        }
        rebalance.decided_pods += 1;
        let Some(pod_info) = snapshot_ctx.snapshot.remove_pod(ix, &pod.metadata.uid) else { return true };
        let free = without_node(pod);
        let to = match cluster.decide_in(snapshot_ctx, &free, None, &mut Silent) {
            Some(TrialDecision::Fits(to)) if to == *from => Some(to),
            Some(TrialDecision::Fits(to)) => {
                *budget = budget.saturating_sub(cluster.nodes.len());
                let mut attempt = Attempt::default();
                cluster.decide_in(snapshot_ctx, &free, None, &mut attempt);
                // Equal nodes are drawn at random, so a pod that is on one of them doesn't count as moved.
                Some(if has_equal_total(&attempt, from, &to) { from.clone() } else { to })
            }
            Some(TrialDecision::Preempts { .. }) | None => None,
        };
        snapshot_ctx.snapshot.add_pod(ix, pod_info);
        if to.as_ref() != Some(from) {
            rebalance.moves.push(Move { pod: pod.key(), from: from.clone(), to });
        }
        true
    }
}

impl ClusterAt {
    pub(super) fn pod_info(&self, pod: &Rc<Pod>) -> Rc<PodInfo> {
        Rc::new(PodInfo::new(Rc::clone(pod), &self.profile().accounting))
    }
}

/// Whether the pod is tied to its node: a mirror pod, or a pod of a DaemonSet.
fn is_fixed(pod: &Pod) -> bool {
    let owner = pod.metadata.controller();
    pod.is_mirror() || owner.is_some_and(|owner| matches!(owner.kind.as_str(), "DaemonSet" | "Node"))
}

/// A terminating pod can't be placed elsewhere.
fn is_movable(pod: &Pod) -> bool {
    !is_fixed(pod) && !pod.is_terminating()
}

/// The pod as it was before it was bound.
fn without_node(pod: &Pod) -> Pod {
    let mut pod = pod.clone();
    pod.spec.node_name = Str::default();
    pod.status.nominated_node_name = Str::default();
    pod
}

/// Whether two nodes have the same total score.
fn has_equal_total(attempt: &Attempt, node: &str, other: &str) -> bool {
    let scores = &attempt.scores;
    let total = |name: &str| {
        let at = scores.nodes.iter().position(|ix| attempt.nodes.get(*ix).is_some_and(|node| node == name))?;
        scores.totals.get(at)
    };
    total(node).is_some() && total(node) == total(other)
}

#[cfg(test)]
mod tests {
    use protocol::{Answer, Question, Rebalance};

    use crate::test_support::answer_to;

    fn rebalance_at_end(text: &str) -> Rebalance {
        match answer_to(text, None, None, Question::Rebalance) {
            Answer::Rebalance(rebalance) => rebalance,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn rebalance_lists_pods_with_another_node() {
        let node = |name: &str, more: &str| {
            format!(
                "kind: Node\nmetadata: {{name: {name}}}\nspec: {{{more}}}\nstatus: {{allocatable: {{cpu: 4, memory: 8Gi, pods: 20}}}}\n---\n"
            )
        };
        let pod = |name: &str, node: &str, more: &str| {
            format!(
                "kind: Pod\nmetadata: {{name: {name}{more}}}\nspec: {{nodeName: {node}, containers: [{{name: c, resources: {{requests: {{cpu: 1, memory: 1Gi}}}}}}]}}\nstatus: {{phase: Running}}\n---\n"
            )
        };
        let daemon = ", ownerReferences: [{kind: DaemonSet, name: d, uid: d, controller: true}]";
        // Three pods on one node and none on the other; one pod on a cordoned node.
        let text = [
            node("a", ""),
            node("b", ""),
            node("c", "taints: [{key: k, effect: NoSchedule}]"),
            pod("p1", "a", ""),
            pod("p2", "a", ""),
            pod("p3", "a", ""),
            pod("d", "a", daemon),
            pod("late", "c", ""),
        ];
        let rebalance = rebalance_at_end(&text.concat());
        let texts: Vec<String> = rebalance
            .moves
            .iter()
            .map(|move_| format!("{} {} {}", move_.pod, move_.from, move_.to.as_deref().unwrap_or("-")))
            .collect();
        assert_eq!(texts, ["default/late c b", "default/p1 a b", "default/p2 a b", "default/p3 a b"]);
        assert_eq!((rebalance.decided_pods, rebalance.undecided_pods), (4, 0), "not the daemon");
        // Pods of several schedulers are listed together, sorted by name.
        let second = |pod: String| pod.replace("containers:", "schedulerName: second, containers:");
        let profiles = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles: [{schedulerName: \
                        default-scheduler}, {schedulerName: second}]\n---\n";
        let pods = [pod("p1", "a", ""), second(pod("p0", "a", "")), pod("p2", "a", "")];
        let rebalance = rebalance_at_end(&[profiles.to_owned(), node("a", ""), node("b", ""), pods.concat()].concat());
        let texts: Vec<&str> = rebalance.moves.iter().map(|move_| move_.pod.as_str()).collect();
        assert_eq!(texts, ["default/p0", "default/p1", "default/p2"]);
        // Equal nodes: nothing moves.
        let even = rebalance_at_end(&[node("a", ""), node("b", ""), pod("p1", "a", ""), pod("p2", "b", "")].concat());
        assert_eq!(even, Rebalance { decided_pods: 2, ..Rebalance::default() });
    }
}

//! Which pods would go elsewhere if they were scheduled now? Each alone is taken off its node and decided, with all others where they are.

use std::rc::Rc;

use api::{Pod, Str};
use protocol::{Effect, Move, Rebalance};
use releases::Release;
use runlog::{Attempt, Silent};
use scheduler::{
    cluster::{Objects, PodInfo},
    framework::Profile,
};
use trace::Frame;

use super::ClusterAt;

/// How many pods are decided at most.
const MAX_PODS: usize = 5_000;
/// Up to how many nodes scores are computed as well: that takes far longer than a decision alone.
const MAX_SCORED_NODES: usize = 400_000;

/// Asks for every pod that has a node, by the profile of its scheduler.
pub(super) fn rebalance_pods(frame: &Frame, release: Release, profiles: &[Profile], objects: &Objects) -> Rebalance {
    let mut rebalancing = Rebalance::default();
    let mut budget = MAX_SCORED_NODES;
    for profile in profiles {
        ClusterAt::new(frame, release, profile, objects.clone()).rebalance_profile(&mut rebalancing, &mut budget);
    }
    rebalancing.moves.sort_unstable();
    rebalancing
}

impl ClusterAt<'_> {
    fn rebalance_profile(&self, rebalancing: &mut Rebalance, budget: &mut usize) {
        let mut standing = self.snapshot_for(None);
        for (from, pod) in self.bound_pods.iter().filter(|(_, pod)| pod.spec.scheduler_name == self.profile.scheduler) {
            let Some(ix) = standing.snapshot.index(from).filter(|_| is_movable(pod)) else { continue };
            if rebalancing.decided_pods >= MAX_PODS || *budget == 0 {
                rebalancing.undecided_pods += 1;
                continue;
            }
            rebalancing.decided_pods += 1;
            let Some(pod_info) = standing.snapshot.remove_pod(ix, &pod.metadata.uid) else { continue };
            let free = without_node(pod);
            let to = match self.decide_in(&standing, &free, None, &mut Silent) {
                Some(Effect::Fits(to)) if to == *from => Some(to),
                Some(Effect::Fits(to)) => {
                    *budget = budget.saturating_sub(self.nodes.len());
                    let mut attempt = Attempt::default();
                    self.decide_in(&standing, &free, None, &mut attempt);
                    // Chance decides between equals: a pod that is on one of them stays.
                    Some(if has_equal_total(&attempt, from, &to) { from.clone() } else { to })
                }
                Some(Effect::Preempts { .. }) | None => None,
            };
            standing.snapshot.add_pod(ix, pod_info);
            if to.as_ref() != Some(from) {
                rebalancing.moves.push(Move { pod: pod.key(), from: from.clone(), to });
            }
        }
    }

    pub(super) fn pod_info(&self, pod: &Rc<Pod>) -> Rc<PodInfo> {
        Rc::new(PodInfo::new(Rc::clone(pod), &self.profile.accounting))
    }
}

/// Daemons and pods of the kubelet's own belong to their nodes, and who terminates goes anyway.
fn is_movable(pod: &Pod) -> bool {
    let is_fixed = pod.metadata.controller().is_some_and(|owner| matches!(owner.kind.as_str(), "DaemonSet" | "Node"));
    !is_fixed && !pod.is_terminating()
}

/// The pod as it was before it got its node.
fn without_node(pod: &Pod) -> Pod {
    let mut pod = pod.clone();
    pod.spec.node_name = Str::default();
    pod.status.nominated_node_name = Str::default();
    pod
}

/// Whether two nodes have the same total.
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
    fn pods_that_would_go_elsewhere_are_told() {
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
        // Three on one node and none on the other; one on a node that takes none any more.
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
        // Pods of several schedulers are listed together, by name.
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

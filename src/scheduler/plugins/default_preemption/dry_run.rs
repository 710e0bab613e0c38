//! Selects the victims on one node, in a dry run on a copy of its state. Upstream: `SelectVictimsOnNode`.

use std::rc::Rc;

use runlog::{DryRun, Failure, NodeIx, Reason, Recorder, Reprieve, Silent, UpstreamMessage, VictimInfo};

use super::{budgets::MatchingBudgets, rules::DefaultPreemption};
use crate::{
    cluster::{NodeInfo, NodeState, PlainRequest, PodInfo, PodSums, RankedPod},
    framework::{ExtenderCalls, JudgeFork, PostFilterCtx, merge_failures},
};

/// Runs dry runs of preemption for one pod, node by node. Its lists are reused, so that the next node needs no
/// allocation.
pub(super) struct DryRunner<'b, 'c> {
    ctx: &'b PostFilterCtx<'b, 'c>,
    policy: &'b DefaultPreemption,
    budgets: MatchingBudgets<'b>,
    /// What the pod needs if amounts are all that removed pods change.
    plain_request: Option<PlainRequest>,
    /// Pods on the node with a lower priority than the preemptor, in the node's order.
    lower_pods: Vec<&'b Rc<PodInfo>>,
    /// Rank of each pod in `lower_pods`, in the same order.
    ranks: Vec<&'b RankedPod>,
    /// Indices into `lower_pods`, in the order in which pods are reprieved.
    order: Vec<usize>,
    /// The pods of the last node.
    pods: &'b [Rc<PodInfo>],
    /// The selected victims among them.
    victims: Vec<&'b RankedPod>,
}

impl<'b, 'c> DryRunner<'b, 'c> {
    /// Creates a runner for the pod in `ctx`.
    pub(super) fn new(ctx: &'b PostFilterCtx<'b, 'c>, policy: &'b DefaultPreemption) -> Self {
        let budgets = MatchingBudgets::from_objects(ctx.cycle.objects);
        let plain_request = ctx.filters.plain_request().filter(|_| budgets.is_empty());
        let (lower_pods, ranks, order, victims) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { ctx, policy, budgets, plain_request, lower_pods, ranks, order, pods: &[], victims }
    }

    /// Selects the victims on a node. Upstream: `SelectVictimsOnNode`.
    pub(super) fn select_victims<R: Recorder>(&mut self, node_ix: NodeIx) -> DryRun {
        let original = &self.ctx.cycle.snapshot.nodes()[node_ix];
        let lower = original.pods_below(self.ctx.cycle.pod.priority());
        self.pods = original.pods();
        self.victims.clear();
        if lower.is_empty() && self.policy.wants_victims {
            let failure = Some((None, Failure::unresolvable(Reason::NoVictims)));
            return DryRun { node: node_ix, failure, ..DryRun::default() };
        }
        if !R::RECORDS && self.select_plain_victims(node_ix, original, lower) {
            debug_assert!(self.is_plain_selection_right(node_ix, lower), "sums are all that counts for plain pods");
            return DryRun { node: node_ix, ..DryRun::default() };
        }
        self.list_lower_pods(lower);
        self.select_any_victims::<R>(node_ix)
    }

    fn list_lower_pods(&mut self, lower: &'b [RankedPod]) {
        let Self { lower_pods, ranks, order, pods, .. } = self;
        ranks.clear();
        ranks.extend(lower);
        ranks.sort_unstable_by_key(|pod| pod.at);
        lower_pods.clear();
        lower_pods.extend(ranks.iter().map(|pod| &pods[pod.at]));
        order.clear();
        order.extend(lower.iter().map(|pod| ranks.partition_point(|other| other.at < pod.at)));
    }

    /// Like [`select_any_victims`](Self::select_any_victims) where nothing but amounts decides, and no budget protects a
    /// pod. Returns whether that was so and the pod fits with all pods of lower priority removed.
    fn select_plain_victims(&mut self, node_ix: NodeIx, original: &NodeInfo, lower: &'b [RankedPod]) -> bool {
        let Some(request) = self.plain_request else { return false };
        let PostFilterCtx { filters, nominator, .. } = *self.ctx;
        let is_plain = (nominator.is_empty() || nominator.nominated_to(original.name()).is_empty())
            && lower.iter().all(|pod| pod.sums.is_plain)
            && filters.admits_node_object(node_ix, original);
        if !is_plain {
            return false;
        }
        let mut room = self.ctx.cycle.snapshot.room_of(node_ix);
        for pod in lower {
            room.subtract(&pod.sums);
        }
        if !room.fits(&request) {
            return false;
        }
        for pod in lower {
            room.add(&pod.sums);
            if !room.fits(&request) {
                room.subtract(&pod.sums);
                self.victims.push(pod);
            }
        }
        !self.victims.is_empty() || self.policy.extender_calls != ExtenderCalls::Strict
    }

    /// Whether the general way selects the same victims. Used by an assertion only.
    fn is_plain_selection_right(&mut self, node_ix: NodeIx, lower: &'b [RankedPod]) -> bool {
        let plain_victims = self.victims.clone();
        self.list_lower_pods(lower);
        let dry_run = self.select_any_victims::<Silent>(node_ix);
        dry_run.failure.is_none() && dry_run.violations == 0 && plain_victims == self.victims
    }

    /// Removes all pods of lower priority, checks whether the preemptor then fits, and reprieves as many of them as
    /// possible: first those whose eviction would violate a budget, then by importance.
    fn select_any_victims<R: Recorder>(&mut self, node_ix: NodeIx) -> DryRun {
        let Self { ctx, policy, lower_pods: lower, ranks, order, .. } = self;
        let mut victims: Vec<usize> = Vec::new();
        let (filters, pod, priority) = (ctx.filters, ctx.cycle.pod, ctx.cycle.pod.priority());
        let mut dry_run = DryRun { node: node_ix, ..DryRun::default() };
        let original = &ctx.cycle.snapshot.nodes()[node_ix];
        let mut node = NodeState::clone(original);
        let mut fork = filters.fork(&JudgeFork::default(), lower);
        debug_assert!(
            filters.have_same_verdict(node_ix, original, &JudgeFork::default(), &fork),
            "a judge's fork returns its parent's verdict before pods are removed"
        );
        for (victim, rank) in lower.iter().zip(&*ranks) {
            node.subtract_sums(&rank.sums, victim);
            fork.remove_pod(victim, node_ix, &node);
        }
        let fails = |node: &NodeState, fork: &JudgeFork<'c>| {
            let failed_rows = filters.judge_with_nominated(pod, node_ix, node, fork, ctx.nominator).failed_rows;
            let row = failed_rows.first()?.0.clone();
            merge_failures(failed_rows).map(|failure| (row, failure))
        };
        if R::RECORDS {
            dry_run.removed = lower.iter().map(|victim| victim_info(victim)).collect();
        }
        if let Some((row, failure)) = fails(&node, &fork) {
            dry_run.failure = Some((Some(row), failure));
            return dry_run;
        }
        let violated = self.budgets.violated_budgets(order, lower, policy);
        let violates = |at: usize| violated.get(at).is_some_and(|budgets| !budgets.is_empty());
        if !violated.is_empty() {
            order.sort_by_key(|&at| !violates(at));
        }
        let nominated = ctx.nominator.nominated_at_least(original.name(), pod);
        for &at in &*order {
            let candidate = lower[at];
            node.add_sums(&ranks[at].sums, candidate);
            fork.add_pod(candidate, node_ix, &node, false);
            let is_reprieved = filters.admits_with_nominated(node_ix, &node, &fork, &nominated);
            if R::RECORDS {
                let failure = if is_reprieved { None } else { fails(&node, &fork) };
                debug_assert!(is_reprieved || failure.is_some(), "a pod that is not reprieved has a failure");
                let violates = violated.get(at).cloned().unwrap_or_default();
                dry_run.reprieves.push(Reprieve { pod: at, violates, failure });
            }
            if !is_reprieved {
                node.subtract_sums(&ranks[at].sums, candidate);
                fork.remove_pod(candidate, node_ix, &node);
                victims.push(at);
                // Upstream's `SelectVictimsOnNode` counts only victims: a protected pod that is reprieved costs
                // nothing, so a node with a more important victim can win. The built-in scenario `reprieve` shows this.
                dry_run.violations += usize::from(violates(at));
            }
        }
        debug_assert!(
            node.pod_count + victims.len() == original.pod_count,
            "after a dry run, the node has all its pods but the victims"
        );
        debug_assert!(dry_run.violations <= victims.len(), "each victim violates budgets or does not");
        debug_assert!(
            victims.iter().all(|&at| ranks[at].sums.priority < priority),
            "a victim is less important than its preemptor"
        );
        if policy.sorts_victims {
            victims.sort_by_key(|&at| ranks[at].sums.importance());
        }
        if victims.is_empty() && policy.extender_calls == ExtenderCalls::Strict {
            // The pod failed on this node for a reason that has nothing to do with pods, such as an extender.
            let text = UpstreamMessage::NoVictims { node: original.name() }.render_with(ctx.wording);
            dry_run.failure = Some((None, Failure::error(text)));
        }
        self.victims.clear();
        self.victims.extend(victims.iter().map(|&at| ranks[at]));
        if R::RECORDS {
            dry_run.victims = victims;
        }
        dry_run
    }

    /// The victims selected by the last dry run.
    pub(super) fn victims(&self) -> impl Iterator<Item = &'b Rc<PodInfo>> + Clone {
        self.victims.iter().map(|pod| &self.pods[pod.at])
    }

    /// Requests and priority of each of the [`victims`](Self::victims), in the same order.
    pub(super) fn victim_sums(&self) -> impl Iterator<Item = &'b PodSums> + Clone {
        self.victims.iter().map(|pod| &pod.sums)
    }
}

fn victim_info(pod: &PodInfo) -> VictimInfo {
    VictimInfo {
        pod: pod.pod.key(),
        priority: pod.priority(),
        start: pod.start(),
        is_terminating: pod.pod.is_terminating(),
    }
}

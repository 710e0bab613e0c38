//! `SelectVictimsOnNode`: the victims on a node, found on a copy of it.

use std::cmp::Reverse;
use std::rc::Rc;

use crate::cluster::{NodeState, PodInfo, PodSums};
use crate::framework::{Asks, Fork, Unfit, merged};
use record::NodeIx;
use record::{DryRun, Failure, Reason, Recorder, Reprieve, Said, VictimInfo};

use super::budgets::Budgets;
use super::rules::DefaultPreemption;

/// Where dry runs are made, one node after the other. Lists keep their memory for the next node.
pub(super) struct Bench<'b, 'c> {
    unfit: &'b Unfit<'b, 'c>,
    policy: &'b DefaultPreemption,
    budgets: Budgets<'b>,
    /// Less important pods of the node, in its order.
    lower: Vec<&'b Rc<PodInfo>>,
    /// What they take and how important they are, in the same order.
    sums: Vec<&'b PodSums>,
    /// How important those are, with their indices.
    keys: Vec<(Importance, usize)>,
    /// Indices into `lower`, in the order in which pods are put back.
    order: Vec<usize>,
    /// Indices into `lower` of the victims.
    victims: Vec<usize>,
}

impl<'b, 'c> Bench<'b, 'c> {
    /// A bench for one pod.
    pub(super) fn new(unfit: &'b Unfit<'b, 'c>, policy: &'b DefaultPreemption) -> Self {
        let budgets = Budgets::of(unfit.cycle.objects);
        let (lower, sums, keys) = (Vec::new(), Vec::new(), Vec::new());
        let (order, victims) = (Vec::new(), Vec::new());
        Self { unfit, policy, budgets, lower, sums, keys, order, victims }
    }

    /// `SelectVictimsOnNode`: takes all less important pods off, tries the pod, then asks them back one by one, those
    /// whose eviction would violate a budget first.
    pub(super) fn select_victims<R: Recorder>(&mut self, ix: NodeIx) -> DryRun {
        let Self { unfit, policy, .. } = *self;
        let filters = unfit.filters;
        let Self { lower, sums, keys, order, victims, .. } = self;
        let pod = unfit.cycle.pod;
        let mut run = DryRun { node: ix, ..DryRun::default() };
        let original = &unfit.cycle.snapshot.nodes()[ix];
        let mut node = NodeState::clone(original);
        lower.clear();
        sums.clear();
        victims.clear();
        let priority = pod.priority();
        for (other, its) in original.pods().iter().zip(original.sums()).filter(|(_, its)| its.priority < priority) {
            lower.push(other);
            sums.push(its);
        }
        let mut fork = filters.fork(&Fork::default(), lower);
        debug_assert!(
            filters.agree(original, &Fork::default(), &fork),
            "a judge's fork says what its parent says before pods go"
        );
        for (victim, its) in lower.iter().zip(&*sums) {
            node.discount_by(its, victim);
            fork.removed(victim, &node);
        }
        if lower.is_empty() && policy.wants_victims {
            run.failure = Some((None, Failure::unresolvable(Reason::NoVictims)));
            return run;
        }
        let fails = |node: &NodeState, fork: &Fork<'c>| {
            let failed = filters.judge_with_nominated(pod, node, fork, unfit.nominator).failed;
            let row = failed.first()?.0.clone();
            merged(failed).map(|failure| (row, failure))
        };
        if R::ON {
            run.removed = lower.iter().map(|victim| info(victim)).collect();
        }
        if let Some((row, failure)) = fails(&node, &fork) {
            run.failure = Some((Some(row), failure));
            return run;
        }
        keys.clear();
        keys.extend(sums.iter().enumerate().map(|(at, its)| (importance(its), at)));
        keys.sort_unstable();
        order.clear();
        order.extend(keys.iter().map(|(_, at)| at));
        let violated = self.budgets.violated(order, lower, policy);
        let violates = |at: usize| violated.get(at).is_some_and(|budgets| !budgets.is_empty());
        if !violated.is_empty() {
            order.sort_by_key(|&at| !violates(at));
        }
        let nominated = unfit.nominator.at_least(original.name(), pod);
        for &at in &*order {
            let candidate = lower[at];
            node.count_by(sums[at], candidate);
            fork.added(candidate, &node, false);
            let spared = filters.still_admit(&node, &fork, &nominated);
            if R::ON {
                let failure = if spared { None } else { fails(&node, &fork) };
                debug_assert!(spared || failure.is_some(), "a pod that is not spared has a reason");
                let violates = violated.get(at).cloned().unwrap_or_default();
                run.reprieves.push(Reprieve { pod: at, violates, failure });
            }
            if !spared {
                node.discount_by(sums[at], candidate);
                fork.removed(candidate, &node);
                victims.push(at);
                // Upstream's `SelectVictimsOnNode` counts victims alone: a protected pod that can stay costs nothing, so a node whose
                // victim is more important can win. The built-in scenario `reprieve` shows it, and its story holds it.
                run.violations += usize::from(violates(at));
            }
        }
        debug_assert!(
            node.pod_count + victims.len() == original.pod_count,
            "what a dry run leaves on a node are its pods without the victims"
        );
        debug_assert!(run.violations <= victims.len(), "each victim violates budgets or does not");
        debug_assert!(
            victims.iter().all(|&at| sums[at].priority < priority),
            "a victim is less important than its preemptor"
        );
        if policy.sorts_victims {
            victims.sort_by_key(|&at| importance(sums[at]));
        }
        if victims.is_empty() && policy.asks == Asks::Checked {
            // The pod failed here for something else than pods, such as an extender.
            let text = Said::NobodyToEvict { node: original.name() }.by(unfit.wording);
            run.failure = Some((None, Failure::error(text)));
        }
        if R::ON {
            run.victims.clone_from(victims);
        }
        run
    }

    /// The pods that the last dry run could not spare.
    pub(super) fn victims(&self) -> impl Iterator<Item = &'b Rc<PodInfo>> + Clone {
        self.victims.iter().map(|&at| self.lower[at])
    }

    /// How important they are.
    pub(super) fn victim_sums(&self) -> impl Iterator<Item = &'b PodSums> + Clone {
        self.victims.iter().map(|&at| self.sums[at])
    }
}

/// `MoreImportantPod` as a sort key: higher priority first, then the earlier start.
type Importance = (Reverse<i32>, i64);

fn importance(pod: &PodSums) -> Importance {
    (Reverse(pod.priority), pod.start)
}

fn info(pod: &PodInfo) -> VictimInfo {
    VictimInfo {
        pod: pod.pod.key().into(),
        priority: pod.priority(),
        start: pod.start(),
        terminating: pod.pod.is_terminating(),
    }
}

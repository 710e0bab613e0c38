//! Preemption: may the pod evict others, where would that help, who would have to go, and which node is the cheapest?
//!
//! Upstream: the `DefaultPreemption` plugin (`defaultpreemption.PostFilter`, `preemption.Evaluator.Preempt`); v1.16:
//! `genericScheduler.Preempt`. What differs between releases stands in [`PreemptionPolicy`].

use std::cmp::Reverse;
use std::rc::Rc;

use crate::api::{PodDisruptionBudget, Str};
use crate::cluster::{NodeIx, NodeState, PodInfo};
use crate::framework::{
    Chooser, Code, DryRun, Failure, Ineligible, PreemptionPolicy, PreemptionRecord, Purpose, Reason, Recorder,
    Reprieve, Silent, VictimInfo,
};

use super::cycle::{Context, Nomination, Preempted};
use super::filters::{Filters, Fork, merged};
use super::ladder::Costs;
use super::{ladder, message};

/// What preemption comes to.
#[derive(Debug)]
pub struct Preemption {
    /// For the playground and for messages.
    pub record: PreemptionRecord,
    /// What becomes of the pod's own nomination.
    pub nomination: Nomination,
    /// Whether there was any node on which taking pods away might help.
    pub had_potential: bool,
    /// The room that is made.
    pub preempted: Option<Preempted>,
}

impl Default for Preemption {
    fn default() -> Self {
        Self {
            record: PreemptionRecord::default(),
            nomination: Nomination::Keep,
            had_potential: false,
            preempted: None,
        }
    }
}

/// Runs preemption for a pod that fits nowhere. `statuses` is why, node by node; a node that was not looked at has none.
pub fn preempt<R: Recorder>(
    context: &Context<'_>,
    filters: &Filters<'_>,
    statuses: &[Option<Failure>],
    policy: &PreemptionPolicy,
    chooser: &mut dyn Chooser,
) -> Preemption {
    let Context { pod, snapshot, nominator, profile, .. } = *context;
    let mut result = Preemption::default();
    let before = profile.wording.before_preemption();
    let say = |text: &str| match profile.cycle.post_filter_message {
        true => Str::from(format!("{before}preemption: {text}")),
        false => Str::default(),
    };
    result.record.ineligible = ineligible(context, statuses, policy);
    if let Some(reason) = result.record.ineligible {
        result.record.message = say(match reason {
            Ineligible::PolicyNever => "not eligible due to preemptionPolicy=Never.",
            Ineligible::WaitsForVictim => "not eligible due to a terminating pod on the nominated node.",
        });
        return result;
    }
    let resolvable = |ix: &NodeIx| statuses[*ix].as_ref().is_none_or(|status| status.code == Code::Unschedulable);
    let nodes = snapshot.nodes();
    let potential: Vec<NodeIx> = (0..statuses.len()).filter(resolvable).filter(|&ix| !nodes[ix].deleted).collect();
    result.had_potential = !potential.is_empty();
    let mut bench = Bench::new(context, filters, policy);
    let candidates = dry_runs::<R>(&mut bench, &potential, chooser, &mut result.record);
    result.record.potential = potential;
    if candidates.is_empty() {
        let not_helpful = Failure::unresolvable(Reason::PreemptionNotHelpful);
        let tried: Vec<Option<&Failure>> = {
            let mut tried = vec![None; statuses.len()];
            for run in &result.record.dry_runs {
                tried[run.node] = run.failure.as_ref().map(|(_, failure)| failure);
            }
            tried
        };
        let all = tried.into_iter().map(|failure| failure.unwrap_or(&not_helpful));
        result.record.message = say(&message::unavailable(statuses.len(), all, profile.wording));
        if policy.failure_clears_nomination || !result.had_potential {
            result.nomination = Nomination::Clear;
            result.record.clears_own = true;
        }
    } else {
        let (ladder, ties) = ladder::climb(&candidates, policy);
        let name = |at: usize| snapshot.nodes()[ties[at]].name().clone();
        let node = ties[if ties.len() == 1 { 0 } else { chooser.choose(Purpose::VictimNode, ties.len(), &name) }];
        // Once more for the winner: keeping the victims of thousands of candidates costs more.
        bench.select_victims::<Silent>(node);
        let victims = bench.victims.iter().map(|&at| Rc::clone(bench.lower[at])).collect();
        let cleared = nominator.below(snapshot.nodes()[node].name(), pod.priority());
        result.record.cleared = cleared.iter().map(|pod| pod.pod.key().into()).collect();
        result.record.ladder = ladder;
        result.record.ties.clone_from(&ties);
        result.record.chosen = Some(node);
        result.nomination = Nomination::Set;
        result.preempted = Some(Preempted { node, victims, cleared, ties });
    }
    if !R::ON {
        result.record.dry_runs.clear();
    }
    result
}

/// `PodEligibleToPreemptOthers`: a pod that never preempts, or that already waits for victims to go, may not.
fn ineligible(context: &Context<'_>, statuses: &[Option<Failure>], policy: &PreemptionPolicy) -> Option<Ineligible> {
    let pod = context.pod;
    if policy.honours_never && pod.pod.spec.preemption_policy.as_ref().is_some_and(|policy| policy == "Never") {
        return Some(Ineligible::PolicyNever);
    }
    let ix = context.snapshot.index(context.nominated_node?)?;
    let unresolvable = statuses[ix].as_ref().is_some_and(|status| status.code == Code::UnschedulableAndUnresolvable);
    if policy.unresolvable_nomination_frees && unresolvable {
        return None;
    }
    let waits_for = |victim: &Rc<PodInfo>| {
        victim.priority() < pod.priority()
            && victim.pod.is_terminating()
            && (!policy.waits_for_own_victims_only || is_own_victim(victim))
    };
    context.snapshot.nodes()[ix].pods().iter().any(waits_for).then_some(Ineligible::WaitsForVictim)
}

/// Whether the pod's conditions say that the scheduler evicts it.
fn is_own_victim(victim: &PodInfo) -> bool {
    victim.pod.status.conditions.iter().any(|condition| {
        condition.r#type == "DisruptionTarget"
            && condition.status == "True"
            && condition.reason == "PreemptionByScheduler"
    })
}

/// `DryRunPreemption`: tries potential nodes one after the other, from a random one on, until there are candidates
/// enough and one of them violates no budget.
fn dry_runs<R: Recorder>(
    bench: &mut Bench<'_, '_>,
    potential: &[NodeIx],
    chooser: &mut dyn Chooser,
    record: &mut PreemptionRecord,
) -> Vec<(NodeIx, Costs)> {
    let Bench { context, policy, .. } = *bench;
    let n = potential.len();
    let share = n * usize::try_from(policy.min_candidate_percentage).unwrap_or(0) / 100;
    let wanted = if policy.tries_all {
        n
    } else {
        share.max(usize::try_from(policy.min_candidate_absolute).unwrap_or(0)).min(n)
    };
    // The offset only matters where not every node is tried.
    record.offset = if wanted < n {
        chooser.choose(Purpose::DryRunOffset, n, &|at| context.snapshot.nodes()[potential[at]].name().clone())
    } else {
        0
    };
    let (mut candidates, mut clean) = (Vec::new(), false);
    for step in 0..n {
        let ix = potential[(record.offset + step) % n];
        let run = bench.select_victims::<R>(ix);
        if run.failure.is_none() {
            clean |= run.violations == 0;
            let victims = bench.victims.iter().map(|&at| bench.lower[at]);
            candidates.push((ix, ladder::costs(victims, run.violations)));
        }
        if R::ON || run.failure.is_some() {
            record.dry_runs.push(run);
        }
        if !policy.tries_all && clean && candidates.len() >= wanted {
            break;
        }
    }
    candidates
}

/// Where dry runs are made, one node after the other. Lists keep their memory for the next node.
struct Bench<'b, 'c> {
    context: &'b Context<'b>,
    filters: &'b Filters<'c>,
    policy: &'b PreemptionPolicy,
    budgets: Budgets<'b>,
    /// Less important pods of the node, in its order.
    lower: Vec<&'b Rc<PodInfo>>,
    /// How important those are, with their indices.
    keys: Vec<(Importance, usize)>,
    /// Indices into `lower`, in the order in which pods are asked back.
    order: Vec<usize>,
    /// Indices into `lower` of those that have to go.
    victims: Vec<usize>,
}

impl<'b, 'c> Bench<'b, 'c> {
    fn new(context: &'b Context<'b>, filters: &'b Filters<'c>, policy: &'b PreemptionPolicy) -> Self {
        let budgets = Budgets::of(context);
        let (lower, keys, order, victims) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { context, filters, policy, budgets, lower, keys, order, victims }
    }

    /// `SelectVictimsOnNode`: takes all less important pods off, tries the pod, then asks them back one by one, those
    /// whose eviction would violate a budget first.
    fn select_victims<R: Recorder>(&mut self, ix: NodeIx) -> DryRun {
        let Self { context, filters, policy, .. } = *self;
        let Self { lower, keys, order, victims, .. } = self;
        let pod = context.pod;
        let mut run = DryRun { node: ix, ..DryRun::default() };
        let original = &context.snapshot.nodes()[ix];
        let mut node = NodeState::clone(original);
        lower.clear();
        victims.clear();
        lower.extend(original.pods().iter().filter(|other| other.priority() < pod.priority()));
        let mut fork = filters.fork(&Fork::default(), lower);
        for victim in &*lower {
            node.discount(victim);
            fork.removed(victim, &node);
        }
        if lower.is_empty() && policy.wants_victims {
            run.failure = Some((None, Failure::unresolvable(Reason::NoVictims)));
            return run;
        }
        let fails = |node: &NodeState, fork: &Fork<'c>| {
            let failed = filters.judge_with_nominated(pod, node, fork, context.nominator).failed;
            let row = failed.first()?.0;
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
        keys.extend(lower.iter().enumerate().map(|(at, victim)| (importance(victim), at)));
        keys.sort_unstable();
        order.clear();
        order.extend(keys.iter().map(|(_, at)| at));
        let violated = self.budgets.violated(order, lower, policy);
        let violates = |at: usize| violated.get(at).is_some_and(|budgets| !budgets.is_empty());
        if !violated.is_empty() {
            order.sort_by_key(|&at| !violates(at));
        }
        for &at in &*order {
            let candidate = lower[at];
            node.count(candidate);
            fork.added(candidate, &node, false);
            let spared = filters.still_admit(pod, &node, &fork, context.nominator);
            if R::ON {
                let failure = if spared { None } else { fails(&node, &fork) };
                let violates = violated.get(at).cloned().unwrap_or_default();
                run.reprieves.push(Reprieve { pod: at, violates, failure });
            }
            if !spared {
                node.discount(candidate);
                fork.removed(candidate, &node);
                victims.push(at);
                run.violations += usize::from(violates(at));
            }
        }
        if policy.sorts_victims {
            victims.sort_by_key(|&at| importance(lower[at]));
        }
        if R::ON {
            run.victims.clone_from(victims);
        }
        run
    }
}

/// `MoreImportantPod` as a sort key: higher priority first, then the earlier start.
type Importance = (Reverse<i32>, i64);

fn importance(pod: &PodInfo) -> Importance {
    (Reverse(pod.priority()), pod.start())
}

fn info(pod: &PodInfo) -> VictimInfo {
    VictimInfo {
        pod: pod.pod.key().into(),
        priority: pod.priority(),
        start: pod.start(),
        terminating: pod.pod.is_terminating(),
    }
}

/// Disruption budgets that can match anything.
struct Budgets<'c>(Vec<&'c PodDisruptionBudget>);

impl<'c> Budgets<'c> {
    fn of(context: &Context<'c>) -> Self {
        let selects = |budget: &&PodDisruptionBudget| budget.spec.selector.as_ref().is_some_and(|s| !s.is_empty());
        Self(context.objects.budgets.iter().map(AsRef::as_ref).filter(selects).collect())
    }

    /// `filterPodsWithPDBViolation`: for each pod of `lower` the budgets that its eviction would violate, where pods are
    /// evicted in `order`. Nothing where there are no budgets.
    fn violated(&self, order: &[usize], lower: &[&Rc<PodInfo>], policy: &PreemptionPolicy) -> Vec<Vec<Str>> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let mut violated = vec![Vec::new(); lower.len()];
        let mut allowed: Vec<i32> = self.0.iter().map(|budget| budget.status.disruptions_allowed).collect();
        for &at in order {
            let pod = lower[at];
            for (budget, allowed) in self.0.iter().zip(&mut allowed) {
                let matches = budget.metadata.namespace == *pod.namespace()
                    && !pod.labels().is_empty()
                    && budget.spec.selector.as_ref().is_some_and(|selector| selector.matches(pod.labels()));
                if !matches {
                    continue;
                }
                let over = if policy.counts_budgets_down {
                    if budget.status.disrupted_pods.contains_key(&pod.pod.metadata.name) {
                        continue;
                    }
                    *allowed -= 1;
                    *allowed < 0
                } else {
                    *allowed <= 0
                };
                if over {
                    violated[at].push(budget.metadata.name.clone());
                }
            }
        }
        violated
    }
}

//! What would evict a pod? For each priority class, a pod with growing requests is scheduled in a cluster that consists of the pod's node only. A
//! drain, a node that does not report, and a `NoExecute` taint are tried in copies of the run.

use std::rc::Rc;

use api::{
    Millis, NamespacedName, Pod, PreemptionPolicy, PriorityClass, Str, Table, Taint, TaintEffect, resources::Resource,
};
use manifest::admission::SYSTEM_CLASSES;
use protocol::{
    Answer, AnswerProgress, DrainEffect, Evictors, Extent, NodeLossEffect, PreemptingClass, PreemptionEffect,
    StayReason, TrialDecision,
};
use runlog::{Deletion, EventKind, EvictionAnswer};
use simulation::{ClusterAction, Drain, Readiness, Simulation};
use trace::{Frame, Phase};

use super::{
    ClusterAt,
    active_runs::ActiveRun,
    answer_task::AnswerTask,
    followed_run::{FollowedRun, FollowedStep},
    profile_of,
    stay_reason::{are_all_down, is_daemon, stay_reason},
    what_if_trial::{current_pod, eviction_error},
};

/// The largest number of events of a copy that are followed.
const MAX_EVENTS: usize = 100_000;
/// The largest number of priority classes that are tried, the highest first.
const MAX_CLASSES: usize = 24;
/// The key of a taint that no pod tolerates by name.
const TRIAL_TAINT: &str = "schedscope.dev/trial";

/// A search for what would evict a pod: first the priority classes, then losses of its node.
pub(super) struct EvictorSearch {
    pod_key: NamespacedName,
    pod: Rc<Pod>,
    from: Millis,
    /// The pod's node alone; `None` if no profile applies to the pod.
    cluster_of_node: Option<ClusterAt>,
    /// Classes to be tried, the lowest first.
    classes: Vec<(Str, Rc<PriorityClass>)>,
    class_count: usize,
    /// Node losses to be tried, the last one first.
    losses: Vec<NodeLoss>,
    followed_loss: Option<(NodeLoss, DeletionWatch)>,
    evictors: Evictors,
    frame: Frame,
}

/// A way to lose a node.
#[derive(Clone, Copy)]
enum NodeLoss {
    Drain,
    Silence,
    Taint,
}

impl NodeLoss {
    const ALL: [Self; 3] = [Self::Taint, Self::Silence, Self::Drain];

    fn action(self, node: Str) -> ClusterAction {
        match self {
            Self::Drain => ClusterAction::Drain(Drain { node, force: true, ..Drain::default() }),
            Self::Silence => ClusterAction::SetReadiness(node, Readiness::Unreachable),
            Self::Taint => ClusterAction::Taint(node, trial_taint()),
        }
    }

    fn deletion(self) -> Deletion {
        match self {
            Self::Drain => Deletion::Drained,
            Self::Silence | Self::Taint => Deletion::Tainted,
        }
    }
}

fn trial_taint() -> Taint {
    Taint { key: TRIAL_TAINT.into(), effect: TaintEffect::NoExecute, ..Taint::default() }
}

impl EvictorSearch {
    /// Starts the search at the moment after the first `events` events; `None` if the pod has no node.
    pub(super) fn new(run: &ActiveRun, events: usize, pod_key: &NamespacedName) -> Option<Self> {
        let frame = run.trace().frame_at(events);
        let view = frame.pods.get(pod_key)?;
        let (node, pod, is_finished) = (view.node.clone()?, current_pod(view), view.phase.is_over());
        let profiles = run.replay.borrow().simulation().shared_profiles();
        let profile_ix = profile_of(&profiles, &pod).filter(|_| !is_finished);
        let cluster_of_node = profile_ix.map(|profile_ix| {
            let mut cluster = ClusterAt::new(&frame, run.release, profiles, profile_ix, run.objects.clone());
            cluster.nodes.retain(|item| item.metadata.name == node);
            cluster.bound_pods.retain(|(on, _)| *on == node);
            cluster.nominated_pods.retain(|(on, _)| *on == node);
            cluster
        });
        let mut classes: Table<Str, Rc<PriorityClass>> = frame.classes.clone();
        for (name, value) in SYSTEM_CLASSES {
            let class = || Rc::new(PriorityClass { value, ..PriorityClass::default() });
            classes.or_insert_with(name.into(), class);
        }
        let mut classes: Vec<(Str, Rc<PriorityClass>)> =
            classes.iter().map(|(name, class)| (name.clone(), Rc::clone(class))).collect();
        classes.sort_by_key(|(name, class)| (std::cmp::Reverse(class.value), name.clone()));
        let untried_classes = if cluster_of_node.is_some() { classes.len().saturating_sub(MAX_CLASSES) } else { 0 };
        classes.truncate(if cluster_of_node.is_some() { MAX_CLASSES } else { 0 });
        classes.reverse();
        let evictors = Evictors { node, is_finished, priority: pod.priority(), untried_classes, ..Evictors::default() };
        Some(Self {
            pod_key: pod_key.clone(),
            pod,
            from: run.time_after(events),
            cluster_of_node,
            class_count: classes.len(),
            classes,
            losses: NodeLoss::ALL.to_vec(),
            followed_loss: None,
            evictors,
            frame,
        })
    }

    /// The deletions that a node loss causes. The DaemonSet controller deletes a pod that may no longer run on its node.
    fn reasons_to_go(&self, loss: NodeLoss) -> Vec<Deletion> {
        let by_daemon_set = is_daemon(&self.pod) && !matches!(loss, NodeLoss::Drain);
        [loss.deletion()].into_iter().chain(by_daemon_set.then_some(Deletion::Unwanted)).collect()
    }

    /// Tries a priority class with a pod that must run on the node.
    fn try_class(&self, name: Str, class: &PriorityClass) -> PreemptingClass {
        let preempts = match &self.cluster_of_node {
            Some(cluster) if class.value > self.pod.priority() => cluster.try_preemption(&self.pod, &name, class),
            _ => PreemptionEffect::NotHigher,
        };
        PreemptingClass { class: name, value: class.value, preempts }
    }

    fn note_loss(&mut self, loss: NodeLoss, watch_end: WatchEnd, watch: &DeletionWatch) {
        let end = watch.run.run();
        match (loss, watch_end) {
            (NodeLoss::Drain, WatchEnd::Goes(after)) => {
                let flags = Drain::needed_flags([&*self.pod]).into_iter().map(|needed_flag| needed_flag.flag.into());
                self.evictors.drain = DrainEffect::Goes { after, flags: flags.collect() };
            }
            (NodeLoss::Drain, WatchEnd::EndsAnyway) => {
                self.evictors.drain = DrainEffect::Left(StayReason::EndsAnyway);
            }
            (NodeLoss::Drain, WatchEnd::Stays(extent)) => {
                self.evictors.drain = self.drain_stay(watch.eviction_answer.as_ref(), extent);
            }
            (NodeLoss::Silence, watch_end) => self.evictors.silence = self.loss_effect(watch_end, end),
            (NodeLoss::Taint, watch_end) => self.evictors.taint = self.loss_effect(watch_end, end),
        }
    }

    fn loss_effect(&self, watch_end: WatchEnd, end: &Simulation) -> NodeLossEffect {
        let extent = match watch_end {
            WatchEnd::Goes(after) => return NodeLossEffect::Goes(after),
            WatchEnd::EndsAnyway => return NodeLossEffect::Stays(StayReason::EndsAnyway),
            WatchEnd::Stays(extent) => extent,
        };
        let is_terminating = self.frame.pods.get(&self.pod_key).is_some_and(|view| view.phase == Phase::Terminating);
        let mut nodes = end.nodes().map(|info| &*info.node);
        let all_down = are_all_down(end.nodes().map(|info| &*info.node));
        let reason = match nodes.find(|node| node.metadata.name == self.evictors.node) {
            _ if is_terminating => StayReason::Terminating,
            Some(node) => stay_reason(&self.pod, node, all_down),
            None => StayReason::NotReached,
        };
        NodeLossEffect::Stays(reason.as_far_as(extent))
    }

    /// Why a drain does not evict the pod, given the API server's last answer to the eviction.
    fn drain_stay(&self, answer: Option<&EvictionAnswer>, extent: Extent) -> DrainEffect {
        let pod = &self.pod;
        let is_terminating = self.frame.pods.get(&self.pod_key).is_some_and(|view| view.phase == Phase::Terminating);
        if is_daemon(pod) && !pod.status.phase.is_over() {
            return DrainEffect::Left(StayReason::Daemon);
        }
        if pod.is_mirror() {
            return DrainEffect::Left(StayReason::Mirror);
        }
        if is_terminating {
            return DrainEffect::Left(StayReason::Terminating);
        }
        let budgets = self.frame.guarding_budgets(pod).0;
        let budget_keys = || budgets.iter().map(|budget| NamespacedName::of(&budget.metadata)).collect();
        if let Some(error) = answer.and_then(|answer| eviction_error(answer, budget_keys)) {
            return DrainEffect::Fails(error);
        }
        if budgets.is_empty() || extent != Extent::ToEnd {
            return DrainEffect::Left(StayReason::NotReached.as_far_as(extent));
        }
        DrainEffect::Kept(budgets.iter().map(|budget| budget.metadata.name.clone()).collect())
    }
}

impl AnswerTask for EvictorSearch {
    fn advance(&mut self, run: &ActiveRun) -> bool {
        if let Some((name, class)) = self.classes.pop() {
            let preemptor = self.try_class(name, &class);
            self.evictors.classes.push(preemptor);
        } else if let Some((loss, mut watch)) = self.followed_loss.take() {
            match watch.step() {
                Some(watch_end) => self.note_loss(loss, watch_end, &watch),
                None => self.followed_loss = Some((loss, watch)),
            }
        } else if let Some(loss) = self.losses.pop() {
            let forked = run.replay.borrow().fork_at(self.from, vec![loss.action(self.evictors.node.clone())]);
            let watch = DeletionWatch::new(forked, self.from, self.pod_key.clone(), self.reasons_to_go(loss));
            self.followed_loss = Some((loss, watch));
        }
        self.classes.is_empty() && self.losses.is_empty() && self.followed_loss.is_none()
    }

    fn progress(&self) -> AnswerProgress {
        let total = self.class_count + NodeLoss::ALL.len();
        let rest = self.classes.len() + self.losses.len() + usize::from(self.followed_loss.is_some());
        AnswerProgress { done: total.saturating_sub(rest), total }
    }

    fn answer(&mut self) -> Option<Answer> {
        let is_over = self.classes.is_empty() && self.losses.is_empty() && self.followed_loss.is_none();
        is_over.then(|| Answer::Evictors(self.evictors.clone()))
    }
}

/// A copy of a run, followed until a pod starts to terminate.
struct DeletionWatch {
    run: FollowedRun,
    from: Millis,
    pod_key: NamespacedName,
    reasons: Vec<Deletion>,
    /// The API server's last answer to an eviction of the pod.
    eviction_answer: Option<EvictionAnswer>,
}

/// How a [`DeletionWatch`] ends.
#[derive(Clone, Copy)]
enum WatchEnd {
    /// The pod starts to terminate for an expected reason, this long after the start of the watch.
    Goes(Millis),
    /// It is deleted for another reason.
    EndsAnyway,
    /// It isn't deleted as far as the copy was followed.
    Stays(Extent),
}

impl DeletionWatch {
    fn new(run: Simulation, from: Millis, pod_key: NamespacedName, reasons: Vec<Deletion>) -> Self {
        Self { run: FollowedRun::new(run, from, MAX_EVENTS), from, pod_key, reasons, eviction_answer: None }
    }

    /// Advances by a step; returns how the watch ends, once that is known.
    fn step(&mut self) -> Option<WatchEnd> {
        let events = match self.run.step() {
            FollowedStep::Events(events) => events,
            FollowedStep::Stopped(extent) => return Some(WatchEnd::Stays(extent)),
        };
        for event in events {
            match event.what {
                EventKind::Terminating { pod, why, .. } if pod == self.pod_key => {
                    let is_sought = self.reasons.contains(&why);
                    return Some(if is_sought { WatchEnd::Goes(event.at - self.from) } else { WatchEnd::EndsAnyway });
                }
                EventKind::PodRemoved(pod) if pod == self.pod_key => return Some(WatchEnd::EndsAnyway),
                EventKind::EvictionAnswered(eviction) if eviction.pod == self.pod_key => {
                    self.eviction_answer = Some(eviction.answer.clone());
                }
                _ => {}
            }
        }
        None
    }
}

/// The smallest request of a resource with which a pod evicts another one.
struct SmallestRequest {
    resource: Resource,
    request: i64,
    /// All pods that it evicts.
    victims: Vec<NamespacedName>,
}

impl ClusterAt {
    /// Whether a pod of the class evicts the pod from the only node of the cluster, and with which request.
    fn try_preemption(&self, pod: &Rc<Pod>, name: &Str, priority_class: &PriorityClass) -> PreemptionEffect {
        let key = pod.key();
        let smallest_request = [Resource::Cpu, Resource::Memory]
            .into_iter()
            .find_map(|resource| self.find_smallest_request(&key, pod, &resource, name, priority_class));
        match smallest_request {
            Some(SmallestRequest { resource, request, victims }) => {
                PreemptionEffect::From { resource, request, victims }
            }
            None if priority_class.preemption_policy == Some(PreemptionPolicy::Never) => PreemptionEffect::Never,
            None => PreemptionEffect::Spares,
        }
    }

    /// The smallest request of the resource with which a pod of the class evicts the pod; `None` if there is none.
    fn find_smallest_request(
        &self,
        pod_key: &NamespacedName,
        pod: &Pod,
        resource: &Resource,
        name: &Str,
        priority_class: &PriorityClass,
    ) -> Option<SmallestRequest> {
        let snapshot_ctx = self.snapshot_for(None);
        let decided = |request: i64| {
            let probe = probe_pod(pod, name, priority_class, resource, request);
            self.decide_in(&snapshot_ctx, &probe, None, &mut runlog::Silent)
        };
        let allocatable = self.nodes.first().map_or(0, |node| resource.amount_in(&node.status.allocatable));
        // The largest request that still fits, and the smallest one that requires the eviction.
        let max_schedulable = last_where(allocatable, |request| decided(request).is_some())?;
        let evicts = |request: i64| match decided(request) {
            Some(TrialDecision::Preempts { victims, .. }) if victims.contains(pod_key) => Some(victims),
            _ => None,
        };
        evicts(max_schedulable)?;
        let min_evicting = last_where(max_schedulable, |request| evicts(request).is_none())
            .map_or(0, |max_sparing| max_sparing.saturating_add(1).min(max_schedulable));
        Some(SmallestRequest { resource: resource.clone(), request: min_evicting, victims: evicts(min_evicting)? })
    }
}

/// The largest number from 0 to `to` that satisfies a monotonic predicate, by binary search; `None` if 0 doesn't.
fn last_where(to: i64, is_satisfied: impl Fn(i64) -> bool) -> Option<i64> {
    if to < 0 || !is_satisfied(0) {
        return None;
    }
    let (mut last, mut end) = (0, to.saturating_add(1));
    while end - last > 1 {
        let middle = last + (end - last) / 2;
        if is_satisfied(middle) { last = middle } else { end = middle }
    }
    Some(last)
}

/// A pod of a class that requests `request` of the resource and tolerates every taint of the node.
fn probe_pod(pod: &Pod, name: &Str, priority_class: &PriorityClass, resource: &Resource, request: i64) -> Pod {
    let mut probe = Pod::default();
    probe.metadata.namespace = pod.metadata.namespace.clone();
    // A name with a space, which the API server would reject, so that it collides with no pod of the run.
    probe.metadata.name = "a preemptor".into();
    probe.spec.scheduler_name = pod.spec.scheduler_name.clone();
    probe.spec.priority_class_name = name.clone();
    (probe.spec.priority, probe.spec.preemption_policy) =
        (Some(priority_class.value), priority_class.preemption_policy.clone());
    let toleration = api::Toleration { operator: api::TolerationOperator::Exists, ..api::Toleration::default() };
    probe.spec.tolerations = vec![toleration];
    let mut container = api::Container::default();
    if let Some(amount) = resource.quantity(request) {
        container.resources.requests.insert(resource.clone().into(), amount);
    }
    probe.spec.containers = vec![container];
    probe
}

#[cfg(test)]
mod tests {
    use protocol::{Answer, Question};
    use releases::Release;

    use super::*;
    use crate::test_support::answer_to;

    /// What would evict `default/it` before the script begins, at the tenth second.
    fn evictors_at_end(text: &str, release: Release) -> Evictors {
        let text = format!("{text}---\nkind: Scenario\ndurationSeconds: 900\nscript: [{{at: 10s, cordon: a}}]\n");
        let before = Some(Millis::from_seconds(10));
        match answer_to(&text, Some(release), before, Question::Evictors("default/it".into())) {
            Answer::Evictors(evictors) => evictors,
            other => panic!("{other:?}"),
        }
    }

    const NODE: &str = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 20}}\n";

    fn pod(name: &str, requests: &str, more: &str) -> String {
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}, labels: {{app: {name}}}}}\nspec: {{nodeName: a, {more}containers: [{{name: c, resources: \
             {{requests: {{{requests}}}}}}}]}}\nstatus: {{phase: Running, conditions: [{{type: Ready, status: 'True'}}]}}\n"
        )
    }

    fn class(name: &str, value: i32, more: &str) -> String {
        format!("---\nkind: PriorityClass\nmetadata: {{name: {name}}}\nvalue: {value}\n{more}")
    }

    fn of(evictors: &Evictors, class: &str) -> String {
        match evictors.classes.iter().find(|preemptor| preemptor.class == *class).map(|preemptor| &preemptor.preempts) {
            Some(PreemptionEffect::From { resource, request, victims }) => {
                format!("{request} {resource}: {}", victims.join(" "))
            }
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn a_class_evicts_from_the_smallest_request_on_that_leaves_no_room() {
        let classes =
            [class("high", 100, ""), class("low", -5, ""), class("patient", 90, "preemptionPolicy: Never\n")].concat();
        // 1 of 4 CPUs is free; another one is used by a pod of lower priority, which is evicted first.
        let others = [pod("kept", "cpu: 1", "priority: 50, "), pod("less", "cpu: 1", "priority: -1, ")].concat();
        let text = [NODE, &classes, &pod("it", "cpu: 1", ""), &others].concat();
        for release in Release::ALL {
            let evictors = evictors_at_end(&text, release);
            assert_eq!(of(&evictors, "high"), "2001 cpu: default/it default/less", "{release:?}");
            assert_eq!(of(&evictors, "low"), "Some(NotHigher)", "{release:?}");
            let system = of(&evictors, "system-cluster-critical");
            assert_eq!(system, "2001 cpu: default/it default/less", "{release:?}");
            // v1.16 allows every pod to preempt.
            let patient = if release == Release::V1_16 { "2001 cpu: default/it default/less" } else { "Some(Never)" };
            assert_eq!(of(&evictors, "patient"), patient, "{release:?}");
            assert!(evictors.classes.is_sorted_by_key(|preemptor| std::cmp::Reverse(preemptor.value)), "{evictors:?}");
        }
        // A pod that requests no CPU is evicted for memory; one that requests nothing is evicted for neither.
        let text = |requests: &str| [NODE, &classes, &pod("it", requests, "")].concat();
        let evictors = evictors_at_end(&text("memory: 6Gi"), Release::V1_34);
        assert_eq!(of(&evictors, "high"), format!("{} memory: default/it", (2_i64 << 30) + 1));
        assert_eq!(of(&evictors_at_end(&text(""), Release::V1_34), "high"), "Some(Spares)");
    }

    #[test]
    fn a_drain_asks_budgets_and_a_silent_node_waits() {
        let budget = "---\nkind: PodDisruptionBudget\nmetadata: {name: b}\nspec: {minAvailable: 1, selector: {matchLabels: {app: it}}}\n";
        // If all nodes of a zone are unreachable, the node lifecycle controller evicts no pods.
        let alone = evictors_at_end(&[NODE, &pod("it", "cpu: 1", "")].concat(), Release::V1_34);
        assert_eq!(alone.silence, NodeLossEffect::Stays(StayReason::EvictionsStopped));
        let nodes = format!("{NODE}---\n{}", NODE.replace("name: a", "name: b"));
        let text = [&nodes, &pod("it", "cpu: 1", "")].map(String::as_str).concat();
        let evictors = evictors_at_end(&text, Release::V1_34);
        assert_eq!(evictors.drain, DrainEffect::Goes { after: Millis::ZERO, flags: vec!["--force".into()] });
        assert_eq!(evictors.taint, NodeLossEffect::Goes(Millis::ZERO));
        let NodeLossEffect::Goes(after) = evictors.silence else { panic!("{evictors:?}") };
        assert!(after >= Millis::from_seconds(300), "the default toleration lasts 300 s: {after:?}");
        let evictors = evictors_at_end(&[&text, budget].concat(), Release::V1_34);
        assert_eq!(evictors.drain, DrainEffect::Kept(vec!["b".into()]));
        assert_eq!(evictors.taint, NodeLossEffect::Goes(Millis::ZERO), "a taint asks no budget");
        let scratch = text.replace("nodeName: a, ", "nodeName: a, volumes: [{name: v, emptyDir: {}}], ");
        let flags = vec!["--delete-emptydir-data".into(), "--force".into()];
        assert_eq!(evictors_at_end(&scratch, Release::V1_34).drain, DrainEffect::Goes { after: Millis::ZERO, flags });
        let mirror = text.replace("labels: {app: it}", "annotations: {kubernetes.io/config.mirror: x}");
        assert_eq!(evictors_at_end(&mirror, Release::V1_34).drain, DrainEffect::Left(StayReason::Mirror));
        let stays = [nodes, pod("it", "cpu: 1", "tolerations: [{operator: Exists}], ")].concat();
        let evictors = evictors_at_end(&stays, Release::V1_34);
        let tolerates = NodeLossEffect::Stays(StayReason::Tolerates);
        assert_eq!((evictors.silence, evictors.taint), (tolerates, tolerates));
        let waits = pod("it", "cpu: 1", "").replace("nodeName: a", "nodeSelector: {no: where}");
        let waits = [NODE, waits.split("status:").next().unwrap_or_default()].concat();
        assert_eq!(
            evictors_at_end(&waits, Release::V1_34),
            Evictors::default(),
            "a pod without a node is evicted from none"
        );
    }
}

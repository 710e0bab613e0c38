//! What-if trials: actions are performed in a copy of the run, which is followed to its end. Only what that run shows is reported. If pods are
//! still terminating at its end because their nodes are lost, the copy continues after the kubelets report again, to find out whether those pods
//! are replaced.

use std::rc::Rc;

use api::{Millis, NamespacedName, Pod, Set, Str, Table, WorkloadKind};
use protocol::{
    Answer, AnswerProgress, Consequences, DrainFlag, EvictionError, Extent, FailedJob, MissingSuccessor,
    PodConsequence, PodFate, PodPlacement, StayReason, Trial, copy_pod,
};
use runlog::{Event, EventKind, EvictionAnswer};
use simulation::{ClusterAction, Drain, Readiness, Simulation};
use trace::{Frame, Phase, PodView};

use super::{
    active_runs::ActiveRun,
    answer_task::AnswerTask,
    followed_run::{FollowedRun, FollowedStep},
    stay_reason::{are_all_down, is_daemon, stay_reason},
    trial_observations::{Departure, DepartureKind, TrialObservations, failed_job},
};

/// The largest number of events that are followed. A third of 5,000 nodes with 50,000 pods has 16,000 pods to evict, one node after the other, with
/// more than a hundred events for each: most are retries of pods that fit nowhere.
const MAX_EVENTS: usize = 4_000_000;
/// The largest number of events that are followed after the end of the copy.
const MAX_EVENTS_AFTER: usize = 200_000;
/// The HTTP status with which the API server rejects an eviction for now: kubectl tries again.
const TOO_MANY_REQUESTS: u16 = 429;

/// What a trial does to the cluster.
#[derive(Default)]
pub(super) struct TrialSetup {
    pub actions: Vec<ClusterAction>,
    /// The nodes that the actions affect.
    pub nodes: Vec<Str>,
    /// The pod that the actions create.
    pub copy: Option<NamespacedName>,
}

/// The setup of a trial, given the cluster at its moment.
pub(super) fn trial_setup(trial: &Trial, frame: &Frame) -> TrialSetup {
    match trial {
        Trial::Drain(node) => {
            let drain = Drain { node: node.clone(), force: true, ..Drain::default() };
            TrialSetup { actions: vec![ClusterAction::Drain(drain)], nodes: vec![node.clone()], copy: None }
        }
        Trial::LoseZone(zone) => {
            let is_in_zone = |name: &&Str| frame.nodes.get(*name).is_some_and(|view| view.zone() == zone.as_str());
            let nodes: Vec<Str> = frame.node_order.iter().filter(is_in_zone).cloned().collect();
            let silent = |node: &Str| ClusterAction::SetReadiness(node.clone(), Readiness::Unreachable);
            TrialSetup { actions: nodes.iter().map(silent).collect(), nodes, copy: None }
        }
        Trial::Class { like, class } => {
            let pod_and_class = frame.pods.get(like).zip(frame.classes.get(class));
            let Some((view, class)) = pod_and_class else { return TrialSetup::default() };
            let copy = copy_pod(&view.pod, Some(class), |key| frame.pods.contains_key(key));
            let key = copy.key();
            TrialSetup { actions: vec![ClusterAction::create_pod(copy)], nodes: Vec::new(), copy: Some(key) }
        }
    }
}

/// The pod of a view, with its current phase.
pub(super) fn current_pod(view: &PodView) -> Rc<Pod> {
    if !view.phase.is_over() || view.pod.status.phase.is_over() {
        return Rc::clone(&view.pod);
    }
    let mut pod = (*view.pod).clone();
    pod.status.phase = match view.phase {
        Phase::Failed => api::PodPhase::Failed,
        _ => api::PodPhase::Succeeded,
    };
    Rc::new(pod)
}

/// A copy of the run in which the actions of a trial are performed.
pub(super) struct TrialRun {
    trial: Trial,
    run: FollowedRun,
    /// The time at which they are performed.
    from: Millis,
    /// The cluster before the trial.
    before: Frame,
    /// The cluster at the current time of the copy.
    end: Frame,
    nodes: Vec<Str>,
    /// The pod that the trial creates.
    copy: Option<NamespacedName>,
    /// Pods that are deleted in the original run as well.
    goes_anyway: Set<NamespacedName>,
    /// Jobs that fail in the original run as well.
    fails_anyway: Vec<FailedJob>,
    /// Pods that are on the affected nodes before the trial, sorted.
    pods_on_nodes: Vec<NamespacedName>,
    /// The number of these pods that are expected to be deleted.
    expected_deletions: usize,
    /// The number of these pods that have started to terminate so far.
    deletion_count: usize,
    observations: TrialObservations,
    /// How far the copy was followed, once it is over.
    extent: Option<Extent>,
    aftermath: Aftermath,
}

/// What happens to pods that are still terminating at the end of the copy.
enum Aftermath {
    Untried,
    /// The copy continues, after the kubelets of all nodes reported again.
    Followed(Box<AftermathRun>),
    /// The departures whose pods were replaced, as indices.
    Tried(Set<usize>),
}

/// A copy that continues beyond its end, until the terminating pods are replaced.
struct AftermathRun {
    run: FollowedRun,
    frame: Frame,
    observations: TrialObservations,
    /// Departures without a successor whose pods are still terminating, as indices.
    open: Vec<usize>,
}

impl TrialRun {
    /// Starts a trial at `from`. `before` is the cluster at that time, `anyway` the events that follow in the original run.
    pub(super) fn new(
        run: Simulation,
        from: Millis,
        before: Frame,
        anyway: &[Rc<Event>],
        trial: Trial,
        setup: TrialSetup,
    ) -> Self {
        let TrialSetup { nodes, copy, .. } = setup;
        let ends_pod = |event: &Rc<Event>| match &event.what {
            EventKind::Terminating { pod, .. } | EventKind::PodRemoved(pod) | EventKind::Failed { pod, .. } => {
                Some(pod.clone())
            }
            _ => None,
        };
        let lost_nodes: Set<&Str> = nodes.iter().collect();
        let on_nodes = |view: &PodView| view.node.as_ref().is_some_and(|node| lost_nodes.contains(node));
        let pods_on_nodes: Vec<NamespacedName> =
            before.pods.iter().filter(|(_, view)| on_nodes(view)).map(|(key, _)| key.clone()).collect();
        let is_expected = |key: &&NamespacedName| {
            before.pods.get(*key).is_some_and(|view| !is_daemon(&view.pod) && !view.pod.is_mirror())
        };
        let expected_deletions = pods_on_nodes.iter().filter(is_expected).count();
        let run = if copy.is_some() { run.with_recording() } else { run };
        Self {
            trial,
            run: FollowedRun::new(run, from, MAX_EVENTS),
            from,
            end: before.clone(),
            before,
            nodes,
            copy,
            goes_anyway: anyway.iter().filter_map(ends_pod).collect(),
            fails_anyway: anyway.iter().filter_map(|event| failed_job(event)).collect(),
            pods_on_nodes,
            expected_deletions,
            deletion_count: 0,
            observations: TrialObservations::default(),
            extent: None,
            aftermath: Aftermath::Untried,
        }
    }

    fn is_drain(&self) -> bool {
        matches!(self.trial, Trial::Drain(_))
    }

    fn is_on_nodes(&self, pod: &str) -> bool {
        self.pods_on_nodes.binary_search_by(|key| key.as_str().cmp(pod)).is_ok()
    }

    /// How far the copy was followed so far.
    fn extent(&self) -> Extent {
        self.extent.unwrap_or_else(|| match self.run.extent() {
            Extent::ToEnd => Extent::Until(self.end.now.saturating_since(self.from)),
            extent @ Extent::Until(_) => extent,
        })
    }

    /// The consequences, as far as the copy was followed: for each pod of the affected nodes, and for all other pods that are deleted or fail
    /// because of the trial.
    pub(super) fn consequences(&self) -> Consequences {
        let departures = self.observations.departures();
        let mut first_departures: Table<&NamespacedName, usize> = Table::new();
        for (index, departure) in departures.iter().enumerate().filter(|(_, departure)| !departure.is_new) {
            first_departures.or_insert_with(&departure.pod, || index);
        }
        let all_down = are_all_down(self.end.nodes.values().map(|view| &*view.node));
        let on_nodes = self.pods_on_nodes.iter().filter_map(|key| match first_departures.get(&key) {
            Some(index) => Some(self.departed_pod(*index)),
            None => self.staying_pod(key, all_down),
        });
        let mut named: Set<&NamespacedName> = Set::new();
        let others = departures.iter().enumerate().filter(|(_, departure)| {
            let is_replaced_failure = departure.is_new && matches!(departure.kind, DepartureKind::Failed(_));
            let is_other = !self.goes_anyway.contains(&departure.pod) && !self.is_on_nodes(&departure.pod);
            is_other && !is_replaced_failure && named.insert(&departure.pod)
        });
        let fates = on_nodes.chain(others.map(|(index, _)| self.departed_pod(index))).collect();
        let (refusals, flags) = self.plain_drain();
        let failed_jobs = self.observations.failed_jobs().iter();
        Consequences {
            nodes: self.nodes.clone(),
            fates,
            copy: self.copy.as_ref().map(|key| self.pod_placement(key)),
            refusals,
            flags,
            violated: self.observations.violated_budgets.iter().cloned().collect(),
            failed_jobs: failed_jobs.filter(|job| !self.fails_anyway.contains(job)).cloned().collect(),
            extent: self.extent(),
        }
    }

    /// What `kubectl drain` reports without flags, and which flags it needs; empty if the trial is not a drain.
    fn plain_drain(&self) -> (Vec<Str>, Vec<DrainFlag>) {
        let Trial::Drain(node) = &self.trial else { return Default::default() };
        let views = self.pods_on_nodes.iter().filter_map(|key| self.before.pods.get(key));
        let pods: Vec<Rc<Pod>> = views.map(|view| current_pod(view)).collect();
        let refusals = Drain::without_flags(node.clone()).refusals(pods.iter().map(|pod| &**pod));
        let flags = Drain::needed_flags(pods.iter().map(|pod| &**pod)).into_iter();
        (
            refusals,
            flags.map(|needed_flag| DrainFlag { flag: needed_flag.flag.into(), pods: needed_flag.pods }).collect(),
        )
    }

    /// What happened to a pod that departed, and to its successors.
    fn departed_pod(&self, index: usize) -> PodFate {
        let departure = &self.observations.departures()[index];
        let comes = match (&departure.kind, departure.gone_after) {
            (DepartureKind::Deleted(why), Some(after)) => PodConsequence::Goes { after, why: why.clone() },
            (DepartureKind::Deleted(why), None) => PodConsequence::Lingers(why.clone()),
            (DepartureKind::Failed(reason), _) => PodConsequence::Fails(reason.clone()),
        };
        let successor = self.observations.final_successor(index, &self.end);
        let missing = self.missing_successor(index).filter(|_| successor.is_none() && !departure.was_finished);
        PodFate {
            pod: departure.pod.clone(),
            node: departure.node.clone(),
            is_owned: departure.object.metadata.controller().is_some(),
            is_finished: departure.was_finished,
            is_new: departure.is_new,
            comes,
            instead: successor.map(|key| self.pod_placement(&key)),
            missing,
        }
    }

    /// Why a departed pod is not replaced.
    fn missing_successor(&self, index: usize) -> Option<MissingSuccessor> {
        let owner = self.observations.departures()[index].object.metadata.controller()?;
        let Some(kind) = owner.workload() else { return Some(MissingSuccessor::NotSimulated(owner.kind.clone())) };
        let job = NamespacedName::new(self.observations.departures()[index].pod.namespace(), &owner.name);
        if kind == WorkloadKind::Job && self.observations.failed_jobs().iter().any(|failed| failed.job == job) {
            return Some(MissingSuccessor::JobFailed);
        }
        match &self.aftermath {
            Aftermath::Tried(filled) if filled.contains(&index) => Some(MissingSuccessor::OncePodIsGone),
            _ => None,
        }
    }

    fn pod_placement(&self, pod: &NamespacedName) -> PodPlacement {
        let node = self.end.pods.get(pod).and_then(|view| view.bound_to().cloned());
        let message = self.observations.messages.get(pod).filter(|_| node.is_none()).cloned();
        PodPlacement { pod: pod.clone(), node, message: message.unwrap_or_default() }
    }

    /// What happened to a pod of the affected nodes that did not depart.
    fn staying_pod(&self, key: &NamespacedName, all_down: bool) -> Option<PodFate> {
        let view = self.before.pods.get(key)?;
        let comes = if self.is_drain() { self.drain_stay(key, view) } else { self.zone_stay(key, view, all_down) };
        Some(PodFate {
            pod: key.clone(),
            node: view.node.clone().unwrap_or_default(),
            is_owned: view.pod.metadata.controller().is_some(),
            is_finished: view.phase.is_over(),
            is_new: false,
            comes,
            instead: None,
            missing: None,
        })
    }

    /// Why a drain does not evict a pod.
    fn drain_stay(&self, key: &NamespacedName, view: &PodView) -> PodConsequence {
        let is_over = view.phase.is_over();
        let reason = match () {
            () if is_daemon(&view.pod) && !is_over => StayReason::Daemon,
            () if view.pod.is_mirror() => StayReason::Mirror,
            () if view.phase == Phase::Terminating => StayReason::Terminating,
            () => match self.end.pods.get(key) {
                Some(end) if end.node == view.node && (is_over || !end.phase.is_over()) => {
                    return self.refused_eviction(key, &view.pod);
                }
                _ => StayReason::EndsAnyway,
            },
        };
        PodConsequence::Stays(reason)
    }

    /// Why a drain could not evict a pod, given the API server's answer.
    fn refused_eviction(&self, key: &NamespacedName, pod: &Pod) -> PodConsequence {
        let (budget, answer) = match self.observations.eviction_answers.get(key) {
            Some((budget, answer)) => (budget.as_ref(), Some(answer)),
            None => (None, None),
        };
        let selecting_budgets = || {
            let budgets = self.end.budgets_of(pod).into_iter();
            budgets.map(|budget| NamespacedName::of(&budget.metadata)).collect()
        };
        if let Some(error) = answer.and_then(|answer| eviction_error(answer, selecting_budgets)) {
            return PodConsequence::EvictionFails(error);
        }
        match self.extent() {
            Extent::Until(time) => PodConsequence::Stays(StayReason::NotFollowed(time)),
            Extent::ToEnd => PodConsequence::Kept(budget.map_or_else(selecting_budgets, |key| vec![key.clone()])),
        }
    }

    /// Why a pod stays on a node that is lost.
    fn zone_stay(&self, key: &NamespacedName, view: &PodView, all_down: bool) -> PodConsequence {
        let reason = match self.end.pods.get(key) {
            _ if view.phase == Phase::Terminating => StayReason::Terminating,
            None => StayReason::EndsAnyway,
            Some(end) if end.phase.is_over() && !view.phase.is_over() => StayReason::EndsAnyway,
            Some(_) => match view.node.as_ref().and_then(|node| self.end.nodes.get(node)) {
                Some(node_view) => stay_reason(&view.pod, &node_view.node, all_down),
                None => StayReason::NotReached,
            },
        };
        PodConsequence::Stays(reason.as_far_as(self.extent()))
    }
}

impl TrialRun {
    /// Performs the next task of the copy; returns whether it was followed to its end.
    fn follow_copy(&mut self) -> bool {
        let events = match self.run.step() {
            FollowedStep::Events(events) => events,
            FollowedStep::Stopped(extent) => {
                self.extent = Some(extent);
                self.aftermath = self.begin_aftermath(extent);
                return true;
            }
        };
        for event in &events {
            if let EventKind::Terminating { pod, .. } = &event.what {
                self.deletion_count += usize::from(self.is_on_nodes(pod));
            }
            self.observations.observe_event(self.from, &self.end, event);
            self.end.apply_event(event);
        }
        let attempt = self.run.run().last_attempt().filter(|attempt| self.copy.as_ref() == Some(&attempt.pod));
        if let Some(attempt) = attempt {
            self.observations.note_violations(attempt);
        }
        false
    }

    /// Continues a copy that reached its end, if pods are terminating that have not been replaced.
    fn begin_aftermath(&self, extent: Extent) -> Aftermath {
        let departures = self.observations.departures().iter().enumerate();
        let lingers = |(index, departure): &(usize, &Departure)| {
            let has_simulated_owner =
                departure.object.metadata.controller().is_some_and(|owner| owner.workload().is_some());
            let is_there = departure.gone_after.is_none() && matches!(departure.kind, DepartureKind::Deleted(_));
            has_simulated_owner && is_there && !departure.was_finished && !self.observations.is_place_filled(*index)
        };
        let open: Vec<usize> = departures.filter(lingers).map(|(index, _)| index).collect();
        if open.is_empty() || extent != Extent::ToEnd {
            return Aftermath::Untried;
        }
        let is_silent = |name: &&Str| {
            self.end.nodes.get(*name).is_some_and(|view| {
                let ready = api::Condition::ready_condition(&view.node.status.conditions);
                self.nodes.contains(name) && !self.is_drain()
                    || ready.is_some_and(|condition| condition.status != api::ConditionStatus::True)
            })
        };
        let silent_nodes = self.end.node_order.iter().filter(is_silent);
        let actions = silent_nodes.map(|node| ClusterAction::SetReadiness(node.clone(), Readiness::Ready)).collect();
        Aftermath::Followed(Box::new(AftermathRun {
            run: self.run.clone().resume(actions, MAX_EVENTS_AFTER),
            frame: self.end.clone(),
            observations: self.observations.clone(),
            open,
        }))
    }
}

impl AftermathRun {
    /// Performs the next task; returns the departures that were replaced, once no more of them can be.
    fn step(&mut self, from: Millis) -> Option<Set<usize>> {
        let is_over = match self.run.step() {
            FollowedStep::Stopped(_) => true,
            FollowedStep::Events(events) => {
                for event in &events {
                    self.observations.observe_event(from, &self.frame, event);
                    self.frame.apply_event(event);
                }
                false
            }
        };
        let is_filled = |index: &&usize| self.observations.is_place_filled(**index);
        (is_over || self.open.iter().all(|index| is_filled(&index)))
            .then(|| self.open.iter().filter(is_filled).copied().collect())
    }
}

/// The error of an eviction that kubectl does not retry; `selecting_budgets` lists the budgets that select the pod.
pub(super) fn eviction_error(
    answer: &EvictionAnswer,
    selecting_budgets: impl FnOnce() -> Vec<NamespacedName>,
) -> Option<EvictionError> {
    match answer {
        EvictionAnswer::Refused { code, message, .. } if *code != TOO_MANY_REQUESTS => {
            Some(EvictionError { code: *code, message: message.clone(), budgets: selecting_budgets() })
        }
        _ => None,
    }
}

impl AnswerTask for TrialRun {
    fn advance(&mut self, _: &ActiveRun) -> bool {
        if self.extent.is_none() {
            self.follow_copy();
        } else if let Aftermath::Followed(aftermath) = &mut self.aftermath
            && let Some(filled) = aftermath.step(self.from)
        {
            self.aftermath = Aftermath::Tried(filled);
        }
        self.extent.is_some() && !matches!(self.aftermath, Aftermath::Followed(_))
    }

    fn progress(&self) -> AnswerProgress {
        let total = self.expected_deletions.max(1);
        AnswerProgress { done: self.deletion_count.min(total), total }
    }

    fn answer(&mut self) -> Option<Answer> {
        Some(Answer::Consequences(self.consequences()))
    }
}

//! What a copy of a run shows of a trial: which pods are deleted or fail, when and why, and which pods replace them.
//!
//! A pod is replaced by the next pod that its controller creates: for a StatefulSet, a DaemonSet and an indexed Job the one with the same name,
//! node or index. A pod that had already ended is not replaced, since its controller no longer counted it.

use std::{collections::VecDeque, rc::Rc};

use api::{Millis, NamespacedName, Pod, Set, Str, Table, WorkloadKind, annotations::JOB_INDEX};
use protocol::FailedJob;
use runlog::{Attempt, Deletion, Event, EventKind, EvictionAnswer};
use trace::{Frame, Phase, PodView};

/// A controller: kind, name and namespace.
pub(super) type OwnerKey = (Option<WorkloadKind>, Str, Str);

/// The reasons with which a Job fails. Upstream: `JobReasonBackoffLimitExceeded`, `JobReasonPodFailurePolicy`.
const JOB_FAILURES: [&str; 2] = ["BackoffLimitExceeded", "PodFailurePolicy"];

pub(super) fn owner_key(pod: &Pod) -> Option<OwnerKey> {
    let owner = pod.metadata.controller()?;
    Some((owner.workload(), owner.name.clone(), pod.metadata.namespace.clone()))
}

/// What identifies a pod among those of its controller; `None` if that is only a random name.
fn identity(pod: &Pod) -> Option<Str> {
    match pod.metadata.controller()?.workload()? {
        WorkloadKind::StatefulSet => Some(pod.metadata.name.clone()),
        WorkloadKind::DaemonSet => pod.target_node(),
        WorkloadKind::Job => pod.metadata.annotations.get(JOB_INDEX).cloned(),
        _ => None,
    }
}

/// How a pod ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DepartureKind {
    /// It is deleted in this way.
    Deleted(Deletion),
    /// It fails with this reason; its object remains.
    Failed(Str),
}

/// A pod that is deleted or fails.
#[derive(Clone, Debug)]
pub(super) struct Departure {
    pub pod: NamespacedName,
    pub object: Rc<Pod>,
    /// Its node; empty if it has none.
    pub node: Str,
    pub kind: DepartureKind,
    /// The time from the start of the trial until it is gone; `None` if it isn't.
    pub gone_after: Option<Millis>,
    /// Whether it was created during the trial.
    pub is_new: bool,
    /// Whether it had ended before.
    pub was_finished: bool,
    /// The pod that replaces it.
    successor: Option<NamespacedName>,
    /// The index of the successor's departure, if it departs too.
    next: Option<usize>,
}

/// What is observed while a trial runs: the pods that end, their successors, and the answers of API server and scheduler.
#[derive(Clone, Debug, Default)]
pub(super) struct TrialObservations {
    /// In the order in which they begin.
    departures: Vec<Departure>,
    /// Departures of pods that are not gone yet, as indices.
    leaving: Table<NamespacedName, usize>,
    /// Departures of pods that have not been replaced, by controller.
    vacancies: Table<OwnerKey, VecDeque<usize>>,
    /// Pods that replace another one, with the index of its departure.
    successors: Table<NamespacedName, usize>,
    created: Set<NamespacedName>,
    failed_jobs: Vec<FailedJob>,
    /// The API server's last answer to an eviction of each pod, with the budget that was checked.
    pub eviction_answers: Table<NamespacedName, (Option<NamespacedName>, EvictionAnswer)>,
    /// The scheduler's last message about each pod that it could not place.
    pub messages: Table<NamespacedName, Str>,
    /// Budgets that the preemption by the copied pod violates.
    pub violated_budgets: Set<Str>,
}

/// The Job that fails with this event.
pub(super) fn failed_job(event: &Event) -> Option<FailedJob> {
    let EventKind::Message { about, reason, .. } = &event.what else { return None };
    let job = about.strip_prefix("Job/").filter(|_| JOB_FAILURES.contains(&reason.as_str()))?;
    Some(FailedJob { job: job.into(), reason: reason.clone() })
}

impl TrialObservations {
    /// Observes an event of the trial, which started at `from`; `frame` is the cluster before the event.
    pub(super) fn observe_event(&mut self, from: Millis, frame: &Frame, event: &Event) {
        match &event.what {
            EventKind::Terminating { pod, why, .. } => {
                self.begin_departure(frame, pod, DepartureKind::Deleted(why.clone()));
            }
            EventKind::Failed { pod, reason } => {
                // A pod that is already terminating fails when its containers stop. Any other one remains as an object, which may be deleted later.
                if self.begin_departure(frame, pod, DepartureKind::Failed(reason.clone())) {
                    self.leaving.remove(pod);
                }
            }
            EventKind::PodRemoved(pod) => {
                // A pod without a node is deleted at once, without terminating first.
                let is_controlled = frame.pods.get(pod).is_some_and(|view| view.pod.metadata.controller().is_some());
                let why = if is_controlled { Deletion::ScaledDown } else { Deletion::Deleted };
                self.begin_departure(frame, pod, DepartureKind::Deleted(why));
                if let Some(index) = self.leaving.remove(pod) {
                    self.departures[index].gone_after = Some(event.at - from);
                }
            }
            EventKind::PodCreated { pod, .. } => self.note_creation(pod),
            EventKind::EvictionAnswered(eviction) => {
                let answer = (eviction.budget.clone(), eviction.answer.clone());
                self.eviction_answers.insert(eviction.pod.clone(), answer);
            }
            EventKind::Message { about, reason, text, .. } if *reason == "FailedScheduling" => {
                if let Some(pod) = about.strip_prefix("Pod/") {
                    self.messages.insert(pod.into(), text.clone());
                }
            }
            _ => self.failed_jobs.extend(failed_job(event)),
        }
    }

    /// Records that a pod is deleted or fails; returns whether that was not known yet.
    fn begin_departure(&mut self, frame: &Frame, pod: &NamespacedName, kind: DepartureKind) -> bool {
        let Some(view) = frame.pods.get(pod).filter(|_| !self.leaving.contains_key(pod)) else { return false };
        let index = self.departures.len();
        let was_finished = view.phase.is_over();
        self.departures.push(Departure {
            pod: pod.clone(),
            object: Rc::clone(&view.pod),
            node: view.node.clone().unwrap_or_default(),
            kind,
            gone_after: None,
            is_new: self.created.contains(pod),
            was_finished,
            successor: None,
            next: None,
        });
        self.leaving.insert(pod.clone(), index);
        if let Some(before) = self.successors.remove(pod) {
            self.departures[before].next = Some(index);
        }
        // Only a StatefulSet waits until the object is gone: its next pod has the same name.
        let leaves_place = |owner: &OwnerKey| !was_finished || owner.0 == Some(WorkloadKind::StatefulSet);
        if let Some(owner) = owner_key(&view.pod).filter(leaves_place) {
            self.vacancies.or_default(owner).push_back(index);
        }
        true
    }

    /// Records that a pod is created: it replaces a departed pod of the same controller.
    fn note_creation(&mut self, pod: &Pod) {
        let key = pod.key();
        self.created.insert(key.clone());
        let Some(vacancies) = owner_key(pod).and_then(|owner| self.vacancies.get_mut(&owner)) else { return };
        let identity_of_pod = identity(pod);
        let is_its_place = |index: &usize| identity(&self.departures[*index].object) == identity_of_pod;
        let Some(at) = vacancies.iter().position(is_its_place) else { return };
        if let Some(index) = vacancies.remove(at) {
            self.departures[index].successor = Some(key.clone());
            self.successors.insert(key, index);
        }
    }

    /// Records the budgets that the victims violate, as counted by the dry run on the chosen node.
    pub(super) fn note_violations(&mut self, attempt: &Attempt) {
        let dry_run_on_chosen = attempt
            .preemption
            .as_ref()
            .and_then(|preemption| preemption.dry_runs.iter().find(|dry_run| Some(dry_run.node) == preemption.chosen));
        let victims = dry_run_on_chosen
            .into_iter()
            .flat_map(|dry_run| dry_run.reprieves.iter().filter(|reprieve| dry_run.victims.contains(&reprieve.pod)));
        self.violated_budgets.extend(victims.flat_map(|victim| victim.violates.iter().cloned()));
    }

    pub(super) fn departures(&self) -> &[Departure] {
        &self.departures
    }

    pub(super) fn failed_jobs(&self) -> &[FailedJob] {
        &self.failed_jobs
    }

    /// The last pod in the chain of successors of a departure, if it still exists in `frame`.
    pub(super) fn final_successor(&self, departure: usize, frame: &Frame) -> Option<NamespacedName> {
        let last = &self.departures[self.last_departure(departure)];
        let is_there = |view: &Rc<PodView>| !matches!(view.phase, Phase::Terminating | Phase::Failed);
        last.successor.clone().filter(|key| frame.pods.get(key).is_some_and(is_there))
    }

    /// The last departure in the chain of successors: a successor may depart, too.
    fn last_departure(&self, mut departure: usize) -> usize {
        while let Some(next) = self.departures[departure].next {
            departure = next;
        }
        departure
    }

    /// Whether the last pod in the chain of successors of a departure was replaced.
    pub(super) fn is_place_filled(&self, departure: usize) -> bool {
        self.departures[self.last_departure(departure)].successor.is_some()
    }
}

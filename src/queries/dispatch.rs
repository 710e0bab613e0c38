//! Answers questions about runs and exports files, in a chunk that is loaded on demand.

use api::{Millis, NamespacedName, WorkloadKind};
use protocol::{
    Answer, AreaMap, Capacity, EncodedValue, Evictors, Export, Fact, FieldBytes, Help, Observation, Question, Reply,
    Request, Trial,
};
use runlog::EventKind;
use trace::{
    History,
    console::{self, LineSource, Log},
};

use super::{
    ClusterAt,
    active_runs::{ActiveRun, Runs},
    answer_task::{AnswerTask, AnswerWork},
    capacity::CapacityRun,
    evictors::EvictorSearch,
    explanation::Explainer,
    export,
    group_help::GroupHelpTask,
    help_search::{ChangeSearch, HelpTask},
    profile_of,
    rebalance::Rebalancing,
    room_search::RoomSearch,
    second_opinion::OpinionTask,
    what_if_trial::{TrialRun, trial_setup},
};

/// The replies to a query or an export; empty if the run no longer exists.
pub fn answer_request(runs: &Runs, order: &Request) -> Vec<Reply> {
    let reply = match order {
        Request::Export { run, export, text } => runs.get(*run).map(|active_run| {
            let exported_text = match export {
                Export::Cluster => export::cluster(text, active_run.release),
                Export::Kwok => export::kwok(text, active_run.release),
                Export::Names => export::anonymized_text(text),
                Export::Trace => export::trace_json(active_run.release, active_run.trace().events()),
            };
            Reply::Exported(*export, EncodedValue::new(&exported_text))
        }),
        Request::Query(asked) => {
            let answer =
                runs.get(asked.run).and_then(|run| run.start_answer(asked.events, &asked.question).finish(run));
            answer.map(|answer| Reply::Answer(asked.clone(), EncodedValue::new(&answer)))
        }
        _ => None,
    };
    reply.into_iter().collect()
}

impl ActiveRun {
    /// Starts to answer a question about the moment after the first `events` events.
    pub(super) fn start_answer(&self, events: usize, question: &Question) -> AnswerWork {
        let details = |number: usize| self.detail(number);
        let trace = self.trace();
        let why = Explainer::new(&trace, events, self.release, &details);
        AnswerWork::Ready(match question {
            Question::Here(pod) => Answer::Why(why.why_here(pod)),
            Question::NotThere(pod, node) => Answer::Why(why.why_not_there(pod, node)),
            Question::Pending(pod) => {
                let mut observations = why.why_pending(pod);
                observations.extend(self.observe_rollout(events, pod));
                Answer::Why(observations)
            }
            Question::Gone(pod) => Answer::Why(why.why_gone(pod)),
            Question::Spared(pod) => Answer::Why(why.why_spared(pod)),
            Question::Log => Answer::Log(self.log_lines()),
            Question::Hints => Answer::Hints(self.replay.borrow().event_hints(events)),
            Question::FieldPoint(query) => {
                Answer::FieldPoint(FieldBytes::new(&self.decide_point(events, &query.decode())))
            }
            question => match self.start_task(events, question) {
                Some(task) => return AnswerWork::Pending(task),
                None => answer_to_nothing(question),
            },
        })
    }

    /// The task for an answer that takes long; `None` if the pod or group does not exist.
    fn start_task(&self, events: usize, question: &Question) -> Option<Box<dyn AnswerTask>> {
        Some(match question {
            Question::Help(pod) => match self.search_group_help(events, pod) {
                Some(task) => Box::new(task),
                None => Box::new(self.search_help(events, pod)?),
            },
            Question::More(pod, preempts) => Box::new(self.start_capacity_run(events, pod, *preempts)?),
            Question::Evictors(pod) => Box::new(EvictorSearch::new(self, events, pod)?),
            Question::Rebalance => {
                let frame = History::new(&self.trace(), events).frame();
                let profiles = self.replay.borrow().simulation().shared_profiles();
                Box::new(Rebalancing::new(&frame, self.release, &profiles, &self.objects))
            }
            Question::Consequences(trial) => Box::new(self.start_trial(events, trial)),
            Question::Room(group) => {
                let frame = History::new(&self.trace(), events).frame();
                Box::new(RoomSearch::new(self, &frame, group, self.time_after(events))?)
            }
            Question::SecondOpinion => Box::new(OpinionTask::new(self)),
            Question::Field(query) => Box::new(self.start_field(events, &query.decode())?),
            _ => return None,
        })
    }

    /// The moment right after the first `events` events, at which changes are made.
    pub(super) fn time_after(&self, events: usize) -> Millis {
        self.trace().events()[..events].last().map_or(Millis::ZERO, |event| event.at) + Millis::new(1)
    }

    /// The rollout that a pending pod belongs to, if pods of older templates still exist.
    fn observe_rollout(&self, events: usize, pod_key: &NamespacedName) -> Option<Observation> {
        let trace = self.trace();
        let history = History::new(&trace, events);
        let view = history.frame().pods.get(pod_key).filter(|view| view.node.is_none()).cloned()?;
        let set = view.pod.metadata.controller().filter(|owner| owner.workload() == Some(WorkloadKind::ReplicaSet))?;
        let mut rollout = self.replay.borrow().state_at(self.time_after(events)).rollout_of(pod_key)?;
        let deployment = format!("{}/{}", WorkloadKind::Deployment.name(), rollout.deployment);
        let creator = format!("{}/{}", WorkloadKind::ReplicaSet.name(), set.name);
        let is_of_set = |pod: &NamespacedName| pod.as_str().starts_with(&format!("{}/{}-", pod.namespace(), set.name));
        let progress = trace.events()[..history.now].iter().rev().find(|event| match &event.what {
            EventKind::Reconciled(reconcile) => *reconcile.workload == *deployment,
            EventKind::PodCreated { by, .. } => **by == *creator,
            EventKind::Running { pod, .. } => is_of_set(pod),
            _ => false,
        });
        rollout.progressed_at = progress.map_or(Millis::ZERO, |event| event.at);
        Some(Observation { fact: Fact::RolloutWaits(Box::new(rollout)), place: None })
    }

    fn start_capacity_run(&self, events: usize, pod_key: &NamespacedName, preempts: bool) -> Option<CapacityRun> {
        let frame = History::new(&self.trace(), events).frame();
        let view = frame.pods.get(pod_key)?;
        let from = self.time_after(events);
        Some(CapacityRun::new(self.replay.borrow().fork_at(from, Vec::new()), from, &view.pod, preempts))
    }

    fn start_trial(&self, events: usize, trial: &Trial) -> TrialRun {
        let from = self.time_after(events);
        let trace = self.trace();
        // Events of the same millisecond count as before the change.
        let count = trace.events().partition_point(|event| event.at < from);
        let before = trace.frame_at(count);
        let setup = trial_setup(trial, &before);
        let run = self.replay.borrow().fork_at(from, setup.actions.clone());
        TrialRun::new(run, from, before, &trace.events()[count..], trial.clone(), setup)
    }

    /// The search for a member of a pod group, which is scheduled together with its group.
    fn search_group_help(&self, events: usize, pod_key: &NamespacedName) -> Option<GroupHelpTask> {
        self.group_source.as_ref()?;
        let frame = History::new(&self.trace(), events).frame();
        let group = frame.pods.get(pod_key)?.pod.group_key()?;
        Some(GroupHelpTask::new(&frame, pod_key, &group, self.time_after(events)))
    }

    fn search_help(&self, events: usize, pod_key: &NamespacedName) -> Option<HelpTask> {
        let frame = History::new(&self.trace(), events).frame();
        let pod = frame.pods.get(pod_key).map(|view| view.pod.clone())?;
        let profiles = self.replay.borrow().simulation().shared_profiles();
        let profile_ix = profile_of(&profiles, &pod)?;
        let cluster = ClusterAt::new(&frame, self.release, profiles, profile_ix, self.objects.clone());
        Some(HelpTask::new(ChangeSearch::new(cluster, pod), pod_key.clone(), self.time_after(events)))
    }

    fn log_lines(&self) -> Vec<String> {
        let mut log = Log::new(releases::wording(self.release));
        let trace = self.trace();
        log.extend(trace.events());
        let details = |number: usize| self.detail(number);
        let lines = (0..log.places().len()).map(|index| log.line(trace.events(), index, Millis::ZERO, &details));
        lines.map(|line| console::format_row(&line.cells, &[9, 0])).collect()
    }
}

/// The answer about a pod that does not exist or has no node.
fn answer_to_nothing(question: &Question) -> Answer {
    match question {
        Question::More(..) => Answer::More(Capacity::default()),
        Question::Evictors(_) => Answer::Evictors(Evictors::default()),
        Question::Room(_) => Answer::Room(Vec::new()),
        Question::Field(_) => Answer::Field(FieldBytes::new(&AreaMap::default())),
        _ => Answer::Help(Help::default()),
    }
}

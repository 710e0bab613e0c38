//! Answers questions about runs and exports files: a part of the engine that is loaded only when needed.

use std::rc::Rc;

use api::{Millis, NamespacedName};
use protocol::{Answer, Capacity, Consequences, Export, HelpfulChange, Question, Reply, Request, Trial};
use trace::{
    History,
    console::{self, LineSource, Log},
};

use super::{
    ChangeProposal, ClusterAt,
    active_runs::{ActiveRun, Runs},
    capacity::measure_capacity,
    explanation::Explainer,
    export, outcome,
    rebalance::rebalance_pods,
    what_if_trial,
};

/// The reply to a request that asks for something about a run; `None` if the run is gone.
pub fn answer_request(runs: &Runs, order: &Request) -> Vec<Reply> {
    let reply = match order {
        Request::Export { run, export, text } => runs.get(*run).map(|active_run| {
            let exported_text = match export {
                Export::Cluster => export::cluster(text, active_run.release),
                Export::Kwok => export::kwok(text, active_run.release),
                Export::Names => export::anonymized_text(text),
                Export::Trace => export::trace_json(active_run.release, active_run.trace().events()),
            };
            Reply::Exported(*export, exported_text)
        }),
        Request::Query(asked) => {
            let answer = runs.get(asked.run).map(|run| run.answer_question(asked.events, &asked.question));
            answer.map(|answer| Reply::Answer(asked.clone(), answer))
        }
        _ => None,
    };
    reply.into_iter().collect()
}

impl ActiveRun {
    fn answer_question(&self, events: usize, question: &Question) -> Answer {
        let details = |number: usize| self.detail(number);
        let trace = self.trace();
        let why = Explainer::new(&trace, events, self.release, &details);
        match question {
            Question::Here(pod) => Answer::Why(why.why_here(pod)),
            Question::NotThere(pod, node) => Answer::Why(why.why_not_there(pod, node)),
            Question::Pending(pod) => Answer::Why(why.why_pending(pod)),
            Question::Gone(pod) => Answer::Why(why.why_gone(pod)),
            Question::Spared(pod) => Answer::Why(why.why_spared(pod)),
            Question::Help(pod) => Answer::Help(self.find_help(events, pod)),
            Question::More(pod, preempts) => Answer::More(self.count_more(events, pod, *preempts)),
            Question::Evictors(pod) => Answer::Evictors(self.find_evictors(events, pod)),
            Question::Rebalance => {
                let frame = History::new(&trace, events).frame();
                let replay = self.replay.borrow();
                let profiles = replay.simulation().profiles();
                Answer::Rebalance(rebalance_pods(&frame, self.release, profiles, &self.objects))
            }
            Question::Comes(trial) => Answer::Comes(self.try_consequences(events, trial)),
            Question::Log => Answer::Log(self.log_lines()),
        }
    }

    /// The moment behind so many events, for what is changed there.
    pub(super) fn time_after(&self, events: usize) -> Millis {
        self.trace().events()[..events].last().map_or(Millis::ZERO, |event| event.at) + Millis::new(1)
    }

    fn count_more(&self, events: usize, pod_key: &NamespacedName, preempts: bool) -> Capacity {
        let frame = History::new(&self.trace(), events).frame();
        let Some(view) = frame.pods.get(pod_key) else { return Capacity::default() };
        let from = self.time_after(events);
        measure_capacity(self.replay.borrow().fork_at(from, Vec::new()), from, &view.pod, preempts)
    }

    fn try_consequences(&self, events: usize, trial: &Trial) -> Consequences {
        let from = self.time_after(events);
        let trace = self.trace();
        // What happens in the same millisecond has happened before the change.
        let count = trace.events().partition_point(|event| event.at < from);
        let before = trace.frame_at(count);
        let what_if_trial::TrialSetup { actions, nodes, copy } = what_if_trial::trial_setup(trial, &before);
        let run = self.replay.borrow().fork_at(from, actions);
        what_if_trial::follow_trial(run, from, &before, &trace.events()[count..], trial, nodes, copy)
    }

    fn find_help(&self, events: usize, pod_key: &NamespacedName) -> Vec<HelpfulChange> {
        let frame = History::new(&self.trace(), events).frame();
        let Some(pod) = frame.pods.get(pod_key).map(|view| Rc::clone(&view.pod)) else { return Vec::new() };
        let name = &pod.spec.scheduler_name;
        let replay = self.replay.borrow();
        let profiles = replay.simulation().profiles();
        let profile = profiles.iter().find(|profile| profile.scheduler == *name).or(profiles.first());
        let Some(profile) = profile else { return Vec::new() };
        let change_time = self.time_after(events);
        let follow_proposal = |proposal: ChangeProposal| {
            let claims = self.objects.claims.as_deref();
            let actions = outcome::actions_of_change(pod_key, proposal.change.as_ref(), claims);
            let run = replay.fork_at(change_time, actions);
            let outcome = outcome::follow_outcome(run, change_time, pod_key, &proposal.effect);
            HelpfulChange { change: proposal.change, effect: proposal.effect, outcome }
        };
        let proposals = ClusterAt::new(&frame, self.release, profile, self.objects.clone()).find_changes(&pod);
        proposals.into_iter().map(follow_proposal).collect()
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

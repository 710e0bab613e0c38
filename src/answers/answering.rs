//! Answers questions about runs, and makes files of them: a part of the engine that a run does without.

use std::rc::Rc;

use api::{Millis, Str};
use trace::Past;
use trace::console;
use trace::console::{Book, Log};
use wire::{Answer, Capacity, Consequences, Export, Order, Question, Reply, Told, Trial};

use super::capacity::capacity;
use super::rebalance::rebalance;
use super::runs::{Run, Runs};
use super::why::Why;
use super::{Help, Situation, export, promise, trial};

/// What there is to reply to an order that asks for something about a run. Nothing where the run is not there any more.
pub fn answer(runs: &Runs, order: &Order) -> Vec<Reply> {
    let reply = match order {
        Order::Export { run, export, text } => runs.get(*run).map(|known| {
            let made = match export {
                Export::Cluster => export::cluster(text, known.release),
                Export::Kwok => export::kwok(text, known.release, runs.parts.configuring),
                Export::Names => export::names(text),
                Export::Trace => export::trace(known.release, known.trace().events()),
            };
            Reply::Exported(*export, made)
        }),
        Order::Ask(asked) => {
            let answer = runs.get(asked.run).map(|run| run.answer(asked.events, &asked.question));
            answer.map(|answer| Reply::Told(asked.clone(), answer))
        }
        _ => None,
    };
    reply.into_iter().collect()
}

impl Run {
    fn answer(&self, events: usize, question: &Question) -> Told {
        let details = |number: usize| self.detail(number);
        let trace = self.trace();
        let why = Why::new(&trace, events, self.release, &details);
        match question {
            Question::Here(pod) => Told::Why(why.why_here(pod)),
            Question::NotThere(pod, node) => Told::Why(why.why_not(pod, node)),
            Question::Pending(pod) => Told::Why(why.why_pending(pod)),
            Question::Gone(pod) => Told::Why(why.why_gone(pod)),
            Question::Spared(pod) => Told::Why(why.why_spared(pod)),
            Question::Help(pod) => Told::Help(self.help(events, pod)),
            Question::More(pod, preempts) => Told::More(self.more(events, pod, *preempts)),
            Question::Evictors(pod) => Told::Evictors(self.evictors(events, pod)),
            Question::Rebalance => {
                let frame = Past::new(&trace, events).frame();
                let replay = self.replay.borrow();
                let profiles = replay.simulation().profiles();
                Told::Rebalance(rebalance(&frame, self.release, profiles, &self.objects))
            }
            Question::Comes(trial) => Told::Comes(self.consequences(events, trial)),
            Question::Log => Told::Log(self.log_lines()),
        }
    }

    /// The moment behind so many events, for what is changed there.
    pub(super) fn after(&self, events: usize) -> Millis {
        self.trace().events()[..events].last().map_or(Millis::ZERO, |event| event.at) + Millis::new(1)
    }

    fn more(&self, events: usize, key: &Str, preempts: bool) -> Capacity {
        let frame = Past::new(&self.trace(), events).frame();
        let Some(view) = frame.pods.get(key) else { return Capacity::default() };
        let from = self.after(events);
        capacity(self.replay.borrow().forked(from, Vec::new()), from, &view.pod, preempts)
    }

    fn consequences(&self, events: usize, trial: &Trial) -> Consequences {
        let from = self.after(events);
        let trace = self.trace();
        // What happens in the same millisecond has happened before the change.
        let count = trace.events().partition_point(|event| event.at < from);
        let before = trace.frame(count);
        let (actions, nodes, copy) = trial::actions(trial, &before);
        let run = self.replay.borrow().forked(from, actions);
        trial::consequences(run, from, &before, &trace.events()[count..], trial, (nodes, copy))
    }

    fn help(&self, events: usize, key: &Str) -> Vec<Answer> {
        let frame = Past::new(&self.trace(), events).frame();
        let Some(pod) = frame.pods.get(key).map(|view| Rc::clone(&view.pod)) else { return Vec::new() };
        let name = &pod.spec.scheduler_name;
        let replay = self.replay.borrow();
        let profiles = replay.simulation().profiles();
        let profile = profiles.iter().find(|profile| profile.scheduler == *name).or(profiles.first());
        let Some(profile) = profile else { return Vec::new() };
        let changed = self.after(events);
        let tried = |help: Help| {
            let run = replay.forked(changed, promise::actions(key, help.change.as_ref()));
            let outcome = promise::outcome(run, changed, key, &help.effect);
            Answer { change: help.change, effect: help.effect, outcome }
        };
        let helps = Situation::new(&frame, self.release, profile, self.objects.clone()).what_would_help(&pod);
        helps.into_iter().map(tried).collect()
    }

    fn log_lines(&self) -> Vec<String> {
        let mut log = Log::new(releases::wording(self.release));
        let trace = self.trace();
        log.extend(trace.events());
        let details = |number: usize| self.detail(number);
        let lines = (0..log.places().len()).map(|index| log.line(trace.events(), index, Millis::ZERO, &details));
        lines.map(|line| console::row(&line.cells, &[9, 0])).collect()
    }
}

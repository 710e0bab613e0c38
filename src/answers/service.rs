//! The worker without its thread: takes orders, runs texts piece by piece, and answers what is asked about its runs.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::api::{Millis, Str};
use crate::cluster::Objects;
use crate::framework::Attempt;
use crate::releases::{self, Release};
use crate::simulation::{Replay, Scenario, WorkloadKind};
use crate::trace::captions::Finder;
use crate::trace::console::{self, Book, Log};
use crate::trace::{Past, Trace};
use crate::wire::{Answer, Capacity, Export, Happened, Order, Question, Reply, RunNumber, Told};

use super::capacity::capacity;
use super::rebalance::rebalance;
use super::why::Why;
use super::{Help, Situation, export, load, promise};

/// Events to a message, at first: something is to be seen at once.
const FIRST_CHUNK: usize = 100;
/// Events later on, until what came is shown: each time all of a longer log is.
const LARGEST_CHUNK: usize = 16_000;
/// Events to a message at most: the page takes one between two frames, and a run can be cancelled in between.
const MESSAGE: usize = 500;

/// A run, as far as it has come.
struct Run {
    replay: RefCell<Replay>,
    trace: Trace,
    finder: Finder,
    chunk: usize,
    /// Events of the chunk that are sent.
    sent: usize,
    release: Release,
    objects: Objects,
}

/// All runs that can be asked about.
#[derive(Default)]
pub struct Service {
    runs: BTreeMap<RunNumber, Run>,
    /// The run that is going on.
    current: Option<RunNumber>,
}

impl Service {
    /// Takes an order, and gives what there is to reply at once.
    pub fn take(&mut self, order: Order) -> Vec<Reply> {
        match order {
            Order::Run { run, text, release, keep } => {
                self.runs.retain(|number, _| keep.contains(number));
                self.current = None;
                match load::scenario(&text, release) {
                    Ok((loaded, scenario)) => {
                        let finder = Finder::new(loaded.captions.iter().map(|caption| &caption.at));
                        self.runs.insert(run, Run::new(scenario, finder));
                        self.current = Some(run);
                        vec![Reply::Loaded(run, loaded)]
                    }
                    Err(problems) => vec![Reply::Rejected(run, problems)],
                }
            }
            Order::Cancel => {
                self.current = None;
                vec![Reply::Cancelled]
            }
            Order::Details { run, attempts } => {
                let Some(known) = self.runs.get(&run) else { return Vec::new() };
                let detail = |number| Some(Reply::Detail(run, number, known.detail(number)?));
                attempts.into_iter().filter_map(detail).collect()
            }
            // Files are the thread's: only it can wait for them.
            Order::Read { .. } | Order::StopReading => Vec::new(),
            Order::Export { run, export, text } => {
                let Some(known) = self.runs.get(&run) else { return Vec::new() };
                let made = match export {
                    Export::Cluster => export::cluster(&text, known.release),
                    Export::Kwok => export::kwok(&text, known.release),
                    Export::Names => export::names(&text),
                    Export::Trace => export::trace(known.release, known.trace.events()),
                };
                vec![Reply::Exported(export, made)]
            }
            Order::Check { number, text, release } => {
                vec![Reply::Checked(number, load::check(&text, release))]
            }
            Order::Ask(asked) => {
                let told = self.runs.get(&asked.run).map(|run| run.answer(asked.events, &asked.question));
                told.map(|told| Reply::Told(asked, told)).into_iter().collect()
            }
        }
    }

    /// Whether a run is going on.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.current.is_some()
    }

    /// Goes on with the run, up to the next piece to send.
    pub fn go_on(&mut self) -> Option<Reply> {
        let number = self.current?;
        let happened = self.runs.get_mut(&number)?.go_on();
        if happened.done {
            self.current = None;
        }
        Some(Reply::Events(number, happened))
    }
}

impl Run {
    fn new(scenario: Scenario, finder: Finder) -> Self {
        let release = scenario.release;
        let objects = objects(&scenario);
        let replay = RefCell::new(Replay::new(scenario));
        Self { replay, trace: Trace::default(), finder, chunk: FIRST_CHUNK, sent: 0, release, objects }
    }

    fn go_on(&mut self) -> Happened {
        let mut happened = Happened::default();
        let replay = self.replay.get_mut();
        while happened.events.len() < MESSAGE.min(self.chunk - self.sent) {
            let Some(events) = replay.step() else {
                happened.done = true;
                break;
            };
            let attempt = replay.simulation().last_attempt().map(|attempt| &**attempt);
            happened.captions.extend(self.finder.look(&events, attempt));
            happened.events.extend(events);
        }
        self.sent += happened.events.len();
        happened.more = !happened.done && self.sent < self.chunk;
        if !happened.more {
            (self.chunk, self.sent) = ((self.chunk * 2).min(LARGEST_CHUNK), 0);
        }
        self.trace.extend(happened.events.iter().cloned());
        happened
    }

    fn detail(&self, number: usize) -> Option<Rc<Attempt>> {
        self.replay.borrow_mut().detail(number)
    }

    fn answer(&self, events: usize, question: &Question) -> Told {
        let details = |number: usize| self.detail(number);
        let why = Why::new(&self.trace, events, &details);
        match question {
            Question::Here(pod) => Told::Why(why.why_here(pod)),
            Question::NotThere(pod, node) => Told::Why(why.why_not(pod, node)),
            Question::Pending(pod) => Told::Why(why.why_pending(pod)),
            Question::Gone(pod) => Told::Why(why.why_gone(pod)),
            Question::Spared(pod) => Told::Why(why.why_spared(pod)),
            Question::Help(pod) => Told::Help(self.help(events, pod)),
            Question::More(pod, preempts) => Told::More(self.more(events, pod, *preempts)),
            Question::Rebalance => {
                let frame = Past::new(&self.trace, events).frame();
                let replay = self.replay.borrow();
                let profiles = replay.simulation().profiles();
                Told::Rebalance(rebalance(&frame, self.release, profiles, &self.objects))
            }
            Question::Log => Told::Log(self.log_lines()),
        }
    }

    /// The moment behind so many events, for what is changed there.
    fn after(&self, events: usize) -> Millis {
        self.trace.events()[..events].last().map_or(Millis::ZERO, |event| event.at) + Millis::new(1)
    }

    fn more(&self, events: usize, key: &Str, preempts: bool) -> Capacity {
        let frame = Past::new(&self.trace, events).frame();
        let Some(view) = frame.pods.get(key) else { return Capacity::default() };
        let from = self.after(events);
        capacity(self.replay.borrow().forked(from, Vec::new()), from, &view.pod, preempts)
    }

    fn help(&self, events: usize, key: &Str) -> Vec<Answer> {
        let frame = Past::new(&self.trace, events).frame();
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
        log.extend(self.trace.events());
        let details = |number: usize| self.detail(number);
        let lines = (0..log.places().len()).map(|index| log.line(self.trace.events(), index, Millis::ZERO, &details));
        lines.map(|line| console::row(&line.cells, &[9, 0])).collect()
    }
}

/// What only the scenario knows: services, owners and the labels of namespaces.
pub(super) fn objects(scenario: &Scenario) -> Objects {
    let namespaces = scenario.namespaces.iter().map(|it| (it.metadata.name.clone(), it.metadata.labels.clone()));
    let mut objects = Objects {
        services: scenario.services.iter().cloned().map(Rc::new).collect(),
        namespaces: namespaces.collect(),
        ..Objects::default()
    };
    for (kind, workload) in scenario.selectors.iter().chain(&scenario.workloads) {
        let workload = Rc::new(workload.clone());
        match kind {
            WorkloadKind::ReplicaSet => objects.replica_sets.push(workload),
            WorkloadKind::StatefulSet => objects.stateful_sets.push(workload),
            WorkloadKind::ReplicationController => objects.replication_controllers.push(workload),
            _ => {}
        }
    }
    objects
}

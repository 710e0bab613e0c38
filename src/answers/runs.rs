//! The runs that the worker has: it takes orders, runs texts piece by piece, and keeps what can be asked about.

use std::cell::{Ref, RefCell};
use std::rc::Rc;

use api::Table;
use api::WorkloadKind;
use api::manifest::{Lacks, Rare};
use api::problem::Finding;
use claims::Claiming;
use profiles::config::{Configurations, Configure};
use record::{Attempt, Event};
use releases::Release;
use scheduler::cluster::Objects;
use simulation::{Acting, Replay, Scenario, Simulation, release_of};
use trace::Trace;
use trace::captions::Finder;
use wire::{Happened, Loaded, Order, Reply, RunNumber};

use super::{fold, load};

/// Events to a message, at first: something is to be seen at once.
const FIRST_CHUNK: usize = 100;
/// Events later on, until what came is shown: each time all of a longer log is.
const LARGEST_CHUNK: usize = 16_000;
/// Events to a message at most: the page takes one between two frames, and a run can be cancelled in between.
const MESSAGE: usize = 500;
/// The same for the first chunk: what reads events is compiled while it reads the first of each kind, for which a phone needs pauses.
const FIRST_MESSAGE: usize = 25;

/// A run, as far as it has come.
pub(super) struct Run {
    pub(super) replay: RefCell<Replay>,
    /// What happened, as far as somebody has asked.
    trace: RefCell<Trace>,
    /// What happened since.
    fresh: RefCell<Vec<Event>>,
    finder: Finder,
    chunk: usize,
    /// Events of the chunk that are sent.
    sent: usize,
    pub(super) release: Release,
    pub(super) objects: Objects,
}

/// A part of the engine that a run does without, so that a program may fetch it later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What answers questions and makes files.
    Answering,
    /// What reads documents about the scheduler, and what earlier releases run.
    Configuring,
    /// What decodes objects of kinds that few texts have.
    Rare,
    /// What knows claims for devices.
    Claiming,
    /// What acts beside the scheduler. A run waits for it, not an order.
    Acting,
}

/// Answers a question, or makes a file.
pub type Answering = fn(&Runs, &Order) -> Vec<Reply>;

/// The parts that are there.
#[derive(Clone, Copy, Default)]
pub struct Parts {
    /// [`Part::Answering`].
    pub answering: Option<Answering>,
    /// [`Part::Configuring`].
    pub configuring: Option<Configure>,
    /// [`Part::Rare`].
    pub rare: Option<Rare>,
    /// [`Part::Claiming`].
    pub claiming: Option<Claiming>,
    /// [`Part::Acting`].
    pub acting: Option<Acting>,
}

/// All runs that can be asked about.
#[derive(Default)]
pub struct Runs {
    runs: Table<RunNumber, Run>,
    /// The run that is going on.
    current: Option<RunNumber>,
    /// The parts of the engine that are there.
    pub parts: Parts,
}

impl Runs {
    /// None yet; these parts are there.
    #[must_use]
    pub fn with(parts: Parts) -> Self {
        Self { parts, ..Self::default() }
    }

    /// A run by its number.
    pub(super) fn get(&self, run: RunNumber) -> Option<&Run> {
        self.runs.get(&run)
    }

    /// Takes an order, and gives what there is to reply at once.
    ///
    /// # Errors
    /// The part that is missing. Nothing has changed; once it is there, the same order can be taken again.
    pub fn take(&mut self, order: &Order) -> Result<Vec<Reply>, Part> {
        Ok(match order {
            Order::Run { run, text, release, keep } => {
                let read = self.read(text, *release)?;
                self.runs.retain(|number, _| keep.contains(number));
                self.current = None;
                match read {
                    Ok((loaded, scenario)) => {
                        let finder = Finder::new(loaded.captions.iter().map(|caption| &caption.at));
                        self.runs.insert(*run, Run::new(scenario, finder));
                        self.current = Some(*run);
                        vec![Reply::Loaded(*run, loaded)]
                    }
                    Err(problems) => vec![Reply::Rejected(*run, problems)],
                }
            }
            Order::Cancel => {
                self.current = None;
                vec![Reply::Cancelled]
            }
            Order::Details { run, attempts } => {
                let Some(known) = self.runs.get(run) else { return Ok(Vec::new()) };
                let detail = |&number| Some(Reply::Detail(*run, number, known.detail(number)?));
                attempts.iter().filter_map(detail).collect()
            }
            // Files are the thread's: only it can wait for them.
            Order::Read { .. } | Order::StopReading => Vec::new(),
            Order::Check { number, text, release } => {
                vec![Reply::Checked(*number, self.read(text, *release)?.err().unwrap_or_default())]
            }
            Order::Ask(_) | Order::Export { .. } => self.parts.answering.ok_or(Part::Answering)?(self, order),
        })
    }

    /// Reads a text.
    fn read(&self, text: &str, release: Option<Release>) -> Result<Result<(Loaded, Scenario), Vec<Finding>>, Part> {
        let manifest = match load::manifest_with(text, self.parts.rare).map_err(|Lacks| Part::Rare)? {
            Ok(manifest) => manifest,
            Err(findings) => return Ok(Err(findings)),
        };
        let nothing: Configure = |_, _| Ok(Configurations::default());
        // What earlier releases run comes with what reads documents. Of a release that does not exist, the rest tells.
        let is_earlier = || release_of(&manifest, release).is_ok_and(profiles::comes_late);
        let configure = match self.parts.configuring {
            None if !manifest.configurations.is_empty() || is_earlier() => return Err(Part::Configuring),
            there => there.unwrap_or(nothing),
        };
        let unclaimed: Claiming = |_| Err(Vec::new());
        let claiming = match self.parts.claiming {
            None if manifest.wants_claims() => return Err(Part::Claiming),
            there => there.unwrap_or(unclaimed),
        };
        Ok(load::of(manifest, release, configure, claiming))
    }

    /// Goes on with the run, up to the next piece to send.
    ///
    /// # Errors
    /// The part that is missing. Once it is there, the run goes on.
    pub fn go_on(&mut self) -> Result<Option<Reply>, Part> {
        let Some((number, run)) = self.current.and_then(|number| Some((number, self.runs.get_mut(&number)?))) else {
            return Ok(None);
        };
        if run.awaits_acting() {
            run.replay.get_mut().acts(self.parts.acting.ok_or(Part::Acting)?);
        }
        let happened = run.go_on();
        if happened.done {
            self.current = None;
        }
        Ok(Some(Reply::Events(number, happened)))
    }
}

impl Run {
    fn new(scenario: Scenario, finder: Finder) -> Self {
        let release = scenario.release;
        let objects = objects(&scenario);
        let replay = RefCell::new(Replay::of(Simulation::without_acting(scenario)));
        Self {
            replay,
            trace: RefCell::default(),
            fresh: RefCell::default(),
            finder,
            chunk: FIRST_CHUNK,
            sent: 0,
            release,
            objects,
        }
    }

    fn awaits_acting(&mut self) -> bool {
        self.replay.get_mut().simulation().awaits_acting()
    }

    /// Goes on as far as it can with the parts that it has.
    fn go_on(&mut self) -> Happened {
        let mut happened = Happened::default();
        let replay = self.replay.get_mut();
        let message = if self.chunk == FIRST_CHUNK { FIRST_MESSAGE } else { MESSAGE };
        let message = message.min(self.chunk - self.sent);
        while happened.events.len() < message && !replay.simulation().awaits_acting() {
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
        self.fresh.get_mut().extend(happened.events.iter().cloned());
        if cfg!(debug_assertions) && happened.done {
            fold::check(&self.trace(), self.replay.borrow().simulation());
        }
        happened
    }

    /// The log of the run. Only questions need frames of it, so that the code that folds events comes with what answers them.
    pub(super) fn trace(&self) -> Ref<'_, Trace> {
        let fresh = self.fresh.take();
        if !fresh.is_empty() {
            self.trace.borrow_mut().extend(fresh);
        }
        self.trace.borrow()
    }

    /// All that an attempt found.
    pub(super) fn detail(&self, number: usize) -> Option<Rc<Attempt>> {
        self.replay.borrow_mut().detail(number)
    }
}

/// What only the scenario knows: services, owners and the labels of namespaces.
pub(super) fn objects(scenario: &Scenario) -> Objects {
    let namespaces = scenario.namespaces.iter().map(|it| (it.metadata.name.clone(), it.metadata.labels.clone()));
    let mut objects = Objects {
        services: scenario.services.iter().cloned().map(Rc::new).collect(),
        namespaces: namespaces.collect(),
        claims: scenario.claims.clone(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answering::answer;
    use api::manifest::rare;
    use profiles::config::configurations;
    use simulation::act;
    use wire::{Asked, Question};

    const PLAIN: &str = include_str!("../../www/scenarios/first-pod.yaml");
    const CONFIGURED: &str = include_str!("../../www/scenarios/own-plugin.yaml");

    const ACTED: &str = include_str!("../../www/scenarios/drain.yaml");

    fn run(run: RunNumber, text: &str) -> Order {
        Order::Run { run, text: text.into(), release: None, keep: vec![1] }
    }

    #[test]
    fn an_order_names_the_part_that_it_needs_and_can_be_taken_again() {
        // A plugin of one's own is a rare kind.
        let mut runs = Runs::with(Parts { rare: Some(rare), ..Parts::default() });
        assert!(matches!(runs.take(&run(1, PLAIN)).as_deref(), Ok([Reply::Loaded(1, _)])));
        // Making a pod takes no part; a drain does, and goes on when it is there.
        while runs.go_on().expect("nothing is missing").is_some() {}
        // Nothing has changed where a part is missing.
        let (configured, ask) = (run(2, CONFIGURED), Asked { run: 1, events: 1, question: Question::Log });
        assert_eq!(runs.take(&configured), Err(Part::Configuring));
        assert!(runs.get(1).is_some() && runs.get(2).is_none());
        assert_eq!(runs.take(&Order::Ask(ask.clone())), Err(Part::Answering));
        let check = Order::Check { number: 7, text: CONFIGURED.into(), release: None };
        assert_eq!(runs.take(&check), Err(Part::Configuring));
        // What cannot be read at all needs no part.
        let wrong = Order::Check { number: 8, text: "kind: [".into(), release: None };
        assert!(matches!(runs.take(&wrong).as_deref(), Ok([Reply::Checked(8, found)]) if !found.is_empty()));

        runs.parts = Parts {
            answering: Some(answer),
            configuring: Some(configurations),
            rare: Some(rare),
            claiming: Some(claims::begin),
            acting: Some(act),
        };
        assert!(matches!(runs.take(&check).as_deref(), Ok([Reply::Checked(7, found)]) if found.is_empty()));
        assert!(matches!(runs.take(&configured).as_deref(), Ok([Reply::Loaded(2, _)])));
        assert!(matches!(runs.take(&Order::Ask(ask)).as_deref(), Ok([Reply::Told(..)])));
        runs.parts.acting = None;
        assert!(matches!(runs.take(&run(2, ACTED)).as_deref(), Ok([Reply::Loaded(2, _)])));
        while let Ok(some) = runs.go_on() {
            assert!(some.is_some(), "the run ends without what acts");
        }
        assert_eq!(runs.go_on(), Err(Part::Acting));
        runs.parts.acting = Some(act);
        while runs.go_on().expect("nothing is missing").is_some() {}
        let whole =
            load::scenario(ACTED, None).map(|(_, scenario)| Simulation::new(scenario).run().1).expect("a scenario");
        let known = runs.get(2).expect("a run");
        assert!(known.trace().events().iter().map(|event| &**event).eq(&whole));
        // The same of objects of rare kinds, wherever they stand.
        for text in [
            "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n",
            "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Namespace, metadata: {name: a}}\n",
            "kind: Scenario\nscript:\n- {at: 1s, create: {apiVersion: v1, kind: ResourceQuota, metadata: {name: a}}}\n",
            "kind: Extender\nhost: a\n",
        ] {
            runs.parts.rare = None;
            assert_eq!(runs.take(&run(3, text)), Err(Part::Rare), "{text}");
            runs.parts.rare = Some(rare);
            assert!(matches!(runs.take(&run(3, text)).as_deref(), Ok([Reply::Loaded(3, _)])), "{text}");
        }
    }

    #[test]
    fn what_an_earlier_release_runs_comes_with_the_configurations() {
        let kubelet = |version: &str| {
            format!("kind: Node\nmetadata: {{name: a}}\nstatus: {{nodeInfo: {{kubeletVersion: {version}}}}}\n")
        };
        let own = |release: &str| format!("kind: Scenario\nrelease: {release}\n");
        for (text, release, late) in [
            (PLAIN.to_owned(), None, false),
            (PLAIN.to_owned(), Some(Release::V1_16), true),
            (PLAIN.to_owned(), Some(Release::V1_20), true),
            (PLAIN.to_owned(), Some(Release::V1_34), false),
            (own("v1.16"), None, true),
            (own("v1.20"), Some(Release::V1_36), false),
            (own("v1.36"), Some(Release::V1_20), true),
            (own("v1.34"), None, false),
            (kubelet("v1.15.0"), None, true),
            (kubelet("v1.21.3"), None, true),
            (kubelet("v1.33.1"), None, false),
            (kubelet("v1.15.0") + "---\n" + &own("v1.34"), None, false),
            (kubelet("v1.35.0") + "---\n" + &own("v1.20"), None, true),
        ] {
            let case = format!("{release:?}\n{text}");
            let mut runs = Runs::with(Parts { rare: Some(rare), ..Parts::default() });
            let order = Order::Run { run: 1, text: text.into(), release, keep: Vec::new() };
            let taken = runs.take(&order);
            if late {
                assert_eq!(taken, Err(Part::Configuring), "{case}");
                runs.parts.configuring = Some(configurations);
            }
            let taken = if late { runs.take(&order) } else { taken };
            assert!(matches!(taken.as_deref(), Ok([Reply::Loaded(1, _)])), "{case}: {taken:?}");
            assert!(runs.go_on().is_ok(), "{case}");
        }
        // Of a release that does not exist, no part tells more.
        let mut runs = Runs::with(Parts { rare: Some(rare), ..Parts::default() });
        let order = Order::Run { run: 1, text: own("v1").into(), release: Some(Release::V1_16), keep: Vec::new() };
        assert!(matches!(runs.take(&order).as_deref(), Ok([Reply::Rejected(1, _)])));
    }
}

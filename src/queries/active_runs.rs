//! The runs of the worker: handles requests, computes runs in batches of events, and keeps the runs that can be queried.

use std::{
    any::Any,
    cell::{Ref, RefCell},
    rc::Rc,
};

use api::{Table, WorkloadKind};
use protocol::{EncodedValue, EventBatch, Reply, Request, RunNumber};
use releases::{Release, ReleaseChoice};
use runlog::{Attempt, Event};
use scheduler::cluster::Objects;
use simulation::{Controllers, Replay, Scenario, Simulation};
use trace::{Trace, captions::CaptionFinder};

use super::{
    engine_chunk::{ClaimEngine, EngineChunk},
    invariants,
    load::{self, LoadedScenario},
};

/// Number of events in the first portion of a run: small, so that the page shows something at once.
const FIRST_PORTION: usize = 100;
/// Largest number of events in a portion. A portion is sent in several messages and shown at once; portions double in size, because each time the
/// page reads the whole log.
const LARGEST_PORTION: usize = 16_000;
/// Largest number of events in a message. The page handles one message between two frames, and a run can be canceled between messages.
const LARGEST_MESSAGE: usize = 500;
/// The same for messages of the first portion: the browser compiles the code for each kind of event when it comes for the first time, which takes
/// noticeable time on a phone.
const FIRST_MESSAGE: usize = 25;

/// A run, as far as it has been computed.
pub(super) struct ActiveRun {
    pub(super) replay: RefCell<Replay>,
    /// The log up to the last call of `ActiveRun::trace`.
    trace: RefCell<Trace>,
    /// Events since then.
    new_events: RefCell<Vec<Rc<Event>>>,
    finder: CaptionFinder,
    portion: usize,
    /// Number of events of the current portion that have been sent.
    events_sent: usize,
    pub(super) release: Release,
    pub(super) objects: Objects,
    /// The manifest of a run with pod groups, for questions that only a new run from the start can answer.
    pub(super) group_source: Option<RunSource>,
    /// The field that was asked for last (`decision_field`). Its type is known to the code that answers only.
    pub(super) kept_field: RefCell<Option<Rc<dyn Any>>>,
}

/// What a run was created from.
pub(super) struct RunSource {
    pub(super) text: Rc<str>,
    /// The release that was requested for it.
    pub(super) release: ReleaseChoice,
}

/// Answers a query, or exports a file.
pub type AnswerFn = fn(&Runs, &Request) -> Vec<Reply>;

/// Parses any manifest. Fails if device claims have to be created and the chunk for that is missing.
pub type LoadTextFn = fn(&str, ReleaseChoice, Option<&ClaimEngine>) -> Result<LoadedScenario, EngineChunk>;

/// The chunk with the controllers. It is small and a chunk of its own, since most runs need it.
pub struct ControllerEngine {
    /// All components but the scheduler and the kubelets.
    pub controllers: &'static Controllers,
}

/// The chunk with everything that simple runs do not need.
pub struct ExtendedEngine {
    /// Answers queries and exports files.
    pub answer: AnswerFn,
    /// Parses any manifest into a scenario, including the profiles of earlier releases and of scheduler configurations, and the plugins that simple
    /// pods don't need.
    pub load_text: LoadTextFn,
}

/// The chunks of the engine that are loaded.
#[derive(Clone, Copy, Default)]
pub struct EngineChunks {
    pub controllers: Option<&'static ControllerEngine>,
    pub extended: Option<&'static ExtendedEngine>,
    pub claims: Option<&'static ClaimEngine>,
}

/// All runs that can be queried.
#[derive(Default)]
pub struct Runs {
    runs: Table<RunNumber, ActiveRun>,
    /// The run that is being computed.
    current: Option<RunNumber>,
    pub chunks: EngineChunks,
}

impl Runs {
    /// No runs, with these chunks loaded.
    #[must_use]
    pub fn with_chunks(chunks: EngineChunks) -> Self {
        Self { chunks, ..Self::default() }
    }

    fn extended_engine(&self) -> Result<&'static ExtendedEngine, EngineChunk> {
        self.chunks.extended.ok_or(EngineChunk::Extended)
    }

    pub(super) fn get(&self, run: RunNumber) -> Option<&ActiveRun> {
        self.runs.get(&run)
    }

    /// Handles a request and returns the immediate replies.
    ///
    /// # Errors
    /// The chunk that is missing. Nothing has changed, so the same request can be repeated once the chunk is loaded.
    pub fn handle_request(&mut self, order: &Request) -> Result<Vec<Reply>, EngineChunk> {
        Ok(match order {
            Request::Run { run, text, release, keep } => {
                let loaded = self.load_text(text, *release)?;
                let controllers = self.chunks.controllers.map(|engine| engine.controllers);
                if controllers.is_none() && loaded.as_ref().is_ok_and(|(_, scenario)| scenario.needs_controllers()) {
                    return Err(EngineChunk::Controllers);
                }
                self.runs.retain(|number, _| keep.contains(number));
                self.current = None;
                match loaded {
                    Ok((loaded, scenario)) => {
                        let finder = CaptionFinder::new(loaded.captions.iter().map(|caption| &caption.at));
                        let has_groups = scenario.gates.generic_workload;
                        let mut active_run = ActiveRun::new(scenario, finder, controllers);
                        active_run.group_source =
                            has_groups.then(|| RunSource { text: Rc::clone(text), release: *release });
                        self.runs.insert(*run, active_run);
                        self.current = Some(*run);
                        vec![Reply::Loaded(*run, loaded.with_encoded_notices())]
                    }
                    Err(problems) => vec![Reply::Rejected(*run, EncodedValue::new(&problems))],
                }
            }
            Request::Cancel => {
                self.current = None;
                vec![Reply::Canceled]
            }
            Request::FetchDetails { run, attempts } => {
                let Some(active_run) = self.runs.get(run) else { return Ok(Vec::new()) };
                let detail = |&number| Some(Reply::Detail(*run, number, active_run.detail(number)?));
                attempts.iter().filter_map(detail).collect()
            }
            // Not handled here: the worker's thread reads files, because that is asynchronous, and the owner of an `AnswerQueue` cancels its
            // queries.
            Request::ReadFiles { .. }
            | Request::ReadPage { .. }
            | Request::ReadWatch { .. }
            | Request::JoinLists { .. }
            | Request::StopReading
            | Request::CancelQuery(_) => Vec::new(),
            Request::CheckText { number, text, release } => {
                let problems = self.load_text(text, *release)?.err().unwrap_or_default();
                vec![Reply::Checked(*number, EncodedValue::new(&problems))]
            }
            Request::Query(_) | Request::Export { .. } => (self.extended_engine()?.answer)(self, order),
        })
    }

    fn load_text(&self, text: &str, release: ReleaseChoice) -> Result<LoadedScenario, EngineChunk> {
        match self.chunks.extended {
            Some(extended) => (extended.load_text)(text, release, self.chunks.claims),
            None => load::load_simple_text(text, release).map(Ok).ok_or(EngineChunk::Extended),
        }
    }

    /// Computes the current run up to the next message; `None` if there is nothing left to do.
    ///
    /// # Errors
    /// The chunk that is missing. The run continues once it is loaded.
    pub fn advance(&mut self) -> Result<Option<Reply>, EngineChunk> {
        let controllers = self.chunks.controllers.ok_or(EngineChunk::Controllers);
        let Some((number, run)) = self.current.and_then(|number| Some((number, self.runs.get_mut(&number)?))) else {
            return Ok(None);
        };
        if run.awaits_controllers() {
            run.replay.get_mut().set_controllers(controllers?.controllers);
        }
        let event_batch = run.advance();
        if event_batch.is_done {
            self.current = None;
        }
        Ok(Some(Reply::Events(number, event_batch)))
    }
}

impl ActiveRun {
    fn new(scenario: Scenario, finder: CaptionFinder, controllers: Option<&'static Controllers>) -> Self {
        let release = scenario.release;
        let objects = scenario_objects(&scenario);
        let replay = RefCell::new(Replay::from_simulation(Simulation::with_controllers(scenario, controllers)));
        Self {
            replay,
            trace: RefCell::default(),
            new_events: RefCell::default(),
            finder,
            portion: FIRST_PORTION,
            events_sent: 0,
            release,
            objects,
            group_source: None,
            kept_field: RefCell::default(),
        }
    }

    fn awaits_controllers(&mut self) -> bool {
        self.replay.get_mut().simulation().awaits_controllers()
    }

    /// Continues as far as the loaded chunks allow, for one message at most.
    fn advance(&mut self) -> EventBatch {
        let mut event_batch = EventBatch::default();
        let replay = self.replay.get_mut();
        let message = if self.portion == FIRST_PORTION { FIRST_MESSAGE } else { LARGEST_MESSAGE };
        let message = message.min(self.portion - self.events_sent);
        while event_batch.events.len() < message && !replay.simulation().awaits_controllers() {
            let Some(events) = replay.step() else {
                event_batch.is_done = true;
                break;
            };
            let attempt = replay.simulation().last_attempt().map(|attempt| &**attempt);
            event_batch.captions.extend(self.finder.find_captions(&events, attempt));
            event_batch.events.extend(events.into_iter().map(Rc::new));
        }
        self.events_sent += event_batch.events.len();
        event_batch.has_more = !event_batch.is_done && self.events_sent < self.portion;
        if !event_batch.has_more {
            (self.portion, self.events_sent) = ((self.portion * 2).min(LARGEST_PORTION), 0);
        }
        self.new_events.get_mut().extend(event_batch.events.iter().cloned());
        if cfg!(debug_assertions) && event_batch.is_done {
            invariants::check_trace(&self.trace(), self.replay.borrow().simulation());
        }
        event_batch
    }

    /// The log of the run. Events are folded here and not in `advance`: only queries need frames, so this code is part of their chunk.
    pub(super) fn trace(&self) -> Ref<'_, Trace> {
        let new_events = self.new_events.take();
        if !new_events.is_empty() {
            self.trace.borrow_mut().extend(new_events);
        }
        self.trace.borrow()
    }

    /// The full record of an attempt, recomputed if necessary; `None` if there is no attempt with this number.
    pub(super) fn detail(&self, number: usize) -> Option<Rc<Attempt>> {
        self.replay.borrow_mut().detail(number)
    }
}

/// Objects that no event contains: services, owners, and the labels of namespaces.
pub(super) fn scenario_objects(scenario: &Scenario) -> Objects {
    let namespaces = scenario
        .namespaces
        .iter()
        .map(|namespace| (namespace.metadata.name.clone(), namespace.metadata.labels.clone()));
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
    use protocol::{Query, Question};

    use super::*;
    use crate::chunk_tables::{ALL, CLAIM_ENGINE, CONTROLLER_ENGINE, EXTENDED_ENGINE};

    const PLAIN: &str = include_str!("../../www/scenarios/first-pod.yaml");
    const CONFIGURED: &str = include_str!("../../www/scenarios/own-plugin.yaml");

    const DRAINED: &str = include_str!("../../www/scenarios/drain.yaml");

    fn run(run: RunNumber, text: &str) -> Request {
        Request::Run { run, text: text.into(), release: ReleaseChoice::default(), keep: vec![1] }
    }

    #[test]
    fn a_request_names_the_chunk_that_it_needs_and_can_be_handled_again() {
        let mut runs = Runs::default();
        assert!(matches!(runs.handle_request(&run(1, PLAIN)).as_deref(), Ok([Reply::Loaded(1, _)])));
        // Creating a pod needs no chunk.
        while runs.advance().expect("nothing is missing").is_some() {}
        // A missing chunk leaves everything as it is.
        let (configured, ask) = (run(2, CONFIGURED), Query { run: 1, events: 1, question: Question::Log });
        assert_eq!(runs.handle_request(&configured), Err(EngineChunk::Extended));
        assert!(runs.get(1).is_some() && runs.get(2).is_none());
        assert_eq!(runs.handle_request(&Request::Query(ask.clone())), Err(EngineChunk::Extended));
        let check = Request::CheckText { number: 7, text: CONFIGURED.into(), release: ReleaseChoice::default() };
        assert_eq!(runs.handle_request(&check), Err(EngineChunk::Extended));
        // Only the extended chunk can report what is wrong with a manifest that does not parse.
        let wrong = Request::CheckText { number: 8, text: "kind: [".into(), release: ReleaseChoice::default() };
        assert_eq!(runs.handle_request(&wrong), Err(EngineChunk::Extended));

        runs.chunks.extended = Some(&EXTENDED_ENGINE);
        assert!(
            matches!(runs.handle_request(&wrong).as_deref(), Ok([Reply::Checked(8, findings)]) if !findings.is_empty())
        );
        assert!(
            matches!(runs.handle_request(&check).as_deref(), Ok([Reply::Checked(7, findings)]) if findings.is_empty())
        );
        assert!(matches!(runs.handle_request(&configured).as_deref(), Ok([Reply::Loaded(2, _)])));
        assert!(matches!(runs.handle_request(&Request::Query(ask)).as_deref(), Ok([Reply::Answer(..)])));
    }

    /// A run is the same whether or not the extended chunk is loaded.
    #[test]
    fn a_run_that_does_without_the_extended_chunk_is_the_same_with_it() {
        let events = |chunks: EngineChunks, text: &str| {
            let mut runs = Runs::with_chunks(chunks);
            let replies = runs.handle_request(&run(1, text)).ok()?;
            assert!(matches!(replies.as_slice(), [Reply::Loaded(1, _)]), "{text}");
            while runs.advance().expect("nothing is missing").is_some() {}
            let known = runs.get(1).expect("a run");
            let count = known.replay.borrow().simulation().attempts();
            let attempts: Vec<_> = (0..count).map_while(|at| known.detail(at)).collect();
            Some((known.trace().events().iter().map(|event| (**event).clone()).collect::<Vec<_>>(), attempts))
        };
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/scenarios");
        let mut names = Vec::new();
        for file in std::fs::read_dir(folder).expect("scenarios") {
            let path = file.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("a scenario");
            let without_extended = EngineChunks { extended: None, ..ALL };
            if let Some(early) = events(without_extended, &text) {
                assert!(Some(early) == events(ALL, &text), "{text}");
                names.push(path.file_stem().expect("a name").to_string_lossy().into_owned());
            }
        }
        assert!(names.len() > 20, "only {names:?} do without");
        // The scenario that a first visit shows.
        assert!(names.iter().any(|name| name == "preemption"), "{names:?}");
    }

    #[test]
    fn pods_that_are_not_simple_need_the_late_chunk() {
        let pod_of = |owner: &str, field: &str| {
            format!(
                "kind: Pod\nmetadata: {{name: p, ownerReferences: [{owner}]}}\nspec: {{containers: [{{name: c, image: i}}], {field}}}\n"
            )
        };
        let pod = |field: &str| pod_of("", field);
        let volume = |source: &str| format!("volumes: [{{name: v, {source}}}]");
        let needs_late = |text: &str| {
            let text = format!("{text}---\nkind: Node\nmetadata: {{name: n}}\n");
            match Runs::default().handle_request(&run(1, &text)) {
                Err(chunk) => chunk == EngineChunk::Extended,
                Ok(_) => false,
            }
        };
        let claim = volume("persistentVolumeClaim: {claimName: c}");
        let terms = "requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {}}]";
        for simple in [String::new(), volume("emptyDir: {}"), "affinity: {nodeAffinity: {}}".to_owned()] {
            assert!(!needs_late(&pod(&simple)), "{simple}");
        }
        for field in [
            claim.clone(),
            format!("affinity: {{podAffinity: {{{terms}}}}}"),
            format!("affinity: {{podAntiAffinity: {{{terms}}}}}"),
            "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway, labelSelector: {}}]".to_owned(),
        ] {
            assert!(needs_late(&pod(&field)), "{field}");
        }
        let owner = |kind: &str| {
            pod_of(&format!("{{apiVersion: apps/v1, kind: {kind}, name: o, uid: u, controller: true}}"), "")
        };
        assert!(needs_late(&owner("ReplicaSet")) && !needs_late(&owner("Node")));
        let created = |field: &str| {
            let object = pod(field).replace('\n', "\n    ");
            format!("kind: Scenario\nscript:\n- at: 1s\n  create:\n    {object}\n")
        };
        assert!(needs_late(&created(&claim)) && !needs_late(&created("")));
    }

    #[test]
    fn a_run_waits_for_its_controllers_and_goes_on() {
        let cordoned = format!("{PLAIN}---\nkind: Script\nscript:\n- {{at: 1s, cordon: node-a}}\n");
        let mut runs = Runs::default();
        assert!(matches!(runs.handle_request(&run(2, &cordoned)).as_deref(), Ok([Reply::Loaded(2, _)])));
        while let Ok(some) = runs.advance() {
            assert!(some.is_some(), "the run ends without its controllers");
        }
        assert_eq!(runs.advance(), Err(EngineChunk::Controllers));
        runs.chunks.controllers = Some(&CONTROLLER_ENGINE);
        assert_whole_run(&mut runs, &cordoned);
    }

    /// A run that starts with a workload waits for the controllers.
    #[test]
    fn a_run_with_workloads_begins_with_its_controllers() {
        let mut runs = Runs::default();
        assert_eq!(runs.handle_request(&run(2, DRAINED)), Err(EngineChunk::Controllers));
        runs.chunks.controllers = Some(&CONTROLLER_ENGINE);
        assert!(matches!(runs.handle_request(&run(2, DRAINED)).as_deref(), Ok([Reply::Loaded(2, _)])));
        assert_whole_run(&mut runs, DRAINED);
    }

    /// Checks that run 2 ends like the same run in a program with all chunks.
    fn assert_whole_run(runs: &mut Runs, text: &str) {
        while runs.advance().expect("nothing is missing").is_some() {}
        let whole = load::load_scenario(text, None)
            .map(|(_, scenario)| Simulation::new(scenario).run_to_end().1)
            .expect("a scenario");
        let known = runs.get(2).expect("a run");
        assert!(known.trace().events().iter().map(|event| &**event).eq(&whole));
    }

    #[test]
    fn rare_kinds_request_a_chunk_from_script_and_manifest() {
        for (text, chunk) in [
            ("apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n", EngineChunk::Extended),
            (
                "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Namespace, metadata: {name: a}}\n",
                EngineChunk::Extended,
            ),
            (
                "kind: Scenario\nscript:\n- {at: 1s, create: {apiVersion: v1, kind: ResourceQuota, metadata: {name: a}}}\n",
                EngineChunk::Extended,
            ),
            ("kind: Extender\nhost: a\n", EngineChunk::Extended),
            ("apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: a}\n", EngineChunk::Extended),
            (include_str!("../../www/scenarios/second-gpu.yaml"), EngineChunk::Claims),
        ] {
            let mut runs = Runs::default();
            if chunk == EngineChunk::Claims {
                runs.chunks.extended = Some(&EXTENDED_ENGINE);
            }
            assert_eq!(runs.handle_request(&run(3, text)), Err(chunk), "{text}");
            runs.chunks = EngineChunks { extended: Some(&EXTENDED_ENGINE), claims: Some(&CLAIM_ENGINE), ..ALL };
            assert!(matches!(runs.handle_request(&run(3, text)).as_deref(), Ok([Reply::Loaded(3, _)])), "{text}");
        }
    }

    #[test]
    fn what_an_earlier_release_runs_comes_with_the_configurations() {
        let kubelet = |version: &str| {
            format!("kind: Node\nmetadata: {{name: a}}\nstatus: {{nodeInfo: {{kubeletVersion: {version}}}}}\n")
        };
        let scenario_yaml =
            |release: &str| format!("kind: Scenario\nrelease: {release}\n---\nkind: Node\nmetadata: {{name: b}}\n");
        for (text, release, needs_extended) in [
            (PLAIN.to_owned(), None, false),
            (PLAIN.to_owned(), Some(Release::V1_16), true),
            (PLAIN.to_owned(), Some(Release::V1_20), true),
            (PLAIN.to_owned(), Some(Release::V1_34), false),
            (scenario_yaml("v1.16"), None, true),
            (scenario_yaml("v1.20"), Some(Release::V1_36), false),
            (scenario_yaml("v1.36"), Some(Release::V1_20), true),
            (scenario_yaml("v1.34"), None, false),
            (kubelet("v1.15.0"), None, true),
            (kubelet("v1.21.3"), None, true),
            // The kubelet's version selects the release, with a notice.
            (kubelet("v1.33.1"), None, true),
            (kubelet("v1.15.0") + "---\n" + &scenario_yaml("v1.34"), None, true),
            (kubelet("v1.35.0") + "---\n" + &scenario_yaml("v1.20"), None, true),
        ] {
            let case = format!("{release:?}\n{text}");
            let mut runs = Runs::default();
            let order = Request::Run { run: 1, text: text.into(), release: release.into(), keep: Vec::new() };
            let taken = runs.handle_request(&order);
            if needs_extended {
                assert_eq!(taken, Err(EngineChunk::Extended), "{case}");
                runs.chunks.extended = Some(&EXTENDED_ENGINE);
            }
            let taken = if needs_extended { runs.handle_request(&order) } else { taken };
            assert!(matches!(taken.as_deref(), Ok([Reply::Loaded(1, _)])), "{case}: {taken:?}");
            assert!(runs.advance().is_ok(), "{case}");
        }
        // Only the extended chunk can report that a release does not exist.
        let mut runs = Runs::default();
        let order = Request::Run {
            run: 1,
            text: scenario_yaml("v1").into(),
            release: Some(Release::V1_36).into(),
            keep: Vec::new(),
        };
        assert_eq!(runs.handle_request(&order), Err(EngineChunk::Extended));
        runs.chunks.extended = Some(&EXTENDED_ENGINE);
        assert!(matches!(runs.handle_request(&order).as_deref(), Ok([Reply::Rejected(1, _)])));
    }
}

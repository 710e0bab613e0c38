//! The worker's runs: handles requests, runs texts piece by piece, and keeps the runs that can be queried.

use std::{
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
    engine_chunk::{CreateClaimsFn, EngineChunk},
    invariants,
    load::{self, LoadedScenario},
};

/// Events to a message, at first: something is to be seen at once.
const FIRST_CHUNK: usize = 100;
/// Events later on, until what came is shown: each time all of a longer log is.
const LARGEST_CHUNK: usize = 16_000;
/// Events to a message at most: the page takes one between two frames, and a run can be canceled in between.
const LARGEST_MESSAGE: usize = 500;
/// The same for the first chunk: what reads events is compiled while it reads the first of each kind, for which a phone needs pauses.
const FIRST_MESSAGE: usize = 25;

/// A run, as far as it has come.
pub(super) struct ActiveRun {
    pub(super) replay: RefCell<Replay>,
    /// What happened, as far as somebody has asked.
    trace: RefCell<Trace>,
    /// What happened since.
    new_events: RefCell<Vec<Rc<Event>>>,
    finder: CaptionFinder,
    chunk: usize,
    /// Events of the chunk that are sent.
    events_sent: usize,
    pub(super) release: Release,
    pub(super) objects: Objects,
    /// The text of a run with groups of pods, for questions that only a run from the start can answer.
    pub(super) group_source: Option<RunSource>,
}

/// What a run was read from.
pub(super) struct RunSource {
    pub(super) text: Rc<str>,
    /// Under which release it runs.
    pub(super) release: ReleaseChoice,
}

/// Answers a question, or makes a file.
pub type AnswerFn = fn(&Runs, &Request) -> Vec<Reply>;

/// Reads any text, as far as the claims that it needs can be created.
pub type LoadTextFn = fn(&str, ReleaseChoice, Option<CreateClaimsFn>) -> Result<LoadedScenario, EngineChunk>;

/// What runs need as soon as more happens than scheduling: a chunk for itself, as most runs wait for it and it is small.
pub struct ControllerEngine {
    /// All components but scheduler and kubelets.
    pub controllers: &'static Controllers,
}

/// What runs need late or seldom.
pub struct LateEngine {
    /// Answers questions and makes files.
    pub answer: AnswerFn,
    /// Reads any text, into a scenario with all that it needs to run: profiles of earlier releases and of scheduler configurations, and the plugins
    /// that simple pods do without.
    pub load_text: LoadTextFn,
}

/// What runs with device claims need.
pub struct ClaimEngine {
    /// Creates the device claims of a run.
    pub create_claims: CreateClaimsFn,
}

/// The chunks that are loaded.
#[derive(Clone, Copy, Default)]
pub struct EngineChunks {
    /// What runs need as soon as more happens than scheduling.
    pub controllers: Option<&'static ControllerEngine>,
    /// What runs need late or seldom.
    pub late: Option<&'static LateEngine>,
    /// What runs with device claims need.
    pub claims: Option<&'static ClaimEngine>,
}

/// All runs that can be asked about.
#[derive(Default)]
pub struct Runs {
    runs: Table<RunNumber, ActiveRun>,
    /// The run that is going on.
    current: Option<RunNumber>,
    /// The chunks of the engine that are loaded.
    pub chunks: EngineChunks,
}

impl Runs {
    /// None yet; these chunks are loaded.
    #[must_use]
    pub fn with_chunks(chunks: EngineChunks) -> Self {
        Self { chunks, ..Self::default() }
    }

    fn late(&self) -> Result<&'static LateEngine, EngineChunk> {
        self.chunks.late.ok_or(EngineChunk::Late)
    }

    /// A run by its number.
    pub(super) fn get(&self, run: RunNumber) -> Option<&ActiveRun> {
        self.runs.get(&run)
    }

    /// Takes an order, and gives what there is to reply at once.
    ///
    /// # Errors
    /// The chunk that is missing. Nothing has changed; once it is loaded, the same request can be handled again.
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
                vec![Reply::Cancelled]
            }
            Request::FetchDetails { run, attempts } => {
                let Some(active_run) = self.runs.get(run) else { return Ok(Vec::new()) };
                let detail = |&number| Some(Reply::Detail(*run, number, active_run.detail(number)?));
                attempts.iter().filter_map(detail).collect()
            }
            // Files are the thread's: only it can wait for them.
            // Questions that wait are those of whoever asks (`AnswerQueue`).
            Request::ReadFiles { .. } | Request::StopReading | Request::CancelQuery(_) => Vec::new(),
            Request::CheckText { number, text, release } => {
                let problems = self.load_text(text, *release)?.err().unwrap_or_default();
                vec![Reply::Checked(*number, EncodedValue::new(&problems))]
            }
            Request::Query(_) | Request::Export { .. } => (self.late()?.answer)(self, order),
        })
    }

    /// Reads a text.
    fn load_text(&self, text: &str, release: ReleaseChoice) -> Result<LoadedScenario, EngineChunk> {
        match self.chunks.late {
            Some(late) => (late.load_text)(text, release, self.chunks.claims.map(|claims| claims.create_claims)),
            None => load::load_simple_text(text, release).map(Ok).ok_or(EngineChunk::Late),
        }
    }

    /// Goes on with the run, up to the next piece to send.
    ///
    /// # Errors
    /// The chunk that is missing. Once it is loaded, the run goes on.
    pub fn advance(&mut self) -> Result<Option<Reply>, EngineChunk> {
        let controllers = self.chunks.controllers.ok_or(EngineChunk::Controllers);
        let Some((number, run)) = self.current.and_then(|number| Some((number, self.runs.get_mut(&number)?))) else {
            return Ok(None);
        };
        if run.awaits_controllers() {
            run.replay.get_mut().set_controllers(controllers?.controllers);
        }
        let event_batch = run.advance();
        if event_batch.done {
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
            chunk: FIRST_CHUNK,
            events_sent: 0,
            release,
            objects,
            group_source: None,
        }
    }

    fn awaits_controllers(&mut self) -> bool {
        self.replay.get_mut().simulation().awaits_controllers()
    }

    /// Goes on as far as it can with the parts that it has.
    fn advance(&mut self) -> EventBatch {
        let mut event_batch = EventBatch::default();
        let replay = self.replay.get_mut();
        let message = if self.chunk == FIRST_CHUNK { FIRST_MESSAGE } else { LARGEST_MESSAGE };
        let message = message.min(self.chunk - self.events_sent);
        while event_batch.events.len() < message && !replay.simulation().awaits_controllers() {
            let Some(events) = replay.step() else {
                event_batch.done = true;
                break;
            };
            let attempt = replay.simulation().last_attempt().map(|attempt| &**attempt);
            event_batch.captions.extend(self.finder.find_captions(&events, attempt));
            event_batch.events.extend(events.into_iter().map(Rc::new));
        }
        self.events_sent += event_batch.events.len();
        event_batch.more = !event_batch.done && self.events_sent < self.chunk;
        if !event_batch.more {
            (self.chunk, self.events_sent) = ((self.chunk * 2).min(LARGEST_CHUNK), 0);
        }
        self.new_events.get_mut().extend(event_batch.events.iter().cloned());
        if cfg!(debug_assertions) && event_batch.done {
            invariants::check_trace(&self.trace(), self.replay.borrow().simulation());
        }
        event_batch
    }

    /// The log of the run. Only questions need frames of it, so that the code that folds events comes with what answers them.
    pub(super) fn trace(&self) -> Ref<'_, Trace> {
        let new_events = self.new_events.take();
        if !new_events.is_empty() {
            self.trace.borrow_mut().extend(new_events);
        }
        self.trace.borrow()
    }

    /// All that an attempt found.
    pub(super) fn detail(&self, number: usize) -> Option<Rc<Attempt>> {
        self.replay.borrow_mut().detail(number)
    }
}

/// What only the scenario knows: services, owners and the labels of namespaces.
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
    use crate::chunk_tables::{ALL, CLAIM_ENGINE, CONTROLLER_ENGINE, LATE_ENGINE};

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
        // Nothing has changed where a chunk is missing.
        let (configured, ask) = (run(2, CONFIGURED), Query { run: 1, events: 1, question: Question::Log });
        assert_eq!(runs.handle_request(&configured), Err(EngineChunk::Late));
        assert!(runs.get(1).is_some() && runs.get(2).is_none());
        assert_eq!(runs.handle_request(&Request::Query(ask.clone())), Err(EngineChunk::Late));
        let check = Request::CheckText { number: 7, text: CONFIGURED.into(), release: ReleaseChoice::default() };
        assert_eq!(runs.handle_request(&check), Err(EngineChunk::Late));
        // What a text is that cannot be parsed, the late chunk knows.
        let wrong = Request::CheckText { number: 8, text: "kind: [".into(), release: ReleaseChoice::default() };
        assert_eq!(runs.handle_request(&wrong), Err(EngineChunk::Late));

        runs.chunks.late = Some(&LATE_ENGINE);
        assert!(
            matches!(runs.handle_request(&wrong).as_deref(), Ok([Reply::Checked(8, findings)]) if !findings.is_empty())
        );
        assert!(
            matches!(runs.handle_request(&check).as_deref(), Ok([Reply::Checked(7, findings)]) if findings.is_empty())
        );
        assert!(matches!(runs.handle_request(&configured).as_deref(), Ok([Reply::Loaded(2, _)])));
        assert!(matches!(runs.handle_request(&Request::Query(ask)).as_deref(), Ok([Reply::Answer(..)])));
    }

    /// A program that has the late chunk and one that has not yet fetched it run the same.
    #[test]
    fn a_run_that_does_without_the_late_chunk_is_the_same_with_it() {
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
            let without_late = EngineChunks { late: None, ..ALL };
            if let Some(early) = events(without_late, &text) {
                assert!(Some(early) == events(ALL, &text), "{text}");
                names.push(path.file_stem().expect("a name").to_string_lossy().into_owned());
            }
        }
        assert!(names.len() > 20, "only {names:?} do without");
        // The first one that a visitor sees.
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
                Err(chunk) => chunk == EngineChunk::Late,
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

    /// A workload is there from the start, and comes with its controllers.
    #[test]
    fn a_run_with_workloads_begins_with_its_controllers() {
        let mut runs = Runs::default();
        assert_eq!(runs.handle_request(&run(2, DRAINED)), Err(EngineChunk::Controllers));
        runs.chunks.controllers = Some(&CONTROLLER_ENGINE);
        assert!(matches!(runs.handle_request(&run(2, DRAINED)).as_deref(), Ok([Reply::Loaded(2, _)])));
        assert_whole_run(&mut runs, DRAINED);
    }

    /// The second run goes on to the end that it has in a program without chunks.
    fn assert_whole_run(runs: &mut Runs, text: &str) {
        while runs.advance().expect("nothing is missing").is_some() {}
        let whole = load::load_scenario(text, None)
            .map(|(_, scenario)| Simulation::new(scenario).run_to_end().1)
            .expect("a scenario");
        let known = runs.get(2).expect("a run");
        assert!(known.trace().events().iter().map(|event| &**event).eq(&whole));
    }

    #[test]
    fn objects_of_rare_kinds_need_a_chunk_wherever_they_stand() {
        for (text, chunk) in [
            ("apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n", EngineChunk::Late),
            (
                "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Namespace, metadata: {name: a}}\n",
                EngineChunk::Late,
            ),
            (
                "kind: Scenario\nscript:\n- {at: 1s, create: {apiVersion: v1, kind: ResourceQuota, metadata: {name: a}}}\n",
                EngineChunk::Late,
            ),
            ("kind: Extender\nhost: a\n", EngineChunk::Late),
            ("apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: a}\n", EngineChunk::Late),
            (include_str!("../../www/scenarios/second-gpu.yaml"), EngineChunk::Claims),
        ] {
            let mut runs = Runs::default();
            if chunk == EngineChunk::Claims {
                runs.chunks.late = Some(&LATE_ENGINE);
            }
            assert_eq!(runs.handle_request(&run(3, text)), Err(chunk), "{text}");
            runs.chunks = EngineChunks { late: Some(&LATE_ENGINE), claims: Some(&CLAIM_ENGINE), ..ALL };
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
        for (text, release, late) in [
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
            // The page says which release plays that of the kubelets.
            (kubelet("v1.33.1"), None, true),
            (kubelet("v1.15.0") + "---\n" + &scenario_yaml("v1.34"), None, true),
            (kubelet("v1.35.0") + "---\n" + &scenario_yaml("v1.20"), None, true),
        ] {
            let case = format!("{release:?}\n{text}");
            let mut runs = Runs::default();
            let order = Request::Run { run: 1, text: text.into(), release: release.into(), keep: Vec::new() };
            let taken = runs.handle_request(&order);
            if late {
                assert_eq!(taken, Err(EngineChunk::Late), "{case}");
                runs.chunks.late = Some(&LATE_ENGINE);
            }
            let taken = if late { runs.handle_request(&order) } else { taken };
            assert!(matches!(taken.as_deref(), Ok([Reply::Loaded(1, _)])), "{case}: {taken:?}");
            assert!(runs.advance().is_ok(), "{case}");
        }
        // The late chunk knows what is wrong with a release that does not exist.
        let mut runs = Runs::default();
        let order = Request::Run {
            run: 1,
            text: scenario_yaml("v1").into(),
            release: Some(Release::V1_36).into(),
            keep: Vec::new(),
        };
        assert_eq!(runs.handle_request(&order), Err(EngineChunk::Late));
        runs.chunks.late = Some(&LATE_ENGINE);
        assert!(matches!(runs.handle_request(&order).as_deref(), Ok([Reply::Rejected(1, _)])));
    }
}

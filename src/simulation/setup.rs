//! Sets up a run from its scenario.

use std::rc::Rc;

use api::{Millis, Set, Str, Table, admission::QuotaLedger};
use profiles::config::Configuration;
use runlog::EventKind;
use scheduler::{
    cluster::{NodeTree, Objects, Snapshot},
    framework::{Chooser, Nominator, SeededChooser},
    queue::SchedulingQueue,
};

use super::{
    agenda::{Agenda, Task},
    component_state::{DisruptionState, NodeLifecycleState, VolumeControllerState},
    controllers::Workloads,
    controllers_entry::run_controller_task,
    scenario::Scenario,
    state::{ControllersFn, Simulation},
    uids::Uids,
};

impl Simulation {
    /// Sets up a run.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        let dice = SeededChooser::new(scenario.seed);
        Self::with_chooser(scenario, dice)
    }

    /// The same, but whoever takes the run on gives it what acts beside the scheduler when the run
    /// [awaits](Simulation::awaits_controllers) it.
    ///
    /// # Panics
    /// The scenario does not say how the scheduler is to run. That of a text does; what a release does by default may be a late part.
    #[must_use]
    pub fn without_controllers(mut scenario: Scenario) -> Self {
        let configuration = scenario.configuration.take().expect("how the scheduler is to run");
        let dice = SeededChooser::new(scenario.seed);
        Self::initialize(scenario, configuration, dice, None)
    }

    /// Sets up a run whose random draws come from `chooser`.
    #[must_use]
    pub fn with_chooser(mut scenario: Scenario, chooser: impl Chooser + Clone + 'static) -> Self {
        let configuration = scenario.configuration.take();
        let configuration = configuration.unwrap_or_else(|| Configuration::default_of(scenario.release));
        Self::initialize(scenario, configuration, chooser, Some(run_controller_task))
    }

    fn initialize(
        mut scenario: Scenario,
        configuration: Configuration,
        chooser: impl Chooser + Clone + 'static,
        acting: Option<ControllersFn>,
    ) -> Self {
        let release = scenario.release;
        let Configuration { mut profiles, backoff, .. } = configuration;
        for profile in &mut profiles {
            scenario.add_scripted_plugins(profile);
        }
        let mut simulation = Self {
            release,
            profiles: profiles.into(),
            flow: profiles::flow_policy(release),
            timings: scenario.timings,
            epoch: scenario.epoch.0,
            end_at: scenario.end_at,
            now: Millis::ZERO,
            agenda: Agenda::default(),
            script: Rc::default(),
            snapshot: Snapshot::default(),
            tree: NodeTree::default(),
            order: None,
            pods_of_missing_nodes: Table::new(),
            objects: Objects::default(),
            classes: Vec::new(),
            pods: Table::new(),
            uids: Uids::default(),
            creation_seq: 0,
            nominator: Nominator::default(),
            queue: SchedulingQueue::new(profiles::queue_policy(release), backoff),
            workloads: Workloads::new(scenario.seed),
            node_lifecycle: NodeLifecycleState::new(scenario.node_lifecycle),
            volumes: VolumeControllerState::new(std::mem::take(&mut scenario.provision_failures)),
            disruptions: DisruptionState {
                without_controllers: scenario.without_controllers,
                ..DisruptionState::default()
            },
            customs: std::mem::take(&mut scenario.customs).into(),
            quotas: QuotaLedger::new(&scenario.quotas),
            limits: std::mem::take(&mut scenario.limits),
            bindings: Table::new(),
            permit_attempts: Table::new(),
            bind_failures: std::mem::take(&mut scenario.bind_failures),
            binding_refused: Set::new(),
            claims_failed: Set::new(),
            start: 0,
            controllers: acting,
            pending_decision: None,
            chooser: Box::new(chooser),
            records_attempts: true,
            records_details: false,
            attempts: 0,
            attempt: None,
            events: Vec::new(),
            emitted: 0,
            last_change: Millis::ZERO,
            next_ip: 0,
            ended: false,
        };
        simulation.populate(scenario);
        simulation
    }

    fn populate(&mut self, scenario: Scenario) {
        self.emit(EventKind::Profiles(self.profiles.iter().map(|profile| Rc::new(profile.into())).collect()));
        for class in scenario.classes {
            self.add_class(class);
        }
        for namespace in scenario.namespaces {
            self.objects.namespaces.insert(namespace.metadata.name, namespace.metadata.labels);
        }
        self.objects.claims = scenario.claims;
        for object in scenario.devices {
            self.apply_device(object);
        }
        for object in scenario.storage {
            self.apply_storage(object);
        }
        self.objects.services = scenario.services.into_iter().map(Rc::new).collect();
        for node in scenario.nodes {
            self.add_node(node);
        }
        for budget in scenario.budgets {
            self.apply_budget(budget);
        }
        for (kind, workload) in scenario.selectors {
            self.add_selector(kind, Rc::new(workload));
        }
        for (kind, workload) in scenario.workloads {
            self.add_workload(kind, workload);
        }
        for pod in scenario.pods {
            self.create_pod(pod, Str::default());
        }
        self.mark_pods_of_lost_nodes();
        self.touch_controllers();
        for (index, (at, _)) in scenario.script.iter().enumerate() {
            self.agenda.add(*at, Task::Script(index));
        }
        self.script = scenario.script.into_iter().map(|(_, action)| action).collect();
        self.agenda.add(Millis::ZERO, Task::StartCycle);
    }
}

//! Creates a run from a scenario.

use std::rc::Rc;

use api::{Millis, Str};
use profiles::config::Configuration;
use runlog::{EVENT_LIMIT, EventKind};
use scheduler::{
    framework::{Chooser, SeededChooser},
    groups::GroupRegistry,
    plugins::gang_scheduling::enable_gang_scheduling,
    queue::SchedulingQueue,
};

use super::{
    agenda::Agenda,
    api_server::ApiServer,
    client::{Client, Cluster, Controllers, SetupStage},
    components::{CONTROLLERS, Components},
    disruption::state::DisruptionController,
    event_log::EventLog,
    kube_scheduler::state::KubeScheduler,
    kubectl::state::Kubectl,
    kubelet::state::Kubelets,
    scenario::Scenario,
    settings::Settings,
    simulation::Simulation,
    task::{KubectlTask, SchedulerTask},
    volumes::state::VolumeControllers,
    work_queue::WorkQueue,
};

impl Simulation {
    /// A run whose random draws come from the scenario's seed.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        let chooser = SeededChooser::new(scenario.seed);
        Self::with_chooser(scenario, chooser)
    }

    /// A run with these controllers. If `controllers` is `None`, they are provided when the run [awaits](Simulation::awaits_controllers) them.
    ///
    /// # Panics
    /// If the scenario has no scheduler configuration: a release's default may be in code that is not loaded. Scenarios from manifests have one.
    #[must_use]
    pub fn with_controllers(mut scenario: Scenario, controllers: Option<&'static Controllers>) -> Self {
        assert!(controllers.is_some() || !scenario.needs_controllers(), "whoever runs it has looked");
        let configuration = scenario.configuration.take().expect("how the scheduler is to run");
        let chooser = SeededChooser::new(scenario.seed);
        Self::initialize(scenario, configuration, chooser, controllers)
    }

    /// A run whose random draws come from `chooser`.
    #[must_use]
    pub fn with_chooser(mut scenario: Scenario, chooser: impl Chooser + Clone + 'static) -> Self {
        let configuration = scenario.configuration.take();
        let configuration = configuration.unwrap_or_else(|| Configuration::default_of(scenario.release));
        Self::initialize(scenario, configuration, chooser, Some(&CONTROLLERS))
    }

    fn initialize(
        mut scenario: Scenario,
        configuration: Configuration,
        chooser: impl Chooser + Clone + 'static,
        controllers: Option<&'static Controllers>,
    ) -> Self {
        let release = scenario.release;
        let Configuration { mut profiles, backoff, .. } = configuration;
        for profile in &mut profiles {
            if scenario.gates.gang_scheduling {
                enable_gang_scheduling(profile);
            }
            scenario.add_scripted_plugins(profile);
        }
        let settings = Settings {
            release,
            flow: profiles::flow_policy(release),
            timings: scenario.timings,
            gates: scenario.gates,
            accounting: profiles[0].accounting,
            wording: profiles[0].wording,
            epoch: scenario.epoch.0,
            has_node_lifecycle: scenario.has_node_lifecycle,
        };
        let mut queue = SchedulingQueue::new(profiles::queue_policy(release), backoff);
        queue.groups = GroupRegistry::new(scenario.gates);
        let bind_failures = std::mem::take(&mut scenario.bind_failures);
        let components = Components::new(
            KubeScheduler::new(profiles.into(), queue, bind_failures, Box::new(chooser)),
            Kubelets::new(std::mem::take(&mut scenario.running_jobs)),
            Kubectl::default(),
            DisruptionController::new(scenario.has_no_controllers),
            VolumeControllers::new(std::mem::take(&mut scenario.provision_failures)),
        );
        let api = ApiServer::new(scenario.seed, std::mem::take(&mut scenario.customs));
        let mut simulation = Self {
            cluster: Cluster {
                settings,
                now: Millis::ZERO,
                agenda: Agenda::default(),
                work_queue: WorkQueue::default(),
                api,
                components,
                log: EventLog::default(),
                controllers,
            },
            emitted: 0,
            event_limit: Some(EVENT_LIMIT),
            end_at: scenario.end_at,
            has_ended: false,
        };
        simulation.populate(scenario);
        simulation
    }

    fn populate(&mut self, mut scenario: Scenario) {
        let summaries = self.profiles().iter().map(|profile| Rc::new(profile.into())).collect();
        let mut client = Client::new(&mut self.cluster);
        client.emit(EventKind::Profiles(summaries));
        for class in std::mem::take(&mut scenario.classes) {
            client.apply_class(class);
        }
        self.create_objects(&mut scenario, SetupStage::Nodes);
        let mut client = Client::new(&mut self.cluster);
        for node in std::mem::take(&mut scenario.nodes) {
            client.create_node(node);
        }
        self.create_objects(&mut scenario, SetupStage::Budgets);
        let mut client = Client::new(&mut self.cluster);
        for budget in std::mem::take(&mut scenario.budgets) {
            client.apply_budget(budget);
        }
        self.create_objects(&mut scenario, SetupStage::Pods);
        self.cluster.component::<Kubelets>().judge_initial_pods(&scenario.pods);
        let mut client = Client::new(&mut self.cluster);
        for pod in scenario.pods {
            client.create_pod(pod, Str::default());
        }
        client.mark_pods_of_lost_nodes();
        client.wake_controllers();
        let times: Vec<Millis> = scenario.script.iter().map(|(at, _)| *at).collect();
        let actions = scenario.script.into_iter().map(|(_, action)| action).collect();
        for (index, at) in self.kubectl_mut().add_actions(actions).zip(times) {
            self.cluster.agenda.add(at, KubectlTask::RunAction(index).into());
        }
        self.cluster.agenda.add(Millis::ZERO, SchedulerTask::StartCycle.into());
    }

    fn create_objects(&mut self, scenario: &mut Scenario, stage: SetupStage) {
        if let Some(controllers) = self.cluster.controllers {
            (controllers.create_objects)(&mut self.cluster, scenario, stage);
        }
    }
}

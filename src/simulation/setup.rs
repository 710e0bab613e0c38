//! Sets up a run from its scenario.

use std::rc::Rc;

use api::{Millis, Str};
use manifest::admission::QuotaLedger;
use profiles::config::Configuration;
use runlog::EventKind;
use scheduler::{
    framework::{Chooser, SeededChooser},
    groups::GroupRegistry,
    plugins::gang_scheduling::enable_gang_scheduling,
    queue::SchedulingQueue,
};

use super::{
    agenda::Agenda,
    api_server::ApiServer,
    client::{Client, run_controller_task},
    components::Components,
    disruption::state::DisruptionController,
    event_log::EventLog,
    kube_scheduler::state::KubeScheduler,
    kubectl::state::Kubectl,
    scenario::Scenario,
    settings::Settings,
    simulation::{ControllersFn, Simulation},
    task::{KubectlTask, SchedulerTask},
    volumes::state::VolumeControllers,
    work_queue::WorkQueue,
};

impl Simulation {
    /// Sets up a run.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        let chooser = SeededChooser::new(scenario.seed);
        Self::with_chooser(scenario, chooser)
    }

    /// The same, but without controllers: they are given to the run when it [awaits](Simulation::awaits_controllers) them.
    ///
    /// # Panics
    /// The scenario does not say how the scheduler is to run. That of a text does; what a release does by default may be a late part.
    #[must_use]
    pub fn without_controllers(mut scenario: Scenario) -> Self {
        let configuration = scenario.configuration.take().expect("how the scheduler is to run");
        let chooser = SeededChooser::new(scenario.seed);
        Self::initialize(scenario, configuration, chooser, None)
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
        controllers: Option<ControllersFn>,
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
            node_lifecycle: scenario.node_lifecycle,
        };
        let mut queue = SchedulingQueue::new(profiles::queue_policy(release), backoff);
        queue.groups = GroupRegistry::new(scenario.gates);
        let bind_failures = std::mem::take(&mut scenario.bind_failures);
        let components = Components::new(
            KubeScheduler::new(profiles.into(), queue, bind_failures, Box::new(chooser)),
            Kubectl::default(),
            DisruptionController::new(scenario.without_controllers),
            VolumeControllers::new(std::mem::take(&mut scenario.provision_failures)),
        );
        let api = ApiServer::new(
            scenario.seed,
            std::mem::take(&mut scenario.customs),
            QuotaLedger::new(&scenario.quotas),
            std::mem::take(&mut scenario.limits),
        );
        let mut simulation = Self {
            settings,
            now: Millis::ZERO,
            agenda: Agenda::default(),
            work_queue: WorkQueue::default(),
            api,
            components,
            log: EventLog::default(),
            emitted: 0,
            end_at: scenario.end_at,
            has_ended: false,
            controllers,
        };
        simulation.populate(scenario);
        simulation
    }

    fn populate(&mut self, scenario: Scenario) {
        let summaries = self.profiles().iter().map(|profile| Rc::new(profile.into())).collect();
        let mut client = Client::new(self);
        client.emit(EventKind::Profiles(summaries));
        for class in scenario.classes {
            client.apply_class(class);
        }
        for namespace in scenario.namespaces {
            client.apply_namespace(namespace);
        }
        client.set_initial_objects(scenario.services, scenario.claims);
        for object in scenario.devices {
            client.apply_device(object);
        }
        for object in scenario.storage {
            client.apply_storage(object);
        }
        for node in scenario.nodes {
            client.create_node(node);
        }
        for workload in scenario.gang_workloads {
            client.apply_gang_workload(workload);
        }
        for group in scenario.pod_groups {
            client.apply_pod_group(group);
        }
        for budget in scenario.budgets {
            client.apply_budget(budget);
        }
        for (kind, workload) in scenario.selectors {
            client.list_for_plugins(kind, Rc::new(workload));
        }
        for (kind, workload) in scenario.workloads {
            client.create_workload(kind, workload);
        }
        for pod in scenario.pods {
            client.create_pod(pod, Str::default());
        }
        client.mark_pods_of_lost_nodes();
        client.wake_controllers();
        let times: Vec<Millis> = scenario.script.iter().map(|(at, _)| *at).collect();
        let actions = scenario.script.into_iter().map(|(_, action)| action).collect();
        for (index, at) in self.kubectl_mut().add_actions(actions).zip(times) {
            self.agenda.add(at, KubectlTask::RunAction(index).into());
        }
        self.agenda.add(Millis::ZERO, SchedulerTask::StartCycle.into());
    }
}

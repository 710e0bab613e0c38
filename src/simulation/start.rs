//! How a run begins.

use std::rc::Rc;

use api::admission::Ledger;
use api::{Millis, Set, Str, Table};
use profiles::config::Configuration;
use scheduler::cluster::{NodeTree, Objects, Snapshot};
use scheduler::framework::{Chooser, Dice, Nominator};
use scheduler::queue::SchedulingQueue;

use super::acting::act;
use super::agenda::{Agenda, Task};
use super::controllers::Workloads;
use super::remembered::{Disruptions, NodeLife, VolumeWork};
use super::scenario::Scenario;
use super::state::{Acting, Simulation};
use super::uids::Uids;
use record::What;

impl Simulation {
    /// Sets up a run.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        let dice = Dice::new(scenario.seed);
        Self::with_chooser(scenario, dice)
    }

    /// The same, but whoever takes the run on gives it what acts beside the scheduler when the run
    /// [awaits](Simulation::awaits_acting) it.
    ///
    /// # Panics
    /// The scenario does not say how the scheduler is to run. That of a text does; what a release does by default may be a late part.
    #[must_use]
    pub fn without_acting(mut scenario: Scenario) -> Self {
        let configuration = scenario.configuration.take().expect("how the scheduler is to run");
        let dice = Dice::new(scenario.seed);
        Self::set_up(scenario, configuration, dice, None)
    }

    /// Sets up a run whose random draws come from `chooser`.
    #[must_use]
    pub fn with_chooser(mut scenario: Scenario, chooser: impl Chooser + Clone + 'static) -> Self {
        let configuration = scenario.configuration.take();
        let configuration = configuration.unwrap_or_else(|| Configuration::default_of(scenario.release));
        Self::set_up(scenario, configuration, chooser, Some(act))
    }

    fn set_up(
        mut scenario: Scenario,
        configuration: Configuration,
        chooser: impl Chooser + Clone + 'static,
        acting: Option<Acting>,
    ) -> Self {
        let release = scenario.release;
        let Configuration { mut profiles, backoff, .. } = configuration;
        for profile in &mut profiles {
            scenario.script_plugins(profile);
        }
        let mut simulation = Self {
            release,
            profiles: profiles.into(),
            flow: profiles::flow_policy(release),
            timings: scenario.timings,
            epoch: scenario.epoch.0,
            until: scenario.until,
            now: Millis::ZERO,
            agenda: Agenda::default(),
            script: Rc::default(),
            snapshot: Snapshot::default(),
            tree: NodeTree::default(),
            order: None,
            ghosts: Table::new(),
            objects: Objects::default(),
            classes: Vec::new(),
            pods: Table::new(),
            uids: Uids::default(),
            born: 0,
            nominator: Nominator::default(),
            queue: SchedulingQueue::new(profiles::queue_policy(release), backoff),
            workloads: Workloads::new(scenario.seed),
            node_life: NodeLife::new(scenario.node_life),
            volumes: VolumeWork::new(std::mem::take(&mut scenario.provision_failures)),
            disruptions: Disruptions { without_controllers: scenario.without_controllers, ..Disruptions::default() },
            customs: std::mem::take(&mut scenario.customs).into(),
            quotas: Ledger::new(&scenario.quotas),
            limits: std::mem::take(&mut scenario.limits),
            bindings: Table::new(),
            arrivals: Table::new(),
            bind_failures: std::mem::take(&mut scenario.bind_failures),
            refused: Set::new(),
            claimless: Set::new(),
            start: 0,
            acting,
            deciding: None,
            chooser: Box::new(chooser),
            records: true,
            closely: false,
            attempts: 0,
            attempt: None,
            events: Vec::new(),
            emitted: 0,
            changed: Millis::ZERO,
            next_ip: 0,
            ended: false,
        };
        simulation.populate(scenario);
        simulation
    }

    fn populate(&mut self, scenario: Scenario) {
        self.emit(What::Profiles(self.profiles.iter().map(|profile| Rc::new(profile.into())).collect()));
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
        self.mark_lost_pods();
        self.touch();
        for (index, (at, _)) in scenario.script.iter().enumerate() {
            self.agenda.add(*at, Task::Script(index));
        }
        self.script = scenario.script.into_iter().map(|(_, action)| action).collect();
        self.agenda.add(Millis::ZERO, Task::Cycle);
    }
}

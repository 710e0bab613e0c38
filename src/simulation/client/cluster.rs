//! The simulated cluster, which all components share.

use api::{Millis, NamespacedName, Pod};

use super::{reservation_step::ReservationStep, watchers::Watchers};
use crate::{
    agenda::{Agenda, Due},
    api_server::ApiServer,
    event_log::EventLog,
    ids::PodId,
    scenario::Scenario,
    settings::Settings,
    work_queue::WorkQueue,
};

/// The states of all components. Which components there are is defined above the client, in `components`.
pub(crate) type States = <Cluster as Watchers>::States;

/// The clock, the agenda, the API server and the components. Clones share unchanged data.
#[derive(Clone)]
pub(crate) struct Cluster {
    pub settings: Settings,
    pub now: Millis,
    pub agenda: Agenda,
    pub work_queue: WorkQueue,
    pub api: ApiServer,
    pub components: States,
    pub log: EventLog,
    /// The controllers, if they are loaded.
    pub controllers: Option<&'static Controllers>,
}

/// The entry points of everything besides the scheduler and the kubelets. A program can load [`CONTROLLERS`](crate::CONTROLLERS) on demand.
pub struct Controllers {
    /// Executes a task of a controller or of kubectl.
    pub(crate) run_task: fn(&mut Cluster, Due),
    /// Creates the objects that precede a stage of the setup and that [need the controllers](Scenario::needs_controllers).
    pub(crate) create_objects: fn(&mut Cluster, &mut Scenario, SetupStage),
    /// Lets a kubelet decide about a pod's resize. Only actions of kubectl resize pods.
    pub(crate) try_resize: fn(&mut Cluster, &PodId, Option<&Pod>),
    /// Executes a step of reserving volumes and devices for a pod. Returns whether the binding has to wait.
    pub(crate) handle_reservation: fn(&mut Cluster, &NamespacedName, usize, ReservationStep<'_>) -> bool,
}

/// The objects that are created next in a new run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetupStage {
    Nodes,
    Budgets,
    Pods,
}

impl Cluster {
    pub(crate) fn expect_controllers(&self) -> &'static Controllers {
        self.controllers.unwrap_or_else(|| unreachable!("whoever goes on has looked whether they are there"))
    }
}

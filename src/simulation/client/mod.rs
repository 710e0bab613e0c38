//! The client side of the API server.
//!
//! A component works through a [`Client`]: it reads from the API server, requests changes, records events and schedules tasks. A request changes the
//! API server, records the events of the change, and delivers the change at once to the components that watch it. The client is below all components:
//! it knows the [`Watchers`] only by their trait, which `components::watch` implements.
//!
//! No component calls another or sees its state: a [`Component`] has access to its own state only, and to create one takes the [`Cluster`], which no
//! component has.

mod budgets;
mod cluster;
mod component;
mod devices;
mod groups;
mod namespaces;
mod nodes;
mod notifications;
mod objects;
mod others;
mod pods;
mod reservation_step;
mod storage;
mod watchers;
mod workloads;

use std::ops::Deref;

use api::{Forbidden, Kind, Millis, NamespacedName, Str};
pub use cluster::Controllers;
pub(crate) use cluster::{Cluster, SetupStage, States};
pub(crate) use component::{Component, Parts, State};
pub(crate) use reservation_step::ReservationStep;
use runlog::{EventKind, UpstreamMessage};
pub(crate) use watchers::{PodUpdate, Watchers};

use super::{
    api_server::ApiServer,
    ids::{PodId, WorkloadId},
    settings::Settings,
    task::{SchedulerTask, Task, TaskClass, WorkloadTask},
    work_queue::WorkQueue,
};

/// Access to the API server, the clock and the agenda, for a component.
pub(crate) struct Client<'s> {
    cluster: &'s mut Cluster,
}

impl Deref for Client<'_> {
    type Target = ApiServer;

    fn deref(&self) -> &ApiServer {
        &self.cluster.api
    }
}

impl<'s> Client<'s> {
    pub(crate) fn new(cluster: &'s mut Cluster) -> Self {
        Self { cluster }
    }

    fn api_mut(&mut self) -> &mut ApiServer {
        &mut self.cluster.api
    }

    // Time.

    pub(crate) fn now(&self) -> Millis {
        self.cluster.now
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.cluster.settings
    }

    /// The time of the cluster's clocks: milliseconds since 1970.
    pub(crate) fn wall_clock(&self) -> i64 {
        self.settings().wall_clock(self.now())
    }

    fn put_on_agenda(&mut self, at: Millis, task: Task) {
        self.cluster.agenda.add(at, task);
    }

    /// Whether a task of this class is on the agenda.
    pub(crate) fn has_task(&self, class: TaskClass) -> bool {
        self.cluster.agenda.has(class)
    }

    /// The task that ends the `PreBind` phase of a pod, if the pod is in that phase.
    pub(crate) fn pre_bind_task(&self, pod: &PodId) -> Option<&SchedulerTask> {
        self.cluster.agenda.pre_bind_task(pod)
    }

    /// Cancels the task that ends a pod's wait in `Permit` or its `PreBind` phase.
    pub(crate) fn cancel_wait(&mut self, pod: &PodId) {
        self.cluster.agenda.cancel_wait(pod);
    }

    // Work queues of the workload controllers.

    pub(crate) fn work_queue(&self) -> &WorkQueue {
        &self.cluster.work_queue
    }

    pub(crate) fn work_queue_mut(&mut self) -> &mut WorkQueue {
        &mut self.cluster.work_queue
    }

    /// Queues a workload for its controller, because it or one of its pods changed; for a ReplicaSet also its Deployment.
    pub(crate) fn queue_workload(&mut self, id: WorkloadId) {
        let Cluster { work_queue, api, .. } = &mut *self.cluster;
        let Some(stored) = api.workloads().get(id) else { return };
        work_queue.add(id);
        if let Some(parent) = stored.owner.as_ref().and_then(|owner| api.workloads().id_of_uid(owner)) {
            work_queue.add(parent);
        }
    }

    /// Queues the workload with this uid, and for a ReplicaSet its Deployment.
    pub(crate) fn queue_owner(&mut self, uid: &Str) {
        if let Some(id) = self.workloads().id_of_uid(uid) {
            self.queue_workload(id);
        }
    }

    /// Moves a task of a workload's controller from one time to another.
    pub(crate) fn reschedule_workload(&mut self, before: Millis, at: Millis, task: &WorkloadTask) {
        self.cluster.agenda.cancel(before, task.clone().into());
        self.put_on_agenda(at, task.clone().into());
    }

    // Events.

    /// Records an event of the run.
    pub(crate) fn emit(&mut self, what: EventKind) {
        let Cluster { log, now, .. } = &mut *self.cluster;
        log.push(*now, what);
    }

    /// Records a Kubernetes `Event`, as `kubectl get events` lists it.
    pub(crate) fn record_message(&mut self, kind: Kind, name: &str, is_warning: bool, reason: &str, text: Str) {
        let about = format!("{kind}/{name}").into();
        self.emit(EventKind::Message { about, is_warning, reason: reason.into(), text });
    }

    /// Records a Kubernetes `Event` about a workload.
    pub(crate) fn record_workload_message(&mut self, id: WorkloadId, is_warning: bool, reason: &str, text: Str) {
        let Some(stored) = self.workloads().get(id) else { return };
        let (kind, name) = (stored.kind, NamespacedName::of(&stored.workload.metadata));
        self.record_message(kind.kind(), &name, is_warning, reason, text);
    }

    /// Records a line that kubectl prints, to standard error if `is_warning`.
    pub(crate) fn print_line(&mut self, is_warning: bool, text: String) {
        self.emit(EventKind::Printed { is_warning, text: text.into() });
    }

    /// The API server's message for a request that admission forbids.
    pub(crate) fn forbidden_message(&self, resource: &str, name: &str, why: &Forbidden) -> Str {
        UpstreamMessage::Forbidden { resource, name, reason: why }.render_with(self.settings().wording)
    }

    fn print_forbidden(&mut self, resource: &str, name: &str, why: &Forbidden) {
        let text = self.forbidden_message(resource, name, why);
        self.print_line(true, format!("Error from server (Forbidden): {text}"));
    }
}

//! Default constraints, and their selector: the conjunction of the selectors of the services and workloads that the pod
//! belongs to. Upstream: `DefaultSelector`.

use api::{Labels, TopologySpreadConstraint, Workload, WorkloadKind};

use super::constraint::{HOSTNAME, PodSelection, SOFT, ZONE};
use crate::framework::CycleCtx;

/// The constraints of pods that define none.
#[derive(Clone, Debug, PartialEq)]
pub enum DefaultConstraints {
    /// `ScheduleAnyway` over host names (`maxSkew` 3) and zones (`maxSkew` 5).
    System,
    /// `defaultConstraints` of the scheduler's configuration.
    List(Vec<TopologySpreadConstraint>),
}

/// Which workloads contribute to the selector of default constraints, in addition to the services that select the pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectorSources {
    /// All replication controllers, replica sets and stateful sets that select the pod.
    Selecting,
    /// The workload that controls the pod.
    Controller,
}

/// Returns the selection of default constraints; it is empty if no service or workload selects the pod.
pub(super) fn default_selection<'c>(cycle: &CycleCtx<'c>, selector_sources: SelectorSources) -> PodSelection<'c> {
    let (pod, objects) = (cycle.pod, cycle.objects);
    let services = objects.services.iter().filter(|service| service.metadata.namespace == *pod.namespace());
    let labels = services
        .filter_map(|service| service.spec.selector.as_ref())
        .filter(|selector| pod.labels().contains_all(selector))
        .flat_map(Labels::iter)
        .collect();
    let kinds = [
        (WorkloadKind::ReplicationController, &objects.replication_controllers),
        (WorkloadKind::ReplicaSet, &objects.replica_sets),
        (WorkloadKind::StatefulSet, &objects.stateful_sets),
    ];
    let controller = pod.pod.metadata.controller();
    let owns = |kind: WorkloadKind, workload: &Workload| match selector_sources {
        SelectorSources::Controller => controller.is_some_and(|owner| {
            owner.api_version == kind.api_version() && owner.kind == kind.name() && owner.name == workload.metadata.name
        }),
        SelectorSources::Selecting => {
            workload.spec.selector.as_ref().is_some_and(|selector| {
                !pod.labels().is_empty() && !selector.is_empty() && selector.matches(pod.labels())
            })
        }
    };
    let mut selectors = Vec::new();
    for (kind, workloads) in kinds {
        let workloads_of_namespace =
            workloads.iter().filter(|workload| workload.metadata.namespace == *pod.namespace());
        let owning = workloads_of_namespace.filter(|workload| owns(kind, workload));
        selectors.extend(owning.filter_map(|workload| workload.spec.selector.as_ref()));
    }
    PodSelection { selectors, labels, selects_nothing: false }
}

/// Returns the constraints of [`DefaultConstraints::System`].
pub(super) fn system_defaults() -> [TopologySpreadConstraint; 2] {
    [(HOSTNAME, 3), (ZONE, 5)].map(|(key, max_skew)| TopologySpreadConstraint {
        max_skew,
        topology_key: key.into(),
        when_unsatisfiable: SOFT,
        ..TopologySpreadConstraint::default()
    })
}

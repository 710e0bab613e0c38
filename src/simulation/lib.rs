//! Runs a scenario in virtual time; everything that happens becomes an event.
//!
//! A run has the parts of a cluster. [`Simulation`] owns the clock, the agenda, the API server and the components; each call of [`Simulation::step`]
//! executes one task and returns the events that the task caused.
//!
//! | part | upstream | module |
//! |---|---|---|
//! | API server | `kube-apiserver` | `api_server`: storage and admission; `client`: requests |
//! | scheduler | `pkg/scheduler` | `kube_scheduler`, around the cycle of the crate [`scheduler`] |
//! | kubelets | `pkg/kubelet` | `kubelet` |
//! | node lifecycle controller | `pkg/controller/nodelifecycle` | `node_lifecycle`, `node_conditions` |
//! | taint eviction controller | `pkg/controller/tainteviction` | `taint_eviction` |
//! | pod garbage collector | `pkg/controller/podgc` | `pod_gc` |
//! | disruption controller | `pkg/controller/disruption` | `disruption` |
//! | workload controllers | `pkg/controller/{deployment,replicaset,…}` | `controllers`, with a common `work_queue` |
//! | volume controllers | `pkg/controller/volume` | `volumes` |
//! | resource claim controller | `pkg/controller/resourceclaim` | `resource_claim` |
//! | kubectl | `kubectl` | `kubectl`: executes the actions of a script |
//!
//! A component's state is private to its module. It reads and writes everything else through a `Client` of the API server, which also notifies it of
//! changes; `components` says which components there are, which of them is notified of what, and which of them does a task. What a component will do later is a task on the agenda; each component has its own kind of task (`task`), and the order
//! of all tasks within an instant is one list there.
//!
//! Time is virtual, in `Millis`, whose sums saturate. The agenda is ordered by time, then by the task's rank, then by name, so equal scenarios
//! produce equal events. The caller runs a `Simulation` step by step, so that a worker can stream events, report progress and stop. All randomness
//! goes through one `Chooser` with a stated purpose, backed by a seeded generator or, in the conformance tests, by upstream's recorded choices.

mod action;
mod admission_failure;
mod agenda;
mod api_server;
mod client;
mod components;
mod controllers;
mod disruption;
mod event_log;
mod from_manifest;
mod ids;
mod inferred_owners;
mod invariants;
mod kube_scheduler;
mod kubectl;
mod kubelet;
mod node_conditions;
mod node_lifecycle;
mod pod_gc;
mod replay;
mod resource_claim;
mod scenario;
mod settings;
mod setup;
mod simulation;
mod steps;
mod taint_eviction;
mod task;
#[cfg(test)]
mod test_run;
mod volumes;
mod work_queue;

pub use action::{ClusterAction, Drain, LabelChanges, Readiness};
pub use agenda::Due;
pub use client::Controllers;
pub use components::CONTROLLERS;
pub use controllers::should_run_daemon;
pub use kubectl::NeededFlag;
pub use replay::Replay;
pub use scenario::{Scenario, Timings};
pub use simulation::Simulation;

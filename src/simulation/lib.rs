//! Runs a scenario in virtual time; everything that happens becomes an event.
//!
//! A run has the parts that a cluster has. [`Simulation`] keeps the clock, the agenda, the API server and the components; each call of
//! [`Simulation::step`] does one task and gives the events of it.
//!
//! | part | upstream | module |
//! |---|---|---|
//! | API server | `kube-apiserver` | `api_server`: what is stored and admitted; `client`: requests, and who hears of a change |
//! | scheduler | `pkg/scheduler` | `kube_scheduler`, around the cycle of the crate [`scheduler`] |
//! | kubelets | `pkg/kubelet` | `kubelet` |
//! | node lifecycle controller | `pkg/controller/nodelifecycle` | `node_lifecycle`, `node_conditions` |
//! | taint eviction controller | `pkg/controller/tainteviction` | `taint_eviction` |
//! | pod garbage collector | `pkg/controller/podgc` | `pod_gc` |
//! | disruption controller | `pkg/controller/disruption` | `disruption` |
//! | controllers of workloads | `pkg/controller/{deployment,replicaset,…}` | `controllers`, with a common `work_queue` |
//! | volume controllers | `pkg/controller/volume` | `volumes` |
//! | resource claim controller | `pkg/controller/resourceclaim` | `resource_claim` |
//! | kubectl | `kubectl` | `kubectl`: the actions of a script |
//!
//! A component's state is private to its module. It reads and writes everything else through a `Client` of the API
//! server, and hears of changes from it (`client::watch`). What it is going to do stands on the agenda as a task of its own kind (`task`),
//! where the order of all tasks within an instant is listed.
//!
//! Virtual time only, in `Millis`, whose sums never wrap. The agenda is ordered by time, then by
//! rank of the task, then by name, so equal scenarios give equal events. Whoever runs a `Simulation` takes it step by step,
//! which is how a worker streams, shows progress and stops. Chance goes through one `Chooser` with a purpose; a seeded
//! generator of our own answers it, or, in the conformance tests, upstream's recorded choice.

mod action;
mod agenda;
mod api_server;
mod client;
mod components;
mod controller_table;
mod controllers;
mod disruption;
mod event_log;
mod from_manifest;
mod inferred_owners;
mod invariants;
mod kube_scheduler;
mod kubectl;
mod kubelet;
mod node_conditions;
mod node_lifecycle;
mod pod_gc;
mod rare_objects;
mod replay;
mod resource_claim;
mod scenario;
mod settings;
mod setup;
mod simulation;
mod steps;
mod taint_eviction;
mod task;
mod volumes;
mod work_queue;

pub use action::{Action, Drain, LabelChanges, Readiness};
pub use agenda::Due;
pub use controller_table::CONTROLLERS;
pub use controllers::should_run_daemon;
pub use kubectl::NeededFlag;
pub use replay::Replay;
pub use scenario::{Scenario, Timings};
pub use simulation::{Controllers, Simulation};

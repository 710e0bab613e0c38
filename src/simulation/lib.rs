//! Runs a scenario in virtual time; everything that happens becomes an event.
//!
//! [`Simulation`] (`state`) holds the cluster's true state, the scheduler's queue, the agenda and what each part remembers
//! (`component_state`). `setup` sets it up from a [`Scenario`]; each call of [`Simulation::step`] (`steps`) does one task and gives the
//! events of it. `agenda` orders tasks; `cluster` changes objects and tells the queue; `cycle` runs the scheduler and `binding`
//! brings its decisions to the API server; `controllers` and `disruption` do what the controllers of a real cluster do. These
//! files add to [`Simulation`], and none of them is known to the one that declares it.
//!
//! Virtual time only, in `Millis`, whose sums never wrap. The agenda is ordered by time, then by
//! kind of task, then by name, so equal scenarios give equal events. Whoever runs a `Simulation` takes it step by step,
//! which is how a worker streams, shows progress and stops. Chance goes through one `Chooser` with a purpose; a seeded
//! generator of our own answers it, or, in the conformance tests, upstream's recorded choice.
//!
//! Around the scheduler, called from `controllers_entry` and each in a file of its own: `controllers` (deployments that roll over, replica sets, stateful
//! sets, daemon sets, jobs), `disruption` and `expected_scale` (budgets), `eviction` (the Eviction API), `drain` (`kubectl drain`), `node_lifecycle`
//! (kubelets, `NoExecute` taints, pods without a node), `zones` (nodes that fall silent, and how fast a zone is tainted),
//! `kubectl_edit` (what a person changes), `not_found` (what is not there to
//! be changed), `api_errors` (what the API server refuses). `tests/engine/life` tells
//! what they do; `tests/stories/` tells every built-in scenario from its first event to its last.
//!
//! `volumes` holds the volume controllers of a run, and what the scheduler does for a claim between its decision and
//! the binding. The scheduler's own rules about volumes are plugins like any other; they look up `Storage`, and a
//! `NodeState` lists those of its pods that have volumes, so that clusters without volumes pay nothing. A disk of a
//! cloud's old plugin is read as the volume of the driver that took over, in the scheduler's `cluster::migration`.

mod action;
mod agenda;
mod api_errors;
mod binding;
mod cluster;
mod component_state;
mod controllers;
mod controllers_entry;
mod cycle;
mod devices;
mod disruption;
mod drain;
mod eviction;
mod expected_scale;
mod from_manifest;
mod inferred_owners;
mod invariants;
mod kubectl_edit;
mod node_lifecycle;
mod not_found;
mod pod_identity;
mod quotas;
mod replay;
mod scenario;
mod setup;
mod state;
mod steps;
mod uids;
mod volumes;
mod zone_state;
mod zones;

pub use action::{Action, Drain, LabelChanges, Readiness};
pub use agenda::Due;
pub use controllers::should_run_daemon;
pub use controllers_entry::run_controller_task;
pub use from_manifest::release_of;
pub use replay::Replay;
pub use scenario::{Scenario, Timings};
pub use state::{ControllersFn, Simulation};

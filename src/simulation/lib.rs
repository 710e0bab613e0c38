//! Virtual time: a scenario runs, and everything that happens becomes an event.
//!
//! [`Simulation`] (`state`) holds the cluster's true state, the scheduler's queue, the agenda and what each part remembers
//! (`remembered`). `start` sets it up from a [`Scenario`]; each call of [`Simulation::step`] (`run`) does one task and gives the
//! events of it. `agenda` orders tasks; `cluster` changes objects and tells the queue; `cycle` runs the scheduler and `binding`
//! brings its decisions to the API server; `controllers` and `disruption` do what the controllers of a real cluster do. These
//! files add to [`Simulation`], and none of them is known to the one that declares it.
//!
//! Virtual time only, in `Millis`, whose sums never wrap. The agenda is ordered by time, then by
//! kind of task, then by name, so equal scenarios give equal events. Whoever runs a `Simulation` takes it step by step,
//! which is how a worker streams, shows progress and stops. Chance goes through one `Chooser` with a purpose; a seeded
//! generator of our own answers it, or, in the conformance tests, upstream's recorded choice.
//!
//! Around the scheduler, called from `acting` and each in a file of its own: `controllers` (deployments that roll over, replica sets, stateful
//! sets, daemon sets, jobs), `disruption` and `scale` (budgets), `eviction` (the Eviction API), `drain` (`kubectl drain`), `node_life`
//! (kubelets, `NoExecute` taints, pods without a node), `zones` (nodes that fall silent, and how fast a zone is tainted),
//! `edits` (what a person changes), `absent` (what is not there to
//! be changed), `refusals` (what the API server refuses). `tests/engine/life` tells
//! what they do; `tests/stories/` tells every built-in scenario from its first event to its last.
//!
//! `volumes` holds the volume controllers of a run, and what the scheduler does for a claim between its decision and
//! the binding. The scheduler's own rules about volumes are plugins like any other; they look up `Storage`, and a
//! `NodeState` lists those of its pods that have volumes, so that clusters without volumes pay nothing. A disk of a
//! cloud's old plugin is read as the volume of the driver that took over, in the scheduler's `cluster::migration`.

mod absent;
mod acting;
mod action;
mod agenda;
mod assumed;
mod binding;
mod cluster;
mod controllers;
mod cycle;
mod devices;
mod disruption;
mod drain;
mod edits;
mod eviction;
mod from_manifest;
mod identity;
mod invariants;
mod node_life;
mod quotas;
mod refusals;
mod remembered;
mod replay;
mod run;
mod scale;
mod scenario;
mod start;
mod state;
mod uids;
mod volumes;
mod watched;
mod zones;

pub use acting::act;
pub use action::{Action, Drain, LabelChanges, Readiness};
pub use agenda::Due;
pub use controllers::runs_daemons;
pub use from_manifest::release_of;
pub use replay::Replay;
pub use scenario::{Scenario, Timings};
pub use state::{Acting, Simulation};

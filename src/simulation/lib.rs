//! Virtual time: a scenario runs, and everything that happens becomes an event.
//!
//! [`Simulation`] (`state`) holds the cluster's true state, the scheduler's queue, the agenda and what each part remembers
//! (`remembered`). `start` sets it up from a [`Scenario`]; each call of [`Simulation::step`] (`run`) does one task and gives the
//! events of it. `agenda` orders tasks; `cluster` changes objects and tells the queue; `cycle` runs the scheduler and `binding`
//! brings its decisions to the API server; `controllers` and `disruption` do what the controllers of a real cluster do. These
//! files add to [`Simulation`], and none of them is known to the one that declares it.

mod action;
mod agenda;
mod binding;
mod cluster;
mod controllers;
mod cycle;
mod disruption;
mod edits;
mod eviction;
mod from_manifest;
mod identity;
mod node_life;
mod quotas;
mod remembered;
mod replay;
mod run;
mod scenario;
mod start;
mod state;
mod uids;
mod volumes;

pub use action::{Action, Drain, LabelChanges, Readiness};
pub use controllers::runs_daemons;
pub use replay::Replay;
pub use scenario::{Scenario, Timings};
pub use state::Simulation;

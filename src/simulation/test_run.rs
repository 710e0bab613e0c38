//! Runs manifests in unit tests.

use api::Millis;
use runlog::{Event, EventKind};

use crate::{Scenario, Simulation};

/// Runs a manifest until a time in seconds. Returns the simulation and all events.
pub(crate) fn run_until(text: &str, seconds: u64) -> (Simulation, Vec<Event>) {
    let manifest = manifest::load(text).unwrap_or_else(|findings| panic!("{findings:?}\n{text}"));
    let mut scenario = Scenario::from_manifest(&manifest).unwrap_or_else(|findings| panic!("{findings:?}\n{text}"));
    scenario.end_at = Some(Millis::from_seconds(seconds));
    let mut simulation = Simulation::new(scenario);
    let mut all = Vec::new();
    while let Some(events) = simulation.step() {
        all.extend(events);
    }
    (simulation, all)
}

/// The times of the Kubernetes events with this reason.
pub(crate) fn times_of(events: &[Event], wanted: &str) -> Vec<Millis> {
    let has_reason = |event: &&Event| matches!(&event.what, EventKind::Message { reason, .. } if *reason == *wanted);
    events.iter().filter(has_reason).map(|event| event.at).collect()
}

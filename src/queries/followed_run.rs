//! A copy of a run that an answer follows step by step, up to a limit.

use api::Millis;
use protocol::Extent;
use runlog::{Ending, Event, EventKind};
use simulation::Simulation;

/// A copy of a run, followed from a moment on.
#[derive(Clone)]
pub(super) struct FollowedRun {
    run: Simulation,
    /// Only events from this moment on count.
    from: Millis,
    event_count: usize,
    /// The largest number of events that are followed from that moment on.
    max_events: usize,
    ending: Option<Ending>,
}

/// The result of a step.
pub(super) enum FollowedStep {
    /// The events of the step, from the moment on; may be empty.
    Events(Vec<Event>),
    /// The copy ended or reached the limit. A report that something did not happen must take the extent into account.
    Stopped(Extent),
}

impl FollowedRun {
    /// Follows `run` until `max_events` events have happened from the virtual time `from` on.
    pub(super) fn new(run: Simulation, from: Millis, max_events: usize) -> Self {
        Self { run, from, event_count: 0, max_events, ending: None }
    }

    /// Performs the next task of the run.
    pub(super) fn step(&mut self) -> FollowedStep {
        if self.is_limit_reached() {
            return FollowedStep::Stopped(self.extent());
        }
        let Some(mut events) = self.run.step() else { return FollowedStep::Stopped(self.extent()) };
        if let Some(EventKind::End(ending)) = events.last().map(|event| &event.what) {
            self.ending = Some(*ending);
        }
        events.retain(|event| event.at >= self.from);
        self.event_count += events.len();
        FollowedStep::Events(events)
    }

    fn is_limit_reached(&self) -> bool {
        self.event_count > self.max_events
    }

    /// How far it was followed.
    pub(super) fn extent(&self) -> Extent {
        match self.ending {
            Some(ending) if ending.is_end_of_run() => Extent::ToEnd,
            _ => Extent::Until(self.run.now().saturating_since(self.from)),
        }
    }

    pub(super) fn run(&self) -> &Simulation {
        &self.run
    }

    pub(super) fn run_mut(&mut self) -> &mut Simulation {
        &mut self.run
    }

    /// Continues the run beyond its end, after performing `actions`, with a new limit.
    pub(super) fn resume(mut self, actions: Vec<simulation::ClusterAction>, max_events: usize) -> Self {
        self.run.resume(actions);
        Self { event_count: 0, max_events, ending: None, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load;

    /// How far a run of the manifest is followed.
    fn extent_of(text: &str, max_events: usize) -> Extent {
        let (_, scenario) = load::load_scenario(text, None).unwrap_or_else(|findings| panic!("{findings:?}"));
        let mut run = FollowedRun::new(Simulation::new(scenario), Millis::ZERO, max_events);
        loop {
            if let FollowedStep::Stopped(extent) = run.step() {
                return extent;
            }
        }
    }

    #[test]
    fn only_the_end_of_the_run_is_its_end() {
        let node = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 1, memory: 4Gi, pods: 9}}\n---\n";
        let pod = |name: &str, spec: &str| {
            format!("kind: Pod\nmetadata: {{name: {name}}}\nspec: {{{spec}containers: [{{name: c}}]}}\n---\n")
        };
        let quiet = [node, &pod("p", "")].concat();
        let lasting =
            [node, &pod("p", "nodeSelector: {no: where}, "), "kind: Scenario\ndurationSeconds: 900\n"].concat();
        // Each pod that its ReplicaSet creates names a node of another architecture.
        let rejecting = [
            node,
            "kind: ReplicaSet\nmetadata: {name: r}\nspec: {replicas: 1, selector: {matchLabels: {app: r}}, template: {metadata: {labels: {app: \
             r}}, spec: {nodeName: a, nodeSelector: {no: where}, containers: [{name: c}]}}}\n",
        ]
        .concat();
        for (text, max_events, expected) in [
            (&quiet, 1000, true),
            (&quiet, 3, false),
            (&lasting, 100_000, true),
            (&lasting, 4, false),
            (&rejecting, 100_000, false),
        ] {
            let extent = extent_of(text, max_events);
            assert_eq!(extent == Extent::ToEnd, expected, "{max_events} {extent:?}\n{text}");
        }
    }
}

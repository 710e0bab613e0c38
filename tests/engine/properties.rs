//! Properties of the scheduler, checked on random clusters.

use std::rc::Rc;

use proptest::prelude::*;
use random::{RandomCluster, cluster, node, pod, scenario, small};
use schedscope::{
    api::{PodPhase, resources::Resource},
    profiles::default_profile,
    runlog::{Attempt, AttemptOutcome, Queue, Recorder, Silent},
    scheduler::{
        Context, RecordDepth, ScheduleResult,
        cluster::{Objects, PodInfo, Snapshot},
        framework::{ExtenderWait, FirstChooser, Nominator, Profile, SeededChooser},
        schedule_pod,
    },
    simulation::Simulation,
    trace::{Frame, Phase},
};

use crate::support::{random, telling_cases::check_telling_cases};

struct Built {
    profile: Profile,
    snapshot: Snapshot,
    incoming: PodInfo,
}

impl RandomCluster {
    fn build(&self) -> Built {
        let profile = default_profile(self.release);
        let mut snapshot = Snapshot::default();
        for (at, (cpu, pods)) in self.nodes.iter().enumerate() {
            let name = format!("n{at}");
            let ix = snapshot.add_node(Rc::new(node(&name, *cpu)));
            for (number, small) in pods.iter().enumerate() {
                let pod = pod(&format!("{name}-{number}"), small, Some(&name));
                snapshot.add_pod(ix, Rc::new(PodInfo::new(Rc::new(pod), &profile.accounting)));
            }
        }
        let incoming = PodInfo::new(Rc::new(pod("incoming", &self.incoming, None)), &profile.accounting);
        Built { profile, snapshot, incoming }
    }
}

impl Built {
    fn decide(&self, snapshot: &Snapshot) -> (ScheduleResult, Attempt) {
        let mut attempt = Attempt::default();
        let decision = self.decide_from(snapshot, &mut 0, &mut attempt);
        (decision, attempt)
    }

    fn decide_from<R: Recorder>(&self, snapshot: &Snapshot, start: &mut usize, recorder: &mut R) -> ScheduleResult {
        let (objects, nominator) = (Objects::default(), Nominator::default());
        let context = Context {
            profile: &self.profile,
            pod: &self.incoming,
            nominated_node: None,
            member: None,
            weights: &[],
            snapshot,
            objects: &objects,
            nominator: &nominator,
            order: None,
            extender_wait: &ExtenderWait::default(),
            record_depth: RecordDepth::Evidence,
        };
        schedule_pod(&context, start, &mut FirstChooser, recorder)
    }

    fn fits(&self, snapshot: &Snapshot, node: usize) -> bool {
        let (_, attempt) = self.decide(snapshot);
        attempt.filter.iter().any(|record| record.node == node && record.is_feasible())
    }
}

/// The preemptor fits without the victims, but not if any single victim is added back.
#[test]
fn victims_are_sufficient_and_minimal() {
    check_telling_cases(300, 10, cluster(), |cluster| {
        let built = cluster.build();
        let ScheduleResult::Failed(failure) = built.decide(&built.snapshot).0 else { return Ok(false) };
        let Some(room) = failure.preemption_plan else { return Ok(false) };
        let mut without = built.snapshot.clone();
        for victim in &room.victims {
            without.remove_pod(room.node, victim.uid());
        }
        prop_assert!(built.fits(&without, room.node));
        for victim in &room.victims {
            let mut with_one = without.clone();
            with_one.add_pod(room.node, Rc::clone(victim));
            prop_assert!(!built.fits(&with_one, room.node), "{} need not go", victim.pod.key());
        }
        Ok(!room.victims.is_empty())
    });
}

/// Every raw score is the sum of its evidence, and every total is the sum of the weighted scores.
#[test]
fn evidence_adds_up() {
    check_telling_cases(300, 40, cluster(), |cluster| {
        let built = cluster.build();
        let (_, attempt) = built.decide(&built.snapshot);
        for (column, total) in attempt.scores.totals.iter().enumerate() {
            let mut sum = 0;
            for row in &attempt.scores.rows {
                prop_assert_eq!(row.evidence[column].total(), row.raw[column]);
                sum += row.normalized[column] * row.weight;
            }
            prop_assert_eq!(sum, *total);
        }
        if let AttemptOutcome::Scheduled { node, ties } = &attempt.outcome {
            prop_assert!(ties.contains(node));
        }
        Ok(attempt.scores.totals.len() > 1)
    });
}

/// A cycle without a recorder takes short cuts, and has the same result: with pods that are placed one after the other, because each node keeps its last
/// answers, and from whatever node the search begins.
#[test]
fn nothing_depends_on_a_recorder() {
    let input = (cluster(), prop::collection::vec(small(), 1..6), 0..5_usize);
    check_telling_cases(300, 60, input, |(cluster, arrivals, start)| {
        let mut built = cluster.build();
        let (mut recorded_start, mut silent_start, mut placed) = (start, start, 0);
        for number in 0..arrivals.len() {
            // Every other pod is like the one before.
            let pod = pod(&format!("arrival-{number}"), &arrivals[number - number % 2], None);
            built.incoming = PodInfo::new(Rc::new(pod), &built.profile.accounting);
            let result = built.decide_from(&built.snapshot, &mut recorded_start, &mut Attempt::default());
            let silent_result = built.decide_from(&built.snapshot, &mut silent_start, &mut Silent);
            prop_assert_eq!(format!("{silent_result:?}"), format!("{result:?}"));
            prop_assert_eq!(silent_start, recorded_start);
            if let ScheduleResult::Scheduled { node, .. } = result {
                let incoming = PodInfo::new(Rc::clone(&built.incoming.pod), &built.profile.accounting);
                built.snapshot.add_pod(node, Rc::new(incoming));
                placed += 1;
            }
        }
        Ok(placed > 0)
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Repeating a cycle gives the same result.
    #[test]
    fn a_cycle_is_deterministic(cluster in cluster()) {
        let (one, two) = (cluster.build(), cluster.build());
        prop_assert_eq!(one.decide(&one.snapshot).1, two.decide(&two.snapshot).1);
    }

    /// Adding a node does not change the other nodes' verdicts.
    #[test]
    fn verdicts_do_not_depend_on_other_nodes(cluster in cluster(), cpu in 20..60_u32) {
        let built = cluster.build();
        let mut more = built.snapshot.clone();
        more.add_node(Rc::new(node("one-more", cpu)));
        let (_, before) = built.decide(&built.snapshot);
        let (_, after) = built.decide(&more);
        prop_assert_eq!(before.filter.len(), cluster.nodes.len());
        for record in &before.filter {
            prop_assert!(after.filter.contains(record));
        }
    }

    /// After every step of a run, the state folded from its events equals the engine's own state.
    #[test]
    fn the_folded_trace_equals_the_engines_state(
        cluster in cluster(),
        arrivals in prop::collection::vec((0..40_u64, small()), 0..8),
        removals in prop::collection::vec((0..40_u64, 0..5_usize, 0..5_usize), 0..3),
        replicas in 0..4_i32,
        seed in any::<u64>(),
    ) {
        let scenario = || scenario(&cluster, &arrivals, &removals, replicas, seed);
        let mut simulation = Simulation::new(scenario());
        let (mut frame, mut events) = (Frame::default(), Vec::new());
        while let Some(more) = simulation.step() {
            for event in &more {
                frame.apply_event(event);
            }
            events.extend(more);
            same(&frame, &simulation)?;
        }
        let (_, again) = Simulation::with_chooser(scenario(), SeededChooser::new(seed)).run_to_end();
        prop_assert_eq!(&events, &again, "a run is deterministic");
    }
}

/// Compares the state folded from a log with the state of its simulation.
fn same(frame: &Frame, simulation: &Simulation) -> Result<(), TestCaseError> {
    prop_assert_eq!(simulation.pods().count(), frame.pods.len());
    for (key, pod) in simulation.pods() {
        let view = &frame.pods[key];
        let node = Some(&pod.spec.node_name).filter(|name| !name.is_empty());
        prop_assert_eq!(view.bound_to(), node);
        let nominated = Some(&pod.status.nominated_node_name).filter(|name| !name.is_empty());
        prop_assert_eq!(view.nominated.as_ref(), nominated);
        prop_assert_eq!(view.phase == Phase::Terminating, pod.is_terminating());
        prop_assert_eq!(view.phase == Phase::Running, pod.status.phase == PodPhase::Running && !pod.is_terminating());
        let queue = simulation.queue().place(key).map(Queue::from);
        prop_assert_eq!(view.queue, queue);
        if queue.is_some() {
            prop_assert_eq!(view.attempts, simulation.queue().attempts(key));
        }
        let backoff = simulation.queue().backoff_until(key).filter(|_| queue == Some(Queue::Backoff));
        if queue != Some(Queue::Unschedulable) {
            prop_assert_eq!(view.backoff_until, backoff, "{}", key);
        }
    }
    for budget in simulation.budgets() {
        let key = format!("{}/{}", budget.metadata.namespace, budget.metadata.name);
        prop_assert_eq!(&*frame.budgets[key.as_str()], budget);
    }
    let accounting = simulation.profiles()[0].accounting;
    for (key, view) in frame.pods.iter().filter(|(_, view)| view.node.is_none()) {
        let info = PodInfo::new(Rc::clone(&view.pod), &accounting);
        prop_assert_eq!(view.requests(), info.request, "{} while it looks for a node", key);
        prop_assert_eq!(
            view.amount_kept(&Resource::Cpu),
            info.bound_request.milli_cpu,
            "{} while it is nominated",
            key
        );
    }
    for node in simulation.nodes() {
        for info in node.pods() {
            prop_assert_eq!(frame.pods[&*info.pod.key()].requests(), info.bound_request.clone(), "on {}", node.name());
        }
        let drawn = &frame.nodes[node.name()];
        let sum = |resource: &Resource| drawn.pods().map(|pod| frame.pods[pod].amount_of(resource)).sum::<i64>();
        let requested = &node.requested;
        prop_assert_eq!(
            (sum(&Resource::Cpu), sum(&Resource::Memory)),
            (requested.milli_cpu, requested.memory),
            "{}",
            node.name()
        );
    }
    for node in frame.nodes.values() {
        for pod in node.pods() {
            prop_assert_eq!(frame.pods[pod].node.as_ref(), Some(&node.node.metadata.name));
        }
    }
    Ok(())
}

//! Compares the fold of a run's log with the state of the run. Runs only in builds with debug assertions, such as tests and the fuzzer.

use api::Set;
use runlog::Queue;
use simulation::Simulation;
use trace::Trace;

/// Compares the whole log with the current state of the run.
pub(crate) fn check_trace(trace: &Trace, simulation: &Simulation) {
    let frame = trace.frame_at(trace.events().len());
    assert!(frame.now == simulation.now(), "the fold stands at the time of the run");
    assert!(simulation.pods().count() == frame.pods.len(), "the fold has the pods of the run");
    for (key, pod) in simulation.pods() {
        let view = frame.pods.get(key).expect("the fold has each pod of the run");
        let non_empty = |name| Some(name).filter(|name: &&api::Str| !name.is_empty());
        let queue = simulation.queue().place(key).map(Queue::from);
        assert!(view.bound_to() == non_empty(&pod.spec.node_name), "the fold knows where a pod is bound");
        assert!(
            view.nominated.as_ref() == non_empty(&pod.status.nominated_node_name),
            "the fold knows where a pod is nominated"
        );
        assert!(view.queue == queue, "the fold knows in which queue a pod waits");
        assert!(
            queue.is_none() || view.attempts == simulation.queue().attempts(key),
            "the fold knows how often a waiting pod was tried"
        );
        assert!(view.deletion.is_some() <= pod.is_terminating(), "a pod that the fold sees going is going");
    }
    assert!(simulation.nodes().count() == frame.nodes.len(), "the fold has the nodes of the run");
    for node in simulation.nodes() {
        let pods: Set<_> = node.pods().iter().map(|pod| pod.pod.key()).collect();
        let folded = frame.nodes.get(node.name()).map(|view| view.pods().cloned().collect::<Set<_>>());
        assert!(folded.as_ref() == Some(&pods), "the fold knows the pods of a node");
    }
    assert!(
        simulation.budgets().all(|budget| frame.budgets.values().any(|folded| **folded == *budget)),
        "the fold has the budgets of the run"
    );
}

//! The final state of each pod of a run.

use std::rc::Rc;

use api::{NamespacedName, Str, Table};
use runlog::{Event, EventKind};

/// The final state of a pod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PodEnd {
    Pending,
    /// It is on this node, or ran there to completion.
    On(Str),
    /// It was preempted by this pod or group.
    Preempted(NamespacedName),
    /// It was deleted or evicted for another reason.
    Gone,
}

/// The final state of every pod that a run had. Of pods with the same name, the last one counts.
#[must_use]
pub fn pod_ends(events: &[Rc<Event>]) -> Table<NamespacedName, PodEnd> {
    let mut pod_ends = Table::new();
    for event in events {
        match &event.what {
            EventKind::PodCreated { pod, .. } => {
                let node = pod.spec.node_name.clone();
                pod_ends.insert(pod.key(), if node.is_empty() { PodEnd::Pending } else { PodEnd::On(node) });
            }
            EventKind::Bound { pod, node } => drop(pod_ends.insert(pod.clone(), PodEnd::On(node.clone()))),
            EventKind::Terminating { pod, why, .. } => {
                if let Some(preemptor) = why.preemptor() {
                    pod_ends.insert(pod.clone(), PodEnd::Preempted(preemptor.key().clone()));
                }
            }
            EventKind::PodRemoved(pod) if !matches!(pod_ends.get(pod), Some(PodEnd::Preempted(_))) => {
                pod_ends.insert(pod.clone(), PodEnd::Gone);
            }
            _ => {}
        }
    }
    pod_ends
}

#[cfg(test)]
mod tests {
    use simulation::{Scenario, Simulation};

    use super::*;

    #[test]
    fn pods_are_bound_wait_or_are_preempted() {
        let text = "kind: Node\nmetadata: {name: n}\nstatus: {allocatable: {cpu: \"1\", pods: \"9\"}}\n---\n\
            kind: PriorityClass\nmetadata: {name: high}\nvalue: 100\n---\n\
            kind: Pod\nmetadata: {name: low}\nspec: {nodeName: n, containers: [{name: c, resources: {requests: {cpu: \"1\"}}}]}\n---\n\
            kind: Pod\nmetadata: {name: high}\nspec: {priorityClassName: high, containers: [{name: c, resources: {requests: {cpu: \"1\"}}}]}\n---\n\
            kind: Pod\nmetadata: {name: large}\nspec: {containers: [{name: c, resources: {requests: {cpu: \"4\"}}}]}\n---\n\
            kind: Pod\nmetadata: {name: deleted}\nspec: {nodeName: n, containers: [{name: c}]}\n---\n\
            kind: Scenario\nscript: [{at: 1s, delete: {kind: Pod, name: deleted}}]\n";
        let manifest = manifest::load(text).unwrap_or_else(|errors| panic!("{errors:?}"));
        let run = Simulation::new(Scenario::from_manifest(&manifest).expect("a scenario")).run_to_end();
        let events: Vec<Rc<Event>> = run.1.into_iter().map(Rc::new).collect();
        let ends: Vec<(String, PodEnd)> =
            pod_ends(&events).into_iter().map(|(pod, end)| (pod.to_string(), end)).collect();
        let wanted = [
            ("default/deleted", PodEnd::Gone),
            ("default/high", PodEnd::On("n".into())),
            ("default/large", PodEnd::Pending),
            ("default/low", PodEnd::Preempted("default/high".into())),
        ];
        assert_eq!(ends, wanted.map(|(pod, end)| (pod.to_owned(), end)));
    }
}

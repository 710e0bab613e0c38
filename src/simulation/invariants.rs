//! What must hold between two steps of a run. Only builds with debug assertions look, such as tests and the fuzzer.
//!
//! A step changes few pods, so only those that its events name are looked at. All pods and nodes are looked at when the number of
//! events has doubled, and at the end: that is dear in a large cluster.

use api::{NamespacedName, PodPhase, Str};
use scheduler::queue::Subqueue;

use super::state::{PodState, Simulation};

impl Simulation {
    /// After a step: `before` events had happened until then.
    pub(super) fn check_step(&self, before: usize) {
        let times = self.events.iter().map(|event| event.at);
        debug_assert!(times.is_sorted(), "events of a step are told in the order of time");
        debug_assert!(self.events.iter().all(|event| event.at <= self.now), "nothing is told before it happens");
        debug_assert!(self.last_change <= self.now, "what happened last has happened");
        debug_assert!(self.agenda.next_at().is_none_or(|at| at >= self.now) || self.ended, "nothing is due before now");
        self.check_order();
        for event in &self.events {
            let (_, about) = event.what.name_and_subject();
            if let Some((key, state)) = self.pods.get_key_value(about.as_str()) {
                self.check_pod(key, state);
            }
        }
        if self.ended || before.checked_ilog2() != self.emitted.checked_ilog2() {
            self.check_all();
        }
    }

    /// The order of a cycle, where it is kept, is that of the nodes that are there.
    fn check_order(&self) {
        let f = || self.snapshot.nodes().iter().filter(|info| !info.deleted).count();
        if let Some(order) = &self.order {
            debug_assert!(order.len() == f(), "the order of a cycle has each node that is there");
            debug_assert!(
                order.first().is_none_or(|ix| self.tree.list().first() == Some(self.snapshot.nodes()[*ix].name())),
                "the order of a cycle begins as the tree does"
            );
        }
    }

    fn check_pod(&self, key: &NamespacedName, state: &PodState) {
        let pod = &state.info.pod;
        let PodState { node, bound, .. } = state;
        debug_assert!(*pod.key() == **key, "a pod stands under its own name");
        debug_assert!(!bound || node.is_some(), "a pod that is bound has a node");
        debug_assert!(
            if *bound { node.as_ref() == Some(&pod.spec.node_name) } else { pod.spec.node_name.is_empty() },
            "a pod names its node once it is bound"
        );
        debug_assert!(!pod.is_terminating() || *bound, "only a pod that is bound takes time to go");
        debug_assert!(pod.status.phase != PodPhase::Running || *bound, "only a pod that is bound runs");
        if let Some(ix) = node.as_ref().and_then(|node| self.snapshot.index(node)) {
            let times = self.snapshot.nodes()[ix].pods().iter().filter(|info| info.uid() == state.info.uid()).count();
            let is_over = pod.status.phase.is_over();
            debug_assert!(times == usize::from(!is_over), "a pod is counted once on its node, until it is done");
        }
        let (place, in_flight) = (self.queue.place(key), self.queue.is_in_flight(key));
        debug_assert!(place.is_none() || !in_flight, "a pod that waits is not being scheduled");
        debug_assert!(place.is_none() || node.is_none(), "a pod that waits in the queue has no node");
        debug_assert!(!in_flight || !bound, "a pod that is bound is not being scheduled");
        if node.is_none() && self.profile_of(pod).is_some() {
            debug_assert!(place.is_some() || in_flight, "a pod without a node is in exactly one queue");
            debug_assert!(
                place != Some(Subqueue::Gated)
                    || !pod.spec.scheduling_gates.is_empty()
                    || !pod.spec.resource_claims.is_empty(),
                "a pod that is held back has gates or claims"
            );
        }
        if let Some(nominated) = self.nominator.node_of(state.info.uid()) {
            debug_assert!(node.is_none(), "a nomination names a pod that waits");
            debug_assert!(*nominated == pod.status.nominated_node_name, "a nomination stands in the pod's status");
        }
        debug_assert!(!self.binding_refused.contains(key) || !bound, "a pod whose binding failed is not bound");
    }

    fn check_all(&self) {
        for (key, state) in &self.pods {
            self.check_pod(key, state);
        }
        let f = |uid: &Str| self.pods.values().any(|state| state.info.uid() == uid);
        debug_assert!(
            self.nominator.nominations().all(|(_, pod)| f(pod.uid())),
            "a nomination names a pod that is there"
        );
        debug_assert!(
            self.bindings.keys().all(|key| self.pods.get(key).is_some_and(|pod| pod.node.is_some() && !pod.bound)),
            "what plugins hold is for a pod between its node's choice and its binding"
        );
        debug_assert!(
            self.volumes.reserved.keys().all(|key| self.pods.contains_key(key)),
            "volumes are set aside for pods that are there"
        );
        debug_assert!(self.agenda.pods().all(|pod| self.exists(pod)), "a task is about a pod that is there");
        let mut in_queue = PLACES.into_iter().flat_map(|place| self.queue.pods_in(place));
        debug_assert!(in_queue.all(|key| self.pods.contains_key(key)), "a pod in the queue is there");
        self.check_nodes();
    }

    fn check_nodes(&self) {
        let nodes = self.snapshot.nodes();
        let on = nodes.iter().map(|info| &**info).chain(self.pods_of_missing_nodes.values());
        let counted: usize = on.clone().map(|info| info.pods().len()).sum();
        let placed = |state: &&PodState| {
            !state.info.pod.status.phase.is_over() && state.node.as_ref().is_some_and(|node| self.has_node(node))
        };
        debug_assert!(
            counted == self.pods.values().filter(placed).count(),
            "the pods of all nodes are the pods that have one"
        );
        debug_assert!(
            self.tree.len() == nodes.iter().filter(|info| !info.deleted).count(),
            "the tree has the nodes that are there"
        );
        debug_assert!(
            self.pods_of_missing_nodes
                .iter()
                .all(|(name, ghost)| !ghost.pods().is_empty() && self.snapshot.index(name).is_none()),
            "of a node that is not there only its pods are known"
        );
        debug_assert!(
            nodes.iter().all(|info| !info.deleted || !info.pods().is_empty()),
            "a deleted node is kept for its pods alone"
        );
    }

    fn has_node(&self, name: &Str) -> bool {
        self.snapshot.index(name).is_some() || self.pods_of_missing_nodes.contains_key(name)
    }
}

const PLACES: [Subqueue; 5] =
    [Subqueue::Active, Subqueue::Backoff, Subqueue::ErrorBackoff, Subqueue::Unschedulable, Subqueue::Gated];

//! Invariants of the scheduler, checked between steps in debug builds.

use api::{NamespacedName, Str};
use scheduler::{cluster::PodInfo, queue::Subqueue};

use super::state::{KubeScheduler, profile_of};
use crate::api_server::{ApiServer, PodRecord};

const SUBQUEUES: [Subqueue; 5] =
    [Subqueue::Active, Subqueue::Backoff, Subqueue::ErrorBackoff, Subqueue::Unschedulable, Subqueue::Gated];

impl KubeScheduler {
    /// A cached node order contains each existing node.
    pub(crate) fn check_order(&self) {
        let node_count = || self.snapshot.nodes().iter().filter(|info| !info.is_deleted).count();
        if let Some(order) = &self.order {
            assert!(order.len() == node_count(), "the order of a cycle has each node that is there");
            assert!(
                order.first().is_none_or(|ix| self.tree.list().first() == Some(self.snapshot.nodes()[*ix].name())),
                "the order of a cycle begins as the tree does"
            );
        }
    }

    pub(crate) fn check_pod(&self, key: &NamespacedName, record: &PodRecord, ignores_claims: bool) {
        let pod = record.pod();
        let node = self.node_of_pod(key, &record.info);
        let is_bound = record.is_bound();
        assert!(!is_bound || !self.assumed.contains_key(key), "a pod that is bound is not assumed any more");
        if let Some(index) = node.and_then(|node| self.snapshot.index(node)) {
            let pods = self.snapshot.nodes()[index].pods();
            let times = pods.iter().filter(|info| info.uid() == record.info.uid()).count();
            assert!(times == usize::from(!record.is_over()), "a pod is counted once on its node, until it is done");
        }
        let (place, is_in_flight) = (self.queue.place(key), self.queue.is_in_flight(key));
        assert!(place.is_none() || !is_in_flight, "a pod that waits is not being scheduled");
        assert!(place.is_none() || node.is_none(), "a pod that waits in the queue has no node");
        assert!(!is_in_flight || !is_bound, "a pod that is bound is not being scheduled");
        let is_ignored = ignores_claims && !pod.spec.resource_claims.is_empty();
        if node.is_none() && !is_ignored && !pod.is_terminating() && profile_of(&self.profiles, pod).is_some() {
            assert!(place.is_some() || is_in_flight, "a pod without a node is in exactly one queue");
            assert!(
                place != Some(Subqueue::Gated)
                    || !pod.spec.scheduling_gates.is_empty()
                    || !pod.spec.resource_claims.is_empty()
                    || self.queue.groups.is_member(&record.info),
                "a pod that is held back has gates, claims or a group"
            );
        }
        if let Some(nominated) = self.nominator.node_of(record.info.uid()) {
            assert!(node.is_none(), "a nomination names a pod that waits");
            assert!(*nominated == pod.status.nominated_node_name, "a nomination stands in the pod's status");
        }
        assert!(!self.refused_bindings.contains(key) || !is_bound, "a pod whose binding failed is not bound");
    }

    pub(crate) fn check_all(&self, api: &ApiServer) {
        let has_pod = |uid: &Str| api.pods().any(|(_, record)| record.info.uid() == uid);
        assert!(
            self.nominator.nominations().all(|(_, pod)| has_pod(pod.uid())),
            "a nomination names a pod that is there"
        );
        assert!(
            self.assumed.keys().all(|key| api.pod(key).is_some_and(|record| !record.is_bound())),
            "what plugins hold is for a pod between its node's choice and its binding"
        );
        assert!(
            self.reserved_volumes.keys().all(|key| api.pod(key).is_some()),
            "volumes are set aside for pods that are there"
        );
        let mut queued = SUBQUEUES.into_iter().flat_map(|subqueue| self.queue.pods_in(subqueue));
        assert!(queued.all(|key| api.pod(key).is_some()), "a pod in the queue is there");
        let in_flight = api.objects().claims.iter().flat_map(|claims| claims.claims_in_flight()).count();
        assert!(
            in_flight == 0 || self.assumed.values().any(|assumed| !assumed.reservations().is_empty()),
            "devices are in flight for pods that have a node and are not bound"
        );
        self.check_nodes(api);
        self.check_groups(api);
    }

    /// A group's state is derived from its members only, so a failed cycle leaves nothing behind.
    fn check_groups(&self, api: &ApiServer) {
        let groups = &self.queue.groups;
        let node_of = |pod: &PodInfo| {
            let key = pod.pod.key();
            let record = api.pod(&key)?;
            self.node_of_pod(&key, &record.info).cloned()
        };
        for (_, state) in groups.states() {
            assert!(!state.is_empty(), "a group without members has no state");
            assert!(
                state.with_node().all(|(pod, node)| node_of(pod).as_ref() == Some(node))
                    && state.without_node().all(|pod| node_of(pod).is_none()),
                "a member counts on the node that its pod has"
            );
        }
        let is_counted = |(_, record): &(&NamespacedName, &PodRecord)| {
            let is_known = record.is_bound() || profile_of(&self.profiles, record.pod()).is_some();
            // A pod without a node that a finalizer keeps is out of the queue, and of its group.
            let is_forgotten = record.pod().is_terminating() && !record.is_bound();
            groups.is_member(&record.info) && !record.is_over() && is_known && !is_forgotten
        };
        assert!(
            groups.states().map(|(_, state)| state.len()).sum::<usize>() == api.pods().filter(is_counted).count(),
            "the members of all groups are the pods that name one"
        );
    }

    fn check_nodes(&self, api: &ApiServer) {
        let nodes = self.snapshot.nodes();
        let all = nodes.iter().map(|info| &**info).chain(self.missing_nodes.values());
        let counted: usize = all.map(|info| info.pods().len()).sum();
        let has_node = |name: &Str| self.snapshot.index(name).is_some() || self.missing_nodes.contains_key(name);
        let is_placed = |(key, record): &(&NamespacedName, &PodRecord)| {
            !record.is_over() && self.node_of_pod(key, &record.info).is_some_and(has_node)
        };
        assert!(counted == api.pods().filter(is_placed).count(), "the pods of all nodes are the pods that have one");
        let live = nodes.iter().filter(|info| !info.is_deleted).count();
        assert!(self.tree.len() == live, "the tree has the nodes that are there");
        assert!(api.nodes().len() == live, "the scheduler knows the nodes that are there");
        assert!(
            self.missing_nodes
                .iter()
                .all(|(name, info)| !info.pods().is_empty() && self.snapshot.index(name).is_none()),
            "of a node that is not there only its pods are known"
        );
        assert!(
            nodes.iter().all(|info| !info.is_deleted || !info.pods().is_empty()),
            "a deleted node is kept for its pods alone"
        );
    }
}

//! The waiting pods by name and by subqueue, with `activeQ` sorted: neither a pop nor an event scans fifty thousand
//! pods that wait elsewhere.

use std::rc::Rc;

use api::{Millis, NamespacedName, Set, Str, Table};

use super::{
    backoff::BackoffRule,
    queued_pod::{QueueRank, QueuedPod, Subqueue},
};
use crate::cluster::PodInfo;

/// Waiting pods. An entry's subqueue and pod change only through this type.
#[derive(Clone, Debug, Default)]
pub(super) struct WaitingPods {
    entries: Table<NamespacedName, QueuedPod>,
    names: Table<Subqueue, Set<NamespacedName>>,
    active: Set<(QueueRank, NamespacedName)>,
    /// Set if a pod is popped before its backoff ends when `activeQ` is empty: how its backoff is computed.
    early_pop_rule: Option<BackoffRule>,
    /// The pods that can be popped before their backoff ends, by its end.
    backing_off: Set<(Millis, QueueRank, NamespacedName)>,
    /// Gated pods by namespace and name of the `ResourceClaim`s that they use.
    gated_by_claim: Table<(Str, Str), Set<NamespacedName>>,
}

/// Returns the `ResourceClaim`s that a pod names, or that were generated for it, as namespace and name.
fn claim_names(pod: &PodInfo) -> impl Iterator<Item = (Str, Str)> {
    let pod = &pod.pod;
    let named = pod.spec.resource_claims.iter().map(|claim| &claim.resource_claim_name);
    let generated = pod.status.resource_claim_statuses.iter().filter_map(|status| status.resource_claim_name.as_ref());
    named.chain(generated).filter(|name| !name.is_empty()).map(|name| (pod.metadata.namespace.clone(), name.clone()))
}

impl WaitingPods {
    /// No pods. With a rule, pods are also sorted by the end of their backoff.
    pub(super) fn new(early_pop_rule: Option<BackoffRule>) -> Self {
        Self { early_pop_rule, ..Self::default() }
    }

    /// Adds a pod, replacing one of the same name.
    pub(super) fn insert(&mut self, pod_key: NamespacedName, queued_pod: QueuedPod) {
        self.remove(&pod_key);
        if queued_pod.place == Subqueue::Active {
            self.active.insert((queued_pod.rank(), pod_key.clone()));
        }
        if let Some(expiry) = self.early_pop_expiry(&queued_pod) {
            self.backing_off.insert((expiry, queued_pod.rank(), pod_key.clone()));
        }
        if queued_pod.place == Subqueue::Gated {
            for claim in claim_names(&queued_pod.pod) {
                self.gated_by_claim.or_default(claim).insert(pod_key.clone());
            }
        }
        self.names.or_default(queued_pod.place).insert(pod_key.clone());
        self.entries.insert(pod_key, queued_pod);
        self.check_invariants();
    }

    /// Returns when the pod's backoff ends, if it can be popped before that.
    fn early_pop_expiry(&self, queued_pod: &QueuedPod) -> Option<Millis> {
        let rule = self.early_pop_rule.filter(|_| queued_pod.place == Subqueue::Backoff)?;
        rule.expiry(queued_pod)
    }

    fn check_invariants(&self) {
        let count_in = |place: &Subqueue| self.names.get(place).map_or(0, Set::len);
        debug_assert!(
            self.names.values().map(Set::len).sum::<usize>() == self.entries.len(),
            "a pod is in exactly one place"
        );
        debug_assert!(count_in(&Subqueue::Active) == self.active.len(), "each pod of activeQ is in its order");
    }

    /// Removes a pod and returns it.
    pub(super) fn remove(&mut self, pod_key: &NamespacedName) -> Option<QueuedPod> {
        let (key, entry) = self.entries.remove_entry(pod_key)?;
        let was_named = self.names.get_mut(&entry.place).is_some_and(|names| names.remove(&key));
        debug_assert!(was_named, "a pod is in the subqueue of its entry");
        if entry.place == Subqueue::Gated {
            for claim in claim_names(&entry.pod) {
                let is_last = self.gated_by_claim.get_mut(&claim).map(|pods| {
                    pods.remove(&key);
                    pods.is_empty()
                });
                if is_last == Some(true) {
                    self.gated_by_claim.remove(&claim);
                }
            }
        }
        if let Some(expiry) = self.early_pop_expiry(&entry) {
            let was_sorted = self.backing_off.remove(&(expiry, entry.rank(), key.clone()));
            debug_assert!(was_sorted, "the order by backoff has the pods that back off");
        }
        let active = self.active.remove(&(entry.rank(), key));
        debug_assert!(active == (entry.place == Subqueue::Active), "the order of activeQ has the pods of activeQ");
        self.check_invariants();
        Some(entry)
    }

    /// Moves a pod. Returns the subqueue from which it was moved.
    pub(super) fn move_pod(&mut self, pod_key: &NamespacedName, to: Subqueue) -> Option<Subqueue> {
        let mut entry = self.remove(pod_key)?;
        let from = std::mem::replace(&mut entry.place, to);
        self.insert(pod_key.clone(), entry);
        Some(from)
    }

    /// Updates a pod. Returns its entry.
    pub(super) fn update_pod(&mut self, pod_key: &NamespacedName, pod: &Rc<PodInfo>) -> Option<&QueuedPod> {
        let mut entry = self.remove(pod_key)?;
        entry.pod = Rc::clone(pod);
        self.insert(pod_key.clone(), entry);
        self.entries.get(pod_key)
    }

    /// Returns an entry for changes to anything but its subqueue, sort key and backoff.
    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut QueuedPod> {
        self.entries.get_mut(key)
    }

    /// Returns an entry.
    pub(super) fn get(&self, key: &str) -> Option<&QueuedPod> {
        self.entries.get(key)
    }

    /// Returns the first pod of `activeQ`.
    pub(super) fn first(&self) -> Option<&NamespacedName> {
        let first = self.active.first().map(|(_, key)| key);
        debug_assert!(
            first.is_none_or(|key| self.entries.get(key).is_some_and(|entry| entry.place == Subqueue::Active)),
            "the first pod of activeQ waits in activeQ"
        );
        first
    }

    /// Returns the first pod of `activeQ`, or else the one whose backoff ends first, if it can be popped before that.
    pub(super) fn first_to_pop(&self) -> Option<&NamespacedName> {
        self.first().or_else(|| self.backing_off.first().map(|(.., key)| key))
    }

    /// Returns the pods of one subqueue, by name.
    pub(super) fn pods_in(&self, place: Subqueue) -> impl Iterator<Item = (&NamespacedName, &QueuedPod)> {
        self.names.get(&place).into_iter().flatten().filter_map(|key| self.entries.get_key_value(key))
    }

    /// Returns the gated pods that use a `ResourceClaim`, by name.
    pub(super) fn gated_pods_of_claim(
        &self,
        namespace: &Str,
        name: &Str,
    ) -> impl Iterator<Item = (&NamespacedName, &QueuedPod)> {
        let pods = self.gated_by_claim.get(&(namespace.clone(), name.clone()));
        pods.into_iter().flatten().filter_map(|key| self.entries.get_key_value(key))
    }

    /// Whether any pod is in one of these subqueues.
    pub(super) fn has_any(&self, places: &[Subqueue]) -> bool {
        places.iter().any(|place| self.names.get(place).is_some_and(|names| !names.is_empty()))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::queued_pod::{Failures, QueueStamp},
        *,
    };
    use crate::cluster::{Accounting, NonZeroRule, ResizeRule};

    fn pod(priority: i32) -> Rc<PodInfo> {
        read_pod(&format!(r#"{{"spec":{{"priority":{priority}}}}}"#))
    }

    fn read_pod(text: &str) -> Rc<PodInfo> {
        let accounting = Accounting {
            counts_overhead: true,
            counts_sidecars: true,
            counts_pod_level: true,
            counts_init_when_bound: true,
            resizes: ResizeRule::Containers,
            non_zero: NonZeroRule::LikeRequests,
        };
        Rc::new(PodInfo::new(Rc::new(serde_json::from_str(text).expect("a pod")), &accounting))
    }

    fn queued_pod(pod: Rc<PodInfo>, place: Subqueue, stamp: u64) -> QueuedPod {
        QueuedPod {
            pod,
            place,
            stamp: QueueStamp { time: Millis::new(stamp), sequence: stamp },
            attempts: 0,
            failures: Failures::default(),
            rejecting: Vec::new(),
            has_helpful_event: false,
            popped_at: 0,
            member: None,
        }
    }

    #[test]
    fn gated_pods_are_indexed_by_claim() {
        let mut waiting = WaitingPods::default();
        let names = |waiting: &WaitingPods, claim: &str| {
            let (namespace, claim) = ("ns".into(), claim.into());
            let pods = waiting.gated_pods_of_claim(&namespace, &claim);
            pods.map(|(key, _)| key.to_string()).collect::<Vec<_>>()
        };
        let named =
            r#"{"metadata":{"namespace":"ns"},"spec":{"resourceClaims":[{"name":"r","resourceClaimName":"c"}]}}"#;
        let bare = r#"{"metadata":{"namespace":"ns"},"spec":{"resourceClaims":[{"name":"r","resourceClaimTemplateName":"t"}]}}"#;
        let made =
            bare.replace("}]}}", r#"}]},"status":{"resourceClaimStatuses":[{"name":"r","resourceClaimName":"c"}]}}"#);
        waiting.insert("named".into(), queued_pod(read_pod(named), Subqueue::Gated, 1));
        waiting.insert("made".into(), queued_pod(read_pod(bare), Subqueue::Gated, 2));
        waiting.insert("active".into(), queued_pod(read_pod(named), Subqueue::Active, 3));
        assert_eq!(names(&waiting, "c"), ["named"]);
        waiting.update_pod(&"made".into(), &read_pod(&made));
        assert_eq!(names(&waiting, "c"), ["made", "named"]);
        waiting.move_pod(&"made".into(), Subqueue::Active);
        waiting.remove(&"named".into());
        assert!(names(&waiting, "c").is_empty() && waiting.gated_by_claim.is_empty());
    }

    #[test]
    fn turns_follow_priority_then_time_whatever_happens() {
        let mut waiting = WaitingPods::default();
        let add = |waiting: &mut WaitingPods, name: &str, priority, stamp| {
            let entry = queued_pod(pod(priority), Subqueue::Active, stamp);
            waiting.insert(name.into(), entry);
        };
        for (name, priority, stamp) in [("late", 0, 3), ("early", 0, 1), ("high", 9, 2), ("early", 0, 4)] {
            add(&mut waiting, name, priority, stamp);
        }
        let first = |waiting: &WaitingPods| waiting.first().map(ToString::to_string);
        assert_eq!(first(&waiting).as_deref(), Some("high"));
        assert_eq!(waiting.move_pod(&"high".into(), Subqueue::Backoff), Some(Subqueue::Active));
        // The second pod named `early` replaced the first one, including its rank.
        assert_eq!(first(&waiting).as_deref(), Some("late"));
        waiting.update_pod(&"early".into(), &pod(5));
        assert_eq!(first(&waiting).as_deref(), Some("early"));
        waiting.remove(&"early".into());
        waiting.remove(&"late".into());
        assert_eq!((first(&waiting), waiting.has_any(&[Subqueue::Active])), (None, false));
        assert_eq!(waiting.pods_in(Subqueue::Backoff).map(|(key, _)| key.to_string()).collect::<Vec<_>>(), ["high"]);
    }
}

//! What-if trials: something is done to the cluster in a copy of the run, which is then followed to its end.

use api::{Millis, NamespacedName, Pod, PriorityClass, Str, annotations::STANDALONE};
use manifest::admission::remove_merged_label_keys;
use runlog::Deletion;
use serde::{Deserialize, Serialize};

use super::Extent;

/// An action on the cluster at a moment, tried in a copy of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trial {
    /// `kubectl drain` of a node: without flags and, where it stops, with those that it needs.
    Drain(Str),
    /// The kubelets of all nodes of a zone say nothing any more.
    LoseZone(Str),
    /// A copy of a pod is created with this priority class.
    Class {
        /// The pod.
        like: NamespacedName,
        class: Str,
    },
}

/// The consequences of a trial.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consequences {
    /// The nodes to which it is done.
    pub nodes: Vec<Str>,
    /// What becomes of the pods: first those on these nodes, then others that go because of it.
    pub fates: Vec<PodFate>,
    /// What becomes of the copy that was created, if one was.
    pub copy: Option<PodPlacement>,
    /// The errors with which `kubectl drain` without flags stops before it evicts anything, in its words and order.
    pub refusals: Vec<Str>,
    /// The flags with which it was tried, as it stops without them.
    pub flags: Vec<DrainFlag>,
    /// Budgets that evictions by preemption violate, by name.
    pub violated: Vec<Str>,
    /// Jobs that fail because of it.
    pub failed_jobs: Vec<FailedJob>,
    /// How far the copy of the run was followed.
    pub extent: Extent,
}

/// A Job that fails in a trial: its pods are deleted on every node, and it creates no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedJob {
    pub job: NamespacedName,
    /// The reason of its condition `Failed`: `BackoffLimitExceeded` or `PodFailurePolicy`.
    pub reason: Str,
}

/// A flag that a drain needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrainFlag {
    /// As it is written: `--force`.
    pub flag: Str,
    /// The pods that need it, on the node.
    pub pods: Vec<NamespacedName>,
}

/// What happens to a pod in a trial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PodFate {
    pub pod: NamespacedName,
    /// Its node.
    pub node: Str,
    /// Whether a controller has it.
    pub owned: bool,
    /// Whether it had come to its end before.
    pub finished: bool,
    pub comes: PodConsequence,
    /// Whether it was created during the trial, as the replacement of another pod or otherwise.
    pub is_new: bool,
    /// Where the pod is that takes its place, if one does.
    pub instead: Option<PodPlacement>,
    /// Why none does, where that is known.
    pub missing: Option<MissingSuccessor>,
}

/// Why no pod takes the place of another one in a trial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MissingSuccessor {
    /// Its controller created it when the old pod was gone: that was tried after the end of the trial, when the kubelets of all nodes reported
    /// again.
    OncePodIsGone,
    /// A controller of this kind has it, which is not simulated.
    Unmodelled(Str),
    /// Its Job failed, and creates no more pods.
    JobFailed,
}

/// Why a pod stays where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StayReason {
    /// A DaemonSet has it: a drain ignores it, and it tolerates a node that does not answer.
    Daemon,
    /// The kubelet runs it from a file: a drain ignores it, and it tolerates all `NoExecute` taints.
    Mirror,
    /// It came to its end before, and is only an object.
    Finished,
    /// It tolerates the `NoExecute` taints of its node for ever.
    Tolerates,
    /// It tolerates them for so long, and the run ends before.
    ToleratesFor(Millis),
    /// No zone has a node that is ready, so nobody is evicted.
    EvictionsStopped,
    /// Its node has no `NoExecute` taint when the run ends.
    NotTainted,
    /// It was being deleted before.
    Terminating,
    /// It ends or is deleted in this run anyway.
    EndsAnyway,
    /// Nothing happens to it as long as the run lasts.
    NotReached,
    /// Nothing happened to it for so long, which is as far as the copy of the run was followed.
    NotFollowed(Millis),
}

/// The consequence of a trial for a pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PodConsequence {
    /// It goes so long after the moment.
    Goes { after: Millis, why: Deletion },
    /// It is to go, but its node does not say that it did.
    Lingers(Deletion),
    /// It fails, for this reason, and stays as an object.
    Fails(Str),
    /// It is not evicted as long as the run lasts; these budgets cover it.
    Kept(Vec<NamespacedName>),
    /// The API server answers its eviction with an error, after which kubectl does not ask again.
    EvictionFails(EvictionError),
    /// It stays.
    Stays(StayReason),
}

/// An error of the Eviction API that waiting does not help. Upstream: `EvictionREST.Create`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvictionError {
    /// The status of HTTP: 500 for a pod with several budgets, else 403.
    pub code: u16,
    /// The API server's message.
    pub message: Str,
    /// The budgets that select the pod.
    pub budgets: Vec<NamespacedName>,
}

/// Where a pod ends up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PodPlacement {
    pub pod: NamespacedName,
    /// Its node; without one it is pending.
    pub node: Option<Str>,
    /// Upstream's message of its last attempt, if it is pending and was tried.
    pub message: Str,
}

impl Consequences {
    /// Pods that end up without a node.
    pub fn pending_pods(&self) -> impl Iterator<Item = &PodPlacement> {
        let places = self.fates.iter().filter_map(|fate| fate.instead.as_ref()).chain(&self.copy);
        places.filter(|placement| placement.node.is_none())
    }
}

impl StayReason {
    /// The reason, where the copy of the run was followed so far: what pods belong to and tolerate holds anyway, but what had not happened by then
    /// may have happened later.
    #[must_use]
    pub fn as_far_as(self, extent: Extent) -> Self {
        match (self, extent) {
            (
                Self::ToleratesFor(_) | Self::EvictionsStopped | Self::NotTainted | Self::NotReached,
                Extent::Until(time),
            ) => Self::NotFollowed(time),
            _ => self,
        }
    }
}

impl PodFate {
    /// Whether the pod leaves its node, or is to.
    #[must_use]
    pub fn leaves_node(&self) -> bool {
        matches!(self.comes, PodConsequence::Goes { .. } | PodConsequence::Lingers(_) | PodConsequence::Fails(_))
    }
}

/// A name that nothing has yet: `web-copy`, `web-copy-2`, …
#[must_use]
pub fn find_free_name(name: &str, is_taken: impl Fn(&str) -> bool) -> Str {
    let names = std::iter::once(format!("{name}-copy")).chain((2..).map(|n| format!("{name}-copy-{n}")));
    names.into_iter().find(|name| !is_taken(name)).unwrap_or_default().into()
}

/// A pod as somebody creates it once more, without an owner.
#[must_use]
pub fn recreated_pod(pod: &Pod) -> Pod {
    let mut copy = Pod { metadata: pod.metadata.clone(), spec: pod.spec.clone(), ..Pod::default() };
    let metadata = &mut copy.metadata;
    metadata.owner_references.clear();
    metadata.uid = Str::default();
    (metadata.creation_timestamp, metadata.deletion_timestamp) = (None, None);
    remove_merged_label_keys(&mut copy.spec, &pod.metadata.labels);
    copy
}

/// A pod like another one, under a free name and without an owner; `is_taken` knows which pods there are. A controller's
/// pod has labels that its controller selects, which would adopt the copy and delete it as one too many, so the copy is a standalone one. With
/// another priority class it waits for no gate, so that it is scheduled at all.
#[must_use]
pub fn copy_pod(pod: &Pod, class: Option<&PriorityClass>, is_taken: impl Fn(&NamespacedName) -> bool) -> Pod {
    let mut copy = recreated_pod(pod);
    if pod.metadata.controller().is_some() {
        copy.metadata.annotations.insert(STANDALONE.into(), "true".into());
    }
    let key = |name: &str| NamespacedName::new(&pod.metadata.namespace, name);
    copy.metadata.name = find_free_name(&pod.metadata.name, |name| is_taken(&key(name)));
    copy.spec.node_name = Str::default();
    if let Some(class) = class {
        copy.spec.priority_class_name = class.metadata.name.clone();
        (copy.spec.priority, copy.spec.preemption_policy) = (Some(class.value), class.preemption_policy.clone());
        copy.spec.scheduling_gates.clear();
    }
    copy
}

#[cfg(test)]
mod tests {
    use api::OwnerReference;

    use super::*;

    #[test]
    fn another_pod_waits_for_a_node_under_a_name_of_its_own() {
        let mut pod = Pod::default();
        (pod.metadata.namespace, pod.metadata.name, pod.metadata.uid) = ("shop".into(), "web".into(), "u".into());
        pod.spec.node_name = "a".into();
        let copy =
            copy_pod(&pod, None, |key| ["shop/web", "shop/web-copy", "other/web-copy-2"].contains(&key.as_str()));
        assert_eq!((copy.key(), &*copy.metadata.uid, &*copy.spec.node_name), ("shop/web-copy-2".into(), "", ""));
        assert!(!copy.is_standalone(), "nobody would adopt it");
        pod.metadata.owner_references = vec![OwnerReference { controller: Some(true), ..OwnerReference::default() }];
        assert!(copy_pod(&pod, None, |_| false).is_standalone());
    }
}

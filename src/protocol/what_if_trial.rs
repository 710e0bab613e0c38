//! The answer to a what-if trial: an action is performed in a copy of the run, which is then followed to its end.

use api::{Millis, NamespacedName, Pod, PriorityClass, Str, annotations::STANDALONE};
use manifest::admission::remove_merged_label_keys;
use runlog::Deletion;
use serde::{Deserialize, Serialize};

use super::Extent;

/// An action on the cluster at a moment, tried in a copy of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trial {
    /// `kubectl drain` of a node: without flags, and if that is refused, with those that it needs.
    Drain(Str),
    /// The kubelets of all nodes of a zone stop reporting.
    LoseZone(Str),
    /// A copy of a pod is created with this priority class.
    Class {
        /// The pod that is copied.
        like: NamespacedName,
        class: Str,
    },
}

/// The consequences of a trial.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consequences {
    /// The nodes that are affected directly.
    pub nodes: Vec<Str>,
    /// What happens to the pods: first those on these nodes, then others that are deleted or fail because of the action.
    pub fates: Vec<PodFate>,
    /// Where the created copy of a pod ends up, if there is one.
    pub copy: Option<PodPlacement>,
    /// The errors with which `kubectl drain` without flags stops before it evicts anything, in its wording and order.
    pub refusals: Vec<Str>,
    /// The flags that the drain needs, with which it was tried.
    pub flags: Vec<DrainFlag>,
    /// The names of budgets that evictions by preemption violate.
    pub violated: Vec<Str>,
    /// Jobs that fail because of the action.
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
    /// The flag as it is typed, such as `--force`.
    pub flag: Str,
    /// The pods on the node that require it.
    pub pods: Vec<NamespacedName>,
}

/// What happens to a pod in a trial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PodFate {
    pub pod: NamespacedName,
    pub node: Str,
    /// Whether it has a controller.
    #[serde(rename = "owned")]
    pub is_owned: bool,
    /// Whether it had already ended.
    #[serde(rename = "finished")]
    pub is_finished: bool,
    pub comes: PodConsequence,
    /// Whether it was created during the trial, as the replacement of another pod or otherwise.
    pub is_new: bool,
    /// The placement of the pod that replaces it, if there is one.
    pub instead: Option<PodPlacement>,
    /// Why it is not replaced, if that is known.
    pub missing: Option<MissingSuccessor>,
}

/// Why a pod is not replaced in a trial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MissingSuccessor {
    /// Its controller creates the replacement only once the old pod is gone: this was tried by continuing the run after the kubelets of all nodes
    /// reported again.
    OncePodIsGone,
    /// Its controller is of this kind, which is not simulated.
    NotSimulated(Str),
    /// Its Job failed and creates no more pods.
    JobFailed,
}

/// Why a pod stays where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StayReason {
    /// A DaemonSet controls it: a drain ignores it, and it tolerates an unreachable node.
    Daemon,
    /// It is a mirror pod of a static pod: a drain ignores it, and it tolerates all `NoExecute` taints.
    Mirror,
    /// It had already ended, and only its object remains.
    Finished,
    /// It tolerates the `NoExecute` taints of its node forever.
    Tolerates,
    /// It tolerates them for this long, and the run ends before that.
    ToleratesFor(Millis),
    /// No zone has a ready node, so the node lifecycle controller evicts no pods.
    EvictionsStopped,
    /// Its node has no `NoExecute` taint when the run ends.
    NotTainted,
    /// It was already terminating.
    Terminating,
    /// It ends or is deleted in the original run, too.
    EndsAnyway,
    /// Nothing happens to it until the end of the run.
    NotReached,
    /// Nothing happened to it for this long, which is how far the copy of the run was followed.
    NotFollowed(Millis),
}

/// The consequence of a trial for a pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PodConsequence {
    /// It is gone this long after the action.
    Goes { after: Millis, why: Deletion },
    /// It was deleted, but its node does not confirm that it has stopped.
    Lingers(Deletion),
    /// It fails for this reason; its object remains.
    Fails(Str),
    /// It isn't evicted during the run; these budgets select it.
    Kept(Vec<NamespacedName>),
    /// The API server answers its eviction with an error that kubectl does not retry.
    EvictionFails(EvictionError),
    /// It stays on its node.
    Stays(StayReason),
}

/// An error of the Eviction API that does not go away with time. Upstream: `EvictionREST.Create`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvictionError {
    /// The HTTP status: 500 for a pod with several budgets, otherwise 403.
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
    /// Its node; `None` if it is pending.
    pub node: Option<Str>,
    /// Upstream's message about its last attempt, if it is pending and was tried.
    pub message: Str,
}

impl Consequences {
    /// Pods that end up without a node: replacements, and the copy.
    pub fn pending_pods(&self) -> impl Iterator<Item = &PodPlacement> {
        let places = self.fates.iter().filter_map(|fate| fate.instead.as_ref()).chain(&self.copy);
        places.filter(|placement| placement.node.is_none())
    }
}

impl StayReason {
    /// Restricts the reason to what is known if the copy of the run was only followed to `extent`: tolerations and owners hold in any case, but
    /// what had not happened by then may happen later.
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
    /// Whether the pod leaves its node or is terminating.
    #[must_use]
    pub fn leaves_node(&self) -> bool {
        matches!(self.comes, PodConsequence::Goes { .. } | PodConsequence::Lingers(_) | PodConsequence::Fails(_))
    }
}

/// The first name of `web-copy`, `web-copy-2`, … that is not taken.
#[must_use]
pub fn find_free_name(name: &str, is_taken: impl Fn(&str) -> bool) -> Str {
    let names = std::iter::once(format!("{name}-copy")).chain((2..).map(|n| format!("{name}-copy-{n}")));
    names.into_iter().find(|name| !is_taken(name)).unwrap_or_default().into()
}

/// A copy of a pod as a user would create it, without an owner.
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

/// A standalone copy of a pod under a free name. A copy with the labels of a controller's pod would be adopted by the controller and deleted as
/// superfluous, so it gets an annotation that prevents this. With another priority class, scheduling gates are dropped so that it is scheduled at
/// all.
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

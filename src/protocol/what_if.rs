//! The answer to what would make a pod fit: single changes, and the outcome of each.

use std::{fmt, rc::Rc};

use api::{Millis, NamespacedName, Node, Pod, Str, devices::DeviceRecord, resources::Resource};
use serde::{Deserialize, Serialize};

/// A single change of the cluster or the pod. Objects are given as they would be after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// A node has more of a resource.
    MoreRoom {
        node: Rc<Node>,
        resource: Resource,
        /// How much more: thousandths of a CPU, bytes, or a number.
        by: i64,
    },
    /// The pod requests less of a resource.
    SmallerRequest {
        pod: Rc<Pod>,
        resource: Resource,
        /// How much less, in the same units.
        by: i64,
    },
    /// A taint is removed.
    NoTaint { node: Str, key: Str },
    /// A node is uncordoned.
    Uncordon(Str),
    /// A node gets other labels.
    NodeLabels { node: Rc<Node>, edits: Vec<LabelEdit> },
    /// The pod is created without one of its constraints or labels.
    WithoutConstraint { pod: Rc<Pod>, constraint: PodConstraint },
    /// A pod is deleted.
    OneFewer { pod: NamespacedName, node: Str },
    /// The pod has a higher priority.
    HigherPriority(Rc<Pod>),
    /// A copy of an existing node is added.
    AnotherNode(Rc<Node>),
    /// More devices are added to a slice.
    MoreDevices {
        slice: Rc<DeviceRecord>,
        /// The existing device that they copy.
        like: Str,
        count: usize,
    },
    /// A taint of a device is removed.
    NoDeviceTaint { slice: Rc<DeviceRecord>, device: Str, key: Str },
    /// A group has a lower minimum from the start.
    LowerMinimum { group: NamespacedName, min_count: usize },
    /// A group has a higher priority class from the start.
    HigherClass {
        group: NamespacedName,
        class: Str,
        /// The value of the class.
        value: i32,
    },
    /// The feature gates of groups are off from the start.
    GatesOff,
}

/// An edit of a label; displayed as `kubectl label` takes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelEdit {
    pub key: Str,
    /// The new value; `None` removes the label.
    pub value: Option<Str>,
}

impl fmt::Display for LabelEdit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(value) => write!(f, "{}={value}", self.key),
            None => write!(f, "{}-", self.key),
        }
    }
}

/// A constraint that keeps a pod off nodes and that it could do without.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PodConstraint {
    /// A label of its `nodeSelector`, by key.
    NodeSelector(Str),
    /// Its required node affinity.
    NodeAffinity,
    /// Its required pod affinity terms with this topology key.
    PodAffinity(Str),
    /// Its required pod anti-affinity terms with this topology key.
    PodAntiAffinity(Str),
    /// Its spread constraints with `DoNotSchedule` and this topology key.
    TopologySpread(Str),
    /// A label of its own, by key, that the anti-affinity of other pods or its own constraints select.
    Label(Str),
}

/// The decision of a single scheduling cycle on a copy of the cluster, usually right after a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TrialDecision {
    /// The pod fits on this node.
    Fits(Str),
    /// It preempts these pods on the node.
    Preempts { node: Str, victims: Vec<NamespacedName> },
}

impl TrialDecision {
    /// The node that is chosen.
    #[must_use]
    pub fn node(&self) -> &Str {
        let (Self::Fits(node) | Self::Preempts { node, .. }) = self;
        node
    }
}

/// The outcome for the pod when the run continues with a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunOutcome {
    /// The pod is bound.
    Bound {
        node: Str,
        /// The time from the change to the binding.
        after: Millis,
    },
    /// The pod is still pending at the end of the run.
    Pending {
        /// The first pod that was bound to the node instead.
        first: Option<NamespacedName>,
        /// Whether the pod had a failed attempt after the change.
        is_tried: bool,
    },
    /// The copy of the run was followed for this long after the change, and the pod was not bound by then.
    NotSeen(Millis),
}

/// The outcome for a pod group when the run continues with a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupOutcome {
    /// The number of members that have a node at the end.
    pub bound: usize,
    /// The number of all members.
    pub members: usize,
    /// Whether the run was started anew with the change, so that times count from its start.
    pub is_from_start: bool,
}

/// The changes that would make a pod fit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Help {
    /// The smallest change of each kind that helps.
    pub changes: Vec<HelpfulChange>,
    /// The number of changes whose runs were given up before they showed whether the change helps.
    pub undecided_count: usize,
}

/// A change that helps, and its outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HelpfulChange {
    /// The change; `None` if the pod would fit without one.
    pub change: Option<Change>,
    /// The scheduler's decision if the pod is scheduled right after the change.
    #[serde(rename = "effect")]
    pub decision: TrialDecision,
    /// What happens to the pod when the run continues with the change.
    pub outcome: RunOutcome,
    /// What happens to its group, if it has one.
    pub group: Option<GroupOutcome>,
}

//! What would make a pod fit: single changes, and the outcome of each.

use std::{fmt, rc::Rc};

use api::{Millis, NamespacedName, Node, Pod, Str, devices::DeviceRecord};
use serde::{Deserialize, Serialize};

/// A single change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// A node has more of a resource; the node as it would be.
    MoreRoom {
        node: Rc<Node>,
        resource: Str,
        /// How much more: thousandths of a CPU, bytes, or a number.
        by: i64,
    },
    /// The pod asks for less; the pod as it would be.
    SmallerRequest {
        pod: Rc<Pod>,
        resource: Str,
        /// How much less.
        by: i64,
    },
    /// A taint goes.
    NoTaint {
        node: Str,
        /// Key of the taint.
        key: Str,
    },
    /// A node is uncordoned.
    Uncordon(Str),
    /// A node gets other labels; the node as it would be.
    NodeLabels { node: Rc<Node>, edits: Vec<LabelEdit> },
    /// The pod does without one of its constraints or labels; the pod as it would be.
    WithoutConstraint { pod: Rc<Pod>, constraint: PodConstraint },
    /// A pod goes.
    OneFewer {
        pod: NamespacedName,
        /// Where it is.
        node: Str,
    },
    /// The pod has a higher priority; the pod as it would be.
    HigherPriority(Rc<Pod>),
    /// One more node, like one that is there.
    AnotherNode(Rc<Node>),
    /// More devices in a slice; the slice as it would be.
    MoreDevices {
        slice: Rc<DeviceRecord>,
        /// The device that they are like.
        like: Str,
        /// How many more.
        count: usize,
    },
    /// A taint of a device goes; the slice as it would be.
    NoDeviceTaint { slice: Rc<DeviceRecord>, device: Str, key: Str },
    /// A group has a lower minimum from the start.
    LowerMinimum { group: NamespacedName, min_count: usize },
    /// A group has a higher priority class from the start.
    HigherClass {
        group: NamespacedName,
        class: Str,
        /// Of the class.
        value: i32,
    },
    /// The feature gates of groups are off from the start.
    GatesOff,
}

/// An edit of a label, as `kubectl label` has it.
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

/// Something that keeps a pod off nodes and that it may do without.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PodConstraint {
    /// A label of its `nodeSelector`.
    NodeSelector(Str),
    /// Its required node affinity.
    NodeAffinity,
    /// Its required affinity to pods, of this topology key.
    PodAffinity(Str),
    /// Its required anti-affinity to pods, of this topology key.
    PodAntiAffinity(Str),
    /// Its spread constraints that filter, of this topology key.
    TopologySpread(Str),
    /// A label of its own, by which anti-affinity of other pods or its own constraints select it.
    Label(Str),
}

/// The scheduler's decision right after a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// The pod goes to a node.
    Fits(Str),
    /// It makes room for itself.
    Preempts { node: Str, victims: Vec<NamespacedName> },
}

impl Effect {
    /// The node that the pod goes to.
    #[must_use]
    pub fn node(&self) -> &Str {
        let (Self::Fits(node) | Self::Preempts { node, .. }) = self;
        node
    }
}

/// How the run goes on after a change, as far as the pod is concerned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunOutcome {
    /// The pod is bound.
    Bound {
        node: Str,
        /// How long after the change, in virtual milliseconds.
        after: Millis,
    },
    /// The run ends, and the pod is still pending.
    Pending {
        /// The pod that was bound to the node first.
        first: Option<NamespacedName>,
        /// Whether the scheduler tried the pod after the change, in vain.
        is_tried: bool,
    },
    /// The copy of the run was followed for so long after the change, and the pod was not bound by then.
    NotSeen(Millis),
}

/// How the run goes on after a change, as far as a group is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupOutcome {
    /// Members that have a node at the end.
    pub bound: usize,
    /// All of them.
    pub members: usize,
    /// Whether that is a run from the start: times are counted from there.
    pub is_from_start: bool,
}

/// What would make a pod fit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Help {
    /// The smallest change of each kind that helps.
    pub changes: Vec<HelpfulChange>,
    /// Changes whose runs were given up before they showed whether they help.
    pub undecided_count: usize,
}

/// A change and its outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HelpfulChange {
    /// What is changed; `None` if the pod would fit as things are.
    pub change: Option<Change>,
    /// What the scheduler decides if it takes the pod right after the change.
    pub effect: Effect,
    /// What becomes of the pod when the run goes on with the change.
    pub outcome: RunOutcome,
    /// What becomes of its group, if it is in one.
    pub group: Option<GroupOutcome>,
}

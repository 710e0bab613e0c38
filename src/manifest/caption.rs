//! Captions of a scenario: what viewers are shown, and when.

use api::Str;
use serde::{Deserialize, Serialize};

/// Title and description in Chinese (中文).
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Translation {
    pub title: Str,
    pub description: Str,
}

/// A sentence that is shown at a moment of the run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Caption {
    pub at: Anchor,
    pub text: Str,
    /// The sentence in Chinese (中文).
    pub zh: Str,
    /// The releases for which the sentence is true; empty means all.
    pub releases: Vec<Str>,
}

impl Caption {
    /// Whether the sentence is true for a release.
    #[must_use]
    pub fn applies_to(&self, release: &str) -> bool {
        self.releases.is_empty() || self.releases.iter().any(|name| name == release)
    }
}

/// A moment, identified by an event. It stays right when times, seeds and node names change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Anchor {
    pub event: Happening,
    /// The pod, as `namespace/name`; `default/web-*` matches a prefix of the name; empty matches any.
    pub pod: Str,
    /// The node; empty matches any.
    pub node: Str,
    /// The other object of the event; empty matches any. For `asked`: the pod that is put back; for `scored`: the plugin; for `extenderFilters` and `extenderPreempts`: the
    /// extender; for `script` and `printed`: the line; for `counted`, `zone` and `reconciled`: the disruption budget (`namespace/name`), zone or
    /// workload (`ReplicaSet/default/web`); for `groupPopped`, `groupAttempted` and `groupHeld`: the pod group (`namespace/name`).
    pub other: Str,
    /// For `rung`: the rule of the preemption ladder; empty matches any.
    pub rule: Str,
    /// Which occurrence of the event, counted from 1.
    pub nth: usize,
}

impl Default for Anchor {
    fn default() -> Self {
        let (event, nth) = (Happening::Popped, 1);
        Self { event, pod: Str::default(), node: Str::default(), other: Str::default(), rule: Str::default(), nth }
    }
}

/// The events at which a caption can be shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Happening {
    /// The pod is created.
    Created,
    /// The pod goes to `activeQ`.
    Active,
    /// The pod goes to `backoffQ`.
    Backoff,
    /// The pod goes to the unschedulable pool.
    Unschedulable,
    /// The pod is popped from `activeQ`, and its scheduling cycle begins.
    #[default]
    Popped,
    /// The filters have checked a node.
    Judged,
    /// An extender filters the nodes that passed the plugins.
    ExtenderFilters,
    /// A score is computed, be it a plugin's or an extender's: the last one, or that of `other`.
    Scored,
    /// The node with the best score is selected.
    Selected,
    /// Preemption checks whether the pod is eligible to preempt.
    Eligible,
    /// Preemption lists the nodes on which it could help.
    Potential,
    /// The dry run of preemption removes all lower-priority pods from a node.
    Lifted,
    /// The dry run of preemption checks whether a removed pod can be put back.
    Asked,
    /// An extender filters the candidates of preemption.
    ExtenderPreempts,
    /// Preemption applies a rule for choosing between candidates.
    Rung,
    /// Preemption selects a node.
    Preempts,
    /// The scheduling attempt fails.
    Failed,
    /// `status.nominatedNodeName` is set.
    Nominated,
    NominationCleared,
    /// The pod's volumes are reserved on the selected node.
    Reserved,
    Bound,
    /// The pod runs.
    Running,
    /// The pod's graceful deletion begins.
    Terminating,
    Gone,
    /// A line of the script begins, whatever the pod.
    Script,
    /// A disruption budget is created, or its status changes, whatever the pod.
    Budget,
    /// The disruption controller has counted the pods of a budget.
    Counted,
    /// The API server allows the eviction of the pod.
    EvictionAllowed,
    /// The API server refuses the eviction of the pod.
    EvictionRefused,
    /// The number of nodes in a zone that are not ready changes, or the zone's state.
    Zone,
    /// The controller of a workload reconciles.
    Reconciled,
    /// `kubectl` prints a line, whatever the pod.
    Printed,
    /// A pod group is popped from the queue, and its cycle begins.
    GroupPopped,
    /// The cycle of a pod group ends.
    GroupAttempted,
    /// A pod group is not tried again until something changes.
    GroupHeld,
    /// The run ends.
    End,
}

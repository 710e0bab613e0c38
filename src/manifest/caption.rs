//! What a scenario tells its viewers, and at which moments.

use api::Str;
use serde::{Deserialize, Serialize};

/// Title and description in 中文.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Translation {
    pub title: Str,
    pub description: Str,
}

/// A sentence for a moment of the run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Caption {
    /// The moment.
    pub at: Anchor,
    /// The sentence.
    pub text: Str,
    /// The same in 中文.
    pub zh: Str,
    /// The releases that it is true of; all, if none is named.
    pub releases: Vec<Str>,
}

impl Caption {
    /// Whether it is true of a release.
    #[must_use]
    pub fn applies_to(&self, release: &str) -> bool {
        self.releases.is_empty() || self.releases.iter().any(|name| name == release)
    }
}

/// A moment, named by what happens then: it stays right when times, seeds and names of nodes change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Anchor {
    pub event: Happening,
    /// To which pod, as `namespace/name`; `default/web-*` means the first part of a name; empty: to any.
    pub pod: Str,
    /// On which node; empty: on any.
    pub node: Str,
    /// Of `asked`: which pod is put back; of `extenderFilters` and `extenderPreempts`: which extender; of `script` and `printed`:
    /// which line; of `counted`, `zone` and `reconciled`: which budget (`namespace/name`), zone or workload (`ReplicaSet/default/web`);
    /// of `groupPopped`, `groupAttempted` and `groupHeld`: which group (`namespace/name`); empty: any.
    pub other: Str,
    /// Of `rung`: which rule; empty: any.
    pub rule: Str,
    /// Which time, from 1.
    pub nth: usize,
}

impl Default for Anchor {
    fn default() -> Self {
        let (event, nth) = (Happening::Popped, 1);
        Self { event, pod: Str::default(), node: Str::default(), other: Str::default(), rule: Str::default(), nth }
    }
}

/// What can happen at a moment that a caption names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Happening {
    /// The pod is made.
    Created,
    /// It goes to `activeQ`.
    Active,
    /// It goes to `backoffQ`.
    Backoff,
    /// It goes to the unschedulable pool.
    Unschedulable,
    /// It is taken out of its queue, to be scheduled.
    #[default]
    Popped,
    /// A node is judged by the filters.
    Judged,
    /// An extender is asked about the nodes that passed the filters.
    ExtenderFilters,
    /// The last score is given, be it a plugin's or an extender's.
    Scored,
    /// The best node is taken.
    Selected,
    /// Whether it may preempt is asked.
    Eligible,
    /// The nodes on which preemption could help are named.
    Potential,
    /// All lower-priority pods are removed from a node, in a dry run.
    Lifted,
    /// A pod is put back.
    Asked,
    /// An extender is asked about the candidates of preemption.
    ExtenderPreempts,
    /// A rule of the ladder is applied.
    Rung,
    /// The node on which it preempts is taken.
    Preempts,
    /// The attempt fails.
    Failed,
    /// `status.nominatedNodeName` is set.
    Nominated,
    NominationCleared,
    /// Its volumes are set aside on the node that was chosen.
    Reserved,
    Bound,
    /// It runs.
    Running,
    /// Its graceful deletion begins.
    Terminating,
    Gone,
    /// An action of the script begins, whatever the pod.
    Script,
    /// A disruption budget is there, or has a new status, whatever the pod.
    Budget,
    /// The disruption controller counted for a budget.
    Counted,
    /// The API server allows the eviction of the pod.
    EvictionAllowed,
    /// It refuses it.
    EvictionRefused,
    /// A zone has another number of nodes that are not ready, or another state.
    Zone,
    /// The controller of a workload decides.
    Reconciled,
    /// `kubectl` prints a line, whatever the pod.
    Printed,
    /// A group of pods is taken out of the queue, to be scheduled.
    GroupPopped,
    /// Its cycle is over.
    GroupAttempted,
    /// It is not tried any more until something else happens.
    GroupHeld,
    /// The run is over.
    End,
}

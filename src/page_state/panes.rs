//! The pages of the inspector and the tabs of the console. Many parts of the page lead there.

/// Tabs of the console.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConsoleTab {
    /// `kubectl get pods -o wide -w`.
    #[default]
    Pods,
    /// `kubectl get events`.
    Messages,
    /// `kubectl describe pod` of the chosen pod.
    Describe,
    /// `kubectl get resourceclaims,resourceslices`.
    Devices,
    /// `kubectl get podgroups`, with columns of its own.
    PodGroups,
    /// The scheduler's log.
    Log,
    /// Pods that are pending at the end, by the reason.
    Pending,
}

/// Pages of the inspector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InspectorPage {
    /// What happens now.
    #[default]
    Now,
    /// Nodes by plugins.
    Filters,
    /// Scores.
    Scores,
    /// Candidates, victims, ladder.
    Preemption,
    /// Groups of pods: their members in order, and why they wait.
    Group,
    /// The chosen pod.
    Pod,
    /// The chosen node.
    Node,
    /// Budgets and zones.
    BudgetsZones,
    /// What would have happened.
    WhatIf,
    /// The scheduler's functions, and the one at work.
    Source,
    /// The form of what is built on the stage.
    EditForm,
}

//! The functions of a release's scheduler as one table, from which a call tree is built.

use crate::Release;

/// Builds a release's table: its own functions, then those of other components, which are the same for all releases.
macro_rules! call_graph {
    ($($own:expr),+ $(,)?) => {
        &[
            $($own,)+
            f(0, Role::ApiServer, "kube-apiserver", ""),
            f(0, Role::Kubelet, "kubelet", ""),
            f(0, Role::Kubectl, "kubectl", ""),
            f(0, Role::Eviction, "EvictionREST.Create", ""),
            f(0, Role::BudgetCount, "DisruptionController.getExpectedPodCount", ""),
            f(0, Role::BudgetController, "DisruptionController.updatePdbStatus", ""),
            f(0, Role::NodeController, "nodelifecycle.Controller.monitorNodeHealth", ""),
            f(1, Role::ZoneController, "handleDisruption", ""),
            f(0, Role::DeploymentController, "DeploymentController.syncDeployment", ""),
            f(0, Role::WorkloadController, "ReplicaSetController.manageReplicas", ""),
            f(0, Role::StatefulSetController, "defaultStatefulSetControl.updateStatefulSet", ""),
            f(0, Role::DaemonSetController, "DaemonSetsController.updateDaemonSet", ""),
            f(0, Role::JobController, "Controller.manageJob", ""),
            f(0, Role::Provisioner, "PersistentVolumeController.provisionClaim", ""),
            f(0, Role::ClaimController, "PersistentVolumeController.bind", ""),
        ]
    };
}

/// The role of a function, independent of its name in a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Main loop: schedules and binds one pod.
    Loop,
    /// Pops the next pod from the queue.
    Pop,
    /// Schedules one pod that belongs to no group.
    OnePod,
    /// Schedules and binds one pod group.
    GroupLoop,
    /// The scheduling cycle of a group, on one snapshot.
    GroupCycle,
    /// Tries the members of a group one after the other.
    GroupMember,
    /// Tries the members of a group in one placement after the other.
    GroupPlacement,
    /// Preempts for a group as a whole.
    GroupPreempt,
    /// Applies the result of a group's cycle to each member.
    GroupResult,
    /// The scheduling cycle of one pod.
    Cycle,
    /// Finds a node, or preempts.
    Algorithm,
    /// Finds a node for the pod.
    Schedule,
    /// Finds the feasible nodes.
    FindNodes,
    /// Runs the `PreFilter` plugins.
    PreFilter,
    /// Filters one node after the other.
    EachNode,
    /// Runs the filters on one node.
    Filter,
    /// Calls the extenders with the nodes that passed the filters.
    PassExtenders,
    /// Calls one extender with the nodes that passed the filters.
    ExtenderFilter,
    /// Scores the feasible nodes.
    Prioritize,
    /// Runs the score plugins.
    Score,
    /// Calls one extender for scores.
    ExtenderScore,
    /// Chooses one of the nodes with the best total.
    Select,
    /// Runs the `PostFilter` plugins.
    PostFilter,
    /// The preemption plugin.
    Plugin,
    /// Preempts for one pod.
    Preempt,
    /// Checks whether the pod may preempt.
    Eligible,
    /// Finds the candidates of preemption.
    Candidates,
    /// Finds the nodes on which preemption might help.
    Potential,
    /// Runs a dry run on each of these nodes.
    DryRuns,
    /// Selects the victims on one node.
    Victims,
    /// Checks whether the pod fits without the pods of lower priority.
    Try,
    /// Determines which evictions would violate a budget.
    Budgets,
    /// Tries to put one pod back.
    Reprieve,
    /// Calls the extenders with the candidates.
    Sacrifice,
    /// Calls one extender with the candidates.
    ExtenderPreempt,
    /// Chooses the cheapest candidate.
    Choose,
    /// Applies the rules that compare candidates.
    Ladder,
    /// Evicts the candidate's victims and clears nominations.
    Prepare,
    /// Deletes a victim.
    Evict,
    /// Finds the nominations of lower priority to the node.
    LowerNominated,
    /// Clears a nomination.
    ClearNomination,
    /// Prepares the binding after the decision.
    BeforeBinding,
    /// Assumes the pod and runs `Reserve`.
    AssumeAndReserve,
    /// Assumes the pod on its node in the cache.
    Assume,
    /// Runs the `Reserve` plugins.
    Reserve,
    /// Assumes the pod's volumes.
    Volumes,
    /// Binds the pod's volumes.
    BindVolumes,
    /// Runs the `Permit` plugins.
    Permit,
    /// Handles a failed attempt.
    Failure,
    /// Builds the message of a failed attempt.
    Message,
    /// Puts a failed pod back into the queue.
    Requeue,
    /// Writes a nomination or a condition to the pod's status.
    Nominate,
    /// The binding cycle.
    Binding,
    /// Writes the chosen node to the pod's status before it is bound.
    Expect,
    /// Waits until all plugins allow the binding.
    WaitOnPermit,
    /// Runs the `PreBind` plugins.
    PreBind,
    /// Calls a binder and logs the result.
    Bind,
    /// Runs the `Bind` plugins.
    BindPlugins,
    /// Runs the `PostBind` plugins.
    PostBind,
    /// Releases what was reserved for the pod.
    Unreserve,
    /// Handles events of the cluster.
    Handlers,
    /// Adds a new pod to the queue.
    Add,
    /// Runs the `PreEnqueue` plugins, which may hold a pod back.
    PreEnqueue,
    /// Moves waiting pods because of an event.
    Move,
    /// Runs the queue's timers.
    Timers,
    /// Moves pods whose backoff has ended.
    Flush,
    /// Outside of the scheduler: the API server.
    ApiServer,
    /// Outside of the scheduler: the kubelet.
    Kubelet,
    /// Outside of the scheduler: a person or a script.
    Kubectl,
    /// Outside of the scheduler: responds to an eviction.
    Eviction,
    /// Outside of the scheduler: counts the expected pods of a budget.
    BudgetCount,
    /// Outside of the scheduler: writes a budget's status.
    BudgetController,
    /// Outside of the scheduler: monitors the health of nodes.
    NodeController,
    /// Outside of the scheduler: determines from a zone's unready nodes how fast they are tainted.
    ZoneController,
    /// Outside of the scheduler: scales the `ReplicaSet`s of a Deployment.
    DeploymentController,
    /// Outside of the scheduler: creates and deletes the pods of a ReplicaSet.
    WorkloadController,
    /// Outside of the scheduler: creates and deletes the pods of a StatefulSet, DaemonSet or Job.
    StatefulSetController,
    DaemonSetController,
    JobController,
    /// Outside of the scheduler: provisions volumes.
    Provisioner,
    /// Outside of the scheduler: binds volume claims.
    ClaimController,
}

/// A function in the call tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// The depth in the tree: the number of callers above the function.
    pub depth: usize,
    /// The function's role. A release has at most one function for each.
    pub role: Role,
    /// The function's name upstream.
    pub name: &'static str,
    /// The source file upstream; empty for functions outside of the scheduler.
    pub file: &'static str,
}

/// A release's functions in depth-first order: each caller comes before its callees.
pub type CallGraph = [Function];

/// Creates a row of a table.
pub(super) const fn f(depth: usize, role: Role, name: &'static str, file: &'static str) -> Function {
    Function { depth, role, name, file }
}

/// Returns the index of the function with a role.
#[must_use]
pub fn function_index(source: &CallGraph, role: Role) -> Option<usize> {
    let index_of = |role| source.iter().position(|function| function.role == role);
    // In v1.16 the function that runs the `Permit` plugins also waits for them.
    index_of(role).or_else(|| if role == Role::WaitOnPermit { index_of(Role::Permit) } else { None })
}

/// Returns the indices of a function and all its direct and indirect callees.
#[must_use]
pub fn callee_range(source: &CallGraph, at: usize) -> std::ops::Range<usize> {
    let callees = source[at + 1..].iter().take_while(|function| function.depth > source[at].depth);
    at..at + 1 + callees.count()
}

/// Returns the indices of a function's callers, the outermost first.
#[must_use]
pub fn caller_indices(source: &CallGraph, at: usize) -> Vec<usize> {
    let mut depth = source[at].depth;
    let mut callers = Vec::new();
    for (place, function) in source[..at].iter().enumerate().rev() {
        if function.depth < depth {
            depth = function.depth;
            callers.push(place);
        }
    }
    callers.reverse();
    callers
}

impl Function {
    /// Returns the URL of its source file at the release's patch version.
    #[must_use]
    pub fn source_url(&self, release: Release) -> Option<String> {
        let patch = release.patch();
        (!self.file.is_empty()).then(|| format!("https://github.com/kubernetes/kubernetes/blob/{patch}/{}", self.file))
    }
}

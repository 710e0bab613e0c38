//! The functions of a release, as one table.

use crate::Release;

/// A release's own functions, and those around the scheduler, which are the same for all.
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

/// What a function is for, whatever a release calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// One pod from the queue to its node.
    Loop,
    /// The next pod leaves the queue.
    Pop,
    /// One pod, once it is known to be no group.
    OnePod,
    /// One group of pods from the queue to its nodes.
    GroupLoop,
    /// All that is decided for a group on one snapshot.
    GroupCycle,
    /// The members of a group are tried one after the other.
    GroupMember,
    /// The members of a group are tried in one placement after the other.
    GroupPlacement,
    /// Room is made for a group as a whole.
    GroupPreempt,
    /// What follows for each member.
    GroupResult,
    /// All that is decided before the binding.
    Cycle,
    /// A node, or what makes room for the pod.
    Algorithm,
    /// A node for the pod.
    Schedule,
    /// The nodes that will do.
    FindNodes,
    /// Pod and cluster are looked at once.
    PreFilter,
    /// Node after node is tried.
    EachNode,
    /// A node is judged.
    Filter,
    /// Extenders are asked about the nodes that passed.
    PassExtenders,
    /// One extender is asked about them.
    ExtenderFilter,
    /// The feasible nodes get points.
    Prioritize,
    /// Plugins score.
    Score,
    /// An extender is asked for scores.
    ExtenderScore,
    /// One of the best is taken.
    Select,
    /// What can be done for a pod that fits nowhere.
    PostFilter,
    /// The plugin that preempts.
    Plugin,
    /// Preemption as a whole.
    Preempt,
    /// May the pod preempt?
    Eligible,
    /// Which nodes become candidates?
    Candidates,
    /// Where would preemption help?
    Potential,
    /// A dry run on each of these nodes.
    DryRuns,
    /// Which pods are victims on a node?
    Victims,
    /// Does the pod fit without the pods of lower priority?
    Try,
    /// Which of these pods do budgets protect?
    Budgets,
    /// A pod is put back.
    Reprieve,
    /// Extenders are asked about candidates.
    Sacrifice,
    /// One extender is asked about them.
    ExtenderPreempt,
    /// The candidate that costs least.
    Choose,
    /// The rules of the tie-break.
    Ladder,
    /// What is done for the candidate: evictions, and nominations that end.
    Prepare,
    /// A victim is deleted.
    Evict,
    /// Whose nomination to the node ends.
    LowerNominated,
    /// A nomination ends.
    ClearNomination,
    /// Between decision and binding.
    BeforeBinding,
    /// What is set aside.
    AssumeAndReserve,
    /// The pod counts on its node from now on.
    Assume,
    /// Plugins set aside what the pod needs.
    Reserve,
    /// Volumes are set aside.
    Volumes,
    /// Volumes are bound.
    BindVolumes,
    /// Plugins may hold the binding back.
    Permit,
    /// What a failed attempt leads to.
    Failure,
    /// The message.
    Message,
    /// The pod goes to where it waits.
    Requeue,
    /// A nomination, or a condition, is written.
    Nominate,
    /// All of the binding.
    Binding,
    /// The node is written to the pod's status before the pod is bound.
    Expect,
    /// The binding is held back until plugins allow it.
    WaitOnPermit,
    /// The binding is prepared.
    PreBind,
    /// A binder is called, and its result logged.
    Bind,
    /// The API server is sent the binding.
    BindPlugins,
    /// The binding is done.
    PostBind,
    /// The pod gives back what was set aside.
    Unreserve,
    /// Events of the cluster come in.
    Handlers,
    /// A new pod goes into the queue.
    Add,
    /// An event moves pods that wait.
    Move,
    /// Timers of the queue.
    Timers,
    /// A backoff is over.
    Flush,
    /// No scheduler: the API server.
    ApiServer,
    /// No scheduler: the kubelet.
    Kubelet,
    /// No scheduler: a person or a script.
    Kubectl,
    /// No scheduler: an eviction is answered.
    Eviction,
    /// No scheduler: the pods of a budget are counted.
    BudgetCount,
    /// No scheduler: a budget's status is written.
    BudgetController,
    /// No scheduler: the health of nodes is looked at.
    NodeController,
    /// No scheduler: how many nodes of a zone are not ready decides how fast they are tainted.
    ZoneController,
    /// No scheduler: the sizes of a Deployment's `ReplicaSet`s.
    DeploymentController,
    /// No scheduler: pods of workloads are made.
    WorkloadController,
    /// No scheduler: the same for `StatefulSet`s, `DaemonSet`s and Jobs.
    StatefulSetController,
    DaemonSetController,
    JobController,
    /// No scheduler: volumes are made.
    Provisioner,
    /// No scheduler: claims are bound.
    ClaimController,
}

/// A function of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// How many callers stand above it.
    pub depth: usize,
    /// What it is for. A release has at most one function for each.
    pub role: Role,
    /// Its name.
    pub name: &'static str,
    /// Its file; none where it is no part of the scheduler.
    pub file: &'static str,
}

/// A release's functions: each caller stands before those that it calls.
pub type CallGraph = [Function];

/// A function, in the order in which tables are read.
pub(super) const fn f(depth: usize, role: Role, name: &'static str, file: &'static str) -> Function {
    Function { depth, role, name, file }
}

/// Where a function stands in the tree.
#[must_use]
pub fn function_index(source: &CallGraph, role: Role) -> Option<usize> {
    let index_of = |role| source.iter().position(|function| function.role == role);
    // At first the function that asked the plugins waited for them, too.
    index_of(role).or_else(|| if role == Role::WaitOnPermit { index_of(Role::Permit) } else { None })
}

/// The function itself and all that it calls: places in the tree.
#[must_use]
pub fn callee_range(source: &CallGraph, at: usize) -> std::ops::Range<usize> {
    let callees = source[at + 1..].iter().take_while(|function| function.depth > source[at].depth);
    at..at + 1 + callees.count()
}

/// The callers of a function, the outermost first: places in the tree.
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
    /// Where it can be read, in the release's own version.
    #[must_use]
    pub fn source_url(&self, release: Release) -> Option<String> {
        let patch = release.patch();
        (!self.file.is_empty()).then(|| format!("https://github.com/kubernetes/kubernetes/blob/{patch}/{}", self.file))
    }
}

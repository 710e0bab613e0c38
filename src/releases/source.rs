//! Where a release's source does what a run shows: functions and files of kubernetes/kubernetes at the release's patch.

/// A function and its file.
pub type Place = (&'static str, &'static str);

/// Functions of the scheduler and what they do in a cycle.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Pod and cluster are looked at once.
    pub pre_filter: Place,
    /// A node is judged.
    pub filter: Place,
    /// An extender is asked about the nodes that passed.
    pub extender_filter: Place,
    /// An extender is asked for scores.
    pub extender_score: Place,
    /// An extender is asked about candidates of preemption.
    pub extender_preempt: Place,
    /// Feasible nodes are scored.
    pub score: Place,
    /// One of the best is taken.
    pub select: Place,
    /// May the pod preempt?
    pub eligible: Place,
    /// Where would preemption help?
    pub potential: Place,
    /// Which pods are victims on a node?
    pub dry_run: Place,
    /// Which candidate costs least?
    pub ladder: Place,
    /// Preemption as a whole.
    pub preempt: Place,
    /// The message of a failed attempt.
    pub fit_error: Place,
    /// The pod is counted on its node.
    pub reserve: Place,
    /// The binding may be held back.
    pub permit: Place,
    /// The binding is prepared.
    pub pre_bind: Place,
    /// The API server is told.
    pub bind: Place,
    /// The binding is done.
    pub post_bind: Place,
    /// A pod is taken out of the queue.
    pub popped: &'static str,
    /// An event moves pods.
    pub moved: &'static str,
    /// A nomination is written.
    pub nominated: &'static str,
    /// A nomination ends.
    pub cleared: &'static str,
    /// A binding failed.
    pub bind_failed: &'static str,
    /// A pod gives back what was set aside before its binding.
    pub unreserved: &'static str,
    /// A pod waits in `Permit` no more.
    pub allowed: &'static str,
    /// A victim is deleted.
    pub evicted: &'static str,
    /// Volumes are set aside for a pod, and its binding waits for them.
    pub volumes_reserved: &'static str,
}

const SCHEDULER: &str = "pkg/scheduler/scheduler.go";
const GENERIC: &str = "pkg/scheduler/core/generic_scheduler.go";
const CYCLE: &str = "pkg/scheduler/schedule_one.go";
const RUNTIME: &str = "pkg/scheduler/framework/runtime/framework.go";
const CORE_EXTENDER: &str = "pkg/scheduler/core/extender.go";
const EXTENDER: &str = "pkg/scheduler/extender.go";
const PREEMPTION: &str = "pkg/scheduler/framework/preemption/preemption.go";
const PLUGIN: &str = "pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go";

pub(super) const V1_16: Source = Source {
    pre_filter: ("predicateMetaProducer", GENERIC),
    filter: ("podFitsOnNode", GENERIC),
    extender_filter: ("findNodesThatFit · HTTPExtender.Filter", CORE_EXTENDER),
    extender_score: ("PrioritizeNodes · HTTPExtender.Prioritize", CORE_EXTENDER),
    extender_preempt: ("processPreemptionWithExtenders · HTTPExtender.ProcessPreemption", CORE_EXTENDER),
    score: ("PrioritizeNodes", GENERIC),
    select: ("selectHost", GENERIC),
    eligible: ("podEligibleToPreemptOthers", GENERIC),
    potential: ("nodesWherePreemptionMightHelp", GENERIC),
    dry_run: ("selectVictimsOnNode", GENERIC),
    ladder: ("pickOneNodeForPreemption", GENERIC),
    preempt: ("Preempt", GENERIC),
    fit_error: ("FitError.Error", GENERIC),
    reserve: ("assume · RunReservePlugins", SCHEDULER),
    permit: ("RunPermitPlugins", GENERIC),
    pre_bind: ("RunPreBindPlugins", GENERIC),
    bind: ("bind · RunBindPlugins", SCHEDULER),
    post_bind: ("RunPostBindPlugins", GENERIC),
    popped: "scheduler.scheduleOne · NextPod",
    moved: "PriorityQueue.MoveAllToActiveQueue",
    nominated: "podPreemptor.setNominatedNodeName",
    cleared: "podPreemptor.removeNominatedNodeName",
    bind_failed: "Scheduler.bind · ForgetPod",
    unreserved: "Scheduler.scheduleOne · ForgetPod",
    allowed: "RunPermitPlugins",
    evicted: "podPreemptor.deletePod",
    volumes_reserved: "assumeVolumes · bindVolumes",
};

pub(super) const V1_20: Source = Source {
    pre_filter: ("RunPreFilterPlugins", RUNTIME),
    filter: ("PodPassesFiltersOnNode", GENERIC),
    extender_filter: ("findNodesThatPassExtenders · HTTPExtender.Filter", CORE_EXTENDER),
    extender_score: ("prioritizeNodes · HTTPExtender.Prioritize", CORE_EXTENDER),
    extender_preempt: ("CallExtenders · HTTPExtender.ProcessPreemption", CORE_EXTENDER),
    score: ("prioritizeNodes", GENERIC),
    eligible: ("PodEligibleToPreemptOthers", PLUGIN),
    potential: ("nodesWherePreemptionMightHelp", PLUGIN),
    dry_run: ("selectVictimsOnNode", PLUGIN),
    ladder: ("pickOneNodeForPreemption", PLUGIN),
    preempt: ("SelectCandidate", PLUGIN),
    permit: ("RunPermitPlugins", RUNTIME),
    pre_bind: ("RunPreBindPlugins", RUNTIME),
    post_bind: ("RunPostBindPlugins", RUNTIME),
    popped: "Scheduler.scheduleOne · NextPod",
    moved: "PriorityQueue.MoveAllToActiveOrBackoffQueue",
    nominated: "updatePod · status.nominatedNodeName",
    cleared: "ClearNominatedNodeName",
    allowed: "WaitOnPermit",
    evicted: "PrepareCandidate · DeletePod",
    volumes_reserved: "VolumeBinding.Reserve · VolumeBinding.PreBind",
    ..V1_16
};

pub(super) const V1_34: Source = Source {
    filter: ("RunFilterPluginsWithNominatedPods", RUNTIME),
    extender_filter: ("findNodesThatPassExtenders · HTTPExtender.Filter", EXTENDER),
    extender_score: ("prioritizeNodes · HTTPExtender.Prioritize", EXTENDER),
    extender_preempt: ("callExtenders · HTTPExtender.ProcessPreemption", EXTENDER),
    score: ("prioritizeNodes", CYCLE),
    select: ("selectHost", CYCLE),
    potential: ("findCandidates", PREEMPTION),
    dry_run: ("SelectVictimsOnNode", PLUGIN),
    ladder: ("pickOneNodeForPreemption", PREEMPTION),
    preempt: ("SelectCandidate", PREEMPTION),
    fit_error: ("FitError.Error", CYCLE),
    reserve: ("assume · RunReservePlugins", CYCLE),
    bind: ("bind · RunBindPlugins", CYCLE),
    popped: "Scheduler.ScheduleOne · NextPod",
    bind_failed: "Scheduler.handleBindingCycleError",
    unreserved: "Scheduler.handleBindingCycleError",
    ..V1_20
};

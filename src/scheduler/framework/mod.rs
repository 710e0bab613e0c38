//! The scheduling framework: extension points, profiles, and the filters of a cycle.
//!
//! `schedule_pod` prepares each `Filter` once. What upstream keeps in a `CycleState` with string keys are fields of the
//! resulting `Judge`, which is then called node by node. Dry runs of preemption fork only the judges that depend on the
//! pods being added or removed; the others are shared. Scores work the same way. Each plugin defines next to its
//! decision which events may help a pod that it rejected (`Filter::queueing_hint`). A row of a profile can have several
//! parts that answer as one: v1.16's `GeneralPredicates`.
//!
//! A profile is a table for each extension point. The points after the filters work alike: a `PostFilter` gets the pod
//! that fits on no node, with its filters, and returns a plan to make room (`DefaultPreemption`) or a message;
//! `Reserve` returns an object that holds what is reserved until the pod is bound (dropping it releases that, the last
//! one first); `Permit` allows, rejects or waits; `PreBind` returns how long it takes, or that claims of the pod have
//! to be bound first (`VolumeBinding` writes there what `Reserve` reserved); `Bind` returns whether it binds the pod.
//! `scheduler::binding` runs these and ends the waiting; `simulation::kube_scheduler::binding` advances the time.
//! Besides `GangScheduling`, only a scenario makes pods wait, with `permit` and `timings` (`plugins::user_plugins`).
//!
//! An extender's scores are a row like a plugin's, after those of the plugins, so that charts, sums and comparisons
//! treat them alike.
//!
//! A row is identified by a `RowId`: its upstream name at its extension point. Records, evidence and comparisons refer
//! to rows by id, so that they stay valid when a configuration reorders rows.
//!
//! The cycle is generic over a `Recorder`. `Silent` records nothing and costs nothing; an `Attempt` records everything
//! that was evaluated, in columns. Scores compute their evidence on demand; every recorded case checks that the
//! evidence adds up to the score.

mod binding;
mod chooser;
mod cluster_event;
mod extender;
mod extender_calls;
mod extender_wait;
mod filters;
mod nominator;
mod plugin;
mod policy;
mod post_filter;
mod profile;
mod storage_event;
mod volume_plan;

pub use binding::{
    Bind, GroupQuorum, MAX_PERMIT_WAIT, Permit, PermitAnswer, Placement, PreBind, PreBindAnswer, Reservation, Reserve,
    ReserveCtx, Wait, conflict_text,
};
pub use chooser::{Chooser, FirstChooser, SeededChooser};
pub use cluster_event::{ClusterEvent, NodeChange, PodChange};
pub use extender::{
    Extender, ExtenderFilterAnswer, ExtenderResponder, ExtenderSpec, NodeVictims, PodNames, RejectedNode,
};
pub use extender_calls::{
    ExtenderCaller, ExtenderCalls, ExtenderCtx, ExtenderFiltered, Extenders, NodesWithoutPods, PreemptionCandidate,
};
pub use extender_wait::ExtenderWait;
pub use filters::{FailedRows, Filters, JudgeFork, TwoPasses, merge_failures};
pub(crate) use filters::{FailureKind, QuickVerdict};
pub use nominator::Nominator;
pub use plugin::{
    CycleCtx, EnabledPoints, Filter, FilterRow, Judge, PointRow, PreFilterOutcome, SameVerdictJudge, Score, ScoreError,
    ScoreRow, Scorer, ZeroScorer,
};
pub use policy::{CyclePolicy, ExtenderPolicy};
pub use post_filter::{
    MemberCtx, Nomination, PluginPostFilterResult, PostFilter, PostFilterCtx, PostStatus, PreemptionPlan,
};
pub use profile::Profile;
pub use storage_event::StorageEvent;
pub use volume_plan::VolumePlan;

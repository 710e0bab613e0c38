//! The scheduling framework: extension points, profiles, the filters of a cycle.
//!
//! `schedule` prepares each `Filter` once. What upstream keeps in a string-keyed `CycleState` is the fields of the
//! `Judge` that comes back, which then answers node by node. Dry runs of preemption fork only those judges that care
//! about pods that come and go; the others are shared. Scores work the same way. What may help a pod that a plugin
//! rejected stands beside its decision too (`Filter::hint`). A row of a profile may have several parts that answer as
//! one: v1.16's `GeneralPredicates`.
//!
//! A profile is a table for each extension point. What comes after the filters works like them: a `PostFilter` gets the
//! pod that fits nowhere with its filters, and answers with the room that it makes (`DefaultPreemption`) or with what
//! it has to say; `Reserve` gives back an object that holds what was set aside until the pod is bound (dropping out
//! gives it back, the last one first); `Permit` allows, rejects or asks for time; `PreBind` says how long it takes, or
//! that claims of the pod have to be bound first (`VolumeBinding`: what `Reserve` set aside is written there); `Bind`
//! whether it binds the pod. `scheduler::binding` runs these and knows how waiting ends; `simulation::binding` lets the
//! time pass. No plugin of upstream's lets pods wait: a scenario does, with `permit` and `timings`
//! (`plugins::scripted`).
//!
//! An extender's scores are a row like a plugin's, behind those of the plugins, so that bars, sums and comparisons need
//! no second way. Old links count moments; they knew no such steps, and `steps::moment_by_number` still counts as they do.
//!
//! A row has an identity, `RowId`: its name at its point, by which upstream knows it too. Records, evidence and
//! comparisons name rows by it, so that they stay right when a configuration puts rows into another order.
//!
//! The cycle is generic over a `Recorder`. With `Silent` nothing is kept and nothing is paid for; with an `Attempt`
//! everything that was looked at is kept in columns, one event for each attempt. Scores explain themselves on demand;
//! that evidence adds up to the score is checked in every recorded case.

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
    ReserveCtx, Wait,
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

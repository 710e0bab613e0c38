//! The log of a run as data: its events, and for each scheduling attempt a record of everything that was evaluated,
//! with the reasons.
//!
//! The engine writes it and front ends read it, so it depends on no other crate of the engine but `api`.

mod attempt;
mod attempt_summary;
mod device_search;
mod disruption;
mod event;
mod event_fields;
mod evidence;
mod extender_record;
mod group_attempt;
mod group_attempt_summary;
mod group_message;
mod log;
mod plugin;
mod point;
mod preemption;
mod profile_summary;
mod queue_event;
mod queueing_hint;
mod reconcile;
mod rollout;
mod upstream_message;
mod verdict;
mod volume_reason;
mod zone;

pub use attempt::{
    Attempt, AttemptOutcome, HostChoice, NodeRecord, PostFilterRecord, PreFilterRecord, Recorder, ScoreRecord,
    ScoreRowRecord, Silent, outside_node_set_failure,
};
pub use attempt_summary::{
    AttemptEnd, AttemptSummary, DryRunSummary, PreFilterSummary, PreemptionRoom, PreemptionSummary,
};
pub use device_search::{
    DeviceName, DeviceRefusal, DeviceRejection, DeviceRequestRecord, DeviceSearch, DeviceShortage,
    MAX_RECORDED_DEVICES, MAX_RECORDED_STEPS, SearchEnd, SearchStep,
};
pub use disruption::{BudgetCount, Demand, Eviction, EvictionAnswer, UnhealthyReason};
pub use event::{EVENT_LIMIT, Event, EventKind};
pub use event_fields::{Deletion, Ending, Preemptor, Purpose, Queue, StopReason};
pub use evidence::{AllocationPart, Balance, Evidence, ImagePart, ScorePart, SpreadPart, image_score, spread_score};
pub use extender_record::{CandidateRecord, ExtenderAnswer, ExtenderError, ExtenderRecord, host_of};
pub use group_attempt::{
    GroupAttempt, GroupPreemptionRecord, GroupRun, GroupStatus, GroupUnit, MemberRecord, MemberReservation, PermitCode,
    PermitRecord, PlacementRecord, PlacementScore, ReservedDevices, UnitReprieve,
};
pub use group_attempt_summary::{
    GroupAttemptSummary, GroupPreemptionSummary, MemberSummary, PlacementOutcome, PlacementSummary,
};
pub use group_message::{GroupMessage, PlacementError};
pub use log::LogEntry;
pub use plugin::{PluginId, RowId};
pub use point::Point;
pub use preemption::{DryRun, Ineligible, LadderRule, PreemptionRecord, Reprieve, Rung, VictimInfo};
pub use profile_summary::{PluginRow, ProfileSummary};
pub use queue_event::QueueEvent;
pub use queueing_hint::{EventHints, HintAnswer, HintEvidence, PluginHint, PodHints};
pub use reconcile::{Reconcile, ReconcileFunction};
pub use rollout::Rollout;
pub use upstream_message::{ClaimsUnboundReason, FailureCount, UpstreamMessage, Wording};
pub use verdict::{Code, Failure, Reason, Verdict, add_failure};
pub use volume_reason::{Unbindable, VolumeReason};
pub use zone::{Zone, ZoneState};

/// Index of a node in a snapshot's list of nodes.
pub type NodeIx = usize;

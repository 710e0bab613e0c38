//! The scheduling framework: extension points, verdicts, evidence, profiles, the filters of a cycle, the record of an
//! attempt, and its summary.

mod asked;
mod binding;
mod chance;
mod cluster_event;
mod evidence;
mod extender;
mod filters;
mod log;
mod nominator;
mod plugin;
mod point;
mod policy;
mod post_filter;
mod preemption_record;
mod profile;
mod record;
mod sheet;
mod storage_event;
mod tried;
mod verdict;
mod volume_reason;
mod waited;
mod words;

pub use asked::{CandidateRecord, ExtenderAnswer, ExtenderRecord};
pub use binding::{
    Bind, LONGEST_WAIT, Permit, Permitted, Placement, PreBind, Preparing, Reserve, Reserved, Reserving, Wait,
};
pub use chance::{Chooser, Dice, First, Purpose};
pub use cluster_event::{ClusterEvent, NodeChange, PodChange};
pub use evidence::{AllocationPart, Balance, Evidence, ImagePart, Part, SpreadPart};
pub use extender::{Extender, ExtenderSpec, Filtered, PodNames, Respond, Sacrifice, Trouble, host_of};
pub use filters::{Failed, Filters, Fork, TwoPasses, merged};
pub use log::LogEntry;
pub use nominator::Nominator;
pub use plugin::{
    Cycle, Enabled, Filter, FilterRow, Judge, PluginId, Prepared, Row, RowId, SameForAll, Score, ScoreRow, Scorer,
    Unscored, collect,
};
pub use point::Point;
pub use policy::{CyclePolicy, ExtenderPolicy, HostChoice};
pub use post_filter::{Nomination, PostFilter, PostFiltered, PostStatus, Preempted, Unfit};
pub use preemption_record::{DryRun, Ineligible, PreemptionRecord, Reprieve, Rule, Rung, VictimInfo};
pub use profile::Profile;
pub use record::{
    Attempt, NodeRecord, Outcome, PostFilterRecord, PreFilterRecord, Recorder, ScoreRecord, ScoreRowRecord, Silent,
    outside,
};
pub use sheet::{Sheet, SheetRow};
pub use storage_event::StorageEvent;
pub use tried::{Room, Tried, TriedDryRun, TriedEnd, TriedPreFilter, TriedPreemption};
pub use verdict::{Code, Failure, Reason, Verdict};
pub use volume_reason::{Unbindable, VolumePlan, VolumeReason};
pub use waited::Waited;
pub use words::{Said, Unbound, Wording};

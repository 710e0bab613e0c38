//! The scheduling framework: extension points, verdicts, evidence, profiles, the filters of a cycle, the record of an
//! attempt, and its summary.

mod asked;
mod binding;
mod chance;
mod context;
mod evidence;
mod extender;
mod filters;
mod hint;
mod log;
mod nominator;
mod plugin;
mod post_filter;
mod profile;
mod record;
mod sheet;
mod storage_event;
mod tried;
mod verdict;
mod volume_reason;
mod words;

pub use asked::{CandidateRecord, ExtenderAnswer, ExtenderRecord};
pub use binding::{
    Bind, LONGEST_WAIT, Millis, Permit, Permitted, Placement, PreBind, Preparing, Reserve, Reserved, Reserving, Wait,
};
pub use chance::{Chooser, Dice, First, Purpose};
pub use context::Context;
pub use evidence::{AllocationPart, Balance, Evidence, ImagePart, Part, SpreadPart};
pub use extender::{Extender, ExtenderSpec, Filtered, PodNames, Respond, Sacrifice, Trouble, host_of};
pub use filters::{Failed, Filters, Fork, TwoPasses, merged};
pub use hint::{ClusterEvent, NodeChange, PodChange};
pub use log::LogEntry;
pub use nominator::Nominator;
pub use plugin::{
    Cycle, Enabled, Filter, FilterRow, Judge, PluginId, Prepared, Row, RowId, SameForAll, Score, ScoreRow, Scorer,
    Unscored, collect,
};
pub use post_filter::{Nomination, PostFilter, PostFiltered, PostStatus, Preempted, Unfit};
pub use profile::{CyclePolicy, ExtenderPolicy, HostChoice, Profile};
pub use record::{
    Attempt, DryRun, Ineligible, NodeRecord, Outcome, PostFilterRecord, PreFilterRecord, PreemptionRecord, Recorder,
    Reprieve, Rule, Rung, ScoreRecord, ScoreRowRecord, Silent, VictimInfo, outside,
};
pub use sheet::{Point, Sheet, SheetRow};
pub use storage_event::StorageEvent;
pub use tried::{Room, Tried, TriedDryRun, TriedEnd, TriedPreFilter, TriedPreemption};
pub use verdict::{Code, Failure, Reason, Verdict};
pub use volume_reason::{Unbindable, VolumePlan, VolumeReason};
pub use words::{Said, Unbound, Wording};

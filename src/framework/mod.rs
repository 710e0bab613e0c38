//! The scheduling framework: extension points, verdicts, evidence, profiles, and the record of an attempt.

mod chance;
mod evidence;
mod hint;
mod log;
mod plugin;
mod profile;
mod record;
mod sheet;
mod verdict;

pub use chance::{Chooser, Dice, First, Purpose};
pub use evidence::{AllocationPart, Balance, Evidence, ImagePart, Part, SpreadPart};
pub use hint::{ClusterEvent, NodeChange, PodChange};
pub use log::LogEntry;
pub use plugin::{Cycle, Filter, FilterRow, Judge, PluginId, Prepared, Score, ScoreRow, Scorer, collect};
pub use profile::{CyclePolicy, PreemptionPolicy, Profile, Wording};
pub use record::{
    Attempt, DryRun, Ineligible, NodeRecord, Outcome, PreFilterRecord, PreemptionRecord, Recorder, Reprieve, Rule,
    Rung, ScoreRecord, ScoreRowRecord, Silent, VictimInfo, outside,
};
pub use sheet::{Point, Sheet, SheetRow};
pub use verdict::{Code, Failure, Reason, Verdict};

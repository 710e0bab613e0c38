//! The scheduling framework: extension points, profiles, the filters of a cycle.

mod binding;
mod chance;
mod cluster_event;
mod extender;
mod filters;
mod nominator;
mod plugin;
mod policy;
mod post_filter;
mod profile;
mod storage_event;
mod volume_plan;
mod waited;

pub use binding::{
    Bind, LONGEST_WAIT, Permit, Permitted, Placement, PreBind, Preparing, Reserve, Reserved, Reserving, Wait,
};
pub use chance::{Chooser, Dice, First};
pub use cluster_event::{ClusterEvent, NodeChange, PodChange};
pub use extender::{Extender, ExtenderSpec, Filtered, PodNames, Respond, Sacrifice};
pub use filters::{Failed, Filters, Fork, TwoPasses, merged};
pub use nominator::Nominator;
pub use plugin::{
    Cycle, Enabled, Filter, FilterRow, Judge, Prepared, Row, SameForAll, Score, ScoreRow, Scorer, Unscored,
};
pub use policy::{CyclePolicy, ExtenderPolicy};
pub use post_filter::{Nomination, PostFilter, PostFiltered, PostStatus, Preempted, Unfit};
pub use profile::Profile;
pub use storage_event::StorageEvent;
pub use volume_plan::VolumePlan;
pub use waited::Waited;

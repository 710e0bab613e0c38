//! Groups of pods: gang scheduling, preemption for a whole group, placements.
//!
//! | here | upstream |
//! |---|---|
//! | `registry`, `state` | `podGroupStates` of the cache, `PodGroup`s, `preemption.Executor` |
//! | `intake` | `frameworkForPodGroup`, `skipPodGroupPodSchedule` |
//! | `cycle` | `podGroupSchedulingDefaultAlgorithm`: members one after the other on one snapshot |
//! | `decision` | `podGroupCycle`, `submitPodGroupAlgorithmResult`: what becomes of each member |
//! | `preemption`, `units` | `PodGroupEvaluator`: units, budgets, reprieves |
//! | `placement` | `podGroupSchedulingPlacementAlgorithm`, `TopologyPlacementGenerator`, placement scores |
//!
//! All of it is alpha in v1.36, behind feature gates that are off by default. What looks like a bug of upstream's is modelled as it is, and
//! says so where it stands. Reserve of volumes and devices is asked in the cycle of a group, but what a member would take is not kept from
//! its siblings there: upstream's recordings have no such groups.

mod cycle;
mod decision;
mod intake;
mod placement;
mod preemption;
mod registry;
mod state;
mod units;

pub use cycle::GroupCtx;
pub use decision::{GroupDecision, MemberDecision, MemberOutcome, PodVictims, schedule_group};
pub use intake::{Intake, take_members};
pub use preemption::GroupVictims;
pub(crate) use registry::DEFAULT_PREEMPTION;
pub use registry::{GroupRegistry, PreEnqueueGate};
pub use state::GroupState;

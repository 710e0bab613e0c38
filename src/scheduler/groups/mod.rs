//! Pod groups: gang scheduling, preemption for a whole group, placements.
//!
//! | module | upstream |
//! |---|---|
//! | `registry`, `state` | `podGroupStates` of the cache, `PodGroup`s, `preemption.Executor` |
//! | `intake` | `frameworkForPodGroup`, `skipPodGroupPodSchedule` |
//! | `cycle` | `podGroupSchedulingDefaultAlgorithm`: members one after the other on one snapshot |
//! | `reservations` | `assumeAndReserve`: devices and volumes that earlier members reserved |
//! | `decision` | `podGroupCycle`, `submitPodGroupAlgorithmResult`: the outcome of each member |
//! | `preemption`, `units` | `PodGroupEvaluator`: units, budgets, reprieves |
//! | `placement` | `podGroupSchedulingPlacementAlgorithm`, `TopologyPlacementGenerator`, placement scores |
//!
//! All of it is alpha in v1.36, behind feature gates that are off by default. Apparent upstream bugs are modeled as
//! they are, with a comment.

mod cycle;
mod decision;
mod intake;
mod placement;
mod preemption;
mod registry;
mod reservations;
mod state;
mod units;

pub use cycle::GroupCtx;
pub use decision::{GroupDecision, MemberDecision, MemberOutcome, PodVictims, schedule_group};
pub use intake::{Intake, take_members};
pub use preemption::GroupVictims;
pub(crate) use registry::DEFAULT_PREEMPTION;
pub use registry::{GroupRegistry, PreEnqueueGate};
pub use state::GroupState;

//! The timeline: the time axis, and a lane for each pod below it.
//!
//! During playback, the first moment of a kind stays as long as its text takes to read, and later ones are short (`RunView::first_of_kind`).
//! Meanwhile, tiles of terminating pods drain by the virtual time until the next moment (`RunView::drains`, `stage/flip`). The axis folds idle
//! stretches, and cycles of a pod that fail repeatedly (`RunView::idle_stretches`, `timeline/axis`). Arrows lead from preemptors to their victims
//! (`Lanes::evictions`, `timeline/arrows`), and a grace period is a wedge. A mark opens the steps of its attempt (`trace::attempt_steps`), which
//! the chunk `Study` draws (`timeline/attempt`). Between attempts, the inspector lists what pods are doing (`trace::current_activity`), also in
//! that chunk. A pod group is a staircase (`trace::group_stairs`, `timeline/group_row`) that opens into its members; of two runs side by side it
//! has one for each, the one with the gates off above.

pub mod arrows;
pub mod attempt;
pub mod axis_strip;
pub mod group_row;
pub mod lane_row;
pub mod lanes;
pub mod view;

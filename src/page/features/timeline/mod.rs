//! The timeline: the axis of time, and a lane for each pod below it.
//!
//! While it plays, a kind of moment that is new stays as long as its story takes to read, and one that came before is
//! quick (`RunView::first_of_kind`). Pods that shut down drain meanwhile, by the virtual time until the next moment
//! (`RunView::drains`, `stage/flip`). The timeline folds what is idle, and cycles of a pod that fail again and again
//! (`RunView::idle_stretches`, `timeline/axis`). Arrows lead from preemptors to their victims (`Lanes::evictions`,
//! `timeline/arrows`), and a grace period is a wedge. A mark opens its attempt (`trace::attempt_steps`) into steps, which the
//! chunk `Study` draws and names (`timeline/attempt`). Between the steps of attempts the inspector
//! lists what goes on (`trace::current_activity`), in words of the same chunk. A pod group is a staircase (`trace::group_stairs`, `timeline/group_row`)
//! that opens into its members; of two runs side by side it has one for each, the one with the gates off above.

pub mod arrows;
pub mod attempt;
pub mod axis_strip;
pub mod group_row;
pub mod lane_row;
pub mod lanes;
pub mod view;

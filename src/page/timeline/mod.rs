//! Lanes of pods over time.
//!
//! While it plays, a kind of moment that is new stays as long as its story takes to read, and one that came before is
//! quick (`Shown::news`). Pods that shut down drain meanwhile, by the virtual time until the next moment
//! (`Shown::drains`, `stage/flip`). The timeline folds what is idle, and cycles of a pod that fail again and again
//! (`Shown::idle`, `timeline/axis`). Arrows lead from preemptors to their victims (`SetLanesOpen::evictions`,
//! `timeline/arrows`), and a grace period is a wedge. A mark opens its attempt (`trace::opened`) into steps, which the
//! part `teaching` draws and names (`timeline/attempt`, `i18n::opened`). Between the steps of attempts the inspector
//! lists what goes on (`trace::going`), in words of the part `teaching`.

mod arrows;
pub mod attempt;
mod axis;
mod axis_strip;
mod cache;
mod lane_row;
pub mod lanes;
mod pointer;
pub mod ruler;
pub mod view;

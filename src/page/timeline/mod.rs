//! Lanes of pods over time.

mod arrows;
pub mod attempt;
mod axis;
mod hands;
pub mod lanes;
mod row;

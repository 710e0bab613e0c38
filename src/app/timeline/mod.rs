//! Lanes of pods over time.

mod axis;
mod hands;
pub mod lanes;

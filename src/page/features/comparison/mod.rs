//! Views of other runs: the line of a fork, two runs side by side, and the what-if form.

pub mod fork_line;
mod group_outcomes;
pub mod number_change;
pub mod side_by_side;
pub mod what_if;
pub mod what_if_actions;

//! Resources: whether a pod fits, how full a node would be, and how evenly it would be used.

mod allocation;
mod balanced_allocation;
mod fit;

pub use allocation::{Allocation, ShapePoint, Strategy};
pub use balanced_allocation::BalancedAllocation;
pub use fit::Fit;

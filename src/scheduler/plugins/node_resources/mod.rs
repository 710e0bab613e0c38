//! Plugins about resources: whether a pod fits, how full a node would be, and how evenly its resources would be used.

mod allocation;
mod balanced_allocation;
mod fit;

pub use allocation::{AllocationScore, ShapePoint, Strategy};
pub use balanced_allocation::BalancedAllocation;
pub use fit::Fit;

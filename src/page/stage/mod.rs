//! The stage: the queue, the node that the moment is about, all nodes small, and the pods that move between them.

pub mod budgets;
pub mod draw;
pub mod flip;
pub mod overview;
pub mod picture;
pub mod queues;
pub mod scene;
pub mod theatre;
pub mod tile;

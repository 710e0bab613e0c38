//! The stage: queues, nodes and the pods that move between them.

pub mod card;
pub mod flip;
pub mod nodes;
pub mod overview;
pub mod queues;
pub mod scene;
pub mod tile;

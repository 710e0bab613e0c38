//! The devices of a node, drawn as a rack in its frame.
//!
//! `inventory` parses the objects of a frame, each once, and lists the devices of a node with their claims. `rack` draws them: a row for
//! each driver and pool, a cell for each device, and a tile over the devices of a claim.

mod inventory;
pub mod rack;

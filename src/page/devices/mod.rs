//! Devices and the claims for them: the rack on the stage, and the device search. A chunk that only a run with claims
//! fetches.
//!
//! `inventory` reads the objects of a frame, each once, and says what a node has and who holds it. `rack` draws that in the node's frame:
//! a row for each driver and pool, a cell for each device, a claim as a tile that docks at its devices. `device_search` tells a filter's search
//! from its evidence.

pub mod device_search;
mod inventory;
pub mod rack;

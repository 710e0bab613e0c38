//! The devices of a node, drawn as a rack in its frame.
//!
//! `inventory` reads the objects of a frame, each once, and says what a node has and who holds it. `rack` draws that:
//! a row for each driver and pool, a cell for each device, a claim as a tile that docks at its devices.

mod inventory;
pub mod rack;

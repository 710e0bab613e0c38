//! What documents about the scheduler can say, as names: which plugins run where unless a document says otherwise, and which rules make a list
//! of what it says.

mod defaults;
mod order;
pub mod plugin_names;
pub mod policy_names;
mod sample;

pub use defaults::{MULTI_POINT, Point, Version as DocumentVersion, effective, points, reader, version, wanted};
pub use order::{Chosen, Wanted};
pub use plugin_names::built_in;
pub use policy_names::policy;
pub use sample::sample;

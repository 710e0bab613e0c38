//! The views of an import: where files can be dropped, and how far they are read.

pub mod drop_zones;
pub mod note;

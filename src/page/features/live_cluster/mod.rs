//! The cluster beside the page: the dialog that explains and starts a reading, and the note about a reading or an open cluster.

pub mod note;
pub mod sheet;

//! What a person brings in: files of any kind, archives and dumps of clusters; and other names for what is in them, before it is shared.

pub mod anonymize;
pub mod dump;
pub mod files;

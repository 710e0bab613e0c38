//! Opens files of users: manifests, archives and cluster dumps. Also anonymizes manifests before they are shared.

pub mod anonymize;
pub mod dump;
pub mod files;

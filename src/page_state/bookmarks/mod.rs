//! Bookmarked moments, stored in the browser per manifest and release.

pub mod update;

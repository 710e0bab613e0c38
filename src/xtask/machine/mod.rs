//! What is on this machine: its system, its packages, its browsers.

pub(crate) mod browsers;
pub(crate) mod doctor;
pub(crate) mod packages;
pub(crate) mod system;

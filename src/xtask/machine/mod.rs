//! What is on this machine: its system, its packages, its browsers.

pub(crate) mod browsers;
mod npm_chromium;
pub(crate) mod packages;
pub(crate) mod system;
pub(crate) mod test_environment;

//! Detects the operating system, and finds or installs system packages and browsers.

pub(crate) mod browsers;
mod npm_chromium;
pub(crate) mod packages;
pub(crate) mod system;
pub(crate) mod test_environment;

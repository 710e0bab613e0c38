//! Moments that a person wants to come back to. They are kept in the browser, for the text and the release that ran.

pub mod update;

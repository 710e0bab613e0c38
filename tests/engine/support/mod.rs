//! Code that several test files share.

pub(crate) mod cases;
pub(crate) mod dumps;
pub(crate) mod finished_run;
pub(crate) mod hashes;
pub(crate) mod large;
pub(crate) mod random;
pub(crate) mod readable_json;
pub(crate) mod recorded_text;
pub(crate) mod runs;
pub(crate) mod telling_cases;
pub(crate) mod texts;

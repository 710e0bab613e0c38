//! Texts of the river: a whole run at once.

use super::table::river::RiverSentences;

lazy_catalog!(RiverSentences);

pub use super::table::river::RiverLabels;

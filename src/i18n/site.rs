//! Texts of the static pages. No program for a browser has them.

use super::table::site::SiteSentences;

lazy_catalog!(SiteSentences);

pub use super::table::site::SiteLabels;

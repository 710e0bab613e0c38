//! The texts of the loop of a first visit. Only a chunk of the page needs them.

use super::table::intro::IntroSentences;

lazy_catalog!(IntroSentences);

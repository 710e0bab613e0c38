//! Texts of reading a running cluster.
//!
//! Only chunks of the page need these texts, so they are not part of [`Language`](super::table::Language).

use super::table::live_cluster::LiveClusterSentences;

lazy_catalog!(LiveClusterSentences);

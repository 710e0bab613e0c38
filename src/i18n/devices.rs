//! Texts about devices and their allocation.
//!
//! Only a chunk of the page needs these texts, so they are not part of [`Language`](super::table::Language).

use super::table::devices::DeviceSentences;

lazy_catalog!(DeviceSentences);

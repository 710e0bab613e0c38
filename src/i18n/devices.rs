//! The words of devices and of the search for them.
//!
//! Only the part of the page that shows devices has these words: they are no part of [`Language`](super::table::Language).

use super::table::devices::DeviceSentences;

lazy_catalog!(DeviceSentences);

//! What the JavaScript module says of calls that cannot be answered. The page has no need of it.

use super::table::module::ModuleSentences;

lazy_catalog!(ModuleSentences);

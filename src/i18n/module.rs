//! Error messages of the JavaScript module. The page doesn't need them.

use super::table::module::ModuleSentences;

lazy_catalog!(ModuleSentences);

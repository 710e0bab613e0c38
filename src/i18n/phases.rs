//! What the phases of a cycle are for. Only the part of the page that explains them has these words.

use super::table::phases::PhaseSentences;

lazy_catalog!(PhaseSentences);

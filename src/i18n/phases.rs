//! The purposes of the phases of a cycle. Only a chunk of the page needs these texts.

use super::table::phases::PhaseSentences;

lazy_catalog!(PhaseSentences);

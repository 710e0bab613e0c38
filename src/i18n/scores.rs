//! The texts of the scores on the stage. Only a chunk of the page needs them.

use super::table::scores::ScoreSentences;

lazy_catalog!(ScoreSentences);

//! The texts of the scheduler's queue on the stage. Only a chunk of the page needs them.

use super::table::queue::QueueSentences;

lazy_catalog!(QueueSentences);

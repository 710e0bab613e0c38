//! The search over all commands. Only the part of the page that has it knows these words: they are no part of
//! [`Language`](super::table::Language).

use super::table::command::CommandSentences;

lazy_catalog!(CommandSentences);

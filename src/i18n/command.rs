//! Texts of the command search. Only a chunk of the page needs them, so they are not part of [`Language`](super::table::Language).

use super::table::command::CommandSentences;

lazy_catalog!(CommandSentences);

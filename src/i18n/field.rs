//! Texts of the field: who has to go, for all values of two numbers.

use super::table::field::FieldSentences;

lazy_catalog!(FieldSentences);

pub use super::table::field::FieldLabels;

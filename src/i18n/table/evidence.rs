//! Texts for the arithmetic of scores.

use crate::{languages::Speaker, messages::evidence as messages, table::grammar::Grammar};

/// Texts between the numbers from which a score was computed.
pub trait EvidenceSentences: Grammar {
    /// Bytes are scaled between two bounds.
    fn scaled_between(&self, low: &str, high: &str) -> String {
        messages::ScaledBetween { low, high }.text(self.language())
    }

    fn no_image(&self) -> String {
        messages::no_image(self.language()).into()
    }

    /// `1 of 4`.
    fn part_of(&self, part: &str, total: &str) -> String {
        messages::PartOf { part, total }.text(self.language())
    }

    /// How balanced the usage of a node is with the pod: the formula and its result.
    fn balance_with(&self, formula: &str, value: i64) -> String {
        messages::BalanceWith { formula, value }.text(self.language())
    }

    fn balance_without(&self, formula: &str, value: i64) -> String {
        messages::BalanceWithout { formula, value }.text(self.language())
    }

    fn spread_formula(&self, key: &str, pods: i64, weight: f64, skew: i64) -> String {
        messages::SpreadFormula { key, pods, weight: format_args!("{weight:.2}"), skew }.text(self.language())
    }
}

impl<T: Speaker> EvidenceSentences for T {}

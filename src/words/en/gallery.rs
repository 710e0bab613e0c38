//! The gallery of scenarios in English.

use super::En;
use crate::catalogue::gallery::{Sentences, Theme};

impl Sentences for En {
    fn theme(&self, theme: Theme) -> &'static str {
        match theme {
            Theme::FindingANode => "Finding a node",
            Theme::TheQueue => "The queue",
            Theme::Preemption => "Preemption",
            Theme::TieBreak => "Choosing a node, rule by rule",
            Theme::BudgetsAndReleases => "Budgets and releases",
            Theme::Extenders => "Extenders",
            Theme::Volumes => "Volumes",
        }
    }
}

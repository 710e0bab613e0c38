//! Labels of the gallery.

use crate::{languages::Speaker, table::grammar::Grammar};

message_enum! {
    /// The themes of scenarios.
    pub enum ScenarioTheme from gallery {
        FindingANode: finding_a_node,
        TheQueue: the_queue,
        Preemption: preemption,
        TieBreak: tie_break,
        BudgetsAndReleases: budgets_and_releases,
        Extenders: extenders,
        Volumes: volumes,
        Devices: devices,
        Groups: groups,
    }
}

/// The text of labels.
pub trait GallerySentences: Grammar {
    fn scenario_theme(&self, theme: ScenarioTheme) -> &'static str {
        theme.text(self)
    }
}

impl<T: Speaker> GallerySentences for T {}

//! The purpose of each phase of a scheduling cycle.

use crate::{languages::Speaker, messages::phases as messages, table::grammar::Grammar};

message_struct! {
    /// Labels of the phases of a scheduling cycle.
    pub struct PhaseLabels from phases;
}

/// Sentences about the phases of a scheduling cycle.
pub trait PhaseSentences: Grammar {
    /// The fixed labels.
    fn phase_labels(&self) -> &'static PhaseLabels {
        PhaseLabels::of(self)
    }

    /// Above the plugins of a phase.
    fn plugins_of(&self, release: &str) -> String {
        messages::PluginsOf { release }.text(self.language())
    }

    /// A plugin that runs only if a configuration enables it.
    fn optional_plugin(&self, name: &str) -> String {
        messages::OptionalPlugin { name }.text(self.language())
    }
}

impl<T: Speaker> PhaseSentences for T {}

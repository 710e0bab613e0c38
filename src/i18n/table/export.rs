//! Texts of exported files and their headers.

use protocol::ExportNote;

use crate::{format_clock, languages::Speaker, messages::export as messages, table::grammar::Grammar};

message_struct! {
    /// Labels of exported files.
    pub struct ExportLabels from export;
}

/// Sentences about exported files.
pub trait ExportSentences: Grammar {
    fn export_labels(&self) -> &'static ExportLabels {
        ExportLabels::of(self)
    }

    /// The question of a handout about the victims of a preemption.
    fn which_victims(&self, pod: &str) -> String {
        messages::WhichVictims { pod }.text(self.language())
    }

    /// How many of all attempts are described in full.
    fn attempts_told(&self, detailed_count: usize, total_count: usize) -> String {
        messages::AttemptsTold { detailed_count, total_count }.text(self.language())
    }

    /// How many moments are omitted.
    fn moments_left_out(&self, left_out_count: usize) -> String {
        messages::MomentsLeftOut { left_out_count }.text(self.language())
    }

    /// How a file for a real cluster differs from the scenario, and how often.
    fn export_note(&self, note: &ExportNote, times: usize) -> String {
        match note {
            ExportNote::Ours { kind } => messages::ExportNoteOurs { times, kind }.text(self.language()),
            ExportNote::Configuration { kind } => {
                messages::ExportNoteConfiguration { times, kind }.text(self.language())
            }
            ExportNote::NoVersion { kind } => messages::ExportNoteNoVersion { times, kind }.text(self.language()),
            ExportNote::SystemClass { name } => messages::ExportNoteSystemClass { name }.text(self.language()),
            ExportNote::ClassMade { name, value } => {
                messages::ExportNoteClassMade { name, times, value }.text(self.language())
            }
            ExportNote::TooHigh { value } => messages::ExportNoteTooHigh { times, value }.text(self.language()),
            ExportNote::Added { kind, name } if name.is_empty() => {
                messages::ExportNoteAddedNoName { kind }.text(self.language())
            }
            ExportNote::Added { kind, name } => messages::ExportNoteAdded { kind, name }.text(self.language()),
            ExportNote::Ended => messages::ExportNoteEnded { times }.text(self.language()),
            ExportNote::NoSuchNode => messages::ExportNoteNoSuchNode { times }.text(self.language()),
            ExportNote::Terminating => messages::ExportNoteTerminating { times }.text(self.language()),
            ExportNote::NotReady => messages::export_note_not_ready(self.language()).to_owned(),
            ExportNote::Owners => messages::export_note_owners(self.language()).to_owned(),
            ExportNote::Accounts => messages::export_note_accounts(self.language()).to_owned(),
            ExportNote::Named => messages::export_note_named(self.language()).to_owned(),
            ExportNote::Filled => messages::export_note_filled(self.language()).to_owned(),
            ExportNote::Later => messages::ExportNoteLater { times }.text(self.language()),
            ExportNote::NotDone { at, action } => {
                messages::ExportNoteNotDone { at: format_clock(*at), action }.text(self.language())
            }
            ExportNote::Simulated { field } => messages::ExportNoteSimulated { field }.text(self.language()),
            ExportNote::Extenders => messages::export_note_extenders(self.language()).to_owned(),
            ExportNote::Stale { millis } => {
                messages::ExportNoteStale { seconds: millis.to_decimal_seconds() }.text(self.language())
            }
            ExportNote::BudgetStatus { name } => messages::ExportNoteBudgetStatus { name }.text(self.language()),
            ExportNote::Provisioner { name } => messages::ExportNoteProvisioner { name }.text(self.language()),
            ExportNote::Custom { kind } => messages::ExportNoteCustom { times, kind }.text(self.language()),
            ExportNote::Unowned => messages::ExportNoteUnowned { times }.text(self.language()),
            ExportNote::PodsNotReady => messages::ExportNotePodsNotReady { times }.text(self.language()),
            ExportNote::Nominated { name } => messages::ExportNoteNominated { name }.text(self.language()),
            ExportNote::Unallocated { name } => messages::ExportNoteUnallocated { name }.text(self.language()),
            ExportNote::NoDriver => messages::export_note_no_driver(self.language()).to_owned(),
            ExportNote::FeatureGates { gates, api } => {
                messages::ExportNoteFeatureGates { gates, api }.text(self.language())
            }
            ExportNote::NoGroups { what } => messages::ExportNoteNoGroups { what, times }.text(self.language()),
        }
    }
}

impl<T: Speaker> ExportSentences for T {}

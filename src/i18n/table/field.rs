//! Texts of the field: who has to go, for all values of two numbers.

use crate::{languages::Speaker, messages::field as messages, table::grammar::Grammar};

message_struct! {
    /// Fixed labels.
    pub struct FieldLabels from field;
}

/// Sentences. Amounts are texts, such as `2.5`.
pub trait FieldSentences: Grammar {
    fn field_labels(&self) -> &'static FieldLabels {
        FieldLabels::of(self)
    }

    /// Title and text of a point at which the pod fits.
    fn field_fits(&self, pod: &str, amount: &str) -> [String; 2] {
        let language = self.language();
        [messages::FitsTitle { pod }.text(language), messages::FitsText { amount }.text(language)]
    }

    /// Title and text of a point at which the pod stays pending.
    fn field_pending(&self, pod: &str, amount: &str) -> [String; 2] {
        let language = self.language();
        [messages::PendingTitle { pod }.text(language), messages::PendingText { amount }.text(language)]
    }

    fn victims_title(&self, victims: &str, count: usize) -> String {
        messages::VictimsTitle { count, victims }.text(self.language())
    }

    /// The pods that could be preempted and are not.
    fn stays_text(&self, pods: &str, count: usize) -> String {
        match count {
            0 => self.field_labels().nobody_stays_text.to_owned(),
            count => messages::StaysText { count, pods }.text(self.language()),
        }
    }

    /// The pods that would have to go if the pod asked for less.
    fn saved_text(&self, pods: &str) -> String {
        messages::SavedText { pods }.text(self.language())
    }

    fn table_caption(&self, other: &str, amount: &str) -> String {
        messages::TableCaption { other, amount }.text(self.language())
    }

    /// A part of the values of a number: up to a limit, or above it.
    fn amount_part(&self, limit: &str, is_above: bool) -> String {
        match is_above {
            true => messages::MoreThan { amount: limit }.text(self.language()),
            false => messages::UpTo { amount: limit }.text(self.language()),
        }
    }
}

impl<T: Speaker> FieldSentences for T {}

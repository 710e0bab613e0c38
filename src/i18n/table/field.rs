//! Texts of the field: who has to go, for all values of two numbers.

use protocol::FieldNumber;

use crate::{formats::short_pod_name, languages::Speaker, messages::field as messages, table::grammar::Grammar};

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

    /// The explanation of an answer: the pod fits on this node without preemption.
    fn placed_text(&self, node: &str) -> String {
        messages::PlacedText { node }.text(self.language())
    }

    /// The pods of a node that could be preempted and are not.
    fn stays_on_node(&self, pods: &str, count: usize, node: &str) -> String {
        match count {
            0 => self.field_labels().nobody_stays_text.to_owned(),
            count => messages::StaysOnNode { count, pods, node }.text(self.language()),
        }
    }

    /// Names of pods as a list; only the first `limit` are named.
    fn pod_list(&self, names: &[&str], limit: usize) -> String {
        let language = self.language();
        match names {
            [] => String::new(),
            [name] => (*name).to_owned(),
            [first @ .., last] if names.len() <= limit => {
                messages::NamesAnd { names: self.list(first), last }.text(language)
            }
            _ => messages::NamesMore { names: self.list(&names[..limit]), count: names.len() - limit }.text(language),
        }
    }

    /// How much of a node is requested by the pods that stay.
    fn node_stays(&self, stays: &str, capacity: &str, resource: &str) -> String {
        messages::NodeStays { stays, capacity, resource }.text(self.language())
    }

    fn pod_needs(&self, pod: &str, amount: &str, resource: &str) -> String {
        messages::PodNeeds { pod, amount, resource }.text(self.language())
    }

    fn victims_heading(&self, count: usize) -> String {
        messages::VictimsHeading { count }.text(self.language())
    }

    fn axis_title(&self, number: &FieldNumber) -> String {
        let language = self.language();
        match number {
            FieldNumber::PodCpu(pod) => messages::AxisPodCpu { name: short_pod_name(pod) }.text(language),
            FieldNumber::PodMemory(pod) => messages::AxisPodMemory { name: short_pod_name(pod) }.text(language),
            FieldNumber::PodPriority(pod) => messages::AxisPodPriority { name: short_pod_name(pod) }.text(language),
            FieldNumber::PluginWeight(name) => messages::AxisPluginWeight { name }.text(language),
            FieldNumber::NodeCpu(name) => messages::AxisNodeCpu { name }.text(language),
            FieldNumber::NodeMemory(name) => messages::AxisNodeMemory { name }.text(language),
            FieldNumber::AllowedDisruptions(budget) => {
                messages::AxisDisruptions { name: short_pod_name(budget) }.text(language)
            }
        }
    }

    /// The progress of a field, with the estimated time until it is complete.
    fn deciding(&self, percent: usize, seconds: Option<usize>) -> String {
        match seconds {
            Some(seconds) => messages::DecidingLeft { percent, seconds }.text(self.language()),
            None => messages::Deciding { percent }.text(self.language()),
        }
    }

    /// How many decisions of the engine a complete field took.
    fn decided(&self, count: &str, release: &str) -> String {
        messages::Decided { count, release }.text(self.language())
    }

    /// The values of a point, and what is decided there, for screen readers.
    fn point_label(&self, [x_title, y_title]: [&str; 2], [x, y]: [&str; 2], answer: &str) -> String {
        messages::PointLabel { x_title, x, y_title, y, answer }.text(self.language())
    }

    /// The values above one, if there is one, up to another.
    fn amount_range(&self, above: Option<&str>, to: &str) -> String {
        match above {
            Some(from) => messages::AmountRange { from, to }.text(self.language()),
            None => messages::AmountUpTo { to }.text(self.language()),
        }
    }

    fn row_caption(&self, title: &str, value: &str) -> String {
        messages::RowCaption { title, value }.text(self.language())
    }

    fn moment_note(&self, time: &str, pod: &str) -> String {
        messages::MomentNote { time, pod }.text(self.language())
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

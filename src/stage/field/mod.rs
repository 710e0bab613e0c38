//! The picture of a field: what the scheduler decides about a pod for all values of two numbers. `areas` draws its areas with a point, and below them
//! what is decided on the horizontal line through the point; `node` draws the node at the point.

pub mod areas;
mod hatching;
pub mod node;

use api::{NamespacedName, Str, Table, resources::Resource};
use i18n::{Lang, field::words, format_amount, format_bytes, short_pod_name};
use protocol::{AreaMap, FieldAnswer, FieldAxis, FieldNumber, FieldPoint};
use scene::priority::priority_class;

/// The size of labels.
const LABEL_SIZE: i64 = 13;
const SMALL_SIZE: i64 = 12;

/// What is drawn of a field.
pub struct FieldCtx<'f> {
    pub lang: Lang,
    pub map: &'f AreaMap,
    pub axes: &'f [FieldAxis; 2],
    /// The answers on the horizontal line through the point: each with the first coordinate at which it is given.
    pub row: &'f [(i64, FieldAnswer)],
    pub point: FieldPoint,
    /// The priority of each pod.
    pub pods: &'f Table<NamespacedName, i32>,
    /// All priorities, ascending.
    pub priorities: &'f [i32],
    pub axis_titles: [String; 2],
}

impl FieldCtx<'_> {
    /// The class of an answer's color: that of the priority of its most important victim.
    fn answer_class(&self, answer: &FieldAnswer) -> String {
        match answer {
            FieldAnswer::Fits { .. } => "area fits".to_owned(),
            FieldAnswer::Pending { .. } => "area pending".to_owned(),
            FieldAnswer::Preempts { victims, .. } => {
                let priority = victims.first().and_then(|victim| self.pods.get(victim)).copied().unwrap_or_default();
                format!("area {}", priority_class(self.priorities, priority))
            }
        }
    }

    fn label_lines(&self, answer: &FieldAnswer) -> Vec<String> {
        let labels = words(self.lang).field_labels();
        match answer {
            FieldAnswer::Fits { node, .. } if self.fitting_nodes().nth(1).is_some() => vec![format!("✓ {node}")],
            FieldAnswer::Fits { .. } => vec![labels.fits_label.to_owned()],
            FieldAnswer::Pending { .. } => vec![labels.pending_label.to_owned()],
            FieldAnswer::Preempts { victims, .. } => {
                victims.iter().map(|victim| short_pod_name(victim).to_owned()).collect()
            }
        }
    }

    /// The nodes on which the pod fits somewhere in the field, each once.
    fn fitting_nodes(&self) -> impl Iterator<Item = &Str> {
        let answers = &self.map.answers;
        answers.iter().enumerate().filter_map(|(at, answer)| {
            let node = fitting_node(answer)?;
            let is_first = answers[..at].iter().all(|other| fitting_node(other) != Some(node));
            is_first.then_some(node)
        })
    }

    /// The more victims, the stronger is the color; where the pod fits, the strength of the color tells one node from the next.
    fn answer_opacity(&self, answer: &FieldAnswer) -> &'static str {
        match answer {
            FieldAnswer::Fits { node, .. } => {
                let place = self.fitting_nodes().position(|other| other == node).unwrap_or_default();
                if place % 2 == 0 { "1" } else { "0.4" }
            }
            _ => match answer.victims().len() {
                1 => "0.6",
                2 => "0.8",
                _ => "1",
            },
        }
    }
}

/// The node on which the pod fits without preemption.
fn fitting_node(answer: &FieldAnswer) -> Option<&Str> {
    match answer {
        FieldAnswer::Fits { node, .. } => Some(node),
        FieldAnswer::Preempts { .. } | FieldAnswer::Pending { .. } => None,
    }
}

/// Whether an answer is hatched: nothing helps, or one of several nodes is drawn by lot.
fn is_hatched(answer: &FieldAnswer) -> bool {
    answer.is_drawn_by_lot() || answer.is_pending()
}

/// The value of an axis at a coordinate, as text.
pub fn axis_value(axis: &FieldAxis, coordinate: i64) -> String {
    let value = axis.value_at(coordinate);
    match axis.number {
        FieldNumber::PodCpu(_) | FieldNumber::NodeCpu(_) => format_amount(&Resource::Cpu, value),
        FieldNumber::PodMemory(_) | FieldNumber::NodeMemory(_) => format_bytes(value << 20),
        FieldNumber::PodPriority(_) | FieldNumber::AllowedDisruptions(_) | FieldNumber::PluginWeight(_) => {
            value.to_string()
        }
    }
}

/// The distance between the labels of an axis, in coordinates: a round value, so that there are about eight of them at most.
fn tick_step(axis: &FieldAxis) -> i64 {
    let scale = axis.scale.max(1);
    let least = (axis.max / scale / 7).max(1);
    let values = match axis.number {
        FieldNumber::PodMemory(_) | FieldNumber::NodeMemory(_) => {
            least.unsigned_abs().next_power_of_two().cast_signed()
        }
        _ => {
            let mut power = 1;
            while power * 10 <= least {
                power *= 10;
            }
            [1, 2, 5, 10].into_iter().map(|digit| digit * power).find(|round| *round >= least).unwrap_or(least)
        }
    };
    values * scale
}

//! The field of a decision: the pod, the two numbers and the point that are chosen, as the text that links carry, and the axes that follow from them.
//!
//! The choice is part of the inspector's state ([`Inspector::field`](crate::inspector::Inspector::field)). Only the chunk `Study` reads it.

use api::{NamespacedName, Pod, Str, resources::Resource};
use i18n::short_pod_name;
use protocol::{FieldAxis, FieldNumber, FieldPoint};
use runlog::PluginRow;
use trace::Frame;

use crate::run_view::RunView;

/// Priorities above this one are reserved for the system. Beside them all others would look equal.
const MAX_USER_PRIORITY: i32 = 1_000_000_000;

/// The number of smallest differences along an axis: a picture has fewer pixels.
const UNITS: i64 = 1000;

/// The number of places of the point along an axis.
const SNAP_PLACES: i64 = 60;

/// The largest weight on an axis. Larger ones are valid, but with this one the plugin practically decides alone.
const MAX_SHOWN_WEIGHT: i64 = 100;

/// How many objects of a kind are offered.
const MAX_OFFERED: usize = 40;

/// What a person chose; `None` where nothing valid is chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldChoice {
    pub pod: Option<NamespacedName>,
    pub numbers: Option<[FieldNumber; 2]>,
    /// The values of the numbers.
    pub values: Option<FieldPoint>,
}

/// Names of kinds of numbers in links.
const KIND_NAMES: [&str; 7] = ["cpu", "memory", "priority", "node-cpu", "node-memory", "disruptions", "weight"];

/// Links omit this namespace.
const DEFAULT_NAMESPACE: &str = "default/";

impl FieldChoice {
    /// Parses the text of a link: `pod:kind:name:kind:name:value:value`.
    pub fn parse(text: &str) -> Self {
        let mut parts = text.split(':');
        let pod = parts.next().filter(|pod| !pod.is_empty()).map(full_name);
        let mut number = || parse_number(parts.next()?, parts.next()?);
        let numbers = number().zip(number()).map(|(x, y)| [x, y]);
        let mut value = || parts.next()?.parse::<i64>().ok().filter(|value| *value >= 0);
        let values = value().zip(value()).map(|(x, y)| [x, y]);
        Self { pod, numbers, values }
    }

    /// The text of a link.
    pub fn to_text(&self) -> String {
        let mut text = self.pod.as_ref().map_or_else(String::new, |pod| short_pod_name(pod).to_owned());
        for number in self.numbers.iter().flatten() {
            let (kind, name) = number_parts(number);
            text += &[":", KIND_NAMES[kind], ":", short_pod_name(name)].concat();
        }
        if self.numbers.is_some() {
            for value in self.values.iter().flatten() {
                text.extend([":", &value.to_string()]);
            }
        }
        text
    }
}

fn full_name(name: &str) -> NamespacedName {
    if name.contains('/') { name.into() } else { [DEFAULT_NAMESPACE, name].concat().as_str().into() }
}

fn parse_number(kind: &str, name: &str) -> Option<FieldNumber> {
    Some(match KIND_NAMES.iter().position(|other| *other == kind)? {
        0 => FieldNumber::PodCpu(full_name(name)),
        1 => FieldNumber::PodMemory(full_name(name)),
        2 => FieldNumber::PodPriority(full_name(name)),
        3 => FieldNumber::NodeCpu(name.into()),
        4 => FieldNumber::NodeMemory(name.into()),
        5 => FieldNumber::AllowedDisruptions(full_name(name)),
        _ => FieldNumber::PluginWeight(name.into()),
    })
}

/// The index of the kind of a number, and the name of its object.
fn number_parts(number: &FieldNumber) -> (usize, &str) {
    match number {
        FieldNumber::PodCpu(pod) => (0, pod),
        FieldNumber::PodMemory(pod) => (1, pod),
        FieldNumber::PodPriority(pod) => (2, pod),
        FieldNumber::NodeCpu(node) => (3, node),
        FieldNumber::NodeMemory(node) => (4, node),
        FieldNumber::AllowedDisruptions(budget) => (5, budget),
        FieldNumber::PluginWeight(plugin) => (6, plugin),
    }
}

/// The pod whose decision is shown if none is chosen: that of the latest attempt, or else of the first one that preempts, or of the first one.
pub fn default_pod(run_view: &RunView, events: usize) -> Option<NamespacedName> {
    let pod = |number: usize| run_view.attempt_summary(number).map(|attempt| attempt.pod.clone());
    let preempts = |number: &usize| run_view.attempt_summary(*number).is_some_and(|attempt| attempt.room().is_some());
    run_view
        .attempt_at(events)
        .and_then(pod)
        .or_else(|| (0..run_view.attempt_ends.len()).find(preempts).and_then(pod))
        .or_else(|| pod(0))
}

/// The number of events before the attempt of a pod that is shown: the latest one, or else the next one. A pod that is never tried is shown at the
/// current moment.
pub fn events_before_attempt(run_view: &RunView, events: usize, pod: &NamespacedName) -> usize {
    let is_of_pod = |number: &usize| run_view.attempt_summary(*number).is_some_and(|attempt| attempt.pod == *pod);
    let past = run_view.attempt_at(events).map_or(0, |last| last + 1);
    let number = (0..past).rev().find(is_of_pod).or_else(|| (past..run_view.attempt_ends.len()).find(is_of_pod));
    number.map_or(events, |number| run_view.attempt_ends[number] - 1)
}

/// The numbers that are shown if none are chosen: what the pod requests, and what the most important pod requests that it may evict.
pub fn default_numbers(frame: &Frame, pod: &NamespacedName) -> Option<[FieldNumber; 2]> {
    let priority = frame.pods.get(pod)?.pod.priority();
    let lower = bound_pods(frame, pod).into_iter().find(|other| other.priority() < priority);
    let node = frame.node_order.first().cloned().map(FieldNumber::NodeCpu);
    let other = lower.map(|other| FieldNumber::PodCpu(other.key())).or(node)?;
    Some([FieldNumber::PodCpu(pod.clone()), other])
}

/// The other pods on nodes, the most important first.
fn bound_pods<'f>(frame: &'f Frame, pod: &NamespacedName) -> Vec<&'f Pod> {
    let views = frame.pods.iter().filter(|(key, view)| *key != pod && view.node.is_some() && !view.phase.is_over());
    let mut pods: Vec<&Pod> = views.map(|(_, view)| &*view.pod).collect();
    pods.sort_by_key(|pod| std::cmp::Reverse(pod.priority()));
    pods
}

/// The numbers that may be chosen for a pod.
pub fn offered_numbers(frame: &Frame, pod: &NamespacedName) -> Vec<FieldNumber> {
    let others = bound_pods(frame, pod);
    let keys = || [pod.clone()].into_iter().chain(others.iter().take(MAX_OFFERED).map(|other| other.key()));
    let nodes = || frame.node_order.iter().take(MAX_OFFERED).cloned();
    keys()
        .map(FieldNumber::PodCpu)
        .chain(keys().map(FieldNumber::PodPriority))
        .chain(keys().map(FieldNumber::PodMemory))
        .chain(nodes().map(FieldNumber::NodeCpu))
        .chain(nodes().map(FieldNumber::NodeMemory))
        .chain(frame.budgets.keys().take(MAX_OFFERED).cloned().map(FieldNumber::AllowedDisruptions))
        .chain(score_rows(frame, pod).iter().map(|row| FieldNumber::PluginWeight(row.id.name())))
        .collect()
}

/// The score plugins of the profile that schedules a pod.
fn score_rows<'f>(frame: &'f Frame, pod: &NamespacedName) -> &'f [PluginRow] {
    let scheduler = frame.pods.get(pod).map(|view| &view.pod.spec.scheduler_name);
    let of_pod = frame.profiles.iter().find(|profile| Some(&profile.scheduler) == scheduler);
    of_pod.or(frame.profiles.first()).map_or(&[], |profile| &profile.scores)
}

/// The value of a number at a moment, for the decision about a pod; `None` if its object does not exist.
pub fn current_value(frame: &Frame, pod: &NamespacedName, number: &FieldNumber) -> Option<i64> {
    let request = |pod: &NamespacedName, resource: &Resource| {
        let container = frame.pods.get(pod)?.pod.spec.containers.first()?;
        Some(resource.amount_in(&container.resources.requests))
    };
    let allocatable =
        |node: &Str, resource: &Resource| Some(resource.amount_in(&frame.nodes.get(node)?.node.status.allocatable));
    match number {
        FieldNumber::PodCpu(pod) => request(pod, &Resource::Cpu),
        FieldNumber::PodMemory(pod) => request(pod, &Resource::Memory).map(mebibytes),
        FieldNumber::PodPriority(pod) => Some(frame.pods.get(pod)?.pod.priority().max(0).into()),
        FieldNumber::NodeCpu(node) => allocatable(node, &Resource::Cpu),
        FieldNumber::NodeMemory(node) => allocatable(node, &Resource::Memory).map(mebibytes),
        FieldNumber::AllowedDisruptions(budget) => {
            Some(frame.budgets.get(budget)?.status.disruptions_allowed.max(0).into())
        }
        FieldNumber::PluginWeight(plugin) => {
            score_rows(frame, pod).iter().find(|row| row.id.as_str() == plugin.as_str()).map(|row| row.weight)
        }
    }
}

fn mebibytes(bytes: i64) -> i64 {
    bytes >> 20
}

/// The axis of a number, for the decision about a pod; `None` if its object does not exist.
pub fn number_axis(frame: &Frame, pod: &NamespacedName, number: &FieldNumber) -> Option<FieldAxis> {
    let current = current_value(frame, pod, number)?;
    let largest_node = |resource: &Resource| {
        let nodes = frame.nodes.values().map(|view| resource.amount_in(&view.node.status.allocatable));
        nodes.max().unwrap_or_default()
    };
    // A little more than what fits, so that the border is in sight.
    let beyond = |amount: i64| amount.saturating_add(amount / 16);
    let (max, scale) = match number {
        FieldNumber::PodCpu(_) => (beyond(largest_node(&Resource::Cpu)).max(current).max(100), 1),
        FieldNumber::PodMemory(_) => (beyond(mebibytes(largest_node(&Resource::Memory))).max(current).max(64), 1),
        FieldNumber::NodeCpu(_) => (current.saturating_mul(2).max(1000), 1),
        FieldNumber::NodeMemory(_) => (current.saturating_mul(2).max(1024), 1),
        FieldNumber::AllowedDisruptions(_) => ((current + 1).max(3), 100),
        FieldNumber::PluginWeight(_) => (current.saturating_mul(2).clamp(10, MAX_SHOWN_WEIGHT).max(current), 10),
        FieldNumber::PodPriority(pod) => {
            let others = frame.pods.iter().filter(|(key, _)| *key != pod).map(|(_, view)| view.pod.priority());
            let highest = others.filter(|other| *other <= MAX_USER_PRIORITY).max().unwrap_or_default().max(0);
            let max = i64::from(highest) + i64::from(highest / 4) + 2;
            (max, if max < 100 { 10 } else { 1 })
        }
    };
    let length = max.saturating_mul(scale);
    let unit = round_number(length / UNITS);
    let length = length.saturating_add(unit - 1) / unit * unit;
    Some(FieldAxis { number: number.clone(), max: length, step: (length / 64).max(unit), unit, scale })
}

/// The largest of 1, 2, 5, 10, 20, … up to a number; at least 1.
fn round_number(number: i64) -> i64 {
    let mut round = 1;
    while round * 10 <= number {
        round *= 10;
    }
    [5, 2, 1].into_iter().map(|digit| digit * round).find(|round| *round <= number).unwrap_or(1)
}

/// The distance between the places that a dragged point snaps to, in coordinates.
pub fn snap_step(axis: &FieldAxis) -> i64 {
    let is_memory = matches!(axis.number, FieldNumber::PodMemory(_) | FieldNumber::NodeMemory(_));
    let length = axis.max / axis.scale.max(1) / SNAP_PLACES;
    let values = match is_memory {
        true => 1 << length.max(1).ilog2(),
        false => round_number(length),
    };
    values * axis.scale.max(1)
}

/// The nearest place that the point snaps to, within the axis.
pub fn snap_coordinate(axis: &FieldAxis, coordinate: i64) -> i64 {
    let step = snap_step(axis);
    let last = axis.max / step * step;
    (coordinate.saturating_add(step / 2) / step * step).clamp(0, last)
}

/// The coordinate of a value, within the axis.
pub fn coordinate_of(axis: &FieldAxis, value: i64) -> i64 {
    value.saturating_mul(axis.scale.max(1)).clamp(0, axis.max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_written_as_it_is_read() {
        for text in [
            "",
            "urgent",
            "urgent:cpu:urgent:cpu:web",
            "urgent:cpu:urgent:priority:kube-system/web:5500:30",
            "shop/a.b:node-memory:node-a:disruptions:shop/db:4096:1",
            "urgent:weight:ImageLocality:weight:TaintToleration:1:3",
        ] {
            assert_eq!(FieldChoice::parse(text).to_text(), text);
        }
        let choice = FieldChoice::parse("urgent:size:urgent:cpu:web:1:2");
        assert_eq!((choice.pod, choice.numbers), (Some("default/urgent".into()), None));
        assert_eq!(FieldChoice::parse("urgent:cpu:a:cpu:b:-1:2").values, None);
    }

    #[test]
    fn a_point_snaps_to_round_values_within_its_axis() {
        let axis = |max: i64, unit: i64, scale: i64| FieldAxis {
            number: FieldNumber::PodCpu("default/a".into()),
            max,
            step: unit,
            unit,
            scale,
        };
        assert_eq!(snap_step(&axis(8500, 5, 1)), 100);
        assert_eq!(snap_coordinate(&axis(8500, 5, 1), 5549), 5500);
        assert_eq!(snap_coordinate(&axis(8550, 5, 1), 8550), 8500);
        // A budget allows a whole number of disruptions.
        assert_eq!(snap_coordinate(&axis(300, 1, 100), 149), 100);
        assert_eq!(snap_coordinate(&axis(300, 1, 100), 151), 200);
        assert_eq!([0, 1, 4, 9, 60, 999].map(round_number), [1, 1, 2, 5, 50, 500]);
    }
}

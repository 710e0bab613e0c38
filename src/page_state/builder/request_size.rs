//! The sizer for requests: CPU on one axis and memory on the other, in steps of common values.

use api::Quantity;

use crate::builder::outline::{ObjectGroup, Outline, OutlineItem, plain_scalar, value_at};

const MEBIBYTE: i64 = 1 << 20;

/// The maximum number of marks on an axis.
const MAX_TICKS: i64 = 5;

/// The axes of the sizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceAxis {
    /// In millicores.
    Cpu,
    /// In bytes.
    Memory,
}

impl ResourceAxis {
    /// The axis of a resource.
    pub fn of_resource(resource: &str) -> Option<Self> {
        match resource {
            "cpu" => Some(Self::Cpu),
            "memory" => Some(Self::Memory),
            _ => None,
        }
    }

    /// The path of the request in a pod.
    pub fn request_path(self) -> &'static str {
        match self {
            Self::Cpu => "spec.containers.0.resources.requests.cpu",
            Self::Memory => "spec.containers.0.resources.requests.memory",
        }
    }

    /// Parses an amount; `None` if it is invalid.
    pub fn parse_amount(self, text: &str) -> Option<i64> {
        let amount = Quantity::parse(text)?;
        Some(match self {
            Self::Cpu => amount.milli_value(),
            Self::Memory => amount.value(),
        })
    }

    /// Formats an amount with a common unit; empty for 0.
    pub fn format_amount(self, amount: i64) -> String {
        match self {
            _ if amount <= 0 => String::new(),
            Self::Cpu if amount % 1000 == 0 => (amount / 1000).to_string(),
            Self::Cpu => format!("{amount}m"),
            Self::Memory if amount % (1024 * MEBIBYTE) == 0 => format!("{}Gi", amount / (1024 * MEBIBYTE)),
            Self::Memory => format!("{}Mi", amount / MEBIBYTE),
        }
    }

    /// The distance between common values near an amount.
    fn step_size(self, amount: i64) -> i64 {
        match self {
            Self::Cpu if amount < 1000 => 100,
            Self::Cpu if amount < 4000 => 250,
            Self::Cpu if amount < 16_000 => 500,
            Self::Cpu => 1000,
            Self::Memory if amount < 1024 * MEBIBYTE => 64 * MEBIBYTE,
            Self::Memory if amount < 4096 * MEBIBYTE => 256 * MEBIBYTE,
            Self::Memory if amount < 32 * 1024 * MEBIBYTE => 512 * MEBIBYTE,
            Self::Memory => 1024 * MEBIBYTE,
        }
    }

    /// The nearest multiple of the step for amounts of this size.
    pub fn snap_amount(self, amount: i64) -> i64 {
        let step = self.step_size(amount);
        amount.max(0).saturating_add(step / 2) / step * step
    }

    /// The amounts that the axis marks: at most five multiples of a round amount up to the full one.
    pub fn list_ticks(self, full_amount: i64) -> Vec<i64> {
        let mut step = match self {
            Self::Cpu => 100,
            Self::Memory => 64 * MEBIBYTE,
        };
        while full_amount / step > MAX_TICKS {
            step = self.next_tick_step(step);
        }
        (1..=full_amount / step).map(|count| count * step).collect()
    }

    /// The next larger round amount: 1, 2 or 5 times a power of ten; of memory, twice as much.
    fn next_tick_step(self, step: i64) -> i64 {
        match self {
            Self::Cpu if step.to_string().starts_with('2') => step / 2 * 5,
            _ => step.saturating_mul(2),
        }
    }

    /// The amount after this many steps; negative steps decrease it.
    pub fn step_amount(self, amount: i64, steps: i64) -> i64 {
        let mut amount = amount;
        for _ in 0..steps.abs() {
            amount = if steps > 0 {
                let step = self.step_size(amount);
                (amount / step).saturating_add(1).saturating_mul(step)
            } else {
                let step = self.step_size((amount - 1).max(0));
                (amount - 1).max(0) / step * step
            };
        }
        amount
    }
}

/// An amount of each resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpuMemory {
    /// In millicores.
    pub cpu: i64,
    /// In bytes.
    pub memory: i64,
}

/// The data of the sizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizerModel {
    /// The request.
    pub request: CpuMemory,
    /// The capacity of the largest node, or defaults without nodes.
    pub node_size: CpuMemory,
    /// The full width and height.
    pub full_size: CpuMemory,
}

/// The sizer for an object's first container; `None` if an amount is invalid.
pub fn build_sizer(outline: &Outline, outline_item: &OutlineItem, prefix: &str) -> Option<SizerModel> {
    let of = |resource_axis: ResourceAxis| {
        let text =
            plain_scalar(value_at(&outline_item.value, &super::form::join_path(prefix, resource_axis.request_path())));
        if text.is_empty() { Some(0) } else { resource_axis.parse_amount(&text) }
    };
    let request = CpuMemory { cpu: of(ResourceAxis::Cpu)?, memory: of(ResourceAxis::Memory)? };
    let nodes = outline.entries.iter().filter(|outline_item| outline_item.group == ObjectGroup::Nodes);
    let largest_capacity = |resource_axis: ResourceAxis, name: &str| {
        let path = format!("status.capacity.{name}");
        nodes
            .clone()
            .filter_map(|node| resource_axis.parse_amount(&plain_scalar(value_at(&node.value, &path))))
            .max()
            .filter(|amount| *amount > 0)
    };
    let node_size = CpuMemory {
        cpu: largest_capacity(ResourceAxis::Cpu, "cpu").unwrap_or(4000),
        memory: largest_capacity(ResourceAxis::Memory, "memory").unwrap_or(16 << 30),
    };
    let full_size = CpuMemory {
        cpu: add_margin(node_size.cpu.max(request.cpu)),
        memory: add_margin(node_size.memory.max(request.memory)),
    };
    Some(SizerModel { request, node_size, full_size })
}

/// The amount plus a margin of 1/8.
fn add_margin(amount: i64) -> i64 {
    amount.saturating_add(amount / 8)
}

/// The share of an amount in percent, from 0 to 100.
pub fn percent(amount: i64, full_amount: i64) -> i64 {
    let full_amount = full_amount.max(1);
    // The amount is clamped, so the result is at most 100.
    i64::try_from(i128::from(amount.clamp(0, full_amount)) * 100 / i128::from(full_amount)).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_change_in_steps() {
        for (from, steps, to) in
            [(0, 1, "100m"), (500, 1, "600m"), (900, 2, "1250m"), (1000, -1, "900m"), (100, -3, ""), (4000, 1, "4500m")]
        {
            assert_eq!(
                ResourceAxis::Cpu.format_amount(ResourceAxis::Cpu.step_amount(from, steps)),
                to,
                "{from} {steps}"
            );
        }
        for (from, steps, to) in
            [(512 * MEBIBYTE, 1, "576Mi"), (1024 * MEBIBYTE, 1, "1280Mi"), (1024 * MEBIBYTE, -1, "960Mi")]
        {
            assert_eq!(ResourceAxis::Memory.format_amount(ResourceAxis::Memory.step_amount(from, steps)), to);
        }
        assert_eq!(ResourceAxis::Cpu.format_amount(ResourceAxis::Cpu.snap_amount(1960)), "2");
        assert_eq!(ResourceAxis::Memory.format_amount(ResourceAxis::Memory.snap_amount(3 << 29)), "1536Mi");
    }

    #[test]
    fn ticks_are_few_round_amounts_that_fit() {
        for (resource_axis, full_amount, expected) in [
            (ResourceAxis::Cpu, 2250, "500m 1 1500m 2"),
            (ResourceAxis::Cpu, 4500, "1 2 3 4"),
            (ResourceAxis::Cpu, 18_000, "5 10 15"),
            (ResourceAxis::Cpu, 450, "100m 200m 300m 400m"),
            (ResourceAxis::Cpu, 0, ""),
            (ResourceAxis::Memory, 18 << 30, "4Gi 8Gi 12Gi 16Gi"),
            (ResourceAxis::Memory, 576 << 20, "128Mi 256Mi 384Mi 512Mi"),
        ] {
            let ticks: Vec<String> = resource_axis
                .list_ticks(full_amount)
                .into_iter()
                .map(|tick| resource_axis.format_amount(tick))
                .collect();
            assert_eq!(ticks.join(" "), expected, "{full_amount}");
        }
        for resource_axis in [ResourceAxis::Cpu, ResourceAxis::Memory] {
            let ticks = resource_axis.list_ticks(i64::MAX);
            assert!((1..=5).contains(&ticks.len()), "{ticks:?}");
        }
    }

    #[test]
    fn the_largest_amounts_stay_within_the_sizer() {
        for most in [0, 1, 4000, i64::MAX / 9, i64::MAX - 1, i64::MAX] {
            for resource_axis in [ResourceAxis::Cpu, ResourceAxis::Memory] {
                assert!(resource_axis.step_amount(most, 1) >= most, "{resource_axis:?} {most}");
                assert!(resource_axis.snap_amount(most) >= 0, "{resource_axis:?} {most}");
            }
            assert!((0..=100).contains(&percent(most, add_margin(most))), "{most}");
            assert!(add_margin(most) >= most, "{most}");
        }
    }
}

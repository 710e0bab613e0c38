//! Scores by cpu and memory alone, as integers: thousands of nodes are scored.

use runlog::Balance;

use super::{NodeAmounts, NonZeroRequest, requested_share};

/// How a plugin scores nodes for a pod if nothing but cpu and memory decides. The formulas are those of the plugins that
/// return it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainScore {
    /// The mean of how much of each would be left, from 0 to `max`.
    Least {
        pod: NonZeroRequest,
        max: i64,
        /// Whether a resource that the node does not have drops out of the mean.
        skips_missing_resources: bool,
    },
    /// How much more evenly both would be requested with a pod that requests these amounts.
    Balance { milli_cpu: i64, memory: i64 },
}

impl PlainScore {
    #[inline]
    pub(crate) fn score(&self, node: &NodeAmounts) -> i64 {
        let [cpu_capacity, memory_capacity, _] = node.room.allocatable;
        match self {
            Self::Least { pod, max, skips_missing_resources } => {
                let used = node.non_zero_requested;
                let score = |used: i64, requested: i64, capacity: i64| match used.saturating_add(requested) {
                    requested if capacity == 0 || requested > capacity => 0,
                    requested => scale_without_overflow(capacity - requested, *max, capacity),
                };
                let cpu = score(used.milli_cpu, pod.milli_cpu, cpu_capacity);
                let memory = score(used.memory, pod.memory, memory_capacity);
                let has_one = (cpu_capacity == 0) != (memory_capacity == 0);
                if has_one && *skips_missing_resources { cpu + memory } else { i64::midpoint(cpu, memory) }
            }
            Self::Balance { milli_cpu, memory } => {
                let Some(balance) = node.cpu_memory_balance else { return Balance::improvement(&[], &[]) };
                let [used_cpu, used_memory, _] = node.room.requested;
                let share = |used: i64, requested: i64, capacity: i64| {
                    requested_share(used.saturating_add(requested), capacity).min(1.0)
                };
                let shares = [share(used_cpu, *milli_cpu, cpu_capacity), share(used_memory, *memory, memory_capacity)];
                Balance::improvement_over(&shares, balance)
            }
        }
    }
}

/// `part × max / total` without overflow for any number of bytes.
#[inline]
pub(crate) fn scale_without_overflow(part: i64, max: i64, total: i64) -> i64 {
    // In wasm a checked multiplication would be one of 128 bits.
    if part.unsigned_abs() < 1 << 48 && max.unsigned_abs() < 1 << 15 {
        return divide(part * max, total);
    }
    i64::try_from(i128::from(part) * i128::from(max) / i128::from(total)).unwrap_or(max)
}

/// `dividend / divisor`. Most numbers are small, and a 32-bit division takes a fraction of the time. Native compilers
/// make this optimization themselves, compilers to wasm do not.
#[inline]
pub(crate) fn divide(dividend: i64, divisor: i64) -> i64 {
    match (u32::try_from(dividend), u32::try_from(divisor)) {
        (Ok(dividend), Ok(divisor)) => i64::from(dividend / divisor),
        _ => dividend / divisor,
    }
}

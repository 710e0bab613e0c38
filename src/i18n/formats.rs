//! Formats numbers, times and names, which are the same in every language.

use api::{Millis, resources::Resource};

/// The name of a pod, without the namespace `default`.
pub fn short_pod_name(key: &str) -> &str {
    key.strip_prefix("default/").unwrap_or(key)
}

/// Formats virtual time: `37 s`, `37.05 s`, `2 m 05 s`.
pub fn format_clock(time: Millis) -> String {
    let at = time.to_millis();
    match at {
        0..60_000 if at.is_multiple_of(1000) => format!("{} s", at / 1000),
        0..60_000 => {
            let decimals = format!("{:03}", at % 1000);
            format!("{}.{} s", at / 1000, decimals.trim_end_matches('0'))
        }
        _ => format!("{} m {:02} s", at / 60_000, at % 60_000 / 1000),
    }
}

/// Formats an amount of a resource: millicores as cores, bytes with a binary unit. More than three decimals are rounded up, so that the
/// displayed amount always suffices.
pub fn format_amount(resource: &Resource, value: i64) -> String {
    let scale = Scale::for_single_value(resource, value);
    scale.write(scale.round_up(value))
}

/// Formats bytes with a binary unit, rounded up.
pub fn format_bytes(value: i64) -> String {
    format_amount(&Resource::Memory, value)
}

/// The maximal number of decimals.
const DIGITS: usize = 3;
/// 10 to the power of [`DIGITS`].
const THOUSANDTHS: i128 = 1000;

/// The format of amounts that are shown together: with the same last digit, so that the displayed sums are exact. Calculations use units
/// of that digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scale<'r> {
    resource: &'r Resource,
    /// The shared unit; `None` if every amount is exact in its preferred unit.
    unit: Option<(i64, &'static str)>,
}

impl<'r> Scale<'r> {
    /// The scale for amounts that are shown together.
    fn of(resource: &'r Resource, values: &[i64]) -> Self {
        let is_exact = |value: &i64| {
            let (size, _) = unit_of(resource, *value);
            i128::from(*value) * THOUSANDTHS % i128::from(size) == 0
        };
        let largest = values.iter().max_by_key(|value| value.unsigned_abs());
        let unit = largest.filter(|_| !values.iter().all(is_exact)).map(|value| unit_of(resource, *value));
        Self { resource, unit }
    }

    /// The scale for an amount that is shown alone.
    fn for_single_value(resource: &'r Resource, value: i64) -> Self {
        Self { resource, unit: Some(unit_of(resource, value)) }
    }

    fn round(self, value: i64, round: impl Fn(i128, i128) -> i128) -> i128 {
        let value = i128::from(value);
        self.unit.map_or(value, |(size, _)| round(value * THOUSANDTHS, i128::from(size)))
    }

    fn round_up(self, value: i64) -> i128 {
        self.round(value, |value, size| -(-value).div_euclid(size))
    }

    fn round_down(self, value: i64) -> i128 {
        self.round(value, |value, size| value.div_euclid(size))
    }

    fn write(self, count: i128) -> String {
        let (thousandths, name) = match self.unit {
            Some((_, name)) => (count, name),
            None => {
                let (size, name) = unit_of(self.resource, i64::try_from(count).unwrap_or(i64::MAX));
                (count * THOUSANDTHS / i128::from(size), name)
            }
        };
        let (integer_part, rest) = (thousandths.unsigned_abs() / 1000, thousandths.unsigned_abs() % 1000);
        let sign = if thousandths < 0 { "−" } else { "" };
        let rest = format!("{rest:0DIGITS$}");
        let rest = rest.trim_end_matches('0');
        let name = if thousandths == 0 { "" } else { name };
        let point = if rest.is_empty() { "" } else { "." };
        format!("{sign}{integer_part}{point}{rest}{name}")
    }
}

/// The preferred unit of an amount, and its name.
fn unit_of(resource: &Resource, value: i64) -> (i64, &'static str) {
    let units: [(i64, &str); 4] = match resource {
        Resource::Cpu => return (1000, ""),
        Resource::Memory | Resource::EphemeralStorage => {
            [(1 << 40, "Ti"), (1 << 30, "Gi"), (1 << 20, "Mi"), (1 << 10, "Ki")]
        }
        Resource::Scalar(_) => return (1, ""),
    };
    units.into_iter().find(|(size, _)| value.unsigned_abs() >= size.unsigned_abs()).unwrap_or((1, ""))
}

/// Formatted capacity, usage and free amount of a resource. The displayed used and free amounts add up to the capacity, and the free
/// amount is never overstated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceUsage {
    /// The capacity.
    pub capacity: String,
    /// The used amount.
    pub used: String,
    /// The free amount; negative if the resource is overcommitted.
    pub free: String,
}

impl ResourceUsage {
    /// Formats amounts that are shown together.
    #[must_use]
    pub fn new(resource: &Resource, used: i64, capacity: i64) -> Self {
        let scale = Scale::of(resource, &[used, capacity, capacity.saturating_sub(used)]);
        let (used_rounded, capacity_rounded) = scale.used_and_capacity(used, capacity);
        Self {
            capacity: scale.write(capacity_rounded),
            used: scale.write(used_rounded),
            free: scale.write(capacity_rounded - used_rounded),
        }
    }
}

impl Scale<'_> {
    /// The used amount and the capacity, rounded so that a full node is displayed as full.
    fn used_and_capacity(self, used: i64, capacity: i64) -> (i128, i128) {
        let (used_rounded, capacity_rounded) = (self.round_up(used), self.round_down(capacity));
        (if used <= capacity { used_rounded.min(capacity_rounded) } else { used_rounded }, capacity_rounded)
    }
}

/// The formatted arithmetic of a missing amount: `capacity − used = free`, and `free − needs = −short`, exact to the last digit. The
/// displayed missing amount suffices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortageTexts {
    /// The requested amount of the pod.
    pub needs: String,
    /// The capacity.
    pub capacity: String,
    /// The used amount, including nominated pods.
    pub used: String,
    /// The amount used by pods on the node.
    pub used_on_node: String,
    /// The amount for nominated pods.
    pub promised: String,
    /// The free amount; negative if the resource is overcommitted.
    pub free: String,
    /// The missing amount.
    pub short: String,
}

impl ShortageTexts {
    /// The shortage without nominated pods.
    #[must_use]
    pub fn new(resource: &Resource, needs: i64, used_on_node: i64, capacity: i64) -> Self {
        Self::with_promises(resource, needs, used_on_node, 0, capacity)
    }

    /// The shortage with this amount for nominated pods.
    #[must_use]
    pub fn with_promises(resource: &Resource, needs: i64, used_on_node: i64, promised: i64, capacity: i64) -> Self {
        let used = used_on_node.saturating_add(promised);
        let free = capacity.saturating_sub(used);
        let values = [needs, used_on_node, promised, used, capacity, free, needs.saturating_sub(free)];
        let scale = Scale::of(resource, &values);
        let ((used_rounded, capacity_rounded), needs_rounded) =
            (scale.used_and_capacity(used, capacity), scale.round_up(needs));
        let on_node = if promised == 0 { used_rounded } else { scale.round_up(used_on_node).min(used_rounded) };
        Self {
            needs: scale.write(needs_rounded),
            capacity: scale.write(capacity_rounded),
            used: scale.write(used_rounded),
            used_on_node: scale.write(on_node),
            promised: scale.write(used_rounded - on_node),
            free: scale.write(capacity_rounded - used_rounded),
            short: scale.write(needs_rounded - (capacity_rounded - used_rounded)),
        }
    }
}

/// Formats a count with separated thousands.
pub fn format_count(value: usize) -> String {
    let digits = value.to_string();
    let digit_groups = digits.as_bytes().rchunks(3).rev();
    digit_groups.map(|part| String::from_utf8_lossy(part).into_owned()).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use api::Quantity;
    use proptest::prelude::*;

    use super::*;

    /// Parses a displayed amount, in billionths.
    fn parse_nanos(text: &str) -> i128 {
        let plain = text.replace('−', "-");
        Quantity::parse(&plain).unwrap_or_else(|| panic!("{text}")).nanos()
    }

    /// Common amounts, and arbitrary ones.
    fn amounts(resource: &Resource) -> impl Strategy<Value = i64> + use<> {
        let unit = if *resource == Resource::Cpu { 1_i64 } else { 1 << 20 };
        prop_oneof![0..200_000_i64, (0..200_000_i64).prop_map(move |count| count * unit), 0..(1_i64 << 40)]
    }

    fn check_amounts_add_up(
        resource: &Resource,
        needs: i64,
        taken: i64,
        promised: i64,
        capacity: i64,
    ) -> Result<(), TestCaseError> {
        let nanos = |value: i64| i128::from(value) * if *resource == Resource::Cpu { 1_000_000 } else { 1_000_000_000 };
        let ResourceUsage { capacity: all, used, free } = ResourceUsage::new(resource, taken, capacity);
        prop_assert_eq!(parse_nanos(&all) - parse_nanos(&used), parse_nanos(&free), "{} − {} = {}", all, used, free);
        prop_assert!(parse_nanos(&all) <= nanos(capacity) && parse_nanos(&free) <= nanos(capacity - taken).max(0));
        prop_assert_eq!(taken > capacity, free.starts_with('−'), "{} of {}", used, all);
        prop_assert!(parse_nanos(&format_amount(resource, needs)) >= nanos(needs));
        if needs > capacity - taken - promised {
            let shortage = ShortageTexts::with_promises(resource, needs, taken, promised, capacity);
            let free_amount =
                parse_nanos(&shortage.capacity) - parse_nanos(&shortage.used_on_node) - parse_nanos(&shortage.promised);
            prop_assert_eq!(free_amount, parse_nanos(&shortage.free), "{:?}", shortage);
            prop_assert_eq!(
                free_amount,
                parse_nanos(&shortage.capacity) - parse_nanos(&shortage.used),
                "{:?}",
                shortage
            );
            prop_assert_eq!(
                free_amount - parse_nanos(&shortage.needs),
                -parse_nanos(&shortage.short),
                "{:?}",
                shortage
            );
            prop_assert!(
                parse_nanos(&shortage.short) >= nanos(needs - (capacity - taken - promised)),
                "{:?} promises too little",
                shortage
            );
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn what_is_read_together_adds_up(
            cpu in prop::array::uniform4(amounts(&Resource::Cpu)),
            memory in prop::array::uniform4(amounts(&Resource::Memory)),
        ) {
            let [needs, taken, promised, capacity] = cpu;
            check_amounts_add_up(&Resource::Cpu, needs, taken, promised, capacity)?;
            let [needs, taken, promised, capacity] = memory;
            check_amounts_add_up(&Resource::Memory, needs, taken, promised, capacity)?;
        }
    }

    #[test]
    fn numbers_that_were_off_add_up() {
        let ResourceUsage { capacity, used, free } = ResourceUsage::new(&Resource::Cpu, 4224, 31_850);
        assert_eq!([capacity, used, free], ["31.85", "4.224", "27.626"]);
        let shortage = ShortageTexts::new(&Resource::Cpu, 3000, 0, 2500);
        assert_eq!([&*shortage.needs, &shortage.free, &shortage.short], ["3", "2.5", "0.5"]);
        assert_eq!(format_amount(&Resource::Cpu, 23_817), "23.817");
        // The capacity 32386496Ki of a typical cloud node, with 4000000000 bytes used.
        let ResourceUsage { capacity, used, free } =
            ResourceUsage::new(&Resource::Memory, 4_000_000_000, 32_386_496 << 10);
        assert_eq!([capacity, used, free], ["30.886Gi", "3.726Gi", "27.16Gi"]);
        let usage = ResourceUsage::new(&Resource::Memory, 32_386_496 << 10, 32_386_496 << 10);
        assert_eq!((usage.used, &*usage.free), (usage.capacity, "0"));
        // Amounts that are exact alone keep their preferred unit.
        let shortage = ShortageTexts::new(&Resource::Memory, 600 << 20, 7 << 29, 4 << 30);
        let texts = [shortage.needs, shortage.used, shortage.capacity, shortage.free, shortage.short];
        assert_eq!(texts, ["600Mi", "3.5Gi", "4Gi", "512Mi", "88Mi"]);
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(format_amount(&Resource::Cpu, 5000), "5");
        assert_eq!(format_amount(&Resource::Cpu, 250), "0.25");
        assert_eq!(format_amount(&Resource::Cpu, 25), "0.025");
        assert_eq!(format_amount(&Resource::Cpu, -250), "−0.25");
        assert_eq!(format_amount(&Resource::Memory, (3 << 30) + 1), "3.001Gi");
        assert_eq!(format_amount(&Resource::Memory, -(3 << 30) - 1), "−3Gi");
        assert_eq!(format_amount(&Resource::Memory, 64 << 20), "64Mi");
        assert_eq!(format_amount(&Resource::Memory, 3 << 29), "1.5Gi");
        assert_eq!(format_clock(Millis::new(37_100)), "37.1 s");
        assert_eq!(format_clock(Millis::new(125_000)), "2 m 05 s");
        assert_eq!([7, 1000, 50_000, 1_234_567].map(format_count), ["7", "1,000", "50,000", "1,234,567"]);
    }
}

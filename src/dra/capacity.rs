//! Shares of devices that several claims can use (consumable capacity). Upstream: `consumable_capacity.go`.

use api::{
    NameMap, Quantity, Str, Table,
    devices::{CapacityPolicy, CapacityRequests, Device, DeviceCapacity, PolicyRange},
};
use runlog::DeviceShortage;

/// Amounts of a device's capacities by name, in billionths.
pub(crate) type Shares = Table<Str, i128>;

/// Whether a requested share fits, given the shares of other claims and those chosen in the current search.
pub(crate) fn fits_capacity(
    device: &Device,
    requested: Option<&CapacityRequests>,
    allocated: Option<&Shares>,
    chosen_in_search: Option<&Shares>,
) -> bool {
    let unknown = |name: &Str| !device.capacity.contains(name);
    if requested.is_some_and(|requested| requested.requests.iter().any(|(name, _)| unknown(name))) {
        return false;
    }
    device.capacity.iter().all(|(name, capacity)| {
        let share = consumed_share(requested.and_then(|requested| requested.requests.get(name)), capacity);
        let amount_in = |shares: Option<&Shares>| shares.and_then(|shares| shares.get(name)).copied().unwrap_or(0);
        let sum = share.nanos().saturating_add(amount_in(allocated)).saturating_add(amount_in(chosen_in_search));
        is_allowed_share(&share, capacity.request_policy.as_ref()) && sum <= capacity.value.nanos()
    })
}

/// Returns the first capacity of which too little is left, or whose policy does not allow the requested amount.
pub(crate) fn capacity_shortage(
    device: &Device,
    requested: Option<&CapacityRequests>,
    allocated: Option<&Shares>,
    chosen_in_search: Option<&Shares>,
) -> Option<DeviceShortage> {
    let unknown =
        requested.and_then(|requested| requested.requests.iter().find(|(name, _)| !device.capacity.contains(name)));
    if let Some((name, amount)) = unknown {
        return Some(DeviceShortage { name: name.clone(), needed: amount.value(), remaining: 0 });
    }
    device.capacity.iter().find_map(|(name, capacity)| {
        let share = consumed_share(requested.and_then(|requested| requested.requests.get(name)), capacity);
        let amount_in = |shares: Option<&Shares>| shares.and_then(|shares| shares.get(name)).copied().unwrap_or(0);
        let remaining_nanos =
            capacity.value.nanos().saturating_sub(amount_in(allocated)).saturating_sub(amount_in(chosen_in_search));
        let fits = share.nanos() <= remaining_nanos && is_allowed_share(&share, capacity.request_policy.as_ref());
        (!fits).then(|| DeviceShortage {
            name: name.clone(),
            needed: share.value(),
            remaining: whole_units(remaining_nanos),
        })
    })
}

/// Converts an amount in billionths to whole units, rounding down.
pub(crate) fn whole_units(nanos: i128) -> i64 {
    i64::try_from(nanos.div_euclid(1_000_000_000)).unwrap_or(if nanos < 0 { i64::MIN } else { i64::MAX })
}

/// Returns the amount of each capacity that a claim consumes.
pub(crate) fn consumed_shares(device: &Device, requested: Option<&CapacityRequests>) -> NameMap<Quantity> {
    let mut name_map = NameMap::default();
    for (name, capacity) in device.capacity.iter() {
        name_map.insert(
            name.clone(),
            consumed_share(requested.and_then(|requested| requested.requests.get(name)), capacity),
        );
    }
    name_map
}

/// Returns the consumed amount of a capacity: the request, rounded up as the policy requires; without a request the
/// policy's default, or else the whole capacity.
fn consumed_share(requested: Option<&Quantity>, capacity: &DeviceCapacity) -> Quantity {
    let policy = capacity.request_policy.as_ref();
    let Some(requested) = requested else {
        let default = policy.and_then(|policy| policy.default.clone());
        return default.unwrap_or_else(|| capacity.value.clone());
    };
    match policy {
        Some(CapacityPolicy { valid_range: Some(PolicyRange { min: Some(min), step, .. }), .. }) => {
            if requested.nanos() < min.nanos() {
                return min.clone();
            }
            match step.as_ref().map(Quantity::value).filter(|step| *step > 0) {
                Some(step) => {
                    let steps = requested.value().saturating_sub(min.value());
                    let steps = steps.div_euclid(step).saturating_add(i64::from(steps.rem_euclid(step) != 0));
                    binary_quantity(min.value().saturating_add(step.saturating_mul(steps)))
                }
                None => requested.clone(),
            }
        }
        Some(policy) => {
            let next = policy.valid_values.iter().find(|valid| requested.nanos() <= valid.nanos());
            next.unwrap_or(requested).clone()
        }
        None => requested.clone(),
    }
}

/// Returns a quantity formatted as Go does in the binary format.
fn binary_quantity(value: i64) -> Quantity {
    let units = [("Ei", 60), ("Pi", 50), ("Ti", 40), ("Gi", 30), ("Mi", 20), ("Ki", 10)];
    let unit = units.iter().find(|(_, bits)| value != 0 && value % (1 << bits) == 0);
    let text = unit.map_or_else(|| value.to_string(), |(unit, bits)| format!("{}{unit}", value >> bits));
    Quantity::parse(&text).unwrap_or_default()
}

/// Whether the policy allows a share of this size: it is the default, within the range and a multiple of its step, or
/// one of the valid values.
fn is_allowed_share(share: &Quantity, policy: Option<&CapacityPolicy>) -> bool {
    let Some(policy) = policy else { return true };
    if policy.default.as_ref() == Some(share) {
        return true;
    }
    if let Some(range) = &policy.valid_range {
        let exceeds_max = range.max.as_ref().is_some_and(|max| share.nanos() > max.nanos());
        let min = range.min.as_ref().map_or(0, Quantity::value);
        let uneven = range
            .step
            .as_ref()
            .map(Quantity::value)
            .filter(|step| *step > 0)
            .is_some_and(|step| i128::from(share.value()).saturating_sub(i128::from(min)) % i128::from(step) != 0);
        return !exceeds_max && !uneven;
    }
    policy.valid_values.is_empty() || policy.valid_values.iter().any(|valid| valid.nanos() == share.nanos())
}

/// Adds `times` the consumed amounts to the shares; `times` may be negative.
pub(crate) fn add_shares(shares: &mut Shares, consumed: &NameMap<Quantity>, times: i128) {
    for (name, amount) in consumed.iter() {
        let sum = shares.or_default(name.clone());
        *sum = sum.saturating_add(amount.nanos().saturating_mul(times));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_rounded_up_as_the_policy_says() {
        let range = r#"{"default":"1Gi","validRange":{"min":"4Gi","max":"32Gi","step":"4Gi"}}"#;
        let whole = r#"{"validRange":{"min":"1","step":"1"}}"#;
        let mebibytes = r#"{"validRange":{"min":"4096Mi","step":"4Gi"}}"#;
        let values = r#"{"default":"8Gi","validValues":["8Gi","16Gi","32Gi"]}"#;
        for (policy, asked, share, allowed) in [
            ("null", None, "80Gi", true),
            ("null", Some("7Gi"), "7Gi", true),
            (range, None, "1Gi", true),
            (range, Some("1Gi"), "4Gi", true),
            (range, Some("5Gi"), "8Gi", true),
            (range, Some("33Gi"), "36Gi", false),
            (whole, Some("1500m"), "2", true),
            // Only a request below the minimum gets it as it is written.
            (mebibytes, Some("1Gi"), "4096Mi", true),
            (mebibytes, Some("4Gi"), "4Gi", true),
            (values, None, "8Gi", true),
            (values, Some("9Gi"), "16Gi", true),
            (values, Some("40Gi"), "40Gi", false),
        ] {
            let json = format!(r#"{{"value":"80Gi","requestPolicy":{policy}}}"#);
            let capacity: DeviceCapacity = serde_json::from_str(&json).expect("a capacity");
            let asked = asked.and_then(Quantity::parse);
            let quantity = super::consumed_share(asked.as_ref(), &capacity);
            assert_eq!(
                (quantity.as_str(), is_allowed_share(&quantity, capacity.request_policy.as_ref())),
                (share, allowed),
                "{json}"
            );
        }
    }

    #[test]
    fn whole_amounts_have_the_largest_binary_suffix_that_divides_them() {
        for (value, text) in [
            (0, "0"),
            (1, "1"),
            (1000, "1000"),
            (1024, "1Ki"),
            (1536, "1536"),
            (1536 << 10, "1536Ki"),
            (2 << 20, "2Mi"),
            (3 << 30, "3Gi"),
            (5 << 40, "5Ti"),
            (7 << 50, "7Pi"),
            (1 << 60, "1Ei"),
            (-2048, "-2Ki"),
        ] {
            assert_eq!(binary_quantity(value).as_str(), text, "{value}");
        }
    }

    #[test]
    fn a_policy_allows_its_default_and_what_is_in_its_range_or_list() {
        let range = r#"{"default":"1","validRange":{"min":"10","max":"40","step":"5"}}"#;
        let open = r#"{"validRange":{"min":"10"}}"#;
        let list = r#"{"validValues":["10","20"]}"#;
        for (policy, share, allowed) in [
            (range, "1", true),
            (range, "10", true),
            (range, "15", true),
            (range, "16", false),
            (range, "40", true),
            (range, "45", false),
            (open, "17", true),
            (list, "20", true),
            (list, "15", false),
            ("{}", "15", true),
        ] {
            let policy_value: CapacityPolicy = serde_json::from_str(policy).expect("a policy");
            let share_value = Quantity::parse(share).expect("a quantity");
            assert_eq!(is_allowed_share(&share_value, Some(&policy_value)), allowed, "{share} {policy}");
        }
    }

    #[test]
    fn a_shortage_is_what_keeps_a_share_from_fitting() {
        const GI: i128 = 1 << 30;
        let device = r#"{"name":"d","allowMultipleAllocations":true,"capacity":{"memory":{"value":"80Gi"}}}"#;
        let device: Device = serde_json::from_str(device).expect("a device");
        let shares =
            |amount: i128| -> Shares { [("memory".into(), amount * GI * 1_000_000_000)].into_iter().collect() };
        for (name, requested, allocated, chosen, remaining) in [
            ("memory", "80Gi", 0, 0, None),
            ("memory", "81Gi", 0, 0, Some(80 * GI)),
            ("memory", "40Gi", 30, 10, None),
            ("memory", "41Gi", 30, 10, Some(40 * GI)),
            ("memory", "1Gi", 60, 30, Some(-10 * GI)),
            ("cores", "1", 0, 0, Some(0)),
        ] {
            let requested = format!(r#"{{"requests":{{"{name}":"{requested}"}}}}"#);
            let requested: CapacityRequests = serde_json::from_str(&requested).expect("requests");
            let (allocated, chosen) = (shares(allocated), shares(chosen));
            let shortage = capacity_shortage(&device, Some(&requested), Some(&allocated), Some(&chosen));
            assert_eq!(shortage.map(|shortage| i128::from(shortage.remaining)), remaining, "{requested:?}");
            let fits = fits_capacity(&device, Some(&requested), Some(&allocated), Some(&chosen));
            assert_eq!(fits, remaining.is_none(), "{requested:?}");
        }
    }
}

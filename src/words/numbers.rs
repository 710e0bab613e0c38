//! Numbers, times and names, which are the same in every language.

use api::Millis;

/// The name of a pod without its namespace, where that is `default`.
pub fn short(key: &str) -> &str {
    key.strip_prefix("default/").unwrap_or(key)
}

/// Virtual time: `37.1 s`, `2 m 05 s`.
pub fn clock(at: Millis) -> String {
    let at = at.count();
    match at {
        0..60_000 if at.is_multiple_of(1000) => format!("{} s", at / 1000),
        0..60_000 => format!("{}.{} s", at / 1000, at % 1000 / 100),
        _ => format!("{} m {:02} s", at / 60_000, at % 60_000 / 1000),
    }
}

/// An amount of a resource as people write it: milli-cpu as cores, bytes with a binary unit.
pub fn amount(resource: &str, value: i64) -> String {
    match resource {
        "cpu" => decimal(value, 1000),
        "memory" | "ephemeral-storage" => bytes(value),
        _ => value.to_string(),
    }
}

fn decimal(value: i64, unit: i64) -> String {
    let (whole, rest) = (value / unit, (value % unit).abs() * 100 / unit);
    match rest {
        0 => whole.to_string(),
        rest if rest % 10 == 0 => format!("{whole}.{}", rest / 10),
        rest => format!("{whole}.{rest:02}"),
    }
}

/// Bytes with a binary unit.
pub fn bytes(value: i64) -> String {
    for (shift, unit) in [(40, "Ti"), (30, "Gi"), (20, "Mi"), (10, "Ki")] {
        let size = 1_i64 << shift;
        if value.abs() >= size {
            return format!("{}{unit}", decimal(value, size));
        }
    }
    value.to_string()
}

/// A count with its thousands apart.
pub fn number(value: usize) -> String {
    let digits = value.to_string();
    let parts = digits.as_bytes().rchunks(3).rev();
    parts.map(|part| String::from_utf8_lossy(part).into_owned()).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(amount("cpu", 5000), "5");
        assert_eq!(amount("cpu", 250), "0.25");
        assert_eq!(amount("memory", 64 << 20), "64Mi");
        assert_eq!(amount("memory", 3 << 29), "1.5Gi");
        assert_eq!(clock(Millis::new(37_100)), "37.1 s");
        assert_eq!(clock(Millis::new(125_000)), "2 m 05 s");
        assert_eq!([7, 1000, 50_000, 1_234_567].map(number), ["7", "1,000", "50,000", "1,234,567"]);
    }
}

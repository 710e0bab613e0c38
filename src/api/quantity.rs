//! Quantities: `1500m`, `1.5`, `129e6`, `123Mi`.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Unexpected};

use super::Str;

/// `resource.Quantity`: the text as written, and its value in billionths, rounded up as upstream does. Different spellings of the same amount are not
/// equal, as in upstream's deep comparison of nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quantity {
    text: Str,
    nanos: i128,
}

const NANO: i128 = 1_000_000_000;
/// Upstream limits a quantity to the largest 64-bit integer.
const MAX: i128 = i64::MAX as i128 * NANO;

impl Quantity {
    /// The amount as an integer, rounded up. Upstream: `Quantity.Value`.
    #[must_use]
    pub fn value(&self) -> i64 {
        ceil_div(self.nanos, NANO)
    }

    /// The amount in thousandths, rounded up. Upstream: `Quantity.MilliValue`.
    #[must_use]
    pub fn milli_value(&self) -> i64 {
        ceil_div(self.nanos, NANO / 1000)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The amount in billionths, rounded up.
    #[must_use]
    pub fn nanos(&self) -> i128 {
        self.nanos
    }

    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.nanos == 0
    }

    /// Parses `number[suffix]`: an optional sign, digits with an optional decimal point, and one of `n u m k M G T P E`, `Ki Mi Gi Ti Pi Ei`, or a
    /// decimal exponent.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        parse_nanos(text).map(|nanos| Self { text: text.into(), nanos })
    }
}

fn ceil_div(nanos: i128, unit: i128) -> i64 {
    let units = nanos.div_euclid(unit) + i128::from(nanos.rem_euclid(unit) != 0);
    i64::try_from(units).unwrap_or(if units < 0 { i64::MIN } else { i64::MAX })
}

fn parse_nanos(text: &str) -> Option<i128> {
    let (negative, rest) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let (number, suffix) = rest.split_at(end);
    let (whole_part, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole_part.is_empty() && fraction.is_empty() || fraction.contains('.') {
        return None;
    }
    let (base, exponent): (i128, i32) = match suffix {
        "" => (1, 0),
        "n" => (1, -9),
        "u" => (1, -6),
        "m" => (1, -3),
        "k" => (1, 3),
        "M" => (1, 6),
        "G" => (1, 9),
        "T" => (1, 12),
        "P" => (1, 15),
        "E" => (1, 18),
        "Ki" => (1 << 10, 0),
        "Mi" => (1 << 20, 0),
        "Gi" => (1 << 30, 0),
        "Ti" => (1 << 40, 0),
        "Pi" => (1 << 50, 0),
        "Ei" => (1 << 60, 0),
        _ => (1, suffix.strip_prefix(['e', 'E'])?.parse::<i32>().ok()?),
    };
    let magnitude = scaled_nanos(whole_part, fraction, base, exponent)?.min(MAX);
    Some(if negative { -magnitude } else { magnitude })
}

/// `whole_part.fraction × base × 10^exponent` in billionths, rounded up, with saturation.
fn scaled_nanos(whole_part: &str, fraction: &str, base: i128, exponent: i32) -> Option<i128> {
    // Further digits can only round up or saturate; cutting them off keeps every product within `i128`.
    let whole_digits = whole_part.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    let digits: String = whole_digits.chars().chain(fraction.chars()).collect();
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Some(0);
    }
    let scale = i64::from(exponent) - i64::try_from(fraction.len()).ok()? + 9;
    let (text, dropped_digits) = digits.split_at(digits.len().min(19));
    let scale = scale + i64::try_from(dropped_digits.len()).ok()?;
    let mut value = text.parse::<i128>().ok()? + i128::from(dropped_digits.bytes().any(|c| c != b'0'));
    value = value.saturating_mul(base);
    for _ in 0..scale.clamp(0, 40) {
        value = value.saturating_mul(10);
    }
    let mut inexact = false;
    for _ in scale.clamp(-60, 0)..0 {
        inexact |= value % 10 != 0;
        value /= 10;
    }
    Some(value + i128::from(inexact))
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Quantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Quantity;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a quantity such as 500m, 1.5, 2Gi or 129e6")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Quantity, E> {
                Quantity::parse(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
            }
            // In manifests, numbers need no quotes.
            fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Quantity, D::Error> {
                deserializer.deserialize_any(self)
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Quantity, E> {
                self.visit_str(&number.to_string())
            }
            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Quantity, E> {
                self.visit_str(&number.to_string())
            }
            fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Quantity, E> {
                self.visit_str(&number.to_string())
            }
        }
        match deserializer.is_human_readable() {
            true => deserializer.deserialize_newtype_struct("Quantity", Visitor),
            false => deserializer.deserialize_str(Visitor),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_rounds_up() {
        for (text, value, milli) in [
            ("1500m", 2, 1500),
            ("1.5", 2, 1500),
            ("129e6", 129_000_000, 129_000_000_000),
            ("30e-1", 3, 3000),
            ("123Mi", 128_974_848, 128_974_848_000),
            ("0.5Gi", 536_870_912, 536_870_912_000),
            ("100n", 1, 1),
            ("0.0000000001", 1, 1),
            ("-1500m", -1, -1500),
            (".5", 1, 500),
            ("5.", 5, 5000),
            ("1E", 1_000_000_000_000_000_000, i64::MAX),
            ("1E3", 1000, 1_000_000),
            ("9999999999999999999999", i64::MAX, i64::MAX),
            ("1e400", i64::MAX, i64::MAX),
            ("1e-400", 1, 1),
            ("0e999999", 0, 0),
        ] {
            let quantity = Quantity::parse(text).expect(text);
            assert_eq!((quantity.value(), quantity.milli_value()), (value, milli), "{text}");
        }
        for (power, unit) in ["", "k", "M", "G", "T", "P", "E"].into_iter().enumerate() {
            let value = |text: String| Quantity::parse(&text).map(|quantity| quantity.value());
            assert_eq!(value(format!("3{unit}")), Some((0..power).fold(3, |value, _| value * 1000)), "{unit}");
            let binary = (power > 0).then(|| format!("3{}i", unit.to_uppercase()));
            assert_eq!(binary.and_then(value), (power > 0).then(|| 3 << (10 * power)), "{unit}i");
        }
        for text in ["", "m", ".", "1.2.3", "1 Gi", "1gi", "0x10", "1e", "--1", "e5", "1KiB"] {
            assert!(Quantity::parse(text).is_none(), "{text}");
        }
    }
}

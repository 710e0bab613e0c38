//! Quantities in CEL expressions: `resource.Quantity`.

use std::cmp::Ordering;

use api::Quantity;

/// A quantity in billionths, together with its `int64Amount` if upstream holds it as one. Upstream's `isInteger` is
/// false for other quantities and for negative powers of ten, even if the value is whole.
#[derive(Clone, Debug)]
pub(crate) struct CelQuantity {
    nanos: i128,
    int64_amount: Option<Int64Amount>,
    text: Option<Quantity>,
}

/// A number times a power of ten: `int64Amount` of `k8s.io/apimachinery/pkg/api/resource`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Int64Amount {
    value: i64,
    power: i32,
}

const NANO: i128 = 1_000_000_000;
/// The number of digits that fit an `int64Amount`: upstream's `maxInt64Factors`.
const MAX_DIGITS: usize = 18;

pub(crate) const NO_QUANTITY: &str =
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

impl CelQuantity {
    pub(crate) fn from_quantity(quantity: &Quantity) -> Self {
        Self {
            nanos: quantity.nanos(),
            int64_amount: parse_int64_amount(quantity.as_str()),
            text: Some(quantity.clone()),
        }
    }

    pub(crate) fn whole(value: i64) -> Self {
        Self { nanos: i128::from(value) * NANO, int64_amount: Some(Int64Amount { value, power: 0 }), text: None }
    }

    /// Parses a quantity. The error is upstream's message.
    pub(crate) fn parse(text: &str) -> Result<Self, &'static str> {
        if let Some(quantity) = Quantity::parse(text) {
            return Ok(Self::from_quantity(&quantity));
        }
        let number = text.strip_prefix(['+', '-']).unwrap_or(text);
        let end = number.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(number.len());
        let letters = number[end..].trim_start_matches(|c| "eEinumkKMGTP".contains(c));
        let rest = letters.strip_prefix(['+', '-']).unwrap_or(letters);
        let shaped = end > 0 && rest.bytes().all(|c| c.is_ascii_digit()) && number[..end].matches('.').count() < 2;
        match shaped {
            false => Err(NO_QUANTITY),
            true if number[..end].bytes().all(|c| c == b'.') => Err("unable to parse numeric part of quantity"),
            true => Err("unable to parse quantity's suffix"),
        }
    }

    /// The quantity as an integer, if upstream holds it as one.
    pub(crate) fn as_integer(&self) -> Option<i64> {
        let Int64Amount { value, power } = self.int64_amount?;
        let factor = 10_i64.checked_pow(u32::try_from(power).ok()?)?;
        value.checked_mul(factor)
    }

    #[allow(clippy::cast_precision_loss, reason = "an approximation is what is asked for")]
    pub(crate) fn as_double(&self) -> f64 {
        match self.int64_amount {
            Some(Int64Amount { value, power: 0 }) => value as f64,
            Some(Int64Amount { value, power }) => format!("{value}e{power}").parse().unwrap_or(f64::MAX),
            None => self.nanos as f64 / NANO as f64,
        }
    }

    pub(crate) fn sign(&self) -> i64 {
        i64::try_from(self.nanos.signum()).unwrap_or_default()
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        self.combine(other, i128::saturating_add, i64::checked_add)
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.combine(other, i128::saturating_sub, i64::checked_sub)
    }

    fn combine(&self, other: &Self, wide: fn(i128, i128) -> i128, narrow: fn(i64, i64) -> Option<i64>) -> Self {
        let int64_amount = self.int64_amount.zip(other.int64_amount).and_then(|(a, b)| {
            // Zero takes the power of the other quantity.
            let power = match (a.value, b.value) {
                (0, _) => b.power,
                (_, 0) => a.power,
                _ => a.power.min(b.power),
            };
            let scaled = |amount: Int64Amount| match amount.value {
                0 => Some(0),
                value => {
                    let factor = 10_i64.checked_pow(u32::try_from(amount.power - power).ok()?)?;
                    value.checked_mul(factor)
                }
            };
            Some(Int64Amount { value: narrow(scaled(a)?, scaled(b)?)?, power })
        });
        Self { nanos: wide(self.nanos, other.nanos), int64_amount, text: None }
    }

    /// The canonical text of the quantity.
    pub(crate) fn text(&self) -> String {
        match &self.text {
            Some(quantity) => quantity.as_str().to_owned(),
            None => {
                let fraction = format!("{:09}", self.nanos.unsigned_abs() % NANO.unsigned_abs());
                let fraction = fraction.trim_end_matches('0');
                let sign = if self.nanos < 0 { "-" } else { "" };
                let point = if fraction.is_empty() { "" } else { "." };
                format!("{sign}{}{point}{fraction}", self.nanos.unsigned_abs() / NANO.unsigned_abs())
            }
        }
    }
}

impl PartialEq for CelQuantity {
    fn eq(&self, other: &Self) -> bool {
        self.nanos == other.nanos
    }
}

impl PartialOrd for CelQuantity {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.nanos.cmp(&other.nanos))
    }
}

/// The amount that the fast path of `resource.ParseQuantity` parses; none if the text takes the slow path.
fn parse_int64_amount(text: &str) -> Option<Int64Amount> {
    let negative = text.starts_with('-');
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, suffix) = text.split_at(end);
    let (whole_part, fraction) = number.split_once('.').unwrap_or((number, ""));
    let whole_digits = whole_part.trim_start_matches('0');
    let digits = whole_digits.len() + fraction.len();
    let (power, factor): (i32, i64) = match suffix {
        "" => (0, 1),
        "n" => (-9, 1),
        "u" => (-6, 1),
        "m" => (-3, 1),
        "k" => (3, 1),
        "M" => (6, 1),
        "G" => (9, 1),
        "T" => (12, 1),
        "P" => (15, 1),
        "E" => (18, 1),
        _ => match ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].iter().position(|unit| *unit == suffix) {
            Some(i) if fraction.is_empty() => {
                // A binary suffix stands for about 3 digits per 2^10. `resource.ParseQuantity` reserves one more and
                // allows 15 in all.
                let suffix_digits = [3, 6, 9, 12, 15, 18][i] + 1;
                if whole_digits.len() + suffix_digits > 15 {
                    return None;
                }
                (0, 1 << (10 * (i + 1)))
            }
            Some(_) => return None,
            None => (suffix.strip_prefix(['e', 'E'])?.parse().ok()?, 1),
        },
    };
    if digits > MAX_DIGITS {
        return None;
    }
    let power = power.checked_sub(i32::try_from(fraction.len()).ok()?)?;
    if power < -9 {
        return None;
    }
    let shifted = format!("{whole_digits}{fraction}");
    let value: i64 = if shifted.is_empty() { 0 } else { shifted.parse().ok()? };
    let value = value.checked_mul(factor)?;
    Some(Int64Amount { value: if negative { -value } else { value }, power })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_an_integer_where_upstream_holds_one() {
        for (text, integer) in [
            ("50k", Some(50_000)),
            ("-3", Some(-3)),
            ("80Gi", Some(80 << 30)),
            ("0", Some(0)),
            ("1e3", Some(1000)),
            ("1500m", None),
            ("1000m", None),
            ("1.0", None),
            ("9999999999999999999G", None),
            ("100E", None),
        ] {
            assert_eq!(CelQuantity::parse(text).expect(text).as_integer(), integer, "{text}");
        }
    }

    #[test]
    fn adds_without_overflow() {
        let most = CelQuantity::whole(i64::MAX);
        let sum = most.plus(&CelQuantity::whole(1));
        assert_eq!((sum.as_integer(), sum.sign(), sum.text().as_str()), (None, 1, "9223372036854775808"));
        let less = CelQuantity::parse("500m").expect("it is one").minus(&CelQuantity::whole(1));
        assert_eq!((less.text().as_str(), less.sign(), less.as_double().to_string().as_str()), ("-0.5", -1, "-0.5"));
        assert_eq!(CelQuantity::whole(0).plus(&CelQuantity::parse("1k").expect("it is one")).as_integer(), Some(1000));
    }

    #[test]
    fn parse_errors_match_upstream() {
        for (text, error) in [
            ("", NO_QUANTITY),
            ("80gb", NO_QUANTITY),
            ("1 Gi", NO_QUANTITY),
            ("1.2.3", NO_QUANTITY),
            ("80ii", "unable to parse quantity's suffix"),
            (".", "unable to parse numeric part of quantity"),
        ] {
            assert_eq!(CelQuantity::parse(text).err(), Some(error), "{text:?}");
        }
    }
}

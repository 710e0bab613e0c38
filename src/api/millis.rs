//! Virtual time.

use std::{
    fmt,
    ops::{Add, AddAssign, Mul, Sub},
};

use serde::{Deserialize, Serialize};

/// A virtual time in milliseconds since the start of a run, or a duration in milliseconds.
///
/// Arithmetic saturates, so that no value in a scenario makes it overflow or panic.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Millis(u64);

impl Millis {
    /// The start of a run, or an empty duration.
    pub const ZERO: Self = Self(0);
    pub const MAX: Self = Self(u64::MAX);

    #[must_use]
    pub const fn new(millis: u64) -> Self {
        Self(millis)
    }

    #[must_use]
    pub const fn from_seconds(seconds: u64) -> Self {
        Self(seconds.saturating_mul(1000))
    }

    /// A number of seconds from a manifest, of which negative ones count as 0.
    #[must_use]
    pub fn from_signed_seconds(seconds: i64) -> Self {
        Self::from_seconds(u64::try_from(seconds).unwrap_or(0))
    }

    /// The number of milliseconds, to convert the time to something else: a position, a text, a date.
    #[must_use]
    pub const fn to_millis(self) -> u64 {
        self.0
    }

    /// The whole seconds, rounded down.
    #[must_use]
    pub const fn seconds(self) -> u64 {
        self.0 / 1000
    }

    /// The duration since `earlier`, or zero if `earlier` is later.
    #[must_use]
    pub const fn saturating_since(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }

    /// The wall-clock time after this duration since `wall`, both in milliseconds since 1970.
    #[must_use]
    pub fn added_to_wall(self, wall: i64) -> i64 {
        wall.saturating_add_unsigned(self.0)
    }

    /// Seconds with three decimals: `1.050`.
    #[must_use]
    pub fn to_decimal_seconds(self) -> String {
        format!("{}.{:03}", self.0 / 1000, self.0 % 1000)
    }

    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The latest multiple of `step` that is not after this time.
    #[must_use]
    pub const fn round_down_to(self, step: Self) -> Self {
        match self.0.checked_rem(step.0) {
            Some(rest) => Self(self.0 - rest),
            None => self,
        }
    }

    /// The earliest multiple of `step` that is after this time.
    #[must_use]
    pub const fn round_up_past(self, step: Self) -> Self {
        Self(self.round_down_to(step).0.saturating_add(step.0))
    }
}

impl Add for Millis {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Millis {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Millis {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Mul<u64> for Millis {
    type Output = Self;
    fn mul(self, times: u64) -> Self {
        Self(self.0.saturating_mul(times))
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// Parses a duration: `37s`, `1m30s`, `500ms`, `2h`, or a plain number of seconds.
#[must_use]
pub fn parse_duration(text: &str) -> Option<Millis> {
    if let Ok(seconds) = text.parse::<u64>() {
        return seconds.checked_mul(1000).map(Millis::new);
    }
    let mut rest = text;
    let mut sum: u64 = 0;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, unit) = rest.split_at(end);
        let length = unit.find(|c: char| c.is_ascii_digit()).unwrap_or(unit.len());
        let (unit, after) = unit.split_at(length);
        let factor = match unit {
            "ms" => 1,
            "s" => 1000,
            "m" => 60_000,
            "h" => 3_600_000,
            _ => return None,
        };
        let (whole_part, fraction) = number.split_once('.').unwrap_or((number, ""));
        let fraction = format!("{fraction:0<3}");
        let thousandths =
            whole_part.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(fraction.get(..3)?.parse().ok()?)?;
        sum = sum.checked_add(thousandths.checked_mul(factor)? / 1000)?;
        rest = after;
    }
    (!text.is_empty()).then_some(Millis::new(sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn nothing_wraps(a: u64, b: u64, step in 0_u64..100_000) {
            let (at, other) = (Millis::new(a), Millis::new(b));
            let bounded = |exact: i128| u64::try_from(exact.clamp(0, u64::MAX.into())).expect("it is within bounds");
            let (x, y) = (i128::from(a), i128::from(b));
            let sum = bounded(x + y);
            proptest::prop_assert_eq!((at + other).to_millis(), sum);
            proptest::prop_assert_eq!((at - other).to_millis(), bounded(x - y));
            proptest::prop_assert_eq!(at.saturating_since(other), at - other);
            proptest::prop_assert_eq!((at * step).to_millis(), bounded(x * i128::from(step)));
            proptest::prop_assert_eq!(Millis::from_seconds(a).to_millis(), bounded(x * 1000));
            proptest::prop_assert_eq!(i128::from(at.added_to_wall(-5)), (x - 5).min(i64::MAX.into()));
            let mut added = at;
            added += other;
            proptest::prop_assert_eq!(added.to_millis(), sum);
        }

        #[test]
        fn steps_enclose_a_time(a: u64, step in 1_u64..1_000_000) {
            let (at, step) = (Millis::new(a), Millis::new(step));
            let (down, up) = (at.round_down_to(step), at.round_up_past(step));
            proptest::prop_assert!(down <= at && at.saturating_since(down) < step && down.to_millis() % step.to_millis() == 0);
            proptest::prop_assert!(up == down + step && (up > at || up == Millis::MAX));
        }
    }

    #[test]
    fn millis_serialize_as_a_number() {
        let time = Millis::new(61_050);
        assert_eq!(
            (time.to_string(), format!("{time:?}"), time.to_decimal_seconds()),
            ("61050".into(), "61050".into(), "61.050".into())
        );
        assert_eq!(serde_json::to_string(&time).expect("JSON"), "61050");
        assert_eq!(serde_json::from_str::<Millis>("61050").expect("a time"), time);
        assert_eq!(postcard::to_allocvec(&time).expect("bytes"), postcard::to_allocvec(&61_050_u64).expect("bytes"));
        assert_eq!(
            (Millis::from_signed_seconds(-1), Millis::from_signed_seconds(2)),
            (Millis::ZERO, Millis::from_seconds(2))
        );
        assert_eq!((Millis::new(5).round_down_to(Millis::ZERO), time.seconds()), (Millis::new(5), 61));
    }

    #[test]
    fn durations() {
        for (text, expected) in [
            ("37s", Some(37_000)),
            ("1m30s", Some(90_000)),
            ("500ms", Some(500)),
            ("1.5s", Some(1500)),
            ("42", Some(42_000)),
            ("", None),
            ("soon", None),
            ("5", Some(5000)),
            ("5 s", None),
            ("99999999999999999999s", None),
        ] {
            assert_eq!(parse_duration(text), expected.map(Millis::new), "{text}");
        }
    }
}

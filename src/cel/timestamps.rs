//! Durations and timestamps.

/// Nanoseconds per second.
pub(crate) const SECOND: i64 = 1_000_000_000;

/// Parses a duration as Go's `time.ParseDuration` does (`1h30m`, `1.5s`, `-300ms`), in nanoseconds.
pub(crate) fn parse_duration(text: &str) -> Option<i64> {
    let (negative, mut rest) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if rest == "0" {
        return Some(0);
    }
    let mut total: i128 = 0;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (whole_part, fraction) = rest[..end].split_once('.').unwrap_or((&rest[..end], ""));
        if whole_part.is_empty() && fraction.is_empty() || fraction.contains('.') || whole_part.len() > 19 {
            return None;
        }
        rest = &rest[end..];
        let (unit, length): (i128, usize) = [
            ("ns", 1),
            ("us", 1000),
            ("µs", 1000),
            ("ms", 1_000_000),
            ("s", 1_000_000_000),
            ("m", 60_000_000_000),
            ("h", 3_600_000_000_000),
        ]
        .into_iter()
        .find_map(|(name, unit)| rest.starts_with(name).then_some((unit, name.len())))?;
        rest = &rest[length..];
        let whole_units: i128 = if whole_part.is_empty() { 0 } else { whole_part.parse().ok()? };
        total = total.checked_add(whole_units.checked_mul(unit)?)?;
        let mut place = unit;
        for digit in fraction.bytes() {
            place /= 10;
            total += i128::from(digit - b'0') * place;
        }
    }
    i64::try_from(if negative { -total } else { total }).ok()
}

/// Formats a duration as CEL does: in seconds, with as many decimals as are needed.
pub(crate) fn duration_text(nanos: i64) -> String {
    let sign = if nanos < 0 { "-" } else { "" };
    let (seconds, rest) = (nanos.unsigned_abs() / SECOND.unsigned_abs(), nanos.unsigned_abs() % SECOND.unsigned_abs());
    let rest = format!("{rest:09}");
    let rest = rest.trim_end_matches('0');
    format!("{sign}{seconds}{}{rest}s", if rest.is_empty() { "" } else { "." })
}

/// A timestamp, in nanoseconds since 1970 in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Timestamp(i128);

/// The calendar fields of a timestamp.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Calendar {
    pub(crate) year: i64,
    /// From 0 for January.
    pub(crate) month: i64,
    /// The day of the month, from 0.
    pub(crate) day: i64,
    pub(crate) hour: i64,
    pub(crate) minute: i64,
    pub(crate) second: i64,
    pub(crate) nanos: i64,
    /// The day of the year, from 0.
    pub(crate) day_of_year: i64,
    /// The day of the week, from 0 for Sunday.
    pub(crate) day_of_week: i64,
}

impl Timestamp {
    /// The seconds that CEL allows: from the first second of the year 1 to the last one of the year 9999.
    const RANGE: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

    /// None if the timestamp is outside the years 1 to 9999.
    pub(crate) fn from_seconds(seconds: i64, nanos: i64) -> Option<Self> {
        let is_in_range = Self::RANGE.contains(&seconds);
        is_in_range.then(|| Self(i128::from(seconds) * i128::from(SECOND) + i128::from(nanos)))
    }

    /// Parses an RFC 3339 timestamp.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let number = |from: usize, to: usize| -> Option<i64> {
            let part = text.get(from..to)?;
            part.bytes().all(|c| c.is_ascii_digit()).then(|| part.parse().ok())?
        };
        let sign = |at: usize, c: u8| (text.as_bytes().get(at) == Some(&c)).then_some(());
        for (at, c) in [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')] {
            sign(at, c)?;
        }
        let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
        let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
        let mut rest = text.get(19..)?;
        let mut nanos = 0;
        if let Some(fraction) = rest.strip_prefix('.') {
            let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
            let text = format!("{:0<9}", &fraction[..digits.min(9)]);
            nanos = if digits == 0 { return None } else { text.parse().ok()? };
            rest = &fraction[digits..];
        }
        let zone = if rest == "Z" { 0 } else { parse_offset(rest)? };
        let lengths = [31, if is_leap_year(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let length = *lengths.get(usize::try_from(month - 1).ok()?)?;
        if day < 1 || day > length || hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        let days = days_before(year) + lengths[..usize::try_from(month - 1).ok()?].iter().sum::<i64>() + day - 1;
        Self::from_seconds(days * 86_400 + hour * 3600 + minute * 60 + second - zone, nanos)
    }

    pub(crate) fn seconds(self) -> i64 {
        i64::try_from(self.0.div_euclid(i128::from(SECOND))).unwrap_or_default()
    }

    /// The timestamp `nanos` nanoseconds later; none if that is out of range.
    pub(crate) fn plus(self, nanos: i128) -> Option<Self> {
        let sum = self.0.checked_add(nanos)?;
        let rest = i64::try_from(sum.rem_euclid(i128::from(SECOND))).ok()?;
        Self::from_seconds(i64::try_from(sum.div_euclid(i128::from(SECOND))).ok()?, rest)
    }

    /// The nanoseconds since another timestamp; none if they do not fit 64 bits.
    pub(crate) fn since(self, other: Self) -> Option<i64> {
        i64::try_from(self.0 - other.0).ok()
    }

    /// The calendar fields in a time zone that is `zone` seconds ahead of UTC.
    pub(crate) fn calendar(self, zone: i64) -> Calendar {
        let local = self.seconds() + zone;
        let (days, rest) = (local.div_euclid(86_400), local.rem_euclid(86_400));
        // The estimate is never too late, before and after 1970.
        let mut year = 1970 + days.div_euclid(if days < 0 { 365 } else { 366 });
        while days_before(year + 1) <= days {
            year += 1;
        }
        let day_of_year = days - days_before(year);
        let (mut month, mut day) = (0, day_of_year);
        for length in [31, if is_leap_year(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
            if day < length {
                break;
            }
            day -= length;
            month += 1;
        }
        let nanos = i64::try_from(self.0.rem_euclid(i128::from(SECOND))).unwrap_or_default();
        let day_of_week = (days + 4).rem_euclid(7);
        Calendar {
            year,
            month,
            day,
            hour: rest / 3600,
            minute: rest / 60 % 60,
            second: rest % 60,
            nanos,
            day_of_year,
            day_of_week,
        }
    }

    /// Formats the timestamp as RFC 3339.
    pub(crate) fn text(self) -> String {
        let calendar = self.calendar(0);
        let fraction = format!("{:09}", calendar.nanos);
        let fraction = fraction.trim_end_matches('0');
        let point = if fraction.is_empty() { "" } else { "." };
        let (month, day) = (calendar.month + 1, calendar.day + 1);
        format!(
            "{:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}{point}{fraction}Z",
            calendar.year, calendar.hour, calendar.minute, calendar.second
        )
    }
}

/// The offset of a time zone such as `+01:00`, in seconds.
pub(crate) fn parse_offset(text: &str) -> Option<i64> {
    let sign = match text.as_bytes().first()? {
        b'-' => -1,
        b'+' => 1,
        _ => return None,
    };
    let (hours, minutes) = text[1..].split_once(':')?;
    let number =
        |part: &str| (part.len() == 2 && part.bytes().all(|c| c.is_ascii_digit())).then(|| part.parse::<i64>().ok())?;
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 3600 + minutes * 60))
}

fn is_leap_year(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// The number of days from 1970 to the first day of a year.
fn days_before(year: i64) -> i64 {
    let full_years = year - 1;
    full_years * 365 + full_years.div_euclid(4) - full_years.div_euclid(100) + full_years.div_euclid(400) - 719_162
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for (text, nanos) in [
            ("90s", Some(90 * SECOND)),
            ("1h30m", Some(5400 * SECOND)),
            ("1.5s", Some(1_500_000_000)),
            ("-300ms", Some(-300_000_000)),
            ("0", Some(0)),
            ("", None),
            ("x", None),
            ("1", None),
            (".s", None),
            ("99999999999h", None),
        ] {
            assert_eq!(parse_duration(text), nanos, "{text:?}");
        }
        assert_eq!((duration_text(-1_500_000_000).as_str(), duration_text(60 * SECOND).as_str()), ("-1.5s", "60s"));
    }

    #[test]
    fn points_in_time() {
        for text in [
            "2024-02-29T23:59:59Z",
            "1970-01-01T00:00:00Z",
            "0001-01-01T00:00:00Z",
            "9999-12-31T23:59:59.5Z",
            "1900-03-01T00:00:00Z",
        ] {
            assert_eq!(Timestamp::parse(text).map(Timestamp::text).as_deref(), Some(text));
        }
        for text in [
            "2023-02-29T00:00:00Z",
            "2024-01-01",
            "2024-13-01T00:00:00Z",
            "2024-01-01T24:00:00Z",
            "2024-01-01T00:00:00",
            "",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text:?}");
        }
        let noon = Timestamp::parse("2024-03-01T12:00:00+02:00").expect("it is one");
        assert_eq!(noon.text(), "2024-03-01T10:00:00Z");
        assert_eq!(
            (noon.calendar(0).day_of_year, noon.calendar(0).day_of_week, noon.calendar(-40_000).day),
            (60, 5, 28)
        );
    }
}

//! Wall-clock times in manifests.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Unexpected};

/// `metav1.Time`: milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(pub i64);

impl Time {
    /// Parses RFC 3339, such as `2024-03-01T12:00:00Z` or `2024-03-01T12:00:00.5+01:00`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        parse_millis(text).map(Self)
    }
}

fn parse_millis(text: &str) -> Option<i64> {
    let number = |from: usize, to: usize| -> Option<i64> {
        let part = text.get(from..to)?;
        part.bytes().all(|c| c.is_ascii_digit()).then(|| part.parse().ok())?
    };
    let at = |index: usize, allowed_bytes: &[u8]| text.as_bytes().get(index).is_some_and(|c| allowed_bytes.contains(c));
    if !(at(4, b"-") && at(7, b"-") && at(10, b"Tt ") && at(13, b":") && at(16, b":")) {
        return None;
    }
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let mut rest = text.get(19..)?;
    let mut millis = 0;
    if let Some(fraction) = rest.strip_prefix('.') {
        let end = fraction.find(|c: char| !c.is_ascii_digit()).unwrap_or(fraction.len());
        millis = format!("{:0<3}", &fraction[..end.min(3)]).parse::<i64>().ok()?;
        rest = &fraction[end..];
    }
    let offset = match rest.as_bytes() {
        b"Z" | b"z" => 0,
        [sign @ (b'+' | b'-'), _, _, b':', _, _] => {
            let minutes = rest[1..3].parse::<i64>().ok()? * 60 + rest[4..6].parse::<i64>().ok()?;
            if *sign == b'+' { minutes } else { -minutes }
        }
        _ => return None,
    };
    Some(((days_since_epoch(year, month, day) * 24 + hour) * 60 + minute - offset) * 60_000 + second * 1000 + millis)
}

/// The number of days from 1970-01-01 to a date of the Gregorian calendar.
fn days_since_epoch(year: i64, month: i64, day: i64) -> i64 {
    // Years are counted from March, so that the leap day is the last of its year.
    let year = if month <= 2 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year - 719_468
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (day, of_day) = (self.0.div_euclid(86_400_000), self.0.rem_euclid(86_400_000));
        // The inverse of `days_since_epoch`: an estimate of the year is corrected, then the month is searched.
        let mut year = day * 400 / 146_097 + 1970;
        while days_since_epoch(year, 1, 1) > day {
            year -= 1;
        }
        while days_since_epoch(year + 1, 1, 1) <= day {
            year += 1;
        }
        let month = (1..=12).rev().find(|&month| days_since_epoch(year, month, 1) <= day).unwrap_or(1);
        let date = day - days_since_epoch(year, month, 1) + 1;
        let second = of_day / 1000;
        write!(f, "{year:04}-{month:02}-{date:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => serializer.collect_str(self),
            false => serializer.serialize_i64(self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Time;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a time such as 2024-03-01T12:00:00Z")
            }
            fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Time, D::Error> {
                deserializer.deserialize_str(self)
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Time, E> {
                Time::parse(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
            }
        }
        match deserializer.is_human_readable() {
            true => deserializer.deserialize_newtype_struct("Time", Visitor),
            false => i64::deserialize(deserializer).map(Time),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_rfc_3339_and_writes_it_back() {
        for (text, millis) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2024-02-29T23:59:59Z", 1_709_251_199_000),
            ("2024-03-01T12:00:00Z", 1_709_294_400_000),
            ("1969-12-31T23:59:59Z", -1000),
        ] {
            assert_eq!(Time::parse(text), Some(Time(millis)));
            assert_eq!(Time(millis).to_string(), text);
        }
        assert_eq!(Time::parse("2024-03-01T13:00:00.25+01:00"), Some(Time(1_709_294_400_250)));
        for text in ["", "2024-03-01", "2024-13-01T00:00:00Z", "2024-03-01T12:00:00", "2024-03-01T1é:00:00Z"] {
            assert!(Time::parse(text).is_none(), "{text}");
        }
    }
}

//! What a scalar without quotes is: `resolve.go`, and what `encoding/json` writes for it.

use std::borrow::Cow;

/// A scalar without quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlainScalar {
    Null,
    Bool(bool),
    Whole(i64),
    /// Another number, as JSON has it: `0.5`, `1e-07`, `18446744073709551615`.
    Number(String),
    /// `.inf` and `.nan`, which JSON does not have: Go's name of it.
    NotFinite(&'static str),
    Text,
}

/// What a scalar without quotes is to kubectl.
pub(crate) fn resolve_plain(text: &str) -> PlainScalar {
    match text.as_bytes().first() {
        None => PlainScalar::Null,
        Some(b'0'..=b'9' | b'+' | b'-' | b'.') => resolve_number(text),
        Some(_) => resolve_word(text),
    }
}

fn resolve_word(text: &str) -> PlainScalar {
    match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => PlainScalar::Bool(true),
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            PlainScalar::Bool(false)
        }
        "~" | "null" | "Null" | "NULL" => PlainScalar::Null,
        _ => PlainScalar::Text,
    }
}

fn resolve_number(text: &str) -> PlainScalar {
    match text {
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => return PlainScalar::NotFinite("+Inf"),
        "-.inf" | "-.Inf" | "-.INF" => return PlainScalar::NotFinite("-Inf"),
        ".nan" | ".NaN" | ".NAN" => return PlainScalar::NotFinite("NaN"),
        _ => {}
    }
    let digits: Cow<'_, str> = if text.contains('_') && !is_timestamp(text) {
        // Underscores are ignored anywhere, but behind a dot at the start only between digits.
        if text.starts_with('.') && !has_separating_underscores(text) {
            return PlainScalar::Text;
        }
        text.replace('_', "").into()
    } else {
        text.into()
    };
    if let Some(number) = parse_whole(&digits) {
        return match i64::try_from(number) {
            Ok(number) => PlainScalar::Whole(number),
            Err(_) => PlainScalar::Number(number.to_string()),
        };
    }
    Decimal::parse(&digits).map_or(PlainScalar::Text, Decimal::into_scalar)
}

fn has_separating_underscores(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    (0..bytes.len()).filter(|at| bytes[*at] == b'_').all(|at| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1)))
}

/// Whether a text begins like a date with four digits: those are text, whether or not they are dates. Nothing else with such a start is a number.
fn is_timestamp(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits == 4 && text.as_bytes().get(4) == Some(&b'-')
}

/// A whole number as `strconv.ParseInt` and `ParseUint` read it with base 0, from -2^63 up to 2^64 - 1.
fn parse_whole(text: &str) -> Option<i128> {
    let (is_negative, digits) = match text.as_bytes() {
        [b'-', ..] => (true, &text[1..]),
        [b'+', ..] => (false, &text[1..]),
        _ => (false, text),
    };
    let (base, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
        [b'0', b'o' | b'O', ..] => (8, &digits[2..]),
        [b'0', b'b' | b'B', ..] => (2, &digits[2..]),
        [b'0', _, ..] => (8, digits.get(1..)?),
        _ => (10, digits),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| char::from(byte).is_digit(base)) {
        return None;
    }
    let number = i128::from(u64::from_str_radix(digits, base).ok()?);
    let has_sign = digits.len() < text.len() && text.starts_with(['-', '+']);
    let number = if is_negative { -number } else { number };
    // Only numbers without a sign may be larger than a signed one.
    (i64::try_from(number).is_ok() || !has_sign).then_some(number)
}

/// A decimal number: its digits without zeros at either end, times ten to the power of an exponent.
struct Decimal {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// Reads `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`.
    fn parse(text: &str) -> Option<Self> {
        let (is_negative, rest) = match text.as_bytes() {
            [b'-', ..] => (true, &text[1..]),
            [b'+', ..] => (false, &text[1..]),
            _ => (false, text),
        };
        let (number, exponent) = match rest.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, Some(exponent)),
            None => (rest, None),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let exponent = match exponent {
            None => 0,
            Some(text) => {
                let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
                if digits.is_empty() || !is_digits(digits) {
                    return None;
                }
                let size = digits.parse::<i64>().unwrap_or(i64::MAX).min(1_000_000);
                if text.starts_with('-') { -size } else { size }
            }
        };
        if !is_digits(whole) || !is_digits(fraction) || whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let all = format!("{whole}{fraction}");
        let leading = all.trim_start_matches('0');
        let digits = leading.trim_end_matches('0');
        let zeros = leading.len() - digits.len();
        let exponent = exponent + i64::try_from(zeros).ok()? - i64::try_from(fraction.len()).ok()?;
        Some(Self { is_negative, digits: digits.to_owned(), exponent })
    }

    /// As `encoding/json` writes it, except that all digits are kept where a `float64` would round them.
    fn into_scalar(self) -> PlainScalar {
        let Self { is_negative, digits, exponent } = self;
        let count = digits.len().cast_signed() as i64;
        // The position of the first digit: of 1 it is 0.
        let magnitude = count + exponent - 1;
        if digits.is_empty() || magnitude < -324 {
            return PlainScalar::Whole(0);
        }
        if magnitude > 308 || magnitude == 308 && digits.as_str() > "17976931348623158" {
            // Too large for a number: text.
            return PlainScalar::Text;
        }
        let sign = if is_negative { "-" } else { "" };
        let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or(0));
        if exponent >= 0 && magnitude < 21 {
            let whole = format!("{sign}{digits}{}", zeros(exponent));
            return whole.parse().map_or(PlainScalar::Number(whole), PlainScalar::Whole);
        }
        PlainScalar::Number(if !(-6..21).contains(&magnitude) {
            let (first, rest) = digits.split_at(1);
            let rest = if rest.is_empty() { String::new() } else { format!(".{rest}") };
            let exponent_sign = if magnitude < 0 { '-' } else { '+' };
            format!("{sign}{first}{rest}e{exponent_sign}{:02}", magnitude.unsigned_abs())
        } else if magnitude < 0 {
            format!("{sign}0.{}{digits}", zeros(-magnitude - 1))
        } else {
            let (whole, fraction) = digits.split_at(usize::try_from(magnitude + 1).unwrap_or(0));
            format!("{sign}{whole}.{fraction}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_resolve_like_in_kubectl() {
        use PlainScalar::{Bool, NotFinite, Null, Text, Whole};
        let number = |text: &str| PlainScalar::Number(text.to_owned());
        for (text, scalar) in [
            ("", Null),
            ("~", Null),
            ("Null", Null),
            ("nULL", Text),
            ("yes", Bool(true)),
            ("Off", Bool(false)),
            ("y", Bool(true)),
            ("oN", Text),
            ("0", Whole(0)),
            ("-0", Whole(0)),
            ("+1", Whole(1)),
            ("2.0", Whole(2)),
            ("1e+06", Whole(1_000_000)),
            ("3e+01", Whole(30)),
            ("0x1E", Whole(30)),
            ("-0X1e", Whole(-30)),
            ("0o17", Whole(15)),
            ("017", Whole(15)),
            ("08", Whole(8)),
            ("0b101", Whole(5)),
            ("1_000", Whole(1000)),
            ("1__0_", Whole(10)),
            ("_1", Text),
            ("0x_1", Whole(1)),
            ("0x", Text),
            ("-", Text),
            ("+", Text),
            ("--1", Text),
            ("1.2.3", Text),
            ("1-2", Text),
            ("10Gi", Text),
            ("1e", Text),
            (".5", number("0.5")),
            ("-.5", number("-0.5")),
            ("5.", Whole(5)),
            (".", Text),
            ("-.", Text),
            ("0.10", number("0.1")),
            ("1.5e3", Whole(1500)),
            ("1e-7", number("1e-07")),
            ("0.000001", number("0.000001")),
            ("1.25e-9", number("1.25e-09")),
            ("1e20", number("100000000000000000000")),
            ("1e21", number("1e+21")),
            ("1.5e300", number("1.5e+300")),
            ("1e400", Text),
            ("1e-400", Whole(0)),
            ("9223372036854775807", Whole(i64::MAX)),
            ("9223372036854775808", number("9223372036854775808")),
            ("18446744073709551615", number("18446744073709551615")),
            (".inf", NotFinite("+Inf")),
            ("-.INF", NotFinite("-Inf")),
            (".nan", NotFinite("NaN")),
            ("2001-01-01", Text),
            ("190:20:30", Text),
            ("1.2_5", number("1.25")),
            ("._5", Text),
        ] {
            assert_eq!(resolve_plain(text), scalar, "{text}");
        }
    }
}

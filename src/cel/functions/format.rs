//! `string.format` and the text forms of numbers: the `strings` extension of cel-go.

use std::fmt::Write;

use super::context::{CallAnswer, EvalContext};
use crate::{
    ast::{Expr, ExprKind, ListItem},
    cost_meter::Meter,
    error::EvalError,
    timestamps::{self, Timestamp},
    types::Type,
    value::Value,
};

pub(super) fn call_format_function(function: &str, arg_values: &[Value], context: &mut EvalContext) -> CallAnswer {
    match (function, arg_values) {
        ("format", [Value::Text(text), Value::List(items)]) => Some(format_text(text, items, &mut context.meter)),
        _ => None,
    }
}

/// A part of a format string.
enum FormatPiece<'a> {
    Text(&'a str),
    /// A formatting clause such as `%.2f`: its verb, and its precision if it has one.
    Clause(char, Option<usize>),
}

/// The largest precision that Go's `fmt` accepts.
const MAX_PRECISION: usize = 1000;

fn split_format(text: &str) -> Result<Vec<FormatPiece<'_>>, String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        pieces.push(FormatPiece::Text(&rest[..at]));
        rest = &rest[at + 1..];
        if let Some(after_percent) = rest.strip_prefix('%') {
            pieces.push(FormatPiece::Text("%"));
            rest = after_percent;
            continue;
        }
        let mut decimals = None;
        if let Some(after_dot) = rest.strip_prefix('.') {
            let digits = after_dot.bytes().take_while(u8::is_ascii_digit).count();
            let number = after_dot[..digits].parse().ok().filter(|number| *number <= MAX_PRECISION);
            decimals =
                Some(number.ok_or(
                    "could not parse formatting clause: error while parsing precision: could not convert to int",
                )?);
            rest = &after_dot[digits..];
        }
        let Some(letter) = rest.chars().next() else {
            return Err("could not parse formatting clause: unexpected end of string".to_owned());
        };
        if !matches!(letter, 's' | 'd' | 'f' | 'e' | 'b' | 'x' | 'X' | 'o') {
            return Err(format!("could not parse formatting clause: unrecognized formatting clause \"{letter}\""));
        }
        pieces.push(FormatPiece::Clause(letter, decimals));
        rest = &rest[letter.len_utf8()..];
    }
    pieces.push(FormatPiece::Text(rest));
    Ok(pieces)
}

/// Upstream's message about an argument that a clause does not accept.
fn clause_argument(letter: char) -> &'static str {
    match letter {
        'd' => "decimal clause can only be used on integers",
        'f' => "fixed-point clause can only be used on doubles",
        'e' => "scientific clause can only be used on doubles",
        'b' => "only integers and bools can be formatted as binary",
        'x' | 'X' => "only integers, byte buffers, and strings can be formatted as hex",
        'o' => "octal clause can only be used on integers",
        _ => {
            "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps"
        }
    }
}

/// An error in a format string, with the byte offset of the argument that it is about, if it is about one.
pub(crate) struct FormatError {
    pub(crate) offset: Option<usize>,
    pub(crate) text: String,
}

/// Checks a format string against the static types of its arguments: `stringFormatChecker` of cel-go.
pub(crate) fn check_format(text: &str, items: &[ListItem]) -> Result<(), FormatError> {
    let format_error = |text| FormatError { offset: None, text };
    let mut arg_index = 0;
    for piece in split_format(text).map_err(format_error)? {
        let FormatPiece::Clause(letter, _) = piece else { continue };
        let item = items.get(arg_index).ok_or_else(|| format_error(format!("index {arg_index} out of range")))?;
        if let Some(misfit) = find_misfit(letter, &item.expr) {
            let (clause, given) = (clause_argument(letter), misfit.ty.runtime_name());
            let text = format!("error during formatting: {clause}, was given {given}");
            return Err(FormatError { offset: Some(misfit.at), text });
        }
        arg_index += 1;
    }
    match items.len() > arg_index {
        true => Err(format_error(format!(
            "too many arguments supplied to string.format (expected {arg_index}, got {})",
            items.len()
        ))),
        false => Ok(()),
    }
}

/// The subexpression of an argument that a clause does not accept: the argument itself or, for `%s`, a nested item of a
/// list or map literal. A `dyn` value is accepted, since its type is known only at evaluation; an attribute value has
/// another type, which no clause accepts.
fn find_misfit(letter: char, expr: &Expr) -> Option<&Expr> {
    let ty = &expr.ty;
    let fits = match letter {
        'd' | 'o' => matches!(ty, Type::Int | Type::Uint),
        'f' | 'e' => *ty == Type::Double,
        'b' => matches!(ty, Type::Int | Type::Uint | Type::Bool),
        'x' | 'X' => matches!(ty, Type::Int | Type::Uint | Type::Text | Type::Bytes),
        _ => !matches!(ty, Type::Named(_) | Type::Optional(_) | Type::Device | Type::Any),
    };
    if !fits && !matches!(ty, Type::Dyn | Type::Error | Type::Param(_)) {
        return Some(expr);
    }
    match &expr.kind {
        ExprKind::List(items) if letter == 's' => items.iter().find_map(|item| find_misfit(letter, &item.expr)),
        ExprKind::Map(entries) if letter == 's' => entries
            .iter()
            .find_map(|(key, value)| find_misfit(letter, key).or_else(|| find_misfit(letter, &value.expr))),
        _ => None,
    }
}

fn format_text(text: &str, items: &[Value], meter: &mut Meter) -> Result<Value, EvalError> {
    let mut formatted = String::new();
    let mut arg_index = 0;
    for piece in split_format(text).map_err(EvalError::new)? {
        match piece {
            FormatPiece::Text(text) => formatted.push_str(text),
            FormatPiece::Clause(letter, decimals) => {
                let item =
                    items.get(arg_index).ok_or_else(|| EvalError::new(format!("index {arg_index} out of range")))?;
                format_clause(letter, decimals, item, &mut formatted, meter)?;
                arg_index += 1;
            }
        }
        meter.reserve(formatted.len())?;
    }
    Ok(Value::text(formatted))
}

fn format_clause(
    letter: char,
    decimals: Option<usize>,
    value: &Value,
    formatted: &mut String,
    meter: &mut Meter,
) -> Result<(), EvalError> {
    let places = decimals.unwrap_or(6);
    match (letter, value) {
        ('s', value) => return format_value(value, true, formatted, meter),
        ('d', Value::Int(value)) => formatted.push_str(&value.to_string()),
        ('d', Value::Uint(value)) => formatted.push_str(&value.to_string()),
        ('f', Value::Double(value)) => formatted.push_str(&format_fixed(*value, places)),
        ('e', Value::Double(value)) => formatted.push_str(&format_scientific(*value, places)),
        ('b', Value::Bool(value)) => formatted.push(if *value { '1' } else { '0' }),
        ('b' | 'x' | 'X' | 'o', Value::Int(value)) => {
            let sign = if *value < 0 { "-" } else { "" };
            formatted.push_str(sign);
            formatted.push_str(&in_base(letter, value.unsigned_abs()));
        }
        ('b' | 'x' | 'X' | 'o', Value::Uint(value)) => formatted.push_str(&in_base(letter, *value)),
        ('x' | 'X', Value::Text(_) | Value::Bytes(_)) => {
            let bytes = if let Value::Bytes(bytes) = value { bytes } else { &value.as_key().into_bytes().into() };
            meter.reserve(bytes.len().saturating_mul(2))?;
            for byte in bytes.iter() {
                let digits = in_base(letter, u64::from(*byte));
                formatted.push_str(if digits.len() < 2 { "0" } else { "" });
                formatted.push_str(&digits);
            }
        }
        _ => {
            let text = format!("error during formatting: {}, was given {}", clause_argument(letter), value.type_name());
            return Err(EvalError::new(text));
        }
    }
    Ok(())
}

fn format_fixed(value: f64, places: usize) -> String {
    format!("{value:.places$}")
}

fn in_base(letter: char, number: u64) -> String {
    match letter {
        'b' => format!("{number:b}"),
        'o' => format!("{number:o}"),
        'x' => format!("{number:x}"),
        _ => format!("{number:X}"),
    }
}

/// Formats a value for `%s`. Strings inside lists and maps are quoted.
fn format_value(value: &Value, is_top_level: bool, formatted: &mut String, meter: &mut Meter) -> Result<(), EvalError> {
    meter.charge_work(1)?;
    match value {
        Value::Text(text) if is_top_level => {
            meter.reserve(text.len())?;
            formatted.push_str(text);
        }
        Value::Bytes(bytes) => {
            meter.reserve(bytes.len())?;
            formatted.push_str(&String::from_utf8_lossy(bytes));
        }
        Value::Uint(value) => formatted.push_str(&value.to_string()),
        Value::Double(value) if value.is_infinite() => {
            formatted.push_str(if *value > 0.0 { "Infinity" } else { "-Infinity" });
        }
        Value::List(items) => {
            formatted.push('[');
            for (i, item) in items.iter().enumerate() {
                formatted.push_str(if i == 0 { "" } else { ", " });
                format_value(item, false, formatted, meter)?;
            }
            formatted.push(']');
        }
        Value::Map(map) => {
            let mut entries: Vec<&(Value, Value)> = map.entries.iter().collect();
            entries.sort_by_key(|(key, _)| key.as_key());
            formatted.push('{');
            for (i, (key, value)) in entries.into_iter().enumerate() {
                formatted.push_str(if i == 0 { "" } else { ", " });
                format_value(key, false, formatted, meter)?;
                formatted.push(':');
                format_value(value, false, formatted, meter)?;
            }
            formatted.push('}');
        }
        Value::Quantity(_)
        | Value::Semver(_)
        | Value::Url(_)
        | Value::Ip(_)
        | Value::Cidr(_)
        | Value::Format(_)
        | Value::Optional(_) => {
            let text = format!("error during formatting: {}, was given {}", clause_argument('s'), value.type_name());
            return Err(EvalError::new(text));
        }
        other => other.write_description(formatted, meter)?,
    }
    Ok(())
}

/// Formats a number for `%e` as upstream does, with the exponent in superscript and narrow spaces: `1.234500 × 10⁰³`.
fn format_scientific(value: f64, places: usize) -> String {
    let text = format!("{value:.places$e}");
    let Some((mantissa, exponent)) = text.split_once('e') else { return text };
    let (sign, digits) = exponent.strip_prefix('-').map_or(("", exponent), |digits| ("⁻", digits));
    let raised =
        |digit: char| digit.to_digit(10).and_then(|digit| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit as usize)).unwrap_or(digit);
    let digits: String = format!("{digits:0>2}").chars().map(raised).collect();
    format!("{mantissa}\u{202f}×\u{202f}10{sign}{digits}")
}

/// Formats a double as Go's `%g` does.
pub(super) fn format_double(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "+Inf" } else { "-Inf" }.to_owned();
    }
    let text = format!("{value:e}");
    let Some((mantissa, exponent)) = text.split_once('e') else { return text };
    let power: i32 = exponent.parse().unwrap_or_default();
    if (-4..6).contains(&power) {
        return format!("{value}");
    }
    let mut formatted = String::new();
    let sign = if power < 0 { '-' } else { '+' };
    let _ = write!(formatted, "{mantissa}e{sign}{:02}", power.abs());
    formatted
}

pub(crate) fn is_duration(text: &str) -> bool {
    timestamps::parse_duration(text).is_some()
}

/// Whether a text is an RFC 3339 timestamp.
pub(crate) fn is_timestamp(text: &str) -> bool {
    Timestamp::parse(text).is_some()
}

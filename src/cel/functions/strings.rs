//! Functions of strings: the standard ones, and version 2 of cel-go's `strings` extension.

use super::context::{CallAnswer, EvalContext};
use crate::{cost_meter::Meter, error::EvalError, value::Value};

/// Calls a function of strings; `None` if there is none with this name and these types.
pub(super) fn call_string_function(function: &str, arg_values: &[Value], context: &mut EvalContext) -> CallAnswer {
    let meter = &mut context.meter;
    if let ("join", [Value::List(items), rest @ ..]) = (function, arg_values) {
        let separator = match rest {
            [] => "",
            [Value::Text(separator)] => separator,
            _ => return None,
        };
        return Some(join_texts(items, separator, meter));
    }
    let (text, rest) = match arg_values {
        [Value::Text(text), rest @ ..] => (text.as_str(), rest),
        _ => return None,
    };
    Some(match (function, rest) {
        ("contains", [Value::Text(part)]) => Ok(Value::Bool(text.contains(part.as_str()))),
        ("startsWith", [Value::Text(part)]) => Ok(Value::Bool(text.starts_with(part.as_str()))),
        ("endsWith", [Value::Text(part)]) => Ok(Value::Bool(text.ends_with(part.as_str()))),
        ("charAt", [Value::Int(at)]) => slice_text(text, *at, None, true),
        ("substring", [Value::Int(start)]) => slice_text(text, *start, None, false),
        ("substring", [Value::Int(start), Value::Int(end)]) => slice_text(text, *start, Some(*end), false),
        ("indexOf", [Value::Text(part)]) => index_of(text, part, 0),
        ("indexOf", [Value::Text(part), Value::Int(from)]) => index_of(text, part, *from),
        ("lastIndexOf", [Value::Text(part)]) => last_index_of(text, part, None),
        ("lastIndexOf", [Value::Text(part), Value::Int(from)]) => last_index_of(text, part, Some(*from)),
        ("lowerAscii", []) => meter.reserve(text.len()).map(|()| Value::text(text.to_ascii_lowercase())),
        ("upperAscii", []) => meter.reserve(text.len()).map(|()| Value::text(text.to_ascii_uppercase())),
        ("trim", []) => Ok(Value::text(text.trim())),
        ("replace", [Value::Text(old), Value::Text(new)]) => replace_text(text, old, new, -1, meter),
        ("replace", [Value::Text(old), Value::Text(new), Value::Int(count)]) => {
            replace_text(text, old, new, *count, meter)
        }
        ("split", [Value::Text(separator)]) => split_text(text, separator, -1, meter),
        ("split", [Value::Text(separator), Value::Int(count)]) => split_text(text, separator, *count, meter),
        ("strings.quote", []) => meter.reserve(text.len().saturating_mul(2)).map(|()| Value::text(quote_text(text))),
        _ => return None,
    })
}

fn out_of_range(index: i64) -> EvalError {
    EvalError::new(format!("index out of range: {index}"))
}

/// The byte offset of the character at `index`, or of the end if `index` is the number of characters.
fn char_offset(text: &str, index: i64) -> Result<usize, EvalError> {
    let index_of_char = usize::try_from(index).map_err(|_| out_of_range(index))?;
    let mut places = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    places.nth(index_of_char).ok_or_else(|| out_of_range(index))
}

fn slice_text(text: &str, first_char: i64, end: Option<i64>, is_char_at: bool) -> Result<Value, EvalError> {
    if let Some(end) = end.filter(|end| first_char > *end) {
        return Err(EvalError::new(format!("invalid substring range. start: {first_char}, end: {end}")));
    }
    let from = char_offset(text, first_char)?;
    let to = match end {
        Some(end) => char_offset(text, end)?,
        None if is_char_at => from + text[from..].chars().next().map_or(0, char::len_utf8),
        None => text.len(),
    };
    Ok(Value::text(&text[from..to]))
}

fn count_value(count: usize) -> Value {
    Value::Int(i64::try_from(count).unwrap_or(i64::MAX))
}

fn index_of(text: &str, part: &str, from: i64) -> Result<Value, EvalError> {
    if part.is_empty() {
        return Ok(Value::Int(from));
    }
    if from < 0 {
        return Err(out_of_range(from));
    }
    let Ok(search_from) = char_offset(text, from) else { return Ok(Value::Int(-1)) };
    let index = text[search_from..].find(part).map(|at| count_value(text[..search_from + at].chars().count()));
    Ok(index.unwrap_or(Value::Int(-1)))
}

fn last_index_of(text: &str, part: &str, from: Option<i64>) -> Result<Value, EvalError> {
    let length = text.chars().count();
    if part.is_empty() {
        return Ok(from.map_or_else(|| count_value(length), Value::Int));
    }
    let end = match from {
        Some(from) if from < 0 => return Err(out_of_range(from)),
        Some(from) if usize::try_from(from).is_ok_and(|from| from < length) => {
            // The match may start at this character and extend beyond it.
            char_offset(text, from)?.saturating_add(part.len()).min(text.len())
        }
        Some(_) => return Ok(Value::Int(-1)),
        None => text.len(),
    };
    let limit = (end..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    let index = text[..limit].rfind(part).map(|at| count_value(text[..at].chars().count()));
    Ok(index.unwrap_or(Value::Int(-1)))
}

fn replace_text(
    text: &str,
    pattern: &str,
    replacement: &str,
    count: i64,
    meter: &mut Meter,
) -> Result<Value, EvalError> {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    meter.charge_work(text.len())?;
    let times = text.matches(pattern).count().min(count);
    meter.reserve(times.saturating_mul(replacement.len()).saturating_add(text.len()))?;
    Ok(Value::text(text.replacen(pattern, replacement, count)))
}

fn split_text(text: &str, separator: &str, count: i64, meter: &mut Meter) -> Result<Value, EvalError> {
    meter.reserve(text.len())?;
    let max_replacements = usize::try_from(count).unwrap_or(usize::MAX);
    if max_replacements == 0 {
        return Ok(Value::list(Vec::new()));
    }
    if !separator.is_empty() {
        return Ok(Value::list(text.splitn(max_replacements, separator).map(Value::text).collect()));
    }
    let mut parts: Vec<Value> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next().filter(|_| parts.len() + 1 < max_replacements) {
        parts.push(Value::text(&rest[..c.len_utf8()]));
        rest = &rest[c.len_utf8()..];
    }
    if !rest.is_empty() {
        parts.push(Value::text(rest));
    }
    Ok(Value::list(parts))
}

fn join_texts(items: &[Value], separator: &str, meter: &mut Meter) -> Result<Value, EvalError> {
    let mut joined = String::new();
    for (i, item) in items.iter().enumerate() {
        let Value::Text(text) = item else {
            return Err(EvalError::new(format!("join: invalid input: {}", item.as_key())));
        };
        if i > 0 {
            joined.push_str(separator);
        }
        meter.charge_work(separator.len().saturating_add(text.len()))?;
        joined.push_str(text);
    }
    Ok(Value::text(joined))
}

fn quote_text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '\u{7}' => quoted.push_str("\\a"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{b}' => quoted.push_str("\\v"),
            '\\' => quoted.push_str("\\\\"),
            '"' => quoted.push_str("\\\""),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

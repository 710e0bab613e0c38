//! Attributes and capacity of devices as typed in a form: `model=l4, cores=16, driver="1.2.3"`, `memory=24Gi`.

use api::Quantity;
use serde_json::{Map, Value, json};

use crate::builder::outline::plain_scalar;

/// Formats attributes; `None` if a value can't be expressed. Strings that look like another type are quoted.
pub fn format_attributes(value: &Value) -> Option<String> {
    let format_pair = |(name, value): (&String, &Value)| {
        let json_map = value.as_object()?;
        let (kind, value) = json_map.iter().next().filter(|_| json_map.len() == 1)?;
        let text = plain_scalar(value);
        let shown_value = match kind.as_str() {
            "int" | "bool" => text,
            "version" => {
                return (parse_typed_value(&text)? == json!({"version": text})).then(|| format!("{name}={text}"));
            }
            "string" if text.contains('"') => return None,
            "string" if parse_typed_value(&text) == Some(json!({"string": text})) => text,
            "string" => format!("\"{text}\""),
            _ => return None,
        };
        Some(format!("{name}={shown_value}"))
    };
    join_pairs(value, format_pair)
}

/// Parses attributes; `None` if the text is invalid.
pub fn parse_attributes(text: &str) -> Option<Value> {
    parse_pairs(text, parse_typed_value)
}

/// Formats amounts; `None` if an entry has more than a value.
pub fn format_amounts(value: &Value) -> Option<String> {
    let format_pair = |(name, value): (&String, &Value)| {
        let json_map = value.as_object().filter(|json_map| json_map.len() == 1)?;
        Some(format!("{name}={}", plain_scalar(json_map.get("value")?)))
    };
    join_pairs(value, format_pair)
}

/// Formats each entry and joins them with commas; `None` if an entry can't be formatted.
fn join_pairs(value: &Value, format_pair: impl Fn((&String, &Value)) -> Option<String>) -> Option<String> {
    value.as_object()?.iter().map(format_pair).collect::<Option<Vec<_>>>().map(|texts| texts.join(", "))
}

/// Parses amounts; `None` if the text is invalid.
pub fn parse_amounts(text: &str) -> Option<Value> {
    parse_pairs(text, |amount| {
        Quantity::parse(amount).filter(|quantity| quantity.milli_value() >= 0).map(|_| json!({"value": amount}))
    })
}

/// Parses a value by its form: an integer, a boolean, a version, otherwise a string.
fn parse_typed_value(text: &str) -> Option<Value> {
    if let Some(quoted) = text.strip_prefix('"') {
        return quoted.strip_suffix('"').filter(|text| !text.contains('"')).map(|text| json!({"string": text}));
    }
    if text.is_empty() || text != text.trim() || text.contains([',', '"', '=', '\n']) {
        return None;
    }
    let is_version = {
        let core = text.split(['-', '+']).next().unwrap_or_default();
        let components: Vec<&str> = core.split('.').collect();
        let is_number =
            |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit()) && (*text == "0" || !text.starts_with('0'));
        components.len() == 3 && components.iter().all(|text| !text.is_empty() && is_number(text))
    };
    Some(match (text.parse::<i64>(), text) {
        (Ok(number), _) => json!({"int": number}),
        (_, "true" | "false") => json!({"bool": text == "true"}),
        _ if is_version => json!({"version": text}),
        _ => json!({"string": text}),
    })
}

/// Parses comma-separated `name=value` pairs; quoted values may contain commas.
fn parse_pairs(text: &str, value: fn(&str) -> Option<Value>) -> Option<Value> {
    let mut quoted = false;
    let items = text.split(|c| {
        quoted ^= c == '"';
        !quoted && matches!(c, ',' | '\n')
    });
    let mut json_map = Map::new();
    for item in items.map(str::trim).filter(|item| !item.is_empty()) {
        let (name, text) = item.split_once('=')?;
        let name = name.trim();
        if !is_attribute(name) {
            return None;
        }
        json_map.insert(name.to_owned(), value(text.trim())?);
    }
    Some(Value::Object(json_map))
}

/// Whether a name is a C identifier of at most 32 characters, optionally with a domain.
fn is_attribute(name: &str) -> bool {
    let (domain, name) = name.split_once('/').unwrap_or(("a", name));
    let letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    !domain.is_empty()
        && domain.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'))
        && (1..=32).contains(&name.len())
        && name.bytes().next().is_some_and(letter)
        && name.bytes().all(|byte| letter(byte) || byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_get_their_type_from_their_form() {
        let typed_text =
            "model=l4, cores=16, ecc=true, gpu.example.com/driver=535.1.0-rc.1, slot=\"7\", note=\"a, b\", old=1.02.3";
        let value = parse_attributes(typed_text).expect("it is well written");
        let expected = json!({
            "model": {"string": "l4"}, "cores": {"int": 16}, "ecc": {"bool": true},
            "gpu.example.com/driver": {"version": "535.1.0-rc.1"}, "slot": {"string": "7"}, "note": {"string": "a, b"},
            "old": {"string": "1.02.3"},
        });
        assert_eq!(value, expected);
        assert_eq!(parse_attributes(&format_attributes(&value).expect("it can be shown")), Some(expected));
        for invalid_text in ["model", "=l4", "2nd=x", "a b=c", "model=", "model=\"l4", "/model=l4"] {
            assert_eq!(parse_attributes(invalid_text), None, "{invalid_text}");
        }
        for hidden in [json!({"a": {}}), json!({"a": {"ints": [1]}}), json!({"a": {"string": "say \"x\""}}), json!([])]
        {
            assert_eq!(format_attributes(&hidden), None, "{hidden}");
        }
    }

    #[test]
    fn amounts_are_quantities() {
        let value = json!({"memory": {"value": "24Gi"}, "slices": {"value": "7"}});
        assert_eq!(parse_amounts("memory=24Gi, slices=7").as_ref(), Some(&value));
        assert_eq!(format_amounts(&value).as_deref(), Some("memory=24Gi, slices=7"));
        assert_eq!((parse_amounts("memory=lots"), parse_amounts("memory=-1")), (None, None));
        assert_eq!(format_amounts(&json!({"memory": {"value": "1", "requestPolicy": {}}})), None);
    }
}

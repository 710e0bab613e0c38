//! The input fields of forms: formats values as text, and parses input.

use api::{Quantity, TaintEffect, TolerationOperator, is_label_value};
use i18n::table::form_labels::FormLabel;
use serde_json::{Map, Value, json};

use crate::builder::{
    attributes,
    form_presets::{AFFINITY_PRESETS, SPREAD_PRESETS, affinity_preset, spread_preset},
    outline::plain_scalar,
};

/// The type of an input field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FieldInput {
    /// The name of the object.
    Name,
    /// A namespace, optional.
    Namespace,
    /// A time in the script: `10s`, `1m30s`.
    ScriptTime,
    Text,
    /// A non-negative quantity such as `500m` or `2Gi`.
    Amount,
    /// An integer with this minimum.
    Number(i64),
    /// A non-negative integer or a percentage.
    Count,
    /// A boolean.
    Flag,
    /// One of these values, or none.
    Choice(&'static [&'static str]),
    /// The name of an object of this kind, or none.
    ObjectName(&'static str),
    /// Labels: `app=web, tier=db`.
    Labels,
    /// Taints: `key=value:Effect`.
    Taints,
    /// Tolerations: `key=value:Effect`, `key`, `*`.
    Tolerations,
    /// Names of scheduling gates.
    Gates,
    /// An affinity preset.
    Affinity,
    /// A topology spread preset.
    Spread,
    /// The name of a part of the object, such as a device.
    PartName,
    /// The number of items of a list, with this maximum; additional items are copies of the last one.
    PartCount(usize),
    /// Device attributes: `model=l4, cores=16`.
    Attributes,
    /// Quantities by name: `memory=24Gi`.
    Amounts,
    /// Claims and templates of the manifest, shown as checkboxes.
    Claims,
    /// The scheduling policy of a PodGroup.
    GroupPolicy,
}

/// The scheduling policies of a PodGroup.
pub const GROUP_POLICIES: [&str; 2] = ["basic", "gang"];

/// Formats a value; `None` if the field can't express it.
pub fn format_value(input: FieldInput, value: &Value, labels: &Value) -> Option<String> {
    if value.is_null() {
        return Some(String::new());
    }
    let list = |format_item: fn(&Value) -> Option<String>| {
        value.as_array()?.iter().map(format_item).collect::<Option<Vec<_>>>().map(|texts| texts.join(", "))
    };
    match input {
        FieldInput::Labels => {
            let pairs = value.as_object()?.iter();
            pairs
                .map(|(key, value)| value.as_str().map(|text| format!("{key}={text}")))
                .collect::<Option<Vec<_>>>()
                .map(|texts| texts.join(", "))
        }
        FieldInput::Taints => list(|taint| format_token(taint, &["key", "value", "effect"])),
        FieldInput::Tolerations => list(|value| format_token(value, &["key", "value", "effect", "operator"])),
        FieldInput::Gates => list(|gate| gate["name"].as_str().map(ToOwned::to_owned)),
        FieldInput::Affinity => AFFINITY_PRESETS
            .iter()
            .map(|(name, _)| *name)
            .find(|name| affinity_preset(name, labels).as_ref() == Some(value))
            .map(Into::into),
        FieldInput::Spread => SPREAD_PRESETS
            .iter()
            .map(|(name, _)| *name)
            .find(|name| spread_preset(name, labels).as_ref() == Some(value))
            .map(Into::into),
        FieldInput::PartCount(_) => value.as_array().map(|items| items.len().to_string()),
        FieldInput::Attributes => attributes::format_attributes(value),
        FieldInput::Amounts => attributes::format_amounts(value),
        FieldInput::Claims => list(|value| value["name"].as_str().map(ToOwned::to_owned)),
        FieldInput::GroupPolicy => {
            let names: Vec<&str> = GROUP_POLICIES.into_iter().filter(|name| value.get(name).is_some()).collect();
            if let [name] = names[..] { Some(name.to_owned()) } else { None }
        }
        _ => (!value.is_object() && !value.is_array()).then(|| plain_scalar(value)),
    }
}

/// Formats a taint or toleration in the notation of `kubectl`.
fn format_token(value: &Value, known_keys: &[&str]) -> Option<String> {
    let json_map = value.as_object()?;
    if json_map.keys().any(|key| !known_keys.contains(&key.as_str())) {
        return None;
    }
    let of = |key: &str| plain_scalar(&value[key]);
    let (key, text, effect) = (of("key"), of("value"), of("effect"));
    let exists = of("operator") == TolerationOperator::Exists.as_str();
    let head = if key.is_empty() && exists { "*".to_owned() } else { key };
    let text = if exists || text.is_empty() { String::new() } else { format!("={text}") };
    Some(if effect.is_empty() { head + &text } else { format!("{head}{text}:{effect}") })
}

/// Parses input; `Ok(None)` if it is empty.
pub fn parse_input(input: FieldInput, typed_text: &str, labels: &Value) -> Result<Option<Value>, FormLabel> {
    let typed_text = typed_text.trim();
    if typed_text.is_empty() {
        return match input {
            FieldInput::Name | FieldInput::PartName => Err(FormLabel::NameRequired),
            FieldInput::PartCount(_) => Err(FormLabel::WriteAWholeNumber),
            FieldInput::ScriptTime => Err(FormLabel::TimeRequired),
            FieldInput::GroupPolicy => Err(FormLabel::InvalidChoice),
            _ => Ok(None),
        };
    }
    let text = || Value::String(typed_text.to_owned());
    let items = || typed_text.split([',', '\n']).map(str::trim).filter(|item| !item.is_empty());
    Ok(Some(match input {
        FieldInput::Name | FieldInput::Namespace | FieldInput::PartName if !is_valid_name(typed_text) => {
            return Err(FormLabel::InvalidName);
        }
        FieldInput::ScriptTime if api::parse_duration(typed_text).is_none() => {
            return Err(FormLabel::InvalidTime);
        }
        FieldInput::Name
        | FieldInput::Namespace
        | FieldInput::PartName
        | FieldInput::ScriptTime
        | FieldInput::Text
        | FieldInput::Choice(_)
        | FieldInput::ObjectName(_)
        | FieldInput::Claims => text(),
        FieldInput::Amount => match Quantity::parse(typed_text) {
            Some(amount) if amount.milli_value() >= 0 => text(),
            _ => return Err(FormLabel::InvalidAmount),
        },
        FieldInput::Number(least) => match typed_text.parse::<i64>() {
            Ok(number) if number >= least => number.into(),
            _ => return Err(FormLabel::WriteAWholeNumber),
        },
        FieldInput::Count => match (typed_text.parse::<i64>(), typed_text.strip_suffix('%').map(str::parse::<u32>)) {
            (Ok(number), _) if number >= 0 => number.into(),
            (_, Some(Ok(_))) => text(),
            _ => return Err(FormLabel::InvalidNumberOrPercentage),
        },
        FieldInput::PartCount(most) => match typed_text.parse::<usize>() {
            Ok(number) if (1..=most).contains(&number) => number.into(),
            Ok(number) if number > most => return Err(FormLabel::AboveApiServerLimit),
            _ => return Err(FormLabel::WriteAWholeNumber),
        },
        FieldInput::Attributes => attributes::parse_attributes(typed_text).ok_or(FormLabel::InvalidAttributes)?,
        FieldInput::Amounts => attributes::parse_amounts(typed_text).ok_or(FormLabel::InvalidCapacity)?,
        FieldInput::Flag => (typed_text == "true").into(),
        FieldInput::GroupPolicy => match typed_text {
            "basic" => json!({"basic": {}}),
            // The minimum is completed from the group's members (`complete_policy`).
            "gang" => json!({"gang": {"minCount": 1}}),
            _ => return Err(FormLabel::InvalidChoice),
        },
        FieldInput::Labels => {
            let mut json_map = Map::new();
            for item in items() {
                let (key, value) = item.split_once('=').unwrap_or((item, ""));
                let name = key.rsplit_once('/').map_or(key, |(_, name)| name);
                if name.is_empty() || !is_label_value(name) || !is_label_value(value) {
                    return Err(FormLabel::InvalidLabels);
                }
                json_map.insert(key.to_owned(), value.into());
            }
            Value::Object(json_map)
        }
        FieldInput::Taints => {
            items().map(parse_taint).collect::<Option<_>>().map(Value::Array).ok_or(FormLabel::InvalidTaints)?
        }
        FieldInput::Tolerations => items()
            .map(parse_toleration)
            .collect::<Option<_>>()
            .map(Value::Array)
            .ok_or(FormLabel::InvalidTolerations)?,
        FieldInput::Gates => Value::Array(items().map(|name| json!({"name": name})).collect()),
        FieldInput::Affinity | FieldInput::Spread => {
            if labels.as_object().is_none_or(Map::is_empty) {
                return Err(FormLabel::PodLabelRequired);
            }
            let preset = if input == FieldInput::Spread {
                spread_preset(typed_text, labels)
            } else {
                affinity_preset(typed_text, labels)
            };
            preset.ok_or(FormLabel::InvalidChoice)?
        }
    }))
}

/// Whether the API server accepts a name (DNS-1123 subdomain).
pub fn is_valid_name(text: &str) -> bool {
    let edge = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    text.len() <= 253
        && edge(text.bytes().next())
        && edge(text.bytes().next_back())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'.'))
}

fn parse_taint(text: &str) -> Option<Value> {
    let (head, effect) = text.rsplit_once(':')?;
    let (key, value) = head.split_once('=').unwrap_or((head, ""));
    if key.is_empty() || !TaintEffect::WORDS.contains(&effect) {
        return None;
    }
    Some(if value.is_empty() {
        json!({"key": key, "effect": effect})
    } else {
        json!({"key": key, "value": value, "effect": effect})
    })
}

fn parse_toleration(text: &str) -> Option<Value> {
    let (head, effect) = text.rsplit_once(':').unwrap_or((text, ""));
    let mut json_map = Map::new();
    match head.split_once('=') {
        Some((key, value)) => {
            json_map.insert("key".into(), key.into());
            json_map.insert("value".into(), value.into());
        }
        None => {
            json_map.insert("operator".into(), TolerationOperator::Exists.as_str().into());
            if head != "*" {
                json_map.insert("key".into(), head.into());
            }
        }
    }
    if !effect.is_empty() {
        json_map.insert("effect".into(), effect.into());
    }
    (!head.is_empty() && (effect.is_empty() || TaintEffect::WORDS.contains(&effect))).then_some(Value::Object(json_map))
}

//! Input fields of configuration forms: formats values as text, and parses input.

use api::{Quantity, UnsatisfiableAction};
use i18n::table::config_form::ConfigFormLabel;
use manifest::edit;
use serde_json::{Map, Value, json};

use crate::builder::outline::plain_scalar;

/// The type of an input field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigInput {
    /// A string, optional.
    Text,
    /// A string, required.
    RequiredText,
    /// A duration such as `5s`.
    Time,
    /// An integer in a range.
    Number(i64, i64),
    /// An integer in a range that the field's help states.
    NumberInHelp(i64, i64),
    /// A boolean.
    Flag,
    /// One of these values, or none.
    Choice(&'static [&'static str]),
    /// A list of strings.
    Names,
    /// A list of resource names, without weights.
    Resources,
    /// Resource names with weights from 1 to 100: `cpu=2, memory=1`.
    Weights,
    /// Points of a utilization shape, `utilization=score`: `0=0, 100=10`.
    Shape,
    /// Topology spread constraints: `topologyKey=maxSkew:whenUnsatisfiable`.
    Constraints,
    /// Labels: `app=web, tier=db`.
    Labels,
    /// Non-negative amounts of resources: `cpu=500m, memory=1Gi`.
    Amounts,
    /// Scores of nodes from 0 to this maximum: `node-a=10, node-b=0`.
    Scores(i64),
    /// One message per node and line: `node-a: it is full`.
    Messages,
    /// A mapping as YAML.
    Yaml,
}

/// Formats a value; `None` if the field can't express it.
pub fn format_config_value(input: ConfigInput, value: &Value) -> Option<String> {
    if value.is_null() {
        return Some(String::new());
    }
    let list = |format_item: &dyn Fn(&Value) -> Option<String>| {
        Some(value.as_array()?.iter().map(format_item).collect::<Option<Vec<_>>>()?.join(", "))
    };
    let has_only_keys = |value: &Value, keys: &[&str]| {
        value.as_object().is_some_and(|table| table.keys().all(|key| keys.contains(&key.as_str())))
    };
    let format_mapping = |between: &str, end: &str| {
        let format_entry = |(key, value): (&String, &Value)| {
            let text = (!value.is_object() && !value.is_array()).then(|| plain_scalar(value));
            text.filter(|text| !text.contains('\n')).map(|text| format!("{key}{between}{text}"))
        };
        Some(value.as_object()?.iter().map(format_entry).collect::<Option<Vec<_>>>()?.join(end))
    };
    match input {
        ConfigInput::Labels | ConfigInput::Amounts | ConfigInput::Scores(_) => format_mapping("=", ", "),
        ConfigInput::Messages => format_mapping(": ", "\n"),
        ConfigInput::Names => list(&|value| value.as_str().map(ToOwned::to_owned)),
        ConfigInput::Resources => list(&|value| {
            let fits = has_only_keys(value, &["name", "weight"]) && (value["weight"].is_null() || value["weight"] == 1);
            value["name"].as_str().filter(|_| fits).map(ToOwned::to_owned)
        }),
        ConfigInput::Weights => list(&|value| {
            let name = value["name"].as_str().filter(|_| has_only_keys(value, &["name", "weight"]))?;
            Some(if value["weight"].is_null() {
                name.to_owned()
            } else {
                format!("{name}={}", plain_scalar(&value["weight"]))
            })
        }),
        ConfigInput::Shape => list(&|value| {
            let fits = has_only_keys(value, &["utilization", "score"]);
            fits.then(|| format!("{}={}", plain_scalar(&value["utilization"]), plain_scalar(&value["score"])))
        }),
        ConfigInput::Constraints => list(&|value| {
            let key = value["topologyKey"].as_str()?;
            let fits = has_only_keys(value, &["topologyKey", "maxSkew", "whenUnsatisfiable"]);
            fits.then(|| {
                format!("{key}={}:{}", plain_scalar(&value["maxSkew"]), plain_scalar(&value["whenUnsatisfiable"]))
            })
        }),
        ConfigInput::Yaml => value.is_object().then(|| edit::write_document(value).trim_end().to_owned()),
        _ => (!value.is_object() && !value.is_array()).then(|| plain_scalar(value)),
    }
}

/// Parses input; `Ok(None)` removes the value. `yaml` parses YAML.
///
/// # Errors
/// The label of a hint how to write it.
pub fn parse_config_input(
    input: ConfigInput,
    typed_text: &str,
    yaml: fn(&str) -> Option<Value>,
) -> Result<Option<Value>, ConfigFormLabel> {
    let typed_text = typed_text.trim();
    if typed_text.is_empty() {
        return if input == ConfigInput::RequiredText { Err(ConfigFormLabel::TextRequired) } else { Ok(None) };
    }
    let items = || typed_text.split([',', '\n']).map(str::trim).filter(|item| !item.is_empty());
    let parse_list = |parse_item: &dyn Fn(&str) -> Option<Value>| {
        items().map(parse_item).collect::<Option<Vec<_>>>().map(Value::Array)
    };
    let text = || Value::String(typed_text.to_owned());
    let value = match input {
        ConfigInput::Text | ConfigInput::RequiredText | ConfigInput::Choice(_) => text(),
        ConfigInput::Time => api::parse_duration(typed_text).map(|_| text()).ok_or(ConfigFormLabel::InvalidDuration)?,
        ConfigInput::Number(low, height) => match typed_text.parse::<i64>() {
            Ok(number) if (low..=height).contains(&number) => number.into(),
            _ => {
                return Err(if height == 100 {
                    ConfigFormLabel::InvalidPercentage
                } else {
                    ConfigFormLabel::InvalidNumber
                });
            }
        },
        ConfigInput::NumberInHelp(low, height) => match typed_text.parse::<i64>() {
            Ok(number) if (low..=height).contains(&number) => number.into(),
            _ => return Err(ConfigFormLabel::WriteAWholeNumber),
        },
        ConfigInput::Labels => {
            parse_mapping(&mut items(), '=', &|text| Some(text.into())).ok_or(ConfigFormLabel::InvalidLabels)?
        }
        ConfigInput::Amounts => {
            let amount =
                |text: &str| Quantity::parse(text).filter(|quantity| quantity.milli_value() >= 0).map(|_| text.into());
            parse_mapping(&mut items(), '=', &amount).ok_or(ConfigFormLabel::InvalidAmounts)?
        }
        ConfigInput::Scores(most) => {
            let score =
                |text: &str| text.parse::<i64>().ok().filter(|score| (0..=most).contains(score)).map(Value::from);
            parse_mapping(&mut items(), '=', &score).ok_or(ConfigFormLabel::InvalidScores)?
        }
        ConfigInput::Messages => {
            let mut lines = typed_text.lines().map(str::trim).filter(|line| !line.is_empty());
            let message = |text: &str| (!text.is_empty()).then(|| text.into());
            parse_mapping(&mut lines, ':', &message).ok_or(ConfigFormLabel::InvalidMessages)?
        }
        ConfigInput::Flag => (typed_text == "true").into(),
        ConfigInput::Names => parse_list(&|text| Some(text.into())).ok_or(ConfigFormLabel::InvalidNames)?,
        ConfigInput::Resources => {
            let parse_item = |text: &str| (!text.contains(['=', ' '])).then(|| json!({"name": text, "weight": 1}));
            parse_list(&parse_item).ok_or(ConfigFormLabel::InvalidNames)?
        }
        ConfigInput::Weights => {
            let parse_item = |text: &str| {
                let (name, weight) = text.split_once('=').unwrap_or((text, "1"));
                let weight = weight.trim().parse::<i64>().ok().filter(|weight| (1..=100).contains(weight))?;
                (!name.trim().is_empty()).then(|| json!({"name": name.trim(), "weight": weight}))
            };
            parse_list(&parse_item).ok_or(ConfigFormLabel::InvalidWeights)?
        }
        ConfigInput::Shape => {
            let parse_item = |text: &str| {
                let (used, score) = text.split_once('=')?;
                let used = used.trim().parse::<i64>().ok().filter(|percent| (0..=100).contains(percent))?;
                let score = score.trim().parse::<i64>().ok().filter(|points| (0..=10).contains(points))?;
                Some(json!({"utilization": used, "score": score}))
            };
            parse_list(&parse_item).ok_or(ConfigFormLabel::InvalidShape)?
        }
        ConfigInput::Constraints => {
            let parse_item = |text: &str| {
                let (head, when) = text.rsplit_once(':')?;
                let (key, skew) = head.split_once('=')?;
                let skew = skew.trim().parse::<i32>().ok().filter(|skew| *skew > 0)?;
                let is_known = UnsatisfiableAction::WORDS.contains(&when);
                is_known.then(|| json!({"maxSkew": skew, "topologyKey": key.trim(), "whenUnsatisfiable": when}))
            };
            parse_list(&parse_item).ok_or(ConfigFormLabel::InvalidConstraints)?
        }
        ConfigInput::Yaml => yaml(typed_text).filter(Value::is_object).ok_or(ConfigFormLabel::InvalidYaml)?,
    };
    Ok(Some(value))
}

/// Parses a mapping of `key`, separator, value; `None` if a key is missing or repeated, or a value is invalid.
fn parse_mapping(
    items: &mut dyn Iterator<Item = &str>,
    between: char,
    value: &dyn Fn(&str) -> Option<Value>,
) -> Option<Value> {
    let mut map = Map::new();
    for item in items {
        let (key, text) = item.split_once(between)?;
        let key = key.trim();
        if key.is_empty() || map.insert(key.to_owned(), value(text.trim())?).is_some() {
            return None;
        }
    }
    Some(Value::Object(map))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formatted_values_parse_again() {
        for (input, value, shown) in [
            (ConfigInput::Number(0, 100), json!(7), "7"),
            (ConfigInput::Time, json!("5s"), "5s"),
            (ConfigInput::Names, json!(["a", "b"]), "a, b"),
            (ConfigInput::Resources, json!([{"name": "cpu", "weight": 1}]), "cpu"),
            (
                ConfigInput::Weights,
                json!([{"name": "cpu", "weight": 3}, {"name": "memory", "weight": 1}]),
                "cpu=3, memory=1",
            ),
            (
                ConfigInput::Shape,
                json!([{"utilization": 0, "score": 0}, {"utilization": 100, "score": 10}]),
                "0=0, 100=10",
            ),
            (
                ConfigInput::Constraints,
                json!([{"maxSkew": 2, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}]),
                "zone=2:DoNotSchedule",
            ),
            (ConfigInput::Yaml, json!({"a": {"b": [1]}}), "a:\n  b: [1]"),
            (ConfigInput::NumberInHelp(0, 5), json!(0), "0"),
            (ConfigInput::Labels, json!({"app": "web", "x/y": ""}), "app=web, x/y="),
            (ConfigInput::Amounts, json!({"cpu": "500m", "memory": "1Gi"}), "cpu=500m, memory=1Gi"),
            (ConfigInput::Scores(10), json!({"node-a": 10, "node-b": 0}), "node-a=10, node-b=0"),
            (
                ConfigInput::Messages,
                json!({"node-a": "full, and: old", "node-b": "no"}),
                "node-a: full, and: old\nnode-b: no",
            ),
        ] {
            assert_eq!(format_config_value(input, &value).as_deref(), Some(shown));
            assert_eq!(parse_config_input(input, shown, edit::read_single), Ok(Some(value)), "{shown}");
        }
        assert_eq!(
            format_config_value(ConfigInput::Resources, &json!([{"name": "cpu", "weight": 2}])),
            None,
            "it says more"
        );
        for (input, typed_text) in [
            (ConfigInput::Number(0, 100), "101"),
            (ConfigInput::Time, "soon"),
            (ConfigInput::RequiredText, " "),
            (ConfigInput::Weights, "cpu=0"),
            (ConfigInput::Shape, "0=11"),
            (ConfigInput::Constraints, "zone=0:DoNotSchedule"),
            (ConfigInput::Yaml, "a: ["),
            (ConfigInput::Yaml, "text"),
            (ConfigInput::NumberInHelp(0, 5), "6"),
            (ConfigInput::NumberInHelp(0, 5), "-1"),
            (ConfigInput::Labels, "app"),
            (ConfigInput::Labels, "app=web, app=db"),
            (ConfigInput::Amounts, "cpu=much"),
            (ConfigInput::Amounts, "cpu=-1"),
            (ConfigInput::Scores(10), "node-a=11"),
            (ConfigInput::Messages, "node-a"),
            (ConfigInput::Messages, ": full"),
        ] {
            assert!(parse_config_input(input, typed_text, edit::read_single).is_err(), "{typed_text}");
        }
    }
}

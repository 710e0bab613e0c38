//! How fields of a configuration are typed: from the value to what is shown, and from what was typed to the value.

use serde_json::{Map, Value, json};

use crate::builder::outline::plain;
use api::manifest::edit;
use api::{Quantity, UnsatisfiableAction};
use words::table::configuring::Word;

/// How a field is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Any text, or nothing.
    Text,
    /// Any text.
    Needed,
    /// A duration such as `5s`.
    Time,
    /// A whole number in a range.
    Number(i64, i64),
    /// The same in a range that its help tells.
    Whole(i64, i64),
    /// Yes or no.
    Flag,
    /// One of these, or nothing.
    Choice(&'static [&'static str]),
    /// A list of texts.
    Names,
    /// Names of resources, which have no weights.
    Resources,
    /// Names of resources with weights: `cpu=2, memory=1`.
    Weights,
    /// Points of a shape, `utilization=score`: `0=0, 100=10`.
    Shape,
    /// Constraints: `topology.kubernetes.io/zone=1:ScheduleAnyway`.
    Constraints,
    /// Labels: `app=web, tier=db`.
    Labels,
    /// Amounts of resources: `cpu=500m, memory=1Gi`.
    Amounts,
    /// Scores of nodes from 0 up to this: `node-a=10, node-b=0`.
    Scores(i64),
    /// A message for each node, one a line: `node-a: it is full`.
    Messages,
    /// A mapping as YAML.
    Yaml,
}

/// What a field shows; nothing where the text says more than it can.
pub fn show(input: Input, value: &Value) -> Option<String> {
    if value.is_null() {
        return Some(String::new());
    }
    let list = |one: &dyn Fn(&Value) -> Option<String>| {
        Some(value.as_array()?.iter().map(one).collect::<Option<Vec<_>>>()?.join(", "))
    };
    let knows =
        |it: &Value, keys: &[&str]| it.as_object().is_some_and(|it| it.keys().all(|key| keys.contains(&key.as_str())));
    let pairs = |between: &str, end: &str| {
        let one = |(key, value): (&String, &Value)| {
            let told = (!value.is_object() && !value.is_array()).then(|| plain(value));
            told.filter(|told| !told.contains('\n')).map(|told| format!("{key}{between}{told}"))
        };
        Some(value.as_object()?.iter().map(one).collect::<Option<Vec<_>>>()?.join(end))
    };
    match input {
        Input::Labels | Input::Amounts | Input::Scores(_) => pairs("=", ", "),
        Input::Messages => pairs(": ", "\n"),
        Input::Names => list(&|it| it.as_str().map(ToOwned::to_owned)),
        Input::Resources => list(&|it| {
            let fits = knows(it, &["name", "weight"]) && (it["weight"].is_null() || it["weight"] == 1);
            it["name"].as_str().filter(|_| fits).map(ToOwned::to_owned)
        }),
        Input::Weights => list(&|it| {
            let name = it["name"].as_str().filter(|_| knows(it, &["name", "weight"]))?;
            Some(if it["weight"].is_null() { name.to_owned() } else { format!("{name}={}", plain(&it["weight"])) })
        }),
        Input::Shape => list(&|it| {
            let fits = knows(it, &["utilization", "score"]);
            fits.then(|| format!("{}={}", plain(&it["utilization"]), plain(&it["score"])))
        }),
        Input::Constraints => list(&|it| {
            let key = it["topologyKey"].as_str()?;
            let fits = knows(it, &["topologyKey", "maxSkew", "whenUnsatisfiable"]);
            fits.then(|| format!("{key}={}:{}", plain(&it["maxSkew"]), plain(&it["whenUnsatisfiable"])))
        }),
        Input::Yaml => value.is_object().then(|| edit::document(value).trim_end().to_owned()),
        _ => (!value.is_object() && !value.is_array()).then(|| plain(value)),
    }
}

/// What to write for what was typed: a value, or nothing at all. `yaml` reads a text.
///
/// # Errors
/// What would be right.
pub fn parse(input: Input, typed: &str, yaml: fn(&str) -> Option<Value>) -> Result<Option<Value>, Word> {
    let typed = typed.trim();
    if typed.is_empty() {
        return if input == Input::Needed { Err(Word::WriteAText) } else { Ok(None) };
    }
    let items = || typed.split([',', '\n']).map(str::trim).filter(|item| !item.is_empty());
    let all = |one: &dyn Fn(&str) -> Option<Value>| items().map(one).collect::<Option<Vec<_>>>().map(Value::Array);
    let text = || Value::String(typed.to_owned());
    let value = match input {
        Input::Text | Input::Needed | Input::Choice(_) => text(),
        Input::Time => api::manifest::millis(typed).map(|_| text()).ok_or(Word::WriteADuration)?,
        Input::Number(low, high) => match typed.parse::<i64>() {
            Ok(number) if (low..=high).contains(&number) => number.into(),
            _ => return Err(if high == 100 { Word::WriteAPercentage } else { Word::WriteANumber }),
        },
        Input::Whole(low, high) => match typed.parse::<i64>() {
            Ok(number) if (low..=high).contains(&number) => number.into(),
            _ => return Err(Word::WriteAWholeNumber),
        },
        Input::Labels => mapped(&mut items(), '=', &|it| Some(it.into())).ok_or(Word::WriteLabels)?,
        Input::Amounts => {
            let amount = |it: &str| Quantity::parse(it).filter(|it| it.milli_value() >= 0).map(|_| it.into());
            mapped(&mut items(), '=', &amount).ok_or(Word::WriteAmounts)?
        }
        Input::Scores(most) => {
            let score = |it: &str| it.parse::<i64>().ok().filter(|it| (0..=most).contains(it)).map(Value::from);
            mapped(&mut items(), '=', &score).ok_or(Word::WriteScores)?
        }
        Input::Messages => {
            let mut lines = typed.lines().map(str::trim).filter(|line| !line.is_empty());
            let message = |it: &str| (!it.is_empty()).then(|| it.into());
            mapped(&mut lines, ':', &message).ok_or(Word::WriteMessages)?
        }
        Input::Flag => (typed == "true").into(),
        Input::Names => all(&|it| Some(it.into())).ok_or(Word::WriteNames)?,
        Input::Resources => {
            let one = |it: &str| (!it.contains(['=', ' '])).then(|| json!({"name": it, "weight": 1}));
            all(&one).ok_or(Word::WriteNames)?
        }
        Input::Weights => {
            let one = |it: &str| {
                let (name, weight) = it.split_once('=').unwrap_or((it, "1"));
                let weight = weight.trim().parse::<i64>().ok().filter(|it| (1..=100).contains(it))?;
                (!name.trim().is_empty()).then(|| json!({"name": name.trim(), "weight": weight}))
            };
            all(&one).ok_or(Word::WriteWeights)?
        }
        Input::Shape => {
            let one = |it: &str| {
                let (used, score) = it.split_once('=')?;
                let used = used.trim().parse::<i64>().ok().filter(|it| (0..=100).contains(it))?;
                let score = score.trim().parse::<i64>().ok().filter(|it| (0..=10).contains(it))?;
                Some(json!({"utilization": used, "score": score}))
            };
            all(&one).ok_or(Word::WriteAShape)?
        }
        Input::Constraints => {
            let one = |it: &str| {
                let (head, when) = it.rsplit_once(':')?;
                let (key, skew) = head.split_once('=')?;
                let skew = skew.trim().parse::<i32>().ok().filter(|skew| *skew > 0)?;
                let known = UnsatisfiableAction::WORDS.contains(&when);
                known.then(|| json!({"maxSkew": skew, "topologyKey": key.trim(), "whenUnsatisfiable": when}))
            };
            all(&one).ok_or(Word::WriteConstraints)?
        }
        Input::Yaml => yaml(typed).filter(Value::is_object).ok_or(Word::WriteYaml)?,
    };
    Ok(Some(value))
}

/// A mapping of items with a key and a value; nothing where one has no key, comes twice, or has a value that does not fit.
fn mapped(
    items: &mut dyn Iterator<Item = &str>,
    between: char,
    value: &dyn Fn(&str) -> Option<Value>,
) -> Option<Value> {
    let mut map = Map::new();
    for item in items {
        let (key, said) = item.split_once(between)?;
        let key = key.trim();
        if key.is_empty() || map.insert(key.to_owned(), value(said.trim())?).is_some() {
            return None;
        }
    }
    Some(Value::Object(map))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_can_be_typed_again() {
        for (input, value, shown) in [
            (Input::Number(0, 100), json!(7), "7"),
            (Input::Time, json!("5s"), "5s"),
            (Input::Names, json!(["a", "b"]), "a, b"),
            (Input::Resources, json!([{"name": "cpu", "weight": 1}]), "cpu"),
            (Input::Weights, json!([{"name": "cpu", "weight": 3}, {"name": "memory", "weight": 1}]), "cpu=3, memory=1"),
            (Input::Shape, json!([{"utilization": 0, "score": 0}, {"utilization": 100, "score": 10}]), "0=0, 100=10"),
            (
                Input::Constraints,
                json!([{"maxSkew": 2, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}]),
                "zone=2:DoNotSchedule",
            ),
            (Input::Yaml, json!({"a": {"b": [1]}}), "a:\n  b: [1]"),
            (Input::Whole(0, 5), json!(0), "0"),
            (Input::Labels, json!({"app": "web", "x/y": ""}), "app=web, x/y="),
            (Input::Amounts, json!({"cpu": "500m", "memory": "1Gi"}), "cpu=500m, memory=1Gi"),
            (Input::Scores(10), json!({"node-a": 10, "node-b": 0}), "node-a=10, node-b=0"),
            (
                Input::Messages,
                json!({"node-a": "full, and: old", "node-b": "no"}),
                "node-a: full, and: old\nnode-b: no",
            ),
        ] {
            assert_eq!(show(input, &value).as_deref(), Some(shown));
            assert_eq!(parse(input, shown, edit::one), Ok(Some(value)), "{shown}");
        }
        assert_eq!(show(Input::Resources, &json!([{"name": "cpu", "weight": 2}])), None, "it says more");
        for (input, typed) in [
            (Input::Number(0, 100), "101"),
            (Input::Time, "soon"),
            (Input::Needed, " "),
            (Input::Weights, "cpu=0"),
            (Input::Shape, "0=11"),
            (Input::Constraints, "zone=0:DoNotSchedule"),
            (Input::Yaml, "a: ["),
            (Input::Yaml, "text"),
            (Input::Whole(0, 5), "6"),
            (Input::Whole(0, 5), "-1"),
            (Input::Labels, "app"),
            (Input::Labels, "app=web, app=db"),
            (Input::Amounts, "cpu=much"),
            (Input::Amounts, "cpu=-1"),
            (Input::Scores(10), "node-a=11"),
            (Input::Messages, "node-a"),
            (Input::Messages, ": full"),
        ] {
            assert!(parse(input, typed, edit::one).is_err(), "{typed}");
        }
    }
}

//! JSON as lines that a person can read and compare, a fact a line. They are YAML.

use serde_json::Value;

/// Characters up to which a list or an object is one line.
const WIDTH: usize = 120;

/// Fields without a value that share a line.
const UNSET_PER_LINE: usize = 5;

/// Renders a value as YAML, indented by a number of spaces. The fields of an object that have no value (null, false, an empty text, list or
/// object) follow the others, several of them in a line named "unset".
pub(crate) fn render_value(value: &Value, indent: usize) -> String {
    let mut lines = Vec::new();
    push_value(&mut lines, value, indent, " ".repeat(indent));
    lines.into_iter().map(|line| line + "\n").collect()
}

/// Adds the lines of a value, the first of which begins with `lead`.
fn push_value(lines: &mut Vec<String>, value: &Value, indent: usize, lead: String) {
    let line = format!("{lead}{value}");
    let pad = " ".repeat(indent);
    let title = Some(lead.trim_end().to_owned()).filter(|title| !title.is_empty());
    match value {
        Value::String(text) if text.contains('"') && !text.contains(char::is_control) => {
            lines.push(format!("{lead}'{}'", text.replace('\'', "''")));
        }
        _ if line.chars().count() <= WIDTH || is_unset(value) => lines.push(line),
        Value::Array(items) => {
            lines.extend(title);
            for item in items {
                push_value(lines, item, indent + 2, format!("{pad}- "));
            }
        }
        Value::Object(fields) => {
            // The first field of an item is beside its dash.
            let is_item = lead.ends_with("- ");
            lines.extend(title.filter(|_| !is_item));
            let mut leads = is_item.then_some(lead).into_iter().chain(std::iter::repeat(pad));
            let mut next_lead = || leads.next().unwrap_or_default();
            let (unset, set): (Vec<_>, Vec<_>) = fields.clone().into_iter().partition(|(_, value)| is_unset(value));
            for (key, value) in &set {
                let is_plain = key.chars().all(|c| c.is_ascii_alphanumeric() || "-_./".contains(c));
                let key = if is_plain { key.clone() } else { format!("{key:?}") };
                push_value(lines, value, indent + 2, format!("{}{key}: ", next_lead()));
            }
            for fields in unset.chunks(UNSET_PER_LINE) {
                lines.push(format!("{}unset: {}", next_lead(), fields.iter().cloned().collect::<Value>()));
            }
        }
        _ => lines.push(line),
    }
}

fn is_unset(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

#[test]
fn each_fact_has_a_line() {
    let long = "x".repeat(WIDTH);
    let value = serde_json::json!({
        "short": {"list": [1, 2], "none": null},
        "wide": [{"text": long, "none": null, "off": false, "zero": 0}, [long], "say \"it's\""],
        "a key": true,
    });
    let expected = format!(
        "  \"a key\": true\n  short: {{\"list\":[1,2],\"none\":null}}\n  wide:\n    - text: \"{long}\"\n      zero: 0\n\
         \x20     unset: {{\"none\":null,\"off\":false}}\n    -\n      - \"{long}\"\n    - 'say \"it''s\"'\n"
    );
    assert_eq!(render_value(&value, 2), expected);
    assert_eq!(render_value(&serde_json::json!({"empty": []}), 0), "{\"empty\":[]}\n");
}

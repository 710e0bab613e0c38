//! Values in a configuration by path. A step into a list is an index, or the `name` of an item:
//! `profiles.0.pluginConfig.NodeAffinity.args`.

use serde_json::{Map, Value, json};

fn item_index(items: &[Value], step: &str) -> Option<usize> {
    step.parse().ok().or_else(|| items.iter().position(|item| item["name"] == step))
}

fn path_steps(path: &str) -> Vec<&str> {
    path.split('.').filter(|step| !step.is_empty()).collect()
}

/// The value at a path; `Null` if missing.
pub fn value_at_path<'v>(value: &'v Value, path: &str) -> &'v Value {
    path_steps(path).into_iter().fold(value, |value, step| match value {
        Value::Array(items) => item_index(items, step).and_then(|at| items.get(at)).unwrap_or(&Value::Null),
        value => value.get(step).unwrap_or(&Value::Null),
    })
}

/// The path with indices instead of the names of list items.
pub fn numbered_path(value: &Value, path: &str) -> String {
    let mut current_value = value;
    let mut numbered: Vec<String> = Vec::new();
    for step in path_steps(path) {
        let index = current_value.as_array().and_then(|items| item_index(items, step));
        numbered.push(index.map_or_else(|| step.to_owned(), |at| at.to_string()));
        current_value = value_at_path(current_value, step);
    }
    numbered.join(".")
}

/// Sets the value at a path and creates missing parents; `None` removes it and parents that become empty.
pub fn set_at_path(value: &mut Value, path: &str, new_value: Option<Value>) {
    write_steps(value, "", &path_steps(path), new_value);
}

fn write_steps(target: &mut Value, key: &str, steps: &[&str], new_value: Option<Value>) {
    let Some((step, rest)) = steps.split_first() else {
        *target = new_value.unwrap_or(Value::Null);
        return;
    };
    if target.is_null() {
        *target =
            if matches!(key, "profiles" | "pluginConfig" | "extenders" | "rules") { json!([]) } else { json!({}) };
    }
    let remove = new_value.is_none();
    match target {
        Value::Array(items) => {
            let at = item_index(items, step).filter(|at| *at < items.len()).unwrap_or_else(|| {
                items.push(if step.parse::<usize>().is_ok() { Value::Null } else { json!({"name": step}) });
                items.len() - 1
            });
            write_steps(&mut items[at], step, rest, new_value);
            // Arguments with only a name are equivalent to none.
            let is_plain_scalar =
                |value: &Value| value.as_object().is_some_and(|table| table.len() == 1 && table.contains_key("name"));
            if items[at].is_null() || (remove && key == "pluginConfig" && is_plain_scalar(&items[at])) {
                items.remove(at);
            }
        }
        Value::Object(fields) => {
            let inner = fields.entry((*step).to_owned()).or_insert(Value::Null);
            write_steps(inner, step, rest, new_value);
            let empty = inner.as_object().is_some_and(Map::is_empty) || inner.as_array().is_some_and(Vec::is_empty);
            if inner.is_null() || (remove && empty) {
                fields.remove(*step);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_set_and_removed() {
        let mut value = json!({"kind": "K"});
        let path = "profiles.0.pluginConfig.NodeAffinity.args.x.y";
        set_at_path(&mut value, path, Some(json!(1)));
        let config = json!([{"name": "NodeAffinity", "args": {"x": {"y": 1}}}]);
        assert_eq!(value, json!({"kind": "K", "profiles": [{"pluginConfig": config}]}));
        assert_eq!(
            (value_at_path(&value, path), numbered_path(&value, path).as_str()),
            (&json!(1), "profiles.0.pluginConfig.0.args.x.y")
        );
        set_at_path(&mut value, "profiles.0.schedulerName", Some(json!("a")));
        set_at_path(&mut value, path, None);
        assert_eq!(value, json!({"kind": "K", "profiles": [{"schedulerName": "a"}]}));
        set_at_path(&mut value, "profiles.0.schedulerName", None);
        assert_eq!(value, json!({"kind": "K", "profiles": [{}]}));
        set_at_path(&mut value, "nothing.here", None);
        assert_eq!(value, json!({"kind": "K", "profiles": [{}]}));
    }
}

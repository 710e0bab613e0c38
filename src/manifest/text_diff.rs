//! The differences between two texts, counted as a person would: a changed field, an added or removed object.

use api::Table;
use findings::Finding;
use serde_json::Value;

use super::values::object_values;

/// A difference between two texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextChange {
    /// The object, as `kind namespace/name`, without the namespace or name if it has none.
    pub object: String,
    /// The field; empty if the whole object is in only one of the texts.
    pub path: String,
}

/// The differences between two texts, in the order of the first one. An added or removed value counts once, however much it contains.
///
/// # Errors
/// If one of the texts is not valid YAML.
pub fn diff_texts(before: &str, after: &str) -> Result<Vec<TextChange>, Finding> {
    let (before, mut after) =
        (key_objects(object_values(before)?), key_objects(object_values(after)?).into_iter().collect::<Table<_, _>>());
    let mut text_changes = Vec::new();
    for (name, old) in before {
        match after.remove(&name) {
            Some(new) => {
                let mut paths = Vec::new();
                compare_values(&old, &new, "", &mut paths);
                merge_node_sizes(&mut paths);
                text_changes.extend(paths.into_iter().map(|path| TextChange { object: name.0.clone(), path }));
            }
            None => text_changes.push(TextChange { object: name.0, path: String::new() }),
        }
    }
    text_changes.extend(after.into_iter().map(|(name, _)| TextChange { object: name.0, path: String::new() }));
    Ok(text_changes)
}

/// Keys objects by kind and name; objects with the same key are numbered in order.
fn key_objects(objects: Vec<Value>) -> Vec<((String, usize), Value)> {
    let mut name_counts = Table::<String, usize>::new();
    let text_at =
        |object: &Value, path: &str| object.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut key = |object: &Value| {
        let (kind, space, name) =
            (text_at(object, "/kind"), text_at(object, "/metadata/namespace"), text_at(object, "/metadata/name"));
        let name = if space.is_empty() { name } else { format!("{space}/{name}") };
        let kind_and_name = format!("{kind} {name}").trim_end().to_owned();
        let count = name_counts.or_default(kind_and_name.clone());
        *count += 1;
        (kind_and_name, *count)
    };
    objects.into_iter().map(|object| (key(&object), object)).collect()
}

/// A person thinks of a node's amount of a resource as a single value, and the form writes it to both places: if a node's `capacity` and
/// `allocatable` of a resource differ, only `allocatable` is compared.
fn merge_node_sizes(paths: &mut Vec<String>) {
    let allocatable_of = |path: &str| {
        let (owner, resource) = path.split_once("status.capacity")?;
        Some(format!("{owner}status.allocatable{resource}"))
    };
    let is_twin = |path: &String| allocatable_of(path).is_some_and(|allocatable| paths.contains(&allocatable));
    let twins: Vec<String> = paths.iter().filter(|path| is_twin(path)).cloned().collect();
    paths.retain(|path| !twins.contains(path));
}

fn compare_values(old: &Value, new: &Value, path: &str, texts: &mut Vec<String>) {
    match (old, new) {
        _ if old == new => {}
        (Value::Object(before), Value::Object(after)) => {
            let child_path = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
            for (key, old) in before {
                match after.get(key) {
                    Some(new) => compare_values(old, new, &child_path(key), texts),
                    None => texts.push(child_path(key)),
                }
            }
            texts.extend(after.keys().filter(|key| !before.contains_key(*key)).map(|key| child_path(key)));
        }
        (Value::Array(before), Value::Array(after)) => {
            let is_equal_pair = |(old, new): &(&Value, &Value)| old == new;
            let equal_items = before.iter().zip(after).take_while(is_equal_pair).count();
            let reversed_pairs = before[equal_items..].iter().rev().zip(after[equal_items..].iter().rev());
            let end = reversed_pairs.take_while(is_equal_pair).count();
            let (old, new) = (&before[equal_items..before.len() - end], &after[equal_items..after.len() - end]);
            let both = old.len().min(new.len());
            for at in 0..both {
                compare_values(&old[at], &new[at], &format!("{path}[{}]", equal_items + at), texts);
            }
            texts.extend((both..old.len().max(new.len())).map(|at| format!("{path}[{}]", equal_items + at)));
        }
        _ => texts.push(path.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: '4', pods: 10}}\n---\n\
                        kind: Pod\nmetadata: {name: web, namespace: shop}\nspec: {nodeName: a, tolerations: [{key: x}, {key: y}]}\n";

    fn change_lines(after: &str) -> Vec<String> {
        let text_changes = diff_texts(TEXT, after).expect("two texts");
        text_changes.into_iter().map(|text_change| format!("{}: {}", text_change.object, text_change.path)).collect()
    }

    #[test]
    fn what_a_person_would_call_a_change_counts_once() {
        assert_eq!(change_lines(TEXT), [""; 0]);
        assert_eq!(change_lines(&format!("# Mine\n{}", TEXT.replace("{name: a}", "\n  name: a"))), [""; 0]);
        for (old, new, wanted) in [
            ("cpu: '4'", "cpu: '8'", "Node a: status.allocatable.cpu"),
            (", pods: 10", "", "Node a: status.allocatable.pods"),
            ("nodeName: a", "nodeName: a, nodeSelector: {a: b, c: d}", "Pod shop/web: spec.nodeSelector"),
            ("{key: x}, ", "", "Pod shop/web: spec.tolerations[0]"),
            ("[{key: x}", "[{key: z}, {key: x}", "Pod shop/web: spec.tolerations[0]"),
            ("{key: y}", "{key: y, value: z}", "Pod shop/web: spec.tolerations[1].value"),
            ("---\n", "---\nkind: Pod\nmetadata: {name: db}\n---\n", "Pod db: "),
            ("kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: '4', pods: 10}}\n---\n", "", "Node a: "),
        ] {
            assert!(TEXT.contains(old), "{old}");
            assert_eq!(change_lines(&TEXT.replacen(old, new, 1)), [wanted]);
        }
        assert_eq!(change_lines(&TEXT.replace("cpu: '4', pods: 10", "cpu: '8', pods: 11")).len(), 2);
        // A new name means another object.
        assert_eq!(change_lines(&TEXT.replace("name: web", "name: db")), ["Pod shop/web: ", "Pod shop/db: "]);
    }

    #[test]
    fn node_size_in_two_places_is_one_change() {
        let sizes = |allocatable: &str, capacity: &str| {
            format!(
                "kind: Node\nmetadata: {{name: a}}\nstatus: {{allocatable: {{{allocatable}}}, capacity: {{{capacity}}}}}\n"
            )
        };
        let before = sizes("cpu: 3500m, memory: 8Gi, pods: 10", "cpu: '4', memory: 8Gi, pods: 10");
        for (allocatable, capacity, wanted) in [
            ("cpu: '5', memory: 8Gi, pods: 10", "cpu: '5', memory: 8Gi, pods: 10", &["allocatable.cpu"][..]),
            ("cpu: '5', memory: 8Gi, pods: 10", "cpu: '4', memory: 8Gi, pods: 10", &["allocatable.cpu"]),
            ("cpu: 3500m, memory: 8Gi, pods: 10", "cpu: '5', memory: 8Gi, pods: 10", &["capacity.cpu"]),
            // Changes of two resources count as two, in whichever map they are.
            (
                "cpu: '5', memory: 9Gi, pods: 10",
                "cpu: '5', memory: 9Gi, pods: 10",
                &["allocatable.cpu", "allocatable.memory"],
            ),
            (
                "cpu: '5', memory: 8Gi, pods: 10",
                "cpu: '4', memory: 9Gi, pods: 10",
                &["allocatable.cpu", "capacity.memory"],
            ),
            (
                "cpu: 3500m, memory: 8Gi, pods: 10, x/y: 1",
                "cpu: '4', memory: 8Gi, pods: 10, x/y: 1",
                &["allocatable.x/y"],
            ),
        ] {
            let text_changes = diff_texts(&before, &sizes(allocatable, capacity)).expect("two texts");
            let paths: Vec<_> = text_changes.iter().map(|change| change.path.trim_start_matches("status.")).collect();
            assert_eq!(paths, wanted);
        }
    }

    #[test]
    fn objects_without_names_go_by_their_order() {
        let script = "kind: Script\nscript: []\n";
        let text_changes = diff_texts(script, &format!("{script}---\n{script}")).expect("two texts");
        assert_eq!(text_changes, [TextChange { object: "Script".into(), path: String::new() }]);
        assert!(diff_texts("a: [", script).is_err());
    }
}

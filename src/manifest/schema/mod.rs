//! The known fields of each kind, and the values that they accept.
//!
//! The table is derived from the decoders: a test probes each of them (`probe`) and compares the result with `table.txt`. Probing them at runtime
//! would compile every decoder twice.

use api::Kind;

use super::scenario::ACTIONS;

/// A line for each type: its fields, each with its shape unless it is a scalar: another type, a choice of `(words)`, or `NameMap` for a map with
/// arbitrary keys. An asterisk marks a list.
static TABLE: &str = include_str!("table.txt");

/// The shape of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldShape {
    /// A string, number or boolean.
    Scalar,
    /// One of these words.
    Words(Vec<&'static str>),
    /// A mapping with these fields.
    Fields(Vec<&'static str>),
    /// A mapping with arbitrary keys.
    Map,
}

/// The shape of the value at a path of keys in an object of a kind, and whether it is a list. List items add no step to the path.
///
/// `None` if the kind has no such path.
#[must_use]
pub fn field_shape(kind: &str, path: &[&str]) -> Option<(FieldShape, bool)> {
    if let Some(kind) = Kind::from_name(kind) {
        return table_shape(kind.info().type_name, path);
    }
    match kind {
        "Extender" => table_shape("ExtenderDoc", path),
        "Plugin" => table_shape("PluginDoc", path),
        "Scenario" | "Script" => match path {
            ["script", path @ ..] => script_shape(path),
            _ => table_shape("ScenarioDoc", path),
        },
        _ => None,
    }
}

/// The same for the script of a scenario, whose entries are decoded separately.
fn script_shape(path: &[&str]) -> Option<(FieldShape, bool)> {
    match path {
        [] => Some((FieldShape::Fields(ACTIONS.to_vec()), true)),
        ["updateNode", path @ ..] => table_shape("Node", path),
        ["taint" | "untaint", path @ ..] => table_shape("TaintAction", path),
        ["drain", path @ ..] => table_shape("DrainDoc", path),
        ["delete" | "scale" | "label" | "resize" | "ungate" | "evict", path @ ..] => table_shape("Target", path),
        ["create" | "apply"] => Some((FieldShape::Map, false)),
        [_] => Some((FieldShape::Scalar, false)),
        _ => None,
    }
}

/// The same for a type of the table.
fn table_shape(name: &'static str, path: &[&str]) -> Option<(FieldShape, bool)> {
    let (mut what, mut list) = (name, false);
    for step in path {
        let is = type_fields(what)?.find_map(|(field, is)| (field == *step).then_some(is))?;
        list = is.ends_with('*');
        what = is.trim_end_matches('*');
    }
    let shape = match what {
        "" => FieldShape::Scalar,
        "Map" => FieldShape::Map,
        words if words.starts_with('(') => FieldShape::Words(words.trim_matches(['(', ')']).split('|').collect()),
        name => FieldShape::Fields(type_fields(name)?.map(|(field, _)| field).collect()),
    };
    Some((shape, list))
}

/// The fields of a type, each with its shape.
fn type_fields(name: &str) -> Option<impl Iterator<Item = (&'static str, &'static str)>> {
    let line = TABLE.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    Some(line.split_whitespace().map(|field| field.split_once('=').unwrap_or((field, ""))))
}

#[cfg(test)]
mod probe;

#[cfg(test)]
mod tests {
    use super::{super::document_kinds, *};

    #[test]
    fn decoders_report_their_fields() {
        let fields = |kind, path: &[&str], field: &str| match field_shape(kind, path) {
            Some((FieldShape::Fields(fields), list)) => Some((fields.contains(&field), list)),
            _ => None,
        };
        for (kind, path, field, list) in [
            ("Pod", &["spec"][..], "priorityClassName", false),
            ("Pod", &["spec", "containers"], "resources", true),
            ("Pod", &["spec", "topologySpreadConstraints"], "maxSkew", true),
            ("Deployment", &["spec", "template", "spec"], "nodeSelector", false),
            ("Node", &["spec", "taints"], "effect", true),
            ("Node", &["metadata"], "name", false),
            ("PodDisruptionBudget", &["spec", "selector"], "matchLabels", false),
            ("Scenario", &["timings"], "bindMillis", false),
            ("Scenario", &["script"], "cordon", true),
            ("Script", &["script", "taint"], "effect", false),
        ] {
            assert_eq!(fields(kind, path, field), Some((true, list)), "{kind} {path:?}");
        }
        assert_eq!(field_shape("Pod", &["metadata", "labels"]), Some((FieldShape::Map, false)));
        assert_eq!(field_shape("PriorityClass", &["value"]), Some((FieldShape::Scalar, false)));
        assert_eq!(
            field_shape("Node", &["spec", "unschedulable"]),
            Some((FieldShape::Words(vec!["true", "false"]), false))
        );
        assert_eq!(field_shape("Pod", &["spec", "nothing"]), None);
        assert_eq!(field_shape("Ingress", &[]), None);
        for (kind, _) in document_kinds() {
            assert!(matches!(field_shape(kind, &[]), Some((FieldShape::Fields(_), false))), "{kind}");
        }
    }
}

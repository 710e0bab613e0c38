//! Tests what an export adds, fills in and notes.

use protocol::ExportNote;
use serde_json::Value;

use super::tests::{cluster, kwok, release};

#[test]
fn filling_in_a_volume_is_noted() {
    const PLACELESS: &str = "accessModes: [ReadWriteOnce], capacity: {storage: 1Gi}";
    for (spec, is_filled) in [
        (PLACELESS.to_owned(), true),
        ("hostPath: {path: /v}".to_owned(), true),
        (format!("{PLACELESS}, hostPath: {{path: /v}}"), false),
    ] {
        let text = format!("kind: PersistentVolume\nmetadata: {{name: v}}\nspec: {{{spec}}}");
        let made = cluster(&text, release("v1.34"));
        assert_eq!(
            made.notes.iter().any(|(note, _)| *note == ExportNote::Filled),
            is_filled,
            "{spec}: {:?}",
            made.notes
        );
    }
}

#[test]
fn a_pod_gets_a_class_with_its_priority_and_policy() {
    let class = |name: &str, value: i32| ExportNote::ClassMade { name: name.into(), value };
    for (spec, class_name, notes) in [
        ("priority: 0, preemptionPolicy: PreemptLowerPriority", None, vec![]),
        ("preemptionPolicy: Never", Some("priority-0-never"), vec![class("priority-0-never", 0)]),
        ("priority: 2000000000", Some("system-cluster-critical"), vec![]),
        (
            "priority: 1500000000",
            Some("priority-1000000000"),
            vec![class("priority-1000000000", 1_000_000_000), ExportNote::TooHigh { value: 1_500_000_000 }],
        ),
    ] {
        let text = format!("kind: Pod\nmetadata: {{name: p}}\nspec: {{{spec}, containers: [{{name: c}}]}}");
        let made = cluster(&text, release("v1.34"));
        let objects = manifest::object_values(&made.body).expect("YAML");
        let pod = objects.iter().find(|object| object["kind"] == "Pod").expect("a pod");
        assert_eq!(pod.pointer("/spec/priorityClassName").and_then(Value::as_str), class_name, "{spec}: {}", made.body);
        let is_about_class =
            |note: &ExportNote| matches!(note, ExportNote::TooHigh { .. } | ExportNote::ClassMade { .. });
        let class_notes: Vec<ExportNote> =
            made.notes.into_iter().map(|(note, _)| note).filter(is_about_class).collect();
        assert_eq!(class_notes, notes, "{spec}");
    }
}

#[test]
fn a_drain_has_its_own_timeout_or_ends_with_the_script() {
    for (fields, timeout) in [("", "120s"), (", timeoutSeconds: 0", "120s"), (", timeoutSeconds: 1", "1s")] {
        let text = format!(
            "kind: Node\nmetadata: {{name: a}}\n---\nkind: Scenario\nscript: [{{at: 1s, drain: {{node: a{fields}}}}}]\n"
        );
        let made = kwok(&text, release("v1.34"));
        assert!(made.body.contains(&format!(" --timeout={timeout} &\n")), "{fields}: {}", made.body);
    }
}

#[test]
fn a_namespace_is_added_unless_the_manifest_has_it() {
    let pod = "kind: Pod\nmetadata: {name: shop, namespace: shop}\nspec: {containers: [{name: c}]}\n";
    let namespace = |name: &str| format!("---\nkind: Namespace\nmetadata: {{name: {name}}}\n");
    for (text, is_added) in [
        (pod.to_owned(), true),
        (format!("{pod}{}", namespace("other")), true),
        (format!("{pod}{}", namespace("shop")), false),
    ] {
        let made = cluster(&text, release("v1.34"));
        let added = ExportNote::Added { kind: "Namespace".into(), name: "shop".into() };
        assert_eq!(made.notes.iter().any(|(note, _)| *note == added), is_added, "{text}: {:?}", made.notes);
    }
}

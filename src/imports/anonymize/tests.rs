//! What is replaced, what is kept, and restoring names.

use super::*;

const TEXT: &str = "# secret
kind: Node
metadata: {name: db-01.corp.example, labels: {kubernetes.io/hostname: db-01.corp.example, topology.kubernetes.io/zone: fra1, kubernetes.io/os: linux, team: payments, gen: '7'}}
spec: {taints: [{key: corp.example/pool, value: payments, effect: NoSchedule}]}
status: {allocatable: {cpu: 4, corp.example/fpga: 2, nvidia.com/gpu: 1}, images: [{names: ['corp.example/pay:1.2'], sizeBytes: 5}]}
---
kind: StatefulSet
metadata: {name: pay, namespace: money, annotations: {owner: 'Jane \"J\" Doe'}}
spec:
  volumeClaimTemplates: [{metadata: {name: data}, spec: {resources: {requests: {storage: 1Gi}}}}]
  selector: {matchLabels: {team: payments}}
  template:
    metadata: {labels: {team: payments}}
    spec:
      tolerations: [{key: corp.example/pool, operator: Equal, value: payments}]
      containers: [{name: pay, image: 'corp.example/pay:1.2', env: [{name: KEY, value: hush}], resources: {limits: {corp.example/fpga: 1}}}]
---
kind: Pod
metadata: {name: pay-0, namespace: money, ownerReferences: [{kind: StatefulSet, name: pay, controller: true}]}
spec: {nodeName: db-01.corp.example, priorityClassName: system-node-critical, containers: [{name: pay}]}
---
kind: Invention
metadata: {name: patent}
---
kind: Scenario
title: Payments
script: [{at: 1s, cordon: db-01.corp.example}, {at: 2s, create: {kind: Pod, metadata: {name: pay-late, labels: {team: payments}}, spec: {containers: [{name: c, env: [{value: hush}]}]}}}]
";

#[test]
fn anonymized_text_has_no_original_name() {
    let (text, _) = anonymize_text(TEXT).expect("a text");
    for private_text in
        ["corp", "payments", "money", "pay-", "\"pay\"", "hush", "Jane", "fra1", "secret", "Payments", "patent", "team"]
    {
        assert!(!text.contains(private_text), "{private_text} in\n{text}");
    }
    for public_text in [
        "\"kubernetes.io/hostname\":\"node-01\"",
        "\"metadata\":{\"labels\"",
        "\"kubernetes.io/os\":\"linux\"",
        "\"nvidia.com/gpu\":1",
        "system-node-critical",
        "\"cordon\":\"node-01\"",
        ":1.2\"",
        "\"7\"",
    ] {
        assert!(text.contains(public_text), "no {public_text} in\n{text}");
    }
    assert!(manifest::load(&text).is_ok(), "{text}\n{:?}", manifest::load(&text));
}

#[test]
fn pods_of_a_stateful_set_are_called_after_it() {
    let (text, table) = anonymize_text(TEXT).expect("a text");
    let set = table.replacement_of("pay").expect("a set").to_owned();
    assert_eq!(table.replacement_of("pay-0"), Some(format!("{set}-0").as_str()), "{text}");
    assert!(text.contains(&format!("\"{set}-0\"")), "{text}");
}

#[test]
fn names_sort_as_before() {
    let node = |name: &str| format!("kind: Node\nmetadata: {{name: {name}}}\n---\n");
    let (_, table) = anonymize_text(&["b", "a-10", "a-9", "a"].map(node).concat()).expect("a text");
    let names: Vec<&str> = ["a", "a-10", "a-9", "b"].iter().filter_map(|name| table.replacement_of(name)).collect();
    assert_eq!(names, ["node-01", "node-02", "node-03", "node-04"]);
}

#[test]
fn the_table_gives_names_back() {
    let (text, table) = anonymize_text(TEXT).expect("a text");
    let read = NameTable::parse(&table.to_file()).expect("a table");
    assert_eq!(read, table);
    let (back, count) = restore_names(&text, &read);
    assert!(count > 10, "{back}");
    let again = anonymize_text(&back).expect("a text");
    assert_eq!((again.0, &again.1), (text, &table), "{back}");
    // Names in other texts are restored as well.
    let (node, set) =
        (table.replacement_of("db-01.corp.example").expect("a node"), table.replacement_of("pay").expect("a set"));
    let text = format!("pod ns-01/{set}-0 doesn't fit on {node}: {set}-late, node-99");
    assert_eq!(restore_names(&text, &table).0, "pod money/pay-0 doesn't fit on db-01.corp.example: pay-late, node-99");
    assert_eq!(NameTable::parse("{\"schedscope\": \"scenarios\"}"), None);
    assert_eq!(NameTable::parse("kind: Pod"), None);
}

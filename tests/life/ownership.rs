//! Whose pod is whose.

use super::*;

const SET: &str = "---
kind: ReplicaSet
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {terminationGracePeriodSeconds: 1, containers: [{name: c}]}
";

fn bare(name: &str, app: &str) -> String {
    format!("---\nkind: Pod\nmetadata: {{name: {name}, labels: {{app: {app}}}}}\nspec: {{containers: [{{name: c}}]}}\n")
}

#[test]
fn a_replica_set_adopts_what_its_selector_matches() {
    let told = tells(
        &format!("{}{SET}{}{}{}", node("a", ""), bare("mine", "web"), bare("other", "db"), script("")),
        &["0.000 pod default/mine edited", "0.000 ReplicaSet/default/web wants 2, has 1: makes 1"],
    );
    assert!(!told.contains("default/other edited"), "{told}");
}

#[test]
fn a_replica_set_that_comes_later_adopts_and_deletes_what_is_too_much() {
    let object: String = SET.trim_start_matches("---\n").lines().flat_map(|line| ["    ", line, "\n"]).collect();
    let pods: String = ["p1", "p2", "p3"].map(|name| bare(name, "web")).concat();
    tells(
        &format!("{}{pods}{}", node("a", ""), script(&format!("script:\n- at: 10s\n  create:\n{object}"))),
        &[
            "10.100 pod default/p1 edited",
            "10.100 pod default/p3 edited",
            "10.100 ReplicaSet/default/web wants 2, has 3: deletes",
        ],
    );
}

#[test]
fn a_pod_with_another_label_is_released_and_replaced() {
    let pods: String = ["p1", "p2"].map(|name| bare(name, "web")).concat();
    let lines = "script:\n- {at: 10s, label: {name: p1, labels: {app: debug}}}\n- {at: 20s, label: {name: p1, labels: {app: web}}}\n";
    tells(
        &format!("{}{SET}{pods}{}", node("a", ""), script(lines)),
        &[
            "10.000 pod default/p1 edited",
            "10.100 pod default/p1 edited",
            "10.100 ReplicaSet/default/web wants 2, has 1: makes 1",
            "20.100 pod default/p1 edited",
            "20.100 ReplicaSet/default/web wants 2, has 3: deletes",
        ],
    );
}

#[test]
fn a_stateful_set_adopts_by_name_as_well() {
    let set = SET.replace("ReplicaSet", "StatefulSet");
    let told = tells(
        &format!("{}{set}{}{}{}", node("a", ""), bare("web-0", "web"), bare("web-x", "web"), script("")),
        &["0.000 pod default/web-0 edited", "1.100 StatefulSet/default/web wants 2, has 1: makes 1"],
    );
    assert!(!told.contains("default/web-x edited"), "{told}");
}

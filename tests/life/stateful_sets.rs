//! Stateful sets: pods by number.

use super::*;

#[test]
fn a_stateful_set_goes_in_order_both_ways() {
    let set = "---\nkind: StatefulSet\nmetadata: {name: db}\nspec: {replicas: 3, selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}}, spec: {terminationGracePeriodSeconds: 1, containers: [{name: c}]}}}\n";
    tells(
        &format!(
            "{}{set}{}",
            node("a", ""),
            script("script: [{at: 20s, scale: {kind: StatefulSet, name: db, replicas: 1}}]\n")
        ),
        &[
            "0.000 pod default/db-0 created by StatefulSet/db",
            "1.000 default/db-0 running",
            "1.100 pod default/db-1 created",
            "2.100 default/db-1 running",
            "2.200 pod default/db-2 created",
            "20.100 default/db-2 terminating until 21.100, ScaledDown",
            "21.100 default/db-2 gone",
            "21.200 default/db-1 terminating",
        ],
    );
}

#[test]
fn a_parallel_stateful_set_waits_for_nobody() {
    let set = "---\nkind: StatefulSet\nmetadata: {name: db}\nspec: {replicas: 3, podManagementPolicy: Parallel, selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}}, spec: {terminationGracePeriodSeconds: 1, containers: [{name: c}]}}}\n";
    tells(
        &format!(
            "{}{set}{}",
            node("a", ""),
            script("script: [{at: 20s, scale: {kind: StatefulSet, name: db, replicas: 1}}]\n")
        ),
        &[
            "0.000 pod default/db-0 created by StatefulSet/db",
            "0.000 pod default/db-1 created",
            "0.000 pod default/db-2 created",
            "20.100 default/db-2 terminating until 21.100, ScaledDown",
            "20.100 default/db-1 terminating until 21.100, ScaledDown",
        ],
    );
}

#[test]
fn an_ordered_stateful_set_waits_until_what_it_keeps_is_ready() {
    let set = "---\nkind: StatefulSet\nmetadata: {name: db}\nspec: {replicas: 2, selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}}, spec: {terminationGracePeriodSeconds: 1, nodeSelector: {kubernetes.io/hostname: a}, containers: [{name: c}]}}}\n";
    let story = script(
        "durationSeconds: 60\nscript: [{at: 10s, notReady: a}, {at: 20s, scale: {kind: StatefulSet, name: db, replicas: 1}}, {at: 30s, ready: a}]\n",
    );
    let told = tells(
        &format!("{}{set}{story}", node("a", "")),
        &[
            "20.000 $ kubectl scale",
            "30.000 node a changes",
            "30.100 default/db-1 terminating until 31.100, ScaledDown",
        ],
    );
    assert_eq!(told.matches("ScaledDown").count(), 1, "{told}");
}

#[test]
fn controllers_look_again_a_while_after_a_change() {
    let set = "---\nkind: StatefulSet\nmetadata: {name: db}\nspec: {replicas: 3, podManagementPolicy: Parallel, selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}}, spec: {terminationGracePeriodSeconds: 0, containers: [{name: c}]}}}\n";
    let lines = "script: [{at: 10s, delete: {name: db-0}}, {at: 10.05s, delete: {name: db-1}}, {at: 10.12s, delete: {name: db-2}}]\n";
    // One look for all that happened within the while, and none before the next one is over.
    tells(
        &format!("{}{set}{}", node("a", ""), script(lines)),
        &[
            "10.000 default/db-0 gone",
            "10.050 default/db-1 gone",
            "10.100 pod default/db-0 created",
            "10.100 pod default/db-1 created",
            "10.120 default/db-2 gone",
            "10.200 pod default/db-2 created",
        ],
    );
}

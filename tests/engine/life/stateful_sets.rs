//! StatefulSets, whose pods have ordinals.

use super::*;

#[test]
fn a_stateful_set_scales_up_and_down_in_order() {
    let set = "---\nkind: StatefulSet\nmetadata: {name: db}\nspec: {replicas: 3, selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}}, spec: {terminationGracePeriodSeconds: 1, containers: [{name: c}]}}}\n";
    assert_story(
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
fn a_parallel_stateful_set_does_not_wait() {
    let set = "---\nkind: StatefulSet\nmetadata: {name: db}\nspec: {replicas: 3, podManagementPolicy: Parallel, selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}}, spec: {terminationGracePeriodSeconds: 1, containers: [{name: c}]}}}\n";
    assert_story(
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
fn an_ordered_stateful_set_waits_until_the_remaining_pods_are_ready() {
    let set = "---\nkind: StatefulSet\nmetadata: {name: db}\nspec: {replicas: 2, selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}}, spec: {terminationGracePeriodSeconds: 1, nodeSelector: {kubernetes.io/hostname: a}, containers: [{name: c}]}}}\n";
    let story = script(
        "durationSeconds: 90\nscript: [{at: 10s, unreachable: a}, {at: 60s, scale: {kind: StatefulSet, name: db, replicas: 1}}, {at: 70s, ready: a}]\n",
    );
    let text = assert_story(
        &format!("{}{set}{story}", node("a", "")),
        &[
            "60.000 $ kubectl scale",
            "70.000 node a changes",
            "70.100 default/db-1 terminating until 71.100, ScaledDown",
        ],
    );
    assert_eq!(text.matches("ScaledDown").count(), 1, "{text}");
}

#[test]
fn controllers_reconcile_shortly_after_a_change() {
    let set = "---\nkind: StatefulSet\nmetadata: {name: db}\nspec: {replicas: 3, podManagementPolicy: Parallel, selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}}, spec: {terminationGracePeriodSeconds: 0, containers: [{name: c}]}}}\n";
    let lines = "script: [{at: 10s, delete: {name: db-0}}, {at: 10.05s, delete: {name: db-1}}, {at: 10.12s, delete: {name: db-2}}]\n";
    // Changes within the delay are handled by one reconciliation.
    assert_story(
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

/// A StatefulSet with three replicas, and the same with another template.
fn changed_template(strategy: &str) -> (String, String) {
    let of = |cpu: &str| {
        format!(
            "kind: StatefulSet\nmetadata: {{name: db}}\nspec: {{replicas: 3, {strategy}selector: {{matchLabels: {{app: db}}}}, template: {{metadata: {{labels: {{app: db}}}}, spec: {{terminationGracePeriodSeconds: 1, containers: [{{name: c, resources: {{requests: {{cpu: {cpu}}}}}}}]}}}}}}\n"
        )
    };
    (format!("---\n{}", of("100m")), of("200m").lines().flat_map(|line| ["    ", line, "\n"]).collect())
}

#[test]
fn a_new_template_is_rolled_out_in_descending_order() {
    for (strategy, rolled) in [
        ("", &["db-2", "db-1", "db-0"][..]),
        ("podManagementPolicy: Parallel, ", &["db-2", "db-1", "db-0"]),
        ("updateStrategy: {rollingUpdate: {partition: 2}}, ", &["db-2"]),
        ("updateStrategy: {type: OnDelete}, ", &[]),
    ] {
        let (set, object) = changed_template(strategy);
        let story = script(&format!("script:\n- at: 20s\n  apply:\n{object}"));
        let text = run_story(&format!("{}{set}{story}", node("a", "")), Release::V1_36);
        let gone: Vec<&str> = text
            .lines()
            .filter_map(|line| line.trim().split_once(" default/")?.1.split_once(" terminating").map(|(name, _)| name))
            .collect();
        assert_eq!(gone, rolled, "{strategy}\n{text}");
        // Each pod is recreated and running before the next one is deleted.
        for pair in rolled.windows(2) {
            let again = text.find(&format!("default/{} running", pair[0])).and_then(|first| {
                text[first + 1..].find(&format!("default/{} running", pair[0])).map(|second| first + second)
            });
            assert!(again < text.find(&format!("default/{} terminating", pair[1])), "{strategy}\n{text}");
        }
    }
}

#[test]
fn pods_below_the_partition_keep_the_old_template() {
    let (set, object) = changed_template("updateStrategy: {rollingUpdate: {partition: 1}}, ");
    let quota = "---\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {requests.cpu: 5}}\n";
    let lines = format!("script:\n- at: 20s\n  apply:\n{object}- {{at: 60s, delete: {{name: db-0}}}}\n");
    let manifest =
        manifest::load_for(&format!("{}{quota}{set}{}", node("a", ""), script(&lines)), Some(Release::V1_36))
            .expect("a manifest");
    let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
    let (end, _) = schedscope::simulation::Simulation::new(scenario).run_to_end();
    let cpus: Vec<String> = end
        .pods()
        .map(|(_, pod)| pod.spec.containers[0].resources.requests.get("cpu").expect("a request").to_string())
        .collect();
    assert_eq!(cpus, ["100m", "200m", "200m"]);
}

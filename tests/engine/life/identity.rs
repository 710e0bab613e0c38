//! Objects that are recreated with the same name inherit nothing.

use super::*;

fn set(more: &str) -> String {
    format!(
        "---\nkind: StatefulSet\nmetadata: {{name: db}}\nspec: {{replicas: 1, selector: {{matchLabels: {{app: db}}}}, template: {{metadata: {{labels: {{app: db}}}}, spec: {{terminationGracePeriodSeconds: 1, {more} containers: [{{name: c}}]}}}}}}\n"
    )
}

#[test]
fn pending_kubelet_tasks_do_not_affect_a_pod_of_the_same_name() {
    let story = script(
        "durationSeconds: 600\nscript:\n- {at: 10s, unreachable: a}\n- {at: 20s, create: {kind: Node, metadata: {name: b}, status: {allocatable: {cpu: 4, memory: 8Gi}}}}\n- {at: 400s, delete: {kind: Node, name: a}}\n- {at: 500s, notReady: b}\n- {at: 501s, ready: b}\n",
    );
    let text = assert_story(
        &format!("{}{}{story}", node("a", ""), set("")),
        &["350.000 default/db-0 terminating", "460.000 default/db-0 gone", "460.100 default/db-0 bound to b"],
    );
    assert!(!lines_from(&text, "bound to b").contains("db-0 gone"), "{text}");
}

#[test]
fn a_toleration_timer_does_not_affect_a_pod_of_the_same_name() {
    let patient = "tolerations: [{key: maintenance, operator: Exists, effect: NoExecute, tolerationSeconds: 60}],";
    let story = script(
        "durationSeconds: 200\nscript:\n- {at: 10s, taint: {node: a, key: maintenance, effect: NoExecute}}\n- {at: 15s, cordon: a}\n- {at: 20s, delete: {kind: Pod, name: db-0}}\n",
    );
    let text = assert_story(
        &format!("{}{}{story}", node("a", ""), set(patient)),
        &[
            "20.000 default/db-0 terminating until 21.000, Deleted",
            "21.000 default/db-0 gone",
            "21.100 pod default/db-0",
        ],
    );
    assert!(!text.contains("Marking for deletion"), "{text}");
    assert_eq!(text.matches("pod default/db-0 created").count(), 2, "{text}");
}

#[test]
fn a_retried_eviction_evicts_a_new_pod_of_the_same_name() {
    let guard = BUDGET.replace("app: web", "app: db").replace("minAvailable: 2", "minAvailable: 1");
    let story = script(
        "durationSeconds: 60\nscript:\n- {at: 10s, drain: a}\n- {at: 12s, delete: {kind: Pod, name: db-0}}\n- {at: 12s, uncordon: b}\n- {at: 14500ms, delete: {kind: PodDisruptionBudget, name: web}}\n",
    );
    let text = assert_story(
        &format!("{}{}{guard}{}{story}", node("a", ""), node("b", "unschedulable: true"), set("")),
        &[
            "10.000 kubectl: error when evicting",
            "13.000 default/db-0 gone",
            "13.100 default/db-0 bound to b",
            "15.000 kubectl: evicting pod default/db-0",
            "15.000 default/db-0 terminating until 16.000, Drained",
            "17.000 kubectl: node/a drained",
        ],
    );
    assert_eq!(text.matches("Drained").count(), 1, "{text}");
}

#[test]
fn a_recreated_job_starts_again() {
    let job =
        "{kind: Job, metadata: {name: sum}, spec: {template: {spec: {restartPolicy: Never, containers: [{name: c}]}}}}";
    let story =
        script(&format!("script:\n- {{at: 20s, delete: {{kind: Job, name: sum}}}}\n- {{at: 30s, create: {job}}}\n"));
    let text = assert_story(
        &format!("{}---\n{job}\n{story}", node("a", "")),
        &["11.000 default/sum-", "20.000 $ kubectl delete Job", "30.100 pod default/sum-", "41.100 default/sum-"],
    );
    assert_eq!(text.matches(" succeeded\n").count(), 2, "{text}");
}

#[test]
fn a_replica_set_that_is_recreated_at_once_gets_all_its_pods() {
    // The old pods are still terminating when the new ones are created, so their names are in use.
    let set = "{kind: ReplicaSet, metadata: {name: web}, spec: {replicas: 2, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {terminationGracePeriodSeconds: 30, containers: [{name: c}]}}}}";
    let story = script(&format!(
        "durationSeconds: 60\nscript:\n- {{at: 10s, delete: {{kind: ReplicaSet, name: web}}}}\n- {{at: 10s, create: {set}}}\n"
    ));
    let text = assert_story(&format!("{}---\n{set}\n{story}", node("a", "")), &["10.100 pod default/web-"]);
    assert_eq!(
        text.lines().filter(|line| line.trim_start().starts_with("10.100  pod default/web-")).count(),
        2,
        "{text}"
    );
    assert_eq!(text.matches("created by ReplicaSet/web").count(), 4, "{text}");
}

#[test]
fn workloads_of_two_kinds_with_the_same_name_keep_their_own_pods() {
    let set = "---\nkind: ReplicaSet\nmetadata: {name: web}\nspec: {replicas: 1, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c}]}}}\n";
    let job = "---\nkind: Job\nmetadata: {name: web}\nspec: {template: {spec: {restartPolicy: Never, containers: [{name: c}]}}}\n";
    let story = script("durationSeconds: 60\nscript: [{at: 20s, delete: {kind: ReplicaSet, name: web}}]\n");
    let text =
        assert_story(&format!("{}{set}{job}{story}", node("a", "")), &["11.000 default/web-", "20.000 default/web-"]);
    assert_eq!(text.matches("created by").count(), 2, "{text}");
    assert_eq!((text.matches(" succeeded\n").count(), text.matches("Collected").count()), (1, 1), "{text}");
}

#[test]
fn a_pod_without_a_node_is_not_running_regardless_of_its_status() {
    let pod = "---\nkind: Pod\nmetadata: {name: one}\nspec: {containers: [{name: c}]}\nstatus: {phase: Running}\n";
    assert_story(&format!("{}{pod}", node("a", "")), &["0.050 default/one bound to a", "2.050 default/one running"]);
}

#[test]
fn of_two_pods_or_classes_with_the_same_name_the_first_is_kept() {
    let pod = |name: &str, more: &str| {
        format!("---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{{more} containers: [{{name: c}}]}}\n")
    };
    let class = |value: u32| format!("---\nkind: PriorityClass\nmetadata: {{name: high}}\nvalue: {value}\n");
    let classes = [class(5), class(9)].concat();
    let pods = [pod("one", ""), pod("one", "nodeName: b,"), pod("two", "priorityClassName: high,")].concat();
    let text = run_story(&format!("{}{}{classes}{pods}", node("a", ""), node("b", "")), Release::V1_34);
    assert_eq!(text.matches("pod default/one created").count(), 1, "{text}");
    assert!(text.contains("pod default/two created, priority 5"), "{text}");
    assert!(text.contains("decision for default/one"), "nobody has given it a node\n{text}");
}

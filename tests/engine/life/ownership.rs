//! Owners of pods: adoption, release, and inferred owners.

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

fn pod_without_owner(name: &str, app: &str) -> String {
    format!("---\nkind: Pod\nmetadata: {{name: {name}, labels: {{app: {app}}}}}\nspec: {{containers: [{{name: c}}]}}\n")
}

#[test]
fn a_replica_set_adopts_matching_pods() {
    let text = assert_story(
        &format!(
            "{}{SET}{}{}{}",
            node("a", ""),
            pod_without_owner("mine", "web"),
            pod_without_owner("other", "db"),
            script("")
        ),
        &["0.000 pod default/mine edited", "0.000 ReplicaSet/default/web wants 2, has 1: makes 1"],
    );
    assert!(!text.contains("default/other edited"), "{text}");
}

#[test]
fn a_new_replica_set_adopts_pods_and_deletes_surplus_ones() {
    let object: String = SET.trim_start_matches("---\n").lines().flat_map(|line| ["    ", line, "\n"]).collect();
    let pods: String = ["p1", "p2", "p3"].map(|name| pod_without_owner(name, "web")).concat();
    assert_story(
        &format!("{}{pods}{}", node("a", ""), script(&format!("script:\n- at: 10s\n  create:\n{object}"))),
        &[
            "10.100 pod default/p1 edited",
            "10.100 pod default/p3 edited",
            "10.100 ReplicaSet/default/web wants 2, has 3: deletes",
        ],
    );
}

#[test]
fn a_pod_that_no_longer_matches_is_released_and_replaced() {
    let pods: String = ["p1", "p2"].map(|name| pod_without_owner(name, "web")).concat();
    let lines = "script:\n- {at: 10s, label: {name: p1, labels: {app: debug}}}\n- {at: 20s, label: {name: p1, labels: {app: web}}}\n";
    assert_story(
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
fn a_stateful_set_adopts_only_pods_with_a_matching_name() {
    let set = SET.replace("ReplicaSet", "StatefulSet");
    let text = assert_story(
        &format!(
            "{}{set}{}{}{}",
            node("a", ""),
            pod_without_owner("web-0", "web"),
            pod_without_owner("web-x", "web"),
            script("")
        ),
        &["0.000 pod default/web-0 edited", "1.100 StatefulSet/default/web wants 2, has 1: makes 1"],
    );
    assert!(!text.contains("default/web-x edited"), "{text}");
}

/// A pod whose owner is not in the text.
fn owned_pod(name: &str, kind: &str, owner: &str, node: &str, labels: &str) -> String {
    format!(
        "---\nkind: Pod\nmetadata: {{name: {name}, labels: {{{labels}}}, ownerReferences: [{{kind: {kind}, name: {owner}, uid: u-{owner}, controller: true}}]}}\nspec: {{nodeName: {node}, terminationGracePeriodSeconds: 1, containers: [{{name: c, resources: {{requests: {{cpu: 100m}}}}}}]}}\nstatus: {{phase: Running}}\n"
    )
}

#[test]
fn missing_owners_are_inferred_and_simulated() {
    let nodes = format!("{}{}", node("a", ""), node("b", ""));
    let set = |at: u32, node: &str| {
        owned_pod(&format!("web-5d4f-{at}"), "ReplicaSet", "web-5d4f", node, "app: web, pod-template-hash: 5d4f")
    };
    let pods = format!(
        "{}{}{}{}{}",
        set(1, "a"),
        set(2, "b"),
        owned_pod("db-1", "StatefulSet", "db", "a", "app: db, apps.kubernetes.io/pod-index: '1'"),
        owned_pod("db-0", "StatefulSet", "db", "b", "app: db, apps.kubernetes.io/pod-index: '0'"),
        owned_pod("agent-x", "DaemonSet", "agent", "a", "app: agent"),
    );
    let lines = "script:\n- {at: 10s, delete: {name: web-5d4f-1}}\n- {at: 20s, delete: {name: db-1}}\n- {at: 30s, delete: {name: agent-x}}\n- {at: 40s, create: {kind: Node, metadata: {name: c}, status: {allocatable: {cpu: 4, memory: 8Gi}}}}\n";
    let text = assert_story_under(
        Release::V1_36,
        &format!("{nodes}{pods}{}", script(lines)),
        &[
            "10.100 ReplicaSet/default/web-5d4f wants 2, has 1: makes 1",
            "21.100 pod default/db-1 created by StatefulSet/db",
            "31.100 pod default/agent-",
            "40.100 pod default/agent-",
        ],
    );
    // There was no pod on node b, maybe for a reason that cannot be inferred.
    assert_eq!(text.matches("created by DaemonSet/agent").count(), 2, "{text}");
    let off = owner_notices(&format!("{nodes}{pods}"), lines);
    assert!(!off.contains("created by"), "{off}");
}

fn owner_notices(text: &str, lines: &str) -> String {
    run_story(&format!("{text}{}", script(&format!("assumeOwners: false\n{lines}"))), Release::V1_36)
}

#[test]
fn an_inferred_daemon_set_runs_on_new_nodes() {
    let tied = "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [a]}]}]}}}, containers";
    let pod = owned_pod("agent-x", "DaemonSet", "agent", "a", "app: agent").replace("containers", tied);
    let waiting = pod.replace("nodeName: a, ", "").replace("status: {phase: Running}\n", "");
    let lines = "script:\n- {at: 40s, create: {kind: Node, metadata: {name: c}, status: {allocatable: {cpu: 4, memory: 8Gi}}}}\n";
    for pod in [pod, waiting] {
        let cluster = format!("{}{}{pod}", node("a", ""), node("b", ""));
        let text = assert_story_under(
            Release::V1_36,
            &format!("{cluster}{}", script(lines)),
            &["40.000 node c comes", "40.100 pod default/agent-"],
        );
        assert_eq!(text.matches("created by DaemonSet/agent").count(), 1, "{text}");
        assert!(lines_from(&text, "created by DaemonSet/agent").contains(" bound to c"), "{text}");
    }
}

#[test]
fn a_deployment_gets_the_replica_set_that_its_pods_name() {
    let pod = owned_pod("web-5d4f-1", "ReplicaSet", "web-5d4f", "a", "app: web, pod-template-hash: 5d4f");
    let other = pod.replace("web-5d4f-1", "web-5d4f-2");
    let another = WEB.replace("web", "api").replace("replicas: 2", "replicas: 0").replace("cpu: 1", "cpu: 2");
    let text = assert_story(
        &format!(
            "{}{another}{WEB}{pod}{other}{}",
            node("a", ""),
            script("script: [{at: 10s, delete: {name: web-5d4f-1}}]\n")
        ),
        &["10.100 ReplicaSet/default/web-5d4f wants 2, has 1: makes 1"],
    );
    assert_eq!(text.matches(" created by ").count(), 1, "{text}");
}

#[test]
fn inferred_owners_give_notices() {
    let pods = [
        owned_pod("web-1", "ReplicaSet", "web", "a", "app: web"),
        owned_pod("web-2", "ReplicaSet", "web", "a", "app: web"),
        owned_pod("canary-1", "Rollout", "canary", "a", "app: canary"),
        owned_pod("bare-0", "StatefulSet", "bare", "a", ""),
        owned_pod("static-a", "Node", "a", "a", ""),
    ];
    let text = format!("{}{}", node("a", ""), pods.concat());
    let owner_notices = |text: &str| -> Vec<(String, usize)> {
        let (loaded, _) = schedscope::queries::load::load_scenario(text, None).expect("a scenario");
        let notices = loaded.notices.iter().filter(|finding| format!("{finding:?}").contains("Owners"));
        notices.map(|finding| (format!("{:?}", finding.problem), finding.place.line as usize)).collect()
    };
    let line = |of: &str| text.lines().position(|line| line.contains(of)).expect("a line");
    let notices = owner_notices(&text);
    assert!(notices[0].0.contains("OwnersAssumed { owners: [\"1 ReplicaSet\"] }"), "{notices:?}");
    assert!(notices[1].0.contains("OwnersNotSimulated { owners: [\"1 Rollout\", \"1 StatefulSet\"] }"), "{notices:?}");
    // The document begins one line above the pod's name.
    assert_eq!((notices[0].1, notices[1].1, notices.len()), (line("web-1"), line("canary-1"), 2), "{notices:?}");
    assert_eq!(owner_notices(&format!("{text}{}", script("assumeOwners: false\n"))), []);
}

#[test]
fn controllers_select_pods_by_labels_or_expressions() {
    let object = |selector: &str| {
        format!(
            "kind: ReplicationController\nmetadata: {{name: web}}\nspec: {{replicas: 1, selector: {{{selector}}}, template: {{metadata: {{labels: {{app: web, tier: db}}}}, spec: {{containers: [{{name: c}}]}}}}}}\n"
        )
    };
    let later: String = object("tier: db").lines().flat_map(|line| ["    ", line, "\n"]).collect();
    let story = script(&format!(
        "script:\n- at: 10s\n  apply:\n{later}- {{at: 20s, label: {{name: p, labels: {{tier: db}}}}}}\n"
    ));
    // With its new selector, it adopts the pod once the pod has the label.
    assert_story(
        &format!("{}---\n{}{}{story}", node("a", ""), object("app: web"), pod_without_owner("p", "db")),
        &[
            "20.000 pod default/p edited",
            "20.100 pod default/p edited",
            "20.100 ReplicationController/default/web wants 1, has 2: deletes",
        ],
    );
    let expressions =
        SET.replace("matchLabels: {app: web}", "matchExpressions: [{key: app, operator: In, values: [web]}]");
    let text = run_story(
        &format!("{}{expressions}{}{}", node("a", ""), pod_without_owner("mine", "web"), script("")),
        Release::V1_36,
    );
    assert!(text.contains("pod default/mine edited"), "{text}");
}

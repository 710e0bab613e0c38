//! Drains: evictions that respect PodDisruptionBudgets.

use super::*;

#[test]
fn a_drain_respects_budgets_and_retries() {
    let cluster = format!("{}{}{WEB}", node("a", ""), node("b", "unschedulable: true"));
    let story = script("durationSeconds: 60\nscript:\n- {at: 10s, drain: a}\n- {at: 12s, uncordon: b}\n");
    assert_story(
        &format!("{cluster}{story}"),
        &[
            "10.000 $ kubectl drain a",
            "10.000 node a changes, taints []",
            "10.000 kubectl: evicting pod default/web-",
            "10.000 default/web-",
            "10.100 node a changes, taints [node.kubernetes.io/unschedulable:NoSchedule]",
            "15.000 default/web-",
        ],
    );
    let guarded = format!("{cluster}{BUDGET}{story}");
    let text = assert_story(
        &guarded,
        &[
            "10.000 kubectl: error when evicting pods/\"web-",
            "15.000 kubectl: error when evicting pods/\"web-",
            "20.000 kubectl: error when evicting pods/\"web-",
        ],
    );
    assert!(text.contains("Cannot evict pod as it would violate the pod's disruption budget."));
    assert!(!text.contains("Drained"), "{text}");
    let one_more = guarded.replace("minAvailable: 2", "minAvailable: 1");
    let text = assert_story(&one_more, &["10.000 budget web allows 0", "10.000 default/web-"]);
    // One pod is evicted at once, the other when the first one's replacement runs.
    assert_eq!(text.matches("Drained").count(), 2, "{text}");
    let second = text.lines().filter(|line| line.contains("Drained")).nth(1).unwrap().trim_start().to_owned();
    assert!(!second.starts_with("10.000"), "{second}");
}

#[test]
fn a_drain_fails_on_pods_without_a_controller() {
    let pod = "---\nkind: Pod\nmetadata: {name: lone}\nspec: {nodeName: a, containers: [{name: c}]}\n";
    let cluster = format!("{}{pod}", node("a", ""));
    let refused = assert_story(
        &format!("{cluster}{}", script("script: [{at: 5s, drain: a}]\n")),
        &[
            "5.000 kubectl: node/a cordoned",
            "5.000 kubectl: error: unable to drain node \"a\" due to error: cannot delete Pods that declare no controller (use --force \
             to override): default/lone, continuing command...",
            "5.000 kubectl: There are pending nodes to be drained:",
            "5.000 kubectl: a",
            "5.000 kubectl: cannot delete Pods that declare no controller (use --force to override): default/lone",
        ],
    );
    assert!(!refused.contains("lone terminating"));
    assert_story(
        &format!("{cluster}{}", script("script: [{at: 5s, drain: {node: a, force: true, gracePeriodSeconds: 1}}]\n")),
        &["5.000 default/lone terminating until 6.000, Drained", "6.000 default/lone gone"],
    );
}

/// Pods on node a: one of a DaemonSet, a mirror pod, one with an `emptyDir`, and two of a Deployment.
fn pods_of_every_kind() -> String {
    let owned = |kind: &str, version: &str, name: &str, more: &str, spec: &str| {
        format!(
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, {more}ownerReferences: [{{apiVersion: {version}, kind: {kind}, name: o, \
             uid: u-{name}, controller: true}}]}}\nspec: {{nodeName: a, terminationGracePeriodSeconds: 5, {spec}containers: [{{name: c}}]}}\n\
             status: {{phase: Running}}\n"
        )
    };
    let mirror = "annotations: {kubernetes.io/config.mirror: x}, ";
    [
        node("a", ""),
        owned("DaemonSet", "apps/v1", "agent", "", ""),
        owned("Node", "v1", "etcd-a", mirror, ""),
        owned("ReplicationController", "v1", "scratch", "", "volumes: [{name: tmp, emptyDir: {}}], "),
    ]
    .concat()
}

#[test]
fn the_flags_of_a_drain_take_effect() {
    let drain = |flags: &str| {
        format!("{}{}", pods_of_every_kind(), script(&format!("script: [{{at: 5s, drain: {{node: a{flags}}}}}]\n")))
    };
    let text = assert_story(
        &drain(""),
        &[
            "5.000 $ kubectl drain a --ignore-daemonsets --delete-emptydir-data",
            "5.000 kubectl: Warning: ignoring DaemonSet-managed Pods: default/agent",
            "5.000 kubectl: evicting pod default/scratch",
            "5.000 eviction of default/scratch allowed: Unprotected",
            "5.000 default/scratch terminating until 10.000, Drained",
            "10.000 default/scratch gone",
            "11.000 kubectl: pod/scratch evicted",
            "11.000 kubectl: node/a drained",
        ],
    );
    assert!(!text.contains("etcd-a terminating") && !text.contains("agent terminating"), "{text}");
    let text = assert_story(
        &drain(", ignoreDaemonsets: false, deleteEmptydirData: false"),
        &[
            "5.000 $ kubectl drain a",
            "5.000 kubectl: error: unable to drain node \"a\" due to error: [cannot delete DaemonSet-managed Pods (use \
             --ignore-daemonsets to ignore): default/agent, cannot delete Pods with local storage (use --delete-emptydir-data to \
             override): default/scratch], continuing command...",
            "5.000 kubectl: cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): default/agent",
            "5.000 kubectl: cannot delete Pods with local storage (use --delete-emptydir-data to override): default/scratch",
        ],
    );
    assert!(!text.contains("terminating"), "{text}");
    assert_story(
        &drain(", disableEviction: true, gracePeriodSeconds: 2"),
        &[
            "5.000 $ kubectl drain a --ignore-daemonsets --delete-emptydir-data --disable-eviction --grace-period=2",
            "5.000 default/scratch terminating until 7.000, Deleted",
            "8.000 kubectl: pod/scratch deleted",
        ],
    );
    assert_story(
        &drain(", timeoutSeconds: 3"),
        &[
            "8.000 kubectl: There are pending pods in node \"a\" when an error occurred: error when waiting for pod \"scratch\" in \
             namespace \"default\" to terminate: context deadline exceeded",
            "8.000 kubectl: pod/scratch",
            "8.000 kubectl: error: unable to drain node \"a\"",
        ],
    );
}

#[test]
fn a_drain_ends_after_its_timeout_and_a_blocked_one_does_not_prolong_the_run() {
    let cluster = format!("{}{WEB}{BUDGET}", node("a", ""));
    let text = assert_story(
        &format!(
            "{cluster}{}",
            script("durationSeconds: 60\nscript: [{at: 10s, drain: {node: a, timeoutSeconds: 7}}]\n")
        ),
        &[
            "10.000 $ kubectl drain a --ignore-daemonsets --delete-emptydir-data --timeout=7s",
            "15.000 kubectl: error when evicting pods/\"web-",
            "20.000 kubectl: evicting pod default/web-",
            "20.000 kubectl: There are pending pods in node \"a\" when an error occurred: [error when evicting pods/\"web-",
            "20.000 kubectl: error: unable to drain node \"a\" due to error: [error when evicting pods/\"web-",
            "20.000 kubectl: error when evicting pods/\"web-",
        ],
    );
    assert!(text.contains("global timeout reached: 7s"), "{text}");
    assert!(!text.contains("25.000 kubectl"), "{text}");
    let blocked = super::run_story(&format!("{cluster}{}", script("script: [{at: 10s, drain: a}]\n")), Release::V1_36);
    assert!(blocked.contains("35.000  kubectl: error when evicting"), "{blocked}");
    assert!(blocked.ends_with("end: Quiet\n"), "{blocked}");
}

#[test]
fn two_budgets_for_a_pod_end_a_drain_at_once_and_single_evictions_are_not_retried() {
    let second = BUDGET.replace("name: web}", "name: other}").replace("minAvailable: 2", "minAvailable: 1");
    let cluster = format!("{}{WEB}{BUDGET}{second}", node("a", ""));
    let words = "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";
    let text = assert_story(
        &format!("{cluster}{}", script("durationSeconds: 60\nscript: [{at: 10s, drain: a}]\n")),
        &[
            "10.000 eviction of default/web-",
            "10.000 kubectl: error: unable to drain node \"a\" due to error: [error when evicting",
        ],
    );
    assert!(text.contains(words) && !text.contains("will retry"), "{text}");
    let pod = "---\nkind: Pod\nmetadata: {name: lone, labels: {app: web}}\nspec: {nodeName: a, containers: [{name: c}]}\nstatus: {phase: Running}\n";
    let evict = script("durationSeconds: 60\nscript: [{at: 10s, evict: {name: lone}}]\n");
    let text = assert_story(
        &format!("{}{pod}{BUDGET}{evict}", node("a", "")),
        &[
            "10.000 eviction of default/lone refused by default/web: 429 The disruption budget web needs 2 healthy pods and has 1 currently",
            "10.000 kubectl: Error from server (TooManyRequests): Cannot evict pod as it would violate the pod's disruption budget.",
        ],
    );
    assert_eq!(text.matches("refused").count(), 1, "{text}");
    assert_story(
        &format!("{}{pod}{BUDGET}{second}{evict}", node("a", "")),
        &[&format!("10.000 kubectl: Error from server: {words}")],
    );
}

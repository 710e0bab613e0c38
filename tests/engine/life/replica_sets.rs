//! ReplicaSets: which pods are deleted first when there are too many.

use super::*;

/// A pod of the ReplicaSet "web", with additional fields of its metadata, spec and status.
fn pod(name: &str, meta: &str, spec: &str, status: &str) -> String {
    format!(
        "---\nkind: Pod\nmetadata: {{name: {name}, labels: {{app: web}}, {meta} ownerReferences: [{{kind: ReplicaSet, name: web, controller: true}}]}}\nspec: {{terminationGracePeriodSeconds: 1, {spec} containers: [{{name: c}}]}}\nstatus: {{{status}}}\n"
    )
}

const RUNS: &str = "phase: Running, startTime: 2026-01-01T00:00:00Z";

/// The index of the pod that is deleted when the set is scaled down by one. Checked with names in both orders, so that names do not decide.
fn first_to_go(release: Release, pods: &[(&str, &str, &str)]) -> usize {
    let run = |name: &dyn Fn(usize) -> String| {
        let set = format!(
            "---\nkind: ReplicaSet\nmetadata: {{name: web, ownerReferences: [{{kind: Rollout, name: web, controller: true}}]}}\nspec: {{replicas: {}, selector: {{matchLabels: {{app: web}}}}, template: {{metadata: {{labels: {{app: web}}}}, spec: {{containers: [{{name: c}}]}}}}}}\n",
            pods.len()
        );
        let not_ready = node("bad", "").replace("status: {", "status: {conditions: [{type: Ready, status: Unknown}], ");
        let scale =
            format!("script: [{{at: 20s, scale: {{kind: ReplicaSet, name: web, replicas: {}}}}}]\n", pods.len() - 1);
        let story = format!(
            "---\nkind: Scenario\ndurationSeconds: 25\nepoch: 2026-01-01T10:00:00Z\ntimings: {{containerStartMillis: 1000000}}\n{scale}"
        );
        let listed: String =
            pods.iter().enumerate().map(|(at, (meta, spec, status))| pod(&name(at), meta, spec, status)).collect();
        let text = run_story(&format!("{}{}{not_ready}{set}{listed}{story}", node("a", ""), node("b", "")), release);
        assert!(!text.contains("created by"), "{text}");
        let gone: Vec<usize> = (0..pods.len())
            .filter(|at| {
                let name = name(*at);
                text.contains(&format!("default/{name} terminating")) || text.contains(&format!("default/{name} gone"))
            })
            .collect();
        assert_eq!(gone.len(), 1, "{text}");
        gone[0]
    };
    let (one_way, other_way) = (run(&|at| format!("p{at}")), run(&|at| format!("p{}", 9 - at)));
    assert_eq!(one_way, other_way, "names decide");
    one_way
}

#[test]
fn pods_are_deleted_in_upstreams_order() {
    let on = |node: &str| format!("nodeName: {node},");
    let (a, b, bad) = (on("a"), on("b"), on("bad"));
    let late = "phase: Running, startTime: 2026-01-01T09:00:00Z";
    let cost = |cost: &str| format!("annotations: {{controller.kubernetes.io/pod-deletion-cost: '{cost}'}},");
    let (cheap, dear) = (cost("-5"), cost("10"));
    let born = |hour: u32| format!("creationTimestamp: 2026-01-01T0{hour}:00:00Z,");
    let (old, young) = (born(1), born(2));
    for release in Release::ALL {
        // The expected pod is the first one. The rules after the tested one favor the other.
        for (rule, pods) in [
            ("unassigned", vec![("", "schedulerName: other,", ""), ("", &*a, "phase: Pending")]),
            ("pending", vec![("", &*a, "phase: Pending"), ("", &*bad, RUNS)]),
            ("not ready", vec![("", &*bad, RUNS), ("", &*b, late)]),
            ("rank", vec![("", &*a, RUNS), ("", &*b, late), ("", &*a, RUNS)]),
            ("ready for a shorter time", vec![(&*old, &*a, late), (&*young, &*b, RUNS)]),
            ("newer", vec![(&*young, &*a, RUNS), (&*old, &*b, RUNS)]),
        ] {
            let gone = first_to_go(release, &pods);
            assert!(gone == 0 || rule == "rank" && gone == 2, "{release}: {rule}: {gone} goes first");
        }
    }
    let costs = [(&*cheap, &*b, RUNS), (&*dear, &*a, late), (&*dear, &*a, late)];
    assert_eq!(first_to_go(Release::V1_34, &costs), 0, "what is cheap goes first, whatever stands beside it");
    assert_ne!(first_to_go(Release::V1_20, &costs), 0, "this release knows no costs");
}

#[test]
fn the_youngest_pod_is_deleted_and_of_equal_pods_the_first() {
    let text = assert_story(
        &format!(
            "{}{WEB}{}",
            node("a", ""),
            script(
                "durationSeconds: 40\nscript: [{at: 10s, scale: {name: web, replicas: 4}}, {at: 20s, scale: {name: web, replicas: 3}}, {at: 30s, scale: {name: web, replicas: 1}}]\n"
            )
        ),
        &["20.100 default/web-", "30.100 default/web-"],
    );
    let name = |line: &str, at: usize| line.split_whitespace().nth(at).unwrap().to_owned();
    let made: Vec<String> =
        text.lines().filter(|line| line.contains(" created by ")).map(|line| name(line, 2)).collect();
    let gone: Vec<String> = text.lines().filter(|line| line.contains("ScaledDown")).map(|line| name(line, 1)).collect();
    // Two pods were created at the start, and two at 10 s.
    assert_eq!(gone, [&*made[2], &*made[3], &*made[0]], "{text}");
}

#[test]
fn a_replication_controller_maintains_its_replicas() {
    let controller = |replicas: u32| {
        format!(
            "{{kind: ReplicationController, metadata: {{name: web}}, spec: {{replicas: {replicas}, selector: {{app: web}}, template: {{metadata: {{labels: {{app: web}}}}, spec: {{terminationGracePeriodSeconds: 1, containers: [{{name: c}}]}}}}}}}}"
        )
    };
    let lines = format!("script: [{{at: 10s, apply: {}}}]\n", controller(3));
    let text = assert_story(
        &format!("{}---\n{}\n{}", node("a", ""), controller(2), script(&lines)),
        &["0.000 pod default/web-", "0.000 pod default/web-", "10.000 $ kubectl apply", "10.100 pod default/web-"],
    );
    assert_eq!(text.matches("created by ReplicationController/web").count(), 3, "{text}");
}

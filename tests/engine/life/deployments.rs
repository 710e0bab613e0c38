//! Rollouts of Deployments.

use super::*;

#[test]
fn a_deployment_rolls_out_a_new_template() {
    let cluster = format!("{}{WEB}", node("a", ""));
    let changed = WEB.trim_start_matches("---\n").replace("cpu: 1", "cpu: 500m");
    let apply = |changed: &str| {
        let object: String = changed.lines().flat_map(|line| ["    ", line, "\n"]).collect();
        script(&format!("durationSeconds: 60\nscript:\n- at: 10s\n  apply:\n{object}"))
    };
    // 25 % of 2 replicas: maxSurge is rounded up to 1, and maxUnavailable down to 0.
    let text = assert_story(
        &format!("{cluster}{}", apply(&changed)),
        &["10.100 pod default/web-", "11.100 default/web-", "11.200 default/web-"],
    );
    assert_eq!(text.matches("ScaledDown").count(), 2, "{text}");
    assert_eq!(text.matches("created by ReplicaSet/web-").count(), 4, "{text}");
    let recreate = changed.replace("  replicas: 2\n", "  replicas: 2\n  strategy: {type: Recreate}\n");
    let text = assert_story(&format!("{cluster}{}", apply(&recreate)), &["10.100 default/web-", "15.100 default/web-"]);
    let first_new = text.lines().filter(|line| line.contains("created by ReplicaSet/web-")).nth(2).unwrap();
    assert!(first_new.trim_start().starts_with("15."), "{first_new}\n{text}");
}

#[test]
fn unhealthy_old_pods_are_deleted_first() {
    let spread = "topologySpreadConstraints: [{maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {app: web}}}], ";
    let four = WEB.replace("replicas: 2", "replicas: 4").replace("spec: {term", &format!("spec: {{{spread}term"));
    let changed = four.trim_start_matches("---\n").replace("cpu: 1", "cpu: 500m");
    let object: String = changed.lines().flat_map(|line| ["    ", line, "\n"]).collect();
    for sick in ["a", "b"] {
        let story = script(&format!(
            "durationSeconds: 100\nscript:\n- {{at: 10s, unreachable: {sick}}}\n- at: 60s\n  apply:\n{object}"
        ));
        let text = assert_story(&format!("{}{}{four}{story}", node("a", ""), node("b", "")), &["60.100 default/web-"]);
        let on_sick: Vec<&str> = text
            .lines()
            .filter(|line| line.ends_with(&format!("bound to {sick}")))
            .filter_map(|line| line.split_whitespace().nth(1))
            .take(2)
            .collect();
        let first = text.lines().filter(|line| line.contains("ScaledDown")).take(2);
        for line in first {
            assert!(on_sick.iter().any(|name| line.contains(name)), "{line}: not of {on_sick:?}\n{text}");
        }
    }
}

#[test]
fn scaling_during_a_rollout_is_proportional() {
    let of = |replicas: u32, image: &str| {
        format!(
            "kind: Deployment\nmetadata: {{name: web}}\nspec: {{replicas: {replicas}, strategy: {{rollingUpdate: {{maxSurge: 3, maxUnavailable: 2}}}}, selector: {{matchLabels: {{app: web}}}}, template: {{metadata: {{labels: {{app: web}}}}, spec: {{terminationGracePeriodSeconds: 1, schedulerName: {image}, containers: [{{name: c}}]}}}}}}\n"
        )
    };
    let object = |text: String| -> String { text.lines().flat_map(|line| ["    ", line, "\n"]).collect() };
    // Pods of the new template name a scheduler that does not exist, so the rollout is stuck.
    let story = script(&format!(
        "script:\n- at: 20s\n  apply:\n{}- {{at: 40s, scale: {{kind: Deployment, name: web, replicas: 20}}}}\n- {{at: 50s, scale: {{kind: Deployment, name: web, replicas: 5}}}}\n",
        object(of(10, "none"))
    ));
    let big = node("a", "").replace("cpu: 4", "cpu: 4, pods: 100");
    let text = assert_story_under(
        Release::V1_36,
        &format!("{big}---\n{}{story}", of(10, "default-scheduler")),
        &["20.100 Deployment"],
    );
    let scaled = |at: &str| -> Vec<String> {
        let lines =
            text.lines().filter(|line| line.trim_start().starts_with(at) && line.contains("event ScalingReplicaSet"));
        lines.filter_map(|line| Some(line.split_once(" from ")?.1.to_owned())).collect()
    };
    assert_eq!(scaled("20.100"), ["0 to 3", "10 to 8"], "{text}");
    assert_eq!(scaled("40.100"), ["8 to 14", "5 to 9"], "{text}");
    assert_eq!(scaled("50.100"), ["14 to 5", "9 to 3"], "{text}");
}

/// A Deployment in one line. Pods with the image "none" name a scheduler that does not exist, so a rollout to it is stuck.
fn web(replicas: u32, strategy: &str, image: &str) -> String {
    let scheduler = if image == "none" { "schedulerName: none, " } else { "" };
    format!(
        "{{apiVersion: apps/v1, kind: Deployment, metadata: {{name: web}}, spec: {{replicas: {replicas}, strategy: {{{strategy}}}, selector: {{matchLabels: {{app: web}}}}, template: {{metadata: {{labels: {{app: web}}}}, spec: {{terminationGracePeriodSeconds: 1, {scheduler}containers: [{{name: c, image: {image}}}]}}}}}}}}"
    )
}

/// How a Deployment scales its ReplicaSets after the start: time, set, sizes, and upstream's function. Sets are numbered in order of creation.
fn set_sizes(text: &str) -> Vec<String> {
    let story = run_story(text, Release::V1_36);
    let mut sets = Vec::new();
    let changes = story.lines().filter_map(|line| {
        let (at, decision) = line.trim().split_once("  Deployment/default/web wants ")?;
        let (set, change) = decision.split_once(": ")?.1.split_once(' ')?;
        let number = sets.iter().position(|other| *other == set).unwrap_or_else(|| {
            sets.push(set.to_owned());
            sets.len() - 1
        });
        Some((at != "0.000").then(|| format!("{at} set {number}: {}", change.replace("DeploymentController.", ""))))
    });
    changes.flatten().collect()
}

#[test]
fn a_deployment_scales_its_sets_as_upstream_does() {
    let big = node("a", "").replace("cpu: 4", "cpu: 4, pods: 100");
    let careful = "rollingUpdate: {maxSurge: 1, maxUnavailable: 0}";
    let frugal = "rollingUpdate: {maxSurge: 0, maxUnavailable: 1}";
    let generous = "rollingUpdate: {maxSurge: 3, maxUnavailable: 2}";
    for (first, changes, expected) in [
        // During a rollout, sets with one pod get their share of a new size, too.
        (
            web(1, careful, "one"),
            vec![web(1, careful, "none"), web(3, careful, "none")],
            vec![
                "20.100 set 1: 0 -> 1 (reconcileNewReplicaSet)",
                "40.100 set 1: 1 -> 2 (scale)",
                "40.100 set 0: 1 -> 2 (scale)",
            ],
        ),
        // The last old pod still counts, so there are never more than three.
        (
            web(3, frugal, "one"),
            vec![web(3, frugal, "two")],
            vec![
                "20.100 set 0: 3 -> 2 (scaleDownOldReplicaSetsForRollingUpdate)",
                "20.200 set 1: 0 -> 1 (reconcileNewReplicaSet)",
                "21.300 set 0: 2 -> 1 (scaleDownOldReplicaSetsForRollingUpdate)",
                "21.400 set 1: 1 -> 2 (reconcileNewReplicaSet)",
                "22.500 set 0: 1 -> 0 (scaleDownOldReplicaSetsForRollingUpdate)",
                "22.600 set 1: 2 -> 3 (reconcileNewReplicaSet)",
            ],
        ),
        // Recreate has no surge, so the shares add up to 20. Then the old pods are deleted.
        (
            web(10, generous, "one"),
            vec![web(10, generous, "none"), web(20, "type: Recreate", "none")],
            vec![
                "20.100 set 1: 0 -> 3 (reconcileNewReplicaSet)",
                "20.100 set 0: 10 -> 8 (scaleDownOldReplicaSetsForRollingUpdate)",
                "20.200 set 1: 3 -> 5 (reconcileNewReplicaSet)",
                "40.100 set 0: 8 -> 12 (scale)",
                "40.100 set 1: 5 -> 8 (scale)",
                "40.200 set 0: 12 -> 0 (rolloutRecreate)",
                "41.300 set 1: 8 -> 20 (rolloutRecreate)",
            ],
        ),
    ] {
        let actions = changes.iter().zip([20, 40]).map(|(change, at)| format!("- {{at: {at}s, apply: {change}}}\n"));
        let lines = script(&format!("durationSeconds: 60\nscript:\n{}", actions.collect::<String>()));
        assert_eq!(set_sizes(&format!("{big}---\n{first}\n{lines}")), expected, "{first}");
    }
}

/// Upstream's `getReplicaSetFraction`: a set without the annotation and without pods has no share.
#[test]
fn a_set_that_was_never_scaled_has_no_share_while_a_quota_rejects_all_pods() {
    let quota = "---\nkind: ResourceQuota\nmetadata: {name: none}\nspec: {hard: {pods: 0}}\n";
    let owned_set = "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web-old, ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, uid: u-web, controller: true}]}, spec: {replicas: 4, selector: {matchLabels: {app: web, pod-template-hash: old}}, template: {metadata: {labels: {app: web, pod-template-hash: old}}, spec: {containers: [{name: c, image: old}]}}}}";
    let first = web(2, "", "one").replace("{name: web}", "{name: web, uid: u-web}");
    let lines = script(&format!(
        "durationSeconds: 11\nscript:\n- {{at: 10s, create: {owned_set}}}\n- {{at: 10s, scale: {{kind: Deployment, name: web, replicas: 6}}}}\n"
    ));
    // Two replicas are added, for a total of six plus a surge of two; the other set gets them.
    let sizes = set_sizes(&format!("{}{quota}---\n{first}\n{lines}", node("a", "")));
    assert_eq!(sizes, ["10.100 set 0: 2 -> 4 (scale)"]);
}

#[test]
fn a_new_set_does_not_get_the_name_of_an_existing_one() {
    let plain = format!("{}---\n{}\n", node("a", ""), web(1, "", "one"));
    let story = run_story(&format!("{plain}{}", script("")), Release::V1_36);
    let first = story.lines().find_map(|line| line.split_once("created by ReplicaSet/")?.1.split(',').next()).unwrap();
    // If the number were the count of sets, the third set would get the second one's name after the first was deleted.
    let lines = script(&format!(
        "durationSeconds: 60\nscript:\n- {{at: 10s, apply: {}}}\n- {{at: 20s, delete: {{kind: ReplicaSet, name: {first}}}}}\n- {{at: 30s, apply: {}}}\n",
        web(1, "", "two"),
        web(1, "", "three")
    ));
    let sizes: Vec<String> = set_sizes(&format!("{plain}{lines}"));
    let steps: Vec<&str> = sizes.iter().filter_map(|change| Some(change.split_once(" (")?.0)).collect();
    let expected = ["10.100 set 1: 0 -> 1", "11.200 set 0: 1 -> 0", "30.100 set 2: 0 -> 1", "31.200 set 1: 1 -> 0"];
    assert_eq!(steps, expected);
}

#[test]
fn match_label_keys_limit_anti_affinity_to_the_same_revision() {
    let web = |image: u32| {
        format!(
            "kind: Deployment
metadata: {{name: web}}
spec:
  replicas: 2
  selector: {{matchLabels: {{app: web}}}}
  template:
    metadata: {{labels: {{app: web}}}}
    spec:
      containers: [{{name: c, image: \"web:{image}\"}}]
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - {{labelSelector: {{matchLabels: {{app: web}}}}, topologyKey: kubernetes.io/hostname, matchLabelKeys: [pod-template-hash]}}
"
        )
    };
    let object: String = web(2).lines().flat_map(|line| ["    ", line, "\n"]).collect();
    let story = script(&format!("durationSeconds: 300\nscript:\n- at: 10s\n  apply:\n{object}"));
    let text = format!("{}{}---\n{}{story}", node("a", ""), node("b", ""), web(1));
    for release in Release::ALL {
        let log = run_story(&text, release);
        // Before v1.31 the field is ignored, and no new pod fits next to an old one.
        let bound = if release >= Release::V1_34 { 4 } else { 2 };
        assert_eq!(log.matches(" bound to ").count(), bound, "{release:?}\n{log}");
    }
}

#[test]
fn mismatch_label_keys_limit_anti_affinity_to_other_teams() {
    let pod = |name: &str, team: &str, more: &str| {
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}, labels: {{kind: tenant, team: {team}}}}}\nspec:\n  {more}\n  containers: [{{name: c}}]\n"
        )
    };
    let apart = "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, \
                 labelSelector: {matchLabels: {kind: tenant}}, mismatchLabelKeys: [team]}]}}";
    for (team, fits) in [("red", true), ("blue", false)] {
        let pods = [pod("there", team, "nodeName: a"), pod("red", "red", apart)].concat();
        let text = format!("{}{pods}{}", node("a", ""), script("durationSeconds: 10\n"));
        for release in [Release::V1_34, Release::V1_36] {
            let story = run_story(&text, release);
            assert_eq!(story.contains("default/red bound to a"), fits, "{team} {release:?}\n{story}");
        }
        // Without the field, the anti-affinity applies to the pod's own team too.
        assert!(!run_story(&text, Release::V1_20).contains("default/red bound to a"));
    }
}

#[test]
fn a_recreated_pod_does_not_inherit_merged_label_keys() {
    let pod = |number: u32| {
        format!(
            "---
kind: Pod
metadata:
  name: db-{number}
  uid: u{number}
  labels: {{app: db, statefulset.kubernetes.io/pod-name: \"{number}\"}}
  ownerReferences: [{{apiVersion: apps/v1, kind: StatefulSet, name: db, uid: s, controller: true}}]
spec:
  nodeName: n{number}
  containers: [{{name: c}}]
  affinity:
    podAntiAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
      - topologyKey: kubernetes.io/hostname
        matchLabelKeys: [statefulset.kubernetes.io/pod-name]
        labelSelector:
          matchExpressions:
          - {{key: app, operator: In, values: [db]}}
          - {{key: statefulset.kubernetes.io/pod-name, operator: In, values: [\"{number}\"]}}
status: {{phase: Running}}
"
        )
    };
    let story = script("durationSeconds: 60\nscript: [{at: 10s, delete: {name: db-0}}]\n");
    let text = format!("{}{}{}{}{story}", node("n0", ""), node("n1", ""), pod(0), pod(1));
    let run = schedscope::simulation::Simulation::new(texts::scenario(&text, Release::V1_34));
    let (run, _) = run.run_to_end();
    let made = run.pods().find(|(key, _)| **key == *"default/db-0").map(|(_, pod)| pod).expect("a new pod");
    let required =
        &made.spec.affinity.as_ref().and_then(|affinity| affinity.pod_anti_affinity.as_ref()).expect("terms").required;
    let expressions = &required[0].label_selector.as_ref().expect("a selector").match_expressions;
    let values: Vec<&str> =
        expressions.iter().flat_map(|expression| &expression.values).map(|value| value.as_str()).collect();
    // The template is inferred from db-1, but the new pod has its own value of the label.
    assert_eq!(values, ["db", "db-0"]);
}

#[test]
fn a_pod_with_merged_label_keys_can_be_applied_again() {
    let pod = "{apiVersion: v1, kind: Pod, metadata: {name: p, labels: {app: web, hash: x}}, spec: {affinity: {podAntiAffinity: \
               {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}, \
               matchLabelKeys: [hash]}]}}, containers: [{name: c}]}}";
    let story = script(&format!("durationSeconds: 20\nscript:\n- {{at: 10s, apply: {pod}}}\n"));
    for release in Release::ALL {
        let text = run_story(&format!("{}---\n{pod}\n{story}", node("a", "")), release);
        assert!(text.contains("default/p bound to a") && !text.contains("invalid"), "{release:?}\n{text}");
    }
}

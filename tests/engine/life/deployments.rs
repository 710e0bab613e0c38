//! Deployments that roll over.

use super::*;

#[test]
fn a_deployment_rolls_over() {
    let cluster = format!("{}{WEB}", node("a", ""));
    let changed = WEB.trim_start_matches("---\n").replace("cpu: 1", "cpu: 500m");
    let apply = |changed: &str| {
        let object: String = changed.lines().flat_map(|line| ["    ", line, "\n"]).collect();
        script(&format!("durationSeconds: 60\nscript:\n- at: 10s\n  apply:\n{object}"))
    };
    // 25 % of 2 is one more at a time, and none fewer.
    let told = tells(
        &format!("{cluster}{}", apply(&changed)),
        &["10.100 pod default/web-", "11.100 default/web-", "11.200 default/web-"],
    );
    assert_eq!(told.matches("ScaledDown").count(), 2, "{told}");
    assert_eq!(told.matches("created by ReplicaSet/web-").count(), 4, "{told}");
    let recreate = changed.replace("  replicas: 2\n", "  replicas: 2\n  strategy: {type: Recreate}\n");
    let told = tells(&format!("{cluster}{}", apply(&recreate)), &["10.100 default/web-", "15.100 default/web-"]);
    let first_new = told.lines().filter(|line| line.contains("created by ReplicaSet/web-")).nth(2).unwrap();
    assert!(first_new.trim_start().starts_with("15."), "{first_new}\n{told}");
}

#[test]
fn unhealthy_old_pods_go_first() {
    let spread = "topologySpreadConstraints: [{maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {app: web}}}], ";
    let four = WEB.replace("replicas: 2", "replicas: 4").replace("spec: {term", &format!("spec: {{{spread}term"));
    let changed = four.trim_start_matches("---\n").replace("cpu: 1", "cpu: 500m");
    let object: String = changed.lines().flat_map(|line| ["    ", line, "\n"]).collect();
    for sick in ["a", "b"] {
        let story = script(&format!(
            "durationSeconds: 100\nscript:\n- {{at: 10s, unreachable: {sick}}}\n- at: 60s\n  apply:\n{object}"
        ));
        let told = tells(&format!("{}{}{four}{story}", node("a", ""), node("b", "")), &["60.100 default/web-"]);
        let on_sick: Vec<&str> = told
            .lines()
            .filter(|line| line.ends_with(&format!("bound to {sick}")))
            .filter_map(|line| line.split_whitespace().nth(1))
            .take(2)
            .collect();
        let first = told.lines().filter(|line| line.contains("ScaledDown")).take(2);
        for line in first {
            assert!(on_sick.iter().any(|name| line.contains(name)), "{line}: not of {on_sick:?}\n{told}");
        }
    }
}

#[test]
fn another_size_in_the_middle_of_a_roll_over_is_shared_out() {
    let of = |replicas: u32, image: &str| {
        format!(
            "kind: Deployment\nmetadata: {{name: web}}\nspec: {{replicas: {replicas}, strategy: {{rollingUpdate: {{maxSurge: 3, maxUnavailable: 2}}}}, selector: {{matchLabels: {{app: web}}}}, template: {{metadata: {{labels: {{app: web}}}}, spec: {{terminationGracePeriodSeconds: 1, schedulerName: {image}, containers: [{{name: c}}]}}}}}}\n"
        )
    };
    let object = |text: String| -> String { text.lines().flat_map(|line| ["    ", line, "\n"]).collect() };
    // Pods of the new template wait for a scheduler that does not come, so the roll-over stands.
    let story = script(&format!(
        "script:\n- at: 20s\n  apply:\n{}- {{at: 40s, scale: {{kind: Deployment, name: web, replicas: 20}}}}\n- {{at: 50s, scale: {{kind: Deployment, name: web, replicas: 5}}}}\n",
        object(of(10, "none"))
    ));
    let big = node("a", "").replace("cpu: 4", "cpu: 4, pods: 100");
    let told = tells_under(
        Release::V1_36,
        &format!("{big}---\n{}{story}", of(10, "default-scheduler")),
        &["20.100 Deployment"],
    );
    let scaled = |at: &str| -> Vec<String> {
        let lines =
            told.lines().filter(|line| line.trim_start().starts_with(at) && line.contains("event ScalingReplicaSet"));
        lines.filter_map(|line| Some(line.split_once(" from ")?.1.to_owned())).collect()
    };
    assert_eq!(scaled("20.100"), ["0 to 3", "10 to 8"], "{told}");
    assert_eq!(scaled("40.100"), ["8 to 14", "5 to 9"], "{told}");
    assert_eq!(scaled("50.100"), ["14 to 5", "9 to 3"], "{told}");
}

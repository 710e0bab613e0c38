//! What budgets count.

use super::*;

#[test]
fn a_node_that_falls_silent_makes_its_pods_unhealthy_and_one_that_is_not_ready_does_not() {
    let cluster = format!("{}{WEB}{}", node("a", ""), BUDGET.replace("minAvailable: 2", "minAvailable: 1"));
    tells(
        &format!("{cluster}{}", script("durationSeconds: 60\nscript: [{at: 10s, unreachable: a}]\n")),
        &["1.100 budget web allows 1 (2 healthy, 1 desired)", "50.100 budget web allows 0 (0 healthy, 1 desired)"],
    );
    let told = told(
        &format!("{cluster}{}", script("durationSeconds: 60\nscript: [{at: 10s, notReady: a}]\n")),
        Release::V1_36,
    );
    assert!(!after(&told, "1.100").contains("0 healthy"), "{told}");
}

#[test]
fn a_pod_that_is_not_ready_may_go_while_enough_others_are() {
    let three = WEB.replace("replicas: 2", "replicas: 3").replace("app: web}}\n    spec: {", "app: web}}\n    spec: {topologySpreadConstraints: [{maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {app: web}}}], ");
    let cluster = format!("{}{}{three}{BUDGET}", node("a", ""), node("b", ""));
    let lines = "durationSeconds: 90\nscript: [{at: 10s, unreachable: a}, {at: 60s, drain: a}]\n";
    let drained = |release| told(&format!("{cluster}{}", script(lines)), release).matches("Drained").count();
    assert!(
        drained(Release::V1_34) > drained(Release::V1_20),
        "{}",
        told(&format!("{cluster}{}", script(lines)), Release::V1_34)
    );
}

#[test]
fn budgets_are_counted_before_the_first_attempt() {
    let pod = |name: &str, more: &str| {
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}, labels: {{app: web}}}}\nspec: {{{more} containers: [{{name: c}}]}}\n"
        )
    };
    let running = |name: &str| format!("{}status: {{phase: Running}}\n", pod(name, "nodeName: a,"));
    let told = tells(
        &format!(
            "{}{}{}{}{}",
            node("a", ""),
            BUDGET.replace("minAvailable: 2", "minAvailable: 1"),
            running("one"),
            running("two"),
            pod("new", "")
        ),
        &["0.000 budget web allows 1 (2 healthy, 1 desired)", "0.000 default/new popped"],
    );
    assert_eq!(told.matches("allows 0").count(), 1, "{told}");
}

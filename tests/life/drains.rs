//! Drains: evictions that ask budgets.

use super::*;

#[test]
fn a_drain_honours_budgets_and_asks_again() {
    let cluster = format!("{}{}{WEB}", node("a", ""), node("b", "unschedulable: true"));
    let story = script("durationSeconds: 60\nscript:\n- {at: 10s, drain: a}\n- {at: 12s, uncordon: b}\n");
    tells(
        &format!("{cluster}{story}"),
        &[
            "10.000 $ kubectl drain a",
            "10.000 node a changes, taints [node.kubernetes.io/unschedulable:NoSchedule]",
            "10.000 kubectl: evicting pod default/web-",
            "10.000 default/web-",
            "15.000 default/web-",
        ],
    );
    let guarded = format!("{cluster}{BUDGET}{story}");
    let told = tells(
        &guarded,
        &[
            "10.000 kubectl: error when evicting pods/\"web-",
            "15.000 kubectl: error when evicting pods/\"web-",
            "20.000 kubectl: error when evicting pods/\"web-",
        ],
    );
    assert!(told.contains("Cannot evict pod as it would violate the pod's disruption budget."));
    assert!(!told.contains("Drained"), "{told}");
    let one_more = guarded.replace("minAvailable: 2", "minAvailable: 1");
    let told = tells(&one_more, &["10.000 budget web allows 0", "10.000 default/web-"]);
    // One goes at once; the other when the first one's successor runs.
    assert_eq!(told.matches("Drained").count(), 2, "{told}");
    let second = told.lines().filter(|line| line.contains("Drained")).nth(1).unwrap().trim_start().to_owned();
    assert!(!second.starts_with("10.000"), "{second}");
}

#[test]
fn a_drain_leaves_alone_what_nobody_makes_anew() {
    let pod = "---\nkind: Pod\nmetadata: {name: lone}\nspec: {nodeName: a, containers: [{name: c}]}\n";
    let cluster = format!("{}{pod}", node("a", ""));
    let refused = tells(
        &format!("{cluster}{}", script("script: [{at: 5s, drain: a}]\n")),
        &["5.000 kubectl: cannot delete Pods that declare no controller (use --force to override): default/lone"],
    );
    assert!(!refused.contains("lone terminating"));
    tells(
        &format!("{cluster}{}", script("script: [{at: 5s, drain: {node: a, force: true, gracePeriodSeconds: 1}}]\n")),
        &["5.000 default/lone terminating until 6.000, Drained", "6.000 default/lone gone"],
    );
}

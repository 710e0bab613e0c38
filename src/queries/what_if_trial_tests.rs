//! What trials report about small clusters.

use api::{Millis, Str};
use protocol::{Answer, Consequences, Extent, PodConsequence, PodFate, PodPlacement, Question, Trial};

use crate::test_support::answer_to;

/// The consequences of a trial, after everything that happens without it.
fn consequences_of(text: &str, trial: Trial) -> Consequences {
    // The script begins at the tenth second.
    match answer_to(text, None, Some(Millis::from_seconds(10)), Question::Consequences(trial)) {
        Answer::Consequences(consequences) => consequences,
        other => panic!("{other:?}"),
    }
}

fn node(name: &str, zone: &str, cpu: u32) -> String {
    format!(
        "kind: Node\nmetadata: {{name: {name}, labels: {{topology.kubernetes.io/zone: {zone}}}}}\nstatus: {{allocatable: {{cpu: {cpu}, memory: 8Gi, pods: 20}}}}\n---\n"
    )
}

fn pod(name: &str, on: &str, more: &str) -> String {
    format!(
        "kind: Pod\nmetadata: {{name: {name}, labels: {{app: {name}}}}}\nspec: {{nodeName: {on:?}, {more} containers: [{{name: c, resources: {{requests: {{cpu: 1}}}}}}]}}\n{}---\n",
        if on.is_empty() { "" } else { "status: {phase: Running}\n" }
    )
}

fn deployment(name: &str, replicas: u32) -> String {
    format!(
        "kind: Deployment\nmetadata: {{name: {name}}}\nspec: {{replicas: {replicas}, selector: {{matchLabels: {{app: {name}}}}}, template: {{metadata: {{labels: {{app: {name}}}}}, spec: {{containers: [{{name: c, resources: {{requests: {{cpu: 1}}}}}}]}}}}}}\n---\n"
    )
}

fn budget(app: &str, least: u32) -> String {
    format!(
        "kind: PodDisruptionBudget\nmetadata: {{name: {app}}}\nspec: {{minAvailable: {least}, selector: {{matchLabels: {{app: {app}}}}}}}\n---\n"
    )
}

const SCRIPT: &str = "kind: Scenario\nrelease: v1.34\ndurationSeconds: 900\nscript: [{at: 10s, create: {kind: Pod, metadata: {name: late}, spec: {containers: [{name: c}]}}}]\n";

/// The fates in short: what happens to each pod, and the node of its successor.
fn fate_lines(consequences: &Consequences) -> Vec<String> {
    let place = |pod_placement: &PodPlacement| pod_placement.node.as_deref().unwrap_or("pending").to_owned();
    let fate = |pod_fate: &PodFate| {
        let comes = match &pod_fate.comes {
            PodConsequence::Goes { why, .. } => format!("{why:?}"),
            PodConsequence::Lingers(why) => format!("lingers {why:?}"),
            PodConsequence::Kept(budgets) => format!("kept {}", budgets.join(",")),
            PodConsequence::Fails(reason) => format!("fails {reason}"),
            PodConsequence::EvictionFails(error) => format!("{} {}", error.code, error.budgets.join(",")),
            PodConsequence::Stays(reason) => format!("Stays({reason:?})"),
        };
        let app = pod_fate.pod.trim_start_matches("default/").split('-').next().unwrap_or_default();
        let instead =
            pod_fate.instead.as_ref().map_or_else(String::new, |pod_placement| format!(" -> {}", place(pod_placement)));
        format!("{app} {} {comes}{instead}", pod_fate.node)
    };
    consequences
        .fates
        .iter()
        .map(fate)
        .chain(consequences.copy.iter().map(|copy| format!("copy -> {}", place(copy))))
        .collect()
}

#[test]
fn drain_lists_blocked_moved_and_waiting_pods() {
    let cluster = [node("a", "z", 4), node("b", "z", 1)].concat();
    let text = [cluster.clone(), pod("lone", "a", ""), deployment("web", 2), SCRIPT.into()].concat();
    let consequences = consequences_of(&text, Trial::Drain("a".into()));
    // One of the two is already on b, and uses the room there.
    assert_eq!(fate_lines(&consequences), ["lone a Drained", "web a Drained -> pending"]);
    assert_eq!(
        (consequences.nodes.as_slice(), consequences.extent == Extent::ToEnd, consequences.pending_pods().count()),
        (&[Str::from("a")][..], true, 1)
    );
    let roomy = text.replace("cpu: 1, memory", "cpu: 3, memory");
    assert!(
        fate_lines(&consequences_of(&roomy, Trial::Drain("a".into()))).iter().all(|line| !line.contains("pending"))
    );
    let consequences = consequences_of(&[text, budget("web", 2)].join("\n---\n"), Trial::Drain("a".into()));
    assert_eq!(fate_lines(&consequences), ["lone a Drained", "web a kept default/web"]);
    assert_eq!(consequences_of(&cluster, Trial::Drain("none".into())).fates, []);
}

#[test]
fn a_drain_ignores_pods_that_the_kubelet_runs_and_names_the_flags_it_needs() {
    let owned = |name: &str, kind: &str, annotations: &str, volumes: &str| {
        format!(
            "kind: Pod\nmetadata: {{name: {name}, annotations: {{{annotations}}}, ownerReferences: [{{apiVersion: v1, kind: {kind}, \
             name: a, controller: true}}]}}\nspec: {{nodeName: a, {volumes}containers: [{{name: c}}]}}\nstatus: {{phase: Running}}\n---\n"
        )
    };
    let mirror = |name: &str| owned(name, "Node", "kubernetes.io/config.mirror: x", "");
    let scratch = "volumes: [{name: v, emptyDir: {}}], ";
    let control_plane = [node("a", "z", 4), mirror("etcd"), mirror("apiserver"), SCRIPT.into()].concat();
    let consequences = consequences_of(&control_plane, Trial::Drain("a".into()));
    assert_eq!(fate_lines(&consequences), ["apiserver a Stays(Mirror)", "etcd a Stays(Mirror)"]);
    assert_eq!((consequences.flags, consequences.refusals), (Vec::new(), Vec::new()));
    for (more, flags) in [
        (owned("own", "Custom", "", ""), &[][..]),
        (owned("proxy", "DaemonSet", "", scratch), &["--ignore-daemonsets"]),
        (pod("lone", "a", ""), &["--force"]),
        (owned("own", "Custom", "", scratch), &["--delete-emptydir-data"]),
        (pod("lone", "a", scratch), &["--delete-emptydir-data", "--force"]),
        (pod("done", "a", scratch).replace("Running", "Succeeded"), &[]),
    ] {
        let consequences = consequences_of(&[more.clone(), control_plane.clone()].concat(), Trial::Drain("a".into()));
        let needed: Vec<&str> = consequences.flags.iter().map(|drain_flag| drain_flag.flag.as_str()).collect();
        assert_eq!(needed, flags, "{more}");
        assert_eq!(consequences.refusals.is_empty(), flags.is_empty(), "{more}");
    }
}

#[test]
fn a_copy_of_a_controllers_pod_is_not_adopted() {
    let class = "kind: PriorityClass\nmetadata: {name: high}\nvalue: 100\n---\n";
    let text = [class.into(), node("a", "z", 2), deployment("web", 1), pod("low", "a", ""), SCRIPT.into()].concat();
    let question = |like: &str| Trial::Class { like: like.into(), class: "high".into() };
    let mut run = crate::test_support::FinishedRun::new(&text, None, Some(Millis::from_seconds(10)));
    let web = run.frame.pods.keys().find(|key| key.starts_with("default/web")).expect("a pod").clone();
    let Answer::Consequences(consequences) = run.answer_to(Question::Consequences(question(&web))) else {
        panic!("no answer")
    };
    assert!(consequences.copy.as_ref().is_some_and(|copy| copy.node.as_deref() == Some("a")), "{consequences:?}");
    assert_eq!(consequences.fates.len(), 1, "{consequences:?}");
}

#[test]
fn what_a_budget_lets_go_one_after_the_other_goes_in_the_end() {
    let text = [node("a", "z", 4), node("b", "z", 4), deployment("web", 4), budget("web", 3), SCRIPT.into()].concat();
    let consequences = consequences_of(&text, Trial::Drain("a".into()));
    let after = |fate: &PodFate| if let PodConsequence::Goes { after, .. } = fate.comes { after } else { Millis::ZERO };
    let times: Vec<Millis> = consequences.fates.iter().map(after).collect();
    assert!(times.len() == 2 && times[0] != times[1], "{consequences:?}");
    assert!(
        consequences
            .fates
            .iter()
            .all(|fate| fate.instead.as_ref().is_some_and(|pod_placement| pod_placement.node.as_deref() == Some("b")))
    );
}

#[test]
fn pods_of_a_lost_zone_start_elsewhere_or_wait() {
    let text = [node("a", "east", 4), node("b", "west", 1), pod("lone", "a", ""), deployment("web", 3), SCRIPT.into()]
        .concat();
    let consequences = consequences_of(&text, Trial::LoseZone("east".into()));
    let lines = fate_lines(&consequences);
    assert_eq!(lines[0], "lone a lingers Tainted", "nothing says that it stopped");
    let (late, web) = lines[1..].split_last().expect("more than one");
    assert!(web.len() == 2 && web.iter().all(|text| *text == "web a lingers Tainted -> pending"), "{lines:?}");
    assert_eq!(late, "late a lingers Tainted", "the scheduler does not know yet that the node is silent");
    assert_eq!(consequences.nodes, ["a"]);
    assert_eq!(consequences_of(&text, Trial::LoseZone("north".into())).nodes, [] as [Str; 0]);
}

#[test]
fn a_class_is_tried_with_a_copy() {
    let classes = "kind: PriorityClass\nmetadata: {name: high}\nvalue: 100\n---\nkind: PriorityClass\nmetadata: {name: low}\nvalue: -5\n---\n";
    let text = [classes.into(), node("a", "z", 1), pod("there", "a", ""), pod("wants", "", ""), SCRIPT.into()].concat();
    let of = |class: &str| {
        fate_lines(&consequences_of(&text, Trial::Class { like: "default/wants".into(), class: class.into() }))
    };
    assert_eq!(of("high"), [r#"there a Preempted { by: "default/wants-copy" }"#, "copy -> a"]);
    // A budget that allows no eviction is violated if no other node helps; one that allows it is not.
    for (least, violated) in [(1, &["there"][..]), (0, &[])] {
        let trial = Trial::Class { like: "default/wants".into(), class: "high".into() };
        let consequences = consequences_of(&[budget("there", least), text.clone()].concat(), trial);
        assert_eq!(fate_lines(&consequences), of("high"));
        assert!(
            consequences.violated.iter().map(|violated| violated.as_str()).eq(violated.iter().copied()),
            "{least}: {consequences:?}"
        );
    }
    assert_eq!(of("low"), ["copy -> pending"]);
}

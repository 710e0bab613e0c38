//! Tests of the functions with every built-in scenario, and with wrong arguments.

use serde_json::{Value, json};
use tsify::Tsify;

use super::*;

fn options(release: Release) -> Options {
    Options { release: Some(release), ..Options::default() }
}

fn scenarios() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/scenarios");
    let files = std::fs::read_dir(folder).expect("scenarios").map(|file| file.expect("a file").path());
    let mut texts: Vec<(String, String)> =
        files.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("a scenario"))).collect();
    texts.sort();
    texts
}

#[test]
fn every_release_is_known() {
    let names = releases::Release::ALL.map(|release| json!(release.name()).to_string());
    assert_eq!(json!(version().releases).to_string(), format!("[{}]", names.join(",")));
    assert!(Release::DECL.ends_with(&format!("export type Release = {};", names.join(" | "))), "{}", Release::DECL);
}

#[test]
fn every_scenario_has_a_story_in_both_languages() {
    for (name, text) in scenarios() {
        for release in releases::Release::ALL.map(Release) {
            let loaded_manifest =
                load(&text, &options(release)).unwrap_or_else(|refusal| panic!("{name}: {refusal:?}"));
            assert_eq!(loaded_manifest.release, release);
            let finished_run = run(&text, &options(release)).expect("a run");
            assert_eq!(finished_run.events.last().map(|event| event.kind), Some(EventKind::End), "{name}");
            let is_bound = |pod: &&PodEnd| {
                finished_run.events.iter().any(|event| event.pod.as_ref() == Some(&pod.pod) && event.node == pod.node)
            };
            assert!(finished_run.pods.iter().filter(|pod| pod.node.is_some()).all(|pod| is_bound(&pod)), "{name}");
            let lines = story(&text, &options(release)).expect("a story");
            assert!(
                lines.lines().count()
                    >= finished_run.events.iter().filter(|event| event.kind == EventKind::Bound).count(),
                "{name}"
            );
            for lang in i18n::Lang::ALL.iter().map(|lang| Lang(*lang)) {
                let explanation = explain(&text, &Options { lang: Some(lang), ..options(release) }).expect("a story");
                let untold: Vec<_> = explanation.steps.iter().filter(|step| step.title.is_empty()).collect();
                assert!(explanation.steps.len() > 3 && untold.is_empty(), "{name}: {untold:?}");
                assert!(explanation.pods.iter().all(|pod| !pod.why.is_empty()), "{name}: {:?}", explanation.pods);
                let explained_ends: Vec<_> =
                    explanation.pods.iter().filter(|pod| !pod.gone).map(|pod| (&pod.pod, &pod.node)).collect();
                let end: Vec<_> = finished_run.pods.iter().map(|pod| (&pod.pod, &pod.node)).collect();
                assert_eq!(explained_ends.len(), end.len(), "{name}");
                assert!(end.iter().all(|pod| explained_ends.contains(pod)), "{name}");
            }
        }
    }
}

#[test]
fn story_of_a_pod_has_only_its_steps() {
    let (_, text) = scenarios().into_iter().find(|(name, _)| name.ends_with("/ladder.yaml")).expect("the ladder");
    let only = |pod: &str| Options { pod: Some(pod.to_owned()), ..Options::default() };
    let finished_run = run(&text, &only("preemptor")).expect("a run");
    assert!(
        !finished_run.events.is_empty()
            && finished_run.events.iter().all(|event| event.pod.as_deref() == Some("default/preemptor"))
    );
    let explanation = explain(&text, &only("default/e-batch-1")).expect("a story");
    assert_eq!(explanation.pods.len(), 1);
    assert!(
        explanation.pods[0].gone && explanation.pods[0].why[0].contains("preemptor preempted it"),
        "{:?}",
        explanation.pods
    );
    for refusal in [run(&text, &only("nobody")).map(|_| ()), explain(&text, &only("nobody")).map(|_| ())] {
        let problems = refusal.expect_err("nobody is there").problems;
        assert_eq!(
            (problems[0].code.as_str(), problems[0].message.as_str()),
            ("Call.NoPod", "no pod is named default/nobody")
        );
    }
}

#[test]
fn what_is_wrong_is_typed() {
    let text = "kind: Node\nmetadata: {name: a}\nstatus: {capacity: {cpu: lots}}\n";
    let problems = load(text, &Options::default()).expect_err("cpu is no number").problems;
    assert_eq!(
        json!(problems),
        json!([{
            "code": "Object.Misfit",
            "message": "expected a quantity, found `lots`",
            "remedy": "write a number, such as 500m or 2 for cpu, 512Mi or 2Gi for memory",
            "line": 3, "column": 26, "field": "status.capacity.cpu", "times": 1,
        }])
    );
    let zh = Options { lang: Some(Lang(i18n::Lang::Zh)), ..Options::default() };
    assert_eq!(load(text, &zh).expect_err("the same").problems[0].message, "此处应为数量，而不是 `lots`");
    let notices =
        load("kind: ConfigMap\n---\nkind: Node\nmetadata: {name: a}\n", &Options::default()).expect("a node").notices;
    assert!(!notices.is_empty() && notices[0].code.starts_with("Notice."), "{notices:?}");
}

#[test]
fn the_type_of_languages_names_all_of_them() {
    let names: Vec<String> = i18n::Lang::ALL.iter().map(|lang| format!("\\\"{}\\\"", lang.folder())).collect();
    assert!(include_str!("shapes.rs").contains(&format!("#[tsify(type = \"{}\")]", names.join(" | "))));
}

fn node(name: &str, cpu: &str) -> Value {
    json!({"metadata": {"name": name}, "status": {"allocatable": {"cpu": cpu, "memory": "8Gi", "pods": "110"}}})
}

fn pod(name: &str, on: Option<&str>, cpu: &str, priority: i32) -> Value {
    json!({
        "metadata": {"name": name},
        "spec": {
            "nodeName": on,
            "priority": priority,
            "containers": [{"name": "a", "resources": {"requests": {"cpu": cpu, "memory": "1Gi"}}}],
        },
        "status": {"phase": if on.is_some() { "Running" } else { "Pending" }},
    })
}

#[test]
fn a_decision_has_every_verdict_and_score() {
    let mut reserved = node("c", "8");
    reserved["spec"] = json!({"taints": [{"key": "gpu", "effect": "NoSchedule"}]});
    let cluster = Cluster {
        nodes: vec![node("a", "4"), node("b", "8"), reserved],
        pods: vec![pod("there", Some("a"), "3", 0), pod("other", None, "8", 100)],
        pod: pod("web", None, "1", 0),
        objects: Vec::new(),
    };
    for release in releases::Release::ALL.map(Release) {
        let decision = decide(&cluster, &options(release)).expect("a decision");
        assert_eq!((decision.node.as_deref(), &decision.message), (Some("b"), &None), "{release:?}");
        let verdicts: Vec<_> = decision.nodes.iter().map(|node| (node.node.as_str(), node.verdict)).collect();
        assert_eq!(verdicts, [("a", Judged::Passed), ("b", Judged::Passed), ("c", Judged::Failed)]);
        let failed: Vec<_> = decision.nodes[2].plugins.iter().filter(|plugin| plugin.verdict == Cell::Failed).collect();
        assert!(failed.len() == 1 && failed[0].plugin.contains("Tolerat"), "{failed:?}");
        assert_eq!(failed[0].preemption_may_help, Some(false));
        assert!(!failed[0].reasons.is_empty() && failed[0].why.as_ref().is_some_and(|reason| reason.contains("gpu")));
        // The weighted scores of the plugins add up to the total.
        for total in &decision.totals {
            let points = decision.scores.iter().flat_map(|row| &row.nodes).filter(|score| score.node == total.node);
            let sum: f64 = points.map(|point| point.weighted).sum();
            assert!((sum - total.total).abs() < 0.5, "{release:?}: {sum} {total:?}");
        }
        assert_eq!((decision.totals[0].node.as_str(), decision.ties.len()), ("b", 1));
    }
}

#[test]
fn a_decision_may_preempt() {
    let budget = json!({
        "apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "keep", "namespace": "default"},
        "spec": {"minAvailable": 1, "selector": {"matchLabels": {"app": "db"}}},
    });
    let mut guarded = pod("db", Some("a"), "2", 0);
    guarded["metadata"]["labels"] = json!({"app": "db"});
    let cluster = Cluster {
        nodes: vec![node("a", "2"), node("b", "2")],
        pods: vec![guarded, pod("batch", Some("b"), "2", 5)],
        pod: pod("urgent", None, "2", 100),
        objects: vec![budget],
    };
    let decision = decide(&cluster, &Options::default()).expect("a decision");
    assert_eq!(decision.node, None);
    assert!(
        decision
            .message
            .as_ref()
            .is_some_and(|message| message.starts_with("0/2 nodes are available: 2 Insufficient cpu."))
    );
    let preemption = decision.preemption.expect("it preempts");
    assert_eq!(
        (preemption.node.as_deref(), preemption.victims.as_slice()),
        (Some("b"), &["default/batch".to_owned()][..])
    );
    let violations: Vec<_> =
        preemption.candidates.iter().map(|candidate| (candidate.node.as_str(), candidate.violations)).collect();
    assert_eq!(violations, [("a", 1), ("b", 0)], "the budget is counted from the pods that are there");
    assert_eq!(preemption.rules.len(), 1);
    assert_eq!(preemption.rules[0].kept, ["b"]);
}

#[test]
fn what_is_wrong_with_a_cluster_is_named_by_its_object() {
    let decide_error =
        |cluster: Cluster| decide(&cluster, &Options::default()).expect_err("refused").problems[0].clone();
    let problem = decide_error(Cluster {
        nodes: vec![node("a", "1"), node("b", "lots")],
        pod: pod("web", None, "1", 0),
        ..Cluster::default()
    });
    assert_eq!(
        (problem.code.as_str(), problem.field.as_deref(), problem.line),
        ("Object.Misfit", Some("nodes[1].status.allocatable.cpu"), None)
    );
    let problem =
        decide_error(Cluster { nodes: vec![node("a", "1")], pod: pod("web", Some("a"), "1", 0), ..Cluster::default() });
    assert_eq!(problem.code, "Call.HasNode");
    let problem = decide_error(Cluster { nodes: vec![node("a", "1")], pod: json!(3), ..Cluster::default() });
    assert_eq!(problem.code, "Call.NotAPod");
    let mut namespaced_pod = pod("web", None, "1", 0);
    namespaced_pod["spec"]["schedulerName"] = json!("mine");
    let problem = decide_error(Cluster { nodes: vec![node("a", "1")], pod: namespaced_pod, ..Cluster::default() });
    assert_eq!(problem.code, "Notice.OtherScheduler");
}

#[test]
fn nothing_is_decided_of_what_is_there_twice() {
    let code = |cluster: Cluster| decide(&cluster, &Options::default()).expect_err("refused").problems[0].code.clone();
    let cluster =
        || Cluster { nodes: vec![node("a", "2"), node("b", "8")], pod: pod("web", None, "4", 0), ..Cluster::default() };
    assert_eq!(code(Cluster { nodes: vec![node("a", "2"), node("a", "8")], ..cluster() }), "Call.Duplicate");
    assert_eq!(code(Cluster { pods: vec![pod("web", Some("a"), "1", 0)], ..cluster() }), "Call.Duplicate");
    // A list of all pods includes the one that is to be scheduled, perhaps as it was before a change.
    let listed = Cluster { pods: vec![pod("web", None, "1", 0)], ..cluster() };
    let decision = decide(&listed, &Options::default()).expect("a decision");
    let verdicts: Vec<_> = decision.nodes.iter().map(|node| node.verdict).collect();
    assert_eq!(verdicts, [Judged::Failed, Judged::Passed], "the pod is the one that was given as such");
}

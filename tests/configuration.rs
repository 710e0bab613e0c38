//! Runs under configurations as people write them, and what is said of wrong ones.

use std::rc::Rc;

use schedscope::api::manifest;
use schedscope::api::problem::{Configuration, Finding, Noun, Problem};
use schedscope::framework::{Attempt, Outcome};
use schedscope::releases::Release;
use schedscope::simulation::{Event, Scenario, Simulation, What};

const NODES: &str = "
apiVersion: v1
kind: Node
metadata: {name: full}
status: {allocatable: {cpu: 4, memory: 8Gi}}
---
apiVersion: v1
kind: Node
metadata: {name: idle}
status: {allocatable: {cpu: 4, memory: 8Gi}}
---
apiVersion: v1
kind: Pod
metadata: {name: there}
spec: {nodeName: full, containers: [{name: c, resources: {requests: {cpu: 2, memory: 4Gi}}}]}
status: {phase: Running, startTime: 2026-01-01T00:00:00Z}
";

const LATEST: &str = "---\napiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";

fn pod(name: &str, more: &str) -> String {
    format!(
        "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{{more} containers: [{{name: c, resources: {{requests: {{cpu: 1, memory: 2Gi}}}}}}]}}\n"
    )
}

fn run(text: &str) -> (Release, Vec<Rc<Attempt>>, Vec<What>) {
    let manifest = manifest::load(text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let scenario = Scenario::from_manifest(&manifest, None).unwrap_or_else(|error| panic!("{error:?}"));
    let release = scenario.release;
    let mut attempts = Vec::new();
    let (_, events) = Simulation::new(scenario).watched(|attempt| attempts.push(Rc::clone(attempt)));
    (release, attempts, events.into_iter().map(|event| event.what).collect())
}

/// Where each attempt put its pod.
fn places(text: &str) -> Vec<String> {
    let told = |attempt: &Rc<Attempt>| match &attempt.outcome {
        Outcome::Scheduled { node, .. } => attempt.nodes[*node].to_string(),
        other => format!("{other:?}"),
    };
    run(text).1.iter().map(told).collect()
}

#[test]
fn a_strategy_changes_the_winner() {
    let most = "profiles: [{pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: {type: MostAllocated, \
                resources: [{name: cpu, weight: 1}, {name: memory, weight: 1}]}}}]}]\n";
    assert_eq!(places(&format!("{NODES}{}", pod("a", ""))), ["idle"]);
    assert_eq!(places(&format!("{NODES}{LATEST}{most}{}", pod("a", ""))), ["full"]);
}

#[test]
fn a_disabled_filter_lets_a_pod_in() {
    let selector = pod("a", "nodeSelector: {disk: ssd},");
    let off = "profiles: [{plugins: {filter: {disabled: [{name: NodeAffinity}]}, preFilter: {disabled: [{name: \
               NodeAffinity}]}}}]\n";
    assert!(places(&format!("{NODES}{selector}"))[0].starts_with("Failed"));
    assert_eq!(places(&format!("{NODES}{LATEST}{off}{selector}")), ["idle"]);
}

#[test]
fn profiles_are_chosen_by_name_and_others_pods_are_left_alone() {
    let two = "profiles:\n- schedulerName: packs\n  pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: \
               {type: MostAllocated, resources: [{name: cpu, weight: 1}]}}}]\n- schedulerName: spreads\n";
    let pods = [("a", "packs"), ("b", "spreads"), ("c", "default-scheduler"), ("d", "somebody")];
    let pods: String = pods.iter().map(|(name, by)| pod(name, &format!("schedulerName: {by},"))).collect();
    let (release, attempts, events) = run(&format!("{NODES}{LATEST}{two}{pods}"));
    let tried: Vec<_> = attempts.iter().map(|attempt| (attempt.pod.as_str(), attempt.profile)).collect();
    assert_eq!((release, tried), (Release::V1_34, vec![("default/a", 0), ("default/b", 1)]));
    let What::Profiles(sheets) = &events[0] else { panic!("{:?}", events[0]) };
    let names: Vec<&str> = sheets.iter().map(|sheet| sheet.scheduler.as_str()).collect();
    assert_eq!(names, ["packs", "spreads"]);
}

#[test]
fn preemption_can_be_switched_off() {
    let high = pod("high", "priority: 10, nodeSelector: {kubernetes.io/hostname: full},").replace("cpu: 1", "cpu: 3");
    let off = "profiles: [{plugins: {postFilter: {disabled: [{name: DefaultPreemption}]}}}]\n";
    let nominates = |text: &str| run(text).2.iter().any(|what| matches!(what, What::Nominated { .. }));
    assert!(nominates(&format!("{NODES}{high}")));
    assert!(!nominates(&format!("{NODES}{LATEST}{off}{high}")));
}

#[test]
fn a_policy_belongs_to_its_release() {
    let policy = r#"---
{"kind": "Policy", "apiVersion": "v1", "alwaysCheckAllPredicates": true,
 "predicates": [{"name": "PodFitsResources"}, {"name": "MatchNodeSelector"}],
 "priorities": [{"name": "MostRequestedPriority", "weight": 2}]}
"#;
    let big = pod("a", "nodeSelector: {disk: ssd},").replace("cpu: 1", "cpu: 9");
    let (release, attempts, _) = run(&format!("{NODES}{policy}{big}"));
    assert_eq!(release, Release::V1_16);
    assert!(attempts[0].filter.iter().all(|node| node.failed.len() == 2), "{:?}", attempts[0].filter);
    assert_eq!(places(&format!("{NODES}{policy}{}", pod("a", ""))), ["full"]);
}

#[test]
fn plugins_after_the_filters_can_be_switched_off() {
    let short = "0/2 nodes are available: 2 Insufficient cpu.";
    let claims = "no new claims to deallocate";
    let helpless = "preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.";
    let big = pod("a", "").replace("cpu: 1", "cpu: 9");
    for (disabled, wanted, preempts) in [
        ("", format!("{short} {claims}, {helpless}"), true),
        ("DynamicResources", format!("{short} {helpless}"), true),
        ("DefaultPreemption", format!("{short} {claims}"), false),
        ("'*'", short.to_owned(), false),
    ] {
        let off = if disabled.is_empty() { String::new() } else { format!("{{name: {disabled}}}") };
        let profile = format!("profiles: [{{plugins: {{postFilter: {{disabled: [{off}]}}}}}}]\n");
        let attempts = run(&format!("{NODES}{LATEST}{profile}{big}")).1;
        let Outcome::Failed { message, .. } = &attempts[0].outcome else { panic!("{disabled}: the pod is too big") };
        assert_eq!((message.as_str(), attempts[0].preemption.is_some()), (wanted.as_str(), preempts), "{disabled}");
    }
}

#[test]
fn backoff_can_be_set() {
    let quick = "podInitialBackoffSeconds: 2\npodMaxBackoffSeconds: 3\n";
    let script = "---\nkind: Scenario\ndurationSeconds: 20\n";
    let first = |text: &str| {
        let manifest = manifest::load(text).unwrap();
        let events = Simulation::new(Scenario::from_manifest(&manifest, None).unwrap()).run().1;
        events.into_iter().find_map(|event| match event.what {
            What::Queued { by, until, .. } if by == "ScheduleAttemptFailure" => until,
            _ => None,
        })
    };
    let big = pod("a", "").replace("cpu: 1", "cpu: 9");
    assert_eq!(first(&format!("{NODES}{script}{big}")), Some(1000));
    assert_eq!(first(&format!("{NODES}{LATEST}{quick}{script}{big}")), Some(2000));
}

#[test]
fn what_is_wrong_has_its_line() {
    let wrong = "profiles:\n- plugins:\n    score:\n      enabled:\n      - name: NodeResourceFit\n";
    let manifest = manifest::load(&format!("kind: Namespace\nmetadata: {{name: a}}\n{LATEST}{wrong}")).unwrap();
    let error = Scenario::from_manifest(&manifest, None).err().expect("an error");
    let Finding { place, problem, .. } = error;
    assert_eq!((place.document, place.line, place.column), (2, 10, 15));
    assert_eq!(place.path, "profiles[0].plugins.score.enabled[0].name");
    let Problem::Refused(refused) = problem else { panic!("{problem:?}") };
    let Problem::Configuration(Configuration::Unknown { noun, name, near, .. }) = &refused.problem else {
        panic!("{refused:?}")
    };
    assert_eq!((noun, name.as_str(), near.as_deref()), (&Noun::Plugin, "NodeResourceFit", Some("NodeResourcesFit")));
    assert!(refused.said.ends_with("ScorePlugin \"NodeResourceFit\" does not exist"), "{}", refused.said);
}

#[test]
fn what_the_release_says_itself_is_kept() {
    let twice = "kind: KubeSchedulerConfiguration\napiVersion: kubescheduler.config.k8s.io/v1beta1\nprofiles:\n- plugins:\n    \
                 score:\n      enabled:\n      - name: ImageLocality\n";
    let manifest = manifest::load(&format!("{NODES}---\n{twice}")).unwrap_or_else(|errors| panic!("{errors:?}"));
    let found = Scenario::from_manifest(&manifest, None).map(|_| ()).expect_err("refused");
    let Problem::Refused(refused) = &found.problem else { panic!("{:?}", found.problem) };
    assert!(
        refused.said.contains("plugin \"ImageLocality\" already registered as \"ScorePlugin\""),
        "{}",
        refused.said
    );
}

const EXTENDER: &str = "extenders: [{urlPrefix: 'http://ext-a/', filterVerb: filter, prioritizeVerb: prioritize, weight: 2, \
                        nodeCacheCapable: true}]\n";

#[test]
fn an_extender_is_played_by_its_document() {
    let says = |what: &str| {
        format!("---\napiVersion: schedscope.dev/v1alpha1\nkind: Extender\nmetadata: {{name: ext-a}}\n{what}\n")
    };
    let place = |answers: &str| places(&format!("{NODES}{LATEST}{EXTENDER}{}{}", says(answers), pod("a", "")));
    assert_eq!(place(""), ["idle"]);
    assert_eq!(place("filter: {rules: [{for: {nodes: [idle]}, message: no}]}"), ["full"]);
    assert_eq!(place("prioritize: {scores: {full: 10}}"), ["full"]);
    assert_eq!(place("prioritize: {failing: {status: 500}}"), ["idle"]);
    let failed = place("filter: {failing: {status: 503}}");
    assert!(failed[0].contains("failed filter with extender at URL http://ext-a/filter, code 503"), "{failed:?}");
    let late = place("delayMillis: 5000");
    assert!(late[0].contains("context deadline exceeded"), "{late:?}");
}

/// When something happened, in the words of a story.
fn told(events: &[Event]) -> Vec<String> {
    let line = |event: &Event| {
        let said = match &event.what {
            What::Popped { pod, .. } => format!("{pod} popped"),
            What::Assumed { pod, node } => format!("{pod} on {node}"),
            What::Queued { pod, queue, by, .. } => format!("{pod} in {queue:?} by {by}"),
            What::PodRemoved(pod) => format!("{pod} gone"),
            What::End(_) => "end".into(),
            _ => return None,
        };
        Some(format!("{} {}", event.at, said.replace("default/", "")))
    };
    events.iter().filter_map(line).collect()
}

#[test]
fn the_scheduler_waits_for_an_extender() {
    let slow = "---\napiVersion: schedscope.dev/v1alpha1\nkind: Extender\nmetadata: {name: ext-a}\ndelayMillis: 700\n";
    let of = |more: &str| {
        let text = format!("{NODES}{LATEST}{EXTENDER}{slow}{}{}{more}", pod("a", ""), pod("b", ""));
        let manifest = manifest::load(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
        let scenario = Scenario::from_manifest(&manifest, None).unwrap_or_else(|error| panic!("{error:?}"));
        told(&Simulation::new(scenario).run().1)
    };
    let script = |what: &str| format!("---\napiVersion: schedscope.dev/v1alpha1\nkind: Scenario\nscript: [{what}]\n");
    // Both verbs are asked, one after the other; b waits until a's cycle is over.
    let both = of("");
    let expected = ["0 a popped", "1400 a on idle", "1400 b popped", "2800 b on idle"];
    let seen: Vec<_> = both.iter().filter(|it| !it.contains(" in ") && !it.ends_with("end")).collect();
    assert_eq!(seen, expected, "{both:#?}");
    // A pod that goes meanwhile takes the decision along; the next one has to wait all the same.
    let gone = of(&script("{at: 1s, delete: {kind: Pod, name: a}}"));
    let seen: Vec<_> = gone.iter().filter(|it| !it.contains(" in ") && !it.ends_with("end")).collect();
    assert_eq!(seen, ["0 a popped", "1000 a gone", "1400 b popped", "2800 b on idle"], "{gone:#?}");
    // What happens meanwhile is not missed: the pod goes to backoff, not to the unschedulable pods.
    let none = "filter: {rules: [{message: no}]}\n";
    let large = pod("a", "").replace("cpu: 1", "cpu: 3");
    let text = format!("{NODES}{LATEST}{EXTENDER}{slow}{none}{large}");
    let node = "{at: 500ms, create: {apiVersion: v1, kind: Node, metadata: {name: late}, status: {allocatable: {cpu: 4, memory: 8Gi}}}}";
    for (more, place) in [(String::new(), "Unschedulable"), (script(node), "Backoff")] {
        let manifest = manifest::load(&format!("{text}{more}")).unwrap_or_else(|errors| panic!("{errors:?}"));
        let scenario = Scenario::from_manifest(&manifest, None).unwrap_or_else(|error| panic!("{error:?}"));
        let events = told(&Simulation::new(scenario).run().1);
        let queued = events.iter().find(|it| it.contains("ScheduleAttemptFailure")).expect("it failed");
        assert_eq!(*queued, format!("700 a in {place} by ScheduleAttemptFailure"));
    }
}

#[test]
fn an_extender_that_nobody_plays_is_told() {
    let text = format!("{NODES}{LATEST}{EXTENDER}");
    let manifest = manifest::load(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let found = Scenario::from_manifest(&manifest, None).map(|_| ()).expect_err("nobody answers");
    let expected = schedscope::api::problem::Scenario::NoExtender { host: "ext-a".into() };
    assert_eq!((found.problem, found.place.path.as_str()), (expected.into(), "extenders"));
}

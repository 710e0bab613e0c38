//! Runs with scheduler configurations as users write them, and errors of invalid configurations.

use std::rc::Rc;

use schedscope::{
    api::Millis,
    findings::{ConfigurationProblem, Finding, Notice, Noun, Problem},
    manifest,
    protocol::{Reply, Request},
    queries::WorkerService,
    releases::Release,
    runlog::{Attempt, AttemptOutcome, Event, EventKind, HostChoice, QueueEvent},
    simulation::{Scenario, Simulation},
};

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

fn run(text: &str) -> (Release, Vec<Rc<Attempt>>, Vec<EventKind>) {
    let manifest = manifest::load(text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let scenario = Scenario::from_manifest(&manifest).unwrap_or_else(|error| panic!("{error:?}"));
    let release = scenario.release;
    let mut attempts = Vec::new();
    let (_, events) = Simulation::new(scenario).run_with_attempts(|attempt| attempts.push(Rc::clone(attempt)));
    (release, attempts, events.into_iter().map(|event| event.what).collect())
}

/// The node that each attempt chose.
fn places(text: &str) -> Vec<String> {
    let attempt_place = |attempt: &Rc<Attempt>| match &attempt.outcome {
        AttemptOutcome::Scheduled { node, .. } => attempt.nodes[*node].to_string(),
        other => format!("{other:?}"),
    };
    run(text).1.iter().map(attempt_place).collect()
}

#[test]
fn the_scoring_strategy_changes_the_chosen_node() {
    let most = "profiles: [{pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: {type: MostAllocated, \
                resources: [{name: cpu, weight: 1}, {name: memory, weight: 1}]}}}]}]\n";
    assert_eq!(places(&format!("{NODES}{}", pod("a", ""))), ["idle"]);
    assert_eq!(places(&format!("{NODES}{LATEST}{most}{}", pod("a", ""))), ["full"]);
}

#[test]
fn a_disabled_filter_does_not_reject_pods() {
    let selector = pod("a", "nodeSelector: {disk: ssd},");
    let off = "profiles: [{plugins: {filter: {disabled: [{name: NodeAffinity}]}, preFilter: {disabled: [{name: \
               NodeAffinity}]}}}]\n";
    assert!(places(&format!("{NODES}{selector}"))[0].starts_with("Failed"));
    assert_eq!(places(&format!("{NODES}{LATEST}{off}{selector}")), ["idle"]);
}

#[test]
fn pods_use_the_profile_of_their_scheduler_name() {
    let two = "profiles:\n- schedulerName: packs\n  pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: \
               {type: MostAllocated, resources: [{name: cpu, weight: 1}]}}}]\n- schedulerName: spreads\n";
    let pods = [("a", "packs"), ("b", "spreads"), ("c", "default-scheduler"), ("d", "somebody")];
    let pods: String = pods.iter().map(|(name, by)| pod(name, &format!("schedulerName: {by},"))).collect();
    let (release, attempts, events) = run(&format!("{NODES}{LATEST}{two}{pods}"));
    let tried: Vec<_> = attempts.iter().map(|attempt| (attempt.pod.as_str(), attempt.profile)).collect();
    assert_eq!((release, tried), (Release::V1_36, vec![("default/a", 0), ("default/b", 1)]));
    let EventKind::Profiles(sheets) = &events[0] else { panic!("{:?}", events[0]) };
    let names: Vec<&str> = sheets.iter().map(|sheet| sheet.scheduler.as_str()).collect();
    assert_eq!(names, ["packs", "spreads"]);
}

#[test]
fn preemption_can_be_disabled() {
    let high = pod("high", "priority: 10, nodeSelector: {kubernetes.io/hostname: full},").replace("cpu: 1", "cpu: 3");
    let off = "profiles: [{plugins: {postFilter: {disabled: [{name: DefaultPreemption}]}}}]\n";
    let nominates = |text: &str| run(text).2.iter().any(|what| matches!(what, EventKind::Nominated { .. }));
    assert!(nominates(&format!("{NODES}{high}")));
    assert!(!nominates(&format!("{NODES}{LATEST}{off}{high}")));
}

#[test]
fn a_policy_selects_its_release() {
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
    // A predicate that only one of the two releases with policies has.
    let text = format!("{NODES}{}", policy.replace("MatchNodeSelector", "EvenPodsSpread"));
    let outcomes = [Release::V1_16, Release::V1_20, Release::V1_34].map(|release| {
        let manifest = manifest::load_for(&text, Some(release)).unwrap_or_else(|errors| panic!("{errors:?}"));
        Scenario::from_manifest(&manifest).map(|scenario| scenario.release)
    });
    let refused = outcomes[0].as_ref().expect_err("v1.16 refuses it");
    assert_eq!(refused.place.path.as_str(), "predicates[1].name");
    // It has no effect on a release without policies.
    assert_eq!(&outcomes[1..], [Ok(Release::V1_20), Ok(Release::V1_34)]);
}

#[test]
fn post_filter_plugins_can_be_disabled() {
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
        let AttemptOutcome::Failed { message, .. } = &attempts[0].outcome else {
            panic!("{disabled}: the pod is too big")
        };
        assert_eq!((message.as_str(), attempts[0].preemption.is_some()), (wanted.as_str(), preempts), "{disabled}");
    }
}

/// The message of the first failure, and the number of nodes in its table of filters.
fn first_failure(text: &str, release: Release) -> (String, usize) {
    let manifest = manifest::load_for(text, Some(release)).unwrap_or_else(|errors| panic!("{errors:?}"));
    let scenario = Scenario::from_manifest(&manifest).unwrap_or_else(|error| panic!("{error:?}"));
    let mut attempts = Vec::new();
    let _ = Simulation::new(scenario).run_with_attempts(|attempt| attempts.push(Rc::clone(attempt)));
    let AttemptOutcome::Failed { message, .. } = &attempts[0].outcome else { panic!("{:?}", attempts[0].outcome) };
    (message.to_string(), attempts[0].filter.len())
}

#[test]
fn a_score_plugin_without_its_pre_score_state_ends_the_cycle_after_the_filters() {
    for (plugin, text) in [("PodTopologySpread", "error reading"), ("TaintToleration", "failed to read")] {
        let off = format!("profiles: [{{plugins: {{preScore: {{disabled: [{{name: {plugin}}}]}}}}}}]\n");
        let wanted = format!(
            "running Score plugins: plugin {plugin:?} failed with: {text} \"PreScore{plugin}\" from cycleState: not found"
        );
        for release in [Release::V1_34, Release::V1_36] {
            let failure = first_failure(&format!("{NODES}{LATEST}{off}{}", pod("a", "")), release);
            assert_eq!(failure, (wanted.clone(), 2), "{release}");
        }
    }
}

#[test]
fn a_filter_that_fails_in_every_dry_run_is_reported_once() {
    let low: String =
        ["full", "idle"].map(|node| pod(node, &format!("nodeName: {node},")).replace("cpu: 1", "cpu: 2")).concat();
    let high = pod("high", "priority: 10,").replace("cpu: 1", "cpu: 4");
    let off = "profiles: [{plugins: {preFilter: {disabled: [{name: InterPodAffinity}]}}}]\n";
    for release in [Release::V1_34, Release::V1_36] {
        let (message, _) = first_failure(&format!("{NODES}{LATEST}{off}{low}{high}"), release);
        let wanted = "0/2 nodes are available: 2 Insufficient cpu. preemption: running \"InterPodAffinity\" filter plugin: \
                      error reading \"PreFilterInterPodAffinity\" from cycleState: not found";
        assert_eq!(message, wanted, "{release}");
    }
}

#[test]
fn preemption_with_zero_candidates_finds_none() {
    let high = pod("high", "priority: 10,").replace("cpu: 1", "cpu: 4");
    let full = pod("low", "nodeName: idle,");
    for (absolute, preempts) in [(0, false), (1, true)] {
        let args = format!("{{minCandidateNodesAbsolute: {absolute}, minCandidateNodesPercentage: 10}}");
        let args = format!("profiles: [{{pluginConfig: [{{name: DefaultPreemption, args: {args}}}]}}]\n");
        for release in [Release::V1_34, Release::V1_36] {
            let (message, _) = first_failure(&format!("{NODES}{LATEST}{args}{full}{high}"), release);
            let helpless = "0/2 nodes are available: 2 Insufficient cpu. no new claims to deallocate, preemption: 0/2 nodes \
                            are available: 2 Preemption is not helpful for scheduling.";
            assert_eq!(message == helpless, !preempts, "{release} {absolute}: {message}");
        }
    }
}

#[test]
fn backoff_is_configurable() {
    let quick = "podInitialBackoffSeconds: 2\npodMaxBackoffSeconds: 3\n";
    let script = "---\nkind: Scenario\ndurationSeconds: 20\n";
    let first = |text: &str| {
        let manifest = manifest::load(text).unwrap();
        let events = Simulation::new(Scenario::from_manifest(&manifest).unwrap()).run_to_end().1;
        events.into_iter().find_map(|event| match event.what {
            EventKind::Queued { by: QueueEvent::ScheduleAttemptFailure, until, .. } => until.map(Millis::seconds),
            _ => None,
        })
    };
    let big = pod("a", "").replace("cpu: 1", "cpu: 9");
    assert_eq!(first(&format!("{NODES}{script}{big}")), Some(1));
    assert_eq!(first(&format!("{NODES}{LATEST}{quick}{script}{big}")), Some(2));
}

#[test]
fn configuration_errors_have_their_line() {
    let wrong = "profiles:\n- plugins:\n    score:\n      enabled:\n      - name: NodeResourceFit\n";
    let manifest = manifest::load(&format!("kind: Namespace\nmetadata: {{name: a}}\n{LATEST}{wrong}")).unwrap();
    let error = Scenario::from_manifest(&manifest).err().expect("an error");
    let Finding { place, problem, .. } = error;
    assert_eq!((place.document, place.line, place.column), (2, 10, 15));
    assert_eq!(place.path, "profiles[0].plugins.score.enabled[0].name");
    let Problem::Refused(refused) = problem else { panic!("{problem:?}") };
    let Problem::Configuration(ConfigurationProblem::Unknown { noun, name, near, .. }) = &refused.problem else {
        panic!("{refused:?}")
    };
    assert_eq!((noun, name.as_str(), near.as_deref()), (&Noun::Plugin, "NodeResourceFit", Some("NodeResourcesFit")));
    assert!(refused.said.ends_with("ScorePlugin \"NodeResourceFit\" does not exist"), "{}", refused.said);
}

#[test]
fn upstream_messages_are_kept() {
    let twice = "kind: KubeSchedulerConfiguration\napiVersion: kubescheduler.config.k8s.io/v1beta1\nprofiles:\n- plugins:\n    \
                 score:\n      enabled:\n      - name: ImageLocality\n";
    let manifest = manifest::load(&format!("{NODES}---\n{twice}")).unwrap_or_else(|errors| panic!("{errors:?}"));
    let finding = Scenario::from_manifest(&manifest).map(|_| ()).expect_err("refused");
    let Problem::Refused(refused) = &finding.problem else { panic!("{:?}", finding.problem) };
    assert!(
        refused.said.contains("plugin \"ImageLocality\" already registered as \"ScorePlugin\""),
        "{}",
        refused.said
    );
}

const EXTENDER: &str = "extenders: [{urlPrefix: 'http://ext-a/', filterVerb: filter, prioritizeVerb: prioritize, weight: 2, \
                        nodeCacheCapable: true}]\n";

#[test]
fn an_extender_behaves_as_its_document_defines() {
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

/// The events as lines of a story.
fn story_lines(events: &[Event]) -> Vec<String> {
    let line = |event: &Event| {
        let text = match &event.what {
            EventKind::Popped { pod, .. } => format!("{pod} popped"),
            EventKind::Assumed { pod, node } => format!("{pod} on {node}"),
            EventKind::Queued { pod, queue, by, .. } => format!("{pod} in {queue:?} by {by}"),
            EventKind::PodRemoved(pod) => format!("{pod} gone"),
            EventKind::End(_) => "end".into(),
            _ => return None,
        };
        Some(format!("{} {}", event.at, text.replace("default/", "")))
    };
    events.iter().filter_map(line).collect()
}

#[test]
fn the_scheduler_waits_for_an_extenders_answer() {
    let slow = "---\napiVersion: schedscope.dev/v1alpha1\nkind: Extender\nmetadata: {name: ext-a}\ndelayMillis: 700\n";
    let of = |more: &str| {
        let text = format!("{NODES}{LATEST}{EXTENDER}{slow}{}{}{more}", pod("a", ""), pod("b", ""));
        let manifest = manifest::load(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
        let scenario = Scenario::from_manifest(&manifest).unwrap_or_else(|error| panic!("{error:?}"));
        story_lines(&Simulation::new(scenario).run_to_end().1)
    };
    let script = |what: &str| format!("---\napiVersion: schedscope.dev/v1alpha1\nkind: Scenario\nscript: [{what}]\n");
    // Both verbs are called one after the other; pod b waits until the cycle of pod a ends.
    let both = of("");
    let expected = ["0 a popped", "1400 a on idle", "1400 b popped", "2800 b on idle"];
    let seen: Vec<_> = both.iter().filter(|line| !line.contains(" in ") && !line.ends_with("end")).collect();
    assert_eq!(seen, expected, "{both:#?}");
    // If the pod is deleted meanwhile, its decision is dropped, but the next pod still has to wait.
    let gone = of(&script("{at: 1s, delete: {kind: Pod, name: a}}"));
    let seen: Vec<_> = gone.iter().filter(|line| !line.contains(" in ") && !line.ends_with("end")).collect();
    assert_eq!(seen, ["0 a popped", "1000 a gone", "1400 b popped", "2800 b on idle"], "{gone:#?}");
    // Events during the cycle are not missed: the pod enters the backoff queue, not the unschedulable pods.
    let none = "filter: {rules: [{message: no}]}\n";
    let large = pod("a", "").replace("cpu: 1", "cpu: 3");
    let text = format!("{NODES}{LATEST}{EXTENDER}{slow}{none}{large}");
    let node = "{at: 500ms, create: {apiVersion: v1, kind: Node, metadata: {name: late}, status: {allocatable: {cpu: 4, memory: 8Gi}}}}";
    for (more, place) in [(String::new(), "Unschedulable"), (script(node), "Backoff")] {
        let manifest = manifest::load(&format!("{text}{more}")).unwrap_or_else(|errors| panic!("{errors:?}"));
        let scenario = Scenario::from_manifest(&manifest).unwrap_or_else(|error| panic!("{error:?}"));
        let events = story_lines(&Simulation::new(scenario).run_to_end().1);
        let queued = events.iter().find(|event| event.contains("ScheduleAttemptFailure")).expect("it failed");
        assert_eq!(*queued, format!("700 a in {place} by ScheduleAttemptFailure"));
    }
}

#[test]
fn an_extender_without_a_document_is_an_error() {
    let text = format!("{NODES}{LATEST}{EXTENDER}");
    let manifest = manifest::load(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let finding = Scenario::from_manifest(&manifest).map(|_| ()).expect_err("nobody answers");
    let expected = schedscope::findings::ScenarioProblem::NoExtender { host: "ext-a".into() };
    assert_eq!((finding.problem, finding.place.path.as_str()), (expected.into(), "extenders"));
}

fn plugin_document(what: &str) -> String {
    format!("---\napiVersion: schedscope.dev/v1alpha1\nkind: Plugin\nmetadata: {{name: Mine}}\n{what}\n")
}

const V1_20: &str = "---\napiVersion: kubescheduler.config.k8s.io/v1beta1\nkind: KubeSchedulerConfiguration\n";

fn plugins_yaml(points: &[&str]) -> String {
    let point = |point: &&str| match *point {
        "score" => "score: {enabled: [{name: Mine, weight: 7}]}".to_owned(),
        other => format!("{other}: {{enabled: [{{name: Mine}}]}}"),
    };
    let points: Vec<String> = points.iter().map(point).collect();
    format!("profiles: [{{schedulerName: default-scheduler, plugins: {{{}}}}}]\n", points.join(", "))
}

/// The events that moved a pod back into the queue.
fn requeue_events(text: &str) -> Vec<String> {
    let back = run(text).2.into_iter().filter_map(|what| match what {
        EventKind::Queued { pod, by, .. } if pod == "default/a" => Some(by.to_string()),
        _ => None,
    });
    back.collect()
}

#[test]
fn user_plugins_filter_score_and_permit() {
    for configuration in [LATEST, V1_20] {
        let text = |points: &[&str], what: &str| {
            format!("{NODES}{configuration}{}{}{}", plugins_yaml(points), plugin_document(what), pod("a", ""))
        };
        let filter = "filter: {rules: [{for: {nodes: [idle]}, message: node(s) were not mine}]}";
        assert_eq!(places(&text(&["filter"], filter)), ["full"]);
        let none = "filter: {rules: [{for: {podLabels: {app: x}}, message: no}, {message: node(s) were not mine, unresolvable: true}]}";
        let failed = &places(&text(&["filter"], none))[0];
        assert!(failed.contains("0/2 nodes are available: 2 node(s) were not mine."), "{failed}");
        // With the weight, 7 × 100 exceeds the scores of the built-in plugins.
        assert_eq!(places(&text(&["score"], "score: {scores: {full: 100}}")), ["full"]);
        let attempts =
            run(&text(&["score"], "score: {scores: {full: 3}, rules: [{score: 2}], normalize: HighestBest}")).1;
        let row = attempts[0].scores.rows.iter().find(|row| row.id == *"Mine").expect("it is a row");
        let at = attempts[0].scores.nodes.iter().position(|node| attempts[0].nodes[*node] == "full").expect("feasible");
        assert_eq!((row.weight, row.raw[at], row.normalized[at], row.normalized[1 - at]), (7, 3, 100, 66));
        assert_eq!(row.evidence[at].total(), 3);
        // Permit: three rejections, then none.
        let refused = text(&["permit"], "permit: {rules: [{reject: not yet, times: 1}]}");
        let happened = run(&refused).2;
        let is_refusal = |what: &EventKind| matches!(what, EventKind::Message { text, .. } if text.contains("not yet"));
        assert!(happened.iter().any(is_refusal), "{configuration}");
        let wait = text(&["permit"], "permit: {rules: [{waitMillis: 700}]}");
        let waits = run(&wait).2.into_iter().any(
            |what| matches!(what, EventKind::Waits { plugins, .. } if plugins.len() == 1 && plugins[0] == *"Mine"),
        );
        assert!(waits, "{configuration}");
        // The scenario may have Permit rules for other plugins, but not for this one.
        let permit = |plugin: &str| {
            format!(
                "{}---\nkind: Scenario\npermit: [{{name: a, plugin: {plugin}, reject: busy, times: 1}}]\n",
                text(&["filter"], filter)
            )
        };
        let events = run(&permit("Gate")).2;
        let is_busy = |what: &EventKind| matches!(what, EventKind::Message { text, .. } if text.contains("busy"));
        assert!(events.iter().any(is_busy), "{configuration}");
        let manifest = manifest::load(&permit("Mine")).unwrap_or_else(|errors| panic!("{errors:?}"));
        let finding = Scenario::from_manifest(&manifest).map(|_| ()).expect_err("two plugins of one name");
        assert_eq!(finding.problem, schedscope::findings::ScenarioProblem::SecondPlugin { name: "Mine".into() }.into());
    }
}

#[test]
fn preemption_dry_runs_call_user_plugins() {
    let classes = "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 9\n";
    // Everything fits, but the plugin requires more free CPU, so the pod `there` is preempted.
    let what = "filter: {rules: [{for: {nodes: [idle]}, message: no, unresolvable: true}, {for: {freeBelow: {cpu: 3}}, message: too full}]}";
    for configuration in [LATEST, V1_20] {
        let urgent = pod("a", "priorityClassName: high,");
        let text =
            format!("{NODES}{classes}{configuration}{}{}{urgent}", plugins_yaml(&["filter"]), plugin_document(what));
        let (_, attempts, happened) = run(&text);
        let record = attempts[0].preemption.as_ref().expect("it preempts");
        let victims: Vec<&str> = record.dry_runs[0].removed.iter().map(|removed| removed.pod.as_str()).collect();
        assert_eq!((victims, &record.dry_runs[0].victims[..]), (vec!["default/there"], &[0][..]), "{configuration}");
        let (row, _) = record.dry_runs[0].reprieves[0].failure.as_ref().expect("it does not fit with the pod");
        assert_eq!(row.as_str(), "Mine");
        assert!(happened.iter().any(|what| matches!(what, EventKind::PodRemoved(pod) if pod == "default/there")));
    }
}

#[test]
fn any_event_requeues_pods_that_a_user_plugin_rejected() {
    let what = "filter: {rules: [{for: {nodeLabels: {mine: 'yes'}}, keep: true}, {message: not mine}]}";
    let script = "---\nkind: Scenario\nscript: [{at: 1m, label: {kind: Node, name: idle, labels: {mine: 'yes'}}}]\n";
    let text = format!("{NODES}{LATEST}{}{}{}{script}", plugins_yaml(&["filter"]), plugin_document(what), pod("a", ""));
    assert!(requeue_events(&text).contains(&"NodeUpdateNodeLabel".to_owned()), "{:?}", requeue_events(&text));
    assert_eq!(places(&text).last().map(String::as_str), Some("idle"));
}

#[test]
fn invalid_user_plugins_are_errors() {
    use schedscope::findings::{ExpectedValue, ObjectProblem, ScenarioProblem as Wrong};
    let tried = |text: &str, release: Option<Release>| -> Finding {
        match manifest::load_for(text, release) {
            Err(mut findings) => findings.remove(0),
            Ok(manifest) => Scenario::from_manifest(&manifest).map(|_| ()).expect_err(text),
        }
    };
    let filter = "filter: {rules: [{message: no}]}";
    let both = format!("{NODES}{LATEST}{}", plugins_yaml(&["filter"]));
    // Without a document the plugin is unknown, and the hint names the document's kind.
    let finding = tried(&both, None);
    let line = schedscope::i18n::problem_text::finding_line(schedscope::i18n::Lang::En, &finding);
    assert!(line.contains("add a document of kind Plugin with metadata.name: Mine"), "{line}");
    for (text, problem, path) in [
        (plugin_document(""), Problem::from(Wrong::PluginOfNothing), ""),
        (
            plugin_document(filter).replace("Mine", "Mi ne"),
            ConfigurationProblem::BadName { name: "Mi ne".into() }.into(),
            "metadata.name",
        ),
        (
            plugin_document("filter: {rules: [{unresolvable: true}]}"),
            ConfigurationProblem::Missing { field: "message".into() }.into(),
            "filter.rules[0]",
        ),
        (
            format!("{}{}", plugin_document(filter), plugin_document(filter)),
            Wrong::SecondPlugin { name: "Mine".into() }.into(),
            "metadata.name",
        ),
    ] {
        let finding = tried(&format!("{NODES}{text}"), None);
        assert_eq!((finding.problem, finding.place.path.as_str()), (problem, path), "{text}");
    }
    let finding = tried(&format!("{NODES}{}", plugin_document("score: {scores: {idle: 101}}")), None);
    assert!(
        matches!(
            &finding.problem,
            Problem::Object(ObjectProblem::Misfit { wanted: ExpectedValue::Whole { low: 0, high: 100 }, .. })
        ),
        "{finding:?}"
    );
    assert_eq!(finding.place.path.as_str(), "score.scores.idle");
    let many = format!("score: {{rules: [{}]}}", "{score: 1}, ".repeat(1001));
    let finding = tried(&format!("{NODES}{}", plugin_document(&many)), None);
    assert_eq!(finding.problem, Wrong::TooManyRules { rules: 1001, limit: 1000 }.into());
    // An extension point for which it has no rules, and the name of a built-in plugin.
    let finding = tried(&format!("{NODES}{LATEST}{}{}", plugins_yaml(&["score"]), plugin_document(filter)), None);
    assert!(
        matches!(&finding.problem, Problem::Refused(startup_refused) if startup_refused.said.contains("does not extend ScorePlugin plugin")),
        "{finding:?}"
    );
    let built_in = plugin_document(filter).replace("Mine", "NodeName");
    let finding = tried(&format!("{NODES}{built_in}"), Some(Release::V1_34));
    let problem = Wrong::BuiltInPlugin { name: "NodeName".into(), release: "v1.34".into() };
    assert_eq!((finding.problem, finding.place.path.as_str()), (problem.into(), "metadata.name"));
    // v1.16 does not support user plugins.
    let early = format!(
        "{NODES}---\napiVersion: kubescheduler.config.k8s.io/v1alpha1\nkind: KubeSchedulerConfiguration\nplugins: {{}}\n{}",
        plugin_document(filter)
    );
    assert_eq!(tried(&early, None).problem, ConfigurationProblem::PluginsOfOwn.into());
    // A plugin that no profile enables is a notice; documents of other kinds are ignored.
    for (text, release, expected) in [
        (plugin_document(filter), Release::V1_34, Some(true)),
        (plugin_document(filter), Release::V1_16, Some(false)),
        (format!("{LATEST}{}{}", plugins_yaml(&["filter"]), plugin_document(filter)), Release::V1_34, None),
        (plugin_document(filter).replace("schedscope.dev", "krew.example"), Release::V1_34, None),
    ] {
        let notices = notices(&format!("{NODES}{text}"), release);
        let idle = notices.iter().find_map(|notice| match &notice.problem {
            Problem::Notice(Notice::PluginNotEnabled { can_be_enabled, .. }) => Some(*can_be_enabled),
            _ => None,
        });
        assert_eq!(idle, expected, "{text}");
    }
}

/// The notices about a text.
fn notices(text: &str, release: Release) -> Vec<Finding> {
    let order = Request::Run { run: 1, text: text.into(), release: Some(release).into(), keep: Vec::new() };
    let mut loaded = WorkerService::default().handle_request(order).into_iter().filter_map(|reply| match reply {
        Reply::Loaded(_, loaded) => Some(loaded.notices.items().to_vec()),
        _ => None,
    });
    loaded.next().expect("it loads")
}

/// In v1.36, the order of the nodes breaks ties without extenders; with extenders, a random number does.
#[test]
fn with_extenders_ties_are_broken_randomly() {
    let node = |name: &str| {
        format!(
            "---\napiVersion: v1\nkind: Node\nmetadata: {{name: {name}}}\nstatus: {{allocatable: {{cpu: 4, memory: 8Gi}}}}\n"
        )
    };
    let nodes: String = ["a", "b", "c", "d"].map(node).concat();
    let asked = "extenders: [{urlPrefix: 'http://ext/', filterVerb: filter}]\n";
    let answers = "---\napiVersion: schedscope.dev/v1alpha1\nkind: Extender\nmetadata: {name: ext}\n";
    let first = |text: &str, release| {
        let manifest = manifest::load_for(text, Some(release)).unwrap_or_else(|errors| panic!("{errors:?}"));
        let scenario = Scenario::from_manifest(&manifest).unwrap_or_else(|error| panic!("{error:?}"));
        let mut attempts = Vec::new();
        drop(Simulation::new(scenario).run_with_attempts(|attempt| attempts.push(Rc::clone(attempt))));
        attempts.remove(0).host
    };
    let bare = format!("{nodes}{LATEST}{}", pod("p", ""));
    let extended = format!("{nodes}{LATEST}{asked}{answers}{}", pod("p", ""));
    assert_eq!(first(&bare, Release::V1_36), HostChoice::TopOfHeap);
    assert_eq!(first(&extended, Release::V1_36), HostChoice::Drawn);
    assert_eq!(first(&bare, Release::V1_34), HostChoice::Drawn);
}

/// v1.36 may batch equal pods if all plugins can sign pods. The simulator does not model this, so there is a notice.
#[test]
fn a_configuration_that_may_batch_equal_pods_gives_a_notice() {
    let spreads = |args: &str| format!("profiles: [{{pluginConfig: [{{name: PodTopologySpread, args: {args}}}]}}]\n");
    let none = "{defaultingType: List, defaultConstraints: []}";
    let one = "{defaultingType: List, defaultConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}]}";
    let off = "profiles: [{plugins: {multiPoint: {disabled: [{name: PodTopologySpread}]}}}]\n";
    let played = "---\napiVersion: schedscope.dev/v1alpha1\nkind: Extender\nmetadata: {name: ext-a}\n";
    let extender = format!("{EXTENDER}{played}");
    for (configuration, release, expected) in [
        (spreads(none), Release::V1_36, true),
        (off.to_owned(), Release::V1_36, true),
        (spreads(one), Release::V1_36, false),
        (String::new(), Release::V1_36, false),
        (spreads(none) + &extender, Release::V1_36, false),
        (spreads(none), Release::V1_34, false),
    ] {
        let text =
            format!("kind: KubeSchedulerConfiguration\napiVersion: kubescheduler.config.k8s.io/v1\n{configuration}");
        let notices = notices(&text, release);
        let batched =
            notices.iter().any(|notice| matches!(&notice.problem, Problem::Notice(Notice::EqualPodsBatched { .. })));
        assert_eq!(batched, expected, "{release:?}\n{text}\n{notices:?}");
    }
}

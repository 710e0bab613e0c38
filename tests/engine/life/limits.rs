//! Extreme numbers: no simulation step becomes too long, and no number overflows.

use schedscope::{
    findings::Problem,
    runlog::{Ending, EventKind},
    simulation::Simulation,
};

use super::*;

/// The number of events in the longest step and of all events, and the ending of the run.
fn measure_steps(text: &str, release: Release) -> (usize, usize, Option<Ending>) {
    let manifest = manifest::load_for(text, Some(release)).unwrap_or_else(|errors| panic!("{errors:?}"));
    let mut simulation = Simulation::new(Scenario::from_manifest(&manifest).expect("a scenario"));
    let (mut longest, mut all, mut ending) = (0, 0, None);
    while let Some(events) = simulation.step() {
        longest = longest.max(events.len());
        all += events.len();
        for event in events {
            if let EventKind::End(how) = event.what {
                ending = Some(how);
            }
        }
    }
    (longest, all, ending)
}

#[test]
fn steps_are_bounded_regardless_of_the_number_of_replicas() {
    for kind in ["Deployment", "ReplicaSet", "StatefulSet"] {
        let web =
            WEB.replace("Deployment", kind).replace("replicas: 2", "replicas: 6000, podManagementPolicy: Parallel");
        let web = web.replace("replicas: 6000, podM", "replicas: 6000\n  podM");
        // The garbage collector deletes them in bounded steps too.
        let story = script(&format!("durationSeconds: 2\nscript: [{{at: 1s, delete: {{kind: {kind}, name: web}}}}]\n"));
        let (longest, all, _) = measure_steps(&format!("{web}{story}"), Release::V1_34);
        assert!(longest < 5000 && all > 18_000, "{kind}: {longest} of {all} in one step");
    }
}

/// Runs the texts to their end under every release, with overflow checks. Texts that the API server would reject are skipped.
fn run_to_end(texts: &[String]) {
    let refused = |text: &&String| match manifest::load(text) {
        Ok(_) => false,
        Err(findings) => findings.iter().all(|finding| matches!(finding.problem, Problem::Admission(_))),
    };
    let (refused, texts): (Vec<&String>, Vec<&String>) = texts.iter().partition(refused);
    assert!(!texts.is_empty(), "all are refused: {}", refused.len());
    for text in texts {
        for release in Release::ALL {
            let run = std::panic::catch_unwind(|| measure_steps(text, release));
            let (_, all, ending) = run.unwrap_or_else(|_| panic!("{release}\n{text}"));
            assert!(ending.is_some() && all < 20_000, "{release}: {all} events\n{text}");
        }
    }
}

const LOW: i64 = i64::MIN;
const HIGH: i64 = i64::MAX;

#[test]
fn budgets_and_rollouts_do_not_overflow() {
    let mut texts = Vec::new();
    for value in [
        "-2147483648",
        "2147483647",
        "'9223372036854775807%'",
        "'-9223372036854775808%'",
        "-5",
        "'150%'",
        "0",
        "'100%'",
    ] {
        for field in ["minAvailable", "maxUnavailable"] {
            texts.push(format!(
                "{}{WEB}{}",
                node("a", ""),
                BUDGET.replace("minAvailable: 2", &format!("{field}: {value}"))
            ));
        }
        let surge =
            format!("  strategy: {{rollingUpdate: {{maxSurge: {value}, maxUnavailable: {value}}}}}\n  replicas: 3\n");
        let changed: String = WEB
            .replace("cpu: 1", "cpu: 500m")
            .trim_start_matches("---\n")
            .lines()
            .flat_map(|line| ["    ", line, "\n"])
            .collect();
        let changed = changed
            .replace("      replicas: 2\n", &surge.lines().flat_map(|line| ["    ", line, "\n"]).collect::<String>());
        texts.push(format!(
            "{}{WEB}{}",
            node("a", ""),
            script(&format!("durationSeconds: 60\nscript:\n- at: 10s\n  apply:\n{changed}"))
        ));
    }
    run_to_end(&texts);
}

#[test]
fn times_do_not_overflow() {
    let mut texts = Vec::new();
    for seconds in [LOW, HIGH] {
        let pod = |spec: &str| {
            format!("---\nkind: Pod\nmetadata: {{name: p}}\nspec: {{nodeName: a, {spec} containers: [{{name: c}}]}}\n")
        };
        let taint = script("durationSeconds: 60\nscript: [{at: 5s, taint: {node: a, key: k, effect: NoExecute}}]\n");
        let patient = format!("tolerations: [{{key: k, operator: Exists, tolerationSeconds: {seconds}}}],");
        texts.push(format!("{}{}{taint}", node("a", ""), pod(&patient)));
        let delete = script("script: [{at: 5s, delete: {kind: Pod, name: p}}]\n");
        texts.push(format!("{}{}{delete}", node("a", ""), pod(&format!("terminationGracePeriodSeconds: {seconds},"))));
        let drain =
            script(&format!("script: [{{at: 5s, drain: {{node: a, force: true, gracePeriodSeconds: {seconds}}}}}]\n"));
        texts.push(format!("{}{}{drain}", node("a", ""), pod("")));
    }
    let job = |seconds: &str| {
        format!(
            "{}---\nkind: Job\nmetadata: {{name: j}}\nspec: {{template: {{metadata: {{annotations: {{schedscope.dev/run-seconds: '{seconds}'}}}}, spec: {{restartPolicy: Never, containers: [{{name: c}}]}}}}}}\n",
            node("a", "")
        )
    };
    texts.extend([job("18446744073709551615"), job("-1"), job("9223372036854775807")]);
    let timings = "---\nkind: Scenario\ntimings: {bindMillis: 9223372036854775807, containerStartMillis: 9223372036854775807, controllerMillis: 9223372036854775807, disruptionMillis: 9223372036854775807}\n";
    texts.push(format!("{}{WEB}{BUDGET}{timings}", node("a", "")));
    let start = timings.replace("bindMillis: 9223372036854775807", "bindMillis: 0");
    texts.push(format!("{}{WEB}{BUDGET}{start}", node("a", "")));
    run_to_end(&texts);
}

#[test]
fn requests_do_not_overflow() {
    let mut texts = Vec::new();
    // Requests of two pods on a node, more than can exist, and scores computed from them.
    for amount in ["1Ei", "4Ei", "18446744073709551615", "9223372036854775807", "1e400"] {
        for resource in ["cpu", "memory", "ephemeral-storage", "example.com/gpu", "hugepages-2Mi"] {
            let room = node("a", "").replace(
                "cpu: 4, memory: 8Gi",
                &format!("cpu: 4, memory: 8Gi, {resource}: {amount}")
                    .replace("cpu: 4, memory: 8Gi, cpu", "memory: 8Gi, cpu")
                    .replace("memory: 8Gi, memory", "memory"),
            );
            let small = node("b", "");
            let other = room.replace("name: a", "name: c");
            let asks = |name: &str, priority: i32, on: &str| {
                format!(
                    "---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{priority: {priority}, {on} containers: [{{name: c, resources: {{requests: {{{resource}: {amount}}}}}}}, {{name: d, resources: {{requests: {{{resource}: {amount}}}}}}}]}}\n"
                )
            };
            texts.push(format!(
                "{room}{small}{other}{}{}{}{}",
                asks("there", 0, "nodeName: a,"),
                asks("too", 0, "nodeName: a,"),
                asks("new", 0, ""),
                asks("high", 10, "")
            ));
            let half = |name: &str| {
                asks(name, 5, "").replacen(
                    &format!("{{name: d, resources: {{requests: {{{resource}: {amount}}}}}}}"),
                    "{name: d}",
                    1,
                )
            };
            texts.push(format!("{room}{small}{other}{}{}{}", half("one"), half("two"), half("three")));
        }
    }
    run_to_end(&texts);
}

#[test]
fn weights_sizes_and_priorities_do_not_overflow() {
    let mut texts = Vec::new();
    let image = |size: i64| {
        node("a", "").replace("status: {", &format!("status: {{images: [{{names: [i], sizeBytes: {size}}}], "))
    };
    for size in [LOW, HIGH] {
        texts.push(format!("{}{}---\nkind: Pod\nmetadata: {{name: p}}\nspec: {{containers: [{{name: c, image: i}}, {{name: d, image: i}}]}}\n", image(size), image(size).replace("name: a", "name: b")));
    }
    for number in [i32::MIN, 1, 100, i32::MAX] {
        let web = "labelSelector: {matchLabels: {app: web}}";
        let spread = format!(
            "topologySpreadConstraints: [{{maxSkew: {}, minDomains: {}, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, {web}}}], ",
            number.max(1),
            number.max(1)
        );
        let term = format!("{{weight: {number}, podAffinityTerm: {{topologyKey: kubernetes.io/hostname, {web}}}}}");
        let nodes = format!(
            "nodeAffinity: {{preferredDuringSchedulingIgnoredDuringExecution: [{{weight: {number}, preference: {{matchExpressions: [{{key: kubernetes.io/hostname, operator: Exists}}]}}}}]}}"
        );
        let affinity = format!(
            "affinity: {{{nodes}, podAffinity: {{preferredDuringSchedulingIgnoredDuringExecution: [{term}, {term}]}}}}, "
        );
        let priority = format!("priority: {number}, ");
        for more in [spread, affinity, priority] {
            texts.push(format!(
                "{}{}{}",
                node("a", ""),
                node("b", ""),
                WEB.replace("replicas: 2", "replicas: 9").replace("spec: {term", &format!("spec: {{{more}term"))
            ));
        }
        texts.push(format!("{}---\nkind: Pod\nmetadata: {{name: p}}\nspec: {{hostNetwork: true, containers: [{{name: c, ports: [{{containerPort: {number}, hostPort: {number}}}]}}]}}\n", node("a", "")));
    }
    run_to_end(&texts);
}

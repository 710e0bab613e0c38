//! Jobs, whose pods run to completion.

use super::*;

#[test]
fn a_job_runs_its_pods_to_completion() {
    let job = "---\nkind: Job\nmetadata: {name: sum}\nspec: {completions: 3, parallelism: 2, template: {spec: {restartPolicy: Never, containers: [{name: c}]}}}\n";
    let text =
        assert_story(&format!("{}{job}{}", node("a", ""), script("")), &["11.000 default/sum-", "22.200 end: Quiet"]);
    assert_eq!(text.matches(" succeeded\n").count(), 3, "{text}");
    assert_eq!(text.lines().filter(|line| line.contains("created by Job/sum")).count(), 3, "{text}");
}

fn job(spec: &str) -> String {
    format!(
        "---\nkind: Job\nmetadata: {{name: sum}}\nspec: {{{spec} template: {{spec: {{restartPolicy: Never, terminationGracePeriodSeconds: 1, containers: [{{name: c}}]}}}}}}\n"
    )
}

fn count_created_pods(story: &str) -> usize {
    story.matches("created by Job/sum").count()
}

#[test]
fn a_suspended_job_has_no_pods() {
    let inner = |spec: &str| {
        job(spec).trim_start_matches("---\n").lines().flat_map(|line| ["    ", line, "\n"]).collect::<String>()
    };
    let story = script(&format!(
        "durationSeconds: 60\nscript:\n- at: 10s\n  apply:\n{}- at: 15s\n  apply:\n{}",
        inner("suspend: false,"),
        inner("suspend: true,")
    ));
    let text = assert_story(
        &format!("{}{}{story}", node("a", ""), job("suspend: true,")),
        &["10.100 pod default/sum-", "15.100 default/sum-"],
    );
    assert_eq!((count_created_pods(&text), text.matches(" succeeded\n").count()), (1, 0), "{text}");
}

#[test]
fn a_job_without_completions_is_complete_when_one_pod_succeeds() {
    let text =
        assert_story(&format!("{}{}{}", node("a", ""), job("parallelism: 3,"), script("")), &["11.000 default/sum-"]);
    assert_eq!((count_created_pods(&text), text.matches(" succeeded\n").count()), (3, 3), "{text}");
}

#[test]
fn an_indexed_job_has_a_pod_for_each_index() {
    let indexed = job("completions: 3, parallelism: 2, completionMode: Indexed,");
    let text = assert_story(
        &format!("{}{indexed}{}", node("a", ""), script("")),
        &["0.000 pod default/sum-0-", "0.000 pod default/sum-1-", "11.100 pod default/sum-2-"],
    );
    assert_eq!(count_created_pods(&text), 3, "{text}");
    let text = assert_story_under(
        Release::V1_20,
        &format!("{}{indexed}{}", node("a", ""), script("")),
        &["0.000 pod default/sum-", "11.000 default/sum-"],
    );
    assert!(count_created_pods(&text) == 3 && !text.contains("sum-0-"), "this release knows no indices\n{text}");
}

#[test]
fn a_job_fails_after_its_backoff_limit() {
    let taint = "durationSeconds: 100\nscript: [{at: 5s, taint: {node: a, key: busy, effect: NoExecute}}, {at: 6s, untaint: {node: a, key: busy}}]\n";
    let run = |spec: &str| run_story(&format!("{}{}{}", node("a", ""), job(spec), script(taint)), Release::V1_34);
    let never = run("backoffLimit: 0,");
    assert_eq!(count_created_pods(&never), 1, "{never}");
    let again = run("");
    assert_eq!(count_created_pods(&again), 2, "{again}");
    // The controller backs off for ten seconds after a failure.
    let second = again.lines().filter(|line| line.contains("created by Job/sum")).nth(1).unwrap();
    assert!(second.trim_start().starts_with("15."), "{again}");
    assert_eq!(again.matches(" succeeded\n").count(), 1, "{again}");
}

#[test]
fn a_pod_that_succeeds_while_terminating_counts_once() {
    for (policy, made) in [("", 2), ("podReplacementPolicy: Failed, ", 1)] {
        let text = format!(
            "{}---\nkind: Job\nmetadata: {{name: job}}\nspec: {{{policy}template: {{spec: {{restartPolicy: Never, terminationGracePeriodSeconds: 60, containers: [{{name: c}}]}}}}}}\n{}",
            node("a", ""),
            script("script: [{at: 5s, delete: {name: job-POD}}]\n")
        );
        // The pod's name is random; a run without the script shows it.
        let plain = run_story(&text.replace("script: [{at: 5s, delete: {name: job-POD}}]\n", ""), Release::V1_36);
        let name = plain.lines().find_map(|line| line.split_once("pod default/")?.1.split_once(" created")).unwrap().0;
        let story = run_story(&text.replace("job-POD", name), Release::V1_36);
        assert_eq!(story.matches("created by Job/job").count(), made, "{policy}\n{story}");
        assert_eq!(story.matches("event Completed: Job completed").count(), 1, "{policy}\n{story}");
    }
}

#[test]
fn a_finished_pod_stays_until_it_is_deleted() {
    let run = |lines: &str, wanted: &[&str]| {
        let next = "{at: 1s, create: {kind: Pod, metadata: {name: next}, spec: {containers: [{name: c, resources: {requests: {cpu: 4}}}]}}}";
        let job = job("").replace("[{name: c}]", "[{name: c, resources: {requests: {cpu: 1}}}]");
        let cluster = format!("{}{job}", node("a", ""));
        let text = assert_story(
            &format!("{cluster}{}", script(&format!("durationSeconds: 90\nscript: [{next}{lines}]\n"))),
            wanted,
        );
        assert_eq!(text.matches(" succeeded\n").count(), 1, "{text}");
        assert_eq!(text.matches("created by Job/sum").count(), 1, "it counted as a success before\n{text}");
        text
    };
    // Its resources are free at once, although it still exists.
    let done = run("", &["11.000 default/sum-", "11.000 default/next assumed on a"]);
    assert!(!lines_from(&done, " succeeded\n").contains("gone"), "{done}");
    let drained = &["20.000 kubectl: evicting pod default/sum-", "20.000 default/sum-", "20.000 kubectl: pod/sum-"];
    run(", {at: 20s, drain: {node: a, force: true}}", drained);
    let taint = ", {at: 20s, taint: {node: a, key: k, effect: NoExecute}}";
    run(taint, &["20.000 event TaintManagerEviction: Marking for deletion Pod default/sum-", "20.000 default/sum-"]);
    run(", {at: 20s, delete: {kind: Node, name: a}}", &["80.000 default/sum-"]);
    run(", {at: 20s, delete: {kind: Job, name: sum}}", &["20.000 default/sum-"]);
}

#[test]
fn a_job_with_parallelism_zero_does_not_complete() {
    let nothing = run_story(
        &format!("{}{}{}", node("a", ""), job("parallelism: 0,"), script("durationSeconds: 60\n")),
        Release::V1_36,
    );
    assert!(count_created_pods(&nothing) == 0 && !nothing.contains("Job completed"), "{nothing}");
}

/// A Job's template and completions are immutable; its parallelism is not.
#[test]
fn a_jobs_template_and_completions_are_immutable() {
    let applied = |spec: &str, pod_spec: &str| {
        format!(
            "{{kind: Job, metadata: {{name: sum}}, spec: {{{spec}template: {{spec: {{restartPolicy: Never, terminationGracePeriodSeconds: 1, containers: [{{name: c}}]{pod_spec}}}}}}}}}"
        )
    };
    let entries = [
        ("2s", applied("completions: 5, parallelism: 1, ", "")),
        ("3s", applied("completions: 3, parallelism: 1, ", ", nodeSelector: {a: b}")),
        ("4s", applied("completions: 3, completionMode: Indexed, parallelism: 1, ", "")),
        ("5s", applied("completions: 3, parallelism: 3, ", "")),
    ];
    let script_text = entries.map(|(at, object)| format!("- {{at: {at}, apply: {object}}}\n")).concat();
    let text =
        [node("a", ""), job("completions: 3, parallelism: 1,"), script(&format!("script:\n{script_text}"))].concat();
    let story = assert_story(
        &text,
        &[
            "2.000 kubectl: The Job \"sum\" is invalid: spec.completions: Invalid value: 5: field is immutable",
            "3.000 kubectl: The Job \"sum\" is invalid: spec.template: Invalid value: {…}: field is immutable",
            "4.000 kubectl: The Job \"sum\" is invalid: spec.completionMode: Invalid value: \"Indexed\": field is immutable",
        ],
    );
    assert_eq!((count_created_pods(&story), story.matches("is invalid").count()), (3, 3), "{story}");
    // The node affinity of a suspended Job that has not started may change.
    let waiting = job("suspend: true,");
    let moved = "- {at: 2s, apply: {kind: Job, metadata: {name: sum}, spec: {suspend: false, template: {spec: {restartPolicy: Never, terminationGracePeriodSeconds: 1, nodeSelector: {kubernetes.io/hostname: a}, containers: [{name: c}]}}}}}\n";
    let text = [node("a", ""), waiting, script(&format!("script:\n{moved}"))].concat();
    let story = assert_story(&text, &["2.000 $ kubectl apply Job sum"]);
    assert_eq!((count_created_pods(&story), story.matches("is invalid").count()), (1, 0), "{story}");
}

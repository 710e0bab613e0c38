//! Pod groups: gangs, groups that controllers create, and objects that the API server rejects.

use super::*;

const GROUP: &str = "---
apiVersion: scheduling.k8s.io/v1alpha2
kind: PodGroup
metadata: {name: train}
spec: {schedulingPolicy: {gang: {minCount: 3}}}
";

const GANG_GATES: &str = "featureGates: {GenericWorkload: true, GangScheduling: true}\n";

const SPEC: &str = "schedulingGroup: {podGroupName: train}, terminationGracePeriodSeconds: 1, \
                    containers: [{name: c, resources: {requests: {cpu: 2}}}]";

fn member(name: &str) -> String {
    format!("---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{{SPEC}}}\n")
}

fn assert_gang_story(text: &str, expected: &[&str]) -> String {
    assert_story_under(Release::V1_36, text, expected)
}

#[test]
fn a_group_references_a_workload_in_its_namespace() {
    let workload = "---
apiVersion: scheduling.k8s.io/v1alpha2
kind: Workload
metadata: {name: w}
spec: {podGroupTemplates: [{name: t, schedulingPolicy: {gang: {minCount: 2}}}]}
";
    let group = "---
apiVersion: scheduling.k8s.io/v1alpha2
kind: PodGroup
metadata: {name: train}
spec: {podGroupTemplateRef: {workload: {workloadName: w, podGroupTemplateName: t}}, schedulingPolicy: {gang: {minCount: 2}}}
";
    let text = |workload: &str| format!("{workload}{group}---\nkind: Scenario\n{GANG_GATES}");
    let load = |workload: &str| manifest::load_for(&text(workload), Some(Release::V1_36));
    let manifest = load(workload).unwrap_or_else(|findings| panic!("{findings:?}"));
    let namespaces = manifest.objects.iter().map(|object| object.kind.metadata().namespace.as_str());
    assert_eq!(namespaces.collect::<Vec<_>>(), ["default"; 2]);
    let elsewhere = workload.replace("{name: w}", "{name: w, namespace: lab}");
    assert!(load(&elsewhere).is_err(), "another namespace");
}

#[test]
fn a_gang_starts_together_or_not_at_all() {
    let more = format!(
        "{GANG_GATES}script:
- {{at: 5s, create: {{kind: Pod, metadata: {{name: t-2}}, spec: {{{SPEC}}}}}}}
- {{at: 20s, create: {{kind: Node, metadata: {{name: b}}, status: {{allocatable: {{cpu: 4, memory: 8Gi}}}}}}}}
"
    );
    let text = [node("a", ""), GROUP.into(), member("t-0"), member("t-1"), script(&more)].concat();
    let story = assert_gang_story(
        &text,
        &[
            "0.000 default/t-0 held back by GangScheduling: waiting for minCount pods",
            "0.000 default/t-1 held back by GangScheduling: waiting for minCount pods",
            "5.000 pod default/t-2 created",
            "5.000 podgroup default/train popped",
            "5.000 podgroup default/train Unschedulable",
            "5.000 podgroup default/train Unschedulable: pod group is unschedulable",
            "20.000 node b comes",
            "20.100 podgroup default/train Success",
            "20.100 podgroup default/train Scheduled:",
        ],
    );
    let (before, after) = story.split_once("node b changes").expect("a node that becomes ready");
    assert!(!before.contains(" bound to "), "{story}");
    assert_eq!(after.matches(" bound to ").count(), 3, "{story}");
}

#[test]
fn a_group_exists_until_its_pods_are_gone() {
    let more = format!(
        "{GANG_GATES}script:
- {{at: 5s, delete: {{kind: PodGroup, name: train}}}}
- {{at: 6s, delete: {{kind: Pod, name: t-0}}}}
- {{at: 8s, delete: {{kind: Pod, name: t-1}}}}
"
    );
    let group = GROUP.replace("gang: {minCount: 3}", "basic: {}");
    let text = [node("a", ""), group, member("t-0"), member("t-1"), script(&more)].concat();
    let expected = ["6.000 default/t-0 terminating", "9.000 default/t-1 gone", "9.000 podgroup default/train goes"];
    let story = assert_gang_story(&text, &expected);
    assert_eq!(story.matches("podgroup default/train goes").count(), 1, "{story}");
}

#[test]
fn rejections_of_groups_are_printed() {
    let object = "kind: PodGroup, apiVersion: scheduling.k8s.io/v1alpha2";
    let reference = "podGroupTemplateRef: {workload: {workloadName: none, podGroupTemplateName: t}}";
    let more = format!(
        "{GANG_GATES}script:
- {{at: 1s, create: {{{object}, metadata: {{name: other}}, spec: {{{reference}, schedulingPolicy: {{basic: {{}}}}}}}}}}
- {{at: 2s, apply: {{{object}, metadata: {{name: train}}, spec: {{schedulingPolicy: {{gang: {{minCount: 2}}}}}}}}}}
"
    );
    assert_gang_story(
        &[node("a", ""), GROUP.into(), script(&more)].concat(),
        &[
            "1.000 kubectl: Error from server (Forbidden): podgroups.scheduling.k8s.io \"other\" is forbidden: PodGroup rejected: \
             Workload \"none\" not found",
            "2.000 kubectl: The PodGroup \"train\" is invalid: spec.schedulingPolicy: Invalid value: null: field is immutable",
        ],
    );
}

#[test]
fn without_the_feature_gate_there_are_no_groups() {
    let text = [node("a", ""), GROUP.into(), member("t-0"), script("")].concat();
    let created = "0.000 pod default/t-0 created, priority 0, group default/train dropped";
    let story = assert_gang_story(&text, &[created, "0.000 default/t-0 bound to a"]);
    assert!(!story.contains("podgroup"), "{story}");
}

#[test]
fn an_indexed_job_gets_a_group_of_its_own() {
    let job = |count: u32, mode: &str| {
        format!(
            "{{apiVersion: batch/v1, kind: Job, metadata: {{name: sum}}, spec: {{completions: {count}, parallelism: {count}, \
             completionMode: {mode}, template: {{spec: {{restartPolicy: Never, terminationGracePeriodSeconds: 1, \
             containers: [{{name: c, resources: {{requests: {{cpu: 1}}}}}}]}}}}}}}}"
        )
    };
    let gates = "featureGates: {GenericWorkload: true, GangScheduling: true, WorkloadWithJob: true}\n";
    let more = format!(
        "{gates}script:\n- {{at: 5s, apply: {}}}\n- {{at: 6s, delete: {{kind: Job, name: sum}}}}\n",
        job(2, "Indexed")
    );
    let text = [node("a", ""), format!("---\n{}\n", job(3, "Indexed")), script(&more)].concat();
    let story = assert_gang_story(
        &text,
        &[
            "0.000 event WorkloadCreated: Created Workload sum-",
            "0.000 podgroup default/sum-",
            "0.000 pod default/sum-0-",
            "5.000 kubectl: Error from server (Forbidden): jobs.batch \"sum\" is forbidden: cannot change parallelism for a Job \
             referencing gang-scheduled PodGroup \"sum-",
            "7.000 podgroup default/sum-",
        ],
    );
    assert_eq!(story.matches(" bound to a").count(), 3, "{story}");
    // A Job that is not indexed has no group.
    let plain = [node("a", ""), format!("---\n{}\n", job(3, "NonIndexed")), script(gates)].concat();
    assert!(!run_story(&plain, Release::V1_36).contains("podgroup"));
}

/// A user plugin makes a member wait in Permit after its gang is complete. The other members do not wait for it.
#[test]
fn a_member_may_wait_for_another_plugin_too() {
    let more = format!("{GANG_GATES}permit:\n- {{name: t-0, plugin: Quota, waitMillis: 3000}}\n");
    let group = GROUP.replace("minCount: 3", "minCount: 2");
    // The member that waits longer is scheduled first, because the one that completes the gang must not wait.
    let first = member("t-0").replace("spec: {", "spec: {priorityClassName: first, ");
    let class = "---\n{kind: PriorityClass, metadata: {name: first}, value: 10}\n";
    let text = [class.into(), node("a", ""), group, first, member("t-1"), script(&more)].concat();
    assert_gang_story(
        &text,
        &[
            "0.000 podgroup default/train Scheduled:",
            "0.000 default/t-1 bound to a",
            "3.000 default/t-0 allowed on a",
            "3.000 default/t-0 bound to a",
        ],
    );
}

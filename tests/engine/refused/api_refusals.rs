//! The API server's errors and warnings about fields in v1.36, with their messages.

use schedscope::{
    findings::{AdmissionProblem, Notice, Problem},
    queries::load,
    releases::{Release, field_error_message},
};

/// Whether a text is rejected, and its errors or notices, each as `path: message`.
fn errors_or_notices(text: &str) -> (bool, Vec<String>) {
    let (findings, is_refused) = match load::load_manifest(text, Some(Release::V1_36)) {
        Ok(manifest) => (manifest.notices, false),
        Err(findings) => (findings, true),
    };
    let saying = |finding: schedscope::findings::Finding| match &finding.problem {
        Problem::Admission(AdmissionProblem::Field(error)) => {
            format!("{}: {}", finding.place.path, field_error_message(error))
        }
        Problem::Notice(Notice::FieldInvalid { path, error, .. }) => format!("{path}: {}", field_error_message(error)),
        _ => schedscope::i18n::problem_text::finding_line(schedscope::i18n::Lang::En, &finding),
    };
    (is_refused, findings.into_iter().map(saying).collect())
}

fn pod(spec: &str) -> String {
    format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec: {{{spec}}}\n")
}

fn pod_with(spec: &str) -> String {
    pod(&format!("containers: [{{name: c, image: i}}], {spec}"))
}

fn container(fields: &str) -> String {
    pod(&format!("containers: [{{name: c, image: i, {fields}}}]"))
}

fn workload(kind: &str, spec: &str, pod_spec: &str) -> String {
    let (version, selector) =
        if kind == "Job" { ("batch/v1", "") } else { ("apps/v1", "selector: {matchLabels: {app: w}}, ") };
    format!(
        "apiVersion: {version}\nkind: {kind}\nmetadata: {{name: w}}\nspec: {{{selector}{spec} template: {{metadata: {{labels: {{app: w}}}}, \
         spec: {{{pod_spec} containers: [{{name: c, image: i}}]}}}}}}\n"
    )
}

fn object(version: &str, kind: &str, rest: &str) -> String {
    format!("apiVersion: {version}\nkind: {kind}\nmetadata: {{name: x}}\n{rest}\n")
}

fn cron_job(schedule: &str, pod_spec: &str) -> String {
    let pods = format!("{{spec: {{{pod_spec} containers: [{{name: c, image: i}}]}}}}");
    object(
        "batch/v1",
        "CronJob",
        &format!("spec: {{schedule: \"{schedule}\", jobTemplate: {{spec: {{template: {pods}}}}}}}"),
    )
}

#[test]
fn invalid_fields_are_rejected_with_the_api_servers_message() {
    let never = "restartPolicy: Never,";
    for (text, saying) in [
        (
            workload("Deployment", "strategy: {rollingUpdate: {maxUnavailable: \"150%\"}},", ""),
            "spec.strategy.rollingUpdate.maxUnavailable: ",
        ),
        (
            workload("Deployment", "strategy: {rollingUpdate: {maxUnavailable: 0, maxSurge: 0}},", ""),
            "spec.strategy.rollingUpdate.maxUnavailable: ",
        ),
        (
            workload("Deployment", "strategy: {type: Rolling},", ""),
            "spec.strategy: Unsupported value: {\"Type\":\"Rolling\",\"RollingUpdate\":null}: supported values: \"Recreate\", \"RollingUpdate\"",
        ),
        (
            workload("DaemonSet", "updateStrategy: {type: Rolling},", ""),
            "spec.updateStrategy: Unsupported value: {\"Type\":\"Rolling\",\"RollingUpdate\":null}: supported values: \"RollingUpdate\", \"OnDelete\"",
        ),
        (
            workload("StatefulSet", "podManagementPolicy: Serial,", ""),
            "spec.podManagementPolicy: Invalid value: \"Serial\": must be 'OrderedReady' or 'Parallel'",
        ),
        (
            workload("StatefulSet", "updateStrategy: {type: Rolling},", ""),
            "spec.updateStrategy: Invalid value: {\"Type\":\"Rolling\",\"RollingUpdate\":null}: must be 'RollingUpdate' or 'OnDelete'",
        ),
        (
            workload("Job", "completionMode: Index,", never),
            "spec.completionMode: Unsupported value: \"Index\": supported values: \"NonIndexed\", \"Indexed\"",
        ),
        (
            workload("Job", "", "restartPolicy: Sometimes,"),
            "spec.template.spec.restartPolicy: Unsupported value: \"Sometimes\": supported values: \"Always\", \"OnFailure\", \"Never\"",
        ),
        (
            pod_with("restartPolicy: Sometimes"),
            "spec.restartPolicy: Unsupported value: \"Sometimes\": supported values: \"Always\", \"OnFailure\", \"Never\"",
        ),
        (
            container("ports: [{containerPort: 80, protocol: tcp}]"),
            "spec.containers[0].ports[0].protocol: Unsupported value: \"tcp\": supported values: \"SCTP\", \"TCP\", \"UDP\"",
        ),
        (pod_with("tolerations: [{key: a, operator: In}]"), "spec.tolerations[0].operator: "),
        (pod_with("tolerations: [{key: a, operator: Exists, effect: noschedule}]"), "spec.tolerations[0].effect: "),
        (pod_with("schedulingGates: [{name: a.b/c}, {name: a.b/c}]"), "spec.schedulingGates[1]: "),
        (pod("containers: []"), "spec.containers: "),
        (object("policy/v1", "PodDisruptionBudget", "spec: {selector: {}, minAvailable: one}"), "spec.minAvailable: "),
        (
            object("policy/v1", "PodDisruptionBudget", "spec: {selector: {}, minAvailable: 1, maxUnavailable: 1}"),
            "spec: ",
        ),
        (
            object("v1", "LimitRange", "spec: {limits: [{type: Pods, max: {cpu: 1}}]}"),
            "spec.limits[0].type: Invalid value: \"Pods\": must be a standard limit type or fully qualified",
        ),
        (
            cron_job("every day", never),
            "spec.schedule: Invalid value: \"every day\": expected exactly 5 fields, found 2: [every day]",
        ),
        (
            cron_job("TZ=UTC 0 3 * * *", never),
            "spec.schedule: Invalid value: \"TZ=UTC 0 3 * * *\": cannot use TZ or CRON_TZ in schedule, use timeZone field instead",
        ),
        (
            cron_job("0 3 * * *", ""),
            "spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", \"Never\"",
        ),
        (
            "apiVersion: v1\nkind: Pod\nmetadata: {name: off}\nspec: {containers: [{name: c, image: i}]}\n".to_owned(),
            "3:18: metadata.name: expected text, found off",
        ),
    ] {
        let (is_refused, sayings) = errors_or_notices(&text);
        assert!(is_refused && sayings.iter().any(|line| line.contains(saying)), "{sayings:#?}\nof\n{text}");
    }
}

#[test]
fn invalid_fields_that_are_accepted_give_notices() {
    let plain = "spec: {containers: [{name: c, image: i}]}";
    for (text, saying) in [
        (
            format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: y}}\n{plain}\n"),
            "metadata.name: json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.name of type string",
        ),
        (
            format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: a, labels: {{a: n}}}}\n{plain}\n"),
            "metadata.labels: json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.labels of type string",
        ),
        (
            format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: a, namespace: nowhere}}\n{plain}\n"),
            "namespaces \"nowhere\" not found",
        ),
        (
            object("batch/v1beta1", "CronJob", "spec: {schedule: \"0 3 * * *\"}"),
            "no matches for kind \"CronJob\" in version \"batch/v1beta1\": it was removed in v1.25",
        ),
        (
            object("policy/v1beta1", "PodSecurityPolicy", "spec: {}"),
            "no matches for kind \"PodSecurityPolicy\" in version \"policy/v1beta1\"",
        ),
        (
            object("sparkoperator.k8s.io/v1beta2", "SparkApplication", "spec: {executor: {instances: 2}}"),
            "SparkApplication.sparkoperator.k8s.io is a custom resource: the pods",
        ),
        (
            "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: c, uid: u}\nspec: {schedule: \"@never\"}\n"
                .to_owned(),
            "spec.schedule: Invalid value: \"@never\": unrecognized descriptor: @never",
        ),
    ] {
        let (is_refused, sayings) = errors_or_notices(&text);
        assert!(!is_refused && sayings.iter().any(|line| line.contains(saying)), "{sayings:#?}\nof\n{text}");
    }
    // An object from a cluster of another version does not prevent a run.
    let class = "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 2000\n";
    let of_cluster = "apiVersion: v1\nkind: Pod\nmetadata: {name: a, uid: u}\nspec: {priorityClassName: high, priority: 1000, containers: [{name: c, image: i}], tolerations: [{key: k, operator: Gt, value: \"5\"}]}\nstatus: {phase: Running}\n";
    let manifest = load::load_manifest(&format!("{class}---\n{of_cluster}"), Some(Release::V1_36))
        .unwrap_or_else(|findings| panic!("{findings:?}"));
    let (_, sayings_of_cluster) = errors_or_notices(of_cluster);
    let unsupported =
        "spec.tolerations[0].operator: Unsupported value: \"Gt\": supported values: \"Equal\", \"Exists\"";
    assert!(sayings_of_cluster.iter().any(|line| line == unsupported), "{sayings_of_cluster:?}");
    let priorities: Vec<_> = manifest.objects.iter().filter_map(|object| object.kind.pod_spec()?.priority).collect();
    assert_eq!(priorities, [1000], "it keeps the priority that it was given");
    // Existing objects and objects from a cluster need no Namespace object.
    for text in [
        format!(
            "apiVersion: v1\nkind: Namespace\nmetadata: {{name: shop}}\n---\napiVersion: v1\nkind: Pod\nmetadata: {{name: a, namespace: shop}}\n{plain}\n"
        ),
        format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: a, namespace: kube-system}}\n{plain}\n"),
        format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: a, namespace: shop, uid: u}}\n{plain}\n"),
        format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: \"y\"}}\n{plain}\n"),
        cron_job("*/5 * * * *", "restartPolicy: OnFailure,"),
    ] {
        let (is_refused, sayings) = errors_or_notices(&text);
        assert!(
            !is_refused
                && !sayings
                    .iter()
                    .any(|line| line.contains("not found") || line.contains("json:") || line.contains("Invalid")),
            "{sayings:#?}\nof\n{text}"
        );
    }
}

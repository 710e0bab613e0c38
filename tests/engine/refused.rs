//! Invalid objects are rejected at their line, with the expected values. Valid ones are accepted, and unusual ones give notices.

mod api_refusals;
mod objects;
mod updates;

use schedscope::{
    findings::{Finding, GroupSystem, Leniency, MissingObject, Notice, Problem},
    i18n::{Lang, problem_text::finding_line},
    manifest::node_sizes::NodeSize,
    protocol::{Query, Question, Reply, Request},
    queries::WorkerService,
    releases::Release,
    runlog::{Ending, EventKind, StopReason},
};

/// Runs a text in a service. Returns its notices, the number of events and the ending, or its errors.
fn run(text: &str) -> Result<(Vec<Finding>, usize, Option<Ending>), Vec<Finding>> {
    let mut service = WorkerService::default();
    let text = text.to_owned();
    let replies =
        service.handle_request(Request::Run { run: 1, text: text.into(), release: None.into(), keep: Vec::new() });
    let loaded = match replies.into_iter().next() {
        Some(Reply::Loaded(_, loaded)) => loaded,
        Some(Reply::Rejected(_, problems)) => return Err(problems.items().to_vec()),
        other => panic!("{other:?}"),
    };
    let (mut count, mut ending) = (0, None);
    while let Some(Reply::Events(_, happened)) = service.advance() {
        count += happened.events.len();
        for event in happened.events {
            if let EventKind::End(how) = &event.what {
                ending = Some(*how);
            }
        }
    }
    // Another test is about logs of this length.
    if matches!(ending, Some(Ending::Stopped(_))) {
        return Ok((loaded.notices.items().to_vec(), count, ending));
    }
    for question in [Question::Log, Question::Pending("default/a".into()), Question::Help("default/a".into())] {
        let _ = service.handle_request(Request::Query(Query { run: 1, events: count, question }));
    }
    Ok((loaded.notices.items().to_vec(), count, ending))
}

fn pod(spec: &str) -> String {
    format!("kind: Pod\nmetadata: {{name: a}}\nspec:\n  containers: [{{name: c}}]\n{spec}")
}

fn pod_named(name: &str) -> String {
    format!("kind: Pod\nmetadata:\n  name: {name}\nspec: {{containers: [{{name: c, image: i}}]}}\n")
}

fn workload(kind: &str, spec: &str) -> String {
    let restart_policy = if kind == "Job" { "restartPolicy: Never, " } else { "" };
    format!(
        "kind: {kind}\nmetadata: {{name: w}}\nspec:\n{spec}  template: {{metadata: {{labels: {{app: w}}}}, spec: {{{restart_policy}containers: [{{name: c}}]}}}}\n"
    )
}

fn budget(spec: &str) -> String {
    format!("kind: PodDisruptionBudget\nmetadata: {{name: b}}\nspec:\n  selector: {{}}\n  {spec}\n")
}

fn requires(requirement: &str) -> String {
    format!(
        "kind: PodDisruptionBudget\nmetadata: {{name: b}}\nspec:\n  selector: {{matchExpressions: [{{key: app, {requirement}}}]}}\n"
    )
}

fn spread(key: &str) -> String {
    pod(&format!(
        "  topologySpreadConstraints: [{{{key}maxSkew: 1, whenUnsatisfiable: DoNotSchedule, labelSelector: {{}}}}]\n"
    ))
}

fn anti_affinity(key: &str) -> String {
    pod(&format!(
        "  affinity: {{podAntiAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: [{{{key}labelSelector: {{}}}}]}}}}\n"
    ))
}

#[test]
fn objects_that_the_api_server_rejects_are_errors_at_their_line() {
    let long = "a".repeat(65_536);
    for (text, at, says) in [
        (pod_named("Bad_Name!"), 3, "`Bad_Name!` is not a valid name (lower-case letters"),
        (pod_named("web."), 3, "not a valid name"),
        (pod_named(&"a".repeat(254)), 3, "this has 254 characters (at most 253 are allowed)"),
        (pod_named(&long), 3, "this has 65536 characters"),
        ("kind: Pod\nmetadata:\n  name: a\n  namespace: a.b\nspec: {containers: [{}]}\n".into(), 4, "not a valid name"),
        ("kind: Node\nmetadata:\n  name: n\n  labels: {-x: b}\n".into(), 4, "not a valid label key"),
        (format!("kind: Node\nmetadata:\n  name: n\n  labels: {{{}: b}}\n", "a".repeat(400)), 4, "this has 400 characters"),
        (format!("kind: Node\nmetadata:\n  name: n\n  labels: {{x: {long}}}\n"), 4, "at most 63"),
        ("kind: Pod\nmetadata: {name: a}\nspec: {containers: []}\n".into(), 3, "no containers"),
        (pod("  priorityClassName: system-node-critical\n  priority: 5\n"), 6, "remove priority, or write 2000001000"),
        (pod("  initContainers: [{name: C}]\n"), 5, "`C` is not a valid name"),
        (pod("  initContainers: [{name: c}]\n"), 4, "a container named c already exists"),
        (
            "kind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - resources:\n      requests: {cpu: 2}\n      limits: {cpu: 1500m}\n".into(),
            6,
            "the cpu request 2 exceeds the limit 1500m",
        ),
        (
            "kind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - resources:\n      limits: {nvidia.com/gpu: 500m}\n".into(),
            6,
            "a whole number, not 500m",
        ),
        (
            workload("Deployment", "  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0%}}\n"),
            4,
            "both 0, so no pod could ever be replaced",
        ),
        (budget("minAvailable: 1\n  maxUnavailable: 1"), 4, "are mutually exclusive"),
        (budget("minAvailable: 150%"), 5, "neither a number nor a percentage up to 100%"),
        (budget("maxUnavailable: -5"), 5, "-5 is less than 0"),
        (budget("maxUnavailable: some"), 5, "neither a number nor a percentage"),
        (workload("Deployment", "  replicas: -1\n"), 4, "-1 is less than 0"),
        (workload("Deployment", "  replicas: 99999999999\n"), 4, "from -2147483648 to 2147483647"),
        (workload("Deployment", "  selector: {matchLabels: {app: other}}\n"), 4, "doesn’t match the template’s labels"),
        (requires("operator: In"), 4, "In needs values"),
        (requires("operator: NotIn"), 4, "NotIn needs values"),
        (requires("operator: Exists, values: [w]"), 4, "Exists takes no values"),
        (spread(""), 5, "topologyKey must not be empty (write topologyKey: kubernetes.io/hostname)"),
        (spread("topologyKey: -zone, "), 5, "`-zone` is not a valid label key"),
        (anti_affinity("topologyKey: /zone, "), 5, "`/zone` is not a valid label key"),
        (workload("Deployment", "  replicas: 2147483647\n"), 4, "2147483647 pods (the limit is 150000"),
        (workload("StatefulSet", "  replicas: 300000\n"), 4, "300000 pods"),
        (workload("Job", "  parallelism: 2147483647\n"), 4, "2147483647 pods"),
        (
            format!("{}---\n{}", workload("ReplicaSet", "  replicas: 100000\n"), workload("Job", "  parallelism: 50001\n")),
            10,
            "up to here the manifest asks for 150001 pods",
        ),
        ("kind: Scenario\nscript:\n- at: 1s\n  scale: {name: w, replicas: 2147483647}\n".into(), 4, "2147483647 pods"),
        ("kind: Scenario\nscript:\n- at: 1s\n  scale: {name: w, replicas: -2}\n".into(), 4, "-2 is less than 0"),
        ("kind: Scenario\nscript:\n- at: 1s\n  taint: {node: n, key: k, effect: NoExec}\n".into(), 4, "did you mean NoExecute?"),
    ] {
        let shown = &text[..text.len().min(200)];
        let problems = run(&text).err().unwrap_or_else(|| panic!("it ran:\n{shown}"));
        let text = finding_line(Lang::En, &problems[0]);
        assert_eq!(problems[0].place.line, at, "{text}\nin\n{shown}");
        assert!(text.contains(says), "{text}\nin\n{shown}");
        assert!(text.len() < 400, "nobody reads {} characters", text.len());
        assert!(!finding_line(Lang::Zh, &problems[0]).is_empty());
    }
}

#[test]
fn valid_objects_are_accepted() {
    for text in [
        pod_named(&"a".repeat(253)),
        pod_named("ip-10-0-0-1.eu-west-1.compute.internal"),
        "kind: Pod\nmetadata: {generateName: web-}\nspec: {containers: [{name: c}]}\n".to_owned(),
        pod("  priorityClassName: system-node-critical\n  priority: 2000001000\n"),
        pod("  terminationGracePeriodSeconds: 0\n"),
        // The API server stores 1 instead.
        pod("  terminationGracePeriodSeconds: -1\n"),
        pod("  tolerations: [{operator: Exists}, {key: example.com/gpu, operator: Equal, value: \"yes\"}]\n"),
        pod("  nodeSelector: {node-role.kubernetes.io/worker: \"\"}\n"),
        budget("minAvailable: 100%"),
        budget("maxUnavailable: 0"),
        workload("Deployment", "  strategy: {rollingUpdate: {maxSurge: 150%, maxUnavailable: 0}}\n"),
        // The other one defaults to 25 %.
        workload("Deployment", "  strategy: {rollingUpdate: {maxUnavailable: 0}}\n"),
        workload("ReplicaSet", "  selector: {matchExpressions: [{key: app, operator: In, values: [w, x]}]}\n"),
        requires("operator: In, values: [w, x]"),
        requires("operator: NotIn, values: [x]"),
        requires("operator: Exists"),
        spread("topologyKey: topology.kubernetes.io/zone, "),
        anti_affinity("topologyKey: kubernetes.io/hostname, "),
        workload("Job", "  completions: 3\n  backoffLimit: 0\n"),
    ] {
        if let Err(problems) = run(&text) {
            panic!("{}\nin\n{text}", finding_line(Lang::En, &problems[0]));
        }
    }
}

fn missing_class(name: &str, near: Option<&str>) -> Notice {
    Notice::Missing(MissingObject::PriorityClass { name: name.into(), near: near.map(Into::into) })
}

fn claim(spec: &str) -> String {
    format!(
        "kind: PersistentVolumeClaim\nmetadata: {{name: data}}\nspec: {{accessModes: [ReadWriteOnce], resources: {{requests: {{storage: 1Gi}}}}, {spec}}}\n"
    )
}

fn selecting(namespaces: &str) -> String {
    format!(
        "  affinity: {{podAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: [{{topologyKey: kubernetes.io/hostname, labelSelector: {{}}, namespaceSelector: {namespaces}}}]}}}}\n"
    )
}

/// The notices about a text, except those about versions, images and selectors, which most texts here omit.
fn notices_of(text: &str) -> Vec<Notice> {
    let is_omission = |notice: &Notice| {
        matches!(notice, Notice::NoVersion { .. } | Notice::FieldInvalid { reason: Leniency::NotNeeded, .. })
    };
    notices_in(text).into_iter().filter(|notice| !is_omission(notice)).collect()
}

fn notices_in(text: &str) -> Vec<Notice> {
    let (findings, ..) =
        run(text).unwrap_or_else(|problems| panic!("{}\nin\n{text}", finding_line(Lang::En, &problems[0])));
    let notice = |finding: Finding| match finding.problem {
        Problem::Notice(notice) => Some(notice),
        _ => None,
    };
    findings.into_iter().filter_map(notice).collect()
}

/// Adding the suggested object removes the notice, and gives no other notice.
#[test]
fn missing_objects_can_be_added() {
    let node = "kind: Node\nmetadata: {name: \"n\"}\nstatus: {capacity: {cpu: 4, pods: 110}}\n---\n";
    for text in [
        pod("  priorityClassName: hihg\n"),
        pod("  runtimeClassName: kata\n"),
        pod("  volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]\n"),
        claim("storageClassName: fast"),
        claim(""),
        pod(&selecting("{matchLabels: {team: a}}")),
    ] {
        let mut text = format!("{node}{text}");
        // An added claim may need a class.
        for _ in 0..2 {
            for notice in notices_of(&text) {
                if let Notice::Missing(missing) = notice {
                    text = format!("{text}---\n{}", missing.to_document(7));
                }
            }
        }
        assert_eq!(notices_of(&text), [], "{text}");
    }
    for text in [
        pod("  nodeName: n\n  volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]\n"),
        pod("  priority: 9\n  priorityClassName: gone\n"),
        // Claims of the StatefulSet replace a volume with the same name, and an annotation may name their class.
        "kind: StatefulSet\nmetadata: {name: s}\nspec:\n  selector: {matchLabels: {a: b}}\n  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c}], volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]}}\n  volumeClaimTemplates: [{metadata: {name: data, annotations: {volume.beta.kubernetes.io/storage-class: fast}}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]\n".to_owned(),
        workload("DaemonSet", "  selector: {matchLabels: {app: w}}\n"),
        pod(&selecting("{}")),
        claim("storageClassName: \"\""),
        claim("volumeName: pv-1"),
    ] {
        assert_eq!(notices_of(&format!("{node}{text}")), [], "{text}");
    }
}

/// Suggested nodes have a kubelet's labels: pods that select by them, by zone or request a GPU run on them, in every release.
#[test]
fn suggested_nodes_have_the_labels_of_a_kubelet() {
    let selected = "kind: DaemonSet\nmetadata: {name: d}\nspec:\n  selector: {matchLabels: {app: d}}\n  template:\n    metadata: {labels: {app: d}}\n    spec:\n      nodeSelector: {kubernetes.io/os: linux, beta.kubernetes.io/arch: amd64}\n      \
                    topologySpreadConstraints: [{maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: d}}}]\n      \
                    containers: [{name: c, resources: {requests: {cpu: 100m, ephemeral-storage: 1Gi}, limits: {nvidia.com/gpu: 1}}}]\n---\n";
    let taken = |name: &str| name == "node-2";
    let nodes = NodeSize::Gpu.to_documents(4, &taken);
    let text = format!("{selected}{nodes}");
    assert_eq!(notices_of(&text), []);
    for release in Release::ALL {
        let mut service = WorkerService::default();
        let _ = service.handle_request(Request::Run {
            run: 1,
            text: text.as_str().into(),
            release: Some(release).into(),
            keep: Vec::new(),
        });
        let mut bound = Vec::new();
        while let Some(Reply::Events(_, happened)) = service.advance() {
            for event in happened.events {
                if let EventKind::Bound { node, .. } = &event.what {
                    bound.push(node.to_string());
                }
            }
        }
        bound.sort();
        assert_eq!(bound, ["node-1", "node-3", "node-4", "node-5"], "{release}");
    }
}

#[test]
fn a_dump_runs_under_the_nearest_release() {
    let node = |version: &str| {
        format!("{{kind: Node, metadata: {{name: n}}, status: {{nodeInfo: {{kubeletVersion: {version}}}}}}}")
    };
    let scenario = "---\nkind: Scenario\nrelease: v1.20\n";
    for (versions, more, chosen, release, is_reported) in [
        (&["v1.16.15"][..], "", None, Release::V1_16, true),
        (&["v1.18.0"], "", None, Release::V1_20, true),
        (&["v1.26.1"], "", None, Release::V1_20, true),
        (&["v1.27.1"], "", None, Release::V1_34, true),
        (&["v1.35.0"], "", None, Release::V1_36, true),
        (&["v1.40.0"], "", None, Release::V1_36, true),
        // Kubelets may be older than the scheduler, but not newer.
        (&["v1.9.0", "v1.20.1", "v1.18.3"], "", None, Release::V1_20, true),
        (&["kwok-v0.5"], "", None, Release::default(), false),
        (&["v1.27.1"], scenario, None, Release::V1_20, false),
        (&["v1.27.1"], "", Some(Release::V1_16), Release::V1_16, false),
    ] {
        let nodes: Vec<String> = versions.iter().map(|version| node(version)).collect();
        let text = format!("kind: NodeList\nitems: [{}]\n{more}", nodes.join(", "));
        let mut service = WorkerService::default();
        let replies = service.handle_request(Request::Run {
            run: 1,
            text: text.into(),
            release: chosen.into(),
            keep: Vec::new(),
        });
        let Some(Reply::Loaded(_, loaded)) = replies.into_iter().next() else { panic!("{versions:?}") };
        let is_nearest_release =
            |finding: &Finding| matches!(&finding.problem, Problem::Notice(Notice::NearestRelease { .. }));
        assert_eq!(
            (loaded.release, loaded.notices.items().iter().any(is_nearest_release)),
            (release, is_reported),
            "{versions:?}"
        );
        let other = |finding: &Finding| matches!(&finding.problem, Problem::Notice(Notice::OtherRelease { .. }));
        assert_eq!(loaded.notices.items().iter().any(other), versions == ["v1.27.1"] && !is_reported, "{versions:?}");
    }
}

fn foreign_group(system: GroupSystem, source: &str, minimum: Option<u32>) -> Notice {
    Notice::ForeignGroup { system, source: source.into(), minimum }
}

#[test]
fn unknown_fields_of_cron_jobs_are_found() {
    let text = "kind: CronJob\nmetadata: {name: a}\nspec:\n  schedule: '* * * * *'\n  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, tolerationz: [], containers: [{name: c, image: i}]}}}}\n";
    let (notices, ..) = run(text).unwrap_or_else(|problems| panic!("{}", finding_line(Lang::En, &problems[0])));
    let misspelled = Notice::FieldMisspelled {
        kind: "CronJob".into(),
        path: "spec.jobTemplate.spec.template.spec.tolerationz".into(),
        near: "tolerations".into(),
    };
    let finding = notices.iter().find(|finding| finding.problem == Problem::Notice(misspelled.clone()));
    assert_eq!(finding.map(|finding| finding.place.line), Some(5), "{notices:?}");
}

#[test]
fn unusual_objects_give_notices() {
    let node = "kind: Node\nmetadata: {name: \"n\"}\nstatus: {capacity: {cpu: 4, pods: 110}}\n---\n";
    let kind = |kind: &str| kind.into();
    for (text, notice, at) in [
        (format!("{node}{}---\n{}", pod(""), pod("")), Notice::SameName { kind: kind("Pod"), is_first_kept: true }, 10),
        (format!("{node}{}", pod("  nodeName: gone\n")), Notice::NoSuchNode, 5),
        (format!("{node}{}", pod("  schedulerName: volcano\n")), Notice::OtherScheduler { name: kind("volcano") }, 5),
        ("kind: CronJob\nmetadata: {name: a}\n".into(), Notice::NotSimulated { kind: kind("CronJob") }, 1),
        (
            "kind: HorizontalPodAutoscaler\nmetadata: {name: a}\n".into(),
            Notice::NotSimulated { kind: kind("HorizontalPodAutoscaler") },
            1,
        ),
        // A Job of another API group is a custom resource, and needs no containers.
        (
            format!("{node}apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {{name: a}}\nspec: {{tasks: [{{replicas: 2}}]}}\n"),
            Notice::CustomResource { kind: kind("Job.batch.volcano.sh"), makes_pods: true },
            5,
        ),
        (
            format!("{node}apiVersion: serving.knative.dev/v1\nkind: Service\nmetadata: {{name: a}}\nspec: {{template: {{spec: {{containers: [{{}}]}}}}}}\n"),
            Notice::CustomResource { kind: kind("Service.serving.knative.dev"), makes_pods: true },
            5,
        ),
        (
            format!("{node}apiVersion: kueue.x-k8s.io/v1beta1\nkind: Node\nmetadata: {{name: b}}\n"),
            Notice::CustomResource { kind: kind("Node.kueue.x-k8s.io"), makes_pods: false },
            5,
        ),
        (
            format!("{node}apiVersion: scheduling.x-k8s.io/v1alpha1\nkind: PodGroup\nmetadata: {{name: a}}\nspec: {{minMember: 3}}\n"),
            foreign_group(GroupSystem::Coscheduling, "PodGroup.scheduling.x-k8s.io", Some(3)),
            5,
        ),
        (
            format!("{node}apiVersion: scheduling.volcano.sh/v1beta1\nkind: PodGroup\nmetadata: {{name: a}}\nspec: {{queue: q}}\n"),
            foreign_group(GroupSystem::Volcano, "PodGroup.scheduling.volcano.sh", None),
            5,
        ),
        (
            format!("{node}apiVersion: kueue.x-k8s.io/v1beta1\nkind: Workload\nmetadata: {{name: a}}\nspec: {{podSets: [{{count: 2}}, {{count: 5, minCount: 3}}]}}\n"),
            foreign_group(GroupSystem::Kueue, "Workload.kueue.x-k8s.io", Some(5)),
            5,
        ),
        (
            format!("{node}{}", pod("").replace("name: a", "name: a, labels: {scheduling.x-k8s.io/pod-group: g}")),
            foreign_group(GroupSystem::Coscheduling, "scheduling.x-k8s.io/pod-group", None),
            5,
        ),
        (
            format!("{node}{}", workload("DaemonSet", "  selector: {matchLabels: {app: w}}\n").replace("spec: {c", "spec: {nodeSelector: {gpu: a}, c")),
            Notice::NoDaemons { name: kind("w") },
            5,
        ),
        (format!("{node}{}", pod("  priorityClassName: hihg\n")), missing_class("hihg", None), 5),
        (
            format!("{node}kind: PriorityClass\nmetadata: {{name: high}}\nvalue: 5\n---\n{}", pod("  priorityClassName: hihg\n")),
            missing_class("hihg", Some("high")),
            9,
        ),
        (
            "kind: Scenario\nscript:\n- {at: 1s, create: {kind: Pod, metadata: {name: a}, spec: {priorityClassName: low, containers: [{}]}}}\n"
                .into(),
            missing_class("low", None),
            3,
        ),
        (
            format!("{node}{}", pod("  volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]\n")),
            Notice::Missing(MissingObject::Claim { namespace: kind("default"), name: kind("data") }),
            5,
        ),
        (claim("storageClassName: fast"), Notice::Missing(MissingObject::StorageClass { name: kind("fast") }), 1),
        (claim(""), Notice::Missing(MissingObject::StorageClass { name: kind("") }), 1),
        (
            format!("{node}{}", pod(&selecting("{matchLabels: {team: a}}"))),
            Notice::Missing(MissingObject::Namespace { name: kind("default") }),
            5,
        ),
        (
            format!("{node}{}", pod("  nodeSelector: {kubernetes.io/os: linux}\n")),
            Notice::KubeletLabels { labels: vec![kind("kubernetes.io/os=linux")] },
            1,
        ),
        (
            "kind: Node\nmetadata: {name: n}\nstatus: {capacity: {pods: 9}, nodeInfo: {kubeletVersion: v1.29.3-eks-a1}}\n".into(),
            Notice::NearestRelease { version: kind("v1.29.3-eks-a1"), minor: 29, release: kind("v1.34") },
            3,
        ),
    ] {
        let (notices, ..) = run(&text).unwrap_or_else(|problems| panic!("{}", finding_line(Lang::En, &problems[0])));
        let finding = notices.iter().find(|finding| finding.problem == Problem::Notice(notice.clone()));
        assert_eq!(finding.map(|finding| finding.place.line), Some(at), "{notice:?} in\n{text}\n{notices:?}");
    }
    let volcano = |name: &str| pod("  schedulerName: volcano\n").replace("name: a", &format!("name: {name}"));
    let (notices, ..) = run(&format!("{node}{}---\n{}", volcano("a"), volcano("b"))).expect("a run");
    let times = notices.iter().find(|notice| matches!(notice.problem, Problem::Notice(Notice::OtherScheduler { .. })));
    assert_eq!(times.map(|time| time.times), Some(2), "each pod of another scheduler is counted");
    let named = "kind: KubeSchedulerConfiguration\napiVersion: kubescheduler.config.k8s.io/v1\nprofiles: [{schedulerName: volcano}]\n---\n";
    let (notices, ..) = run(&format!("{named}{node}{}", pod("  schedulerName: volcano\n"))).expect("a run");
    assert!(!notices.iter().any(|notice| matches!(notice.problem, Problem::Notice(Notice::OtherScheduler { .. }))));
}

#[test]
fn the_highest_priorities_are_reserved_for_system_classes() {
    let class = |name: &str, value: i64| format!("kind: PriorityClass\nmetadata: {{name: {name}}}\nvalue: {value}\n");
    for (name, value, admitted) in [
        ("mine", 1_000_000_000, true),
        ("mine", 1_000_000_001, false),
        ("system-node-critical", 2_000_001_000, true),
        ("system-cluster-critical", 2_000_000_000, true),
    ] {
        assert_eq!(run(&class(name, value)).is_ok(), admitted, "{name}: {value}");
    }
}

/// Long names do not make the columns of a story wider than a name.
#[test]
fn no_column_is_wider_than_a_name() {
    use schedscope::trace::console::format_row;
    let long = "n".repeat(70_000);
    assert_eq!(format_row(&[long.as_str(), "x"], &[70_000, 0]), format!("{long}   x"));
}

/// A run with the maximum number of pods ends at the limit of events. It is computed in steps that leave time for other requests.
#[test]
fn the_maximum_number_of_pods_ends_at_the_limit_of_events() {
    let text = workload("ReplicaSet", "  replicas: 150000\n");
    let (_, count, ending) = run(&text).expect("a run");
    assert_eq!(ending, Some(Ending::Stopped(StopReason::TooManyEvents)));
    assert!((200_000..220_000).contains(&count), "{count}");
}

/// A `LimitRange` in the namespace "default", in four lines.
fn range(items: &str) -> String {
    format!("kind: LimitRange\nmetadata: {{name: l}}\nspec: {{limits: [{items}]}}\n---\n")
}

fn pod_asking(resources: &str) -> String {
    format!("kind: Pod\nmetadata: {{name: a}}\nspec:\n  containers:\n  - name: c\n    resources:\n      {resources}\n")
}

#[test]
fn violations_of_a_limit_range_are_errors_at_their_line() {
    let both = "kind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - {name: c, resources: {limits: {cpu: 1500m}}}\n  - {name: d, resources: {limits: {cpu: 1500m}}}\n";
    let volume =
        "kind: PersistentVolumeClaim\nmetadata: {name: a}\nspec:\n  resources:\n    requests: {storage: 2Gi}\n";
    let after = |policy: &str| {
        both.replace("  containers:\n  - {name: c,", &format!("  initContainers:\n  - {{name: c, {policy}"))
            .replace("  - {name: d", "  containers:\n  - {name: d")
    };
    for (items, text, at, says) in [
        (
            "{type: Container, max: {cpu: 1}}",
            pod_asking("limits: {cpu: 2}"),
            11,
            "allows a cpu limit of at most 1: found 2 (set a limit of 1 or less)",
        ),
        (
            "{type: Container, default: {cpu: 1}}",
            pod_asking("requests: {cpu: 2}"),
            11,
            "the cpu request 2 exceeds the limit 1",
        ),
        (
            "{type: Container, min: {memory: 64Mi}}",
            pod_asking("requests: {memory: 32Mi}"),
            11,
            "requires a memory request of at least 64Mi: found 32Mi",
        ),
        (
            "{type: Container, maxLimitRequestRatio: {cpu: 2}}",
            pod_asking("{requests: {cpu: 500m}, limits: {cpu: 1500m}}"),
            11,
            "at most 2 times the request: found 1500m",
        ),
        (
            "{type: Container, maxLimitRequestRatio: {cpu: 2}}",
            pod_asking("{}"),
            11,
            "at most 2 times the request: no limit set",
        ),
        // The error is at the line with the excessive value.
        ("{type: Container, max: {cpu: 1}}", pod_asking("requests: {cpu: 1}\n      limits: {cpu: 2}"), 12, "found 2"),
        ("{type: Pod, max: {cpu: 2}}", both.to_owned(), 8, "allows a cpu limit of at most 2: found 3"),
        // A sidecar runs at the same time as the other containers.
        ("{type: Pod, max: {cpu: 2}}", after("restartPolicy: Always,"), 8, "allows a cpu limit of at most 2: found 3"),
        ("{type: Pod, min: {cpu: 4}}", both.to_owned(), 8, "requires a cpu request of at least 4: found 3"),
        (
            "{type: PersistentVolumeClaim, max: {storage: 1Gi}}",
            volume.to_owned(),
            9,
            "allows a storage request of at most 1Gi: found 2Gi",
        ),
        (
            "{type: PersistentVolumeClaim, min: {storage: 5Gi}}",
            volume.to_owned(),
            9,
            "requires a storage request of at least 5Gi: found 2Gi",
        ),
    ] {
        let text = range(items) + &text;
        let problems = run(&text).expect_err(&text);
        let texts: Vec<String> = problems.iter().map(|problem| finding_line(Lang::En, problem)).collect();
        assert_eq!((problems.len(), problems[0].place.line), (1, at), "{text}\n{texts:?}");
        assert!(texts[0].contains(says), "{text}\n{texts:?}");
    }
    for (items, text) in [
        ("{type: Container, max: {cpu: 1}}", pod_asking("requests: {cpu: 1}")),
        ("{type: Container, max: {cpu: 1}, min: {cpu: 1}}", pod_asking("{}")),
        (
            "{type: Container, maxLimitRequestRatio: {cpu: 3}}",
            pod_asking("{requests: {cpu: 500m}, limits: {cpu: 1500m}}"),
        ),
        ("{type: Pod, max: {cpu: 3}, min: {cpu: 3}}", both.to_owned()),
        ("{type: PersistentVolumeClaim, max: {storage: 2Gi}, min: {storage: 2Gi}}", volume.to_owned()),
        // An init container has finished before the others start.
        ("{type: Pod, max: {cpu: 2}}", after("")),
        // Objects from a cluster have been admitted already, and other namespaces are not affected.
        ("{type: Container, max: {cpu: 1}}", pod_asking("limits: {cpu: 2}").replace("{name: a}", "{name: a, uid: u}")),
        (
            "{type: Container, max: {cpu: 1}}",
            pod_asking("limits: {cpu: 2}").replace("{name: a}", "{name: a, namespace: b}"),
        ),
        (
            "{type: Container, max: {cpu: 1}}",
            pod_asking("limits: {cpu: 2}").replace("spec:\n", "spec:\n  nodeName: n\n"),
        ),
    ] {
        let text = range(items) + &text;
        assert!(run(&text).is_ok(), "{text}: {:?}", run(&text).map(|_| ()));
    }
}

/// A quota rejects new objects that exceed it. Existing objects count.
#[test]
fn quotas_refuse() {
    let quota = |hard: &str| format!("kind: ResourceQuota\nmetadata: {{name: q}}\nspec: {{hard: {{{hard}}}}}\n---\n");
    let pod = |name: &str, more: &str| {
        format!(
            "kind: Pod\nmetadata: {{name: {name}{more}}}\nspec:\n  containers: [{{name: c, resources: {{requests: {{cpu: 600m}}}}}}]\n---\n"
        )
    };
    let (one, two) = (pod("one", ""), pod("two", ""));
    let claim = "kind: PersistentVolumeClaim\nmetadata: {name: c}\nspec:\n  resources: {requests: {storage: 2Gi}}\n";
    for (text, line_of, says) in [
        (
            quota("requests.cpu: 1") + &one + &two,
            13,
            "the API server rejects it: exceeded quota: q, requested: requests.cpu=600m, used: requests.cpu=600m, limited: requests.cpu=1",
        ),
        // Objects from a cluster count first, regardless of their order in the text.
        (
            quota("pods: 1") + &one + &pod("two", ", uid: u"),
            8,
            "exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1",
        ),
        (quota("limits.cpu: 1") + &one, 8, "failed quota: q: must specify limits.cpu for: c"),
        (
            quota("requests.storage: 1Gi") + claim,
            8,
            "requested: requests.storage=2Gi, used: requests.storage=0, limited: requests.storage=1Gi",
        ),
    ] {
        let problems = run(&text).expect_err(&text);
        let texts: Vec<String> = problems.iter().map(|problem| finding_line(Lang::En, problem)).collect();
        assert_eq!((problems.len(), problems[0].place.line), (1, line_of), "{text}\n{texts:?}");
        assert!(texts[0].contains(says), "{text}\n{texts:?}");
    }
    for text in [
        quota("requests.cpu: 1200m") + &one + &two,
        quota("requests.cpu: 1") + &one + &pod("two", ", namespace: other"),
        quota("pods: 1") + &pod("one", ", uid: u") + &pod("two", ", uid: v"),
    ] {
        assert!(run(&text).is_ok(), "{text}: {:?}", run(&text).map(|_| ()));
    }
}

/// Requests and limits of a whole pod must be consistent with those of its containers.
#[test]
fn requests_of_a_whole_pod_must_cover_its_containers() {
    let pod = |whole: &str, containers: &str| {
        format!("kind: Pod\nmetadata: {{name: a}}\nspec:\n  resources: {{{whole}}}\n  containers: [{containers}]\n")
    };
    let asks = |asks: &str| format!("{{name: c, resources: {{{asks}}}}}");
    for (text, says) in [
        (
            pod("requests: {cpu: 1}", &asks("requests: {cpu: 2}")),
            "the pod-level cpu request 1 is below the sum of its containers’ requests, 2",
        ),
        // Pod-level limits without requests become the requests, unless the containers have requests.
        (pod("limits: {cpu: 1}", &asks("requests: {cpu: 1500m}")), "the cpu request 1500m exceeds the limit 1"),
        (
            pod("limits: {memory: 1Gi}", &asks("limits: {memory: 2Gi}, requests: {memory: 1Mi}")),
            "the memory limit 2Gi of the container exceeds the limit of its pod, 1Gi",
        ),
        (pod("requests: {nvidia.com/gpu: 1}", &asks("")), "nvidia.com/gpu can’t be requested at the pod level"),
        (pod("requests: {cpu: -1}", &asks("")), "-1"),
    ] {
        let problems = run(&text).expect_err(&text);
        let texts: Vec<String> = problems.iter().map(|problem| finding_line(Lang::En, problem)).collect();
        assert_eq!(problems.len(), 1, "{text}\n{texts:?}");
        assert!(texts[0].contains(says), "{text}\n{texts:?}");
    }
    for text in [
        pod("requests: {cpu: 2}, limits: {cpu: 2}", &asks("requests: {cpu: 1}, limits: {cpu: 2}")),
        pod("limits: {cpu: 2}", &asks("requests: {memory: 1Gi}")),
    ] {
        assert!(run(&text).is_ok(), "{text}: {:?}", run(&text).map(|_| ()));
    }
}

/// The API server accepts a workload even if it would reject its pods.
#[test]
fn a_workload_whose_pods_are_rejected_has_no_pods() {
    let node = "kind: Node\nmetadata: {name: \"n\"}\nstatus: {capacity: {cpu: 4, pods: 110}}\n---\n";
    let template = |kind: &str| {
        let selector = if kind == "Job" { "" } else { "  selector: {matchLabels: {app: w}}\n" };
        workload(kind, selector).replace("{name: c}", "{name: c, resources: {limits: {cpu: 2}}}")
    };
    for kind in ["Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job"] {
        for (most, made) in [(1, 0), (2, 1)] {
            let text =
                format!("{}{node}{}", range(&format!("{{type: Container, max: {{cpu: {most}}}}}")), template(kind));
            let mut service = WorkerService::default();
            let mut replies = service.handle_request(Request::Run {
                run: 1,
                text: text.as_str().into(),
                release: None.into(),
                keep: Vec::new(),
            });
            let Some(Reply::Loaded(_, loaded)) = replies.pop() else { panic!("{text}") };
            let texts: Vec<String> =
                loaded.notices.items().iter().map(|notice| finding_line(Lang::En, notice)).collect();
            assert_eq!(
                texts
                    .iter()
                    .any(|text| text.starts_with("9:1: the API server accepts this workload but rejects its pods")),
                made == 0,
                "{texts:?}"
            );
            let mut created = 0;
            while let Some(Reply::Events(_, happened)) = service.advance() {
                created +=
                    happened.events.iter().filter(|event| matches!(event.what, EventKind::PodCreated { .. })).count();
            }
            assert_eq!(created, made, "{text}");
        }
    }
}

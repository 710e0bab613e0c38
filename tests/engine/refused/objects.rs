//! Kinds and versions of objects, validation of new objects, and script actions on missing objects.

use schedscope::{
    findings::{Notice, Problem},
    i18n::{Lang, problem_text::finding_line},
    lessons::story,
    manifest,
    protocol::{Reply, Request},
    queries::WorkerService,
    releases::Release,
    runlog::EventKind,
};

use super::{notices_in, notices_of, pod, pod_named, run, workload};
use crate::support::texts;

#[test]
fn kinds_and_versions_are_those_of_the_api_server() {
    let meta = "metadata: {name: a}\n";
    let pod = |version: &str| format!("{version}kind: Pod\n{meta}spec: {{containers: [{{name: c}}]}}\n");
    let created = |object: &str| format!("kind: Scenario\nscript:\n- at: 1s\n  create: {object}\n");
    for (text, at, says) in [
        (format!("kind: pod\n{meta}"), 1, "no matches for kind \"pod\" (did you mean Pod?)"),
        (
            format!("apiVersion: v1\nkind: Pods\n{meta}"),
            2,
            "no matches for kind \"Pods\" in version \"v1\" (did you mean Pod?)",
        ),
        (format!("apiVersion: v1\nkind: POD\n{meta}"), 2, "did you mean Pod?"),
        (format!("apiVersion: apps/v1\nkind: deploy\n{meta}"), 2, "did you mean Deployment?"),
        (format!("apiVersion: apps/v1\nkind: Deploymnet\n{meta}"), 2, "did you mean Deployment?"),
        ("kind: podlist\nitems: []\n".into(), 1, "did you mean PodList?"),
        ("kind: podList\nitems:\n- metadata: {name: a}\n".into(), 1, "did you mean PodList?"),
        ("apiVersion: v1\nkind: list\nitems: [{kind: Node, metadata: {name: n}}]\n".into(), 2, "did you mean List?"),
        (pod("apiVersion: apps/v1\n"), 1, "no matches for kind \"Pod\" in version \"apps/v1\" (write apiVersion: v1)"),
        (pod("apiVersion: v2\n"), 1, "no matches for kind \"Pod\" in version \"v2\" (write apiVersion: v1)"),
        (format!("apiVersion: v1\nkind: Deployment\n{meta}"), 1, "write apiVersion: apps/v1"),
        ("apiVersion: apps/v1\nkind: PodList\nitems: []\n".into(), 1, "kind \"PodList\" in version \"apps/v1\""),
        ("kind: List\nitems:\n- apiVersion: v2\n  kind: Node\n".into(), 3, "kind \"Node\" in version \"v2\""),
        ("apiVersion: schedscope.dev/v2\nkind: Scenario\n".into(), 1, "write apiVersion: schedscope.dev/v1alpha1"),
        ("apiVersion: v1\nkind: Scenario\n".into(), 1, "write apiVersion: schedscope.dev/v1alpha1"),
        ("apiVersion: schedscope.dev/v1\nkind: Plugin\n".into(), 1, "write apiVersion: schedscope.dev/v1alpha1"),
        ("apiVersion: schedscope.dev/v1alpha1\nkind: Scenarios\n".into(), 2, "did you mean Scenario?"),
        (
            created("{apiVersion: v1, kind: pod, metadata: {name: a}}"),
            4,
            "script[0].create.kind: no matches for kind \"pod\"",
        ),
        (
            created("{apiVersion: apps/v1, kind: Pod, metadata: {name: a}}"),
            4,
            "script[0].create.apiVersion: no matches",
        ),
        (
            created(
                "\n    kind: List\n    items:\n    - {kind: Node, metadata: {name: n}}\n    - kind: Pod\n      metadata: {name: A}\n      spec: {containers: [{name: c}]}\n",
            ),
            9,
            "script[0].create.items[1].metadata.name: `A` is not a valid name",
        ),
        (pod("").replace("name: c", "name: {{.Name}}"), 3, "this is a Helm template"),
        (
            format!("{}  replicas: {{{{ replicas }}}}\n", pod("").replace("spec: ", "status: ")),
            4,
            "this is a Helm template",
        ),
    ] {
        let problems = run(&text).err().unwrap_or_else(|| panic!("it ran:\n{text}"));
        let line = finding_line(Lang::En, &problems[0]);
        assert_eq!((problems.len(), problems[0].place.line), (1, at), "{line}\nin\n{text}");
        assert!(line.contains(says), "{line}\nin\n{text}");
        assert!(!finding_line(Lang::Zh, &problems[0]).is_empty());
    }
    // Removed versions, kinds of other API groups, and objects from a cluster.
    for text in [
        "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: b}\nspec: {selector: {}, minAvailable: 1}\n".to_owned(),
        workload("Deployment", "").replace("kind:", "apiVersion: extensions/v1beta1\nkind:"),
        "apiVersion: scheduling.k8s.io/v1beta1\nkind: PriorityClass\nmetadata: {name: b}\nvalue: 5\n".to_owned(),
        "apiVersion: storage.k8s.io/v1beta1\nkind: CSIDriver\nmetadata: {name: b}\n".to_owned(),
        "apiVersion: metrics.k8s.io/v1beta1\nkind: PodMetrics\nmetadata: {name: b}\n".to_owned(),
        "apiVersion: cluster.k8s.io/v1\nkind: Node\nmetadata: {name: b, uid: u}\n".to_owned(),
        "apiVersion: example.com/v1\nkind: Plugin\nmetadata: {name: b}\n".to_owned(),
        "apiVersion: example.com/v1\nkind: Scenario\n".to_owned(),
        "apiVersion: kyverno.io/v1\nkind: Policy\nmetadata: {name: b}\nspec: {rules: []}\n".to_owned(),
        "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: []\n".to_owned(),
        pod("apiVersion: v1\n"),
    ] {
        assert!(run(&text).is_ok(), "{text}: {:?}", run(&text).map(|_| ()));
    }
    let unversioned = Notice::NoVersion { kind: "Pod".into(), version: "v1".into() };
    assert!(notices_in(&pod("")).contains(&unversioned));
    assert!(!notices_in(&pod("apiVersion: v1\n")).contains(&unversioned));
    assert_eq!(
        notices_in(
            "apiVersion: v1\nkind: PodList\nitems: [{metadata: {name: a}, spec: {containers: [{name: c, image: i}]}}]\n"
        ),
        []
    );
    // A script that creates a list creates each of its objects.
    let text = created(
        "{kind: List, items: [{kind: Node, metadata: {name: n}}, {kind: Pod, metadata: {name: a}, spec: {containers: [{name: c}]}}]}",
    );
    let manifest = manifest::load(&text).expect("a list");
    assert_eq!(manifest.scenario.script.len(), 2);
}

fn node_affinity_pod(affinity: &str) -> String {
    pod(&format!("  affinity:\n    nodeAffinity:\n      {affinity}\n"))
}

fn terms(terms: &str) -> String {
    node_affinity_pod(&format!("requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: [{terms}]}}"))
}

/// The notices about a script with one entry, and the lines that kubectl prints in its run. The cluster has a node "n" and a pod "patient".
fn notices_and_output(entry: &str) -> (Vec<Notice>, Vec<String>) {
    let objects = format!(
        "apiVersion: v1\nkind: Node\nmetadata: {{name: \"n\"}}\nstatus: {{capacity: {{cpu: 4, pods: 110}}}}\n---\napiVersion: v1\n{}---\n",
        pod_named("patient")
    );
    let text = format!("{objects}kind: Scenario\nscript:\n- {{at: 5s, {entry}}}\n");
    let mut service = WorkerService::default();
    let replies = service.handle_request(Request::Run {
        run: 1,
        text: text.as_str().into(),
        release: None.into(),
        keep: Vec::new(),
    });
    let Some(Reply::Loaded(_, loaded)) = replies.into_iter().next() else { panic!("{text}") };
    let notices = loaded.notices.items().iter().filter_map(|finding| match &finding.problem {
        Problem::Notice(notice) => Some(notice.clone()),
        _ => None,
    });
    let notices = notices.collect();
    let mut lines = Vec::new();
    while let Some(Reply::Events(_, happened)) = service.advance() {
        for event in happened.events {
            if let EventKind::Printed { text, .. } = &event.what {
                lines.push(text.to_string());
            }
        }
    }
    (notices, lines)
}

#[test]
fn script_actions_on_missing_objects_give_notices() {
    for (entry, resource, name, near) in [
        ("drain: m", "nodes", "m", None),
        ("cordon: elsewhere", "nodes", "elsewhere", None),
        ("uncordon: elsewhere", "nodes", "elsewhere", None),
        ("taint: {node: elsewhere, key: k, effect: NoSchedule}", "nodes", "elsewhere", None),
        ("untaint: {node: elsewhere, key: k}", "nodes", "elsewhere", None),
        ("label: {kind: Node, name: elsewhere, labels: {a: b}}", "nodes", "elsewhere", None),
        ("updateNode: {metadata: {name: elsewhere}, status: {capacity: {pods: 5}}}", "nodes", "elsewhere", None),
        ("notReady: elsewhere", "nodes", "elsewhere", None),
        ("delete: {kind: Node, name: elsewhere}", "nodes", "elsewhere", None),
        ("delete: {name: gone}", "pods", "gone", None),
        ("delete: {name: patient, namespace: other}", "pods", "patient", None),
        ("delete: {name: patiemt}", "pods", "patiemt", Some("patient")),
        ("evict: {name: gone}", "pods", "gone", None),
        ("label: {name: gone, labels: {a: b}}", "pods", "gone", None),
        ("ungate: {name: gone}", "pods", "gone", None),
        ("resize: {name: gone, requests: {cpu: 1}}", "pods", "gone", None),
        ("scale: {name: gone, replicas: 2}", "deployments.apps", "gone", None),
        ("delete: {kind: Job, name: gone}", "jobs.batch", "gone", None),
        ("delete: {kind: Service, name: gone}", "services", "gone", None),
        ("delete: {kind: PodDisruptionBudget, name: gone}", "poddisruptionbudgets.policy", "gone", None),
        ("delete: {kind: PriorityClass, name: gone}", "priorityclasses.scheduling.k8s.io", "gone", None),
    ] {
        let (notices, lines) = notices_and_output(entry);
        assert_eq!(lines, [format!("Error from server (NotFound): {resource} \"{name}\" not found")], "{entry}");
        let (resource, name, near) = (resource.into(), name.into(), near.map(Into::into));
        assert_eq!(notices, [Notice::NotThere { resource, name, near }], "{entry}");
    }
    // Cases that only the run can detect.
    for (entry, resource) in [
        ("delete: {kind: ResourceQuota, name: gone}", "resourcequotas"),
        ("delete: {kind: LimitRange, name: gone}", "limitranges"),
        ("delete: {kind: RuntimeClass, name: gone}", "runtimeclasses.node.k8s.io"),
        ("delete: {kind: PersistentVolumeClaim, name: gone}", "persistentvolumeclaims"),
        ("delete: {kind: StorageClass, name: gone}", "storageclasses.storage.k8s.io"),
    ] {
        let text = format!("Error from server (NotFound): {resource} \"gone\" not found");
        assert_eq!(notices_and_output(entry), (Vec::new(), vec![text]), "{entry}");
    }
    for (entry, lines) in [
        ("cordon: n", &[][..]),
        (
            "drain: {node: n, force: true}",
            &[
                "node/n cordoned",
                "Warning: deleting Pods that declare no controller: default/patient",
                "evicting pod default/patient",
                "pod/patient evicted",
                "node/n drained",
            ],
        ),
        ("delete: {name: patient}", &[]),
        ("label: {kind: Node, name: n, labels: {a: b}}", &[]),
        ("label: {name: patient, labels: {absent: null}}", &["label \"absent\" not found.", "pod/patient not labeled"]),
        ("label: {kind: Node, name: n, labels: {absent: null, a: b}}", &["label \"absent\" not found."]),
        ("label: {kind: Node, name: n, labels: {}}", &["node/n not labeled"]),
        ("taint: {node: n, key: k, effect: NoSchedule}", &[]),
        ("untaint: {node: n, key: k}", &["error: taint \"k\" not found"]),
    ] {
        assert_eq!(
            notices_and_output(entry),
            (Vec::new(), lines.iter().map(|line| String::from(*line)).collect()),
            "{entry}"
        );
    }
    // Actions that are repeated.
    for (first, again, line) in [
        (
            "taint: {node: n, key: k, value: v, effect: NoSchedule}",
            "taint: {node: n, key: k, value: w, effect: NoSchedule}",
            "error: node n already has k taint(s) with same effect(s) and --overwrite is false",
        ),
        ("label: {name: patient, labels: {a: b}}", "label: {name: patient, labels: {a: b}}", "pod/patient not labeled"),
    ] {
        let (_, lines) = notices_and_output(&format!("{first}}}\n- {{at: 6s, {again}"));
        assert_eq!(lines, [line], "{again}");
    }
    // A taint with another effect is a different taint.
    let other = "taint: {node: n, key: k, effect: NoSchedule}}\n- {at: 6s, taint: {node: n, key: k, effect: NoExecute}";
    assert_eq!(notices_and_output(other).1, [""; 0]);
    // Later entries see what earlier ones created or deleted.
    for (script, count) in [
        (
            "[{at: 1s, create: {apiVersion: v1, kind: Node, metadata: {name: m}, status: {capacity: {pods: 5}}}}, {at: 2s, cordon: m}]",
            0,
        ),
        (
            "[{at: 2s, create: {apiVersion: v1, kind: Node, metadata: {name: m}, status: {capacity: {pods: 5}}}}, {at: 1s, cordon: m}, {at: 3s, cordon: o}]",
            1,
        ),
        (
            "[{at: 1s, create: {apiVersion: v1, kind: Node, metadata: {name: m}, status: {capacity: {pods: 5}}}}, {at: 2s, delete: {kind: Node, name: m}}, {at: 3s, drain: m}]",
            1,
        ),
    ] {
        let notices = notices_of(&format!("kind: Scenario\nscript: {script}\n"));
        assert_eq!(notices.len(), count, "{script}: {notices:?}");
    }
    // A script without objects is meant for another text.
    assert_eq!(notices_of("kind: Scenario\nscript: [{at: 1s, drain: m}]\n"), []);
    let misspelt = run("kind: Scenario\nscript:\n- {at: 1s, delete: {kind: pods, name: a}}\n").expect_err("a kind");
    assert!(finding_line(Lang::En, &misspelt[0]).contains("did you mean Pod?"), "{misspelt:?}");
    let other = notices_of("kind: Scenario\nscript:\n- {at: 1s, delete: {kind: ConfigMap, name: a}}\n");
    assert_eq!(other, [Notice::KindIgnored { kind: "ConfigMap".into() }]);
}

/// Rules that apply to new objects only; objects from a cluster may break them.
#[test]
fn new_objects_are_validated_and_existing_ones_are_not() {
    let expression = |text: &str| terms(&format!("{{matchExpressions: [{{key: size, {text}}}]}}"));
    let field = |text: &str| terms(&format!("{{matchFields: [{{{text}}}]}}"));
    let spread = |text: &str| {
        pod(&format!("  topologySpreadConstraints: [{{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: {text}}}]\n"))
    };
    let apart = |text: &str| {
        pod(&format!(
            "  affinity: {{podAntiAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: [{{topologyKey: zone, {text}}}]}}}}\n"
        ))
    };
    let class = |name: &str, more: &str| {
        format!("kind: PriorityClass\nmetadata: {{name: {name}{more}}}\nvalue: 5\nglobalDefault: true\n---\n")
    };
    for (text, at, says) in [
        (terms(""), 7, "nodeSelectorTerms: must have at least one node selector term"),
        (expression("operator: In"), 7, "In needs values"),
        (expression("operator: NotIn, values: []"), 7, "NotIn needs values"),
        (expression("operator: Exists, values: [a]"), 7, "Exists takes no values"),
        (expression("operator: Gt, values: [\"1\", \"2\"]"), 7, "Gt takes exactly one value"),
        (expression("operator: Lt"), 7, "Lt takes exactly one value"),
        (
            node_affinity_pod(
                "preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {matchExpressions: [{key: a, operator: In}]}}]",
            ),
            7,
            "In needs values",
        ),
        (
            field("key: metadata.uid, operator: In, values: [a]"),
            7,
            "`metadata.uid` is not a valid field selector key (write metadata.name)",
        ),
        (field("key: metadata.name, operator: Exists"), 7, "unknown value `Exists` (one of In, NotIn)"),
        (field("key: metadata.name, operator: In, values: [a, b]"), 7, "In takes exactly one value"),
        (
            pod("  schedulingGates: [{name: a}, {name: b}, {name: a}]\n"),
            5,
            "schedulingGates[2]: duplicate scheduling gate a",
        ),
        (pod("  schedulingGates: [{name: \"\"}]\n"), 5, "is not a valid label key"),
        (
            spread("ScheduleAnyway, minDomains: 2, labelSelector: {}"),
            5,
            "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway",
        ),
        (
            spread("DoNotSchedule, matchLabelKeys: [\"\"], labelSelector: {}"),
            5,
            "matchLabelKeys[0]: `` is not a valid label key",
        ),
        (spread("DoNotSchedule, matchLabelKeys: [app]"), 5, "must not be specified when labelSelector is not set"),
        (
            spread("DoNotSchedule, matchLabelKeys: [app], labelSelector: {matchLabels: {app: a}}"),
            5,
            "`app` exists in both matchLabelKeys and labelSelector",
        ),
        (
            apart("mismatchLabelKeys: [app]"),
            5,
            "mismatchLabelKeys: must not be specified when labelSelector is not set",
        ),
        (
            apart("matchLabelKeys: [app], mismatchLabelKeys: [app], labelSelector: {}"),
            5,
            "`app` exists in both matchLabelKeys and mismatchLabelKeys",
        ),
        (
            class("a", "") + &class("b", ""),
            9,
            "PriorityClass a is already marked as default. Only one default can exist",
        ),
    ] {
        let problems = run(&text).err().unwrap_or_else(|| panic!("it ran:\n{text}"));
        let line = finding_line(Lang::En, &problems[0]);
        assert_eq!((problems.len(), problems[0].place.line), (1, at), "{line}\nin\n{text}");
        assert!(line.contains(says), "{line}\nin\n{text}");
        assert!(!finding_line(Lang::Zh, &problems[0]).is_empty());
        // From a cluster, it is accepted.
        let old = text.replace("{name: a}\nspec", "{name: a, uid: u}\nspec").replace("{name: b}", "{name: b, uid: v}");
        assert!(run(&old).is_ok(), "{old}: {:?}", run(&old).map(|_| ()));
    }
    for (text, notice) in [
        (
            expression("operator: Gt, values: [big]"),
            Some(Notice::NeverMatches { operator: "Gt".into(), value: "big".into() }),
        ),
        (expression("operator: Gt, values: [\"5\"]"), None),
        (pod("  priority: 7\n"), Some(Notice::OwnPriority { given: 7, computed: 0 })),
        (pod("  priority: 0\n"), None),
        (class("high", "") + &pod("  priority: 5\n"), None),
        (class("high", "") + &pod("  priority: 6\n"), Some(Notice::OwnPriority { given: 6, computed: 5 })),
        (pod("  priority: 7\n").replace("name: a", "name: a, uid: u"), None),
        (field("key: metadata.name, operator: NotIn, values: [n]"), None),
        (spread("DoNotSchedule, minDomains: 2, matchLabelKeys: [app], labelSelector: {}"), None),
        (pod("  schedulingGates: [{name: a}, {name: b}]\n"), None),
    ] {
        assert_eq!(notices_of(&text), notice.into_iter().collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn invalid_device_objects_are_errors_at_their_line() {
    let slice = |spec: &str| {
        format!("apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {{name: s}}\nspec:\n{spec}")
    };
    let claim = |request: &str| {
        format!(
            "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {{name: c}}\nspec:\n  devices:\n    requests:\n    - {request}\n"
        )
    };
    for (text, at, says) in [
        (slice("  pool: {name: p, resourceSliceCount: 1}\n  allNodes: true\n"), 5, "spec.driver"),
        (slice("  driver: d\n  nodeName: n\n"), 5, "spec.pool.name"),
        (
            slice("  driver: d\n  pool: {name: p, resourceSliceCount: 1}\n  devices: {name: a}\n  allNodes: true\n"),
            7,
            "devices",
        ),
        (
            slice(
                "  driver: d\n  pool: {name: p, resourceSliceCount: 1}\n  devices:\n  - {name: a, capacity: {memory: {value: lots}}}\n  allNodes: true\n",
            ),
            8,
            "lots",
        ),
        (
            slice(
                "  driver: d\n  pool: {name: p, resourceSliceCount: 1}\n  devices:\n  - {name: a, attributes: {cores: {int: many}}}\n  allNodes: true\n",
            ),
            8,
            "cores",
        ),
        (claim("{exactly: {deviceClassName: gpu}}"), 7, "requests[0].name"),
        (claim("{name: r}"), 7, "exactly one of `exactly` or `firstAvailable` is required"),
        (claim("{name: r, exactly: {count: 1}}"), 7, "exactly.deviceClassName"),
        (claim("{name: r, exactly: {deviceClassName: gpu, allocationMode: Al}}"), 7, "Unsupported value: \"Al\""),
        (claim("{name: r, exactly: {deviceClassName: gpu, count: -1}}"), 7, "-1"),
        (claim("{name: r, firstAvailable: [{name: a}]}"), 7, "firstAvailable[0].deviceClassName"),
        (
            claim("{name: r, exactly: {count: 1}}").replace("ResourceClaim", "ResourceClaims"),
            2,
            "no matches for kind \"ResourceClaims\" in version \"resource.k8s.io/v1\" (did you mean ResourceClaim?)",
        ),
        (
            slice("  driver: d\n").replace("resource.k8s.io/v1", "resource.k8s.io/v1alpha3"),
            1,
            "write apiVersion: resource.k8s.io/v1",
        ),
    ] {
        let problems = run(&text).err().unwrap_or_else(|| panic!("it ran:\n{text}"));
        let line = finding_line(Lang::En, &problems[0]);
        assert_eq!(problems[0].place.line, at, "{line}\nin\n{text}");
        assert!(line.contains(says), "{line}\nin\n{text}");
        assert!(!finding_line(Lang::Zh, &problems[0]).is_empty());
    }
}

/// A script's command is refused when it runs, as by an API server.
#[test]
fn a_script_cannot_create_an_invalid_device_object() {
    let text = "kind: Scenario\nscript:\n- at: 1s\n  create:\n    apiVersion: resource.k8s.io/v1\n    kind: ResourceSlice\n    metadata: {name: s}\n    spec: {pool: {name: p}}\n";
    let story = story::story_of(texts::scenario(text, Release::default()));
    assert!(story.contains("The ResourceSlice \"s\" is invalid") && story.contains("spec.driver"), "{story}");
}

#[test]
fn only_releases_without_claims_ignore_device_objects() {
    let class = "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: gpu}\n";
    let removed =
        format!("{class}---\nkind: Scenario\nSCRIPT:\n- {{at: 1s, delete: {{kind: DeviceClass, name: gpu}}}}\n");
    for (name, knows) in [("v1.16", false), ("v1.20", false), ("v1.34", true), ("v1.36", true)] {
        let text = removed.replace("SCRIPT", &format!("release: {name}\nscript"));
        let notices = notices_of(&text);
        let (kind, release, other) = ("DeviceClass".into(), name.into(), "v1.34".into());
        let none = Notice::KindOfOtherRelease { kind, release, other };
        assert_eq!(notices.contains(&none), !knows, "{name}: {notices:?}");
        assert!(!notices.iter().any(|notice| matches!(notice, Notice::KindIgnored { .. })), "{name}: {notices:?}");
    }
}

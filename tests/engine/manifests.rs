//! Manifests as users write them, and malformed or hostile ones.

use std::fmt::Write as _;

use proptest::prelude::*;
use schedscope::{
    api::{ApiObject, PreemptionPolicy},
    findings::{self, Finding, Notice, Problem, ReadingProblem},
    i18n::{Lang, problem_text::finding_line},
    imports::files,
    manifest::{self, Manifest},
    simulation::Scenario,
};

fn load(text: &str) -> Manifest {
    manifest::load(text).unwrap_or_else(|errors| panic!("{}\nin\n{text}", finding_line(Lang::En, &errors[0])))
}

/// The errors of a text, from whichever stage reports them.
fn errors(text: &str) -> Vec<Finding> {
    match manifest::load(text) {
        Ok(manifest) => Scenario::from_manifest(&manifest).err().into_iter().collect(),
        Err(findings) => findings,
    }
}

fn pod(spec: &str) -> String {
    format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec:\n{spec}")
}

fn load_bytes(bytes: &[u8]) -> Result<Manifest, Vec<Finding>> {
    manifest::load(&files::decode_text(bytes).map_err(|finding| vec![finding])?)
}

#[test]
fn admission_sets_the_api_servers_defaults() {
    let text = "kind: PriorityClass\nmetadata: {name: batch}\nvalue: -5\nglobalDefault: true\n---\n\
                kind: PriorityClass\nmetadata: {name: high}\nvalue: 1000\npreemptionPolicy: Never\n---\n";
    for (spec, priority, policy) in [
        ("", -5, None),
        ("  priorityClassName: high\n", 1000, Some("Never")),
        ("  priorityClassName: high\n  preemptionPolicy: PreemptLowerPriority\n", 1000, Some("PreemptLowerPriority")),
        ("  priorityClassName: system-node-critical\n", 2_000_001_000, None),
        ("  priorityClassName: system-cluster-critical\n", 2_000_000_000, None),
        ("  priority: 7\n", 7, None),
    ] {
        let manifest = load(&(text.to_owned() + &pod(&format!("{spec}  containers: [{{name: c}}]\n"))));
        let Some(ApiObject::Pod(pod)) = manifest.objects.last().map(|object| &object.kind) else { panic!("a pod") };
        assert_eq!(pod.priority(), priority, "{spec}");
        assert_eq!(pod.spec.preemption_policy.as_ref().map(PreemptionPolicy::as_str), policy, "{spec}");
        assert_eq!(pod.spec.termination_grace_period_seconds, Some(30));
        assert_eq!(
            (pod.metadata.namespace.as_str(), pod.spec.scheduler_name.as_str()),
            ("default", "default-scheduler")
        );
        let keys: Vec<&str> = pod.spec.tolerations.iter().map(|toleration| toleration.key.as_str()).collect();
        assert_eq!(keys, ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"]);
    }
}

#[test]
fn runtime_classes_and_limit_ranges_are_applied_to_matching_pods() {
    let rules = "kind: RuntimeClass\nmetadata: {name: kata}\nhandler: kata\noverhead: {podFixed: {memory: 120Mi}}\n\
                 scheduling: {nodeSelector: {kata: 'true'}, tolerations: [{key: kata, operator: Exists}]}\n---\n\
                 kind: LimitRange\nmetadata: {name: l}\nspec: {limits: [{type: Container, default: {cpu: 500m}, defaultRequest: {memory: 64Mi}, max: {cpu: 4}, min: {cpu: 10m}}, {type: Pod, max: {cpu: 4}}]}\n---\n\
                 kind: LimitRange\nmetadata: {name: l, namespace: other}\nspec: {limits: [{type: Container, defaultRequest: {cpu: 7}}]}\n---\n";
    for (spec, cpu, memory, overhead, selector) in [
        ("  containers: [{name: c}]\n", "500m", "64Mi", None, None),
        ("  containers: [{name: c, resources: {requests: {cpu: 400m}}}]\n", "400m", "64Mi", None, None),
        // The API server first sets requests to the pod's own limits.
        ("  containers: [{name: c, resources: {limits: {cpu: 3, memory: 1Gi}}}]\n", "3", "1Gi", None, None),
        ("  runtimeClassName: kata\n  containers: [{name: c}]\n", "500m", "64Mi", Some("120Mi"), Some("true")),
        (
            "  runtimeClassName: kata\n  overhead: {memory: 120Mi}\n  nodeSelector: {kata: 'true'}\n  containers: [{name: c}]\n",
            "500m",
            "64Mi",
            Some("120Mi"),
            Some("true"),
        ),
    ] {
        let manifest = load(&(rules.to_owned() + &pod(spec)));
        let Some(ApiObject::Pod(pod)) = manifest.objects.last().map(|object| &object.kind) else { panic!("a pod") };
        let requests = &pod.spec.containers[0].resources.requests;
        let request_text = |name| requests.get(name).map(|request| request.as_str().to_owned());
        assert_eq!(
            (request_text("cpu").as_deref(), request_text("memory").as_deref()),
            (Some(cpu), Some(memory)),
            "{spec}"
        );
        assert_eq!(pod.spec.overhead.get("memory").map(|overhead| overhead.as_str()), overhead, "{spec}");
        assert_eq!(pod.spec.node_selector.get("kata").map(|node_selector| node_selector.as_str()), selector, "{spec}");
        let tolerates = pod.spec.tolerations.iter().filter(|toleration| toleration.key == "kata").count();
        assert_eq!(tolerates, usize::from(overhead.is_some()), "{spec}");
    }
    for (spec, line, problem) in [
        (
            "  runtimeClassName: kata\n  overhead: {memory: 1Mi}\n  containers: [{}]\n",
            6,
            findings::AdmissionProblem::ClassOverhead { class: "kata".into() },
        ),
        (
            "  runtimeClassName: kata\n  nodeSelector: {kata: 'false'}\n  containers: [{}]\n",
            6,
            findings::AdmissionProblem::ClassSelector { class: "kata".into(), value: "true".into() },
        ),
    ] {
        let findings = errors(&(pod(spec) + "---\n" + rules.trim_end_matches("---\n")));
        assert_eq!((findings[0].place.line, &findings[0].problem), (line, &Problem::Admission(problem)), "{spec}");
    }
}

#[test]
fn errors_have_their_place_and_the_expected_values() {
    for (text, at, path, says) in [
        ("kind: Pod\nmetadata: {name: p}\nspec: [1]\n", 3, "spec", "a mapping"),
        (
            &pod("  containers:\n  - resources: {requests: {cpu: 1x}}\n"),
            6,
            "spec.containers[0].resources.requests.cpu",
            "500m",
        ),
        (&pod("  nodeSelector: {gpu: true}\n"), 5, "spec.nodeSelector.gpu", "quotes"),
        (
            &pod("  tolerations: [{operator: Exist}]\n  containers: [{}]\n"),
            5,
            "spec.tolerations[0].operator",
            "did you mean Exists?",
        ),
        (
            "kind: Node\nmetadata: {name: n}\nstatus: {allocatable: {cpu: -1}}\n",
            3,
            "status.allocatable.cpu",
            "less than",
        ),
        (
            "kind: Pod\nmetadata: {name: p, creationTimestamp: yesterday}\nspec: {containers: [{}]}\n",
            2,
            "metadata.creationTimestamp",
            "write a time such as 2024-03-01T12:00:00Z",
        ),
        ("metadata: {name: n}\n", 1, "kind", "no kind"),
        ("- 1\n", 1, "", "an object"),
        ("kind: Pod\n[kind]: Pod\n", 2, "", "a key must be text"),
        ("a: [1\n", 1, "", "not valid YAML"),
        ("kind: Scenario\nscript: [{at: 5s, cordn: n}]\n", 2, "script[0].cordn", "did you mean cordon?"),
        ("kind: Scenario\nscript: [{at: soon, cordon: n}]\n", 2, "script[0].at", "37s"),
        ("kind: Scenario\nrelease: v1.35\n", 2, "release", "v1.34"),
    ] {
        let errors = errors(text);
        let Some(error) = errors.first() else { panic!("no error in\n{text}") };
        let line = finding_line(Lang::En, error);
        assert_eq!((error.place.line, error.place.path.as_str()), (at, path), "{line}\nin\n{text}");
        assert!(line.contains(says), "{line}\nin\n{text}");
    }
}

#[test]
fn all_errors_of_a_text_are_reported() {
    let text = "kind: Pod\nmetadata: {name: a}\nspec: []\n---\nkind: Node\nmetadata: []\n---\nkind: Pod\nspec: {containers: [{}]}\n";
    let documents: Vec<u32> = errors(text).iter().map(|error| error.place.document).collect();
    assert_eq!(documents, [1, 2, 3]);
}

#[test]
fn lists_are_expanded_and_ignored_objects_give_notices() {
    let manifest = load(
        r#"{"kind": "List", "items": [
            {"kind": "NodeList", "items": [{"kind": "Node", "metadata": {"name": "n"}, "status": {"capacity": {"cpu": 2}}}]},
            {"kind": "ConfigMap", "metadata": {"name": "c"}},
            {"kind": "Pod", "metadata": {"name": "p", "creationTimestamp": null},
             "spec": {"containers": [{"env": [], "image": "x"}, {"env": [1]}], "volumes": []}}]}"#,
    );
    let names: Vec<&str> = manifest.objects.iter().map(|object| object.kind.name().as_str()).collect();
    assert_eq!(names, ["n", "p"]);
    let field = Notice::FieldIgnored { kind: "Pod".into(), path: "spec.containers[].env".into() };
    for (notice, line, times) in [(field, 5, 2), (Notice::KindIgnored { kind: "ConfigMap".into() }, 3, 1)] {
        let problem = Problem::Notice(notice);
        let finding = manifest.notices.iter().find(|notice| notice.problem == problem).expect("a notice");
        assert_eq!((finding.place.line, finding.times), (line, times), "{problem:?}");
    }
}

#[test]
fn a_misspelled_field_is_reported_with_the_most_similar_one() {
    // The field in the text, and what the notice suggests.
    enum Meant {
        Field(&'static str),
        NoField,
        FieldWithoutEffect,
    }
    let pods = [
        (
            "spec: {nodeSelectr: {disk: ssd}, containers: [{name: c, image: i}]}",
            "spec.nodeSelectr",
            Meant::Field("nodeSelector"),
        ),
        (
            "spec: {containers: [{name: c, image: i, resource: {}}]}",
            "spec.containers[0].resource",
            Meant::Field("resources"),
        ),
        ("spec: {tolerationz: [], containers: [{name: c, image: i}]}", "spec.tolerationz", Meant::Field("tolerations")),
        // Valid fields that do not affect scheduling.
        ("spec: {hostPID: true, containers: [{name: c, image: i}]}", "spec.hostPID", Meant::FieldWithoutEffect),
        ("spec: {containers: [{name: c, image: i, env: []}]}", "spec.containers[].env", Meant::FieldWithoutEffect),
        // The correct field is present too.
        (
            "spec: {nodeSelector: {}, nodeSelectr: {}, containers: [{name: c, image: i}]}",
            "spec.nodeSelectr",
            Meant::NoField,
        ),
    ];
    for (pod, path, meant) in pods {
        let manifest = load(&format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\n{pod}\n"));
        let (kind, path) = ("Pod".into(), path.into());
        let (notice, may_matter) = match meant {
            Meant::Field(near) => (Notice::FieldMisspelled { kind, path, near: near.into() }, true),
            Meant::NoField => (Notice::FieldUnknown { kind, path }, true),
            Meant::FieldWithoutEffect => (Notice::FieldIgnored { kind, path }, false),
        };
        let notices: Vec<_> = manifest.notices.iter().map(|notice| (&notice.problem, notice.may_matter())).collect();
        assert_eq!(notices, [(&Problem::Notice(notice), may_matter)], "{pod}");
    }
}

#[test]
fn the_kind_of_a_list_may_follow_its_items() {
    let items = r#""items": [{"kind": "Namespace", "metadata": {"name": "a"}}, {"kind": "Namespace", "metadata": {"name": "b"}}]"#;
    let names = |text: &str| -> Vec<String> {
        load(text).objects.iter().map(|object| object.kind.name().to_string()).collect()
    };
    assert_eq!(names(&format!(r#"{{"kind": "List", {items}}}"#)), ["a", "b"]);
    assert_eq!(names(&format!(r#"{{{items}, "kind": "NamespaceList"}}"#)), ["a", "b"]);
    let other = load(&format!(r#"{{{items}, "kind": "Widget"}}"#));
    assert_eq!((other.objects.len(), other.notices.len()), (0, 1));
    assert_eq!(
        errors(&format!("{{{items}}}"))[0].problem,
        Problem::Object(findings::ObjectProblem::NoKind { near: None })
    );
    let scenario = "kind: Scenario\n---\nitems: [{kind: Scenario}]\nkind: List\n";
    assert_eq!(errors(scenario)[0].problem, Problem::Scenario(findings::ScenarioProblem::Second));
}

/// The kinds and names of a text's objects, in order.
fn names(text: &str) -> Vec<String> {
    load(text).objects.iter().map(|object| format!("{} {}", object.kind.kind(), object.kind.name())).collect()
}

#[test]
fn output_of_the_api_server_is_accepted() {
    let node =
        |name: &str| format!(r#"{{"metadata": {{"name": "{name}"}}, "status": {{"capacity": {{"pods": "9"}}}}}}"#);
    let pod = r#"{"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c"}]}}"#;
    let both = [node("a"), node("b")].join(",");
    let tabs = "{\n\t\"kind\": \"Namespace\",\n\t\"metadata\": {\n\t\t\"name\": \"n\"\n\t}\n}\n";
    for (text, wanted) in [
        (format!(r#"{{"kind": "NodeList", "apiVersion": "v1", "items": [{both}]}}"#), &["Node a", "Node b"][..]),
        (format!(r#"{{"items": [{both}], "kind": "NodeList"}}"#), &["Node a", "Node b"]),
        (format!(r#"{{"kind": "PodList", "items": [{pod}]}}{{"kind": "NodeList", "items": [{both}]}}"#), &["Pod p", "Node a", "Node b"]),
        (format!(r#"{{"kind": "List", "items": [{{"kind": "PodList", "items": [{pod}]}}]}}"#), &["Pod p"]),
        (tabs.repeat(2), &["Namespace n", "Namespace n"]),
        (format!("{tabs}---\nkind: Namespace\nmetadata: {{name: y}}\n---\n{tabs}"), &["Namespace n", "Namespace y", "Namespace n"]),
        (format!("[{tabs}, {tabs}]"), &["Namespace n", "Namespace n"]),
        (format!(r#"{{"nodes": [{both}], "pods": [{pod}], "pvs": null, "namespaces": []}}"#), &["Node a", "Node b", "Pod p"]),
        ("kind: NodeList\nitems:\n- metadata: {name: a}\n  status: {capacity: {pods: 9}}\n".into(), &["Node a"]),
        (
            "kind: List\nitems:\n- &n\n  kind: Namespace\n  metadata: &m {name: a}\n- <<: *n\n  metadata: {<<: *m, name: b}\n".into(),
            &["Namespace a", "Namespace b"],
        ),
    ] {
        assert_eq!(names(&text), wanted, "{text}");
    }
}

#[test]
fn places_in_later_documents_are_relative_to_the_whole_text() {
    let first = "{\n  \"kind\": \"Namespace\", \"metadata\": {\"name\": \"a\"}}";
    for (between, line, column) in [("", 2, 74), (" ", 2, 75), ("\n", 3, 25), ("\n\n  ", 4, 27)] {
        let text = format!("{first}{between}{{\"kind\": \"Pod\", \"spec\": 7}}");
        let findings = errors(&text);
        let place = &findings[0].place;
        assert_eq!((place.document, place.line, place.column), (2, line, column), "{text}");
        let span = place.span.clone().expect("bytes");
        assert_eq!(&text[span.start as usize..span.end as usize], "7");
    }
    assert_eq!(errors(&format!("{first}\n{{\"kind\": [}}\n"))[0].place.line, 3);
}

#[test]
fn texts_that_are_not_manifests_are_recognized() {
    let chart = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {{ include \"web.name\" . }}\n";
    let quoted = "kind: Deployment\nmetadata:\n  name: \"{{ .Release.Name }}-web\"\nspec: {template: {spec: {containers: [{}]}}}\n";
    let count = "kind: ReplicaSet\nmetadata: {name: a}\nspec:\n  replicas: \"{{ .Values.replicas }}\"\n";
    let table = "NAME    READY   STATUS    RESTARTS   AGE\nweb-0   1/1     Running   0          5d\n";
    let wide = "\nNAMESPACE   NAME    CPU(cores)   CPU%\ndefault     web-0   1m           2%\n";
    let described = "Name:             web-0\nNamespace:        default\nPriority:         0\nLabels:           app=web\n                  x=y\n";
    for (text, at, problem) in [
        (chart, (4, 9), ReadingProblem::Template.into()),
        (quoted, (3, 10), ReadingProblem::Template.into()),
        (count, (4, 14), ReadingProblem::Template.into()),
        ("{{- if .Values.on }}\nkind: Pod\n{{- end }}\n", (1, 1), ReadingProblem::Template.into()),
        (table, (1, 1), ReadingProblem::TableForPeople.into()),
        (wide, (2, 1), ReadingProblem::Foreign { text: findings::ForeignText::Usage }.into()),
        (described, (1, 1), ReadingProblem::Described.into()),
        (r#"{"kind": "Table", "rows": []}"#, (1, 1), findings::ObjectProblem::Table.into()),
        (
            r#"{"kind": "Status", "message": "nodes is forbidden"}"#,
            (1, 1),
            Problem::Object(findings::ObjectProblem::Answer { message: "nodes is forbidden".into() }),
        ),
        // Braces and brackets that are not templates.
        (
            "kind: ConfigMap\ndata: {a: '{{ $labels.pod }}'}\n---\nkind: Node\nmetadata: {}\n",
            (5, 11),
            findings::AdmissionProblem::NoName.into(),
        ),
        (
            "Hello there\n",
            (1, 1),
            Problem::Object(findings::ObjectProblem::NotAnObject {
                actual: findings::FoundValue::Scalar("Hello there".into()),
            }),
        ),
    ] {
        let findings = errors(text);
        let place = &findings[0].place;
        assert_eq!(((place.line, place.column), &findings[0].problem), (at, &problem), "{text}");
        let (what, remedy) = Lang::Zh.problem(&findings[0].problem);
        assert!(!what.is_empty() && !remedy.is_empty());
    }
}

#[test]
fn errors_in_list_items_have_their_place() {
    let text = "items:\n- kind: Pod\n  metadata: {name: a}\n  spec: {containers: [{}]}\n- kind: Pod\n  metadata: {name: b, labels: {app.kubernetes.io/name: -x-}}\n\
                \x20 spec: {preemptionPolicy: hgh, containers: [{}]}\nkind: List\n";
    let findings = errors(text);
    let places: Vec<_> = findings
        .iter()
        .map(|finding| (finding.place.line, finding.place.column, finding.place.path.as_str()))
        .collect();
    assert_eq!(places, [(6, 56, "metadata.labels.app.kubernetes.io/name"), (7, 28, "spec.preemptionPolicy")]);
    for (finding, bytes) in findings.iter().zip(["-x-", "hgh"]) {
        let span = finding.place.span.clone().expect("bytes");
        assert_eq!(&text[span.start as usize..span.end as usize], bytes);
    }
}

#[test]
fn a_scenario_with_a_script_gives_no_notice() {
    let manifest = load("kind: Scenario\nscript: [{at: 5s, cordon: n}]\n");
    assert_eq!((manifest.scenario.script.len(), &manifest.notices[..]), (1, &[][..]));
}

/// The name of the first error's variant.
fn first_code(text: &str) -> &'static str {
    match &errors(text).first().unwrap_or_else(|| panic!("no error")).problem {
        Problem::Reading(problem) => problem.into(),
        Problem::Object(problem) => problem.into(),
        Problem::Admission(problem) => problem.into(),
        other => other.into(),
    }
}

#[test]
fn hostile_texts_are_rejected_with_the_right_error() {
    let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for n in 1..12 {
        let previous = format!("*a{}, ", n - 1).repeat(9);
        let _ = writeln!(laughs, "a{n}: &a{n} [{previous}]");
    }
    let mut nested_block = String::new();
    for depth in 0..5000 {
        let _ = writeln!(nested_block, "{}a:", " ".repeat(depth));
    }
    let mut chain = "- &a0 x\n".to_owned();
    for n in 1..500 {
        let _ = writeln!(chain, "- &a{n} {}*a{}{}", "[".repeat(55), n - 1, " ]".repeat(55));
    }
    let anchors = (0..60).fold(String::from("a: "), |text, n| text + &format!("&n{n} ["))
        + &"x,".repeat(300_000)
        + &"]".repeat(60);
    let names = format!("kind: PriorityClass\nmetadata: {{name: {}}}\n---\n", "a".repeat(1 << 20))
        + &pod(&format!("  priorityClassName: {}\n", "b".repeat(1 << 20)));
    for (what, text, expected) in [
        ("aliases that nest ever deeper", chain, "TooDeep"),
        ("aliases that multiply", laughs, "ExcessiveAliasing"),
        ("an alias to itself", "a: &a [*a]\n".to_owned(), "AliasInItself"),
        ("anchors within anchors", anchors, "TooMany"),
        ("endless names", names, "TooLong"),
        ("deep brackets", "[".repeat(100_000), "TooDeep"),
        ("deep braces", "{a: ".repeat(100_000), "TooDeep"),
        ("deep blocks", nested_block, "TooDeep"),
        ("50 MB of nothing", " ".repeat(50 << 20), "TooLarge"),
        ("a NUL", "kind: \0\n".to_owned(), "NotYaml"),
        ("tabs", "kind:\n\t- a\n".to_owned(), "NotYaml"),
        ("an open quote", "kind: \"Pod\n".to_owned(), "NotYaml"),
    ] {
        assert_eq!(first_code(&text), expected, "{what}");
    }
    let findings = load_bytes(b"kind: Pod\nmetadata: {name: \xff}\n").expect_err("not UTF-8");
    assert_eq!((findings[0].place.line, findings[0].place.column), (2, 18));
}

/// The parser stops early: at the limit of nesting, or soon after a document that cannot be one. Reading on would take quadratic time.
#[test]
fn parsing_stops_at_the_first_error() {
    let rows = [
        ("nested lists on one line", "- ".repeat(20_000), "TooDeep", (1, 129)),
        ("nested brackets", "[".repeat(40_000), "TooDeep", (1, 65)),
        ("nested keys", "? ".repeat(20_000), "TooDeep", (1, 129)),
        ("documents on one line", "{}".repeat(20_000), "NotYaml", (1, 515)),
        ("a document on each line", "[]\n".repeat(13_000), "NotAnObject", (1, 1)),
    ];
    let expected = rows.each_ref().map(|(what, _, code, place)| (*what, *code, *place));
    let actual = rows.each_ref().map(|(what, text, ..)| {
        let place = errors(text)[0].place.clone();
        (*what, first_code(text), (place.line, place.column))
    });
    assert_eq!(actual, expected);
}

proptest! {
    #[test]
    fn arbitrary_text_does_not_panic(text in any::<String>()) {
        let _ = manifest::load(&text);
    }

    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in any::<Vec<u8>>()) {
        let _ = load_bytes(&bytes);
    }

    #[test]
    fn random_yaml_does_not_panic(text in "(kind: (Pod|Node|Scenario)\n|  ?[a-z]{1,6}: ?[\\[{&*\"'a-z0-9%-]{0,9}\n|---\n|- ){0,30}") {
        let _ = manifest::load(&text);
    }
}

/// Missing requests of a whole pod come from its containers, otherwise from its own limits.
#[test]
fn missing_requests_of_a_whole_pod_get_defaults() {
    for (spec, wanted) in [
        ("  resources: {limits: {cpu: 2, memory: 1Gi}}\n  containers: [{name: c}]\n", Some(("2", "1Gi"))),
        (
            "  resources: {limits: {cpu: 2, memory: 1Gi}}\n  containers: [{name: c, resources: {requests: {cpu: 300m}}}, {name: d, resources: {limits: {cpu: 400m}}}]\n",
            Some(("700m", "1Gi")),
        ),
        (
            "  resources: {requests: {cpu: 1}, limits: {memory: 1Gi}}\n  initContainers: [{name: i, resources: {requests: {memory: 512Mi}}}]\n  containers: [{name: c, resources: {requests: {memory: 64Mi}}}]\n",
            Some(("1", "512Mi")),
        ),
        ("  containers: [{name: c, resources: {requests: {cpu: 1, memory: 1Gi}}}]\n", None),
    ] {
        let manifest = load(&pod(spec));
        let Some(ApiObject::Pod(pod)) = manifest.objects.last().map(|object| &object.kind) else { panic!("a pod") };
        let requests = pod.spec.resources.as_ref().map(|resources| &resources.requests);
        let request_text =
            |name| requests.and_then(|requests| requests.get(name)).map(|request| request.as_str().to_owned());
        assert_eq!(
            request_text("cpu").zip(request_text("memory")),
            wanted.map(|(a, b)| (a.to_owned(), b.to_owned())),
            "{spec}"
        );
    }
}

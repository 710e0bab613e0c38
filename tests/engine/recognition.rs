//! Texts that are not only manifests: text around manifests is skipped, truncated lists are read as far as possible, and other formats are recognized.

use schedscope::{
    findings::Finding,
    i18n::{Lang, problem_text::finding_line},
    imports::{dump::Dump, files::OpenedFiles},
    manifest,
    queries::load,
};

const NODE: &str =
    "apiVersion: v1\nkind: Node\nmetadata:\n  name: n1\nstatus:\n  capacity: {cpu: 4, memory: 8Gi, pods: 110}\n";

/// The result of opening a text: its objects as `Kind name`, and its findings.
#[derive(Debug, PartialEq)]
struct Outcome {
    objects: Vec<String>,
    lines: Vec<String>,
}

fn say(lang: Lang, findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|finding| finding_line(lang, finding)).collect()
}

fn open(text: &str) -> Result<Outcome, Vec<String>> {
    let manifest = load::load_manifest(text, None).map_err(|findings| {
        assert!(say(Lang::Zh, &findings).iter().all(|line| !line.is_empty()));
        say(Lang::En, &findings)
    })?;
    let objects = manifest.objects.iter().map(|object| format!("{} {}", object.kind.kind(), object.kind.name()));
    let outcome = Outcome { objects: objects.collect(), lines: say(Lang::En, &manifest.notices) };
    assert_eq!(manifest.notices.len(), say(Lang::Zh, &manifest.notices).len());
    Ok(outcome)
}

/// Imports a text as a large file. Returns its excerpt, or the error.
fn reduce(path: Option<&str>, text: &str) -> Result<String, String> {
    let mut dump = Dump::default();
    if let Some(path) = path {
        dump.set_path(path);
    }
    let reduced = dump.push(text.as_bytes()).and_then(|()| dump.finish());
    reduced.map_err(|finding| finding_line(Lang::En, &finding))
}

#[test]
fn text_around_manifests_is_skipped() {
    let quoted = format!(
        "Here is what I see:\n\n```yaml\n{NODE}```\n\nand the pod:\n\n~~~\nkind: Namespace\nmetadata: {{name: a}}\n~~~\nHelp!\n"
    );
    for (text, objects) in [
        (quoted, &["Node n1", "Namespace a"][..]),
        (format!("```\n{NODE}```"), &["Node n1"]),
        (format!("$ kubectl get node n1 -o yaml\n{NODE}"), &["Node n1"]),
        (format!("$ kubectl get node n1 -o yaml\n{NODE}$ kubectl get ns a -o yaml\nkind: Namespace\nmetadata: {{name: a}}\n$\n"), &["Node n1", "Namespace a"]),
        ("root@m1:~# kubectl get ns a -o json\n{\"kind\": \"Namespace\", \"metadata\": {\"name\": \"a\"}}\nroot@m1:~#".to_owned(), &["Namespace a"]),
        (format!("cat <<EOF | kubectl apply -f -\n{NODE}EOF\n"), &["Node n1"]),
        (format!("Warning: v1 ComponentStatus is deprecated in v1.19+\n{NODE}").replace("apiVersion: v1\n", "{\"apiVersion\": \"v1\",\n").replace("kind: Node\n", "\"kind\": \"Namespace\",\n").replace("metadata:\n  name: n1\nstatus:\n  capacity: {cpu: 4, memory: 8Gi, pods: 110}\n", "\"metadata\": {\"name\": \"a\"}}\n"), &["Namespace a"]),
    ] {
        let outcome = open(&text).unwrap_or_else(|lines| panic!("{lines:?} of\n{text}"));
        assert_eq!(outcome.objects, objects, "{text}");
        // The form can read it too, and an edit keeps everything else in place.
        let documents = manifest::edit::read_documents(&text).expect("it can be read");
        assert!(documents.iter().any(|document| document["kind"] == objects[0].split(' ').next().unwrap_or_default()), "{text}");
    }
    let wrong = "```yaml\nkind: Pod\nmetadata: {name: a}\nspec: {}\n```\n";
    assert_eq!(open(wrong).map_err(|lines| lines[0].starts_with("4:7: spec.containers")), Err(true));
}

#[test]
fn a_truncated_list_is_read_up_to_the_last_complete_item() {
    let items = |separator: &str| {
        (1..=3)
            .map(|at| {
                format!("{{\"kind\": \"Namespace\", \"apiVersion\": \"v1\", \"metadata\": {{\"name\": \"n{at}\"}}}}")
            })
            .collect::<Vec<_>>()
            .join(separator)
    };
    let json = format!("{{\n\"apiVersion\": \"v1\",\n\"items\": [\n{}\n],\n\"kind\": \"List\"\n}}\n", items(",\n"));
    let typed = json
        .replace("\"kind\": \"Namespace\", \"apiVersion\": \"v1\", ", "")
        .replace("\"apiVersion\": \"v1\",", "\"apiVersion\": \"v1\", \"kind\": \"NamespaceList\",")
        .replace(",\n\"kind\": \"List\"", "");
    let yaml = "apiVersion: v1\nitems:\n- kind: Namespace\n  apiVersion: v1\n  metadata:\n    name: n1\n- kind: Namespace\n  apiVersion: v1\n  metadata:\n    name: n2\n- kind: Namespace\n  apiVersion: v1\n  metadata:\n    name: n3\nkind: List\n";
    for (whole, end, objects, line) in [
        (&*json, "\"n3", &["Namespace n1", "Namespace n2"][..], 6),
        (&json, "{\"name\": \"n2\"}}", &["Namespace n1", "Namespace n2"], 5),
        (&json, "\n],", &["Namespace n1", "Namespace n2", "Namespace n3"], 7),
        (&typed, "\"n3", &["Namespace n1", "Namespace n2"], 6),
        (yaml, "  name: n3", &["Namespace n1", "Namespace n2"], 14),
        (yaml, "name: n2\n", &["Namespace n1"], 10),
    ] {
        let cut = &whole[..whole.find(end).expect("its end") + end.len()];
        let cut_off = format!(
            "{line}:1: the list breaks off in line {line}, in the middle of an object: only the objects before it are here (get the list again for the rest)"
        );
        let outcome = open(cut).unwrap_or_else(|lines| panic!("{lines:?} of\n{cut}"));
        assert_eq!(
            (&outcome.objects[..], &outcome.lines[..]),
            (&objects.iter().map(|&name| name.to_owned()).collect::<Vec<_>>()[..], &[cut_off][..]),
            "{cut}"
        );
        let reduced = reduce(None, cut).unwrap_or_else(|line| panic!("{line} of\n{cut}"));
        let of_file = open(&reduced).expect("what was kept");
        assert_eq!(of_file.objects, outcome.objects, "{cut}\n{reduced}");
        assert!(
            of_file.lines.iter().any(|notice| notice.contains(&format!("breaks off in line {line},"))),
            "{:?}",
            of_file.lines
        );
        // A document after the truncated list is read too, unless the list's end cannot be found.
        let joined = format!("{cut}\n---\nkind: Namespace\nmetadata: {{name: more}}\n");
        match open(&joined) {
            Ok(outcome) => assert_eq!(outcome.objects.last().map(String::as_str), Some("Namespace more"), "{joined}"),
            Err(lines) => {
                assert!(
                    cut.ends_with(['}', ',']) && lines[0].contains("the text ends in the middle"),
                    "{lines:?} of\n{joined}"
                );
            }
        }
    }
    // No item is complete.
    for cut in [&json[..json.find("n1").expect("n1")], "{\"kind\": \"Pod\", \"metadata\": {\"name\": \"a\""] {
        let line = "the text ends in the middle of an object";
        assert!(open(cut).is_err_and(|lines| lines.len() == 1 && lines[0].contains(line)), "{cut}: {:?}", open(cut));
        assert!(reduce(None, cut).is_err_and(|text| text.contains(line)), "{cut}");
    }
}

#[test]
fn texts_for_other_programs_are_recognized() {
    let compose = "version: '3'\nservices:\n  web:\n    image: nginx\n    ports: ['80:80']\n";
    let values = "replicaCount: 2\nimage:\n  repository: nginx\n  tag: '1'\nresources: {}\nnodeSelector: {}\n";
    let kustomization = "resources:\n- deployment.yaml\n- service.yaml\nnamePrefix: dev-\n";
    let kind_kustomization = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [a.yaml]\n";
    let chart = "apiVersion: v2\nname: web\nversion: 1.0.0\n";
    let kubeconfig = "apiVersion: v1\nkind: Config\nclusters: []\ncontexts: []\nusers: []\ncurrent-context: a\n";
    let variables =
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${NAME}\nspec: {containers: [{name: c, image: i}]}\n";
    let jinja = "{% if true %}\nkind: Pod\n{% endif %}\n";
    let template = "kind: Pod\nmetadata:\n  name: {{ .Values.name }}\n";
    let mut cut_texts = 0;
    for (text, what, remedy) in [
        (compose, "this is a Docker Compose file", "kompose convert"),
        (values, "these are the values of a Helm chart", "helm template NAME CHART -f values.yaml"),
        (kustomization, "this is a kustomization", "kubectl kustomize DIRECTORY"),
        (kind_kustomization, "this is a kustomization", "kubectl kustomize DIRECTORY"),
        (chart, "this is the Chart.yaml of a Helm chart", "helm template"),
        (kubeconfig, "this is a kubeconfig", "kubectl get nodes,pods -A -o yaml"),
        (variables, "this is a template with placeholders", "envsubst"),
        (jinja, "this is a template with placeholders", "envsubst"),
        (template, "this is a Helm template", "helm template"),
    ] {
        let lines = open(text).err().unwrap_or_else(|| panic!("it was read:\n{text}"));
        assert!(lines.len() == 1 && lines[0].contains(what) && lines[0].contains(remedy), "{lines:?} of\n{text}");
        // As a large file as well. What cannot be cut into objects is read as a whole.
        if let Ok(reduced) = reduce(None, text) {
            cut_texts += 1;
            let lines = open(&reduced).err().unwrap_or_else(|| panic!("it was read:\n{reduced}"));
            assert!(lines.len() == 1 && lines[0].contains(what), "{lines:?} of\n{text}");
        }
        // Next to manifests it is ignored, if it can be parsed at all.
        let beside = open(&format!("{NODE}---\n{text}"));
        if ![variables, jinja, template].contains(&text) {
            let outcome = beside.unwrap_or_else(|lines| panic!("{lines:?} of\n{text}"));
            assert_eq!(outcome.objects, ["Node n1"]);
            assert!(
                outcome.lines.iter().any(|line| line.contains(what) && line.contains(remedy)),
                "{:?}",
                outcome.lines
            );
        }
    }
    assert_eq!(cut_texts, 7, "all but two templates");
}

#[test]
fn a_missing_kind_is_implied_by_fields_or_folders() {
    let raw = r#"{"metadata": {"name": "web-1", "namespace": "shop", "uid": "u"}, "spec": {"containers": [{"name": "c", "image": "i"}], "nodeName": "n1"}, "status": {"phase": "Running"}}"#;
    let outcome = open(raw).expect("a pod");
    assert_eq!(outcome.objects, ["Pod web-1"]);
    assert!(
        outcome.lines.iter().any(|line| line.contains("an object without kind is read as a Pod")),
        "{:?}",
        outcome.lines
    );
    assert_eq!(open(&format!("[{raw}]")).map(|outcome| outcome.objects), Ok(vec!["Pod web-1".to_owned()]));
    let mut of_file = open(&reduce(None, raw).expect("a pod")).expect("a pod");
    of_file.lines.retain(|line| !line.contains("bytes of the file were read"));
    assert_eq!(of_file, outcome);
    // For a written object, the error suggests the kind.
    let written = "metadata: {name: a}\nspec: {containers: [{name: c, image: i}]}\n";
    let expected =
        "1:1: kind: the object has no kind (its fields are those of a Pod: write apiVersion: v1 and kind: Pod)";
    assert_eq!(open(written), Err(vec![expected.to_owned()]));
    assert!(
        open(&reduce(None, written).expect("a text"))
            .is_err_and(|lines| lines[0].contains("write apiVersion: v1 and kind: Pod"))
    );

    let node = r#"{"metadata": {"name": "n1"}, "status": {"capacity": {"cpu": "4", "pods": "110"}}}"#;
    let operator = r#"{"metadata": {"name": "etcd"}, "status": {"versions": []}}"#;
    let members = [
        ("config/node/n1.json", node),
        ("config/pod/shop/web-1.json", raw),
        ("config/clusteroperator/etcd.json", operator),
        ("config/version.json", r#"{"gitVersion": "v1.30.1"}"#),
        (
            "namespaces/shop/core/pods.json",
            r#"{"items": [{"metadata": {"name": "web-2", "namespace": "shop"}, "spec": {"containers": [{"name": "c", "image": "i"}]}}]}"#,
        ),
    ];
    let mut opened = OpenedFiles::default();
    for (path, text) in members {
        opened.open_member(path, text.as_bytes());
    }
    assert_eq!((opened.texts.len(), opened.skipped_files), (4, 1));
    let text = opened.texts.join("\n---\n");
    let outcome = open(&text).unwrap_or_else(|lines| panic!("{lines:?}"));
    assert_eq!(outcome.objects, ["Node n1", "Pod web-1", "Pod web-2"]);
    assert!(
        outcome.lines.iter().any(|line| line.contains("clusteroperator doesn’t affect scheduling")),
        "{:?}",
        outcome.lines
    );
    // The implied kinds are known when the objects are written again.
    let kinds: Vec<_> =
        manifest::object_values(&text).expect("values").into_iter().map(|value| value["kind"].clone()).collect();
    assert_eq!(kinds[..2], ["Node", "Pod"]);
    // The same for large files.
    let mut compared = 0;
    for (path, text) in members {
        let reduced = reduce(Some(path), text).unwrap_or_else(|line| panic!("{path}: {line}"));
        let mut opened = OpenedFiles::default();
        opened.open_member(path, text.as_bytes());
        let Some(small) = opened.texts.first() else { continue };
        assert_eq!(open(&reduced).map(|outcome| outcome.objects), open(small).map(|outcome| outcome.objects), "{path}");
        compared += 1;
    }
    assert_eq!(compared, 4);
}

const DUMP_OF_CLUSTER_INFO: &str = include_str!("../recognition/cluster-info-dump.txt");
const HELM_DRY_RUN: &str = include_str!("../recognition/helm-dry-run.txt");
const SCHEDULER_LOG: &str = include_str!("../recognition/scheduler-log.txt");

#[test]
fn logs_in_a_cluster_info_dump_are_skipped_with_a_notice() {
    let outcome = open(DUMP_OF_CLUSTER_INFO).unwrap_or_else(|lines| panic!("{lines:?}"));
    assert_eq!(outcome.objects, ["Node n1", "Pod web", "Pod next"]);
    assert!(
        outcome.lines.iter().any(|line| line.contains("the logs of 2 containers are left out")),
        "{:?}",
        outcome.lines
    );
    // The output of `kubectl cluster-info dump -o yaml`, and with more lists after the logs.
    let log = &DUMP_OF_CLUSTER_INFO[DUMP_OF_CLUSTER_INFO.find("====").expect("logs")..];
    let yaml = format!("{NODE}---\napiVersion: v1\nitems: []\nkind: PodList\n{log}");
    assert_eq!(open(&yaml).map(|outcome| outcome.objects), Ok(vec!["Node n1".to_owned()]));
    let more = format!(
        "{DUMP_OF_CLUSTER_INFO}{{\"kind\": \"Namespace\", \"apiVersion\": \"v1\", \"metadata\": {{\"name\": \"more\"}}}}\n{log}"
    );
    let outcome = open(&more).unwrap_or_else(|lines| panic!("{lines:?}"));
    assert_eq!(outcome.objects, ["Node n1", "Pod web", "Pod next", "Namespace more"]);
    assert!(outcome.lines.iter().any(|line| line.contains("the logs of 4 containers")), "{:?}", outcome.lines);
    // As a large file, with any size of chunks.
    for size in [1, 7, 100, 1 << 20] {
        let mut dump = Dump::default();
        more.as_bytes().chunks(size).for_each(|chunk| dump.push(chunk).expect("a dump"));
        let reduced = dump.finish().unwrap_or_else(|finding| panic!("{}", finding_line(Lang::En, &finding)));
        assert_eq!(open(&reduced).map(|reduced| reduced.objects), Ok(outcome.objects.clone()), "{size}");
    }
    let mut dump = Dump::default();
    assert!(
        dump.push(b"{\"kind\": \"List\", \"items\": []}\n== nothing that kubectl prints\n")
            .and_then(|()| dump.finish())
            .is_err()
    );
}

#[test]
fn manifests_in_helm_output_are_read() {
    let debug = format!(
        "install.go:222: [debug] Original chart version: \"\"\n{}",
        HELM_DRY_RUN.replace("HOOKS:", "USER-SUPPLIED VALUES:\n{}\n\nCOMPUTED VALUES:\nreplicas: 2\n\nHOOKS:")
    );
    let upgrade = format!("Release \"shop\" has been upgraded. Happy Helming!\n{HELM_DRY_RUN}");
    let without_notes = &HELM_DRY_RUN[..HELM_DRY_RUN.find("NOTES:").expect("notes")];
    for text in [
        HELM_DRY_RUN,
        &debug,
        &upgrade,
        without_notes,
        &format!("$ helm install shop ./shop --dry-run\n{HELM_DRY_RUN}"),
    ] {
        let outcome = open(text).unwrap_or_else(|lines| panic!("{lines:?} of\n{text}"));
        assert_eq!(outcome.objects, ["Deployment shop"], "{text}");
        assert!(outcome.lines.iter().any(|line| line.contains("what Helm prints of a release")), "{:?}", outcome.lines);
    }
    // Without manifests it is an error, not an empty cluster.
    let status = &HELM_DRY_RUN[..HELM_DRY_RUN.find("HOOKS:").expect("hooks")];
    let lines = open(&format!("{status}NOTES:\nVisit http://127.0.0.1:8080\n")).expect_err("no manifests");
    assert!(lines.len() == 1 && lines[0].contains("without its manifests"), "{lines:?}");
}

#[test]
fn program_output_is_recognized_and_scheduler_messages_in_it_are_explained() {
    let message = "0/3 nodes are available: 1 node(s) had untolerated taint {gpu: }, 2 Insufficient memory.";
    let journal = format!(
        "May 15 15:02:31 master-1 systemd[1]: Started Kubernetes Scheduler.\nMay 15 15:02:33 master-1 kube-scheduler[812]: I0515 15:02:33.061051 812 schedule_one.go:867] \"Unable to schedule pod\" err=\"{message}\"\n"
    );
    let kubelet = "May 15 15:02:31 node-1 kubelet[812]: E0515 15:02:31.1 812 pod_workers.go:1300] \"Error syncing pod\" kind: x\n";
    let runtime = format!(
        "2026-05-15T15:02:33.058141000Z stderr F I0515 15:02:33.061051 1 schedule_one.go:867] \"Unable to schedule pod\" err=\"{message}\"\n"
    );
    let json_lines = "{\"ts\":1715785353.1,\"level\":\"info\",\"msg\":\"listening\"}\n{\"ts\":1715785353.2,\"level\":\"info\",\"msg\":\"ready\"}\n";
    let describe = format!(
        "Name:             web-1\nNamespace:        shop\nNode:             <none>\nControlled By:  ReplicaSet/web\nEvents:\n  Type     Reason            Age   From               Message\n  ----     ------            ----  ----               -------\n  Warning  FailedScheduling  5m    default-scheduler  {message}\n"
    );
    let events = format!(
        "LAST SEEN   TYPE      REASON             OBJECT      MESSAGE\n5m          Warning   FailedScheduling   pod/web-1   {message}\n"
    );
    let top =
        "NAME     CPU(cores)   CPU%   MEMORY(bytes)   MEMORY%\nnode-1   250m         12%    1024Mi          13%\n";
    let top_pods = "$ kubectl top pods --containers\nPOD     NAME   CPU(cores)   MEMORY(bytes)\nweb-1   app    250m         1024Mi\n";
    let names = "pod/web-1\npod/web-2\ndeployment.apps/web\n";
    let terraform = "terraform {\n  required_version = \">= 1.5\"\n}\n\nresource \"kubernetes_pod\" \"web\" {\n  metadata {\n    name = \"web\"\n  }\n}\n";
    let plan = "Terraform will perform the following actions:\n\n  # kubernetes_pod.web will be created\n  + resource \"kubernetes_pod\" \"web\" {\n      + id = (known after apply)\n    }\n";
    let terraform_json = "{\"resource\": {\"kubernetes_pod\": {\"web\": {\"metadata\": {\"name\": \"web\"}}}}}\n";
    let terraform_state = "{\"version\": 4, \"terraform_version\": \"1.9.0\", \"resources\": []}\n";
    let journal_json = "{\"_HOSTNAME\":\"n1\",\"MESSAGE\":\"up\",\"PRIORITY\":\"6\"}\n{\"_HOSTNAME\":\"n1\",\"MESSAGE\":\"down\",\"PRIORITY\":\"6\"}\n";
    let journal_verbose = "Sun 2026-11-29 08:00:01.123456 UTC [s=f;i=1;b=2;m=3;t=4;x=5]\n    PRIORITY=6\n    _HOSTNAME=n1\n    MESSAGE=started: yes\n";
    let journal_export = "__CURSOR=s=f;i=1\n__REALTIME_TIMESTAMP=1700000000\n_HOSTNAME=n1\nMESSAGE=started: yes\n";
    let audit_log = "{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\",\"level\":\"Metadata\",\"verb\":\"get\"}\n{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\",\"level\":\"Metadata\",\"verb\":\"list\"}\n";
    let structured = "time=2026-11-29T08:00:00Z level=INFO msg=hello\ntime=2026-11-29T08:00:01Z level=INFO msg=bye\n";
    let pod_rows = "web-1   1/1   Running   0             5d\nweb-2   0/1   Pending   2 (3h ago)    5d\n";
    let node_rows = "n1   Ready                      control-plane   5d    v1.36.2\nn2   Ready,SchedulingDisabled   <none>          5d    v1.36.2\n";
    let rows_with_namespace = "shop   web-1   1/1   Running   0   5d\nshop   web-2   1/1   Running   0   5d\n";
    let patch = "[{\"op\": \"replace\", \"path\": \"/spec/replicas\", \"value\": 3}]\n";
    let patch_yaml = "- op: add\n  path: /spec/template/spec/nodeSelector\n  value: {disk: ssd}\n- op: remove\n  path: /spec/paused\n";
    let diff = "diff -u -N /tmp/LIVE-1/apps.v1.Deployment /tmp/MERGED-1/apps.v1.Deployment\n--- /tmp/LIVE-1\n+++ /tmp/MERGED-1\n@@ -6,7 +6,7 @@\n-  replicas: 1\n+  replicas: 2\n";
    let page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head><title>a: b</title></head>\n";
    let page_behind = format!("{NODE}---\nx{}\n", "<div class=a><b>x</b></div>".repeat(50));
    for (text, what, is_explained) in [
        (SCHEDULER_LOG, "these are log lines of kube-scheduler", true),
        (&journal, "these are log lines of kube-scheduler", true),
        (&runtime, "these are log lines of kube-scheduler", true),
        (kubelet, "these are log lines, not a manifest", false),
        (json_lines, "these are log lines, not a manifest", false),
        (&describe, "this is the output of kubectl describe", true),
        (&events, "this is the table that kubectl prints", true),
        (top, "this is the output of kubectl top", false),
        (top_pods, "this is the output of kubectl top", false),
        (names, "this is the table that kubectl prints", false),
        (terraform, "this is a Terraform configuration", false),
        (plan, "this is a Terraform configuration", false),
        (terraform_json, "this is a Terraform configuration", false),
        (terraform_state, "this is a Terraform configuration", false),
        (journal_json, "these are log lines, not a manifest", false),
        (journal_verbose, "these are log lines, not a manifest", false),
        (journal_export, "these are log lines, not a manifest", false),
        (audit_log, "these are log lines, not a manifest", false),
        (structured, "these are log lines, not a manifest", false),
        (pod_rows, "this is the table that kubectl prints", false),
        (node_rows, "this is the table that kubectl prints", false),
        (rows_with_namespace, "this is the table that kubectl prints", false),
        (patch, "this is a JSON patch", false),
        (patch_yaml, "this is a JSON patch", false),
        (diff, "this is the difference of two files", false),
        (page, "this is HTML", false),
        (&page_behind, "this is HTML", false),
        ("Warning: v1 is deprecated\nNo resources found in default namespace.\n", "", false),
    ] {
        let lines = open(text).expect_err(text);
        assert!(lines[0].contains(what), "{lines:?} of\n{text}");
        let explains =
            lines.iter().any(|line| line.contains("nodes have too little memory") || line.contains("memory"));
        assert!(!is_explained || lines.len() > 2 && explains, "{lines:?} of\n{text}");
        assert!(is_explained || lines.len() == 1, "{lines:?} of\n{text}");
    }
}

#[test]
fn angle_brackets_alone_are_no_html() {
    for text in ["<1 or >2: a: b\n", "a < b > c: d: e\n"] {
        let lines = open(text).expect_err(text);
        assert!(!lines[0].contains("HTML"), "{lines:?} of\n{text}");
    }
}

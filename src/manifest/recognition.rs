//! Recognizes texts that are not manifests, or not only: what they are, and which part can be read.
//!
//! This is the one place for that, whether a text is pasted or dropped, small or large. When a text is rejected, it is examined as a whole
//! ([`read_refused_text`]): wrapping around manifests is skipped, a truncated end is repaired, and other texts are named. A document without a kind
//! is an object from a cluster, or something else ([`take_kindless`]).

use api::shorten;
use findings::{
    AdmissionProblem, Finding, ForeignText, FoundValue, Leniency, Notice, ObjectProblem, Place, Problem, ReadingProblem,
};
use releases::{ReleaseChoice, served_api::ApiType};

use super::{
    field_rules::{Provenance, check_unread_object},
    implied_kind::{ImpliedKind, implied_kind, path_above},
    kind_versions::{NOT_SIMULATED, api_version, is_kustomization, removed_in},
    load::{LazyObject, LinkedParts, Loader, load_text},
    loaded_manifest::Manifest,
    repair::{find_open_end, repair_text},
    served_fields::check_fields_of_type,
    steps::count_steps,
    tree::{Span, TreeNode, Value},
    wrapping::{is_helm_head, is_klog_line, is_wrapping_line},
};

/// Whether an error means that the text, or a part of it, is not a manifest.
fn is_unread(finding: &Finding) -> bool {
    use ObjectProblem::{NoKind, NotAnObject};
    use ReadingProblem::{KeyNotText, NotYaml};
    matches!(finding.problem, Problem::Object(NotAnObject { .. } | NoKind { .. }))
        || matches!(finding.problem, Problem::Reading(NotYaml { .. } | KeyNotText))
}

/// Reads the manifests in a rejected text if it can be repaired, or else returns its errors. A text with no manifest left is an error, not an empty
/// cluster.
pub(super) fn read_refused_text(
    text: &str,
    release: ReleaseChoice,
    mut findings: Vec<Finding>,
    linked: LinkedParts,
) -> Result<Manifest, Vec<Finding>> {
    let mut content = text;
    let repaired = findings.iter().any(is_unread).then(|| repair_text(text)).flatten();
    if let Some(repaired) = &repaired {
        match load_text(&repaired.text, release, linked) {
            Ok(manifest) if manifest.is_empty() => {}
            Ok(mut manifest) => {
                let at_line = |line, notice| Finding::new(Place { line, column: 1, ..Place::default() }, notice);
                let cut_off = repaired.cut_line.map(|line| at_line(line, Notice::CutOff { line }));
                let skipped = repaired.skipped.iter().map(|(line, notice)| at_line(*line, notice.clone()));
                manifest.notices.extend(skipped.chain(cut_off));
                return Ok(manifest);
            }
            Err(problems) => (findings, content) = (problems, &repaired.text),
        }
    }
    let finding = guess_program_output(text, &findings).or_else(|| guess_foreign_text(content, &findings));
    Err(finding.map_or(findings, |finding| vec![finding]))
}

/// Reads a document or an item without a kind: if it comes from a cluster, its kind is inferred and returned.
pub(super) fn take_kindless(loader: &mut Loader, node: &TreeNode, text: &str) -> Option<LazyObject> {
    if let Some(text) = foreign_document(node) {
        loader.add_notice(node.span, Notice::Foreign { text });
        return None;
    }
    let path = path_above(text, node.start());
    match implied_kind(path, node) {
        Some(ImpliedKind::Known(kind)) => {
            loader.add_notice(node.span, Notice::KindImplied { kind: kind.name().into() });
            Some(LazyObject::Implied(kind.name()))
        }
        Some(ImpliedKind::Other(folder)) => {
            loader.add_notice(node.span, Notice::KindIgnored { kind: shorten(&folder) });
            None
        }
        Some(ImpliedKind::Likely(kind)) => {
            loader.add_error(node.span, "kind", ObjectProblem::NoKind { near: Some(kind.name().into()) });
            None
        }
        None => {
            loader.add_error(node.span, "kind", ObjectProblem::NoKind { near: None });
            None
        }
    }
}

/// Adds the notice about an object of a kind that is not simulated.
pub(super) fn report_unread(loader: &mut Loader, kind: &str, node: &TreeNode, base: &str) {
    if let Some(minor) = removed_in(kind, node) {
        let version = shorten(api_version(node));
        loader.add_notice(node.span, Notice::VersionRemoved { kind: shorten(kind), version, minor });
    }
    match kind {
        "Table" => loader.add_error(node.span, &format!("{base}kind"), ObjectProblem::Table),
        "Status" => {
            let message = shorten(node.get("message").and_then(TreeNode::text).unwrap_or_default());
            loader.add_error(node.span, &format!("{base}kind"), ObjectProblem::Answer { message });
        }
        // The API server's audit log.
        "Event" | "EventList" if api_version(node).starts_with("audit.k8s.io/") => {
            loader.add_notice(node.span, Notice::Foreign { text: ForeignText::Log });
        }
        "Config" if api_version(node) == "v1" => {
            loader.add_notice(node.span, Notice::Foreign { text: ForeignText::Kubeconfig });
        }
        _ if is_kustomization(node) => {
            loader.add_notice(node.span, Notice::Foreign { text: ForeignText::Kustomization });
        }
        other if NOT_SIMULATED.contains(&other) => {
            report_unread_faults(loader, other, node, base);
            loader.add_notice(node.span, Notice::NotSimulated { kind: other.into() });
        }
        other => {
            report_unread_faults(loader, other, node, base);
            loader.add_notice(node.span, Notice::KindIgnored { kind: shorten(other) });
        }
    }
}

/// Reports the fields of an object of a kind that is not simulated, as far as they are checked.
fn report_unread_faults(loader: &mut Loader, kind: &str, node: &TreeNode, base: &str) {
    let provenance = Provenance::of_unread_object(node);
    let object_type = ApiType::from_name(kind).filter(|_| NOT_SIMULATED.contains(&kind));
    let check = check_fields_of_type(&loader.served, object_type, node);
    let node = loader.drop_unserved_fields(kind, node, check);
    let mut faults = std::mem::take(&mut loader.served_faults);
    faults.append(&mut check_unread_object(kind, &node, provenance));
    if base.is_empty() {
        loader.report_faults(kind, faults, provenance);
    } else {
        for fault in faults {
            loader.add_field_notice(kind, fault, Leniency::InScript);
        }
    }
}

/// Fields that occur in the values of nearly all Helm charts.
const HELM_VALUES: [&str; 14] = [
    "replicaCount",
    "nameOverride",
    "fullnameOverride",
    "image",
    "imagePullSecrets",
    "serviceAccount",
    "podAnnotations",
    "podSecurityContext",
    "ingress",
    "autoscaling",
    "service",
    "resources",
    "tolerations",
    "global",
];
/// Fields that occur in kustomizations only.
const KUSTOMIZATION: [&str; 12] = [
    "bases",
    "patches",
    "patchesStrategicMerge",
    "patchesJson6902",
    "configMapGenerator",
    "secretGenerator",
    "generatorOptions",
    "namePrefix",
    "nameSuffix",
    "commonLabels",
    "components",
    "transformers",
];

/// Recognizes a document without a kind that is not an object.
fn foreign_document(node: &TreeNode) -> Option<ForeignText> {
    let Value::Mapping(fields) = &node.value else { return None };
    let has = |key: &str| node.get(key).is_some();
    let count = |keys: &[&str]| keys.iter().filter(|key| has(key)).count();
    let has_images = |services: &TreeNode| match &services.value {
        Value::Mapping(services) => {
            services.iter().any(|(_, service)| service.get("image").is_some() || service.get("build").is_some())
        }
        _ => false,
    };
    let is_list_of_files = |list: &TreeNode| match &list.value {
        Value::Sequence(items) => !items.is_empty() && items.iter().all(|item| item.text().is_some()),
        _ => false,
    };
    // The resources of a Terraform configuration in JSON, by their type.
    let has_terraform_types = |resources: &TreeNode| match &resources.value {
        Value::Mapping(types) => types.iter().any(|(key, _)| key.key_name().contains('_')),
        _ => false,
    };
    if fields.is_empty() || has("metadata") || has("spec") {
        return None;
    }
    let is_log_entry = || {
        let has_any = |keys: &[&str]| count(keys) > 0;
        has_any(&["msg", "message", "log", "stage"])
            && has_any(&["ts", "time", "timestamp", "level", "severity", "stream", "auditID"])
            // `journalctl -o json`
            || has("MESSAGE") && has_any(&["__REALTIME_TIMESTAMP", "_HOSTNAME", "PRIORITY"])
    };
    Some(match () {
        () if has("op") && has("path") => ForeignText::JsonPatch,
        () if is_log_entry() => ForeignText::Log,
        () if has("terraform_version") || node.get("resource").is_some_and(has_terraform_types) => {
            ForeignText::Terraform
        }
        () if node.get("services").is_some_and(has_images) => ForeignText::Compose,
        () if has("clusters") && has("contexts") && has("users") => ForeignText::Kubeconfig,
        () if has("apiVersion") && has("name") && has("version") => ForeignText::HelmChart,
        () if count(&KUSTOMIZATION) > 0 || node.get("resources").is_some_and(is_list_of_files) => {
            ForeignText::Kustomization
        }
        () if count(&HELM_VALUES) > 1 || has("replicaCount") => ForeignText::HelmValues,
        () => return None,
    })
}

/// Guesses what a rejected text is, if that explains its errors.
fn guess_foreign_text(text: &str, findings: &[Finding]) -> Option<Finding> {
    let placeholder = |finding: &Finding| match &finding.problem {
        Problem::Admission(AdmissionProblem::Malformed { text, .. })
        | Problem::Object(ObjectProblem::Misfit { actual: FoundValue::Scalar(text), .. }) => {
            text.contains("{{") || text.contains("${")
        }
        _ => false,
    };
    if !findings.iter().any(|finding| is_unread(finding) || placeholder(finding)) {
        return None;
    }
    // Alerts contain `{{` too, but in quotes, where it is no error.
    // There may be as many findings as lines.
    let lines: Vec<&str> = text.lines().collect();
    // Findings are ordered by line, so each line is looked at once.
    let mut last_line = 0;
    let is_beside = |finding: &Finding| {
        let number = finding.place.line;
        if !is_unread(finding) && !placeholder(finding) || number == last_line {
            return None;
        }
        last_line = number;
        let line = lines.get(usize::try_from(number).ok()?.checked_sub(1)?)?;
        count_steps(line.len());
        let at = line.find("{{")?;
        Some((number, u32::try_from(line[..at].chars().count()).ok()? + 1))
    };
    if let Some((line, column)) = find_template_action(text).or_else(|| findings.iter().find_map(is_beside)) {
        let span = Span { line, column, ..Span::default() };
        return Some(Finding::new(span.to_place(1, ""), ReadingProblem::Template));
    }
    if let Some(finding) = findings.iter().find(|finding| placeholder(finding)) {
        let problem = ReadingProblem::Foreign { text: ForeignText::Placeholders };
        return Some(Finding::new(finding.place.clone(), problem));
    }
    if !findings.iter().any(is_unread) {
        return None;
    }
    // Text around the manifest is already blanked to comments.
    let is_content = |line: &str| !line.trim().is_empty() && !line.starts_with(['#', '-']);
    let (number, first) = (1..).zip(text.lines()).find(|(_, line)| is_content(line))?;
    let is_block_of_jinja = || lines.iter().any(|line| line.trim_start().starts_with("{%"));
    let open_end = || {
        let is_not_yaml =
            |finding: &Finding| matches!(finding.problem, Problem::Reading(ReadingProblem::NotYaml { .. }));
        find_open_end(text).filter(|_| findings.iter().any(is_not_yaml))
    };
    let (number, what) = match first {
        line if is_table_head(line) => (number, ReadingProblem::TableForPeople),
        line if is_describe_output(line) => (number, ReadingProblem::Described),
        _ if is_block_of_jinja() => {
            let at = lines.iter().position(|line| line.trim_start().starts_with("{%"))?;
            (u32::try_from(at + 1).ok()?, ReadingProblem::Foreign { text: ForeignText::Placeholders })
        }
        _ => (open_end()?, ReadingProblem::Truncated),
    };
    Some(Finding::new(Span { line: number, column: 1, ..Span::default() }.to_place(1, ""), what))
}

/// The line and column of the first Helm template action. Other texts may contain `{{` too: alerts, for example.
fn find_template_action(text: &str) -> Option<(u32, u32)> {
    const WORDS: [&str; 12] = [
        "-",
        ".Values",
        ".Release",
        ".Chart",
        ".Capabilities",
        "include ",
        "template ",
        "if ",
        "range ",
        "with ",
        "define ",
        "/*",
    ];
    let action = |inner: &str| WORDS.iter().any(|word| inner.trim_start().starts_with(word));
    (1..).zip(text.lines()).find_map(|(number, line)| {
        let mut column = 1;
        for (index, part) in line.split("{{").enumerate() {
            if index > 0 && action(part) {
                return Some((number, column));
            }
            column += u32::try_from(part.chars().count()).ok()? + if index > 0 { 2 } else { 0 };
        }
        None
    })
}

/// The maximum number of lines that are examined for program output.
const MOST_LINES: usize = 200;
/// The maximum number of bytes of a line that are examined.
const MOST_BYTES: usize = 400;

/// Recognizes program output that is not a manifest by its lines: logs, tables, web pages.
fn guess_program_output(text: &str, findings: &[Finding]) -> Option<Finding> {
    let first_unread = findings.iter().find(|finding| is_unread(finding))?;
    let short = |line| -> &str { shorten_line(line) };
    let lines: Vec<(u32, &str)> = (1..)
        .zip(text.lines())
        .map(|(number, line)| (number, short(line)))
        .filter(|(_, line)| !line.trim().is_empty())
        .take(MOST_LINES)
        .collect();
    count_steps(text.len());
    let at_line = |line: u32, text: ForeignText| {
        let place = Span { line, column: 1, ..Span::default() }.to_place(1, "");
        Finding::new(place, ReadingProblem::Foreign { text })
    };
    // The first line may be the command that printed the output.
    let (first_number, first) = *lines.iter().find(|(_, line)| !is_wrapping_line(line) || is_klog_line(line))?;
    let log_lines = lines.iter().filter(|(_, line)| is_log_line(line)).count();
    let has_manifest_line =
        || lines.iter().any(|(_, line)| line.starts_with("kind:") || line.starts_with("apiVersion:"));
    let unread_line = || {
        let index = usize::try_from(first_unread.place.line).ok()?.checked_sub(1)?;
        text.lines().nth(index).map(short)
    };
    if log_lines * 2 > lines.len() {
        let is_of_scheduler = text.lines().take(MOST_LINES).map(short).any(is_scheduler_log_line);
        let kind = if is_of_scheduler { ForeignText::SchedulerLog } else { ForeignText::Log };
        return Some(at_line(first_number, kind));
    }
    if unread_line().is_some_and(is_html_line) {
        return Some(at_line(first_unread.place.line, ForeignText::WebPage));
    }
    if has_manifest_line() {
        return None;
    }
    Some(match () {
        () if is_table_head(first) && first.contains("CPU(cores)") => at_line(first_number, ForeignText::Usage),
        () if lines.iter().all(|(_, line)| is_object_name(line) || is_table_row(line)) => {
            let place = Span { line: first_number, column: 1, ..Span::default() }.to_place(1, "");
            Finding::new(place, ReadingProblem::TableForPeople)
        }
        () if text.lines().take(MOST_LINES).any(|line| line.starts_with("NAME: ")) && has_helm_head(text) => {
            at_line(first_number, ForeignText::HelmRelease)
        }
        () if lines.iter().any(|(_, line)| is_terraform_head(line)) => at_line(first_number, ForeignText::Terraform),
        () if is_diff_head(first) => at_line(first_number, ForeignText::Diff),
        () if is_html_line(first) => at_line(first_number, ForeignText::WebPage),
        () => return None,
    })
}

/// The part of a line that is examined.
fn shorten_line(line: &str) -> &str {
    &line[..line.floor_char_boundary(MOST_BYTES)]
}

fn has_helm_head(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().take(MOST_LINES).collect();
    (0..lines.len()).any(|index| is_helm_head(&lines[index..]))
}

/// Whether a line belongs to a log: of Kubernetes components, of a container runtime, of a journal, or any other that starts with a time.
fn is_log_line(line: &str) -> bool {
    let digits =
        |text: &str, places: &[usize]| places.iter().all(|at| text.as_bytes().get(*at).is_some_and(u8::is_ascii_digit));
    // `2026-05-15T15:02:33`, with a space in place of the T as well.
    let is_time = |text: &str| {
        digits(text, &[0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15])
            && matches!(
                text.as_bytes(),
                [_, _, _, _, b'-' | b'/', _, _, b'-' | b'/', _, _, b'T' | b' ', _, _, b':', ..]
            )
    };
    // `May 15 15:02:33 node-1 kubelet[812]: `
    let is_journal = || {
        let is_month = line.get(..4).is_some_and(|month| {
            ["Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec "]
                .contains(&month)
        });
        is_month && digits(line, &[5, 7, 8, 10, 11, 13, 14])
    };
    let unbracketed = line.trim_start_matches('[');
    // A field of `journalctl -o export` or `-o verbose`: `    _HOSTNAME=node-1`.
    let is_journal_field = || {
        line.trim_start().split_once('=').is_some_and(|(name, _)| {
            (name.starts_with('_') || line.starts_with("    "))
                && name.len() > 1
                && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        })
    };
    is_klog_line(line)
        || is_time(unbracketed)
        || is_journal()
        || is_journal_field()
        || line.starts_with("level=")
        || line.starts_with("time=")
}

/// Whether a log line was written by a scheduler.
fn is_scheduler_log_line(line: &str) -> bool {
    [
        "kube-scheduler",
        "schedule_one.go",
        "scheduling_queue.go",
        "scheduler.go",
        "default_binder.go",
        "eventhandlers.go",
        " nodes are available: ",
    ]
    .iter()
    .any(|word| line.contains(word))
}

/// Whether a line is an object name as `kubectl get -o name` prints it.
fn is_object_name(line: &str) -> bool {
    let is_name = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.".contains(&byte))
    };
    line.trim_end().split_once('/').is_some_and(|(kind, name)| is_name(kind) && is_name(name))
}

/// Whether a line is a row of a table of pods, nodes or workloads, as `kubectl get --no-headers` prints it: `web-1   1/1   Running   0   5d`.
fn is_table_row(line: &str) -> bool {
    let mut columns = line.split("  ").map(str::trim).filter(|column| !column.is_empty());
    let is_ratio = |column: &str| {
        column.split_once('/').is_some_and(|(ready, all)| {
            let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            is_number(ready) && is_number(all)
        })
    };
    let is_status =
        |column: &str| column.split(',').all(|word| ["Ready", "NotReady", "SchedulingDisabled"].contains(&word));
    // With `-A`, the namespace is the first column.
    columns.clone().count() >= 4 && columns.by_ref().skip(1).take(2).any(|column| is_ratio(column) || is_status(column))
}

/// Whether a line starts a Terraform block: `resource "kubernetes_pod" "web" {`.
fn is_terraform_head(line: &str) -> bool {
    // A plan has signs before the blocks.
    let Some((word, rest)) = line.trim_start_matches([' ', '+', '~', '-', '/']).split_once(' ') else { return false };
    match word {
        "resource" | "data" | "provider" | "module" | "variable" | "output" => {
            rest.trim_start().starts_with('"') && rest.trim_end().ends_with('{')
        }
        "terraform" | "locals" => rest.trim() == "{",
        _ => false,
    }
}

/// Whether a line starts a diff.
fn is_diff_head(line: &str) -> bool {
    line.starts_with("diff -") || line.starts_with("--- a/") || line.starts_with("@@ -") || line.starts_with("Index: ")
}

/// Whether a line is HTML: it starts with a tag and contains a closing tag, or it is the head of a page.
fn is_html_line(line: &str) -> bool {
    let content = line.trim_start();
    let is_tag = |text: &str| {
        text.strip_prefix('<')
            .is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '!'))
    };
    is_tag(content) && (content.contains("</") || content.contains('>'))
        || content.find('<').is_some_and(|at| is_tag(&content[at..]) && content[at..].contains("</"))
}

/// Whether a line is the header of a table that `kubectl get` or `kubectl top` prints.
fn is_table_head(line: &str) -> bool {
    let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase());
    let mut columns = line.split_whitespace();
    let first = columns.next().unwrap_or_default();
    line.contains("  ") && columns.all(is_name) && ["NAME", "NAMESPACE", "LAST", "POD"].contains(&first)
}

/// Whether a line is the first line of `kubectl describe`.
fn is_describe_output(line: &str) -> bool {
    line.strip_prefix("Name:").is_some_and(|rest| rest.starts_with("  ") && !rest.trim().is_empty())
}

//! Completion in the editor: kinds, the fields that the decoder of a kind knows, the values of enumerations, and names of objects.

use api::{
    CONFIGURATION_KINDS, ConditionType, InclusionPolicy, Operator, PreemptionPolicy, RestartPolicy, TaintEffect,
    TolerationOperator, UnsatisfiableAction,
};
use i18n::table::form_labels::FormLabel;
use manifest::{FieldShape, document_kinds, field_shape};
use page_state::builder::{
    form,
    outline::{ObjectGroup, Outline, value_at},
};
use releases::{
    Release,
    documents::{DocumentVersion, built_in_plugins, policy_names::known_policy_names},
};

use crate::features::editor::{
    caret_context::{CaretContext, caret_context_at},
    document_shape::document_shape,
};

/// The maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 40;

/// The suggestions at the caret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The byte offset at which the word being typed begins, which a suggestion replaces.
    pub from: usize,
    pub items: Vec<Suggestion>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The text that is shown.
    pub label: String,
    /// A description, if there is one.
    pub description: Option<FormLabel>,
    /// The text that is inserted.
    pub insert: String,
}

impl Suggestion {
    fn of_value(label: impl Into<String>) -> Self {
        let label = label.into();
        Self { insert: label.clone(), label, description: None }
    }
}

/// The values of fields with an enumeration, by the last key.
const FIELD_VALUES: [(&str, &[&str]); 13] = [
    ("effect", TaintEffect::WORDS),
    ("preemptionPolicy", PreemptionPolicy::WORDS),
    ("whenUnsatisfiable", UnsatisfiableAction::WORDS),
    ("topologyKey", &["kubernetes.io/hostname", "topology.kubernetes.io/zone", "topology.kubernetes.io/region"]),
    ("nodeAffinityPolicy", InclusionPolicy::WORDS),
    ("nodeTaintsPolicy", InclusionPolicy::WORDS),
    ("restartPolicy", RestartPolicy::WORDS),
    ("protocol", &["TCP", "UDP", "SCTP"]),
    ("unhealthyPodEvictionPolicy", &["IfHealthyBudget", "AlwaysAllow"]),
    ("schedulerName", &["default-scheduler"]),
    ("globalDefault", &["true", "false"]),
    ("unschedulable", &["true", "false"]),
    ("at", &["5s", "10s", "30s", "1m"]),
];

const RESOURCES: [&str; 5] = ["cpu", "memory", "ephemeral-storage", "pods", "nvidia.com/gpu"];

/// The suggestions at a caret. Without `is_requested`, at least one letter must have been typed.
pub fn complete_at(text: &str, caret: usize, outline: &Outline, is_requested: bool) -> Option<Completion> {
    let caret_context = caret_context_at(text, caret)?;
    let word = &text[caret_context.from..caret];
    if !is_requested && word.is_empty() && caret_context.key.is_none() {
        return None;
    }
    let items = match &caret_context.key {
        Some(key) => suggest_values(&caret_context, key, outline),
        None => suggest_keys(&caret_context, outline),
    };
    let lowercase_word = word.to_lowercase();
    let (mut first, mut later_suggestions) = (Vec::new(), Vec::new());
    for item in items {
        match item.label.to_lowercase().find(&lowercase_word) {
            Some(0) => first.push(item),
            Some(_) if lowercase_word.len() > 1 => later_suggestions.push(item),
            _ => {}
        }
    }
    first.append(&mut later_suggestions);
    first.truncate(MAX_SUGGESTIONS);
    // A complete word needs no suggestion.
    let is_complete = first.first().is_some_and(|suggestion| suggestion.insert == word);
    (!first.is_empty() && (is_requested || !is_complete))
        .then_some(Completion { from: caret_context.from, items: first })
}

/// The shape of a path in a document of any kind, and whether it is a list.
fn shape_at(kind: &str, path: &[&str]) -> Option<(FieldShape, bool)> {
    document_shape(kind, path).or_else(|| field_shape(kind, path))
}

fn suggest_keys(caret_context: &CaretContext, outline: &Outline) -> Vec<Suggestion> {
    let path: Vec<&str> = caret_context.path.iter().map(String::as_str).collect();
    let kind = caret_context.kind.as_deref().unwrap_or_default();
    let last = path.last().copied().unwrap_or_default();
    let fields: Vec<&str> = match shape_at(kind, &path) {
        _ if path.is_empty() && kind.is_empty() => vec!["apiVersion", "kind", "metadata"],
        Some((FieldShape::Fields(fields), _)) => {
            let more_keys = match (path.is_empty(), kind, last) {
                (true, ..) => &["apiVersion", "kind"][..],
                (_, "Scenario" | "Script", "script") => &["at"],
                _ => &[],
            };
            more_keys
                .iter()
                .copied()
                .chain(fields)
                .filter(|key| more_keys.contains(key) || !is_internal_field(kind, key))
                .collect()
        }
        Some((FieldShape::Map, _)) if matches!(last, "requests" | "limits" | "capacity" | "allocatable") => {
            RESOURCES.to_vec()
        }
        Some((FieldShape::Map, _)) => return suggest_labels(caret_context, last, outline),
        _ => Vec::new(),
    };
    let free = fields.into_iter().filter(|field| !caret_context.siblings.iter().any(|sibling| sibling == field));
    free.map(|field| {
        let inner: Vec<&str> = path.iter().copied().chain([field]).collect();
        let pad = " ".repeat(caret_context.column + 2);
        let insert = match shape_at(kind, &inner) {
            Some((FieldShape::Fields(_) | FieldShape::Map, false)) if caret_context.is_in_brackets => {
                format!("{field}: {{")
            }
            Some((_, true)) if caret_context.is_in_brackets => format!("{field}: ["),
            Some((FieldShape::Fields(_) | FieldShape::Map, false)) => format!("{field}:\n{pad}"),
            Some((_, true)) => format!("{field}:\n{pad}- "),
            _ if path.is_empty() && field == "metadata" => format!("{field}:\n{pad}"),
            _ => format!("{field}: "),
        };
        Suggestion { label: field.to_owned(), description: form_label(&inner), insert }
    })
    .collect()
}

/// Fields that exist in the structs only.
fn is_internal_field(kind: &str, field: &str) -> bool {
    matches!((kind, field), ("Scenario" | "Script", "apiVersion" | "kind"))
}

/// The label of this field in the form.
fn form_label(path: &[&str]) -> Option<FormLabel> {
    let path = path.join(".");
    let form_field = form::all_fields().find(|field| {
        let field_path = field.path.replace(".0.", ".");
        field_path == path
            || (path.ends_with(&field_path) && path.contains("template.spec") && field_path.starts_with("spec."))
    });
    form_field.map(|field| field.label)
}

/// Labels of existing objects: of pods where pods are selected, of nodes where nodes are.
fn suggest_labels(caret_context: &CaretContext, last: &str, outline: &Outline) -> Vec<Suggestion> {
    let (group, path) = match (last, caret_context.path.first().map(String::as_str)) {
        ("nodeSelector", _) => (vec![ObjectGroup::Nodes], "metadata.labels"),
        ("labels", _) if caret_context.kind.as_deref() == Some("Node") => (vec![ObjectGroup::Nodes], "metadata.labels"),
        ("matchLabels" | "labels" | "selector", _) => {
            (vec![ObjectGroup::Pods, ObjectGroup::Workloads], "metadata.labels")
        }
        _ => return Vec::new(),
    };
    let mut suggestions: Vec<Suggestion> = Vec::new();
    for outline_item in outline.entries.iter().filter(|outline_item| group.contains(&outline_item.group)) {
        for path in [path, "spec.template.metadata.labels"] {
            for (key, value) in value_at(&outline_item.value, path).as_object().into_iter().flatten() {
                let Some(value) = value.as_str().filter(|_| !caret_context.siblings.contains(key)) else { continue };
                let label = format!("{key}: {value}");
                if suggestions.len() < MAX_SUGGESTIONS
                    && !suggestions.iter().any(|suggestion| suggestion.label == label)
                {
                    let number = value.is_empty() || value.parse::<f64>().is_ok() || matches!(value, "true" | "false");
                    let insert = if number { format!("{key}: \"{value}\"") } else { label.clone() };
                    suggestions.push(Suggestion { label, description: None, insert });
                }
            }
        }
    }
    suggestions
}

fn suggest_values(caret_context: &CaretContext, key: &str, outline: &Outline) -> Vec<Suggestion> {
    let names = |kind: &str| -> Vec<Suggestion> { outline.names_of_kind(kind).map(Suggestion::of_value).collect() };
    let suggest_words = |cli_args: &[&str]| cli_args.iter().copied().map(Suggestion::of_value).collect::<Vec<_>>();
    let path: Vec<&str> = caret_context.path.iter().map(String::as_str).chain([key]).collect();
    let kind = caret_context.kind.as_deref().unwrap_or_default();
    let target = matches!(path[..], ["script", "delete" | "scale" | "label" | "resize" | "ungate" | "evict", _]);
    match key {
        "kind" if caret_context.path.is_empty() => {
            let kinds = document_kinds().map(|(kind, _)| kind).chain(CONFIGURATION_KINDS);
            suggest_words(&kinds.collect::<Vec<_>>())
        }
        "kind" if target => suggest_words(&document_kinds().map(|(kind, _)| kind).collect::<Vec<_>>()),
        "apiVersion" if caret_context.path.is_empty() && kind == "KubeSchedulerConfiguration" => {
            // The latest version first.
            let versions = DocumentVersion::ALL.into_iter().rev().map(DocumentVersion::api_version);
            suggest_words(&versions.collect::<Vec<_>>())
        }
        "name" if matches!(path[..], ["profiles", "pluginConfig", "name"] | ["profiles", "plugins", _, _, "name"]) => {
            let built_in = Release::ALL.into_iter().rev().filter_map(built_in_plugins).flatten();
            let custom_names = outline.names_of_kind("Plugin").map(ToOwned::to_owned);
            let mut plugin_names: Vec<String> = custom_names.collect();
            for name in built_in {
                if !plugin_names.iter().any(|other| other == name) {
                    plugin_names.push(name.to_owned());
                }
            }
            plugin_names.into_iter().map(Suggestion::of_value).collect()
        }
        "name" if kind == "Policy" && matches!(caret_context.path[..], [_]) => {
            suggest_words(&known_policy_names(Release::ALL[0], path.first().copied().unwrap_or_default()))
        }
        "apiVersion" if caret_context.path.is_empty() => {
            let kind_entry = document_kinds().find(|(text, _)| *text == kind);
            let mut versions: Vec<&str> =
                kind_entry.map_or_else(|| document_kinds().map(|pair| pair.1).collect(), |pair| vec![pair.1]);
            versions.dedup();
            suggest_words(&versions)
        }
        "priorityClassName" => names("PriorityClass")
            .into_iter()
            .chain(suggest_words(&form::SYSTEM_CLASSES.map(|(name, _)| name)))
            .collect(),
        "nodeName" | "cordon" | "uncordon" | "drain" | "notReady" | "unreachable" | "ready" | "node" => names("Node"),
        "namespace" => {
            let mut suggestions = names("Namespace");
            suggestions.extend(suggest_words(&["default", "kube-system"]));
            suggestions
        }
        "name" if target => names("Pod").into_iter().chain(names("Deployment")).chain(names("Node")).collect(),
        "operator" if path.contains(&"tolerations") => {
            suggest_words(&[TolerationOperator::Exists.as_str(), TolerationOperator::Equal.as_str()])
        }
        "operator" => suggest_words(Operator::OF_LABELS),
        "type" if path.contains(&"conditions") => suggest_words(&[ConditionType::Ready.as_str()]),
        "release" | "releases" => suggest_words(&Release::ALL.map(Release::name)),
        _ => match (shape_at(kind, &path), FIELD_VALUES.iter().copied().find(|(name, _)| *name == key)) {
            (Some((FieldShape::Words(known), _)), _) => suggest_words(&known),
            (_, Some((_, known))) => suggest_words(known),
            _ => Vec::new(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completion_texts(text: &str, is_requested: bool) -> Vec<String> {
        let outline = Outline::new(
            "kind: Node\nmetadata: {name: alpha, labels: {disk: ssd}}\n---\nkind: PriorityClass\nmetadata: {name: high}\n---\n\
             kind: Pod\nmetadata: {name: p, labels: {app: web}}\n",
        );
        let completion = complete_at(text, text.len(), &outline, is_requested);
        completion.map_or_else(Vec::new, |completion| completion.items.into_iter().map(|item| item.insert).collect())
    }

    #[test]
    fn offers_what_fits() {
        for (text, first) in [
            ("k", "kind: "),
            ("kind: Po", "Pod"),
            ("kind: Pod\napiVersion: ", "v1"),
            ("kind: Pod\nsp", "spec:\n  "),
            ("kind: Pod\nspec:\n  priority", "priorityClassName: "),
            ("kind: Pod\nspec:\n  priorityClassName: ", "high"),
            ("kind: Pod\nspec:\n  priorityClassName: system-n", "system-node-critical"),
            ("kind: Pod\nspec:\n  nodeName: ", "alpha"),
            ("kind: Pod\nspec:\n  cont", "containers:\n    - "),
            ("kind: Pod\nspec:\n  containers:\n    - name: a\n      reso", "resources:\n        "),
            ("kind: Pod\nspec:\n  containers:\n  - resources:\n      requests:\n        c", "cpu: "),
            ("kind: Pod\nspec:\n  nodeSelector:\n    d", "disk: ssd"),
            ("kind: PodDisruptionBudget\nspec:\n  selector:\n    matchLabels: {a", "app: web"),
            ("kind: Node\nspec:\n  taints:\n  - key: a\n    effect: NoE", "NoExecute"),
            ("kind: Node\nspec:\n  unsch", "unschedulable: "),
            ("kind: Scenario\nscript:\n- at: 5s\n  cor", "cordon: "),
            ("kind: Scenario\nscript:\n- at: 5s\n  cordon: ", "alpha"),
            ("kind: Deployment\nspec:\n  template:\n    spec:\n      toler", "tolerations:\n        - "),
            ("kind: KubeS", "KubeSchedulerConfiguration"),
            ("kind: KubeSchedulerConfiguration\napiVersion: kube", "kubescheduler.config.k8s.io/v1"),
            ("kind: KubeSchedulerConfiguration\nprof", "profiles:\n  - "),
            ("kind: KubeSchedulerConfiguration\nprofiles:\n- plugins:\n    sco", "score:\n      "),
            (
                "kind: KubeSchedulerConfiguration\nprofiles:\n- plugins:\n    score:\n      enabled:\n      - name: ImageL",
                "ImageLocality",
            ),
            (
                "kind: KubeSchedulerConfiguration\nprofiles:\n- pluginConfig:\n    - args:\n        scoringStrategy:\n          type: Most",
                "MostAllocated",
            ),
            ("kind: Policy\npriorities:\n- name: MostR", "MostRequestedPriority"),
            ("kind: Plugin\nscore:\n  normal", "normalize: "),
            ("kind: Plugin\nscore:\n  normalize: Lo", "LowestBest"),
        ] {
            assert_eq!(completion_texts(text, false).first().map(String::as_str), Some(first), "{text}");
        }
        assert!(completion_texts("kind: Pod\nspec:\n  ", true).contains(&"nodeName: ".to_owned()));
        assert_eq!(completion_texts("kind: Pod\nspec:\n  ", false), [""; 0]);
        assert_eq!(completion_texts("kind: Pod", false), [""; 0], "it is complete");
        assert_eq!(completion_texts("# ki", true), [""; 0]);
    }

    #[test]
    fn completion_describes_fields() {
        let text = "kind: Pod\nspec:\n  priorityCl";
        let completion = complete_at(text, text.len(), &Outline::default(), false).expect("it is known");
        assert_eq!(completion.items[0].description, Some(FormLabel::PriorityClass));
    }
}

//! The outline of a manifest: its objects by kind, for the list of the builder.

use api::{CONFIGURATION_KINDS, FeatureGates, Kind, Set, Table};
use i18n::Lang;
use manifest::{
    edit::{self, PathStep, ValuePath},
    item_kind,
};
use serde_json::Value;

use crate::builder::labels::{is_same_namespace, read_labels, read_selector};

/// A longer manifest is parsed only on demand, because it takes noticeable time.
pub const MAX_PARSED_BYTES: usize = 1 << 20;

/// A section of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ObjectGroup {
    Nodes,
    Pods,
    /// Deployments and other workloads.
    Workloads,
    PodGroups,
    Classes,
    Budgets,
    Services,
    Namespaces,
    /// DRA objects: slices, classes, claims and templates.
    Devices,
    /// Scheduler configurations and policies, and answers of extenders and custom plugins.
    Scheduler,
    /// Entries of the script.
    Script,
    Other,
}

impl ObjectGroup {
    /// All groups, in the order of the list.
    pub const ALL: [Self; 12] = [
        Self::Nodes,
        Self::Pods,
        Self::Workloads,
        Self::PodGroups,
        Self::Classes,
        Self::Budgets,
        Self::Services,
        Self::Namespaces,
        Self::Devices,
        Self::Scheduler,
        Self::Script,
        Self::Other,
    ];

    /// The heading in the page's language.
    pub fn name(self, lang: Lang) -> &'static str {
        match self {
            Self::Nodes => lang.builder_labels().nodes,
            Self::Pods => lang.builder_labels().pods,
            Self::Workloads => lang.builder_labels().workloads,
            Self::PodGroups => lang.builder_labels().pod_groups,
            Self::Classes => lang.builder_labels().classes,
            Self::Budgets => lang.builder_labels().budgets,
            Self::Services => lang.builder_labels().services,
            Self::Namespaces => lang.builder_labels().namespaces,
            Self::Devices => lang.builder_labels().devices,
            Self::Scheduler => lang.builder_labels().scheduler,
            Self::Script => lang.builder_labels().script,
            Self::Other => lang.builder_labels().other,
        }
    }

    /// The group of a document by kind and API version. Other systems have kinds named like those of pod groups.
    fn of_document(kind: &str, version: &str) -> Self {
        match Self::of_kind(kind) {
            Self::PodGroups if !version.is_empty() && !version.starts_with("scheduling.k8s.io/") => Self::Other,
            group => group,
        }
    }

    fn of_kind(kind: &str) -> Self {
        match Kind::from_name(kind) {
            Some(Kind::Node) => Self::Nodes,
            Some(Kind::Pod) => Self::Pods,
            Some(Kind::PriorityClass) => Self::Classes,
            Some(Kind::PodDisruptionBudget) => Self::Budgets,
            Some(Kind::Service) => Self::Services,
            Some(Kind::Namespace) => Self::Namespaces,
            Some(Kind::PodGroup | Kind::Workload) => Self::PodGroups,
            Some(kind) if kind.workload().is_some() => Self::Workloads,
            Some(kind) if kind.device().is_some() => Self::Devices,
            None if is_scheduler_document(kind) => Self::Scheduler,
            _ => Self::Other,
        }
    }
}

/// Whether documents of this kind configure the scheduler, or answer its calls.
pub fn is_scheduler_document(kind: &str) -> bool {
    matches!(kind, "KubeSchedulerConfiguration" | "Policy" | "Extender" | "Plugin")
}

/// An object, or an entry of the script.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlineItem {
    /// The unique id: kind, namespace and name, or the index of a script entry. Edits of other fields keep it.
    pub id: String,
    /// The section of the list.
    pub group: ObjectGroup,
    /// The kind; for script entries the verb.
    pub kind: String,
    pub name: String,
    /// The location in the manifest.
    pub place: ValuePath,
    pub value: Value,
}

impl OutlineItem {
    /// A key for a field of the open form. It uses the place instead of the id, because renaming changes the id, which would recreate the
    /// fields and lose the focus.
    pub fn field_key(&self, path: &str) -> String {
        let ValuePath { document, steps } = &self.place;
        let step = |step: &PathStep| match step {
            PathStep::Key(key) => format!(".{key}"),
            PathStep::Index(index) => format!(".{index}"),
        };
        format!("{document}{} {path}", steps.iter().map(step).collect::<String>())
    }
}

/// All objects of a manifest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// The objects, by group and then in the order of the manifest.
    pub entries: Vec<OutlineItem>,
    /// The document of kind `Scenario`, and the number of its script entries.
    pub scenario: Option<(ValuePath, usize)>,
    /// The feature gates of the scenario.
    pub gates: FeatureGates,
    /// The list if the manifest is a single one, and its length: new objects are appended to it.
    pub list: Option<(ValuePath, usize)>,
    /// Whether the manifest is valid YAML.
    pub is_readable: bool,
}

/// The value at a path of keys and indices; `Null` if missing.
pub fn value_at<'v>(value: &'v Value, path: &str) -> &'v Value {
    path.split('.').filter(|part| !part.is_empty()).fold(value, |value, part| match part.parse::<usize>() {
        Ok(index) if value.is_array() => value.get(index).unwrap_or(&Value::Null),
        _ => value.get(part).unwrap_or(&Value::Null),
    })
}

/// The steps of such a path.
pub fn path_steps(path: &str) -> Vec<PathStep> {
    let step = |part: &str| part.parse::<usize>().map_or_else(|_| PathStep::from(part), PathStep::from);
    path.split('.').filter(|part| !part.is_empty()).map(step).collect()
}

/// A scalar as the user types it.
pub fn plain_scalar(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

impl Outline {
    /// Parses a manifest; empty and not readable if it is invalid.
    pub fn new(text: &str) -> Self {
        let Ok(documents) = edit::read_documents(text) else { return Self::default() };
        let mut outline = Self { is_readable: true, ..Self::default() };
        let is_only_document = documents.iter().filter(|value| !value.is_null()).count() == 1;
        for (document, value) in documents.into_iter().enumerate() {
            outline.add_object(ValuePath { document, steps: Vec::new() }, value, "", is_only_document);
        }
        outline.entries.sort_by_key(|outline_item| outline_item.group);
        let mut id_counts = Table::<String, usize>::new();
        for outline_item in &mut outline.entries {
            let times = id_counts.or_default(outline_item.id.clone());
            *times += 1;
            if *times > 1 {
                outline_item.id = format!("{}#{times}", outline_item.id);
            }
        }
        outline
    }

    /// Adds an object. `implied` is its kind if it is in a typed list without kinds.
    fn add_object(&mut self, value_path: ValuePath, value: Value, implied: &str, is_only_document: bool) {
        if let Value::Array(items) = value {
            for (at, item) in items.into_iter().enumerate() {
                self.add_object(value_path.join([at.into()]), item, "", false);
            }
            return;
        }
        let kind = if value["kind"].is_null() { implied.to_owned() } else { plain_scalar(&value["kind"]) };
        match (kind.as_str(), &value["items"], &value["script"]) {
            ("", ..) => {}
            (list, Value::Array(items), _) if list.ends_with("List") => {
                if is_only_document && list == "List" {
                    self.list = Some((value_path.join(path_steps("items")), items.len()));
                }
                for (at, item) in items.iter().enumerate() {
                    self.add_object(
                        value_path.join([PathStep::from("items"), at.into()]),
                        item.clone(),
                        item_kind(list),
                        false,
                    );
                }
            }
            ("Scenario" | "Script", _, script) => {
                let entries = script.as_array().map_or(&[][..], Vec::as_slice);
                if kind == "Scenario" {
                    self.scenario = Some((value_path.clone(), entries.len()));
                    self.gates = read_gates(&value["featureGates"]);
                }
                let before =
                    self.entries.iter().filter(|outline_item| outline_item.group == ObjectGroup::Script).count();
                for (at, object) in entries.iter().enumerate() {
                    let verb = object.as_object().and_then(|table| table.keys().find(|key| *key != "at"));
                    let verb = verb.cloned().unwrap_or_default();
                    self.entries.push(OutlineItem {
                        id: format!("script/{}", before + at),
                        group: ObjectGroup::Script,
                        name: script_entry_label(object, &verb),
                        kind: verb,
                        place: value_path.join([PathStep::from("script"), at.into()]),
                        value: object.clone(),
                    });
                }
            }
            _ => {
                let mut name = plain_scalar(value_at(&value, "metadata.name"));
                if name.is_empty() && CONFIGURATION_KINDS.contains(&kind.as_str()) {
                    // Only one document per version can exist.
                    let version = plain_scalar(&value["apiVersion"]);
                    version.rsplit('/').next().unwrap_or_default().clone_into(&mut name);
                }
                let namespace = plain_scalar(value_at(&value, "metadata.namespace"));
                let id = format!("{kind}/{namespace}/{name}");
                let group = ObjectGroup::of_document(&kind, &plain_scalar(&value["apiVersion"]));
                self.entries.push(OutlineItem { id, group, kind, name, place: value_path, value });
            }
        }
    }

    /// The object with this id.
    pub fn get(&self, id: &str) -> Option<&OutlineItem> {
        self.entries.iter().find(|outline_item| outline_item.id == id)
    }

    /// The names of all objects of a kind.
    pub fn names_of_kind<'o>(&'o self, kind: &'o str) -> impl Iterator<Item = &'o str> + Clone {
        self.entries
            .iter()
            .filter(move |outline_item| outline_item.kind == kind)
            .map(|outline_item| outline_item.name.as_str())
    }

    /// The pods and workloads whose pods match a selector, in a namespace.
    pub fn pods_matching(&self, selector: &Value, namespace: &str) -> Vec<&OutlineItem> {
        let Some(selector) = read_selector(selector) else { return Vec::new() };
        let fits = |outline_item: &&OutlineItem| {
            let path = match outline_item.group {
                ObjectGroup::Pods => "metadata.labels",
                ObjectGroup::Workloads => "spec.template.metadata.labels",
                _ => return false,
            };
            is_same_namespace(&plain_scalar(value_at(&outline_item.value, "metadata.namespace")), namespace)
                && read_labels(value_at(&outline_item.value, path)).is_some_and(|labels| selector.matches(&labels))
        };
        self.entries.iter().filter(fits).collect()
    }

    /// The labels of pods as `key=value`, without duplicates; at most 200.
    pub fn pod_labels(&self) -> Set<String> {
        let paths = ["metadata.labels", "spec.template.metadata.labels"];
        let json_map = self
            .entries
            .iter()
            .flat_map(|outline_item| paths.map(|path| value_at(&outline_item.value, path).as_object()));
        let json_map = json_map.flatten().flatten().filter(|(key, _)| *key != "kubernetes.io/hostname");
        json_map.map(|(key, value)| format!("{key}={}", plain_scalar(value))).take(200).collect()
    }
}

/// The feature gates that a scenario turns on.
fn read_gates(feature_gates: &Value) -> FeatureGates {
    let mut gates = FeatureGates::default();
    for (name, is_on) in feature_gates.as_object().into_iter().flatten() {
        if let (Some(gate), Some(is_on)) = (gates.gate_mut(name), is_on.as_bool()) {
            *gate = is_on;
        }
    }
    gates
}

/// A short label of a script entry.
fn script_entry_label(object: &Value, verb: &str) -> String {
    let what = &object[verb];
    let kind = plain_scalar(&what["kind"]);
    let name = match what {
        Value::String(node) => node.clone(),
        what if !what["node"].is_null() => plain_scalar(&what["node"]),
        what if !what["name"].is_null() => plain_scalar(&what["name"]),
        what => plain_scalar(value_at(what, "metadata.name")),
    };
    let title_parts = [plain_scalar(&object["at"]), verb.to_owned(), kind, name];
    title_parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ")
}

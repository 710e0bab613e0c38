//! Manifests: multi-document YAML or JSON as typed objects, with errors that say where and what would be right.
//!
//! [`load`] reads text, unfolds lists, decodes the kinds that scheduling acts on, and puts every object through
//! [`admission`](super::admission), as the API server would. Kinds and fields that nothing here acts on are no errors:
//! they are named in notices, and stay in the text, which is what is kept and shared.

mod caption;
mod configuration;
mod decode;
pub mod edit;
mod known;
mod scenario;
mod tree;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::admission::{Admission, Fault};
use super::{
    LabelSelector, Labels, Namespace, Node, ObjectMeta, Pod, PodDisruptionBudget, PodTemplate, PriorityClass, Service,
    Str, Workload, WorkloadSpec,
};
use tree::Value;

pub use caption::{Anchor, Caption, Happening, Translation};
pub use configuration::{CONFIGURATION_KINDS, Configuration};
pub use known::{KINDS, Shape, shape};
pub use scenario::{Action, BindFailure, ScenarioDoc, Target, Timed, Timings, millis};
pub use tree::MAX_BYTES;

/// What a text says.
#[derive(Clone, Debug, Default)]
pub struct Manifest {
    /// Objects in the order of the text, after admission.
    pub objects: Vec<Object>,
    /// The document of kind `Scenario`, if there is one.
    pub scenario: ScenarioDoc,
    /// Documents that configure a scheduler, unread: only a release can read them.
    pub configurations: Vec<Configuration>,
    /// What was left aside, or made up.
    pub notices: Vec<Notice>,
}

/// An object and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// The object.
    pub kind: Kind,
    /// Number of its document, from 1.
    pub document: usize,
    /// Line of its first field, from 1.
    pub line: usize,
}

/// An object of a kind that scheduling acts on.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `v1.Node`.
    Node(Box<Node>),
    /// `v1.Pod`.
    Pod(Box<Pod>),
    /// `scheduling.k8s.io/v1.PriorityClass`.
    PriorityClass(Box<PriorityClass>),
    /// `policy/v1.PodDisruptionBudget`.
    PodDisruptionBudget(Box<PodDisruptionBudget>),
    /// `apps/v1.Deployment`.
    Deployment(Box<Workload>),
    /// `apps/v1.ReplicaSet`.
    ReplicaSet(Box<Workload>),
    /// `v1.ReplicationController`.
    ReplicationController(Box<Workload>),
    /// `apps/v1.StatefulSet`.
    StatefulSet(Box<Workload>),
    /// `apps/v1.DaemonSet`.
    DaemonSet(Box<Workload>),
    /// `batch/v1.Job`.
    Job(Box<Workload>),
    /// `v1.Service`.
    Service(Box<Service>),
    /// `v1.Namespace`.
    Namespace(Box<Namespace>),
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Error {
    /// Number of the document, from 1; 0 where the text as a whole is meant.
    pub document: usize,
    /// Line, from 1; 0 where no line is meant.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// Field path, such as `spec.containers[0].resources.requests.cpu`; may be empty.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What would be right; may be empty.
    pub remedy: String,
}

/// Something that was left aside, or made up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// Line of the first place, from 1.
    pub line: usize,
    /// What was noticed.
    pub message: String,
    /// In how many places.
    pub count: usize,
}

impl Error {
    pub(super) fn new(document: usize, line: usize, column: usize, message: String) -> Self {
        Self { document, line, column, path: String::new(), message, remedy: String::new() }
    }

    pub(super) fn remedy(mut self, remedy: String) -> Self {
        self.remedy = remedy;
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "document {}, line {}, column {}: ", self.document, self.line, self.column)?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)?;
        if !self.remedy.is_empty() {
            write!(f, " ({})", self.remedy)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// Reads bytes, which must be UTF-8.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn load_bytes(bytes: &[u8]) -> Result<Manifest, Vec<Error>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => load(text),
        Err(error) => {
            let before = &bytes[..error.valid_up_to()];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
            let wrong = Error::new(1, line, column, "this is not UTF-8 text".into());
            Err(vec![wrong.remedy("save the file as UTF-8; a binary file is no manifest".into())])
        }
    }
}

/// Reads text.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn load(text: &str) -> Result<Manifest, Vec<Error>> {
    let documents = tree::load(text).map_err(|error| vec![error])?;
    let mut reader = Reader::default();
    for (document, root) in &documents {
        reader.document = *document;
        reader.object(root);
    }
    reader.admit();
    reader.read_scenario();
    if reader.errors.is_empty() {
        reader.manifest.notices =
            reader.notices.into_iter().map(|(message, (line, count))| Notice { line, message, count }).collect();
        reader.manifest.notices.sort_by_key(|notice| notice.line);
        Ok(reader.manifest)
    } else {
        reader.errors.sort_by_key(|error| (error.line, error.column));
        Err(reader.errors)
    }
}

#[derive(Default)]
struct Reader<'t> {
    document: usize,
    manifest: Manifest,
    /// Where each object stands.
    nodes: Vec<&'t tree::Node>,
    scenario: Option<(usize, &'t tree::Node)>,
    scripts: Vec<(usize, &'t tree::Node)>,
    /// Entries of scripts by their lines.
    entries: BTreeMap<usize, &'t tree::Node>,
    errors: Vec<Error>,
    /// Message, with the line of the first place and the number of places.
    notices: BTreeMap<String, (usize, usize)>,
}

impl<'t> Reader<'t> {
    fn fail(&mut self, node: &tree::Node, path: &str, message: String, remedy: &str) {
        let error = Error::new(self.document, node.line, node.column, message).remedy(remedy.into());
        self.errors.push(Error { path: path.into(), ..error });
    }

    fn notice(&mut self, line: usize, message: String) {
        self.notices.entry(message).or_insert((line, 0)).1 += 1;
    }

    fn object(&mut self, node: &'t tree::Node) {
        let Value::Mapping(_) = &node.value else {
            return self.fail(
                node,
                "",
                format!("here should be an object, not {}", node.describe()),
                "an object has apiVersion, kind and metadata",
            );
        };
        let Some(kind) = node.get("kind").and_then(tree::Node::text) else {
            return self.fail(node, "kind", "an object without kind".into(), "write kind: Pod, Node, …");
        };
        if kind.ends_with("List")
            && let Some(items) = node.get("items")
        {
            if let Value::Sequence(items) = &items.value {
                for item in items {
                    self.object(item);
                }
            } else if !items.is_null() {
                self.fail(items, "items", format!("here should be a list, not {}", items.describe()), "");
            }
            return;
        }
        if kind == "Scenario" {
            if self.scenario.replace((self.document, node)).is_some() {
                self.fail(node, "kind", "a second Scenario".into(), "keep one of them");
            }
            return;
        }
        if kind == "Script" {
            return self.scripts.push((self.document, node));
        }
        if CONFIGURATION_KINDS.contains(&kind) {
            return self.configuration(node);
        }
        if let Some(kind) = self.kind(kind, node, "") {
            self.manifest.objects.push(Object { kind, document: self.document, line: node.line });
            self.nodes.push(node);
        }
    }

    /// Decodes an object of a known kind. `base` is the path of the object within its document.
    fn kind(&mut self, kind: &str, node: &'t tree::Node, base: &str) -> Option<Kind> {
        Some(match kind {
            "Node" => Kind::Node(self.decode(kind, node, base)?),
            "Pod" => Kind::Pod(self.decode(kind, node, base)?),
            "PriorityClass" => Kind::PriorityClass(self.decode(kind, node, base)?),
            "PodDisruptionBudget" => Kind::PodDisruptionBudget(self.decode(kind, node, base)?),
            "Deployment" => Kind::Deployment(self.decode(kind, node, base)?),
            "ReplicaSet" => Kind::ReplicaSet(self.decode(kind, node, base)?),
            "ReplicationController" => {
                let controller: Box<ReplicationController> = self.decode(kind, node, base)?;
                Kind::ReplicationController(Box::new((*controller).into()))
            }
            "StatefulSet" => Kind::StatefulSet(self.decode(kind, node, base)?),
            "DaemonSet" => Kind::DaemonSet(self.decode(kind, node, base)?),
            "Job" => Kind::Job(self.decode(kind, node, base)?),
            "Service" => Kind::Service(self.decode(kind, node, base)?),
            "Namespace" => Kind::Namespace(self.decode(kind, node, base)?),
            other => {
                self.notice(node.line, format!("kind {other} does not matter for scheduling and is left aside"));
                return None;
            }
        })
    }

    fn decode<T: Deserialize<'t>>(&mut self, kind: &str, node: &'t tree::Node, base: &str) -> Option<Box<T>> {
        match decode::decode::<T>(node, base) {
            Ok((value, ignored)) => {
                for field in ignored {
                    let path = general(field.path.strip_prefix(base).unwrap_or(&field.path).trim_start_matches('.'));
                    // A script is read by hand, entry by entry.
                    if !matches!((kind, path.as_str()), (_, "apiVersion" | "kind") | ("Scenario", "script")) {
                        self.notice(field.line, format!("{kind}: {path} is not acted on"));
                    }
                }
                Some(Box::new(value))
            }
            Err(misfit) => {
                let (path, line, column) = misfit.at.unwrap_or((base.to_owned(), node.line, node.column));
                let path = if path.is_empty() { kind.to_owned() } else { path };
                let error = Error::new(self.document, line, column, misfit.message);
                self.errors.push(Error { path, ..error });
                None
            }
        }
    }

    /// Puts all objects through admission, priority classes first.
    fn admit(&mut self) {
        let classes: Vec<PriorityClass> = self.manifest.objects.iter().filter_map(class).cloned().collect();
        let admission = Admission::new(&classes);
        let mut objects = std::mem::take(&mut self.manifest.objects);
        for (object, node) in objects.iter_mut().zip(std::mem::take(&mut self.nodes)) {
            self.document = object.document;
            self.admit_one(&admission, node, "", &mut object.kind);
        }
        self.manifest.objects = objects;
    }

    /// `node` is the object, or the entry of a script that holds it.
    fn admit_one(&mut self, admission: &Admission, node: &tree::Node, base: &str, kind: &mut Kind) {
        let mut made_up = Vec::new();
        if let Err(faults) = admission.admit(kind, &mut made_up) {
            for Fault { path, message, remedy } in faults {
                let object = node.get("create").or(node.get("apply")).or(node.get("updateNode")).unwrap_or(node);
                let place = configuration::find(object, &path);
                let path = [base, &path].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".");
                let error = Error::new(self.document, place.line, place.column, message).remedy(remedy);
                self.errors.push(Error { path, ..error });
            }
        }
        for message in made_up {
            self.notice(node.line, message);
        }
    }
}

fn class(object: &Object) -> Option<&PriorityClass> {
    match &object.kind {
        Kind::PriorityClass(class) => Some(class),
        _ => None,
    }
}

/// A path without the numbers of list items, so that like places are counted together.
fn general(path: &str) -> String {
    let mut text = String::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('[') {
        text += before;
        text += "[]";
        rest = after.split_once(']').map_or("", |(_, after)| after);
    }
    text + rest
}

/// `v1.ReplicationController`, whose selector is plain labels.
#[derive(Deserialize, Default)]
#[serde(default)]
struct ReplicationController {
    metadata: ObjectMeta,
    spec: ReplicationControllerSpec,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct ReplicationControllerSpec {
    replicas: Option<i32>,
    selector: Option<Labels>,
    template: PodTemplate,
}

impl From<ReplicationController> for Workload {
    fn from(controller: ReplicationController) -> Self {
        let ReplicationControllerSpec { replicas, selector, template } = controller.spec;
        let selector = selector.map(|match_labels| LabelSelector { match_labels, ..LabelSelector::default() });
        Self {
            metadata: controller.metadata,
            spec: WorkloadSpec { replicas, selector, template, ..WorkloadSpec::default() },
        }
    }
}

/// The longest name that Kubernetes allows. Comparing takes time by the product of two lengths, so nothing longer is.
const LONGEST_NAME: usize = 253;

/// The word of `known` that is nearest to `wanted`, if any is near.
#[must_use]
pub fn nearest<'k>(wanted: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    if wanted.len() > LONGEST_NAME {
        return None;
    }
    let known = known.into_iter().filter(|word| word.len() <= LONGEST_NAME);
    let distance = |a: &str, b: &str| -> usize {
        let b: Vec<char> = b.chars().collect();
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, x) in a.chars().enumerate() {
            let mut diagonal = std::mem::replace(&mut row[0], i + 1);
            for (j, y) in b.iter().enumerate() {
                let substituted = diagonal + usize::from(x != *y);
                diagonal = row[j + 1];
                row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
            }
        }
        row.last().copied().unwrap_or(0)
    };
    let wanted = wanted.to_lowercase();
    let scored = known.map(|word| (distance(&wanted, &word.to_lowercase()), word));
    scored.min().filter(|(distance, word)| *distance <= word.len() / 2).map(|(_, word)| word)
}

impl Kind {
    /// The object's metadata.
    #[must_use]
    pub fn metadata(&self) -> &ObjectMeta {
        match self {
            Self::Node(node) => &node.metadata,
            Self::Pod(pod) => &pod.metadata,
            Self::PriorityClass(class) => &class.metadata,
            Self::PodDisruptionBudget(budget) => &budget.metadata,
            Self::Deployment(w)
            | Self::ReplicaSet(w)
            | Self::ReplicationController(w)
            | Self::StatefulSet(w)
            | Self::DaemonSet(w)
            | Self::Job(w) => &w.metadata,
            Self::Service(service) => &service.metadata,
            Self::Namespace(namespace) => &namespace.metadata,
        }
    }

    /// The object's name.
    #[must_use]
    pub fn name(&self) -> &Str {
        &self.metadata().name
    }
}

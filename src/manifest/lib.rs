//! Manifests: multi-document YAML or JSON as typed objects, with errors that say where and what would be right.
//!
//! [`load`] reads text, unfolds lists, decodes the kinds that scheduling acts on, and puts every object through
//! [`admission`], as the API server would. Kinds and fields that nothing here acts on are no errors:
//! they are named in notices, and stay in the text, which is what is kept and shared.
//!
//! There is one reader (`reader`). A text that was made of a larger file has JSON on each of its lines,
//! which `dense_line` reads without the parser of YAML, into the same trees (a test compares them); a text of which
//! a line is anything else is YAML as a whole. It yields one object at a time, as a tree in which every value has its
//! bytes, line and column: a document, or an item of the list that a document seems to be, since `kubectl -o json`
//! writes `kind` behind the items. `load` decodes each and drops its tree, so that a list of a hundred thousand pods is
//! never one tree. What admission refuses is found only when all priority classes are known; then the text is read once
//! more for the places.
//!
//! `admission` refuses what the API server refuses: names and labels by their forms and lengths (`fault`), numbers
//! by their bounds, specs of pods (`spec`). What it refuses of an object as it is written, without a look at others, is a
//! rule in `field_rules`. A text asks for at most 150,000 pods, and controllers make at most 1,000
//! objects in a step, so that a run can always be stopped. Texts that leave out what scheduling does not need come in: containers
//! without names, and, with a notice, containers without images and workloads without selectors.
//!
//! A text that is no manifest, or not only, is looked at in one place, whatever way it came (`recognition`): Markdown and commands around manifests are
//! passed, a list that breaks off is read up to there (`repair`), objects of a cluster that leave out their kind are known by their fields and
//! by the folder of their file (`implied_kind`), and texts for other programs are called by their name.
//!
//! The objects are own structs for what the engine acts on, decoded by a `serde` deserializer over a tree that knows the
//! line and column of every value. Measured in the wasm, `k8s-openapi` costs 125 to 185 kB gzipped, own structs 13 kB;
//! and with own structs a field that is not acted on is noticed, rather than silently accepted. YAML is parsed by
//! `granit-parser` (positions on every node, safe on hostile input); limits on size, depth, values and alias expansion
//! are ours.
//!
//! What is wrong with a text, or noticed in it, is data: a `Finding` has a place (document, line, column, field path,
//! bytes) and a `Problem`, an enum with values by area: reading, object, admission, scenario, configuration, notice.
//! `i18n` renders it, and what would be right, in each language; nothing reads a sentence back. The words of a library
//! (the YAML parser's) are carried as they are. Types that read a scalar in a way of their own (`Quantity`, `Time`) go
//! by a name to the deserializer, so that it can tell what they wanted.
//!
//! A program may read a [simple](Manifest::is_simple) text without what reads the others: [`load_common`] has nothing of objects of rare kinds, of what
//! they do to pods, of rows of a reduced text, and of what is wrong with a text (`LazyReader`).
//!
//! `edit` changes a text and leaves all the rest of it as it is, byte for byte. An edit is a splice found on the
//! reader's trees, and is let through only if the new text, read again, says exactly what the old one said with the
//! wanted change; otherwise it is refused.

pub mod admission;
mod caption;
mod custom_resource;
mod dangling_refs;
mod decode;
mod dense_line;
mod device_faults;
pub mod edit;
mod fault_places;
mod field_places;
mod field_rules;
mod foreign_groups;
mod implied_kind;
mod kind_versions;
mod lazy_kinds;
mod lists;
mod load;
mod merge_keys;
pub mod node_sizes;
mod own_documents;
mod plugin_faults;
mod reader;
mod recognition;
mod reduced_text;
mod repair;
mod row_reader;
mod scenario;
mod scheduler_configuration;
mod schema;
mod script;
mod script_targets;
mod script_writer;
mod string_cache;
mod template_digest;
mod text_diff;
pub mod tree;
mod values;

use admission::Limits;
use api::{
    ApiObject, LabelSelector, Labels, ObjectMeta, PodTemplate, ResourceQuota, Str, Workload, WorkloadSpec, shorten,
    user_rules::ExtenderDoc,
};
pub use caption::{Anchor, Caption, Happening, Translation};
pub use custom_resource::CustomResource;
use findings::{Finding, ObjectProblem as Absent, Place};
pub use foreign_groups::{group_key_of_pod, system_of_custom};
pub use implied_kind::{ImpliedKind, PATH_COMMENT, implied_kind, path_above};
pub use kind_versions::is_custom_version;
pub use lazy_kinds::load;
pub use lists::item_kind;
pub use load::{MissingDecoder, load_common};
pub use own_documents::{OWN_KINDS, document_kinds, is_own_version};
pub use plugin_faults::ManifestPlugin;
pub use reader::{MAX_BYTES, MAX_DEPTH, MAX_REDUCED, documents};
pub use reduced_text::{ReducedHead, is_reduced, write_head as reduced_head};
pub use repair::is_wrapping_line;
pub use scenario::{
    ACTIONS, BindFailure, Drain, NullPaths, PermitDoc, RejectedObject, ScenarioDoc, ScriptAction, Target, TimedAction,
    Timings,
};
pub use scheduler_configuration::ConfigurationDoc;
pub use schema::{FieldShape, field_shape};
pub use script_writer::{ObjectJson, ScriptCommand, append_script};
use serde::{Deserialize, de::DeserializeOwned};
pub use text_diff::{TextChange, diff_texts};
pub use tree::Span;
use tree::TreeNode;
pub use values::object_values;

/// What a text says.
#[derive(Clone, Debug, Default)]
pub struct Manifest {
    /// Objects in the order of the text, after admission.
    pub objects: Vec<ManifestObject>,
    /// The document of kind `Scenario`, if there is one.
    pub scenario: ScenarioDoc,
    /// Documents that configure a scheduler, unread: only a release can read them.
    pub configurations: Vec<ConfigurationDoc>,
    /// Who plays the extenders.
    pub extenders: Vec<ExtenderDoc>,
    /// Plugins of one's own.
    pub plugins: Vec<ManifestPlugin>,
    /// Limit ranges and runtime classes of the start: another one changes what they made of the pods of workloads.
    pub limits: Limits,
    /// Quotas of the start: pods that come later are held against them.
    pub quotas: Vec<ResourceQuota>,
    /// Custom resources of the start: they may own pods that budgets count.
    pub customs: Vec<CustomResource>,
    /// The newest version that a kubelet runs (its minor number), with the node that says so.
    pub newest_kubelet: Option<KubeletVersion>,
    /// What was left out, or assumed.
    pub notices: Vec<Finding>,
}

impl Manifest {
    /// All objects: those that are there from the start, then those that the script makes.
    pub fn all_objects(&self) -> impl Iterator<Item = &ApiObject> + Clone {
        self.objects.iter().map(|object| &object.kind).chain(self.scenario.created_objects())
    }

    /// Whether anything of it is about claims for devices.
    #[must_use]
    pub fn uses_device_claims(&self) -> bool {
        self.all_objects().any(|object| {
            matches!(object, ApiObject::Device(_))
                || object.pod_spec().is_some_and(|spec| !spec.resource_claims.is_empty())
        })
    }

    /// Whether it has nothing but simple pods, nodes, priority classes, budgets and a script that makes no others: what a program reads and runs
    /// without its late parts.
    #[must_use]
    pub fn is_simple(&self) -> bool {
        let has_group = |object: &ApiObject| {
            let metadata = object.metadata();
            group_key_of_pod(&metadata.labels, &metadata.annotations).is_some()
        };
        self.configurations.is_empty()
            && self.extenders.is_empty()
            && self.plugins.is_empty()
            && self.customs.is_empty()
            && self.newest_kubelet.is_none()
            && self.scenario.feature_gates.is_empty()
            && self.all_objects().all(|object| match object {
                ApiObject::Pod(pod) => {
                    pod.spec.is_simple() && pod.metadata.pod_controller().is_none() && !has_group(object)
                }
                ApiObject::Node(_) | ApiObject::PriorityClass(_) | ApiObject::PodDisruptionBudget(_) => true,
                _ => false,
            })
    }
}

/// The version that a node's kubelet runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KubeletVersion {
    /// Of `v1.34.1` the 34.
    pub minor: u32,
    /// As the node says it.
    pub text: Str,
    /// Where it stands.
    pub place: Place,
}

impl KubeletVersion {
    fn from_node(tree_node: &TreeNode, document: u32) -> Option<Self> {
        let path = "status.nodeInfo.kubeletVersion";
        let tree_node = path.split('.').try_fold(tree_node, TreeNode::get)?;
        let version = tree_node.text()?;
        let digits = version.strip_prefix("v1.")?.split(|c: char| !c.is_ascii_digit()).next()?;
        let minor = digits.parse().ok()?;
        Some(Self { minor, text: shorten(version), place: tree_node.span.to_place(document, path) })
    }
}

/// An object and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct ManifestObject {
    /// The object.
    pub kind: ApiObject,
    /// Number of its document, from 1.
    pub document: u32,
    /// Where it stands in the text.
    pub span: Span,
}

/// Whether `kind` is a key somewhere in a text, as it is in every manifest.
#[must_use]
pub fn has_kind_key(text: &str) -> bool {
    text.contains("kind:") || text.contains("\"kind\"")
}

/// Reads a text that is no manifest: one YAML document, the head of a lesson for instance. What the type does not know is refused.
///
/// # Errors
/// What is wrong with it, and where.
pub fn parse_value<T: DeserializeOwned>(text: &str) -> Result<T, Finding> {
    let documents = reader::documents(text)?;
    let empty = || Finding::new(Place::default(), Absent::NoKind { near: None });
    let root = documents.into_iter().find_map(|document| document.root).ok_or_else(empty)?;
    let (value, ignored) = decode::decode_node::<T>(&root, "", false).map_err(|misfit| {
        let decode::DecodeProblem { problem, location: at } = *misfit.0;
        let decode::ErrorLocation { path, span } = at.unwrap_or_default();
        Finding::new(span.to_place(1, path), problem)
    })?;
    match ignored.into_iter().next() {
        None => Ok(value),
        Some(field) => Err(Finding::new(field.span.to_place(1, field.path.clone()), field.to_notice("", &field.path))),
    }
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
            ..Self::default()
        }
    }
}

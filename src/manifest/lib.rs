//! Manifests: multi-document YAML or JSON as typed objects, with errors that name the place and the fix.
//!
//! [`load`] reads text, unfolds lists, decodes the kinds that affect scheduling, and puts every object through [`admission`], as the API server
//! would. Unused kinds and fields are not errors: notices name them, and they stay in the text, which is what is stored and shared.
//!
//! There is one reader (`reader`), which yields one object at a time: a document, or an item of a list, since `kubectl -o json` writes `kind` after
//! the items. It reads YAML as kubectl does, with a port of kubectl's parser (`yaml`). An object is a tree in which every value has its bytes, line
//! and column. `load` decodes each object and drops its tree, so that a list of a hundred thousand pods is never a single tree. A text that was
//! reduced from a larger file has JSON on each line, which `dense_line` reads without the YAML parser into the same trees (a test compares them); if
//! any line is something else, the whole text is read as YAML. Admission needs all priority classes, so it runs at the end; if it rejects something,
//! the text is read again to find the places.
//!
//! `admission` rejects what the API server rejects: malformed or overlong names and labels (`fault`), numbers out of bounds, invalid pod specs
//! (`spec`). A check that needs only the object itself is a rule in `field_rules`. A text has at most 150,000 pods, and controllers create at most
//! 1,000 objects in a step, so that a run can always be stopped. Texts may omit what scheduling does not need: container names and, with a notice,
//! container images and workload selectors.
//!
//! Texts that are not only manifests are handled in one place, however they arrive (`recognition`): Markdown and commands around manifests are
//! skipped, a truncated list is read as far as it goes (`repair`), objects of a cluster without a kind are recognized by their fields and the folder
//! of their file (`implied_kind`), and files for other programs are named in an error.
//!
//! Limits on size, depth, values and alias expansion are enforced here, not by the parser. Problems and notices are data: a `Finding` has a place
//! (document, line, column, field path, bytes) and a `Problem`, an enum by area: reading, object, admission, scenario, configuration, notice.
//! Messages of a library, such as the YAML parser, are passed through unchanged. Types with their own scalar syntax (`Quantity`, `Time`) give the
//! deserializer their names, so that its errors can state what was expected.
//!
//! A program can read a [simple](Manifest::is_simple) text without linking the code for all others: [`load_common`] leaves out rare kinds and their
//! effects on pods, rows of a reduced text, and error messages (`LazyReader`).
//!
//! `edit` changes a text and leaves the rest of it unchanged, byte for byte. An edit is a splice located in the reader's trees, and is accepted only
//! if the new text, parsed again, means the same as the old one with the intended change.

pub mod admission;
mod alias_expansion;
mod annotation_notices;
mod caption;
mod custom_resource;
mod dangling_refs;
mod decode;
mod dense_line;
mod device_faults;
pub mod edit;
mod fault_places;
mod feature_gates;
mod field_places;
mod field_rules;
mod foreign_groups;
mod implied_kind;
mod kind_versions;
mod lazy_kinds;
mod lists;
mod load;
mod mapping_keys;
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
mod served_fields;
mod served_objects;
mod steps;
mod string_cache;
mod template_digest;
mod text_diff;
mod text_limits;
pub mod tree;
mod values;
mod wrapping;
mod yaml;

use admission::Limits;
use api::{
    ApiObject, FeatureGates, LabelSelector, Labels, ObjectMeta, PodTemplate, ResourceQuota, Str, Workload,
    WorkloadSpec, shorten, user_rules::ExtenderDoc,
};
pub use caption::{Anchor, Caption, Happening, Translation};
pub use custom_resource::CustomResource;
use findings::{Finding, ObjectProblem, Place};
pub use foreign_groups::{group_key_of_pod, system_of_custom};
pub use implied_kind::{ImpliedKind, PATH_COMMENT, implied_kind, path_above};
pub use kind_versions::is_custom_version;
pub use lazy_kinds::{load, load_for};
pub use lists::item_kind;
pub use load::{MissingDecoder, load_common};
pub use own_documents::{OWN_KINDS, document_kinds, is_own_version};
pub use plugin_faults::ManifestPlugin;
pub use reader::documents;
pub use reduced_text::{ReducedHead, is_reduced, write_head as reduced_head};
use releases::Release;
pub use row_reader::RowParser;
pub use scenario::{
    ACTIONS, BindFailure, DrainDoc, NullPaths, PermitDoc, RejectedObject, ScenarioDoc, ScriptAction, Target,
    TimedAction, TimingsDoc,
};
pub use scheduler_configuration::ConfigurationDoc;
pub use schema::{FieldShape, field_shape};
pub use script_writer::{ObjectJson, ScriptCommand, append_script};
use serde::{Deserialize, de::DeserializeOwned};
pub use text_diff::{TextChange, diff_texts};
pub use text_limits::{MAX_BYTES, MAX_DEPTH, MAX_REDUCED};
pub use tree::Span;
use tree::TreeNode;
pub use values::object_values;
pub use wrapping::is_wrapping_line;

/// A loaded manifest: its objects after admission, its scenario and configurations, and notices.
#[derive(Clone, Debug, Default)]
pub struct Manifest {
    /// The release that the text was read for: fields that its API server does not know are dropped.
    pub release: Release,
    /// Feature gates that change the simulation, resolved from the scenario and the release.
    pub gates: FeatureGates,
    /// Objects in the order of the text, after admission.
    pub objects: Vec<ManifestObject>,
    /// The document of kind `Scenario`, if there is one.
    pub scenario: ScenarioDoc,
    /// Documents that configure a scheduler, not parsed yet: how they are parsed depends on the release.
    pub configurations: Vec<ConfigurationDoc>,
    /// Documents that define the responses of scheduler extenders.
    pub extenders: Vec<ExtenderDoc>,
    /// User-defined scheduler plugins.
    pub plugins: Vec<ManifestPlugin>,
    /// Limit ranges and runtime classes that exist at the start. A change of them changes the pods that workloads create.
    pub limits: Limits,
    /// Resource quotas that exist at the start. Later pods are checked against them.
    pub quotas: Vec<ResourceQuota>,
    /// Custom resources that exist at the start: they may be the controllers of pods that disruption budgets count.
    pub customs: Vec<CustomResource>,
    /// The newest kubelet version, with the node that reports it.
    pub newest_kubelet: Option<KubeletVersion>,
    /// Warnings about what was left out or assumed.
    pub notices: Vec<Finding>,
}

impl Manifest {
    /// All objects: those that exist at the start, then those that the script creates.
    pub fn all_objects(&self) -> impl Iterator<Item = &ApiObject> + Clone {
        self.objects.iter().map(|object| &object.kind).chain(self.scenario.created_objects())
    }

    /// Whether the text is empty: no objects, no scenario, no configuration, and no notices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.notices.is_empty()
            && self.limits.is_empty()
            && self.objects.is_empty()
            && self.configurations.is_empty()
            && self.extenders.is_empty()
            && self.plugins.is_empty()
            && self.quotas.is_empty()
            && self.customs.is_empty()
            && self.scenario == ScenarioDoc::default()
    }

    /// Whether any object uses or defines device claims (dynamic resource allocation).
    #[must_use]
    pub fn uses_device_claims(&self) -> bool {
        self.all_objects().any(|object| {
            matches!(object, ApiObject::Device(_))
                || object.pod_spec().is_some_and(|spec| !spec.resource_claims.is_empty())
        })
    }

    /// Whether there are only simple pods, Deployments of them, nodes, priority classes, disruption budgets, and a script that creates nothing else:
    /// what a program can read and run without its lazily loaded parts.
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
                ApiObject::Deployment(deployment) => {
                    let spec = &deployment.spec;
                    spec.is_of_deployment() && spec.template.spec.is_simple() && !has_group(object)
                }
                ApiObject::Node(_) | ApiObject::PriorityClass(_) | ApiObject::PodDisruptionBudget(_) => true,
                _ => false,
            })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KubeletVersion {
    /// The minor version: 34 for `v1.34.1`.
    pub minor: u32,
    /// The version as the node reports it, such as `v1.34.1`.
    pub text: Str,
    /// The place of the field in the text.
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

/// An object with its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct ManifestObject {
    pub kind: ApiObject,
    /// Number of its document, counted from 1.
    pub document: u32,
    pub span: Span,
}

/// Whether `kind` occurs as a key somewhere in the text, as it does in every manifest.
#[must_use]
pub fn has_kind_key(text: &str) -> bool {
    text.contains("kind:") || text.contains("\"kind\"")
}

/// Parses a text that is not a manifest: one YAML document, such as the front matter of a lesson. Unknown fields are errors if the type denies them,
/// and so are repeated keys. Upstream: `UnmarshalStrict` of `sigs.k8s.io/yaml`.
///
/// # Errors
/// The first error, with its place.
pub fn parse_value<T: DeserializeOwned>(text: &str) -> Result<T, Finding> {
    let (documents, repeated_keys) = reader::documents_and_repeated_keys(text)?;
    if let Some((place, key)) = repeated_keys.into_iter().next() {
        return Err(Finding::new(place, ObjectProblem::RepeatedKey { key: shorten(&key) }));
    }
    let empty = || Finding::new(Place::default(), ObjectProblem::NoKind { near: None });
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

/// The line, counted from 1, on which the value of a field starts in a text for [`parse_value`]; if the field is absent, the line of its parent.
#[must_use]
pub fn find_line(text: &str, path: &str) -> Option<usize> {
    let documents = reader::documents(text).ok()?;
    let root = documents.into_iter().find_map(|document| document.root)?;
    usize::try_from(root.find_nearest(path).span.to_place(1, path).line).ok()
}

/// `v1.ReplicationController`, whose selector is a plain map of labels.
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

//! What a text is loaded into.

use api::{ApiObject, FeatureGates, ResourceQuota, Str, shorten, user_rules::ExtenderDoc};
use findings::{Finding, Place};
use releases::Release;

use super::{
    admission::Limits,
    custom_resource::CustomResource,
    foreign_groups::group_key_of_pod,
    plugin_faults::ManifestPlugin,
    scenario::ScenarioDoc,
    scheduler_configuration::ConfigurationDoc,
    tree::{Span, TreeNode},
};

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

/// The version of a kubelet, as its node reports it.
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
    /// The kubelet version that the status of a node states, if any.
    pub(super) fn from_node(tree_node: &TreeNode, document: u32) -> Option<Self> {
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

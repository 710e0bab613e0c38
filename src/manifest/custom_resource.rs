//! Custom resources, as far as they define a number of pods.
//!
//! The behavior of custom resources is not simulated. If one is the controller of pods, a disruption budget reads its scale, from the path that its
//! definition states, or else from `spec.replicas`.

use api::{Str, shorten};
use findings::{GroupSystem, Notice};

use super::{
    foreign_groups::{notice_of_object, system_of_kind},
    kind_versions::api_version,
    tree::{TreeNode, Value},
};

/// A custom resource that may be the controller of pods.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CustomResource {
    /// The API group, without the version.
    pub group: Str,
    pub kind: Str,
    pub namespace: Str,
    pub name: Str,
    /// The resource and group, as `rollouts.argoproj.io`.
    pub resource: Str,
    /// Its scale; `None` if it has none.
    pub replicas: Option<i32>,
}

impl CustomResource {
    /// The system to which it belongs, if it is a group object.
    #[must_use]
    pub fn group_system(&self) -> Option<GroupSystem> {
        system_of_kind(&self.kind, &self.group)
    }
}

/// A `CustomResourceDefinition`: the kind, the name of its resource, and the path of its scale.
pub(super) struct CustomResourceDefinition {
    group: Str,
    kind: Str,
    resource: Str,
    scale: Option<String>,
}

fn node_at<'n>(tree_node: &'n TreeNode, path: &str) -> Option<&'n TreeNode> {
    path.split('.').try_fold(tree_node, |node, field| node.get(field))
}

fn text_at(tree_node: &TreeNode, path: &str) -> Str {
    node_at(tree_node, path).and_then(TreeNode::text).unwrap_or_default().into()
}

impl CustomResourceDefinition {
    /// Reads a `CustomResourceDefinition`.
    pub(super) fn from_node(tree_node: &TreeNode) -> Option<Self> {
        let spec = tree_node.get("spec")?;
        let (group, plural) = (text_at(spec, "group"), text_at(spec, "names.plural"));
        let kind = text_at(spec, "names.kind");
        // The path is stated for each version, or once for all in `v1beta1`.
        let versions = match spec.get("versions").map(|spec| &spec.value) {
            Some(Value::Sequence(versions)) => versions.as_slice(),
            _ => &[],
        };
        let mut scales =
            versions.iter().chain([spec]).filter_map(|tree_node| tree_node.get("subresources")?.get("scale"));
        let scale = scales.next().map(|scale| {
            let path = scale.get("specReplicasPath").and_then(TreeNode::text).unwrap_or(".spec.replicas");
            path.trim_start_matches('.').to_owned()
        });
        let resource = format!("{plural}.{group}").into();
        Some(Self { group, kind, resource, scale })
    }
}

impl CustomResource {
    /// Reads a custom resource, using the definitions that came before it. Without one, the scale is read from `spec.replicas`.
    pub(super) fn from_node(kind: &str, tree_node: &TreeNode, definitions: &[CustomResourceDefinition]) -> Self {
        let version = text_at(tree_node, "apiVersion");
        let group: Str = version.split_once('/').map_or("", |(group, _)| group).into();
        let definition = definitions.iter().find(|definition| definition.group == group && definition.kind == *kind);
        let (resource, scale) = match definition {
            Some(definition) => (definition.resource.clone(), definition.scale.as_deref()),
            None => (format!("{}s.{group}", kind.to_lowercase()).into(), Some("spec.replicas")),
        };
        let namespace = text_at(tree_node, "metadata.namespace");
        Self {
            group,
            kind: kind.into(),
            namespace: if namespace.is_empty() { "default".into() } else { namespace },
            name: text_at(tree_node, "metadata.name"),
            resource,
            replicas: scale.and_then(|path| node_at(tree_node, path)?.text()?.parse().ok()),
        }
    }
}

/// The notice about a custom resource.
pub(super) fn notice_of_custom(kind: &str, tree_node: &TreeNode) -> Notice {
    let group = api_version(tree_node).split('/').next().unwrap_or_default();
    if let Some(notice) = notice_of_object(kind, group, tree_node) {
        return notice;
    }
    let resource = shorten(&format!("{kind}.{group}"));
    if stands_for_nodes(kind, group) {
        return Notice::MissingNodes { kind: resource };
    }
    Notice::CustomResource { kind: resource, makes_pods: asks_for_pods(tree_node) }
}

/// Whether objects of a kind stand for machines that become nodes: those of Cluster API and `OpenShift`, of Karpenter, and of the operators of cloud
/// providers.
fn stands_for_nodes(kind: &str, group: &str) -> bool {
    const ENDS: [&str; 10] = [
        "Machine",
        "MachineSet",
        "MachineDeployment",
        "MachinePool",
        "KubeadmControlPlane",
        "NodePool",
        "NodeGroup",
        "NodeClaim",
        "AgentPool",
        "InstanceGroup",
    ];
    // The machines of KubeVirt run in pods.
    let runs_in_pods = group == "kubevirt.io" || group.ends_with(".kubevirt.io");
    let is_provisioner = (kind, group) == ("Provisioner", "karpenter.sh");
    !runs_in_pods && (is_provisioner || ENDS.iter().any(|end| kind.ends_with(end)))
}

/// Whether a custom resource appears to define pods. What its operator would do with it is unknown.
fn asks_for_pods(tree_node: &TreeNode) -> bool {
    tree_node.get("spec").is_some_and(|spec| wants_pods(spec, 0))
}

fn wants_pods(tree_node: &TreeNode, depth: u32) -> bool {
    const COUNTS: [&str; 6] = ["replicas", "instances", "numberOfInstances", "servers", "size", "count"];
    let is_count = |value: &TreeNode| value.text().is_some_and(|text| text.parse::<u32>().is_ok());
    match &tree_node.value {
        _ if depth > 6 => false,
        Value::Mapping(fields) => fields.iter().any(|(key, value)| {
            let key = key.text().unwrap_or_default();
            let changes_pods = key == "containers" || COUNTS.contains(&key) && is_count(value);
            changes_pods || key != "status" && wants_pods(value, depth + 1)
        }),
        Value::Sequence(items) => items.iter().any(|item| wants_pods(item, depth + 1)),
        Value::Scalar { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::load;

    #[test]
    fn a_custom_resource_has_a_scale_where_its_definition_says() {
        let definition = |scale: &str| {
            format!(
                "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: shops.x.io}}\nspec: {{group: x.io, \
                 names: {{kind: Shop, plural: shoppes}}, versions: [{{name: v1{scale}}}]}}\n---\n"
            )
        };
        let shop = "apiVersion: x.io/v1\nkind: Shop\nmetadata: {name: a}\nspec: {replicas: 3, desks: 5}\n";
        for (before, resource, replicas) in [
            (String::new(), "shops.x.io", Some(3)),
            (definition(""), "shoppes.x.io", None),
            (definition(", subresources: {scale: {specReplicasPath: .spec.desks}}"), "shoppes.x.io", Some(5)),
        ] {
            let manifest = load(&format!("{before}{shop}")).expect("a text that loads");
            let [custom] = &manifest.customs[..] else { panic!("{:?}", manifest.customs) };
            assert_eq!((custom.resource.as_str(), custom.replicas), (resource, replicas), "{before}");
            assert_eq!(
                (custom.namespace.as_str(), custom.name.as_str(), custom.group.as_str()),
                ("default", "a", "x.io")
            );
        }
    }
}

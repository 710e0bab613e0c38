//! Checks kinds and versions as the API server does: kinds by their exact names, each in certain versions only.
//!
//! A misspelled kind (`pod`, `Pods`, `po`) and a version that never had the kind (`apps/v1` for a `Pod`) are rejected, as kubectl does before it
//! sends a request: `no matches for kind "pods" in version "v1"`. Former versions of Kubernetes stay valid here, since manifests are kept for long: a
//! notice states that the chosen release no longer has them.
//!
//! An object without `apiVersion` is accepted with a notice. kubectl rejects it (`apiVersion not set`), but such texts could be shared before this
//! check existed, and links have to keep working. Each kind here has a single current version, so the meaning is unambiguous.
//!
//! An object with a `uid` was in a cluster, which knew its kind and version: it is never rejected, and treated as a custom resource if Kubernetes has
//! no such kind.

use api::{FormerVersion, KINDS, Kind, Str, edit_distance, shorten};
use findings::ObjectProblem;

use super::{
    own_documents::{document_kinds, is_own_version},
    tree::TreeNode,
};

/// Kinds that create pods or change them, and that are not simulated.
pub(super) const NOT_SIMULATED: [&str; 3] = ["CronJob", "HorizontalPodAutoscaler", "VerticalPodAutoscaler"];

/// The short names of these kinds on kubectl's command line.
const SHORT_NAMES: [(&str, &str); 2] = [("CronJob", "cj"), ("HorizontalPodAutoscaler", "hpa")];

/// Groups besides those of the simulated kinds.
const OTHER_GROUPS: [&str; 3] = ["autoscaling", CONFIGURATION_GROUP, "schedscope.dev"];

/// The group of scheduler configurations.
const CONFIGURATION_GROUP: &str = "kubescheduler.config.k8s.io";

/// Groups of Kubernetes itself with a dot in their names. Groups of other projects may have similar suffixes.
const KUBERNETES_GROUPS: [&str; 24] = [
    "admissionregistration.k8s.io",
    "apiextensions.k8s.io",
    "apiregistration.k8s.io",
    "audit.k8s.io",
    "authentication.k8s.io",
    "authorization.k8s.io",
    "autoscaling.k8s.io",
    "certificates.k8s.io",
    "coordination.k8s.io",
    "custom.metrics.k8s.io",
    "discovery.k8s.io",
    "events.k8s.io",
    "external.metrics.k8s.io",
    "flowcontrol.apiserver.k8s.io",
    "internal.apiserver.k8s.io",
    "kubelet.config.k8s.io",
    CONFIGURATION_GROUP,
    "kustomize.config.k8s.io",
    "metrics.k8s.io",
    "networking.k8s.io",
    "node.k8s.io",
    "rbac.authorization.k8s.io",
    "storagemigration.k8s.io",
    "config.k8s.io",
];

/// Removed versions of kinds that are not simulated, with the minor version of the first release that lacks them.
/// <https://kubernetes.io/docs/reference/using-api/deprecation-guide/>
const REMOVED_VERSIONS: [(&str, &str, u32); 20] = [
    ("APIService", "apiregistration.k8s.io/v1beta1", 22),
    ("ClusterRole", "rbac.authorization.k8s.io/v1beta1", 22),
    ("ClusterRoleBinding", "rbac.authorization.k8s.io/v1beta1", 22),
    ("CronJob", "batch/v1beta1", 25),
    ("CustomResourceDefinition", "apiextensions.k8s.io/v1beta1", 22),
    ("EndpointSlice", "discovery.k8s.io/v1beta1", 25),
    ("Event", "events.k8s.io/v1beta1", 25),
    ("HorizontalPodAutoscaler", "autoscaling/v2beta1", 25),
    ("HorizontalPodAutoscaler", "autoscaling/v2beta2", 26),
    ("Ingress", "extensions/v1beta1", 22),
    ("Ingress", "networking.k8s.io/v1beta1", 22),
    ("IngressClass", "networking.k8s.io/v1beta1", 22),
    ("Lease", "coordination.k8s.io/v1beta1", 22),
    ("MutatingWebhookConfiguration", "admissionregistration.k8s.io/v1beta1", 22),
    ("NetworkPolicy", "extensions/v1beta1", 16),
    ("PodSecurityPolicy", "extensions/v1beta1", 16),
    ("PodSecurityPolicy", "policy/v1beta1", 25),
    ("Role", "rbac.authorization.k8s.io/v1beta1", 22),
    ("RoleBinding", "rbac.authorization.k8s.io/v1beta1", 22),
    ("ValidatingWebhookConfiguration", "admissionregistration.k8s.io/v1beta1", 22),
];

/// The minor version of the first release that lacks the version of a new object, for kinds that are not simulated.
pub(super) fn removed_in(kind: &str, tree_node: &TreeNode) -> Option<u32> {
    let version = api_version(tree_node);
    let is_removed = |row: &&(&str, &str, u32)| row.0 == kind && row.1 == version;
    let minor = REMOVED_VERSIONS.iter().find(is_removed)?.2;
    (!was_in_cluster(tree_node)).then_some(minor)
}

/// Whether an object was in a cluster, and so its kind and version exist.
pub(super) fn was_in_cluster(tree_node: &TreeNode) -> bool {
    tree_node.get("metadata").and_then(|node| node.get("uid")).is_some_and(|uid| !uid.is_null())
}

/// A kind that Kubernetes had up to v1.30, whose name resembles a current one.
const REMOVED_KIND: &str = "ResourceClass";

/// The result of checking the kind and version of an object.
pub(super) enum KindCheck {
    /// Kind and version are valid, or the kind is unknown.
    Valid,
    /// The version is missing. This is the one that is meant.
    Unversioned(&'static str),
    /// A version that an earlier release had.
    Former(FormerVersion),
    /// No release has this kind in this version. The first value is the field that is wrong.
    Wrong(&'static str, ObjectProblem),
    /// A custom resource whose kind has the name of a built-in one.
    Custom,
}

/// Checks the kind and version of an object as the API server would.
pub(super) fn check_kind(kind: &str, tree_node: &TreeNode) -> KindCheck {
    let text = api_version(tree_node);
    let was_in_cluster = || was_in_cluster(tree_node);
    if let Some(intended) = intended_kind(kind, text) {
        return match was_in_cluster() {
            true => KindCheck::Valid,
            false => KindCheck::Wrong(
                "kind",
                ObjectProblem::NoSuchKind { kind: shorten(kind), version: shorten(text), near: intended },
            ),
        };
    }
    let item = kind.strip_suffix("List").filter(|item| !item.is_empty());
    let item_kind = item.unwrap_or(kind);
    let current = match document_kinds().find(|(name, _)| *name == item_kind) {
        Some((_, version)) => version,
        None if kind == "List" => "v1",
        None => return KindCheck::Valid,
    };
    let older = Kind::from_name(item_kind).map_or(&[][..], |kind| kind.info().former_versions);
    match text {
        // Documents of our own have a single version so far, and lists repeat the version for each item.
        "" if kind.ends_with("List") || is_own_version(current) => KindCheck::Valid,
        "" => KindCheck::Unversioned(current),
        text if text == current => KindCheck::Valid,
        text => {
            if let Some(former) = older.iter().find(|former| former.version == text) {
                // A cluster returns objects in a version that it has.
                return if was_in_cluster() { KindCheck::Valid } else { KindCheck::Former(*former) };
            }
            if was_in_cluster() {
                return KindCheck::Custom;
            }
            let older = older.iter().map(|former| former.version);
            let known_versions = std::iter::once(current).chain(older).map(Str::from).collect();
            KindCheck::Wrong(
                "apiVersion",
                ObjectProblem::NoSuchVersion { kind: shorten(kind), version: shorten(text), known: known_versions },
            )
        }
    }
}

/// The `apiVersion` of an object, or "".
pub(super) fn api_version(tree_node: &TreeNode) -> &str {
    tree_node.get("apiVersion").and_then(TreeNode::text).unwrap_or_default()
}

/// Whether a document is one of our own. Other projects have kinds of the same name.
pub(super) fn is_own_document(tree_node: &TreeNode) -> bool {
    let version = api_version(tree_node);
    version.is_empty() || is_own_version(version)
}

/// Whether an object belongs to a custom API group: a `Job` of Volcano and a `Service` of Knative are not the built-in kinds. Built-in groups have no
/// dot, or are listed here.
pub(super) fn is_custom(tree_node: &TreeNode) -> bool {
    is_custom_version(api_version(tree_node))
}

/// Whether a configuration document belongs to the scheduler's group. Other projects have kinds of the same name.
pub(super) fn configures_scheduler(tree_node: &TreeNode) -> bool {
    match api_version(tree_node).split_once('/') {
        Some((group, _)) => group == CONFIGURATION_GROUP,
        None => true,
    }
}

/// Whether a document is for kustomize, which generates manifests.
pub(super) fn is_kustomization(tree_node: &TreeNode) -> bool {
    api_version(tree_node).starts_with("kustomize.config.k8s.io/")
}

/// Whether an `apiVersion` belongs to a custom API group.
#[must_use]
pub fn is_custom_version(version: &str) -> bool {
    let Some((group, _)) = version.split_once('/') else { return false };
    let is_foreign = !KUBERNETES_GROUPS.contains(&group) && KINDS.iter().all(|info| info.group != group);
    group.contains('.') && is_foreign && !is_own_version(version)
}

/// Kinds whose misspellings are recognized: those that are simulated, and those that have a notice.
fn kind_names() -> impl Iterator<Item = &'static str> {
    let chain = NOT_SIMULATED.into_iter().chain(["KubeSchedulerConfiguration"]);
    document_kinds().map(|(name, _)| name).chain(chain)
}

/// The short name of a kind on kubectl's command line, which is never valid in a manifest.
fn kubectl_short_name(kind: &str) -> &'static str {
    let other = || SHORT_NAMES.iter().find(|(name, _)| *name == kind).map_or("", |(_, short_name)| *short_name);
    Kind::from_name(kind).map_or_else(other, |kind| kind.info().short_name)
}

fn is_known_group(group: &str) -> bool {
    !group.is_empty()
        && KINDS.iter().map(|info| info.group).chain(OTHER_GROUPS).any(|served_group| served_group == group)
}

/// The kind, or list of a kind, that was misspelled; `None` for kinds that are right, or that do not resemble one that is known here.
pub(super) fn intended_kind(kind: &str, version: &str) -> Option<Str> {
    let suffix_start = kind.len().checked_sub("list".len()).filter(|cut| kind.is_char_boundary(*cut));
    let (item, list) = kind.split_at(suffix_start.unwrap_or(0));
    if !list.eq_ignore_ascii_case("list") {
        return misspelled_kind(kind, version).map(Str::from);
    }
    if item.is_empty() {
        return (list != "List").then(|| "List".into());
    }
    match misspelled_kind(item, version) {
        Some(corrected_kind) => Some(format!("{corrected_kind}List").into()),
        None => (list != "List" && kind_names().any(|name| name == item)).then(|| format!("{item}List").into()),
    }
}

fn misspelled_kind(kind: &str, version: &str) -> Option<&'static str> {
    if kind.is_empty() || kind == REMOVED_KIND || kind_names().any(|name| name == kind) {
        return None;
    }
    let kind = kind.to_lowercase();
    let other_word = |name: &&str| {
        let (short, name) = (kubectl_short_name(name), name.to_lowercase());
        kind == name || kind == short || kind == plural_name(&name)
    };
    // Misspellings are recognized in groups of Kubernetes only. Other groups have kinds with similar names.
    let group = version.split_once('/').map(|(group, _)| group);
    let slips = |name: &str| if name.len() < 6 { 1 } else { 2 };
    let close = |name: &&str| kind.len() < 64 && edit_distance(&kind, &name.to_lowercase()) <= slips(name);
    kind_names().find(other_word).or_else(|| kind_names().find(close).filter(|_| group.is_none_or(is_known_group)))
}

fn plural_name(name: &str) -> String {
    match name.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None if name.ends_with('s') => format!("{name}es"),
        None => format!("{name}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::intended_kind;

    #[test]
    fn miswritten_kinds_are_known() {
        for (kind, version, text) in [
            ("pod", "v1", Some("Pod")),
            ("POD", "v1", Some("Pod")),
            ("Pods", "", Some("Pod")),
            ("po", "v1", Some("Pod")),
            ("Deployement", "apps/v1", Some("Deployment")),
            ("Deploymnet", "apps/v1", Some("Deployment")),
            ("priorityclasses", "scheduling.k8s.io/v1", Some("PriorityClass")),
            ("PDB", "policy/v1", Some("PodDisruptionBudget")),
            ("Persistentvolumeclaim", "v1", Some("PersistentVolumeClaim")),
            ("scenario", "schedscope.dev/v1alpha1", Some("Scenario")),
            ("Cronjob", "batch/v1", Some("CronJob")),
            ("CSICapacity", "storage.k8s.io/v1", None),
            ("list", "v1", Some("List")),
            ("podList", "v1", Some("PodList")),
            ("podlist", "v1", Some("PodList")),
            ("PodsList", "v1", Some("PodList")),
            ("Nodelist", "v1", Some("NodeList")),
            // Correct names, and other kinds.
            ("Pod", "v1", None),
            ("PodList", "v1", None),
            ("List", "v1", None),
            ("CronJob", "batch/v1", None),
            ("EndpointsList", "v1", None),
            ("Role", "rbac.authorization.k8s.io/v1", None),
            ("Binding", "v1", None),
            ("APIService", "apiregistration.k8s.io/v1", None),
            ("PodMetrics", "metrics.k8s.io/v1beta1", None),
            ("PodTemplate", "v1", None),
            ("ResourceClass", "resource.k8s.io/v1alpha1", None),
            ("Secret", "v1", None),
            // A custom group that ends as those of Kubernetes do.
            ("Nodes", "config.k8s.io/v1", Some("Node")),
            ("Mode", "config.k8s.io/v1", None),
            ("名", "v1", None),
            ("", "v1", None),
        ] {
            assert_eq!(intended_kind(kind, version).as_deref(), text, "{kind} of {version}");
        }
    }
}

//! Labels that every kubelet sets on its node, and that manifests written by hand omit.
//!
//! Kubelets of all supported releases set the deprecated names along with the current ones. Zones, regions and instance types are set by cloud
//! providers, and not filled in.

use api::{ApiObject, Node, NodeSelectorTerm, PodSpec, Set, Str};

const LABELS: [(&str, &str); 4] = [
    ("kubernetes.io/os", "linux"),
    ("kubernetes.io/arch", "amd64"),
    ("beta.kubernetes.io/os", "linux"),
    ("beta.kubernetes.io/arch", "amd64"),
];

/// The labels among [`LABELS`] by which pods select nodes.
pub(super) type WantedLabels = Set<&'static str>;

/// The labels by which the pods of these objects select nodes.
pub fn wanted_labels<'k>(kinds: impl IntoIterator<Item = &'k ApiObject>) -> WantedLabels {
    let mut wanted_labels_of_pods = WantedLabels::new();
    let mut add_if_kubelet_label =
        |key: &str| wanted_labels_of_pods.extend(LABELS.iter().map(|(label, _)| *label).filter(|label| *label == key));
    for spec in kinds.into_iter().filter_map(ApiObject::pod_spec) {
        spec.node_selector.iter().for_each(|(key, _)| add_if_kubelet_label(key));
        for term in node_selector_terms(spec) {
            term.match_expressions.iter().for_each(|requirement| add_if_kubelet_label(&requirement.key));
        }
    }
    wanted_labels_of_pods
}

fn node_selector_terms(pod_spec: &PodSpec) -> impl Iterator<Item = &NodeSelectorTerm> {
    let nodes = pod_spec.affinity.iter().filter_map(|affinity| affinity.node_affinity.as_ref());
    nodes.flat_map(|nodes| {
        let required = nodes.required.iter().flat_map(|selector| &selector.node_selector_terms);
        required.chain(nodes.preferred.iter().map(|preferred| &preferred.preference))
    })
}

/// Adds the labels that pods select by and the node lacks, and returns them as `key=value`.
pub(super) fn add_wanted_labels(node: &mut Node, wanted_labels: &WantedLabels) -> Vec<Str> {
    let labels = &mut node.metadata.labels;
    let missing_labels: Vec<_> =
        LABELS.iter().filter(|(key, _)| wanted_labels.contains(key) && !labels.contains(key)).collect();
    missing_labels
        .into_iter()
        .map(|(key, usual)| {
            // The beta label and the current one have the same value.
            let twin = key.strip_prefix("beta.").map_or_else(|| format!("beta.{key}"), str::to_owned);
            let value = labels.get(&twin).cloned().unwrap_or_else(|| (*usual).into());
            labels.insert((*key).into(), value.clone());
            format!("{key}={value}").into()
        })
        .collect()
}

//! Translates disks of in-tree plugins to volumes of the CSI drivers that replaced them.
//!
//! Upstream: `csi-translation-lib`. Recent schedulers do not support the in-tree plugins any more: their disks are
//! counted and compared as volumes of the driver.

use api::{CsiNode, InTreeDisk, Labels, NodeSelector, NodeSelectorTerm, Operator, PersistentVolume, Requirement, Str};

/// Labels for the zone of a node or a volume: stable and beta.
pub const ZONE: [&str; 2] = ["topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone"];
/// Labels for the region: stable and beta.
pub(crate) const REGION: [&str; 2] = ["topology.kubernetes.io/region", "failure-domain.beta.kubernetes.io/region"];

/// Annotation of a `CSINode`: the in-tree plugins that are migrated to CSI on this node.
const MIGRATED: &str = "storage.alpha.kubernetes.io/migrated-plugins";

struct Plugin {
    name: &'static str,
    driver: &'static str,
    zone: &'static str,
}

fn in_tree_plugin(disk: InTreeDisk<'_>) -> Plugin {
    let (name, driver, zone) = match disk {
        InTreeDisk::Ebs(_) => ("kubernetes.io/aws-ebs", "ebs.csi.aws.com", "topology.ebs.csi.aws.com/zone"),
        InTreeDisk::Gce(_) => ("kubernetes.io/gce-pd", "pd.csi.storage.gke.io", "topology.gke.io/zone"),
        InTreeDisk::Azure { .. } => {
            ("kubernetes.io/azure-disk", "disk.csi.azure.com", "topology.disk.csi.azure.com/zone")
        }
        InTreeDisk::Cinder(_) => {
            ("kubernetes.io/cinder", "cinder.csi.openstack.org", "topology.cinder.csi.openstack.org/zone")
        }
        InTreeDisk::Portworx(_) => ("kubernetes.io/portworx-volume", "pxd.portworx.com", ""),
    };
    Plugin { name, driver, zone }
}

/// Returns the in-tree plugin of a disk, such as `kubernetes.io/gce-pd`.
#[must_use]
pub(crate) fn plugin_of(disk: InTreeDisk<'_>) -> &'static str {
    in_tree_plugin(disk).name
}

/// Returns the CSI driver that replaced an in-tree plugin (or provisioner).
#[must_use]
pub(crate) fn driver_for(name: &str) -> Option<&'static str> {
    let none = Str::default();
    let plugins = [
        InTreeDisk::Ebs(&none),
        InTreeDisk::Gce(&none),
        InTreeDisk::Azure { name: &none, uri: &none },
        InTreeDisk::Cinder(&none),
        InTreeDisk::Portworx(&none),
    ];
    plugins.into_iter().map(in_tree_plugin).find(|plugin| plugin.name == name).map(|plugin| plugin.driver)
}

/// Whether a node's `CSINode` lists this plugin as migrated.
#[must_use]
pub(crate) fn is_migrated(node: Option<&CsiNode>, plugin: &str) -> bool {
    let listed = node.and_then(|node| node.metadata.annotations.get(MIGRATED));
    listed.is_some_and(|plugins| plugins.split(',').any(|name| name == plugin))
}

/// Returns CSI driver and volume handle of a disk. `labels` are those of its `PersistentVolume`; `None` for a disk that
/// a pod names directly.
///
/// Returns `None` if upstream cannot translate it: an EBS URL without a volume id, or zones of several regions.
#[must_use]
pub fn volume_handle(disk: InTreeDisk<'_>, labels: Option<&Labels>) -> Option<(&'static str, Str)> {
    let handle = match disk {
        InTreeDisk::Ebs(id) => match id.strip_prefix("aws://") {
            None => id.clone(),
            Some(rest) => {
                let id = rest.split_once('/')?.1.trim_matches('/');
                (id.starts_with("vol-") && !id.contains('/')).then(|| id.into())?
            }
        },
        InTreeDisk::Gce(name) => format!("projects/UNSPECIFIED/{}/disks/{name}", gce_location(labels)?).into(),
        InTreeDisk::Azure { uri, .. } => uri.clone(),
        InTreeDisk::Cinder(id) | InTreeDisk::Portworx(id) => id.clone(),
    };
    Some((in_tree_plugin(disk).driver, handle))
}

fn gce_location(labels: Option<&Labels>) -> Option<String> {
    let [zone_key, old_zone_key] = ZONE;
    let label = |key| labels.and_then(|labels| labels.get(key)).filter(|value| !value.is_empty());
    let Some(zones) = label(old_zone_key).or(label(zone_key)) else { return Some("zones/UNSPECIFIED".into()) };
    if !zones.contains("__") {
        return Some(format!("zones/{zones}"));
    }
    let region = |zone: &str| match zone.split('-').collect::<Vec<_>>().as_slice() {
        [continent, place, _] => Some(format!("{continent}-{place}")),
        _ => None,
    };
    let regions: Option<Vec<String>> = zones.split("__").map(region).collect();
    let regions = regions?;
    let first = regions.first()?;
    regions.iter().all(|other| other == first).then(|| format!("regions/{first}"))
}

/// Translates the node affinity of a volume: the label of the zone becomes the driver's own.
///
/// # Errors
/// Upstream's message, if the volume has no translation.
pub(crate) fn translate_affinity(volume: &PersistentVolume, disk: InTreeDisk<'_>) -> Result<Option<NodeSelector>, Str> {
    if volume_handle(disk, Some(&volume.metadata.labels)).is_none() {
        return Err(format!("could not translate pv: {}", volume.metadata.name).into());
    }
    let key = in_tree_plugin(disk).zone;
    let labels = &volume.metadata.labels;
    let mut selector = volume.required_node_affinity().cloned();
    if key.is_empty() {
        return Ok(selector);
    }
    let terms = selector.as_ref().map_or(&[][..], |selector| &selector.node_selector_terms);
    let expressions = || terms.iter().flat_map(|term| &term.match_expressions);
    let has_expression_on = |key: &&str| expressions().any(|expression| expression.key == *key);
    let at = (ZONE.iter().position(has_expression_on))
        .or_else(|| ZONE.iter().position(|key| labels.contains(key)))
        .unwrap_or(0);
    let (zone, region) = (ZONE[at], REGION[at]);
    let listed = |key: &str| {
        let of_key = |e: &&Requirement| e.key == key && e.operator == Operator::In;
        expressions().filter(of_key).any(|expression| !expression.values.is_empty())
    };
    let mut renamed = Vec::new();
    if listed(zone) {
        renamed.push((zone, key));
    } else if let Some(zones) = labels.get(zone) {
        let zones: api::Set<Str> =
            zones.split("__").map(str::trim).filter(|zone| !zone.is_empty()).map(Str::from).collect();
        if zones.is_empty() {
            return Err(format!("could not translate pv: {}", volume.metadata.name).into());
        }
        let selector = selector.get_or_insert_default();
        if selector.node_selector_terms.is_empty() {
            selector.node_selector_terms.push(NodeSelectorTerm::default());
        }
        for term in &mut selector.node_selector_terms {
            let values = zones.iter().cloned().collect();
            term.match_expressions.push(Requirement { key: key.into(), operator: Operator::In, values });
        }
    }
    if region == REGION[1] {
        renamed.push((region, REGION[0]));
    }
    for term in selector.iter_mut().flat_map(|selector| &mut selector.node_selector_terms) {
        for expression in &mut term.match_expressions {
            if let Some((_, renamed_key)) = renamed.iter().find(|(old, _)| expression.key == *old) {
                expression.key = (*renamed_key).into();
            }
        }
    }
    Ok(selector)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(pairs: &[(&str, &str)]) -> Labels {
        pairs.iter().map(|(key, value)| (Str::from(*key), Str::from(*value))).collect()
    }

    #[test]
    fn handles_of_the_old_plugins_disks() {
        let (bare, address, odd) = (Str::from("vol-1"), Str::from("aws://z1/vol-1"), Str::from("aws://z1/x"));
        for (disk, zones, expected) in [
            (InTreeDisk::Ebs(&bare), None, Some("vol-1")),
            (InTreeDisk::Ebs(&address), None, Some("vol-1")),
            (InTreeDisk::Ebs(&odd), None, None),
            (InTreeDisk::Gce(&bare), None, Some("projects/UNSPECIFIED/zones/UNSPECIFIED/disks/vol-1")),
            (
                InTreeDisk::Gce(&bare),
                Some("us-central1-a"),
                Some("projects/UNSPECIFIED/zones/us-central1-a/disks/vol-1"),
            ),
            (
                InTreeDisk::Gce(&bare),
                Some("us-central1-a__us-central1-b"),
                Some("projects/UNSPECIFIED/regions/us-central1/disks/vol-1"),
            ),
            (InTreeDisk::Gce(&bare), Some("us-central1-a__eu-west1-b"), None),
            (InTreeDisk::Gce(&bare), Some("a__b"), None),
        ] {
            let labels = zones.map(|zones| labels(&[(ZONE[1], zones)]));
            let text = volume_handle(disk, labels.as_ref()).map(|(_, handle)| handle);
            assert_eq!(text.as_deref(), expected, "{disk:?} {zones:?}");
        }
    }

    #[test]
    fn in_tree_zone_labels_become_topology_keys_of_the_driver() {
        let disk = Str::from("d");
        for (volume, key, values) in [
            (
                r#"{"metadata":{"labels":{"topology.kubernetes.io/zone":"us-central1-a__us-central1-b"}}}"#,
                "topology.gke.io/zone",
                vec!["us-central1-a", "us-central1-b"],
            ),
            (
                r#"{"spec":{"nodeAffinity":{"required":{"nodeSelectorTerms":[{"matchExpressions":[
                   {"key":"failure-domain.beta.kubernetes.io/zone","operator":"In","values":["a"]}]}]}}}}"#,
                "topology.gke.io/zone",
                vec!["a"],
            ),
            (
                r#"{"spec":{"nodeAffinity":{"required":{"nodeSelectorTerms":[{"matchExpressions":[
                   {"key":"kubernetes.io/hostname","operator":"In","values":["n"]}]}]}}}}"#,
                "kubernetes.io/hostname",
                vec!["n"],
            ),
        ] {
            let volume: PersistentVolume = serde_json::from_str(volume).expect("a volume");
            let selector =
                translate_affinity(&volume, InTreeDisk::Gce(&disk)).expect("a translation").expect("a selector");
            let requirement = &selector.node_selector_terms[0].match_expressions[0];
            assert_eq!(
                (requirement.key.as_str(), requirement.values.iter().map(Str::as_str).collect::<Vec<_>>()),
                (key, values)
            );
        }
    }
}

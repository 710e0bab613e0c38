//! `VolumeZone`: a volume with zone or region labels can be reached only from nodes in that zone or region.
//!
//! Only claims with a volume count; a label may list several values, joined by `__` (one with an empty part is
//! ignored). A node without any zone or region label passes. Otherwise each label of a volume must contain the node's
//! value. Preemption cannot help.
//!
//! | release | labels | a volume's beta label and a node with the stable one only |
//! |---|---|---|
//! | v1.16 | the beta ones (`failure-domain.beta.kubernetes.io/…`) | – |
//! | v1.20 | both, each by itself | fails |
//! | v1.34, v1.36 | both | compared with the stable one (but not the other way round) |
//!
//! From v1.34 on volumes are looked up in `PreFilter`, so a missing volume rejects the pod for all nodes. Upstream:
//! `volumezone.Filter`; v1.16: `NoVolumeZoneConflict`.

use api::{PersistentVolume, Str};
use runlog::{Failure, NodeIx, Reason, Verdict, VolumeReason};

use crate::{
    cluster::{
        NodeState, claim_names,
        migration::{REGION, ZONE},
    },
    framework::{ClusterEvent, CycleCtx, Filter, Judge, NodeChange, PreFilterOutcome, StorageEvent},
};

/// Zone and region labels: beta only, and beta and stable.
const BETA_KEYS: [&str; 2] = [ZONE[1], REGION[1]];
const ALL_KEYS: [&str; 4] = [ZONE[1], REGION[1], ZONE[0], REGION[0]];

/// Which labels are evaluated, and how they are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneLabels {
    /// The beta labels only.
    Old,
    /// Beta and stable labels, each by itself.
    Each,
    /// Beta and stable labels; a node's stable label replaces a beta one that it lacks. Volumes are looked up in
    /// `PreFilter`.
    Translated,
}

pub struct VolumeZone {
    pub labels: ZoneLabels,
}

struct VolumeLabel {
    volume: Str,
    key: &'static str,
    value: Str,
}

struct ZoneJudge {
    labels: ZoneLabels,
    volume_labels: Vec<VolumeLabel>,
}

impl ZoneLabels {
    fn zone_label_keys(self) -> &'static [&'static str] {
        match self {
            Self::Old => &BETA_KEYS,
            Self::Each | Self::Translated => &ALL_KEYS,
        }
    }
}

/// Splits a label into its values; `None` if one of them is empty.
fn label_values(label: &str) -> Option<impl Iterator<Item = &str>> {
    let values = || label.split("__").map(str::trim);
    values().all(|value| !value.is_empty()).then(values)
}

impl VolumeZone {
    fn volume_zone_labels<'v>(&self, volume: &'v PersistentVolume) -> impl Iterator<Item = VolumeLabel> + use<'v> {
        let labels = &volume.metadata.labels;
        self.labels.zone_label_keys().iter().filter_map(|key| {
            let value = labels.get(key).filter(|value| label_values(value).is_some())?;
            Some(VolumeLabel { volume: volume.metadata.name.clone(), key, value: value.clone() })
        })
    }
}

impl Filter for VolumeZone {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        if !cycle.pod.has_volumes() {
            return PreFilterOutcome::Skip;
        }
        let storage = &cycle.objects.storage;
        let mut of_volumes = Vec::new();
        for name in claim_names(&cycle.pod.pod) {
            let Some(claim) = storage.claim(cycle.pod.namespace(), name) else { continue };
            match storage.volume_of(claim) {
                Some(volume) => of_volumes.extend(self.volume_zone_labels(volume)),
                None if self.labels == ZoneLabels::Translated && !claim.spec.volume_name.is_empty() => {
                    let reason = VolumeReason::VolumeNotFound { volume: claim.spec.volume_name.clone() };
                    return PreFilterOutcome::Reject(Failure::unresolvable(Reason::Volume(reason)));
                }
                None => {}
            }
        }
        if of_volumes.is_empty() {
            return PreFilterOutcome::Skip;
        }
        PreFilterOutcome::Judge(Box::new(ZoneJudge { labels: self.labels, volume_labels: of_volumes }))
    }

    fn queueing_hint(&self, cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        match cluster_event {
            ClusterEvent::NodeAdd(_) | ClusterEvent::NodeUpdate { change: NodeChange::Labels, .. } => Some(true),
            ClusterEvent::Storage(event) => match event {
                StorageEvent::Class { old: None, new: Some(class) } => Some(class.waits_for_first_consumer()),
                StorageEvent::Claim { new: Some(claim), .. } => {
                    let is_same_namespace = claim.metadata.namespace == *cycle.pod.namespace();
                    Some(is_same_namespace && claim_names(&cycle.pod.pod).any(|name| *name == claim.metadata.name))
                }
                StorageEvent::Volume { old: None, new: Some(_) } => Some(true),
                StorageEvent::Volume { old: Some(old), new: Some(new) } => {
                    let places = |volume| self.volume_zone_labels(volume).map(|place| (place.key, place.value));
                    Some(!places(old).eq(places(new)))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

impl Judge<'_> for ZoneJudge {
    fn judge(&self, _: NodeIx, node: &NodeState) -> Verdict {
        let labels = node.labels();
        if !self.labels.zone_label_keys().iter().any(|key| labels.contains(key)) {
            return Ok(());
        }
        let translated = |key: &str| match self.labels {
            ZoneLabels::Translated if key == ZONE[1] => labels.get(ZONE[0]),
            ZoneLabels::Translated if key == REGION[1] => labels.get(REGION[0]),
            _ => None,
        };
        let fits = |place: &&VolumeLabel| {
            let text = labels.get(place.key).or_else(|| translated(place.key));
            text.is_some_and(|text| {
                label_values(&place.value).is_some_and(|mut values| values.any(|value| text == value))
            })
        };
        match self.volume_labels.iter().find(|place| !fits(place)) {
            None => Ok(()),
            Some(VolumeLabel { volume, key, value }) => {
                let (volume, key, zones) = (volume.clone(), (*key).into(), value.clone());
                Err(Failure::unresolvable(Reason::Volume(VolumeReason::OtherZone { volume, key, zones })))
            }
        }
    }

    fn is_node_only(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::Objects,
        plugins::testing::{judge_with, pod, snapshot, storage_from_json},
    };

    #[test]
    fn each_label_of_the_volume_has_to_fit() {
        const CLAIM: &str = r#"{"metadata":{"namespace":"d","name":"c"},"spec":{"volumeName":"v"}}"#;
        let waiting =
            pod(r#"{"metadata":{"namespace":"d"},"spec":{"volumes":[{"persistentVolumeClaim":{"claimName":"c"}}]}}"#);
        let (new, old, region) = (ZONE[0], ZONE[1], REGION[0]);
        let all = [ZoneLabels::Old, ZoneLabels::Each, ZoneLabels::Translated];
        for (volume, node, fits) in [
            (vec![(old, "a")], vec![(old, "a")], [true, true, true]),
            (vec![(old, "a")], vec![(old, "b")], [false, false, false]),
            (vec![(old, "a__ b")], vec![(old, "b")], [true, true, true]),
            (vec![(old, "a__")], vec![(old, "b")], [true, true, true]),
            (vec![(old, "a")], vec![], [true, true, true]),
            (vec![(old, "a")], vec![(new, "a")], [true, false, true]),
            (vec![(new, "a")], vec![(old, "a")], [true, false, false]),
            (vec![(new, "a"), (region, "r")], vec![(new, "a")], [true, false, false]),
            (vec![("unrelated", "a")], vec![(new, "b")], [true, true, true]),
        ] {
            let labels = |pairs: &[(&str, &str)]| {
                let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!(r#""{key}":"{value}""#)).collect();
                format!("{{{}}}", pairs.join(","))
            };
            let json = format!(r#"{{"metadata":{{"name":"v","labels":{}}}}}"#, labels(&volume));
            let storage = storage_from_json(&[("claim", CLAIM), ("volume", &json)]);
            let node = format!(r#"{{"metadata":{{"name":"n","labels":{}}}}}"#, labels(&node));
            let objects = Objects { storage, ..Objects::default() };
            for (labels, fits) in all.into_iter().zip(fits) {
                let verdict = judge_with(&VolumeZone { labels }, &waiting, &snapshot(&[(&node, &[])]), &objects);
                assert_eq!(verdict[0].is_ok(), fits, "{labels:?} {json} {node}");
            }
        }
    }
}

//! The states of claims during a run: their devices and users, or their volumes.

use std::collections::{BTreeMap, BTreeSet};

use schedscope::{
    api::{
        NamespacedName, PersistentVolumeClaim, SELECTED_NODE, StorageObject, Str,
        devices::{DeviceKind, DeviceObject, ResourceClaim},
    },
    runlog::{Event, EventKind},
};
use serde_json::{Value, json};

use crate::support::cases::{StoredObjects, device_object};

/// The current claims in the format of the recordings: `ResourceClaims` by name, then `PersistentVolumeClaims`.
#[derive(Default)]
pub(super) struct ClaimLog {
    claims: BTreeMap<Str, Value>,
    volume_claims: BTreeMap<Str, Value>,
}

fn claim_json(claim: &ResourceClaim) -> Value {
    let results = claim.status.allocation.iter().flat_map(|allocation| &allocation.devices.results);
    let devices = results.map(|result| format!("{}/{}/{}", result.driver, result.pool, result.device));
    let devices: Vec<String> = devices.collect();
    let users: Vec<&Str> = claim.status.reserved_for.iter().map(|user| &user.name).collect();
    json!({"claim": NamespacedName::of(&claim.metadata), "devices": devices, "reservedFor": users})
}

fn volume_claim_json(claim: &PersistentVolumeClaim) -> Value {
    let node = claim.metadata.annotations.get(SELECTED_NODE).cloned().unwrap_or_default();
    let meta = &claim.metadata;
    let mut volume = claim.spec.volume_name.to_string();
    // The provisioner of the recordings uses the claim's uid in the volume's name.
    if volume == format!("pvc-{}-{}", meta.namespace, meta.name) {
        volume = format!("pvc-{}", meta.uid);
    }
    json!({"persistentVolumeClaim": claim.key(), "volumeName": volume, "selectedNode": node})
}

impl ClaimLog {
    /// Adds the claims that exist at the start.
    pub(super) fn put_initial(&mut self, stored: &StoredObjects) {
        for value in &stored.resource_claims {
            let DeviceObject::Claim(claim) = device_object(DeviceKind::Claim, value) else { continue };
            self.claims.insert(NamespacedName::of(&claim.metadata).into(), claim_json(&claim));
        }
        for claim in &stored.persistent_volume_claims {
            self.volume_claims.insert(claim.key().into(), volume_claim_json(claim));
        }
    }

    /// Applies events. Returns an entry for each claim that has changed.
    pub(super) fn take_changes(&mut self, events: &[Event]) -> Vec<Value> {
        let (claims_before, volume_claims_before) = (self.claims.clone(), self.volume_claims.clone());
        for event in events {
            match &event.what {
                EventKind::DeviceApplied(record) if record.kind == DeviceKind::Claim => {
                    let Ok(DeviceObject::Claim(claim)) = DeviceObject::from_record(record) else { continue };
                    self.claims.insert(NamespacedName::of(&claim.metadata).into(), claim_json(&claim));
                }
                EventKind::DeviceRemoved(key) => {
                    self.claims.remove(key.strip_prefix("ResourceClaim/").unwrap_or_default());
                }
                EventKind::StorageApplied(StorageObject::Claim(claim)) => {
                    self.volume_claims.insert(claim.key().into(), volume_claim_json(claim));
                }
                _ => {}
            }
        }
        let mut changes = Vec::new();
        for (before, after, key) in [
            (&claims_before, &self.claims, "claim"),
            (&volume_claims_before, &self.volume_claims, "persistentVolumeClaim"),
        ] {
            let names: BTreeSet<&Str> = before.keys().chain(after.keys()).collect();
            for name in names {
                match (before.get(name), after.get(name)) {
                    (before, Some(after)) if before != Some(after) => changes.push(after.clone()),
                    (Some(_), None) => changes.push(json!({key: name, "deleted": true})),
                    _ => {}
                }
            }
        }
        changes
    }

    pub(super) fn all_json(&self) -> Value {
        self.claims.values().chain(self.volume_claims.values()).cloned().collect()
    }
}

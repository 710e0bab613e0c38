//! Requests about volumes, claims and storage classes.

use std::rc::Rc;

use api::{Kind, PersistentVolume, PersistentVolumeClaim, Pod, StorageObject, Str, Time, VolumePhase};
use runlog::EventKind;

use super::{Client, watchers::Watchers};
use crate::api_server::VolumeClaimKey;

impl Client<'_> {
    /// `kubectl apply` of a storage object. A new claim may be rejected by a quota or a limit range.
    pub(crate) fn request_storage(&mut self, object: StorageObject) {
        if let StorageObject::Claim(claim) = &object
            && self.objects().storage.claim(&claim.metadata.namespace, &claim.metadata.name).is_none()
            && let Err(why) = self.check_claim_quota(claim)
        {
            return self.print_forbidden("persistentvolumeclaims", &claim.metadata.name, &why);
        }
        self.apply_storage(object);
    }

    /// Applies a storage object. A claim without a storage class gets the default one.
    pub(crate) fn apply_storage(&mut self, mut object: StorageObject) {
        if let StorageObject::Claim(claim) = &mut object
            && claim.spec.storage_class_name.is_none()
            && claim.class().is_empty()
        {
            let default = self.objects().storage.classes.values().find(|class| class.is_default());
            Rc::make_mut(claim).spec.storage_class_name = default.map(|class| class.metadata.name.clone());
        }
        self.store_storage(object);
        self.wake_volume_controllers();
    }

    /// Stores a storage object as given, without admission.
    pub(crate) fn store_storage(&mut self, object: StorageObject) {
        self.emit(EventKind::StorageApplied(object.clone()));
        let api = self.api_mut();
        let before = Rc::make_mut(&mut api.objects_mut().storage).insert(object.clone());
        for (object, times) in [(before.as_ref(), -1), (Some(&object), 1)] {
            if let Some(StorageObject::Claim(claim)) = object {
                api.quotas_mut().count_claim(claim, times);
            }
        }
        self.cluster.deliver_storage_change(before.as_ref(), Some(&object));
    }

    /// Removes a storage object.
    pub(crate) fn remove_storage(&mut self, kind: Kind, namespace: &Str, name: &Str) {
        let api = self.api_mut();
        let Some(before) = Rc::make_mut(&mut api.objects_mut().storage).remove(kind, namespace, name) else { return };
        if let StorageObject::Claim(claim) = &before {
            api.quotas_mut().count_claim(claim, -1);
        }
        self.emit(EventKind::StorageRemoved(before.key()));
        self.cluster.deliver_storage_change(Some(&before), None);
        self.continue_namespace_deletion(namespace);
    }

    /// `kubectl delete` of a storage object. A claim in use by a pod, a bound volume, and an object with a finalizer of others are only marked for
    /// deletion.
    pub(crate) fn delete_storage(&mut self, kind: Kind, namespace: &Str, name: &Str) {
        let stamp = Some(Time(self.wall_clock()));
        let storage = &self.objects().storage;
        let (claim, volume) = (storage.claim(namespace, name).cloned(), storage.volumes.get(name).cloned());
        match (kind, claim, volume) {
            (Kind::PersistentVolumeClaim, Some(claim), _)
                if self.is_claim_used(&claim) || claim.metadata.foreign_finalizer().is_some() =>
            {
                self.write_claim(&claim, |claim| {
                    claim.metadata.deletion_timestamp = claim.metadata.deletion_timestamp.or(stamp);
                });
            }
            (Kind::PersistentVolume, _, Some(volume))
                if volume.status.phase == VolumePhase::Bound || volume.metadata.foreign_finalizer().is_some() =>
            {
                self.write_volume(&volume, |volume| {
                    volume.metadata.deletion_timestamp = volume.metadata.deletion_timestamp.or(stamp);
                });
            }
            _ => self.remove_storage(kind, namespace, name),
        }
        self.wake_volume_controllers();
    }

    pub(crate) fn write_claim(
        &mut self,
        claim: &Rc<PersistentVolumeClaim>,
        edit: impl FnOnce(&mut PersistentVolumeClaim),
    ) {
        let mut claim = Rc::clone(claim);
        edit(Rc::make_mut(&mut claim));
        self.store_storage(StorageObject::Claim(claim));
    }

    pub(crate) fn write_volume(&mut self, volume: &Rc<PersistentVolume>, edit: impl FnOnce(&mut PersistentVolume)) {
        let mut volume = Rc::clone(volume);
        edit(Rc::make_mut(&mut volume));
        self.store_storage(StorageObject::Volume(volume));
    }

    /// Whether an unfinished pod uses the claim.
    pub(crate) fn is_claim_used(&self, claim: &PersistentVolumeClaim) -> bool {
        let names = |pod: &Pod| {
            pod.metadata.namespace == claim.metadata.namespace
                && !pod.status.phase.is_over()
                && pod
                    .spec
                    .volumes
                    .iter()
                    .any(|v| v.claim_name(&pod.metadata.name).is_some_and(|n| n == claim.metadata.name))
        };
        self.pods().any(|(_, record)| record.info.has_volumes() && names(record.pod()))
    }

    /// Marks claims as assumed by the scheduler: their stored state is not written yet.
    pub(crate) fn assume_claims(&mut self, claims: &[VolumeClaimKey]) {
        self.api_mut().assumed_claims_mut().extend(claims.iter().cloned());
    }

    /// Unmarks claims that the scheduler had assumed, because they were written or given up.
    pub(crate) fn unassume_claims(&mut self, claims: &[VolumeClaimKey]) {
        for claim in claims {
            self.api_mut().assumed_claims_mut().remove(claim);
        }
    }
}

//! Claims from the `volumeClaimTemplates` of a StatefulSet.

use std::rc::Rc;

use api::{
    ClaimPhase, Forbidden, ObjectMeta, PersistentVolumeClaim, PersistentVolumeClaimStatus, Pod, StorageObject, Str,
    Workload,
};

use crate::client::Client;

impl Client<'_> {
    /// Creates a claim for each template of a StatefulSet that the pod does not have yet, and adds it to the pod's volumes. `created` collects the
    /// names of new claims.
    ///
    /// # Errors
    /// Name and reason of the first claim that admission rejects.
    pub(crate) fn create_template_claims(
        &mut self,
        workload: &Workload,
        pod: &mut Pod,
        created: &mut Vec<Str>,
    ) -> Result<(), (Str, Forbidden)> {
        for template in &workload.spec.volume_claim_templates {
            let name: Str = format!("{}-{}", template.metadata.name, pod.metadata.name).into();
            let namespace = pod.metadata.namespace.clone();
            pod.spec.volumes.retain(|volume| volume.name != template.metadata.name);
            pod.spec.volumes.push(api::Volume {
                name: template.metadata.name.clone(),
                persistent_volume_claim: Some(api::ClaimSource { claim_name: name.clone(), read_only: false }),
                ..api::Volume::default()
            });
            if self.objects().storage.claim(&namespace, &name).is_none() {
                let mut claim = claim_from_template(&template.metadata, &namespace, name);
                claim.spec = template.spec.clone();
                if let Err(why) = self.check_claim_quota(&claim) {
                    return Err((claim.metadata.name, why));
                }
                created.push(claim.metadata.name.clone());
                self.apply_storage(StorageObject::Claim(Rc::new(claim)));
            }
        }
        Ok(())
    }
}

pub(super) fn claim_from_template(template: &ObjectMeta, namespace: &Str, name: Str) -> PersistentVolumeClaim {
    let metadata = ObjectMeta {
        uid: format!("uid-{namespace}-{name}").into(),
        name,
        namespace: namespace.clone(),
        labels: template.labels.clone(),
        annotations: template.annotations.clone(),
        ..ObjectMeta::default()
    };
    let status = PersistentVolumeClaimStatus { phase: ClaimPhase::Pending };
    PersistentVolumeClaim { metadata, status, ..PersistentVolumeClaim::default() }
}

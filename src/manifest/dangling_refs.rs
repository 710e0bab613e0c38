//! References to objects that the text does not contain, where it matters.

use api::{
    ApiObject, CLASS_ANNOTATION, ClaimTemplate, ObjectMeta, PersistentVolumeClaimSpec, PodSpec, Set, StorageObject, Str,
};
use findings::MissingObject;

use super::loaded_manifest::ManifestObject;

/// The missing objects, each with an object that refers to it. Priority classes are checked by admission.
pub(super) fn find_missing(objects: &[ManifestObject]) -> Vec<(MissingObject, &ManifestObject)> {
    let existing = ExistingNames::new(objects);
    let mut missing_refs = Vec::new();
    for object in objects {
        let namespace = &object.kind.metadata().namespace;
        if let Some(spec) = object.kind.pod_spec() {
            if existing.has_namespace_selector && !existing.namespaces.contains(namespace) {
                missing_refs.push((MissingObject::Namespace { name: namespace.clone() }, object));
            }
            // The volumes of a pod that runs exist.
            if spec.node_name.is_empty() && !is_finished(&object.kind) {
                // A StatefulSet's volume claim templates replace pod volumes of the same name.
                let is_templated = |volume: &str| {
                    claim_templates(&object.kind).iter().any(|template| template.metadata.name == *volume)
                };
                missing_refs
                    .extend(existing.missing_claims(spec, namespace, &is_templated).map(|missing| (missing, object)));
            }
        }
        missing_refs
            .extend(claim_specs(&object.kind).filter_map(|claim| Some((existing.missing_class(claim)?, object))));
    }
    missing_refs
}

/// Namespaces that exist in every cluster.
const OF_EVERY_CLUSTER: [&str; 4] = ["default", "kube-system", "kube-public", "kube-node-lease"];

/// New objects in namespaces that the text does not contain and in which no object existed before, each with the namespace.
pub(super) fn find_absent_namespaces<'o>(
    objects: &'o [ManifestObject],
    is_new_object: &'o [bool],
) -> Vec<(Str, &'o ManifestObject)> {
    let mut present: Set<&Str> = Set::new();
    for (object, is_new) in objects.iter().zip(is_new_object) {
        let metadata = object.kind.metadata();
        match object.kind {
            ApiObject::Namespace(_) => drop(present.insert(&metadata.name)),
            _ if !is_new => drop(present.insert(&metadata.namespace)),
            _ => {}
        }
    }
    let is_absent = |namespace: &Str| {
        !namespace.is_empty() && !OF_EVERY_CLUSTER.contains(&namespace.as_str()) && !present.contains(namespace)
    };
    let new_objects = objects.iter().zip(is_new_object).filter(|(_, is_new)| **is_new).map(|(object, _)| object);
    new_objects
        .map(|object| (object.kind.metadata().namespace.clone(), object))
        .filter(|(namespace, _)| is_absent(namespace))
        .collect()
}

/// Names of existing objects.
struct ExistingNames<'o> {
    namespaces: Set<&'o Str>,
    claims: Set<(&'o Str, &'o Str)>,
    classes: Set<&'o Str>,
    /// Storage classes of existing volumes.
    volumes: Set<&'o Str>,
    has_default_class: bool,
    /// Whether a pod selects namespaces by labels.
    has_namespace_selector: bool,
}

impl<'o> ExistingNames<'o> {
    fn new(objects: &'o [ManifestObject]) -> Self {
        let mut known = Self {
            namespaces: Set::new(),
            claims: Set::new(),
            classes: Set::new(),
            volumes: Set::new(),
            has_default_class: false,
            has_namespace_selector: objects.iter().filter_map(|object| object.kind.pod_spec()).any(selects_namespaces),
        };
        for ManifestObject { kind, .. } in objects {
            let meta = kind.metadata();
            match kind {
                ApiObject::Namespace(_) => {
                    known.namespaces.insert(&meta.name);
                }
                ApiObject::Storage(StorageObject::Claim(_)) => {
                    known.claims.insert((&meta.namespace, &meta.name));
                }
                ApiObject::Storage(StorageObject::Class(class)) => {
                    known.classes.insert(&meta.name);
                    known.has_default_class |= class.is_default();
                }
                ApiObject::Storage(StorageObject::Volume(volume)) => {
                    known.volumes.insert(&volume.spec.storage_class_name);
                }
                _ => {}
            }
        }
        known
    }

    fn missing_claims<'s>(
        &self,
        pod_spec: &'s PodSpec,
        namespace: &'s Str,
        has_claim_template: &'s dyn Fn(&str) -> bool,
    ) -> impl Iterator<Item = MissingObject> + use<'s, '_, 'o> {
        let volumes = pod_spec.volumes.iter().filter(|volume| !has_claim_template(&volume.name));
        let names = volumes.filter_map(|volume| volume.persistent_volume_claim.as_ref());
        let missing_names =
            names.map(|claim| &claim.claim_name).filter(|name| !self.claims.contains(&(namespace, *name)));
        missing_names.map(|name| MissingObject::Claim { namespace: namespace.clone(), name: name.clone() })
    }

    fn missing_class(&self, claim: &PersistentVolumeClaimSpec) -> Option<MissingObject> {
        let is_bound = !claim.volume_name.is_empty();
        let class_exists = match &claim.storage_class_name {
            None => self.has_default_class || self.volumes.contains(&Str::default()),
            Some(name) => name.is_empty() || self.classes.contains(name) || self.volumes.contains(name),
        };
        let name = claim.storage_class_name.clone().unwrap_or_default();
        (!is_bound && !class_exists).then_some(MissingObject::StorageClass { name })
    }
}

fn is_finished(api_object: &ApiObject) -> bool {
    matches!(api_object, ApiObject::Pod(pod) if pod.status.phase.is_over())
}

/// The volume claims that an object is, or creates.
fn claim_specs(api_object: &ApiObject) -> impl Iterator<Item = &PersistentVolumeClaimSpec> {
    // A class can also be named by an annotation, which predates the field.
    let by_field = |metadata: &ObjectMeta| !metadata.annotations.contains(CLASS_ANNOTATION);
    let spec = match api_object {
        ApiObject::Storage(StorageObject::Claim(claim)) if by_field(&claim.metadata) => Some(&claim.spec),
        _ => None,
    };
    let template_claims = claim_templates(api_object).iter().filter(move |template| by_field(&template.metadata));
    spec.into_iter().chain(template_claims.map(|template| &template.spec))
}

fn claim_templates(api_object: &ApiObject) -> &[ClaimTemplate] {
    match api_object {
        ApiObject::StatefulSet(set) => &set.spec.volume_claim_templates,
        _ => &[],
    }
}

fn selects_namespaces(pod_spec: &PodSpec) -> bool {
    let Some(affinity) = &pod_spec.affinity else { return false };
    let both = [&affinity.pod_affinity, &affinity.pod_anti_affinity];
    both.into_iter().flatten().any(|pods| {
        let terms = pods.required.iter().chain(pods.preferred.iter().map(|weighted| &weighted.pod_affinity_term));
        // An empty selector matches all namespaces.
        terms
            .filter_map(|term| term.namespace_selector.as_ref())
            .any(|selector| !selector.match_labels.is_empty() || !selector.match_expressions.is_empty())
    })
}

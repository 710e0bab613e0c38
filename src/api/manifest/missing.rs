//! Objects that others name and that the text doesn't have, where it makes a difference.

use super::Object;
use crate::offer::Missing;
use crate::{CLASS, ClaimTemplate, Kind, ObjectMeta, PersistentVolumeClaimSpec, PodSpec, Set, StorageObject, Str};

/// What is missing, each with the object that names it. Priority classes are looked up at admission.
pub(super) fn missing(objects: &[Object]) -> Vec<(Missing, &Object)> {
    let known = Known::new(objects);
    let mut found = Vec::new();
    for object in objects {
        let namespace = &object.kind.metadata().namespace;
        if let Some(spec) = object.kind.pod_spec() {
            if known.selected && !known.namespaces.contains(namespace) {
                found.push((Missing::Namespace { name: namespace.clone() }, object));
            }
            // What runs has its volumes.
            if spec.node_name.is_empty() && !is_over(&object.kind) {
                // A stateful set's templates take the place of volumes of their names.
                let made = |volume: &str| templates(&object.kind).iter().any(|it| it.metadata.name == *volume);
                found.extend(known.claims_without(spec, namespace, &made).map(|missing| (missing, object)));
            }
        }
        found.extend(claims(&object.kind).filter_map(|claim| Some((known.class_without(claim)?, object))));
    }
    found
}

/// Names that are there.
struct Known<'o> {
    namespaces: Set<&'o Str>,
    claims: Set<(&'o Str, &'o Str)>,
    classes: Set<&'o Str>,
    /// Classes of volumes that are there already.
    volumes: Set<&'o Str>,
    has_default: bool,
    /// Whether a pod selects namespaces by their labels.
    selected: bool,
}

impl<'o> Known<'o> {
    fn new(objects: &'o [Object]) -> Self {
        let mut known = Self {
            namespaces: Set::new(),
            claims: Set::new(),
            classes: Set::new(),
            volumes: Set::new(),
            has_default: false,
            selected: objects.iter().filter_map(|object| object.kind.pod_spec()).any(selects_namespaces),
        };
        for Object { kind, .. } in objects {
            let meta = kind.metadata();
            match kind {
                Kind::Namespace(_) => {
                    known.namespaces.insert(&meta.name);
                }
                Kind::Storage(StorageObject::Claim(_)) => {
                    known.claims.insert((&meta.namespace, &meta.name));
                }
                Kind::Storage(StorageObject::Class(class)) => {
                    known.classes.insert(&meta.name);
                    known.has_default |= class.is_default();
                }
                Kind::Storage(StorageObject::Volume(volume)) => {
                    known.volumes.insert(&volume.spec.storage_class_name);
                }
                _ => {}
            }
        }
        known
    }

    fn claims_without<'s>(
        &self,
        spec: &'s PodSpec,
        namespace: &'s Str,
        made: &'s dyn Fn(&str) -> bool,
    ) -> impl Iterator<Item = Missing> + use<'s, '_, 'o> {
        let volumes = spec.volumes.iter().filter(|volume| !made(&volume.name));
        let names = volumes.filter_map(|volume| volume.persistent_volume_claim.as_ref());
        let lost = names.map(|claim| &claim.claim_name).filter(|name| !self.claims.contains(&(namespace, *name)));
        lost.map(|name| Missing::Claim { namespace: namespace.clone(), name: name.clone() })
    }

    fn class_without(&self, claim: &PersistentVolumeClaimSpec) -> Option<Missing> {
        let bound = !claim.volume_name.is_empty();
        let there = match &claim.storage_class_name {
            None => self.has_default || self.volumes.contains(&Str::default()),
            Some(name) => name.is_empty() || self.classes.contains(name) || self.volumes.contains(name),
        };
        let name = claim.storage_class_name.clone().unwrap_or_default();
        (!bound && !there).then_some(Missing::StorageClass { name })
    }
}

fn is_over(kind: &Kind) -> bool {
    matches!(kind, Kind::Pod(pod) if pod.status.phase.is_over())
}

/// Claims that an object is, or makes.
fn claims(kind: &Kind) -> impl Iterator<Item = &PersistentVolumeClaimSpec> {
    // An annotation was the way to name a class before there was a field.
    let by_field = |metadata: &ObjectMeta| !metadata.annotations.contains(CLASS);
    let own = match kind {
        Kind::Storage(StorageObject::Claim(claim)) if by_field(&claim.metadata) => Some(&claim.spec),
        _ => None,
    };
    let made = templates(kind).iter().filter(move |template| by_field(&template.metadata));
    own.into_iter().chain(made.map(|template| &template.spec))
}

fn templates(kind: &Kind) -> &[ClaimTemplate] {
    match kind {
        Kind::StatefulSet(set) => &set.spec.volume_claim_templates,
        _ => &[],
    }
}

fn selects_namespaces(spec: &PodSpec) -> bool {
    let Some(affinity) = &spec.affinity else { return false };
    let both = [&affinity.pod_affinity, &affinity.pod_anti_affinity];
    both.into_iter().flatten().any(|pods| {
        let terms = pods.required.iter().chain(pods.preferred.iter().map(|weighted| &weighted.pod_affinity_term));
        // An empty selector takes them all.
        terms
            .filter_map(|term| term.namespace_selector.as_ref())
            .any(|selector| !selector.match_labels.is_empty() || !selector.match_expressions.is_empty())
    })
}
